"""`sluice git` with gitleaks' flags, in cases whose right result is known
without gitleaks; gitleaks_git_peer_test.py compares the two."""

import json
import os
import unittest

import harness
import leak_archives
from git_repositories import GitTest

SECRET = "tk_ZYXWVUTSRQPONMLK"
RULES = b"""
[[rules]]
id = "plain"
regex = '''tk_[A-Z]{16}'''
"""


class LikeGitleaks(GitTest):
    def setUp(self):
        super().setUp()
        self.write("rules.toml", RULES)

    def leaks(self, *words, code=1, cwd=None):
        outcome = harness.run("git", "-c", self.tmp / "rules.toml", "-f",
                              "json", "-r", "-", *words,
                              cwd=cwd or self.repo)
        self.assert_code(outcome, code)
        return json.loads(outcome.stdout.decode() or "[]")

    def refused(self, *words, code=1, named=()):
        outcome = harness.run("git", *words, cwd=self.repo)
        self.assert_code(outcome, code)
        self.assertEqual(outcome.stdout, b"", str(outcome))
        self.assert_message(outcome, *named)

    def test_archives(self):
        inner = {"in.txt": f"\n{SECRET}\n".encode()}
        self.write("repo/a b.zip", leak_archives.zipped(inner))
        first = self.commit("first")
        self.git("mv", "a b.zip", "gone.zip")
        self.write("repo/gone.zip", leak_archives.zipped(
            {**inner, "more.txt": f"{SECRET}\n".encode()}))
        second = self.commit("second")
        self.git("rm", "-q", "gone.zip")
        self.commit("third")
        self.assertEqual(self.leaks("--no-banner", code=0), [])
        expected = [f"{second}:gone.zip!in.txt:plain:2",
                    f"{second}:gone.zip!more.txt:plain:1",
                    f"{first}:a b.zip!in.txt:plain:2"]
        self.assertEqual(
            [leak["Fingerprint"] for leak in
             self.leaks("--max-archive-depth", "1")], expected)
        # One that is damaged is named with its commit.
        self.write("repo/new.tar", leak_archives.tarred(inner)[:900])
        last = self.commit("fourth")
        outcome = harness.run("git", "-c", "../rules.toml",
                              "--max-archive-depth", "1", cwd=self.repo)
        self.assert_code(outcome, 1)
        self.assert_message(outcome, f"could not read {last}:new.tar")

    def test_archives_that_are_staged(self):
        self.write("repo/a.zip", leak_archives.zipped({"x": b"\0"}))
        self.commit()
        self.write("repo/a.zip", leak_archives.zipped(
            {"x": SECRET.encode()}))
        self.git("add", "-A")
        flags = ["--max-archive-depth", "1", "--pre-commit"]
        self.assertEqual(
            [leak["Fingerprint"] for leak in self.leaks(*flags, "--staged")],
            ["a.zip!x:plain:1"])
        # An unstaged change is read from the index, as in gitleaks.
        self.assertEqual(self.leaks(*flags, code=0), [])
        self.write("repo/a.zip", b"PK\x03\x04 \0 something else")
        self.assertEqual(
            [leak["Fingerprint"] for leak in self.leaks(*flags)],
            ["a.zip!x:plain:1"])

    def test_a_flag_of_gitleaks_tells_the_two_apart(self):
        self.put("a", f"{SECRET}\n")
        commit = self.commit("first")
        self.put("a", f"{SECRET}\n{SECRET}\n")
        self.commit("second")
        found = self.leaks()
        self.assertEqual([leak["StartLine"] for leak in found], [2, 1])
        self.assertEqual(found[1]["Fingerprint"], f"{commit}:a:plain:1")
        self.assertEqual(found[1]["Email"], "ann@x.org")
        for flags in (["--no-banner"], ["-l", "error"], ["--redact"],
                      ["--log-opts=--all"], ["--exit-code=1"]):
            with self.subTest(flags=flags):
                outcome = harness.run("git", "-c", "../rules.toml", *flags,
                                      cwd=self.repo)
                self.assert_code(outcome, 1)
                self.assertEqual(outcome.stdout, b"")
        # Ours: one secret, once.
        for flags in ([], ["-v"], ["--redact", "50"], ["--enable-rule",
                                                       "plain"]):
            with self.subTest(flags=flags):
                report = harness.run("git", "-c", "../rules.toml", "-f",
                                     "json", *flags, cwd=self.repo).json()
                self.assertEqual(report["schema"], "sluice/1")

    def test_exit_codes(self):
        self.put("a", "nothing\n")
        self.commit()
        self.assertEqual(self.leaks(code=0), [])
        self.put("a", SECRET)
        self.commit()
        self.leaks("--exit-code=7", code=7)
        self.refused("--no-banner", "--since", "x", code=126,
                     named=["--since"])
        self.refused("--no-banner", "--follow-symlinks", code=126)
        self.refused("--platform", "sourceforge", named=["sourceforge"])
        self.refused("--no-banner", "a", "b", named=["a and b"])
        self.refused("--no-banner", self.tmp / "none", named=["none"])
        self.refused("--log-opts=--output=made", named=["--output=made"])
        self.assertFalse((self.repo / "made").exists())
        # A complaint of git makes it a partial scan.
        self.assertEqual(self.leaks("--log-opts=none..HEAD"), [])
        self.assertEqual(self.leaks(self.tmp, cwd=self.tmp), [])

    def test_changes(self):
        self.put("a", "old\n")
        self.put("both", "old\n")
        self.commit()
        self.put("a", f"old\n{SECRET}A\n")
        self.git("add", "a")
        self.put("both", f"{SECRET}B\nold\n")
        self.put("untracked", f"{SECRET}C\n")
        staged = self.leaks("--pre-commit", "--staged")
        self.assertEqual([(leak["File"], leak["StartLine"], leak["Commit"],
                           leak["Date"], leak["Fingerprint"])
                          for leak in staged],
                         [("a", 2, "", "0001-01-01T00:00:00Z", "a:plain:2")])
        self.assertEqual([leak["File"] for leak in self.leaks("--pre-commit")],
                         ["both"])

    def test_conflicts_are_counted(self):
        self.put("a", "old\n")
        self.commit()
        self.git("checkout", "-q", "-b", "side")
        self.put("a", "side\n")
        self.commit()
        self.git("checkout", "-q", "-")
        self.put("a", f"{SECRET}\n")
        self.commit()
        self.git("merge", "-q", "side", check=False)
        outcome = harness.run("git", "--pre-commit", cwd=self.repo)
        self.assert_message(outcome, "1 in conflict")

    def test_nothing_of_the_repository_is_run(self):
        trap = self.tmp / "trap"
        self.write("run", b"#!/bin/sh\ntouch " + bytes(trap) + b"\ncat\n")
        program = self.tmp / "run"
        os.chmod(program, 0o755)
        self.put(".gitattributes", "* diff=trap filter=trap\n")
        self.commit()
        for name in ("diff.trap.textconv", "diff.trap.command",
                     "diff.external", "filter.trap.clean",
                     "filter.trap.process", "core.fsmonitor", "gpg.program",
                     "core.pager"):
            self.git("config", name, program)
        self.git("config", "log.showSignature", "true")
        self.git("config", "filter.trap.required", "true")
        self.write("repo/a", f"{SECRET}\n".encode())
        self.git("-c", "filter.trap.clean=", "-c", "filter.trap.process=",
                 "-c", "filter.trap.required=false", "-c",
                 "core.fsmonitor=false", "add", "a")
        trap.unlink(missing_ok=True)
        self.assertEqual(len(self.leaks("--staged")), 1)
        self.assertFalse(trap.exists())
        self.git("-c", "core.fsmonitor=false", "-c", "filter.trap.clean=",
                 "-c", "filter.trap.process=",
                 "-c", "filter.trap.required=false", "commit", "-q", "-m",
                 "x")
        self.write("repo/a", f"{SECRET}\n{SECRET}\n".encode())
        trap.unlink(missing_ok=True)
        self.assertEqual(len(self.leaks("--pre-commit")), 1)
        self.assertEqual(len(self.leaks()), 1)
        self.assertFalse(trap.exists())

    def test_settings_do_not_spoil_the_patch(self):
        self.put("d/a", f"{SECRET}\n")
        self.commit("a message")
        plain = self.leaks()
        for name, value in (("color.ui", "always"), ("diff.noprefix", "true"),
                            ("diff.mnemonicPrefix", "true"),
                            ("log.date", "relative"),
                            ("format.pretty", "oneline"),
                            ("log.showRoot", "false"),
                            ("log.decorate", "full")):
            self.git("config", name, value)
        self.assertEqual(self.leaks(), plain)
        self.assertEqual(plain[0]["Message"], "a message")
        self.assertEqual(plain[0]["File"], "d/a")

    def test_too_large_a_hunk(self):
        self.put("a", "x" * 2_100_000 + f"\n{SECRET}\n")
        self.commit()
        self.assertEqual(len(self.leaks("--max-target-megabytes=2")), 1)
        outcome = harness.run("git", "-c", "../rules.toml",
                              "--max-target-megabytes=1", cwd=self.repo)
        self.assert_code(outcome, 0)
        self.assert_message(outcome, "1 too large")


if __name__ == "__main__":
    unittest.main()
