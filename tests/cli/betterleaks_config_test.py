"""A configuration of betterleaks' dialect, run as it is: expressions,
components and their windows, specificity, and errors that name the place."""

import base64
import json
import re
import unittest

import harness

CONFIG = r"""
minVersion = "v2.0.0-rc.1"
prefilter = 'matchesAny(attributes["path"], [`\.lock$`])'
filter = 'containsAny(finding["secret"], ["0000"])'

[[rules]]
id = "floor"
regex = 'floor_([a-z0-9]+)'
keywords = ["floor_"]
confidence = "high"
filter = '''
entropy(finding["secret"]) <= 2.5 || tokenRatio(finding["secret"]) >= 2.5
'''

[[rules]]
id = "near"
regex = 'near_([a-z0-9]{8})'
keywords = ["near_"]
filter = '''
// Only with a word of the line before the match.
let before = finding["fragment_raw"][
  finding["match_line_start_idx"]:finding["match_start_idx"]];
let _ = setConfidence(before contains "live" ? "high" : "low");
findMatch(before, `[a-z]+`) == ""
'''

[[rules]]
id = "pair-secret"
regex = 'psec_([a-z0-9]{8})'
keywords = ["psec_"]
components = [{ id = "pair-id", within = "2L" }]
validate = 'http.get("https://example.com")'

[[rules]]
id = "pair-id"
regex = 'pid_([a-z0-9]{8})'
keywords = ["pid_"]
skipReport = true

[[rules]]
id = "group"
regex = '(user)=([a-z0-9]{8})'
valueGroup = 2
keywords = ["user="]

[[rules]]
id = "generic"
regex = '([a-z0-9_]{12,})'
specificity = -100
filter = 'not (finding.secret contains "_q7h2")'
"""

FILES = {
    "a.py": ("floor_q7h2k9x4m1z8\n"      # 1: found
             "floor_aabbaabbaabb\n"       # 2: below the floor
             "floor_bananabanana\n"       # 3: words
             "floor_q7h20000k9x4\n"       # 4: a word of every rule
             "live near_q7h2k9x4\n"       # 5: found, high
             "near_q7h2k9x5\n"            # 6: nothing before it
             "psec_q7h2k9x6\n"            # 7: found with the line below
             "pid_q7h2k9x7\n"
             "\n"
             "\n"
             "psec_q7h2k9x8\n"            # 11: too far
             "user=q7h2k9x9\n"),          # 12: the second group
    "b.lock": "floor_q7h2k9x4m1z8\n",
}

FOUND = {
    ("floor", "a.py", 1, 7, "q7h2k9x4m1z8", "high"),
    ("near", "a.py", 5, 11, "q7h2k9x4", "high"),
    ("pair-secret", "a.py", 7, 6, "q7h2k9x6", "medium"),
    ("group", "a.py", 12, 6, "q7h2k9x9", "medium"),
    # On line 1 the more specific rule wins; no other rule contains its secret.
    ("generic", "a.py", 6, 1, "near_q7h2k9x5", "medium"),
    ("generic", "a.py", 8, 1, "pid_q7h2k9x7", "medium"),
    ("generic", "a.py", 11, 1, "psec_q7h2k9x8", "medium"),
    ("generic", "a.py", 5, 6, "near_q7h2k9x4", "medium"),
    ("generic", "a.py", 7, 1, "psec_q7h2k9x6", "medium"),
    ("generic", "a.py", 1, 1, "floor_q7h2k9x4m1z8", "medium"),
}


class BetterleaksConfig(harness.CliTest):
    def scan(self, config, *arguments):
        (self.tmp / "c.toml").write_text(config, encoding="utf-8")
        return harness.run("scan", "--config", "c.toml", "tree", "-f", "json",
                           "--show-secrets", "--min-confidence", "low",
                           *arguments, cwd=self.tmp)

    def setUp(self):
        super().setUp()
        (self.tmp / "tree").mkdir()
        for name, text in FILES.items():
            (self.tmp / "tree" / name).write_text(text, encoding="utf-8")

    def test_findings(self):
        outcome = self.scan(CONFIG)
        self.assert_code(outcome, 1)
        found = {(f["rule_id"], f["path"], f["start"]["line"],
                  f["start"]["column"], f["secret"], f["confidence"])
                 for f in json.loads(outcome.stdout)["findings"]}
        self.assertEqual(found, FOUND)
        self.assertEqual(
            json.loads(outcome.stdout)["coverage"]["notes"],
            ["1 file was skipped by the prefilter of the configuration"])
        # One line for all keys that would ask a provider.
        self.assertEqual(outcome.stderr.decode().count("are left out"), 1)

    def test_drops_are_explained(self):
        outcome = self.scan(CONFIG, "--explain-drops")
        reasons = {(d["rule_id"], d["start"]["line"], d["reason"])
                   for d in json.loads(outcome.stdout)["dropped"]}
        self.assertIn(("floor", 2, "filter"), reasons)
        self.assertIn(("pair-secret", 11, "required"), reasons)
        self.assertIn(("pair-id", 8, "silent"), reasons)

    def test_what_a_filter_excepts_is_counted_encoded_or_not(self):
        line = "one near_q7h2x9c4 here, and it is old\n"
        encoded = base64.b64encode(line.encode()).decode() + "\n"
        config = """
            filter = 'containsAny(finding["secret"], ["q7h2"])'  # sluice:allow
            [[rules]]
            id = "near"
            regex = 'near_([a-z0-9]{8})'
            """
        for text in (line, encoded):
            for name in FILES:
                (self.tmp / "tree" / name).unlink(missing_ok=True)
            (self.tmp / "tree" / "one").write_text(text, encoding="utf-8")
            report = json.loads(self.scan(config).stdout)
            self.assertEqual(report["findings"], [])
            self.assertEqual(report["coverage"]["allowlisted"], 1)

    def test_gitleaks_flags_have_none_of_it(self):
        (self.tmp / "c.toml").write_text(CONFIG, encoding="utf-8")
        outcome = harness.run("dir", "tree", "-c", "c.toml", cwd=self.tmp)
        self.assertNotIn(outcome.code, (0,))
        self.assertIn("a configuration of betterleaks", outcome.stderr.decode())

    def test_an_error_names_the_place_and_the_word(self):
        bad = CONFIG.replace("tokenRatio(", "tokenRation(")
        outcome = self.scan(bad)
        self.assert_code(outcome, 2)
        line = bad[:bad.index("filter = '''")].count("\n") + 1
        self.assertEqual(
            outcome.stderr.decode(),
            f"sluice: c.toml:{line}: rule `floor`: `filter` 1:38: "
            "`tokenRation` is no function that is known here\n")

    def test_an_expression_that_fails_is_counted(self):
        config = (
            "prefilter = 'int(attributes.path) == 1'\n"
            "[[rules]]\nid = 'r'\nregex = 'near_([a-z0-9]+)'\n"
            "filter = 'int(finding.secret) == 7'\n")
        (self.tmp / "tree/1").write_text("near_7 near_8\n", encoding="utf-8")
        outcome = self.scan(config)
        self.assertEqual(
            {f["secret"] for f in json.loads(outcome.stdout)["findings"]},
            {"q7h2k9x4", "q7h2k9x5"})
        self.assertEqual(json.loads(outcome.stdout)["coverage"]["notes"], [
            "1 file was skipped by the prefilter of the configuration",
            "an expression of the configuration failed for 2 candidates, which "
            "were kept",
            "an expression of the configuration failed for 2 files, which were "
            "scanned"])

    def test_rules_show_what_drops(self):
        (self.tmp / "c.toml").write_text(CONFIG, encoding="utf-8")
        show = ("rules", "show", "-c", "c.toml", "floor")
        text = harness.run(*show, cwd=self.tmp).stdout.decode()
        for label, line in (
                ("filter", 'entropy(finding["secret"]) <= 2.5'),
                ("filter of all", 'containsAny(finding["secret"], ["0000"])'),
                ("prefilter", 'matchesAny(attributes["path"], [`\\.lock$`])')):
            self.assertRegex(text, f"(?m)^  {label} +{re.escape(line)}")
        rule = json.loads(harness.run(*show, "-f", "json",
                                      cwd=self.tmp).stdout)["rules"][0]
        self.assertIn("tokenRatio", rule["filters"][0])
        self.assertEqual(
            [rule["filters_for_all"], rule["prefilters"]],
            [['containsAny(finding["secret"], ["0000"])'],
             ['matchesAny(attributes["path"], [`\\.lock$`])']])

    def test_places_of_matches_are_those_of_betterleaks(self):
        config = (
            "filter = 'false'\n"
            "[[rules]]\nid = 'r'\nregex = 'see[ \\n]+([a-z0-9]{8})\\n+'\n"
            "[[rules]]\nid = 'file'\npath = 'p12$'\n")
        (self.tmp / "tree/a.py").write_text(
            "see q7h2k9x1\n\nxx see\nq7h2k9x2\nsee\nq7h2k9x3", encoding="utf-8")
        (self.tmp / "tree/k.p12").write_text("", encoding="utf-8")
        (self.tmp / "c.toml").write_text(config, encoding="utf-8")
        scanned = harness.run("scan", "-c", "c.toml", "tree", "-f", "json", "-o",
                              "r.json", "-f", "betterleaks", "--show-secrets",
                              "--min-confidence", "low", cwd=self.tmp)
        converted = harness.run("report", "convert", "r.json", "-f",
                                "betterleaks", "--show-secrets", cwd=self.tmp)
        for outcome in (scanned, converted):
            found = [(f["rule_id"], f["match"]["full"], *(
                f["location"].get(name) for name in (
                    "start_line", "start_column", "end_line", "end_column")))
                     for f in json.loads(outcome.stdout)["findings"]]
            self.assertEqual(found, [
                ("r", "see q7h2k9x1", 1, 1, 1, 12),
                ("r", "see\\x0aq7h2k9x2", 3, 4, 4, 8),
                ("file", "", None, None, None, None)])


if __name__ == "__main__":
    unittest.main()
