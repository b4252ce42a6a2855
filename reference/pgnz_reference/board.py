"""docs/format/06-chess.md: attacks, positions, moves, hash. Squares are a1 = 0 … h8 = 63, sets of squares are integers with bit i for square i."""
from functools import cache
from typing import NamedTuple

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
WHITE, BLACK = 0, 1
STANDARD, ATOMIC, ANTICHESS, HILL, THREE_CHECK, CRAZYHOUSE, RACING, HORDE = range(8)
M64 = 2**64 - 1
RANKS = [0xFF << 8 * r for r in range(8)]
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
JUMPS = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]


def squares(bits):
    """The squares of a set, in ascending order."""
    while bits:
        yield first(bits)
        bits &= bits - 1


def first(bits):
    return (bits & -bits).bit_length() - 1


def name_of(square):
    return "abcdefgh"[square % 8] + "12345678"[square // 8]


def ray(square, step, length=7):
    """The squares from a square on in a direction, in order."""
    line = [(square % 8 + i * step[0], square // 8 + i * step[1]) for i in range(1, length + 1)]
    return [x + 8 * y for x, y in line if 0 <= x < 8 and 0 <= y < 8]


def union(lists):
    return sum(1 << square for line in lists for square in line)


KNIGHT_REACH, KING_REACH, *PAWN_REACH = [
    [union(ray(s, step, 1) for step in steps) for s in range(64)]
    for steps in (JUMPS, DIAGONAL + STRAIGHT, ((-1, 1), (1, 1)), ((-1, -1), (1, -1)))
]
RAYS = {BISHOP: [[ray(s, step) for step in DIAGONAL] for s in range(64)], ROOK: [[ray(s, step) for step in STRAIGHT] for s in range(64)]}
BISHOP_LINES, ROOK_LINES = [list(map(union, RAYS[kind])) for kind in (BISHOP, ROOK)]


@cache
def slide(kind, square, occupied):
    bits = 0
    for line in RAYS[kind][square]:
        for target in line:
            bits |= 1 << target
            if occupied >> target & 1:
                break
    return bits


def bishop(square, occupied):
    return slide(BISHOP, square, occupied & BISHOP_LINES[square])


def rook(square, occupied):
    return slide(ROOK, square, occupied & ROOK_LINES[square])


def attacks(role, colour, square, occupied):
    """The squares that a piece could take on, whoever stands there."""
    if role == PAWN:
        return PAWN_REACH[colour][square]
    if role in (KNIGHT, KING):
        return (KING_REACH if role == KING else KNIGHT_REACH)[square]
    return (role != ROOK and bishop(square, occupied)) | (role != BISHOP and rook(square, occupied))


@cache
def between(a, b):
    """The squares between two on one line."""
    lines = (line for kind in RAYS.values() for line in kind[a] if b in line)
    return next((union([line[: line.index(b)]]) for line in lines), 0)


def on_one_line(*three):
    """Whether three squares are on one rank, file or diagonal."""
    points = [(s % 8, s // 8) for s in three]
    return any(len({a * x + b * y for x, y in points}) == 1 for a, b in ((1, 0), (0, 1), (1, 1), (1, -1)))


class Move(NamedTuple):
    """A move. Of castling `target` is the rook's square; of a drop `origin` is the target."""

    role: int
    origin: int
    target: int
    captured: int | None = None
    promotion: int | None = None
    castling: bool = False
    en_passant: bool = False
    drop: bool = False

    def name(self):
        """Stream moves, Names and hashes."""
        promotion = 0 if self.promotion is None else self.promotion + 1
        return promotion * 4096 + (513 + self.role if self.drop else self.origin) * 64 + self.target

    def becomes(self):
        return self.role if self.promotion is None else self.promotion

    def long(self):
        """Of castling: the rook stood on a lower file than the king."""
        return self.target < self.origin

    def reaches(self):
        """The square where the piece is afterwards; of castling that of the king."""
        return self.origin // 8 * 8 + (2 if self.long() else 6) if self.castling else self.target


class Position:
    """Pieces by role and colour, side to move, rights and counters. Never changed; `play` gives a new one."""

    __slots__ = "rules roles colours turn castling en_passant halfmoves fullmoves promoted pockets checks _legal".split()

    def __init__(self, rules):
        self.rules, self.roles, self.colours = rules, [0] * 6, [0, 0]
        self.turn, self.castling, self.en_passant, self.halfmoves, self.fullmoves = WHITE, 0, None, 0, 1
        self.promoted, self.pockets, self.checks, self._legal = 0, [[0] * 6, [0] * 6], [3, 3], None

    def passed(self):
        """A copy of the position with the other side to move, as after a null move."""
        new = Position(self.rules)
        new.roles, new.colours, new.castling, new.promoted = self.roles[:], self.colours[:], self.castling, self.promoted
        new.pockets, new.checks = [p[:] for p in self.pockets], self.checks[:]
        new.turn, new.halfmoves, new.fullmoves = 1 - self.turn, self.halfmoves + 1, self.fullmoves + self.turn
        return new

    def occupied(self):
        return self.colours[0] | self.colours[1]

    def role_at(self, square):
        return next((role for role, bits in enumerate(self.roles) if bits >> square & 1), None)

    def put(self, square, role, colour):
        self.roles[role] |= 1 << square
        self.colours[colour] |= 1 << square

    def clear(self, bits):
        self.roles = [r & ~bits for r in self.roles]
        self.colours = [c & ~bits for c in self.colours]
        self.promoted &= ~bits

    def pieces(self, colour, role):
        return self.colours[colour] & self.roles[role]

    def king(self, colour):
        """The square of a king, the lowest, or None."""
        bits = self.pieces(colour, KING)
        return first(bits) if bits else None

    def attackers(self, square, occupied):
        """The pieces of both sides that attack a square."""
        p, n, b, r, q, k = self.roles
        white, black = self.colours
        bits = KNIGHT_REACH[square] & n | KING_REACH[square] & k
        bits |= PAWN_REACH[BLACK][square] & p & white | PAWN_REACH[WHITE][square] & p & black
        return bits | bishop(square, occupied) & (b | q) | rook(square, occupied) & (r | q)

    def king_attackers(self, square, by, occupied):
        """The pieces of a side that give check to a king on a square, by the rules."""
        if self.rules == ANTICHESS or (self.rules == ATOMIC and KING_REACH[square] & self.pieces(by, KING)):
            return 0
        return self.attackers(square, occupied) & self.colours[by]

    def checkers(self):
        king = self.king(self.turn)
        return 0 if king is None else self.king_attackers(king, 1 - self.turn, self.occupied())

    def legal(self):
        """All legal moves, in canonical order."""
        if self._legal is None:
            from .rules import legal_moves

            self._legal = legal_moves(self)
        return self._legal

    def play(self, move):
        """The position after a move. Rules, clauses 7 to 9."""
        new, us = self.passed(), self.turn
        if move.role == PAWN or move.captured is not None:
            new.halfmoves = 0
        if move.drop:
            new.put(move.target, move.role, us)
            new.pockets[us][move.role] -= 1
        elif move.castling:
            new.clear(1 << move.origin | 1 << move.target)
            rank = move.origin // 8 * 8
            new.put(move.reaches(), KING, us)
            new.put(rank + (3 if move.long() else 5), ROOK, us)
            new.castling &= ~(0xFF << rank)
        else:
            self._play_on_board(new, move, us)
        if self.rules == THREE_CHECK and new.checkers():
            new.checks[us] = max(0, new.checks[us] - 1)
        return new

    def _play_on_board(self, new, move, us):
        origin, target = 1 << move.origin, 1 << move.target
        taken = move.target + (8 if us else -8) if move.en_passant else move.target
        new.clear(origin | 1 << taken)
        new.put(move.target, move.becomes(), us)
        if self.rules == CRAZYHOUSE:
            if move.captured is not None:
                new.pockets[us][PAWN if self.promoted >> taken & 1 else move.captured] += 1
            if self.promoted & origin or move.promotion is not None:
                new.promoted |= target
        lost = origin | target
        if move.role == KING:
            lost |= RANKS[7 if us else 0]
        if move.role == PAWN and abs(move.target - move.origin) == 16 and move.origin // 8 == (6 if us else 1):
            new.en_passant = (move.origin + move.target) // 2
        if self.rules == ATOMIC and move.captured is not None:
            blast = KING_REACH[move.target] & ~self.roles[PAWN] & new.occupied() | target
            new.clear(blast)
            lost |= blast | sum(RANKS[7 * colour] for colour in (WHITE, BLACK) if not new.pieces(colour, KING))
        new.castling &= ~lost

    def legal_en_passant(self):
        """The en passant square, if such a capture is legal."""
        legal = self.en_passant is not None and any(move.en_passant for move in self.legal())
        return self.en_passant if legal else None

    def key(self):
        """What is the same of equal positions (stream derived, The main line)."""
        pockets, checks = map(tuple, self.pockets), tuple(self.checks)
        return (*self.roles, *self.colours, self.turn, self.castling, self.legal_en_passant(), *pockets, self.promoted, checks)

    def hash(self):
        """Stream moves, Hash of a position: H."""
        square, white = self.legal_en_passant(), self.colours[WHITE]
        values = [*self.roles, white, self.castling] + ([] if square is None else [square + 1])
        if self.rules != STANDARD:
            values += [self.rules, self.promoted if self.rules == CRAZYHOUSE else 0]
        if self.rules == CRAZYHOUSE:
            values += self.pockets[WHITE] + self.pockets[BLACK]
        if self.rules == THREE_CHECK:
            values += self.checks
        h = int(self.turn == WHITE)
        for v in values:
            m = ((h ^ v) * 0x9E3779B97F4A7C15) & M64
            h = ((m ^ (m >> 32)) + (((v << 23) | (v >> 41)) & M64)) & M64
        return h ^ (h >> 29)
