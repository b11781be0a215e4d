"""`sluice dir` and `sluice stdin` by themselves: what the flags do, what goes
where, which exit code comes out. What is expected was written down by hand."""

import csv
import gzip
import io
import json
import os
import random
import stat
import unittest

import harness
import leak_archives

RULES = rb"""
[[rules]]
id = "made-up"
description = "A made-up token"
regex = '''mk_([a-z0-9]{8})'''
tags = ["t"]
[[rules]]
id = "other"
regex = '''ot_[a-z]{4}'''
"""


def secret(n):
    return f"{n:08x}"


class GitleaksCommand(harness.CliTest):
    def setUp(self):
        super().setUp()
        self.write("rules.toml", RULES)
        self.write("t/a.txt", f"mk_{secret(1)}\n\nx mk_{secret(2)}\n".encode())
        self.write("t/sub/b.txt", b"ot_abcd and nothing else")

    def sluice(self, *arguments, **options):
        options.setdefault("cwd", self.tmp)
        return harness.run(*arguments, **options)

    def report(self, *arguments, code=1, **options):
        """The findings of a run with `-f json -r -`."""
        outcome = self.sluice(*arguments, "-f", "json", "-r", "-", **options)
        self.assert_code(outcome, code)
        return json.loads(outcome.stdout.decode())

    def test_a_directory(self):
        found = self.report("dir", "t", "-c", "rules.toml")
        self.assertEqual(
            [(f["File"], f["RuleID"], f["Secret"], f["StartLine"],
              f["StartColumn"], f["EndColumn"], f["Fingerprint"])
             for f in found],
            [("t/a.txt", "made-up", secret(1), 1, 1, 11,
              "t/a.txt:made-up:1"),
             ("t/a.txt", "made-up", secret(2), 3, 4, 14,
              "t/a.txt:made-up:3"),
             ("t/sub/b.txt", "other", "ot_abcd", 1, 1, 7,
              "t/sub/b.txt:other:1")])
        self.assertEqual(found[0]["Tags"], ["t"])

    def test_standard_input(self):
        for arguments in (["stdin"], ["stdin", "-v"]):
            found = self.sluice(*arguments, "-c", "rules.toml", "-r", "-",
                                "-f", "csv", stdin=b"a\nmk_00000001")
            self.assert_code(found, 1)
            rows = list(csv.reader(io.StringIO(
                found.stdout.decode().split("\n\n")[-1])))
            self.assertEqual(rows[0][0], "RuleID")
            self.assertEqual(rows[1][0], "made-up")
            self.assertEqual(rows[1][2], "")
            self.assertEqual(rows[1][14], ":made-up:2")

    def test_where_the_command_may_stand(self):
        for arguments in (["-c", "rules.toml", "dir", "t"],
                          ["--no-banner", "dir", "-c=rules.toml", "t"],
                          ["dir", "--config=rules.toml", "--", "t"],
                          ["directory", "-crules.toml", "t"],
                          ["file", "t/", "-vc", "rules.toml"]):
            self.assert_code(self.sluice(*arguments), 1)
        # After `scan` these are paths.
        self.write("dir/x", b"")
        self.assert_code(self.sluice("scan", "dir", "-c", "rules.toml"), 0)

    def test_messages(self):
        outcome = self.sluice("dir", "t", "-c", "rules.toml")
        self.assertEqual(outcome.stdout, b"")
        self.assert_message(outcome, "leaks found: 3", "scanned ~51 bytes")
        self.write("clean/a.zip", b"x")
        outcome = self.sluice("dir", "clean", "-c", "rules.toml")
        self.assert_code(outcome, 0)
        self.assert_message(outcome, "no leaks found", "1 archives by name")
        outcome = self.sluice("dir", "t", "-c", "rules.toml", "-l", "error")
        self.assertEqual(outcome.stderr, b"")
        self.assert_code(outcome, 1)

    def test_exit_code(self):
        for given, code in (("--exit-code=0", 0), ("--exit-code=42", 42)):
            self.assert_code(
                self.sluice("dir", "t", "-c", "rules.toml", given), code)

    def test_verbose(self):
        outcome = self.sluice("dir", "t/sub", "-c", "rules.toml", "-v",
                              "--no-color")
        self.assertEqual(outcome.stdout.decode(),
                         "Finding:     ot_abcd\n"
                         "Secret:      ot_abcd\n"
                         "RuleID:      other\n"
                         "Entropy:     2.807355\n"
                         "File:        t/sub/b.txt\n"
                         "Line:        1\n"
                         "Fingerprint: t/sub/b.txt:other:1\n\n")

    def test_redact(self):
        for given, wanted in (("--redact", "REDACTED"), ("--redact=75", "00..."),
                              ("--redact=0", secret(1))):
            found = self.report("dir", "t", "-c", "rules.toml", given)
            self.assertEqual(found[0]["Secret"], wanted)
            self.assertEqual(found[0]["Match"], "mk_" + wanted)

    def test_report_files(self):
        for name, flags in (("r.json", []), ("r.CSV", []), ("r.sarif", []),
                            ("r.xml", ["-f", " JUnit "])):
            # The report of an earlier run is not scanned.
            self.write(name, b"mk_00000009")
            outcome = self.sluice("dir", ".", "-c", "rules.toml", "-r", name,
                                  *flags)
            self.assert_code(outcome, 1)
            self.assertEqual(outcome.stdout, b"")
            text = (self.tmp / name).read_text()
            self.assertIn("made-up", text)
            self.assertNotIn("mk_00000009", text)
            os.unlink(self.tmp / name)

    def test_a_report_goes_into_a_pipe_that_is_there(self):
        pipe = self.tmp / "pipe"
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        outcome = self.sluice("dir", "t", "-c", "rules.toml", "-f", "json",
                              "-r", "pipe")
        self.assert_code(outcome, 1)
        self.assertTrue(stat.S_ISFIFO(pipe.lstat().st_mode))
        self.assertEqual(len(json.loads(os.read(reader, 1 << 16))), 3)

    def test_a_keyword_that_is_ascii_in_lower_case(self):
        # U+212A is k in lower case, in gitleaks too.
        self.write("kelvin.toml", "[[rules]]\nid = 'r'\nregex = 'mk_\\d+'\n"
                   "keywords = ['m\u212a_']\n".encode())
        self.assertEqual(
            len(self.report("dir", "t", "-c", "kelvin.toml")), 2)

    def test_reports_without_findings(self):
        for form, wanted in (("json", b"[]\n"), ("csv", b"")):
            outcome = self.sluice("stdin", "-c", "rules.toml", "-f", form,
                                  "-r", "-", stdin=b"x")
            self.assert_code(outcome, 0)
            self.assertEqual(outcome.stdout, wanted)

    def test_enabled_rules(self):
        found = self.report("dir", "t", "-c", "rules.toml", "--enable-rule",
                            "other")
        self.assertEqual([f["RuleID"] for f in found], ["other"])
        found = self.report("dir", "t", "-c", "rules.toml", "--enable-rule",
                            "other,made-up")
        self.assertEqual(len(found), 3)
        outcome = self.sluice("dir", "t", "-c", "rules.toml", "--enable-rule",
                              "nothing")
        self.assert_code(outcome, 1)
        self.assert_message(outcome, "Requested rule nothing not found")

    def test_ignore_files(self):
        self.write("t/.gitleaksignore", b"# one\nt/a.txt:made-up:1\n")
        self.write("ignores", b"t\\sub\\b.txt:other:1\n")
        found = self.report("dir", "t", "-c", "rules.toml", "-i", "ignores")
        self.assertEqual([f["Secret"] for f in found], [secret(2)])

    def test_baseline(self):
        self.sluice("dir", "t", "-c", "rules.toml", "-r", "old.json")
        self.write("t/c.txt", f"mk_{secret(3)}".encode())
        found = self.report("dir", "t", "-c", "rules.toml", "-b", "old.json")
        self.assertEqual([f["Secret"] for f in found], [secret(3)])
        old = (self.tmp / "old.json").read_bytes()
        for text in (b"", b"{}", b"[1]", b"\xef\xbb\xbf" + old,
                     b'[{"Tags": "one"}]', b'[{"Tags": [1]}]',
                     b'[{"Fingerprint": 1}]', b'[{"SymlinkFile": []}]'):
            self.write("bad.json", text)
            outcome = self.sluice("dir", "t", "-c", "rules.toml", "-b",
                                  "bad.json")
            self.assert_code(outcome, 1)
            self.assert_message(outcome, "the baseline bad.json")

    def test_where_rules_come_from(self):
        named = RULES.replace(b"made-up", b"by-file")
        self.write("t/.gitleaks.toml", named)
        self.write("env.toml", RULES.replace(b"made-up", b"by-variable"))
        both = harness.environment(GITLEAKS_CONFIG="env.toml",
                                   GITLEAKS_CONFIG_TOML=RULES.decode())
        text = harness.environment(GITLEAKS_CONFIG_TOML=RULES.replace(
            b"made-up", b"by-text").decode())
        for env, flags, rule in (
                (None, [], "by-file"), (both, [], "by-variable"),
                (text, [], "by-text"),
                (both, ["-c", "rules.toml"], "made-up")):
            found = self.report("dir", "t", *flags, env=env)
            self.assertEqual(found[0]["RuleID"], rule)

    def test_comments(self):
        self.write("t/a.txt", b"mk_00000001 gitleaks:allow\n")
        found = self.report("dir", "t/a.txt", "-c", "rules.toml", code=0)
        self.assertEqual(found, [])
        found = self.report("dir", "t/a.txt", "-c", "rules.toml",
                            "--ignore-gitleaks-allow")
        self.assertEqual(len(found), 1)

    def test_symbolic_links(self):
        self.write("far/d.txt", b"ot_wxyz")
        os.symlink("../far/d.txt", self.tmp / "t/link")
        os.symlink("../far", self.tmp / "t/linked")
        os.symlink("nowhere", self.tmp / "t/broken")
        found = self.report("dir", "t", "-c", "rules.toml")
        self.assertNotIn("ot_wxyz", [f["Secret"] for f in found])
        os.unlink(self.tmp / "t/broken")
        found = self.report("dir", "t", "-c", "rules.toml",
                            "--follow-symlinks")
        linked = [f for f in found if f["SymlinkFile"]]
        self.assertEqual([(f["File"], f["SymlinkFile"]) for f in linked],
                         [("far/d.txt", "t/link")])

    def test_too_large(self):
        self.write("t/big", b"ot_wxyz" + b" " * 1_000_000)
        found = self.report("dir", "t", "-c", "rules.toml",
                            "--max-target-megabytes", "1")
        self.assertEqual(len(found), 3)

    def test_decoding(self):
        self.write("t/a.txt", "ot_abcd, and so on".encode().hex().encode())
        found = self.report("dir", "t/a.txt", "-c", "rules.toml")
        self.assertEqual(found[0]["Tags"],
                         ["decoded:hex", "decode-depth:1"])
        self.report("dir", "t/a.txt", "-c", "rules.toml",
                    "--max-decode-depth", "0", code=0)

    def test_archives(self):
        found = b"mk_00000001\n"
        self.write("a/plain.zip", leak_archives.zipped(
            {"in.txt": found, "deep.tar.gz": leak_archives.ARCHIVES[".tar.gz"](
                {"./d/b.txt": b"\n" + found})}))
        self.write("a/text.log.gz", gzip.compress(found))
        flags = ["dir", "a", "-c", "rules.toml", "--max-archive-depth"]
        self.report(*flags, "0", code=0)
        self.assertEqual(
            [f["Fingerprint"] for f in self.report(*flags, "1")],
            ["a/plain.zip!in.txt:made-up:1", "a/text.log.gz:made-up:1"])
        whole = ["a/plain.zip!in.txt:made-up:1",
                 "a/plain.zip!deep.tar.gz!d/b.txt:made-up:2",
                 "a/text.log.gz:made-up:1"]
        for depth in ("2", "1000000"):
            self.assertEqual(
                [f["Fingerprint"] for f in self.report(*flags, depth)], whole)
        outcome = self.sluice(*flags, "1")
        self.assert_message(outcome, "2 files scanned", "1 archives by name")
        # Known ones, and those of a path.
        self.write("ignored", "\n".join(whole[:2]).encode())
        self.assertEqual(
            [f["Fingerprint"]
             for f in self.report(*flags, "2", "-i", "ignored")], whole[2:])
        self.write("rules.toml", RULES + b"[[allowlists]]\npaths = "
                   b"['''deep[.]tar[.]gz!''', '''^in[.]txt$''']\n")
        self.assertEqual(
            [f["Fingerprint"] for f in self.report(*flags, "2")], whole[2:])
        # Standard input has no name that could show what it is.
        outcome = self.sluice("stdin", "-c", "rules.toml",
                              "--max-archive-depth", "3",
                              stdin=gzip.compress(found))
        self.assert_code(outcome, 0)

    def test_archives_that_cannot_be_read(self):
        data = leak_archives.zipped({f"{i}.txt": secret(i).encode() * 99
                                     for i in range(9)})
        self.write("a/cut.zip", data[:len(data) // 2])
        self.write("a/cut.tar.gz", leak_archives.ARCHIVES[".tar.gz"](
            {"b.txt": random.Random(1).randbytes(4000)})[:2000])
        self.write("a/d.js.br", b"anything")
        self.write("a/n.tar", leak_archives.tarred({"x" * 5000: b"y"}))
        self.write("a/in.zip", leak_archives.zipped(
            {"cut.zip": data[:-40], "after.txt": b"mk_00000001\n"}))
        # Only called so.
        self.write("a/multi-user.target", b"mk_00000002\n")
        self.write("a/.browserslistrc", b"mk_00000003\n")
        self.write("a/notes.gz.txt", b"mk_00000004\n")
        self.write("a/empty.zip", b"")
        self.write("a/empty.tar", b"")
        flags = ["dir", "a", "-c", "rules.toml", "--max-archive-depth", "3"]
        self.assertEqual([f["Fingerprint"] for f in self.report(*flags)],
                         ["a/in.zip!after.txt:made-up:1"])
        outcome = self.sluice(*flags)
        self.assert_message(
            outcome, "could not read a/cut.zip", "a/in.zip!cut.zip: its list",
            "could not read a/cut.tar.gz",
            "could not read a/d.js.br: it is compressed with brotli",
            "could not read a/n.tar!xxxx", "its name has 5000 bytes",
            "3 archives by name")
        # Only `sluice scan` has these options.
        self.assertNotIn(b"(--", outcome.stderr)
        self.assertNotIn(b"empty", outcome.stderr)
        self.assert_code(self.sluice("dir", "a/empty.zip", *flags[2:]), 0)
        self.assert_code(self.sluice("dir", "a/d.js.br", *flags[2:]), 1)

    def test_archives_have_bounds(self):
        data = leak_archives.zipped({"z.txt": b"mk_00000001"})
        for level in range(120):
            data = leak_archives.zipped({f"{level}.zip": data})
        self.write("a/deep.zip", data)
        outcome = self.sluice("dir", "a", "-c", "rules.toml",
                              "--max-archive-depth", "1000000")
        self.assert_code(outcome, 0)
        self.assert_message(outcome, "1 archives by name")
        self.write("b/bomb.zip", leak_archives.zipped(
            {"z.txt": bytes(300 << 20)}))
        outcome = self.sluice("dir", "b", "-c", "rules.toml",
                              "--max-archive-depth", "1")
        self.assert_code(outcome, 1)
        self.assert_message(outcome, "could not read b/bomb.zip",
                            "times its size")

    def test_archives_that_are_too_large(self):
        # Its own size counts, not that of its members.
        self.write("a/big.zip", leak_archives.ARCHIVES[".ZIP.bak"](
            {"a.txt": b"mk_00000001\n" + b"." * 1_100_000}))
        self.write("a/small.zip", leak_archives.zipped(
            {"a.txt": b"mk_00000001\n" + b"." * 1_100_000}))
        flags = ["dir", "a", "-c", "rules.toml", "--max-archive-depth", "1",
                 "--max-target-megabytes", "1"]
        self.assertEqual([f["File"] for f in self.report(*flags)],
                         ["a/small.zip!a.txt"])
        self.assert_message(self.sluice(*flags), "1 too large")

    def test_what_is_not_supported(self):
        for flags, named in (
                (["-r", "x.json", "--report-template", "x.tmpl"],
                 "-f template"),
                (["-f", "template", "-r", "x"], "--report-template"),
                (["-f", "template", "-r", "x", "--report-template", "no.tmpl"],
                 "no.tmpl"),
                (["--diagnostics", "cpu"], "--diagnostics"),
                (["-f", "bogus", "-r", "-"], "bogus"),
                (["-r", "report.txt"], "report.txt"),
                (["--exit-code", "x"], "--exit-code"),
                (["--redact=-1"], "--redact"),
                (["-q"], "-q"), (["-c"], "-c"),
                (["-r", "no/such/r.json"], "no/such/r.json"),
                (["another"], "another")):
            outcome = self.sluice("dir", "t", *flags)
            self.assert_code(outcome, 1)
            self.assertEqual(outcome.stdout, b"", str(outcome))
            self.assert_message(outcome, named)
        outcome = self.sluice("dir", "--bogus")
        self.assert_code(outcome, 126)
        self.assert_message(outcome, "unknown flag: --bogus")
        self.assert_code(self.sluice("stdin", "--follow-symlinks"), 126)

    def test_what_cannot_be_read_is_an_error(self):
        outcome = self.sluice("dir", "nowhere", "-c", "rules.toml")
        self.assert_code(outcome, 1)
        self.assert_message(outcome, "nowhere", "no leaks found in partial")
        outcome = self.sluice("dir", "t", "-c", "nowhere.toml")
        self.assert_code(outcome, 1)
        self.assert_message(outcome, "nowhere.toml")
        self.write("bad.toml", b"[[rules]]\nid = 'r'\nregex = '('\n")
        outcome = self.sluice("dir", "t", "-c", "bad.toml")
        self.assert_code(outcome, 1)
        self.assert_message(outcome, "bad.toml:3", "`r`")

    def test_help(self):
        outcome = self.sluice("dir", "--help")
        self.assert_code(outcome, 0)
        for flag in ("--report-path", "--baseline-path", "--redact"):
            self.assertIn(flag, outcome.stdout.decode())
        for line in outcome.stdout.decode().splitlines():
            self.assertLessEqual(len(line), 80, line)

    def test_no_own_configuration_means_our_rules(self):
        found = self.report("dir", "t", code=0)
        self.assertEqual(found, [])


if __name__ == "__main__":
    unittest.main()
