"""Repositories for the tests of `sluice git`, and random histories with secrets
planted in them, described by values so that a failing one can be made smaller.
"""

import dataclasses
import os
import pathlib
import random
import shutil
import subprocess

import harness
import tokens

HAVE_GIT = shutil.which("git") is not None


def git(folder, *words, stdin=None, check=True, env=None) -> bytes:
    """Runs git, as nobody in particular; gives its output."""
    done = subprocess.run(
        ["git", "-c", "user.name=Ann Onymous", "-c", "user.email=ann@x.org",
         "-c", "init.defaultBranch=main", "-c", "commit.gpgsign=false",
         "-c", "protocol.file.allow=always", *map(os.fspath, words)],
        cwd=folder, input=stdin, capture_output=True, check=False,
        env=env or harness.environment())
    if check and done.returncode != 0:
        raise AssertionError(
            f"git {words}: {done.returncode}\n{done.stderr.decode()}")
    return done.stdout


class GitTest(harness.CliTest):
    """A test with an empty repository, self.repo."""

    def setUp(self):
        super().setUp()
        if not HAVE_GIT:
            self.skipTest("git is not installed")
        self.repo = self.tmp / "repo"
        self.repo.mkdir()
        self.git("init", "-q", ".")
        self.tokens = tokens.TokenMaker(7)

    def git(self, *words, **options) -> str:
        return git(self.repo, *words, **options).decode().strip()

    def put(self, name, text: str):
        return self.write(f"repo/{name}", text.encode())

    def commit(self, message="a commit", *words) -> str:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message, *words)
        return self.git("rev-parse", "HEAD")

    def sluice(self, *words, code=None, cwd=None, **options) -> dict:
        """`sluice git -f json --show-secrets WORDS` in the repository."""
        outcome = harness.run("git", "-f", "json", "--show-secrets", *words,
                              cwd=cwd or self.repo, **options)
        if code is not None:
            self.assert_code(outcome, code)
        return outcome.json()

    def assert_places(self, report: dict, *places):
        """The findings are (path, line, secret), in any order."""
        self.assertEqual(
            sorted((f["path"], f["start"]["line"], f["secret"])
                   for f in report["findings"]), sorted(places))


# --- random histories ---

@dataclasses.dataclass
class Step:
    """One commit. `edits` are, in their order: (path, text), (path, None) for
    one that is deleted, (path, new path, None) for one that is renamed."""
    branch: int
    parents: list  # of branches
    edits: list
    planted: list  # secrets that this step may bring in


@dataclasses.dataclass
class History:
    steps: list
    deleted: list   # branches that are deleted at the end

    def describe(self):
        return "\n".join(f"  {i}: {step}" for i, step in enumerate(self.steps))

    def smaller(self):
        """Histories without the last step, and with one edit less."""
        if len(self.steps) > 1:
            yield dataclasses.replace(self, steps=self.steps[:-1])


NAMES = ["a.txt", "b.env", "dir/c.py", "dir/deep/d", "e f.yml", "\u00e9.txt",
         "tab\there", "q\"uote", "bin.dat"]


class HistoryMaker:
    """Makes a History: branches with files of lines, some of them secrets."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.tokens = tokens.TokenMaker(seed + 1)
        self.files = {0: {}}  # branch -> path -> lines
        self.steps = []
        self.serial = 0

    def line(self):
        self.serial += 1
        return f"line {self.serial} {self.random.randrange(1000)}"

    def edit(self, files, step):
        kind = self.random.randrange(10)
        path = self.random.choice(NAMES)
        lines = list(files.get(path, []))
        if kind < 2 and path in files:
            del files[path]
            step.edits.append((path, None))
            return
        if kind < 4 and path in files:
            new = f"moved/{self.serial}-{os.path.basename(path)}"
            self.serial += 1
            files[new] = files.pop(path)
            step.edits.append((path, new, None))
            if self.random.randrange(2):
                files[new].append(self.line())
                step.edits.append((new, "\n".join(files[new]) + "\n"))
            return
        for _ in range(self.random.randint(1, 4)):
            at = self.random.randint(0, len(lines))
            if self.random.randrange(4) == 0:
                secret = self.tokens.checked()
                step.planted.append(secret)
                lines.insert(at, f"key = {secret}")
            elif lines and self.random.randrange(3) == 0:
                lines.pop(self.random.randrange(len(lines)))
            else:
                lines.insert(at, self.line())
        if not lines:
            lines = [self.line()]
        files[path] = lines
        text = "\n".join(lines) + "\n"
        step.edits.append((path, text))

    def step(self):
        branch = self.random.choice(list(self.files))
        chance = self.random.randrange(10)
        if chance < 2 and len(self.files) < 4:
            new = max(self.files) + 1
            self.files[new] = {p: list(l)
                               for p, l in self.files[branch].items()}
            step = Step(new, [branch], [], [])
            branch = new
        elif chance < 4 and len(self.files) > 1 and self.steps:
            others = [b for b in self.files if b != branch]
            parents = self.random.sample(
                others, self.random.randint(1, min(2, len(others))))
            # The result keeps our files and takes those that we have not.
            files = self.files[branch]
            step = Step(branch, [branch] + parents, [], [])
            for parent in parents:
                for path, lines in self.files[parent].items():
                    if path not in files:
                        files[path] = list(lines)
                        step.edits.append((path, "\n".join(lines) + "\n"))
            if self.random.randrange(3) == 0:  # an evil merge
                self.edit(files, step)
            self.steps.append(step)
            return
        else:
            step = Step(branch, [branch], [], [])
        for _ in range(self.random.randint(0, 3)):
            self.edit(self.files[branch], step)
        self.steps.append(step)

    def history(self, steps):
        for _ in range(steps):
            self.step()
        deleted = [b for b in self.files if b and self.random.randrange(4) == 0]
        return History(self.steps, deleted)


def build(history: History, folder) -> list:
    """Makes the repository with fast-import; gives the commits' names by
    step."""
    folder = pathlib.Path(folder)
    folder.mkdir()
    git(folder, "init", "-q", ".")
    out = []
    marks = {}

    def quote(path):
        return '"' + path.replace("\\", "\\\\").replace('"', '\\"').replace(
            "\t", "\\t") + '"'

    def data(text):
        body = text.encode()
        out.append(b"data %d\n%s\n" % (len(body), body))

    for number, step in enumerate(history.steps, 1):
        out.append(b"commit refs/heads/b%d\nmark :%d\n" % (step.branch, number))
        out.append(b"committer Ann Onymous <ann@x.org> %d +0200\n"
                   % (1_500_000_000 + number * 100))
        data(f"step {number} \u00fc")
        words = ["from"] + ["merge"] * len(step.parents)
        parents = [marks[p] for p in step.parents if p in marks]
        for word, mark in zip(words, dict.fromkeys(parents)):
            out.append(b"%s :%d\n" % (word.encode(), mark))
        for path, *new, text in step.edits:
            if new:
                out.append(f"R {quote(path)} {quote(new[0])}\n".encode())
            elif text is None:
                out.append(f"D {quote(path)}\n".encode())
            else:
                # Modes change, too.
                mode = 100755 if len(text) % 5 == 0 else 100644
                out.append(f"M {mode} inline {quote(path)}\n".encode())
                data(text)
        marks[step.branch] = number
    marks_file = folder / ".git" / "marks"
    git(folder, "fast-import", "--quiet", "--force",
        f"--export-marks={marks_file}", stdin=b"".join(out))
    names = dict(line.split() for line in
                 marks_file.read_text().splitlines())
    git(folder, "symbolic-ref", "HEAD", "refs/heads/b0")
    for branch in history.deleted:
        git(folder, "update-ref", "-d", f"refs/heads/b{branch}")
    return [names[f":{i + 1}"] for i in range(len(history.steps))]
