"""docs/format/07-tags.md, Values: the model of tags' values, which tags and derived have each for itself."""
from dataclasses import dataclass

from .coder import NEW_COUNTER, estimate, learn
from .mixing import M32, Decisions, clamp, digest, hash32, numbered, place
from .forms import form
from .strings import POSITION, Dictionary, Strings

LISTED, SPELLED, COUNTED = 8, 9, 10
LETTERS = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@dataclass
class Column:
    tag: int
    kind: int
    last: bytes = b""
    number: int = 0
    step: int = 0
    history: int = M32
    position: bool = False


@dataclass
class Asked:
    """What a value is asked for with."""

    x: int = 0
    y: int = 0
    o: int = 0
    expected: object = None
    note: int = 0
    hint: int = 0


class Values:
    def __init__(self, bits):
        self.dictionary, self.strings = Dictionary(), Strings(20)
        self.trust = [NEW_COUNTER] * (1 << 12)
        self.guesses, self.modes, self.steps = Decisions(6, bits), Decisions(3, 12), Decisions(4, bits - 2)
        self.vocabularies = {}

    def value(self, number):
        """The value of a number (+1)."""
        return self.dictionary.strings[number - 1]

    def decode(self, coder, column, suggestions, asked, keeps, listed=None):
        """The value, its number (+1; 0 for none) and outcome. Suggestions are (rule, strength, value)."""
        tag = column.tag
        best = [hash32(tag, rule, strength) for rule, strength, _ in suggestions]
        order = sorted(range(len(best)), key=lambda i: -estimate(self.trust[place(best[i], 12)]))
        kept = {}
        for i in order:
            rule, _, value = suggestions[i]
            kept.setdefault(value, [best[i], 0])[1] |= 1 << rule
        kept = dict(list(kept.items())[:6])
        value, outcome = self._suggested(coder, column, kept, asked)
        if value is None and listed:
            value, outcome = self._listed(coder, column, [v for v in listed() if v not in kept])
        if value is None:
            value, outcome = self._vocabulary(coder, column, kept, asked)
        if value is None:
            mode = self.modes.symbol(coder, numbered(4, (tag,), (tag, column.history & 4095), (tag, asked.o)), 2)
            way = (self._spelled, self._counted, self._random, self._start)[mode]
            value, outcome = way(coder, column, asked, next(iter(kept), column.last)), SPELLED + mode
        number = 1 + self.dictionary.numbers.get(value, -1)
        if outcome > LISTED or not number:
            number = self.enter(value) if keeps(column, value, outcome) else 0
        for i in order:
            learn(self.trust, place(best[i], 12), int(suggestions[i][2] == value), 60)
        if number:
            self._count(column.kind, number)
        self.note(column, value, number, outcome)
        return value, number, outcome

    def enter(self, value):
        """The number (+1) of a value in the dictionary; 0 if it is too long, or the dictionary full."""
        if value in self.dictionary.numbers or (len(value) <= 256 and len(self.dictionary) < 1 << 17):
            return 1 + self.dictionary.add(value)
        return 0

    @staticmethod
    def note(column, value, number, outcome):
        column.history = (column.history << 4 | outcome) & M32
        column.last, column.number = value, number

    def _suggested(self, coder, column, kept, asked):
        """Clause 1."""
        tag, o = column.tag, asked.o
        for at, (value, (best, rules)) in enumerate(kept.items()):
            d = digest(value) if value in self.dictionary.numbers else 0
            history = tag, column.history & 4095
            contexts = numbered(1, (tag, rules), (best,), (tag, d, asked.x), history, (tag, o, rules), (tag, d, asked.y))
            if self.guesses.bit(coder, contexts, at):
                return value, at
        return None, None

    def _listed(self, coder, column, values):
        """Stream derived, Openings: the list between suggestions and vocabulary."""
        if values and self.guesses.bit(coder, numbered(31, *[(column.tag,)] * 6), 34):
            return values[coder.uniform(len(values))], LISTED
        return None, None

    def _vocabulary(self, coder, column, kept, asked):
        """Clause 2."""
        vocabulary = self.vocabularies.get(column.kind)
        if not vocabulary:
            return None, None
        tag, x, y, o, size = column.tag, asked.x, asked.y, asked.o, len(vocabulary)
        n, history = (size + 1).bit_length() - 1, (tag, column.history & 255)
        if not self.guesses.bit(coder, numbered(11, (tag, n), history, (tag, x), (tag, y), (tag, o), (tag, len(kept))), 32):
            return None, None
        for i, (number, count) in enumerate(vocabulary[:20]):
            value = self.value(number)
            if value in kept:
                continue
            d, often = digest(value), (min(count, 255).bit_length() - 1, n, i)
            if self.guesses.bit(coder, numbered(21, (tag, i), (tag, d), (tag, d, x), (tag, d, y), (tag, d, o), often), 33):
                return value, LISTED
        at = 20 + coder.uniform(max(1, size - 20))
        return self.value(vocabulary[min(at, size - 1)][0]), LISTED

    def _count(self, kind, number):
        vocabulary = self.vocabularies.setdefault(kind, [])
        entry = next((entry for entry in vocabulary if entry[0] == number), None)
        if entry:
            vocabulary.remove(entry)
            entry[1] += 1
            at = next((i for i, other in enumerate(vocabulary) if other[1] <= entry[1]), len(vocabulary))
            vocabulary.insert(at, entry)
        elif len(vocabulary) < 1 << 12:
            vocabulary.append([number, 1])

    def _spelled(self, coder, column, asked, reference):
        """Mode 0."""
        return self.strings.string(coder, POSITION if column.position else column.kind, reference)

    def _counted(self, coder, column, asked, reference):
        """Mode 1."""
        own = column.tag, asked.note
        contexts = numbered(1, own, (*own, clamp(column.step, -40, 40)), (*own, asked.hint), (*own, asked.y))
        column.step = self.steps.signed(coder, contexts)
        return asked.expected.write(asked.expected.number + column.step) if asked.expected else b""

    def _random(self, coder, column, asked, reference):
        """Mode 2."""
        kept = column.last.rstrip(LETTERS)
        return kept + bytes(LETTERS[coder.uniform(62)] for _ in column.last[len(kept) :])

    def _start(self, coder, column, asked, reference):
        """Mode 3."""
        style = self.modes.symbol(coder, [0, 1, hash32(start_style(column.last))], 2) % 3
        return start(style, coder.uniform(960))


def pieces(n):
    """The pieces of a starting position of Chess960, by its number."""
    rank = [""] * 8

    def put(letter, *numbers):
        free = [i for i in range(8) if not rank[i]]
        for number in numbers:
            rank[free[number]] = letter

    rank[2 * (n % 4) + 1], rank[2 * (n // 4 % 4)] = "b", "b"
    put("q", n // 16 % 6)
    put("n", *[(i, j) for i in range(5) for j in range(i + 1, 5)][n // 96])
    put("r", 0, 2)
    put("k", 0)
    return "".join(rank)


def start(style, n):
    """Modes, 3: a starting position of Chess960 in one of three styles of rights."""
    rank = pieces(n)
    rooks = "abcdefgh"[rank.rindex("r")] + "abcdefgh"[rank.index("r")]
    rights = ("KQkq", rooks.upper() + rooks, "-")[style]
    return f"{rank}/pppppppp/8/8/8/8/PPPPPPPP/{rank.upper()} w {rights} - 0 1".encode()


def start_style(value):
    """The style of a value that is a starting position, else 0."""
    rank = value[:8].decode("latin-1")
    for style in range(3):
        if sorted(rank) == sorted("rnbqkbnr") and any(start(style, n) == value for n in range(960)):
            return style
    return 0
