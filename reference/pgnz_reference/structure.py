"""docs/format/09-structure.md: the items of a game's movetext, in lockstep with its moves."""
from dataclasses import dataclass, field

from . import fen
from .board import Move, Position
from .coder import NEW_COUNTER, learn
from .conventions import require
from .ends import balance, met, odds
from .mixing import Decisions, MoveToFront, clamp, dot, hash32, numbered, place, squash, stretched, train
from .setting import History
from .strings import Dictionary, Strings

MOVE, NULL, OPEN, CLOSE, RAW, END, COMMENT = range(7)
NOTHING = 0xFFFFFFFF
VARIATIONS = 256


@dataclass
class Item:
    """An item: its kind, and of a move the move between two positions; of a comment its template's number."""

    kind: int
    depth: int
    template: int = None
    move: Move = None
    before: Position = None
    after: Position = None
    history: History = None
    surprise: tuple = (0, 0)


@dataclass
class Line:
    """The main line, or a variation, as far as it has been told."""

    pos: Position
    history: History
    previous: tuple = None
    positions: list = field(default_factory=list)

    def branch(self):
        """Where a variation begins: before the last move of the line, or where a line without one began."""
        pos, history = self.previous or (self.pos, self.history)
        return Line(pos, history)

    def go(self, pos, history):
        self.previous = self.pos, self.history
        self.positions.append(self.pos)
        self.pos, self.history = pos, history


class CommentsAfterMoves:
    """64 rows of up to 8 symbols with counts, the most frequent first."""

    def __init__(self):
        self.rows, self.decisions, self.past = {}, Decisions(4, 12), 0

    def row(self, c):
        return self.rows.setdefault(place(c, 6), [])

    def guess(self, c):
        row = self.row(c)
        return row[0][0] if row else None

    def decode(self, coder, c, surprise, templates):
        row, (cost, entropy) = self.row(c), surprise
        g = min(cost // 12, 5)
        contexts = [c, *numbered(1, (c, min(cost // 4, 15)), (c, g, self.past & 63), (c, g, min(entropy // 4, 7)))]
        for n, entry in enumerate(row):
            if self.decisions.bit(coder, contexts, n):
                entry[1] += 1
                row.remove(entry)
                row.insert(next((i for i, other in enumerate(row) if other[1] < entry[1]), len(row)), entry)
                self.past = 2 * self.past + (n != 0)
                return entry[0]
        symbol = coder.uniform(templates + 7)
        row[7:] = [[symbol, 1]]
        self.past = 2 * self.past + 1
        return symbol


class LineEnds:
    """Whether a line stops."""

    def __init__(self):
        self.counters = [NEW_COUNTER] * (1 << 14)
        self.rows = [[60_000, 6_000, 6_000], [20_000, 20_000, 20_000, 26_000]]
        self.last = self.long = 0

    def decode(self, coder, c, lines, setting):
        line, around = lines[-1], lines[-2] if len(lines) > 1 else None
        pos, depth, known, plies = line.pos, line.history.depth, None, 0
        contexts = [c] * 4
        if pos is not None:
            o = int(not pos.legal())
            b, check = (clamp(balance(pos, pos.turn), -10, 10) + 10) // 3, int(bool(pos.checkers()))
        if pos is not None and around is None:
            d = depth if depth < 8 else 8 + min(depth, 250) // 10
            w = (0, 4, 5, 3)[setting.fate(pos.turn)]
            contexts = [c, *numbered(1, (o, w, d, c), (o, w, b, check, c))]
            known = 2000 if o else clamp(odds(pos, line.history, setting, met(pos, line.positions)), -2000, 2000)
        elif pos is not None:
            plies = min(max(0, depth - max(0, around.history.depth - 1)), 64)
            far = min(max(0, depth - plies), 48) // 4
            others = numbered(3, (o, plies, c), (o, plies, self.last, c), (o, b, check, c), (o, plies, self.long, far, c))
            contexts = [others.pop(2), *others]
        places = [place(context, 14) for context in contexts]
        inputs = [stretched(self.counters[i]) for i in places]
        if known is not None:
            inputs[0] = known
        row = self.rows[known is None]
        p = squash(dot(row, inputs))
        stop = coder.bit(p)
        train(row, inputs, p, stop, 3)
        for i in places:
            learn(self.counters, i, stop, 250)
        if stop and around is not None and pos is not None:
            self.last = plies
            self.long = plies if plies > 4 else self.long
        return stop


class Structure:
    """The stream."""

    def __init__(self):
        self.followers, self.after_moves, self.line_ends = MoveToFront(10), CommentsAfterMoves(), LineEnds()
        self.templates, self.strings = Dictionary(), Strings(20)

    def decode(self, coder, moves, moves_coder, start, setting, most=2**20, room=2**26):
        """The items of a game, at most so many. `start` is None if there is no position. Templates have `room` bytes."""
        lines, items, last = [Line(start, History())], [], (NOTHING, NOTHING)
        surprise = (0, 0)
        while not items or items[-1].kind != END:
            symbol = self.symbol(coder, lines, last, surprise, setting)
            last = symbol, last[0]
            item = Item(min(symbol, COMMENT), len(lines) - 1)
            items.append(item)
            require(len(items) <= most, "a game of too many items")
            if symbol >= COMMENT:
                item.template = symbol - COMMENT
                if item.template == len(self.templates):
                    self.templates.enter(coder, self.strings, 65_538)
                room -= len(self.templates.strings[item.template])
                require(room >= 0, "the comments are longer than the text")
            elif symbol == MOVE:
                self.move(item, moves, moves_coder, lines, setting)
                surprise = item.surprise
            else:
                self.other(item, lines)
        return items

    def symbol(self, coder, lines, last, surprise, setting):
        variation, pos = len(lines) > 1, lines[-1].pos
        c = hash32(*last, variation + 2 * (pos is not None and not pos.legal()))
        stop = CLOSE if variation else END
        after_move = not variation and last[0] == MOVE and (last[1] == CLOSE or COMMENT <= last[1] != NOTHING)
        guess = (self.after_moves if after_move else self.followers).guess(c)
        if guess in (None, MOVE, CLOSE, END) and self.line_ends.decode(coder, c, lines, setting):
            return stop
        if after_move:
            return self.after_moves.decode(coder, c, surprise, len(self.templates))
        return self.followers.decode(coder, c, len(self.templates) + 7)

    def move(self, item, moves, coder, lines, setting):
        line = lines[-1]
        require(line.pos is not None and line.pos.legal(), "a move where none is legal")
        begins = len(lines) > 1 and line.previous is None and lines[-2].history.depth == line.history.depth + 1
        replaced = lines[-2].history.last if begins else None
        index, item.surprise = moves.decode(coder, line.pos, line.history, setting, len(lines) > 1, replaced)
        item.move, item.before, item.history = line.pos.legal()[index], line.pos, line.history
        item.after = line.pos.play(item.move)
        line.go(item.after, line.history.then(item.move))

    def other(self, item, lines):
        line = lines[-1]
        require(item.kind not in (NULL, OPEN, CLOSE) or line.pos is not None, "an item that needs a position")
        if item.kind == NULL:
            item.before, item.after = line.pos, line.pos.passed()
            require(not line.pos.checkers() and fen.playable(item.after), "an impossible null move")
            line.go(item.after, line.history.then(None))
        elif item.kind == OPEN:
            require(len(lines) <= VARIATIONS, "too many variations are open")
            lines.append(line.branch())
        elif item.kind == CLOSE:
            require(len(lines) > 1, "a close without open")
            lines.pop()
