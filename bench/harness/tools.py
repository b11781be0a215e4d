"""The programs that are compared: command line, exit codes, findings.

The rule for every command line: the program as it comes, with its default
rules, over every file (no .gitignore, no history), nothing sent over the
network (no live validation, no update check), a machine-readable report where
it has one, and the same number of threads for all. Go programs without such an
option get it as GOMAXPROCS, which rounds.py sets for every program.
"""

import dataclasses
import json
import pathlib
import re
import shutil
import subprocess
from collections.abc import Callable

from harness import inputs


@dataclasses.dataclass(frozen=True)
class Job:
    """The input of a command line. `out` is a fresh folder for each run."""

    program: str
    target: pathlib.Path
    threads: int
    out: pathlib.Path

    @property
    def report(self):
        # betterleaks chooses the format by the end of the name.
        return self.out / "report.json"

    @property
    def stdout(self):
        return self.out / "stdout"


@dataclasses.dataclass(frozen=True)
class Tool:
    """One program. `ok` are the exit codes of a run that did its work.

    `count` returns the number of findings from a finished job, or None. `slow`
    marks programs that take minutes on the corpus: these run once, and only
    when asked.
    """

    name: str
    command: Callable[[Job], list[str]]
    ok: tuple[int, ...]
    count: Callable[[Job], int | None]
    version: tuple[str, ...] = ("--version",)
    slow: bool = False


@dataclasses.dataclass(frozen=True)
class Contestant:
    """A tool at a place on this machine, under the label of its row."""

    label: str
    tool: Tool
    program: str
    version: str


def contestant(label, tool, program):
    return Contestant(label, tool, program, _version(tool, program))


def find(name):
    """The program of that name on PATH, or None."""
    return shutil.which(name)


# --- Findings ---

def load(path):
    text = path.read_text(errors="replace").strip()
    return json.loads(text) if text else None


def _json_list(where, key=None):
    """Counts the elements of a JSON report, or of one of its members."""
    def count(job):
        data = load(getattr(job, where))
        if key is not None:
            data = data[key]
        return len(data or [])
    return count


def _betterleaks(job):
    """Since 2.0 the report is an object with the list."""
    data = load(job.report)
    return len((data.get("findings") if isinstance(data, dict) else data) or [])


def _json_lines(job):
    lines = job.stdout.read_text(errors="replace").splitlines()
    return sum(line.startswith("{") for line in lines)


def _rg_lines(job):
    """Sums `PATH:COUNT`, or the bare COUNT for one file."""
    lines = job.stdout.read_text(errors="replace").splitlines()
    return sum(int(line.rpartition(":")[2]) for line in lines)


def _detect_secrets(job):
    return sum(len(found) for found in load(job.stdout)["results"].values())


def _noseyparker(job):
    text = job.stdout.read_text(errors="replace")
    found = re.search(r"([\d,]+)/([\d,]+) new matches", text)
    return int(found[2].replace(",", "")) if found else None


# --- Command lines ---

SLUICE = Tool(
    "sluice",
    lambda job: [job.program, "scan", str(job.target), "--no-ignore",
                 "-f", "json", "-j", str(job.threads)],
    ok=(0, 1, 3), count=_json_list("stdout", "findings"))

# Walks, reads and looks for one literal: the least that any scanner must do.
BASELINE = Tool(
    "rg",
    lambda job: [job.program, "--no-config", "-uuu", "-c", "-j",
                 str(job.threads), "-e", inputs.RARE_LITERAL,
                 str(job.target)],
    ok=(0, 1), count=_rg_lines)

# The cost of starting, reaping and timing, which every other figure contains.
NOTHING = Tool("/bin/true", lambda job: [job.program], ok=(0,),
               count=lambda job: None)

PEERS = (
    Tool("keyhog",
         # Its daemon would do the work outside the process that is measured.
         lambda job: [job.program, "scan", "--daemon=off", "--backend", "simd",
                      "--no-config", "--no-default-excludes", "--format",
                      "json", "--threads", str(job.threads),
                      str(job.target)],
         ok=(0, 1, 13), count=_json_list("stdout")),
    Tool("kingfisher",
         lambda job: [job.program, "scan", "--no-validate",
                      "--no-update-check", "--git-history", "none", "--quiet",
                      "--format", "json", "--output", str(job.report),
                      "--jobs", str(job.threads), str(job.target)],
         ok=(0, 200, 205), count=_json_list("report", "findings")),
    Tool("noseyparker",
         # A datastore remembers earlier scans, hence a new one for each run.
         lambda job: [job.program, "scan", "--progress", "never",
                      "--git-history", "none", "--datastore",
                      str(job.out / "datastore"), "--jobs", str(job.threads),
                      str(job.target)],
         ok=(0,), count=_noseyparker),
    Tool("titus",
         lambda job: [job.program, "scan", "--format", "json",
                      "--include-hidden", "--output",
                      str(job.out / "titus.db"), str(job.target)],
         ok=(0,), count=_json_list("stdout"), version=("version",)),
    Tool("betterleaks",
         # Since 2.0, the end of the name chooses the format.
         lambda job: [job.program, "auto", "--no-banner", "--silent",
                      "--jobs", str(job.threads), "--output",
                      str(job.report), str(job.target)],
         ok=(0, 1), count=_betterleaks, version=("--version",)),
    Tool("gitleaks",
         lambda job: [job.program, "dir", "--no-banner", "--no-color",
                      "--log-level", "error", "--report-format", "json",
                      "--report-path", str(job.report), str(job.target)],
         ok=(0, 1), count=_json_list("report"), version=("version",),
         slow=True),
    Tool("trufflehog",
         lambda job: [job.program, "filesystem", "--no-verification",
                      "--no-update", "--json",
                      f"--concurrency={job.threads}", str(job.target)],
         ok=(0, 183), count=_json_lines, slow=True),
    Tool("detect-secrets",
         # It takes a folder as "." and a file by its full path. Any other way
         # it scans nothing and reports success.
         lambda job: [job.program, "-C", str(_folder(job)), "--cores",
                      str(job.threads), "scan", "--all-files", "--no-verify",
                      "." if job.target.is_dir() else str(job.target)],
         ok=(0,), count=_detect_secrets, slow=True),
    Tool("credsweeper",
         lambda job: [job.program, "--path", str(job.target), "--jobs",
                      str(job.threads), "--no-stdout", "--save-json",
                      str(job.report)],
         ok=(0,), count=_json_list("report"), slow=True),
)

def _folder(job):
    return job.target if job.target.is_dir() else job.target.parent


# --- Versions ---

def _version(tool, program):
    """The program's own version; for a Go program without one, the version of
    its sources."""
    said = _say([program, *tool.version])
    found = re.search(r"v?\d+\.\d+[\w.+-]*", said)
    if found:
        return found[0]
    go = shutil.which("go")
    built = _say([go, "version", "-m", program]) if go else ""
    found = re.search(r"^\s*mod\s+\S+\s+(\S+)", built, re.MULTILINE)
    return found[1] if found else "unknown"


def _say(argv):
    try:
        done = subprocess.run(argv, stdin=subprocess.DEVNULL, timeout=60,
                              stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.STDOUT, errors="replace")
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout
