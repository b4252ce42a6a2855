"""docs/format/02-container.md, Codecs: the files that decoding needs, and the digest of an archive."""
import os
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

ROOT = Path(os.environ.get("PGNZ_ROOT", Path(__file__).resolve().parents[2])) / "crates"
MOVES = 2
LEVELS = ("fast", "default", "best")
FILES = (
    (0, "names.net"),
    (0, "roster.bin"),
    (1, "ends.weights"),
    (MOVES, None),
    (3, "learned.net"),
    (4, "evals.net"),
    (6, "openings.bin"),
    (7, "prime.txt"),
)
# Where each file lies in the repository; of the largest one it has two halves.
PATHS = {
    "names.net": ("data/names.net",),
    "roster.bin": ("data/roster.bin",),
    "ends.weights": ("streams/src/structure/ends.weights",),
    "fast.net": ("data/fast.net",),
    "default.net": ("data/default.net",),
    "best.net": ("data-best-1/best.net.1", "data-best-2/best.net.2"),
    "learned.net": ("streams/src/clocks/learned.net",),
    "evals.net": ("data/evals.net",),
    "openings.bin": ("data/openings.bin",),
    "prime.txt": ("model/src/strings/prime.txt",),
}
SHA256 = {
    "names.net": "f01fdcf844e0a42f0531f3209708271b46f1a7f49401adc72c2c1795a71b9608",
    "roster.bin": "92b4895a62432fc3e964f54d65679029949a7153be0be49018448a1fd549cec1",
    "ends.weights": "536dd788ef7498e5a59d433322df7ac27417781df6a0f5d462aedf4ea7d546af",
    "fast.net": "c7c6e32dc551457d87cf6a1171dfb224afded9e6c603d6df15c8f52339d84878",
    "default.net": "c8108d469d0d4394d8dca5dc802aa40eb8aa5e9a04afb0659e92d8e36d73a944",
    "best.net": "1b18e5ee68407f2c66b67ee1f42569b3143e4acfb1265522c41810e9bbc93251",
    "learned.net": "ed96534b7870363226fda5f94ff4b893b88e14e66e0deb6409be3c754a3e66d3",
    "evals.net": "d3328a7f96433daa70056d2d8a2efc11d4a4493348ee8d3bb485fa43fc325238",
    "openings.bin": "c2c5f6999408aa641a59fd3dd26fbf385df9ea06ddd368bda89d88959b0c80d9",
    "prime.txt": "ae29acad5f3e2814c72023bf6d3dc362dfea4a11f72832db55e5763a29fd5eb8",
}
GIVEN = {}


def provide(content):
    """Chunk: a file of a chunk DATA."""
    GIVEN[sha256(content).hexdigest()] = content


@lru_cache
def file(name):
    """A file of the table under Codecs, from the repository or else from a chunk DATA."""
    paths = [ROOT / path for path in PATHS[name]]
    if not paths[0].exists() and SHA256[name] in GIVEN:
        return GIVEN[SHA256[name]]
    return b"".join(path.read_bytes() for path in paths)


def level_file(level):
    """The file of a level by its name."""
    return file(f"{level}.net")


@lru_cache
def file_hash(name):
    return sha256(file(name)).digest()


def level_hash(level):
    return file_hash(f"{level}.net")


@lru_cache
def digest(level, own=None):
    """The digest of an archive of a level, 8 bytes; of level `own` with the bytes of its network."""
    data = b""
    for stream, name in FILES:
        codec = 0
        if stream == MOVES:
            codec = 255 if level == "own" else LEVELS.index(level)
        net = sha256(own).digest() if level == "own" and name is None else file_hash(name or f"{level}.net")
        data += bytes([stream, codec]) + net
    return sha256(data).digest()[:8]
