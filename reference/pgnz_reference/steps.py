"""docs/format/12-evals.md, Steps: the plies of a game, each with what glyphs, clocks and evaluations ask of it."""
from .board import BLACK, KING, attacks, squares
from .ends import WORTH
from .rules import mark
from .structure import CLOSE, COMMENT, MOVE, NULL, OPEN

CLOCK_LEFT, CLOCK_SPENT, EVAL, TEXT, CLOCK_TENTHS = 1, 2, 3, 4, 5


class Step:
    """A move and the position after it. `number` counts the plies of the game in the order of the text."""

    def __init__(self, number, item, at, before, depth, first):
        self.number, self.item, self.at, self.before, self.next = number, item, at, before, None
        self.move, self.pos, self.black = item.move, item.after, item.before.turn == BLACK
        self.cost, self.entropy = item.surprise
        self.depth, self.open, self.first = item.history.depth, depth, first
        self.choices = len(item.before.legal())
        self.mark = mark(item.after)
        self.evaluation = self.glyphs = None
        if before is not None and before.next is None:
            before.next = self

    def takes(self):
        return self.move.captured is not None

    def takes_on(self, other):
        """Whether it takes where another step had moved to."""
        return other is not None and self.takes() and self.move.target == other.move.target

    def after(self, count):
        """The step so many steps after it, or None."""
        return self if count == 0 else self.next and self.next.after(count - 1)


class Place:
    """A place of a comment's template. `step` is the last ply before its comment, in the text's order."""

    def __init__(self, kind, step):
        self.kind, self.step, self.value, self.evaluation = kind, step, b"", None


def look(game):
    """The game's steps, and for each comment its places."""
    game.steps, game.places, lines, last, opened = [], {}, [[None, None]], None, False
    for at, item in enumerate(game.items):
        if item.kind == MOVE:
            last = Step(len(game.steps), item, at, lines[-1][0], len(lines) - 1, opened)
            game.steps.append(last)
            lines[-1] = [last, lines[-1][0]]
            opened = False
        elif item.kind == NULL:
            lines[-1] = [lines[-1][0], lines[-1][0]]
        elif item.kind == OPEN:
            lines.append([lines[-1][1], lines[-1][1]])
            opened = True
        elif item.kind == CLOSE:
            lines.pop()
            opened = False
        elif item.kind == COMMENT:
            game.places[at] = [Place(b, last) for b in game.templates[item.template] if CLOCK_LEFT <= b <= CLOCK_TENTHS]


def hanging(pos, colour):
    """What hangs of a side's pieces, the most first, and two zeros."""
    reach, cover = by_role(pos, 1 - colour), by_role(pos, colour)
    covered, lost = cover[0] | cover[1] | cover[2] | cover[3] | cover[4] | cover[5], []
    for role in range(KING):
        for square in squares(pos.pieces(colour, role)):
            by = [r for r in range(6) if reach[r] >> square & 1]
            if by:
                less = {0: 1, 1: 3, 2: 3, 3: 5}.get(by[0], WORTH[role])
                lost.append(max(0, WORTH[role] - less) if covered >> square & 1 else WORTH[role])
    return sorted(lost, reverse=True) + [0, 0]


def by_role(pos, colour):
    """The squares that a side's pieces of each role attack."""
    out, occupied = [0] * 6, pos.occupied()
    for role in range(6):
        for square in squares(pos.pieces(colour, role)):
            out[role] |= attacks(role, colour, square, occupied)
    return out
