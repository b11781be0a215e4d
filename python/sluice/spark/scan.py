"""scan(): the stages of a scan, on the driver's side.

  list     directories, in the executors, into packs of equal cost
  scan     one pack for each task
  settle   the ranges of large files, one file for each task at a time

Spark keeps the results of a stage, because the next stages and both results
are made from them. So a scan happens when scan() is called, and not again when
its results are used. Two executors keep each part. If both are lost, it is
computed again: then a directory is listed again, in the same order into the
same packs unless it has changed meanwhile. The driver holds a number for each
lister.
"""

import functools
import secrets
from collections.abc import Iterable, Iterator
from typing import Any, Optional, Union

import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

import sluice
from sluice import _level

from .columns import Scan, is_named, results
from .listing import list_directories, pack_given
from .objects import root_of
from .packs import place_rest
from .ranges import settle_ranges
from .rows import SPARK
from .scanning import scan_packs
from .settings import Settings

# The rounds in which the directories of few trees are walked level by level,
# until there is one for each of this many listers.
_ROUNDS = 4
_FEW = 32
_LOCAL_FILE_COST = 32 * 1024
_REMOTE_FILE_COST = 1024 * 1024


def scan(spark: SparkSession, urls: Union[str, Iterable[str]], *,
         filesystem: Any = None, objects: Optional[DataFrame] = None,
         config: Optional[str] = None,
         min_confidence: sluice.Level = sluice.Confidence.MEDIUM,
         show_secrets: bool = False, ignore_allow_comments: bool = False,
         decode_depth: int = 5, archive_depth: int = 5,
         task_bytes: int = 128 * 1024 * 1024,
         file_cost: Optional[int] = None, readers: int = 8,
         checkpoint: Optional[str] = None) -> Scan:
    """Scans the files below URLs: paths of this machine, or URLs of a kind
    that pyarrow reads (s3://, gs://, hdfs://).

    filesystem: one of pyarrow's; the URLs are then paths in it. objects: an
    inventory to scan instead of a listing, a DataFrame with `path` (below the
    one URL) and `size`. task_bytes: the bytes of a task; a larger file is
    shared by several. file_cost: what a file costs in addition to its bytes,
    in bytes. readers: how many objects a task reads at a time. checkpoint: a
    directory of Spark in which the findings are put, so that they outlive
    executors.
    """
    named = [urls] if isinstance(urls, str) else list(urls)
    if not named:
        raise ValueError("no URL is given")
    roots = tuple(root_of(i, url, len(named) == 1, filesystem)
                  for i, url in enumerate(named))
    if file_cost is None:
        file_cost = (_LOCAL_FILE_COST if all(r.filesystem is None for r in roots)
                     else _REMOTE_FILE_COST)
    settings = Settings(roots, task_bytes, file_cost, readers, config,
                        _level(min_confidence), show_secrets,
                        ignore_allow_comments, decode_depth, archive_depth,
                        name_key=secrets.token_hex(16))
    # A wrong configuration or option shows before anything runs.
    sluice.Engine(**settings.engine())
    if objects is not None:
        listed = [keep(objects.select("path", "size").mapInArrow(
            functools.partial(pack_given, settings), SPARK))]
    else:
        listed = _list(spark, settings)
    packs = _numbered(functools.reduce(DataFrame.unionAll, listed))
    found = keep(packs.mapInArrow(functools.partial(scan_packs, settings), SPARK))
    rows = [found.filter(F.col("begin").isNull() | (F.col("begin") < 0))]
    ranges = found.filter(F.col("begin") >= 0)
    if found.filter(F.col("kind") == "range").limit(1).count():
        rows.append(keep(
            ranges.withColumn("about", F.col("kind") != "range")
            .repartition("key")
            .sortWithinPartitions("key", "about", "begin", "at", "seq")
            .drop("about")
            .mapInArrow(functools.partial(settle_ranges, settings), SPARK)))
    rows += [one.filter(is_named()) for one in listed]
    all_rows = functools.reduce(DataFrame.unionAll, rows)
    if checkpoint is not None:
        all_rows.write.mode("overwrite").parquet(checkpoint)
        all_rows = spark.read.parquet(checkpoint)
    return results(all_rows, [F.col(name) for name in ("key", "at", "seq")], {})


def spread(frame: DataFrame, count: int, number: str) -> DataFrame:
    """Into `count` partitions, each the rows of one `number`, which is less."""
    if hasattr(frame, "repartitionById"):
        return frame.repartitionById(count, F.col(number).cast("int"))
    return frame.repartition(count, number)  # Spark before 4.1


def keep(frame: DataFrame) -> DataFrame:
    """Computes it, once."""
    frame = frame.persist(StorageLevel.MEMORY_AND_DISK_2)
    frame.count()
    return frame


def _list(spark: SparkSession, settings: Settings) -> list[DataFrame]:
    listed = []
    directories = spark.createDataFrame(
        [(root.number, bytearray()) for root in settings.roots],
        "root int, path binary")
    count = len(settings.roots)
    for stage in range(_ROUNDS):
        recursive = (count >= min(_FEW, 4 * max(_slots(spark), 1))
                     or stage == _ROUNDS - 1)
        listers = min(count, 16 * max(_FEW, _slots(spark)))
        # By name, so that it is the same when it is done again.
        listed.append(keep(
            directories.repartition(listers, "root", "path")
            .sortWithinPartitions("root", "path").mapInArrow(functools.partial(
                list_directories, settings, stage, recursive), SPARK)))
        directories = listed[-1].filter(
            F.col("kind") == "directory").select("root", "path")
        count = 0 if recursive else directories.count()
        if count == 0:
            break
    return listed


def _slots(spark: SparkSession) -> int:
    try:
        return int(spark.sparkContext.defaultParallelism)
    except Exception:  # Spark Connect has no context
        return 0


def _numbered(listed: DataFrame) -> DataFrame:
    """The packs, each in a partition of its own; of those that are not full,
    several in one."""
    packs = listed.filter(F.col("kind") == "pack")
    rest_of = F.when(F.col("at") == 1, F.struct("seq", "cost"))
    listers = packs.groupBy("lister").agg(
        F.sum(1 - F.col("at")).alias("full"), F.max("cost").alias("largest"),
        F.collect_list(rest_of).alias("rest")).collect()
    first, offsets = 0, {}
    for row in sorted(listers):
        offsets[row["lister"]] = first
        first += row["full"]
    rest = [(row["lister"], one["seq"], one["cost"])
            for row in sorted(listers) for one in sorted(row["rest"])]
    largest = max((row["largest"] for row in listers), default=1)
    bins = place_rest([cost for _, _, cost in rest], largest)
    places = {(lister, seq): first + place
              for (lister, seq, _), place in zip(rest, bins)}
    count = max([first, *(place + 1 for place in places.values())], default=1)
    numbered = packs.mapInArrow(
        functools.partial(_number, offsets, places), SPARK)
    return spread(numbered, max(count, 1), "lister")


def _number(offsets: dict[int, int], places: dict[tuple[int, int], int],
            batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Puts the number of the partition into `lister`."""
    for batch in batches:
        numbers = [
            places[lister, seq] if at else offsets[lister] + seq
            for lister, seq, at in zip(*(batch.column(name).to_pylist()
                                         for name in ("lister", "seq", "at")))]
        yield batch.set_column(batch.schema.get_field_index("lister"), "lister",
                               pa.array(numbers, pa.int64()))
