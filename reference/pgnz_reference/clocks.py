"""docs/format/11-clocks.md: clock times."""
from .coder import NEW_COUNTER
from .control import control
from .files import file
from .mixing import Decisions, MoveToFront, clamp, divide, fold, hash32
from .mixture import Mixture
from .moves import logarithm as L
from .result import decided, fate
from .steps import CLOCK_LEFT, CLOCK_SPENT, CLOCK_TENTHS

UNITS, MOST = (1000, 100, 10, 1), 2**53


class Side:
    """A player of a game, with the times so far."""

    def __init__(self, stream, tags, colour, given, unit):
        self.left, self.increment, self.numbers = given.base // unit, given.increment // unit, 0
        self.t, self.q, self.s = [0, 0, 0], 0, 0
        rating = (tags.get((b"WhiteElo", b"BlackElo")[colour]) or b"").removeprefix(b"+")
        self.rating = min(int(rating), 4000) // 200 if rating.isdigit() and int(rating) < 65_536 else 0
        name = fold(tags.get((b"White", b"Black")[colour]) or b"", 0)
        self.name, self.habits = hash32(name, given.base, given.increment), stream.habits
        name, number = self.habits.get(self.name % 4096, (0, 0))
        self.habit = number >> 4 if name == self.name and name else None

    def note(self, t):
        self.numbers += 1
        if self.numbers == 1:
            return
        self.t = [t, *self.t[:2]]
        l = L(max(t, 0) + 1)
        if self.numbers <= 3:
            self.q = self.s = l
        else:
            self.q += ((l - self.q) * 90) >> 8
            self.s += ((l - self.s) * 30) >> 8
        name, number = self.habits.get(self.name % 4096, (0, 0))
        number = number + ((16 * l - number) >> 6) if name == self.name else 16 * l
        self.habits[self.name % 4096] = self.name, number


class Clocks:
    """The stream."""

    def __init__(self):
        self.units, self.forms, self.seconds = MoveToFront(4), Decisions(2, 10), Decisions(2, 12)
        self.mixture = None
        self.negative, self.habits = [NEW_COUNTER] * 1024, {}
        self.last_forms, self.difference, self.first_gains = {}, 0, 0

    def decode(self, coder, game):
        """The game's clock times: value and form of each place."""
        places = [p for at in sorted(game.places) for p in game.places[at] if p.kind in (CLOCK_LEFT, CLOCK_SPENT, CLOCK_TENTHS)]
        if not places:
            return
        if self.mixture is None:
            self.mixture = Mixture(0, 72, 0, 72, 8, file("learned.net"))
        self.unit, self.game = UNITS[self.units.decode(coder, 0, 4)], game
        self.second = 1000 // self.unit
        given = control(game.tags.get(b"TimeControl"))
        self.start, self.each_move = given.base // self.unit, given.each_move
        self.increment = given.increment // self.unit
        self.sides = [Side(self, game.tags, colour, given, self.unit) for colour in (0, 1)]
        self.result = decided(game.tags.get(b"Result"))
        self.mates = bool(game.steps) and game.steps[-1].mark == 3
        before, lefts = 0, [None, None]
        for place in places:
            spent = place.kind != CLOCK_LEFT
            if place.step is before:
                time = self._second(coder, spent)
            else:
                self.colour = int(place.step is not None and place.step.black)
                time = self._first(coder, place.step, spent)
            before = place.step
            if not spent:
                lefts[self.colour] = time * self.unit
            place.value = self._form(coder, time * self.unit, place.kind)
        game.times_left = tuple(lefts)

    def _second(self, coder, spent):
        known = max(0, self.t) if spent else self.sides[self.colour].left
        contexts = [int(spent), hash32(int(spent), self.difference, self.second)]
        self.difference = self.seconds.signed(coder, contexts)
        return clamp(known + self.difference, 0, MOST)

    def _first(self, coder, step, spent):
        side = self.sides[self.colour]
        is_first = side.numbers == 0
        before = side.left + (0 if is_first and not self.first_gains else side.increment)
        self.t = self._symbol(coder, step, side, self.sides[1 - self.colour])
        after = clamp(before - self.t, 0, MOST)
        if not spent and is_first and side.left > 0:
            if side.increment > 0 and after != side.left:
                self.first_gains = int(after > side.left)
            if after == side.left // 2:
                side.increment = 0
        side.note(self.t)
        if not self.each_move:
            side.left = after
        return clamp(self.t, 0, MOST) if spent else after

    def _symbol(self, coder, step, side, other):
        """The symbol."""
        negative = coder.counter(self.negative, hash32(self.start, self.increment, int(side.numbers == 0)) >> 22)
        self.mixture.prepare([], self.features(step, side, other), clamp(3 * side.q >> 9, 0, 7))
        g = 0 if self.second == 1 else 36
        t = -1 - self.mixture.unsigned(coder, g + 18) if negative else self.mixture.unsigned(coder, g)
        self.mixture.finish()
        return t

    def features(self, step, side, other):
        """The 72 features of a symbol."""
        second, left, steps = self.second, side.left, self.game.steps

        def l(v):
            return L(v + second) - L(second)

        def s(v, a, b):
            return ((v * a) >> 8) - b

        number = step.number if step else -1
        p = [steps[number + i] if step and 0 <= number + i < len(steps) else None for i in (-2, -1, 0, 1, 2)]
        pp, before, now, after, aa = p
        to_come = min(1000, len(steps) - 1 - number)
        won, lost, drawn = (fate(self.result, self.colour) == n for n in (1, 2, 3))
        out = [s(l(max(t, 0)), 77, 128) for t in (*side.t, *other.t[:2])]
        averages = (side.q, 102), (side.s, 128), (other.q, 102), (other.s, 102), (side.habit, 102)
        out += [0 if v is None else s(v - L(second), a, 2 * a) for v, a in averages]
        out += [s(l(left), 51, 256), min(512, 256 * left // max(1, self.start)) - 128, divide(l(left) - l(other.left), 2)]
        depth = now.depth if now else 0
        out += [min(256, 5 * depth - 150), min(256, 10 * (now.choices if now else 0) - 256)]
        flags = [False] * 8
        if now:
            flags = [now.takes(), now.takes_on(before), now.mark > 0, bool(before and before.mark), now.choices == 1]
            flags += [bool(pp) and now.move.origin == pp.move.target, now.move.promotion is not None, now.move.castling]
        flags += [after.takes(), after.mark > 0, after.takes_on(now), after.mark == 3] if after else [False] * 4
        flags += [bool(now) and now.move.role == role for role in range(6)]
        flags += [side.numbers == 0, lost, won, drawn, to_come == 0, to_come == 1]
        flags += [bool(now) and now.mark == 3, self.mates, self.colour == 0, side.t[0] == 0, side.t[1] == 0, other.t[0] == 0]
        flags += [bool(after) and after.choices == 1, bool(before) and before.choices == 1]
        out += [256 * bool(flag) for flag in flags]
        c = L(to_come // 2 + 1)
        out += [s(c, 51, 205), l(left) - c if lost else 0, s(l(side.increment), 77, 0)]
        out.append(s(L((self.start + 40 * side.increment) // second + 1), 128, 1024))
        out += [256 - 256 * min(left, m * second) // (m * second) for m in (10, 30)]
        out += [min(256, 256 * depth // m) for m in (12, 40)]
        out += [38 * (1 + q.move.captured) if q and q.takes() else 0 for q in (now, after, aa, before, pp)]
        out += [38 * side.rating - 307, 77 * (side.rating - other.rating)]
        out += [4 * (q.cost if q else 0) - 50 for q in (now, before, after, aa, pp)]
        out += [8 * (q.entropy if q else 0) - 100 for q in (now, before, after, pp)]
        return [clamp(v, -1023, 1023) for v in out + [256]]

    def _form(self, coder, time, kind):
        """The form, and the time as it is written; `time` is in milliseconds."""
        if kind == CLOCK_TENTHS:
            return b"%d" % (time // 100)
        last = self.last_forms.get(kind, (0, 0))
        hours, decimals = last
        r = int(time % 1000 == 0)
        contexts = [hash32(r, decimals, hours), r]
        if not self.forms.bit(coder, contexts, 1):
            hours = self.forms.symbol(coder, [c ^ 0x100 for c in contexts], 4)
            decimals = self.forms.symbol(coder, [c ^ 0x200 for c in contexts], 2)
        if r == 0 or decimals or hours != last[0]:
            self.last_forms[kind] = hours, decimals
        return write(time, hours, decimals)


def write(time, hours, decimals):
    """Stream structure, Templates of comments: a clock time."""
    seconds, part = divmod(time, 1000)
    if hours == 0:
        text = b"%d" % seconds
    elif hours >= 14:
        text = b"%0*d:%02d" % (hours - 13, seconds // 60, seconds % 60)
    else:
        text = b"%0*d:%02d:%02d" % (hours, seconds // 3600, seconds // 60 % 60, seconds % 60)
    return text + (b"." + (b"%03d" % part)[:decimals] if decimals else b"")
