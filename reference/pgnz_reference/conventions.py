"""docs/format/01-conventions.md, Conventions: errors, varints, checksums, the reader of bytes."""
import struct
import zlib


class FormatError(Exception):
    """Bytes that a reader must refuse. The kind tells damage from what this reader is not made for."""

    kind = "damage"


class Damage(FormatError):
    """Bytes that no writer writes, or a checksum that does not match."""


class Compatibility(FormatError):
    """Another version, level, codec, stream or critical chunk than this reader knows, or another digest."""

    kind = "compatibility"


class Unfinished(FormatError):
    """A mark stands where a section of the archive should begin (Unfinished archives)."""

    kind = "unfinished"


class TrailingGarbage(Damage):
    """Bytes after a footer that do not start another archive."""


def checksum(*parts):
    """Conventions: the CRC-32 of zlib and PNG."""
    crc = 0
    for part in parts:
        crc = zlib.crc32(part, crc)
    return crc


class Bytes:
    """A cursor over bytes; reading past the end is damage."""

    def __init__(self, data, at=0, end=None):
        self.data, self.at = data, at
        self.end = len(data) if end is None else end

    def left(self):
        return self.end - self.at

    def take(self, count):
        if count < 0 or count > self.left():
            raise Damage("the input ends within a field")
        self.at += count
        return bytes(self.data[self.at - count : self.at])

    def u8(self):
        return self.take(1)[0]

    def u32(self):
        return struct.unpack("<I", self.take(4))[0]

    def u64(self):
        return struct.unpack("<Q", self.take(8))[0]

    def varint(self, most=2**64 - 1):
        """Conventions: seven bits a byte, the lowest first, in the shortest form."""
        value = shift = 0
        while True:
            byte = self.u8()
            value |= (byte & 127) << shift
            if byte < 128:
                break
            shift += 7
            if shift > 63:
                raise Damage("a varint is too long")
        if (byte == 0 and shift > 0) or value >= 2**64:
            raise Damage("a varint is not in its shortest form")
        if value > most:
            raise Damage("a number is above its limit")
        return value


def varint(value):
    """The bytes of a varint."""
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)
