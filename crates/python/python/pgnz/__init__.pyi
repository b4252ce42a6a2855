import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date as _date, datetime as _datetime
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, Literal, NamedTuple, Never, TypedDict, TypeVar, Unpack, final, overload

import numpy as np
from numpy.typing import NDArray

from . import _pgnz
from ._line import Comment as Comment, Line as Line, Ply as Ply

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

__version__: str

_T = TypeVar("_T")
_Path = str | PathLike[str]
_Source = _Path | bytes | bytearray | memoryview | BinaryIO
_Level = Literal["fast", "default", "best"]
_Verify = Literal["full", "replay", "none"]
_Sources = _Source | list[_Source] | list[str] | list[Path] | tuple[_Source, ...]
# A `Move`, a text, or a `chess.Move` of python-chess.
_Move = Move | str | Any
_Columns = str | Sequence[str]
_By = Literal["usual", "moves", "text", "id", "prefix"]
_Keep = Literal["first", "longest", "most-annotated"]
_Side = Literal["white", "black"]
_View = Literal["white", "mover"]
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
    verify: bool | _Verify
    partial: bool
    embed: bool
    embed_data: bool
    provenance: bool
    edition: str | None

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
    changed: int
    respelled: tuple[int, int, int, int]
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
    dates: tuple[str, str] | None
    ratings: tuple[int, int] | None
    streams: dict[str, int]
    files: list[tuple[str, int]]
    provenance: list[Provenance]
    unfinished: bool
    damage: list[Damage]

@final
class Provenance:
    file_name: str | None
    text_bytes: int | None
    text_sha256: str | None
    source_bytes: int | None
    source_sha256: str | None
    games: int
    plies: int
    program: str
    manifest: str

@final
class Block:
    first_game: int
    games: int
    plies: int
    text_bytes: int
    archive_bytes: int
    dates: tuple[str, str] | None
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
class Position:
    variant: str
    is_chess960: bool
    turn: _Side
    white_to_move: bool
    is_check: bool
    move_number: int
    outcome: Literal["1-0", "0-1", "1/2-1/2"] | None
    legal_moves: list[Move]
    zobrist: int
    polyglot_key: int
    @staticmethod
    def standard() -> Position: ...
    @staticmethod
    def initial(variant: str) -> Position: ...
    @staticmethod
    def from_fen(fen: str, variant: str = "Standard") -> Position: ...
    @classmethod
    def from_chess(cls, board: Any) -> Position: ...
    def to_fen(self) -> str: ...
    def to_chess(self) -> Any: ...
    def piece_at(self, square: str | int) -> str | None: ...
    def read_move(self, text: _Move) -> Move: ...
    def san(self, move: _Move) -> str: ...
    def play(self, move: _Move) -> Position: ...
    def pass_(self) -> Position | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Move:
    from_: str | None
    to: str
    role: str
    promotion: str | None
    capture: str | None
    castling: Literal["short", "long"] | None
    is_en_passant: bool
    def to_uci(self, chess960: bool = False) -> str: ...
    def to_chess(self, chess960: bool = False) -> Any: ...
    @staticmethod
    def _of(
        piece: str, from_: str | None, to: str, capture: str | None, promotion: str | None, is_en_passant: bool
    ) -> Move: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class GameBuilder:
    line: Line
    def __new__(cls) -> GameBuilder: ...
    @classmethod
    def edit(cls, game: Game) -> GameBuilder: ...
    def tag(self, name: str, value: str) -> GameBuilder: ...
    def remove_tag(self, name: str) -> bool: ...
    def set_start(self, start: Position) -> None: ...
    def push(self, move: _Move) -> Ply: ...
    def variation(self, ply: int, moves: str | Sequence[_Move]) -> Line: ...
    def to_pgn(self) -> str: ...
    def build(self) -> Game: ...

@final
class Game:
    @classmethod
    def parse(cls, text: str | bytes) -> Game: ...
    @classmethod
    def from_chess(cls, game: Any) -> Game: ...
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
    def position(self, ply: int = ...) -> Position: ...
    def planes(self, ply: int = ..., view: _View = "white") -> NDArray[np.uint8]: ...
    def targets(self, view: _View = "white") -> NDArray[np.int64]: ...
    def legal_mask(self, ply: int = ..., view: _View = "white") -> NDArray[np.bool_]: ...
    def probabilities(self, ply: int = 0, level: _Level = "default") -> dict[str, float]: ...
    def to_chess(self) -> Any: ...
    def field(self, name: str) -> Any: ...
    # The columns: `just tables` writes them.
    @property
    def path(self) -> str:
        """the name of the archive, as given on the command line"""
    @property
    def lichess_id(self) -> str | None:
        """the identifier of the game on lichess.org, or of the game as it was broadcast there, eight letters and digits, from a link in `Link`, `GameURL` or `Site`; null for links to other pages (studies, analyses, training). `dedupe` compares the same identifiers"""
    @property
    def tournament(self) -> str | None:
        """the tournament's identifier on lichess.org, from `Event`"""
    @property
    def white(self) -> str | None:
        """White"""
    @property
    def black(self) -> str | None:
        """Black"""
    @property
    def winner(self) -> str | None:
        """the player who won, by the tag `Result`"""
    @property
    def loser(self) -> str | None:
        """the player who lost"""
    @property
    def white_rating(self) -> int | None:
        """the rating of White: the tag `WhiteElo`, 1 to 9,999"""
    white_elo: int | None
    @property
    def black_rating(self) -> int | None:
        """the rating of Black: the tag `BlackElo`, 1 to 9,999"""
    black_elo: int | None
    @property
    def min_rating(self) -> float | None:
        """the lower of the two ratings; unknown unless both are known"""
    @property
    def max_rating(self) -> float | None:
        """the higher of the two; unknown unless both are known"""
    @property
    def mean_rating(self) -> float | None:
        """the mean of the two; unknown unless both are known"""
    @property
    def rating_gap(self) -> float | None:
        """White's rating minus Black's; unknown unless both are known"""
    @property
    def white_rating_diff(self) -> int | None:
        """the change of White's rating"""
    @property
    def black_rating_diff(self) -> int | None:
        """the change of Black's rating"""
    @property
    def white_title(self) -> str | None:
        """the tag `WhiteTitle`"""
    @property
    def black_title(self) -> str | None:
        """the tag `BlackTitle`"""
    @property
    def white_team(self) -> str | None:
        """the tag `WhiteTeam`"""
    @property
    def black_team(self) -> str | None:
        """the tag `BlackTeam`"""
    @property
    def bot(self) -> bool:
        """a player has the title `BOT`"""
    @property
    def titled(self) -> bool:
        """a player has a title other than `BOT`"""
    @property
    def result(self) -> str | None:
        """`1-0`, `0-1`, `1/2-1/2` or `*`: what the tag `Result` says, in any clear spelling (`1/2`, `½-½`, `1:0`); if it is `*`, `?`, empty or missing, the result at the end of the moves. Unknown if neither says it, and for a double forfeit (`0-0`)"""
    @property
    def date(self) -> _date | None:
        """the tag `Date`, or `UTCDate` if `Date` gives no year. Read are `2023.05.01`, `2023-05-01`, `2023/5/1`, `20230501`, `2023.05`, `2023` and, if day and month can be told apart, `25.05.2023`; of `01.05.2023` only the year is known. As a column it is null unless year, month and day are known"""
    @property
    def year(self) -> int | None:
        """the year of the date"""
    @property
    def month(self) -> int | None:
        """its month, 1 to 12; a filter asks for the month of a date whose year is known"""
    @property
    def utc_timestamp(self) -> _datetime | None:
        """when the game began, from `UTCDate` and `UTCTime`"""
    @property
    def event_date(self) -> str | None:
        """the tag `EventDate`"""
    @property
    def event(self) -> str | None:
        """the tag `Event`"""
    @property
    def site(self) -> str | None:
        """the tag `Site`"""
    @property
    def round(self) -> str | None:
        """the tag `Round`"""
    @property
    def eco(self) -> str | None:
        """the tag `ECO`: a letter and two digits; anything after them is ignored"""
    @property
    def opening(self) -> str | None:
        """the tag `Opening`"""
    @property
    def variation(self) -> str | None:
        """the tag `Variation`"""
    @property
    def time_control(self) -> str | None:
        """the tag `TimeControl`; `600` is the same as `600+0`"""
    @property
    def speed(self) -> str | None:
        """the class of the time control by its time at the start and 40 increments, as on Lichess: `ultrabullet` below 30 s, `bullet` below 3 min, `blitz` below 8 min, `rapid` below 25 min, `classical`; `correspondence` for days a move and for `-`. Unknown for time controls of several stages"""
    @property
    def base(self) -> float | None:
        """seconds at the start, for a time control of one stage"""
    @property
    def increment(self) -> float | None:
        """seconds added with each move"""
    @property
    def time_initial(self) -> int | None:
        """initial time in seconds, if it is a whole number; null for correspondence and for time controls of several stages"""
    @property
    def time_increment(self) -> int | None:
        """increment per move in seconds, likewise"""
    @property
    def termination(self) -> str | None:
        """the tag `Termination`"""
    @property
    def ending(self) -> str | None:
        """from the last position: `mate`, `stalemate`, or `variant` where a rule of the variant ended the game (the third check, a king in the centre, on the eighth rank or exploded, a side without pieces or, in antichess, without moves; with both kings on the eighth rank it is a draw). In standard chess a `stalemate` counts only if no player is given as the winner. Otherwise from the tag `Termination`: one of these, or `resignation`, `time`, `agreement`, `repetition`, `material` (insufficient material), `fifty` (the fifty-move rule), `abandoned`, `adjudication`, `infraction` (of rules), `forfeit` (not on time: a player did not come, or was declared the loser). Unknown if neither says, as for most games that were resigned"""
    @property
    def variant(self) -> str | None:
        """the tag `Variant`; `Standard` where there is none"""
    @property
    def setup(self) -> bool:
        """the game has a tag `FEN`: it starts from a set-up position"""
    @property
    def fen(self) -> str | None:
        """the start position, unless it is the usual one of the variant"""
    @property
    def annotator(self) -> str | None:
        """the tag `Annotator`"""
    @property
    def ply_count(self) -> int | None:
        """number of plies (moves by one player) of the main line, as `plies`; null beyond 65,535"""
    @property
    def plies(self) -> int | None:
        """plies of the main line, up to the first illegal or unreadable move. Where the start position cannot be played, filters find 0, and a column is null"""
    @property
    def is_complete(self) -> bool:
        """whether all moves of the main line are legal and could be read"""
    @property
    def has_clocks(self) -> bool:
        """a comment of the main line has a clock time, written as `[%clk …]` in any of the forms that are read"""
    @property
    def has_evals(self) -> bool:
        """a comment of the main line has an evaluation, written as `[%eval …]`, likewise"""
    @property
    def has_comments(self) -> bool:
        """a comment of the main line has text, not only commands such as `[%clk 0:03:00]`"""
    @property
    def has_nags(self) -> bool:
        """a move of the main line has an annotation such as `!?` or `$14` directly after it; one after a comment or a variation does not count"""
    @property
    def has_variations(self) -> bool:
        """a move of the main line has a variation"""
    @property
    def material(self) -> str | None:
        """in filters, the pieces and pawns on the board at some point; as a column, those of the last position of the main line, named as for endgame tables: `KRPvKR`, White's first, each side from king to pawn"""
    @property
    def fen_at(self) -> str | None:
        """the position after the last ply as a FEN, with an en passant square only if a capture there is legal. `fen_at(20)` is the position after 20 plies, `fen_at(0)` the start; null where the game is shorter"""
    @property
    def position_hash(self) -> int | None:
        """a hash of the same position in 64 bits; `position_hash(20)` is that after 20 plies. Equal positions have equal hashes, whatever their move counters: in standard chess and Chess960 the Zobrist keys of Polyglot, with an en passant square only if a capture there is legal"""
    @property
    def positions(self) -> NDArray[np.uint64]:
        """the same hash of each position of the main line: one more than there are plies, the start first"""
    @property
    def moves_san(self) -> list[str]:
        """the moves of the main line in standard algebraic notation, as this program writes them; a null move is `--`"""
    @property
    def moves_uci(self) -> list[str]:
        """the same in UCI notation; `0000` for a null move. In games of Chess960, castling is the king taking its own rook, as engines expect with `UCI_Chess960`; in all others `e1g1`"""
    @property
    def moves_index(self) -> NDArray[np.int32]:
        """the index of each move in the list of legal moves, from 0, in the order that archives use; null for a null move"""
    @property
    def clocks(self) -> _Floats:
        """milliseconds left after each ply (`%clk`); null for a ply without a clock time, and where it is not clear what is meant"""
    @property
    def clocks_white(self) -> _Floats:
        """seconds left after each move of White, rounded down; null if there is no clock time, or more than 65,535 seconds"""
    @property
    def clocks_black(self) -> _Floats:
        """seconds left after each move of Black, likewise"""
    @property
    def spent(self) -> _Floats:
        """milliseconds spent on each ply, if the game gives them (`%emt`, `%timestamp`)"""
    @property
    def evals(self) -> _Floats:
        """evaluation (`%eval`) after each ply from White's point of view, encoded as in Aix: centipawns from -32,256 to 32,255 (values outside this range are set to its nearest end); 32,768 - n if White mates in n moves and -32,769 + n if Black does, n from 1 to 512"""
    @property
    def evals_centipawns(self) -> _Floats:
        """evaluation (`%eval`) after each ply in centipawns; null for mate. For numbers without a decimal point, see below"""
    @property
    def evals_mate(self) -> _Floats:
        """number of moves to mate, negative if Black mates; null if the evaluation is in centipawns"""
    @property
    def engine_evals(self) -> _Floats:
        """evaluation that an engine gives in a comment after its move, from White's point of view, encoded as in `evals`; taken from comments such as `+0.25/12 3.1s` (Cute Chess, fastchess, XBoard, Arena), `d=30, mt=67843, wv=1.37` (TCEC) and others"""
    @property
    def engine_depths(self) -> _Floats:
        """depth of the engine's search in plies, from the same comments"""
    @property
    def engine_spent(self) -> _Floats:
        """milliseconds that the engine spent on the move, from the same comments"""
    @property
    def engine_nodes(self) -> _Floats:
        """positions (nodes) that the engine searched for the move, from the same comments, where they tell (fastchess, TCEC, Banksia, OpenBench)"""
    @property
    def surprisal(self) -> _Floats:
        """how unlikely the model finds each ply, in bits from 0 to 16: -log2 of its probability; null for a null move"""
    @property
    def best_probability(self) -> _Floats:
        """the probability of the most likely move at each ply, above 0 and at most 1"""
    @property
    def pgn(self) -> str:
        """the text of the game; read as Latin-1 if it is not UTF-8"""
    # The end of the columns.

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
    provenance: list[Provenance | None]
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
    def engines(
        self, where: str | None = None, *, anchor: tuple[str, float] | None = None, threads: int = 0
    ) -> dict[str, Any]: ...
    def tree(
        self,
        moves: str | None = None,
        where: str | None = None,
        *,
        position: str | None = None,
        threads: int = 0,
    ) -> dict[str, Any]: ...
    def positions(
        self,
        ply: int | tuple[int, int] = ...,
        where: str | None = None,
        *,
        top: int = 10,
        min_count: int = 1,
        threads: int = 0,
    ) -> dict[str, Any]: ...
    def batches(
        self,
        size: int = 1024,
        where: str | None = None,
        *,
        ply: tuple[int, int] | None = None,
        view: _View = "white",
        masks: bool = False,
        threads: int = 0,
    ) -> Iterator[dict[str, NDArray[Any]]]: ...
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
    def __new__(cls, level: _Level | None = None, *, model: bytes | None = None) -> Predictor: ...
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
    resume: Literal[False] = False,
    **options: Unpack[CompressOptions],
) -> bytes: ...
@overload
def compress(
    src: _Sources,
    dst: _Path | BinaryIO,
    *,
    progress: Callable[[Progress], object] | None = None,
    overwrite: bool = False,
    resume: bool = False,
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
    new_only: bool = False,
    progress: Callable[[Progress], object] | None = None,
    **options: Unpack[CompressOptions],
) -> Report: ...
@overload
def merge(
    sources: _Sources,
    dst: None = None,
    *,
    repack: bool = False,
    overwrite: bool = False,
    **options: Unpack[CompressOptions],
) -> bytes: ...
@overload
def merge(
    sources: _Sources,
    dst: _Path | BinaryIO,
    *,
    repack: bool = False,
    overwrite: bool = False,
    **options: Unpack[CompressOptions],
) -> Reshaped: ...
@overload
def filter(
    sources: _Sources,
    where: str | None = None,
    dst: None = None,
    *,
    numbers: Sequence[int] | None = None,
    index: bool = True,
    overwrite: bool = False,
    **options: Unpack[CompressOptions],
) -> bytes: ...
@overload
def filter(
    sources: _Sources,
    where: str | None,
    dst: _Path | BinaryIO,
    *,
    numbers: Sequence[int] | None = None,
    index: bool = True,
    overwrite: bool = False,
    **options: Unpack[CompressOptions],
) -> Reshaped: ...
@overload
def edit(
    source: _Source,
    dst: None = None,
    *,
    set: Mapping[str, str] | None = None,
    remove_tags: Sequence[str] = (),
    names: _Source | None = None,
    replace: Mapping[int, str | bytes] | None = None,
    delete: Sequence[int] = (),
    where: str | None = None,
    numbers: Sequence[int] | None = None,
    index: bool = True,
    overwrite: bool = False,
    **options: Unpack[CompressOptions],
) -> bytes: ...
@overload
def edit(
    source: _Source,
    dst: _Path | BinaryIO,
    *,
    set: Mapping[str, str] | None = None,
    remove_tags: Sequence[str] = (),
    names: _Source | None = None,
    replace: Mapping[int, str | bytes] | None = None,
    delete: Sequence[int] = (),
    where: str | None = None,
    numbers: Sequence[int] | None = None,
    index: bool = True,
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
    index: bool = True,
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
    index: bool = True,
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
    index: bool = True,
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
    index: bool = True,
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
    index: bool = True,
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
    index: bool = True,
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
    index: bool = True,
    threads: int = 0,
) -> list[tuple[tuple[int, int], tuple[int, int]]]: ...
def split(
    sources: _Sources,
    by: str,
    folder: _Path,
    *,
    where: str | None = None,
    max_files: int = ...,
    index: bool = True,
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
