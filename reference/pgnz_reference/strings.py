"""docs/format/05-toolkit.md, Strings, Counter table and Dictionary."""
import copy
from array import array
from functools import lru_cache

from .coder import NEW_COUNTER, learn
from .conventions import require
from .files import file
from .mixing import GOLDEN, M32, Correction, clamp, dot, hash32, numbered, spread, squash, stretched, train

POSITION = 0xFFFFFFFF
TRUST = [0, 90, 130, 160] + [190] * 3 + [215] * 6 + [235]


class Known:
    """A coder whose bits are those of bytes that are known."""

    def __init__(self, data):
        self.bits = iter([byte >> k & 1 for byte in data for k in range(7, -1, -1)])

    def bit(self, p):
        return next(self.bits)


class Board:
    """A position as far as it is written."""

    def __init__(self):
        self.n = self.field = self.ranks = self.file = self.kings = 0
        self.rank, self.above = [0] * 8, [0] * 8

    def follow(self, byte):
        letter = chr(byte)
        if letter == " ":
            self.n, self.field = self.n + 1, 0
        elif self.n:
            self.field = hash32(self.field, byte)
        elif letter == "/":
            self.above, self.rank, self.ranks, self.file = self.rank, [0] * 8, self.ranks + 1, 0
        elif letter in "12345678":
            self.file += int(letter)
        else:
            if self.file < 8:
                self.rank[self.file] = byte
            self.kings |= {"k": 1, "K": 2}.get(letter, 0)
            self.file += 1
        self.file = min(self.file, 8)

    def contexts(self, byte):
        if self.n:
            return numbered(20, (self.n, self.field), (self.n, self.field, byte), (self.n,))
        a, b = [self.above[f] if f < 8 else 1 for f in (self.file, self.file + 1)]
        return numbered(20, (self.ranks, self.file, byte), (a, b, byte, self.file), (self.ranks, self.file, self.kings, a))


class Strings:
    """A model of strings with a counter table of 2 to the power of `bits`."""

    def __init__(self, bits):
        self.bits, self.counters = bits, None

    def _start(self):
        """The state at the start of a block, when the first string comes."""
        self.__dict__.update(copy.deepcopy(primed(self.bits).__dict__))

    def _prime(self):
        self.counters = array("I", [NEW_COUNTER]) * (1 << self.bits)
        self.weights = [[[14_000] * 16 for _ in range(rows)] for rows in (512, 2048, 128)]
        self.correction = Correction(256)
        self.history, self.places = bytearray(), [0] * (1 << 16)
        self.hits, self.followers = [NEW_COUNTER] * 64, [0] * 256
        for line in file("prime.txt").splitlines():
            self.string(Known(line + b"\0"))

    def string(self, coder, kind=0, reference=b"", most=1 << 26):
        """The bytes of a string; 0 ends it, 7 stands before a byte 0 or 7 of the string."""
        if self.counters is None:
            self._start()
        self.kind, self.reference, self.board = kind, reference, Board()
        self.last = self.length = self.letters = self.label = self.digits = self.m = self.at = 0
        self.cursor = self.agreed = 0
        self.words = [0, 0, 0]
        out = bytearray()
        while True:
            byte = self.byte(coder)
            if byte == 0:
                return bytes(out)
            if byte == 7:
                byte = self.byte(coder)
            out.append(byte)
            self._follow(byte)
            require(len(out) <= most, "a string is too long")

    def _follow(self, byte):
        """Reference: the cursor goes after the byte, if it is near."""
        found = self.reference[self.cursor : self.cursor + 12].find(byte)
        self.agreed = self.agreed + 1 if found == 0 else 0
        self.cursor += found + 1

    def contexts(self):
        kind, byte, (w, w1, w2) = self.kind, self.last & 255, self.words
        expected = self.reference[self.cursor] if self.cursor < len(self.reference) else 256
        agreed = min(self.agreed, 3)
        guess = self.history[self.at] + 256 * min(self.m, 15) if self.m else 0
        if kind == POSITION:
            words = self.board.contexts(byte)
        else:
            words = numbered(10, (w, byte), (w, w1), (min(self.letters, 1), w1, byte))
        followed = (expected, agreed, byte), (expected, agreed, min(self.length, 30), kind)
        return [
            *numbered(0, (kind,), (byte, kind)), *[self._recent(k) for k in (2, 3, 4, 5)],
            *numbered(6, *followed, (guess, byte), (self.followers[byte], byte)), *words,
            *numbered(13, (w, w2), (self.label, self.digits, expected)),
        ]

    def _recent(self, k):
        kept = self.last & (1 << 8 * k) - 1
        return hash32(k, kept & M32, kept >> 32)

    def byte(self, coder):
        contexts, q = [spread(c) for c in self.contexts()], 1
        for k in range(8):
            if k % 4 == 0:
                mark, h = q * GOLDEN & M32, 1
                starts = [(c ^ mark) >> (32 - self.bits) for c in contexts]
            bit = self._bit(coder, [start ^ h for start in starts], q, k)
            q, h = q << 1 | bit, h << 1 | bit
        self._after(q & 255)
        return q & 255

    def _bit(self, coder, places, q, k):
        m, wanted, counters = min(self.m, 63), None, [self.counters[place] for place in places]
        inputs = [stretched(counter) * TRUST[min(counter & 1023, 13)] >> 8 for counter in counters] + [0]
        if m and (256 | self.history[self.at]) >> (8 - k) == q:
            wanted = self.history[self.at] >> (7 - k) & 1
            inputs[15] = stretched(self.hits[m]) * (1 if wanted else -1)
        has_say = wanted is not None
        rows = 256 * has_say + q, 8 * (self.last & 255) + k, 2 * (8 * min(self.letters, 7) + k) + has_say
        rows = [weights[row] for weights, row in zip(self.weights, rows)]
        odds = [clamp(dot(row, inputs), -2816, 2816) for row in rows]
        x = sum(odds) // 3
        bit = coder.bit((squash(x) + self.correction.refine(x, q)) >> 1)
        for row, x_i in zip(rows, odds):
            train(row, inputs, squash(x_i), bit, 40)
        self.correction.learn(bit)
        for place in places:
            learn(self.counters, place, bit, 250)
        if has_say:
            learn(self.hits, m, int(bit == wanted), 250)
            if bit != wanted:
                self.m = 0
        return bit

    def _after(self, c):
        self.history.append(c)
        byte = self.last & 255
        self.followers[byte] = (256 * self.followers[byte] + c) & 0xFFFF
        self.last = (self.last << 8 | c) & 2**64 - 1
        self.length += 1
        self.board.follow(c)
        if c >= 128 or chr(c).isalnum():
            self.words[0] = hash32(self.words[0], c | 32 if 65 <= c <= 90 else c)
            self.letters += 1
        else:
            if self.words[0]:
                self.words = [0, self.words[0], self.words[1]]
            self.letters = 0
        if 48 <= c <= 57:
            self.digits += 1
        else:
            if self.digits and chr(c) not in ".:":
                self.label = 0
            self.label, self.digits = hash32(self.label, c), 0
        self._match()

    def _match(self):
        if self.m:
            self.m, self.at = self.m + 1, self.at + 1
        if self.length < 5:
            return
        entry = self._recent(5) >> 16
        place, history = self.places[entry], self.history
        if not self.m:
            n = 0
            while n < min(63, place) and history[place - 1 - n] == history[-1 - n]:
                n += 1
            if n >= 5:
                self.m, self.at = n, place
        self.places[entry] = len(history)


@lru_cache
def primed(bits):
    """A model that has learned the lines of the prime."""
    strings = Strings(bits)
    strings._prime()
    return strings


class Dictionary:
    """Strings numbered from 0 in the order of their first entry."""

    def __init__(self):
        self.strings, self.numbers = [], {}

    def __len__(self):
        return len(self.strings)

    def add(self, string):
        if string not in self.numbers:
            self.numbers[string] = len(self.strings)
            self.strings.append(string)
        return self.numbers[string]

    def enter(self, coder, model, most=1 << 26):
        """Codes a string with a model of strings, of kind 0, and adds it."""
        return self.add(model.string(coder, 0, b"", most))
