"""The tables for a reader, and the record of a run as JSON."""

import datetime
import hashlib
import os
import pathlib
import platform

from harness import rounds

COLUMNS = ("tool", "runs", "median", "min", "max", "x rg", "MB/s", "CPU",
           "peak RSS", "findings")


def table(source, rows, baseline, limit):
    """Lines of text: one row per contestant, fastest first."""
    header = f"{source.case}: {source.name}"
    if source.files > 1:
        header += f" ({source.files:,} files, {source.size / 1e6:,.1f} MB)"
    cells = [COLUMNS]
    for row in sorted(rows, key=lambda row: row.wall or float("inf")):
        cells.append(_cells(source, row, baseline, limit))
    widths = [max(len(line[i]) for line in cells)
              for i in range(len(COLUMNS))]
    lines = [header]
    for line in cells:
        first = line[0].ljust(widths[0])
        rest = (cell.rjust(width) for cell, width in
                zip(line[1:], widths[1:]))
        lines.append("  " + "  ".join((first, *rest)).rstrip())
    return lines


def _cells(source, row, baseline, limit):
    label = row.contestant.label
    if not row.good:
        what = (f"> {limit:g} s" if row.outcome == "over the limit"
                else "failed")
        return (label, "0", what) + ("-",) * (len(COLUMNS) - 3)
    walls = [run.wall for run in row.good]
    ratio = row.wall / baseline.wall if baseline and baseline.wall else None
    return (
        label,
        str(len(walls)),
        seconds(row.wall), seconds(min(walls)), seconds(max(walls)),
        f"{ratio:.2f}" if ratio else "-",
        _rate(source.size / 1e6 / row.wall) if source.size > 1e6 else "-",
        seconds(row.median(lambda run: run.user + run.system)),
        f"{row.peak_kib / 1024:,.1f} MiB" if row.peak_kib else "-",
        "-" if row.findings is None else f"{row.findings:,}",
    )


def _rate(value):
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


def seconds(value):
    if value < 1:
        return f"{value * 1000:.1f} ms"
    return f"{value:.2f} s"


def pairs(rows, builds):
    """A line for each later build of sluice against the first."""
    by_label = {row.contestant.label: row for row in rows}
    first = by_label.get(builds[0]) if builds else None
    lines = []
    for label in builds[1:]:
        quartiles = rounds.paired(by_label[label], first)
        if quartiles:
            low, middle, high = quartiles
            lines.append(
                f"  {label} / {builds[0]}: {middle:.3f} round by round "
                f"(middle half {low:.3f} to {high:.3f})")
    return lines


def failures(rows):
    return [f"  {row.contestant.label} {row.outcome}" for row in rows
            if row.outcome.startswith("failed")]


def record(contestants, missing, notes, settings, played):
    """The run as plain data. No path, host or user of this machine in it."""
    return {
        "schema": "sluice-bench/1",
        "date": datetime.datetime.now(datetime.timezone.utc)
                .isoformat(timespec="seconds"),
        "machine": machine(),
        "settings": settings,
        "tools": [tool_record(contestant) for contestant in contestants],
        "missing": missing,
        "notes": notes,
        "cases": [_case(source, rows) for source, rows in played],
    }


def tool_record(contestant):
    return {
        "label": contestant.label,
        "name": contestant.tool.name,
        "version": contestant.version,
        "sha256": _sha256(contestant.program),
    }


def _case(source, rows):
    return {
        "case": source.case,
        "input": {"name": source.name, "files": source.files,
                  "bytes": source.size},
        "rows": [_row(row) for row in rows],
    }


def _row(row):
    return {
        "label": row.contestant.label,
        "command": row.command,
        "outcome": row.outcome,
        "median_s": row.wall,
        "peak_rss_kib": row.peak_kib,
        "findings": row.findings,
        "runs": [{
            "round": number,
            "wall_s": round(run.wall, 6),
            "user_s": round(run.user, 6),
            "system_s": round(run.system, 6),
            "timed_out": run.timed_out,
        } for number, run in sorted(row.runs.items())],
    }


def machine():
    """Processor, cores, memory and system, as far as Linux shows them."""
    release = platform.freedesktop_os_release()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "cpu": _cpu_model(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(memory / 2**30, 1),
        "kernel": platform.release(),
        "system": release.get("PRETTY_NAME", "unknown"),
        "load": os.getloadavg()[0],
    }


def _cpu_model():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        name, _, value = line.partition(":")
        if name.strip() in ("model name", "Model"):
            return value.strip()
    return platform.machine()


def _sha256(program):
    with open(program, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
