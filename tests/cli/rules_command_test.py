"""`sluice rules`: lists and shows rules, looks them over, tries them."""

import functools
import re
import subprocess
import unittest

import harness
from terminal import on_a_terminal

GOOD = """
[[rules]]
id = "acme-key"
description = "Acme key"
provider = "acme"
confidence = "high"
regex = '''acmeq_([0-9a-z]{20})'''
keywords = ["acmeq_"]
tags = ["widgets"]
examples = ["t=acmeq_0a1b2c3d4e5f6g7h8i9j"] # sluice:allow
negative_examples = ["t=acmeq_short", "t=acmeq-"]
"""
SECRET = "0a1b2c3d4e5f6g7h8i9j"  # sluice:allow


@functools.cache
def tried_default_rules() -> harness.Outcome:
    """`sluice rules test` takes seconds and says the same each time."""
    return harness.run("rules", "test", cwd="/")


class RulesTest(harness.CliTest):

    def rules(self, *arguments, code=0, **options) -> str:
        options.setdefault("cwd", self.tmp)
        outcome = harness.run("rules", *arguments, **options)
        self.assert_code(outcome, code)
        self.assertEqual(outcome.stderr, b"", str(outcome))
        return outcome.stdout.decode("utf-8")

    def refused(self, *arguments, named=()):
        self.assert_refused(
            harness.run("rules", *arguments, cwd=self.tmp), *named)


class ListTest(RulesTest):

    def test_a_pipe_gets_whole_fields(self):
        lines = self.rules("list").splitlines()
        self.assertGreater(len(lines), 1000)
        rows = [line.split("\t") for line in lines]
        self.assertEqual({len(row) for row in rows}, {5})
        ids = [row[0] for row in rows]
        self.assertEqual(ids, sorted(set(ids)))
        self.assertEqual({row[1] for row in rows},
                         {"rule", "file", "helper", "family"})
        self.assertLessEqual({row[2] for row in rows},
                             {"low", "medium", "high"})
        self.assertIn(["github-pat", "rule", "high", "github",
                       "GitHub personal access token (classic)"], rows)

    def test_all_words_must_be_in_a_rule(self):
        rows = [line.split("\t")
                for line in self.rules("list", "GitHub", "app").splitlines()]
        self.assertGreater(len(rows), 2)
        for row in rows:
            text = " ".join(row).lower()
            self.assertIn("github", text)
            self.assertIn("app", text)

    def test_words_for_kind_and_confidence(self):
        rows = [line.split("\t") for line in
                self.rules("list", "family", "airbrake").splitlines()]
        self.assertGreater(len(rows), 1)
        self.assertEqual({row[1] for row in rows}, {"family"})

    def test_no_rule_has_the_words(self):
        self.assertTrue(self.rules("list", "github"))
        self.assertEqual(self.rules("list", "no-such-word", code=1), "")

    def test_a_configuration_and_its_tags(self):
        config = self.write("own.toml", GOOD.encode())
        line = "acme-key\trule\thigh\tacme\tAcme key\n"
        self.assertEqual(self.rules("list", "-c", config), line)
        self.assertEqual(self.rules("list", "-c", config, "WIDGET"), line)

    def test_the_configuration_that_a_scan_here_would_use(self):
        self.write(".sluice.toml", GOOD.encode())
        self.assertEqual(len(self.rules("list").splitlines()), 1)

    def test_json(self):
        report = harness.run("rules", "list", "-f", "json", "github-pat",
                             cwd=self.tmp).json()
        self.assertEqual(report["schema"], "sluice-rules/1")
        self.assertEqual(report["tool"]["name"], "sluice")
        self.assertGreater(report["tool"]["rules"], 1000)
        self.assertEqual(report["rules"], [{
            "id": "github-pat", "kind": "rule",
            "description": "GitHub personal access token (classic)",
            "provider": "github", "confidence": "high", "tags": []}])

    def test_a_description_cannot_break_a_line(self):
        config = self.write("own.toml", (
            "[[rules]]\nid = 'r'\nregex = 'x'\n"
            'description = "a\\tb\\nc\\u001b[31m"\n').encode())
        self.assertEqual(self.rules("list", "-c", config),
                         "r\trule\tmedium\t\ta\\x09b\\x0ac\\x1b[31m\n")

    def test_a_terminal_gets_columns_that_fit(self):
        for columns in (80, 120):
            lines = on_a_terminal(self, "rules", "list", columns=columns,
                                  cwd=self.tmp, NO_COLOR="1").splitlines()
            self.assertGreater(len(lines), 1000)
            for line in lines:
                self.assertLessEqual(len(line), columns)
            self.assertRegex(lines[-1], r"^[\d,]+ rules and [\d,]+ families$")
        lines = on_a_terminal(self, "rules", "list", "github",
                              cwd=self.tmp, NO_COLOR="1")
        self.assertRegex(lines, r"(?m)^high    github-pat  +GitHub personal "
                                r"access token")
        self.assertRegex(lines, r"(?m)^\d+ rules of [\d,]+$")

    def test_a_closed_pipe_is_no_error(self):
        done = subprocess.run(
            ["sh", "-c", '"$0" rules list | head -1', harness.binary()],
            capture_output=True, check=False, cwd=self.tmp,
            env=harness.environment())
        self.assertEqual(done.stderr, b"")
        self.assertRegex(done.stdout, rb"\A[^\t\n]+\trule\t[^\n]+\n\Z")


class ShowTest(RulesTest):

    def test_what_there_is_to_know(self):
        text = self.rules("show", "github-pat")
        self.assertTrue(text.startswith(
            "github-pat\n  GitHub personal access token (classic)\n"))
        self.assertRegex(text, r"\n  from +rules/github\.toml:\d+, built in\n")
        self.assertRegex(text, r'\n  looked for by +"ghp_"\n')
        self.assertIn("checksum crc32-base62", text)
        self.assertIn("ghp_********", text)

    def test_several_and_a_family(self):
        text = self.rules("show", "airbrake-project-key", "generic-family")
        self.assertIn("32 of lowerhex", text)
        self.assertIn("\n\ngeneric-family\n", text)

    def test_secrets_of_examples_are_masked_unless_asked_for(self):
        config = self.write("own.toml", GOOD.encode())
        for form in ("pretty", "json"):
            masked = self.rules("show", "-c", config, "-f", form, "acme-key")
            self.assertIn("acmeq_0a1b********", masked)
            self.assertNotIn(SECRET, masked)
            clear = self.rules("show", "-c", config, "-f", form,
                               "--show-secrets", "acme-key")
            self.assertIn(SECRET, clear)

    def test_json_has_all(self):
        config = self.write("own.toml", GOOD.encode())
        rule = harness.run("rules", "show", "-c", config, "-f", "json",
                           "acme-key", cwd=self.tmp).json()["rules"][0]
        self.assertEqual(rule["regex"], "acmeq_([0-9a-z]{20})")
        self.assertEqual(rule["anchors"], [
            {"text": "acmeq_", "caseless": False, "max_lead": 0}])
        self.assertEqual(rule["max_width"], 26)
        self.assertEqual(rule["origin"], f"{config}:2")
        self.assertEqual(rule["negative_examples"],
                         ["t=acmeq_short", "t=acmeq-"])

    def test_every_default_rule_can_be_shown(self):
        ids = [line.split("\t")[0]
               for line in self.rules("list").splitlines()]
        self.assertGreater(len(ids), 1000)
        # A short run takes some of each file, which are sorted by their names.
        ids = ids[::harness.times(12, 1)]
        text = self.rules("show", *ids)
        for one in ids:
            self.assertIn(f"\n{one}\n", "\n" + text)

    def test_a_terminal_gets_lines_that_fit(self):
        ids = [line.split("\t")[0]
               for line in self.rules("list", "generic").splitlines()]
        ids = ids[::harness.times(12, 1)]
        self.assertGreater(len(ids), 3)
        text = on_a_terminal(self, "rules", "show", *ids, cwd=self.tmp,
                             NO_COLOR="1")
        for one in ids:
            self.assertIn(f"\n{one}\n", "\n" + text)
        for line in text.splitlines():
            # An address is never broken, so that it can be opened.
            if "://" not in line:
                self.assertLessEqual(len(line), 80)

    def test_unknown_ids_are_refused_with_near_ones(self):
        self.refused("show", "githb-pat", named=["githb-pat", "github-pat"])
        self.refused("show", "mailgun", named=["mailgun-"])
        self.refused("show", "zzzzzzzz", named=["sluice rules list"])
        self.refused("show")


class CheckTest(RulesTest):

    def check(self, toml: str, *arguments, code=1) -> list[str]:
        self.path = self.write("own.toml", toml.encode())
        return self.rules("check", *arguments, self.path,
                          code=code).splitlines()

    def test_nothing_to_remark(self):
        self.assertEqual(self.check(GOOD, code=0),
                         ["1 rule: no remarks"])
        self.assertEqual(self.check(GOOD, "--strict", code=0),
                         ["1 rule: no remarks"])

    def test_the_default_rules(self):
        self.assertRegex(self.rules("check"),
                         r"^[\d,]+ rules: no remarks\n$")

    def test_each_remark_names_file_line_and_rule(self):
        lines = self.check(GOOD.replace("provider", "provder").replace(
            '["acmeq_"]', '["bolt-"]').replace("description", "# "))
        where = re.escape(str(self.path))
        self.assertRegex(lines[0], rf"^{where}:5: unknown key `provder` in "
                                   r"rule `acme-key` \(did you mean "
                                   r"`provider`\?\)$")
        self.assertRegex(lines[1], rf"^{where}:2: rule `acme-key`: "
                                   "`description` is missing")
        self.assertRegex(lines[2], rf"^{where}:2: rule `acme-key`: no match "
                                   "can hold the keyword `bolt-`")
        self.assertEqual(lines[3:], ["1 rule: 3 remarks"])

    def test_ids_that_are_taken(self):
        lines = self.check(GOOD + GOOD)
        self.assertIn("replaces the rule of the same id", lines[0])
        second = self.write("second.toml", GOOD.encode())
        text = self.rules("check", self.path.with_name("own.toml"), second,
                          code=1)
        self.assertRegex(text, rf"(?m)^{re.escape(str(second))}:2: rule "
                               r"`acme-key`: .*own\.toml:\d+ has a rule with the "
                               "same id$")

    def test_a_file_that_is_wrong_is_a_remark(self):
        lines = self.check(GOOD.replace("a-z]", "a-z"))
        self.assertRegex(lines[0], r"own\.toml:2|own\.toml:7")
        self.assertEqual(lines[1:], [
            "0 rules: 1 remark; 1 file could not be read as rules"])

    def test_costs(self):
        lines = self.check(GOOD, "--costs", code=0)
        self.assertRegex(lines[0], r"^ +ms/MB +hits/MB$")
        self.assertRegex(lines[1], r"^ +\d+\.\d{3} +0  acme-key$")

    def test_a_sample_of_ones_own(self):
        sample = self.write("sample.txt", b"acmeq_ and so on\n" * 1000)
        lines = self.check(GOOD, "--sample", sample)
        self.assertIn("`acmeq_`, occur 58824 times in a megabyte", lines[0])
        self.refused("check", "--sample", self.tmp / "none", self.path,
                     named=["none"])
        empty = self.write("empty.txt", b"")
        self.refused("check", "--sample", empty, self.path, named=["empty"])

    def test_a_directory_stands_for_its_rule_files(self):
        self.write("rules/a.toml", GOOD.encode())
        self.write("rules/b.toml", GOOD.replace("acme", "bolt").encode())
        self.write("rules/notes.txt", b"not TOML")
        self.assertEqual(self.rules("check", "rules"),
                         "2 rules: no remarks\n")
        self.write("none/notes.txt", b"")
        self.refused("check", "none", named=["none"])

    def test_what_cannot_be_read(self):
        self.refused("check", "missing.toml", named=["missing.toml"])

    def test_rules_of_the_default_set_are_not_looked_at(self):
        lines = self.check("[extend]\nuseDefault = true\n" + GOOD, code=0)
        self.assertEqual(lines, ["1 rule: no remarks"])


class TestTest(RulesTest):

    def tried(self, toml: str, *arguments, code=1) -> list[str]:
        self.path = self.write("own.toml", toml.encode())
        return self.rules("test", *arguments, self.path,
                          code=code).splitlines()

    def test_all_as_it_should_be(self):
        self.assertEqual(
            self.tried(GOOD, code=0),
            ["1 rule: 1 example and 2 negative examples: all passed"])

    def test_the_default_rules(self):
        outcome = tried_default_rules()
        self.assert_code(outcome, 0)
        self.assertEqual(outcome.stderr, b"", str(outcome))
        self.assertRegex(
            outcome.stdout.decode(),
            r"^[\d,]+ rules: [\d,]+ examples and [\d,]+ negative examples: "
            r"all passed\n$")

    def test_the_files_of_the_default_rules(self):
        text = self.rules("test", "--strict", harness.REPOSITORY / "rules")
        self.assertRegex(text, r"\A[\d,]+ rules: .*: all passed\n\Z")
        self.assertEqual(text, tried_default_rules().stdout.decode())

    def test_failures(self):
        lines = self.tried(GOOD.replace("t=acmeq-", "acmeq_" + SECRET)
                           + "entropy = 4.5\n")
        where = f"{self.path}:2: rule `acme-key`: "
        self.assertEqual(lines, [
            where + "example 1 is not found: what its pattern matches is "
                    "dropped: entropy 4.32, below 4.50",
            "  t=acmeq_0a1b********",
            "1 rule: 1 example and 2 negative examples, 1 failure"])
        lines = self.tried(GOOD.replace("t=acmeq-", "acmeq_" + SECRET))
        self.assertEqual(lines[0], where + "negative example 2 is found")
        self.assertEqual(lines[1], "  acmeq_0a1b********")

    def test_secrets_in_the_clear(self):
        lines = self.tried(GOOD + "entropy = 4.5\n", "--show-secrets")
        self.assertEqual(lines[1], f"  t=acmeq_{SECRET}")

    def test_one_negative_example_is_one(self):
        text = self.tried(GOOD, code=0)[-1]
        self.assertIn("2 negative examples", text)
        fewer = re.sub(r"negative_examples = \[.*?\]",
                       "negative_examples = ['nothing']", GOOD, flags=re.S)
        self.assertNotEqual(fewer, GOOD)
        self.assertIn("1 example and 1 negative example:", self.tried(fewer, code=0)[-1])

    def test_what_a_configuration_has_is_said_to_be_its(self):
        self.write("c.toml", (GOOD + "[extend]\nuseDefault = true\n").encode())
        outcome = harness.run("rules", "check", "--strict", "c.toml",
                              cwd=self.tmp)
        self.assertIn("`extend` is a configuration's", outcome.stdout.decode())

    def test_a_placeholder_is_one_only_if_read_strictly(self):
        toml = GOOD.replace(SECRET, "00000000000000000000")
        self.tried(toml, code=0)
        lines = self.tried(toml, "--strict")
        self.assertIn("a placeholder", lines[0])

    def test_a_file_that_is_wrong(self):
        path = self.write("own.toml", b"[[rules]]\n")
        self.refused("test", path, named=["own.toml:1"])


class DocumentTest(RulesTest):
    """The output is that of docs/RULES.md."""

    def setUp(self):
        super().setUp()
        path = harness.REPOSITORY / "docs" / "RULES.md"
        self.text = path.read_text(encoding="utf-8")

    def test_its_rules_together(self):
        """The test docs-run holds each of them alone."""
        whole = [block for block in
                 re.findall(r"```toml\n(.*?)```", self.text, re.S)
                 if re.match(r"\[\[(rules|revoke|families)\]\]", block)]
        self.assertEqual(len(whole), 4)
        self.write("all.toml", ("[extend]\nuseDefault = true\n"
                                + "".join(whole)).encode())
        self.assertEqual(self.rules("check", "all.toml"),
                         "3 rules: no remarks\n")
        self.assertIn("all passed",
                      self.rules("test", "all.toml"))

    def test_the_keys_are_those_that_are_known(self):
        table = self.text.split("## The keys of a rule")[1].split("##")[0]
        keys = re.findall(r"(?m)^\| `(\w+)`", table)
        self.assertGreater(len(keys), 18)

        def said_of(key):
            config = self.write("own.toml", (
                f"[[rules]]\nid = 'r'\nregex = 'x'\n{key} = []\n").encode())
            return harness.run("rules", "list", "-c", config,
                               cwd=self.tmp).stderr
        self.assertIn(b"unknown key `keywor`", said_of("keywor"))
        for key in keys:
            self.assertNotIn(b"unknown key", said_of(key), key)


class UsageTest(RulesTest):

    def test_help(self):
        for arguments in ((), ("list",), ("show",), ("check",), ("test",)):
            text = self.rules(*arguments, "--help")
            self.assertIn("Usage: sluice rules", text)
            for line in text.splitlines():
                self.assertLessEqual(len(line), 80, line)

    def test_what_is_not_known(self):
        self.refused(named=["list, show, check or test"])
        self.refused("lst", named=["`rules lst`"])
        self.refused("list", "--colour", named=["--colour"])
        self.refused("check", "--sample", named=["--sample"])
        self.refused("list", "-f", "xml", named=["xml"])

    def test_a_directory_of_that_name_can_be_scanned(self):
        self.write("rules/file", b"nothing\n")
        report = self.scan("scan", "rules", cwd=self.tmp, code=0)
        self.assertEqual(report["coverage"]["files_scanned"], 1)

    def test_a_full_disk(self):
        with open("/dev/full", "wb") as full:
            outcome = harness.run("rules", "list", stdout=full, cwd=self.tmp)
        self.assert_code(outcome, 2)
        self.assertIn(b"sluice: ", outcome.stderr)


if __name__ == "__main__":
    unittest.main()
