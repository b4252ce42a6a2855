# The compiled module; __init__.pyi describes its public part.
from collections.abc import Mapping
from typing import Any, final

from numpy.typing import NDArray

from pgnz import (
    Archive as Archive,
    Block as Block,
    Damage as Damage,
    Provenance as Provenance,
    Game as Game,
    GameBuilder as GameBuilder,
    Games as Games,
    Move as Move,
    Position as Position,
    Predictor as Predictor,
    Report as Report,
    Reshaped as Reshaped,
    Scan as Scan,
    Tags as Tags,
    append as append,
    compress as compress,
    dedupe as dedupe,
    duplicates as duplicates,
    edit as edit,
    encode_blob as encode_blob,
    expand as expand,
    filter as filter,
    index as index,
    merge as merge,
    open as open,
    repair as repair,
    sample as sample,
    sort as sort,
    split as split,
    test as test,
)

__version__: str

@final
class Text:
    def read(self, bytes: int) -> bytes: ...
    def seek(self, by: int, whence: int) -> int: ...
    def __len__(self) -> int: ...

@final
class Batches:
    def __iter__(self) -> Batches: ...
    def __next__(self) -> dict[str, NDArray[Any]]: ...

def decode_blob(blob: bytes, *, tags: Mapping[str, str] | None = None) -> tuple[str, str, list[str], list[str]]: ...
def columns() -> list[tuple[str, str]]: ...
