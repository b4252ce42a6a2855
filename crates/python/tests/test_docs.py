"""The examples of docs/python.md and of the README run, and give what the pages say."""

import doctest
import re

import pgnz
import pytest
from conftest import FAMOUS, ROOT

PAGES = {ROOT / "docs" / "python.md": 20, ROOT / "README.md": 3}


@pytest.mark.parametrize("page_file", PAGES, ids=lambda path: path.name)
def test_the_page_runs(page_file, tmp_path, monkeypatch):
    for name in ["famous.pgnz", "games.pgnz"]:
        pgnz.compress(FAMOUS, tmp_path / name)
    (tmp_path / "famous.pgn").write_bytes(FAMOUS.read_bytes())
    monkeypatch.chdir(tmp_path)
    page = page_file.read_text()
    parser, names, failures = doctest.DocTestParser(), {}, []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    examples = 0
    for block in re.finditer(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE):
        line = page.count("\n", 0, block.start()) + 1
        test = parser.get_doctest(block[1], names, page_file.name, str(page_file), line)
        assert test.examples, f"{page_file.name}:{line} has no example"
        runner.run(test, out=failures.append, clear_globs=False)
        names.update(test.globs)
        examples += len(test.examples)
    if failures:
        pytest.fail("".join(failures))
    assert examples >= PAGES[page_file]
