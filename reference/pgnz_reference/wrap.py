"""crates/streams/src/layout/format.md, Line breaks."""
from .coder import NEW_COUNTER
from .conventions import Damage


class Wrap:
    """A code of 28 bits: width and the ways of breaking."""

    def __init__(self, code):
        self.width, self.ending, self.space = code >> 12, code >> 10 & 3, code >> 8 & 3
        self.characters, self.crlf, self.comments, self.numbers = (code >> b & 1 for b in (7, 6, 5, 4))
        self.attached, self.tail, self.late, self.guided = (code >> b & 1 for b in (3, 2, 1, 0))


class Breaks:
    """The models of guided breaks."""

    def __init__(self):
        self.spaces, self.braces = [NEW_COUNTER] * 64, [NEW_COUNTER] * 8

    def apply(self, coder, movetext, wrap):
        """The movetext with its line breaks."""
        raise NotImplementedError("wrapped movetext")
