"""docs/format/05-toolkit.md, Mixing: log-odds, weights, corrections, hash; and Decisions, MoveToFront."""
from bisect import bisect_left

from .coder import NEW_COUNTER, FULL, learn

M32 = 2**32 - 1
GOLDEN = 0x9E3779B1
MOST = 2816


def powers(count, ratio):
    """1, a ratio, its square, …, as numbers with 62 bits after the point."""
    p = 1 << 62
    for _ in range(count):
        yield p
        p = (p * ratio) >> 62


_LOWS = [max(1, (e << 16) // ((1 << 62) + e)) for e in powers(MOST + 1, 4_593_706_758_521_714_574)]
SQUASH = _LOWS[:0:-1] + [32_768] + [FULL - low for low in _LOWS[1:]]
STRETCH = [min(bisect_left(SQUASH, 16 * q + 8) - MOST, MOST) for q in range(4096)]


def clamp(x, low, high):
    return low if x < low else high if x > high else x


def squash(x):
    return SQUASH[clamp(x, -MOST, MOST) + MOST]


def stretch(p):
    return STRETCH[p >> 4]


def stretched(counter):
    """stretch of a counter's estimate."""
    return STRETCH[max(counter >> 16, 1) >> 4]


def dot(weights, inputs):
    return sum([w * i >> 5 for w, i in zip(weights, inputs)]) >> 11


def train(weights, inputs, p, bit, rate):
    error = ((FULL * bit - p) * rate) >> 2
    for j, i in enumerate(inputs):
        weights[j] = clamp(weights[j] + ((i * error + (1 << 17)) >> 18), -524_288, 524_288)


def hash32(*parts):
    """hash(a, b, …)."""
    h = 0x811C9DC5
    for part in parts:
        h = ((h ^ (part & M32)) * GOLDEN) & M32
        h ^= h >> 15
    return h


def numbered(first, *contexts):
    """Contexts, each the hash of its number and its parts; `first` is the number of the first."""
    return [hash32(number, *parts) for number, parts in enumerate(contexts, first)]


def fold(data, start):
    """The hash of a state and a byte, byte after byte."""
    for byte in data:
        start = hash32(start, byte)
    return start


def digest(data):
    """The digest of bytes."""
    return fold(data, len(data))


def place(context, bits):
    return (((context ^ (context >> 15)) * GOLDEN) & M32) >> (32 - bits)


def spread(context):
    m = ((context ^ (context >> 16)) * 0x2545F491) & M32
    return ((m ^ (m >> 15)) * GOLDEN) & M32


def divide(a, b):
    """Division rounded towards 0, by a number above 0."""
    return -(-a // b) if a < 0 else a // b


class Correction:
    """33 values for each of a number of contexts."""

    START = [squash(128 * (j - 16)) for j in range(33)]

    def __init__(self, contexts):
        self.values = Correction.START * contexts

    def refine(self, x, context):
        """The refined probability; learn takes the place that it finds."""
        x = clamp(x, -2048, 2047) + 2048
        l, f = 33 * context + (x >> 7), x & 127
        self.place = l + (f >= 64)
        return (self.values[l] * (128 - f) + self.values[l + 1] * f) >> 7

    def learn(self, bit):
        self.values[self.place] += (65_535 * bit - self.values[self.place]) >> 6


class Decisions:
    """Decisions(K contexts, b bits)."""

    def __init__(self, contexts, bits):
        self.bits = bits
        self.counters = [NEW_COUNTER] * (1 << bits)
        self.weights = [[85_536 // contexts] * contexts for _ in range(256)]

    def decide(self, coder, spreads, node):
        mark, counters, weights = node * GOLDEN & M32, self.counters, self.weights[node & 255]
        places = [(s ^ mark) >> (32 - self.bits) for s in spreads]
        inputs = [stretched(counters[i]) for i in places]
        p = squash(dot(weights, inputs))
        bit = coder.bit(p)
        train(weights, inputs, p, bit, 3)
        for i in places:
            learn(counters, i, bit, 250)
        return bit

    def bit(self, coder, contexts, node):
        return self.decide(coder, list(map(spread, contexts)), node)

    def symbol(self, coder, contexts, bits):
        return self._symbol(coder, list(map(spread, contexts)), bits)

    def unsigned(self, coder, contexts):
        return self._unsigned(coder, list(map(spread, contexts)))

    def signed(self, coder, contexts):
        spreads = list(map(spread, contexts))
        if self.decide(coder, spreads, 0x80):
            return 0
        if self.decide(coder, spreads, 0x81):
            return -1 - self._unsigned(coder, [s ^ 0x33333333 for s in spreads])
        return 1 + self._unsigned(coder, [s ^ 0x55555555 for s in spreads])

    def _symbol(self, coder, spreads, bits):
        node = 1
        for _ in range(bits):
            node = node << 1 | self.decide(coder, spreads, node)
        return node - (1 << bits)

    def _unsigned(self, coder, spreads):
        if self.decide(coder, spreads, 0xC0):
            return self._symbol(coder, spreads, 3)
        bucket = min(self._symbol(coder, [s ^ M32 for s in spreads], 7), 115)
        n, f = (bucket >> 1) + 3, 2 | (bucket & 1)
        for k in range(n - 2, -1, -1):
            node = (512 + 16 * bucket + (f & 15)) << 2 | (n - k)
            f = f << 1 | (self.decide(coder, spreads, node) if k + 4 >= n else coder.bit(32_768))
        return f


class MoveToFront:
    """MoveToFront(b): rows of three symbols, the latest first."""

    def __init__(self, bits):
        self.bits, self.rows = bits, {}

    def row(self, context):
        return self.rows.setdefault(place(context, self.bits), ([None] * 3, [NEW_COUNTER] * 3))

    def guess(self, context):
        return self.row(context)[0][0]

    def recall(self, coder, context):
        """The symbol, or None if it is not found."""
        symbols, counters = self.row(context)
        for i in range(3):
            if symbols[i] is None:
                return None
            if coder.counter(counters, i):
                symbols.insert(0, symbols.pop(i))
                return symbols[0]
        return None

    def learn(self, context, symbol):
        symbols = self.row(context)[0]
        symbols.insert(0, symbol)
        symbols.pop()

    def decode(self, coder, context, n):
        """A symbol below n: recalled, or uniform(n) and learned."""
        symbol = self.recall(coder, context)
        if symbol is None:
            symbol = coder.uniform(n)
            self.learn(context, symbol)
        return symbol
