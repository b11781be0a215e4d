"""Runs fuzz targets that libFuzzer drives: `./dev fuzz`.

    run.py FOLDER SECONDS [TARGET...]

FOLDER is a build's (-Dfuzz=true). Each target runs for so many seconds, from
the corpus in the repository and from what earlier runs found, which is kept in
FOLDER/corpus/<target>/. With 0 seconds nothing new is tried: what is there runs
once, so that the outcome is always the same. One line a target; exit code 1 and
the path of the input for each that crashed, hung or took too much memory.
"""

import os
import pathlib
import re
import subprocess
import sys

CORPUS = pathlib.Path(__file__).resolve().parent / "corpus"

# Inputs are short, and short inputs are fast. A few KiB suffice for non-linear
# work to exceed the time that an input may take.
MOST_BYTES = 1024
MOST_SECONDS = 10  # for one input
MOST_MB = 2048


def run(folder, name, seconds):
    """Runs one target; gives runs, runs a second, and the input of a crash or
    why there are no runs."""
    kept = folder / "corpus" / name
    crashes = folder / "crashes"
    kept.mkdir(parents=True, exist_ok=True)
    crashes.mkdir(exist_ok=True)
    limit = f"-max_total_time={seconds}" if seconds else "-runs=0"
    done = subprocess.run(
        [folder / "tests" / "fuzz" / f"fuzz-{name}",
         limit, f"-max_len={MOST_BYTES}",
         f"-timeout={MOST_SECONDS}", f"-rss_limit_mb={MOST_MB}",
         f"-artifact_prefix={crashes}/{name}-", "-print_final_stats=1",
         "-verbosity=1", kept, CORPUS / name],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
        # libFuzzer enforces the limit of memory, not the first refusal.
        env=dict(os.environ, ASAN_OPTIONS="allocator_may_return_null=1"))
    said = done.stdout.decode("utf-8", errors="replace")
    (folder / "crashes" / f"{name}.log").write_text(said, encoding="utf-8")

    def number(what):
        found = re.search(rf"stat::{what}:\s+(\d+)", said)
        return int(found.group(1)) if found else 0
    runs, speed = number("number_of_executed_units"), number(
        "average_exec_per_sec")
    if done.returncode == 0:
        return runs, speed, None
    written = re.search(r"Test unit written to (\S+)", said)
    return runs, speed, (
        written.group(1) if written
        else f"exit code {done.returncode}, see {crashes}/{name}.log")


def main(folder, seconds, *names):
    folder = pathlib.Path(folder)
    total, crashed = 0, 0
    for name in names or sorted(path.name for path in CORPUS.iterdir()):
        runs, speed, crash = run(folder, name, int(seconds))
        total += runs
        crashed += crash is not None
        print(f"{name:<10} {runs:>12,} runs {speed:>8,}/s  "
              f"{'ok' if crash is None else 'CRASH: ' + str(crash)}",
              flush=True)
    print(f"{'all':<10} {total:>12,} runs, {crashed} crashed")
    return 1 if crashed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
