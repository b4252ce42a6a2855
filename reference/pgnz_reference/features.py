"""docs/format/10-moves.md, Rows and scalars, in full and in brief; Exchange and threats."""
from .board import BISHOP, KING, KING_REACH, PAWN, QUEEN, ROOK, attacks, between, bishop, first, on_one_line, rook, squares
from .view import MINE, THEIRS, WAYS, WORTH, distance

ROWS_BRIEF, ROWS_FULL = 9196, 11_716


class Seen:
    """A move in the squares of the view, with what rows and scalars share."""

    def __init__(self, view, move):
        self.view, self.move = view, move
        self.origin, self.target = move.origin ^ view.flip, move.reaches() ^ view.flip
        self.role, self.becomes, self.captures = move.role, move.becomes(), move.captured is not None
        self.gain = WORTH[move.captured] if self.captures else 0
        self.danger_from = view.danger(self.origin, self.role)
        self.danger_to = view.danger(self.target, self.becomes)
        self.left = view.occupied() if move.drop else view.occupied() & ~(1 << self.origin)
        self.after = self.left | 1 << self.target

    def covered(self, alone):
        """Whether another own piece attacks the target; a pawn that goes straight ahead does not attack it itself."""
        return (self.view.all if alone else self.view.twice)[MINE] >> self.target & 1

    def way(self):
        move, file = self.move, self.origin % 8
        if move.castling:
            return 3882 + move.long()
        if move.drop or (move.role == PAWN and self.origin < 8):
            return 0
        if move.promotion is not None:
            return 3786 + 24 * (min(move.promotion, QUEEN) - 1) + 3 * file + self.target % 8 - file + 1
        return WAYS[move.role, self.origin, self.target]

    def common(self, history, check, value, covered):
        """The rows way, landing, exchange; the scalars reply, sequel, opening. `value` is what the exchange wins."""
        at, flip, captured = 64 * self.becomes + self.target, self.view.flip, 6 if self.move.captured is None else self.move.captured
        grade = sum(value >= limit for limit in (-2, 0, 1, 3))
        landing = 3884 + (((self.danger_from > 0) * 2 + check) * 2 + (grade >= 2)) * 384 + at
        exchanged = (((captured * 5 + grade) * 2 + check) * 4 + self.danger_from) * 4 + self.danger_to
        scalars = [
            start + 384 * (1 + 64 * move.role + (move.reaches() ^ flip) if move else 0) + at
            for start, move in ((0, history.last), (147_840, history.own))
        ]
        return [self.way(), landing, 6956 + 2 * exchanged + covered], scalars + [296_864 + 384 * min(15, history.depth // 2) + at]


def rows_and_scalars(view, history, moves, in_full):
    """For each legal move its rows (numbers in the last layer) and scalars."""
    if in_full:
        return list(map(Full(view, history).of, moves))
    return [brief(Seen(view, move), history) for move in moves]


def brief(seen, history):
    view, becomes = seen.view, seen.becomes
    check = becomes != KING and attacks(becomes, MINE, seen.target, view.occupied()) >> view.enemy & 1
    covered = seen.covered(becomes == PAWN and not view.colours[THEIRS] >> seen.target & 1)
    risk = 0
    if seen.danger_to and not (seen.danger_to == 3 and covered):
        risk = WORTH[becomes] - (covered and {1: 1, 2: 3}.get(seen.danger_to, 0))
    return seen.common(history, check, seen.gain - risk, covered)


class Full:
    """Moves looked at in full; what does not depend on the move is made once."""

    def __init__(self, view, history):
        self.view, self.history = view, history
        self.screens, self.threats = view.screens(), list(threats(view))
        last, own, flip = history.last, history.own, view.flip
        self.last = last and last.reaches() ^ flip
        self.reach = attacks(last.role, THEIRS, self.last, view.occupied()) if last else 0
        self.own = own and (own.reaches() ^ flip, own.origin ^ flip)

    def of(self, move):
        view, seen = self.view, Seen(self.view, move)
        old = attacks(seen.role, MINE, seen.origin, view.occupied())
        new = 0 if move.castling else attacks(seen.becomes, MINE, seen.target, seen.after)
        direct, discovered = self.check(seen, new)
        covered = seen.covered(seen.role == PAWN and not seen.captures)
        rows, (reply, sequel, opening) = seen.common(self.history, int(direct or discovered), exchange(seen), covered)
        apart = distance(seen.target, view.enemy)
        rows.append(9196 + self.purpose(seen, old, new, max(0, min(2, apart - 2))))
        scalars = [reply, sequel, self.answer(seen), self.structure(seen, old, new), self.special(seen, direct, discovered)]
        return rows, scalars + [opening, 303_008 + (apart * 6 + seen.becomes) * 4 + view.phase]

    def check(self, seen, new):
        """Whether the move gives a direct and a discovered check."""
        view, move = self.view, seen.move
        screen = self.screens >> seen.origin & 1 and not move.drop
        discovered = screen and not move.castling and not on_one_line(view.enemy, seen.origin, seen.target)
        if move.castling:
            new = attacks(ROOK, MINE, seen.target + (1 if move.long() else -1), seen.after)
        elif seen.becomes == KING:
            new = 0
        elif move.promotion is None and not screen:
            new = attacks(seen.becomes, MINE, seen.target, view.occupied())
        return bool(new >> view.enemy & 1), bool(discovered)

    def purpose(self, seen, old, new, near):
        view = self.view
        recaptures = int(seen.captures and seen.target == self.last)
        same = 0
        if self.own and self.own[0] == seen.origin:
            same = 2 if self.own[1] == seen.target else 1
        gained = new & ~old & view.colours[THEIRS]
        prey = next((role for role in range(KING, -1, -1) if gained & view.roles[role]), 6)
        loose = 0
        if prey < 6:
            loose = int(bool(gained & view.roles[prey] & ~view.all[THEIRS]) or WORTH[prey] > WORTH[seen.becomes])
        harried = self.reach >> seen.origin & 1
        return (((((self.residue(seen, new) * 2 + recaptures) * 2 + harried) * 3 + same) * 3 + near) * 7 + prey) * 2 + loose

    def answer(self, seen):
        if self.last is None:
            return 295_680 + 6 * 48 + seen.role * 8 + 7
        harried, last = self.reach >> seen.origin & 1, self.history.last
        return 295_680 + ((harried * 7 + last.role) * 6 + seen.role) * 8 + distance(seen.target, self.last)

    def structure(self, seen, old, new):
        view, target = self.view, seen.target
        if seen.becomes == PAWN:
            own, theirs = view.pieces(MINE, PAWN) & seen.left, view.pieces(THEIRS, PAWN)
            passed = not any(s // 8 > target // 8 and abs(s % 8 - target % 8) <= 1 for s in squares(theirs))
            doubled = any(s % 8 == target % 8 for s in squares(own))
            supported = bool(attacks(PAWN, THEIRS, target, 0) & own)
            blocked = theirs >> (target + 8) & 1
            return 296_352 + 8 * (passed + 2 * doubled + 4 * supported + 8 * blocked) + target // 8
        free = ~view.colours[MINE] & ~view.pawns[THEIRS]
        gain = (new & free).bit_count() - (old & free).bit_count() + 8
        return 296_352 + 128 + 16 * (4 * (seen.becomes - 1) + view.phase) + min(15, max(0, gain))

    def special(self, seen, direct, discovered):
        move, pos = seen.move, self.view.pos
        mine = pos.castling & pos.colours[pos.turn]
        rights = 0
        for square in squares(mine):
            rights |= 1 if square > pos.king(pos.turn) else 2
        number = 0
        if (direct or discovered) and self.mates(seen, discovered):
            number = 1
        elif move.castling:
            number = 2 + 16 * move.long() + min(15, self.history.depth // 2)
        elif move.role == KING and rights:
            number = 34 + rights
        elif not move.drop and mine >> move.origin & 1:
            number = 38 + rights
        elif move.promotion is not None:
            number = 42 + move.promotion
        elif move.drop:
            number = 48 + move.role
        return 296_800 + number

    def mates(self, seen, discovered):
        """Whether a check mates; where the king has an escape that nothing discovered can bar, it is not looked at further."""
        view = self.view
        if not discovered and not seen.move.castling:
            reach = attacks(seen.becomes, MINE, seen.target, seen.after & ~(1 << view.enemy))
            if KING_REACH[view.enemy] & ~view.colours[THEIRS] & ~view.all[MINE] & ~reach:
                return False
        return not view.pos.play(seen.move).legal()

    def residue(self, seen, new):
        """Threats, Residue: what threatens after the move."""
        loss, move = 0, seen.move
        for square, a, c, worth, held, now in self.threats:
            if square == seen.origin and not move.drop:
                continue
            if a.bit_count() == 1 and (a | between(first(a), square)) >> seen.target & 1:
                continue
            if new >> square & 1:
                now = held
            elif c.bit_count() == 1 and c >> seen.origin & 1 and not move.castling:
                now = worth
            loss = max(loss, now)
        return sum(loss >= limit for limit in (1, 2, 4, 6))


def threats(view):
    """Threats: the mover's threatened pieces, twelve at most, with A, C, worth, held and now."""
    count = 0
    for square in squares(view.colours[MINE] & ~view.roles[KING] & view.all[THEIRS]):
        both = view.attackers(square, view.occupied())
        a, c = both & view.colours[THEIRS], both & view.colours[MINE]
        worth = WORTH[view.at[square][1]]
        least = next(role for role in range(6) if a & view.roles[role])
        outnumbered = int(c != 0 and a.bit_count() >= c.bit_count() + 2)
        held = max(worth - WORTH[least], outnumbered)
        now = held if c else worth
        if count < 12 and (now > 0 or c.bit_count() == 1):
            yield square, a, c, worth, held, now
            count += 1


def exchange(seen):
    """Exchange: what is won on the move's target, if both sides take there as long as it pays."""
    view, move, target = seen.view, seen.move, seen.target
    gain = seen.gain + (WORTH[move.promotion] - 1 if move.promotion is not None else 0)
    diagonal, straight = (view.roles[role] | view.roles[QUEEN] for role in (BISHOP, ROOK))
    if move.role == KING:
        return gain
    if not view.all[THEIRS] >> target & 1:
        behind = bishop(target, seen.left) & diagonal | rook(target, seen.left) & straight
        if not (view.sliders[THEIRS] >> seen.origin & 1 and behind & view.colours[THEIRS]):
            return gain
    occupied = view.occupied() & ~(1 << seen.origin | (move.en_passant and 1 << (target - 8)))
    attackers = view.attackers(target, occupied) & occupied
    g, standing, side = [gain], WORTH[seen.becomes], THEIRS
    while len(g) <= 32 and (takers := attackers & view.colours[side]):
        cheapest = next(role for role in range(6) if takers & view.roles[role])
        if cheapest == KING and attackers & view.colours[1 - side]:
            break
        g.append(standing - g[-1])
        if g[-1] < 0 < g[-2]:
            break
        standing = WORTH[cheapest]
        occupied &= ~(1 << first(takers & view.roles[cheapest]))
        if cheapest in (PAWN, BISHOP, QUEEN):
            attackers |= bishop(target, occupied) & diagonal
        if cheapest in (ROOK, QUEEN):
            attackers |= rook(target, occupied) & straight
        attackers &= occupied
        side = 1 - side
    while len(g) > 1:
        last = g.pop()
        g[-1] = -max(-g[-1], last)
    return g[0]
