"""docs/format/08-layout.md: gaps, numbering, spellings, raw text."""
import re

from .board import Position
from .coder import NEW_COUNTER
from .conventions import require
from .mixing import Decisions, MoveToFront, hash32
from .rules import mark
from .spelling import spell
from .strings import Dictionary, Strings
from .structure import CLOSE, COMMENT, END, MOVE, NULL, OPEN, RAW
from .wrap import Breaks

GAP_OF = {OPEN: 2, CLOSE: 3, RAW: 4, NULL: 5, END: 6}
TAG_PAIR = 1
NULL_MOVE, NO_SPELLING = 0xFFFF0001, 0xFFFF0002


class Layout:
    """The stream."""

    def __init__(self):
        self.followers, self.gaps, self.strings, self.raw = MoveToFront(12), Dictionary(), Strings(20), Strings(22)
        self.usual_counters, self.spellings = [NEW_COUNTER] * 16, Decisions(2, 10)
        self.usual, self.unusual = 0, None
        self.wraps, self.breaks = MoveToFront(2), Breaks()

    def wrap(self, coder):
        """How the movetext is broken into lines; None if it is not."""
        symbol = self.wraps.decode(coder, 0, 1025)
        return symbol - 1 if symbol else None

    def gap(self, coder, context):
        """A gap's template."""
        number = self.followers.recall(coder, context)
        if number is None:
            number = coder.uniform(len(self.gaps) + 1)
            if number < len(self.gaps):
                self.followers.learn(context, number)
        if number < len(self.gaps):
            return self.gaps.strings[number]
        template = self.strings.string(coder, 1)
        if len(template) <= 64 and len(self.gaps) < 65_536:
            self.followers.learn(context, self.gaps.add(template))
        return template

    def decode(self, coder, game, room):
        """The game's text, without its line breaks, and where its movetext begins. There is `room` for so many bytes."""
        out, last, numbering = bytearray(), (0, 0), Numbering(game.tags.get(b"FEN"))
        for name, value in game.pairs:
            gap = self.gap(coder, hash32(*last, TAG_PAIR))
            last = TAG_PAIR, last[0]
            out += tag_pair(expand(gap, numbering.number, game.result), name, value)
        begin = len(out)
        steps = iter(game.steps)
        for at, item in enumerate(game.items):
            neighbour = 16 + item.template if item.kind == COMMENT else GAP_OF.get(item.kind) or 8 + item.before.turn
            gap = expand(self.gap(coder, hash32(*last, neighbour)), numbering.number, game.result)
            last = neighbour, last[0]
            out += gap
            if item.kind in (MOVE, NULL):
                numbering.told(gap)
            if item.kind == MOVE:
                out += self.move(coder, item, numbering.number) + (next(steps).glyphs or b"")
            elif item.kind == NULL:
                out += expand(self.gap(coder, NULL_MOVE), 0, b"")
            elif item.kind == RAW:
                out += self.raw.string(coder)
            elif item.kind == COMMENT:
                out += game.comment(at)
            else:
                out += {OPEN: b"(", CLOSE: b")", END: b""}[item.kind]
            numbering.after(item)
            require(len(out) <= room, "a game is longer than the rest of its group")
        return bytes(out), begin

    def move(self, coder, item, number):
        m = mark(item.after)
        kind = item.move.castling + 2 * (m == 3) + 4 * (m > 0) + 8 * (item.move.promotion is not None)
        code = self.usual
        if not coder.counter(self.usual_counters, kind):
            contexts = [1 + (self.unusual or 0), 0]
            if self.spellings.bit(coder, contexts, 1):
                return expand(self.gap(coder, NO_SPELLING), 0, b"")
            code = self.spellings.symbol(coder, [c ^ 0x100000 for c in contexts], 16)
            if code == self.unusual:
                self.usual = code
            self.unusual = code
        return spell(item.before, item.move, item.after, code).encode()


def expand(template, one, two):
    """01 and 02 are texts (or a number), 03 stands before a byte that stands for itself."""
    one = one if isinstance(one, bytes) else b"%d" % one
    return re.sub(rb"\x03(.?)|[\x01\x02]", lambda m: m[1] if m[1] is not None else one if m[0] == b"\1" else two, template, flags=re.S)


def tag_pair(gap, name, value):
    """Blanks within a tag pair stand in the gap before it."""
    line = max(gap.rfind(b"\r"), gap.rfind(b"\n")) + 1
    before, *blanks = gap[line:].split(b"[", 3)
    blanks += [None] * (3 - len(blanks))
    after, between, ending = (b"" if blanks[0] is None else blanks[0]), blanks[1], blanks[2]
    between = b" " if between is None else between
    return gap[:line] + before + b"[" + after + name + between + b'"' + value + b'"' + (ending or b"") + b"]"


class Numbering:
    """The number of the next move and the side to move, as the text counts."""

    def __init__(self, fen):
        self.number, self.black, self.stack, self.before = 1, False, [], None
        fields = (fen or b"").split(b" ")
        self.black = fields[1:2] == [b"b"]
        if len(fields) > 5 and fields[5].isdigit() and int(fields[5]) < 2**32:
            self.number = int(fields[5])

    def told(self, gap):
        """A gap before a move may tell the number: one to nine digits directly before its first point."""
        digits, point, _ = gap.partition(b".")
        count = len(digits) - len(digits.rstrip(b"0123456789"))
        if point and 1 <= count <= 9:
            self.number = int(digits[-count:])

    def after(self, item):
        if item.kind in (MOVE, NULL):
            self.before = self.number, self.black
            self.number += self.black
            self.black = not self.black
        elif item.kind == OPEN:
            self.stack.append((self.number, self.black, self.before))
            if self.before:
                self.number, self.black = self.before
            self.before = None
        elif item.kind == CLOSE:
            self.number, self.black, self.before = self.stack.pop()
