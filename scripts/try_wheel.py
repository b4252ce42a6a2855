"""Whether the wheel that is installed works: a text comes back, and an archive of the program is read.

    python3 scripts/try_wheel.py corpora/famous.pgn [famous.pgnz]
"""
import sys
from pathlib import Path

import pgnz

text = Path(sys.argv[1]).read_bytes()
packed = pgnz.compress(text)
assert pgnz.expand(packed) == text
for archive in (packed, *sys.argv[2:]):
    assert pgnz.expand(archive) == text
    assert pgnz.open(archive)[8].surprisal.sum() > 0
