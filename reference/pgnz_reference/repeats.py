"""docs/format/03-blocks.md, Repeats: games whose movetext stands earlier in their block."""
from .conventions import Bytes, Damage

SAME, DERIVED, VALUES = range(3)


class Repeats:
    """The table: for each repeat its kind and source, and between which groups' games its text stands."""

    def __init__(self, data, games, text_length):
        table, at = Bytes(data), 0
        self.kinds, self.likes = {}, {}
        for _ in range(table.varint()):
            at += table.varint(games)
            more, kind = divmod(table.varint(), 3)
            distance = table.varint()
            if not 1 <= distance <= at or at + more + 1 > games:
                raise Damage("a run of repeats breaks a limit")
            for n in range(at, at + more + 1):
                self.kinds[n], self.likes[n] = kind, n - distance
            at += more + 1
        if not self.kinds:
            raise Damage("a table of repeats without repeats")
        self.lengths = []
        while table.left():
            self.lengths.append(table.varint(text_length))
        if not 32 * len(self.kinds) <= sum(self.lengths) <= text_length:
            raise Damage("the texts of repeats break a limit")
        self.games = games - len(self.kinds)

    def source(self, n):
        while n in self.kinds:
            n = self.likes[n]
        return n


def write(pairs, source):
    """The text of a repeat of kind 1 or 2; derived values are those of the source's tags of the same name."""
    movetext, known = source.movetext, dict(source.pairs)
    end = b"\r\n" if movetext.startswith(b"\r\n") else b"\n"
    if not pairs or not source.pairs:
        raise Damage("a repeat without tag pairs")
    own = [(name, known.get(name) if value is None else value) for name, value in pairs]
    if any(value is None for _, value in own):
        raise Damage("a repeat with a derived tag that its source does not have")
    for name in (b"FEN", b"Variant"):
        if dict(own).get(name) != known.get(name):
            raise Damage("a repeat of another start or variant")
    return end.join(b'[%s "%s"]' % pair for pair in own) + movetext
