"""Reads a table in every format with DuckDB, pyarrow and the standard library, and compares what they find with the JSON lines.

    tables.py BASE      where BASE.parquet, BASE.arrow, BASE.stream, BASE.csv and BASE.jsonl are
"""

import csv
import datetime
import json
import sys

import duckdb
import pyarrow.ipc
import pyarrow.parquet


def plain(value):
    """As JSON lines have it."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, (datetime.date, datetime.datetime)):
        return str(value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def near(found, expected):
    if isinstance(expected, list) and isinstance(found, list):
        return len(found) == len(expected) and all(map(near, found, expected))
    if isinstance(expected, float) and isinstance(found, (int, float)):
        return abs(found - expected) < 1.5e-4
    return found == expected


def same(what, found, expected):
    assert len(found) == len(expected), (what, len(found))
    for row, wanted in zip(found, expected):
        for name, value in wanted.items():
            assert near(plain(row[name]), value), (what, name, row[name], value)


def cell(text, value):
    """What a cell says, read as what is expected there."""
    if text == "":
        return [] if value == [] else None
    if isinstance(value, (str, list)) and text.lstrip("'")[:1] in tuple("=+-@\t\r") and text[0] == "'":
        text = text[1:]
    if isinstance(value, str):
        return text
    if isinstance(value, list) and text[0] != "[":
        return text.split(" ")
    return json.loads(text)


base = sys.argv[1]
with open(base + ".jsonl", encoding="utf-8") as file:
    expected = [json.loads(line) for line in file]
for row in expected:
    assert row.pop("schema") == 1

same("pyarrow, Parquet", pyarrow.parquet.read_table(base + ".parquet").to_pylist(), expected)
with pyarrow.ipc.open_file(base + ".arrow") as reader:
    same("pyarrow, file", reader.read_all().to_pylist(), expected)
with pyarrow.ipc.open_stream(base + ".stream") as reader:
    same("pyarrow, stream", reader.read_all().to_pylist(), expected)

names = list(expected[0])
relation = duckdb.sql(f"SELECT * FROM '{base}.parquet'")
types = dict(zip(relation.columns, map(str, relation.types)))
assert list(types) == names
wanted = {"number": "UBIGINT", "white_rating": "SMALLINT", "date": "DATE", "utc_timestamp": "TIMESTAMP", "ply_count": "USMALLINT",
          "clocks_white": "USMALLINT[]", "evals": "SMALLINT[]", "moves_san": "VARCHAR[]", "surprisal": "FLOAT[]", "has_clocks": "BOOLEAN"}
assert wanted.items() <= types.items(), types
same("DuckDB, Parquet", [dict(zip(names, row)) for row in relation.fetchall()], expected)
count = duckdb.sql(f"SELECT count(*) FROM read_csv('{base}.csv', header = true, all_varchar = true)").fetchall()
assert count == [(len(expected),)], count

with open(base + ".csv", encoding="utf-8-sig", newline="") as file:
    rows = list(csv.DictReader(file))
assert list(rows[0]) == names
found = [{name: cell(row[name], wanted[name]) for name in names} for row, wanted in zip(rows, expected)]
assert len(rows) == len(expected)
same("CSV", found, expected)
