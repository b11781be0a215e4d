"""An engineer makes a tree with thousands of findings pass, with a reason for
each group, by the commands that the program offers for it."""

import datetime
import io
import json
import random
import unittest
import zipfile

import harness
from tokens import TokenMaker

GROUPS = 40
PLACES = 60  # in each group


class Triage(harness.CliTest):

    def setUp(self):
        super().setUp()
        maker = TokenMaker(2464)
        self.shared = maker.github()
        for group in range(GROUPS):
            lines = [f'k{i} = "{maker.github() if i % 2 else self.shared}"\n'
                     for i in range(PLACES)]
            self.write(f"tests/data{group:02}/keys.py", "".join(lines).encode())
        # Real ones, which must not be accepted with the rest.
        self.real = [maker.npm(), maker.npm()]
        self.write("src/deploy.sh", f"TOKEN={self.real[0]}\n".encode())
        self.write("src/old.sh", f"TOKEN={self.real[1]}\n".encode())
        with io.BytesIO() as buffer:
            with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
                file.writestr("x", random.Random(3).randbytes(4000))
            cut = buffer.getvalue()[:2000]
        for name in ("one", "two", "three"):
            self.write(f"tests/broken/{name}.zip", cut)
        self.write("tests/wide.txt", "no secret\n".encode("utf-32"))

    def sluice(self, *arguments, code=0):
        outcome = harness.run(*arguments, cwd=self.tmp)
        self.assert_code(outcome, code)
        return outcome

    def report(self, code):
        return json.loads(self.sluice("-f", "json", code=code).stdout)

    def test_from_thousands_to_none(self):
        # What is there? The summary says where to begin.
        report = self.report(code=1)
        summary = report["summary"]
        self.assertEqual(summary["places"], GROUPS * PLACES + 2)
        self.assertEqual(summary["secrets"], GROUPS * PLACES // 2 + 1 + 2)
        self.assertEqual(
            len({f["secret_id"] for f in report["findings"]}),
            summary["secrets"])
        unread = len(report["coverage"]["incomplete"])
        self.assertGreaterEqual(unread, 3)
        self.assertFalse(any(entry["path"] == "tests/wide.txt"
                             for entry in report["coverage"]["incomplete"]))
        # Why is this one reported?
        told = self.sluice("explain", "src/deploy.sh:1").stdout.decode()
        self.assertIn("reported. The rule npm-access-token", told)
        # A group by its directory, archives by theirs, each with its reason.
        self.sluice("baseline", "add", "tests", "--reason",
                    "made up for the tests", "--enable-rule", "github-pat")
        self.sluice("baseline", "add", "tests/broken", "--reason",
                    "broken on purpose")
        # One is rotated: fixed. The other waits until its release.
        (self.tmp / "src/deploy.sh").write_text("TOKEN=$FROM_VAULT\n")
        later = (datetime.datetime.now(datetime.timezone.utc)
                 + datetime.timedelta(days=90)).date().isoformat()
        left = self.report(code=1)["findings"]
        self.assertEqual([f["path"] for f in left], ["src/old.sh"])
        self.sluice("baseline", "add", left[0]["fingerprint"], "--reason",
                    "revoked; the file goes with the next release",
                    "--until", later)
        # Green, and every exception has a reason.
        done = self.report(code=0)["coverage"]
        # Equal secrets in a file are one entry, and all of their places count.
        self.assertEqual(done["baseline"], GROUPS * PLACES + 1)
        self.assertEqual(done["incomplete"], [])
        self.assertEqual(done["notes"], [
            f"{unread} paths could not be read, as the baseline says"])
        rows = [line.split("\t") for line in
                self.sluice("baseline", "list").stdout.decode().splitlines()]
        reasons = [row[2] for row in rows]
        self.assertNotIn("-", reasons)
        self.assertEqual(set(reasons), {
            "made up for the tests", "broken on purpose",
            "revoked; the file goes with the next release"})
        self.assertEqual([row[1] for row in rows if row[1] != "-"],
                         [f"until {later}"])
        for secret in (self.shared, *self.real):
            self.assertNotIn(secret.encode(),
                             (self.tmp / ".sluice-baseline").read_bytes())
        # A new secret beside the accepted ones is reported.
        new = TokenMaker(99).github()
        with open(self.tmp / "tests/data00/keys.py", "a",
                  encoding="utf-8") as file:
            file.write(f'new = "{new}"\n')
        self.assertEqual(len(self.report(code=1)["findings"]), 1)


if __name__ == "__main__":
    unittest.main()
