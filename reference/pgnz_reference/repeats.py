"""docs/format/03-blocks.md, Repeats: games whose movetext stands earlier in their block."""
from collections import Counter

from .conventions import Bytes, require

SAME, DERIVED, VALUES = range(3)


class Repeats:
    """The table: of each repeat its kind and the game it is like, of each source its repeats, of each group the text of repeats."""

    def __init__(self, data, games, text_length):
        self.kinds, self.likes, self.lengths, self.times, at = {}, {}, [], Counter(), 0
        if data is None:
            return
        table = Bytes(data)
        for _ in range(table.varint()):
            at += table.varint(games)
            more, kind = divmod(table.varint(), 3)
            distance = table.varint()
            fits = at + more + 1 <= games and 32 * (more + 1) <= text_length
            require(1 <= distance <= at and fits, "a run of repeats breaks a limit")
            for n in range(at, at + more + 1):
                self.kinds[n], self.likes[n] = kind, n - distance
            at += more + 1
        while table.left():
            self.lengths.append(table.varint(text_length))
        self.times.update(map(self.source, self.kinds))
        texts = sum(self.lengths)
        require(self.kinds and 32 * len(self.kinds) <= texts <= text_length, "the texts of repeats break a limit")

    def source(self, n):
        while n in self.kinds:
            n = self.likes[n]
        return n


def write(pairs, source):
    """The text of a repeat of kind 1 or 2; derived values are those of the source's tags of the same name."""
    movetext, known = source.movetext, dict(source.pairs)
    end = b"\r\n" if movetext.startswith(b"\r\n") else b"\n"
    require(pairs and source.pairs, "a repeat without tag pairs")
    own = [(name, known.get(name) if value is None else value) for name, value in pairs]
    require(all(value is not None for _, value in own), "a repeat with a derived tag that its source does not have")
    for name in (b"FEN", b"Variant"):
        require(dict(own).get(name) == known.get(name), "a repeat of another start or variant")
    return end.join(b'[%s "%s"]' % pair for pair in own) + movetext
