"""The work of a task on its packs: it reads, scans, and returns rows.

It has no other effect, so a task that is run again, or twice at a time,
changes nothing. An object that cannot be read is a row `incomplete`, and no
failure.
"""

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Optional

import pyarrow as pa

from .arrays import NO_RANGE, from_int64s
from .engine import Found, ReportEngine, engine_for
from .objects import Changed, Root, changed, reason_of
from .rows import COUNTS, Rows, key_of
from .settings import Settings
from .words import entry, path_json, text_of

# A larger object is not read at once, but as the engine needs its bytes.
_AT_ONCE = ReportEngine.BUFFER
# Bytes that may be read ahead of the scan.
_AHEAD = 64 * 1024 * 1024

_OPEN = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW


class _Task:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._engine = engine_for(settings.engine())
        self._engine.found = Found()
        self._engine.take_counts()  # what a task that failed has left
        self.rows = Rows()

    # Adds rows of the findings in a whole file since the last call.
    def _give(self, root: Root, path: bytes) -> None:
        found = self._engine.found.rows
        if not found:
            return
        key = key_of(root.number, path)
        reported = root.reported(path)
        for seq, (kind, _, text, secret) in enumerate(found):
            self.rows.add(kind, key=key, begin=NO_RANGE, at=0, seq=seq,
                          json=text, name=secret, path=reported)
        found.clear()

    def _problem(self, root: Root, path: bytes, error: BaseException) -> None:
        reported = root.reported(path)
        self.rows.add("incomplete", key=key_of(root.number, path), begin=NO_RANGE,
                      at=0, seq=len(self._engine.found.rows), path=reported,
                      json=entry(reported, reason_of(error)))
        self._give(root, path)

    # -- Whole files --

    def scan_local(self, root: Root, paths: list[bytes], sizes: Any,
                   mtimes: Any) -> Iterator[pa.RecordBatch]:
        engine = self._engine
        address, found = engine.address, engine.found.rows
        scan_at, view = engine.scan_at, [engine.buffer]
        room = len(engine.buffer)
        opened, status_of, close, readv = os.open, os.fstat, os.close, os.readv
        before = os.fsencode(root.base).rstrip(b"/") + b"/"
        name = root.name + b"/" if root.name else b""
        for path, size, mtime in zip(paths, sizes, mtimes):
            try:
                file = opened(before + path if path else
                              os.fsencode(root.base), _OPEN)
                try:
                    status = status_of(file)
                    if status.st_size < room:
                        scan_at(name + path if path else root.reported(path),
                                address, readv(file, view))
                    else:
                        self._scan_large(root, path)
                finally:
                    close(file)
                if status.st_size != size or mtime not in (
                        -1, status.st_mtime_ns):
                    engine.take_back()
                    raise changed(size, status.st_size)
            except OSError as error:
                self._problem(root, path, error)
            if found:
                self._give(root, path)
                if (batch := self.rows.take(Rows.FULL)) is not None:
                    yield batch

    def _scan_large(self, root: Root, path: bytes) -> None:
        source = root.open(path, -1, -1)
        try:
            self._engine.scan_object(root.reported(path), source)
        finally:
            source.close()

    def scan_fetched(self, root: Root, paths: list[bytes], sizes: Any,
                     mtimes: Any) -> Iterator[pa.RecordBatch]:
        """Several objects are read at a time, as each takes a request or two."""
        def read(path: bytes, size: int, mtime: int) -> tuple[Any, bool]:
            source = root.open(path, size, mtime)
            if source.size >= _AT_ONCE:
                return source, source.is_as_listed
            try:
                return source.read_at(0, source.size), source.is_as_listed
            finally:
                source.close()
        waiting: deque[tuple[bytes, int, Future[tuple[Any, bool]]]] = deque()
        ahead = 0
        with ThreadPoolExecutor(self._settings.readers) as pool:
            for path, size, mtime in zip(paths, sizes, mtimes):
                while waiting and (ahead + size > _AHEAD or
                                   len(waiting) >= 4 * self._settings.readers):
                    ahead -= waiting[0][1]
                    self._scan_read(root, *waiting.popleft())
                    if (batch := self.rows.take(Rows.FULL)) is not None:
                        yield batch
                waiting.append((path, size, pool.submit(read, path, size, mtime)))
                ahead += size
            while waiting:
                self._scan_read(root, *waiting.popleft())

    def _scan_read(self, root: Root, path: bytes, size: int,
                   future: "Future[tuple[Any, bool]]") -> None:
        try:
            data, is_as_listed = future.result()
            if isinstance(data, bytes):
                now = len(data)
                self._engine.scan_bytes(root.reported(path), data)
            else:
                now = data.size
                try:
                    self._engine.scan_object(root.reported(path), data)
                finally:
                    data.close()
            if not is_as_listed:
                self._engine.take_back()
                raise changed(size, now)
        except Exception as error:  # whatever the filesystem raises
            self._problem(root, path, error)
        self._give(root, path)

    # -- Ranges --

    def scan_range(self, root: Root, path: bytes, size: int, mtime: int,
                   begin: int, end: int) -> None:
        scan_range(self._settings, self.rows, root, path, size, mtime, begin, end)

    def scan(self, values: dict[str, Any]) -> Iterator[pa.RecordBatch]:
        root = self._settings.roots[values["root"]]
        sizes = from_int64s(values["sizes"])
        mtimes = from_int64s(values["mtimes"])
        if values["begin"] != NO_RANGE:
            self.scan_range(root, values["paths"], sizes[0], mtimes[0],
                            values["begin"], values["end"])
            return
        scan = self.scan_local if root.filesystem is None else self.scan_fetched
        yield from scan(root, values["paths"].split(b"\0"), sizes, mtimes)

    def finish(self) -> None:
        counts = self._engine.take_counts()
        self.rows.add("counts",
                      counts=[counts.get(name, 0) for name in COUNTS])


def scan_range(settings: Settings, rows: Rows, root: Root, path: bytes, size: int,
               mtime: int, begin: int, end: int,
               open: Optional[tuple[int, int]] = None,
               keywords: Optional[list[str]] = None) -> dict[str, Any]:
    """Adds what was found in a range, and a row about the range itself, whose
    content it gives, too."""
    engine = engine_for(settings.engine())
    engine.found = found = Found()
    reported = root.reported(path)
    key = key_of(root.number, path)
    about: dict[str, Any] = {"begin": begin, "end": end, "root": root.number,
                             "size": size, "mtime": mtime,
                             **path_json(path), "whole": 0, "cut": 1}
    try:
        source = root.open(path, size, mtime)
        try:
            about["version"] = source.version
            if not source.is_as_listed:
                raise changed(size, source.size)
            summary = engine.scan_part(reported, source, begin, end, open,
                                       keywords or [])
        finally:
            source.close()
        about.update(summary._asdict(), keywords=sorted(found.keywords),
                     undecided=sorted(found.undecided))
    except Exception as error:  # whatever the filesystem raises
        if not isinstance(error, (OSError, Changed)) and root.filesystem is None:
            raise
        found.rows.clear()
        found.rows.append(
            ("incomplete", 0, entry(reported, reason_of(error)), ""))
    about["rows"] = len(found.rows)
    rows.add("range", root=root.number, key=key, begin=begin, end=end, at=-1,
             seq=0, path=path, json=text_of(about))
    for seq, (kind, at, text, secret) in enumerate(found.rows):
        rows.add(kind, root=root.number, key=key, begin=begin, end=end,
                 at=at if about["cut"] else 0, seq=seq, json=text, name=secret,
                 path=reported)
    found.rows.clear()
    return about


def scan_packs(settings: Settings, batches: Iterable[pa.RecordBatch]
               ) -> Iterator[pa.RecordBatch]:
    """For DataFrame.mapInArrow()."""
    task = _Task(settings)
    for batch in batches:
        for values in batch.to_pylist():
            yield from task.scan(values)
            if (some := task.rows.take(Rows.FULL)) is not None:
                yield some
    task.finish()
    if (last := task.rows.take()) is not None:
        yield last
