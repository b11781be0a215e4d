"""Random trees of files and ignore files, for comparing the walk with git.

A tree is described by values alone, so that a failing one can be made smaller
and written again: `Tree.files` are plain files, `Tree.ignore_files` are ignore
files with their lines, `Tree.tracked` is what is added to the index by force.
"""

import dataclasses
import os
import pathlib
import random
import shutil

PARTS = 3

_PLAIN = [b"a", b"b", b"ab", b"aab", b"c", b"a.c", b"b.c", b"foo", b"foo.c",
          b"A", b"Foo.C"]
_ODD = [b"a b", b"a ", b" a", b"#a", b"!a", b"*", b"**", b"[a]", b"[a", b"\\",
        b"a\\b", b"-", b"]", b"\xff", b"\xc3\xa9", b"a\r", b"\t", b"?",
        b"new\nline", b"x" * 60]
_FRAGMENTS = [b"a", b"b", b"c", b"foo", b".c", b"/", b"*", b"*", b"**", b"?",
              b"**/", b"/**", b"/*", b"[a-c]", b"[!a]", b"[^b]", b"[]a]",
              b"[a", b"[a\\]]", b"\\", b"\\*", b"\\a", b"\\A", b"\\/", b" ",
              b"\\ ", b"#", b"!", b"\\#", b"[[:alpha:]]", b"[[:upper:]]",
              b"[[:foo:]]", b"[a/b]", b"]", b"-", b"[!-]", b"[a-]", b"[A-B]",
              b"A", b"[A]", b"\r", b"\t", b"\xff", b"[\x80-\xff]"]


@dataclasses.dataclass
class Tree:
    """Paths are relative to the repository's root."""
    files: list[bytes]
    ignore_files: dict[bytes, list[bytes]]  # path -> lines, their ends included
    tracked: list[bytes]
    ignore_case: bool = False

    def describe(self) -> str:
        lines = [f"  core.ignoreCase: {self.ignore_case}"]
        lines += [f"  {path!r}: {b''.join(text)!r}"
                  for path, text in self.ignore_files.items()]
        lines += [f"  file {path!r}" for path in self.files]
        lines += [f"  tracked {path!r}" for path in self.tracked]
        return "\n".join(lines)

    def smaller(self):
        """Trees with one thing less."""
        for i in range(len(self.files)):
            path = self.files[i]
            yield dataclasses.replace(
                self, files=self.files[:i] + self.files[i + 1:],
                tracked=[t for t in self.tracked if t != path])
        for i in range(len(self.tracked)):
            yield dataclasses.replace(
                self, tracked=self.tracked[:i] + self.tracked[i + 1:])
        for path, text in self.ignore_files.items():
            for i in range(len(text)):
                fewer = dict(self.ignore_files)
                fewer[path] = text[:i] + text[i + 1:]
                yield dataclasses.replace(self, ignore_files=fewer)
        if self.ignore_case:
            yield dataclasses.replace(self, ignore_case=False)


class TreeMaker:
    def __init__(self, seed: int):
        self.random = random.Random(seed)

    def name(self) -> bytes:
        return self.random.choice(_ODD if self.chance(5) else _PLAIN)

    def chance(self, n: int) -> bool:
        return self.random.randrange(n) == 0

    def pattern(self) -> bytes:
        text = b"!" if self.chance(3) else b""
        if self.chance(5):
            text += b"/"
        # Half of them whole names, so that patterns match and undo each other.
        if self.chance(2):
            text += self.name()
            if self.chance(3):
                text += b"/" + self.name()
            if self.chance(4):
                text += b"*"
            if self.chance(4):
                text += b"**/" + self.name()
        else:
            for _ in range(self.random.randint(1, 5)):
                text += self.random.choice(_FRAGMENTS)
        if self.chance(5):
            text += b"/"
        if self.chance(12):
            text += b"  "
        return text

    def lines(self) -> list[bytes]:
        lines = [self.pattern() + (b"\r\n" if self.chance(8) else b"\n")
                 for _ in range(self.random.randint(1, 6))]
        if self.chance(10):
            lines[0] = b"\xef\xbb\xbf" + lines[0]
        if self.chance(6):
            lines[-1] = lines[-1].rstrip(b"\n")
        return lines

    def part(self, at: bytes) -> tuple[set, dict]:
        """Files and ignore files in the directory `at`."""
        directories = [at]
        for _ in range(self.random.randrange(5)):
            directories.append(
                self.random.choice(directories) + self.name() + b"/")
        files = set()
        for _ in range(self.random.randint(4, 14)):
            path = self.random.choice(directories) + self.name()
            # A name is either a file or a directory.
            if not any(d.startswith(path + b"/") for d in directories):
                files.add(path)
        ignore_files = {at + b".gitignore": self.lines()}
        for _ in range(self.random.randrange(3)):
            path = self.random.choice(directories) + b".gitignore"
            ignore_files[path] = self.lines()
        return files, ignore_files

    def tree(self) -> Tree:
        """PARTS combinations in one repository, which costs git less."""
        files, ignore_files = set(), {}
        for n in range(PARTS):
            some, rules = self.part(b"part%d/" % n if n else b"")
            files |= some
            ignore_files |= rules
        if self.chance(3):
            ignore_files[b".git/info/exclude"] = self.lines()
        ignore_case = self.chance(4)
        files = without_twins(files) if ignore_case else sorted(files)
        tracked = [f for f in files if self.chance(5)] if self.chance(2) else []
        return Tree(files, ignore_files, tracked, ignore_case)


def without_twins(files) -> list[bytes]:
    """If case is ignored, git takes a/B for A/b: a disk has only one of them.
    """
    spelled, kept = {}, []
    for path in sorted(files):
        parts = path.split(b"/")
        above = [b"/".join(parts[:n + 1]) for n in range(len(parts))]
        if all(spelled.setdefault(a.lower(), a) == a for a in above):
            kept.append(path)
    return kept


def write_files(root: pathlib.Path, tree: Tree):
    """Writes what the tree says below `root`, which holds a fresh .git."""
    top = os.fsencode(root)
    for path in tree.files:
        _write(os.path.join(top, path), b"")
    for path, lines in tree.ignore_files.items():
        _write(os.path.join(top, path), b"".join(lines))


def _write(path: bytes, content: bytes):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


def make_repository(root: pathlib.Path):
    """Makes the parts of a `git init` that git needs, without a process."""
    git = root / ".git"
    (git / "objects").mkdir(parents=True)
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "info").mkdir()
    (git / "HEAD").write_bytes(b"ref: refs/heads/main\n")
    (git / "config").write_bytes(
        b"[core]\n\trepositoryformatversion = 0\n\tbare = false\n")


def remove(root: pathlib.Path):
    shutil.rmtree(os.fsencode(root))
