"""docs/format/07-tags.md: games without tag pairs; names and values have a place here later."""
from .mixing import Decisions, hash32

TERMINATIONS = (b"", b"1-0", b"0-1", b"1/2-1/2", b"*", b"", b"", b"")


class Tags:
    """The stream. In both rows of a game's start nothing but the end of the tags ever stands, so that one flag is enough."""

    def __init__(self):
        self.order, self.terminations, self.has_ended = Decisions(5, 14), Decisions(1, 8), False

    def decode(self, coder):
        """The tag pairs of a game and its termination."""
        if self._symbol(coder):
            raise NotImplementedError("tag pairs")
        self.has_ended = True
        return [], self.terminations.symbol(coder, [0], 3)

    def _symbol(self, coder):
        """Names: 0 at the end of the tags."""
        end, habit, at = 1, 0, 0
        if self.has_ended:
            contexts = [hash32(1, 0, 0, end), hash32(2, end, habit, 0), hash32(3, end, habit), hash32(4, 0, end), hash32(5, habit, at)]
            if self.order.bit(coder, contexts, at):
                return 0
        return coder.uniform(2)
