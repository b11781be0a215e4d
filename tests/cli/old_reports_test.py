"""Reports and baselines of earlier versions are still read.

`old_reports/` holds what sluice 0.2.0 wrote of three files: one GitHub token in
three places, and an npm token. Both are made up, and masked.
"""

import json
import pathlib
import unittest

import formats
import harness
from tokens import TokenMaker

OLD = pathlib.Path(__file__).parent / "old_reports"
REPORTS = (OLD / "0.2.0.json", OLD / "0.2.0.jsonl")


class OldReportsTest(harness.CliTest):

    def test_convert(self):
        for path in REPORTS:
            document = harness.run("report", "convert", path, "-f",
                                   "json").json()
            self.assertEqual(len(document["findings"]), 4)
            self.assertEqual(document["findings"][0]["path"],
                             "app/settings.py")
            # Which secrets are equal is not in it, and is not guessed.
            self.assertNotIn("secret_id", document["findings"][0])
            summary = document["summary"]
            self.assertEqual(summary["secrets_are"], "unknown")
            self.assertNotIn("secrets", summary)
            self.assertEqual((summary["places"], summary["files"]), (4, 3))
            self.assertEqual(summary["by_rule"][0],
                             {"name": "github-pat", "places": 3})

    def test_every_format(self):
        for path in REPORTS:
            for form in formats.FORMATS:
                with self.subTest(path=path.name, form=form):
                    outcome = harness.run("report", "convert", path, "-f",
                                          form)
                    self.assert_code(outcome, 0)
                    facts = formats.facts(form, outcome.stdout)
                    self.assertEqual(len(facts), 4)
            text = harness.run("report", "convert", path, "-f",
                               "pretty").stdout.decode()
            self.assertIn("4 places with secrets in 3 files", text)

    def test_merge(self):
        outcome = harness.run("report", "merge", *REPORTS, "-f", "json")
        self.assert_code(outcome, 1)
        document = outcome.json()
        self.assertEqual(len(document["findings"]), 8)
        self.assertEqual(document["summary"]["secrets_are"], "unknown")

    def test_merge_with_a_new_one(self):
        self.write("tree/a", TokenMaker(47).npm().encode())
        harness.run("-o", self.tmp / "new.json", self.tmp / "tree")
        document = harness.run("report", "merge", OLD / "0.2.0.json",
                               self.tmp / "new.json", "-f", "json").json()
        self.assertEqual(len(document["findings"]), 5)
        self.assertEqual(document["summary"]["secrets_are"], "unknown")

    def test_baseline(self):
        """The tree of the reports, from the seed of their tokens."""
        make = TokenMaker(47)
        token, npm = make.github(), make.npm()
        self.write("tree/app/settings.py", f"token = '{token}'\n".encode())
        self.write("tree/app/start.py", f"# start\ntoken = '{token}'\n"
                   f"npm = '{npm}'\n".encode())
        self.write("tree/deploy/.env", f"GITHUB={token}\n".encode())
        found = harness.run("-f", "json", self.tmp / "tree").json()["findings"]
        old = json.loads(REPORTS[0].read_text(encoding="utf-8"))["findings"]
        self.assertEqual([one["fingerprint"] for one in found],
                         [one["fingerprint"] for one in old])
        outcome = harness.run("-f", "json", "--baseline",
                              OLD / "0.2.0.baseline", self.tmp / "tree")
        self.assert_code(outcome, 0)
        self.assertEqual(outcome.json()["coverage"]["baseline"], 4)


if __name__ == "__main__":
    unittest.main()
