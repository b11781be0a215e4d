#!/usr/bin/env python3
"""How strong the tests are: mutants of the product, and which tests kill them.

    mutants.py draw  --checkout DIR --scratch DIR --list FILE [--seed 62]
                     [--number 60]
    mutants.py cover --checkout DIR --scratch DIR [--list FILE]
                     [--than OTHER_SCRATCH]
    mutants.py run   --checkout DIR --scratch DIR --list FILE --out FILE
                     [--full] [--only N,N] [--budget SECONDS]
    and with each [--without REGEX] [--jobs N]

`draw` draws mutants by a seed over the lines that tests execute, spread over
the modules by size, at least one each: a bound by one, a comparison turned, a
condition negated, a case of a switch removed. It writes the list before any of
them is tried. `cover` prints the lines that the tests execute, module by
module, and with --than the lines that they do not execute although the tests
of another scratch folder's commit do. `run` tries the mutants of a list: each
is killed by the test that is named, or survives. All take a checkout, which is
a git repository, and build its HEAD in the scratch folder (once: delete the
folder to build anew). A list from one commit can be tried on another, where a
mutant is known by its file and the text of its line.

All mutants are in one build, each behind a switch (mutation/guard.h). Every
test runs once without a mutant, and the switches note which test reaches which
mutant, and whether the mutant would have made a difference there. So nothing
has to find out which test runs which line, for which gcov takes hours; and
only tests that see a difference are run with a mutant, the mutant's own module
first, then the quick ones. gcov counts the lines in the same run.

Tests whose name has a match of --without are left out; by default the
stand-ins, which run no program of ours. The run is the short one, or with
--full the long one (SLUICE_FULL=1, SLUICE_SEED=62 unless it is set). A mutant
that survived within --budget seconds of tests has the tests that were left
named. Mutants in code that runs while building (apps/rulec) count only where a
test runs that program again. What was measured is kept in the scratch folder,
so a command that was stopped goes on where it was.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "mutation"))

import build  # noqa: E402
import choice  # noqa: E402
import judging  # noqa: E402
import lines  # noqa: E402

# A test that takes longer than this (with counters) is ended.
LONGEST_S = 900


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("command", choices=("draw", "cover", "run"))
    parser.add_argument("--checkout", type=pathlib.Path, required=True)
    parser.add_argument("--scratch", type=pathlib.Path, required=True)
    parser.add_argument("--list", type=pathlib.Path)
    parser.add_argument("--than", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=62)
    parser.add_argument("--number", type=int, default=60)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--only", type=lambda text: {
        int(number) for number in text.split(",")})
    parser.add_argument("--budget", type=float, default=180)
    parser.add_argument("--without", type=re.compile,
                        default=re.compile("cli-stand-in-"))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    asked = parser.parse_args()
    if asked.command != "cover" and not asked.list:
        parser.error("--list is missing")
    if asked.command == "run" and not asked.out:
        parser.error("--out is missing")
    asked.checkout = asked.checkout.resolve()
    asked.scratch = asked.scratch.resolve()
    return asked


class State:
    """What is known of a build: its mutants, by number, for each test which
    of them it meets, and the lines that run, {file: {line: count}}. Kept in
    scratch/state.json."""

    def __init__(self, scratch):
        self.path = scratch / "state.json"
        self.mutants, self.met, self.lines = {}, {}, {}
        if self.path.exists():
            kept = json.loads(self.path.read_text(encoding="utf-8"))
            self.mutants = {int(number): choice.Mutant(**mutant)
                            for number, mutant in kept["mutants"].items()}
            self.met = kept["met"]
            self.lines = {
                file: {int(line): count for line, count in counts.items()}
                for file, counts in kept["lines"].items()}

    def keep(self):
        self.path.write_text(json.dumps(
            {"mutants": {n: vars(m) for n, m in self.mutants.items()},
             "met": self.met, "lines": self.lines}), encoding="utf-8")

    def number_of(self, mutant):
        return next((n for n, m in self.mutants.items() if m == mutant), None)

    def tests(self, number, what):
        """The tests that meet a mutant: "reached" or "differs"."""
        return [name for name, met in self.met.items()
                if judging.can_kill(met) and number in met[what]]


def environment(asked):
    if not asked.full:
        return {}
    return {"SLUICE_FULL": "1",
            "SLUICE_SEED": os.environ.get("SLUICE_SEED", "62")}


def measure(asked, mutants):
    """Builds with `mutants`, runs every test once; returns the state."""
    asked.scratch.mkdir(parents=True, exist_ok=True)
    state = State(asked.scratch)
    if state.lines:
        return state
    folder = asked.scratch / "build"
    if not state.met:
        print(f"building {asked.checkout} with {len(mutants)} mutants",
              flush=True)
        state.mutants = build.make(
            asked.checkout, asked.scratch, mutants, asked.jobs)
        build.forget_counts(folder)
        build.open_to_all(folder)

    def report(name, met):
        state.met[name] = met
        state.keep()
        print(f"{met['seconds']:7.1f} s  {name}"
              + "".join(f"  fails without a mutant: {case}"
                        for case in met["failed"]), flush=True)
    judging.meet(
        [test for test in build.tests_of(folder)
         if test["name"] not in state.met
         and not asked.without.search(test["name"])],
        folder, asked.scratch / "seen", max(state.mutants, default=0),
        LONGEST_S, asked.jobs, environment(asked), report)
    state.lines = lines.measured(folder, asked.scratch / "source")
    state.keep()
    return state


def commit_of(checkout):
    return subprocess.run(
        ["git", "-C", checkout, "log", "-1", "--format=%h %s"], check=True,
        stdout=subprocess.PIPE, text=True).stdout.strip()


def draw(asked):
    found = []
    for file in filter(choice.is_source, build.files_of(asked.checkout)):
        found += choice.mutants_of(file, build.written(asked.checkout, file))
    order = choice.draw_order(found, asked.seed)
    share = choice.shares({module: len(drawn) for module, drawn in
                           order.items()}, asked.number)
    # More than are wanted: those that no test reaches are passed over.
    several = [mutant for module, drawn in order.items()
               for mutant in drawn[:2 * share[module] + 3]]
    state = measure(asked, dict(enumerate(several, 1)))
    reached = {n for n in state.mutants if state.tests(n, "reached")}
    taken, rest = choice.take(
        [(n, m.module) for n, m in sorted(state.mutants.items())
         if n in reached], share, asked.number, asked.seed)
    site_line = {m: s.line for m, s in found}
    rows = [(place, state.mutants[n], site_line[state.mutants[n]],
             state.tests(n, "reached")) for place, n in enumerate(taken, 1)]
    asked.list.write_text(choice.write_list(rows), encoding="utf-8")
    print(f"{len(taken)} mutants of {commit_of(asked.checkout)}, seed "
          f"{asked.seed}: {asked.list}; {len(rest)} more are reached, "
          f"{len(state.mutants) - len(reached)} drawn are not")


def cover(asked):
    state = measure(asked, listed(asked))
    print(lines.table(lines.by_module(state.lines)))
    if asked.than:
        before = State(asked.than)
        for file, counts in sorted(before.lines.items()):
            new = build.written(asked.scratch / "source", file)
            for line in lines.lost(counts, build.written(asked.than / "source", file),
                                   state.lines.get(file, {}), new):
                print(f"no longer runs: {file}:{line}: "
                      + new.split("\n")[line - 1].strip())


def listed(asked):
    """{number: mutant} of the list, as far as the checkout has its lines."""
    if not asked.list:
        return {}
    there = {}
    for number, mutant, _ in choice.read_list(
            asked.list.read_text(encoding="utf-8")):
        if choice.find(mutant, build.written(asked.checkout, mutant.file)):
            there[number] = mutant
        else:
            print(f"gone: {number} {mutant}", flush=True)
    return there


def try_mutants(asked):
    there = listed(asked)
    known = {number: tests for number, _, tests in choice.read_list(
        asked.list.read_text(encoding="utf-8"))}
    state = measure(asked, there)
    folder = asked.scratch / "build"
    tests = {test["name"]: test for test in build.tests_of(folder)}
    verdicts = {}

    def one(number):
        inner = state.number_of(there[number])
        if inner is None:
            return number, None
        names = set(state.tests(inner, "differs"))
        if asked.full:
            # A test may reach more in a full run than in the measured one.
            names |= {name for name in state.met if name in known[number]
                      and inner not in state.met[name]["reached"]}
        names = judging.order(names, there[number].module, state.met)
        return number, judging.judge(
            inner, [tests[name] for name in names], state.met, folder,
            asked.budget, environment(asked))

    wanted = [n for n in there if not asked.only or n in asked.only]
    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
        for number, verdict in pool.map(one, wanted):
            verdicts[number] = verdict
            print(said_of(number, there[number], verdict), flush=True)
    asked.out.write_text(
        f"{commit_of(asked.checkout)}, {'full' if asked.full else 'short'} run\n"
        + "".join(said_of(n, there[n], v) + "\n" for n, v in verdicts.items())
        + summary(there, verdicts), encoding="utf-8")
    print(summary(there, verdicts), end="")


def said_of(number, mutant, verdict):
    if verdict is None:
        outcome = "does not compile"
    elif verdict.killer:
        outcome = f"killed by {verdict.killer} ({verdict.seconds:.0f} s)"
    else:
        outcome = f"SURVIVED {len(verdict.tried)} tests ({verdict.seconds:.0f} s)"
        if verdict.tried:
            outcome += ": " + " ".join(verdict.tried)
        if verdict.left:
            outcome += "; no time for " + " ".join(verdict.left)
    return (f"{number:>3} {mutant.kind:<10} {mutant.file}: {mutant.before}  ->  "
            f"{mutant.after}\n      {outcome}")


def summary(mutants, verdicts):
    """Killed and all, by kind and by module."""
    sums = collections.defaultdict(lambda: [0, 0])
    for number, verdict in verdicts.items():
        if verdict is not None:
            mutant = mutants[number]
            for name in ("all", mutant.kind, mutant.module):
                sums[name][0] += bool(verdict.killer)
                sums[name][1] += 1
    return "".join(f"{name:<20} {killed:>3} of {of:>3} killed\n"
                   for name, (killed, of) in sums.items())


def main():
    asked = parse()
    {"draw": draw, "cover": cover, "run": try_mutants}[asked.command](asked)


if __name__ == "__main__":
    main()
