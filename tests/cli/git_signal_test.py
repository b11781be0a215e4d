"""SIGINT and the progress line of `sluice git` and `sluice baseline`. If a
scan must last, the tests use a git in front of the real one that stops in the
middle of the texts."""

import os
import pathlib
import re
import signal
import subprocess
import time
import unittest

import harness
from git_repositories import GitTest
from terminal import Pipe, Terminal

# Prints the first bytes of the real git's output, and then nothing.
SLOW_GIT = """#!/bin/sh
case "$*" in
  *"{command}"*)
    {git} "$@" >"{tmp}/output"
    head -c {bytes} "{tmp}/output"
    touch "{tmp}/waits"
    exec sleep 60 ;;
esac
exec {git} "$@"
"""


def wait_until_idle(pid):
    """Until all threads sleep and none has run for a while."""
    def look():
        fields = [path.read_text().rpartition(") ")[2].split()
                  for path in pathlib.Path(f"/proc/{pid}/task").glob("*/stat")]
        # The state, and the times in user and kernel mode.
        return [(f[0], f[11], f[12]) for f in fields]
    late = time.monotonic() + harness.TIMEOUT_S
    before = None
    while (now := look()) != before or {state for state, *_ in now} != {"S"}:
        if time.monotonic() > late:
            raise AssertionError("it is never idle")
        before = now
        time.sleep(0.2)


class SlowGit(GitTest):

    def setUp(self):
        super().setUp()
        self.secret = self.tokens.checked()
        self.put("a", f"k = {self.secret}\n")
        self.put("b", f"k = {self.tokens.checked()}\n" + "filler\n" * 1_300_000)  # more than is read in the process
        self.put("c", f"k = {self.tokens.checked()}\n")
        self.commit("brings it in")

    def slow_git(self, bytes_=400, command="cat-file --batch --buffer"):
        real = subprocess.run(["which", "git"], capture_output=True, text=True,
                              check=True).stdout.strip()
        self.write("bin/git", SLOW_GIT.format(
            git=real, tmp=self.tmp, bytes=bytes_, command=command).encode())
        os.chmod(self.tmp / "bin/git", 0o755)
        return f"{self.tmp}/bin:{os.environ['PATH']}"

    def wait_for_git(self, process):
        """Until the git that stops in the middle has stopped."""
        late = time.monotonic() + harness.TIMEOUT_S
        while not (self.tmp / "waits").exists():
            self.assertLess(time.monotonic(), late)
            self.assertIsNone(process.poll())
            time.sleep(0.01)


class Interrupted(SlowGit):

    def stopped(self, *words, number=signal.SIGINT, group=False, **slow):
        path = self.slow_git(**slow)
        process = subprocess.Popen(
            [harness.binary(), "git", "-j", "1", "--show-secrets", *words],
            cwd=self.repo, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=harness.environment(
                PATH=path, SLUICE_SANDBOX="off"),
            start_new_session=True)
        self.addCleanup(process.kill)
        self.wait_for_git(process)
        wait_until_idle(process.pid)
        (os.killpg if group else os.kill)(process.pid, number)
        out, err = process.communicate(timeout=harness.TIMEOUT_S)
        (self.tmp / "waits").unlink()
        outcome = harness.Outcome(list(words), process.returncode, out, err)
        self.assert_code(outcome, 128 + number)
        self.assertNotIn(b"git", err)
        return outcome

    def test_what_was_found_is_reported(self):
        for words in ([], ["--staged"]):
            if words:
                self.git("update-ref", "-d", "HEAD")
            with self.subTest(words=words):
                outcome = self.stopped(*words, "-f", "json")
                report = outcome.json()
                # What is read in the process may be further than git.
                self.assertIn(self.secret,
                              [f["secret"] for f in report["findings"]])
                self.assertTrue(report["coverage"]["notes"][0].startswith(
                    "interrupted: "), report["coverage"]["notes"])
        self.assertIn(b"interrupted: 1 secret in 1 file",
                      self.stopped("--staged").stdout)

    def test_what_a_terminal_sends_goes_to_git_too(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            outcome = self.stopped("-f", "json", group=True, number=number)
            # No file is called damaged. The current text was not read, unless
            # git's end was seen before the signal. Then the text would have
            # been requested again, and is one of the rest.
            self.assertIn(
                [e["path"] for e in outcome.json()["coverage"]["incomplete"]],
                (["b"], []))

    def test_while_git_lists(self):
        for command in ("for-each-ref", "rev-list --no-walk",
                        "rev-list --reverse", "diff-tree --stdin"):
            with self.subTest(command):
                # git lists the commits, and compares the trees of a shallow
                # clone, if a commit is too large to be read in the process.
                if command == "rev-list --reverse":
                    self.git("commit", "-q", "--allow-empty", "-F", "-",
                             stdin=b"word " * 2_000_000)
                if command == "diff-tree --stdin":
                    head = subprocess.run(
                        ["git", "rev-parse", "HEAD"], cwd=self.repo, check=True,
                        capture_output=True).stdout
                    (self.repo / ".git/shallow").write_bytes(head)
                report = self.stopped("-f", "json", bytes_=10,
                                      command=command).json()
                self.assertEqual(report["findings"], [])
                self.assertEqual(report["coverage"]["incomplete"], [])

    def test_no_report_file_is_left(self):
        outcome = self.stopped("-o", self.tmp / "report.json")
        self.assertIn(b"interrupted: no report was written to", outcome.stderr)
        self.assertFalse((self.tmp / "report.json").exists())

    def test_no_git_is_left(self):
        self.stopped(group=False)
        done = subprocess.run(["pgrep", "-f", f"{self.tmp}/bin/git"],
                              capture_output=True, check=False)
        self.assertEqual(done.stdout, b"")

    def test_a_baseline_stays_as_it_was(self):
        pipe = Pipe(self, self.repo / "pipe")
        self.write("repo/.sluice-baseline", b"")
        process = subprocess.Popen(
            [harness.binary(), "baseline", "write", "a", "pipe", "--baseline",
             ".sluice-baseline"], cwd=self.repo,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=harness.environment())
        self.addCleanup(process.kill)
        pipe.wait_for_reader(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=harness.TIMEOUT_S)
        self.assertEqual(process.returncode, 130, err)
        self.assertEqual(out, b"")
        self.assertIn(b"interrupted: .sluice-baseline was not changed", err)
        self.assertEqual((self.repo / ".sluice-baseline").read_bytes(), b"")


class ProgressLine(SlowGit):

    def test_it_is_drawn_and_erased(self):
        path = self.slow_git()
        terminal = Terminal(self, "git", "-j", "1", self.repo, PATH=path,
                            SLUICE_SANDBOX="off")
        terminal.read_until(rb"\r[12] files?, \d+ B(, \d+ B/s)?\x1b\[K")
        terminal.signal()
        self.assertEqual(terminal.finish(), 130)
        self.assertFalse([x for x in terminal.screen().split("\n")
                          if re.search("B/s|[12] files?, ", x)
                          and "scanned" not in x])
        self.assertIn("a:1:5", terminal.screen())

    def test_of_a_baseline(self):
        pipe = Pipe(self, self.repo / "pipe")
        terminal = Terminal(self, "baseline", "write", "a", "pipe",
                            cwd=self.repo)
        terminal.read_until(rb"\r1 file, [^\r]*1 secret\x1b\[K")
        pipe.close()
        self.assertEqual(terminal.finish(), 0)
        self.assertRegex(terminal.screen(),
                         r"^\.sluice-baseline: 1 known finding, 1 added")

    def test_it_is_not_there(self):
        path = self.slow_git()
        for word in ("-q", "-v", "--no-progress"):
            terminal = Terminal(self, "git", "-j", "1", word, self.repo,
                                PATH=path, SLUICE_SANDBOX="off")
            self.wait_for_git(terminal.process)
            time.sleep(0.5)
            terminal.signal()
            self.assertEqual(terminal.finish(), 130)
            self.assertEqual(terminal.drawn(), [])
            (self.tmp / "waits").unlink()


if __name__ == "__main__":
    unittest.main()
