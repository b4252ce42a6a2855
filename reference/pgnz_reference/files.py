"""The files that decoding needs, and the digest of docs/format.md, Header."""
import os
import struct
from functools import lru_cache
from pathlib import Path

from .xxh3 import xxh3

ROOT = Path(os.environ.get("PGNZ_ROOT", Path(__file__).resolve().parents[2])) / "crates/streams/src"
COMMON = (
    "clocks/learned.net evals/evals.net tags/names/names.net tags/names/roster.bin derived/catalogue/openings.bin"
    " structure/ends.weights ../../model/src/text_model/prime.txt"
).split()


@lru_cache
def file(name):
    return (ROOT / name).read_bytes()


@lru_cache
def level_file(level):
    """The file of a level by its name."""
    return file(f"moves/net/{level}.net")


@lru_cache
def file_hash(name):
    return xxh3(file(name))


@lru_cache
def level_hash(level):
    return xxh3(level_file(level))


def digest(level):
    """Header: the hash of eight hashes, that of the level's file first."""
    return xxh3(struct.pack("<8Q", level_hash(level), *(file_hash(name) for name in COMMON)))
