"""The columns of what a scan gives: those of the JSON `sluice/1`."""

from .rows import COUNTS

_POSITION = "struct<line: bigint, column: bigint, byte: bigint>"

# docs/sluice-1.schema.json, definitions/finding.
FINDING = f"""
rule_id string, description string, provider string,
revoke struct<steps: string, url: string, source: string>, confidence string,
evidence struct<form: string, name: string, look: string, place: string,
 check: string>,
path string, path_bytes string, member array<string>,
start {_POSITION}, end {_POSITION}, match string, secret string, entropy double,
checksum string, detail string, decoded array<string>, tags array<string>,
fingerprint string,
excerpt struct<column: bigint, before: string, secret: string, after: string>,
self_allowed boolean,
git struct<commit: string, author: string, email: string, date: string,
 message: string>
"""

# A row of the coverage: numbers that are to be added up (what: counts), or a path
# or sentence that the report names.
ENTRY = "path string, path_bytes string, member array<string>, reason string, " \
        "rule_id string, line bigint"

COUNT_COLUMNS = COUNTS
