"""Archives in Spark: ``pip install pgnz[spark]``, PySpark 4.1 or newer.

::

    spark.dataSource.register(pgnz.spark.PgnzDataSource)
    games = spark.read.format("pgnz").option("columns", "white,black,result,eco,clocks").load("dir/*.pgnz")

A task reads a run of blocks of about 64 MB of text, so a large archive is divided among many tasks. ``compress`` makes archives from PGN
files, one file in each task.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import typing
import uuid

import pyarrow
import pyspark.sql.datasource as source
import pyspark.sql.types as types

import pgnz
from pgnz import _cluster

if typing.TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["Compressed", "PgnzDataSource", "compress"]


#: Arrow types and the corresponding Spark types.
_TYPES = [
    (pyarrow.bool_(), types.BooleanType()),
    (pyarrow.int16(), types.ShortType()),
    (pyarrow.int32(), types.IntegerType()),
    (pyarrow.int64(), types.LongType()),
    (pyarrow.float32(), types.FloatType()),
    (pyarrow.float64(), types.DoubleType()),
    (pyarrow.string(), types.StringType()),
    (pyarrow.date32(), types.DateType()),
    (pyarrow.timestamp("us"), types.TimestampNTZType()),
    (pyarrow.timestamp("us", "UTC"), types.TimestampType()),
]


def _to_spark(kind: pyarrow.DataType) -> types.DataType:
    if pyarrow.types.is_list(kind):
        return types.ArrayType(_to_spark(kind.value_type))
    return next(spark for arrow, spark in _TYPES if arrow == kind)


def _to_arrow(kind: types.DataType) -> pyarrow.DataType:
    if isinstance(kind, types.ArrayType):
        return pyarrow.list_(_to_arrow(kind.elementType))
    for arrow, spark in _TYPES:
        if spark == kind:
            return arrow
    raise pgnz.Error(f"no column can be read as {kind.simpleString()}")


class Games(source.InputPartition):
    """A part of an archive, as a partition in Spark."""

    def __init__(self, part: _cluster.Part) -> None:
        self.part = part


class PgnzDataSource(source.DataSource):
    """The data source ``pgnz``: games of archives as rows, with the columns of docs/export.md.

    Options:

    - ``path``: the argument of ``load``: an archive, a folder, or a pattern; local, or a URL that fsspec supports (``s3://…``, ``https://…``).
    - ``columns``: names with commas between. Spark reads every column of the schema even if the query does not need it, so name only those
      that you use: the others are not decoded. The default is the names of ``.schema(…)``, or without that ``usual``.
    - ``where``: an expression of docs/filters.md; games for which it is not true are skipped.
    - ``text_bytes``: how many bytes of text a task reads (default: 67,108,864).

    - ``pushdown``: with ``true``, comparisons of ``date``, ``year``, ``month``, ``result`` and the ratings in a query are used to skip blocks that
      cannot contain a result; ``spark.sql.python.filterPushdown.enabled`` must be ``true``, too. Then call ``load`` again for each query: Spark
      (seen in 4.3) keeps the filter of one query and applies it to the next query of the same data frame, if that has no filter of its own.
      ``where`` does not have this problem.
    """

    @classmethod
    def name(cls) -> str:
        return "pgnz"

    def schema(self) -> types.StructType:
        columns = _cluster.schema_of(self.options.get("columns", "usual"))
        return types.StructType([types.StructField(column.name, _to_spark(column.type)) for column in columns])

    def reader(self, schema: types.StructType) -> PgnzReader:
        # Spark refuses a reader that has `pushFilters` unless a setting is on, whatever the reader does with filters.
        kind = PushingReader if self.options.get("pushdown", "").lower() == "true" else PgnzReader
        return kind(dict(self.options), schema)


class PgnzReader(source.DataSourceReader):
    """Reads the games for one query."""

    def __init__(self, options: dict[str, str], schema: types.StructType) -> None:
        self.columns = schema.names
        self.schema = pyarrow.schema([(field.name, _to_arrow(field.dataType)) for field in schema])
        self.where = options.get("where")
        self.text_bytes = int(options.get("text_bytes", _cluster.TEXT_BYTES))
        paths = json.loads(options["paths"]) if "paths" in options else [options["path"]] if "path" in options else []
        if not paths:
            raise pgnz.Error("load() needs the path of an archive")
        self.paths = paths
        # What cannot be read is said before a task starts.
        _cluster.schema_of(",".join(self.columns))
        _cluster.check(self.where)

    def partitions(self) -> list[source.InputPartition]:
        paths = [found for path in self.paths for found in _cluster.expand(path)]
        parts = _cluster.share_out(paths, self.where, self.text_bytes)
        # Spark wants one at least.
        parts = parts or [_cluster.Part(paths[0], 0, 0)]
        return [Games(part) for part in parts]

    def read(self, partition: source.InputPartition) -> typing.Iterator[pyarrow.RecordBatch]:
        assert isinstance(partition, Games)
        yield from _cluster.tables(partition.part, self.columns, self.where, self.schema)


class PushingReader(PgnzReader):
    """The same, with comparisons of the query: for the option ``pushdown``."""

    def pushFilters(self, filters: list[source.Filter]) -> typing.Iterable[source.Filter]:
        for one in filters:
            self.where = _cluster.both(self.where, _expression(one))
            # Spark looks again: an expression lets games of partly known dates pass.
            yield one


#: Columns for which a comparison means the same in an expression, or lets more games pass.
_ALIKE = {"date", "year", "month", "result", "white_rating", "black_rating"}

_SIGNS = {
    source.EqualTo: "=",
    source.EqualNullSafe: "=",
    source.GreaterThan: ">",
    source.GreaterThanOrEqual: ">=",
    source.LessThan: "<",
    source.LessThanOrEqual: "<=",
}


def _expression(one: source.Filter) -> str | None:
    """The expression of docs/filters.md for a Spark filter, if there is one."""
    path: tuple[str, ...] = getattr(one, "attribute", ())
    value = getattr(one, "value", None)
    if len(path) != 1 or path[0] not in _ALIKE or value is None:
        return None
    if type(one) in _SIGNS:
        return f"{path[0]} {_SIGNS[type(one)]} {_literal(value)}"
    if isinstance(one, source.In) and value and None not in value:
        return f"{path[0]} in ({', '.join(map(_literal, value))})"
    return None


def _literal(value: object) -> str:
    return str(value) if isinstance(value, (int, float)) else "'" + str(value).replace("'", "''") + "'"


class Compressed(typing.NamedTuple):
    """The result for one file."""

    source: str
    archive: str
    games: int
    text_bytes: int
    archive_bytes: int


def compress(
    src: str | list[str],
    dst: str,
    *,
    spark: SparkSession | None = None,
    level: typing.Literal["fast", "default", "best"] = "default",
    overwrite: bool = False,
) -> list[Compressed]:
    """Compresses PGN files, plain or packed, to archives in the folder ``dst``, one file in each task.

    ``src`` is a path or a pattern, or a list of them; it and ``dst`` must be reachable under the same path on every worker. An archive gets its
    name only when it is complete, and nothing else remains in ``dst``, even if tasks or workers fail. Raises ``FileExistsError`` if one of the
    archives exists and ``overwrite`` is not set, before anything is compressed.
    """
    from pyspark.sql import SparkSession

    spark = spark or SparkSession.getActiveSession()
    if spark is None:
        raise pgnz.Error("there is no Spark session: give one as spark=…")
    patterns = [src] if isinstance(src, str) else list(src)
    sources = [found for pattern in patterns for found in _cluster.expand(pattern)]
    dst = os.path.abspath(_cluster.local(dst))
    targets = [os.path.join(dst, _stem(one) + ".pgnz") for one in sources]
    if len(set(targets)) < len(targets):
        raise pgnz.Error("two sources would become the same archive: their names differ only in their endings")
    os.makedirs(dst, exist_ok=True)
    for target in targets:
        if not overwrite and os.path.exists(target):
            raise FileExistsError(errno.EEXIST, "exists; overwrite=True replaces it", target)
    # Tasks that are killed leave what they have begun in a folder that goes away with the run.
    work = os.path.join(dst, f".pgnz-{uuid.uuid4().hex}")
    os.mkdir(work)
    try:
        jobs = list(zip(sources, targets, strict=True))
        # One file a task.
        rows = spark.range(0, len(jobs), 1, len(jobs)).selectExpr("cast(id as int) as at")

        def run(batches):
            for batch in batches:
                done = [_one(*jobs[at], work, level) for at in batch["at"].to_pylist()]
                yield pyarrow.RecordBatch.from_pylist([one._asdict() for one in done], _facts())

        schema = "source string, archive string, games long, text_bytes long, archive_bytes long"
        return [Compressed(*row) for row in rows.mapInArrow(run, schema).collect()]
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _facts() -> pyarrow.Schema:
    text, whole = pyarrow.string(), pyarrow.int64()
    return pyarrow.schema([(name, text if kind is str else whole) for name, kind in typing.get_type_hints(Compressed).items()])


def _stem(path: str) -> str:
    """The name of a file without the extensions of packers and without ``.pgn``."""
    name = os.path.basename(path)
    for end in (".zst", ".gz", ".bz2", ".xz", ".lz4", ".zip", ".pgn"):
        name = name.removesuffix(end)
    return name


def _one(src: str, dst: str, work: str, level: typing.Literal["fast", "default", "best"]) -> Compressed:
    """Compresses one file; another attempt at the same file may be running."""
    passing = os.path.join(work, uuid.uuid4().hex)
    report = pgnz.compress(src, passing, level=level, threads=1)
    os.replace(passing, dst)
    return Compressed(src, dst, report.games, report.text_bytes, report.archive_bytes)
