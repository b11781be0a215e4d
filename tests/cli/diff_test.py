"""A diff on standard input: findings have the files' names and lines.

The oracle is git: a line that `git blame` gives to the last commit is one that
the diff adds, and a scan of the file itself knows its secrets.
"""

import os
import random
import subprocess
import unittest

import harness
from git_repositories import GitTest


def places(report) -> list:
    return sorted((os.fsdecode(harness.path_of(one)), one["start"]["line"],
                   one["secret"]) for one in report["findings"])


class DiffTest(GitTest):

    def read(self, diff: bytes, *words, code=None) -> dict:
        return self.scan("-", *words, cwd=self.repo, stdin=diff, code=code)

    def diff(self, *words) -> bytes:
        return self.git("-c", "core.quotePath=true", *words).encode(
            "utf-8", "surrogateescape") + b"\n"

    def notes(self, report) -> str:
        return " ".join(report["coverage"].get("notes", []))

    def two_versions(self):
        """A file with an old secret beside a new one, and one that goes."""
        old, new, gone = (self.tokens.github() for _ in range(3))
        lines = [f"line {i}" for i in range(60)]
        lines[30] = f"old {old}"
        self.put("src/a.txt", "\n".join(lines) + "\n")
        self.put("gone.txt", f"{gone}\n")
        self.commit()
        lines.insert(32, f"new {new}")
        self.put("src/a.txt", "\n".join(lines) + "\n")
        os.unlink(self.repo / "gone.txt")
        return old, new, gone

    def test_only_added_lines_are_reported_and_the_rest_is_counted(self):
        _, new, _ = self.two_versions()
        report = self.read(self.diff("diff"), code=1)
        self.assertEqual(places(report), [("src/a.txt", 33, new)])
        self.assertEqual(report["coverage"]["files_scanned"], 1)
        self.assertIn("1 removed line and 1 finding in unchanged lines were",
                      self.notes(report))

    def test_never_reads_it_as_a_text(self):
        secrets = self.two_versions()
        report = self.read(self.diff("diff"), "--diff", "never", code=1)
        self.assert_secrets(report, *secrets)
        self.assertEqual({one["path"] for one in report["findings"]}, {"-"})

    def test_a_file_on_standard_input_is_read_like_a_pipe(self):
        _, new, _ = self.two_versions()
        self.write("x.diff", self.diff("diff"))
        with open(self.tmp / "x.diff", "rb") as file:
            done = subprocess.run(
                [harness.binary(), "-f", "json", "--show-secrets", "-"],
                stdin=file, capture_output=True, check=False,
                env=harness.environment(), timeout=harness.TIMEOUT_S)
        outcome = harness.Outcome([], done.returncode, done.stdout, b"")
        self.assertEqual(places(outcome.json()), [("src/a.txt", 33, new)])

    def test_the_secret_is_where_the_bytes_say(self):
        _, new, _ = self.two_versions()
        diff = self.diff("diff")
        one = self.read(diff)["findings"][0]
        self.assertEqual(diff[one["start"]["byte"]:one["end"]["byte"]],
                         new.encode())

    def test_the_rest_of_a_line_masks_what_is_not_reported(self):
        old, new, _ = self.two_versions()
        outcome = harness.run("-", "-f", "json", stdin=self.diff("diff"))
        self.assertEqual(len(outcome.json()["findings"]), 1)
        for secret in (old, new):
            self.assertNotIn(secret.encode(), outcome.stdout)

    def test_names(self):
        names = ["a b.txt", "ü.txt", "tab\there", "quote\".txt", "b/b.txt",
                 "back\\slash"]
        self.put("first", "x\n")
        self.commit()
        secrets = {name: self.tokens.github() for name in names}
        for name, secret in secrets.items():
            self.put(name, f"{secret}\n")
        self.git("add", "-A")
        for settings in ([], ["-c", "diff.mnemonicPrefix=true"]):
            with self.subTest(settings=settings):
                diff = self.diff(*settings, "diff", "--cached")
                self.assertEqual(
                    places(self.read(diff)),
                    sorted((name, 1, secret)
                           for name, secret in secrets.items()))

    def test_without_prefixes(self):
        _, new, _ = self.two_versions()
        report = self.read(self.diff("diff", "--no-prefix"))
        self.assertEqual(places(report), [("src/a.txt", 33, new)])

    def test_a_message_is_text_around_the_changes(self):
        secret, added = self.tokens.github(), self.tokens.github()
        self.put("a", f"{added}\n")
        self.commit(f"title\n\nuse {secret} for it")
        for words, line in ((["show"], 7), (["log", "-p"], 7),
                            (["format-patch", "--stdout", "-1"], 6)):
            with self.subTest(words=words):
                self.assertEqual(
                    places(self.read(self.diff(*words, *(
                        ["--root"] if "-1" in words else [])))),
                    [("-", line, secret), ("a", 1, added)])

    def test_a_merge(self):
        self.put("a", "1\n2\n3\n4\n5\n6\n7\n8\n")
        self.commit()
        ours, theirs, both = (self.tokens.github() for _ in range(3))
        self.git("checkout", "-qb", "other")
        self.put("a", f"1\n{theirs}\n3\n4\n5\n6\n7\n8\n")
        self.commit()
        self.git("checkout", "-q", "main")
        self.put("a", f"1\n{ours}\n3\n4\n5\n6\n7\n8\n")
        self.commit()
        self.git("merge", "-q", "other", check=False)
        self.put("a", f"1\n{both}\n{ours}\n3\n4\n5\n6\n7\n8\n")
        self.commit()
        diff = self.diff("show")
        self.assertIn(b"@@@", diff)
        self.assertEqual(places(self.read(diff)),
                         [("a", 2, both), ("a", 3, ours)])

    def test_diff_of_two_directories(self):
        secret = self.tokens.github()
        self.put("old/x", "one\n")
        self.put("new/x", f"one\n{secret}\n")
        diff = subprocess.run(["diff", "-ru", "old", "new"], cwd=self.repo,
                              capture_output=True, check=False).stdout
        self.assertEqual(places(self.read(diff)), [("new/x", 2, secret)])

    def test_a_binary_patch_is_counted(self):
        (self.repo / "b").write_bytes(bytes(range(256)))
        self.commit()
        (self.repo / "b").write_bytes(bytes(range(255, -1, -1)))
        self.put("c", f"{(secret := self.tokens.github())}\n")
        self.git("add", "-A")
        for words in ([], ["--binary"]):
            report = self.read(self.diff("diff", "--cached", *words))
            self.assertEqual(places(report), [("c", 1, secret)])
            self.assertIn("1 binary file was left out", self.notes(report))

    def test_a_file_is_judged_by_its_name(self):
        self.put("x", "x\n")
        self.commit()
        self.put(".env", "DB_PASSWORD=q8ZpLx4vTn2WkB7m\n")  # sluice:allow
        self.put("skip/me", f"{self.tokens.github()}\n")
        self.git("add", "-A")
        report = self.read(self.diff("diff", "--cached"), "--exclude", "skip/")
        self.assertEqual([one["path"] for one in report["findings"]],
                         [".env"])
        self.assertEqual(report["coverage"]["skipped"]["excluded"], 1)

    def test_what_only_looks_like_a_diff_is_a_text(self):
        secret = self.tokens.github()
        for text in (f"--- a\n+++ b\n-{secret}\n", f"diff --git a b\n-{secret}",
                     f"see:\n--- a\n+++ b\n@@ -1 +1 @@\n-{secret}\n"):
            with self.subTest(text=text[:12]):
                report = self.read(text.encode())
                self.assertEqual([one["path"] for one in report["findings"]],
                                 ["-"])

    def test_a_hunk_that_ends_early_loses_nothing_that_was_added(self):
        first, second = self.tokens.github(), self.tokens.github()
        diff = (f"--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n one\n+{first}\n"
                f"and then {second}\n")
        self.assertEqual(places(self.read(diff.encode())),
                         [("-", 6, second), ("x", 2, first)])

    def test_numbers_that_no_file_has(self):
        secret = self.tokens.github()
        for place in ("+99999999999999999999", "+18446744073709551615,3",
                      "+0,5"):
            with self.subTest(place=place):
                report = self.read(
                    f"--- a/x\n+++ b/x\n@@ -1 {place} @@\n+{secret}\n".encode(),
                    code=1)
                self.assert_secrets(report, secret)
                self.assertGreater(report["findings"][0]["start"]["line"], 0)
                self.assertEqual(report["coverage"]["files_scanned"], 1)

    def test_a_diff_without_a_file_is_one_file(self):
        report = self.read(b"--- a/x\n+++ b/x\n@@ -1 +1,none @@\n+text\n",
                           code=0)
        self.assertEqual(report["coverage"]["files_scanned"], 1)

    def test_a_line_longer_than_any_buffer(self):
        secret = self.tokens.github()
        long = "x " * 400_000
        diff = (f"--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n-{long}\n+{long}{secret}\n"
                f"+after {(after := self.tokens.github())}\n")
        self.assertEqual(places(self.read(diff.encode())),
                         [("x", 1, secret), ("x", 2, after)])

    def test_random_changes_beside_git(self):
        for seed in harness.seeds(1, 20):
            self.check_random_changes(seed)

    def check_random_changes(self, seed):
        draw = random.Random(seed)
        with self.subTest(seed=seed):
            names = [f"d{i % 3}/f{i}.txt" for i in range(6)]
            text = {name: [self.line(draw) for _ in range(draw.randrange(80))]
                    for name in names}
            for _ in range(6):
                for name, lines in text.items():
                    self.put(name, "".join(lines))
                self.commit()
                for name in draw.sample(names, 4):
                    self.change(draw, text[name])
                for name, lines in text.items():
                    self.put(name, "".join(lines))
                context = f"-U{draw.choice((0, 1, 3, 20))}"
                diff = self.diff("diff", context)
                self.assertEqual(places(self.read(diff)), self.added(names))

    def line(self, draw) -> str:
        return (f"see {self.tokens.github()}\n" if draw.random() < 0.3
                else f"line {draw.randrange(30)}\n")

    def change(self, draw, lines):
        for _ in range(draw.randrange(1, 5)):
            at = draw.randrange(len(lines) + 1)
            lines[at:at + draw.randrange(3)] = [
                self.line(draw) for _ in range(draw.randrange(3))]

    def added(self, names) -> list:
        """What a scan of the files finds in lines that are not committed."""
        found = places(self.scan(*names, cwd=self.repo))
        new = set()
        for name in names:
            for at, line in enumerate(self.git(
                    "blame", "-s", "--abbrev=39", name).splitlines(), 1):
                if line.startswith("0" * 39):
                    new.add((name, at))
        return [place for place in found if place[:2] in new]


if __name__ == "__main__":
    unittest.main()
