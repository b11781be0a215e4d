"""The cost of a tree's configuration and comments is bounded.

Each scan runs with a bound on its memory and on its processor time. Both are
several times its need.
"""

import base64
import os
import resource
import signal
import subprocess
import time
import unittest

import archives
import harness
from tokens import TokenMaker

MAKER = TokenMaker(5203)


def bounded(*arguments, seconds, megabytes=400, **options):
    """Runs with at most so much processor time and memory."""
    if harness.UNDER:
        return harness.run(*arguments, **options)

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20,) * 2)

    outcome = harness.run(*arguments, preexec_fn=limit, **options)
    # SIGXCPU and SIGKILL
    if outcome.code in (-24, -9):
        raise AssertionError(f"more than {seconds} s: {outcome}")
    return outcome


class ForeignCostTest(harness.CliTest):

    def report(self, *arguments, code, **limits):
        outcome = bounded("scan", "-j1", "-f", "json", *arguments,
                          cwd=self.tmp, **limits)
        self.assert_code(outcome, *((code,) if isinstance(code, int) else code))
        return outcome.json()


class CommentsTest(ForeignCostTest):

    NOTE = "t: an allow comment names a rule that there is not"
    MORE = "t: more allow comments name rules that there are not"

    def notes_of(self, names):
        self.write("t", "".join(
            f"key = '{MAKER.checked()}' # sluice:allow[{name}]\n"
            for name in names).encode())
        report = self.report("t", code=1, seconds=3)
        self.assertEqual(len(report["findings"]), len(names))
        return report["coverage"]["notes"]

    def test_one_unknown_rule_in_each_line(self):
        self.assertEqual(self.notes_of(["github-patt"] * 5_000),
                         [self.NOTE + ", `github-patt`; did you mean "
                          "github-pat?"])

    def test_another_unknown_rule_in_each_line(self):
        letters = "abcdefghij"
        names = ["no-" + "".join(letters[int(d)] for d in f"{i:04}")
                 for i in range(5_000)]
        notes = self.notes_of(names[::-1])
        self.assertEqual(notes, [
            self.NOTE + f", `no-aaa{letter}`" for letter in "abcde"]
            + [self.MORE])

    def test_a_mark_that_names_many_rules(self):
        names = ",".join("ab" for _ in range(80))
        marks = "".join(f"# sluice:allow-start[{names},{i}]\n"
                        for i in range(20_000))
        self.write("t", marks.encode()
                   + f"key = '{MAKER.checked()}'\n".encode())
        report = self.report("t", code=1, seconds=5)
        self.assertIn("t: only the first 65536 comments that begin or end a "
                      "block of allowed secrets, and rules that they name, "
                      "count", report["coverage"]["notes"])


class PatternsTest(ForeignCostTest):

    def policy(self, *rules, head=""):
        self.write(".sluice.toml", (head + "".join(
            f"[[rules]]\nid = 'r{i}'\n{rule}\n"
            for i, rule in enumerate(rules))).encode())

    def test_nested_groups_that_capture(self):
        for count, text, code in ((999, b"", 2), (200, b"x" * 10_000, (0, 1)),
                                  (200, b"a" * 10_000, 1)):
            with self.subTest(count=count):
                self.policy(f"regex = '{'(' * count}a{')*' * count}'")
                self.write("t", text)
                outcome = bounded("scan", "-j1", "-f", "json", ".", seconds=4,
                                  cwd=self.tmp)
                self.assert_code(outcome,
                                 *((code,) if isinstance(code, int) else code))
                if code == 2:
                    self.assertIn(b"999 groups that capture", outcome.stderr)

    def test_the_secret_is_the_same_group_however_many_there_are(self):
        for count in (3, 15, 16, 17, 40):
            groups = "".join(f"(x{i}y)?" for i in range(count))
            self.write("t", f"key=x{count - 1}y;\n".encode())
            for more in ("", f"secretGroup = {count}"):
                with self.subTest(count=count, more=more):
                    self.policy(f"regex = 'key={groups};'\n{more}")
                    found, = self.report("--show-secrets", "t", "-c",
                                         ".sluice.toml", code=1,
                                         seconds=4)["findings"]
                    self.assertEqual(found["secret"], f"x{count - 1}y")

    def test_a_pattern_too_large_for_a_tree(self):
        self.policy("regex = '(?:[a-z]{900}[0-9]){300}'")
        outcome = bounded("scan", ".", seconds=4, cwd=self.tmp)
        self.assert_code(outcome, 2)

    def test_many_rules_that_match_everywhere(self):
        self.policy(*(f"regex = '[a-z]{{3}}{i % 10}?'" for i in range(1_000)))
        self.write("t", b"abcdefgh\n" * 20_000)
        report = self.report(".", code=1, seconds=60, megabytes=600)
        named = {one["path"]: one["reason"]
                 for one in report["coverage"]["incomplete"]}
        self.assertIn("matched more than 10000 times", named["t"])
        self.assertLess(len(report["findings"]), 40_000)

    def test_the_bound_is_the_same_for_any_workers(self):
        """And default rules find what they find without it."""
        self.policy("regex = '[a-z]{3}'", "regex = '[b-d]{2}'",
                    head="[extend]\nuseDefault = true\n")
        self.write("t", b"abcdefgh\n" * 500_000
                   + f"k = {MAKER.checked()}\n".encode())
        reports = [harness.run("scan", workers, "-f", "json", ".",
                               cwd=self.tmp).stdout
                   for workers in ("-j1", "-j4")]
        self.assertEqual(reports[0], reports[1])
        self.assertIn(b"matched more than", reports[0])
        self.assertIn(b'500001', reports[0])

    def test_which_matches_the_bound_counts(self):
        """As docs/CONFIGURATION.md says."""
        def lines(count):
            return "".join(f"tok{i:05}\n" for i in range(count)).encode()

        def named():
            report = self.report(".", code=(0, 1, 3), seconds=10)
            return (len(report["findings"]),
                    [one["path"] for one in report["coverage"]["incomplete"]],
                    report["coverage"]["notes"])
        rule = "regex = 'tok[0-9]{5}'"
        # 10,000, and one for each 32 bytes; a line has 9 bytes.
        most = 13_912
        self.write("t", lines(15_000))
        self.policy(rule)
        self.assertEqual(named(), (most, ["t"], []))
        for drops in ("entropy = 9.0",
                      "[[rules.allowlists]]\nregexes = ['tok']"):
            self.policy(f"{rule}\n{drops}")
            self.assertEqual(named(), (0, ["t"], []))
        # A default rule that is changed counts; the other rules continue.
        secret = MAKER.github()
        self.write("t", lines(15_000) + f"key = '{secret}'\n".encode())
        for changed in ("github-pat", "gitlab-pat"):
            self.write(".sluice.toml", (
                "[extend]\nuseDefault = true\n[[rules]]\n"
                f"id = '{changed}'\n{rule}\nentropy = 9.0\n").encode())
            report = self.report(".", code=1, seconds=10)
            self.assertEqual([one["path"] for one
                              in report["coverage"]["incomplete"]], ["t"])
            self.assertEqual("github-pat" in {
                one["rule_id"] for one in report["findings"]},
                changed != "github-pat")
        # Members and encoded texts have bounds of their own.
        self.policy(rule)
        self.write("t", archives.zip_of({"a": lines(9_900),
                                         "b": lines(9_900)}))
        self.assertEqual(named(), (19_800, [], []))
        self.write("t", b"k: " + base64.b64encode(lines(9_000)) + b"\n"
                   + lines(9_000))
        self.assertEqual(named(), (18_000, [], []))
        self.write("t", b"k: " + base64.b64encode(lines(15_000)) + b"\n")
        found, files, (note,) = named()
        self.assertEqual((found, files), (most, []))
        self.assertIn("matched too often in an encoded text", note)

    def test_more_rules_than_a_tree_may_have(self):
        self.policy(*(f"regex = '[a-z]{{3}}{i}'" for i in range(20_000)))
        outcome = bounded("scan", ".", seconds=10, cwd=self.tmp)
        self.assert_code(outcome, 2)
        self.assertIn(b"20000 rules", outcome.stderr)


class ChangedRulesTest(ForeignCostTest):

    def test_a_default_rule_that_is_switched_off_by_a_change(self):
        self.write("t", f"key = '{MAKER.github()}'\n".encode())
        for change in ("regex = '(zzzzzzzzzzzzzzzzz)'", "entropy = 99.0",
                       "path = 'nowhere'", "keywords = ['nowhere']"):
            with self.subTest(change=change):
                self.write(".sluice.toml", (
                    "[extend]\nuseDefault = true\n[[rules]]\n"
                    f"id = 'github-pat'\n{change}\n"
                    "[scan]\nmin-confidence = 'high'\n").encode())
                policy = self.report(".", code=(0, 1), seconds=4)[
                    "coverage"]["policy"]
                self.assertEqual(policy["rules_changed"],
                                 {"count": 1, "first": ["github-pat"]})
                self.assertEqual(policy["min_confidence"], "high")
                shown = harness.run("scan", ".", cwd=self.tmp).stdout
                self.assertIn(b"1 default rule changed (github-pat); "
                              b"min-confidence high",
                              b" ".join(shown.split()))

    def test_nothing_is_said_of_rules_that_are_the_trees_own(self):
        self.write(".sluice.toml", b"[extend]\nuseDefault = true\n[[rules]]\n"
                   b"id = 'own'\nregex = 'own-[0-9]{9}'\n")
        self.write("t", b"own-123456789\n")
        report = self.report(".", code=1, seconds=4)
        self.assertNotIn("rules_changed", report["coverage"]["policy"])
        self.assertNotIn("min_confidence", report["coverage"]["policy"])

    def test_a_tree_does_not_say_where_default_secrets_are_revoked(self):
        self.write("t", f"key = '{MAKER.github()}'\nown-123456789\n".encode())
        self.write(".sluice.toml", b"""
[extend]
useDefault = true
[[rules]]
id = 'own'
provider = 'github'
regex = 'own-[0-9]{9}'
[[revoke]]
provider = 'github'
url = 'https://else.example/'
steps = 'Come to us.'
""")
        outcome = bounded("scan", "-f", "json", ".", seconds=4, cwd=self.tmp)
        self.assertIn(b"[[revoke]]: left out for default rules",
                      outcome.stderr)
        urls = {one["rule_id"]: one.get("revoke", {}).get("url", "")
                for one in outcome.json()["findings"]}
        self.assertEqual(urls["own"], "https://else.example/")
        self.assertNotIn("else.example", urls["github-pat"])


class ReportLinkTest(ForeignCostTest):

    def test_a_link_of_the_scanned_tree_is_no_report(self):
        self.write("victim", b"kept")
        self.write("tree/sub/t", b"text\n")
        (self.tmp / "tree" / "report.json").symlink_to("../victim")
        (self.tmp / "tree" / "fresh.json").symlink_to("../fresh")
        (self.tmp / "tree" / "out").symlink_to("..")
        for report in ("report.json", "fresh.json", "out/new.json",
                       "../tree/report.json"):
            for command in (("scan", "-f", "json", "-o", report, "."),
                            ("dir", "--report-path", report,
                             "--report-format", "json", ".")):
                with self.subTest(report=report, command=command[0]):
                    outcome = bounded(*command, seconds=4,
                                      cwd=self.tmp / "tree")
                    self.assertNotEqual(outcome.code, 0, str(outcome))
                    self.assertIn(b"symbolic link in what is scanned",
                                  outcome.stderr)
        self.assertEqual((self.tmp / "victim").read_bytes(), b"kept")
        self.assertFalse((self.tmp / "fresh").exists())
        self.assertFalse((self.tmp / "new.json").exists())

    def test_the_users_own_links_stay_usable(self):
        self.write("tree/t", b"text\n")
        self.write("real.json", b"old")
        (self.tmp / "mine.json").symlink_to("real.json")
        outcome = bounded("scan", "-f", "json", "-o", "mine.json", "tree",
                          seconds=4, cwd=self.tmp)
        self.assert_code(outcome, 0)
        self.assertTrue((self.tmp / "mine.json").is_symlink())
        self.assertIn(b'"findings"', (self.tmp / "real.json").read_bytes())

    def test_a_pipe_without_a_reader_ends_by_a_signal(self):
        self.write("tree/t", b"text\n")
        os.mkfifo(self.tmp / "pipe")
        process = subprocess.Popen(
            [harness.binary(), "scan", "-f", "json", "-o", "pipe", "tree"],
            cwd=self.tmp, env=harness.environment(), stderr=subprocess.PIPE)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.kill)
        time.sleep(1)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=20), 128 + signal.SIGTERM)


class IgnoreFilesTest(ForeignCostTest):

    def test_patterns_without_a_literal_end(self):
        self.repository("r")
        for i in range(1_000):
            self.write(f"r/{i:04}" + "a" * 240, b"x\n")
        line = "*" + "a?" * 60
        self.write("r/.gitignore", "".join(
            f"{line[:100 + i % 20]}[bc]*\n" for i in range(1_100)).encode())
        report = self.report("r", code=0, seconds=20)
        self.assertGreaterEqual(report["coverage"]["files_scanned"], 1_000)

    def test_long_patterns_count_as_several_lines(self):
        self.repository("r")
        self.write("r/t", b"x\n")
        self.write("r/.gitignore", b"".join(
            b"*?[ab]" + b"a" * 120 + b"%d*\n" % i for i in range(8_000)))
        report = self.report("r", code=3, seconds=10)
        self.assertIn("32768", str(report["coverage"]["incomplete"]))


class ReportsTest(ForeignCostTest):

    def test_a_report_of_brackets(self):
        for name, text in (("a", b"[" * 20_000_000),
                           ("b", b'{"a":' * 4_000_000),
                           ("c", b'{"type":"report"}\n' + b"[" * 20_000_000)):
            with self.subTest(name):
                self.write(name, text)
                outcome = bounded("report", "convert", name, "-f", "json",
                                  seconds=10, megabytes=300, cwd=self.tmp)
                self.assert_code(outcome, 2)


if __name__ == "__main__":
    unittest.main()
