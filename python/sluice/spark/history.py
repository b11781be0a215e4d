"""scan_history(): the histories of many repositories, one a task.

In the executor `sluice git` runs as a program of its own, which asks the
executor's git. A URL is fetched by that git first, as a mirror in a temporary
directory; so who may read it is git's business, and no secret of a URL is in a
message.
"""

import functools
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from . import columns
from .rows import SPARK, Rows
from .scan import FOUND, Scan, keep
from .words import entry

_COUNTS = "files_scanned members_scanned bytes_scanned below_confidence allowed " \
          "allowlisted".split()


def scan_history(spark: SparkSession, repositories: Iterable[str], *,
                 program: str = "sluice", arguments: Iterable[str] = (),
                 timeout: float = 6 * 3600) -> Scan:
    """Scans every commit of repositories: bare ones, working trees, bundles, or
    URLs that git fetches. A path is one that all executors see.

    arguments: of `sluice git`, as ("--min-confidence", "high"). timeout: seconds
    for one repository. Findings have the repository's name in `repository`, in
    which credentials of a URL are left out.
    """
    names = [(i, name) for i, name in enumerate(repositories)]
    tasks = spark.createDataFrame(names, "root int, json string")
    tasks = tasks.repartition(max(len(names), 1), "root")
    rows = keep(tasks.mapInArrow(functools.partial(
        _scan_each, program, tuple(arguments), timeout), SPARK))
    found = F.from_json("json", columns.FINDING)
    order = (F.col("root").alias("order_key"), F.lit(0).alias("order_at"),
             F.col("seq").alias("order_seq"))
    repository = F.decode("path", "utf-8").alias("repository")
    findings = rows.filter("kind = 'finding'").select(
        repository, found.alias("finding"), "json", *order).select(
            "repository", "finding.*", "json", "order_key", "order_at",
            "order_seq")
    numbers = [F.coalesce(F.col("counts")[i], F.lit(0)).alias(name)
               for i, name in enumerate(columns.COUNT_COLUMNS)]
    coverage = rows.filter(F.col("kind").isin("counts", *FOUND)).select(
        F.col("kind").alias("what"), repository, *numbers,
        F.from_json("json", columns.ENTRY).alias("entry"), "json",
        *order).select("what", "repository", *columns.COUNT_COLUMNS, "entry.*",
                       "json", "order_key", "order_at", "order_seq")
    return Scan(findings, coverage)


def shown(url: str) -> str:
    """Without what stands before the @ of a URL."""
    return re.sub(r"(?<=://)[^/@]*@", "", url)


def _fetched(name: str, folder: str, timeout: float) -> str:
    """The path of a repository that can be scanned."""
    if os.path.isdir(name):
        return name
    place = os.path.join(folder, "repository.git")
    done = subprocess.run(
        ["git", "clone", "--quiet", "--mirror", "--", name, place],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, timeout=timeout, check=False,
        env={**os.environ, "GIT_TERMINAL_PROMPT": "0"})
    if done.returncode != 0:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        raise OSError(shown(lines[-1] if lines else "git has failed"))
    return place


def _scan_one(program: str, arguments: tuple[str, ...], timeout: float,
              name: str) -> Iterator[tuple[str, Any]]:
    with tempfile.TemporaryDirectory(prefix="sluice-") as folder:
        place = _fetched(name, folder, timeout)
        path = shutil.which(program) or program
        with tempfile.TemporaryFile() as report:
            done = subprocess.run(
                [path, "git", *arguments, "-f", "jsonl", place],
                stdin=subprocess.DEVNULL, stdout=report, stderr=subprocess.PIPE,
                timeout=timeout, check=False)
            if done.returncode not in (0, 1, 3):
                said = done.stderr.decode(errors="replace").split("\n")[0]
                raise OSError(said or f"sluice git ended with {done.returncode}")
            report.seek(0)
            for line in report:
                yield _parted(line.decode())


def _parted(line: str) -> tuple[str, Any]:
    """The type, and a finding's JSON as it would stand without it."""
    one = json.loads(line)
    kind = one["type"]
    if kind == "finding":
        return kind, "{" + line.strip().removeprefix('{"type":"finding",')
    return kind, one


def _scan_each(program: str, arguments: tuple[str, ...], timeout: float,
               batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    rows = Rows()
    for batch in batches:
        for index, name in zip(batch.column("root").to_pylist(),
                               batch.column("json").to_pylist()):
            mine = shown(name).encode()
            try:
                for seq, (kind, value) in enumerate(
                        _scan_one(program, arguments, timeout, name)):
                    if kind == "finding":
                        rows.add(kind, root=index, seq=seq, json=value, path=mine)
                    elif kind == "coverage":
                        _add_coverage(rows, index, mine, value)
                    if (full := rows.take(Rows.FULL)) is not None:
                        yield full
            except (OSError, subprocess.TimeoutExpired) as error:
                why = (f"it took more than {timeout:g} seconds" if isinstance(
                    error, subprocess.TimeoutExpired) else str(error))
                rows.add("incomplete", root=index, seq=-1,
                         json=entry(b".", why), path=mine)
    if (last := rows.take()) is not None:
        yield last


def _add_coverage(rows: Rows, index: int, mine: bytes, told: dict[str, Any]
                  ) -> None:
    counts = dict.fromkeys(columns.COUNT_COLUMNS, 0)
    counts.update({name: told[name] for name in _COUNTS})
    counts["binary"] = told["skipped"]["binary"]
    counts["mistyped"] = told["mistyped"]["count"]
    rows.add("counts", root=index, seq=0, counts=list(counts.values()), path=mine)
    for kind, entries in (("incomplete", told["incomplete"]),
                          ("mistyped", told["mistyped"]["first"]),
                          ("notes", told["notes"])):
        for seq, one in enumerate(entries):
            rows.add(kind, root=index, seq=seq, path=mine,
                     json=json.dumps(one, ensure_ascii=False))
