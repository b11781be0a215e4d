"""The findings of a program, from its report: in the same form for every
program, so that they can be counted and compared with labels
(tests/labelled/scoring.py).

A reader returns the findings of a finished job as scoring.Finding, with paths
below the target. One finding of the report is one here. PEERS has a row for
each program that has a reader; the others cannot be scored.
"""

import dataclasses
import hashlib
import os
import pathlib
import re
import shutil
import sys
from collections.abc import Callable

from harness import measure, rounds, tools

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2]
                    / "tests" / "labelled"))

from scoring import Finding

# The confidences of `sluice scan`, from low to high.
LEVELS = ("low", "medium", "high")
DEFAULT_LEVEL = LEVELS.index("medium")


@dataclasses.dataclass(frozen=True)
class Reader:
    """A program and how to read its report. `extra` is added to its command
    line, so that the report contains the places."""

    tool: tools.Tool
    read: Callable[[tools.Job], list[Finding]]
    extra: tuple[str, ...] = ()


def _below(job, path):
    return os.path.relpath(path, job.target)


def sluice(job):
    """The findings of every confidence; `level` is the confidence of each."""
    return [Finding(found["path"], found["start"]["line"],
                    found["end"]["line"], found["secret"], found["rule_id"],
                    LEVELS.index(found["confidence"]))
            for found in tools.load(job.stdout)["findings"]]


def gitleaks(job, report=None):
    return [Finding(_below(job, found["File"]), found["StartLine"],
                    found["EndLine"], found["Secret"], found["RuleID"])
            for found in tools.load(report or job.report) or []]


def kingfisher(job):
    """It names the first line; of a decoded value, that of the code."""
    findings = []
    for entry in tools.load(job.report)["findings"]:
        found = entry["finding"]
        value = found["snippet"]
        findings.append(Finding(_below(job, found["path"]), found["line"],
                                found["line"] + value.count("\n"), value,
                                entry["rule"]["id"]))
    return findings


def detect_secrets(job):
    """It names a line and the SHA-1 of the value, which is looked for among
    the line's words and quoted parts; without it, the line must do."""
    findings = []
    for path, entries in tools.load(job.stdout)["results"].items():
        lines = None
        for found in entries:
            if lines is None:
                lines = _lines(job.target / path)
            number = found["line_number"]
            line = lines[number - 1] if number <= len(lines) else ""
            findings.append(Finding(
                os.path.normpath(path), number, number,
                _by_digest(line, found["hashed_secret"]), found["type"]))
    return findings


def _lines(path):
    return path.read_text(encoding="utf-8", errors="replace").split("\n")


_EDGE = re.compile(r"(?<=\w)(?=\W)|(?<=\W)(?=.)|^|$")
_LONGEST_LINE = 500


def _by_digest(line, digest):
    """The part of `line`, from one edge of a word to another, that has this
    SHA-1; None if there is none, or the line is too long to try."""
    if len(line) > _LONGEST_LINE:
        return None
    edges = sorted({match.start() for match in _EDGE.finditer(line)}
                   | {len(line)})
    for index, begin in enumerate(edges):
        for end in edges[index + 1:]:
            part = line[begin:end]
            if hashlib.sha1(part.encode()).hexdigest() == digest:
                return part
    return None


def credsweeper(job):
    """A finding of several places is a key in lines, or parts of a credential
    of which the last is the secret."""
    findings = []
    for found in tools.load(job.report) or []:
        places = found["line_data_list"]
        path = _below(job, places[-1]["path"])
        if found["rule"] == "PEM Private Key" and len(places) > 1:
            numbers = [place["line_num"] for place in places]
            findings.append(Finding(path, min(numbers), max(numbers), None,
                                    found["rule"]))
        else:
            place = places[-1]
            findings.append(Finding(path, place["line_num"],
                                    place["line_num"], place["value"],
                                    found["rule"]))
    return findings


SLUICE = Reader(tools.SLUICE, sluice,
                ("--show-secrets", "--min-confidence", "low"))

_READ = {"gitleaks": gitleaks, "kingfisher": kingfisher,
         "detect-secrets": detect_secrets, "credsweeper": credsweeper}
PEERS = tuple(Reader(tool, _READ[tool.name]) for tool in tools.PEERS
              if tool.name in _READ)


# --- Runs ---

@dataclasses.dataclass(frozen=True)
class Outcome:
    """One run. `how` is "finished", or why there are no findings."""
    how: str
    findings: list[Finding] | None = None
    wall: float | None = None
    command: tuple[str, ...] = ()


def run(reader, program, target, setting):
    """Runs a program over a folder, once."""
    out = setting.folder / "out"
    out.mkdir()
    try:
        job = tools.Job(program, target, setting.threads, out)
        argv = [*reader.tool.command(job), *reader.extra]
        command = tuple(rounds.portable(argv, job))
        ran = measure.run(argv, setting.env, out, setting.limit)
        if ran.timed_out:
            return Outcome(f"not finished after {setting.limit:g} s",
                           wall=ran.wall, command=command)
        if ran.exit not in reader.tool.ok:
            return Outcome(f"failed: exit {ran.exit}: "
                           f"{rounds.last_words(out)}", command=command)
        return Outcome("finished", reader.read(job), ran.wall, command)
    except (ValueError, LookupError, TypeError, OSError) as error:
        # The program ran, but its report is not what its reader expects.
        return Outcome(f"failed: no such report: {error!r}")
    finally:
        shutil.rmtree(out)
