"""docs/format/07-tags.md: the names of tag pairs, and the values of all but derived ones."""
from typing import NamedTuple

from .conventions import require
from .derived import is_derived
from .forms import MOMENT, NUMBER, TIME, form
from .mixing import M32, Decisions, digest, hash32, numbered, place
from .players import Players, round_of
from .ratings import Ratings, Side, class_of
from .result import decided, fate, termination_context
from .strings import Dictionary, Strings
from .values import COUNTED, Asked, Column, Values

TERMINATIONS = (b"", b"1-0", b"0-1", b"1/2-1/2", b"*", b"", b"", b"")
PLAYER, RATING_OF, CHANGE_OF, OF_PLAYER, EVENT, ROUND, OTHER = range(7)
ROLES = {b"": PLAYER, b"Elo": RATING_OF, b"ELO": RATING_OF, b"Rating": RATING_OF, b"USCF": RATING_OF, b"RatingDiff": CHANGE_OF}
OWN_MODEL, WHOLE, TAIL = 15, 0, 1
NAMES, FIELDS = 4096, 256


class TagColumn(Column):
    def __init__(self, name, kinds):
        self.name, rest = name, name[5:] if name[:5] in (b"White", b"Black") else None
        self.side = int(name.startswith(b"Black"))
        self.role = {b"Event": EVENT, b"Round": ROUND}.get(name, OTHER) if rest is None else ROLES.get(rest, OF_PLAYER)
        self.says = rest is not None and self.role != PLAYER
        self.family = digest(name) if rest is None else digest(rest) ^ M32
        super().__init__(digest(name), kinds.setdefault(self.family, len(kinds)), position=name == b"FEN")
        self.link = None


class Field(NamedTuple):
    column: TagColumn = None
    value: bytes = b""
    number: int = 0
    outcome: int = 31


class InGame:
    """What the tags of a game have said so far."""

    def __init__(self):
        self.fields, self.players, self.event, self.event_name = [], [None, None], 0, None
        self.sides, self.habits = [Side(), Side()], [0, 0]

    def value(self, name):
        return next((f.value for f in reversed(self.fields) if f.column.name == name), None)

    def round(self):
        return round_of(self.value(b"Round"))

    def kind(self):
        return class_of(self.event_name)

    def won(self, side):
        """Half points of a side, 3 if unknown."""
        return (3, 2, 0, 1)[fate(decided(self.value(b"Result")), side)]

    def add(self, field):
        del self.fields[FIELDS - 1 :]
        self.fields.append(field)


class Tags:
    """The stream."""

    def __init__(self, limit):
        self.order, self.terminations, self.rows = Decisions(5, 14), Decisions(1, 8), {}
        self.names, self.strings, self.columns, self.kinds, self.shared = Dictionary(), Strings(20), [], {}, None
        self.players, self.ratings, self.values = Players(), Ratings(), Values(18)
        self.memory, self.left = {}, limit

    def decode(self, coder, all_values=False):
        """The tag pairs of a game, with None for derived values, and its termination."""
        game, pairs, symbols, last = InGame(), [], [], (0, 0)
        while symbol := self._symbol(coder, last, game):
            symbol, column, name = self._column(coder, symbol)
            value = None
            if all_values or not is_derived(name):
                value = self._value(coder, column, game)
                self.spend(len(value))
            self.spend(len(name) + 4)
            pairs.append((name, value))
            symbols.append((last, symbol))
            last = symbol, last[0]
        for last_, symbol in [*symbols, (last, 0)]:
            for row in self._rows(last_):
                if symbol + 1 in row:
                    row.remove(symbol + 1)
                row.insert(0, symbol + 1)
                del row[4:]
        self.ratings.end(game.sides, game.kind(), [game.won(0), game.won(1)])
        self.players.end(game.players, game.habits, game.event, game.round())
        context = termination_context(game.value(b"Result"))
        return pairs, TERMINATIONS[0 if context is None else self.terminations.symbol(coder, [context], 3)]

    def spend(self, size):
        """Names and values of a block, and four bytes for each pair, are not longer than its text."""
        self.left -= size
        require(self.left >= 0, "the tags are longer than the text")

    def _rows(self, last):
        return [self.rows.setdefault(hash32(last[0], other) >> 22, []) for other in (last[1], M32)]

    def _symbol(self, coder, last, game):
        """Names: 0 at the end of the tags, else 1 + the name's number."""
        tried = set()
        for r, row in enumerate(self._rows(last)):
            for i, x in enumerate(row):
                if x in tried:
                    continue
                tried.add(x)
                h, at = self._habit(x, game), 4 * r + i
                if self.order.bit(coder, numbered(1, (*last, x), (x, h, last[0]), (x, h), (last[0], x), (h, at)), at):
                    return x - 1
        return coder.uniform(len(self.columns) + 2)

    def _habit(self, x, game):
        column = self.columns[x - 2] if x > 1 else None
        player = game.players[column.side] if column and column.says else None
        return 1 + (player.habit >> (column.family & 31) & 1) if player and player.games else 0

    def _column(self, coder, symbol):
        """The symbol, column and name; a name that is new is entered, or shares the last number with others."""
        if symbol <= len(self.columns):
            column = self.columns[symbol - 1]
            return symbol, column, column.name
        name = self.strings.string(coder)
        if name not in self.names.numbers:
            if len(self.names) < NAMES and len(name) <= 256:
                self.names.add(name)
                self.columns.append(TagColumn(name, self.kinds))
                self.names.numbers[name] = len(self.columns) - 1
            elif self.shared is None:
                self.columns.append(TagColumn(b"", self.kinds))
                self.shared = len(self.columns)
        symbol = 1 + self.names.numbers[name] if name in self.names.numbers else self.shared
        return symbol, self.columns[symbol - 1], name

    def _value(self, coder, column, game):
        role, side, own = column.role, column.side, None
        if role == PLAYER:
            own, game.players[side] = self.players.decode(coder, side, game.players[1 - side], game.event, game.round())
            game.sides[side] = Side(game.players[side], game.kind(), self.ratings.direction < 0)
        elif role != OTHER and column.says:
            game.habits[side] |= 1 << (column.family & 31)
        if role in (RATING_OF, CHANGE_OF) and self.ratings.is_number(coder, column, game.event):
            if role == RATING_OF:
                number = game.sides[side].rating = self.ratings.rating(coder, game.sides, side, game.kind(), game.won(side))
                own = b"%d" % number
            else:
                number = game.sides[side].change = self.ratings.change(coder, game.sides, side, game.won(side))
                own = b"%+d" % number
        if own is not None:
            self.values.note(column, own, 0, OWN_MODEL)
            game.add(Field(column, own, 0, OWN_MODEL))
            return own
        player = game.players[side] if column.says else None
        suggestions = self._suggestions(column, game, player)
        last = game.fields[-1] if game.fields else Field()
        asked = Asked(last.number, game.event, last.outcome, *self._expected(column, game))
        value, number, outcome = self.values.decode(coder, column, suggestions, asked, keeps)
        for key in self._keys(column, game, player).values() if number else ():
            self.memory[place(key, 16)] = key, number
        self._relink(column, game, value)
        game.add(Field(column, value, number, outcome))
        if role == EVENT:
            game.event, game.event_name = number, value
        return value

    def _keys(self, column, game, player):
        """The memory's keys, by rule."""
        keys = {2: hash32(2, column.tag, game.event)}
        return {1: hash32(1, column.family, player.number + 1), **keys} if player else keys

    def _suggestions(self, column, game, player):
        out, last = {}, form(column.last)
        if column.link:
            source = next((f for f in game.fields if f.column is column.link[0]), None)
            if source and column.link[1] == WHOLE:
                out[0] = source.value
            elif source:
                out[0] = column.last[: column.last.rfind(b"/") + 1] + tail(source.value)
        for rule, key in self._keys(column, game, player).items():
            found, number = self.memory.get(place(key, 16), (None, 0))
            if found == key and number:
                out[rule] = self.values.value(number)
        if column.number:
            out[3] = column.last
        if column.role == ROUND:
            v = out.get(2, b"0.0")
            before, point, _ = v.partition(b".")
            if point and before.isdigit():
                out[5] = b"%d.1" % (int(before) + 1)
            last = form(v)
            if last:
                out[4] = last.write(last.number + 1)
        elif last and column.step and last.shape not in (TIME, MOMENT):
            out[4] = last.write(last.number + column.step)
        return [(rule, 0, value) for rule, value in out.items()]

    def _relink(self, column, game, value):
        """Link: the first field of the game that makes the value."""
        if not value:
            return
        for field in game.fields:
            if field.value == value:
                column.link = field.column, WHOLE
                return
            if tail(field.value) == tail(value) and len(tail(value)) >= 4:
                column.link = field.column, TAIL
                return

    def _expected(self, column, game):
        """The form that is expected, and its note."""
        last = form(column.last)
        if column.role == OF_PLAYER or last is None:
            return None, 0
        forms = [f for f in map(form, [field.value for field in reversed(game.fields)]) if f]
        time = next((f.number for f in forms if f.shape == TIME), None)
        if last.shape == TIME and time is not None:
            return last._replace(number=time), 1
        if last.shape == MOMENT:
            a = next((f.number for f in forms if f.shape == MOMENT and f.decimals == last.decimals), None)
            b = (time or 0) * 10**last.decimals
            if a is not None:
                return last._replace(number=a + b if b"End" in column.name else a - b), 2
        return last, 0


def tail(value):
    return value[value.rfind(b"/") + 1 :]


def keeps(column, value, outcome):
    """Which values the stream keeps."""
    if column.role == EVENT:
        return True
    made = form(value)
    if made and made.shape in (TIME, MOMENT):
        return False
    return outcome < COUNTED or (outcome == COUNTED and abs(column.step) <= 1000)
