"""Findings of `sluice dir` equal those of the real gitleaks, where there is
one on PATH (8.30.1 is what they were made to equal; another version may
differ). Trees and rules are made up from seeds (leak_trees.py).

LEAK_TREES="0 200" runs the trees of these seeds instead of a few.
"""

import collections
import json
import os
import random
import shutil
import unittest

import harness
import leak_trees

GITLEAKS = shutil.which("gitleaks")
SEEDS = range(*map(int, os.environ.get("LEAK_TREES", "0 12").split()))
FLAGS = [[], [], ["--max-decode-depth", "0"], ["--ignore-gitleaks-allow"],
         ["--redact=30"]]


def counted(report):
    """A report as a multiset: gitleaks' order is random, and so are the last
    digits of its sums."""
    return collections.Counter(
        json.dumps({**finding, "Entropy": round(finding["Entropy"], 5)},
                   sort_keys=True) for finding in report)


@unittest.skipUnless(GITLEAKS, "there is no gitleaks on PATH")
class Peer(harness.CliTest):
    def scan(self, program, *arguments):
        outcome = harness.run(
            *arguments, "-c", "rules.toml", "-r", "-", "-f", "json",
            "--no-banner", "--log-level", "error", "--exit-code", "0",
            cwd=self.tmp, program=program)
        self.assert_code(outcome, 0)
        return counted(json.loads(outcome.stdout.decode()))

    def compare(self, *arguments):
        ours = self.scan(None, *arguments)
        theirs = self.scan(GITLEAKS, *arguments)
        self.assertEqual(sorted((ours - theirs).elements()), [])
        self.assertEqual(sorted((theirs - ours).elements()), [])
        return sum(ours.values())

    def test_made_up_trees(self):
        self.write("rules.toml", leak_trees.RULES.encode())
        findings = 0
        for seed in SEEDS:
            for name, content in leak_trees.tree(seed).items():
                self.write(f"{seed}/{name}", content)
            flags = random.Random(seed).choice(FLAGS)
            with self.subTest(seed=seed, flags=flags):
                findings += self.compare("dir", str(seed), *flags)
        self.assertGreater(findings, 1000)

    def test_reports_are_equal_bytes(self):
        # One finding, so that there is no order.
        self.write("rules.toml", leak_trees.RULES.encode())
        self.write("t/a", b"\n <x> usr_abc123 \xe9 tk_\"" +
                   b"tk_ZYXWVUTSRQPONMLK&\xc3\xa9\n")
        flags = ["dir", "t", "-c", "rules.toml", "--no-banner", "-l", "error",
                 "--enable-rule", "plain"]
        for form in ("json", "csv", "junit", "sarif"):
            with self.subTest(form=form):
                ours, theirs = (
                    harness.run(*flags, "-f", form, "-r", "-", cwd=self.tmp,
                                program=program)
                    for program in (None, GITLEAKS))
                self.assertEqual(ours.stdout, theirs.stdout)
                self.assertEqual((ours.code, theirs.code), (1, 1))
        ours, theirs = (harness.run(*flags, "-v", "--no-color", cwd=self.tmp,
                                    program=program)
                        for program in (None, GITLEAKS))
        self.assertEqual(ours.stdout, theirs.stdout)


if __name__ == "__main__":
    unittest.main()
