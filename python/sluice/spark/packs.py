"""Files are packed into tasks by what they cost, not by how many they are.

The cost of a file is its bytes, and as many bytes as could be read in the time
that it takes to open one. A pack is closed when it has come to the size of a task;
a file that is larger is cut into equal ranges of at most that size, a pack each.
So all packs but the last one of each lister cost nearly the same, and whoever is
free takes the next: with p packs of at most c, m workers are done after
(total / m) + c at the latest (Graham 1969, list scheduling). The last packs,
which are smaller, are put together longest first and come at the end.

Rejected: longest-first packing of all files (LPT). Its bound is better (4/3 of
the optimum instead of 2), but it needs all sizes sorted in one place; and with
packs of equal cost, ten a worker, both are within a tenth of the ideal
(bench/spark_skew.py). Rejected: partitions by count, as Spark's binaryFiles() is
often used: one task then has the Pareto tail.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from .arrays import NO_RANGE, int64s
from .objects import Entry

ALIGNMENT = 1024 * 1024


def ranges_of(size: int, task_bytes: int) -> list[tuple[int, int]]:
    """Equal ranges of a file of `size` bytes, each of at most about
    `task_bytes`; one if it is not cut."""
    if size <= task_bytes + task_bytes // 4:
        return [(0, size)]
    count = -(-size // task_bytes)
    step = -(-size // count)
    step = max(-(-step // ALIGNMENT) * ALIGNMENT, ALIGNMENT)
    return [(begin, min(begin + step, size)) for begin in range(0, size, step)]


class Pack(NamedTuple):
    values: dict[str, Any]  # of a row


class Packer:
    """Takes the files of one root after the other; gives packs as they fill."""

    def __init__(self, task_bytes: int, file_cost: int) -> None:
        self._task_bytes = task_bytes
        self._file_cost = file_cost
        self._root = -1
        self._clear()

    def _clear(self) -> None:
        self._paths: list[bytes] = []
        self._sizes: list[int] = []
        self._mtimes: list[int] = []
        self._cost = 0

    def add(self, root: int, entry: Entry) -> Iterator[Pack]:
        ranges = ranges_of(entry.size, self._task_bytes)
        if len(ranges) > 1:
            for begin, end in ranges:
                yield Pack({
                    "root": root, "paths": entry.path,
                    "sizes": int64s([entry.size]),
                    "mtimes": int64s([entry.mtime]), "begin": begin, "end": end,
                    "cost": end - begin + self._file_cost})
            return
        if root != self._root and self._paths:
            yield self._pack()
        self._root = root
        self._paths.append(entry.path)
        self._sizes.append(entry.size)
        self._mtimes.append(entry.mtime)
        self._cost += entry.size + self._file_cost
        if self._cost >= self._task_bytes:
            yield self._pack()

    def rest(self) -> Iterator[Pack]:
        if self._paths:
            yield self._pack()

    def _pack(self) -> Pack:
        pack = Pack({"root": self._root, "paths": b"\0".join(self._paths),
                     "sizes": int64s(self._sizes),
                     "mtimes": int64s(self._mtimes), "begin": NO_RANGE,
                     "end": NO_RANGE, "cost": self._cost})
        self._clear()
        return pack


def place_rest(costs: list[int], room: int) -> list[int]:
    """The bin of each of the packs that are not full, longest first."""
    bins: list[int] = []
    places = [0] * len(costs)
    for index in sorted(range(len(costs)), key=lambda i: -costs[i]):
        best = min(range(len(bins)), key=bins.__getitem__, default=None)
        if best is None or bins[best] + costs[index] > room:
            bins.append(0)
            best = len(bins) - 1
        bins[best] += costs[index]
        places[index] = best
    return places
