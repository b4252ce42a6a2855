"""Chess games in small archives.

``pgnz.open`` gives an :class:`Archive`: a sequence of games, a table for Polars, pandas, DuckDB and pyarrow (``scan``), and the PGN text
that it was made from (``text``). ``compress`` and ``expand`` make archives and take them apart, ``encode_blob`` makes the moves of one game
a few bytes, and a :class:`Predictor` says how likely moves are.
"""

from __future__ import annotations

import collections.abc as _abc
import io as _io
import typing as _typing

from . import _file, _pgnz
from ._error import Error
from ._pgnz import (
    Archive,
    Block,
    Game,
    Games,
    Predictor,
    Report,
    Scan,
    Tags,
    __version__,
    compress,
    encode_blob,
    expand,
    open,
)

__all__ = [
    "Archive",
    "Block",
    "Error",
    "Game",
    "Games",
    "Moves",
    "Predictor",
    "Progress",
    "Report",
    "Scan",
    "Tags",
    "__version__",
    "compress",
    "decode_blob",
    "encode_blob",
    "expand",
    "open",
    "open_text",
]

_abc.Mapping.register(Tags)
_abc.Sequence.register(Archive)
_abc.Iterator.register(Games)


class Progress(_typing.TypedDict):
    """How far a run has come, as ``progress=…`` of :func:`compress` and :func:`expand` is told."""

    games: int
    text_bytes: int
    archive_bytes: int


class Moves(_typing.NamedTuple):
    """The moves of a blob."""

    #: Where the game starts, as a FEN.
    start: str
    #: The variant, as the ``Variant`` tags of Lichess have it: ``"Standard"``, ``"Crazyhouse"``, …
    variant: str
    #: The moves in standard algebraic notation.
    san: list[str]
    #: The moves in the notation of UCI.
    uci: list[str]


def decode_blob(blob: bytes, *, tags: _abc.Mapping[str, str] | None = None) -> Moves:
    """The game of a blob that :func:`encode_blob` has made with the same ``tags``.

    Raises :class:`Error` if the bytes are no such blob. 1 in 4,096 blobs that are damaged, or read with other tags, passes for another game.
    """
    return Moves(*_pgnz.decode_blob(blob, tags=None if tags is None else dict(tags)))


def open_text(source, **options) -> _io.BufferedReader:
    """The exact PGN of an archive as a read-only binary file with seek, for whatever reads PGN.

    ``source`` and ``options`` are those of :func:`open`. Some 128 games are decoded at a time, where they are read.
    """
    return _file.text(open(source, **options))
