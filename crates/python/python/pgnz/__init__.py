"""Chess games in small archives.

``pgnz.open`` returns an :class:`Archive`: a sequence of games, a table for Polars, pandas, DuckDB and pyarrow (``scan``), and the PGN text
that it was made from (``text``). ``compress`` makes archives and ``expand`` gives the files back, ``encode_blob`` encodes the moves of one
game as a few bytes, and a :class:`Predictor` computes how likely moves are.
"""

from __future__ import annotations

import collections.abc as _abc
import io as _io
import operator as _operator
import typing as _typing

from . import _file, _pgnz
from ._error import Error, NotDecodedError
from ._line import Comment, Line, Ply
from ._pgnz import (
    Archive,
    Block,
    Damage,
    Provenance,
    Game,
    GameBuilder,
    Games,
    Move,
    Position,
    Predictor,
    Report,
    Reshaped,
    Scan,
    Tags,
    __version__,
    append,
    compress,
    dedupe,
    duplicates,
    edit,
    encode_blob,
    expand,
    filter,
    index,
    merge,
    open,
    repair,
    sample,
    sort,
    split,
    test,
)

__all__ = [
    "Archive",
    "Block",
    "Comment",
    "CompressOptions",
    "Damage",
    "Provenance",
    "Error",
    "Game",
    "GameBuilder",
    "Games",
    "Line",
    "Move",
    "Moves",
    "NotDecodedError",
    "Ply",
    "Position",
    "Predictor",
    "Progress",
    "Report",
    "Reshaped",
    "Scan",
    "Tags",
    "__version__",
    "append",
    "compress",
    "decode_blob",
    "dedupe",
    "duplicates",
    "edit",
    "encode_blob",
    "expand",
    "filter",
    "index",
    "merge",
    "open",
    "open_text",
    "repair",
    "sample",
    "sort",
    "split",
    "test",
]

_abc.Mapping.register(Tags)
_abc.Sequence.register(Archive)
_abc.Iterator.register(Games)

for _name, _help in _pgnz.columns():
    if not hasattr(Game, _name):
        setattr(Game, _name, property(_operator.methodcaller("field", _name), doc=_help))
del _name, _help


class Progress(_typing.TypedDict):
    """The progress of a run: the argument of the callback ``progress=…`` of :func:`compress` and :func:`expand`."""

    games: int
    text_bytes: int
    archive_bytes: int


class CompressOptions(_typing.TypedDict, total=False):
    """The options of :func:`compress` that all functions that make archives have; ``None`` is the default of each."""

    level: _typing.Literal["fast", "default", "best"] | None
    model: bytes | None
    threads: int
    memory: int | None
    block_games: int | None
    group_games: int | None
    verify: bool | _typing.Literal["full", "replay", "none"]
    partial: bool
    embed: bool
    provenance: bool


class Moves(_typing.NamedTuple):
    """The moves of a blob."""

    #: The start position, as a FEN.
    start: str
    #: The variant, as in the ``Variant`` tags of Lichess: ``"Standard"``, ``"Crazyhouse"``, …
    variant: str
    #: The moves in standard algebraic notation.
    san: list[str]
    #: The moves in UCI notation.
    uci: list[str]


def decode_blob(blob: bytes | bytearray | memoryview, *, tags: _abc.Mapping[str, str] | None = None) -> Moves:
    """The game of a blob that :func:`encode_blob` made with the same ``tags``.

    Raises :class:`Error` if the bytes are not such a blob. 1 in 4,096 blobs that are damaged, or decoded with other tags, gives another game.
    """
    return Moves(*_pgnz.decode_blob(memoryview(blob).tobytes(), tags=tags))


def open_text(source, **options) -> _io.BufferedReader:
    """The exact PGN of an archive as a seekable, read-only binary file, for any program that reads PGN.

    ``source`` and ``options`` are those of :func:`open`. About 128 games are decoded at a time, when they are read.
    """
    return _file.text(open(source, **options))
