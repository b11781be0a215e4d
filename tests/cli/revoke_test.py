"""The first steps after a finding: where they are shown, and rule files' own.
"""

import unittest

import harness

RULE = """[[rules]]
id = "larkfield-api-key"
description = "Larkfield API key"
provider = "larkfield"
regex = '''\\b(lark_[0-9a-z]{32})\\b'''
keywords = ["lark_"]
"""
ABOUT_ALL = """[[revoke]]
provider = "larkfield"
url = "https://larkfield.example/keys?a=1&b=<2>"
steps = "Make a new key, move the servers to it, then delete the old one there."
"""
ABOUT_ONE = """[[revoke]]
rules = ["larkfield-api-key"]
steps = "Ask the admin."
"""


class Revoke(harness.CliTest):
    def setUp(self):
        super().setUp()
        self.write("src/a.txt", b"key lark_" + b"f7k2m9q4x1c8v5b3" * 2 + b"\n"
                   b"key lark_" + b"3b5v8c1x4q9m2k7f" * 2 + b"\n")
        self.write("c.toml", (RULE + ABOUT_ALL).encode())

    def run_on(self, *arguments, config="c.toml"):
        return harness.run("scan", "--no-ignore", "--config", config,
                           *arguments, "src", cwd=self.tmp)

    def test_for_people(self):
        said = self.run_on("-v").stdout.decode()
        self.assertEqual(said.count("First: Make a new key, move"), 1)
        self.assertEqual(said.count("https://larkfield.example/keys"), 1)
        self.assertLessEqual(max(map(len, said.splitlines())), 80)
        self.assertNotIn(b"First:", self.run_on().stdout)

    def test_for_programs(self):
        sarif = self.run_on("-f", "sarif").json()
        rule = sarif["runs"][0]["tool"]["driver"]["rules"][0]
        self.assertIn("Make a new key", rule["help"]["text"])
        self.assertTrue(rule["helpUri"].startswith("https://larkfield"))
        gitlab = self.run_on("-f", "gitlab").json()
        finding = gitlab["vulnerabilities"][0]
        self.assertIn("Make a new key", finding["solution"])
        self.assertEqual(len(finding["links"]), 1)
        page = self.run_on("-f", "html").stdout.decode()
        self.assertIn(r'"url":"https://larkfield.example/keys?a=1&b=\u003c2',
                      page)
        self.assertNotIn("b=<2>", page)

    def test_of_one_rule(self):
        self.write("c.toml", (ABOUT_ONE + RULE + ABOUT_ALL).encode())
        self.assertIn(b"First: Ask the admin.", self.run_on("-v").stdout)

    def test_of_the_default_rules(self):
        self.write("c.toml", (ABOUT_ONE.replace("larkfield-api-key", "github-pat")
                              + "[extend]\nuseDefault = true\n").encode())
        shown = harness.run("rules", "show", "--config", "c.toml",
                            "github-pat", cwd=self.tmp).stdout
        self.assertIn(b"Ask the admin.", shown)

    def test_errors(self):
        for old, new, why in (
            ('provider = "larkfield"\nurl', 'provider = "lark"\nurl',
             "no rule of the provider"),
            ('url = "https:', 'url = "ftp:', "must begin with https://"),
            ("steps = ", "step = ", "step"),
            ("Make a new key", "Make a new key " * 20, "at most 160"),
            ('provider = "larkfield"\nurl', "url", "either"),
        ):
            with self.subTest(why):
                text = RULE + ABOUT_ALL
                self.assertIn(old, text)
                self.write("bad.toml", text.replace(old, new).encode())
                done = self.run_on(config="bad.toml")
                self.assert_refused(done, why, "bad.toml:")

    def test_facts(self):
        ids = [rule["id"] for rule in harness.run(
            "rules", "list", "-f", "json").json()["rules"]]
        rules = harness.run("rules", "show", "-f", "json", *ids).json()["rules"]
        known = [rule for rule in rules if "revoke" in rule]
        self.assertGreaterEqual(
            len({rule["provider"] for rule in known if rule["provider"]}), 250)
        for rule in known:
            facts = rule["revoke"]
            self.assertTrue(facts["steps"].endswith("."), rule["id"])
            if rule["provider"]:
                self.assertIn("source", facts, rule["id"])


if __name__ == "__main__":
    unittest.main()
