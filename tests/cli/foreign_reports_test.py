"""`sluice report convert` reads reports of other scanners: in the shapes that
they write, and what the real ones write, where they are on PATH."""

import json
import pathlib
import shutil
import subprocess
import unittest

import formats
import harness
from tokens import TokenMaker


class ForeignReports(harness.CliTest):

    def setUp(self):
        super().setUp()
        maker = TokenMaker(4711)
        self.github, self.npm = maker.github(), maker.npm()
        self.write("t/a.py", f'# x\nkey = "{self.github}"\n'.encode())
        self.write("t/b.env",
                   f"NPM_TOKEN={self.npm}\nK2={self.github}\n".encode())

    def convert(self, text, *arguments, code=0):
        outcome = harness.run("report", "convert", "-", *arguments,
                              stdin=text.encode(), cwd=self.tmp)
        self.assert_code(outcome, code)
        return outcome

    def places(self, text):
        """(path, line, column, secret) of all findings."""
        report = self.convert(text, "-f", "json", "--show-secrets").json()
        return [(f["path"], f["start"]["line"], f["start"]["column"],
                 f["secret"]) for f in report["findings"]]

    # The findings of all of them. The column of trufflehog is unknown.
    def expected(self, with_columns=True):
        return [("t/a.py", 2, 8 if with_columns else 1, self.github),
                ("t/b.env", 1, 11 if with_columns else 1, self.npm),
                ("t/b.env", 2, 4 if with_columns else 1, self.github)]

    def gitleaks(self):
        def leak(path, line, column, secret):
            # It counts one too far after the first line.
            column += line > 1
            return {"RuleID": "r", "Description": "d", "StartLine": line,
                    "EndLine": line, "StartColumn": column,
                    "EndColumn": column + len(secret) - 1, "Match": secret,
                    "Secret": secret, "File": path, "SymlinkFile": "",
                    "Commit": "", "Entropy": 4.5, "Author": "", "Email": "",
                    "Date": "", "Message": "", "Tags": [],
                    "Fingerprint": f"{path}:r:{line}"}
        return json.dumps([leak(*place) for place in self.expected()])

    def betterleaks_findings(self):
        return [{"rule_id": "r", "description": "d", "confidence": "high",
                 "match": {"full": secret, "value": secret, "fingerprint": ""},
                 "attributes": {"resource": "fs.content"},
                 "location": {"path": path, "start_line": line,
                              "end_line": line, "start_column": column,
                              "end_column": column + len(secret) - 1}}
                for path, line, column, secret in self.expected()]

    def kingfisher_findings(self):
        return [{"rule": {"name": "n", "id": "r", "description": "d"},
                 "finding": {"snippet": secret, "confidence": "medium",
                             "line": line, "column_start": column - 1,
                             "column_end": column + len(secret) - 2,
                             "path": path}}
                for path, line, column, secret in self.expected()]

    def sarif(self):
        return json.dumps({"version": "2.1.0", "runs": [{
            "tool": {"driver": {"name": "other", "rules": [
                {"id": "r", "shortDescription": {"text": "d"},
                 "defaultConfiguration": {"level": "error"}}]}},
            "results": [{
                "ruleId": "r", "message": {"text": f"found {secret}"},
                "locations": [{"physicalLocation": {
                    "artifactLocation": {"uri": f"file://{path}"},
                    "region": {"startLine": line, "startColumn": column,
                               "endLine": line,
                               "endColumn": column + len(secret),
                               "snippet": {"text": secret}}}}]}
                for path, line, column, secret in self.expected()]}]})

    def trufflehog(self):
        return "".join(json.dumps({
            "SourceMetadata": {"Data": {"Filesystem": {"file": path,
                                                       "line": line}}},
            "DetectorName": "R", "Verified": True, "Raw": secret}) + "\n"
                       for path, line, _, secret in self.expected())

    def test_each_scanner(self):
        lines = "".join
        for name, text in (
                ("gitleaks", self.gitleaks()),
                ("betterleaks", json.dumps(
                    {"schema_version": "1",
                     "findings": self.betterleaks_findings()})),
                ("betterleaks, lines", lines(
                    json.dumps(f) + "\n" for f in self.betterleaks_findings())),
                ("kingfisher", json.dumps(
                    {"findings": self.kingfisher_findings()})),
                ("kingfisher, lines", '{"findings":3}\n' + lines(
                    json.dumps(f) + "\n" for f in self.kingfisher_findings())),
                ("SARIF", self.sarif()),
                ("trufflehog", self.trufflehog())):
            with self.subTest(name):
                self.assertEqual(self.places(text),
                                 self.expected(name != "trufflehog"))
                report = self.convert(text, "-f", "json").json()
                self.assertEqual(report["summary"]["secrets"], 2)
                self.assertEqual(report["summary"]["places"], 3)
                self.assertIn("does not say what was read",
                              report["coverage"]["notes"][0])

    def test_every_format_masks(self):
        for name, text in (("gitleaks", self.gitleaks()),
                           ("SARIF", self.sarif()),
                           ("trufflehog", self.trufflehog())):
            for form in formats.FORMATS:
                with self.subTest(name, form=form):
                    data = self.convert(text, "-f", form).stdout.decode()
                    self.assertIn("t/b.env", data)
                    for secret in (self.github, self.npm):
                        self.assertNotIn(secret, data)
                        self.assertNotIn(secret[12:], data)

    def test_reports_without_findings(self):
        for text in ("[]", '{"schema_version": "1", "findings": []}',
                     '{"findings": [], "metadata": {}}'):
            with self.subTest(text):
                self.assertEqual(self.places(text), [])

    def test_a_commit_is_kept(self):
        leak, *_ = json.loads(self.gitleaks())
        leak.update(Commit="0" * 39 + "1", Author="A", Email="a@b.c",
                    Date="2026-01-01T00:00:00Z", Message="m")
        report = self.convert(json.dumps([leak]), "-f", "json").json()
        self.assertEqual(report["findings"][0]["git"]["commit"], leak["Commit"])

    def test_a_redacted_one_has_no_secret(self):
        leaks = json.loads(self.gitleaks())
        for leak in leaks:
            leak["Secret"] = leak["Match"] = "REDACTED"
        self.assertEqual([secret for *_, secret in self.places(
            json.dumps(leaks))], ["", "", ""])

    def test_what_is_none(self):
        for text in ("", "{}", "[1, 2]", '{"findings": []}', '{"a": 1}\n{"b": 2}\n', "hello",
                     "[" * 100_000, '{"findings": "x"}', '{"runs": 7}'):
            with self.subTest(text[:20]):
                outcome = self.convert(text, "-f", "json", code=2)
                self.assertEqual(outcome.stdout, b"")
                self.assert_message(outcome, "not a report")

    def test_members_of_the_wrong_kind_are_passed_over(self):
        for text in ('[{"RuleID": 7, "File": [], "StartLine": "x"}]',
                     '{"version": "2.1.0", "runs": [{"results": [{}, 3]}]}',
                     '{"version": "2.1.0", "runs": [5, null]}',
                     '{"SourceMetadata": 1, "DetectorName": 2}',
                     '{"findings": [{"rule": 1, "finding": 2}]}'):
            with self.subTest(text):
                report = self.convert(text, "-f", "json").json()
                self.assertIn("coverage", report)

    def real(self, name, *arguments, output=None):
        program = shutil.which(name)
        if program is None:
            self.skipTest(f"{name} is not installed")
        done = subprocess.run([program, *arguments], cwd=self.tmp, check=False,
                              capture_output=True, timeout=120)
        if output is None:
            return done.stdout.decode()
        return pathlib.Path(self.tmp, output).read_text(encoding="utf-8")

    def test_the_real_gitleaks(self):
        text = self.real("gitleaks", "dir", "t", "-f", "json", "-r", "r.json",
                         "--no-banner", output="r.json")
        self.assertEqual(self.places(text), self.expected())

    def test_the_real_betterleaks(self):
        text = self.real("betterleaks", "t", "-o", "r.json", "--no-banner",
                         output="r.json")
        self.assertEqual(self.places(text), self.expected())

    def test_the_real_kingfisher(self):
        # It reports a secret once.
        for form in ("json", "jsonl"):
            text = self.real("kingfisher", "scan", "t", "--no-validate",
                             "--format", form, "-o", f"r.{form}",
                             output=f"r.{form}")
            places = self.places(text)
            self.assertEqual(len(places), 2)
            self.assertLessEqual(set(places), set(self.expected()))

    def test_the_real_trufflehog(self):
        text = self.real("trufflehog", "filesystem", "t", "--json",
                         "--no-verification", "--no-update")
        self.assertEqual(self.places(text), self.expected(False))


if __name__ == "__main__":
    unittest.main()
