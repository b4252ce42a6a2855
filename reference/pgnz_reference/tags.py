"""crates/streams/src/tags/format.md: games without tag pairs; names and values have a place here later."""
from .mixing import Decisions, hash32

TERMINATIONS = (b"", b"1-0", b"0-1", b"1/2-1/2", b"*", b"", b"", b"")


class Tags:
    """The stream."""

    def __init__(self):
        self.order, self.terminations, self.answers = Decisions(5, 14), Decisions(1, 8), 0
        self.rows = {}

    def decode(self, coder):
        """The tag pairs of a game and its termination."""
        contexts = [hash32(6, n, self.answers & (1 << n) - 1) for n in range(1, 6)]
        usual = self.order.bit(coder, contexts, 8)
        self.answers = (self.answers << 1 | usual) & 0xFFFFFFFF
        first = self.rows.setdefault("start", [])
        if not (usual and len(first) == 1) and self.next_symbol(coder, first):
            raise NotImplementedError("tag pairs")
        first[:] = [0]
        return [], self.terminations.symbol(coder, [0], 3)

    def next_symbol(self, coder, row):
        """Whether a name follows, at the start of a game where no game has had any."""
        if row:
            h = 0
            contexts = [hash32(1, 0, 0, 1), hash32(2, 1, h, 0), hash32(3, 1, h), hash32(4, 0, 1, 0), hash32(5, h, 0)]
            if self.order.bit(coder, contexts, 0):
                return 0
        return coder.uniform(2)
