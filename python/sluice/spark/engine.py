"""The engine of an executor's process, which gives what it finds as JSON.

The last few are kept: Spark uses its Python processes for many tasks, and each
scan has its own key for the names of secrets. A process runs one task at a time.
"""

import ctypes
import functools
import json
from typing import Any, Optional

import sluice
# The structures of the library, which the module keeps to itself otherwise.
from sluice import _Fetched, _Summary, _check, _library, _range

_NAMES = [field[0] for field in _Summary._fields_]
_FIELDS = len(_NAMES)
# The counts that are added up; the left-out members are of ranges.
_INDEX = {name: i for i, name in enumerate(_NAMES)
          if name not in ("struct_size", "cut", "end_line", "end_column",
                          "open_first", "open_last")}


def engine_for(options: dict[str, Any]) -> "ReportEngine":
    return _engine(json.dumps(options, sort_keys=True))


@functools.lru_cache(maxsize=4)
def _engine(options: str) -> "ReportEngine":
    return ReportEngine(json=True, **json.loads(options))


class Found:
    """The results of a scan: (kind, beginning of the secret, JSON, name of the
    secret), in order."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, int, str, str]] = []
        self.keywords: set[str] = set()
        self.undecided: set[str] = set()


class ReportEngine(sluice.Engine):
    BUFFER = 4 * 1024 * 1024
    SUMMARIES = 512

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.found = Found()
        self.buffer = bytearray(self.BUFFER)
        self._held = (ctypes.c_char * self.BUFFER).from_buffer(self.buffer)
        self.address = ctypes.addressof(self._held)
        # Added up when all are used: a look at each costs more than the scan of
        # a small file.
        self._summaries = (_Summary * self.SUMMARIES)()
        for one in self._summaries:
            one.struct_size = ctypes.sizeof(_Summary)
        self._first = ctypes.addressof(self._summaries)
        self._numbers = memoryview(self._summaries).cast("B").cast("Q")
        self._used = 0
        self._sums = [0] * _FIELDS

    def _on_finding(self, _: object, finding: Any) -> int:
        one = finding.contents
        self.found.rows.append(("finding", one.start.byte, one.json.decode(),
                                one.secret_name.decode()))
        return 0

    def _on_incomplete(self, _: object, name: bytes, reason: bytes) -> None:
        pass  # a remark says it, too

    def _on_remark(self, _: object, kind: bytes, text: bytes) -> None:
        if kind == b"keyword":
            self.found.keywords.add(json.loads(text))
        elif kind == b"undecided":
            self.found.undecided.add(json.loads(text))
        else:
            self.found.rows.append((kind.decode(), 0, text.decode(), ""))

    def _summary(self) -> int:
        if self._used == self.SUMMARIES:
            self._add_up()
        self._used += 1
        return self._first + (self._used - 1) * ctypes.sizeof(_Summary)

    def _add_up(self) -> None:
        used = self._numbers[:self._used * _FIELDS]
        for i in _INDEX.values():
            self._sums[i] += sum(used[i::_FIELDS])
        self._used = 0

    def take_counts(self) -> dict[str, int]:
        """Returns the counts of all scans since the last call."""
        self._add_up()
        sums, self._sums = self._sums, [0] * _FIELDS
        counts = {name: sums[i] for name, i in _INDEX.items()}
        return {"files_scanned": counts.pop("whole"),
                "members_scanned": counts.pop("members"),
                "bytes_scanned": counts.pop("bytes"), **counts}

    def take_back(self) -> None:
        """Does not count the file that was scanned last."""
        self._numbers[(self._used - 1) * _FIELDS + _INDEX["whole"]] = 0

    def scan_at(self, name: bytes, address: int, size: int) -> None:
        """Bytes that stay where they are meanwhile."""
        error = _library.sluice_scan(self._engine, name, address, size,
                                     self._to_visitor, self._summary())
        if error:
            _check(error)

    def scan_bytes(self, name: bytes, data: bytes) -> None:
        error = _library.sluice_scan(self._engine, name, data, len(data),
                                     self._to_visitor, self._summary())
        if error:
            _check(error)

    def scan_object(self, name: bytes, source: sluice.Source) -> None:
        fetched = _Fetched(source)
        error = _library.sluice_scan_source(
            self._engine, name, ctypes.byref(fetched.struct), self._to_visitor,
            self._summary())
        fetched.check()
        _check(error)

    def scan_part(self, name: bytes, source: sluice.Source, begin: int, end: int,
                  open: Optional[tuple[int, int]], keywords: list[str]
                  ) -> sluice.Summary:
        fetched = _Fetched(source)
        part = _range(begin, end, open, keywords)
        summary = _Summary(struct_size=ctypes.sizeof(_Summary))
        error = _library.sluice_scan_range(
            self._engine, name, ctypes.byref(fetched.struct), ctypes.byref(part),
            self._to_visitor, ctypes.byref(summary))
        fetched.check()
        _check(error)
        return summary.value()


