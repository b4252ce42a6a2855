"""docs/format/01-conventions.md, Conventions: errors, varints, checksums, the reader of bytes."""
import struct
import zlib
from contextlib import contextmanager


class FormatError(Exception):
    """What a reader must refuse, in one of four classes."""


class Corruption(FormatError):
    """Bytes that no writer writes, or a checksum that does not match."""


class InsufficientData(FormatError):
    """The input ends within an archive, or a mark stands where a section should begin."""


class Compatibility(FormatError):
    """Another version, level, codec, stream, critical chunk, digest or number of blobs than this reader knows."""


class UnknownModel(FormatError):
    """A network of somebody's own is needed, and not there."""


def require(holds, what):
    """Refuses what does not hold."""
    if not holds:
        raise Corruption(what)


@contextmanager
def refusing():
    """What bytes that no writer writes do to a decoder without meaning: they are corrupt."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError, struct.error) as error:
        raise Corruption(f"no writer writes this: {error!r}") from error


def checksum(*parts):
    """Conventions: the CRC-32 of zlib and PNG."""
    crc = 0
    for part in parts:
        crc = zlib.crc32(part, crc)
    return crc


class Bytes:
    """A cursor over bytes; what is read past their end is refused with the class `past`."""

    def __init__(self, data, at=0, past=Corruption):
        self.data, self.at, self.past = data, at, past

    def left(self):
        return len(self.data) - self.at

    def take(self, count):
        if count > self.left():
            raise self.past("the bytes end within a field")
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
        while (byte := self.u8()) >= 128:
            value |= (byte & 127) << shift
            shift += 7
            require(shift <= 63, "a varint is too long")
        require(byte or not shift, "a varint is not in its shortest form")
        value |= byte << shift
        require(value <= most, "a number is above its limit")
        return value


def varint(value):
    """The bytes of a varint."""
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)
