"""Archives in Spark, on a standalone cluster of one master and two workers."""

import functools
import http.server
import os
import pathlib
import shutil
import threading
import time

import pgnz
import pytest
import docs
from conftest import FAMOUS

pytest.importorskip("pyspark", reason="PySpark is not installed: scripts/python.sh --clusters tests with it")
if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
    pytest.skip("Java is not installed: Spark, which needs it, is not tested", allow_module_level=True)

import pgnz.spark  # noqa: E402
from cluster import Cluster  # noqa: E402


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    cluster = Cluster(tmp_path_factory.mktemp("cluster"), workers=2)
    try:
        yield cluster
    finally:
        cluster.stop()


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """The folder where Spark is started, with the files that docs/python.md speaks of."""
    home, before = tmp_path_factory.mktemp("home"), os.getcwd()
    docs.lay_out(home)
    os.chdir(home)
    yield home
    os.chdir(before)


@pytest.fixture(scope="module")
def spark(cluster, home):
    session = cluster.session()
    session.dataSource.register(pgnz.spark.PgnzDataSource)
    yield session
    session.stop()


def test_the_page_runs_as_it_is_written(spark, home, capfd):
    """The blocks of docs/python.md for Spark, one after the other, with the settings that Spark has by itself."""
    names = {"spark": spark}
    ran = docs.run("spark", names)
    assert ran >= 2 and "count" in capfd.readouterr().out
    assert names["games"].count() > 0
    assert sorted(path.name for path in (home / "archives").iterdir()) == ["2025-04.pgnz", "2025-05.pgnz"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> pathlib.Path:
    """Three archives of many blocks."""
    folder = tmp_path_factory.mktemp("games")
    text = FAMOUS.read_bytes()
    for name, times in (("a", 1), ("b", 3), ("c", 40)):
        pgnz.compress(text * times, folder / f"{name}.pgnz", level="fast", block_games=24)
    return folder


def read(spark, columns, path, **options):
    return spark.read.format("pgnz").option("columns", columns).options(**options).load(str(path))


def test_a_folder_a_pattern_and_a_file_are_read(spark, folder):
    assert read(spark, "white", folder).count() == 48 * 44
    assert read(spark, "white", folder / "[ab].pgnz").count() == 48 * 4
    assert read(spark, "white", folder / "a.pgnz").count() == 48
    with pytest.raises(Exception, match="no archive matches"):
        read(spark, "white", folder / "x*.pgnz").count()


def test_rows_are_those_of_the_package(spark, folder):
    columns = "number,white,date,year,ply_count,moves_uci,utc_timestamp,clocks,is_complete,path"
    path = folder / "a.pgnz"
    rows = read(spark, columns, path).orderBy("number").collect()
    for row, game in zip(rows, pgnz.open(path), strict=True):
        assert (row.number, row.white, row.date, row.year) == (game.number, game.white, game.date, game.year)
        assert row.moves_uci == game.uci and row.ply_count == game.ply_count and row.clocks is None
        assert row.is_complete is True and row.path == str(path)


def test_a_schema_is_given_or_asked_for(spark, folder):
    path = str(folder / "a.pgnz")
    assert "moves_san" in spark.read.format("pgnz").load(path).columns
    given = spark.read.format("pgnz").schema("white string, year int, surprisal array<float>").load(path)
    assert given.columns == ["white", "year", "surprisal"] and len(given.collect()) == 48
    with pytest.raises(Exception, match="there is no column"):
        read(spark, "whit", path).count()


def test_one_archive_is_many_tasks(spark, folder):
    path = folder / "c.pgnz"
    assert read(spark, "white", path).rdd.getNumPartitions() == 1
    parts = read(spark, "number", path, text_bytes="1")
    assert parts.rdd.getNumPartitions() == 80
    numbers = [row.number for row in parts.collect()]
    assert sorted(numbers) == list(range(1, 48 * 40 + 1))


def test_filters_keep_blocks_from_being_read(spark, folder):
    path = folder / "c.pgnz"
    archive = pgnz.open(path)
    spark.conf.set("spark.sql.python.filterPushdown.enabled", "true")

    def games():
        return read(spark, "number,date,year,result,white", path, text_bytes="1", pushdown="true")

    late = games().where("year >= 1950 and result = '1-0'")
    assert late.rdd.getNumPartitions() == 40
    assert late.count() == archive.count("year >= 1950 and result = '1-0'")
    day = games().where("date = date'1956-10-17'")
    assert day.rdd.getNumPartitions() == 40 and day.count() == archive.count("date = 1956-10-17") > 0
    assert games().where("year > 3000").count() == 0
    assert games().where("result in ('0-1', '*') and year <=> 1956").count() == archive.count("result = 0-1 and year = 1956") > 0
    assert read(spark, "white", path, where="plies > 60", text_bytes="1").count() == archive.count("plies > 60")
    assert read(spark, "white", path, where="year >= 1950", text_bytes="1").rdd.getNumPartitions() == 40


def test_one_data_frame_answers_several_queries(spark, folder):
    path = folder / "c.pgnz"
    games, archive = read(spark, "number,year,result", path), pgnz.open(path)
    for query, same in (
        ("year > 3000", "year > 3000"),
        ("year = 1956 or result = '*'", "year = 1956 or result = '*'"),
        ("not year >= 1950", "year < 1950"),
        ("year is null", "year is null"),
        ("number > 0", "plies >= 0"),
    ):
        assert games.where(query).count() == archive.count(same), query


def test_a_worker_that_is_killed_costs_no_game(cluster, spark, folder):
    # Probabilities by the networks take so long that the worker is killed in the middle.
    games = read(spark, "number,surprisal", folder / "c.pgnz", text_bytes="1")
    expected = 48 * 40
    tracker = spark.sparkContext.statusTracker()
    found = []
    query = threading.Thread(target=lambda: found.extend(row.number for row in games.select("number").collect()))
    query.start()
    while not any(
        (stage := tracker.getStageInfo(at)) and 3 <= stage.numCompletedTasks < 60 and stage.numTasks == 80
        for at in tracker.getActiveStageIds()
    ):
        assert query.is_alive(), "the query was done before anybody could be killed"
        time.sleep(0.01)
    cluster.kill(cluster.workers[0])
    query.join(timeout=300)
    assert sorted(found) == list(range(1, expected + 1))
    cluster.add_workers(1)


def test_files_are_compressed_one_a_task(cluster, spark, tmp_path):
    source, target = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    text = FAMOUS.read_bytes()
    for at in range(5):
        (source / f"{at}.pgn").write_bytes(text * (at + 1))
    done = pgnz.spark.compress(str(source / "*.pgn"), str(target), level="fast")
    assert [pathlib.Path(one.archive).name for one in done] == [f"{at}.pgnz" for at in range(5)]
    assert sorted(path.name for path in target.iterdir()) == [f"{at}.pgnz" for at in range(5)]
    for at, one in enumerate(done):
        assert one.games == 48 * (at + 1) and pgnz.expand(one.archive) == text * (at + 1)
    with pytest.raises(FileExistsError):
        pgnz.spark.compress(str(source / "*.pgn"), str(target))


def test_a_worker_that_is_killed_leaves_no_part_of_an_archive(cluster, spark, tmp_path):
    source, target = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    text = FAMOUS.read_bytes() * 12
    for at in range(6):
        (source / f"{at}.pgn").write_bytes(text)
    done = []
    run = threading.Thread(target=lambda: done.extend(pgnz.spark.compress(str(source / "*.pgn"), str(target), spark=spark, level="fast")))
    run.start()
    # Something has been begun, and not all is done.
    while not list(target.glob(".pgnz-*/*")):
        assert run.is_alive()
        time.sleep(0.005)
    cluster.kill(cluster.workers[0])
    run.join(timeout=300)
    assert len(done) == 6 and len(list(target.iterdir())) == 6
    assert all(pgnz.expand(one.archive) == text for one in done)
    cluster.add_workers(1)


class Ranges(http.server.SimpleHTTPRequestHandler):
    """A server that gives parts of files, as object stores do."""

    def do_GET(self):
        data = pathlib.Path(self.translate_path(self.path)).read_bytes()
        asked = self.headers.get("Range")
        start, end = 0, len(data)
        if asked:
            first, _, last = asked.removeprefix("bytes=").partition("-")
            start = int(first) if first else len(data) - int(last)
            end = min(int(last) + 1, len(data)) if first and last else len(data)
        self.server.given += end - start
        self.send_response(206 if asked else 200)
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(end - start))
        if asked:
            self.send_header("Content-Range", f"bytes {start}-{end - 1}/{len(data)}")
        self.end_headers()
        self.wfile.write(data[start:end])

    def log_message(self, *_):
        pass


def test_archives_behind_a_url_are_read_in_parts(spark, folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Ranges, directory=folder))
    server.given = 0
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/c.pgnz"
        games = read(spark, "number,white,path", url, text_bytes="200000")
        assert games.count() == 48 * 40 and games.rdd.getNumPartitions() > 3
        assert games.first().path == url
    finally:
        server.shutdown()
