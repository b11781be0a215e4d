"""Lists directories in the executors, page by page, and packs what is found.

The driver never has the list: it learns how many packs there are, and the cost of
those that are not full.
"""

from collections.abc import Iterable, Iterator

import pyarrow as pa

from .objects import Entry, reason_of
from .packs import Pack, Packer
from .rows import COUNTS, Rows, key_of
from .settings import Settings
from .words import entry as entry_json


def _task() -> int:
    from pyspark import TaskContext
    context = TaskContext.get()
    return int(context.partitionId() if context else 0)


class _Lister:
    def __init__(self, settings: Settings, stage: int) -> None:
        self._settings = settings
        self._packer = Packer(settings.task_bytes, settings.file_cost)
        self._lister = stage * 1_000_000 + _task()
        self._seq = {True: 0, False: 0}  # of packs that are full, and that are not
        self._counts = dict.fromkeys(COUNTS, 0)
        self.rows = Rows()

    def _add_packs(self, packs: Iterable[Pack]) -> None:
        for pack in packs:
            full = pack.values["cost"] >= self._settings.task_bytes // 2
            self.rows.add("pack", lister=self._lister, seq=self._seq[full],
                          at=int(not full), **pack.values)
            self._seq[full] += 1

    def _problem(self, root: int, path: bytes, error: BaseException) -> None:
        reported = self._settings.roots[root].reported(path) if path else b"."
        self.rows.add("incomplete", key=key_of(root, path), begin=-1, at=0, seq=0,
                      path=reported, json=entry_json(
                          reported,
                          f"cannot read directory: {reason_of(error)}"))

    def _take(self, root: int, one: Entry) -> list[bytes]:
        """Directories below which is to be looked."""
        name = one.path[one.path.rfind(b"/") + 1:]
        if name == b".git" and one.path:
            # git's own files; only its settings may contain text by people.
            self._counts["git_directory"] += 1
            if one.kind == "directory":
                self._add_config(root, one.path)
            return []
        if one.kind == "directory":
            return [one.path]
        if one.kind == "file":
            self._add_packs(self._packer.add(root, one))
        else:
            self._counts[one.kind] += 1
            reported = self._settings.roots[root].reported(one.path)
            self.rows.add("skipped", key=key_of(root, one.path), begin=-1, at=0,
                          seq=0, path=reported,
                          json=entry_json(reported, one.kind))
        return []

    def _add_config(self, root: int, directory: bytes) -> None:
        try:
            for page in self._settings.roots[root].list(directory):
                for one in page:
                    if one.path == directory + b"/config" and one.kind == "file":
                        self._add_packs(self._packer.add(root, one))
        except OSError:
            pass  # it counts as skipped

    def list(self, root: int, top: bytes, recursive: bool
             ) -> Iterator[pa.RecordBatch]:
        where = self._settings.roots[root]
        if not top and where.kind() == "file":
            self._take(root, where.entry())
            return
        waiting = [top]
        while waiting:
            directory = waiting.pop()
            try:
                for page in where.list(directory):
                    for one in page:
                        waiting += self._take(root, one)
                    if (batch := self.rows.take(Rows.FULL)) is not None:
                        yield batch
            except Exception as error:  # whatever the filesystem raises
                self._problem(root, directory, error)
            if not recursive:
                for path in waiting:
                    self.rows.add("directory", root=root, path=path)
                return

    def finish(self) -> None:
        self._add_packs(self._packer.rest())
        self.rows.add("counts", counts=list(self._counts.values()))


def list_directories(settings: Settings, stage: int, recursive: bool,
                     batches: Iterable[pa.RecordBatch]
                     ) -> Iterator[pa.RecordBatch]:
    """For DataFrame.mapInArrow()."""
    lister = _Lister(settings, stage)
    for batch in batches:
        for root, path in zip(batch.column("root").to_pylist(),
                              batch.column("path").to_pylist()):
            yield from lister.list(root, path, recursive)
    lister.finish()
    if (last := lister.rows.take()) is not None:
        yield last


def pack_given(settings: Settings, batches: Iterable[pa.RecordBatch]
               ) -> Iterator[pa.RecordBatch]:
    """Does the same for objects that were listed before (scan(objects=...)).
    """
    lister = _Lister(settings, 0)
    for batch in batches:
        for path, size in zip(batch.column("path").to_pylist(),
                              batch.column("size").to_pylist()):
            path = path.encode() if isinstance(path, str) else path
            lister._take(0, Entry(path, "file", size, -1))
            if (full := lister.rows.take(Rows.FULL)) is not None:
                yield full
    lister.finish()
    if (last := lister.rows.take()) is not None:
        yield last
