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


SHA256 = {
    "tags/names/names.net": "f01fdcf844e0a42f0531f3209708271b46f1a7f49401adc72c2c1795a71b9608",
    "tags/names/roster.bin": "92b4895a62432fc3e964f54d65679029949a7153be0be49018448a1fd549cec1",
    "structure/ends.weights": "536dd788ef7498e5a59d433322df7ac27417781df6a0f5d462aedf4ea7d546af",
    "moves/net/fast.net": "c7c6e32dc551457d87cf6a1171dfb224afded9e6c603d6df15c8f52339d84878",
    "moves/net/default.net": "c8108d469d0d4394d8dca5dc802aa40eb8aa5e9a04afb0659e92d8e36d73a944",
    "moves/net/best.net": "1b18e5ee68407f2c66b67ee1f42569b3143e4acfb1265522c41810e9bbc93251",
    "clocks/learned.net": "ed96534b7870363226fda5f94ff4b893b88e14e66e0deb6409be3c754a3e66d3",
    "evals/evals.net": "d3328a7f96433daa70056d2d8a2efc11d4a4493348ee8d3bb485fa43fc325238",
    "derived/catalogue/openings.bin": "c2c5f6999408aa641a59fd3dd26fbf385df9ea06ddd368bda89d88959b0c80d9",
    "../../model/src/strings/prime.txt": "ae29acad5f3e2814c72023bf6d3dc362dfea4a11f72832db55e5763a29fd5eb8",
}
GIVEN = {}


def provide(content):
    """Chunk: a file of a chunk DATA."""
    GIVEN[sha256(content).hexdigest()] = content


@lru_cache
def file(name):
    """A file of the table under Codecs, from the repository or else from a chunk DATA."""
    if not (ROOT / name).exists() and SHA256[name] in GIVEN:
        return GIVEN[SHA256[name]]
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
def digest(level, own=None):
    """The digest of an archive of a level, 8 bytes; of level `own` with the bytes of its network."""
    data = b""
    for stream, name in FILES:
        codec = 0
        if stream == MOVES:
            codec = 255 if level == "own" else LEVELS.index(level)
        net = sha256(own).digest() if level == "own" and name is None else file_hash(name or f"moves/net/{level}.net")
        data += bytes([stream, codec]) + net
    return sha256(data).digest()[:8]
