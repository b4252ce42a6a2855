"""The examples in SQL of docs/which.md and docs/duckdb.md run, from the first to the last."""

import os
import re
import shutil

import duckdb
import pytest
from conftest import EXTENSION, ROOT


def blocks(page):
    return re.findall(r"^```sql\n(.*?)^```$", (ROOT / "docs" / page).read_text(), re.DOTALL | re.MULTILINE)


@pytest.fixture
def folder(archives, tmp_path, monkeypatch):
    """A folder with the files that the pages speak of."""
    (tmp_path / "archive").mkdir()
    (tmp_path / "target/duckdb").mkdir(parents=True)
    for name in ["games.pgnz", "archive/2024.pgnz"]:
        shutil.copy(archives["famous"], tmp_path / name)
    for name in ["pgnz.duckdb_extension", "target/duckdb/pgnz.duckdb_extension"]:
        os.symlink(EXTENSION, tmp_path / name)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def bare():
    """A database without the extension."""
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    yield connection
    connection.close()


def test_which_one_do_i_need(folder, bare):
    [block] = blocks("which.md")
    assert bare.sql(block).fetchall() == [
        ("Paulsen, Louis", "Morphy, Paul", "0-1"),
        ("Morphy, Paul", "Duke Karl and Count Isouard", "1-0"),
    ]


def test_the_page_of_the_extension(folder, bare):
    statements = [one for block in blocks("duckdb.md") for one in duckdb.extract_statements(block)]
    assert len(statements) >= 6
    for statement in statements:
        bare.execute(statement).fetchall()
    blob = "SELECT pgnz_blob_decode(moves)[1:2] FROM games WHERE white = 'Morphy, Paul'"
    assert bare.sql(blob).fetchall() == [(["e2e4", "e7e5"],)]
