"""Random histories with secrets planted in them, described by values so that a
failing one can be made smaller."""

import dataclasses
import pathlib
import random

import tokens
from git_repositories import git

REGULAR, EXECUTABLE, LINK, SUBMODULE = "100644", "100755", "120000", "160000"

# Some are directories to others, so that files become directories and back.
NAMES = [b"a.txt", b"b.env", b"dir/c.py", b"dir/deep/d", b"dir/deep", b"dir",
         b"e f.yml", b" lead", b"trail ", "\u00e9.txt".encode(), b"\xff\xfe",
         b"tab\there", b"new\nline", b'q"uote', b"back\\slash", b"-x", b"--",
         b":(top)", b"*", b"bin.dat", b"-d/-", b"sub module"]

# The ways in which lines become a file.
ENCODINGS = {
    "text": lambda lines: "\n".join([*lines, ""]).encode(),
    "no newline": lambda lines: "\n".join(lines).encode(),
    "crlf": lambda lines: "\r\n".join([*lines, ""]).encode(),
    "latin-1": lambda lines: "\n".join([*lines, ""]).encode("latin-1"),
    "utf-8-mark": lambda lines: "\n".join([*lines, ""]).encode("utf-8-sig"),
    "utf-16-le": lambda lines: b"\xff\xfe" + "\n".join([*lines, ""]).encode(
        "utf-16-le"),
    "utf-16-be": lambda lines: b"\xfe\xff" + "\r\n".join([*lines, ""]).encode(
        "utf-16-be"),
    "binary": lambda lines: b"\x7fX\0\1\2\n" + "\n".join(lines).encode(),
}


def decoded(data: bytes) -> bytes:
    """A file's text as lines are counted in it."""
    for mark, name in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if data.startswith(mark):
            return data[2:].decode(name).encode()
    return data


@dataclasses.dataclass(frozen=True)
class File:
    lines: tuple
    encoding: str = "text"
    mode: str = REGULAR

    def data(self) -> bytes:
        if self.mode == LINK:
            return "/".join(self.lines).encode()
        return ENCODINGS[self.encoding](self.lines)


@dataclasses.dataclass
class Step:
    """One commit. `edits` are, in their order: (path, File), or (path, None)
    for one that is deleted."""
    branch: int
    parents: list  # of branches; none: a history of its own begins
    edits: list
    when: int
    latin: bool    # whether its message and names are written in Latin-1


@dataclasses.dataclass
class History:
    steps: list
    deleted: list  # branches that are deleted at the end
    tagged: list   # those among them of which a tag is kept
    planted: set

    def describe(self):
        return "\n".join(f"  {i}: {step}" for i, step in enumerate(self.steps))

    def smaller(self):
        """Histories with a step, an edit, or a parent less."""
        for i in reversed(range(len(self.steps))):
            yield dataclasses.replace(
                self, steps=self.steps[:i] + self.steps[i + 1:])
        for i, step in enumerate(self.steps):
            for name in ("edits", "parents"):
                things = getattr(step, name)
                for j in range(len(things)):
                    fewer = dataclasses.replace(
                        step, **{name: things[:j] + things[j + 1:]})
                    yield dataclasses.replace(
                        self, steps=[*self.steps[:i], fewer,
                                     *self.steps[i + 1:]])


def above_or_below(a: bytes, b: bytes) -> bool:
    return a.startswith(b + b"/") or b.startswith(a + b"/")


class HistoryMaker:
    """Makes a History: branches with files of lines, some of them secrets."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.tokens = tokens.TokenMaker(seed + 1)
        self.branches = {}  # number -> path -> File
        self.steps = []
        self.planted = []
        self.serial = 0

    def line(self):
        self.serial += 1
        return self.random.choice(
            [f"line {self.serial}", f"zeile \u00fcber {self.serial}", "",
             "same everywhere"])

    def secret_line(self):
        # Now and then one that was there before, maybe elsewhere.
        again = self.planted and self.random.randrange(6) == 0
        secret = (self.random.choice(self.planted) if again
                  else self.tokens.checked())
        self.planted.append(secret)
        return self.random.choice(["key = {}", "cl\u00e9 = '{}' # \u00fc",
                                   "{}"]).format(secret)

    def new_lines(self, lines):
        lines = list(lines)
        for _ in range(self.random.randint(1, 4)):
            at = self.random.randint(0, len(lines))
            kind = self.random.randrange(12)
            if kind < 3:
                lines.insert(at, self.secret_line())
            elif kind < 6 and lines:
                lines.pop(self.random.randrange(len(lines)))
            elif kind == 6 and lines:  # one that is moved, or there twice
                lines.insert(at, self.random.choice(lines))
            else:
                lines.insert(at, self.line())
        return tuple(lines)

    def put(self, files, step, path, file):
        for other in [p for p in files if above_or_below(p, path)]:
            del files[other]
            step.edits.append((other, None))
        files[path] = file
        step.edits.append((path, file))

    def take(self, files, step, path):
        step.edits.append((path, None))
        return files.pop(path)

    def edit(self, files, step):
        rng = self.random
        path = rng.choice(NAMES)
        there = files.get(path)
        kind = rng.randrange(14)
        if there is None or kind < 5:
            encoding = rng.choice(list(ENCODINGS)) if there is None else (
                there.encoding)
            mode = REGULAR if there is None or there.mode in (
                LINK, SUBMODULE) else there.mode
            lines = there.lines if there else ()
            self.put(files, step, path,
                     File(self.new_lines(lines), encoding, mode))
        elif kind < 7:
            self.take(files, step, path)
        elif kind < 9:  # renamed, with a change or without one
            file = self.take(files, step, path)
            self.serial += 1
            new = rng.choice([b"moved/%d" % self.serial, rng.choice(NAMES)])
            if file.mode != SUBMODULE and rng.randrange(2):
                file = dataclasses.replace(file,
                                           lines=self.new_lines(file.lines))
            self.put(files, step, new, file)
        elif kind == 9:  # copied
            self.serial += 1
            self.put(files, step, b"copy/%d" % self.serial, there)
        elif kind == 10:
            mode = EXECUTABLE if there.mode == REGULAR else REGULAR
            self.put(files, step, path, dataclasses.replace(there, mode=mode))
        elif kind == 11:
            self.put(files, step, path, File(
                ("to", self.secret_line().split(" ")[-1].strip("'")
                 if rng.randrange(2) else "there"), mode=LINK))
        elif kind == 12:
            self.put(files, step, path, File(
                ("%040x" % rng.getrandbits(160),), mode=SUBMODULE))
        else:  # the same lines, written otherwise
            self.put(files, step, path, dataclasses.replace(
                there, encoding=rng.choice(list(ENCODINGS))))

    def step(self):
        rng = self.random
        # Clocks go wrong.
        when = 1_500_000_000 + len(self.steps) * 100 - rng.choice(
            [0, 0, 0, 5000])
        chance = rng.randrange(12)
        new = len({s.branch for s in self.steps})
        if not self.branches or chance == 0 and new < 6:
            step = Step(new, [], [], when, False)
            self.branches[new] = {}
        elif chance < 3 and new < 6:
            old = rng.choice(list(self.branches))
            step = Step(new, [old], [], when, False)
            self.branches[new] = dict(self.branches[old])
        else:
            branch = rng.choice(list(self.branches))
            step = Step(branch, [branch], [], when, False)
        step.latin = rng.randrange(5) == 0
        files = self.branches[step.branch]
        self.steps.append(step)
        others = [b for b in self.branches if b != step.branch]
        if chance in (4, 5, 6) and others:
            # The result keeps our files and takes those that we have not.
            step.parents += rng.sample(others,
                                       rng.randint(1, min(4, len(others))))
            for parent in step.parents[1:]:
                for path, file in self.branches[parent].items():
                    if path not in files and not any(
                            above_or_below(path, p) for p in files):
                        self.put(files, step, path, file)
            if rng.randrange(3):
                return
        for _ in range(rng.randint(0, 4)):  # an evil merge, if it is one
            self.edit(files, step)

    def history(self, steps):
        for _ in range(steps):
            self.step()
        deleted = [b for b in self.branches
                   if b and self.random.randrange(4) == 0]
        tagged = [b for b in deleted if self.random.randrange(3) == 0]
        return History(self.steps, deleted, tagged, set(self.planted))


def quoted(path: bytes) -> bytes:
    return b'"' + b"".join(
        b"\\%03o" % byte if byte < 33 or byte > 126 or byte in b'"\\'
        else bytes([byte]) for byte in path) + b'"'


def build(history: History, folder):
    """Makes the repository, with fast-import."""
    folder = pathlib.Path(folder)
    folder.mkdir()
    git(folder, "init", "-q", ".")
    out = []
    marks = {}

    def data(body):
        out.append(b"data %d\n%s\n" % (len(body), body))

    for number, step in enumerate(history.steps, 1):
        encoding = "latin-1" if step.latin else "utf-8"
        out.append(b"reset refs/heads/b%d\n" % step.branch)
        out.append(b"commit refs/heads/b%d\nmark :%d\n" % (step.branch, number))
        out.append("author J\u00f6rg \u00c9 <j@x.org> {} -0330\n".format(
            step.when - 7).encode(encoding))
        out.append(b"committer Ann Onymous <ann@x.org> %d +0200\n" % step.when)
        if step.latin:
            out.append(b"encoding ISO-8859-1\n")
        data(f"step {number} \u00fc\nand on\n\nbody \u00e9".encode(encoding))
        parents = [marks[p] for p in step.parents if p in marks]
        for i, mark in enumerate(dict.fromkeys(parents)):
            out.append(b"%s :%d\n" % (b"merge" if i else b"from", mark))
        for path, file in step.edits:
            if file is None:
                out.append(b"D %s\n" % quoted(path))
            elif file.mode == SUBMODULE:
                out.append(b"M 160000 %s %s\n" % (file.lines[0].encode(),
                                                  quoted(path)))
            else:
                out.append(b"M %s inline %s\n" % (file.mode.encode(),
                                                  quoted(path)))
                data(file.data())
        marks[step.branch] = number
    for branch in history.tagged:
        if branch in marks:
            out.append(b"tag t%d\nfrom :%d\ntagger A <a@b> 1500000000 +0000\n"
                       % (branch, marks[branch]))
            data(b"a tag")
    git(folder, "fast-import", "--quiet", "--force", stdin=b"".join(out))
    git(folder, "symbolic-ref", "HEAD", "refs/heads/b0")
    for branch in history.deleted:
        git(folder, "update-ref", "-d", f"refs/heads/b{branch}")
