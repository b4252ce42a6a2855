"""docs/format/10-moves.md, View and Inputs: a position as the side to move sees it."""
from .board import (
    BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, RANKS, ROOK, WHITE, attacks, bishop, first, on_one_line, ray, rook, squares,
    DIAGONAL, STRAIGHT, KING_REACH, KNIGHT_REACH, PAWN_REACH,
)
from .board import RACING

WORTH = (1, 3, 3, 5, 9, 100)
FOR_PHASE = (0, 3, 3, 5, 9, 0)
MINE, THEIRS = 0, 1


def distance(a, b):
    return max(abs(a % 8 - b % 8), abs(a // 8 - b // 8))


def way_numbers():
    """Rows and scalars, Way: numbers of the ways in which a piece can go on an empty board."""
    numbers = {}
    for role in range(6):
        for origin in range(64):
            if role == PAWN:
                near = [origin + d for d in (7, 8, 9) if abs((origin + d) % 8 - origin % 8) <= 1]
                near += [origin + 16] if origin < 16 else []
                targets = [t for t in near if origin >= 8 and t < 56]
            else:
                targets = squares(attacks(role, WHITE, origin, 0))
            for target in sorted(targets):
                numbers[role, origin, target] = len(numbers)
    return numbers


WAYS = way_numbers()


class View:
    """Pieces and attacks in the squares of the view. Sides are MINE and THEIRS."""

    def __init__(self, pos):
        us = pos.turn
        kings = pos.pieces(us, KING)
        self.flip = 56 if us and pos.rules != RACING else 0
        if not pos.castling and kings.bit_count() == 1 and first(kings) % 8 < 4:
            self.flip ^= 7
        self.pos, flip = pos, self.flip
        self.roles = [[0] * 6, [0] * 6]
        self.sides = [0, 0]
        self.at = {}
        for role in range(6):
            for square in squares(pos.roles[role]):
                side = pos.colours[us] >> square & 1 ^ 1
                self.roles[side][role] |= 1 << (square ^ flip)
                self.at[square ^ flip] = (side, role)
        for square, (side, _) in self.at.items():
            self.sides[side] |= 1 << square
        self.occupied = self.sides[MINE] | self.sides[THEIRS]
        self._reach()
        mass = sum(FOR_PHASE[r] * (self.roles[0][r] | self.roles[1][r]).bit_count() for r in range(6))
        self.phase = 0 if mass >= 50 else 1 if mass >= 30 else 2 if mass >= 14 else 3
        enemy = self.roles[THEIRS][KING]
        self.king = first(enemy) if enemy else 0

    def _reach(self):
        """pawns', lesser, all, twice and sliders' squares of both sides."""
        self.all, self.twice, self.lesser, self.pawns, self.sliders = [0, 0], [0, 0], [None, None], [0, 0], [0, 0]
        for side in (MINE, THEIRS):
            by_role, once, twice = [0] * 6, 0, 0
            for role in range(6):
                for square in squares(self.roles[side][role]):
                    reach = attacks(role, side, square, self.occupied)
                    twice |= once & reach
                    once |= reach
                    by_role[role] |= reach
            p, n, b, r, q, _ = by_role
            self.all[side], self.twice[side], self.pawns[side], self.sliders[side] = once, twice, p, b | r | q
            self.lesser[side] = (0, p, p, p | n | b, p | n | b | r, p | n | b | r | q)

    def danger(self, square, role):
        """danger(square) of the mover's piece."""
        if not self.all[THEIRS] >> square & 1:
            return 0
        if role != PAWN and self.pawns[THEIRS] >> square & 1:
            return 1
        return 2 if role != KING and self.lesser[THEIRS][role] >> square & 1 else 3

    def attackers(self, square, occupied):
        """The pieces of both sides that attack a square, given which squares are occupied."""
        mine, theirs = self.roles
        both = [a | b for a, b in zip(mine, theirs)]
        bits = KNIGHT_REACH[square] & both[KNIGHT] | KING_REACH[square] & both[KING]
        bits |= PAWN_REACH[BLACK][square] & mine[PAWN] | PAWN_REACH[WHITE][square] & theirs[PAWN]
        bits |= bishop(square, occupied) & (both[BISHOP] | both[QUEEN])
        return bits | rook(square, occupied) & (both[ROOK] | both[QUEEN])

    def screens(self):
        """The mover's pieces that hide a check."""
        found = 0
        for steps, role in ((DIAGONAL, BISHOP), (STRAIGHT, ROOK)):
            for step in steps:
                line = [s for s in ray(self.king, step) if self.occupied >> s & 1][:2]
                if len(line) == 2 and self.at[line[0]][0] == MINE and self.at[line[1]] in ((MINE, role), (MINE, QUEEN)):
                    found |= 1 << line[0]
        return found


def inputs(view, history, setting):
    """The inputs that are on."""
    pos, flip, on = view.pos, view.flip, []
    us = pos.turn
    for square, (side, role) in view.at.items():
        other, bit = 1 - side, 1 << square
        danger = bool(view.all[other] & bit) + bool(view.lesser[other][role] & bit)
        covered = bool(view.all[side] & bit)
        on.append(768 * (2 * danger + covered) + 64 * (role + 6 * side) + square)
    last, own, before, depth = history
    if last:
        on += [4608 + 384 * (last.captured is not None) + 64 * last.role + (last.reaches() ^ flip), 5376 + (last.origin ^ flip)]
    if own:
        on += [5440 + 64 * own.role + (own.reaches() ^ flip), 5824 + (own.origin ^ flip)]
    if before:
        on.append(5888 + 64 * before.role + (before.reaches() ^ flip))
    for side, colour in ((0, us), (2, 1 - us)):
        king = pos.king(colour)
        on += [6272 + side + (rook < king) for rook in squares(pos.castling & pos.colours[colour])]
    passant = pos.legal_en_passant()
    if passant is not None:
        on.append(6276 + (passant ^ flip) % 8)
    for start, colour in ((6284, us), (6314, 1 - us)):
        rating = setting.ratings[colour]
        on.append(start + (1 + (min(max(rating, 600), 3400) - 600) // 100 if rating else 0))
    on += [6344 + setting.pace, 6351 + setting.site, 6354 + setting.fate(us)]
    year = setting.year
    on.append(6358 + (1 + sum(y <= year for y in (1950, 1975, 1990, 2000, 2010, 2017)) if year else 0))
    on.append(6366 + (depth if depth < 16 else min(23, 15 + depth // 16)))
    h = pos.halfmoves
    on.append(6390 + (min(7, h.bit_length()) if h else 0))
    went_back = last and before and last.origin == before.target and last.target == before.origin
    flags = (us == BLACK, bool(pos.checkers()), bool(went_back), bool(flip & 7))
    return on + [6398 + i for i, flag in enumerate(flags) if flag]
