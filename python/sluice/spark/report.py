"""Writes what a scan gave as a report of `sluice/1`, from which `sluice report
convert` makes any other format.

The order is Spark's work; the driver writes line by line.
"""

import json
import os
import re
from collections.abc import Iterator
from typing import Optional

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

import sluice

from .columns import ORDER, Scan
from .rows import COUNTS, SKIPS
from .summary import Summary
from .words import text_of

_NAMED = 5         # mistyped tokens
_MOST = 100        # of a list of the coverage

# After this member comes the number of the secret. Quotes in texts are escaped,
# so that no text looks like it.
_FINGERPRINT = re.compile(r',"fingerprint":"(?:[^"\\]|\\.)*"')


def _texts(frame: DataFrame, summary: Summary) -> Iterator[str]:
    """The findings in their order, with the numbers of their secrets."""
    ordered = frame.orderBy(*ORDER).select("secret_name", "json")
    for row in ordered.toLocalIterator():
        text: str = row["json"]
        number = summary.add(json.loads(text), row["secret_name"])
        before = _FINGERPRINT.search(text)
        if number and before:
            end = before.end()
            text = f'{text[:end]},"secret_id":{number}{text[end:]}'
        yield text


class _Named:
    """The entries of the coverage, in order. `incomplete` is never cut."""

    def __init__(self, coverage: DataFrame) -> None:
        self.lists: dict[str, list[str]] = {
            "incomplete": [], "mistyped": [], "notes": [], "skipped": [],
            "ignored_by": []}
        self.more_notes = 0
        rows = coverage.filter(F.col("what") != "counts").orderBy(*ORDER)
        for row in rows.select("what", "json").toLocalIterator():
            named = self.lists[row["what"]]
            most = {"incomplete": None, "mistyped": _NAMED}.get(
                row["what"], _MOST)
            if most is None or len(named) < most:
                named.append(row["json"])
            elif row["what"] == "notes":
                self.more_notes += 1


def _counted(number: int, one: str, more: str) -> str:
    return f"{number:,} {one if number == 1 else more}"


def _notes(named: _Named, counts: dict[str, int]) -> list[str]:
    notes = [json.loads(text) for text in named.lists["notes"]]
    if named.more_notes:
        notes.append(f"{named.more_notes} more notes about files")
    if counts["left_out"]:
        files = _counted(counts["left_out"], "file was", "files were")
        notes.append(f"{files} skipped by the prefilter of the configuration")
    if counts["pdf"]:
        files = _counted(counts["pdf"], "PDF file", "PDF files")
        notes.append(f"compressed text in {files} was not read")
    return notes


def _list(entries: list[str]) -> str:
    text = ",".join(f"\n      {one}" for one in entries)
    return f"[{text}\n    ]" if text else "[]"


def write_report(scan: Scan, path: str, *, config: Optional[str] = None,
                 config_name: str = "configuration",
                 show_secrets: bool = False) -> dict[str, int]:
    """Writes the report to a file of this machine's, which is whole or not there.
    `config` and `show_secrets` are those of the scan. Gives the counts."""
    findings, coverage = scan
    engine = sluice.Engine(config)
    kept = engine.default_rules
    # An aggregate has one row, whether there are objects or not.
    [sums] = coverage.agg(
        *(F.sum(name).alias(name) for name in COUNTS)).collect()
    counts = {name: sums[name] or 0 for name in COUNTS}
    counts["findings"] = 0
    summary = Summary("repository" in findings.columns and findings.select(
        "repository").distinct().limit(2).count() > 1)
    policy = {"origin": "default" if config is None else "command_line",
              "default_rules": kept > 0,
              "rules_disabled": sluice.Engine().rules - kept if kept else 0}
    if config is not None:
        policy["file"] = config_name
    part = f"{path}.part"
    with open(part, "w", encoding="utf-8") as out:
        tool = {"name": "sluice", "version": sluice.version(),
                "rules": engine.rules, "rules_sha256": engine.rules_sha256}
        out.write('{\n  "schema": "sluice/1",\n  "tool": ' + text_of(tool) +
                  ',\n  "secrets": ' +
                  ('"shown"' if show_secrets else '"masked"') +
                  ',\n  "findings": [')
        for text in _texts(findings, summary):
            out.write(("," if counts["findings"] else "") + f"\n    {text}")
            counts["findings"] += 1
        out.write("\n  ]" if counts["findings"] else "]")
        out.write(',\n  "summary": {' + ",".join(
            f'\n    "{name}": {text_of(value)}'
            for name, value in summary.json().items()) + "\n  }")
        skips = {name: counts[name] for name in SKIPS}
        named = _Named(coverage)
        mistyped = ",".join(named.lists["mistyped"])
        members = {
            **{name: str(counts[name]) for name in COUNTS[:3]},
            "skipped": text_of(skips),
            "ignored_by": _list(named.lists["ignored_by"]),
            "ignored_credentials": '{"count":0,"first":[]}',
            "skipped_paths": _list(named.lists["skipped"]),
            "below_confidence": str(counts["below_confidence"]),
            "mistyped": f'{{"count":{counts["mistyped"]},"first":[{mistyped}]}}',
            "baseline": str(counts["baseline"]),
            "allowed": str(counts["allowed"]),
            "allowlisted": str(counts["allowlisted"]),
            "self_allowed": str(counts["self_allowed"]),
            "policy": text_of(policy),
            "notes": text_of(_notes(named, counts)),
            "incomplete": _list(named.lists["incomplete"]),
        }
        out.write(',\n  "coverage": {' + ",".join(
            f'\n    "{name}": {text}' for name, text in members.items()) +
            "\n  }\n}\n")
    counts["incomplete"] = len(named.lists["incomplete"])
    os.replace(part, path)
    return counts
