"""docs/format/02-container.md, Codecs: the files that decoding needs, and the digest of an archive."""
import os
from functools import cache
from hashlib import sha256
from pathlib import Path

ROOT = Path(os.environ.get("PGNZ_ROOT", Path(__file__).resolve().parents[2])) / "crates"
LEVELS = ("fast", "default", "best")
# The table under Codecs: stream, codec, file, SHA-256, and the folder that it lies in.
FILES = (
    (0, 0, "names.net", "f01fdcf844e0a42f0531f3209708271b46f1a7f49401adc72c2c1795a71b9608", "data"),
    (0, 0, "roster.bin", "92b4895a62432fc3e964f54d65679029949a7153be0be49018448a1fd549cec1", "data"),
    (1, 0, "ends.weights", "536dd788ef7498e5a59d433322df7ac27417781df6a0f5d462aedf4ea7d546af", "streams/src/structure"),
    (2, 0, "fast.net", "c7c6e32dc551457d87cf6a1171dfb224afded9e6c603d6df15c8f52339d84878", "data"),
    (2, 1, "default.net", "c8108d469d0d4394d8dca5dc802aa40eb8aa5e9a04afb0659e92d8e36d73a944", "data"),
    (2, 2, "best.net", "1b18e5ee68407f2c66b67ee1f42569b3143e4acfb1265522c41810e9bbc93251", "data-best-*"),
    (3, 0, "learned.net", "ed96534b7870363226fda5f94ff4b893b88e14e66e0deb6409be3c754a3e66d3", "streams/src/clocks"),
    (4, 0, "evals.net", "d3328a7f96433daa70056d2d8a2efc11d4a4493348ee8d3bb485fa43fc325238", "data"),
    (6, 0, "openings.bin", "c2c5f6999408aa641a59fd3dd26fbf385df9ea06ddd368bda89d88959b0c80d9", "data"),
    (7, 0, "prime.txt", "ae29acad5f3e2814c72023bf6d3dc362dfea4a11f72832db55e5763a29fd5eb8", "model/src/strings"),
)
PLACES = {name: (digest, folder) for _, _, name, digest, folder in FILES}
GIVEN = {}


def provide(content):
    """Chunk: a file of a chunk DATA."""
    GIVEN[sha256(content).hexdigest()] = content


@cache
def file(name):
    """A file of the table, from the repository or else from a chunk DATA."""
    digest, folder = PLACES[name]
    # The largest one has two halves, each in a folder of its own.
    content = b"".join(path.read_bytes() for path in sorted(ROOT.glob(f"{folder}/{name}*"))) or GIVEN.get(digest, b"")
    if sha256(content).hexdigest() != digest:
        raise OSError(f"{name} is not the file of the table")
    return content


def level_name(level):
    return f"{level}.net"


def digest(level, own=None):
    """The digest of an archive of a level, 8 bytes; of level `own` with the bytes of its network."""
    rows = [(stream, codec, hash_) for stream, codec, name, hash_, _ in FILES if stream != 2 or name == level_name(level)]
    if own:
        rows.insert(3, (2, 255, sha256(own).hexdigest()))
    return sha256(b"".join(bytes([stream, codec]) + bytes.fromhex(hash_) for stream, codec, hash_ in rows)).digest()[:8]
