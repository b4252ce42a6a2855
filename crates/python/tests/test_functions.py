"""The functions that make archives of archives, and the values that games have."""

from __future__ import annotations

import collections
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time

import pgnz
import pytest


def texts(source) -> list[bytes]:
    return [game.raw for game in pgnz.open(source)]


def test_archives_are_made_of_archives(path, tmp_path):
    games = texts(path)
    both = pgnz.merge([path, path])
    assert texts(both) == games * 2
    old = tmp_path / "old.pgnz"
    made = pgnz.filter(path, "year < 1900", old)
    assert (made.games_in, made.games_out, made.left_out) == (48, len(pgnz.open(old)), 48 - made.games_out)
    assert made.games_out == pgnz.open(path).count("year < 1900")
    years = [game.year for game in pgnz.open(pgnz.sort(both, "-year", where="year > 1900"))]
    assert years == sorted(years, reverse=True) and len(years) % 2 == 0
    once = pgnz.dedupe([path, path], tmp_path / "once.pgnz", by="text")
    assert (once.games_out, once.dropped) == (48, 48)
    assert pgnz.duplicates([path, path], by="text")[0] == ((1, 0), (0, 0))
    drawn = pgnz.sample(path, 5, seed=7)
    assert texts(drawn) == texts(pgnz.sample(path, 5, seed=7)) == [game.raw for game in pgnz.open(path).sample(5, seed=7)]
    parts = pgnz.split(path, "games=20", tmp_path / "parts")
    assert [games for _, games in parts] == [20, 20, 8] and all(pgnz.open(one) for one, _ in parts)
    with pytest.raises(pgnz.Error, match="max_files"):
        pgnz.split(path, "games=1", tmp_path / "many", max_files=10)
    with pytest.raises(TypeError, match="speed"):
        pgnz.merge(path, speed=3)
    with pytest.raises(FileExistsError):
        pgnz.merge(path, old)
    assert not list(tmp_path.glob(".pgnz-*"))


def test_games_are_added_and_damaged_copies_repaired(path, famous, tmp_path):
    grown = tmp_path / "grown.pgnz"
    grown.write_bytes(path.read_bytes())
    assert pgnz.append(grown, [famous, path]).games == 96
    assert len(pgnz.open(grown)) == 144 and pgnz.test(grown).damage == []
    cut = grown.read_bytes()[:-10]
    (damage,) = pgnz.test(cut).damage
    assert damage.kind == "insufficient_data" and "cut short" in str(damage)
    with pytest.raises(pgnz.Error):
        pgnz.append(tmp_path / "grown.pgnz", b"[Event", level="none")
    assert texts(pgnz.repair([cut, grown])) == texts(grown)


def test_games_are_changed(path, tmp_path):
    games = texts(path)
    table = b"@PLAYER\nAnderssen, A.\n=Anderssen, Adolf\n=Anderssen, Karl Ernst Adolf\n"
    new = tmp_path / "new.pgnz"
    made = pgnz.edit(path, new, set={"annotator": "m\u00fc"}, numbers=[0, 2], replace={3: "1. e4 *"}, delete=[47])
    assert (made.games_out, made.left_out, made.changed, made.respelled) == (47, 1, 3, (0, 0, 0, 0))
    changed = pgnz.open(new)
    assert [game.tags.get("Annotator") for game in changed][:4] == ["m\u00fc", None, "m\u00fc", None]
    assert changed[3].raw.strip() == b"1. e4 *" and texts(new)[4:] == games[4:47]
    assert texts(pgnz.edit(new, remove_tags=["Annotator"]))[:3] == games[:3]
    pgnz.edit(new, new, names=table, where="year < 1900", overwrite=True)
    assert len(pgnz.open(new)) == 47
    some, others = pgnz.filter(path, "year < 1900"), pgnz.filter(path, "(year < 1900) is not true")
    assert len(pgnz.open(some)) + len(pgnz.open(others)) == 48
    assert texts(pgnz.filter(path, numbers=[5, 1])) == [games[1], games[5]]
    for call, match in [
        (lambda: pgnz.edit(path), "nothing"),
        (lambda: pgnz.edit(path, set={"player": "x"}), "not a tag"),
        (lambda: pgnz.edit(path, delete=[48]), "no game 49"),
        (lambda: pgnz.edit(path, replace={0: "1. e4 *\n\n1. d4 *"}), "2 games"),
    ]:
        with pytest.raises(pgnz.Error, match=match):
            call()


def test_only_new_games_are_added(path, famous, tmp_path):
    grown = tmp_path / "grown.pgnz"
    assert pgnz.append(grown, famous, level="fast").games == 48
    assert pgnz.append(grown, [famous, path], new_only=True).games == 0
    assert pgnz.append(grown, [b"[White \"a\"]\n\n1. e4 *\n", path], new_only=True).games == 1
    assert len(pgnz.open(grown)) == 49 and pgnz.test(grown).damage == []
    with pytest.raises(pgnz.Error):
        pgnz.append(tmp_path / "none.pgnz", [famous, path.read_bytes()[:-9]])
    assert not (tmp_path / "none.pgnz").exists()


def test_an_error_names_the_file(path, tmp_path):
    plain, broken = tmp_path / "plain.pgn", tmp_path / "broken.pgnz"
    plain.write_bytes(b"1. e4 *")
    broken.write_bytes(path.read_bytes()[:-3])
    for call in [
        lambda: pgnz.merge([path, broken]),
        lambda: pgnz.compress([plain, broken]),
        lambda: pgnz.append(broken, plain),
    ]:
        with pytest.raises(pgnz.Error, match="broken.pgnz"):
            call()


def test_files_of_a_list_keep_their_names(famous, tmp_path):
    for name in ("a.pgn", "b.pgn"):
        (tmp_path / name).write_bytes(famous)
    report = pgnz.compress([tmp_path / "a.pgn", tmp_path / "b.pgn"], tmp_path / "two.pgnz", block_games=8, group_games=4, memory=1 << 30)
    assert report.files == [("a.pgn", 48), ("b.pgn", 48)] and report.games == 96
    assert pgnz.expand(tmp_path / "two.pgnz") == famous * 2


def test_games_and_scans_are_values(archive):
    game = archive[3]
    assert game == archive[3] and game != archive[4] and len({game, archive[3], archive[4]}) == 2
    assert archive.game(3, columns=["tags"]) == archive.game(3, columns=["tags"]) != game
    again = pickle.loads(pickle.dumps(game))
    assert again == game and (again.number, again.path) == (game.number, game.path)
    with pytest.raises(pgnz.NotDecodedError):
        pickle.dumps(archive.game(3, columns=["tags"]))
    scan = pickle.loads(pickle.dumps(archive.scan(["number", "white"], "year > 1900", threads=1)))
    assert scan.column_names == ["number", "white"]


def test_comments_annotations_and_variations_are_values():
    game = pgnz.Game.parse("{start} 1. e4 $1 $14 {[%clk 0:03:00] [%eval 0.25,18]} (1. d4 {queen} (1. c4)) e5 2. -- *")
    line = game.line
    assert [comment.text for comment in line.comments] == ["start"]
    assert [(ply.san, ply.uci, ply.nags) for ply in line.plies] == [("e4", "e2e4", [1, 14]), ("e5", "e7e5", []), ("--", "0000", [])]
    (comment,) = line.plies[0].comments
    assert (comment.clock, comment.centipawns, comment.depth, comment.mate) == (180_000, 25, 18, None)
    (variation,) = line.plies[0].variations
    assert variation.plies[0].comments[0].text == "queen"
    assert [inner.plies[0].san for inner in variation.plies[0].variations] == ["c4"]
    assert line == pgnz.Game.parse(game.raw).line and line != variation


def test_statistics_trees_tables_and_indexes(path, tmp_path):
    copy = tmp_path / "games.pgnz"
    copy.write_bytes(path.read_bytes())
    archive = pgnz.open(copy)
    stats = archive.stats("year < 1900")
    assert stats["games"] == archive.count("year < 1900") == stats["results"]["white"] + stats["results"]["draws"] + stats["results"]["black"]
    tree = archive.tree("1. e4 e5")
    assert tree["games"] == sum(branch["games"] for branch in tree["branches"]) + tree["ended"]
    depths = archive.positions((0, 2), top=3)
    assert depths["missed"] == 0 and [of["ply"] for of in depths["plies"]] == [0, 1, 2]
    assert [of["games"] for of in depths["plies"]] == [archive.count(f"plies >= {ply}") for ply in range(3)]
    fen, games = collections.Counter(game.board(2) for game in archive).most_common(1)[0]
    first = depths["plies"][2]["positions"][0]
    assert (first["fen"], first["games"], first["variant"], first["missed"]) == (fen, games, "Standard", 0)
    assert archive.positions(4, min_count=49)["plies"][0]["positions"] == []
    with pytest.raises(pgnz.Error, match="before the first"):
        archive.positions((2, 1))
    assert archive.export(tmp_path / "games.csv", ["number", "white"], "year < 1900") == stats["games"]
    assert archive.export(tmp_path / "games.uci") == 48
    before = archive.count("white = 'Fischer'")
    assert pgnz.index(copy) == tmp_path / "games.pgnz.parquet"
    assert pgnz.open(copy).count("white = 'Fischer'") == before


def test_urls_are_opened_with_fsspec(path):
    pytest.importorskip("fsspec")
    archive = pgnz.open(path.as_uri())
    assert len(archive) == 48 and archive.path is None
    assert len(pickle.loads(pickle.dumps(archive[:5]))) == 5


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_a_run_within_a_second(tmp_path):
    script = textwrap.dedent("""
        import pgnz, sys

        class Endless:
            games = 0

            def read(self, size):
                self.games += 1
                return (b'[White "%d"]\\n\\n1. e4 e5 *\\n\\n' % self.games)[:size]

        print("begun", flush=True)
        pgnz.compress(Endless(), sys.argv[1])
    """)
    run = subprocess.Popen(
        [sys.executable, "-c", script, tmp_path / "out.pgnz"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ,
    )
    assert run.stdout and run.stdout.readline() == b"begun\n"
    time.sleep(0.7)
    pressed = time.monotonic()
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=20)
    # On a busy machine the end of the interpreter takes a while.
    assert time.monotonic() - pressed < 4 and b"KeyboardInterrupt" in said
    assert not list(tmp_path.iterdir())
