"""The rows that pass between the tasks of a scan, and their order.

One schema serves all stages, so that they can be put together: a row has a kind,
and only the columns that its kind needs.

  finding, incomplete,     what reports have, as JSON, in the order of `key`, `at`
  mistyped, notes,         and `seq`; `name` is equal for equal secrets of a rule
  skipped
  counts                   numbers to be added up (COUNTS)
  range                    what a range of a file says of itself (ranges.py)
  directory                to be listed
  pack                     files for one task: `paths` are joined by zero bytes,
                           `sizes` and `mtimes` are arrays of int64; a range of
                           one file where `begin` is not -1
"""

import struct
from typing import Any, Optional

import pyarrow as pa

SKIPS = ("ignored", "excluded", "binary", "special", "symlink", "seen",
         "too_deep", "other_filesystem", "git_directory", "too_large")
COUNTS = ("files_scanned", "members_scanned", "bytes_scanned", *SKIPS,
          "below_confidence", "mistyped", "baseline", "allowed", "allowlisted",
          "self_allowed", "pdf", "left_out")

_COLUMNS = (("kind", pa.string(), "string"), ("root", pa.int32(), "int"),
            ("key", pa.binary(), "binary"), ("begin", pa.int64(), "bigint"),
            ("end", pa.int64(), "bigint"), ("at", pa.int64(), "bigint"),
            ("seq", pa.int64(), "bigint"), ("json", pa.string(), "string"),
            ("name", pa.string(), "string"),
            ("counts", pa.list_(pa.int64()), "array<bigint>"),
            ("path", pa.binary(), "binary"), ("paths", pa.binary(), "binary"),
            ("sizes", pa.binary(), "binary"), ("mtimes", pa.binary(), "binary"),
            ("cost", pa.int64(), "bigint"), ("lister", pa.int64(), "bigint"))
ARROW = pa.schema([(name, kind) for name, kind, _ in _COLUMNS])
SPARK = ", ".join(f"{name} {kind}" for name, _, kind in _COLUMNS)


def key_of(root: int, path: bytes) -> bytes:
    """Sorts as a walk goes: name by name, and roots in their order."""
    return struct.pack(">I", root) + path.replace(b"/", b"\0")


class Rows:
    """Rows that are collected, to be given on as record batches."""

    FULL = 2000

    def __init__(self) -> None:
        self._columns: dict[str, list[Any]] = {
            name: [] for name, _, _ in _COLUMNS}

    def add(self, kind: str, **values: Any) -> None:
        for name, column in self._columns.items():
            column.append(values.get(name))
        self._columns["kind"][-1] = kind

    def __len__(self) -> int:
        return len(self._columns["kind"])

    def take(self, least: int = 1) -> Optional[pa.RecordBatch]:
        """Returns the rows, if there are enough."""
        if len(self) < least:
            return None
        batch = pa.RecordBatch.from_pydict(self._columns, schema=ARROW)
        self.__init__()  # type: ignore[misc]
        return batch
