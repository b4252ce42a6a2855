"""What pieces attack. Squares are a1 = 0 … h8 = 63, sets of squares are integers with bit i for square i."""

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
WHITE, BLACK = 0, 1
ALL = 2**64 - 1
RANKS = [0xFF << 8 * r for r in range(8)]
FILES = [0x0101010101010101 << f for f in range(8)]
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))


def squares(bits):
    """The squares of a set, in ascending order."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def first(bits):
    return (bits & -bits).bit_length() - 1


def _steps(square, steps):
    bits = 0
    for dx, dy in steps:
        x, y = square % 8 + dx, square // 8 + dy
        if 0 <= x < 8 and 0 <= y < 8:
            bits |= 1 << (x + 8 * y)
    return bits


def ray(square, step):
    """The squares from a square to the edge, in order."""
    x, y = square % 8 + step[0], square // 8 + step[1]
    out = []
    while 0 <= x < 8 and 0 <= y < 8:
        out.append(x + 8 * y)
        x, y = x + step[0], y + step[1]
    return out


KNIGHT_REACH = [_steps(s, [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]) for s in range(64)]
KING_REACH = [_steps(s, DIAGONAL + STRAIGHT) for s in range(64)]
PAWN_REACH = [[_steps(s, [(-1, dy), (1, dy)]) for s in range(64)] for dy in (1, -1)]
_RAYS = {kind: [[ray(s, step) for step in steps] for s in range(64)] for kind, steps in ((BISHOP, DIAGONAL), (ROOK, STRAIGHT))}
_MASKS = {k: [sum(1 << t for r in _RAYS[k][s] for t in r) for s in range(64)] for k in (BISHOP, ROOK)}
_FOUND = {k: [{} for _ in range(64)] for k in (BISHOP, ROOK)}


def _slide(kind, square, occupied):
    key = occupied & _MASKS[kind][square]
    found = _FOUND[kind][square]
    if key not in found:
        bits = 0
        for line in _RAYS[kind][square]:
            for target in line:
                bits |= 1 << target
                if key >> target & 1:
                    break
        found[key] = bits
    return found[key]


def bishop(square, occupied):
    return _slide(BISHOP, square, occupied)


def rook(square, occupied):
    return _slide(ROOK, square, occupied)


def attacks(role, colour, square, occupied):
    """The squares that a piece could take on, whoever stands there."""
    if role == PAWN:
        return PAWN_REACH[colour][square]
    if role == KNIGHT:
        return KNIGHT_REACH[square]
    if role == KING:
        return KING_REACH[square]
    bits = 0
    if role != ROOK:
        bits = _slide(BISHOP, square, occupied)
    if role != BISHOP:
        bits |= _slide(ROOK, square, occupied)
    return bits


def _between(a, b):
    for kind in (BISHOP, ROOK):
        for line in _RAYS[kind][a]:
            if b in line:
                return sum(1 << s for s in line[: line.index(b)])
    return 0


BETWEEN = [[_between(a, b) for b in range(64)] for a in range(64)]


def on_one_line(a, b, c):
    """Whether three squares are on one rank, file or diagonal."""
    (ax, ay), (bx, by), (cx, cy) = ((s % 8, s // 8) for s in (a, b, c))
    return (
        ax == bx == cx or ay == by == cy or ax + ay == bx + by == cx + cy or ax - ay == bx - by == cx - cy
    )
