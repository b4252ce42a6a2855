"""docs/format/02-container.md, Container: archive, header, block, chunk, index, footer, marks."""
import struct
from dataclasses import dataclass, field

from .conventions import Bytes, Compatibility, Damage, TrailingGarbage, Unfinished, checksum, varint

MAGIC = b"\x89PGNZ\r\n\x1a"
BLOCK, CHUNK, INDEX, FOOTER, MARK = b"\xc1BLK", b"\xc1CHK", b"\xc1IDX", b"\xc1END", b"\xc1ADD"
MAJOR = 1
LEVELS = {0: "fast", 1: "default", 2: "best", 255: "own"}
STREAMS = (
    "tags structure moves clocks evals glyphs derived comments numbers lines layout groups repeats stored encoding"
).split()
UNCODED = ("tags", "repeats", "encoding")


@dataclass
class Header:
    level: int
    source: int
    digest: bytes
    codecs: dict
    length: int
    check: bytes


@dataclass
class Summary:
    """Summary of a block, the same in its header and in the index."""

    text_length: int
    games: int
    counts: dict
    dates: tuple
    ratings: tuple
    streams: dict
    raw: bytes


@dataclass
class Block:
    summary: Summary
    text_checksum: int
    streams: dict
    at: int
    length: int
    check: bytes


@dataclass
class Chunk:
    kind: bytes
    critical: bool
    content: bytes
    blocks_before: int
    raw: bytes
    check: bytes


@dataclass
class Archive:
    """`checks` are the checksums of the header, and of blocks and chunks as the index has them, in their order."""

    header: Header
    blocks: list = field(default_factory=list)
    chunks: list = field(default_factory=list)
    checks: list = field(default_factory=list)


def read_header(data, at):
    """Header. The checksum comes before the versions, so that damage is never taken for another version."""
    part = Bytes(data, at)
    if part.take(8) != MAGIC:
        raise Damage("no archive begins here")
    version, level, source, n = (part.u8(), part.u8()), part.u8(), part.u8(), part.u8()
    extension = Bytes(part.take(n))
    if part.u32() != checksum(data[at : at + 13 + n]):
        raise Damage("the header's checksum does not match")
    if version[0] != MAJOR:
        raise Compatibility(f"format version {version[0]}.{version[1]}")
    if level not in LEVELS:
        raise Compatibility(f"level {level}")
    if n < 8:
        raise Damage("the header's extension is too short")
    digest, codecs = extension.take(8), {}
    for _ in range(extension.u8() if n > 8 else 0):
        stream, codec = extension.u8(), extension.u8()
        if codec == 0 or (codecs and stream <= max(codecs)):
            raise Damage("the codecs are not in order")
        codecs[stream] = codec
    return Header(level, source, digest, codecs, 17 + n, data[at + 13 + n : at + 17 + n])


def read_summary(part):
    """Summary."""
    begin = part.at
    flags = part.u8()
    if flags > 3:
        raise Damage("unknown flags of a summary")
    length = part.varint(2**26)
    names = ("games", "plies", "clock times", "evaluations", "comments")
    counts = {name: part.varint(length) for name in names}
    dates = _span(part, 2**32) if flags & 1 else None
    ratings = _span(part, 2**16) if flags & 2 else None
    present = part.varint()
    if present == 0:
        raise Damage("a block has no stream")
    if present >> len(STREAMS):
        raise Compatibility("an unknown stream")
    streams = {name: part.varint() for i, name in enumerate(STREAMS) if present >> i & 1}
    total = sum(streams.values())
    if min(streams.values()) < 1 or not length <= 4096 * total or total > length or length < 1:
        raise Damage("the lengths of streams are not in proportion to the text")
    return Summary(length, counts["games"], counts, dates, ratings, streams, bytes(part.data[begin : part.at]))


def _span(part, limit):
    first = part.varint(limit - 1)
    return first, first + part.varint(limit - 1 - first)


def read_block(data, at, header, ordinal):
    """Block: its header, with the checksum that covers the ordinal, and the checksums of its payload."""
    part = Bytes(data, at)
    part.take(4)
    n = part.u8()
    fields = Bytes(part.take(n))
    raw = data[at : part.at]
    if part.u32() != checksum(raw, struct.pack("<Q", ordinal)):
        raise Damage(f"block {ordinal}: the header's checksum does not match")
    check = data[part.at - 4 : part.at]
    if fields.take(4) != header.digest[:4]:
        raise Damage(f"block {ordinal} belongs to another archive")
    if fields.u8() != header.source:
        raise Damage(f"block {ordinal} names another source")
    summary = read_summary(fields)
    tags, rest, text = fields.u32(), fields.u32(), fields.u32()
    if fields.left():
        raise Damage(f"block {ordinal}: the fields do not fill their length")
    streams = {name: part.take(length) for name, length in summary.streams.items()}
    if tags != checksum(*(streams.get(name, b"") for name in UNCODED)):
        raise Damage(f"block {ordinal}: the tags checksum does not match")
    if rest != checksum(*_rest(streams)):
        raise Damage(f"block {ordinal}: the rest checksum does not match")
    return Block(summary, text, streams, at, part.at - at, check)


def _rest(streams):
    """What the rest checksum covers: the groups, or all streams that the tags checksum does not."""
    if "groups" not in streams:
        return [content for name, content in streams.items() if name not in UNCODED]
    return [streams["groups"]]


def read_chunk(data, at, blocks_before):
    """Chunk."""
    part = Bytes(data, at)
    raw = part.take(12)
    kind, length = raw[4:8], struct.unpack("<I", raw[8:])[0]
    if part.u32() != checksum(raw, struct.pack("<Q", blocks_before)):
        raise Damage("a chunk's header checksum does not match")
    if length & 0x7FFFFFFF > 2**26:
        raise Damage("a chunk is too long")
    content = part.take(length & 0x7FFFFFFF)
    if part.u32() != checksum(content):
        raise Damage("a chunk's checksum does not match")
    critical = bool(length >> 31)
    if critical and kind != b"NETS":
        raise Compatibility(f"a critical chunk {kind!r}")
    check = struct.pack("<I", checksum(data[at + 12 : at + 16], data[part.at - 4 : part.at]))
    return Chunk(kind, critical, content, blocks_before, raw, check), part.at


def build_index(archive):
    """Index, as a reader that cannot seek builds it."""
    if len(archive.blocks) < 2:
        return b""
    out = bytearray(INDEX + varint(len(archive.blocks)))
    for block in archive.blocks:
        payload = sum(block.summary.streams.values())
        out += bytes([block.length - payload - 9]) + block.summary.raw + block.check
    if archive.chunks:
        out += varint(len(archive.chunks))
    before = 0
    for chunk in archive.chunks:
        out += varint(chunk.blocks_before - before) + chunk.raw[4:] + chunk.check
        before = chunk.blocks_before
    return bytes(out) + struct.pack("<I", checksum(out))


def is_mark(data, at):
    """Unfinished archives: a mark whose place is right."""
    part = data[at : at + 24]
    return (
        len(part) == 24
        and part[:4] == MARK
        and at > 0
        and struct.unpack("<Q", part[4:12])[0] == at
        and part[12:20] == bytes(8)
        and struct.unpack("<I", part[20:])[0] == checksum(part[:20])
    )


def ends_in_mark(data, at):
    """Whether the input ends with a mark, with the beginning of one, or with zeros in its place."""
    rest = data[at:]
    beginning = MARK + struct.pack("<Q", at) + bytes(8)
    beginning += struct.pack("<I", checksum(beginning))
    return is_mark(data, at) or (len(rest) < 24 and (beginning.startswith(rest) or not any(rest)))


def read_archive(data, at=0):
    """Archive: section after section, as a reader does that cannot seek. Gives the archive and its end."""
    begin = at
    archive = Archive(read_header(data, at))
    archive.checks.append(archive.header.check)
    at += archive.header.length
    while True:
        marker = data[at : at + 4]
        if marker == BLOCK:
            block = read_block(data, at, archive.header, len(archive.blocks))
            archive.blocks.append(block)
            archive.checks.append(block.check)
            at += block.length
        elif marker == CHUNK:
            chunk, at = read_chunk(data, at, len(archive.blocks))
            archive.chunks.append(chunk)
            archive.checks.append(chunk.check)
        elif is_mark(data, at):
            raise Unfinished(f"{len(archive.blocks)} blocks are complete")
        else:
            break
    index = build_index(archive)
    if data[at : at + len(index)] != index:
        raise Damage("the index differs from the blocks and chunks")
    at += len(index)
    footer = Bytes(data, at)
    if footer.take(4) != FOOTER:
        raise Damage("no section begins here")
    lengths, contents = (footer.u32(), footer.u64()), footer.u32()
    if footer.u32() != checksum(data[at : at + 20]) or lengths != (len(index), footer.at - begin):
        raise Damage("the footer does not match")
    if contents != checksum(*archive.checks):
        raise Damage("the header, a block or a chunk is of another archive")
    return archive, footer.at


def read_archives(data):
    """Archives that follow one another."""
    at, archives = 0, []
    while at < len(data) or not archives:
        if archives and ends_in_mark(data, at):
            break
        if archives and not data[at:].startswith(MAGIC[: len(data) - at]):
            raise TrailingGarbage("bytes after a footer")
        archive, at = read_archive(data, at)
        archives.append(archive)
    return archives
