"""Runs tests: all of them once, to see which mutants each one meets, and then
for a mutant those that may kill it.
"""

import concurrent.futures
import dataclasses
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading
import time

# Meson's code of a test that has skipped itself.
_SKIPPED = 77
_FAILED_CASE = re.compile(r"^(?:FAIL|ERROR): (\w+)|^TEST CASE: +(.+)", re.M)


_LATE = "too slow"


@dataclasses.dataclass(frozen=True)
class Run:
    failed: frozenset  # the cases, or what else says why
    seconds: float


def command_of(test, first_failure_ends):
    command = list(test["cmd"])
    if not first_failure_ends:
        return command
    if "unittest" in command:
        return command + ["-f"]
    if len(command) == 1 and any("unit" in suite for suite in test["suite"]):
        return command + ["--abort-after=1"]
    return command


def run(test, build, limit, environment, first_failure_ends=False):
    """One run of a test of meson's, ended after `limit` seconds."""
    begin = time.monotonic()
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(
            command_of(test, first_failure_ends), cwd=test["workdir"] or build,
            env={**os.environ, **test["env"], **environment},
            stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            start_new_session=True)
        try:
            code, late = child.wait(timeout=limit), False
        except subprocess.TimeoutExpired:
            code, late = 1, True
        # The programs that the test has started end with it.
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        child.wait()
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    failed = set()
    if late:
        failed.add(_LATE)
    elif code not in (0, _SKIPPED):
        failed = {(case[1] or case[2]).strip()
                  for case in _FAILED_CASE.finditer(text)}
        failed = failed or {f"exit code {code}"}
    return Run(frozenset(failed), time.monotonic() - begin)


def meet(tests, build, folder, highest, limit, jobs, environment, report):
    """Runs each test once, without a mutant. Reports its name and {failed,
    seconds, reached, differs}: the cases that fail nevertheless, the numbers of
    the mutants whose place it reaches, and of those that make a difference
    there."""
    lock = threading.Lock()
    folder = pathlib.Path(folder)
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)

    def one(test):
        seen = folder / re.sub(r"\W", "_", test["name"])
        seen.write_bytes(bytes(2 * highest + 2))
        seen.chmod(0o666)
        done = run(test, build, limit,
                   {**environment, "SLUICE_MUTANTS_SEEN": str(seen)})
        flags = seen.read_bytes()
        met = {"failed": sorted(done.failed), "seconds": done.seconds,
               "reached": [n for n in range(1, highest + 1) if flags[2 * n]],
               "differs": [n for n in range(1, highest + 1)
                           if flags[2 * n + 1]]}
        with lock:
            report(test["name"], met)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, tests))


def order(names, module, met):
    """The tests in the order in which they are tried: that of the mutant's own
    module first, then the quick ones."""
    own = module.split("/")[1]
    return sorted(names, key=lambda name: (
        not re.match(rf"(cli-)?{own}\b", name), met[name]["seconds"]))


@dataclasses.dataclass(frozen=True)
class Verdict:
    killer: str  # a test and what failed in it; empty if none did
    tried: tuple
    left: tuple  # for which no time was left
    seconds: float


def can_kill(met):
    """Whether a test ends in time without a mutant."""
    return _LATE not in met["failed"]


def judge(number, tests, met, build, budget, environment):
    """Runs `tests` with one mutant until a case fails that passes without it,
    also when that is tried again right afterwards."""
    begin = time.monotonic()
    tried = []
    for place, test in enumerate(tests):
        spent = time.monotonic() - begin
        usual = met[test["name"]]["seconds"]
        if tried and spent + usual > budget:
            return Verdict("", tuple(tried),
                           tuple(t["name"] for t in tests[place:]), spent)
        tried.append(test["name"])
        known = set(met[test["name"]]["failed"])

        def failing(mutant):
            return run(test, build, 30 + 5 * usual,
                       {**environment, "SLUICE_MUTANT": str(mutant)},
                       first_failure_ends=not known).failed - known
        failed = failing(number)
        if failed and (killers := failed - failing(0)):
            return Verdict(f"{test['name']}: {min(killers)}", tuple(tried), (),
                           time.monotonic() - begin)
    return Verdict("", tuple(tried), (), time.monotonic() - begin)
