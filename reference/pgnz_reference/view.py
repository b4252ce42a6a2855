"""docs/format/10-moves.md, View and Inputs: a position as the side to move sees it."""
from .board import (
    BISHOP, BLACK, DIAGONAL, KING, PAWN, QUEEN, RACING, ROOK, STRAIGHT, WHITE, Position, attacks, first, ray, squares,
)

WORTH = (1, 3, 3, 5, 9, 100)
FOR_PHASE = (0, 3, 3, 5, 9, 0)
MINE, THEIRS = WHITE, BLACK


def distance(a, b):
    return max(abs(a % 8 - b % 8), abs(a // 8 - b // 8))


def way_numbers():
    """Rows and scalars, Way: numbers of the ways in which a piece can go on an empty board."""
    ways = []
    for role in range(6):
        for origin in range(64):
            targets = squares(attacks(role, WHITE, origin, 0))
            if role == PAWN:
                near = [origin + d for d in (7, 8, 9, 16) if d != 16 or origin < 16]
                targets = [t for t in near if 8 <= origin and t < 56 and abs(t % 8 - origin % 8) <= 1]
            ways += [(role, origin, target) for target in targets]
    return {way: number for number, way in enumerate(ways)}


WAYS = way_numbers()


class View(Position):
    """Pieces and attacks in the squares of the view; its colours are MINE and THEIRS. `pos` is the position that it shows."""

    def __init__(self, pos):
        super().__init__(pos.rules)
        us, kings = pos.turn, pos.pieces(pos.turn, KING)
        self.pos, self.flip, self.at = pos, 56 if us and pos.rules != RACING else 0, {}
        if not pos.castling and kings.bit_count() == 1 and first(kings) % 8 < 4:
            self.flip ^= 7
        for role in range(6):
            for square in squares(pos.roles[role]):
                side = pos.colours[us] >> square & 1 ^ 1
                self.at[square ^ self.flip] = side, role
                self.put(square ^ self.flip, role, side)
        # The squares of both sides that pieces attack: all, twice, by lesser pieces than a role, by pawns, by sliders.
        self.all, self.twice, self.lesser, self.pawns, self.sliders = [0, 0], [0, 0], [None, None], [0, 0], [0, 0]
        for side in (MINE, THEIRS):
            self._reach(side)
        mass = sum(worth * bits.bit_count() for worth, bits in zip(FOR_PHASE, self.roles))
        self.phase = sum(mass < limit for limit in (50, 30, 14))
        self.enemy = self.king(THEIRS) or 0

    def _reach(self, side):
        by_role, once, twice = [0] * 6, 0, 0
        for role in range(6):
            for square in squares(self.pieces(side, role)):
                reach = attacks(role, side, square, self.occupied())
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

    def screens(self):
        """The mover's pieces that hide a check."""
        found = 0
        for steps, role in ((DIAGONAL, BISHOP), (STRAIGHT, ROOK)):
            for step in steps:
                line = [s for s in ray(self.enemy, step) if s in self.at][:2]
                if len(line) == 2 and self.at[line[0]][0] == MINE and self.at[line[1]] in ((MINE, role), (MINE, QUEEN)):
                    found |= 1 << line[0]
        return found


def inputs(view, history, setting):
    """The inputs that are on."""
    pos, flip, on = view.pos, view.flip, []
    us = pos.turn
    for square, (side, role) in view.at.items():
        danger = (view.all[1 - side] >> square & 1) + (view.lesser[1 - side][role] >> square & 1)
        covered = view.all[side] >> square & 1
        on.append(768 * (2 * danger + covered) + 64 * (role + 6 * side) + square)
    last, own, before, depth = history
    moves = ((last, 4608 + 384 * bool(last and last.captured is not None), 5376), (own, 5440, 5824), (before, 5888, None))
    for move, reached, left in moves:
        on += [reached + 64 * move.role + (move.reaches() ^ flip)] if move else []
        on += [left + (move.origin ^ flip)] if move and left else []
    for side, colour in ((0, us), (2, 1 - us)):
        king = pos.king(colour)
        on += [6272 + side + (rook < king) for rook in squares(pos.castling & pos.colours[colour])]
    passant = pos.legal_en_passant()
    on += [6276 + (passant ^ flip) % 8] if passant is not None else []
    for start, rating in ((6284, setting.ratings[us]), (6314, setting.ratings[1 - us])):
        on.append(start + (1 + (min(max(rating, 600), 3400) - 600) // 100 if rating else 0))
    year, h = setting.year, pos.halfmoves
    on += [6344 + setting.pace, 6351 + setting.site, 6354 + setting.fate(us)]
    on.append(6358 + (1 + sum(y <= year for y in (1950, 1975, 1990, 2000, 2010, 2017)) if year else 0))
    on.append(6366 + (depth if depth < 16 else min(23, 15 + depth // 16)))
    on.append(6390 + min(7, h.bit_length()))
    went_back = last and before and last.origin == before.target and last.target == before.origin
    flags = (us == BLACK, pos.checkers(), went_back, flip & 7)
    return on + [6398 + i for i, flag in enumerate(flags) if flag]
