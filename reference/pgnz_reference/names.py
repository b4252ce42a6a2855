"""docs/format/07-tags.md, Names: the model of players' names, with a network and a roster."""
import struct
from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate
from operator import add, mul

from .coder import FULL, NEW_COUNTER
from .files import file
from .mixing import clamp, hash32
from .network import widths

LETTERS, OTHER, NO_LETTER = 97, 96, 97
COMMA, SPACE, ESCAPE = 44, 32, 7


@lru_cache
def network():
    """Rows, letters' rows and letters' biases; row 4,715 are the biases of the hidden layer."""
    data = struct.unpack("616161b", file("names.net"))
    rows = [data[128 * i : 128 * (i + 1)] for i in range(4716 + LETTERS)]
    return rows[:4716], rows[4716:], data[-LETTERS:]


@lru_cache
def roster():
    """The lists of people and of handles."""
    data, at, lists = file("roster.bin"), 0, []
    for _ in range(2):
        names, name = [], b""
        while True:
            end = data.index(0, at + 1)
            name = name[: data[at]] + data[at + 1 : end]
            at = end + 1
            if not name:
                break
            names.append(name)
        lists.append(names)
    return lists


def letter(byte):
    return 0 if byte == 0 else byte - 31 if 32 <= byte <= 126 else OTHER


def is_letter(byte):
    return 65 <= byte & ~32 <= 90


class Search:
    """The search for a name in the roster: the names from `low` to `high`, which agree in `depth` bytes."""

    def __init__(self, style, belief):
        self.names = roster()[style in (0, 1)]
        self.low, self.high, self.depth, self.belief, self.style, self.after_comma = 0, len(self.names), 0, belief, style, False

    def bound(self, byte):
        """How many of the names have a next byte below this one; 0 stands after the end."""
        prefix = self.names[self.low][: self.depth]
        return bisect_left(self.names, prefix + bytes([byte]), self.low, self.high) if byte else self.low

    def waits(self):
        return self.belief == 0 or (self.after_comma and self.style == 3)

    def intervals(self, sums):
        """Where the letters' intervals start, and 2^16; `sums` are the network's."""
        if self.waits():
            return sums
        n = self.high - self.low
        self.m = [self.low] + [self.bound(31 + l) for l in range(1, LETTERS)] + [self.high]
        self.shares = [FULL * (m - self.low) // n for m in self.m]
        both = [(self.belief * s + (FULL - self.belief) * b) >> 16 for s, b in zip(self.shares, sums)]
        return [l + ((x * (FULL - LETTERS)) >> 16) for l, x in enumerate(both)]

    def follow(self, l, byte, sums):
        """After letter l, which stands for a byte."""
        before, waited = (self.low, self.high, self.depth), self.waits()
        if not waited:
            share, width = self.shares[l + 1] - self.shares[l], sums[l + 1] - sums[l]
            self.low, self.high = self.m[l], self.m[l + 1]
            yes, no = share * self.belief, width * (FULL - self.belief)
            self.belief = clamp(FULL * yes // max(1, yes + no), 1, FULL - 16) if self.low < self.high else 0
            if l == OTHER:
                self.drop(byte)
            self.depth += 1
        if self.after_comma and (byte == SPACE or waited):
            self.low, self.high, self.depth = before
            if byte != SPACE:
                self.drop(byte)
                self.depth += 1
            elif self.low < self.high:
                self.belief = max(self.belief, 1)
        self.after_comma = byte == COMMA

    def drop(self, byte):
        """Names with another next byte are dropped."""
        if self.low < self.high:
            low, high = self.bound(byte), self.bound(byte + 1) if byte < 255 else self.high
            self.low, self.high = low, high
        if self.low == self.high:
            self.belief = 0


class Names:
    def __init__(self):
        self.beliefs, self.style = [4000, 4000, 20_000, 20_000, 20_000], 0
        self.habits = [[0] * LETTERS for _ in range(7)]
        self.others = [NEW_COUNTER] * (1 << 16)

    def decode(self, coder):
        """A name, and its style becomes the style."""
        search, name, out = Search(self.style, self.beliefs[self.style]), bytearray(), bytearray()
        while True:
            byte = self.byte(coder, search, name)
            if byte == 0:
                break
            if byte == ESCAPE:
                byte = self.byte(coder, search, name)
                name.append(ESCAPE)
            name.append(byte)
            out.append(byte)
        belief = self.beliefs[self.style]
        self.beliefs[self.style] += (FULL - belief) >> 5 if search.belief else -(belief >> 5)
        self.style = style(out)
        return bytes(out)

    def byte(self, coder, search, name):
        ws = widths(self.logits(name))
        sums = [0, *accumulate(ws)]
        starts = search.intervals(sums)
        l = coder.frequencies([b - a for a, b in zip(starts, starts[1:])])
        row = self.habits[habit_row(name)]
        for i, width in enumerate(ws):
            row[i] += (FULL * (i == l) - width) >> 5
        byte = l + 31 if l else 0
        if l == OTHER:
            q, last = 1, 256 * name[-1] if name else 0
            for _ in range(8):
                q = q << 1 | coder.counter(self.others, last + q)
            byte = q & 255
        search.follow(l, byte, sums)
        return byte

    def logits(self, name):
        """The network's logits, with the habits."""
        rows, letters, biases = network()
        last = [letter(byte) for byte in reversed(name[-6:])]
        last += [NO_LETTER] * (6 - len(last))
        tail = len(name) - max((i + 1 for i, byte in enumerate(name) if not is_letter(byte)), default=0)
        on = [98 * i + l for i, l in enumerate(last)] + [588 + min(len(name), 15), 604 + self.style]
        on += [609 + (COMMA in name), 611 + min(tail, 7), 619 + hash32(*last[:3]) % 4096]
        hidden = rows[4715]
        for i in on:
            hidden = list(map(add, hidden, rows[i]))
        hidden = [max(0, h) for h in hidden]
        habits = self.habits[habit_row(name)]
        sums = [sum(map(mul, row, hidden)) + 32 * bias for row, bias in zip(letters, biases)]
        return [(s * 5300 >> 6) + habit for s, habit in zip(sums, habits)]


def habit_row(name):
    if not name:
        return 0
    byte, kinds = name[-1], ((44, 44), (32, 32), (48, 57), (97, 122), (65, 90))
    return next((1 + i for i, (a, b) in enumerate(kinds) if a <= byte <= b), 6)


def style(name):
    comma = name.find(COMMA)
    if comma >= 0:
        return 3 if name[comma + 1 : comma + 2] == b" " else 2
    return 4 if SPACE in name else 1
