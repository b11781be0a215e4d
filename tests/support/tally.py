"""Adds up the test cases of a `meson test` run.

Reads meson's testlog.json, one JSON object a line, each with the output of a
test program: doctest and unittest say how many cases they ran, and a fuzz
target, which is one case, how many inputs (tests/fuzz/replay.cc). Closes with
"N passed, M failed" (and ", K skipped"). A program that failed without saying
which case counts as one failure; one that ran no case is a failure too.
"""

import json
import re
import sys

DOCTEST = re.compile(
    r"\[doctest\] test cases:\s+(\d+) \|\s+(\d+) passed \|\s+(\d+) failed"
    r" \|\s+(\d+) skipped")
UNITTEST = re.compile(r"^Ran (\d+) tests? in ", re.M)
UNITTEST_BAD = re.compile(r"^FAILED \((.*)\)", re.M)
UNITTEST_SKIPPED = re.compile(r"skipped=(\d+)")
FUZZ = re.compile(r"^fuzz: \d+ files, \d+ mutations$", re.M)


def strip_colours(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def count(test):
    """(passed, failed, skipped) of one test program."""
    text = strip_colours(test.get("stdout", "") + test.get("stderr", ""))
    passed = failed = skipped = 0
    for match in DOCTEST.finditer(text):
        passed += int(match[2])
        failed += int(match[3])
    for match in UNITTEST.finditer(text):
        passed += int(match[1])
    passed += len(FUZZ.findall(text))
    for match in UNITTEST_BAD.finditer(text):
        bad = sum(
            int(n) for n in re.findall(r"(?:failures|errors)=(\d+)", match[1]))
        failed += bad
        passed -= bad
    for match in UNITTEST_SKIPPED.finditer(text):
        skipped += int(match[1])
        passed -= int(match[1])
    if test["result"] != "OK" and failed == 0:
        failed = 1
    if passed + failed + skipped == 0:
        failed = 1
        print(f"no test case was run by {test['name']}")
    return passed, failed, skipped


def main():
    with open(sys.argv[1], encoding="utf-8") as log:
        tests = [json.loads(line) for line in log if line.strip()]
    totals = [sum(column) for column in zip(*map(count, tests))] or [0, 0, 0]
    passed, failed, skipped = totals
    print(f"{passed} passed, {failed} failed"
          + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
