"""docs/format/10-moves.md, Setting and history."""
from dataclasses import dataclass
from typing import NamedTuple

from .board import Move
from .mixing import digest
from .result import UNKNOWN, decided, fate

ONLINE, OTHER, UNUSUAL = range(3)


@dataclass(frozen=True)
class Setting:
    """What the tags say before the first move."""

    ratings: tuple = (0, 0)
    pace: int = 0
    site: int = 0
    outcome: int = UNKNOWN
    set_up: bool = False
    year: int = 0
    players: tuple = (0, 0)

    def kind(self):
        if self.set_up or not (self.site or self.pace or self.year or any(self.ratings)):
            return UNUSUAL
        online = self.site != 0 or 1 <= self.pace <= 4
        return ONLINE if online and sum(self.ratings) < 4400 else OTHER

    def fate(self, turn):
        return fate(self.outcome, turn)


class History(NamedTuple):
    """The moves one, two and three plies ago in the line, and the plies since the game's first position."""

    last: Move | None = None
    own: Move | None = None
    before: Move | None = None
    depth: int = 0

    def then(self, move):
        """After a move, or after a null move (None)."""
        return History(move, self.last, self.own, min(65_535, self.depth + 1))


def number(value):
    """One to nine decimal digits and nothing else, or None."""
    return int(value) if len(value) <= 9 and value.isdigit() else None


def setting(tags):
    """The setting of a game. Tags are a dict of bytes."""
    ratings = tuple(min(number(tags.get(name, b"")) or 0, 4000) for name in (b"WhiteElo", b"BlackElo"))
    site_tag = tags.get(b"Site", b"").lower()
    site = 1 if b"lichess.org" in site_tag else 2 if b"chess.com" in site_tag else 0
    years = [number(tags.get(name, b"")[:4]) for name in (b"UTCDate", b"Date")]
    year = next((year for year in years if year is not None), 0)
    players = tuple(digest(tags[n]) if n in tags else 0 for n in (b"White", b"Black"))
    return Setting(ratings, pace(tags.get(b"TimeControl")), site, decided(tags.get(b"Result")), b"FEN" in tags, year, players)


def pace(control):
    if control is None:
        return 0
    if control == b"-" or control.startswith(b"1/"):
        return 6
    parts = control.split(b"+", 1)
    if not all(part.isdigit() and int(part) < 2**24 for part in parts):
        return 0
    total = int(parts[0]) + 40 * int(parts[1] if len(parts) > 1 else 0)
    return 1 + sum(total >= limit for limit in (30, 180, 480, 1500))
