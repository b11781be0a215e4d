"""The progress line: when it is there, what it says, and that it mixes with
nothing.
"""

import os
import time
import unittest

import harness
from terminal import Pipe, Terminal
from tokens import TokenMaker

MAKER = TokenMaker(1100)
LINE = rb"\r(\d[^\r\n]*secrets?)\x1b\[K"


class ProgressTest(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.pipe = Pipe(self, self.tmp / "pipe")

    def start(self, *arguments, **options) -> Terminal:
        return Terminal(self, "scan", *arguments, self.tmp / "pipe", **options)

    def end(self, terminal: Terminal, code=0) -> Terminal:
        self.pipe.close()
        self.assertEqual(terminal.finish(), code, terminal.seen)
        return terminal

    def test_it_appears_and_is_erased(self):
        terminal = self.start(on=("err",))
        terminal.read_until(LINE)
        self.assertGreater(time.monotonic() - terminal.started, 0.3)
        self.end(terminal)
        self.assertEqual(terminal.screen(), "")
        self.assertIn(b"no secrets found", terminal.process.stdout.read())

    def test_what_it_says(self):
        self.write("a", MAKER.github().encode())
        terminal = self.start(self.tmp / "a", on=("err",))
        self.pipe.write(b"x" * 4096 + b"\n")
        # The pipe has no end yet: it does not count as scanned.
        terminal.read_until(rb"\r1 file, \d+ B, \d+ B/s, 1 secret\x1b\[K")
        self.end(terminal, code=1)

    def test_it_does_not_mix_with_findings(self):
        last = Pipe(self, self.tmp / "z")
        self.write("a", MAKER.github().encode())
        arguments = ("-j", "1", self.tmp / "a", self.tmp / "pipe",
                     self.tmp / "z")
        terminal = Terminal(self, "scan", *arguments)
        terminal.read_until(LINE)
        self.pipe.write(MAKER.github().encode() + b"\n")
        self.pipe.close()
        terminal.read_until(rb"pipe:1:1")
        terminal.read_until(LINE)  # drawn again
        last.write(MAKER.github().encode() + b"\n")
        last.close()
        self.assertEqual(terminal.finish(), 1)
        lines = terminal.screen().split("\n")
        self.assertEqual(len([x for x in lines if "  github-pat" in x
                              and ":1:1" in x]), 3)
        self.assertFalse([x for x in lines if "B/s" in x], lines)
        self.assertEqual([x for x in lines if "scanned" in x], lines[-2:-1])

    def test_a_report_elsewhere_leaves_it_alone(self):
        # Three files with findings, each reported while the line is there.
        for where in (("-o", self.tmp / "report.json"), ()):
            with self.subTest(where=where):
                pipes = [self.pipe]
                for i in range(2):
                    pipes.append(Pipe(self, self.tmp / f"q{i}"))
                terminal = Terminal(
                    self, "scan", "-j", "1", *where, self.tmp / "pipe",
                    self.tmp / "q0", self.tmp / "q1",
                    on=("out", "err") if where else ("err",))
                for i, pipe in enumerate(pipes):
                    terminal.read_until(
                        rb"\r%d files?, [^\r]*\b%d secrets?\x1b\[K" % (i, i))
                    pipe.write(MAKER.github().encode() + b"\n")
                    pipe.close()
                self.assertEqual(terminal.finish(), 1)
                self.assertEqual(terminal.text().count("\r\x1b[K"), 1)
                for name in ("pipe", "q0", "q1"):
                    os.unlink(self.tmp / name)
                self.pipe = Pipe(self, self.tmp / "pipe")

    def test_it_is_not_there(self):
        quiet = (("--no-progress",), ("-q",), ("-v",))
        cases = [(arguments, {}) for arguments in quiet]
        cases += [((), {"TERM": "dumb"}), ((), {"on": ("out",)})]
        for arguments, options in cases:
            with self.subTest(arguments=arguments, options=options):
                terminal = self.start(*arguments, **options)
                self.pipe.wait_for_reader(terminal.process)
                time.sleep(0.5)
                self.end(terminal)
                self.assertEqual(terminal.drawn(), [])
                self.assertNotIn("\x1b[K", terminal.text())
                os.unlink(self.tmp / "pipe")
                self.pipe = Pipe(self, self.tmp / "pipe")

    def test_it_fits(self):
        for columns in (80, 40, 20, 5):
            with self.subTest(columns=columns):
                terminal = self.start(on=("err",), columns=columns)
                terminal.read_until(rb"\r[^\r\x1b]+\x1b\[K")
                self.end(terminal)
                for line in terminal.drawn():
                    self.assertLess(len(line), columns)
                os.unlink(self.tmp / "pipe")
                self.pipe = Pipe(self, self.tmp / "pipe")

    def test_it_follows_the_width(self):
        terminal = self.start(on=("err",), columns=80)
        terminal.read_until(rb"B/s, 0 secrets\x1b\[K")
        terminal.resize(20)
        terminal.read_until(rb"\r0 files, 0 secrets\x1b\[K")
        terminal.resize(80)
        terminal.read_until(rb"B/s, 0 secrets\x1b\[K")
        self.end(terminal)

    def test_it_is_drawn_ten_times_a_second_at_most(self):
        terminal = self.start(on=("err",))
        begin = time.monotonic()
        for _ in range(8):
            terminal.read_until(LINE)
        self.assertGreater(time.monotonic() - begin, 0.6)
        self.end(terminal)


if __name__ == "__main__":
    unittest.main()
