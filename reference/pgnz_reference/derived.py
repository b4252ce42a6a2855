"""docs/format/14-derived.md: values of tags that mostly follow from the game."""
import re

from . import fen
from .board import BISHOP, BLACK, KNIGHT, PAWN, PAWN_REACH, QUEEN, ROOK, WHITE, name_of
from .catalogue import CHESSCOM, CLASSICAL, EARLIER_LICHESS, LICHESS, SCHOOLS, catalogue
from .control import control
from .forms import NUMBER, TIME, Form, form
from .layout import expand
from .mixing import hash32
from .result import BLACK_WON, decided, fate
from .structure import MOVE, NULL
from .values import Asked, Column, Values

NAMES = (
    "ECO Opening Variation SubVariation ECOUrl NIC Termination TerminationDetails CurrentPosition PlyCount EndTime"
).encode().split()
NUMBERS = {spelled: number for number, name in enumerate(NAMES) for spelled in (name, name.upper())}
ECO, OPENING, VARIATION, SUBVARIATION, ECO_URL, NIC, TERMINATION, DETAILS, PLACEMENT, COUNT, FINISH = range(11)
LOOKED_AT, NEW, PLACES = 41, 8, 1 << 18
DAY = 86_400
COUNTERS = re.compile(rb" (0|[1-9]\d{0,8}) (0|[1-9]\d{0,8})$")


def is_derived(name):
    return name in NUMBERS


class MainLine:
    """The main line of a game; `last` is None without a position."""

    def __init__(self, game):
        items = [item for item in game.items if item.depth == 0 and item.kind in (MOVE, NULL)]
        self.positions = ([game.start] if game.start else []) + [item.after for item in items]
        self.moves = [item.move for item in items if item.move]
        self.last = self.positions[-1] if self.positions else None
        self.plies = len(items)


class Openings:
    """What the block has said of positions and labels under the columns 0 to 5."""

    def __init__(self):
        self.cells, self.told = {}, {}
        self.url, self.with_code = b"", False

    def begin(self, line):
        """The positions looked at, and the labels of the game."""
        self.looked_at, new = [], 0
        first = line.positions[:LOOKED_AT]
        for pos in first:
            self.looked_at.append(pos.key())
            new += pos.key() not in self.cells
            if new == NEW:
                break
        hashes = [pos.hash() for pos in first]
        self.labels = [catalogue().label(hashes, school) for school in SCHOOLS]
        self.o, self.values = 0, {}

    def says(self, school, label, column):
        """What a label says under a column, or None."""
        code, name, variation = (*label, None, None)[:3]
        if column == ECO:
            return code
        if column == OPENING and school in (LICHESS, EARLIER_LICHESS, CLASSICAL):
            return name
        if column == VARIATION and school == CLASSICAL:
            return variation
        if column == ECO_URL and school == CHESSCOM:
            return self.url + (self.code() + b"-" if self.with_code else b"") + name
        return None

    def code(self):
        return self.values.get(ECO, (b"", 0))[0]

    def suggestions(self, column, values):
        out = []
        for key in reversed(self.looked_at):
            cell = self.cells.get(key, {}).get(column)
            if cell:
                out.append((0, min(cell[1], 6), values.value(cell[0])))
                break
        for school, number in enumerate(self.labels):
            told = self.told.get((school, number, column))
            if number is not None and told:
                out.append((1 + school, 1 + min(told[1], 3), values.value(told[0])))
            elif number is not None:
                alias = self.says(school, catalogue().labels[school][number], column)
                if alias is not None:
                    values.enter(alias)
                    out.append((1 + school, 0, alias))
        return out

    def listed(self, column):
        """What the labels with the game's code say under a column."""
        found = (
            self.says(school, label, column)
            for school in SCHOOLS for label in catalogue().labels[school] if label[0] == self.code()
        )
        return [value for value in dict.fromkeys(found) if value is not None]

    def tell(self, column, value, number, outcome):
        self.values[column] = value, number
        if number:
            self.o = outcome
            for school, label in enumerate(self.labels):
                if label is not None:
                    told = self.told.setdefault((school, label, column), [number, -1])
                    told[:] = [number, told[1] + 1 if told[0] == number else 0]
        if column == ECO_URL:
            at = value.rfind(b"/") + 1
            code = self.code()
            self.url, self.with_code = value[:at], bool(code) and value[at:].startswith(code + b"-")

    def end(self):
        for key in self.looked_at:
            if key not in self.cells and len(self.cells) == PLACES:
                continue
            cells = self.cells.setdefault(key, {})
            for column, (_, number) in self.values.items():
                if number:
                    cell = cells.setdefault(column, [number, -1])
                    cell[:] = [number, min(255, cell[1] + 1) if cell[0] == number else 0]


class Derived:
    """The stream."""

    def __init__(self):
        self.values, self.columns = Values(16), [Column(number, number) for number in range(len(NAMES))]
        self.openings, self.differences = Openings(), (0, 0)

    def decode(self, coder, game):
        """The values of the game's derived tags; `game.pairs` has None for them."""
        if all(value is not None for _, value in game.pairs):
            return
        line = MainLine(game)
        self.openings.begin(line)
        for i, (name, value) in enumerate(game.pairs):
            if value is None:
                game.pairs[i] = name, self._value(coder, NUMBERS[name], game, line)
        self.openings.end()

    def _value(self, coder, number, game, line):
        column, openings = self.columns[number], self.openings
        if number < TERMINATION:
            suggestions = openings.suggestions(number, self.values)
            listed = (lambda: openings.listed(number)) if number != ECO else None
            found = self.values.decode(coder, column, suggestions, Asked(o=openings.o), keeps, listed)
            openings.tell(number, *found)
            return found[0]
        if number <= DETAILS:
            y, turn = situation(game, line)
            template = self.values.decode(coder, column, [], Asked(x=hash32(y, turn), y=y), keeps)[0]
            names = [game.tags.get(name) or b"" for name in (b"White", b"Black")]
            if decided(game.tags.get(b"Result")) == BLACK_WON and game.tags.get(b"Result") == b"0-1":
                names.reverse()
            return expand(template, *names)
        if number == PLACEMENT:
            suggestions = self._placements(game, line)
            value = self.values.decode(coder, column, suggestions, Asked(), keeps)[0]
            counters = COUNTERS.search(value)
            if counters and line.last:
                own = line.last.halfmoves, line.last.fullmoves
                self.differences = tuple(int(c) - n for c, n in zip(counters.groups(), own))
            return value
        asked = Asked(expected=Form(NUMBER, b"", 0, line.plies)) if number == COUNT else finish(game, line, column)
        return self.values.decode(coder, column, [], asked, keeps)[0]

    def _placements(self, game, line):
        """Placement: the twelve forms of the last position."""
        if line.last is None:
            return []
        each_move = int(control(game.tags.get(b"TimeControl")).each_move)
        counters = (line.last.halfmoves, line.last.fullmoves)
        numbers = b"".join(b" %d" % max(0, n + d) for n, d in zip(counters, self.differences))
        placement, turn, rights, _ = fen.write(line.last).split(" ")[:4]
        out = []
        for f in range(12):
            castling = unmoved(line.moves) if f & 2 else rights
            text = f"{placement} {turn} {castling} {passant(line.last, f // 4)}".encode()
            out.append((f, each_move, text + (numbers if f & 1 else b"")))
        return out


def keeps(column, value, outcome):
    return column.tag <= DETAILS


def unmoved(moves):
    """Rights by the squares that no move started from."""
    left = {move.origin for move in moves}
    return "".join(letter for letter, *home in zip("KQkq", (4, 4, 60, 60), (7, 0, 63, 56)) if left.isdisjoint(home)) or "-"


def passant(pos, way):
    """The en passant square behind any pawn, where a capture is legal, or where a pawn stands to make it."""
    square = pos.en_passant if way != 1 else pos.legal_en_passant()
    able = square is not None and (way != 2 or PAWN_REACH[1 - pos.turn][square] & pos.pieces(pos.turn, PAWN))
    return name_of(square) if able else "-"


def situation(game, line):
    """Endings: y and fate."""
    pos = line.last
    turn = fate(decided(game.tags.get(b"Result")), pos.turn if pos else WHITE)
    if pos is None:
        return 0, turn
    if not pos.legal():
        return 1 + bool(pos.checkers()), turn
    if sum(p.key() == pos.key() for p in line.positions) >= 3:
        return 3, turn
    return (4 if pos.halfmoves >= 100 else 5 + bare(pos, WHITE) + 2 * bare(pos, BLACK)), turn


def bare(pos, colour):
    """At most one piece beside the king, and neither pawn, rook nor queen."""
    heavy = any(pos.pieces(colour, role) for role in (PAWN, ROOK, QUEEN))
    return not heavy and (pos.pieces(colour, KNIGHT) | pos.pieces(colour, BISHOP)).bit_count() <= 1


def finish(game, line, column):
    """Finish: when the game ended, expected from its start and the time that was spent."""
    last, tags = form(column.last), game.tags
    hint = hash32(int(line.last is not None and not line.last.legal()), len(tags.get(b"Result", b"")))
    if last is None or last.shape != TIME or last.number >= DAY:
        return Asked(hint=hint)
    starts = [f for f in (form(tags.get(name, b"")) for name in (b"StartTime", b"UTCTime")) if f and f.shape == TIME]
    start, note, spent = (starts[0].number, 2, 0) if starts else (last.number, 0, 0)
    given, left = control(tags.get(b"TimeControl")), game.times_left
    if None not in left and not given.each_move and given.base:
        note += 1
        for time, moves in zip(left, ((line.plies + 1) // 2, line.plies // 2)):
            spent += max(given.base + given.increment * moves - time, 0)
        spent = min(spent // 1000, DAY)
    return Asked(expected=last._replace(number=(start + spent) % DAY), note=note, hint=hint)
