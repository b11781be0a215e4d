#!/usr/bin/env python3
"""How well sluice tells secrets from what looks like them: precision, recall
and F1 on the labelled set (README.md), by confidence, and recall by kind.

    score.py                        both halves, totals
    score.py --details              the tuning half, with each miss and each
                                    false alarm
    score.py --at-least 0.93        the checking half; exit code 1 if precision
                                    or recall at the default confidence is less

The checking half gives totals alone: who sees its cases can no longer measure
with it.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import scoring

ROOT = scoring.check_labels.HERE.parents[1]
LEVELS = ("low", "medium", "high")
DEFAULT = LEVELS.index("medium")  # what `sluice scan` reports unasked


def program():
    """The sluice under test: what SLUICE_BIN names, or the one in build/."""
    return os.environ.get("SLUICE_BIN") or str(
        ROOT / "build" / "apps" / "sluice" / "sluice")


def environment():
    """A run's: without the caller's rules and settings."""
    own = {name: value for name, value in os.environ.items()
           if not name.startswith(("GITLEAKS_", "GIT_"))}
    return own | {"HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent"}


def findings_of_sluice(folder, executable=None):
    """What sluice finds in a folder, of whatever confidence."""
    done = subprocess.run(
        [executable or program(), "scan", "-f", "json", "--no-ignore",
         "--show-secrets", "--min-confidence", "low", "."],
        cwd=folder, env=environment(), capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise OSError(f"sluice: exit code {done.returncode}: "
                      f"{done.stderr.decode(errors='replace')[:500]}")
    return [scoring.Finding(found["path"], found["start"]["line"],
                            found["end"]["line"], found["secret"],
                            found["rule_id"],
                            LEVELS.index(found["confidence"]))
            for found in json.loads(done.stdout)["findings"]]


def scores(half):
    """By confidence asked for, from low to high."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "repository"
        half.copy_to(copy)
        findings = findings_of_sluice(copy)
    return [half.score([finding for finding in findings
                        if finding.level >= level])
            for level in range(len(LEVELS))]


def print_totals(half, by_level):
    print(f"{half.name}: {len(half.labels):,} labels")
    print(f"  {'confidence':15}{'true':>6}{'found':>7}{'missed':>8}"
          f"{'false alarms':>14}{'precision':>11}{'recall':>8}{'F1':>8}")
    names = ("all", "medium and up", "high")
    for name, score in reversed(list(zip(names, by_level))):
        print(f"  {name:15}{len(score.found) + len(score.missed):6}"
              f"{len(score.found):7}{len(score.missed):8}"
              f"{len(score.alarms):14}{score.precision:11.3f}"
              f"{score.recall:8.3f}{score.f1:8.3f}")


def print_kinds(by_level):
    print("  recall by kind: found at medium and up, found at all, of")
    everything = by_level[0].by_kind()
    for kind, (found, of) in by_level[DEFAULT].by_kind().items():
        print(f"    {kind:20}{found:5}{everything[kind][0]:5}{of:5}")


def print_details(half, by_level):
    """Each miss and each false alarm, the unsure ones marked."""
    sure, everything = by_level[DEFAULT], by_level[0]
    for label in sure.missed:
        mark = "MISS" if label in everything.missed else "LOW "
        print(f"{mark} {label.path}:{label.line} {label.kind} "
              f"{label.value[:60]!r}")
    for alarm in everything.alarms:
        finding = alarm.finding
        mark = "FALSE" if finding.level >= DEFAULT else "false"
        kind = alarm.label.kind if alarm.label else "(no label)"
        print(f"{mark} {finding.path}:{finding.first} {kind} {finding.rule} "
              f"{(finding.value or '')[:60]!r}")
    print("LOW, false: below the default confidence. "
          f"{half.name} half only.")


def is_enough(score, least):
    return score.precision >= least and score.recall >= least


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--details", action="store_true",
                        help="the tuning half's misses and false alarms")
    parser.add_argument("--at-least", type=float, metavar="X",
                        help="judge the checking half")
    options = parser.parse_args()
    if options.details and options.at_least is not None:
        parser.error("the checking half gives no details")
    return options


def main():
    options = parse()
    tuning, checking = scoring.halves()
    if options.details:
        by_level = scores(tuning)
        print_details(tuning, by_level)
        print_totals(tuning, by_level)
        return 0
    judged = options.at_least is not None
    for half in (checking,) if judged else (tuning, checking):
        by_level = scores(half)
        print_totals(half, by_level)
        print_kinds(by_level)
    if judged and not is_enough(by_level[DEFAULT], options.at_least):
        print(f"precision or recall is below {options.at_least}")
        return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OSError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
