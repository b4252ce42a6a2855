"""docs/format/12-evals.md: evaluations."""
from typing import NamedTuple

from .coder import FULL, NEW_COUNTER, learn
from .evalnet import NODES, inputs, network
from .mixing import M32, MoveToFront, clamp, divide, hash32, place, squash, stretched
from .mixture import rate
from .result import decided
from .setting import setting
from .steps import EVAL
from .structure import COMMENT

FREE, MATES, SCORE = 464, 2**24, 2**24


class Evaluation(NamedTuple):
    """A mate, or a score in centipawns; White's unless another player sees it."""

    mate: bool
    value: int

    def seen(self, black):
        return Evaluation(self.mate, -self.value) if black else self

    def score(self):
        """s(v)."""
        if self.mate:
            return 1500 if self.value > 0 else -1500
        return clamp(self.value, -1500, 1500)


USUAL = Evaluation(False, 20)


class Past(NamedTuple):
    """The evaluations before, as the player sees them."""

    first: Evaluation
    swing: int
    swing1: int

    @property
    def expected(self):
        return 0 if self.first.mate else self.first.value


def earlier(step):
    """The evaluation of the nearest step that has one, of the eight before, and that step."""
    for _ in range(8):
        step = step and step.before
        if step is not None and step.evaluation is not None:
            return step.evaluation, step
    return USUAL, None


class Evals:
    """The stream."""

    def __init__(self):
        self.added = [[0] * 32 for _ in range(NODES)]
        self.counters = [NEW_COUNTER] * NODES
        self.mixing = [[2**22, 0, 0, 2**22] for _ in range(NODES)]
        self.steps = [0] * NODES
        self.all, self.remarked = [NEW_COUNTER] * (NODES * 9), [NEW_COUNTER] * 65_536
        self.memory, self.forms = {}, MoveToFront(4)

    def decode(self, coder, game):
        """The game's evaluations: value and form of each place; steps get theirs."""
        places = [p for at in sorted(game.places) for p in game.places[at] if p.kind == EVAL]
        game.has_evaluations = bool(places)
        if not places:
            return
        self.coder, self.restless = coder, 320
        tags = game.tags
        ratings, result = setting(tags).ratings, decided(tags.get(b"Result"))
        for place_ in places:
            value = self._one(game, place_.step, ratings, result)
            place_.value, place_.evaluation = write(value, self.forms.decode(coder, 0, 24)), value
            if place_.step is not None:
                place_.step.evaluation = value

    def _one(self, game, step, ratings, result):
        """An evaluation of a step, White's."""
        black = step is not None and step.black
        found, at = earlier(step)
        second, at = earlier(at)
        third, _ = earlier(at)
        first, second, third = (v.seen(black) for v in (found, second, third))
        past = Past(first, first.score() - second.score(), second.score() - third.score())
        h = step.pos.hash() if step is not None else 0
        number, check = h >> 32 & 0xFFFF, h & M32 | 1
        page = self.memory.get(number) if step is not None else None
        met = page[1].seen(black) if page and page[0] == check else None
        self.y = network().hidden(inputs(game, step, past, self.restless, met, ratings, result))
        self.group = 4 if first.mate else clamp((first.value >> 7) + 4, 0, 8)
        self.remark = remark(game, step)
        value = self._value(past, met).seen(black)
        if step is not None:
            if not value.mate and not found.mate:
                difference = min(600, abs(value.value - found.value))
                self.restless += divide(16 * difference - self.restless, 5)
            self.memory[number] = check, value
        return value

    def _value(self, past, met):
        """Nodes, as the player sees the value."""
        first, expected = past.first, past.expected
        if self._node(0):
            positive = self._node(1)
            if first.mate and (first.value > 0) == bool(positive):
                e = max(1, abs(first.value) - positive)
                size = e
                if not self._node(2):
                    size = max(0, e - 1 - self._count(32, 7)) if self._node(3) else e + 1 + self._count(39, 7)
            else:
                size = self._count(16, 15)
            size = min(size, MATES)
            return Evaluation(True, size if positive else -size)
        if met is not None and not met.mate and self._node(4):
            return met
        if expected and self._node(5):
            return Evaluation(False, 0)
        if self._node(6):
            return Evaluation(False, expected)
        d = self._node(7)
        o = 0
        while o < 23 and self._node(48 + 16 * d + min(o, 12)):
            o += 1
        b, x = 80 + 16 * (12 * d + min(o, 11)), 1
        for k in range(o + 2):
            node = b if k == 0 else b + 1 + (x & 1) if k == 1 else b + 3 + (x & 3) if k == 2 else FREE
            x = x << 1 | self._node(node)
        return Evaluation(False, clamp(expected - (x - 3) if d else expected + (x - 3), -SCORE, SCORE))

    def _count(self, n, l):
        """count(n, l)."""
        for k in range(l):
            if not self._node(n + k):
                return k
        x = 0
        for _ in range(24):
            x = x << 1 | self._node(FREE)
        return l + x

    def _node(self, n):
        """A decision at a node."""
        if n == FREE:
            return self.coder.bit(32_768)
        y, added, mixing, m = self.y, self.added[n], self.mixing[n], self.steps[n]
        key = 9 * n + self.group
        r_at = place(hash32(key, self.remark), 16)
        extra = sum([((a + 512) >> 10) * v for a, v in zip(added, y)])
        g = clamp(network().odds(n, y) + ((extra + (1 << 13)) >> 14), -2400, 2400)
        r, a = self.remarked[r_at], self.all[key]
        more = divide((stretched(r) - stretched(a)) * min(12, r & 1023), 12)
        given = g, stretched(self.counters[n]), 128, more
        p = clamp(squash((sum([((w + 512) >> 10) * i for w, i in zip(mixing, given)]) + 2048) >> 12), 16, 65_520)
        bit = self.coder.bit(p)
        s = ((FULL * bit - p) * rate(16, 4, m) + 64) >> 7
        mixing[:] = [clamp(w + ((s * i + 64) >> 7), -(2**24), 2**24) for w, i in zip(mixing, given)]
        s = ((FULL * bit - squash(g)) * rate(8, 3, m) + 32) >> 6
        added[:] = [clamp(w + ((s * v + 4) >> 3), -33_553_408, 33_553_408) for w, v in zip(added, y)]
        self.steps[n] += 1
        for counters, i in ((self.counters, n), (self.all, key), (self.remarked, r_at)):
            learn(counters, i, bit, 1000)
        return bit


def remark(game, step):
    """1 + the number of the template of the comment right after a move."""
    item = game.items[step.at + 1] if step is not None else None
    return 1 + item.template if item is not None and item.kind == COMMENT else 0


def write(value, form):
    """Stream structure, Templates of comments: an evaluation."""
    decimals, plus, letter = form // 6, form // 2 % 3, form % 2
    size = abs(value.value)
    text = "#" if value.mate and not letter else ""
    text += "-" if value.value < 0 else "+" if plus == 2 or (plus == 1 and value.value > 0) else ""
    if value.mate:
        text += ("M" if letter else "") + str(size)
    elif decimals == 3 or (decimals == 2 and size == 0):
        text += str(size)
    else:
        part = size % 100
        text += f"{size // 100}." + (str(part // 10) if part % 10 == 0 and decimals != 1 else f"{part:02}")
    return text.encode()
