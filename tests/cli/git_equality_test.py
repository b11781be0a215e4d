"""We would scan the files that the real git would publish.

The files of `sluice --list-files` are those of `git ls-files -co
--exclude-standard`, and `--explain-skip` names the rule that `git check-ignore
-v` names: for random trees, many of them side by side in one walk, and for
each kind of repository.
"""

import os
import pathlib
import string
import subprocess
import time
import unittest

import git_trees
import harness

TREES = harness.times(1200, 30_000) // git_trees.PARTS
SEED = harness.seed(1991)
BATCH = 200
EXPLAINED = 8  # of each so many trees, one
READABLE = set(string.printable.encode()) - set(b"\\\t\n\r\x0b\x0c")


def git(where, *arguments, stdin=b"", codes=(0,), **changes) -> bytes:
    done = subprocess.run(
        ["git", "-C", os.fspath(where), *arguments], input=stdin,
        capture_output=True, env=harness.environment(**changes), check=False)
    if done.returncode not in codes:
        raise AssertionError(f"git {arguments}: {done.stderr!r}")
    return done.stdout


def listed_by_git(repository) -> set[bytes]:
    """Without what is no file on the disk: submodules, links, what is gone."""
    output = git(repository, "ls-files", "-z", "--cached", "--others",
                 "--exclude-standard")
    top = os.fsencode(repository)
    return {path for path in output.split(b"\0")[:-1]
            if os.path.isfile(os.path.join(top, path))
            and not os.path.islink(os.path.join(top, path))}


def listed_by_us(where, *options, env=None) -> set[bytes]:
    outcome = harness.run("scan", "--list-files", "--null", *options, ".",
                          cwd=where, env=env)
    if outcome.code != 0 or outcome.stderr:
        raise AssertionError(str(outcome))
    paths = outcome.stdout.split(b"\0")[:-1]
    assert len(paths) == len(set(paths)), "a path is listed twice"
    # git lists nothing of its own directory; of that sluice reads one file.
    return {path for path in paths
            if path.split(b"/")[-2:] != [b".git", b"config"]}


def write(root: pathlib.Path, tree: git_trees.Tree):
    git_trees.make_repository(root)
    git_trees.write_files(root, tree)
    if tree.ignore_case:
        with open(root / ".git/config", "ab") as config:
            config.write(b"\tignorecase = true\n")
    if tree.tracked:
        git(root, "-c", "core.ignorecase=false", "update-index", "--add", "-z",
            "--stdin", stdin=b"".join(t + b"\0" for t in tree.tracked))


class RandomTrees(harness.CliTest):

    def difference(self, tree) -> set[bytes]:
        root = self.tmp / "one"
        write(root, tree)
        ours, theirs = listed_by_us(root), listed_by_git(root)
        git_trees.remove(root)
        return ours ^ theirs

    def shrink(self, tree):
        end = time.monotonic() + 60
        again = True
        while again and time.monotonic() < end:
            again = False
            for smaller in tree.smaller():
                if self.difference(smaller):
                    tree, again = smaller, True
                    break
        return tree

    def explain(self, root, tree):
        """The rule for each file, beside git's."""
        paths = [p for p in tree.files if set(p) <= READABLE]
        if not paths:
            return 0
        fields = git(root, "check-ignore", "-v", "-n", "-z", "--no-index",
                     "--stdin", stdin=b"".join(p + b"\0" for p in paths),
                     codes=(0, 1)).split(b"\0")[:-1]
        options = [o for p in paths for o in (b"--explain-skip", p)]
        outcome = harness.run("scan", *options, b".", cwd=root)
        self.assert_code(outcome, 0)
        lines = outcome.stdout.splitlines()
        self.assertEqual(len(lines), len(paths), str(outcome))
        compared = 0
        for i, path in enumerate(paths):
            source, line, pattern = fields[4 * i:4 * i + 3]
            if not set(pattern) <= READABLE:
                continue
            compared += 1
            rule = b"%s:%s: %s" % (source, line, pattern)
            if not source:
                expected = path + b": scanned"
            elif pattern.startswith(b"!"):
                expected = path + b": scanned, because of " + rule
            elif path in tree.tracked:
                expected = (path + b": scanned, since git tracks it, despite "
                            + rule)
            else:
                expected = path + b": left out by " + rule
                # With a directory above it.
                start, end = path + b": left out with ", b" by " + rule
                if lines[i].startswith(start) and lines[i].endswith(end):
                    continue
            self.assertEqual(lines[i], expected, "\n" + tree.describe())
        return compared

    def test_equal(self):
        maker = git_trees.TreeMaker(SEED)
        files = left_out = tracked = compared = 0
        for first in range(0, TREES, BATCH):
            trees = [maker.tree() for _ in range(min(BATCH, TREES - first))]
            batch = self.tmp / "batch"
            expected = set()
            for i, tree in enumerate(trees):
                root = batch / f"r{i}"
                write(root, tree)
                theirs = listed_by_git(root)
                expected |= {b"r%d/" % i + path for path in theirs}
                files += len(tree.files)
                left_out += len(set(tree.files) - theirs)
                tracked += len(tree.tracked)
                if i % EXPLAINED == 0:
                    compared += self.explain(root, tree)
            ours = listed_by_us(batch)
            different = {int(path.split(b"/")[0][1:])
                         for path in ours ^ expected}
            for i in sorted(different):
                small = self.shrink(trees[i])
                self.fail(f"tree {first + i} of seed {SEED}:\n"
                          f"{small.describe()}\nonly one lists: "
                          f"{self.difference(small)}")
            git_trees.remove(batch)
        # Meaningful only if many files are excluded and many are not.
        self.assertGreater(left_out, files / 5)
        self.assertLess(left_out, files * 4 / 5)
        self.assertGreater(tracked, TREES)
        self.assertGreater(compared, TREES / EXPLAINED)


class Repositories(harness.CliTest):
    """Each kind of repository, and each place of rules."""

    def setUp(self):
        super().setUp()
        self.root = self.tmp / "repo"
        git(self.tmp, "init", "-q", self.root)

    def put(self, *names, text=b""):
        for name in names:
            self.write("repo/" + name, text)

    def commit(self, where=None):
        where = where or self.root
        git(where, "add", "-A")
        git(where, "-c", "user.name=x", "-c", "user.email=x@y", "commit", "-qm",
            "x")

    def check_equal(self, where=None, env=None, expected=None):
        where = where or self.root
        theirs = listed_by_git(where)
        self.assertEqual(listed_by_us(where, env=env), theirs)
        if expected is not None:
            self.assertEqual(theirs, {e.encode() for e in expected})

    def test_below_the_root(self):
        self.put(".gitignore", text=b"*.o\n/a/b/x\n!keep.o\nb/y\n")
        self.put("a/.gitignore", text=b"/b/z\n!*.log\n")
        self.put(".git/info/exclude", text=b"*.log\n*.tmp\n")
        self.put("a/b/x", "a/b/y", "a/b/z", "a/b/w", "a/b/c/f.o", "a/b/keep.o",
                 "a/b/q.log", "a/b/q.tmp", "a/b/c/x", "x", "a/x")
        for below in ("", "a", "a/b", "a/b/c"):
            with self.subTest(below=below):
                self.check_equal(self.root / below)
        for name in ("a/b", "a/b/", "a/../a/b", str(self.root / "a/b")):
            with self.subTest(name=name):
                outcome = harness.run("--list-files", name, cwd=self.root)
                self.assertEqual(
                    outcome.stdout.decode().split(),
                    [os.path.join(name, below) for below in
                     ("c/x", "keep.o", "q.log", "w", "y")])

    def test_through_a_link_above(self):
        self.put(".gitignore", text=b"/a/x\n")
        self.put("a/x", "a/y")
        os.symlink(self.root, self.tmp / "link")
        self.assertEqual(listed_by_us(self.tmp / "link" / "a"), {b"./y"[2:]})

    def test_worktree(self):
        self.put(".gitignore", text=b"*.o\n")
        self.put("f", "g.c")
        self.commit()
        self.put(".git/info/exclude", text=b"*.tmp\n")
        worktree = self.tmp / "worktree"
        git(self.root, "worktree", "add", "-q", worktree)
        for name in ("a.o", "a.tmp", "new"):
            (worktree / name).touch()
        self.check_equal(worktree, expected=[".gitignore", "f", "g.c", "new"])

    def test_worktree_inside_its_repository(self):
        self.put(".gitignore", text=b"*.c\n")
        self.put("f")
        self.commit()
        git(self.root, "worktree", "add", "-q", self.root / "inner")
        (self.root / "inner/.gitignore").write_bytes(b"*.o\n")
        (self.root / "inner/x.c").touch()
        (self.root / "inner/x.o").touch()
        self.assertEqual(
            listed_by_us(self.root),
            {b".gitignore", b"f", b"inner/.gitignore", b"inner/f",
             b"inner/x.c"})
        self.check_equal(self.root / "inner")

    def test_submodule(self):
        other = self.tmp / "other"
        git(self.tmp, "init", "-q", other)
        (other / "code.log").touch()
        (other / "x.o").touch()
        self.commit(other)
        self.put(".gitignore", text=b"*.log\n/ignored/\n")
        git(self.root, "-c", "protocol.file.allow=always", "submodule", "add",
            "-q", "-f", other, "sub")
        git(self.root, "-c", "protocol.file.allow=always", "submodule", "add",
            "-q", "-f", other, "ignored/sub")
        (self.root / "sub/.gitignore").write_bytes(b"*.tmp\n")
        (self.root / "sub/a.tmp").touch()
        (self.root / "sub/b.log").touch()
        (self.root / "ignored/plain").touch()
        self.assertEqual(
            listed_by_us(self.root),
            {b".gitignore", b".gitmodules", b"sub/.gitignore", b"sub/b.log",
             b"sub/code.log", b"sub/x.o", b"ignored/sub/code.log",
             b"ignored/sub/x.o"})
        self.check_equal(self.root / "sub")
        self.check_equal(self.root / "ignored/sub")

    def test_a_repository_in_another(self):
        inner = self.root / "inner"
        git(self.root, "init", "-q", inner)
        self.put(".gitignore", text=b"*.log\n")
        self.put(".git/info/exclude", text=b"*.tmp\n")
        self.put("inner/.gitignore", text=b"*.o\n")
        self.put("inner/a.log", "inner/a.tmp", "inner/a.o", "a.log", "b")
        self.assertEqual(listed_by_us(self.root),
                         {b".gitignore", b"b", b"inner/.gitignore",
                          b"inner/a.log", b"inner/a.tmp"})
        self.check_equal(inner)

    def test_a_git_directory_that_is_none(self):
        self.put(".gitignore", text=b"*.log\n")
        self.put("sub/.git/config", "sub/.git/HEAD", "sub/a.log", "sub/b")
        self.check_equal(expected=[".gitignore", "sub/b"])

    def test_excludes_file(self):
        self.put("a.x", "a.y", "a.z", "sub/a.x", "sub/top")
        everywhere = self.write("home/everywhere", b"*.x\n/sub/top\n!*.z\n")
        self.put(".git/info/exclude", text=b"!sub/a.x\n")
        git(self.root, "config", "core.excludesFile", everywhere)
        self.check_equal(expected=["a.y", "a.z", "sub/a.x"])
        git(self.root, "config", "core.excludesFile", "in_root")
        self.put("in_root", text=b"*.y\n")
        self.check_equal(expected=["in_root", "a.x", "a.z", "sub/a.x",
                                   "sub/top"])
        git(self.root, "config", "core.excludesFile", "")
        self.check_equal()
        git(self.root, "config", "core.excludesFile", "~/everywhere")
        env = harness.environment(HOME=str(self.tmp / "home"))
        self.assertEqual(listed_by_us(self.root, env=env),
                         {b"a.y", b"a.z", b"in_root", b"sub/a.x"})
        outcome = harness.run("--explain-skip", "a.x", cwd=self.root, env=env)
        self.assertEqual(outcome.stdout.decode(),
                         "a.x: left out by ~/everywhere:1: *.x\n")

    def test_default_excludes_file(self):
        self.put("a.x", "b")
        self.write("config/git/ignore", b"*.x\n")
        self.write("home/.config/git/ignore", b"b\n")
        for changes, left in (
                ({"XDG_CONFIG_HOME": str(self.tmp / "config")}, {b"b"}),
                ({"XDG_CONFIG_HOME": "", "HOME": str(self.tmp / "home")},
                 {b"a.x"})):
            with self.subTest(changes=changes):
                env = harness.environment(**changes)
                self.assertEqual(listed_by_us(self.root, env=env), left)
                self.assertEqual(
                    set(git(self.root, "ls-files", "-co",
                            "--exclude-standard", **changes).split()), left)

    def test_ignore_case_values(self):
        self.put(".gitignore", text=b"*.log\nREADME\n")
        self.put("a.LOG", "readme", "b")
        for value, on in (("true", 1), ("YES", 1), ("on", 1), ("1", 1),
                          ("false", 0), ("no", 0), ("off", 0), ("0", 0),
                          ("", 0), ("2", 1), ("1k", 1)):
            with self.subTest(value=value):
                git(self.root, "config", "core.ignoreCase", value)
                self.check_equal(expected=[".gitignore", "b"] +
                                 ([] if on else ["a.LOG", "readme"]))

    def test_tracked_and_ignored(self):
        self.put("x.o", "dir/deep/f", "dir/g", "dir/.gitignore", "y.o", "z")
        self.commit()
        self.put(".gitignore", text=b"*.o\ndir/\n")
        self.put("new.o", "dir/new", "dir/deep/new")
        self.check_equal(expected=[".gitignore", "x.o", "y.o", "z", "dir/g",
                                   "dir/deep/f", "dir/.gitignore"])
        self.put(".sluiceignore", text=b"y.o\ndeep/\n")
        self.assertEqual(listed_by_us(self.root),
                         {b".gitignore", b".sluiceignore", b"x.o", b"z",
                          b"dir/g", b"dir/.gitignore"})

    def test_a_link_in_place_of_an_ignore_file(self):
        self.put("patterns", text=b"*\n")
        self.put("a")
        os.symlink("patterns", self.root / ".gitignore")
        git(self.root, "config", "core.excludesFile", "no/such/file")
        self.assertEqual(listed_by_us(self.root), {b"a", b"patterns"})

    def test_a_hook_s_environment(self):
        other = self.tmp / "other"
        git(self.tmp, "init", "-q", other)
        self.put(".gitignore", text=b"*.o\n")
        self.put("a.o", "b.o")
        git(self.root, "add", "-f", "a.o")
        env = harness.environment(GIT_DIR=str(other / ".git"),
                                  GIT_INDEX_FILE=str(other / ".git/index"),
                                  GIT_WORK_TREE=str(other))
        self.assertEqual(listed_by_us(self.root, env=env),
                         {b".gitignore", b"a.o"})


if __name__ == "__main__":
    unittest.main()
