"""docs/format/07-tags.md, Ratings: ratings and their changes, counted from what a player had."""
from dataclasses import dataclass

from .mixing import FULL, Decisions, clamp, digest, divide, hash32, numbered, squash

ENDS = (b"game", b"tournament", b"swiss", b"simul")


@dataclass
class Track:
    kind: int
    rating: int = 0
    shown: int = 0
    factor: int = 0


def class_of(event):
    """The class of a game, from its event; 0 before that is known."""
    if event is None:
        return 0
    words, h = event.lower().split(b" "), 1
    for word in words[words[0] in (b"rated", b"casual") :]:
        if word in ENDS or word.startswith(b"http"):
            break
        h = hash32(h, digest(word))
    return h


class Side:
    """What is known of a side's rating in a game."""

    def __init__(self, player=None, kind=0, backward=False):
        tracks = player.tracks if player else []
        self.player, self.rating, self.change = player, None, None
        self.track = next((t for t in tracks if t.kind == kind), tracks[0] if tracks else None)
        self.of_class = self.track is not None and self.track.kind == kind
        self.expected = self.track and (self.track.shown if backward else self.track.rating)

    def strength(self):
        return self.expected if self.rating is None else self.rating


class Ratings:
    def __init__(self):
        self.steps, self.changes, self.are_numbers = Decisions(3, 14), Decisions(4, 14), Decisions(2, 12)
        self.direction = 0

    def is_number(self, coder, column, event):
        """Number or not."""
        return self.are_numbers.bit(coder, numbered(1, (column.tag, column.history & 4095), (column.tag, event)), 16)

    def rating(self, coder, sides, side, kind, won):
        """Rating. `won` are half points, 3 if unknown."""
        own, other = sides[side], sides[1 - side]
        if own.track and self.direction < 0:
            anchor, number = own.track.shown - predicted(lead(sides, side), own.track.factor, won), 2 + own.of_class
        elif own.track:
            anchor, number = own.track.rating, own.of_class
        elif other.rating is not None:
            anchor, number = other.rating, 4
        else:
            anchor, number = (1500, 6) if other.expected is None else (other.expected, 5)
        ahead = divide(clamp(lead(sides, side), -600, 600), 50)
        contexts = numbered(1, (number, side), (number, kind), (number, won, ahead))
        return clamp(anchor + self.steps.signed(coder, contexts), 0, 9999)

    def change(self, coder, sides, side, won):
        """Change."""
        own = sides[side]
        f = own.track.factor if own.of_class else 0
        k, q, l = int(f > 0), predicted(lead(sides, side), f, won), 99
        if self.direction < 0 and own.of_class and own.rating is not None:
            l = clamp(own.track.shown - own.rating - q, -40, 40)
        contexts = numbered(1, (won, k), (clamp(q, -20, 20), k), (min(f // 24, 40), won), (l, k))
        return clamp(q + self.changes.signed(coder, contexts), -9999, 9999)

    def end(self, sides, kind, won):
        """After the game."""
        for side, own in enumerate(sides):
            if own.player is None or own.rating is None:
                continue
            tracks, change = own.player.tracks, own.change
            track = next((t for t in tracks if t.kind == kind), None)
            if track is not None:
                tracks.remove(track)
            if track and change is not None and own.rating == track.rating:
                self.direction = min(8, self.direction + 1)
            elif track and change is not None and own.rating + change == track.shown:
                self.direction = max(-8, self.direction - 1)
            track = track or Track(kind)
            track.shown, track.rating = own.rating, own.rating + (change or 0)
            s = surprise(lead(sides, side), won[side])
            if change is not None and abs(s) > 6000 and change * s > 0:
                g = clamp(change * 2**20 // s, 1, 16_000)
                track.factor = (track.factor + g) // 2 if track.factor else g
            tracks.insert(0, track)
            del tracks[4:]


def lead(sides, side):
    own, other = sides[side].strength(), sides[1 - side].strength()
    return 0 if own is None or other is None else own - other


def surprise(ahead, won):
    x = clamp(divide(ahead * 96_578, FULL), -10_000, 10_000)
    return 32_768 * (1 if won == 3 else won) - squash(x)


def predicted(ahead, factor, won):
    return (surprise(ahead, won) * (factor or 176) + (1 << 19)) >> 20
