"""The fenced blocks of a page, the marks before them, and how they are run.

A mark is a comment of HTML on the line before the fence, so nobody who reads
the page sees it:

    <!-- run: demo -->                the commands run in the folder `demo`
    <!-- run: demo exit=1 -->         each of them ends with 1
    <!-- run: demo exit=0,1 -->       each of them ends with 0 or with 1
    <!-- not run: needs a release --> they do not run, for this reason
    <!-- file: my-rules.toml -->      the block is this file in later runs
    <!-- not loaded: part of a rule --> TOML that is no configuration
    <!-- not parsed: a sketch -->     it is not even parsed
"""

import dataclasses
import os
import re
import subprocess
import tempfile

FENCE = re.compile(r"^( *)```(\S*)\s*$")
MARK = re.compile(r"^ *<!-- (run|not run|file|not loaded|not parsed): "
                  r"(\S.*?) -->$")
SHELL = {"sh", "console"}
# Separates two commands in the output of a session.
BORDER = "\x01"
TIMEOUT_S = 120


@dataclasses.dataclass(frozen=True)
class Block:
    """One fenced block: its language, its lines, and its mark."""
    page: str
    line: int
    language: str
    text: str
    mark: str = ""
    said: str = ""

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def folder(self) -> str:
        """The prepared folder of a block that is run."""
        return self.said.split(" exit=")[0]

    @property
    def codes(self) -> set[int]:
        """The exit codes that each command may end with."""
        codes = self.said.partition(" exit=")[2] or "0"
        return set(map(int, codes.split(",")))


def blocks_of(page: str, text: str):
    """The blocks of a page, in order. Raises ValueError for an open one."""
    opened, lines, before = None, [], ""
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if opened and fence and not fence[2]:
            indent, first, language, mark = opened
            yield Block(page, first, language,
                        "".join(row[indent:] + "\n" for row in lines),
                        *(mark.groups() if mark else ()))
            opened, lines = None, []
        elif opened:
            lines.append(line)
        elif fence:
            opened = len(fence[1]), number, fence[2], MARK.match(before)
        before = line
    if opened:
        raise ValueError(f"{page}:{opened[1]}: the block has no end")


def is_complete(command: str) -> bool:
    """Whether a shell has all of a command: no quote, loop or here-document
    is open at its end."""
    if command.rstrip("\n").endswith("\\"):
        return False
    done = subprocess.run(["bash", "-n"], input=command.encode(), check=False,
                          capture_output=True)
    return done.returncode == 0 and not done.stderr


def commands_of(block: Block):
    """The commands of a block as pairs of a command and the output that the
    page shows, which is None where it shows none."""
    pairs, pending = [], ""
    for line in block.text.splitlines(keepends=True):
        if block.language == "console" and not pending:
            if not line.startswith("$ "):
                assert pairs, f"{block.place}: output before any command"
                pairs[-1][1] = (pairs[-1][1] or "") + line
                continue
            line = line[2:]
        elif not line.strip() and not pending:
            continue
        pending += line
        if is_complete(pending):
            if re.sub(r"(?m)^\s*#.*$", "", pending).strip():
                pairs.append([pending, None])
            pending = ""
    assert not pending, f"{block.place}: a command has no end"
    return [tuple(pair) for pair in pairs]


def run_all(commands, folder, env):
    """Runs the commands in one shell, as a reader would; a list of pairs of
    an exit code and what was printed, standard error included. A pipe ends
    as the first of its programs that failed."""
    with tempfile.TemporaryFile() as printed:
        script = "set -o pipefail\n" + "".join(
            f"{command}\nprintf '\\n{BORDER}%d\\n' $?\n"
            for command in commands)
        subprocess.run(["bash", "-c", script], cwd=folder, env=env,
                       stdin=subprocess.DEVNULL, stdout=printed,
                       stderr=subprocess.STDOUT, timeout=TIMEOUT_S,
                       check=False, start_new_session=True)
        printed.seek(0)
        text = printed.read().decode("utf-8", errors="replace")
    pieces = re.split(f"\n{BORDER}(\\d+)\n", text)
    return [(int(code), output)
            for output, code in zip(pieces[0::2], pieces[1::2])]


def fits(shown: str, printed: str) -> bool:
    """Whether a program printed what the page shows. `...` in a line is any
    text, and alone on a line it is any lines. Blanks at the ends of lines do
    not count."""
    pattern = ""
    for line in shown.rstrip().splitlines():
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*".join(map(re.escape, line.rstrip().split("...")))
            pattern += r"[ \t]*\n"
    return re.fullmatch(pattern, printed.rstrip() + "\n") is not None


def path_with(program: str, folder) -> str:
    """A PATH on which `sluice` is this program, by a link in `folder`."""
    os.makedirs(folder, exist_ok=True)
    link = os.path.join(folder, "sluice")
    if not os.path.islink(link):
        os.symlink(program, link)
    return f"{folder}:{os.environ['PATH']}"
