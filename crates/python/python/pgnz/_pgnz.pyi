# The compiled module; __init__.pyi describes its public part.
from collections.abc import Mapping
from typing import final

from pgnz import (
    Archive as Archive,
    Block as Block,
    Game as Game,
    Games as Games,
    Predictor as Predictor,
    Report as Report,
    Scan as Scan,
    Tags as Tags,
    compress as compress,
    encode_blob as encode_blob,
    expand as expand,
    open as open,
)

__version__: str

@final
class Text:
    def read(self, bytes: int) -> bytes: ...
    def seek(self, by: int, whence: int) -> int: ...
    def __len__(self) -> int: ...

def decode_blob(blob: bytes, *, tags: Mapping[str, str] | None = None) -> tuple[str, str, list[str], list[str]]: ...
def columns() -> list[tuple[str, str]]: ...
