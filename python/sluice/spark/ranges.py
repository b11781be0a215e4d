"""Joins the ranges of a file.

The rows come sorted by file: first the facts of each range, then the findings,
range by range. The facts determine the line and column at which each range
begins, and which ranges must be scanned again. One is a range that begins
within a table or a block of allowed secrets which began before its context.
The other is a range that left something out because it lacked a keyword that
another range has seen (sluice.h, sluice_range). These are scanned here, in
order, so that later ranges know what goes on.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Optional

import pyarrow as pa

import sluice

from .rows import COUNTS, Rows
from .scanning import scan_range
from .settings import Settings
from .words import entry

# The members of a finding's JSON that contain places. In strings quotes are
# escaped, so that no string can look like one.
_PLACE = re.compile(r'"(start|end|match_start|match_end)":\{"line":(\d+),"column":(\d+)')
_EXCERPT = re.compile(r'"excerpt":\{"column":(\d+),')


class _Range:
    def __init__(self, about: dict[str, Any]) -> None:
        self.about = about
        self.line = 0      # to be added to lines,
        self.column = 0    # and to columns on line 1
        self.again = False


def moved(text: str, line: int, column: int) -> str:
    """A finding's JSON, with the places of the file."""
    if line == 0 and column == 0:
        return text
    first = False

    def place(found: "re.Match[str]") -> str:
        nonlocal first
        at = int(found[2])
        if found[1] == "start":
            first = at == 1
        shift = column if at == 1 else 0
        return (f'"{found[1]}":{{"line":{at + line},'
                f'"column":{int(found[3]) + shift}')
    text = _PLACE.sub(place, text)
    if first and column:
        text = _EXCERPT.sub(
            lambda found: f'"excerpt":{{"column":{int(found[1]) + column},',
            text, count=1)
    return text


def _moved_line(text: str, line: int) -> str:
    one = json.loads(text)
    if line and "line" in one:
        text = text.replace(f'"line":{one["line"]}', f'"line":{one["line"] + line}')
    return text


class _File:
    """One file, whose rows come."""

    def __init__(self, settings: Settings, key: bytes) -> None:
        self._settings = settings
        self.key = key
        self._ranges: dict[int, _Range] = {}
        self._settled = False
        self._told: set[tuple[str, str]] = set()
        self._root = 0
        self._path = b""

    def add_range(self, row: dict[str, Any]) -> None:
        about = json.loads(row["json"])
        self._root, self._path = row["root"], row["path"]
        self._ranges[about["begin"]] = _Range(about)

    def settle(self, rows: Rows) -> None:
        """Once all ranges are there: what is to be done about each."""
        if self._settled:
            return
        self._settled = True
        ranges = [self._ranges[begin] for begin in sorted(self._ranges)]
        versions = {one.about.get("version") for one in ranges} - {None}
        keywords = sorted({rule for one in ranges
                           for rule in one.about.get("keywords", ())})
        cut = all(one.about.get("cut", 1) for one in ranges)
        whole = all(one.about["whole"] for one in (ranges if cut else ranges[:1]))
        if len(versions) > 1:
            whole = False
            reported = self._settings.roots[self._root].reported(self._path)
            rows.add("incomplete", key=self.key, begin=-1, at=0, seq=0,
                     path=reported,
                     json=entry(reported, "it was changed while it was read"))
        if cut:
            self._place(ranges, keywords, rows)
        counts = dict.fromkeys(COUNTS, 0)
        for one in ranges:
            about = one.about
            for name, member in (("members_scanned", "members"),
                                 ("bytes_scanned", "bytes")):
                counts[name] += about.get(member, 0)
            for name in COUNTS:
                if name != "files_scanned":
                    counts[name] += about.get(name, 0)
        counts["files_scanned"] = int(whole)
        rows.add("counts", counts=list(counts.values()))

    def _place(self, ranges: list[_Range], keywords: list[str],
               rows: Rows) -> None:
        line, column, since = 0, 1, None
        for one in ranges:
            begin = one.about["begin"]
            goes_on = since
            if goes_on and goes_on[0] >= sluice.range_context(begin):
                goes_on = None
            wanting = set(one.about.get("undecided", ())) & set(keywords)
            one.line, one.column = line, column - (begin + 1)
            if (goes_on or wanting) and one.about["whole"]:
                one.again = True
                again = Rows()
                one.about = scan_range(
                    self._settings, again, self._settings.roots[self._root],
                    self._path, one.about["size"], one.about["mtime"], begin,
                    one.about["end"], goes_on, keywords)
                batch = again.take()
                for row in batch.to_pylist() if batch else ():
                    if row["kind"] != "range":
                        self._give(one, row, rows)
            if "end_line" not in one.about:
                since = None
                continue
            column = one.about["end_column"] + (
                one.column if one.about["end_line"] == 1 else 0)
            line += one.about["end_line"] - 1
            since = one.about["open"]

    def add(self, row: dict[str, Any], rows: Rows) -> None:
        one = self._ranges[row["begin"]]
        if not one.again:
            self._give(one, row, rows)

    def _give(self, one: _Range, row: dict[str, Any], rows: Rows) -> None:
        kind, text = row["kind"], row["json"]
        if kind == "finding":
            text = moved(text, one.line, one.column)
        elif kind == "mistyped":
            text = _moved_line(text, one.line)
        elif (kind, text) in self._told:
            return  # notes and reasons, once a file
        else:
            self._told.add((kind, text))
        rows.add(kind, root=row["root"], key=row["key"], begin=row["begin"],
                 at=row["at"], seq=row["seq"], json=text, name=row["name"],
                 path=row["path"])


def settle_ranges(settings: Settings, batches: Iterable[pa.RecordBatch]
                  ) -> Iterator[pa.RecordBatch]:
    """For DataFrame.mapInArrow(), of rows of ranges: sorted by key, and the rows
    about ranges before those of what was found."""
    rows = Rows()
    file: Optional[_File] = None
    for batch in batches:
        for row in batch.to_pylist():
            if file is None or file.key != row["key"]:
                if file is not None:
                    file.settle(rows)
                file = _File(settings, row["key"])
            if row["kind"] == "range":
                file.add_range(row)
            else:
                file.settle(rows)
                file.add(row, rows)
        if (some := rows.take(Rows.FULL)) is not None:
            yield some
    if file is not None:
        file.settle(rows)
    if (last := rows.take()) is not None:
        yield last


