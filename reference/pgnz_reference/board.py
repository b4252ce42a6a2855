"""Positions: pieces, playing a move, the hash; docs/format/06-chess.md, Positions and moves."""
from typing import NamedTuple

from .attacks import (
    BISHOP, BLACK, KING, KING_REACH, KNIGHT, KNIGHT_REACH, PAWN, PAWN_REACH, QUEEN, ROOK, WHITE, bishop, first, rook,
)

STANDARD, ATOMIC, ANTICHESS, HILL, THREE_CHECK, CRAZYHOUSE, RACING, HORDE = range(8)
M64 = 2**64 - 1


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
        origin = 513 + self.role if self.drop else self.origin
        promotion = 0 if self.promotion is None else self.promotion + 1
        return promotion * 4096 + origin * 64 + self.target

    def becomes(self):
        return self.role if self.promotion is None else self.promotion

    def long(self):
        """Of castling: the rook stood on a lower file than the king."""
        return self.target < self.origin

    def reaches(self):
        """The square where the piece is afterwards; of castling that of the king."""
        if self.castling:
            return self.origin // 8 * 8 + (2 if self.long() else 6)
        return self.target


class Position:
    """Pieces by role and colour, side to move, rights and counters. Never changed; `play` gives a new one."""

    __slots__ = "rules roles colours turn castling en_passant halfmoves fullmoves promoted pockets checks _legal".split()

    def __init__(self, rules):
        self.rules, self.roles, self.colours = rules, [0] * 6, [0, 0]
        self.turn, self.castling, self.en_passant, self.halfmoves, self.fullmoves = WHITE, 0, None, 0, 1
        self.promoted, self.pockets, self.checks, self._legal = 0, [[0] * 5, [0] * 5], [3, 3], None

    def copy(self):
        new = Position(self.rules)
        new.roles, new.colours = self.roles[:], self.colours[:]
        new.turn, new.castling, new.halfmoves, new.fullmoves = self.turn, self.castling, self.halfmoves, self.fullmoves
        new.promoted, new.pockets, new.checks = self.promoted, self.pockets, self.checks
        return new

    def occupied(self):
        return self.colours[0] | self.colours[1]

    def role_at(self, square):
        for role, bits in enumerate(self.roles):
            if bits >> square & 1:
                return role
        return None

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
        bits |= bishop(square, occupied) & (b | q)
        return bits | rook(square, occupied) & (r | q)

    def king_attackers(self, square, by, occupied):
        """The pieces of a side that give check to a king on a square, by the rules."""
        if self.rules == ANTICHESS:
            return 0
        if self.rules == ATOMIC and KING_REACH[square] & self.pieces(by, KING):
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
        new, us, them = self.copy(), self.turn, 1 - self.turn
        new.turn = them
        new.halfmoves += 1
        new.fullmoves += us
        if move.role == PAWN or move.captured is not None:
            new.halfmoves = 0
        if move.drop:
            new.put(move.target, move.role, us)
            new.pockets = [p[:] for p in self.pockets]
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
            new.checks = self.checks[:]
            new.checks[us] = max(0, new.checks[us] - 1)
        return new

    def _play_on_board(self, new, move, us):
        origin, target = 1 << move.origin, 1 << move.target
        was_promoted = self.promoted & origin
        taken = move.target + (8 if us else -8) if move.en_passant else move.target
        if move.captured is not None and self.rules == CRAZYHOUSE:
            new.pockets = [p[:] for p in self.pockets]
            new.pockets[us][PAWN if self.promoted >> taken & 1 else move.captured] += 1
        new.clear(origin | 1 << taken)
        new.put(move.target, move.becomes(), us)
        if self.rules == CRAZYHOUSE and (was_promoted or move.promotion is not None):
            new.promoted |= target
        new.castling &= ~(origin | target)
        if move.role == KING:
            new.castling &= ~(0xFF << (56 if us else 0))
        if move.role == PAWN and abs(move.target - move.origin) == 16 and move.origin // 8 == (6 if us else 1):
            new.en_passant = (move.origin + move.target) // 2
        if self.rules == ATOMIC and move.captured is not None:
            blast = KING_REACH[move.target] & ~self.roles[PAWN] & new.occupied() | target
            new.clear(blast)
            new.castling &= ~blast
            for colour, rank in ((WHITE, 0), (BLACK, 56)):
                if not new.pieces(colour, KING):
                    new.castling &= ~(0xFF << rank)

    def pass_turn(self):
        """The position after a null move."""
        new = self.copy()
        new.turn, new.halfmoves, new.fullmoves = 1 - self.turn, self.halfmoves + 1, self.fullmoves + self.turn
        return new

    def legal_en_passant(self):
        """The en passant square, if such a capture is legal."""
        if self.en_passant is not None and any(move.en_passant for move in self.legal()):
            return self.en_passant
        return None

    def key(self):
        """What is the same of equal positions (stream derived, The main line)."""
        pockets, checks = map(tuple, self.pockets), tuple(self.checks)
        return (*self.roles, *self.colours, self.turn, self.castling, self.legal_en_passant(), *pockets, self.promoted, checks)

    def hash(self):
        """Stream moves, Hash of a position: H."""
        h = int(self.turn == WHITE)
        for bits in (*self.roles, self.colours[WHITE], self.castling):
            h = mix(h, bits)
        square = self.legal_en_passant()
        if square is not None:
            h = mix(h, square + 1)
        if self.rules != STANDARD:
            h = mix(h, self.rules)
            h = mix(h, self.promoted if self.rules == CRAZYHOUSE else 0)
            if self.rules == CRAZYHOUSE:
                for count in self.pockets[WHITE] + self.pockets[BLACK]:
                    h = mix(h, count)
            if self.rules == THREE_CHECK:
                for count in self.checks:
                    h = mix(h, count)
        return h ^ (h >> 29)


def mix(h, v):
    m = ((h ^ v) * 0x9E3779B97F4A7C15) & M64
    return ((m ^ (m >> 32)) + (((v << 23) | (v >> 41)) & M64)) & M64
