"""Rules and texts that would take a day: each scan ends in seconds.

Times are bounds of a hang, not measurements: docs/PERFORMANCE.md has those.
"""

import random
import signal
import string
import subprocess
import time
import unittest

import harness

LIMIT_S = harness.TIMEOUT_S
SIZE = 5_000_000


def rule(regex, more=""):
    return f"[[rules]]\nid = 'bad'\nregex = '''{regex}'''\n{more}\n".encode()


def repeated(text):
    return (text * (SIZE // len(text) + 1))[:SIZE]


class HostileRulesTest(harness.CliTest):

    def count(self, regex, text, more="", limit=LIMIT_S):
        self.write("rules.toml", rule(regex, more))
        self.write("text", text)
        outcome = harness.run("scan", "-c", "rules.toml", "-q", "-f", "jsonl",
                              "text", cwd=self.tmp, timeout=limit)
        self.assert_code(outcome, 0, 1)
        self.assertIn(b'"files_scanned":1', outcome.stdout)
        return outcome.stdout.count(b'"fingerprint"')

    def test_what_ends_at_the_end_of_the_text(self):
        # A match is at most 32 KiB long, and only the last bytes are that near.
        self.assertEqual(self.count("(a+)+$", b"a" * SIZE), 1)
        self.assertEqual(self.count("(a+)+$", b"a" * SIZE + b"b"), 0)
        self.assertEqual(self.count("(.*)(.*)(.*)$", b"a" * SIZE), 1)
        self.assertEqual(
            self.count(r"[\s\S]*k$", repeated(b"aaaa bbb k\n") + b"x"), 0)

    def test_lines_that_are_longer_than_a_match(self):
        self.assertGreater(
            self.count("(?m)(a+)+$", repeated(b"a" * 33_000 + b"\n")), 100)
        self.assertGreater(
            self.count("(?s)x.*y", repeated(b"x" * 40_000 + b"y")), 100)

    def test_what_never_matches(self):
        for regex in (".*x", r"\w+@", "x*", "(?:[ab]*a){3}[ab]{200}c"):
            self.assertEqual(self.count(regex, b"a" * SIZE), 0)

    def test_what_may_be_left_out(self):
        for regex in ("a{0,900}b", "(?:a?){500}b"):
            self.assertEqual(self.count(regex, b"a" * SIZE + b"b"), 1)

    def test_matches_that_overlap(self):
        # Each a before the end begins a match, whose secret it is.
        found = self.count("(a)[a-z]*$", b"a" * SIZE, "secretGroup = 1")
        self.assertGreater(found, 100)
        self.assertLess(found, 5_000)

    def test_many_secrets_on_one_line(self):
        # Each is in matches of a KiB and more, which contain hundreds of the
        # others.
        letters = random.Random(1).choices(
            string.ascii_lowercase, k=harness.times(80_000, 200_000))
        self.assertGreater(
            self.count("([a-z]{20})[a-z]*", "".join(letters).encode()),
            harness.times(3_600, 9_000))

    def test_names_that_each_read_far(self):
        # From each of a million names a match may reach to the end of the
        # line.
        for line in (SIZE, 40_000):
            text = (b"key=" * (line // 4) + b"\n") * (SIZE // line)
            self.assertEqual(self.count(r"key=[a-z=]{10,}!", text), 0)
            self.assertGreaterEqual(
                self.count(r"key=[a-z=]{10,}!", text + b"key=" * 9 + b"!"), 1)

    def test_allowlists_and_keywords(self):
        self.count("[a-z]{20,}", b"x" * SIZE,
                   "[[rules.allowlists]]\nregexTarget = 'match'\n"
                   "regexes = ['z(x+)+$']")
        self.count("[a-z0-9]{8,}", b"a" * SIZE, "keywords = ['a']")
        self.count("x=[a-h]{8}", repeated(b"x=abcdefgh # sluice:allow "))


class InterruptTest(harness.CliTest):

    def test_it_is_seen_in_the_middle_of_a_search(self):
        # Every byte is a place where RE2 reads on for long, in one view.
        self.write("rules.toml", rule("(?:x[^y]*y)?"))
        self.write("text", b"x" * SIZE)
        process = subprocess.Popen(
            [harness.binary(), "scan", "-c", "rules.toml", "-f", "json",
             "text"], cwd=self.tmp, stdout=subprocess.PIPE,
            env=harness.environment())
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        time.sleep(1)
        self.assertIsNone(process.poll(), "it is no test if it ends by itself")
        process.send_signal(signal.SIGTERM)
        begin = time.monotonic()
        out, _ = process.communicate(timeout=harness.TIMEOUT_S)
        self.assertLess(time.monotonic() - begin, 10)
        outcome = harness.Outcome(process.args, process.returncode, out, b"")
        self.assert_code(outcome, 128 + signal.SIGTERM)
        incomplete = outcome.json()["coverage"]["incomplete"]
        self.assertEqual([one["path"] for one in incomplete], ["text"])
        self.assertIn("interrupted", incomplete[0]["reason"])


if __name__ == "__main__":
    unittest.main()
