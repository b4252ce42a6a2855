"""docs/format/15-comments.md: texts of comments, their templates and the values in them."""
from .board import BLACK
from .derived import MainLine
from .lines import Lines, variation_after
from .mixing import Decisions, MoveToFront, divide, fold, hash32, numbered, place
from .numbers import Numbers
from .setting import History
from .spelling import spell
from .steps import EVAL, TEXT
from .strings import Dictionary, Strings
from .structure import CLOSE, COMMENT, END, MOVE, NULL, OPEN

NUMBER, TIME, LINE, ECO, OPENING, WHITE, BLACK_NAME, ESCAPE = range(1, 9)
TAGS = {ECO: b"ECO", OPENING: b"Opening", WHITE: b"White", BLACK_NAME: b"Black"}
LONGEST, TRIED = 512, 6


def text_hash(string):
    return fold(string, 7)


class Text:
    """What a text is told with: the places where lines may start, and numbers outside. `before` and `after` are evaluations."""

    def __init__(self, game, at, step, places, before, after, expected):
        self.at, self.places, self.plies = at, places, step.number + 1 if step else 0
        pos = places[0][0]
        self.side = 0 if pos is None or pos.turn == BLACK else 1
        told, right = expected[self.side]
        self.outside = [0] * 8
        if pos is not None:
            h, (white, black) = pos.halfmoves, pos.colours
            self.outside = [divide(101 - h, 2), divide(100 - h, 2), pos.fullmoves]
            self.outside += [(r & white).bit_count() - (r & black).bit_count() for r in pos.roles[:5]]
        near = [(after or [None])[0], *([None, None] + before)[:-3:-1]]
        self.outside += [v.value if v else 0 for v in near] + [1000 * right // told if told else 0]
        self.mates = [2 + (v.value < 0) if v and v.mate else 0 for v in (near[1], near[0])]
        self.variation = variation_after(game.items, at)
        self.glyphs = step.glyphs or b"" if step else b""
        self.numbers, self.classes = [], []


class Comments:
    """Streams comments, numbers and lines."""

    def __init__(self, networks):
        self.strings, self.references, self.templates = Strings(22), [b"", b""], Dictionary()
        self.rows, self.choice = [{}, {}, {}], Decisions(6, 14)
        self.forms, self.signs, self.styles = MoveToFront(10), MoveToFront(10), MoveToFront(10)
        self.numbers, self.lines = Numbers(), Lines(networks)

    def decode(self, coders, game):
        """The texts of the places that the templates have for text."""
        places = [p for at in sorted(game.places) for p in game.places[at]]
        if not any(p.kind == TEXT for p in places):
            return
        self.coders, self.game = coders, game
        self.last, self.last_of_all, self.expected = [0, 0], 0, [[0, 0], [0, 0]]
        self.numbers.begin()
        evaluations, told = [p.evaluation for p in places if p.kind == EVAL], 0
        lines = [[(game.start, History()), None, None]]
        for at, item in enumerate(game.items):
            line = lines[-1]
            if item.kind in (MOVE, NULL):
                lines[-1] = [(item.after, line[0][1].then(item.move)), *line[:2]]
            elif item.kind == OPEN:
                lines.append([line[1], line[2], None] if line[1] else list(line))
            elif item.kind == CLOSE:
                lines.pop()
            for p in game.places.get(at, ()):
                told += p.kind == EVAL
                if p.kind == TEXT:
                    before, after = evaluations[max(0, told - 2) : told], evaluations[told : told + 1]
                    p.value = self._text(Text(game, at, p.step, lines[-1], before, after, self.expected))

    def _text(self, text):
        symbol, coder = self._symbol(text), self.coders["comments"]
        if symbol:
            template = self.templates.strings[symbol - 1]
        else:
            template = self.references[text.side] = self.strings.string(coder, 0, self.references[text.side])
            if len(template) <= LONGEST:
                self.templates.add(template)
        self.last[text.side] = self.last_of_all = symbol
        return self._fill(text, template)

    def _symbol(self, text):
        """Which template: 0 for a new one, else 1 + its number."""
        side, coder = text.side, self.coders["comments"]
        nearest, nth = self._nearest(text)
        k = hash32(nearest, nth, *text.mates), hash32(self.last[side], self.last_of_all, side), self.last[side]
        rows = [table.setdefault(place(key, 10), []) for table, key in zip(self.rows, k)]
        sets = {}
        for t, row in enumerate(rows):
            for i, symbol in enumerate(row):
                sets[symbol] = sets.get(symbol, 0) | 1 << (3 * t + i)
        all_, found = fold(sets.values(), 0), None
        for p, (c, set_) in enumerate(list(sets.items())[:TRIED]):
            contexts = numbered(1, (k[0], c), (k[1], c), (k[2], c), (all_, p), (nearest, c), (set_, p))
            if self.choice.bit(coder, contexts, set_ & 73):
                found = c
                break
        if found is None:
            found = coder.uniform(1 + len(self.templates))
        for row in rows:
            row[:] = [found, *(symbol for symbol in row if symbol != found)][:3]
        return found

    def _nearest(self, text):
        items, at, tags = self.game.items, text.at, self.game.tags
        nth = next((n for n in range(8) if at - n <= 0 or items[at - n - 1].kind != COMMENT), 8)
        follows_move = at - nth > 0 and items[at - nth - 1].kind == MOVE
        following = next((item.kind for item in items[at : at + 8] if item.kind != COMMENT), None)
        nearest = 2 if following == OPEN else 1
        if following == END:
            last = MainLine(self.game).last
            over = int(last is not None and not last.legal())
            nearest = hash32(3, *[text_hash(tags[n]) if n in tags else 0 for n in (b"Result", b"Termination")], over)
        return hash32(text_hash(text.glyphs) if follows_move else 0, nearest), nth

    def _fill(self, text, template):
        """A template with its values."""
        out, at, name = bytearray(), 0, 0
        while at < len(template):
            byte = template[at]
            if byte in (NUMBER, TIME, LINE):
                name = name_of(template[:at], name)
                out += (self._number, self._time, self._line)[byte - 1](text, name)
            elif byte in TAGS:
                value = self.game.tags.get(TAGS[byte]) or b""
                out += value if len(value) <= 100 else b""
            else:
                at += byte == ESCAPE
                out += template[at : at + 1]
            at += 1
        return bytes(out)

    def _number(self, text, name):
        coder = self.coders["numbers"]
        decimals = self.forms.decode(coder, hash32(name, text.side), 7)
        value = self.numbers.decode(coder, name, decimals, text.side, text)
        sign = self.signs.decode(coder, hash32(name, int(value == 0)), 3) if value >= 0 else 2
        digits = b"%0*d" % (decimals + 1, abs(value))
        whole, part = digits[: len(digits) - decimals], digits[len(digits) - decimals :]
        return (b"", b"+", b"-")[sign] + whole + (b"." + part if decimals else b"")

    def _time(self, text, name):
        coder = self.coders["numbers"]
        hours = self.forms.decode(coder, hash32(name, 9), 5)
        value = max(0, self.numbers.decode(coder, name, 0, text.side, text))
        return b"%0*d:%02d:%02d" % (hours, value // 3600, value // 60 % 60, value % 60)

    def _line(self, text, name):
        coder, words = self.coders["lines"], []
        start, code, numbers = (self.styles.decode(coder, hash32(name, i), n) for i, n in ((1, 3), (2, 65_536), (3, 3)))
        line = self.lines.decode(coder, self.game, text, name, start)
        for i, (before, move, after) in enumerate(line):
            word = spell(before, move, after, code)
            if numbers and (i == 0 or before.turn != BLACK):
                points = "..." if before.turn == BLACK else "."
                word = f"{before.fullmoves}{points}{' ' if numbers == 2 else ''}{word}"
            words.append(word)
        if len(line) == 1 and start == 2:
            last = text.places[1][1].last if text.places[1] else None
            told = self.expected[text.side]
            told[0] += 1
            told[1] += last is not None and last.name() == line[0][1].name()
        return " ".join(words).encode()


def name_of(before, previous):
    """The name of a place, of the template up to it."""
    near = before[-8:]
    cut = max((i + 1 for i, byte in enumerate(near) if byte < 8), default=0)
    state = text_hash(near[cut:])
    whole = near[cut:].strip(b"+- .") or (len(near[cut:]) == 8 and len(before) > 8)
    return state if whole else hash32(state, previous)
