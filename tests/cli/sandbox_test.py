"""The sandbox: what runs in a scan reaches no network, no program, no file.

The real binary runs with tests/support/break_out.cc, which tries each way out
when a certain file is read, as code would that a hostile file made run.
"""

import os
import re
import shutil
import subprocess
import unittest

import harness
from tokens import TokenMaker

MAKER = TokenMaker(1300)

WAYS_OUT = {"socket", "local socket", "socket pair", "ring", "new file",
            "new directory", "write", "empty", "link", "rename", "shell",
            "ptrace", "memory of another"}

# The rights of a process without a sandbox depend on where the tests run.
ALWAYS_OPEN = {"socket", "local socket", "socket pair", "new file",
               "new directory", "write", "empty", "link", "rename", "shell"}


@unittest.skipIf(harness.UNDER, "what it runs under has to be loaded first")
class SandboxTest(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.write("tree/file", b"break out!\n" + MAKER.github().encode())
        self.write("elsewhere/there", b"text")

    def ways(self, *arguments, code=1):
        """What is open to code in the scan, what is closed, and the run."""
        outcome = harness.run(
            *arguments, cwd=self.tmp, env=harness.environment(
                LD_PRELOAD=os.environ["SLUICE_BREAK_OUT_LIBRARY"],
                SLUICE_BREAK_OUT=os.fspath(self.tmp / "elsewhere")))
        self.assert_code(outcome, code)
        told = dict(re.findall(r"break out: ([\w ]+): (.*)",
                               outcome.stderr.decode()))
        self.assertEqual(set(told), WAYS_OUT, str(outcome))
        is_open = {way for way, error in told.items() if error == "open"}
        return is_open, outcome

    def test_without_it_all_is_open(self):
        is_open, _ = self.ways("scan", "--sandbox", "off", "tree")
        self.assertLessEqual(ALWAYS_OPEN, is_open)

    def whole(self):
        outcome = harness.run("scan", "--sandbox", "on", "tree", cwd=self.tmp)
        if outcome.code == 2:
            self.skipTest(outcome.stderr.decode())

    def test_nothing_is_open(self):
        self.whole()
        for way in ("auto", "on"):
            is_open, outcome = self.ways("scan", "--sandbox", way, "--stats",
                                         "tree")
            # lib/sandbox/sandbox.h has the cost of refusing that.
            self.assertEqual(is_open, {"empty"} if way == "auto" else set())
            self.assertIn(b"sandbox  landlock and seccomp", outcome.stderr)
            self.assertEqual(b"emptying a file is not refused" in outcome.stderr,
                             way == "auto")
        self.assertEqual(os.listdir(self.tmp / "elsewhere"), ["there"])

    def test_nothing_is_open_where_rings_were_made(self):
        self.whole()
        is_open, _ = self.ways("scan", "--io", "uring", "tree", "tree/file")
        self.assertEqual(is_open, {"empty"})

    def test_reports_are_written_all_the_same(self):
        self.whole()
        os.mkdir(self.tmp / "out")
        os.symlink("out/old.json", self.tmp / "link.json")
        self.write("out/old.json", b"an earlier report")
        is_open, _ = self.ways("scan", "-f", "json", "-o", "out/new.json",
                               "-f", "json", "-o", "link.json", "tree")
        self.assertEqual(is_open, {"empty"})
        for name in ("new.json", "old.json"):
            self.assertIn("findings", (self.tmp / "out" / name).read_text())
        self.assertTrue((self.tmp / "link.json").is_symlink())
        self.assertEqual(sorted(os.listdir(self.tmp / "out")),
                         ["new.json", "old.json"])

    def test_a_baseline_is_written_all_the_same(self):
        self.whole()
        outcome = harness.run("baseline", "write", "tree", cwd=self.tmp)
        self.assert_code(outcome, 0)
        self.assertTrue((self.tmp / "tree/.sluice-baseline").exists())

    def test_git_runs_all_the_same(self):
        self.whole()
        def git(*words):
            subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b",
                            *words], cwd=self.tmp / "tree", check=True,
                           env=harness.environment(), capture_output=True)
        # More bytes than are read in the process, so git reads them.
        with open(self.tmp / "tree/file", "ab") as file:
            file.write(b"\n" + b"filler\n" * 1_300_000)
        git("init", "-q")
        git("add", "file")
        staged = harness.run("git", "--sandbox", "on", "--staged", "tree",
                             cwd=self.tmp)
        self.assert_code(staged, 1)
        git("commit", "-q", "-m", "first")
        is_open, outcome = self.ways("git", "--sandbox", "on", "tree")
        self.assertEqual(is_open, set())
        self.assertIn(b"file:2", outcome.stdout)
        # Because of an ignored entry, the walk asks git as well.
        self.write("tree/.gitignore", b"*.log\n")
        self.write("tree/a.log", b"x")
        self.assert_code(harness.run("scan", "--sandbox", "on", "tree",
                                     cwd=self.tmp), 1)

    def test_the_scanned_directory_cannot_open_it(self):
        self.write("tree/.sluice.toml", b'[scan]\nsandbox = "off"\n')
        self.assert_refused(harness.run("scan", "tree", cwd=self.tmp),
                            "sandbox", "SLUICE_SANDBOX")

    def test_no_call_of_a_network(self):
        strace = shutil.which("strace")
        if strace is None:
            self.skipTest("no strace")
        log = self.tmp / "calls"
        outcome = harness.run("-f", "-e", "trace=%network", "-o", log,
                              harness.binary(), "scan", "--sandbox", "off",
                              "tree", cwd=self.tmp, program=strace)
        self.assert_code(outcome, 1)
        self.assertIn(b"tree/file", outcome.stdout)
        calls = [line for line in log.read_text().splitlines()
                 if "+++" not in line and "---" not in line]
        self.assertEqual(calls, [])


if __name__ == "__main__":
    unittest.main()
