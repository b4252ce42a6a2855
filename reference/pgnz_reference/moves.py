"""docs/format/10-moves.md, Stream moves: models that learn, books, variations."""
from array import array

from .board import CRAZYHOUSE, HILL, STANDARD, THREE_CHECK
from .coder import NEW_COUNTER, estimate, learn
from .features import ROWS_FULL, rows_and_scalars
from .network import SCALARS, fill, widths
from .setting import ONLINE, Setting
from .view import View

M64 = 2**64 - 1
KNOWN = (STANDARD, HILL, THREE_CHECK)
CONCENTRATIONS = (2, 4, 8, 16, 32, 64, 160, 640, 2560, 20_000)
USUAL_COSTS = ((5, 6, 6, 7, 7, 8, 8, 8), (3, 3, 3, 3, 4, 4, 4, 4))
SPARE = 65_536
CORRESPONDENCE = 6


class Page:
    def __init__(self, check=0, late=False):
        self.check, self.late, self.total = check, late, 0
        self.lines = [[0, 0] for _ in range(8)]

    def line(self, name):
        """The line of a move with a count above 0, or None."""
        return next((line for line in self.lines if line[1] and line[0] == name), None)

    def kind(self):
        return self.total.bit_length() - 1

    def counts(self):
        return sum(count for _, count in self.lines)


class Book:
    """Books: pages of positions with the moves that were played there."""

    def __init__(self, usual):
        self.pages = {}
        self.costs = [[300 * abs(i - u) for i in range(10)] for u in usual]

    def open(self, h, late):
        number, check = (h >> 20) & 0xFFFF, (h & 0xFFFF) or 1
        page = self.pages.get(number) or Page()
        if page.check != check:
            if late and page.total > 0 and not page.late:
                number = SPARE
            page = self.pages[number] = Page(check, late)
        self.page = page

    def join(self, ws, names):
        page = self.page
        if not page.total:
            return ws
        costs = self.costs[page.kind()]
        k, counts = CONCENTRATIONS[costs.index(min(costs))], page.counts()
        share = ((65_536 - len(ws)) << 32) // ((k + 8 * counts) * 65_536)
        out = []
        for width, name in zip(ws, names):
            line = page.line(name)
            count = line[1] if line else 0
            out.append(1 + (((width * k + 8 * count * 65_536) * share) >> 32))
        return fill(out, 65_536)

    def note(self, name, width):
        page = self.page
        line = page.line(name)
        if page.total:
            count, counts = (line[1] if line else 0), page.counts()
            costs = self.costs[page.kind()]
            for i, k in enumerate(CONCENTRATIONS):
                x = max(1, (width * k + 8 * count * 65_536) // (k + 8 * counts))
                e = x.bit_length() - 1
                c = costs[i] + 4096 - 256 * e - (((x << (16 - e)) & 0xFFFF) >> 8)
                costs[i] = c - (c >> 8)
        page.total += 1
        if line is None:
            line = min(page.lines, key=lambda line: line[1])
            line[:] = [name, 0]
        line[1] += 1
        if page.total >= 250:
            page.total //= 2
            for line in page.lines:
                line[1] //= 2


class Model:
    """One of the three models. Each learns from its games alone."""

    def __init__(self, networks, rules):
        self.networks, self.rules = networks, rules
        self.rows, self.scalars, self.habits = array("i", bytes(4 * ROWS_FULL)), array("i", bytes(4 * SCALARS)), {}
        self.first, self.second = Book(USUAL_COSTS[0]), Book(USUAL_COSTS[1])
        self.positions = 0

    def steps(self, setting):
        """The steps of rows, scalars and habits; 0 if they are not in use."""
        if self.rules in KNOWN:
            if not self.networks.in_full:
                return 0, 0, 0
            return (0 if setting.kind() == ONLINE else 3), 0, 20
        v = next((v for limit, v in ((2000, 400), (10_000, 200), (60_000, 100)) if self.positions < limit), 40)
        if self.rules == CRAZYHOUSE:
            v //= 2
        return v, v // 2, 20

    def begin(self, pos, history, setting):
        """The logits that moves begin with, and the rows and scalars of each."""
        if self.rules in KNOWN:
            return self.networks.judge(pos, history, setting)
        if self.rules == CRAZYHOUSE:
            logits, looked_at = self.networks.judge(pos, history, setting)
            others = [logit for logit, move in zip(logits, pos.legal()) if not move.drop]
            drop = max(others, default=0) - 5 * 65_536
            return [drop if move.drop else logit for logit, move in zip(logits, pos.legal())], looked_at
        looked_at = rows_and_scalars(View(pos), history, pos.legal(), self.networks.in_full)
        return [0] * len(looked_at), looked_at

    def decode(self, coder, pos, history, setting, variation=None, replaced=None):
        """The index of a move among the legal ones. `widths` keeps what it was coded with, for its surprise."""
        h, moves = pos.hash(), pos.legal()
        player = setting.players[pos.turn] * 0xD6E8FEB86659FD93 & M64
        late = history.depth >= 24
        self.first.open(h, late)
        self.second.open(h ^ player, late)
        names = [move.name() for move in moves]
        if len(moves) == 1:
            self.first.note(names[0], 65_536)
            self.second.note(names[0], 65_536)
            self.widths = [65_536]
            return 0
        steps = self.steps(setting)
        logits, looked_at = self.begin(pos, history, setting)
        places = [self._habits(player, rows) for rows, _ in looked_at] if steps[2] else None
        if any(steps):
            logits = [self._corrected(logit, looked_at[i], places[i], steps) for i, logit in enumerate(logits)]
        w = widths(logits)
        w1 = self.first.join(w, names)
        w2 = self.second.join(w1, names)
        self.widths = variation.without(w2, moves, replaced) if replaced else w2
        played = coder.frequencies(self.widths)
        self.first.note(names[played], w[played])
        self.second.note(names[played], w1[played])
        if any(steps):
            self._learn(w, played, looked_at, places, steps)
        self.positions += 1
        return played

    def _habits(self, player, rows):
        return [((player ^ row) * 0x9E3779B97F4A7C15 & M64) >> 48 for row in rows[1:3]]

    def _corrected(self, logit, looked_at, habits, steps):
        rows, scalars = looked_at
        if steps[0]:
            logit += sum([self.rows[i] for i in rows])
        if steps[1]:
            logit += sum([self.scalars[i] for i in scalars])
        return logit + sum([self.habits.get(i, 0) for i in habits])

    def _learn(self, w, played, looked_at, habits, steps):
        for i, (rows, scalars) in enumerate(looked_at):
            error = 65_536 * (i == played) - w[i]
            if abs(error) < 100:
                continue
            for table, places, step in ((self.rows, rows, steps[0]), (self.scalars, scalars, steps[1])):
                if step:
                    for at in places:
                        table[at] = correct(table[at], step, error)
            for at in habits[i]:
                self.habits[at] = correct(self.habits.get(at, 0), steps[2], error)


def correct(c, step, error):
    return min(2**23, max(-(2**23), c + ((step * error + 512) >> 10)))


class Models:
    """The three models, by rules."""

    def __init__(self, networks):
        self.known = Model(networks, STANDARD)
        self.crazyhouse = Model(networks, CRAZYHOUSE)
        self.other = Model(networks, None)

    def of(self, rules):
        return self.known if rules in KNOWN else self.crazyhouse if rules == CRAZYHOUSE else self.other


class Variations(Models):
    """Variations: models of their own, and how rarely a variation begins with the move that it replaces."""

    def __init__(self, networks):
        super().__init__(networks)
        self.counter = [NEW_COUNTER]
        for _ in range(60):
            learn(self.counter, 0, 0, 250)

    @staticmethod
    def setting(setting):
        return Setting(**{**setting.__dict__, "ratings": (2800, 2800), "pace": CORRESPONDENCE})

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

    def learn(self, again):
        """Whether the move is the replaced one."""
        learn(self.counter, 0, again, 250)


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
            model = self.variations.of(pos.rules)
            if len(pos.legal()) == 1:
                replaced = None
            setting = Variations.setting(setting)
            index = model.decode(coder, pos, history, setting, self.variations, replaced)
            if replaced:
                self.variations.learn(pos.legal()[index] == replaced)
        return index, surprise(model.widths, index)


def logarithm(v):
    """Stream clocks: L(v) = 256 log2 v, with eight bits after the highest."""
    e = v.bit_length() - 1
    return 256 * e + ((v << 8 >> e) & 255)


def surprise(ws, index):
    if len(ws) == 1:
        return 0, 0
    costs = [4096 - logarithm(w) for w in ws]
    return costs[index] >> 5, sum([(w * c) >> 4 for w, c in zip(ws, costs)]) >> 17
