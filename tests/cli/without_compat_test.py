"""A program that was built without compat/ (meson setup -Dcompat=false)."""

import os
import pathlib
import unittest

import harness
from tokens import TokenMaker

MAKER = TokenMaker(45)


@unittest.skipUnless(os.environ.get("SLUICE_COMPAT") == "0",
                     "the program has compat/")
class WithoutCompat(harness.CliTest):

    def test_it_scans(self):
        secret = MAKER.github()
        report = self.scan("-", stdin=secret.encode() + b"\n", code=1)
        self.assert_secrets(report, secret)

    def test_the_commands_of_gitleaks_are_no_commands(self):
        page = harness.run("--help").stdout.decode()
        self.assertIn("\n  scan ", page)
        for command in ("dir", "stdin", "detect", "protect"):
            self.assertNotIn(f"\n  {command} ", page)
            outcome = harness.run(command, cwd=self.tmp)
            self.assert_code(outcome, 2)
            self.assertIn(command, outcome.stderr.decode())

    def test_its_format_is_no_format(self):
        outcome = harness.run("-f", "gitleaks", cwd=self.tmp)
        self.assert_code(outcome, 2)
        self.assertIn("gitleaks", outcome.stderr.decode())
        self.assertIn("betterleaks", outcome.stderr.decode())

    def test_an_expression_is_refused_in_one_line(self):
        config = pathlib.Path(self.tmp) / "c.toml"
        config.write_text("filter = 'true'\n[[rules]]\nid = 'x'\n"
                          "regex = 'x[0-9]{9}'\n")
        outcome = harness.run("scan", "-c", config, ".", cwd=self.tmp)
        self.assert_code(outcome, 2)
        said = outcome.stderr.decode()
        self.assertEqual(len(said.splitlines()), 1, said)
        self.assertIn("c.toml:1: `filter` is an expression of betterleaks",
                      said)


if __name__ == "__main__":
    unittest.main()
