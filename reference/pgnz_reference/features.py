"""docs/format/10-moves.md, Rows and scalars, in full and in brief; Exchange and threats."""
from .board import between, BISHOP, KING, KING_REACH, KNIGHT, PAWN, QUEEN, ROOK, attacks, bishop, on_one_line, rook, squares
from .view import MINE, THEIRS, WAYS, WORTH, distance

ROWS_BRIEF, ROWS_FULL = 9196, 11_716


class Seen:
    """A move in the squares of the view, with what rows and scalars share."""

    def __init__(self, view, move):
        self.view, self.move = view, move
        self.origin, self.target = move.origin ^ view.flip, move.reaches() ^ view.flip
        self.role, self.becomes = move.role, move.becomes()
        self.captured = 6 if move.captured is None else move.captured
        self.danger_from = view.danger(self.origin, self.role)
        self.danger_to = view.danger(self.target, self.becomes)
        self.after = view.occupied if move.drop else view.occupied & ~(1 << self.origin)
        self.after |= 1 << self.target


def way(seen):
    move = seen.move
    if move.castling:
        return 3882 + move.long()
    if move.drop or (move.role == PAWN and seen.origin < 8):
        return 0
    if move.promotion is not None:
        file = seen.origin % 8
        return 3786 + 24 * (min(move.promotion, QUEEN) - 1) + 3 * file + seen.target % 8 - file + 1
    return WAYS[move.role, seen.origin, seen.target]


def grade(exchange):
    return 0 if exchange <= -3 else 1 if exchange < 0 else 2 if exchange == 0 else 3 if exchange <= 2 else 4


def rows_and_scalars(view, history, moves, in_full):
    """For each legal move its rows (numbers in the last layer) and scalars."""
    if in_full:
        full = Full(view, history)
        return [full.of(move) for move in moves]
    return [brief(view, history, move) for move in moves]


def brief(view, history, move):
    seen = Seen(view, move)
    bit = 1 << seen.target
    check = 0
    if seen.becomes != KING:
        check = attacks(seen.becomes, MINE, seen.target, view.occupied) >> view.king & 1
    alone = seen.becomes == PAWN and not view.sides[THEIRS] & bit
    covered = int(bool((view.all if alone else view.twice)[MINE] & bit))
    risk = 0
    if seen.danger_to and not (seen.danger_to == 3 and covered):
        risk = WORTH[seen.becomes]
        if covered:
            risk -= {1: 1, 2: 3}.get(seen.danger_to, 0)
    gain = 0 if move.captured is None else WORTH[move.captured]
    value = grade(gain - risk)
    return common(seen, history, check, value, covered)


def common(seen, history, check, value, covered):
    """The rows way, landing, exchange; the scalars reply, sequel, opening."""
    becomes, target = seen.becomes, seen.target
    landing = 3884 + (((seen.danger_from > 0) * 2 + check) * 2 + (value >= 2)) * 384 + 64 * becomes + target
    exchange = (((seen.captured * 5 + value) * 2 + check) * 4 + seen.danger_from) * 4 + seen.danger_to
    rows = [way(seen), landing, 6956 + 2 * exchange + covered]
    at, flip = 64 * becomes + target, seen.view.flip
    scalars = [384 * earlier(history.last, flip) + at, 147_840 + 384 * earlier(history.own, flip) + at]
    scalars.append(296_864 + 384 * min(15, history.depth // 2) + at)
    return rows, scalars


def earlier(move, flip):
    return 0 if move is None else 1 + 64 * move.role + (move.reaches() ^ flip)


class Full:
    """Moves looked at in full; what does not depend on the move is made once."""

    def __init__(self, view, history):
        self.view, self.history = view, history
        self.screens = view.screens()
        self.threats = list(threats(view))

    def of(self, move):
        view, history = self.view, self.history
        seen = Seen(view, move)
        bit = 1 << seen.target
        old = attacks(seen.role, MINE, seen.origin, view.occupied)
        new = 0 if move.castling else attacks(seen.becomes, MINE, seen.target, seen.after)
        direct, discovered = self.check(seen, new)
        check = int(direct or discovered)
        value = grade(exchange(seen))
        alone = seen.role == PAWN and move.captured is None
        covered = int(bool((view.all if alone else view.twice)[MINE] & bit))
        rows, (reply, sequel, opening) = common(seen, history, check, value, covered)
        near = max(0, min(2, distance(seen.target, view.king) - 2))
        harried = self.harried(seen)
        rows.append(9196 + self.purpose(seen, old, new, harried, near))
        scalars = [reply, sequel, self.answer(seen, harried), self.structure(seen, old, new)]
        scalars += [self.special(seen, direct, discovered), opening]
        scalars.append(303_008 + (distance(seen.target, view.king) * 6 + seen.becomes) * 4 + view.phase)
        return rows, scalars

    def check(self, seen, new):
        """Whether the move gives a direct and a discovered check."""
        view, move = self.view, seen.move
        screen = bool(self.screens >> seen.origin & 1) and not move.drop
        discovered = screen and not move.castling and not on_one_line(view.king, seen.origin, seen.target)
        if move.castling:
            direct = attacks(ROOK, MINE, seen.target + (1 if move.long() else -1), seen.after) >> view.king & 1
        elif seen.becomes == KING:
            direct = 0
        elif move.promotion is not None or screen:
            direct = new >> view.king & 1
        else:
            direct = attacks(seen.becomes, MINE, seen.target, view.occupied) >> view.king & 1
        return bool(direct), discovered

    def harried(self, seen):
        last, flip = self.history.last, self.view.flip
        if last is None:
            return 0
        at = last.reaches() ^ flip
        return attacks(last.role, THEIRS, at, self.view.occupied) >> seen.origin & 1

    def purpose(self, seen, old, new, harried, near):
        view, move, flip = self.view, seen.move, self.view.flip
        last, own = self.history.last, self.history.own
        recaptures = int(move.captured is not None and last is not None and seen.target == last.reaches() ^ flip)
        same = 0
        if own is not None and own.reaches() ^ flip == seen.origin:
            same = 2 if own.origin ^ flip == seen.target else 1
        prey, loose = 6, 0
        gained = new & ~old & view.sides[THEIRS]
        for role in range(KING, -1, -1):
            found = gained & view.roles[THEIRS][role]
            if found:
                prey = role
                loose = int(bool(found & ~view.all[THEIRS]) or WORTH[role] > WORTH[seen.becomes])
                break
        residue = self.residue(seen, new)
        return (((((residue * 2 + recaptures) * 2 + harried) * 3 + same) * 3 + near) * 7 + prey) * 2 + loose

    def answer(self, seen, harried):
        last = self.history.last
        if last is None:
            return 295_680 + (0 * 7 + 6) * 48 + seen.role * 8 + 7
        return 295_680 + ((harried * 7 + last.role) * 6 + seen.role) * 8 + distance(seen.target, last.reaches() ^ self.view.flip)

    def structure(self, seen, old, new):
        view = self.view
        if seen.becomes == PAWN:
            own = view.roles[MINE][PAWN] & (~0 if seen.move.drop else ~(1 << seen.origin))
            theirs, target = view.roles[THEIRS][PAWN], seen.target
            file = target % 8
            passed = not any(s // 8 > target // 8 and abs(s % 8 - file) <= 1 for s in squares(theirs))
            doubled = any(s % 8 == file for s in squares(own))
            supported = bool(attacks(PAWN, THEIRS, target, 0) & own)
            blocked = bool(theirs >> (target + 8) & 1)
            return 296_352 + 8 * (passed + 2 * doubled + 4 * supported + 8 * blocked) + target // 8
        free = ~view.sides[MINE] & ~view.pawns[THEIRS]
        gain = (new & free).bit_count() - (old & free).bit_count() + 8
        return 296_352 + 128 + 16 * (4 * (seen.becomes - 1) + view.phase) + min(15, max(0, gain))

    def special(self, seen, direct, discovered):
        view, move, pos = self.view, seen.move, self.view.pos
        king = pos.king(pos.turn)
        mine = pos.castling & pos.colours[pos.turn]
        rights = 0
        for square in squares(mine):
            rights |= 1 if square > king else 2
        number = 0
        if self.mates(seen, direct, discovered):
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

    def mates(self, seen, direct, discovered):
        view, move = self.view, seen.move
        if not (direct or discovered):
            return False
        if not discovered and not move.castling:
            reach = attacks(seen.becomes, MINE, seen.target, seen.after & ~(1 << view.king))
            if KING_REACH[view.king] & ~view.sides[THEIRS] & ~view.all[MINE] & ~reach:
                return False
        return not view.pos.play(move).legal()

    def residue(self, seen, new):
        """Threats, Residue: what threatens after the move."""
        loss = 0
        for square, a, c, worth, held, now in self.threats:
            if square == seen.origin and not seen.move.drop:
                continue
            if a & (a - 1) == 0:
                attacker = a.bit_length() - 1
                if a >> seen.target & 1 or between(attacker, square) >> seen.target & 1:
                    continue
            if new >> square & 1:
                loss = max(loss, held)
            elif c and c & (c - 1) == 0 and c >> seen.origin & 1 and not seen.move.castling:
                loss = max(loss, worth)
            else:
                loss = max(loss, now)
        return 0 if loss <= 0 else 1 if loss == 1 else 2 if loss <= 3 else 3 if loss <= 5 else 4


def threats(view):
    """Threats: the mover's threatened pieces, twelve at most, with A, C, worth, held and now."""
    count = 0
    for square in squares(view.sides[MINE] & ~view.roles[MINE][KING] & view.all[THEIRS]):
        both = view.attackers(square, view.occupied)
        a, c = both & view.sides[THEIRS], both & view.sides[MINE]
        worth = WORTH[view.at[square][1]]
        least = next(role for role in range(6) if a & view.roles[THEIRS][role])
        outnumbered = int(c != 0 and a.bit_count() >= c.bit_count() + 2)
        held = max(worth - WORTH[least], outnumbered)
        now = held if c else worth
        if now > 0 or (c and c & (c - 1) == 0):
            yield square, a, c, worth, held, now
            count += 1
            if count == 12:
                return


def exchange(seen):
    """Exchange: what is won on the move's target, if both sides take there as long as it pays."""
    view, move, target = seen.view, seen.move, seen.target
    gain = 0 if move.captured is None else WORTH[move.captured]
    if move.promotion is not None:
        gain += WORTH[move.promotion] - 1
    if move.role == KING:
        return gain
    empty = view.occupied if move.drop else view.occupied & ~(1 << seen.origin)
    theirs = view.roles[THEIRS]
    if not view.all[THEIRS] >> target & 1:
        behind = 0
        if view.sliders[THEIRS] >> seen.origin & 1:
            behind = bishop(target, empty) & (theirs[BISHOP] | theirs[QUEEN]) | rook(target, empty) & (theirs[ROOK] | theirs[QUEEN])
        if not behind:
            return gain
    occupied = view.occupied & ~(1 << seen.origin)
    if move.en_passant:
        occupied &= ~(1 << (target - 8))
    attackers = view.attackers(target, occupied) & occupied
    diagonal = view.roles[0][BISHOP] | view.roles[0][QUEEN] | theirs[BISHOP] | theirs[QUEEN]
    straight = view.roles[0][ROOK] | view.roles[0][QUEEN] | theirs[ROOK] | theirs[QUEEN]
    g, standing, side = [gain], WORTH[seen.becomes], THEIRS
    while len(g) <= 32 and attackers & view.sides[side]:
        mine = attackers & view.sides[side]
        cheapest = next(role for role in range(6) if mine & view.roles[side][role])
        if cheapest == KING and attackers & view.sides[1 - side]:
            break
        g.append(standing - g[-1])
        if g[-1] < 0 and g[-2] > 0:
            break
        standing = WORTH[cheapest]
        taking = mine & view.roles[side][cheapest]
        occupied &= ~(taking & -taking)
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
