"""Rule files given with --config: what they do, and how bad ones end."""

import re
import unittest

import harness
from tokens import TokenMaker

MAKER = TokenMaker(197)

GOOD_RULE = """
[[rules]]
id = "good-rule"
description = "A word"
regex = '''good-[a-z]{5}'''
keywords = ["good-"]
"""


class RulesApplyTest(harness.CliTest):

    def apply(self, toml: str, content: bytes, name="file", code=1) -> dict:
        config = self.write("rules.toml", toml.encode())
        self.write("tree/" + name, content)
        return self.scan("--config", config, self.tmp / "tree", code=code)

    def test_a_rule_file_replaces_the_default_rules(self):
        token = TokenMaker(400).github()
        report = self.apply(GOOD_RULE, b"good-words " + token.encode())
        self.assert_secrets(report, "good-words")
        self.assertEqual(report["findings"][0]["rule_id"], "good-rule")
        self.assertEqual(report["findings"][0]["description"], "A word")
        self.assertEqual(report["tool"]["rules"], 1)

    def test_the_group_is_the_secret(self):
        report = self.apply(
            "[[rules]]\nid = 'r'\nregex = '''key<([a-z]+)>'''\n"
            "keywords = ['key<']\n", b"a key<words> b\n")
        finding = report["findings"][0]
        self.assertEqual(finding["secret"], "words")
        self.assertEqual(finding["match"], "key<words>")
        self.assertEqual(finding["start"],
                         {"line": 1, "column": 7, "byte": 6})
        self.assertEqual(finding["end"],
                         {"line": 1, "column": 12, "byte": 11})

    def test_a_secret_of_several_lines(self):
        report = self.apply(
            "[[rules]]\nid = 'r'\n"
            "regex = '''(?s)begin-[a-z]+.{1,20}[a-z]+-end'''\n"
            "keywords = ['begin-']\n",
            b"text\n x begin-one\r\ntwo\nthree-end y\n")
        finding = report["findings"][0]
        self.assertEqual(finding["secret"], "begin-one\r\ntwo\nthree-end")
        self.assertEqual(finding["start"],
                         {"line": 2, "column": 4, "byte": 8})
        self.assertEqual(finding["end"],
                         {"line": 4, "column": 10, "byte": 32})

    def test_a_keyword_anywhere_in_the_file_in_any_case(self):
        toml = ("[[rules]]\nid = 'r'\nregex = '''w-[a-z]{5}'''\n"
                "keywords = ['acme']\n")
        report = self.apply(toml, b"w-words\n" + b"\n" * 600_000 + b"ACME")
        self.assert_secrets(report, "w-words")
        self.apply(toml, b"w-words\n", code=0)

    def test_a_path_pattern_narrows_a_rule(self):
        toml = GOOD_RULE + "path = '''\\.env$'''\n"
        self.apply(toml, b"good-words", name="a.txt", code=0)
        report = self.apply(toml, b"good-words", name="a.env")
        self.assertEqual(report["findings"][0]["path"], "a.env")

    def test_two_rules_at_one_place_have_a_fixed_order(self):
        toml = GOOD_RULE + GOOD_RULE.replace("good-rule", "a-rule")
        first = self.apply(toml, b"good-words")
        self.assertEqual(first, self.apply(toml, b"good-words"))

    def test_a_rule_that_requires_another_near_it(self):
        toml = ("[[rules]]\nid = 'main'\nregex = '''main-[a-z]{5}'''\n"
                "[[rules.required]]\nid = 'near'\nwithinLines = 2\n"
                "[[rules]]\nid = 'near'\nregex = '''near-[a-z]{5}'''\n"
                "skipReport = true\n")
        report = self.apply(toml, b"main-words\n\nnear-words\n")
        self.assert_secrets(report, "main-words")
        self.apply(toml, b"main-words\n\n\n\nnear-words\n", code=0)

    def test_extend_adds_and_changes_rules(self):
        self.write("base.toml", GOOD_RULE.encode())
        base = self.tmp / "base.toml"
        report = self.apply(
            f"[extend]\npath = '{base}'\n[[rules]]\nid = 'mine'\n"
            "regex = '''mine-[a-z]{5}'''\n",
            b"good-words mine-words")
        self.assert_secrets(report, "good-words", "mine-words")

    def test_bytes_beside_the_secret_that_are_not_utf8(self):
        report = self.apply(GOOD_RULE, b"\xff\x80good-words\xc3\x28\n")
        self.assert_secrets(report, "good-words")
        self.assertEqual(report["findings"][0]["start"]["byte"], 2)


class RuleFileTest(harness.CliTest):
    """A rule file that is wrong stops the run: never a silent pass."""

    def setUp(self):
        super().setUp()
        self.write("tree/file", b"good-words\n")

    def refused(self, toml: str, *named: str, lines=None):
        """Exit code 2; the message names the file, `named`, and one of the
        `lines` (from 1)."""
        config = self.write("rules.toml", toml.encode())
        outcome = harness.run("-f", "json", "--config", config,
                              self.tmp / "tree")
        self.assert_refused(outcome, str(config), *named)
        if lines is not None:
            text = outcome.stderr.decode()
            told = {int(n) for n in
                    re.findall(r"rules\.toml:(\d+)|line (\d+)", text)
                    for n in n if n}
            self.assertTrue(told & set(lines),
                            f"none of the lines {list(lines)} is named"
                            f"{outcome}")

    def lines_of(self, toml: str, rule: str) -> range:
        """The lines of a rule's table."""
        rows = toml.split("\n")
        at = rows.index(f'id = "{rule}"')
        last = at
        while last + 1 < len(rows) and rows[last + 1].strip():
            last += 1
        return range(at, last + 2)

    def check_rule(self, text: str, rule: str, *named: str):
        toml = GOOD_RULE + text
        self.refused(toml, rule, *named, lines=self.lines_of(toml, rule))

    def test_bad_pattern(self):
        self.check_rule('\n[[rules]]\nid = "bad-rule"\nkeywords = ["x"]\n'
                        "regex = '''x[a-'''\n", "bad-rule")

    def test_pattern_that_needs_backtracking(self):
        self.check_rule('\n[[rules]]\nid = "bad-rule"\nkeywords = ["x"]\n'
                        "regex = '''x(?=y)'''\n", "bad-rule")

    def test_bad_pattern_in_an_allowlist(self):
        toml = GOOD_RULE + "[[rules.allowlists]]\nregexes = ['''a(b''']\n"
        self.refused(toml, "good-rule")

    def test_bad_path_pattern(self):
        self.check_rule('\n[[rules]]\nid = "bad-rule"\n'
                        "path = '''*.txt'''\n", "bad-rule")

    def warned(self, toml: str, *named: str):
        """The rules are used all the same, and the message names the file."""
        config = self.write("rules.toml", toml.encode())
        outcome = harness.run("-f", "json", "--config", config,
                              self.tmp / "tree")
        self.assertEqual(outcome.code, 1, outcome)
        text = outcome.stderr.decode()
        for word in (str(config), *named):
            self.assertIn(word, text, outcome)

    def test_unknown_key_of_a_rule(self):
        self.warned(GOOD_RULE + '\n[[rules]]\nid = "odd-rule"\n'
                    "regex = '''x[a-z]'''\nregexp = 'y'\n", "odd-rule",
                    "regexp", "did you mean `regex`")

    def test_unknown_key_at_the_top(self):
        self.warned('titel = "x"\n' + GOOD_RULE, "rules.toml:1:", "titel",
                    "did you mean `title`")

    def test_key_of_the_wrong_type(self):
        self.check_rule('\n[[rules]]\nid = "bad-rule"\n'
                        "regex = '''x[a-z]'''\nentropy = 'much'\n",
                        "bad-rule", "entropy")

    def test_duplicate_id(self):
        toml = GOOD_RULE.replace("good-[a-z]", "never-[a-z]") + GOOD_RULE
        self.warned(toml, "good-rule")

    def test_rule_without_an_id(self):
        toml = GOOD_RULE + "\n[[rules]]\nregex = '''x'''\n"
        self.refused(toml, lines=[8, 9])

    def test_rule_that_can_find_nothing(self):
        self.check_rule('\n[[rules]]\nid = "bad-rule"\n'
                        'description = "neither regex nor path"\n',
                        "bad-rule")

    def test_secret_group_that_the_pattern_lacks(self):
        self.check_rule('\n[[rules]]\nid = "bad-rule"\n'
                        "regex = '''x(a)'''\nsecretGroup = 2\n", "bad-rule")

    def test_without_rules_of_its_own_the_default_ones_apply(self):
        token = MAKER.github()
        self.write("t/a", token.encode())
        for text in ("", "# nothing\n", 'title = "empty"\n'):
            with self.subTest(text):
                self.write("r.toml", text.encode())
                report = harness.run("scan", "-c", self.tmp / "r.toml", "-f",
                                     "json", self.tmp / "t").json()
                self.assertEqual([f["rule_id"] for f in report["findings"]],
                                 ["github-pat"])

    def test_syntax_error(self):
        self.refused(GOOD_RULE + '[[rules]\nid = "x"\n', lines=[7])

    def test_not_utf8(self):
        config = self.write("rules.toml", GOOD_RULE.encode() + b"# \xff\n")
        self.assert_refused(harness.run("--config", config,
                                        self.tmp / "tree"), str(config))

    def test_missing_file(self):
        missing = str(self.tmp / "missing.toml")
        self.assert_refused(harness.run("--config", missing,
                                        self.tmp / "tree"), missing)

    def test_directory(self):
        self.assert_refused(harness.run("--config", self.tmp,
                                        self.tmp / "tree"), str(self.tmp))


if __name__ == "__main__":
    unittest.main()
