"""docs/format/07-tags.md, Players: who plays, told from those who played before."""
from collections import OrderedDict
from dataclasses import dataclass, field

from .mixing import M32, Decisions, digest, hash32
from .names import Names

REMEMBERED, ENTRANTS = 1 << 14, 1024


@dataclass(eq=False)
class Player:
    """`number` counts from 1 in the order of first appearance; 0 is a player who is not remembered."""

    name: bytes
    number: int
    games: int = 0
    opponent: object = None
    habit: int = 0
    tracks: list = field(default_factory=list)


class Event:
    """Entrants, the one who played longest ago first, with the side and the round of their last game in it."""

    def __init__(self):
        self.entrants, self.round = OrderedDict(), None

    def enter(self, player, side, round_):
        self.entrants.pop(player, None)
        if len(self.entrants) == ENTRANTS:
            self.entrants.popitem(last=False)
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
        """The player of a side: s, o, E, r."""
        happening = self.events.get(event)
        fresh = 0 if happening is None or not round_ else 1 if happening.round == round_ else 2
        known = False
        if self.latest:
            known = self._known(coder, side, other, event, fresh)
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
            rank = self.ranks.unsigned(coder, [0, event])
            found = self.latest[min(rank, len(self.latest) - 1)]
        return found

    def _known(self, coder, side, other, event, fresh):
        """Clause 1."""
        k = 0 if other is None else 1 + (other.games > 0)
        contexts = [hash32(1, side, fresh), hash32(2, event, side, k), hash32(3, fresh, self.news & 15, k)]
        return self.d.bit(coder, contexts + [hash32(4, self.hits & 511, side, k)], 31)

    def _guessed(self, coder, guesses, side, other, event):
        """Clause 2."""
        hits = self.hits
        for at, (player, reasons) in enumerate(guesses.items()):
            met = other is not None and player.opponent is other
            contexts = [hash32(11, reasons, hits & 511), hash32(12, reasons, min(player.games, 20), met)]
            contexts += [hash32(13, event, reasons), hash32(14, side, hits & 63, player.number - 1)]
            if self.d.bit(coder, contexts, 32 + at):
                self.hits = (hits << 3 | 1 + at) & M32
                return player
        self.hits = (hits << 3 | 7) & M32
        return None

    def _entrant(self, coder, rest, happening, side, event, fresh, round_):
        """Clause 3."""
        c = len(rest)
        n = c.bit_length() - 1
        contexts = [hash32(21, side, n), hash32(22, event, side), hash32(23, fresh, n), hash32(24, fresh, side)]
        if not self.d.bit(coder, contexts, 40):
            return None
        for i, player in enumerate(rest[:-1]):
            last_side, last_round = happening.entrants[player]
            again, left = int(last_round == round_), min(c - 1 - i, 24)
            contexts = [hash32(41, side, again, min(i, 3), fresh), hash32(42, side, again, last_side, fresh)]
            contexts += [hash32(43, side, left, again), hash32(44, event, side, min(i, 9))]
            if self.d.bit(coder, contexts, 41):
                return player
        return rest[-1]

    def _new(self, coder):
        """Clause 5."""
        name = self.names.decode(coder)
        if self.count == REMEMBERED:
            return Player(name, 0)
        self.count += 1
        player = Player(name, self.count)
        self.latest.insert(0, player)
        return player

    def end(self, white, black, habits, event, round_):
        """At the end of a game; players not remembered are not known."""
        white, black = [p if p and p.number else None for p in (white, black)]
        for player, other, habit in ((white, black, habits[0]), (black, white, habits[1])):
            if player:
                player.games += 1
                player.opponent, player.habit = other, habit
        for player in (white, black):
            if player:
                self.latest.remove(player)
                self.latest.insert(0, player)
        if white and black:
            self.last_game = white, black
            happening = self.events.setdefault(event, Event())
            happening.enter(white, 0, round_)
            happening.enter(black, 1, round_)
            happening.round = round_
