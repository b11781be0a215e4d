"""SIGINT and SIGTERM: what was found is reported, what was not read is said."""

import os
import pathlib
import signal
import subprocess
import time
import unittest

import harness
from terminal import Pipe, Terminal
from tokens import TokenMaker

MAKER = TokenMaker(1200)


class SignalTest(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.write("a", MAKER.github().encode())
        self.pipe = Pipe(self, self.tmp / "pipe")
        self.write("z", MAKER.github().encode())

    def start(self, *arguments, **options):
        process = subprocess.Popen(
            [harness.binary(), "scan", "-j", "1", *map(os.fspath, arguments)],
            cwd=self.tmp, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=harness.environment(), **options)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        return process

    def outcome(self, process) -> harness.Outcome:
        out, err = process.communicate(timeout=harness.TIMEOUT_S)
        return harness.Outcome(process.args, process.returncode, out, err)

    def stopped(self, *arguments, number=signal.SIGINT) -> harness.Outcome:
        """The scan of a, the pipe and z, interrupted in the pipe."""
        process = self.start(*arguments, "a", "pipe", "z")
        self.pipe.wait_for_reader(process)
        process.send_signal(number)
        outcome = self.outcome(process)
        self.assertEqual(outcome.stderr, b"")
        self.assert_code(outcome, 128 + number)
        return outcome

    def test_what_was_found_is_reported(self):
        text = self.stopped().stdout.decode()
        self.assertIn("a:1:1  github-pat", text)
        self.assertNotIn("z:1:1", text)
        self.assertIn("could not read pipe: interrupted, 0 bytes into it", text)
        # The summary has lines of 80 columns.
        self.assertIn("interrupted: 1 secret in 1 file; 1 file (40 B) scanned, "
                      "the rest was not; 1 path",
                      " ".join(text.splitlines()))

    def test_terminate(self):
        self.stopped(number=signal.SIGTERM)

    def test_two_at_once_are_one(self):
        """Sends them like timeout(1): to the process, and to its group."""
        process = self.start("-f", "json", "a", "pipe", "z",
                             start_new_session=True)
        self.pipe.wait_for_reader(process)
        process.send_signal(signal.SIGTERM)
        os.killpg(process.pid, signal.SIGTERM)
        outcome = self.outcome(process)
        self.assert_code(outcome, 143)
        self.assertEqual(outcome.json()["coverage"]["notes"],
                         ["interrupted: 1 file scanned, the rest was not"])

    def test_json_stays_whole(self):
        coverage = self.stopped("-f", "json").json()["coverage"]
        self.assertEqual(coverage["notes"],
                         ["interrupted: 1 file scanned, the rest was not"])
        self.assertEqual([x["path"] for x in coverage["incomplete"]], ["pipe"])

    def test_a_report_file_stays_as_it_was(self):
        self.write("old.json", b"an earlier one")
        process = self.start("-o", "old.json", "-o", "new.sarif", "pipe")
        self.pipe.wait_for_reader(process)
        process.send_signal(signal.SIGTERM)
        outcome = self.outcome(process)
        self.assert_code(outcome, 143)
        for name in (b"old.json", b"new.sarif"):
            self.assertIn(b"interrupted: no report was written to " + name,
                          outcome.stderr)
        self.assertEqual((self.tmp / "old.json").read_bytes(),
                         b"an earlier one")
        self.assertFalse((self.tmp / "new.sarif").exists())

    def test_quiet(self):
        self.assertNotIn(b"interrupted:", self.stopped("-q").stdout)

    def test_what_came_of_a_pipe_is_searched(self):
        secret = MAKER.github()
        self.pipe.write(secret.encode() + b"\n")
        process = self.start("--show-secrets", "a", "pipe", "z")
        self.pipe.wait_until_empty(process)
        process.send_signal(signal.SIGINT)
        outcome = self.outcome(process)
        self.assert_code(outcome, 130)
        text = outcome.stdout.decode()
        self.assertIn(secret, text)
        self.assertIn("could not read pipe: interrupted, 41 bytes into it",
                      text)

    @staticmethod
    def wait_until_it_waits(process):
        """Until it has used no processor time for two seconds."""
        def used():
            stat = pathlib.Path(f"/proc/{process.pid}/stat").read_text()
            return stat.rpartition(") ")[2].split()[11:13]
        before = None
        while (now := used()) != before:
            before = now
            time.sleep(2)

    def test_a_signal_when_all_is_done_changes_nothing(self):
        # The report waits for its reader, and the scan is over: the report is
        # larger than a pipe, and smaller than a part that is passed on earlier.
        self.write("many", b"".join(MAKER.checked().encode() + b"\n"
                                    for _ in range(400)))
        process = self.start("-f", "json", "many")
        self.wait_until_it_waits(process)
        process.send_signal(signal.SIGINT)
        outcome = self.outcome(process)
        self.assert_code(outcome, 1)
        report = outcome.json()
        self.assertEqual(len(report["findings"]), 400)
        self.assertEqual(report["coverage"]["notes"], [])

    def test_the_second_ends_it_at_once(self):
        self.write("many", b"".join(MAKER.checked().encode() + b"\n"
                                    for _ in range(4000)))
        process = self.start("-f", "json", "many")
        time.sleep(0.5)  # it waits for us to read
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=harness.TIMEOUT_S),
                         -signal.SIGTERM)

    def test_what_is_ignored_stays_ignored(self):
        process = self.start(
            "a", "pipe", preexec_fn=lambda: signal.signal(signal.SIGINT,
                                                          signal.SIG_IGN))
        self.pipe.wait_for_reader(process)
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
        self.assertIsNone(process.poll())
        self.pipe.close()
        self.assert_code(self.outcome(process), 1)

    def test_a_huge_file(self):
        # Words that rules look for, so that it takes seconds.
        self.write("huge", b"secret key token password api\n" * (8 << 20))
        terminal = Terminal(self, "scan", "-j1", "huge", cwd=self.tmp)
        terminal.read_until(rb"MiB/s|GiB/s")
        terminal.signal()
        self.assertEqual(terminal.finish(), 130)
        lines = terminal.screen().split("\n")
        unread = next(i for i, line in enumerate(lines)
                      if "could not read huge: interrupted" in line)
        self.assertRegex(" ".join(lines[unread + 1:]).strip(),
                         "^interrupted: no secrets found; 0 files")
        self.assertFalse([x for x in lines if "B/s" in x], lines)

    def test_a_large_tree(self):
        for number in range(3000):
            self.write(f"tree/{number:04}/f", b"x\n" * 5000)
        for pause in (0.05, 0.2, 0.8, 3):
            process = self.start("-f", "json", "tree")
            time.sleep(pause)
            process.send_signal(signal.SIGINT)
            outcome = self.outcome(process)
            if outcome.code != -signal.SIGINT:  # which it is before it begins
                break
        coverage = outcome.json()["coverage"]
        if outcome.code == 130:
            self.assertLessEqual(coverage["files_scanned"], 3000)
            self.assertRegex(coverage["notes"][0], "^interrupted: ")
        else:  # it was done
            self.assert_code(outcome, 0)
            self.assertEqual(coverage["files_scanned"], 3000)

    def test_nothing_is_left_on_the_terminal(self):
        terminal = Terminal(self, "scan", "a", "pipe", cwd=self.tmp)
        terminal.read_until(rb"B/s")
        terminal.signal()
        self.assertEqual(terminal.finish(), 130)
        self.assertNotIn("B/s", terminal.screen())


if __name__ == "__main__":
    unittest.main()
