"""docs/format/07-tags.md, Players: who plays, told from those who played before."""
from dataclasses import dataclass, field

from .mixing import M32, Decisions, digest, hash32, numbered
from .names import Names

REMEMBERED, ENTRANTS = 1 << 14, 1024


@dataclass(eq=False)
class Player:
    """`number` counts from 0 in the order of first appearance."""

    name: bytes
    number: int
    games: int = 0
    opponent: object = None
    habit: int = 0
    tracks: list = field(default_factory=list)


@dataclass
class Event:
    """Entrants, the one who played longest ago first, with the side and the round of their last game in it."""

    entrants: dict = field(default_factory=dict)
    round: int = None

    def enter(self, player, side, round_):
        self.entrants.pop(player, None)
        if len(self.entrants) == ENTRANTS:
            del self.entrants[next(iter(self.entrants))]
        self.entrants[player] = side, round_


def round_of(value):
    """r: the digest of what stands before the first point of the tag Round, 0 if it is no number."""
    digits = (value or b"").partition(b".")[0]
    return (digest(digits) or 1) if digits.isdigit() else 0


class Players:
    def __init__(self):
        self.d, self.ranks, self.names = Decisions(4, 16), Decisions(2, 10), Names()
        self.latest, self.events, self.last_game, self.count = [], {}, (None, None), 0
        self.news = self.hits = 0

    def decode(self, coder, side, other, event, round_):
        """The name and the player of a side (None: not remembered), from s, o, E, r."""
        happening = self.events.get(event)
        fresh = 0 if happening is None or not round_ else 1 if happening.round == round_ else 2
        k = 0 if other is None else 1 + (other.games > 0)
        contexts = numbered(1, (side, fresh), (event, side, k), (fresh, self.news & 15, k), (self.hits & 511, side, k))
        known = self.d.bit(coder, contexts, 31) if self.latest else 0
        self.news = (self.news << 1 | (not known)) & M32
        if not known:
            self.hits = self.hits << 3 & M32
            return self._new(coder)
        guesses = {}
        for i, player in enumerate((other and other.opponent, self.last_game[side], self.last_game[1 - side])):
            if player is not None and player is not other:
                guesses[player] = guesses.get(player, 0) | 1 << i
        found = self._guessed(coder, guesses, side, other, event)
        if found is None and round_ and happening is not None:
            rest = [p for p in happening.entrants if p is not other and p not in guesses][:200]
            found = self._entrant(coder, rest, happening, side, event, fresh, round_) if rest else None
        if found is None:
            found = self.latest[min(self.ranks.unsigned(coder, [0, event]), len(self.latest) - 1)]
        return found.name, found

    def _guessed(self, coder, guesses, side, other, event):
        """Clause 2."""
        hits = self.hits
        for at, (player, reasons) in enumerate(guesses.items()):
            met = other is not None and player.opponent is other
            about = (reasons, min(player.games, 20), met), (event, reasons), (side, hits & 63, player.number)
            if self.d.bit(coder, numbered(11, (reasons, hits & 511), *about), 32 + at):
                self.hits = (hits << 3 | 1 + at) & M32
                return player
        self.hits = (hits << 3 | 7) & M32
        return None

    def _entrant(self, coder, rest, happening, side, event, fresh, round_):
        """Clause 3."""
        c = len(rest)
        n = c.bit_length() - 1
        if not self.d.bit(coder, numbered(21, (side, n), (event, side), (fresh, n), (fresh, side)), 40):
            return None
        for i, player in enumerate(rest[:-1]):
            last_side, last_round = happening.entrants[player]
            again, left = int(last_round == round_), min(c - 1 - i, 24)
            about = (side, again, min(i, 3), fresh), (side, again, last_side, fresh), (side, left, again), (event, side, min(i, 9))
            if self.d.bit(coder, numbered(41, *about), 41):
                return player
        return rest[-1]

    def _new(self, coder):
        """Clause 5."""
        name = self.names.decode(coder)
        if self.count == REMEMBERED:
            return name, None
        player = Player(name, self.count)
        self.count += 1
        self.latest.insert(0, player)
        return name, player

    def end(self, players, habits, event, round_):
        """At the end of a game; players who are not remembered are None."""
        white, black = players
        for player, other, habit in ((white, black, habits[0]), (black, white, habits[1])):
            if player:
                player.games += 1
                player.opponent, player.habit = other, habit
        for player in filter(None, players):
            self.latest.remove(player)
            self.latest.insert(0, player)
        if white and black:
            self.last_game = white, black
            happening = self.events.setdefault(event, Event())
            happening.enter(white, 0, round_)
            happening.enter(black, 1, round_)
            happening.round = round_
