"""Tokens with a wrong checksum are only reported on request, but named:
somebody who tries the program with a made-up one learns why."""

import json
import unittest

import harness
from git_repositories import GitTest
from terminal import on_a_terminal
from tokens import TokenMaker

MAKER = TokenMaker(4711)
WHY = b"wrong checksum: made up or mistyped"


class ScanTest(harness.CliTest):

    def mistyped(self, *arguments, code=0):
        report = self.scan(self.tmp / "tree", *arguments, code=code)
        return report["coverage"]["mistyped"]

    def test_one_is_named(self):
        secret = MAKER.github_with_wrong_checksum()
        self.write("tree/a/b.txt", f"x\nkey {secret}\n".encode())
        told = self.mistyped()
        self.assertEqual(told["count"], 1)
        self.assertEqual(told["first"][0]["path"], "a/b.txt")
        self.assertEqual(told["first"][0]["line"], 2)
        rule = told["first"][0]["rule_id"]
        outcome = harness.run("tree", cwd=self.tmp)
        self.assert_code(outcome, 0)
        self.assertIn(f"not shown: tree/a/b.txt:2  {rule}".encode(),
                      outcome.stdout)
        self.assertIn(WHY, outcome.stdout)
        self.assertIn(b"1 unsure, not shown (--min-confidence low shows it)",
                      outcome.stdout)
        for form in ("pretty", "json", "jsonl"):
            shown = harness.run("-f", form, "--show-secrets", "tree",
                                cwd=self.tmp)
            self.assertNotIn(secret.encode(), shown.stdout + shown.stderr)
        for line in outcome.stdout.splitlines():
            if line.startswith(b"not shown"):
                self.assertLessEqual(len(line), 80)

    def test_on_a_terminal_of_80_columns(self):
        name = "a-directory-with-a-name-of-some-length/file.txt"
        self.write("tree/" + name, MAKER.github_with_wrong_checksum().encode())
        lines = on_a_terminal(self, "tree", cwd=self.tmp,
                              NO_COLOR="1").split("\n")
        at = next(i for i, line in enumerate(lines)
                  if line.startswith("not shown: "))
        self.assertIn(f"not shown: tree/{name}:1  ", lines[at])
        self.assertEqual(lines[at + 1], "  " + WHY.decode())

    def test_five_are_named_and_the_rest_is_counted(self):
        for i in range(8):
            self.write(f"tree/{i}.txt",
                       MAKER.github_with_wrong_checksum().encode() + b"\n")
        for workers in ("1", "2", "7"):
            told = self.mistyped("-j", workers)
            self.assertEqual(told["count"], 8)
            self.assertEqual([one["path"] for one in told["first"]],
                             [f"{i}.txt" for i in range(5)])
        outcome = harness.run("tree", cwd=self.tmp)
        self.assertEqual(outcome.stdout.count(WHY), 5)
        self.assertIn(b"not shown: 3 more with a wrong checksum",
                      outcome.stdout)

    def test_what_is_shown_or_fine_or_known_is_not_named(self):
        secret = MAKER.github_with_wrong_checksum()
        self.write("tree/a.txt", secret.encode() + b"\n")
        none = {"count": 0, "first": []}
        self.assertEqual(
            self.mistyped("--min-confidence", "low", code=1), none)
        self.write("tree/a.txt", MAKER.github().encode() + b"\n")
        self.assertEqual(self.mistyped(code=1), none)

    def test_convert_keeps_it(self):
        for i in range(7):
            self.write(f"tree/{i}.txt",
                       MAKER.github_with_wrong_checksum().encode() + b"\n")
        report = harness.run("-f", "json", "tree", cwd=self.tmp).stdout
        for form in ("json", "jsonl"):
            source = harness.run("-f", form, "tree", cwd=self.tmp).stdout
            again = harness.run("report", "convert", "-", "-f", "json",
                                stdin=source)
            self.assertEqual(again.stdout, report)
        pretty = harness.run("report", "convert", "-", "-f", "pretty",
                             stdin=report).stdout
        self.assertEqual(pretty.count(WHY), 5)
        self.assertIn(b"not shown: 2 more", pretty)
        old = json.loads(report)
        del old["coverage"]["mistyped"]
        again = harness.run("report", "convert", "-", "-f", "json",
                            stdin=json.dumps(old).encode())
        self.assertEqual(again.json()["coverage"]["mistyped"]["count"], 0)


class GitHistoryTest(GitTest):

    def mistyped(self, *arguments):
        return self.sluice(*arguments, code=0)["coverage"]["mistyped"]

    def test_where_each_came_in(self):
        one = self.tokens.github_with_wrong_checksum()
        two = self.tokens.github_with_wrong_checksum()
        self.put("a.txt", f"x\nkey {one}\n")
        first = self.commit("first")
        self.put("a.txt", f"x\ny\nkey {one}\n")
        second = self.commit("moves it")
        self.put("b.txt", f"key {two}\n")
        third = self.commit("another")
        told = self.mistyped()
        self.assertEqual(told["count"], 2)
        self.assertEqual(
            [(e["path"], e["line"], e["commit"]) for e in told["first"]],
            [("a.txt", 2, first), ("b.txt", 1, third)])
        self.assertEqual(self.mistyped("--since", second)["count"], 1)
        self.assertEqual(self.mistyped(f"{first}..{second}")["count"], 0)
        outcome = harness.run("git", cwd=self.repo)
        self.assertIn(f"not shown: a.txt:2 in {first[:12]}".encode(),
                      outcome.stdout)

    def test_staged(self):
        old = self.tokens.github_with_wrong_checksum()
        new = self.tokens.github_with_wrong_checksum()
        self.put("a.txt", f"key {old}\n")
        self.commit("first")
        self.put("a.txt", f"key {old}\nkey {new}\n")
        self.git("add", "a.txt")
        told = self.mistyped("--staged")
        self.assertEqual(told["count"], 1)
        self.assertEqual(told["first"][0]["line"], 2)


if __name__ == "__main__":
    unittest.main()
