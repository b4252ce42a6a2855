"""docs/format/15-comments.md, Numbers in comments."""
from .mixing import M32, clamp, divide, hash32, numbered
from .mixture import Mixture

M, RELATIONS, NAMES, TOTALS, EARLIER = 999_999_999_999_999, 49, 64, 64, 6
PAIRS = ((0, 1), (0, 2), (1, 2))
FACTORS = ((1000, 1), (1, 1), (1, 10), (1, 100), (1, 1000))


def class_of(d):
    size = abs(d)
    if size > 4:
        n = size.bit_length() - 1
        size = 2 * n + 1 + (size >> (n - 1) & 1)
    return 2 * size + (d < 0)


def level(d):
    s = abs(d) + 1
    n = s.bit_length() - 1
    size = min(32 * n + ((s << 5 >> n) & 31), 1023)
    return -size if d < 0 else size


class Field:
    """What is known of the numbers of a name."""

    def __init__(self, number):
        self.number = number
        self.costs = [[5120] + [6144] * (RELATIONS - 1) for _ in range(2)]
        self.kept, self.totals, self.decimals = [0, 0], {}, None
        self.last, self.count, self.first = [[0] * 3, [0] * 3], [0, 0], [0, 0]
        self.differences, self.mixture = [0, 0], Mixture(10, 13, 16, 54, 1)

    def begin(self):
        """At the start of a game."""
        self.count, self.last = [0, 0], [[first] * 3 for first in self.first]

    def scale(self, decimals):
        """Another number of decimals than before."""
        if self.decimals is not None and decimals != self.decimals:
            power = 10 ** abs(decimals - self.decimals)
            up = decimals > self.decimals

            def change(v):
                return clamp(v * power, -M, M) if up else divide(v, power)

            self.last, self.first = [[change(v) for v in row] for row in self.last], [change(v) for v in self.first]
        self.decimals = decimals


class Numbers:
    """The fields, by name."""

    def __init__(self):
        self.names, self.others = {}, {}

    def begin(self):
        for field in (*self.names.values(), *self.others.values()):
            field.begin()

    def field(self, name):
        table, key = self.names, name
        if name not in self.names and len(self.names) >= NAMES:
            table, key = self.others, name % NAMES
        if key not in table:
            table[key] = Field(len(self.names) + len(self.others))
        return table[key]

    def decode(self, coder, name, decimals, side, text):
        """A value; `text` has the numbers of the comment before it, and what stands outside."""
        field = self.field(name)
        field.scale(decimals)
        fresh, own, other = int(field.count[side] == 0), field.last[side], field.last[1 - side]
        earlier = [(e, of.last[side][1], of.number) for e, of in text.numbers[::-1][:EARLIER]]
        guesses = self._guesses(field, fresh, own, other, earlier, text.outside)
        costs = field.costs[fresh]
        best, second = self._best(guesses, costs, field.kept[fresh])
        field.kept[fresh] = best
        guess, step = guesses[best]
        value = self._value(coder, field, best, guess, step, guesses[second][0], fresh, side, earlier, text)
        for k, (g, _) in guesses.items():
            c = 0 if g == value else 1 + abs(value - g).bit_length()
            costs[k] += 16 * c - (costs[k] >> 4)
        for e, _, of in earlier:
            if of not in field.totals:
                field.totals = {**dict(list(field.totals.items())[: TOTALS - 1]), of: [0, 0]}
            field.totals[of][1 - fresh] = value + e if fresh else value + e - own[0]
        text.numbers.append((value, field))
        if fresh:
            field.first[side] = value
        field.last[side], field.count[side] = [value, *own[:2]], field.count[side] + 1
        return value

    @staticmethod
    def _guesses(field, fresh, own, other, earlier, outside):
        """Relations with a guess, each with its guess and step."""
        out = {0: own[0], 1: other[0], 2: 2 * own[0] - own[1], 3: -other[0]}
        out.update((4 + i, v) for i, v in enumerate(outside))
        for i, (e, before, of) in enumerate(earlier):
            out[16 + 3 * i] = own[0] + e - before
            if of in field.totals:
                total = field.totals[of]
                out[17 + 3 * i] = (total[0] if fresh else own[0] + total[1]) - e
            if before:
                out[18 + 3 * i] = divide(own[0] * e * (1 if before > 0 else -1), abs(before))
        out = {k: (v, 0) for k, v in out.items()}
        for j, (one, two) in enumerate(PAIRS):
            if two < len(earlier):
                a, b = earlier[one][0], earlier[two][0]
                for k, (up, down) in enumerate(FACTORS):
                    out[34 + 5 * j + k] = divide(a * b * up, down), max(abs(a), abs(b)) * up // down
        return {k: (clamp(v, -M, M), min(step, M)) for k, (v, step) in sorted(out.items())}

    @staticmethod
    def _best(guesses, costs, kept):
        best = second = 0
        for k in guesses:
            if k and costs[k] < costs[best]:
                best, second = k, best
            elif k and (costs[k] < costs[second] or best == second):
                second = k
        if kept in guesses and kept != best and costs[kept] < costs[best] + 400:
            best, second = kept, best
        return best, second

    @staticmethod
    def _value(coder, field, kind, guess, step, second, fresh, side, earlier, text):
        own, other = field.last[side], field.last[1 - side]
        if abs(-other[0] - own[0]) < abs(other[0] - own[0]):
            other = [-v for v in other]
        d, d1 = field.differences[side], field.differences[1 - side]
        c1, c2 = (text.classes + [0, 0])[:2]
        e1, e2 = ([class_of(e[0]) for e in earlier[:2]] + [0, 0])[:2]
        count = text.outside[0]
        r = [v - guess for v in (own[0], other[0], second, own[1])]
        r0, r1, r2, r3 = map(class_of, r)
        about = (fresh,), (side, class_of(d)), (r0, r1), (r2, r3), (c1, c2), (), (count, class_of(d1)), (class_of(guess), side)
        contexts = numbered(1, *[(kind, *parts) for parts in (*about, (e1, e2), (e1, c1, r1))])
        contexts[5] = hash32(6, guess & M32, guess >> 32, kind, side)
        odd = 16 * min(c1 >> 1, 60)
        features = [256, 256 * fresh, -128 if side else 128, 256 * (kind == 0), *map(level, r), level(d), level(d1)]
        features += [-odd if c1 & 1 else odd, level(guess), 10 * clamp(count, 0, 60)]
        mixture = field.mixture
        mixture.prepare(contexts, features, 0)
        difference = over = mixture.signed(coder, 0)
        mixture.finish()
        if step >= 16:
            n, c = step.bit_length() - 1, class_of(difference)
            contexts = numbered(50, (kind,), (kind, n), (kind, c), (n, c), (side, c)) + [0] * 5
            mixture.prepare(contexts, features, 0)
            over = difference * step + mixture.unsigned(coder, 36)
            mixture.finish()
        field.differences[side] = difference
        text.classes.insert(0, class_of(difference))
        return clamp(guess + over, -M, M)
