"""Adds up the test cases of a `meson test` run.

Reads meson's testlog.json, one JSON object a line, each with the output of a
test program: doctest and unittest say how many cases they ran, and a fuzz
target, which is one case, how many inputs (tests/fuzz/replay.cc). Names what
was skipped, with the reason, and closes with "N passed, M failed" (and ", K
skipped"). A program that failed without saying which case counts as one
failure; one that ran no case is a failure too. For each program that failed
there is the command that repeats it, in a full run with its seed (effort.py).

unittest names a skipped case if it runs with -v; a case of doctest that has
found nothing to test says so in a message that begins with "skipped: ". A
program may also end with exit code 77, as meson has it.
"""

import ast
import json
import re
import sys

import effort

DOCTEST = re.compile(
    r"\[doctest\] test cases:\s+(\d+) \|\s+(\d+) passed \|\s+(\d+) failed"
    r" \|\s+(\d+) skipped")
DOCTEST_SAID = re.compile(r"MESSAGE: skipped: (.*)")
UNITTEST = re.compile(r"^Ran (\d+) tests? in ", re.M)
UNITTEST_BAD = re.compile(r"^FAILED \((.*)\)", re.M)
UNITTEST_SKIPPED = re.compile(r"skipped=(\d+)")
# The name of a case, or the end of one that was skipped: on one line, or with
# the case's description or output between the two.
UNITTEST_LINE = re.compile(
    r"^ *(\w+) \([\w.]+\)|(?:^|\.\.\. )skipped ('.*'|\".*\")$", re.M)
FUZZ = re.compile(r"^fuzz: \d+ files, \d+ mutations$", re.M)
RANDOM = re.compile(r"^(\d+) texts, (\d+) failed$", re.M)


def strip_colours(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def output_of(test):
    return strip_colours(test.get("stdout", "") + test.get("stderr", ""))


def skips(test):
    """[(case or "", reason)] of one test program, as far as it names them."""
    text = output_of(test)
    named = [("", said) for said in DOCTEST_SAID.findall(text)]
    case = ""
    for match in UNITTEST_LINE.finditer(text):
        if match[1]:
            case = match[1]
        else:
            named.append((case, ast.literal_eval(match[2])))
    if test["result"] == "SKIP":
        named.append(("", text.strip().rpartition("\n")[2]))
    return named


def count(test):
    """(passed, failed, skipped) of one test program."""
    text = output_of(test)
    passed = failed = skipped = 0
    for match in DOCTEST.finditer(text):
        passed += int(match[2])
        failed += int(match[3])
        skipped += int(match[4])
    said = len(DOCTEST_SAID.findall(text))
    passed -= said
    skipped += said
    for match in UNITTEST.finditer(text):
        passed += int(match[1])
    passed += len(FUZZ.findall(text))
    for match in RANDOM.finditer(text):
        failed += int(match[2])
        passed += int(match[1]) - int(match[2])
    for match in UNITTEST_BAD.finditer(text):
        bad = sum(
            int(n) for n in re.findall(r"(?:failures|errors)=(\d+)", match[1]))
        failed += bad
        passed -= bad
    for match in UNITTEST_SKIPPED.finditer(text):
        skipped += int(match[1])
        passed -= int(match[1])
    # A class that skips itself as it is set up is no case that ran.
    passed += sum(case in ("setUpClass", "setUpModule")
                  for case, _ in skips(test))
    if test["result"] == "SKIP":
        skipped += 1
    elif test["result"] != "OK" and failed == 0:
        failed = 1
    if passed + failed + skipped == 0:
        failed = 1
        print(f"no test case was run by {test['name']}")
    return passed, failed, skipped


def name_of(test):
    """The name without the project and the suite, as `meson test` takes it."""
    return test["name"].rpartition("/ ")[2]


def tell_skips(test, skipped):
    """A line for each reason, with the cases that have it."""
    name = name_of(test)
    reasons = {}
    for case, reason in skips(test):
        reasons.setdefault(reason, []).append(case)
    rest = skipped - sum(map(len, reasons.values()))
    if rest > 0:
        reasons["it does not say why"] = [f"{rest} of its cases"]
    for reason, cases in reasons.items():
        cases = ", ".join(dict.fromkeys(filter(None, cases)))
        print(f"skipped: {name}: {cases + ': ' if cases else ''}{reason}")


def tell_command(test):
    """The one command that runs a failed test again, with the same values."""
    command = f"./dev test {name_of(test)}"
    if effort.FULL:
        command = f"SLUICE_SEED={effort.seed(0)} ./dev test --full {name_of(test)}"
    print(f"failed: {name_of(test)}: to repeat it: {command}")


def main():
    with open(sys.argv[1], encoding="utf-8") as log:
        tests = [json.loads(line) for line in log if line.strip()]
    counts = [count(test) for test in tests]
    for test, (_, _, skipped) in zip(tests, counts):
        if skipped:
            tell_skips(test, skipped)
    for test, (_, failed, _) in zip(tests, counts):
        if failed:
            tell_command(test)
    passed, failed, skipped = map(sum, zip((0, 0, 0), *counts))
    print(f"{passed} passed, {failed} failed"
          + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
