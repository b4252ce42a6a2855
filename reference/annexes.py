#!/usr/bin/env python3
"""Writes the annexes C and D of the format, whose figures all come from this decoder.

    python3 annexes.py            writes both; annex C shows the archive that it has already
    python3 annexes.py FILE.pgnz  annex C shows this archive: a short game, level fast
"""
import re
import struct
import sys
from pathlib import Path

from pgnz_reference import blob, block, container, fen
from pgnz_reference.board import STANDARD
from pgnz_reference.coder import NEW_COUNTER, Decoder, learn
from pgnz_reference.conventions import checksum, varint
from pgnz_reference.mixing import Correction, Decisions, MoveToFront, digest, dot, hash32, place, spread, squash, stretch, train
from pgnz_reference.network import networks_of, widths
from pgnz_reference.setting import History, Setting
from pgnz_reference.spelling import spell
from pgnz_reference.strings import Strings

FORMAT = Path(__file__).resolve().parent.parent / "docs/format"
# Codes of spellings: SAN; UCI without marks of check.
SAN, UCI = 0, 1 + 30
# How many decisions of a stream annex C shows.
SHOWN = 16
# What the decisions of annex C are.
MEANING = {
    "tags": "The first is the symbol 0, the end of the tags; the other three are the bits of the termination 4, `*`.",
    "structure": "For each item first whether the line stops; if it does not, the symbol 0, a move, which is spelled (Uniform) until it is recalled (Bit). The last stop is the end.",
    "moves": "The index of each move among the legal ones, and its interval.",
    "glyphs": "No move has glyphs.",
    "layout": "First the wrap, 0. No gap is known, so the first is spelled: decisions 2 to 9 are the byte 01, the number of the next move; the next eight begin with the bits of `.`, 2E.",
}


class Encoder(Decoder):
    """A coder that is told its symbols, in place of a message; `message` gives the shortest one."""

    def __init__(self, symbols):
        super().__init__(b"")
        self.symbols = iter(symbols)

    def word(self):
        return 0

    def quantile(self):
        return self.wanted

    def bit(self, p):
        p = min(max(p, 1), 65_535)
        symbol = next(self.symbols)
        self.narrow(*((0, p) if symbol else (p, 65_536 - p)))
        return symbol

    def done(self):
        low = 0
        for part in self.lows:
            low = (low + part) << 32
        low += self.low
        bits = 64 + 32 * len(self.lows)
        zeros = next(z for z in range(bits, -1, -8) if (-(-low >> z) << z) < low + self.range)
        return (-(-low >> zeros) << zeros).to_bytes(bits // 8, "big").rstrip(b"\0")


class Traced(Decoder):
    """A coder that notes what it decodes: distribution, value, interval and the state after."""

    def __init__(self, message):
        self.notes, self.said = [], None
        super().__init__(message)

    def narrow(self, start, width):
        super().narrow(start, width)
        self.notes.append([self.said, None, start, width, self.range, self.offset])

    def noted(self, said, value, before):
        if len(self.notes) > before:
            self.notes[-1][1] = value
        return value

    def bit(self, p):
        self.said, before = f"Bit({min(max(p, 1), 65_535)})", len(self.notes)
        value = super().bit(p)
        self.noted(None, "yes" if value else "no", before)
        return value

    def uniform(self, n):
        if n > 4096:
            return super().uniform(n)
        self.said, before = f"Uniform({n})", len(self.notes)
        return self.noted(None, super().uniform(n), before)

    def frequencies(self, widths_):
        self.said, before = f"Frequencies, {len(widths_)} symbols", len(self.notes)
        return self.noted(None, super().frequencies(widths_), before)


def hexes(data):
    return data.hex(" ").upper()


def code(data):
    return f"`{hexes(data)}`" if data else "(none)"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])


def signed_list(values):
    return ", ".join(str(value).replace("-", "−") for value in values)


# Annex C


def sections(data):
    """The sections of an archive of one block: name, first byte, end."""
    archive = container.read_archives(data)[0]
    found, at = [("header", 0, archive.header.length)], archive.header.length
    while data[at : at + 4] in (container.BLOCK, container.CHUNK):
        if data[at : at + 4] == container.BLOCK:
            length = archive.blocks[0].length
            payload = sum(archive.blocks[0].summary.streams.values())
            found += [("block: header", at, at + length - payload), ("block: payload", at + length - payload, at + length)]
        else:
            length = 20 + (struct.unpack("<I", data[at + 8 : at + 12])[0] & 0x7FFFFFFF)
            found.append((f"chunk `{data[at + 4 : at + 8].decode()}`", at, at + length))
        at += length
    return found + [("footer", at, len(data))]


def fields(data, archive):
    """The fields of the archive's header and of the block's: offset, bytes, name, value."""
    rows, at = [], 0

    def take(length, name, value=""):
        nonlocal at
        rows.append((at, code(data[at : at + length]), name, value))
        at += length

    header, summary = archive.header, archive.blocks[0].summary
    take(8, "magic")
    take(2, "major, minor version", f"{data[8]}, {data[9]}")
    take(1, "level", f"`{container.LEVELS[header.level]}`")
    take(1, "source", header.source)
    take(1, "extension length", data[at])
    take(8, "digest")
    take(4, "checksum", "of bytes 0 to 20")
    take(4, "block: marker")
    take(1, "fields length", data[at])
    take(4, "model")
    take(1, "source", data[at])
    take(1, "flags", data[at])
    take(len(varint(summary.text_length)), "text length", summary.text_length)
    for name, value in summary.counts.items():
        take(len(varint(value)), name, value)
    names = list(container.STREAMS)
    present = sum(1 << names.index(name) for name in summary.streams)
    take(len(varint(present)), "present streams", f"{present} = " + " + ".join(f"2^{names.index(name)}" for name in summary.streams))
    for name, length in summary.streams.items():
        take(len(varint(length)), f"length of `{name}`", length)
    take(4, "tags checksum", f"of {code(archive.blocks[0].streams.get('tags', b''))}")
    take(4, "rest checksum", "of the other streams")
    take(4, "text checksum", "of the text")
    take(4, "header checksum", f"of bytes {25} to {at - 1}, then eight bytes 0")
    return rows


def annex_c(data):
    coders = []

    def traced(name, messages):
        coders.append(Traced(messages.get(name, b"")))
        return coders[-1]

    archive = container.read_archives(data)[0]
    usual, block.coder_of = block.coder_of, traced
    try:
        text = b"".join(block.decode_archives([archive]))
    finally:
        block.coder_of = usual
    streams = archive.blocks[0].streams
    rows = [(name, begin, end - begin, code(data[begin:end])) for name, begin, end in sections(data)]
    out = [
        "# Annex C: An archive decoded",
        "",
        "## C.1 The archive",
        "",
        f"**C.1.1** The text is one game of {len(text)} bytes, a line and its end (`\\n` is LF):",
        "",
        "```",
        text.decode().replace("\n", "\\n"),
        "```",
        "",
        f"**C.1.2** The archive at level `fast` has {len(data)} bytes. Figures and bytes of this annex are made by `reference/annexes.py`, and a test compares them.",
        "",
        table(("section", "offset", "bytes", "content"), rows),
        "",
        "**C.1.3** The fields of the header and of the block's header:",
        "",
        table(("offset", "bytes", "field", "value"), fields(data, archive)),
        "",
        "**C.1.4** The payload holds the streams that are present, one after the other:",
        "",
        table(("stream", "bytes", "content"), [(f"`{name}`", len(part), code(part)) for name, part in streams.items()]),
        "",
        "## C.2 The decisions",
        "",
        f"**C.2.1** The decisions of each stream, in the order in which it is decoded, the first {SHOWN} of each. *range* and *offset* are hexadecimal, those of the range coder after the decision. "
        "Decisions of probability 1 are not coded and not shown.",
    ]
    number = 2
    for name, coder in zip(["tags", *block.PARTS], coders):
        if not coder.notes:
            continue
        rows = [
            (i, said, value, start, width, f"`{range_:X}`", f"`{offset:X}`")
            for i, (said, value, start, width, range_, offset) in enumerate(coder.notes[:SHOWN], 1)
        ]
        out += ["", f"**C.2.{number}** `{name}`: {len(coder.notes)} {'decision' if len(coder.notes) == 1 else 'decisions'}. {MEANING[name]}", ""]
        out.append(table(("", "distribution", "value", "start", "width", "range", "offset"), rows))
        number += 1
    return "\n".join(out) + "\n"


def archive_of_annex_c():
    """The bytes of the archive that annex C shows."""
    text = (FORMAT / "annex-c-archive.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [^|]* \| \d+ \| \d+ \| `([0-9A-F ]*)` \|$", text, re.M)
    return bytes.fromhex("".join(rows))


# Annex D

MESSAGE = bytes.fromhex("3BD104E8A97FC65201D38E44B95A60F71C")


def ranges():
    coder = Traced(MESSAGE)
    coder.bit(32_768), coder.bit(1), coder.bit(65_535), coder.uniform(3), coder.uniform(10), coder.uniform(5_000)
    coder.frequencies([20_000, 40_000, 5_536]), coder.bit(60_000), coder.uniform(65_536)
    return [(said, value, start, width, f"`{r:X}`", f"`{o:X}`") for said, value, start, width, r, o in coder.notes]


def counters():
    counter, rows = [NEW_COUNTER], []
    for decisions in ("", "y", "n", "yy", "ynyn", "y" * 10, "n" * 20):
        for letter in decisions:
            learn(counter, 0, letter == "y", 255)
        rows.append((decisions or "(none)", f"`{counter[0]:08X}`", counter[0] >> 10, counter[0] & 1023))
    return rows


def mixing():
    weights, inputs = [20_000, 30_000, -40_000], [500, -700, 1200]
    yield "dot((20,000, 30,000, −40,000), (500, −700, 1,200))", dot(weights, inputs)
    train(weights, inputs, 20_000, 1, 3)
    yield "these weights after train(…, p = 20,000, yes, 3)", signed_list(weights)
    correction = Correction(1)
    yield "refine(300, 0) of a new Correction", correction.refine(300, 0)
    correction.learn(1)
    yield "refine(300, 0) after it has learned yes", correction.refine(300, 0)


def decisions():
    coder, model = Traced(MESSAGE), Decisions(2, 12)
    for said, ask in [
        ("bit((5, 9), 1)", lambda: model.bit(coder, [5, 9], 1)),
        ("symbol((5, 9), 3)", lambda: model.symbol(coder, [5, 9], 3)),
        ("unsigned((7, 8))", lambda: model.unsigned(coder, [7, 8])),
        ("signed((7, 8))", lambda: model.signed(coder, [7, 8])),
        ("signed((7, 8))", lambda: model.signed(coder, [7, 8])),
    ]:
        yield said, ask(), f"`{coder.range:X}`", f"`{coder.offset:X}`"


def recalled():
    model = MoveToFront(4)
    for symbol in (3, 4, 5):
        model.learn(77, symbol)
    coder = Traced(MESSAGE)
    for _ in range(4):
        yield "recall(77)", model.recall(coder, 77), ", ".join(map(str, model.row(77)[0])), f"`{coder.range:X}`"


def strings():
    model = Strings(16)
    for text, kind, reference in ((b"Kasparov, Garry", 0, b""), (b"Karpov, Anatoly", 0, b"Kasparov, Garry"), (b"8/8/8/8/8/8/8/8 w - - 0 1", 0xFFFFFFFF, b"")):
        coder = Encoder(byte >> k & 1 for byte in text + b"\0" for k in range(7, -1, -1))
        if model.string(coder, kind, reference) != text:
            raise ValueError("a string does not come back")
        yield f"`{text.decode()}`", "position" if kind else 0, f"`{reference.decode()}`" if reference else "", code(coder.done())


def judged():
    start = fen.initial(STANDARD)
    moves = start.legal()
    logits = networks_of("fast").judge(start, History(), Setting())[0]
    for index, (move, logit, width) in enumerate(zip(moves, logits, widths(logits))):
        yield index, f"`{spelled(start, move, SAN)}`", signed_list([logit]), width


def spelled(pos, move, style):
    return spell(pos, move, pos.play(move), style)


POSITIONS = (
    (0, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (0, "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3"),
    (0, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    (0, "8/P6k/8/8/8/8/8/K7 w - - 0 1"),
    (0, "qbbrnkrn/pppppppp/8/8/8/8/PPPPPPPP/QBBRNKRN w GDgd - 0 1"),
    (1, "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
    (2, "rnbqkbnr/p1pppppp/8/1p6/8/4P3/PPPP1PPP/RNBQKBNR w - - 0 2"),
    (4, "rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 2+3 1 2"),
    (5, "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3"),
    (6, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
    (7, "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"),
)


def positions():
    for rules, text in POSITIONS:
        pos = fen.parse(text, rules)
        moves = pos.legal()
        first = " ".join(spelled(pos, move, UCI) for move in (moves if len(moves) <= 6 else [*moves[:4], *moves[-2:]]))
        yield rules, f"`{text}`", f"`{pos.hash():016X}`", len(moves), f"`{first}`"


BLOBS = ("0bb1dea12e",)


def blobs():
    for data in map(bytes.fromhex, BLOBS):
        pos, moves = blob.decode(data)
        line = []
        for move in moves:
            line.append(spelled(pos, move, SAN))
            pos = pos.play(move)
        yield code(data), f"`{' '.join(line)}`"


def annex_d():
    hashes = [((), ()), ((0,), (0,)), ((1, 2, 3), (1, 2, 3)), (("−1",), (-1,)), (("FFFFFFFF₁₆", 0), (0xFFFFFFFF, 0))]
    tables = [
        ("Varints", "The bytes of some values:", ("value", "bytes"), [(v, code(varint(v))) for v in (0, 1, 127, 128, 300, 16_383, 16_384, 2**32, 2**64 - 1)]),
        ("Checksums", "Of some bytes:", ("bytes", "checksum"), [(code(b), f"`{checksum(b):08X}`") for b in (b"", b"\0", b"123456789", MESSAGE)]),
        ("Range coder", f"What the message {code(MESSAGE)} decodes to, step by step, with range and offset after it (hexadecimal); uniform(5,000) and uniform(65,536) take two steps:",
         ("distribution", "value", "start", "width", "range", "offset"), ranges()),
        ("Counters", "A counter that learns decisions, yes (y) and no (n), with limit 255, row after row:", ("decisions", "counter", "P", "n"), counters()),
        ("Squash and stretch", "Some values:", ("x", "squash(x)", "p", "stretch(p)"),
         [(signed_list([x]), squash(x), p, signed_list([stretch(p)])) for x, p in zip((-2816, -1000, -1, 0, 1, 256, 1000, 2816), (1, 100, 4000, 32_767, 32_768, 50_000, 65_000, 65_535))]),
        ("Mixing", "Some values:", ("what", "value"), list(mixing())),
        ("Hashes", "Some values; place(c) among 2¹² rows:", ("parts", "hash", "spread of it", "place of it"),
         [(", ".join(map(str, said)) or "(none)", f"`{hash32(*parts):08X}`", f"`{spread(hash32(*parts)):08X}`", place(hash32(*parts), 12)) for said, parts in hashes]),
        ("Digests", "Of some bytes:", ("bytes", "digest"), [(f"`{b.decode()}`" if b else "(none)", f"`{digest(b):08X}`") for b in (b"", b"Event", b"Carlsen, Magnus")]),
        ("Decisions", f"What Decisions(2, 12), new, decodes from the message {code(MESSAGE)}:", ("asked", "value", "range", "offset"), list(decisions())),
        ("MoveToFront", "A MoveToFront(4) that has learned 3, 4, 5 in the context 77 decodes from the same message:", ("asked", "value", "row after it", "range"), list(recalled())),
        ("Strings", "The shortest messages of strings, one after another by one model Strings(16):", ("string", "kind", "reference", "message"), list(strings())),
        ("Logits", "The legal moves of the initial position at level `fast`, in canonical order, with an empty setting and history:", ("index", "move", "logit", "width"), list(judged())),
        ("Positions", "Hash H, the number of legal moves, and in canonical order the first four and the last two of them (up to six: all), spelled as UCI without marks of check:",
         ("rules", "FEN", "H", "moves", "first and last"), list(positions())),
        ("Blobs of games", "Blobs of level `fast` with an empty setting:", ("blob", "moves"), list(blobs())),
    ]
    out = ["# Annex D: Test vectors", ""]
    for number, (title, said, head, rows) in enumerate(tables, 1):
        if not rows:
            continue
        out += [f"## D.{number} {title}", "", f"**D.{number}.1** {said}", "", table(head, rows), ""]
    return "\n".join(out[:-1]) + "\n"


def main():
    data = Path(sys.argv[1]).read_bytes() if len(sys.argv) > 1 else archive_of_annex_c()
    (FORMAT / "annex-c-archive.md").write_text(annex_c(data), encoding="utf-8")
    (FORMAT / "annex-d-vectors.md").write_text(annex_d(), encoding="utf-8")


if __name__ == "__main__":
    main()
