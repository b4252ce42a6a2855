"""docs/capabilities.md names what is there, in the program and for each language."""

from __future__ import annotations

import re
import subprocess

import pgnz
from conftest import ROOT

SOURCE = "\n".join(
    path.read_text()
    for crate in ("pgnz", "archive", "game", "shape", "query", "scan", "export")
    for path in sorted((ROOT / "crates" / crate / "src").rglob("*.rs"))
)

TYPES = (ROOT / "packages" / "npm" / "src" / "pgnz.d.ts").read_text()
SQL = (ROOT / "docs" / "duckdb.md").read_text()
HEADER = (ROOT / "crates" / "c" / "pgnz.h").read_text()


def rows() -> list[list[list[str]]]:
    """The names in the cells of each row."""
    lines = (ROOT / "docs" / "capabilities.md").read_text().splitlines()
    table = [line.strip("|").split("|") for line in lines if line.startswith("| ") and "`" in line]
    return [[re.findall(r"`([^`]+)`", cell) for cell in row[1:]] for row in table]


def test_every_name_of_the_table_is_there(archive, program):
    game = archive[0]
    table = rows()
    assert len(table) > 25
    help = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    for commands, rust, python, c, javascript, sql in table:
        for name in commands:
            assert name.startswith("--") or re.search(rf"^ +{name}[ ,]", help, re.M), name
        for name in rust:
            kind = name.split("::")[0]
            assert re.search(rf"pub (fn|struct|enum|trait) {kind}\b", SOURCE), name
            if "::" in name:
                assert re.search(rf"pub fn {name.split('::')[1]}\b", SOURCE), name
        for name in python:
            of, _, attribute = name.rpartition(".")
            assert hasattr({"": pgnz, "archive": archive, "game": game}[of], attribute), name
        for name in c:
            assert re.search(rf"\b{name}\(", HEADER), name
        for name in javascript:
            of, _, attribute = name.rpartition(".")
            assert re.search(rf"^{'  ' if of else 'export declare function '}{attribute}\(", TYPES, re.M), name
        for name in sql:
            assert f"`{name}(" in SQL or f"{name}('" in SQL, name


def test_every_function_of_the_package_is_in_the_table():
    named = {name.split(".")[0] for _, _, python, *_ in rows() for name in python}
    functions = {name for name in pgnz.__all__ if name[0].islower()}
    assert functions <= named
