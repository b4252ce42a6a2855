import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date as _date, datetime as _datetime
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, Literal, NamedTuple, Never, TypedDict, TypeVar, Unpack, final, overload

import numpy as np
from numpy.typing import NDArray

from . import _pgnz

__all__ = [
    "Archive",
    "Block",
    "Comment",
    "CompressOptions",
    "Damage",
    "Error",
    "Game",
    "Games",
    "Line",
    "Moves",
    "NotDecodedError",
    "Ply",
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

__version__: str

_T = TypeVar("_T")
_Path = str | PathLike[str]
_Source = _Path | bytes | bytearray | memoryview | BinaryIO
_Level = Literal["default", "fast"]
_Sources = _Source | list[_Source] | list[str] | list[Path] | tuple[_Source, ...]
_Columns = str | Sequence[str]
_By = Literal["usual", "moves", "text", "id", "prefix"]
_Keep = Literal["first", "longest", "most-annotated"]
_Floats = NDArray[np.float64]
_Kind = Literal[
    "compatibility", "corruption", "insufficient_data", "unknown_model", "invalid_argument", "cancelled", "io"
]

class Error(Exception):
    kind: _Kind
    block: int | None
    stream: str | None
    byte: int | None
    def __init__(
        self,
        message: str = "",
        kind: _Kind = "invalid_argument",
        block: int | None = None,
        stream: str | None = None,
        byte: int | None = None,
    ) -> None: ...

class NotDecodedError(Error, AttributeError): ...

class Progress(TypedDict):
    games: int
    text_bytes: int
    archive_bytes: int

class CompressOptions(TypedDict, total=False):
    level: _Level | None
    model: bytes | None
    threads: int
    memory: int | None
    block_games: int | None
    group_games: int | None
    verify: bool
    partial: bool
    embed: bool

@final
class Damage:
    kind: _Kind
    block: int | None
    byte: int | None
    first_game: int | None
    games: int | None
    text_bytes: int | None
    message: str
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Reshaped:
    games_in: int
    games_out: int
    dropped: int
    left_out: int
    bytes_before: int
    bytes_after: int
    blocks_copied: int
    blocks_coded: int
    added_bytes: int

@final
class Report:
    games: int
    plies: int
    blocks: int
    archives: int
    text_bytes: int
    archive_bytes: int
    level: str | None
    dates: tuple[int, int] | None
    ratings: tuple[int, int] | None
    streams: dict[str, int]
    files: list[tuple[str, int]]
    damage: list[Damage]

@final
class Block:
    first_game: int
    games: int
    plies: int
    text_bytes: int
    archive_bytes: int
    dates: tuple[int, int] | None
    ratings: tuple[int, int] | None

@final
class Tags(Mapping[str, str]):
    def __getitem__(self, name: str, /) -> str: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    @overload
    def get(self, name: str, default: None = None) -> str | None: ...
    @overload
    def get(self, name: str, default: _T) -> str | _T: ...
    def pairs(self) -> list[tuple[str, str]]: ...

@final
class Comment:
    text: str
    clock: int | None
    spent: int | None
    centipawns: int | None
    mate: int | None
    depth: int | None
    def __eq__(self, other: object, /) -> bool: ...

@final
class Ply:
    san: str
    uci: str
    nags: list[int]
    comments: list[Comment]
    variations: list[Line]
    def __eq__(self, other: object, /) -> bool: ...

@final
class Line:
    plies: list[Ply]
    comments: list[Comment]
    variations: list[Line]
    unread: str
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Game:
    @classmethod
    def parse(cls, text: str | bytes) -> Game: ...
    @staticmethod
    def _of(text: bytes, number: int, archive: str) -> Game: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    number: int
    line: Line
    tags: Tags
    moves: list[str]
    uci: list[str]
    indices: NDArray[np.int32]
    nags: list[list[int]]
    comments: list[str | None]
    comment: str | None
    variation_count: int
    text: str
    raw: bytes
    def board(self, ply: int = ...) -> str: ...
    def probabilities(self, ply: int = 0, level: _Level = "default") -> dict[str, float]: ...
    def to_chess(self) -> Any: ...
    def field(self, name: str) -> Any: ...
    # Columns of docs/export.md.
    path: str
    lichess_id: str | None
    tournament: str | None
    date: _date | None
    year: int | None
    month: int | None
    utc_timestamp: _datetime | None
    white_rating: int | None
    black_rating: int | None
    white_rating_diff: int | None
    black_rating_diff: int | None
    time_initial: int | None
    time_increment: int | None
    fen: str | None
    ply_count: int | None
    plies: int | None
    is_complete: bool
    moves_san: list[str]
    moves_uci: list[str]
    moves_index: NDArray[np.int32]
    clocks: _Floats
    clocks_white: _Floats
    clocks_black: _Floats
    spent: _Floats
    evals: _Floats
    evals_centipawns: _Floats
    evals_mate: _Floats
    engine_evals: _Floats
    engine_depths: _Floats
    engine_spent: _Floats
    surprisal: _Floats
    best_probability: _Floats
    pgn: str
    # Other names of columns: those of the tags.
    white_elo: int | None
    black_elo: int | None
    # Fields of docs/filters.md that have one value for a game.
    white: str | None
    black: str | None
    winner: str | None
    loser: str | None
    min_rating: float | None
    max_rating: float | None
    mean_rating: float | None
    rating_gap: float | None
    white_title: str | None
    black_title: str | None
    white_team: str | None
    black_team: str | None
    bot: bool
    titled: bool
    result: str | None
    event_date: str | None
    event: str | None
    site: str | None
    round: str | None
    eco: str | None
    opening: str | None
    variation: str | None
    time_control: str | None
    speed: str | None
    base: float | None
    increment: float | None
    termination: str | None
    ending: str | None
    variant: str | None
    setup: bool
    annotator: str | None
    has_clocks: bool
    has_evals: bool
    has_comments: bool
    has_nags: bool
    has_variations: bool

@final
class Games(Iterator[Game]):
    def __iter__(self) -> Games: ...
    def __next__(self) -> Game: ...

@final
class Scan:
    column_names: list[str]
    @property
    def schema(self) -> Any: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __array__(self, *arguments: object, **options: object) -> Never: ...
    def __iter__(self) -> Iterator[Any]: ...

@final
class Archive(Sequence[Game]):
    path: Path | None
    report: Report
    blocks: list[Block]
    def __len__(self) -> int: ...
    @overload  # type: ignore[override]
    def __getitem__(self, at: int, /) -> Game: ...
    @overload
    def __getitem__(self, part: slice[Any, Any, None], /) -> Archive: ...
    @overload
    def __getitem__(self, part: slice[Any, Any, int], /) -> list[Game]: ...
    @overload
    def __getitem__(self, part: slice[Any, Any, int | None], /) -> Archive | list[Game]: ...
    @overload
    def __getitem__(self, at: Sequence[int] | NDArray[Any], /) -> list[Game]: ...
    def __iter__(self) -> Games: ...
    def __enter__(self) -> Archive: ...
    def __exit__(self, *raised: object) -> None: ...
    def close(self) -> None: ...
    def games(self, where: str | None = None, columns: _Columns | None = None, *, threads: int = 1) -> Games: ...
    def scan(
        self,
        columns: _Columns | None = None,
        where: str | None = None,
        *,
        threads: int = 0,
        level: _Level = "default",
    ) -> Scan: ...
    def count(self, where: str | None = None, *, threads: int = 0) -> int: ...  # type: ignore[override]
    def game(self, at: int, columns: _Columns | None = None) -> Game: ...
    def sample(
        self,
        size: int,
        *,
        seed: int | None = None,
        where: str | None = None,
        columns: _Columns | None = None,
        threads: int = 0,
    ) -> list[Game]: ...
    def stats(self, where: str | None = None, *, quick: bool = False, top: int = 10, threads: int = 0) -> dict[str, Any]: ...
    def tree(
        self,
        moves: str | None = None,
        where: str | None = None,
        *,
        position: str | None = None,
        threads: int = 0,
    ) -> dict[str, Any]: ...
    def export(
        self,
        dst: _Path | BinaryIO,
        columns: _Columns | None = None,
        where: str | None = None,
        *,
        format: Literal["parquet", "arrow", "csv", "jsonl", "uci"] | None = None,
        threads: int = 0,
        level: _Level = "default",
        overwrite: bool = False,
    ) -> int: ...
    def text(self) -> io.BufferedReader: ...
    def _text(self) -> _pgnz.Text: ...
    def runs(self, where: str | None = None, *, text_bytes: int = ...) -> list[tuple[int, int]]: ...

@final
class Predictor:
    def __new__(cls, level: _Level = "default") -> Predictor: ...
    def probabilities(
        self,
        fen: str | None = None,
        *,
        moves: str | Sequence[str] | None = None,
        tags: Mapping[str, str] | None = None,
        variant: str = "Standard",
    ) -> dict[str, float]: ...
    def surprisal(
        self,
        moves: str | Sequence[str],
        fen: str | None = None,
        *,
        tags: Mapping[str, str] | None = None,
        variant: str = "Standard",
    ) -> _Floats: ...

class Moves(NamedTuple):
    start: str
    variant: str
    san: list[str]
    uci: list[str]

def open(source: _Source, *, models: Sequence[bytes] = ..., keep_going: bool = False, name: str | None = None, index: bool = True) -> Archive: ...
def index(archive: _Path, *, moves: bool = False, threads: int = 0, models: Sequence[bytes] = ...) -> Path: ...
def open_text(source: _Source, *, models: Sequence[bytes] = (), keep_going: bool = False, name: str | None = None, index: bool = True) -> io.BufferedReader: ...
@overload
def compress(
    src: _Sources,
    dst: None = None,
    *,
    progress: Callable[[Progress], object] | None = None,
    overwrite: bool = False,
    **options: Unpack[CompressOptions],
) -> bytes: ...
@overload
def compress(
    src: _Sources,
    dst: _Path | BinaryIO,
    *,
    progress: Callable[[Progress], object] | None = None,
    overwrite: bool = False,
    **options: Unpack[CompressOptions],
) -> Report: ...
@overload
def expand(
    src: _Source,
    dst: None = None,
    *,
    threads: int = 0,
    memory: int | None = None,
    models: Sequence[bytes] = ...,
    progress: Callable[[Progress], object] | None = None,
    keep_going: bool = False,
    overwrite: bool = False,
) -> bytes: ...
@overload
def expand(
    src: _Source,
    dst: _Path | BinaryIO,
    *,
    threads: int = 0,
    memory: int | None = None,
    models: Sequence[bytes] = ...,
    progress: Callable[[Progress], object] | None = None,
    keep_going: bool = False,
    overwrite: bool = False,
) -> Report: ...
def test(
    src: _Source,
    *,
    threads: int = 0,
    memory: int | None = None,
    models: Sequence[bytes] = ...,
    progress: Callable[[Progress], object] | None = None,
) -> Report: ...
@overload
def repair(
    copies: _Sources,
    dst: None = None,
    *,
    threads: int = 0,
    memory: int | None = None,
    models: Sequence[bytes] = ...,
    overwrite: bool = False,
) -> bytes: ...
@overload
def repair(
    copies: _Sources,
    dst: _Path | BinaryIO,
    *,
    threads: int = 0,
    memory: int | None = None,
    models: Sequence[bytes] = ...,
    overwrite: bool = False,
) -> Report: ...
def append(
    archive: _Path,
    src: _Sources,
    *,
    progress: Callable[[Progress], object] | None = None,
    **options: Unpack[CompressOptions],
) -> Report: ...
@overload
def merge(
    sources: _Sources,
    dst: None = None,
    *,
    overwrite: bool = False,
    **options: Unpack[CompressOptions],
) -> bytes: ...
@overload
def merge(
    sources: _Sources,
    dst: _Path | BinaryIO,
    *,
    overwrite: bool = False,
    **options: Unpack[CompressOptions],
) -> Reshaped: ...
@overload
def filter(
    sources: _Sources,
    where: str,
    dst: None = None,
    *,
    overwrite: bool = False,
    **options: Unpack[CompressOptions],
) -> bytes: ...
@overload
def filter(
    sources: _Sources,
    where: str,
    dst: _Path | BinaryIO,
    *,
    overwrite: bool = False,
    **options: Unpack[CompressOptions],
) -> Reshaped: ...
@overload
def sort(
    sources: _Sources,
    by: str,
    dst: None = None,
    *,
    where: str | None = None,
    overwrite: bool = False,
    **options: Unpack[CompressOptions],
) -> bytes: ...
@overload
def sort(
    sources: _Sources,
    by: str,
    dst: _Path | BinaryIO,
    *,
    where: str | None = None,
    overwrite: bool = False,
    **options: Unpack[CompressOptions],
) -> Reshaped: ...
@overload
def sample(
    sources: _Sources,
    size: int,
    dst: None = None,
    *,
    seed: int | None = None,
    where: str | None = None,
    overwrite: bool = False,
    **options: Unpack[CompressOptions],
) -> bytes: ...
@overload
def sample(
    sources: _Sources,
    size: int,
    dst: _Path | BinaryIO,
    *,
    seed: int | None = None,
    where: str | None = None,
    overwrite: bool = False,
    **options: Unpack[CompressOptions],
) -> Reshaped: ...
@overload
def dedupe(
    sources: _Sources,
    dst: None = None,
    *,
    by: _By = "usual",
    keep: _Keep = "first",
    strict: bool = False,
    where: str | None = None,
    overwrite: bool = False,
    **options: Unpack[CompressOptions],
) -> bytes: ...
@overload
def dedupe(
    sources: _Sources,
    dst: _Path | BinaryIO,
    *,
    by: _By = "usual",
    keep: _Keep = "first",
    strict: bool = False,
    where: str | None = None,
    overwrite: bool = False,
    **options: Unpack[CompressOptions],
) -> Reshaped: ...
def duplicates(
    sources: _Sources,
    *,
    by: _By = "usual",
    keep: _Keep = "first",
    strict: bool = False,
    where: str | None = None,
    threads: int = 0,
) -> list[tuple[tuple[int, int], tuple[int, int]]]: ...
def split(
    sources: _Sources,
    by: str,
    folder: _Path,
    *,
    where: str | None = None,
    max_files: int = ...,
    overwrite: bool = False,
    **options: Unpack[CompressOptions],
) -> list[tuple[Path, int]]: ...
def encode_blob(
    moves: str | Sequence[str],
    *,
    tags: Mapping[str, str] | None = None,
    level: _Level = "default",
    fen: str | None = None,
    variant: str = "Standard",
) -> bytes: ...
def decode_blob(blob: bytes | bytearray | memoryview, *, tags: Mapping[str, str] | None = None) -> Moves: ...
