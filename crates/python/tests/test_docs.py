"""The examples of docs/python.md, docs/which.md, of the README and of the docstrings run, and give what is said. Those for Spark, Ray and PyTorch run in their own tests."""

import doctest

import docs
import pgnz
import pytest
from conftest import ROOT

PAGES = {ROOT / "docs" / "python.md": 20, ROOT / "docs" / "which.md": 3, ROOT / "README.md": 3}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_the_page_runs(page, tmp_path, monkeypatch):
    docs.lay_out(tmp_path)
    monkeypatch.chdir(tmp_path)
    names, failures, examples = {}, [], 0
    for block in docs.blocks(page):
        if block.needs:
            continue
        if block.is_session:
            examples += docs.session(block, page, names, failures)
        else:
            exec(compile("\n" * (block.line - 1) + block.text, str(page), "exec"), names)
            examples += 1
    if failures:
        pytest.fail("".join(failures))
    assert examples >= PAGES[page]


def test_every_block_runs_somewhere():
    needs = [block.needs for block in docs.blocks(docs.PAGE)]
    assert needs.count("spark") == 2 and needs.count("ray") == needs.count("torch") == 1


def docstrings():
    """The docstrings of the module, and of its classes and their attributes, by their names."""
    for name in pgnz.__all__:
        found = getattr(pgnz, name)
        yield name, found.__doc__
        if isinstance(found, type) and found.__module__ == "pgnz":
            for attribute, value in vars(found).items():
                yield f"{name}.{attribute}", getattr(value, "__doc__", None)


EXAMPLES = {name: text for name, text in docstrings() if isinstance(text, str) and ">>>" in text}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_docstrings_run(name):
    failures = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    test = doctest.DocTestParser().get_doctest(EXAMPLES[name], {"pgnz": pgnz}, name, None, 0)
    runner.run(test, out=failures.append)
    assert not failures, "".join(failures)


def test_classes_that_are_made_by_users_have_examples():
    assert {"Comment", "GameBuilder", "Line", "Move", "Ply", "Position"} <= set(EXAMPLES)
