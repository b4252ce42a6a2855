"""Moves with their comments, annotations and variations as values."""

from __future__ import annotations

import dataclasses

from ._pgnz import Move


@dataclasses.dataclass(frozen=True, slots=True, repr=False)
class Comment:
    """A comment. Times are milliseconds, as in the columns ``clocks`` and ``spent``.

    The text is what stands between the braces, with commands such as ``[%clk 0:03:00]``, which tell the other values; a game that is written
    has only the text.

    >>> game = pgnz.Game.parse("1. e4 {[%clk 0:03:00] best by test} *")
    >>> game.line.plies[0].comments[0].clock
    180000
    """

    __module__ = "pgnz"

    text: str
    #: Time left on the clock.
    clock: int | None = None
    #: Time spent on the move.
    spent: int | None = None
    #: The evaluation for White in hundredths of a pawn.
    centipawns: int | None = None
    #: The number of moves to mate; negative if Black mates.
    mate: int | None = None
    #: The depth of the search behind the evaluation, in plies.
    depth: int | None = None

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<pgnz.Comment: {self.text}>"


@dataclasses.dataclass(slots=True, repr=False)
class Ply:
    """A move by one player, or a null move (``played`` is ``None``), with what is written about it.

    ``nags`` are the numeric annotation glyphs after the move; ``!``, ``?``, ``!!``, ``??``, ``!?`` and ``?!`` are 1 to 6. ``variations`` are
    alternatives to the move. ``san`` and ``uci`` are the move as text, ``--`` and ``0000`` for a null move; a game that is written has
    ``played``, whatever they are.

    >>> ply = pgnz.GameBuilder().push("e4")
    >>> ply.played, ply.san, ply.uci, ply.nags
    (<pgnz.Move: e2e4>, 'e4', 'e2e4', [])
    """

    __module__ = "pgnz"

    played: Move | None = None
    nags: list[int] = dataclasses.field(default_factory=list)
    comments: list[Comment | str] = dataclasses.field(default_factory=list)
    variations: list[Line] = dataclasses.field(default_factory=list)
    san: str = dataclasses.field(default="", compare=False, kw_only=True)
    uci: str = dataclasses.field(default="", compare=False, kw_only=True)

    def __repr__(self) -> str:
        return f"<pgnz.Ply: {self.san or self.played or '--'}>"


@dataclasses.dataclass(slots=True, repr=False)
class Line:
    """A sequence of moves: the main line of a game, or a variation.

    ``comments`` and ``variations`` are those before the first move. ``unread`` is the text from the first part that cannot be read, such as an
    illegal move, to the end of the line.

    >>> line = pgnz.Game.parse("1. e4 (1. d4 d5) e5 *").line
    >>> len(line), line.plies[0].variations
    (2, [<pgnz.Line: d4 d5>])
    """

    __module__ = "pgnz"

    plies: list[Ply] = dataclasses.field(default_factory=list)
    comments: list[Comment | str] = dataclasses.field(default_factory=list)
    variations: list[Line] = dataclasses.field(default_factory=list)
    unread: str = ""

    def __len__(self) -> int:
        return len(self.plies)

    def __repr__(self) -> str:
        first = [ply.san or str(ply.played or "--") for ply in self.plies[:6]]
        return f"<pgnz.Line: {' '.join(first + ['…'] * (len(self.plies) > 6))}>"
