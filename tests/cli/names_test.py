"""A token in a name: of a file, of a directory, in the target of a link."""

import os
import unittest

import formats
import harness
from tokens import TokenMaker

MAKER = TokenMaker(8800)


class NamesTest(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.token = MAKER.github()
        self.tree = self.tmp / "tree"
        self.tree.mkdir()

    def found(self, *arguments, code=1, key="secret", cwd=None):
        report = self.scan(*arguments, code=code)
        return [(f["path"], f["start"]["byte"], f[key], f.get("found_in"))
                for f in report["findings"]]


class Scan(NamesTest):

    def test_a_files_name(self):
        self.write(f"tree/a/{self.token}.zip", b"text\n")
        self.assertEqual(self.found(self.tree), [
            (f"a/{self.token}.zip", 2, self.token, "name")])

    def test_a_directory_once(self):
        for name in ("a.txt", "b/c.txt", "b/d.txt"):
            self.write(f"tree/x/{self.token}.d/{name}", b"text\n")
        self.write("tree/y/z", b"text\n")
        for workers in ("-j1", "-j4"):
            self.assertEqual(self.found(workers, self.tree), [
                (f"x/{self.token}.d", 2, self.token, "name")])

    def test_the_target_of_a_link(self):
        os.symlink(f"/nowhere/{self.token}", self.tree / "link")
        self.write("tree/z", b"text\n")
        self.assertEqual(self.found(self.tree), [
            ("link", 9, self.token, "link target")])

    def test_the_name_of_a_link(self):
        os.symlink("elsewhere", self.tree / self.token)
        self.write("tree/z", b"text\n")
        self.assertEqual(self.found(self.tree), [
            (self.token, 0, self.token, "name")])

    def test_before_what_is_in_the_file(self):
        other = MAKER.github()
        self.write(f"tree/{self.token}", f"key = {other}\n".encode())
        self.assertEqual(self.found(self.tree), [
            (self.token, 0, self.token, "name"),
            (self.token, 6, other, None)])

    def test_a_named_file(self):
        path = self.write(f"tree/{self.token}", b"text\n")
        self.assertEqual([f[2] for f in self.found(path)], [self.token])

    def test_words_and_passwords_are_none(self):
        self.write("tree/password=kV9m2Tq7xLw3/api_key-0123456789abcdef0123",
                   b"text\n")
        self.write("tree/CMakeDetermineCompilerId0123456789.txt", b"text\n")
        self.assertEqual(self.found(self.tree, code=0), [])

    def test_excluded(self):
        self.write(f"tree/{self.token}", b"text\n")
        self.write("tree/z", b"text\n")
        self.assertEqual(
            self.found("--exclude", self.token, self.tree, code=0), [])

    def test_in_a_baseline(self):
        self.write(f"tree/{self.token}", b"text\n")
        baseline = self.tmp / "known.json"
        outcome = harness.run("baseline", "write", "--baseline", baseline,
                              self.tree)
        self.assert_code(outcome, 0)
        self.assertNotIn(self.token.encode(), outcome.stdout + outcome.stderr)
        self.assertEqual(self.found("--baseline", baseline, self.tree, code=0),
                         [])


class Masked(NamesTest):
    """No output shows a token that stands in a name."""

    def setUp(self):
        super().setUp()
        other = MAKER.github()
        name = f"{self.token}.d"
        self.write(f"tree/{name}/a.txt", f"key = {other}\n".encode())
        self.write(f"tree/{name}/{MAKER.npm()}.zip", b"PK\3\4 damaged\0")
        os.symlink(self.token, self.tree / name / "link")
        os.mkfifo(self.tree / name / "pipe")
        self.tokens = [self.token.encode(), other.encode()]

    def assert_masked(self, outcome):
        for token in self.tokens:
            self.assertNotIn(token, outcome.stdout + outcome.stderr,
                             str(outcome))

    def test_every_format(self):
        for name in formats.FORMATS:
            with self.subTest(name):
                outcome = harness.run("-v", "-f", name, self.tree)
                self.assert_code(outcome, 1)
                self.assertIn(b"ghp_", outcome.stdout)
                self.assert_masked(outcome)

    def test_messages(self):
        for arguments in (
                (self.tree / f"{self.token}.missing",),
                ("-o", self.tmp / self.token / "x.json", self.tree),
                ("explain", self.tree / f"{self.token}.d" / "a.txt:1"),
                ("baseline", "write", "--baseline", self.tmp / "b", self.tree),
                ("git", "--repo", self.tree / self.token)):
            with self.subTest(str(arguments[0])):
                outcome = harness.run(*arguments)
                self.assertNotEqual(outcome.stdout + outcome.stderr, b"")
                self.assert_masked(outcome)


if __name__ == "__main__":
    unittest.main()
