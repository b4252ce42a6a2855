"""docs/format/02-container.md, Codecs: the files that decoding needs, and the digest of an archive."""
import os
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

ROOT = Path(os.environ.get("PGNZ_ROOT", Path(__file__).resolve().parents[2])) / "crates/streams/src"
MOVES = 2
LEVELS = ("fast", "default", "best")
FILES = (
    (0, "tags/names/names.net"),
    (0, "tags/names/roster.bin"),
    (1, "structure/ends.weights"),
    (MOVES, None),
    (3, "clocks/learned.net"),
    (4, "evals/evals.net"),
    (6, "derived/catalogue/openings.bin"),
    (7, "../../model/src/strings/prime.txt"),
)


@lru_cache
def file(name):
    return (ROOT / name).read_bytes()


def level_file(level):
    """The file of a level by its name."""
    return file(f"moves/net/{level}.net")


@lru_cache
def file_hash(name):
    return sha256(file(name)).digest()


def level_hash(level):
    return file_hash(f"moves/net/{level}.net")


@lru_cache
def digest(level):
    """The digest of an archive of a level, 8 bytes."""
    data = b""
    for stream, name in FILES:
        codec = LEVELS.index(level) if stream == MOVES else 0
        data += bytes([stream, codec]) + file_hash(name or f"moves/net/{level}.net")
    return sha256(data).digest()[:8]
