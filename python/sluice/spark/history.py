"""scan_history() scans the histories of many repositories. A task scans one
of them, or a shard of a large one.

In the executor `sluice git` runs as a program of its own, with the executor's
git. That git first fetches a URL, as a mirror in a temporary directory. So git
decides who may read it, and no message contains a secret of a URL.

A large repository is split into shards, not into ranges of its commits: a
secret that two ranges bring in, in different files, would be reported by both.
In a second stage, with one repository for each task, `sluice report merge`
makes one report of the whole history from the reports of its shards.
"""

import functools
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any, Union

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from .columns import Scan, results
from .rows import COUNTS, SPARK, Rows
from .scan import keep, spread
from .words import entry, text_of

_NUMBER = re.compile(r',"secret_id":(\d+)')


def scan_history(spark: SparkSession, repositories: Iterable[str], *,
                 shards: Union[int, Mapping[str, int]] = 1,
                 program: str = "sluice", arguments: Iterable[str] = (),
                 timeout: float = 6 * 3600) -> Scan:
    """Scans every commit of repositories: bare ones, working trees, bundles, or
    URLs that git fetches. A path is one that all executors see.

    shards: tasks that share a repository, or a mapping from the names of large
    ones to theirs; each task of a URL fetches it. arguments: of `sluice git`, as
    ("--min-confidence", "high"). timeout: seconds for one task. Findings have the
    repository's name in `repository`, in which credentials of a URL are left out.
    """
    tasks: list[tuple[int, int, str, int, int]] = []
    for root, name in enumerate(repositories):
        count = shards if isinstance(shards, int) else shards.get(name, 1)
        if count < 1:
            raise ValueError(f"shards of {shown(name)}: {count}")
        tasks += [(len(tasks) + k, root, name, k + 1, count) for k in range(count)]
    frame = spark.createDataFrame(
        tasks, "lister bigint, root int, json string, begin bigint, end bigint")
    rows = keep(spread(frame, max(len(tasks), 1), "lister").mapInArrow(
        functools.partial(_scan_each, program, tuple(arguments), timeout), SPARK))
    if any(task[4] > 1 for task in tasks):
        lines = rows.filter("kind = 'line'").repartition("root")
        merged = lines.sortWithinPartitions("root", "begin", "seq").mapInArrow(
            functools.partial(_merge_each, program, timeout), SPARK)
        rows = rows.filter("kind <> 'line'").unionAll(keep(merged))
    return results(rows, (F.col("root"), F.lit(0), F.col("seq")),
                   {"repository": F.decode("path", "utf-8")})


def shown(url: str) -> str:
    """Returns the URL without the part before the @."""
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


def _run(arguments: list[str], timeout: float, report: IO[bytes]) -> None:
    """The program, whose report goes into a file."""
    path = shutil.which(arguments[0]) or arguments[0]
    done = subprocess.run([path, *arguments[1:]], stdin=subprocess.DEVNULL,
                          stdout=report, stderr=subprocess.PIPE, timeout=timeout,
                          check=False)
    if done.returncode not in (0, 1, 3):
        said = done.stderr.decode(errors="replace").split("\n")[0]
        raise OSError(said or f"{arguments[0]} ended with {done.returncode}")
    report.seek(0)


def _add_report(rows: Rows, root: int, mine: bytes, report: IO[bytes]
                ) -> Iterator[pa.RecordBatch]:
    """The rows of a report that is whole, as JSON Lines."""
    begin = '{"type":"finding",'
    for seq, line in enumerate(report):
        text = line.decode().rstrip("\n")
        if text.startswith(begin):  # the finding's JSON as it is without it
            # The number of a secret is that of this report alone, so it becomes
            # a name. A quote in a text is escaped, so no text looks like the
            # member.
            text = "{" + text.removeprefix(begin)
            number = _NUMBER.search(text)
            rows.add("finding", root=root, seq=seq, path=mine,
                     name=f"{root}:{number[1]}" if number else "",
                     json=_NUMBER.sub("", text, 1))
        elif (one := json.loads(text))["type"] == "coverage":
            _add_coverage(rows, root, mine, one)
        if (full := rows.take(Rows.FULL)) is not None:
            yield full


def _add_coverage(rows: Rows, root: int, mine: bytes, told: dict[str, Any]
                  ) -> None:
    given = {**told, **told["skipped"], "mistyped": told["mistyped"]["count"]}
    rows.add("counts", root=root, seq=0, path=mine,
             counts=[given.get(name, 0) for name in COUNTS])
    for kind, entries in (("incomplete", told["incomplete"]),
                          ("mistyped", told["mistyped"]["first"]),
                          ("notes", told["notes"]),
                          ("ignored_by", told["ignored_by"]),
                          ("skipped", told["skipped_paths"])):
        for seq, one in enumerate(entries):
            rows.add(kind, root=root, seq=seq, path=mine, json=text_of(one))


def _add_failure(rows: Rows, root: int, mine: bytes, error: Exception) -> None:
    why = (f"it took more than {error.timeout:g} seconds" if isinstance(
        error, subprocess.TimeoutExpired) else str(error))
    rows.add("incomplete", root=root, seq=-1, json=entry(b".", why), path=mine)


def _scan_each(program: str, arguments: tuple[str, ...], timeout: float,
               batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Repositories into their rows, and shards into the lines of their reports."""
    rows = Rows()
    for batch in batches:
        for task in batch.to_pylist():
            root, name, shard = task["root"], task["json"], task["begin"]
            mine = shown(name).encode()
            try:
                with tempfile.TemporaryDirectory(prefix="sluice-") as folder, \
                        tempfile.TemporaryFile() as report:
                    place = _fetched(name, folder, timeout)
                    which = ([] if task["end"] == 1 else
                             ["--shard", f"{shard}/{task['end']}"])
                    _run([program, "git", *arguments, *which, "-f", "jsonl",
                          place], timeout, report)
                    if not which:
                        yield from _add_report(rows, root, mine, report)
                        continue
                    for seq, line in enumerate(report):
                        rows.add("line", root=root, path=mine, begin=shard,
                                 seq=seq, json=line.decode())
                        if (full := rows.take(Rows.FULL)) is not None:
                            yield full
            except (OSError, subprocess.TimeoutExpired) as error:
                _add_failure(rows, root, mine, error)
    if (last := rows.take()) is not None:
        yield last


class _Shards:
    """The reports of one repository's shards, in files."""

    def __init__(self, root: int, mine: bytes) -> None:
        self.root, self.mine = root, mine
        self._folder = tempfile.TemporaryDirectory(prefix="sluice-")
        self._files: dict[int, IO[str]] = {}

    def add(self, shard: int, line: str) -> None:
        if shard not in self._files:
            self._files[shard] = open(
                os.path.join(self._folder.name, f"{shard}.jsonl"), "w",
                encoding="utf-8", newline="")
        self._files[shard].write(line)

    def merge(self, program: str, timeout: float, rows: Rows
              ) -> Iterator[pa.RecordBatch]:
        with self._folder, tempfile.TemporaryFile() as report:
            for file in self._files.values():
                file.close()
            try:
                _run([program, "report", "merge", "-f", "jsonl",
                      *(file.name for file in self._files.values())], timeout,
                     report)
                yield from _add_report(rows, self.root, self.mine, report)
            except (OSError, subprocess.TimeoutExpired) as error:
                _add_failure(rows, self.root, self.mine, error)


def _merge_each(program: str, timeout: float, batches: Iterable[pa.RecordBatch]
                ) -> Iterator[pa.RecordBatch]:
    """Lines that come sorted by repository, shard and place."""
    rows = Rows()
    last = None
    for batch in batches:
        for line in batch.to_pylist():
            if last is None or last.root != line["root"]:
                if last is not None:
                    yield from last.merge(program, timeout, rows)
                last = _Shards(line["root"], line["path"])
            last.add(line["begin"], line["json"])
    if last is not None:
        yield from last.merge(program, timeout, rows)
    if (some := rows.take()) is not None:
        yield some
