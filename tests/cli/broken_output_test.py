"""Wrong options, reports that cannot be written, readers that go away,
signals.
"""

import os
import signal
import subprocess
import time
import unittest

import harness
from tokens import TokenMaker

MAKER = TokenMaker(200)


class OptionTest(harness.CliTest):

    def refused(self, *arguments: str, named: str = ""):
        self.write("tree/file", MAKER.github().encode())
        outcome = harness.run(*arguments, self.tmp / "tree")
        self.assert_refused(outcome, named)

    def test_unknown_option(self):
        self.refused("--no-such-option", named="--no-such-option")

    def test_unknown_short_option(self):
        self.refused("-Z", named="-Z")

    def test_unknown_format(self):
        self.refused("-f", "yaml", named="yaml")
        self.refused("-f", "1", named="1")

    def test_unknown_color(self):
        self.refused("--color", "blue", named="blue")

    def test_workers(self):
        for value in ("0", "x", "-1", "", "1.5", "2x",
                      "99999999999999999999"):
            with self.subTest(value=value):
                self.refused("-j", value)

    def test_option_without_its_value(self):
        self.assert_refused(harness.run(self.tmp, "-f"))


class OutputFailsTest(harness.CliTest):
    """A report that cannot be written is no report: exit code 2."""

    def setUp(self):
        super().setUp()
        self.write("clean/f", b"nothing here\n")
        self.write("dirty/f", MAKER.github().encode())
        self.write("large/f", b"".join(
            MAKER.checked().encode() + b"\n" for _ in range(5000)))

    def for_each_report(self, check):
        """check(format, tree) for small, large and empty reports."""
        for tree in ("clean", "dirty", "large"):
            for form in ("json", "pretty"):
                with self.subTest(tree=tree, form=form):
                    check(form, self.tmp / tree)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_standard_output_is_full(self):
        def check(form, tree):
            with open("/dev/full", "wb") as full:
                outcome = harness.run("-f", form, tree, stdout=full)
            self.assert_code(outcome, 2)
            self.assert_message(outcome, "No space left on device")
        self.for_each_report(check)

    def test_standard_output_is_closed(self):
        def check(form, tree):
            outcome = harness.run("-f", form, tree, stdout=None,
                                  preexec_fn=lambda: os.close(1))
            self.assert_code(outcome, 2)
            self.assert_message(outcome)
        self.for_each_report(check)


class ReaderGoesAwayTest(harness.CliTest):
    """`sluice | head` ends quickly and quietly."""

    # A shell's exit code for death by SIGPIPE. The reports are larger than a
    # pipe, so no run is done before its reader goes.
    CODES = (141, -signal.SIGPIPE)

    def setUp(self):
        super().setUp()
        for number in range(40):
            self.write(f"tree/{number:02}", b"".join(
                MAKER.checked().encode() + b"\n" for _ in range(250)))

    def test_head(self):
        for form in ("json", "pretty"):
            with self.subTest(form=form):
                started = time.monotonic()
                done = subprocess.run(
                    ["bash", "-c", 'set -o pipefail; '
                     '"$0" -f "$1" "$2" | head -n 1',
                     harness.binary(), form, str(self.tmp / "tree")],
                    capture_output=True, timeout=harness.TIMEOUT_S,
                    env=harness.environment(), check=False)
                self.assertEqual(done.stderr, b"")
                self.assertTrue(done.stdout.strip(), done)
                self.assertIn(done.returncode, self.CODES)
                self.assertLess(time.monotonic() - started, 20)

    def test_pipe_is_closed_at_once(self):
        for form in ("json", "pretty"):
            with self.subTest(form=form):
                self.check_closed_after(form, 0)

    def test_pipe_is_closed_after_some_output(self):
        for form in ("json", "pretty"):
            with self.subTest(form=form):
                self.check_closed_after(form, 100)

    def check_closed_after(self, form: str, count: int):
        process = subprocess.Popen(
            [harness.binary(), "-f", form, str(self.tmp / "tree")],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=harness.environment())
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.kill)
        if count:
            self.assertTrue(os.read(process.stdout.fileno(), count))
        process.stdout.close()
        code = process.wait(timeout=harness.TIMEOUT_S)
        self.assertEqual(process.stderr.read(), b"")
        self.assertIn(code, self.CODES)

    def test_slow_reader_gets_everything(self):
        # The report waits for its reader; nothing is lost meanwhile.
        process = subprocess.Popen(
            [harness.binary(), "-f", "json", str(self.tmp / "tree")],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            env=harness.environment())
        self.addCleanup(process.kill)
        time.sleep(0.3)
        taken = process.stdout.read()
        process.stdout.close()
        self.assertEqual(process.wait(timeout=harness.TIMEOUT_S), 1)
        report = harness.Outcome([], 1, taken, b"").json()
        self.assertEqual(len(report["findings"]), 40 * 250)


class InterruptTest(harness.CliTest):

    def check(self, number: int):
        process = subprocess.Popen(
            [harness.binary(), "-f", "json", "-"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=harness.environment())
        for stream in (process.stdin, process.stdout, process.stderr):
            self.addCleanup(stream.close)
        self.addCleanup(process.kill)
        process.stdin.write(b"some text\n")
        process.stdin.flush()
        time.sleep(0.3)  # it waits for more
        process.send_signal(number)
        code = process.wait(timeout=20)
        self.assertIn(code, (-number, 128 + number))

    def test_interrupt(self):
        self.check(signal.SIGINT)

    def test_terminate(self):
        self.check(signal.SIGTERM)


if __name__ == "__main__":
    unittest.main()
