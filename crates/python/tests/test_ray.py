"""Archives in Ray, on a local cluster of two nodes' worth of processes."""

import os

import pgnz
import pytest
import docs
from conftest import FAMOUS

# Nothing is told to others, and nothing waits for that.
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
# Workers of Ray are nice to all others: beside other work, a test of seconds would take minutes.
os.environ["RAY_worker_niceness"] = "0"
ray = pytest.importorskip("ray", reason="Ray is not installed: scripts/python.sh --clusters tests with it")

import pgnz.ray  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402


@pytest.fixture(scope="module")
def cluster():
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "object_store_memory": 300 << 20, "include_dashboard": False})
    cluster.add_node(num_cpus=1, object_store_memory=300 << 20)
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        assert len(ray.nodes()) == 2
        yield cluster
    finally:
        ray.shutdown()
        cluster.shutdown()


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("games") / "games.pgnz"
    pgnz.compress(FAMOUS.read_bytes() * 10, path, level="fast", block_games=24)
    return str(path)


def test_the_page_runs_as_it_is_written(cluster, tmp_path, monkeypatch):
    docs.lay_out(tmp_path)
    monkeypatch.chdir(tmp_path)
    names = {}
    assert docs.run("ray", names) == 1
    assert names["games"].count() == pgnz.open(tmp_path / "months" / "2025-04.pgnz").count("speed = 'blitz'") * 2


def test_rows_are_those_of_the_package(cluster, path):
    games = ray.data.read_datasource(pgnz.ray.PgnzDatasource(path, ["number", "white", "moves_uci"], text_bytes=1))
    rows = sorted(games.take_all(), key=lambda row: row["number"])
    for row, game in zip(rows, pgnz.open(path), strict=True):
        assert (row["number"], row["white"], list(row["moves_uci"])) == (game.number, game.white, game.uci)


def test_a_filter_passes_over_blocks(cluster, path):
    source = pgnz.ray.PgnzDatasource(path, "number", "year >= 1950", text_bytes=1)
    assert len(source.get_read_tasks(4)) == 10
    assert ray.data.read_datasource(source).count() == pgnz.open(path).count("year >= 1950")
    with pytest.raises(pgnz.Error):
        pgnz.ray.PgnzDatasource(path, "number", "year >= ten")
