"""`-f betterleaks` and `-f trufflehog`: the members that programs look for, and
what the real betterleaks says of the same files, where there is one on PATH."""

import base64
import hashlib
import json
import shutil
import unittest

import harness
from git_repositories import GitTest

BETTERLEAKS = shutil.which("betterleaks")


class ForeignFormats(GitTest):

    def setUp(self):
        super().setUp()
        self.secret = self.tokens.github()
        self.hidden = self.tokens.github()
        blob = base64.b64encode(f"x {self.hidden} y".encode()).decode()
        self.put("a.py", f'first = 1\nkey = "{self.secret}"\n')
        self.put("b.txt", f"nothing\nblob: {blob}\n")
        self.id = self.commit("first")

    def report(self, form, *arguments, code=1):
        outcome = harness.run(*arguments, "-f", form, cwd=self.repo)
        self.assert_code(outcome, code)
        # The coverage has no room in it.
        self.assertIn(b" scanned", outcome.stderr)
        if form == "betterleaks":
            return outcome.json()
        return [json.loads(line) for line in outcome.stdout.splitlines()]

    def test_betterleaks(self):
        report = self.report("betterleaks", "--show-secrets")
        self.assertEqual(list(report), ["schema_version", "findings", "scan"])
        plain, encoded = report["findings"]
        self.assertEqual(plain["match"], {
            "full": self.secret, "value": self.secret,
            "fingerprint": hashlib.sha256(self.secret.encode()).hexdigest()})
        self.assertEqual(plain["location"], {
            "path": "a.py", "start_line": 2, "end_line": 2, "start_column": 8,
            "end_column": 47})
        self.assertEqual(plain["attributes"], {"resource": "fs.content"})
        self.assertEqual(plain["confidence"], "high")
        self.assertEqual([encoded["encodings"], encoded["decode_depth"]],
                         [["base64"], 1])
        scan = report["scan"]
        self.assertEqual(
            [scan["state"], scan["num_findings"], scan["confidence_counts"]["high"]],
            ["complete", 2, 2])

    def test_betterleaks_masked(self):
        """The SHA-256 of a secret would let a short one be guessed."""
        for finding in self.report("betterleaks")["findings"]:
            self.assertEqual(list(finding["match"]), ["full", "value"])
            self.assertTrue(finding["match"]["value"].endswith("********"))

    def test_betterleaks_of_history(self):
        finding = self.report("betterleaks", "git")["findings"][0]
        self.assertEqual(finding["attributes"]["git.sha"], self.id)
        self.assertEqual(finding["attributes"]["git.message"], "first")
        self.assertEqual(finding["attributes"]["resource"],
                         "git.patch_content")

    def test_betterleaks_of_nothing(self):
        for name in ("a.py", "b.txt"):
            self.put(name, "nothing\n")
        report = self.report("betterleaks", code=0)
        self.assertEqual(report["findings"], [])
        self.assertEqual(report["scan"]["num_findings"], 0)

    @unittest.skipUnless(BETTERLEAKS, "there is no betterleaks on PATH")
    def test_the_real_betterleaks_says_the_same(self):
        for command in ("fs", "git"):
            theirs = json.loads(harness.run(
                command, ".", "--no-banner", "-o", "-", "-l", "fatal",
                "--exit-code", "0", cwd=self.repo,
                program=BETTERLEAKS).stdout.decode())
            ours = self.report("betterleaks",
                               *(["git"] if command == "git" else ["."]),
                               "--show-secrets")
            self.assertEqual(theirs["schema_version"], ours["schema_version"])
            self.assertLessEqual(
                set(ours["scan"]), set(theirs["scan"]) | {"sluice_version"})

            def told(finding):
                kept = {key: finding[key] for key in (
                    "rule_id", "confidence", "match", "location", "encodings",
                    "decode_depth") if key in finding}
                kept["location"] = dict(finding["location"])
                kept["location"]["path"] = (
                    finding["location"]["path"].removeprefix("./"))
                # There it is that of all digits around, too.
                if "encodings" in finding:
                    del kept["location"]["end_column"]
                # Dates have the author's zone here, and UTC there.
                kept["attributes"] = {
                    key: value for key, value in finding["attributes"].items()
                    if key != "git.date"}
                return kept

            def by_place(report):
                return sorted(map(told, report["findings"]),
                              key=lambda one: one["location"]["path"])
            self.assertEqual(by_place(ours), by_place(theirs))

    def test_trufflehog(self):
        plain, encoded = self.report("trufflehog", "--show-secrets")
        self.assertEqual(plain["SourceMetadata"], {
            "Data": {"Filesystem": {"file": "a.py", "line": 2}}})
        self.assertEqual(
            [plain[key] for key in ("SourceID", "SourceType", "DetectorName",
                                    "DecoderName", "Verified", "Raw", "RawV2",
                                    "StructuredData")],
            [1, 15, "github-pat", "PLAIN", False, self.secret, "", None])
        self.assertEqual(plain["Redacted"], self.secret[:4] + "*" * 8)
        self.assertEqual([encoded["DecoderName"], encoded["Raw"]],
                         ["BASE64", self.hidden])
        for value in plain["ExtraData"].values():
            self.assertIsInstance(value, str)

    def test_trufflehog_masked_and_of_history(self):
        for finding in self.report("trufflehog", "git"):
            self.assertEqual(finding["Raw"], finding["Redacted"])
            self.assertTrue(finding["Raw"].endswith("********"))
            place = finding["SourceMetadata"]["Data"]["Git"]
            self.assertEqual(place["commit"], self.id)
            self.assertRegex(place["email"], r"^.+ <.+@.+>$")
            self.assertRegex(place["timestamp"],
                             r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}$")
            self.assertEqual(finding["SourceType"], 16)


if __name__ == "__main__":
    unittest.main()
