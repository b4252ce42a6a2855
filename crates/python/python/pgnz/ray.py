"""Archives in Ray: ``pip install pgnz[ray]``.

::

    games = ray.data.read_datasource(pgnz.ray.PgnzDatasource("dir/*.pgnz", columns=["white", "result", "clocks"]))

A task reads a run of blocks of about 64 MB of text, so a large archive is divided among many tasks.
"""

from __future__ import annotations

import functools
import typing

from ray.data import Datasource
from ray.data.block import BlockMetadata
from ray.data.datasource import ReadTask

from pgnz import _cluster

__all__ = ["PgnzDatasource"]


class PgnzDatasource(Datasource):
    """Games of archives as rows, with the columns of docs/export.md.

    ``path`` is an archive, a folder or a pattern, or a list of them; local, or a URL that fsspec supports. ``columns`` and ``where`` are those
    of :meth:`pgnz.Archive.scan`; unsigned integers get the next larger signed type. A task reads about ``text_bytes`` bytes of text, or less if
    Ray asks for more tasks.
    """

    def __init__(
        self,
        path: str | list[str],
        columns: str | typing.Sequence[str] = "usual",
        where: str | None = None,
        *,
        text_bytes: int = _cluster.TEXT_BYTES,
    ) -> None:
        super().__init__()
        patterns = [path] if isinstance(path, str) else list(path)
        names = columns if isinstance(columns, str) else ",".join(columns)
        self._paths = [found for pattern in patterns for found in _cluster.expand(pattern)]
        self._schema = _cluster.schema_of(names)
        self._where = where
        self._text_bytes = text_bytes
        # What cannot be read is said before a task starts.
        _cluster.check(where)

    def get_name(self) -> str:
        return "Pgnz"

    def estimate_inmemory_data_size(self) -> int:
        # A row of every column has about the size of the text.
        return sum(_cluster.open_archive(path).report.text_bytes for path in self._paths)

    def get_read_tasks(
        self,
        parallelism: int,
        per_task_row_limit: int | None = None,
        data_context: typing.Any = None,
    ) -> list[ReadTask]:
        least = self.estimate_inmemory_data_size() // max(parallelism, 1) + 1
        parts = _cluster.share_out(self._paths, self._where, min(self._text_bytes, least))
        return [
            ReadTask(
                functools.partial(_read, part, self._schema, self._where),
                BlockMetadata(
                    num_rows=None if self._where else part.end - part.start,
                    size_bytes=None,
                    input_files=(part.path,),
                    exec_stats=None,
                ),
                schema=self._schema,
                per_task_row_limit=per_task_row_limit,
            )
            for part in parts
        ]


def _read(part, schema, where) -> typing.Iterator[typing.Any]:
    import pyarrow as pa

    for batch in _cluster.tables(part, schema.names, where, schema):
        yield pa.Table.from_batches([batch])
