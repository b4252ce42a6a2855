"""docs/format/13-glyphs.md: games without glyphs; which glyphs a move has comes here later."""
from .coder import learn
from .mixing import GOLDEN, M32, Decisions, spread


class Glyphs:
    """The stream."""

    def __init__(self):
        self.any, self.had = Decisions(2, 6), 0
        for context, yes in ((0, 0), (1, 1), (2, 1), (3, 0)):
            at = (spread(context) ^ GOLDEN) >> 26
            for _ in range(8):
                learn(self.any.counters, at, yes, 250)

    def decode(self, coder, game):
        """The glyphs of all moves; games without evaluations."""
        any_ = self.any.bit(coder, [self.had, 3], 1)
        self.had = any_
        if any_:
            raise NotImplementedError("glyphs")
