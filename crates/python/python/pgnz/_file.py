"""Archives as files."""

from __future__ import annotations

import io

from . import _pgnz


class _RawText(io.RawIOBase):
    """The text of an archive, unbuffered."""

    def __init__(self, archive: _pgnz.Archive) -> None:
        self._text = archive._text()

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        view = memoryview(buffer).cast("B")
        data = self._text.read(len(view))
        view[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if self.closed:
            raise ValueError("I/O operation on closed file")
        return self._text.seek(offset, whence)

    def tell(self) -> int:
        return self.seek(0, io.SEEK_CUR)


def text(archive: _pgnz.Archive) -> io.BufferedReader:
    return io.BufferedReader(_RawText(archive), buffer_size=1 << 16)


def reopen(path: str, start: int, end: int, keep_going: bool) -> _pgnz.Archive:
    """Opens an archive, or a slice of one, that was pickled."""
    return _pgnz.open(path, keep_going=keep_going)[start:end]
