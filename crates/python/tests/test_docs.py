"""The examples of docs/python.md run, and give what the page says."""

import doctest
import re

import pgnz
import pytest
from conftest import FAMOUS, ROOT

PAGE = ROOT / "docs" / "python.md"


def test_the_page_runs(tmp_path, monkeypatch):
    pgnz.compress(FAMOUS, tmp_path / "famous.pgnz")
    (tmp_path / "famous.pgn").write_bytes(FAMOUS.read_bytes())
    monkeypatch.chdir(tmp_path)
    page = PAGE.read_text()
    parser, names, failures = doctest.DocTestParser(), {}, []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    examples = 0
    for block in re.finditer(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE):
        line = page.count("\n", 0, block.start()) + 1
        test = parser.get_doctest(block[1], names, PAGE.name, str(PAGE), line)
        assert test.examples, f"{PAGE.name}:{line} has no example"
        runner.run(test, out=failures.append, clear_globs=False)
        names.update(test.globs)
        examples += len(test.examples)
    if failures:
        pytest.fail("".join(failures))
    assert examples > 20
