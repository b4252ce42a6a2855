"""docs/format/04-coder.md: the range coder, distributions, the counter."""
import sys
from bisect import bisect_right
from collections import Counter
from itertools import accumulate

from .conventions import require

FULL = 1 << 16
NEW_COUNTER = (1 << 21) << 10
RATE = [131_072 // (2 * n + 3) for n in range(1024)]


class Decoder:
    """Range coder. `low` is what was subtracted from the offset since the last shift; a blob's reader needs it."""

    def __init__(self, message):
        self.message, self.at = message, 0
        self.range = 2**64 - 1
        self.low, self.lows = 0, []
        self.offset = self.word() << 32 | self.word()

    def word(self):
        """The next word of 32 bits; zeros are supplied for up to 16 bytes."""
        require(self.at + 4 <= len(self.message) + 16, "a message is too short")
        word = self.message[self.at : self.at + 4]
        self.at += 4
        return int.from_bytes(word, "big") << 8 * (4 - len(word))

    def quantile(self):
        quantile = self.offset // (self.range >> 16)
        require(quantile < FULL, "a quantile is out of range")
        return quantile

    def narrow(self, start, width):
        """The symbol whose interval is (start, width) was found."""
        share = self.range >> 16
        self.offset -= share * start
        self.low += share * start
        self.range = share * width
        if self.range < 1 << 32:
            self.range <<= 32
            self.offset = self.offset << 32 | self.word()
            self.lows.append(self.low)
            self.low = 0

    def bit(self, p):
        """Bit(p)."""
        p = min(max(p, 1), 65_535)
        if self.quantile() < p:
            self.narrow(0, p)
            return 1
        self.narrow(p, FULL - p)
        return 0

    def uniform(self, n):
        """uniform(n) of any n; Uniform(n) if n is at most 4,096."""
        if n <= 1:
            return 0
        if n > 4096:
            high = self.uniform((n + 4095) // 4096)
            return 4096 * high + self.uniform(min(4096, n - 4096 * high))
        symbol = (self.quantile() * n + n - 1) // FULL
        start = symbol * FULL // n
        self.narrow(start, (symbol + 1) * FULL // n - start)
        return symbol

    def frequencies(self, widths):
        """Frequencies(w0, w1, …)."""
        if widths[0] == FULL:
            return 0
        ends = list(accumulate(widths))
        symbol = bisect_right(ends, self.quantile())
        self.narrow(ends[symbol] - widths[symbol], widths[symbol])
        return symbol

    def counter(self, counters, i, limit=255):
        """Coding with a counter: Bit of its estimate, which then learns."""
        bit = self.bit(counters[i] >> 16)
        learn(counters, i, bit, limit)
        return bit


TRACED = {"to": None}


class Traced(Decoder):
    """A decoder that prints a line for each decision: stream, number in all messages of the stream, kind, low, width, total, symbol, section."""

    numbers = Counter()

    def __init__(self, message, stream):
        super().__init__(message)
        self.stream = stream

    def tell(self, *columns):
        frame, section = sys._getframe(2), None
        while frame and not section:
            code = frame.f_code
            doc = code.co_consts[0] if code.co_filename != __file__ and code.co_consts else None
            section, frame = doc if isinstance(doc, str) else None, frame.f_back
        print(self.stream, self.numbers[self.stream], *columns, (section or "").split("\n")[0], sep="\t", file=TRACED["to"])
        self.numbers[self.stream] += 1

    def narrow(self, start, width):
        self.tell("freq", start, width, FULL, "")
        super().narrow(start, width)

    def bit(self, p):
        p = min(max(p, 1), 65_535)
        bit = int(self.quantile() < p)
        self.tell("bit", 0, p, FULL, bit)
        super().narrow(0 if bit else p, p if bit else FULL - p)
        return bit


def coder_of(name, messages):
    """The decoder of a stream's message, which is empty if the stream is absent."""
    message = messages.get(name, b"")
    return Traced(message, name) if TRACED["to"] else Decoder(message)


def estimate(counter):
    """The counter's p."""
    return min(max(counter >> 16, 1), 65_535)


def learn(counters, i, bit, limit):
    """Counter i learns a decision: the upper 22 bits are the probability, the lower 10 the number seen."""
    counter = counters[i]
    n, p = counter & 1023, counter >> 10
    p += (((1 << 22) - 1 - p if bit else -p) * RATE[n]) >> 16
    counters[i] = p << 10 | (n + 1 if n < limit else n)
