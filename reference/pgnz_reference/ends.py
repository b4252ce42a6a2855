"""docs/format/09-structure.md, When games end."""
import struct
from functools import lru_cache

from .board import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE, squares
from .files import file

WORTH = (1, 3, 3, 5, 9, 0)
PLACES = (80, 105, 24, 28, 256, 27, 80)


@lru_cache
def tables():
    """The seven tables of `ends.weights`."""
    weights = iter(struct.unpack("<2400h", file("ends.weights")))
    return [[next(weights) for _ in range(4 * places)] for places in PLACES]


def balance(pos, colour):
    """A side's pieces less the other's, worth 1, 3, 3, 5, 9 from pawn to queen."""
    own, other = pos.colours[colour], pos.colours[1 - colour]
    return sum(w * ((r & own).bit_count() - (r & other).bit_count()) for w, r in zip(WORTH, pos.roles))


def step(value, limits):
    return sum(value > limit for limit in limits)


def odds(pos, history, setting, met):
    """The odds that the game ends at a position; met is how often it stood on the board."""
    us = pos.turn
    fate = setting.fate(us)
    p, n, b, r, q, _ = pos.roles
    force = step(sum(w * x.bit_count() for w, x in ((3, n), (3, b), (5, r), (9, q))), (6, 16, 32, 50))
    d = history.depth
    depth = d if d < 8 else min(39, 8 + (d - 8) // 10)
    calm = step(pos.halfmoves, (0, 3, 9, 29, 98))
    last, own = history.last, history.own
    taken = 6 if last is None else 5 if last.captured is None else last.captured
    took = own is not None and own.captured is not None
    classes = [_class(pos, colour) for colour in (us, 1 - us)]
    rating = setting.ratings[WHITE]
    strength = 0 if not rating else 1 if rating <= 1500 else 2
    late = 0 if d < 30 else 1 if d < 80 else 2
    ours, theirs = _furthest(pos, us), _furthest(pos, 1 - us)
    numbers = (
        40 * (us == WHITE) + depth,
        5 * (min(10, max(-10, balance(pos, us))) + 10) + force,
        6 * (min(4, met) - 1) + calm,
        4 * taken + 2 * took + bool(pos.checkers()),
        16 * classes[0] + classes[1],
        9 * setting.site + 3 * strength + late,
        40 * (theirs > ours) + 5 * max(ours, theirs) + force,
    )
    return sum(table[fate * places + i] for table, places, i in zip(tables(), PLACES, numbers))


def _class(pos, colour):
    own = pos.colours[colour]
    p, n, b, r, q, _ = (roles & own for roles in pos.roles)
    return 2 * min(7, (n | b).bit_count() + 2 * r.bit_count() + 4 * q.bit_count()) + bool(p)


def _furthest(pos, colour):
    """The rank, from 0, that a side's pawn has come to; 0 without pawns."""
    return max((7 - s // 8 if colour else s // 8 for s in squares(pos.pieces(colour, PAWN))), default=0)


def met(pos, earlier):
    """How often a position stood on the board since the last capture or pawn move; earlier positions, the latest last."""
    count = 1
    if pos.halfmoves >= 4:
        own = pos.hash()
        for other in earlier[-pos.halfmoves :][::-1][3::2]:
            count += other.hash() == own
    return count
