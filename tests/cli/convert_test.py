"""`sluice report convert`: what it writes is what the scan would have written."""

import base64
import json
import os
import random
import unittest

import formats
import formats_test
import harness
import planted_tree
from tokens import TokenMaker

MAKER = TokenMaker(8300)
ENV = harness.environment(SOURCE_DATE_EPOCH="1700000000")
# The report for people needs the directory of the scan, which reports lack.
OTHERS = [form for form in formats.FORMATS if form != "pretty"]


class ConvertTest(harness.CliTest):

    def scanned(self, form: str, *arguments) -> bytes:
        return harness.run("-f", form, *arguments, self.tmp / "tree",
                           env=ENV).stdout

    def converted(self, data: bytes, form: str, *arguments, code=0) -> bytes:
        outcome = harness.run("report", "convert", "-", "-f", form,
                              *arguments, stdin=data, env=ENV)
        self.assert_code(outcome, code)
        return outcome.stdout

    def assert_equal_to_a_scan(self, *arguments, forms=OTHERS):
        for source in ("json", "jsonl"):
            data = self.scanned(source, *arguments)
            self.assertIn(b"sluice/1", data)
            shows = [a for a in arguments if a == "--show-secrets"]
            for form in forms:
                with self.subTest(source=source, form=form):
                    self.assertEqual(
                        self.converted(data, form, *shows).splitlines(),
                        self.scanned(form, *arguments).splitlines())

    def test_planted_tree(self):
        planted_tree.build_small(self.tmp / "tree")
        self.assert_equal_to_a_scan()
        self.assert_equal_to_a_scan("--show-secrets")
        self.assert_equal_to_a_scan("--min-confidence", "low")

    def test_hostile_names_and_lines(self):
        choose = random.Random(harness.seed(3))
        for name in formats_test.HOSTILE_NAMES:
            around = choose.choices(formats_test.HOSTILE_NAMES, k=4)
            self.write(os.path.join(b"tree", name), b"a\n"
                       + b"".join(around[:2]).replace(b"\n", b"") + b" "
                       + MAKER.github().encode() + b" " + b"".join(around[2:]))
        self.assert_equal_to_a_scan()

    def test_matches_that_are_more_than_their_secret(self):
        """A masked match does not show where it began and ended."""
        password = [MAKER.github()[4:24] for _ in range(4)]
        encoded = [base64.b64encode(MAKER.github()[4:28].encode()).decode()
                   for _ in range(4)]
        for path, text in {
                "k8s/secret.yaml": "apiVersion: v1\nkind: Secret\nmetadata:\n"
                f"  name: db\ntype: Opaque\ndata:\n  password: {encoded[0]}\n",
                ".docker/config.json": '{\n  "auths": {\n    "reg.corp": {\n'
                f'      "auth": "{encoded[1]}"\n    }}\n  }}\n}}\n',
                ".npmrc": "registry=https://r.corp/\n"
                f"//r.corp/:_password={encoded[2]}\n",
                "README.md": "# Setup\n\nLog in with `admin` / password: "
                f"`{password[0]}`.\n",
                "d.ps1": "$pw = ConvertTo-SecureString "
                f"'{password[1]}' -AsPlainText -Force\n",
                "own.txt": f"head\n\n\nmine {password[2]}\n\n\ntail\n"}.items():
            self.write(f"tree/{path}", text.encode())
        self.assert_equal_to_a_scan()
        self.assert_equal_to_a_scan("--show-secrets",
                                    forms=("gitleaks", "betterleaks"))
        starts = {item["StartLine"]
                  for item in json.loads(self.scanned("gitleaks"))}
        self.assertLessEqual({1, 2, 3}, starts)
        config = self.tmp / "c.toml"
        config.write_text(
            "[[rules]]\nid = 'mine'\nregex = '\\n+mine ([0-9A-Za-z]+)\\n+'\n"
            "keywords = ['mine']\n")
        self.assertIn(b'"match_trimmed"',
                      self.scanned("json", "--config", config))
        self.assert_equal_to_a_scan("--config", config)

    def test_a_clean_report(self):
        self.write("tree/a", b"")
        self.assert_equal_to_a_scan()

    def test_in_a_repository(self):
        self.repository("tree")
        self.write("tree/src/a", MAKER.github().encode())
        data = harness.run("-f", "json", "src", cwd=self.tmp / "tree").stdout
        run, = json.loads(self.converted(data, "sarif"))["runs"]
        self.assertEqual(run["results"][0]["locations"][0]["physicalLocation"]
                         ["artifactLocation"]["uri"], "src/a")

    def test_commits(self):
        self.write("tree/a", MAKER.github().encode())
        report = json.loads(self.scanned("json"))
        commit = {"commit": "0123456789abcdef0123456789abcdef01234567",
                  "author": "=Ann | `Lee` </script>", "email": "ann@example.org",
                  "date": "2026-11-22T10:00:00+01:00",
                  "message": "add ]]> \u202e the key"}
        report["findings"][0]["git"] = commit
        data = json.dumps(report).encode()
        again = json.loads(self.converted(data, "json"))
        # Earlier versions scanned only files, and what refs lead to.
        self.assertEqual(again["findings"][0]["git"],
                         commit | {"where": "file", "reached_by": "ref"})
        for form in OTHERS:
            with self.subTest(form=form):
                text = self.converted(data, form)
                formats.facts(form, text)
                if formats.FORMATS[form].commit:
                    self.assertIn(commit["commit"][:12].encode(), text)
        item, = json.loads(self.converted(data, "gitleaks"))
        self.assertEqual([item[n] for n in ("Commit", "Author", "Email",
                                            "Message")],
                         [commit[n] for n in ("commit", "author", "email",
                                              "message")])

    def test_clear_reports_are_masked(self):
        first, second = MAKER.github(), MAKER.npm()
        self.write("tree/a", f"{first} {second}".encode())
        data = self.scanned("json", "--show-secrets")
        for form in OTHERS:
            with self.subTest(form=form):
                text = self.converted(data, form)
                for secret in (first, second):
                    self.assertNotIn(secret[4:].encode(), text)
                self.assertIn(first.encode(),
                              self.converted(data, form, "--show-secrets"))

    def test_any_order_of_members_that_json_tools_keep(self):
        self.write("tree/a", MAKER.github().encode())
        report = json.loads(self.scanned("json"))
        for text in (json.dumps(report), json.dumps(report, indent=7),
                     json.dumps(report, ensure_ascii=False)):
            self.assertEqual(self.converted(text.encode(), "json"),
                             self.scanned("json"))

    def test_what_is_no_report(self):
        self.write("tree/a", MAKER.github().encode())
        secret = MAKER.github()
        whole = self.scanned("json").decode()
        lines = self.scanned("jsonl").decode()
        report = json.loads(whole)
        self.assertIn('"line":1', whole)
        cases = {
            "empty": "", "text": "hello", "list": "[1]", "null": "null",
            "another": '{"schema": "other/1", "findings": []}',
            "newer": whole.replace("sluice/1", "sluice/2"),
            "cut": whole[:len(whole) // 2], "cut at its end": whole[:-3],
            "more": whole + "x",
            "no coverage": json.dumps({k: v for k, v in report.items()
                                       if k != "coverage"}),
            "lines cut": "\n".join(lines.splitlines()[:-1]),
            "lines without head": "\n".join(
                ['{"type": "finding"}'] + lines.splitlines()),
            "unknown type": '{"type": "report"}\n',
            "a secret in odd places": whole.replace(
                '"line":1', f'"line":"{secret}"'),
            "a secret cut": '{"schema": "sluice/1", "a": "' + secret + "\x01",
            "bytes": "\xff\xfe",
        }
        for name, text in cases.items():
            with self.subTest(name=name):
                outcome = harness.run(
                    "report", "convert", "-", "-f", "csv",
                    "-o", self.tmp / "out", stdin=text.encode("latin-1"))
                self.assert_refused(outcome)
                self.assertNotIn(secret.encode(), outcome.stderr)
                self.assertFalse((self.tmp / "out").exists())

    def test_files(self):
        self.write("tree/a", MAKER.github().encode())
        self.write("in.json", self.scanned("json"))
        outcome = harness.run("report", "convert", self.tmp / "in.json", "-o",
                              self.tmp / "out.html", "-f", "csv", env=ENV)
        self.assert_code(outcome, 0)
        self.assertEqual(outcome.stdout, self.scanned("csv"))
        self.assertEqual((self.tmp / "out.html").read_bytes(),
                         self.scanned("html"))
        # A report may take the place of the one it is made from.
        harness.run("report", "convert", self.tmp / "in.json", "-o",
                    self.tmp / "in.json")
        self.assertEqual((self.tmp / "in.json").read_bytes(),
                         self.scanned("json"))

    def test_usage(self):
        for arguments, named in (
                (("report",), "convert"), (("report", "show"), "convert"),
                (("report", "convert"), "one report"),
                (("report", "convert", "a", "b"), "one report"),
                (("report", "convert", "/no/such", "-f", "csv"), "/no/such"),
                (("report", "convert", "-", "-f", "none"), "none")):
            with self.subTest(arguments=arguments):
                self.assert_refused(harness.run(*arguments, stdin=b""), named)

    def test_what_was_dropped_is_not_lost_in_silence(self):
        self.write("tree/a", b"password = 'changeme'\npassword = 'example'\n")
        data = self.scanned("json", "--explain-drops")
        count = len(json.loads(data)["dropped"])
        self.assertGreater(count, 0)
        outcome = harness.run("report", "convert", "-", "-f", "csv",
                              stdin=data)
        self.assertIn(f"{count} candidates", outcome.stderr.decode())


if __name__ == "__main__":
    unittest.main()
