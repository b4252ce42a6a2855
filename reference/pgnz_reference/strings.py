"""crates/model/format.md, StringModel and Dictionary. Kinds of positions (FEN) have no contexts of their own here yet."""
from .coder import NEW_COUNTER, learn
from .conventions import Damage
from .mixing import GOLDEN, M32, STRETCH, Correction, dot, hash32, squash, train

POSITION = 0xFFFFFFFF


class StringModel:
    """Short strings, byte by byte, each byte in two halves of four decisions."""

    def __init__(self):
        self.bits = 9
        self.slots = {}
        self.order0 = [NEW_COUNTER] * (16 * 256)
        self.match_counters = [NEW_COUNTER] * 16
        self.weights = [[14_000] * 10 for _ in range(20)]
        self.correction = Correction(256)
        self.history = bytearray()
        self.places = [0] * (1 << 14)

    def string(self, coder, kind=0, reference=b"", most=1 << 26):
        """The bytes of a string; 0 ends it, 7 stands before a byte 0 or 7 of the string."""
        self.kind, self.reference = kind, reference
        self.last = self.prefix = self.word = self.length = self.cursor = self.agreed = self.match = self.at = 0
        out = bytearray()
        while True:
            byte = self.byte(coder)
            if byte == 0:
                return bytes(out)
            if byte == 7:
                byte = self.byte(coder)
            out.append(byte)
            self._follow(byte)
            if len(out) > most:
                raise Damage("a string is too long")

    def _follow(self, byte):
        """Reference: the cursor goes after the byte, if it is near."""
        found = self.reference[self.cursor : self.cursor + 12].find(byte)
        self.agreed = self.agreed + 1 if found == 0 else 0
        self.cursor += found + 1

    def contexts(self):
        kind, last = self.kind, self.last
        expected = self.reference[self.cursor] if self.cursor < len(self.reference) else 256
        recent = [hash32(k, last & (1 << 8 * k) - 1, 0) for k in (2, 3, 4)]
        return [hash32(20, last & 255, kind), *recent, hash32(21, self.prefix, kind), hash32(22, self.word, kind)] + [
            hash32(23, expected, min(self.agreed, 3), min(self.length, 30), kind)
        ]

    def slot(self, context, u):
        owner = hash32(context, u) or 1
        first = (owner * GOLDEN & M32) >> (32 - self.bits)
        pair = [self.slots.get(first), self.slots.get(first ^ 1)]
        for slot in pair:
            if slot and slot[0] == owner:
                return slot[1]
        seen = [slot[1][0] & 1023 if slot else 0 for slot in pair]
        slot = self.slots.setdefault(first ^ (seen[1] < seen[0]), [0, [0] * 15])
        slot[0], slot[1][:] = owner, [NEW_COUNTER] * 15
        return slot[1]

    def byte(self, coder):
        contexts, q = self.contexts(), 1
        for half in (0, 1):
            found = [self.slot(c, 16 + (q & 15) if half else 0) for c in contexts]
            k = 1
            for _ in range(4):
                bit = self.decision(coder, found, k - 1, q, half)
                k, q = k << 1 | bit, q << 1 | bit
        self._after(q & 255)
        return q & 255

    def decision(self, coder, found, place, q, half):
        order0 = 256 * min(self.kind, 15) + q
        inputs = [STRETCH[max(slot[place] >> 16, 1) >> 4] for slot in found]
        inputs += [STRETCH[max(self.order0[order0] >> 16, 1) >> 4], 0, 256]
        m, wanted = min(self.match, 15), None
        if m:
            e = 256 | self.history[self.at]
            left = 9 - q.bit_length()
            if e >> left == q:
                wanted = e >> (left - 1) & 1
                s = STRETCH[max(self.match_counters[m] >> 16, 1) >> 4]
                inputs[8] = s if wanted else -s
        row = self.weights[4 * sum(slot[place] & 1023 > 0 for slot in found[1:5]) + 2 * (wanted is not None) + half]
        x = dot(row, inputs)
        raw = squash(x)
        bit = coder.bit((raw + self.correction.refine(x, q)) >> 1)
        train(row, inputs, raw, bit, 3)
        self.correction.learn(bit)
        for slot in found:
            learn(slot, place, bit, 250)
        learn(self.order0, order0, bit, 250)
        if wanted is not None:
            learn(self.match_counters, m, int(bit == wanted), 250)
            if bit != wanted:
                self.match = 0
        return bit

    def _after(self, byte):
        if self.match:
            self.match += 1
            self.at += 1
        self.history.append(byte)
        self.last = (self.last << 8 | byte) & 2**64 - 1
        if self.bits < 16 and len(self.history) > (1 << self.bits) // 16:
            self._grow()
        self.prefix = hash32(self.prefix, byte)
        self.length += 1
        letter = chr(byte)
        if byte >= 128 or letter.isalnum() and byte < 128:
            self.word = hash32(self.word, byte | 32 if 65 <= byte <= 90 else byte)
        else:
            self.word = 0
        if self.length >= 4:
            entry = ((self.last & M32) * GOLDEN & M32) >> 18
            if not self.match:
                self._find(self.places[entry])
            self.places[entry] = len(self.history)

    def _grow(self):
        old, self.slots = self.slots, {}
        self.bits += 1
        for number in sorted(old):
            first = (old[number][0] * GOLDEN & M32) >> (32 - self.bits)
            self.slots[first ^ (first in self.slots)] = old[number]

    def _find(self, place):
        history, n = self.history, 0
        while n < 15 and n < place and history[place - 1 - n] == history[-1 - n]:
            n += 1
        if n >= 4:
            self.match, self.at = n, place


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
        """Codes a string with a StringModel of kind 0, and adds it."""
        return self.add(model.string(coder, 0, b"", most))
