"""Archives as files."""

from __future__ import annotations

import io
import typing

from . import _pgnz
from ._error import Error


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

    def close(self) -> None:
        # Nothing else holds an archive that was opened for its text only.
        self.__dict__.pop("_text", None)
        super().close()


def text(archive: _pgnz.Archive) -> io.BufferedReader:
    return io.BufferedReader(_RawText(archive), buffer_size=1 << 16)


def reopen(path: str, start: int, end: int, keep_going: bool, models: list[bytes], name: str, index: bool) -> _pgnz.Archive:
    """Opens an archive, or a slice of one, that was pickled."""
    archive = _pgnz.open(path, keep_going=keep_going, models=models, name=name, index=index)
    if end > len(archive):
        what = f"{name}: there are {len(archive)} games, but games {start + 1} to {end} were pickled: it is another file now"
        raise Error(what, "insufficient_data")
    return archive[start:end]


def rescan(archive: _pgnz.Archive, columns: list[str], where: str | None, threads: int, level: typing.Literal["fast", "default", "best"]) -> _pgnz.Scan:
    """Makes a scan that was pickled."""
    return archive.scan(columns, where, threads=threads, level=level)


def remote(url: str) -> io.IOBase:
    """Opens a URL for reading with fsspec, an optional package."""
    try:
        import fsspec
    except ImportError as missing:
        raise Error(f"{url}: URLs need the package fsspec: pip install pgnz[remote]") from missing
    return fsspec.open(url, "rb").open()
