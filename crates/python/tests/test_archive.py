"""Archives are sequences of games."""

import collections.abc
import contextlib
import io
import itertools
import multiprocessing
import os
import pickle
import re
import shutil
import threading

import pgnz
import pytest
from conftest import ROOT


def numbers(games):
    return [game.number for game in games]


def test_an_archive_is_a_sequence_of_games(archive):
    assert isinstance(archive, collections.abc.Sequence)
    assert len(archive) == 48
    assert numbers(archive) == list(range(1, 49))
    assert archive[0].number == 1 and archive[-1].number == 48
    for wrong in (48, -49):
        with pytest.raises(IndexError):
            archive[wrong]


def test_a_slice_is_an_archive_of_its_games(archive):
    part = archive[7:-20]
    assert len(part) == 21 and numbers(part) == list(range(8, 29))
    assert part[0].number == 8 and part[-1].number == 28
    assert numbers(part[3:5]) == [11, 12]
    assert numbers(archive[100:]) == [] and numbers(archive[5:2]) == []
    with pytest.raises(IndexError):
        part[21]
    assert [game.number for game in part[::-5]] == [28, 23, 18, 13, 8]
    assert [game.number for game in part[[3, 0, -1]]] == [11, 8, 28]
    assert part.game(2, columns=["tags"]).number == 10
    with pytest.raises(pgnz.NotDecodedError):
        part.game(2, columns=["tags"]).moves  # noqa: B018
    with pytest.raises(IndexError):
        part[[0, 21]]


def test_a_filter_finds_what_the_games_say(archive):
    expected = [game.number for game in archive if game.year is not None and game.year < 1900 and game.plies > 40]
    assert 0 < len(expected) < 48
    for threads in (1, 2):
        found = archive.games(where="year < 1900 and plies > 40", threads=threads)
        assert numbers(found) == expected
    assert archive.count("year < 1900 and plies > 40") == len(expected)
    assert archive[5:30].count() == 25


def test_games_can_be_left_before_the_last(archive):
    assert numbers(itertools.islice(archive, 3)) == [1, 2, 3]


def test_paths_bytes_and_file_objects_hold_archives(path):
    data = path.read_bytes()
    with open(path, "rb") as file:
        for source in (str(path), path, data, bytearray(data), memoryview(data), file, io.BytesIO(data)):
            archive = pgnz.open(source)
            assert len(archive) == 48
            assert archive[40].white == pgnz.open(path)[40].white
            assert archive.count("year > 1900", threads=2) == pgnz.open(path).count("year > 1900")
    with pytest.raises(TypeError):
        pgnz.open(7)
    with pytest.raises(FileNotFoundError):
        pgnz.open(path.with_name("missing.pgnz"))


def test_archives_behind_one_another_are_one(path):
    data = path.read_bytes()
    archive = pgnz.open(data + data)
    assert len(archive) == 96 and archive.report.archives == 2
    assert archive[50].text == archive[2].text


def test_an_archive_of_a_path_can_be_pickled(archive, path):
    part = pickle.loads(pickle.dumps(archive[3:9]))
    assert numbers(part) == [4, 5, 6, 7, 8, 9]
    with pytest.raises(TypeError, match="path"):
        pickle.dumps(pgnz.open(path.read_bytes()))


def test_what_was_pickled_is_opened_in_the_same_way(path, tmp_path):
    model = (ROOT / "crates" / "data" / "fast.net").read_bytes()
    copy = tmp_path / "copy.pgnz"
    copy.write_bytes(path.read_bytes())
    part = pgnz.open(copy, name="somewhere", models=[model])[20:30]
    again = pickle.loads(pickle.dumps(part))
    assert again[0].path == "somewhere" and again.__reduce__()[1] == part.__reduce__()[1]
    assert part.__reduce__()[1][4] == [model]
    pickled = pickle.dumps(part)
    pgnz.compress(b"1. e4 *", copy, level="fast", overwrite=True)
    with pytest.raises(pgnz.Error, match="games 21 to 30"):
        pickle.loads(pickled)


def white(part):
    return [game.white for game in part]


def test_other_processes_read_parts(archive):
    parts = [archive[start:end] for start, end in archive.runs(text_bytes=1)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        read = pool.map(white, parts)
    assert len(parts) == 5 and sum(read, []) == white(archive)


def test_several_threads_read_one_archive(archive):
    found = []
    def read():
        found.append([archive[at].white for at in range(0, 48, 5)])
    threads = [threading.Thread(target=read) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(found) == 4 and all(one == found[0] for one in found)


def test_runs_share_out_all_games_but_those_that_cannot_pass(archive):
    assert archive.runs(text_bytes=1) == [(0, 10), (10, 20), (20, 30), (30, 40), (40, 48)]
    assert archive.runs() == [(0, 48)]
    assert archive[5:25].runs(text_bytes=1) == [(0, 5), (5, 15), (15, 20)]
    first = archive.blocks[0]
    assert first.games == 10 and first.dates[0] < first.dates[1]
    assert all(re.fullmatch(r"(\d{4}|\?{4})(\.(\d\d|\?\?)){2}", date) for block in archive.blocks for date in block.dates)
    assert archive.report.dates == (min(block.dates[0] for block in archive.blocks), max(block.dates[1] for block in archive.blocks))
    late = archive.runs("date >= 1990", text_bytes=1)
    assert late and len(late) < 5
    assert sum(archive[start:end].count("date >= 1990") for start, end in late) == archive.count("date >= 1990")


def test_the_report_says_what_is_there(archive, famous):
    report = archive.report
    assert (report.games, report.text_bytes, report.level) == (48, len(famous), "fast")
    assert report.streams["moves"] > 0 and report.damage == []
    assert "48 games" in repr(archive)


def test_it_is_closed_by_with(path):
    with pgnz.open(path) as archive:
        assert len(archive) == 48
        part, text, scan, games = archive[3:], archive.text(), archive.scan("white"), archive.games()
    for use in (
        lambda: len(archive),
        lambda: archive[0],
        lambda: part[0],
        lambda: archive.count("year > 1900"),
        lambda: archive.report,
        lambda: list(archive),
        lambda: scan.schema,
        lambda: text.read(),
        lambda: pickle.dumps(archive),
        archive.__enter__,
    ):
        with pytest.raises(ValueError, match="closed"):
            use()
    archive.close()
    assert archive.path == path and "closed" in repr(archive)
    with contextlib.suppress(ValueError):
        assert len(list(games)) == 48


def test_file_objects_stay_open(path):
    with open(path, "rb") as file:
        pgnz.open(file).close()
        assert len(pgnz.open(file)) == 48


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="the system does not list open files")
def test_files_are_let_go(path, tmp_path):
    # Threads of other tests may still read the other file.
    path = shutil.copy(path, tmp_path / "own.pgnz")
    def is_open():
        links = (f"/proc/self/fd/{one}" for one in os.listdir("/proc/self/fd"))
        return str(path) in [os.readlink(link) for link in links if os.path.islink(link)]
    archive = pgnz.open(path)
    assert is_open()
    archive.close()
    assert not is_open()
    file = pgnz.open_text(path)
    file.read(10)
    assert is_open()
    file.close()
    assert not is_open()
