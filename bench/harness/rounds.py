"""Runs the contestants in rounds over one input, and sums the rounds up.

Each round runs every contestant once, in an order shuffled anew. A machine has
slow minutes (a neighbour, heat, a timer); run in blocks, one tool would get
them all and the ratios would be of two different machines. In rounds every
tool gets its share, medians are over rounds, and two builds can be compared
pair by pair, round by round.
"""

import dataclasses
import os
import pathlib
import random
import shutil
import statistics
import sys

from harness import measure, tools

# A peak within this factor of the floor is measured once more.
FLOOR_MARGIN = 1.05

# Up to this many bytes an input is a matter of start-up, for slow tools too.
SMALL_SIZE = 4096


@dataclasses.dataclass
class Row:
    """One contestant's runs over one input, keyed by round."""

    contestant: tools.Contestant
    command: list[str] = dataclasses.field(default_factory=list)
    runs: dict[int, measure.Run] = dataclasses.field(default_factory=dict)
    findings: int | None = None
    peak_kib: int | None = None
    outcome: str = "ok"  # else "over the limit" or "failed: ..."

    @property
    def good(self):
        return [run for run in self.runs.values() if not run.timed_out]

    def median(self, figure):
        return statistics.median(figure(run) for run in self.good)

    @property
    def wall(self):
        """The median wall time in seconds; None without a finished run."""
        return self.median(lambda run: run.wall) if self.good else None


@dataclasses.dataclass(frozen=True)
class Setting:
    """The settings of every run. `limit` is in seconds, for one tool's runs.

    `folder` is this process's own. The programs' HOME is in it, too, so that
    no setting of the user's reaches them and their caches die with it.
    """

    threads: int
    limit: float
    folder: pathlib.Path

    @property
    def env(self):
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        return {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(home),
            "TMPDIR": str(self.folder),
            "LANG": "C.UTF-8",
            "NO_COLOR": "1",
            "GOMAXPROCS": str(self.threads),
        }


def play(contestants, source, rounds, setting):
    """Gives a Row per contestant.

    A tool leaves the rounds when it fails, when its runs together have taken
    longer than the limit, and, if it is a slow one, after the first round over
    more than a small file.
    """
    rows = [Row(contestant) for contestant in contestants]
    for number in range(rounds):
        order = [row for row in rows
                 if _plays(row, number, source, setting.limit)]
        random.Random(number).shuffle(order)
        for row in order:
            _progress(f"{source.case}: round {number + 1} of {rounds}, "
                      f"{row.contestant.label}")
            _once(row, number, source, setting)
    _progress("")
    _replace_peaks_at_floor(rows, source, setting)
    return rows


def _plays(row, number, source, limit):
    if row.outcome != "ok":
        return False
    if number > 0 and row.contestant.tool.slow and source.size > SMALL_SIZE:
        return False
    return sum(run.wall for run in row.runs.values()) < limit


def _once(row, number, source, setting):
    """One run of one tool; its report is read after the clock has stopped."""
    out = setting.folder / "out"
    out.mkdir()
    try:
        job = _job(row, source, setting, out)
        argv = row.contestant.tool.command(job)
        row.command = portable(argv, job)
        run = measure.run(argv, setting.env, out, setting.limit)
        if run.timed_out:
            row.outcome = "over the limit"
            row.runs[number] = run
        elif run.exit not in row.contestant.tool.ok:
            row.outcome = f"failed: exit {run.exit}: {last_words(out)}"
        else:
            row.runs[number] = run
            row.findings = row.contestant.tool.count(job)
    except (ValueError, LookupError, TypeError, OSError) as error:
        # The tool ran, but its report is not what tools.py expects.
        row.outcome = f"failed: no such report: {error!r}"
    finally:
        shutil.rmtree(out)


def _replace_peaks_at_floor(rows, source, setting):
    out = setting.folder / "out"
    out.mkdir()
    floor = measure.peak_floor(setting.env, out) * FLOOR_MARGIN
    shutil.rmtree(out)
    for row in rows:
        if not row.good:
            continue
        row.peak_kib = max(run.peak_kib for run in row.good)
        if row.peak_kib > floor:
            continue
        out.mkdir()
        argv = row.contestant.tool.command(_job(row, source, setting, out))
        row.peak_kib = measure.peak_of(argv, setting.env, out, setting.limit)
        shutil.rmtree(out)


def _job(row, source, setting, out):
    return tools.Job(row.contestant.program, source.path, setting.threads, out)


def paired(after, before):
    """Quartiles of after/before over the rounds both finished, or None."""
    ratios = [after.runs[number].wall / before.runs[number].wall
              for number in after.runs.keys() & before.runs.keys()
              if not (after.runs[number].timed_out
                      or before.runs[number].timed_out)]
    if len(ratios) < 2:
        return None
    return tuple(statistics.quantiles(ratios, n=4, method="inclusive"))


def portable(argv, job):
    """The command line with this machine's paths replaced by their roles."""
    roles = ((str(job.target), "TARGET"), (str(job.out), "OUT"),
             (str(job.target.parent), "FOLDER"))
    portable = [pathlib.Path(job.program).name]
    for word in argv[1:]:
        for path, role in roles:
            if word == path or word.startswith(path + os.sep):
                word = role + word[len(path):]
                break
        portable.append(word)
    return portable


def last_words(out):
    for stream in ("stderr", "stdout"):
        lines = (out / stream).read_text(errors="replace").split("\n")
        lines = [line.strip() for line in lines if line.strip()]
        if lines:
            return "".join(c for c in lines[-1] if c.isprintable())[:160]
    return "no message"


def _progress(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
