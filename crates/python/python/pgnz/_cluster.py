"""The common part of readers on several machines: finding archives, sharing the work, and converting types."""

from __future__ import annotations

import errno
import glob
import os
import typing

import pgnz

if typing.TYPE_CHECKING:
    import pyarrow

#: The approximate number of bytes of text that a task reads by default.
TEXT_BYTES = 64 << 20


class Part(typing.NamedTuple):
    """Games of one archive that are read together."""

    path: str
    #: The first game, from 0, and the game after the last one.
    start: int
    end: int


def is_remote(path: str) -> bool:
    return "://" in path and not path.startswith("file://")


def local(path: str) -> str:
    return path.removeprefix("file://").removeprefix("file:") if path.startswith("file:") else path


def expand(path: str) -> list[str]:
    """The archives for a path: the path itself, those in a folder, or those that match a pattern; in alphabetical order."""
    if is_remote(path):
        import fsspec

        system, inside = fsspec.core.url_to_fs(path)
        if "*" in path:
            return sorted(system.unstrip_protocol(found) for found in system.glob(inside))
        return [path]
    path = local(path)
    if os.path.isdir(path):
        path = os.path.join(glob.escape(path), "*.pgnz")
    elif os.path.exists(path):
        return [os.path.abspath(path)]
    found = sorted(os.path.abspath(one) for one in glob.glob(path))
    if not found:
        raise FileNotFoundError(errno.ENOENT, "no archive matches", path)
    return found


def open_archive(path: str) -> pgnz.Archive:
    """Opens an archive by its path, or by a URL that fsspec supports.

    An index beside it is not used: it would be read in full for each task.
    """
    return pgnz.open(path, index=False)


def share_out(paths: list[str], where: str | None, text_bytes: int) -> list[Part]:
    """Runs of blocks of about ``text_bytes`` bytes of text, without blocks in which no game can pass."""
    return [
        Part(path, start, end)
        for path in paths
        for start, end in open_archive(path).runs(where, text_bytes=text_bytes)
    ]


def both(*expressions: str | None) -> str | None:
    """The expression that is true if all of these are."""
    given = [one for one in expressions if one]
    return " and ".join(f"({one})" for one in given) if given else None


def check(where: str | None) -> None:
    """Raises an error for an expression that cannot be read."""
    if where:
        pgnz.open(_EMPTY).scan("number", where)


def check_batches(**options: typing.Any) -> None:
    """Raises an error for options that :meth:`pgnz.Archive.batches` does not take."""
    pgnz.open(_EMPTY).batches(1, **options)


def schema_of(columns: str) -> pyarrow.Schema:
    """The columns of a table, with signed types; they are found with a table of no games."""
    import pyarrow as pa

    schema = pgnz.open(_EMPTY).scan(columns).schema
    return pa.schema([pa.field(field.name, signed(field.type)) for field in schema])


#: An archive without games.
_EMPTY = pgnz.compress(b"", level="fast")


def signed(kind: pyarrow.DataType) -> pyarrow.DataType:
    """The next larger signed type, or that of 64 bits: Spark and the JVM have no unsigned types."""
    import pyarrow as pa

    if pa.types.is_list(kind):
        return pa.list_(signed(kind.value_type))
    larger = {pa.uint8(): pa.int16(), pa.uint16(): pa.int32(), pa.uint32(): pa.int64(), pa.uint64(): pa.int64()}
    return larger.get(kind, kind)


def tables(part: Part, columns: list[str], where: str | None, schema: pyarrow.Schema) -> typing.Iterator[pyarrow.RecordBatch]:
    """The batches of a part, with the types of this schema."""
    import pyarrow as pa

    # The other cores have tasks of their own.
    scan = open_archive(part.path)[part.start : part.end].scan(columns, where, threads=1)
    for batch in scan:
        table = pa.Table.from_batches([batch])
        # Hashes of 64 bits keep their bits, so that half of them are negative; nothing else is too large.
        same_bits = pa.schema([pa.field(field.name, signed(field.type)) for field in table.schema])
        yield from table.cast(same_bits, safe=False).cast(schema).to_batches()
