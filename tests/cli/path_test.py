"""Which paths are scanned, standard input among them, and their names."""

import os
import subprocess
import time
import unittest

import harness
from planting import prose
from tokens import TokenMaker

MAKER = TokenMaker(300)


class StandardInputTest(harness.CliTest):

    def test_finds_a_secret(self):
        secret = MAKER.github()
        report = self.scan("-", stdin=b"a\nb " + secret.encode() + b"\n",
                           code=1)
        self.assert_secrets(report, secret)
        finding = report["findings"][0]
        self.assertEqual(finding["path"], "-")
        self.assertEqual(finding["start"],
                         {"line": 2, "column": 3, "byte": 4})
        self.assertEqual(report["coverage"]["files_scanned"], 1)

    def test_nothing_to_find(self):
        report = self.scan("-", stdin=b"nothing here\n", code=0)
        self.assertEqual(report["coverage"]["bytes_scanned"], 13)

    def test_empty(self):
        report = self.scan("-", stdin=b"", code=0)
        self.assertEqual(report["coverage"]["bytes_scanned"], 0)

    def test_closed(self):
        outcome = harness.run("-", preexec_fn=lambda: os.close(0))
        self.assert_code(outcome, 2, 3)

    def test_closed_beside_a_tree(self):
        for i in range(40):
            self.write(f"tree/d{i}/f", b"text\n")
        for _ in range(5):
            report = self.scan("-j", "4", "-", self.tmp / "tree", code=3,
                               preexec_fn=lambda: os.close(0))
            self.assertEqual(
                [i["path"] for i in report["coverage"]["incomplete"]], ["-"])
            self.assertEqual(report["coverage"]["files_scanned"], 40)

    def test_a_directory_as_standard_input(self):
        opened = os.open(self.tmp, os.O_RDONLY)
        self.addCleanup(os.close, opened)
        outcome = harness.run("-f", "json", "-",
                              preexec_fn=lambda: os.dup2(opened, 0))
        self.assert_code(outcome, 2, 3)

    def test_is_read_once(self):
        secret = MAKER.github()
        report = self.scan("-", "-", stdin=secret.encode(), code=1)
        self.assert_secrets(report, secret)

    def test_beside_a_file(self):
        one, other = MAKER.github(), MAKER.github()
        path = self.write("f", other.encode())
        report = self.scan("-", path, stdin=one.encode(), code=1)
        self.assert_secrets(report, one, other)
        self.assertEqual({f["path"] for f in report["findings"]},
                         {"-", str(path)})

    def test_a_token_that_comes_in_pieces(self):
        secret = MAKER.github()
        process = subprocess.Popen(
            [harness.binary(), "-f", "json", "--show-secrets", "-"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=harness.environment())
        self.addCleanup(process.kill)
        filler = prose(3000, seed=1)
        for piece in (filler, secret[:7].encode(), secret[7:].encode(),
                      b"\n", filler):
            process.stdin.write(piece)
            process.stdin.flush()
            time.sleep(0.05)
        output, _ = process.communicate(timeout=harness.TIMEOUT_S)
        report = harness.Outcome([], process.returncode, output, b"").json()
        self.assert_secrets(report, secret)
        self.assertEqual(report["findings"][0]["start"]["byte"], 3000)


class PathTest(harness.CliTest):
    """Which paths are scanned, and what they are called."""

    def setUp(self):
        super().setUp()
        self.secret = MAKER.github()
        self.file = self.write("tree/sub/file.txt", self.secret.encode())
        self.tree = self.tmp / "tree"

    def paths(self, *arguments, **options) -> list[str]:
        report = self.scan(*arguments, code=1, **options)
        return [finding["path"] for finding in report["findings"]]

    def json_of_the_tree(self) -> bytes:
        outcome = harness.run("-f", "json", self.tree)
        self.assertEqual(len(outcome.json()["findings"]), 1)
        return outcome.stdout

    def test_one_directory(self):
        self.assertEqual(self.paths(self.tree), ["sub/file.txt"])

    def test_trailing_slash(self):
        self.assertEqual(self.paths(f"{self.tree}/"), ["sub/file.txt"])

    def test_current_directory_by_default(self):
        self.assertEqual(self.paths(cwd=self.tree), ["sub/file.txt"])
        self.assertEqual(self.paths(".", cwd=self.tree), ["sub/file.txt"])

    def test_the_word_scan(self):
        expected = self.json_of_the_tree()
        self.assertEqual(
            harness.run("scan", "-f", "json", self.tree).stdout, expected)
        self.assertEqual(
            harness.run("scan", "-f", "json", cwd=self.tree).stdout, expected)

    def test_options_stand_anywhere(self):
        expected = self.json_of_the_tree()
        for arguments in (("scan", self.tree, "-f", "json"),
                          (self.tree, "--format", "json"),
                          ("-fjson", self.tree),
                          ("scan", "--format=json", self.tree)):
            with self.subTest(arguments=arguments):
                self.assertEqual(harness.run(*arguments).stdout, expected)

    def test_directory_named_like_a_command(self):
        self.write("scan/file", MAKER.github().encode())
        self.assertEqual(self.paths("./scan", cwd=self.tmp), ["file"])

    def test_name_that_begins_with_a_dash(self):
        self.write("--help", MAKER.github().encode())
        self.assertEqual(self.paths("--", "--help", cwd=self.tmp),
                         ["--help"])

    def test_one_file(self):
        report = self.scan(self.file, code=1)
        self.assertEqual([f["path"] for f in report["findings"]],
                         [str(self.file)])
        self.assertEqual(report["coverage"]["files_scanned"], 1)
        self.assertEqual(report["coverage"]["bytes_scanned"],
                         len(self.secret))

    def test_one_file_by_a_relative_name(self):
        self.assertEqual(self.paths("sub/file.txt", cwd=self.tree),
                         ["sub/file.txt"])

    def test_several_paths_keep_their_names_and_order(self):
        self.write("other/a", MAKER.github().encode())
        self.assertEqual(self.paths("tree", "other", cwd=self.tmp),
                         ["tree/sub/file.txt", "other/a"])

    def test_given_twice(self):
        for again in (self.tree, f"{self.tree}/", f"{self.tree}/../tree",
                      self.tree / "sub", self.file):
            with self.subTest(again=str(again)):
                report = self.scan(self.tree, again, code=1)
                self.assert_secrets(report, self.secret)
                self.assertEqual(report["coverage"]["files_scanned"], 1)

    def test_given_twice_the_narrower_first(self):
        for first in (self.file, self.tree / "sub"):
            with self.subTest(first=str(first)):
                report = self.scan(first, self.tree, code=1)
                self.assert_secrets(report, self.secret)
                self.assertEqual(report["coverage"]["files_scanned"], 1)

    def test_two_hard_links_are_two_files(self):
        # Each has a name of its own, from which the secret must go.
        os.link(self.file, self.tree / "sub" / "again.txt")
        self.assertEqual(self.paths(self.tree),
                         ["sub/again.txt", "sub/file.txt"])

    def test_link_that_is_named_is_followed(self):
        os.symlink("tree", self.tmp / "link")
        self.assertEqual(self.paths(self.tmp / "link"), ["sub/file.txt"])
        os.symlink("tree/sub/file.txt", self.tmp / "file_link")
        self.assertEqual(self.paths(self.tmp / "file_link"),
                         [str(self.tmp / "file_link")])

    def test_ignored_file_that_is_named_is_scanned(self):
        self.repository("tree")
        self.write("tree/.gitignore", b"*.txt\n")
        self.assertEqual(self.scan(self.tree, code=0)["findings"], [])
        self.assertEqual(self.paths(self.file), [str(self.file)])

    def test_ignore_files_above_the_path_count_within_a_repository(self):
        self.write("tree/.gitignore", b"sub/*.txt\n")
        self.assertEqual(self.paths(self.tree / "sub"), ["file.txt"])
        self.repository("tree")
        report = self.scan(self.tree / "sub", code=3)
        self.assertEqual(report["findings"], [])
        self.assertEqual(report["coverage"]["ignored_by"],
                         [{"file": "../.gitignore", "count": 1}])

    def test_empty_directory(self):
        os.mkdir(self.tmp / "empty")
        report = self.scan(self.tmp / "empty", code=0)
        self.assertEqual(report["findings"], [])
        self.assertEqual(report["coverage"]["files_scanned"], 0)
        self.assertEqual(report["coverage"]["bytes_scanned"], 0)
        self.assertEqual(report["coverage"]["incomplete"], [])

    def test_empty_file(self):
        report = self.scan(self.write("empty", b""), code=0)
        self.assertEqual(report["coverage"]["files_scanned"], 1)

    def test_very_long_path(self):
        # Longer than PATH_MAX: it can be walked only step by step.
        here = os.open(self.tree, os.O_RDONLY)
        for _ in range(30):
            os.mkdir("l" * 200, dir_fd=here)
            below = os.open("l" * 200, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = below
        secret = MAKER.github()
        with open(os.open("file", os.O_WRONLY | os.O_CREAT, 0o644,
                          dir_fd=here), "wb") as file:
            file.write(secret.encode())
        os.close(here)
        report = self.scan(self.tree, code=1)
        self.assert_secrets(report, self.secret, secret)
        self.assertEqual(report["coverage"]["incomplete"], [])


class PlaceTest(harness.CliTest):
    """The meaning of a path does not depend on where in its repository a scan
    begins."""

    def setUp(self):
        super().setUp()
        value = "larchgate" + str(77)  # composed: the place decides
        for name in ("docs", "src"):
            self.file = self.write(f"tests/top/{name}/settings.py",
                                   f'db_password = "{value}"\n'.encode())
        self.top = self.tmp / "tests" / "top"

    def confidences(self, *paths, cwd=None, config=()):
        report = self.scan("--min-confidence", "low", *config, *paths,
                           cwd=cwd or self.top, code=1)
        return [finding["confidence"] for finding in report["findings"]]

    def names(self):
        """Every way to name the two files, and the directory it is from."""
        docs, src = "docs/settings.py", "src/settings.py"
        return [
            ((".",), None), (("docs", "src"), None), ((docs, src), None),
            ((self.top,), None), ((self.top / docs, self.top / src), None),
            ((".", "../src"), self.top / "docs"),
            (("settings.py", "../src"), self.top / "docs"),
        ]

    def test_in_a_repository(self):
        self.repository("tests/top")
        for paths, cwd in self.names():
            with self.subTest(paths=paths):
                self.assertEqual(self.confidences(*paths, cwd=cwd),
                                 ["low", "medium"])
        for name in ("docs", "src"):
            with self.subTest(alone=name):
                self.assertEqual(self.confidences(name),
                                 ["low" if name == "docs" else "medium"])

    def test_above_the_repository_nothing_counts(self):
        self.repository("tests/top/src")
        for path in ("src", self.top / "src", self.file):
            with self.subTest(path=path):
                self.assertEqual(self.confidences(path), ["medium"])

    def test_outside_of_repositories(self):
        # The directories between the filesystem's root and a file mean
        # nothing.
        for path in (self.top / "src", self.file):
            with self.subTest(path=path):
                self.assertEqual(self.confidences(path), ["medium"])

    def test_paths_of_allow_lists(self):
        self.repository("tests/top")
        config = self.write("config.toml", b"[extend]\nuseDefault = true\n"
                            b"[[allowlists]]\npaths = ['^docs/']\n")
        for paths, cwd in self.names():
            with self.subTest(paths=paths):
                self.assertEqual(
                    self.confidences(*paths, cwd=cwd,
                                     config=("--config", config)),
                    ["medium"])


if __name__ == "__main__":
    unittest.main()
