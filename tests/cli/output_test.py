"""The output for people: the pretty report, colours, help and version."""

import base64
import os
import re
import unittest

import harness
import planted_tree
from terminal import OURS, RAW_CONTROLS, Terminal, on_a_terminal
from tokens import TokenMaker

MAKER = TokenMaker(500)

# C0 controls (but line feed), DEL and C1 controls.
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f\x80-\x9f]")
# A colour change of a terminal: the only controls we ever write.
SGR = re.compile("\x1b\\[[0-9;]*m")


class PrettyTest(harness.CliTest):

    def pretty(self, *arguments, code=1) -> str:
        outcome = harness.run(*arguments, self.tmp / "tree")
        self.assert_code(outcome, code)
        return outcome.stdout.decode("utf-8")

    def test_pretty_is_the_default(self):
        self.write("tree/f", MAKER.github().encode())
        self.assertIn("f:1:1  github-pat", self.pretty())
        self.assertEqual(self.pretty(), self.pretty("-f", "pretty"))

    def test_every_finding_has_its_place(self):
        tree = planted_tree.build_small(self.tmp / "tree")
        text = self.pretty()
        for planted in tree.planted:
            path = planted.path.decode("utf-8")
            if CONTROLS.search(path) or "\n" in path:
                continue  # shown escaped
            self.assertIn(f"{path}:{planted.line}:{planted.column}", text)

    def test_the_ledger_is_told(self):
        for number in range(4321):
            self.write(f"tree/{number % 9}/{number}", b"")
        text = self.pretty(code=0)
        self.assertRegex(text, r"\b4[,. _']?321\b")

    def test_the_rule_is_told(self):
        self.write("tree/f", MAKER.github().encode())
        report = self.scan(self.tmp / "tree")
        self.assertIn(report["findings"][0]["rule_id"], self.pretty())

    def test_show_secrets(self):
        secret = MAKER.github()
        self.write("tree/f", secret.encode())
        self.assertIn(secret, self.pretty("--show-secrets"))
        self.assertNotIn(secret, self.pretty())

    def test_hostile_names_are_escaped(self):
        for name in (b"esc\x1b[31mred", b"bell\x07", b"title\x1b]0;x\x07",
                     b"back\x08\x08\x08", b"return\rover", b"tab\t",
                     b"newline\nf.txt:1:1", b"delete\x7f",
                     "c1\u009b31m".encode(), b"not-utf8\xff\x9b"):
            self.write(b"tree/" + name, MAKER.github().encode())
        self.check_no_controls(findings=10)

    def test_hostile_lines_are_escaped(self):
        for number, junk in enumerate((
                b"\x1b[2J", b"\x1b]0;title\x07", b"\x08" * 50, b"\r",
                "\u009b31m".encode(), b"\xff\x9b\x80", b"\0",
                b"\x7f\x0b\x0c\x85")):
            self.write(f"tree/{number}", b"a " + junk + b" "
                       + MAKER.github().encode() + b" " + junk + b" b\n")
        self.check_no_controls(findings=8)

    def test_hostile_names_that_cannot_be_read(self):
        nobody = harness.Unprivileged(self.tmp)
        if nobody.reason:
            self.skipTest(nobody.reason)
        os.chmod(self.write(b"tree/esc\x1b[31m\nred", b"x"), 0)
        outcome = harness.run(self.tmp / "tree", **nobody.options)
        self.assert_code(outcome, 3)
        for text in (outcome.stdout, outcome.stderr):
            self.assertIsNone(CONTROLS.search(text.decode("utf-8")))

    def check_no_controls(self, findings: int):
        for arguments in ((), ("--show-secrets",), ("-f", "json"),
                          ("-f", "json", "--show-secrets")):
            text = self.pretty(*arguments)
            self.assertIsNone(CONTROLS.search(text), (arguments, text))
        for arguments in ((), ("--show-secrets",)):
            text = self.pretty("--color", "always", *arguments)
            self.assertIsNone(CONTROLS.search(SGR.sub("", text)), text)
            places = [line for line in SGR.sub("", text).split("\n")
                      if re.search(r":\d+:\d+", line)
                      and "f.txt:1:1" not in line]
            self.assertGreaterEqual(len(places), findings - 1)

    def test_a_long_line_is_not_shown_whole(self):
        self.write("tree/f", b"x " * 500_000 + MAKER.github().encode()
                   + b" x" * 500_000)
        text = self.pretty()
        self.assertIn("f:1:1000001  github-pat", text)
        self.assertLess(len(text), 10_000)


class ColorTest(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.write("tree/f", b"it is " + MAKER.github().encode() + b"\n")
        self.tree = self.tmp / "tree"

    def colored(self, *arguments, **env) -> bool:
        outcome = harness.run(*arguments, self.tree,
                              env=harness.environment(**env))
        self.assert_code(outcome, 1)
        self.assertIn(b"github-pat", outcome.stdout)
        return b"\x1b" in outcome.stdout + outcome.stderr

    def on_a_terminal(self, *arguments, **env) -> str:
        text = on_a_terminal(self, *arguments, self.tree, **env)
        self.assertIn("github-pat", text)
        return text

    def test_none_in_a_pipe(self):
        self.assertFalse(self.colored())
        self.assertFalse(self.colored("--color", "auto"))

    def test_always(self):
        self.assertTrue(self.colored("--color", "always"))
        self.assertTrue(self.colored("--color=always"))

    def test_never(self):
        self.assertFalse(self.colored("--color", "never"))
        self.assertNotIn("\x1b", self.on_a_terminal("--color", "never"))

    def test_on_a_terminal(self):
        self.assertIn("\x1b[", on_a_terminal(self, self.tree))
        self.assertIn("\x1b[", on_a_terminal(self, "--color", "auto", self.tree))

    def test_no_color(self):
        self.assertNotIn("\x1b", self.on_a_terminal(NO_COLOR="1"))
        # Empty counts as not set (no-color.org).
        self.assertIn("\x1b[", on_a_terminal(self, self.tree, NO_COLOR=""))

    def test_the_option_wins_over_no_color(self):
        self.assertTrue(self.colored("--color", "always", NO_COLOR="1"))

    def test_dumb_terminal(self):
        self.assertNotIn("\x1b", self.on_a_terminal(TERM="dumb"))

    def test_no_type_of_terminal(self):
        self.assertNotIn("\x1b", self.on_a_terminal(TERM=""))

    def test_clicolor(self):
        self.assertTrue(self.colored(CLICOLOR_FORCE="1"))
        self.assertFalse(self.colored(CLICOLOR_FORCE="0"))
        self.assertFalse(self.colored(CLICOLOR_FORCE=""))
        self.assertFalse(self.colored(CLICOLOR_FORCE="1", NO_COLOR="1"))
        self.assertFalse(self.colored("--color=never", CLICOLOR_FORCE="1"))
        self.assertNotIn("\x1b", on_a_terminal(self, self.tree, CLICOLOR="0"))
        self.assertIn("\x1b[", on_a_terminal(self, self.tree, CLICOLOR="1"))
        self.assertTrue(self.colored(CLICOLOR_FORCE="1", TERM="dumb"))

    def test_json_has_no_colours(self):
        self.assertFalse(self.colored("-f", "json", "--color", "always"))

    def test_colours_change_no_text(self):
        plain = harness.run(self.tree).stdout.decode()
        self.assertIn("github-pat", plain)
        colored = harness.run("--color", "always", self.tree).stdout.decode()
        self.assertEqual(SGR.sub("", colored), plain)


class HostileTest(harness.CliTest):
    """Whatever bytes a name or a text has, a terminal does not obey them."""

    NAMES = [name.encode() for name in (
        "esc\x1b[31mred", "title\x1b]0;x\x07", "back\x08\x08", "over\rwrite",
        "line\nfeed", "del\x7f", "c1\u009b2J", "rtl\u202e\u2066",
        "mark\u200f\u061c", "zero\u200b\ufeff", "shy\xad")] + [b"raw\xff\x9b"]

    def test_all_that_is_printed(self):
        for name in self.NAMES:
            self.write(b"tree/" + name, b"k = '" + name + b"' '"
                       + MAKER.github().encode() + b"' " + name + b"\n")
            os.symlink(b"nowhere", os.fsencode(self.tmp) + b"/tree/l" + name)
        self.write("tree/.gitignore", b"")
        odd = os.fsencode(self.tmp) + b"/tree/" + self.NAMES[0]
        tree = self.tmp / "tree"
        runs = [(tree,), ("-v", tree), ("-f", "json", tree),
                ("--show-secrets", "-j", "2", tree), ("--list-files", tree),
                ("--explain-drops", tree), ("--config", odd, tree)]
        for name in self.NAMES:
            runs += [("--explain-skip", odd, tree), (b"none" + name,),
                     ("--" + os.fsdecode(name),), ("-f", name, tree),
                     ("rules", "show", name), ("rules", "list", name),
                     ("rules", "check", b"no" + name), ("help", name),
                     ("dir", b"no" + name), ("dir", "--" + os.fsdecode(name)),
                     ("completions", name), ("--files-from", b"no" + name)]
        for arguments in runs:
            with self.subTest(arguments=arguments):
                terminal = Terminal(self, *arguments, cwd=self.tmp)
                terminal.finish()
                text = OURS.sub("\n", terminal.seen.decode("utf-8"))
                self.assertIsNone(RAW_CONTROLS.search(text), text)
                self.assertNotEqual(text, "")


class NarrowTerminalTest(harness.CliTest):

    def test_nothing_is_lost(self):
        token = MAKER.github()
        encoded = token.encode()
        for _ in range(5):
            encoded = base64.b64encode(encoded)
        self.write("tree/a.txt", b"token = " + encoded + b"\n")
        self.write("tree/b.py", f"token = '{token}'\n".encode())
        for columns in (1, 20, 40, 41, 60, 80):
            with self.subTest(columns=columns):
                terminal = Terminal(self, "scan", "tree", columns=columns,
                                    cwd=self.tmp)
                self.assertEqual(terminal.finish(), 1)
                self.assertIn(b"2 files (", terminal.seen)
                for words in (("rules", "list"), ("rules", "show", "github-pat")):
                    terminal = Terminal(self, *words, columns=columns)
                    self.assertEqual(terminal.finish(), 0)


class HelpTest(harness.CliTest):

    def test_help_fits_a_terminal(self):
        for arguments in (("--help",), ("-h",), ("scan", "--help")):
            with self.subTest(arguments=arguments):
                outcome = harness.run(*arguments)
                self.assert_code(outcome, 0)
                self.assertEqual(outcome.stderr, b"")
                self.assertGreater(len(outcome.stdout.splitlines()), 10)
                for line in outcome.stdout.decode("utf-8").split("\n"):
                    self.assertLessEqual(len(line), 80, line)
                    self.assertEqual(line, line.rstrip(), "blanks at end")

    def test_help_is_for_people(self):
        text = harness.run("--help").stdout.decode("utf-8")
        self.assertRegex(text, r"[^\n]\n\Z", "ends with one line feed")
        for leftover in ("{false}", "{true}", "ENUM", "TEXT", "UINT"):
            self.assertNotIn(leftover, text)

    def test_help_names_every_option(self):
        text = harness.run("--help").stdout.decode("utf-8")
        text += harness.run("scan", "--help").stdout.decode("utf-8")
        for option in ("-f", "-j", "--config", "--no-ignore",
                       "--show-secrets", "--color", "--help", "--version"):
            self.assertIn(option, text)

    def test_version(self):
        outcome = harness.run("--version")
        self.assert_code(outcome, 0)
        self.assertRegex(outcome.stdout, rb"\Asluice \d+\.\d+\.\d+\n\Z")
        self.assertEqual(outcome.stderr, b"")

    def test_version_is_that_of_the_report(self):
        version = harness.run("--version").stdout.decode().split()[1]
        tool = self.scan(self.tmp, code=0)["tool"]
        self.assertEqual(tool["name"], "sluice")
        self.assertEqual(tool["version"], version)

    def test_help_into_a_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        for option in ("--help", "--version"):
            with open("/dev/full", "wb") as full:
                outcome = harness.run(option, stdout=full)
            self.assert_code(outcome, 2)
            self.assert_message(outcome, "standard output")


class SchemaTest(harness.CliTest):
    """The JSON report has the keys that programs rely on."""

    def test_keys(self):
        self.write("tree/f", b"it is " + MAKER.github().encode() + b"\n")
        report = self.scan(self.tmp / "tree", code=1)
        self.assertEqual(report["schema"], "sluice/1")
        self.assertEqual(set(report),
                         {"schema", "tool", "secrets", "findings", "summary",
                          "coverage"})
        self.assertEqual(set(report["tool"]),
                         {"name", "version", "rules", "rules_sha256"})
        self.assertGreater(report["tool"]["rules"], 0)
        self.assertRegex(report["tool"]["rules_sha256"],
                         r"\A[0-9a-f]{64}\Z")
        finding = report["findings"][0]
        needed = {"rule_id", "description", "confidence", "path", "start",
                  "end", "match", "secret", "entropy", "checksum", "tags",
                  "fingerprint", "evidence", "secret_id"}
        self.assertEqual(needed - set(finding), set())
        self.assertEqual(finding["evidence"], {
            "form": "vendor", "name": "absent", "look": "drawn",
            "place": "code", "check": "proves"})
        optional = {"provider", "revoke", "member", "decoded", "git", "path_bytes",
                    "excerpt"}
        self.assertEqual(set(finding) - needed - optional, set())
        self.assertIn(finding["confidence"], ("low", "medium", "high"))
        self.assertIsInstance(finding["tags"], list)
        self.assertGreater(finding["entropy"], 3)
        self.assertTrue(finding["fingerprint"].startswith(
            finding["rule_id"] + ":f:"), finding["fingerprint"])
        self.assertEqual(set(report["coverage"]),
                         {"files_scanned", "members_scanned",
                          "bytes_scanned", "skipped",
                          "ignored_by", "ignored_credentials",
                          "skipped_paths", "below_confidence",
                          "mistyped", "baseline", "allowed", "allowlisted",
                          "self_allowed", "policy", "notes", "incomplete"})
        self.assertIn("too_large", report["coverage"]["skipped"])

    def test_fingerprint_survives_edits_elsewhere(self):
        secret = MAKER.github().encode()
        self.write("tree/f", secret)
        first = self.scan(self.tmp / "tree")["findings"][0]
        self.write("tree/f", b"two\nmore lines\n  " + secret + b" x\n")
        second = self.scan(self.tmp / "tree")["findings"][0]
        self.assertEqual(first["fingerprint"], second["fingerprint"])
        self.write("tree/f", MAKER.github().encode())
        third = self.scan(self.tmp / "tree")["findings"][0]
        self.assertNotEqual(first["fingerprint"], third["fingerprint"])


if __name__ == "__main__":
    unittest.main()
