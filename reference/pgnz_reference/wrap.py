"""docs/format/08-layout.md, Wrap and Line breaks."""
from .coder import NEW_COUNTER

BLANK = b" \t\n\x0c\r"
SPACE, OPEN, CLOSE, LINE_FEED, POINT = b" {}\n."


class Breaks:
    """The counters of breaks at spaces and after braces."""

    def __init__(self):
        self.counters = [NEW_COUNTER] * 256, [NEW_COUNTER] * 256

    def apply(self, coder, text, begin, wrap):
        """The text with the line breaks of its movetext, which begins at `begin`; `wrap` is 4 * width + 2 * spaced + crlf."""
        moves = text[begin:].strip(BLANK)
        begin = text.index(moves, begin)
        line_end = b" " * (wrap >> 1 & 1) + (b"\r\n" if wrap & 1 else b"\n")
        out, line, inside = bytearray(), 0, 0
        for at, byte in enumerate(moves):
            inside = int(byte == OPEN) if byte in (OPEN, CLOSE) else inside
            brace, before, after = byte == OPEN, moves[at - 1], moves[at + 1 : at + 2]
            may_end = after and after not in BLANK and (brace or byte == SPACE and before not in BLANK)
            ends = False
            if may_end:
                k = kind(moves[at + 1 :], wrap >> 2, len(out) - line, brace or before == OPEN)
                ends = coder.counter(self.counters[brace], k + 2 * inside + (not brace and before == POINT))
            if brace or not ends:
                out.append(byte)
            out += line_end * ends
            line = len(out) if ends or byte == LINE_FEED else line
        return text[:begin] + bytes(out) + text[begin + len(moves) :]


def kind(rest, width, column, in_comment):
    """k without the brace and the full stop before."""
    left = max(0, width - column - 1)
    near = rest[: left + 2]

    def end(at):
        return next((i for i in range(at, len(near)) if near[i] in BLANK), len(near))

    def close(at):
        found = near.find(CLOSE, at)
        return len(near) if found < 0 else end(found)

    word = unit = end(0)
    if in_comment or near[:1] == b"{":
        unit = close(0)
    elif word >= 2 and near[:1].isdigit() and near[word - 1] == POINT and near[word : word + 1] == b" ":
        unit = end(word + 1)
    whole = unit
    while near[whole : whole + 2] == b" {":
        whole = close(whole)
    first = near[:1]
    group = 3 if len(rest) <= 7 else 1 if first == b"{" else 2 if first.isdigit() else 0
    return 64 * group + 32 * (word > left) + 16 * (unit > left) + 8 * (whole > left) + 4 * (column >= width)
