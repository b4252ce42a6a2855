"""docs/format/14-derived.md, The catalogue of openings."""
import struct
from functools import lru_cache

from .files import file

LICHESS, CHESSCOM, CLASSICAL, DATABASE, EARLIER_LICHESS = SCHOOLS = range(5)
NONE = 65_535


class Catalogue:
    def __init__(self, data):
        counts = struct.unpack_from("<5H", data)
        total = sum(counts)
        ends = struct.unpack_from(f"<{total}I", data, 10)
        at = 10 + 4 * total
        labels = [parts(data[at + begin : at + end]) for begin, end in zip((0, *ends), ends)]
        self.labels = [labels[sum(counts[:s]) : sum(counts[: s + 1])] for s in SCHOOLS]
        self.positions = {h: numbers for h, *numbers in struct.iter_unpack("<Q5H", data[at + ends[-1] :])}

    def label(self, hashes, school):
        """The number of the label of the deepest position that has one in a school, or None."""
        numbers = (self.positions.get(h, (NONE,) * 5)[school] for h in reversed(hashes))
        return next((number for number in numbers if number != NONE), None)


def parts(text):
    """A label's parts: code, name and variation, as many as the school has."""
    out = []
    while text:
        out.append(text[1 : 1 + text[0]])
        text = text[1 + text[0] :]
    return out


@lru_cache
def catalogue():
    return Catalogue(file("openings.bin"))
