"""docs/format/05-toolkit.md, Perceptron and Mixture."""
import struct
from array import array
from math import isqrt

from .coder import NEW_COUNTER, FULL, learn
from .conventions import require
from .mixing import GOLDEN, M32, MOST, Correction, clamp, divide, spread, squash, stretched

SHARE = [isqrt((1 << 21) // (32 + i)) for i in range(1024)]


def rate(start, s, n):
    return (start * SHARE[min(n >> s, 1023)]) >> 8


def wrap(x):
    """x mod 2^32, as a signed number."""
    return ((x + (1 << 31)) & M32) - (1 << 31)


class Perceptron:
    """Perceptron(F features, D decisions): one hidden layer of 32 units."""

    def __init__(self, features, decisions):
        state, root = 12_345, isqrt(features)
        self.first = []
        for _ in range(features):
            row = []
            for _ in range(32):
                state = (state * 1_664_525 + 1_013_904_223) & M32
                row.append(divide(wrap(state) >> 2, root))
            self.first.append(row)
        self.second = [[0] * 32 for _ in range(decisions)]
        self.counts = [0] * decisions
        self.count = 0

    def forward(self, x):
        self.x = [(i, v) for i, v in enumerate(x) if v]
        sums = [0] * 32
        for i, v in self.x:
            sums = [s + v * (a >> 16) for s, a in zip(sums, self.first[i])]
        self.hidden = [(squash(wrap(s) >> 11) - 32_768) >> 3 for s in sums]
        self.hidden[31] = 4096
        self.wanted = [0] * 32

    def odds(self, d):
        return clamp(wrap(sum([h * (b >> 16) for h, b in zip(self.hidden, self.second[d])])) >> 16, -2047, 2047)

    def learn(self, d, odds, bit):
        e = (FULL * bit - squash(odds)) >> 1
        step = (e * rate(160, 3, self.counts[d])) >> 8
        self.counts[d] = min(self.counts[d] + 1, M32)
        row = self.second[d]
        self.wanted = [wrap(w + ((e * (b >> 16)) >> 8)) for w, b in zip(self.wanted, row)]
        self.second[d] = [wrap(b + ((step * h) >> 3)) for b, h in zip(row, self.hidden)]

    def finish(self):
        r = rate(256, 8, self.count)
        self.count = min(self.count + 1, M32)
        steps = [
            (((clamp(w >> 6, -12_288, 12_288) * ((2**24 - h * h) >> 12)) >> 12) * r) >> 8
            for w, h in zip(self.wanted, self.hidden)
        ]
        for i, v in self.x:
            self.first[i] = [wrap(a + ((v * s) << 2)) for a, s in zip(self.first[i], steps)]


TRUST = [0, 16, 80] + [128] * 2 + [168] * 4 + [192] * 12 + [224] * 60 + [256] * 943


class Mixture:
    """Mixture(N contexts, F features, b bits, G groups, S situations)."""

    def __init__(self, contexts, features, bits, groups, situations, file=None):
        decisions = 15 * groups
        self.contexts, self.bits, self.situations = contexts, bits, situations
        self.counters = array("I", [NEW_COUNTER]) * (1 << bits if contexts else 0)
        self.perceptron = Perceptron(features, decisions)
        start = [25 * 2**20 // max(1, contexts)] * contexts + [5 * 2**20]
        self.weights = [start + [0] * (16 - len(start)) for _ in range(decisions)]
        self.counts = [0] * decisions
        self.correction = Correction(decisions * situations)
        self.tails = [NEW_COUNTER] * 4096
        if file:
            self._load(file)

    def _load(self, file):
        """Beginning with a file."""
        features, mixing = len(self.perceptron.first), self.contexts + 2
        self.perceptron.first = [[w << 16 for w in struct.unpack_from("<32h", file, 64 * i)] for i in range(features)]
        self.perceptron.count, at = 150_000, 64 * features
        for d in range(len(self.weights)):
            at += 1
            if file[at - 1] != 1:
                continue
            self.perceptron.second[d] = [w << 16 for w in struct.unpack_from("<32h", file, at)]
            self.perceptron.counts[d] = 2500
            self.weights[d][:mixing] = [w << 12 for w in struct.unpack_from(f"<{mixing}h", file, at + 64)]
            self.counts[d] = 1600
            at += 64 + 2 * mixing
        require(at == len(file), "a file of weights has another length")

    def prepare(self, contexts, features, situation):
        self.spreads, self.situation, self.group = [spread(c) for c in contexts], situation, None
        self.perceptron.forward(features)

    def finish(self):
        self.perceptron.finish()

    def bit(self, coder, group, at):
        d = 15 * group + at
        if group != self.group:
            self.group, mark = group, (group + 1) * GOLDEN & M32
            self.starts = [(s ^ mark) >> (32 - self.bits) for s in self.spreads]
        odds = self.perceptron.odds(d)
        places = [start ^ (at + 1) for start in self.starts]
        counters = [self.counters[i] for i in places]
        inputs = [stretched(counter) * TRUST[counter & 1023] >> 8 for counter in counters] + [odds, 128]
        weights = self.weights[d]
        x = clamp(sum([(w >> 12) * i for w, i in zip(weights, inputs)]) >> 12, -MOST, MOST)
        raw = squash(x)
        refined = self.correction.refine(x, d * self.situations + self.situation)
        bit = coder.bit(clamp((raw + refined) >> 1, 16, 65_520))
        e = ((FULL * bit - raw) * rate(50, 4, self.counts[d])) >> 9
        self.counts[d] += 1
        for j, i in enumerate(inputs):
            weights[j] = clamp(weights[j] + ((e * i) >> 4), -(2**26), 2**26)
        self.correction.learn(bit)
        self.perceptron.learn(d, odds, bit)
        for i in places:
            learn(self.counters, i, bit, 400)
        return bit

    def unsigned(self, coder, g):
        """A value below 2^61, with 18 groups from g on."""
        k = 0
        while k < 58 and (self.bit(coder, g, k) if k < 8 else self.bit(coder, g + 1, min(k - 8, 14))):
            k += 1
        f = 1
        for number in range(k + 1, -1, -1):
            if f < 16 and k == 0:
                bit = self.bit(coder, g, 7 + f)
            elif f < 16:
                bit = self.bit(coder, g + 1 + min(k, 16), f - 1)
            else:
                bit = coder.counter(self.tails, 64 * (k + 2) + number)
            f = f << 1 | bit
        return f - 4

    def signed(self, coder, g):
        """With 36 groups from g on."""
        if self.bit(coder, g, 14):
            return -1 - self.unsigned(coder, g + 18)
        return self.unsigned(coder, g)
