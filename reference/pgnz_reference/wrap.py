"""docs/format/08-layout.md, Wrap and Line breaks."""
from .coder import NEW_COUNTER

BLANK = b" \t\n\x0c\r"


class Wrap:
    """A width, and how lines end."""

    def __init__(self, code):
        self.width, self.spaced, self.crlf = code >> 2, code >> 1 & 1, code & 1


class Breaks:
    """The counters of breaks at spaces and after braces."""

    def __init__(self):
        self.counters = [NEW_COUNTER] * 256, [NEW_COUNTER] * 256

    def apply(self, coder, text, begin, wrap):
        """The text with the line breaks of its movetext, which begins at `begin`."""
        moves = text[begin:].strip(BLANK)
        begin = text.index(moves, begin)
        line_end = b" " * wrap.spaced + (b"\r\n" if wrap.crlf else b"\n")
        out, line, inside = bytearray(), 0, 0
        for at, byte in enumerate(moves):
            if byte in b"{}":
                inside = int(byte == ord("{"))
            if byte == ord("\n"):
                line = len(out) + 1
            after = moves[at + 1 : at + 2]
            is_brace = byte == ord("{")
            may_end = after and after not in BLANK and (is_brace or byte == ord(" ") and moves[at - 1] not in BLANK)
            ends = 0
            if may_end:
                dot = int(not is_brace and moves[at - 1] == ord("."))
                k = 2 * inside + dot + kind(moves[at + 1 :], wrap.width, len(out) - line, is_brace)
                ends = coder.counter(self.counters[is_brace], k)
            if not ends or is_brace:
                out.append(byte)
            if ends:
                out += line_end
                line = len(out)
        return text[:begin] + bytes(out) + text[begin + len(moves) :]


def kind(rest, width, column, is_brace):
    """k without the brace and the full stop before."""
    left = max(0, width - column - 1)
    near = rest[: left + 2]

    def end(at):
        return next((i for i in range(at, len(near)) if near[i] in BLANK), len(near))

    def close(at):
        found = near.find(b"}", at)
        return len(near) if found < 0 else end(found)

    word = end(0)
    if is_brace or near[:1] == b"{":
        unit = close(0)
    elif word >= 2 and near[:1].isdigit() and near[word - 1] == ord(".") and near[word : word + 1] == b" ":
        unit = end(word + 1)
    else:
        unit = word
    whole = unit
    while near[whole : whole + 2] == b" {":
        whole = close(whole)
    first = near[:1]
    group = 3 if len(rest) <= 7 else 1 if first == b"{" else 2 if first.isdigit() else 0
    return 64 * group + 32 * (word > left) + 16 * (unit > left) + 8 * (whole > left) + 4 * (column >= width)
