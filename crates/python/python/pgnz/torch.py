"""Archives in PyTorch: ``pip install pgnz[torch]``.

::

    positions = pgnz.torch.PositionDataset("months/*.pgnz", "white_rating >= 2000", view="mover")
    for epoch in range(3):
        positions.set_epoch(epoch)
        for batch in torch.utils.data.DataLoader(positions, batch_size=None, num_workers=4):
            loss = train(batch["planes"].float(), batch["moves"], batch["results"])
"""

from __future__ import annotations

import typing

import numpy
import torch
import torch.distributed
import torch.utils.data

from pgnz import _cluster

__all__ = ["PositionDataset"]


class PositionDataset(torch.utils.data.IterableDataset):
    """The positions of games in batches: dictionaries of tensors with the names and meanings of :meth:`pgnz.Archive.batches`.

    ``path`` is an archive, a folder or a pattern, or a list of them; local, or a URL that fsspec supports. ``where``, ``ply``, ``view`` and ``masks``
    are those of ``batches``. The dataset makes the batches itself, so give it to a ``DataLoader`` with ``batch_size=None``.

    The archives are divided into pieces of ``piece_games`` games. Each process of ``torch.distributed`` and each worker of a ``DataLoader`` reads
    pieces of its own, so every position comes once in an epoch; ``rank`` and ``world_size`` say which process it is where ``torch.distributed``
    is not in use. Processes can have different numbers of batches: ``torch.distributed.algorithms.join.Join`` is made for that.

    With ``shuffle`` the pieces come in an order that ``seed`` and the epoch (:meth:`set_epoch`) decide, and the positions of as many pieces as
    have ``buffer`` positions are mixed; a worker needs about 3 kB for each of them, and 17 kB with ``masks``. Without, positions come in the order of
    the archives. A worker reads with one thread.
    Smaller pieces are mixed better and read more slowly: something of a block is decoded anew for each.
    """

    def __init__(
        self,
        path: str | list[str],
        where: str | None = None,
        *,
        batch_size: int = 1024,
        ply: tuple[int, int] | None = None,
        view: typing.Literal["white", "mover"] = "white",
        masks: bool = False,
        shuffle: bool = True,
        seed: int = 0,
        buffer: int = 1 << 17,
        piece_games: int = 512,
        rank: int | None = None,
        world_size: int | None = None,
    ) -> None:
        super().__init__()
        if (rank is None) != (world_size is None):
            raise ValueError("rank and world_size belong together")
        if rank is not None and world_size is not None and not 0 <= rank < world_size:
            raise ValueError("rank must be at least 0 and below world_size")
        if batch_size < 1 or buffer < 1 or piece_games < 1:
            raise ValueError("batch_size, buffer and piece_games must be at least 1")
        patterns = [path] if isinstance(path, str) else list(path)
        paths = [found for pattern in patterns for found in _cluster.expand(pattern)]
        self._options: dict[str, typing.Any] = {"where": where, "ply": ply, "view": view, "masks": masks}
        # What cannot be read is said before a worker starts.
        _cluster.check_batches(**self._options)
        self._pieces = [
            _cluster.Part(part.path, start, min(start + piece_games, part.end))
            for part in _cluster.share_out(paths, where, _cluster.TEXT_BYTES)
            for start in range(part.start, part.end, piece_games)
        ]
        self._batch_size = batch_size
        self._shuffle = shuffle
        self._seed = seed
        self._buffer = max(buffer, batch_size)
        self._place = None if rank is None or world_size is None else (rank, world_size)
        self._epoch = 0

    def set_epoch(self, epoch: int) -> None:
        """Says which epoch comes next, so that its order differs. Call it before the ``DataLoader`` is iterated, in every process."""
        self._epoch = epoch

    def __iter__(self) -> typing.Iterator[dict[str, torch.Tensor]]:
        share, shares = self._share()
        pieces = list(self._pieces)
        if not self._shuffle:
            yield from self._cut(self._arrays(pieces[share::shares]), self._batch_size)
            return
        # All processes and workers have the same order of the pieces, and take turns.
        numpy.random.default_rng([self._seed, self._epoch]).shuffle(pieces)
        random = numpy.random.default_rng([self._seed, self._epoch, share])
        arrays = self._arrays(pieces[share::shares])
        mixed = (_mixed(chunk, random) for chunk in self._chunks(arrays))
        yield from self._cut(mixed, self._batch_size)

    def _share(self) -> tuple[int, int]:
        """Which of how many shares of the pieces is read here."""
        rank, ranks = 0, 1
        if self._place is not None:
            rank, ranks = self._place
        elif torch.distributed.is_available() and torch.distributed.is_initialized():
            rank, ranks = torch.distributed.get_rank(), torch.distributed.get_world_size()
        # The workers of a process share out its part.
        worker = torch.utils.data.get_worker_info()
        if worker is None:
            return rank, ranks
        return rank * worker.num_workers + worker.id, ranks * worker.num_workers

    def _arrays(self, pieces: list[_cluster.Part]) -> typing.Iterator[dict[str, numpy.ndarray]]:
        archives = {}
        for piece in pieces:
            if piece.path not in archives:
                archives[piece.path] = _cluster.open_archive(piece.path)
            games = archives[piece.path][piece.start : piece.end]
            yield from games.batches(self._buffer, threads=1, **self._options)

    def _chunks(self, arrays: typing.Iterator[dict[str, numpy.ndarray]]) -> typing.Iterator[dict[str, numpy.ndarray]]:
        """The same in larger parts, of at least ``buffer`` positions."""
        kept, rows = [], 0
        for array in arrays:
            kept.append(array)
            rows += len(array["moves"])
            if rows >= self._buffer:
                yield _joined(kept)
                kept, rows = [], 0
        if kept:
            yield _joined(kept)

    @staticmethod
    def _cut(arrays: typing.Iterator[dict[str, numpy.ndarray]], size: int) -> typing.Iterator[dict[str, torch.Tensor]]:
        """Batches of this size; the last one may be smaller."""
        kept, rows = [], 0
        for array in arrays:
            kept.append(array)
            rows += len(array["moves"])
            if rows < size:
                continue
            whole = _joined(kept)
            ready = rows - rows % size
            for start in range(0, ready, size):
                yield _tensors(whole, start, start + size)
            kept, rows = [{name: values[ready:] for name, values in whole.items()}], rows - ready
        if rows:
            yield _tensors(_joined(kept), 0, rows)


def _joined(arrays: list[dict[str, numpy.ndarray]]) -> dict[str, numpy.ndarray]:
    if len(arrays) == 1:
        return arrays[0]
    return {name: numpy.concatenate([array[name] for array in arrays]) for name in arrays[0]}


def _mixed(arrays: dict[str, numpy.ndarray], random: numpy.random.Generator) -> dict[str, numpy.ndarray]:
    order = random.permutation(len(arrays["moves"]))
    return {name: values[order] for name, values in arrays.items()}


def _tensors(arrays: dict[str, numpy.ndarray], start: int, end: int) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(values[start:end]) for name, values in arrays.items()}
