"""The examples of docs/python.md and of the README run, and give what the pages say. Those for Spark, Ray and PyTorch run in their own tests."""

import docs
import pytest
from conftest import ROOT

PAGES = {ROOT / "docs" / "python.md": 20, ROOT / "README.md": 3}


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
