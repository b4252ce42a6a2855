"""docs/format/13-glyphs.md: the glyphs of moves."""
from .mixing import Decisions, clamp, divide, hash32, numbered, powers
from .result import decided, fate
from .evals import Evaluation
from .steps import hanging
from .strings import Dictionary, Strings
from .structure import COMMENT

MISSING, NO_ITEM = 99, 7
CHANCES = [(((1 << 62) - e) << 20) // ((1 << 62) + e) for e in powers(1001, 4_594_736_645_196_307_470)]


def chances(v):
    """C(v) of a score."""
    return CHANCES[min(abs(v), 1000)] * (1 if v > 0 else -1)


def grade(v):
    return 1 if v >= 1000 else 2 if v > 700 else 3


def judge(before, now):
    """judged, near, fall and dropped; evaluations as the player sees them, None where they are missing."""
    if before is None or now is None:
        return MISSING, 0, 0, 0
    b, n = before.value, now.value
    if before.mate or now.mate:
        j = 0
        if now.mate and n < 0 and not before.mate:
            j = grade(-b)
        elif before.mate and b > 0:
            j = 3 if now.mate and n < 0 else 0 if now.mate else grade(n)
        return 5 * j, 0, 0, 0
    f = chances(b) - chances(n)
    j = min(3, max(f, 0) // 104_857)
    second = 0 if j == 0 else 3 if b - n >= 300 else 2 if b - n >= 100 else 1
    t = (f * 125) >> 17
    u = clamp(t - 100, -1, 299) % 100
    near = 7 + clamp(u - 100 if u > 50 else u, -6, 6)
    return 4 * j + second, near, 2 + clamp(divide(t, 10), -1, 50), clamp(divide(b - n, 10), 0, 40)


class Glyphs:
    """The stream."""

    def __init__(self):
        self.any, self.present, self.which = Decisions(2, 6), Decisions(7, 14), Decisions(5, 14)
        self.dictionary, self.strings, self.had = Dictionary(), Strings(20), 0

    def decode(self, coder, game):
        """The glyphs of all moves."""
        evaluated = any(step.evaluation for step in game.steps) or game.has_evaluations
        self.had = self.any.bit(coder, [self.had, 2 + (not evaluated)], 1)
        if not self.had:
            return
        result = decided(game.tags.get(b"Result"))
        won = [fate(result, side) % 3 for side in (0, 1)]
        other = own = 0
        for step in game.steps:
            own, other = other, self._glyphs(coder, step, own=own, other=other, won=won[step.black], after=after(game, step.at))
            step.glyphs = self.dictionary.strings[other - 1] if other else b""

    def _glyphs(self, coder, step, own, other, won, after):
        """1 + the number of the glyphs of a ply, 0 if it has none."""
        before = step.before.evaluation if step.before else Evaluation(False, 20)
        before, now = [v and v.seen(step.black) for v in (before, step.evaluation)]
        judged, near, fall, dropped = judge(before, now)
        forced, cost = int(step.choices == 1), step.cost // 8
        nature = step.takes() + 2 * (step.mark > 0) + 4 * step.takes_on(step.before) + 8 * forced + 16 * (step.move.promotion is not None)
        hangs = hanging(step.pos, int(step.black))[0]
        place = 2 * min(3, step.open) + step.first
        about = (near,), (fall, forced), (own, other), (cost, nature), (other, hangs), (place, after), (place, cost, won)
        if not self.present.bit(coder, numbered(1, *[(judged, *parts) for parts in about]), 1):
            return 0
        about = (), (own, other), (cost, nature), (near, dropped), (place, other)
        contexts, count = numbered(1, *[(judged, *parts) for parts in about]), len(self.dictionary)
        number = min(self.which.symbol(coder, contexts, 6), count)
        if number == 63 and count > 63:
            number += coder.uniform(count - 62)
        if number == count:
            number = self.dictionary.enter(coder, self.strings)
        return 1 + number


def after(game, at):
    """The two items after a move."""
    items = game.items[at + 1 : at + 3]
    kinds = [item.kind for item in items] + [NO_ITEM] * (2 - len(items))
    return hash32(*kinds, 1 + items[0].template if kinds[0] == COMMENT else 0)
