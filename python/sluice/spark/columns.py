"""The results of a scan, and their columns: those of the JSON `sluice/1`."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from .rows import COUNTS

ORDER = ("order_key", "order_at", "order_seq")

_POSITION = "struct<line: bigint, column: bigint, byte: bigint>"
_LINE_PLACE = "struct<line: bigint, column: bigint>"

# docs/sluice-1.schema.json, definitions/finding.
_FINDING = f"""
rule_id string, description string, provider string,
revoke struct<steps: string, url: string, source: string>, confidence string,
evidence struct<form: string, name: string, look: string, place: string,
 check: string>,
path string, path_bytes string, member array<string>,
start {_POSITION}, end {_POSITION},
match_start {_LINE_PLACE}, match_end {_LINE_PLACE},
match_trimmed struct<match_start: {_LINE_PLACE}, match_end: {_LINE_PLACE}>,
match string, secret string, entropy double,
checksum string, detail string, decoded array<string>, tags array<string>,
fingerprint string,
excerpt struct<column: bigint, before: string, secret: string, after: string>,
self_allowed boolean,
git struct<commit: string, author: string, email: string, date: string,
 message: string>
"""

# A row of the coverage: numbers that are to be added up (what: counts), or a path
# or sentence that the report names.
_ENTRY = "path string, path_bytes string, member array<string>, reason string, " \
         "rule_id string, line bigint"
_NAMED = ("incomplete", "mistyped", "notes", "skipped", "ignored_by")


class Scan(NamedTuple):
    """The results of a scan: docs/SPARK.md describes the columns."""
    findings: DataFrame
    coverage: DataFrame


def is_named() -> Column:
    """Whether a row belongs to the coverage."""
    return F.col("kind").isin("counts", *_NAMED)


def results(rows: DataFrame, order: Sequence[Column],
            first: Mapping[str, Column]) -> Scan:
    """The user's view of rows. `order` sorts them like reports: by key, at and
    seq; `first` are columns before all others."""
    before = [column.alias(name) for name, column in first.items()]
    behind = [column.alias(name) for name, column in zip(ORDER, order)]
    findings = rows.filter("kind = 'finding'").select(
        *before, F.from_json("json", _FINDING).alias("finding"),
        F.col("name").alias("secret_name"), "json", *behind
    ).select(*first, "finding.*", "secret_name", "json", *ORDER)
    coverage = rows.filter(is_named()).select(
        F.col("kind").alias("what"), *before,
        *(F.coalesce(F.col("counts")[i], F.lit(0)).alias(name)
          for i, name in enumerate(COUNTS)),
        F.from_json("json", _ENTRY).alias("entry"), "json", *behind
    ).select("what", *first, *COUNTS, "entry.*", "json", *ORDER)
    return Scan(findings, coverage)
