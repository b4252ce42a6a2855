"""crates/streams/src/layout/format.md, Wrap and Line breaks."""
from .coder import NEW_COUNTER


class Wrap:
    """A width, and how lines end."""

    def __init__(self, code):
        self.width, self.spaced, self.crlf = code >> 2, code >> 1 & 1, code & 1


class Breaks:
    """The counters of breaks at spaces and after braces."""

    def __init__(self):
        self.spaces, self.braces = [NEW_COUNTER] * 256, [NEW_COUNTER] * 256

    def apply(self, coder, movetext, wrap):
        """The movetext with its line breaks."""
        raise NotImplementedError("wrapped movetext")
