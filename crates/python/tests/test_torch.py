"""Archives in PyTorch."""

from __future__ import annotations

import collections

import docs
import pgnz
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")

import pgnz.torch  # noqa: E402


def positions(batches) -> list[tuple[int, int]]:
    found = []
    for batch in batches:
        found += zip(batch["games"].tolist(), batch["plies"].tolist(), strict=True)
    return found


@pytest.fixture
def everything(archive) -> list[tuple[int, int]]:
    return [(game.number, ply) for game in archive for ply in range(game.plies)]


def test_batches_are_tensors_with_what_the_archive_says(path, archive):
    dataset = pgnz.torch.PositionDataset(str(path), "year < 1900", batch_size=50, shuffle=False, view="mover", masks=True, ply=(4, 60))
    expected = list(archive.batches(50, "year < 1900", view="mover", masks=True, ply=(4, 60)))
    for batch, arrays in zip(dataset, expected, strict=True):
        assert batch.keys() == arrays.keys()
        for name, values in arrays.items():
            assert torch.equal(batch[name], torch.from_numpy(values)), name


@pytest.mark.parametrize("shuffle", [False, True])
@pytest.mark.parametrize("workers", [0, 2])
def test_every_position_comes_once_whatever_the_number_of_workers(path, everything, shuffle, workers):
    dataset = pgnz.torch.PositionDataset(str(path), batch_size=64, shuffle=shuffle, buffer=500, piece_games=4)
    loader = torch.utils.data.DataLoader(dataset, batch_size=None, num_workers=workers)
    assert sorted(positions(loader)) == everything


def test_ranks_have_different_positions_and_all_together(path, everything):
    of_ranks = [pgnz.torch.PositionDataset(str(path), rank=rank, world_size=3, piece_games=4) for rank in range(3)]
    found = [positions(dataset) for dataset in of_ranks]
    assert all(found) and sorted(sum(found, [])) == everything


def test_seed_and_epoch_decide_the_order(path):
    dataset = pgnz.torch.PositionDataset(str(path), buffer=500, batch_size=100, piece_games=4, seed=7)
    first = positions(dataset)
    assert positions(dataset) == first
    dataset.set_epoch(1)
    second = positions(dataset)
    assert second != first and collections.Counter(second) == collections.Counter(first)
    # Positions of one game are far from one another.
    assert sum(a[0] == b[0] for a, b in zip(first, first[1:])) < len(first) / 2


def test_what_cannot_be_is_said_at_once(path):
    make = pgnz.torch.PositionDataset
    for options in ({"rank": 1}, {"rank": 2, "world_size": 2}, {"batch_size": 0}):
        with pytest.raises(ValueError, match="must be|belong"):
            make(str(path), **options)
    with pytest.raises(pgnz.Error, match="expected a number"):
        make(str(path), "year > ten")
    with pytest.raises(FileNotFoundError):
        make(str(path) + "x")


def test_the_example_of_the_page_runs(tmp_path, monkeypatch):
    docs.lay_out(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert docs.run("torch", {}) == 1
