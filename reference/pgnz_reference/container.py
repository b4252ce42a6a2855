"""docs/format/02-container.md: archive, header, block, chunk, index, footer, marks."""
import struct
from dataclasses import dataclass, field

from .conventions import Bytes, Compatibility, Corruption, InsufficientData, UnknownModel, checksum, refusing, require, varint
from .files import digest, provide

MAGIC = b"\x89PGNZ\r\n\x1a"
BLOCK, CHUNK, INDEX, FOOTER, MARK = b"\xc1BLK", b"\xc1CHK", b"\xc1IDX", b"\xc1END", b"\xc1ADD"
MAJOR = 1
LEVELS = {0: "fast", 1: "default", 2: "best", 255: "own"}
STREAMS = (
    "tags structure moves clocks evals glyphs derived comments numbers lines layout groups repeats stored encoding"
).split()
UNCODED = ("tags", "repeats", "encoding")
COUNTS = ("games", "plies", "clock times", "evaluations", "comments")


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
    counts: dict
    streams: dict
    raw: bytes


@dataclass
class Block:
    summary: Summary
    text_checksum: int
    streams: dict
    length: int
    check: bytes


@dataclass
class Chunk:
    kind: bytes
    content: bytes
    blocks_before: int
    raw: bytes
    check: bytes


@dataclass
class Archive:
    """`network` is the file of the archive's network, if it is one of the user's own. `checks` are what the footer checks."""

    header: Header
    network: bytes | None = None
    blocks: list = field(default_factory=list)
    chunks: list = field(default_factory=list)
    checks: list = field(default_factory=list)


def read_header(data, at):
    """Header. The checksum comes before the versions, so that damage is never taken for another version."""
    part = Bytes(data, at, InsufficientData)
    require(MAGIC.startswith(data[at : at + 8]), "no archive begins here")
    part.take(8)
    major, minor, level, source, n = part.take(5)
    extension = Bytes(part.take(n))
    require(part.u32() == checksum(data[at : at + 13 + n]), "the header's checksum does not match")
    if major != MAJOR:
        raise Compatibility(f"format version {major}.{minor}")
    if level not in LEVELS:
        raise Compatibility(f"level {level}")
    digest_, codecs = extension.take(8), {}
    for _ in range(extension.u8() if n > 8 else 0):
        stream, codec = extension.u8(), extension.u8()
        require(codec and stream > max(codecs, default=-1), "the codecs are not in order")
        codecs[stream] = codec
    return Header(level, source, digest_, codecs, 17 + n, data[at + 13 + n : at + 17 + n])


def read_summary(part):
    begin, flags = part.at, part.u8()
    require(flags <= 3, "unknown flags of a summary")
    length = part.varint(2**26)
    counts = {name: part.varint(length) for name in COUNTS}
    for flag, limit in ((1, 2**32), (2, 2**16)):
        if flags & flag:
            part.varint(limit - 1 - part.varint(limit - 1))
    present = part.varint()
    if present >> len(STREAMS):
        raise Compatibility("an unknown stream")
    streams = {name: part.varint() for i, name in enumerate(STREAMS) if present >> i & 1}
    total = sum(streams.values())
    require(streams and min(streams.values()) >= 1, "a block has no stream, or one without a byte")
    require(1 <= length <= 4096 * total and total <= length, "streams are not in proportion to the text")
    return Summary(length, counts, streams, bytes(part.data[begin : part.at]))


def read_block(data, at, header, ordinal):
    """Block: its header, with the checksum that covers the ordinal, and the checksums of its payload."""
    part = Bytes(data, at, InsufficientData)
    n = part.take(5)[4]
    fields = Bytes(part.take(n))
    raw, check = data[at : part.at], part.take(4)
    expected = struct.pack("<I", checksum(raw, struct.pack("<Q", ordinal)))
    require(check == expected, f"block {ordinal}: the header's checksum does not match")
    require(fields.take(4) == header.digest[:4], f"block {ordinal} belongs to another archive")
    require(fields.u8() == header.source, f"block {ordinal} names another source")
    summary = read_summary(fields)
    tags, rest, text = fields.u32(), fields.u32(), fields.u32()
    require(not fields.left(), f"block {ordinal}: the fields do not fill their length")
    streams = {name: part.take(length) for name, length in summary.streams.items()}
    require(tags == checksum(*(streams.get(name, b"") for name in UNCODED)), f"block {ordinal}: the tags checksum does not match")
    others = ["groups"] if "groups" in streams else [name for name in streams if name not in UNCODED]
    require(rest == checksum(*(streams[name] for name in others)), f"block {ordinal}: the rest checksum does not match")
    return Block(summary, text, streams, part.at - at, check)


def read_chunk(data, at, blocks_before):
    """Chunk, and where it ends."""
    part = Bytes(data, at, InsufficientData)
    raw = part.take(12)
    kind, length = raw[4:8], struct.unpack("<I", raw[8:])[0]
    require(part.u32() == checksum(raw, struct.pack("<Q", blocks_before)), "a chunk's header checksum does not match")
    require(length & 0x7FFFFFFF <= 2**26, "a chunk is too long")
    content = part.take(length & 0x7FFFFFFF)
    require(part.u32() == checksum(content), "a chunk's checksum does not match")
    if length >> 31 and kind != b"NETS":
        raise Compatibility(f"a critical chunk {kind!r}")
    check = struct.pack("<I", checksum(data[at + 12 : at + 16], data[part.at - 4 : part.at]))
    return Chunk(kind, content, blocks_before, raw, check), part.at


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


def mark(at):
    """Unfinished archives: the mark of a place."""
    begin = MARK + struct.pack("<Q", at) + bytes(8)
    return begin + struct.pack("<I", checksum(begin))


def ends_in_mark(data, at):
    """Whether the input ends with a mark, with the beginning of one, or with zeros in its place."""
    rest = data[at : at + 24]
    return rest == mark(at) or (len(rest) < 24 and (mark(at).startswith(rest) or not any(rest)))


def find_network(archive, networks):
    """Header: the data that an archive needs; `networks` are files of networks by their digest."""
    for chunk in archive.chunks:
        if chunk.kind == b"DATA":
            provide(chunk.content)
        elif chunk.kind == b"NETS":
            networks.clear()
            networks[digest("own", chunk.content)] = chunk.content
    level, wanted = LEVELS[archive.header.level], archive.header.digest
    if level == "own" and wanted not in networks:
        raise UnknownModel(f"no network of the digest {wanted.hex()}")
    if level != "own" and digest(level) != wanted:
        raise Compatibility(f"level {level} with the digest {wanted.hex()}, not {digest(level).hex()}")
    archive.network = networks[wanted] if level == "own" else None


def read_archive(data, at, networks):
    """Archive: section after section, as a reader does that cannot seek. Gives the archive and its end."""
    begin = at
    archive = Archive(read_header(data, at))
    archive.checks.append(archive.header.check)
    at += archive.header.length
    while (marker := data[at : at + 4]) in (BLOCK, CHUNK):
        if marker == CHUNK:
            section, at = read_chunk(data, at, len(archive.blocks))
            archive.chunks.append(section)
        else:
            if not archive.blocks:
                find_network(archive, networks)
            section = read_block(data, at, archive.header, len(archive.blocks))
            archive.blocks.append(section)
            at += section.length
        archive.checks.append(section.check)
    if not archive.blocks:
        find_network(archive, networks)
    if data[at : at + 24] == mark(at):
        raise InsufficientData(f"the archive is unfinished: {len(archive.blocks)} blocks are complete")
    index = build_index(archive)
    part = Bytes(data, at, InsufficientData)
    found = data[at : at + len(index) + 4]
    require((index + FOOTER).startswith(found), "another index than that of the blocks and chunks, or no section")
    part.take(len(index) + 4)
    lengths, contents = (part.u32(), part.u64()), part.u32()
    matches = part.u32() == checksum(data[part.at - 24 : part.at - 4]) and lengths == (len(index), part.at - begin)
    require(matches, "the footer does not match")
    require(contents == checksum(*archive.checks), "the header, a block or a chunk is of another archive")
    return archive, part.at


def read_archives(data):
    """Archives that follow one another."""
    at, archives, networks = 0, [], {}
    with refusing():
        while at < len(data) or not archives:
            if archives and ends_in_mark(data, at):
                break
            archive, at = read_archive(data, at, networks)
            archives.append(archive)
    return archives
