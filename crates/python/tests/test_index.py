"""Searches use the index beside an archive as the program does, and find the same games with and without it."""

import io
import shutil
import subprocess
import warnings

import pgnz
import pyarrow
import pytest

WHERE = (
    "white = 'Fischer' or black = 'Fischer'",
    "year < 1900 and plies > 40",
    "moves = '1. e4 e5'",
    "result = '1-0' and tag('Annotator') is null",
    "position = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2' and ending = 'mate'",
    "has_comments",
    "year > 3000",
)


@pytest.fixture
def indexed(path, program, tmp_path):
    """The famous games with an index."""
    there = tmp_path / "games.pgnz"
    shutil.copy(path, there)
    subprocess.run([program, "index", there], check=True)
    return there


def found(archive, where):
    """What all ways of searching find."""
    numbers = [game.number for game in archive.games(where, ["tags"])]
    assert archive.count(where) == len(numbers)
    assert numbers == [game.number for game in archive.games(where, threads=2)]
    assert pyarrow.table(archive.scan("number", where))["number"].to_pylist() == numbers
    return numbers


@pytest.mark.parametrize("where", WHERE)
def test_the_same_games_are_found_with_and_without_it(indexed, where):
    for part in (slice(None), slice(7, 33)):
        expected = found(pgnz.open(indexed, index=False)[part], where)
        assert found(pgnz.open(indexed)[part], where) == expected


def test_where_it_is_sure_no_block_is_decoded(indexed):
    archive = pgnz.open(indexed)
    expected = archive.count("white = 'Fischer'")
    # The headers of the blocks, by which the index knows its archive, stay as they are.
    data, end = bytearray(indexed.read_bytes()), 0
    for block in archive.blocks:
        end += block.archive_bytes
        data[end - 20] ^= 1
    indexed.write_bytes(data)
    archive, without = pgnz.open(indexed), pgnz.open(indexed, index=False)
    assert archive.count("white = 'Fischer'") == expected > 0
    with pytest.raises(pgnz.Error):
        without.count("plies > 3")
    assert archive.count("plies > 3") > 40


def test_one_that_does_not_fit_is_not_used_and_told(indexed, path):
    indexed.write_bytes(pgnz.compress(pgnz.expand(path) * 2, level="fast"))
    archive = pgnz.open(indexed)
    with pytest.warns(UserWarning, match="index of another archive"):
        assert archive.count("result = '1-0'") == 2 * pgnz.open(path).count("result = '1-0'")
    (indexed.parent / "games.pgnz.parquet").write_bytes(b"junk")
    with pytest.warns(UserWarning, match="games.pgnz.parquet: .*pgnz index makes a new one"):
        list(archive.games("result = '1-0'"))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        pgnz.open(indexed, index=False).count("result = '1-0'")
        pgnz.open(indexed.read_bytes()).count("result = '1-0'")


def reshaped(source, where, tmp_path, **options):
    """What the functions that make archives of archives give for a filter."""
    results = [
        pgnz.expand(pgnz.filter(source, where, **options)),
        pgnz.expand(pgnz.sort([source, source], "white,date", where=where, **options)),
        pgnz.expand(pgnz.sample(source, 2, seed=1, where=where, **options)),
        pgnz.expand(pgnz.dedupe([source, source], where=where, **options)),
        pgnz.expand(pgnz.edit(source, set={"Annotator": "me"}, where=where, **options)),
        pgnz.duplicates([source, source], where=where, **options),
    ]
    folder = tmp_path / f"parts {len(list(tmp_path.iterdir()))}"
    parts = pgnz.split(source, "year", folder, where=where, **options)
    return results + [[(path.name, games, pgnz.expand(path)) for path, games in parts]]


@pytest.mark.parametrize("where", WHERE[:3])
def test_archives_of_archives_are_the_same_with_and_without_it(indexed, where, tmp_path):
    assert reshaped(indexed, where, tmp_path) == reshaped(indexed, where, tmp_path, index=False)


def test_archives_of_archives_are_made_with_it(indexed, tmp_path):
    where = "plies > 1000"
    data, end = bytearray(indexed.read_bytes()), 0
    for block in pgnz.open(indexed).blocks:
        end += block.archive_bytes
        data[end - 20] ^= 1
    indexed.write_bytes(data)
    for run in (
        lambda **options: pgnz.filter(indexed, where, io.BytesIO(), **options).games_out,
        lambda **options: pgnz.sort(indexed, "date", io.BytesIO(), where=where, **options).games_out,
        lambda **options: pgnz.sample(indexed, 3, io.BytesIO(), where=where, **options).games_out,
        lambda **options: pgnz.dedupe(indexed, io.BytesIO(), where=where, **options).games_out,
        lambda **options: len(pgnz.duplicates(indexed, where=where, **options)),
        lambda **options: len(pgnz.split(indexed, "year", tmp_path / "parts", where=where, **options)),
    ):
        assert run() == 0
        with pytest.raises(pgnz.Error, match="games.pgnz: block 1"):
            run(index=False)


def test_archives_of_archives_warn_of_one_that_does_not_fit(indexed):
    (indexed.parent / "games.pgnz.parquet").write_bytes(b"junk")
    with pytest.warns(UserWarning, match="games.pgnz.parquet: .*pgnz index makes a new one"):
        assert pgnz.filter(indexed, "result = '1-0'", io.BytesIO()).games_out > 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning):
            pgnz.filter(indexed, "result = '1-0'")
        pgnz.filter(indexed, "result = '1-0'", index=False)
        pgnz.sort(indexed, "date")
