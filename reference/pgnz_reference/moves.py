"""docs/format/10-moves.md, Stream moves: models that learn, books, variations."""
from dataclasses import replace

from .board import CRAZYHOUSE, HILL, M64, STANDARD, THREE_CHECK
from .coder import NEW_COUNTER, estimate, learn
from .features import ROWS_FULL, rows_and_scalars
from .mixing import clamp
from .network import SCALARS, fill, widths
from .setting import ONLINE
from .view import View

KNOWN = (STANDARD, HILL, THREE_CHECK)
CONCENTRATIONS = (2, 4, 8, 16, 32, 64, 160, 640, 2560, 20_000)
USUAL_COSTS = ((5, 6, 6, 7, 7, 8, 8, 8), (3, 3, 3, 3, 4, 4, 4, 4))
SPARE = 65_536
CORRESPONDENCE = 6


def logarithm(v):
    """Stream clocks: L(v) = 256 log2 v, with eight bits after the highest."""
    e = v.bit_length() - 1
    return 256 * e + ((v << 8 >> e) & 255)


class Page:
    """The moves of a position, as [name, count]."""

    def __init__(self, check=0, late=False):
        self.check, self.late, self.total = check, late, 0
        self.lines = [[0, 0] for _ in range(8)]

    def count(self, name):
        return next((count for other, count in self.lines if count and other == name), 0)

    def weighed(self, k, width, name):
        """A width with the page's counts, out of (k + 8 * counts) * 65,536."""
        return width * k + 8 * self.count(name) * 65_536

    def size(self, k):
        return k + 8 * sum(count for _, count in self.lines)

    def note(self, name):
        line = next((line for line in self.lines if line[1] and line[0] == name), None)
        if line is None:
            line = min(self.lines, key=lambda line: line[1])
            line[:] = [name, 0]
        line[1] += 1
        self.total += 1
        if self.total >= 250:
            self.total //= 2
            self.lines = [[name, count // 2] for name, count in self.lines]


class Book:
    """Books: pages of positions with the moves that were played there."""

    def __init__(self, usual):
        self.pages = {}
        self.all_costs = [[300 * abs(i - u) for i in range(10)] for u in usual]

    def open(self, h, late):
        number, check = (h >> 20) & 0xFFFF, (h & 0xFFFF) or 1
        page = self.pages.get(number) or Page()
        if page.check != check:
            if late and page.total > 0 and not page.late:
                number = SPARE
            page = self.pages[number] = Page(check, late)
        self.page = page
        self.costs = self.all_costs[page.total.bit_length() - 1] if page.total else None

    def join(self, ws, names):
        if not self.costs:
            return ws
        k, page = CONCENTRATIONS[self.costs.index(min(self.costs))], self.page
        share = ((65_536 - len(ws)) << 32) // (page.size(k) * 65_536)
        return fill([1 + ((page.weighed(k, width, name) * share) >> 32) for width, name in zip(ws, names)], 65_536)

    def note(self, name, width):
        for i, k in enumerate(CONCENTRATIONS if self.costs else ()):
            c = self.costs[i] + 4096 - logarithm(max(1, self.page.weighed(k, width, name) // self.page.size(k)))
            self.costs[i] = c - (c >> 8)
        self.page.note(name)


class Model:
    """One of the three models. Each learns from its games alone."""

    def __init__(self, networks, rules):
        self.networks, self.rules, self.positions = networks, rules, 0
        self.books, self.corrections = [Book(costs) for costs in USUAL_COSTS], {}

    def steps(self, setting):
        """The steps of rows, scalars and habits; 0 if they are not in use."""
        if self.rules in KNOWN:
            return (0 if setting.kind() == ONLINE else 3, 0, 20) if self.networks.in_full else (0, 0, 0)
        v = next((v for limit, v in ((2000, 400), (10_000, 200), (60_000, 100)) if self.positions < limit), 40)
        if self.rules == CRAZYHOUSE:
            v //= 2
        return v, v // 2, 20

    def begin(self, pos, history, setting):
        """The logits that moves begin with, and the rows and scalars of each."""
        moves = pos.legal()
        if self.rules not in KNOWN and self.rules != CRAZYHOUSE:
            return [0] * len(moves), rows_and_scalars(View(pos), history, moves, self.networks.in_full)
        logits, looked_at = self.networks.judge(pos, history, setting)
        if self.rules == CRAZYHOUSE:
            drop = max((logit for logit, move in zip(logits, moves) if not move.drop), default=0) - 5 * 65_536
            logits = [drop if move.drop else logit for logit, move in zip(logits, moves)]
        return logits, looked_at

    def decode(self, coder, pos, history, setting, variation=None, replaced=None):
        """The index of a move among the legal ones. `widths` keeps what it was coded with, for its surprise."""
        h, moves = pos.hash(), pos.legal()
        player = setting.players[pos.turn] * 0xD6E8FEB86659FD93 & M64
        for book, key in zip(self.books, (h, h ^ player)):
            book.open(key, history.depth >= 24)
        names = [move.name() for move in moves]
        w = w1 = self.widths = [65_536]
        played = 0
        if len(moves) > 1:
            steps = self.steps(setting)
            logits, looked_at = self.begin(pos, history, setting)
            places = [self._places(player, rows, scalars, steps) for rows, scalars in looked_at]
            w = widths([logit + sum([self.corrections.get(at, 0) for at, _ in own]) for logit, own in zip(logits, places)])
            w1 = self.books[0].join(w, names)
            w2 = self.books[1].join(w1, names)
            self.widths = variation.without(w2, moves, replaced) if replaced else w2
            played = coder.frequencies(self.widths)
            self._learn(w, played, places)
            self.positions += 1
        for book, ws in zip(self.books, (w, w1)):
            book.note(names[played], ws[played])
        return played

    @staticmethod
    def _places(player, rows, scalars, steps):
        """The corrections of a move's rows, scalars and habits, as far as they are in use, each with its step."""
        habits = [((player ^ row) * 0x9E3779B97F4A7C15 & M64) >> 48 for row in rows[1:3]]
        tables = (rows, 0), (scalars, ROWS_FULL), (habits, ROWS_FULL + SCALARS)
        return [(start + i, step) for (numbers, start), step in zip(tables, steps) if step for i in numbers]

    def _learn(self, w, played, places):
        for i, own in enumerate(places):
            error = 65_536 * (i == played) - w[i]
            for at, step in own if abs(error) >= 100 else ():
                self.corrections[at] = clamp(self.corrections.get(at, 0) + ((step * error + 512) >> 10), -(2**23), 2**23)


class Models:
    """The three models, by rules."""

    def __init__(self, networks):
        self.models = {rules: Model(networks, rules) for rules in (STANDARD, CRAZYHOUSE, None)}

    def of(self, rules):
        return self.models[STANDARD if rules in KNOWN else CRAZYHOUSE if rules == CRAZYHOUSE else None]


class Variations(Models):
    """Variations: models of their own, and how rarely a variation begins with the move that it replaces."""

    def __init__(self, networks):
        super().__init__(networks)
        self.counter = [NEW_COUNTER]
        for _ in range(60):
            learn(self.counter, 0, 0, 250)

    def without(self, ws, moves, replaced):
        """The widths, with that of the replaced move as small as the counter says."""
        at = moves.index(replaced)
        w = ws[at]
        k = min(w, estimate(self.counter[0]))
        out = [x * (65_536 - k) // (65_536 - w) for x in ws]
        out[at] = 0
        fill(out, 65_536 - k)
        out[at] = k
        return out


class Stream:
    """The stream: moves of games and of their variations."""

    def __init__(self, networks):
        self.main, self.variations = Models(networks), Variations(networks)

    def decode(self, coder, pos, history, setting, in_variation=False, replaced=None):
        """The move's index, and its surprise (stream clocks): cost and entropy in eighths of a bit."""
        if not in_variation:
            model = self.main.of(pos.rules)
            index = model.decode(coder, pos, history, setting)
        else:
            model, replaced = self.variations.of(pos.rules), replaced if len(pos.legal()) > 1 else None
            setting = replace(setting, ratings=(2800, 2800), pace=CORRESPONDENCE)
            index = model.decode(coder, pos, history, setting, self.variations, replaced)
            if replaced:
                learn(self.variations.counter, 0, pos.legal()[index] == replaced, 250)
        return index, surprise(model.widths, index)


def surprise(ws, index):
    if len(ws) == 1:
        return 0, 0
    costs = [4096 - logarithm(w) for w in ws]
    return costs[index] >> 5, sum([(w * c) >> 4 for w, c in zip(ws, costs)]) >> 17
