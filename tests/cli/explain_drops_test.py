"""--explain-drops: why something was not reported."""

import base64
import json
import unittest

import harness
import planted_tree
from tokens import TokenMaker

MAKER = TokenMaker(900)

# One rule for each reason that depends only on rules.
RULES = r"""
[[rules]]
id = "token"
provider = "vendor"
regex = '''\b(tok_[0-9a-f]{12})\b'''
confidence = "high"
[[rules.allowlists]]
description = "samples"
regexes = ['''^tok_00''']
[[rules]]
id = "any-token"
regex = '''tok_[0-9a-z]{12}'''
confidence = "low"
plausible = false
[[rules]]
id = "dull"
regex = '''dull-[a-z]{9}'''
entropy = 3
[[rules]]
id = "digits"
regex = '''code-([a-z0-9]{6})'''
min_digits = 2
[[rules]]
id = "main"
regex = '''main-[a-z]{5}'''
[[rules.required]]
id = "beside"
withinLines = 1
[[rules]]
id = "beside"
regex = '''beside-[a-z]{5}'''
skipReport = true
[[rules]]
id = "worded"
regex = '''w-[a-z]{5}'''
keywords = ["acme"]
"""

# A line, and the expected rule and reason.
CASES = [
    ("tok_0023a89b4c6f", "token", "allowlist"),
    ("tok_1123a89b4c6f", "any-token", "covered"),
    ("tok_2123a89b4c6f # " + "sluice:allow", "token", "allow_comment"),
    ("tok_zz23a89b4c6f", "any-token", "confidence"),
    ("dull-aabbaabba", "dull", "entropy"),
    ("code-abcde1", "digits", "digits"),
    ("main-words", "main", "required"),
    ("beside-words", "beside", "silent"),
    ("w-words", "worded", "keyword"),
]

# Cases for the default rules; the values are made up.
DEFAULT_CASES = [
    ('password = "changeme"', "placeholder"),
    ('api_key_hint = "k3u4h5k2j3h45k2j3h4"', "name"),  # sluice:allow
    ('proxy_set_header X-Token "$http_x_token";', "reference"),
    ('db_password = "ref:vault/db#password"', "reference"),
    ('static const tokenKey = "sundew.auth.token";', "form"),
    ('stripe_token = "' + "pk_" + 'live_4eC39HqLyjWDarjtT1zdp7dc"', "public"),
    ('password = "my_db_value"', "common"),
    ('password = "postgres"', "confidence"),
    ('token = os.getenv("TOKEN")', "no_family"),
]


class ExplainDropsTest(harness.CliTest):

    def explain(self, *arguments, code=None) -> list:
        return self.scan("--explain-drops", *arguments, self.tmp / "tree",
                         code=code)["dropped"]

    def told(self, line: str, *arguments) -> set:
        self.write("tree/f", line.encode() + b"\n")
        return {(one["rule_id"], one["reason"])
                for one in self.explain(*arguments)}

    def test_reasons_that_rules_give(self):
        config = self.write("rules.toml", RULES.encode())
        for line, rule, reason in CASES:
            with self.subTest(reason):
                self.assertIn((rule, reason),
                              self.told(line, "--config", config))

    def test_reasons_that_the_value_gives(self):
        for line, reason in DEFAULT_CASES:
            with self.subTest(line):
                reasons = {reason for _, reason in self.told(line)}
                self.assertIn(reason, reasons)

    def test_place_and_words(self):
        self.write("tree/sub/f.c", b"x\n  password = \"changeme\"\n")
        dropped = self.explain(code=0)
        self.assertEqual(1, len(dropped), dropped)
        self.assertEqual("sub/f.c", dropped[0]["path"])
        self.assertEqual({"line": 2, "column": 15, "byte": 16},
                         dropped[0]["start"])
        self.assertEqual({"line": 2, "column": 23, "byte": 24},
                         dropped[0]["end"])
        self.assertEqual("changeme", dropped[0]["secret"])
        self.assertIn("placeholder", dropped[0]["explanation"])

    def test_what_is_decoded_is_told_in_its_order(self):
        """Two rules see a short value of base64, the later part first."""
        name = base64.b64encode(b"user" + b":" + b"Fennel-28")
        self.write("tree/f.py", b'auth = "%s"  # sluice:allow\n' % name)
        columns = [drop["start"]["column"] for drop in self.explain(code=0)]
        self.assertGreater(len(set(columns)), 1)
        self.assertEqual(sorted(columns), columns)

    def test_below_the_confidence_asked_for(self):
        config = self.write("rules.toml", RULES.encode())
        line = "tok_zz23a89b4c6f"
        for level, told in (("low", False), ("medium", True), ("high", True)):
            self.assertEqual(
                told, ("any-token", "confidence") in self.told(
                    line, "--config", config, "--min-confidence", level))

    def test_only_if_asked(self):
        self.write("tree/f", b'password = "changeme"\n')
        self.assertNotIn("dropped", self.scan(self.tmp / "tree", code=0))
        text = harness.run(self.tmp / "tree").stdout
        self.assertNotIn(b"not reported", text)

    def test_the_rest_of_the_report_stays(self):
        planted_tree.build_small(self.tmp / "tree")
        for arguments in ((), ("--min-confidence", "low")):
            plain = self.scan(*arguments, self.tmp / "tree", code=1)
            told = self.scan(*arguments, "--explain-drops", self.tmp / "tree",
                             code=1)
            self.assertTrue(told.pop("dropped"))
            self.assertEqual(plain, told)

    def test_masked_unless_told(self):
        allowed = [MAKER.github() for _ in range(3)]
        comment = "sluice:" + "allow"
        self.write("tree/f", "\n".join(
            f"{secret} # {comment}" for secret in allowed).encode())
        for format in ("json", "pretty"):
            text = harness.run("-f", format, "--explain-drops",
                               self.tmp / "tree").stdout.decode()
            self.assertIn("allowed by a comment", text)
            for secret in allowed:
                self.assertNotIn(secret[4:10], text)
                self.assertNotIn(secret[-6:], text)
        text = harness.run("-f", "json", "--show-secrets", "--explain-drops",
                           self.tmp / "tree").stdout.decode()
        for secret in allowed:
            self.assertIn(secret, text)

    def test_for_people(self):
        self.write("tree/f.c", b'password = "changeme"\n')
        outcome = harness.run("--explain-drops", self.tmp / "tree")
        self.assert_code(outcome, 0)
        text = outcome.stdout.decode()
        self.assertRegex(text, r"/f.c:1:13  generic-password\b")
        self.assertIn("not reported: a placeholder", text)
        self.assertIn("1 candidate not reported", text)
        self.assertNotIn("changeme", text)

    def test_any_number_of_workers(self):
        planted_tree.build_small(self.tmp / "tree")
        for number in range(400):
            line, _ = DEFAULT_CASES[number % len(DEFAULT_CASES)]
            self.write(f"tree/{number % 7}/{number}", line.encode() + b"\n")
        for format in ("json", "pretty"):
            one, many = (
                harness.run("-f", format, "--explain-drops", "-j", workers,
                            self.tmp / "tree").stdout
                for workers in ("1", "8"))
            self.assertEqual(one, many)
        self.assertGreater(len(json.loads(harness.run(
            "-f", "json", "--explain-drops",
            self.tmp / "tree").stdout)["dropped"]), 300)


class ChosenReasons(harness.CliTest):
    """--explain-drops=REASON,-REASON."""

    def reasons(self, value, code=0):
        report = self.scan(f"--explain-drops{value}", self.tmp / "tree",
                           code=code)
        return {entry["reason"] for entry in report["dropped"]}

    def test_reasons_to_list_and_to_leave_out(self):
        self.write("tree/a.py", b'API_TOKEN = "changeme"\n'
                   b'api_key_hint = "k3u4h5k2j3h45k2j3h4"\n')  # sluice:allow
        every = self.reasons("")
        self.assertLessEqual({"placeholder", "name"}, every)
        self.assertEqual(self.reasons("=placeholder"), {"placeholder"})
        self.assertEqual(self.reasons("=placeholder,name"),
                         {"placeholder", "name"})
        self.assertEqual(self.reasons("=-placeholder"), every - {"placeholder"})
        self.assertEqual(self.reasons("=name,placeholder,-name"),
                         {"placeholder"})
        outcome = harness.run("--explain-drops=placehoder", self.tmp / "tree")
        self.assert_refused(outcome, "placehoder", "placeholder")

    def test_no_reason_is_cut_in_a_pipe(self):
        name = "d" * 30 + "/" + "e" * 30
        self.write(f"tree/{name}/a.py", b'API_TOKEN = "changeme"\n')
        text = harness.run("--explain-drops", self.tmp / "tree").stdout.decode()
        self.assertIn("no word nearby names a provider (", text)
        self.assertIn("a placeholder for a secret (", text)


class Explain(harness.CliTest):
    """`sluice explain`."""

    def explain(self, *places, code=0):
        outcome = harness.run("explain", *places, cwd=self.tmp)
        self.assert_code(outcome, code)
        return outcome.stdout.decode().splitlines()

    def test_what_is_reported_and_what_is_not(self):
        secret = MAKER.github()
        self.write("src/a.py", f'# x\nkey = "{secret}"\n'
                   'API_TOKEN = "changeme"\n'.encode())
        first, *others = self.explain("src/a.py:2")
        self.assertRegex(first, r"^src/a\.py:2:8: reported\. The rule "
                         r"github-pat \(.*\) finds ghp_\*+\. Its confidence is "
                         r"high: .*; it is in code; .* proves it\. Its "
                         r"fingerprint is github-pat:src/a\.py:[0-9a-f]{6}\.$")
        for line in others:
            self.assertIn("2:8: not reported. The rule ", line)
        lines = self.explain("src/a.py:3")
        self.assertTrue(any("`placeholder` is the reason" in line
                            for line in lines), lines)
        for line in lines:
            self.assertTrue(line.endswith("."), line)
            self.assertNotIn(secret, line)
        line, = self.explain("src/a.py:1")
        self.assertIn("no rule matches anything on this line. The nearest "
                      "finding or candidate is on line 2.", line)

    def test_by_fingerprint_and_by_directory(self):
        self.write("src/a.py", f'key = "{MAKER.github()}"\n'.encode())
        self.write("lib/b.py", f'key = "{MAKER.npm()}"\n'.encode())
        found = self.scan(cwd=self.tmp, code=1)["findings"]
        for one in found:
            lines = self.explain(one["fingerprint"])
            self.assertTrue(lines[0].startswith(f"{one['path']}:1:8: reported"))
        lines = self.explain("src")
        self.assertTrue(lines[0].startswith("src/a.py:1:8: reported"))
        self.assertFalse(any("lib/b.py" in line for line in lines))

    def test_what_a_scan_leaves_out(self):
        self.repository(".")
        self.write(".gitignore", b"*.log\n")
        self.write("x.log", f'key = "{MAKER.github()}"\n'.encode())
        self.assertEqual(harness.run(cwd=self.tmp).code, 0)
        lines = self.explain("x.log:1")
        self.assertIn(".gitignore:1: *.log", lines[0])
        self.assertIn("reports nothing of it", lines[0])
        self.assertIn("x.log:1:8: reported", lines[1])

    def test_the_baseline_and_comments_count(self):
        self.write("a.py", f'k = "{MAKER.github()}"\nn = "{MAKER.npm()}" # '
                   "sluice:allow\n".encode())
        harness.run("baseline", "write", cwd=self.tmp)
        self.assertTrue(any("`baseline` is the reason" in line
                            for line in self.explain("a.py:1")))
        self.assertTrue(any("`allow_comment` is the reason" in line
                            for line in self.explain("a.py:2")))

    def test_what_is_not_there(self):
        self.assert_refused(harness.run("explain", "nothing.py:3",
                                        cwd=self.tmp), "nothing.py")
        self.assert_refused(harness.run("explain", cwd=self.tmp), "FILE:LINE")


if __name__ == "__main__":
    unittest.main()
