"""Damaged archives: undamaged games are read, and what is lost is listed."""

import pgnz
import pyarrow
import pytest


@pytest.fixture
def damaged(path) -> bytes:
    """The famous games with a changed bit near the end of the third block, which has the games 21 to 30."""
    data = bytearray(path.read_bytes())
    data[sum(block.archive_bytes for block in pgnz.open(path).blocks[:3]) - 20] ^= 1
    return bytes(data)


def test_undamaged_games_are_read_and_the_damage_is_listed(damaged, path):
    whole = {game.number: game.raw for game in pgnz.open(path)}
    for threads in (1, 3):
        archive = pgnz.open(damaged, keep_going=True)
        games = list(archive.games(threads=threads))
        assert all(whole[game.number] == game.raw for game in games)
        lost = sorted(set(whole) - {game.number for game in games})
        assert lost and set(lost) <= set(range(21, 31))
        (told,) = archive.report.damage
        assert f"missing: games {lost[0]} to {lost[-1]}" in str(told) and "block 3" in str(told)
        assert (told.kind, told.block, told.first_game, told.games) == ("corruption", 3, lost[0], len(lost))
    # It is told once, and slices know it, too.
    assert [game.number for game in archive] == [game.number for game in games]
    assert len(archive.report.damage) == 1 and archive[:5].report.damage == archive.report.damage


def test_tables_and_counts_pass_over_damage(damaged):
    archive = pgnz.open(damaged, keep_going=True)
    games = [game.number for game in archive]
    assert pyarrow.table(archive.scan("number,pgn"))["number"].to_pylist() == games
    assert archive.count("has_comments or not has_comments") >= len(games)
    strict = pgnz.open(damaged)
    for read in (lambda: list(strict), lambda: pyarrow.table(strict.scan("pgn"))):
        with pytest.raises(Exception, match="block 3"):
            read()


def test_tags_are_read_where_only_moves_are_damaged(damaged, path):
    archive = pgnz.open(damaged, keep_going=True)
    try:
        strict = pgnz.open(damaged).count("white = 'Fischer'")
    except pgnz.Error:
        pytest.skip("the damage reaches the tags")
    assert archive.count("white = 'Fischer'") == strict == pgnz.open(path).count("white = 'Fischer'")


def test_an_archive_that_is_cut_gives_the_games_before(path):
    data = path.read_bytes()
    archive = pgnz.open(data[: len(data) * 3 // 5], keep_going=True)
    whole = {game.number: game.raw for game in pgnz.open(path)}
    games = {game.number: game.raw for game in archive}
    assert 10 <= len(games) < 48 and games.items() <= whole.items()
    assert archive.report.damage


def test_an_exception_of_a_file_is_no_damage(path):
    class Broken:
        def __init__(self):
            self.file, self.fails = open(path, "rb"), False

        def read(self, count):
            if self.fails:
                raise OSError("gone")
            return self.file.read(count)

        def seek(self, *place):
            return self.file.seek(*place)

    file = Broken()
    archive = pgnz.open(file, keep_going=True)
    file.fails = True
    with pytest.raises(OSError, match="gone"):
        list(archive)
    assert archive.report.damage == []
