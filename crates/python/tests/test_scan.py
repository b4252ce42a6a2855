"""Games as tables."""

import threading
import time

import duckdb
import numpy as np
import pandas
import pgnz
import polars
import pyarrow
import pytest

COLUMNS = ["number", "white", "year", "date", "eco", "ply_count", "moves_uci", "surprisal"]


@pytest.fixture
def scan(archive):
    return archive.scan(COLUMNS)


def test_polars_pandas_pyarrow_and_duckdb_take_it_as_it_is(scan, archive):
    white = [game.white for game in archive]
    frame = polars.DataFrame(scan)
    assert frame.columns == COLUMNS and frame["white"].to_list() == white
    assert pandas.DataFrame.from_arrow(scan)["white"].to_list() == white
    table = pyarrow.table(scan)
    assert table["white"].to_pylist() == white and table.schema == scan.schema
    (years,) = duckdb.sql("select count(*), min(year), max(len(moves_uci)) from scan").fetchall()
    assert years == (48, frame["year"].min(), frame["ply_count"].max())


@pytest.mark.parametrize(
    ("take", "instead"),
    [
        (pandas.DataFrame, "pandas.DataFrame.from_arrow"),
        (np.array, "to_numpy"),
        (np.asarray, "to_numpy"),
        (polars.from_arrow, "polars.DataFrame"),
        (polars.Series, "polars.DataFrame"),
    ],
    ids=["pandas", "array", "asarray", "from_arrow", "series"],
)
def test_what_would_make_no_table_of_it_names_the_right_call(scan, take, instead):
    with pytest.raises(TypeError, match=instead):
        take(scan)


def test_a_column_has_one_type_under_all_its_names(archive):
    schema = archive.scan("white_rating,white_elo,WhiteElo,date,Date,ply_count,PlyCount").schema
    assert len({field.type for field in list(schema)[:3]}) == len({field.type for field in list(schema)[3:5]}) == 1
    assert schema.field("ply_count").type == schema.field("PlyCount").type


def test_rows_are_the_games(scan, archive):
    rows = pyarrow.table(scan).to_pylist()
    for row, game in zip(rows, archive, strict=True):
        assert row["number"] == game.number and row["moves_uci"] == game.uci and row["date"] == game.date
        assert row["eco"] == game.eco and row["year"] == game.year
        np.testing.assert_allclose(row["surprisal"], game.surprisal, rtol=1e-6)


def test_a_scan_is_read_any_number_of_times_and_by_batches(scan):
    assert polars.DataFrame(scan).equals(polars.DataFrame(scan))
    batches = list(scan)
    assert sum(batch.num_rows for batch in batches) == 48
    next(iter(scan))


def test_filters_slices_and_threads_change_the_games_only(archive):
    every = pyarrow.table(archive.scan("number,year,plies"))
    for threads in (1, 2, 5):
        part = pyarrow.table(archive[7:31].scan("number,year,plies", threads=threads))
        assert part.combine_chunks().equals(every.slice(7, 24).combine_chunks())
        found = pyarrow.table(archive.scan("number", "year < 1900 and plies > 40", threads=threads))
        expected = [row["number"] for row in every.to_pylist() if row["year"] and row["year"] < 1900 and row["plies"] > 40]
        assert found["number"].to_pylist() == expected
    assert pyarrow.table(archive.scan("white", "year > 3000")).num_rows == 0


def test_columns_are_those_of_export(archive, path):
    assert archive.scan().column_names[:3] == ["number", "event", "site"]
    assert "moves_uci" in archive.scan("aix").column_names
    assert pyarrow.table(archive[:1].scan("path,tag:White"))["path"].to_pylist() == [str(path)]
    for wrong in ("", [], "whit", ["white", "player"]):
        with pytest.raises(pgnz.Error) as raised:
            archive.scan(wrong)
        assert raised.value.kind == "invalid_argument"
    with pytest.raises(pgnz.Error, match="column 8"):
        archive.scan("white", "year > ten")


def test_other_threads_of_python_run_meanwhile(archive):
    counted, done = [0], threading.Event()
    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)
    thread = threading.Thread(target=count)
    thread.start()
    start = time.monotonic()
    while time.monotonic() - start < 1:
        polars.DataFrame(archive.scan("surprisal"))
    seen = counted[0]
    done.set()
    thread.join()
    assert seen > 100


def test_damage_is_named(path):
    data = bytearray(path.read_bytes())
    third = sum(block.archive_bytes for block in pgnz.open(path).blocks[:3])
    data[third - 20] ^= 1
    archive = pgnz.open(bytes(data))
    with pytest.raises(Exception, match="block 3"):
        pyarrow.table(archive.scan("usual,pgn"))
    with pytest.raises(pgnz.Error) as raised:
        [game.text for game in archive]
    error = raised.value
    assert error.kind == "corruption" and error.block == 3 and error.byte > 0 and "another copy" in str(error)
