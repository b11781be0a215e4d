"""Baselines: findings that are known are counted and not reported, in our
format and in those of other scanners; merged by the real git."""

import datetime
import hashlib
import io
import json
import random
import shutil
import subprocess
import unittest
import zipfile

import harness
import tokens


class Baseline(harness.CliTest):
    def setUp(self):
        super().setUp()
        self.tokens = tokens.TokenMaker(0xba5e)

    def sluice(self, *arguments, code=0, **options):
        options.setdefault("cwd", self.tmp)
        outcome = harness.run(*arguments, **options)
        if code is not None:
            self.assert_code(outcome, code)
        return outcome

    def coverage(self, *arguments, code, **options):
        options.setdefault("cwd", self.tmp)
        return self.scan(*arguments, code=code, **options)["coverage"]

    def entries(self, name=".sluice-baseline"):
        lines = (self.tmp / name).read_text().splitlines()
        return [line for line in lines if not line.startswith("#")]

    def plant(self, name, *secrets, before=""):
        text = before + "".join(f'key{i} = "{s}"\n'
                                for i, s in enumerate(secrets))
        return self.write(name, text.encode())


class Own(Baseline):
    def test_what_is_written_is_known(self):
        one, two = self.tokens.github(), self.tokens.npm()
        self.plant("a.py", one)
        self.plant("src/b.py", two)
        wrote = self.sluice("baseline", "write")
        self.assertIn(b"2 known findings, 2 added, 0 removed", wrote.stdout)
        lines = self.entries()
        self.assertEqual(lines, sorted(lines))
        self.assertEqual(len(lines), 2)
        self.assertRegex(lines[0], r"^[^\t:]+:a\.py:[0-9a-f]{6}\thigh\tGitHub")
        for secret in (one, two):
            self.assertNotIn(secret.encode(),
                             (self.tmp / ".sluice-baseline").read_bytes())
        seen = self.coverage(code=0)
        self.assertEqual(seen["baseline"], 2)
        self.assertEqual(seen["notes"], [])
        shown = self.sluice().stdout
        self.assertIn(b"no secrets found", shown)
        self.assertIn(b"; 2 in the baseline", shown)
        # Written again it stays as it is.
        text = (self.tmp / ".sluice-baseline").read_bytes()
        self.sluice("baseline", "write")
        self.assertEqual((self.tmp / ".sluice-baseline").read_bytes(), text)

    def test_a_short_secret_may_have_the_longer_hash_of_old_baselines(self):
        password = "73914628"
        self.write("a.py", f'password = "{password}"\n'.encode())
        low = ("--min-confidence", "low")
        self.sluice("baseline", "write", *low)
        rule, path, short = self.entries()[0].split("\t")[0].split(":")
        fields = [b"sluice/1", rule.encode(), path.encode(), password.encode()]
        digits = hashlib.sha256(b"".join(
            len(field).to_bytes(8, "big") + field
            for field in fields)).hexdigest()
        self.assertEqual(digits[:3], short)
        for known, code in ((digits[:3], 0), (digits[:6], 0),
                            (digits[:3] + "ggg", 2), ("000000", 1)):
            self.write(".sluice-baseline", b"# sluice baseline 1\n" +
                       f"{rule}:{path}:{known}\n".encode())
            self.sluice(*low, code=code)

    def test_lines_may_move_and_secrets_may_not_change(self):
        old, new = self.tokens.github(), self.tokens.github()
        self.plant("d/a.py", old)
        self.sluice("baseline", "write", "d")
        self.plant("d/a.py", old, before="# more\n" * 50)
        self.assertEqual(self.coverage("d", code=0)["baseline"], 1)
        (self.tmp / "d").rename(self.tmp / "e")
        # The scanned directory has another name; the paths in it are the same.
        self.assertEqual(self.coverage("e", code=0)["baseline"], 1)
        self.plant("e/a.py", new)
        report = self.scan("e", cwd=self.tmp, code=1)
        self.assert_secrets(report, new)
        (self.tmp / "e/sub").mkdir()
        self.plant("e/sub/a.py", old)
        self.assert_secrets(self.scan("e", cwd=self.tmp, code=1), new, old)

    def test_what_is_gone_is_stale_until_it_is_pruned(self):
        secrets = [self.tokens.github() for _ in range(3)]
        self.plant("a.py", *secrets[:2])
        self.plant("b.py", secrets[2])
        self.sluice("baseline", "write")
        self.plant("a.py", secrets[0])
        (self.tmp / "b.py").unlink()
        outcome = self.sluice()
        self.assertIn(b"2 of 3 entries in .sluice-baseline are stale",
                      outcome.stdout)
        self.assertEqual(outcome.stderr.count(b": stale: "), 2)
        self.assertIn(b".sluice-baseline:", outcome.stderr)
        self.assertEqual(len(self.coverage(code=0)["notes"]), 1)
        self.assertIn(b"1 known finding, 0 added, 2 removed",
                      self.sluice("baseline", "prune").stdout)
        self.assertEqual(len(self.entries()), 1)
        self.assertEqual(self.coverage(code=0)["notes"], [])

    def test_prune_adds_nothing(self):
        self.plant("a.py", self.tokens.github())
        self.sluice("baseline", "write")
        self.plant("b.py", self.tokens.github())
        text = (self.tmp / ".sluice-baseline").read_bytes()
        self.sluice("baseline", "prune")
        self.assertEqual((self.tmp / ".sluice-baseline").read_bytes(), text)
        self.scan(cwd=self.tmp, code=1)

    def test_what_is_not_looked_at_is_kept(self):
        self.plant("a.py", self.tokens.github())
        self.plant("b.py", self.tokens.github())
        self.sluice("baseline", "write")
        before = self.entries()
        self.assertEqual(self.coverage("a.py", code=0)["notes"], [])
        self.sluice("baseline", "write", "a.py")
        self.sluice("baseline", "prune", "--exclude", "b.py")
        self.assertEqual(self.entries(), before)

    def test_one_that_is_unsure_is_not_stale(self):
        self.plant("a.py", self.tokens.github())
        self.sluice("baseline", "write")
        self.assertEqual(
            self.coverage("--min-confidence", "high", code=0)["notes"], [])

    def test_notes_and_comments_of_people_stay(self):
        self.plant("a.py", self.tokens.github())
        self.sluice("baseline", "write")
        name = self.tmp / ".sluice-baseline"
        text = name.read_text()
        fingerprint = self.entries()[0].split("\t")[0]
        name.write_text(text.replace("\thigh\t", "\tto be rotated\t")
                        + "# asked in the team\n")
        self.plant("b.py", self.tokens.npm())
        self.sluice("baseline", "write")
        text = name.read_text()
        self.assertIn(f"{fingerprint}\tto be rotated\t", text)
        self.assertIn("# asked in the team\n", text)
        self.assertEqual(len(self.entries()), 2)

    def test_another_name(self):
        secret = self.tokens.github()
        self.plant("a.py", secret)
        self.sluice("baseline", "write", "--baseline", "known.txt")
        self.assertFalse((self.tmp / ".sluice-baseline").exists())
        self.scan(cwd=self.tmp, code=1)
        self.assertEqual(self.coverage("--baseline", "known.txt",
                                       code=0)["baseline"], 1)
        # If all are wanted, all are reported.
        report = self.scan("--baseline", "known.txt", "--ignore-baseline",
                           cwd=self.tmp, code=1)
        self.assert_secrets(report, secret)
        self.assertEqual(report["coverage"]["baseline"], 0)

    def test_it_writes_over_nothing_else(self):
        self.plant("a.py", self.tokens.github())
        self.write("notes.txt", b"a.py:rule:1\n")
        outcome = self.sluice("baseline", "write", "--baseline", "notes.txt",
                              code=2)
        self.assert_refused(outcome, "notes.txt")
        self.assertEqual((self.tmp / "notes.txt").read_bytes(),
                         b"a.py:rule:1\n")

    def test_standard_input_has_no_path_to_be_known_by(self):
        text = f'k = "{self.tokens.github()}"\n'.encode()
        for verb in ("write", "prune"):
            for paths in (["-"], [".", "-"]):
                outcome = self.sluice("baseline", verb, *paths, code=2,
                                      stdin=text)
                self.assert_refused(outcome, "standard input has none")
        self.assertFalse((self.tmp / ".sluice-baseline").exists())

    def test_marks_of_a_merge_are_an_error(self):
        self.plant("a.py", self.tokens.github())
        self.sluice("baseline", "write")
        with open(self.tmp / ".sluice-baseline", "a", encoding="utf-8") as file:
            file.write("<<<<<<< HEAD\n")
        self.assert_refused(self.sluice(code=2), ".sluice-baseline:3",
                            "conflict")

    def test_why_it_was_not_reported(self):
        self.plant("a.py", self.tokens.github())
        self.sluice("baseline", "write")
        dropped = self.scan("--explain-drops", cwd=self.tmp,
                            code=0)["dropped"]
        self.assertIn(("baseline", "known by .sluice-baseline"),
                      [(d["reason"], d["explanation"]) for d in dropped])

    def test_equal_for_any_number_of_workers(self):
        for i in range(60):
            self.plant(f"d/{i}.py", self.tokens.github())
        self.sluice("baseline", "write", "d")
        for i in range(0, 60, 7):
            self.plant(f"d/{i}.py", self.tokens.github())
        reports = {self.sluice("-j", n, "-f", "json", "d", code=1).stdout
                   for n in ("1", "2", "7")}
        self.assertEqual(len(reports), 1)


@unittest.skipUnless(shutil.which("git"), "there is no git")
class Merging(Baseline):
    def git(self, *arguments):
        return subprocess.run(
            ["git", "-c", "user.name=t", "-c", "user.email=t@t", *arguments],
            cwd=self.tmp, env=harness.environment(), check=True,
            capture_output=True)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-qm", "x")

    def test_branches_that_add_findings_merge(self):
        seed = random.Random(harness.seed(0x3e26e))
        self.git("init", "-q", "-b", "main")
        self.plant("m.py", self.tokens.github())
        wrote = self.sluice("baseline", "write").stdout
        self.assertIn(b".gitattributes: added", wrote)
        self.assertEqual((self.tmp / ".gitattributes").read_text(),
                         ".sluice-baseline merge=union\n")
        self.commit()
        for turn in range(harness.times(4, 40)):
            for side in ("left", "right"):
                self.git("checkout", "-q", "-b", f"{side}{turn}", "main")
                for _ in range(seed.randint(1, 3)):
                    kind = seed.choice([self.tokens.github, self.tokens.npm])
                    self.plant(f"{side}{turn}{seed.randint(0, 99)}.py", kind())
                self.sluice("baseline", "write")
                self.commit()
            self.git("checkout", "-q", "main")
            self.git("merge", "-q", f"left{turn}", "-m", "l")
            self.git("merge", "-q", f"right{turn}", "-m", "r")
            seen = self.coverage(code=0)
            self.assertEqual(seen["notes"], [])
            self.assertEqual(seen["baseline"], len(set(self.entries())))
            # The findings are the same as git left the file, and as it is
            # written.
            merged = set(self.entries())
            self.sluice("baseline", "write")
            self.assertEqual(set(self.entries()), merged)
            self.assertEqual(self.entries(), sorted(merged))
            self.commit_if_changed()

    def commit_if_changed(self):
        if self.git("status", "--porcelain").stdout:
            self.commit()

    def test_git_heeds_it_from_anywhere_in_the_tree(self):
        self.git("init", "-q", "-b", "main")
        known, new = self.tokens.github(), self.tokens.github()
        self.plant("src/a.py", known)
        self.sluice("baseline", "write")
        # It ignores settings that are only for `sluice scan`.
        self.write(".sluice.toml", b"[scan]\nfollow = true\n"
                   b"exclude = ['*.log']\n")
        self.plant("b.log", new)
        self.git("add", "-A")
        for place in (self.tmp, self.tmp / "src"):
            seen = self.of_git("--staged", code=0, cwd=place)
            self.assertEqual(seen["coverage"]["baseline"], 1)
        self.commit()
        self.assertEqual(self.of_git(code=0)["coverage"]["baseline"], 1)
        self.plant("c.py", new)
        self.git("add", "-A")
        self.assert_secrets(self.of_git("--staged", code=1), new)
        self.assert_secrets(self.of_git("--ignore-baseline", code=1), known)

    def of_git(self, *arguments, code, **options):
        """The findings of `sluice git`."""
        return self.sluice("git", "-f", "json", "--show-secrets", *arguments,
                           code=code, **options).json()

    def test_attributes_that_are_there_stay(self):
        self.git("init", "-q")
        self.write(".gitattributes", b"*.png binary")
        self.plant("a.py", self.tokens.github())
        self.sluice("baseline", "write")
        text = b"*.png binary\n.sluice-baseline merge=union\n"
        self.assertEqual((self.tmp / ".gitattributes").read_bytes(), text)
        self.sluice("baseline", "write")
        self.assertEqual((self.tmp / ".gitattributes").read_bytes(), text)


class Entries(Baseline):
    """Single entries: added, removed, listed; with a last day."""

    def day(self, ahead):
        now = datetime.datetime.now(datetime.timezone.utc)
        return (now + datetime.timedelta(days=ahead)).date().isoformat()

    def add(self, *arguments, **options):
        return self.sluice("baseline", "add", *arguments, **options)

    def test_by_line_by_fingerprint_and_by_path(self):
        self.plant("src/a.py", self.tokens.github(), self.tokens.npm())
        self.plant("src/t/b.py", self.tokens.github(), self.tokens.github())
        found = self.scan(cwd=self.tmp, code=1)["findings"]
        self.add("src/a.py:1", "--reason", "is rotated")
        self.assertEqual(len(self.entries()), 1)
        self.add(found[1]["fingerprint"], "--reason", "never valid")
        self.assertEqual(len(self.entries()), 2)
        self.add("src/t", "--reason", "fixtures", "--until", self.day(300))
        self.assertEqual(sorted(line.split("\t")[0] for line in self.entries()),
                         sorted(f["fingerprint"] for f in found))
        self.assertEqual(self.coverage(code=0)["baseline"], 4)
        # The next write keeps what people have added.
        text = (self.tmp / ".sluice-baseline").read_bytes()
        self.sluice("baseline", "write")
        self.assertEqual((self.tmp / ".sluice-baseline").read_bytes(), text)
        listed = self.sluice("baseline", "list").stdout.decode()
        rows = [line.split("\t") for line in listed.splitlines()]
        self.assertEqual([row[2] for row in rows].count("fixtures"), 2)
        self.assertEqual(rows[0][0], found[0]["fingerprint"])
        self.assertEqual(rows[0][1:3], ["-", "is rotated"])
        self.assertEqual({row[1] for row in rows if row[2] == "fixtures"},
                         {f"until {self.day(300)}"})
        self.sluice("baseline", "remove", "src/a.py:1", "src/t")
        self.assertEqual(len(self.entries()), 1)
        self.sluice("baseline", "remove", found[1]["fingerprint"])
        self.assertEqual(self.entries(), [])

    def test_what_is_not_there_is_refused(self):
        self.plant("a.py", self.tokens.github())
        reason = ("--reason", "why not")
        outcome = self.add("a.py:7", *reason, code=2)
        self.assert_refused(outcome, "a.py:7", "on line 1")
        self.assert_refused(self.add("b.py", *reason, code=2), "b.py")
        self.assert_refused(self.add("a.py:1", code=2), "--reason")
        self.assert_refused(self.add(*reason, code=2), "FILE:LINE")
        self.assert_refused(self.add("/etc/passwd", *reason, code=2),
                            "outside of the current directory")
        for wrong in ("2020-01-01", "tomorrow", "2027-02-30", "20270101"):
            self.assert_refused(self.add("a.py:1", *reason, "--until", wrong,
                                         code=2), "--until", wrong)
        self.assertFalse((self.tmp / ".sluice-baseline").exists())
        self.add("a.py:1", *reason)
        outcome = self.sluice("baseline", "remove", "b.py:1", code=2)
        self.assert_refused(outcome, "b.py:1")
        self.assertEqual(len(self.entries()), 1)

    def test_an_entry_ends(self):
        self.plant("a.py", self.tokens.github())
        for ahead, code, told, about in ((-1, 1, "expired after", "expired"),
                                         (0, 0, "expires after", "expiring"),
                                         (14, 0, "expires after", "expiring"),
                                         (15, 0, None, None)):
            with self.subTest(ahead):
                self.add("a.py:1", "--reason", "soon gone",
                         "--until", self.day(15))
                name = self.tmp / ".sluice-baseline"
                name.write_text(name.read_text().replace(self.day(15),
                                                         self.day(ahead)))
                outcome = self.sluice(code=code)
                lines = outcome.stderr.decode().splitlines()
                if told:
                    self.assertEqual(len(lines), 1, lines)
                    self.assertIn(told, lines[0])
                    self.assertIn(self.day(ahead), lines[0])
                else:
                    self.assertEqual(lines, [])
                notes = self.coverage(code=code)["notes"]
                self.assertEqual(len(notes), 1 if about else 0)
                if about:
                    self.assertIn("expire", notes[0])

    def test_a_day_that_is_none_is_an_error(self):
        self.plant("a.py", self.tokens.github())
        self.add("a.py:1", "--reason", "r", "--until", self.day(5))
        name = self.tmp / ".sluice-baseline"
        name.write_text(name.read_text().replace(self.day(5), "2027-13-01"))
        self.assert_refused(self.sluice(code=2), ".sluice-baseline:2",
                            "until=")

    def test_write_does_not_renew(self):
        self.plant("a.py", self.tokens.github())
        self.add("a.py:1", "--reason", "r", "--until", self.day(5))
        name = self.tmp / ".sluice-baseline"
        name.write_text(name.read_text().replace(self.day(5), self.day(-2)))
        outcome = self.sluice("baseline", "write")
        self.assertIn(b"1 entry has expired and stays so", outcome.stderr)
        self.assertIn(b"0 added", outcome.stdout)
        self.sluice(code=1)
        self.add("a.py:1", "--reason", "r", "--until", self.day(90))
        self.sluice(code=0)
        self.assertEqual(len(self.entries()), 1)

    def test_a_path_that_cannot_be_read_may_be_known(self):
        self.plant("a.py", self.tokens.github())
        name = "fix/cut.zip"
        with io.BytesIO() as buffer:
            with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
                for member in ("x", "y"):
                    file.writestr(member, random.Random(3).randbytes(4000))
            self.write(name, buffer.getvalue()[:3000])
        self.sluice("baseline", "write", code=3)
        unread = self.coverage(code=3)["incomplete"]
        self.assertTrue(unread)
        self.add("fix", "--reason", "cut on purpose")
        seen = self.coverage(code=0)
        self.assertEqual(seen["incomplete"], [])
        self.assertEqual(seen["notes"], [
            f"{len(unread)} paths could not be read, as the baseline says"])
        entries = [line for line in self.entries()
                   if line.startswith("incomplete:")]
        self.assertEqual(len(entries), len(unread))
        self.assertIn("reason=cut on purpose", entries[0])
        # Write keeps them; another reason is not known.
        text = self.entries()
        self.sluice("baseline", "write", code=0)
        self.assertEqual(self.entries(), text)
        data = (self.tmp / name).read_bytes()
        self.write(name, data[:2500])
        self.assertTrue(self.coverage(code=3)["incomplete"])
        (self.tmp / name).unlink()
        outcome = self.sluice(code=0)
        self.assertEqual(outcome.stderr.count(b": stale: incomplete:"),
                         len(unread))
        self.sluice("baseline", "prune")
        self.assertEqual(len(self.entries()), 1)

    def test_rules_that_are_off_leave_nothing_stale(self):
        # Both rules find the same bytes; one covers the other.
        self.write("rules.toml", b"""
[[rules]]
id = "wide"
description = "wide"
regex = '''key = "(tok[a-z0-9]{20})"'''
secretGroup = 1
keywords = ["tok"]
[[rules]]
id = "narrow"
description = "narrow"
regex = '''tok[a-z0-9]{20}'''
keywords = ["tok"]
""")
        self.write("tree/a.py",
                   b'key = "tokd83hx92kq0dm4nz7rt1v"\n')  # sluice:allow
        config = ("--config", "rules.toml")
        for rule in ("wide", "narrow"):
            with self.subTest(rule):
                self.sluice("baseline", "write", *config, "--enable-rule", rule,
                            "tree")
                outcome = self.sluice("tree", *config, code=None)
                self.assertNotIn(b"stale", outcome.stderr + outcome.stdout)
        self.sluice("tree", *config, "--enable-rule", "wide")
        self.assertEqual(
            self.coverage("tree", *config, "--enable-rule", "narrow",
                          code=0)["notes"], [])


class Told(Baseline):
    def test_the_first_ten_stale_entries_by_name(self):
        for count, more in ((10, None), (11, b"1 more stale"),
                            (13, b"3 more stale")):
            with self.subTest(count=count):
                self.write("known", "".join(
                    f"gone/{i:02}.py:github-pat:1\n"
                    for i in range(count)).encode())
                lines = self.sluice(
                    "--baseline", "known").stderr.splitlines()
                self.assertEqual(
                    [b"gone/%02d.py" % i in line
                     for i, line in enumerate(lines[:10])], [True] * 10)
                self.assertEqual(len(lines), 11 if more else 10, lines)
                if more:
                    self.assertIn(more, lines[10])

    def test_of_several_the_one_that_was_named_first(self):
        secret = self.tokens.github()
        self.plant("a.py", secret)
        self.sluice("baseline", "write", "--baseline", "one")
        entry = (self.tmp / "one").read_text().splitlines()[1]
        stale = "github-pat:gone.py:000000\thigh\tx"
        self.write("one", f"# sluice baseline 1\n{entry}\n".encode())
        self.write("two", f"# sluice baseline 1\n{entry}\n{stale}\n".encode())
        self.sluice("baseline", "prune", "--baseline", "one", "--baseline",
                    "two")
        self.assertEqual(self.entries("one"), [entry])
        self.assertEqual(self.entries("two"), [entry, stale])
        # Both contain it; neither is stale because of that.
        outcome = self.sluice("--baseline", "one", "--baseline", "two")
        self.assertIn(b"two:3: stale", outcome.stderr)
        self.assertNotIn(b"one:", outcome.stderr)


class Foreign(Baseline):
    def test_gitleaksignore_is_read_where_it_lies(self):
        first, second = self.tokens.github(), self.tokens.github()
        self.plant("t/a.py", first, second)
        self.write("t/.gitleaksignore", b"# a\na.py:github-pat:2\n")
        report = self.scan("t", cwd=self.tmp, code=1)
        self.assert_secrets(report, first)
        self.assertEqual(report["coverage"]["baseline"], 1)
        # The path is gitleaks' spelling, relative to the working directory.
        self.write("t/.gitleaksignore", b"t/a.py:github-pat:1\nnone\n")
        outcome = self.sluice("t", code=1)
        self.assertIn(b".gitleaksignore:2: ignored", outcome.stderr)
        self.assertIn(b"; 1 in the baseline", outcome.stdout)

    def test_betterleaksignore_knows_a_secret_wherever_it_stands(self):
        known, new = self.tokens.github(), self.tokens.github()
        self.plant("t/a.py", known, new)
        self.plant("t/b/c.py", known)
        digits = hashlib.sha256(known.encode()).hexdigest()
        self.write("t/.betterleaksignore", f"# a\n{digits}\n".encode())
        report = self.scan("t", cwd=self.tmp, code=1)
        self.assert_secrets(report, new)
        self.assertEqual(report["coverage"]["baseline"], 2)
        # A secret that no file contains any more may be at a place that was
        # not scanned.
        self.plant("t/a.py", new)
        self.plant("t/b/c.py", new)
        outcome = self.sluice("t", code=1)
        self.assertEqual(outcome.stderr, b"")
        # The entries are a name, in capitals, and a place in the form of
        # version 1.
        self.write("t/.betterleaksignore", b"")
        self.plant("t/a.py", known, new)
        self.write("known", f"{digits.upper()}\na.py:github-pat:2\n".encode())
        report = self.scan("t", "--exclude", "b/", "--baseline", "known",
                           cwd=self.tmp, code=0)
        self.assertEqual(report["coverage"]["baseline"], 2)

    def gitleaks_finding(self, secret, **fields):
        finding = {"RuleID": "their-rule", "Description": "x", "StartLine": 1,
                   "EndLine": 1, "StartColumn": 1, "EndColumn": 2,
                   "Match": secret, "Secret": secret, "File": "a.py",
                   "Commit": "", "Tags": [], "Fingerprint": ""}
        finding.update(fields)
        return finding

    def test_a_report_of_gitleaks(self):
        known, new = self.tokens.github(), self.tokens.github()
        self.plant("a.py", new, known)
        self.write("known.json", json.dumps(
            [self.gitleaks_finding(known)]).encode())
        report = self.scan("--baseline", "known.json", "a.py", cwd=self.tmp,
                           code=1)
        self.assert_secrets(report, new)
        # A redacted report has only the place.
        self.write("known.json", json.dumps(
            [self.gitleaks_finding("REDACTED")]).encode())
        report = self.scan("--baseline", "known.json", "a.py", cwd=self.tmp,
                           code=1)
        self.assert_secrets(report, known)

    def test_what_was_found_in_history_is_not_stale(self):
        commit = "0123456789abcdef0123456789abcdef01234567"
        self.write("t/a.py", b"nothing\n")
        self.write("t/.gitleaksignore", "".join(
            f"{commit}:{name}:github-pat:1\n"
            for name in ("a.py", "gone.py")).encode())
        self.write("known.json", json.dumps(
            [self.gitleaks_finding(secret, File=name, Commit=commit)
             for secret in ("REDACTED", self.tokens.github())
             for name in ("a.py", "gone.py")]).encode())
        outcome = self.sluice("-f", "json", "--baseline", "known.json", "t")
        self.assertEqual(outcome.stderr, b"")
        self.assertEqual(outcome.json()["coverage"]["notes"], [])
        # This entry has no commit.
        self.write("t/.gitleaksignore", b"gone.py:github-pat:1\n")
        outcome = self.sluice("-f", "json", "t")
        self.assertIn(b"matches no finding", outcome.stderr)
        self.assertEqual(len(outcome.json()["coverage"]["notes"]), 1)

    def test_the_report_itself_is_not_reported(self):
        known = self.tokens.github()
        self.plant("a.py", known)
        self.write("known.json", json.dumps(
            [self.gitleaks_finding(known)]).encode())
        # Here its secret occurs twice, in fields that are each a finding.
        self.assertGreater(self.coverage("--baseline", "known.json",
                                         code=0)["baseline"], 1)

    def test_detect_secrets(self):
        known, new = self.tokens.github(), self.tokens.github()
        self.plant("a.py", new, known)
        digest = hashlib.sha1(known.encode()).hexdigest()
        self.write(".secrets.baseline", json.dumps({
            "version": "1.5.0", "plugins_used": [], "filters_used": [],
            "results": {"a.py": [{
                "type": "GitHub Token", "filename": "a.py",
                "hashed_secret": digest, "is_verified": False,
                "line_number": 77}]},
            "generated_at": "2026-01-01T00:00:00Z"}).encode())
        report = self.scan("--baseline", ".secrets.baseline", cwd=self.tmp,
                           code=1)
        self.assert_secrets(report, new)

    def test_kingfisher(self):
        known, new = self.tokens.github(), self.tokens.github()
        self.plant("src/a.py", new, known)
        self.write("known.yml", b"version: 2\n"
                   b"fingerprint_algorithm: kingfisher-v1\n"
                   b"repositories:\n- id: local:///x\n  findings:\n"
                   b"  - path: src/a.py\n    fingerprint: '1'\n"
                   b"    rule_id: betterleaks.github-pat\n    line: 2\n")
        report = self.scan("--baseline", "known.yml", cwd=self.tmp, code=1)
        self.assert_secrets(report, new)

    def test_what_cannot_be_read_is_refused(self):
        self.plant("a.py", self.tokens.github())
        secret = self.tokens.github()
        for content in (secret, '{"' + secret + '": 1}', f'["{secret}" x',
                        f"repositories:\n- [{secret}\n"):
            self.write("known", content.encode())
            outcome = self.sluice("--baseline", "known", code=2)
            self.assert_refused(outcome, "known")
            self.assertNotIn(secret.encode(), outcome.stderr)
        self.assert_refused(self.sluice("--baseline", "gone", code=2), "gone")

    @unittest.skipUnless(shutil.which("gitleaks"),
                         "there is no gitleaks on PATH")
    def test_as_gitleaks_ignores(self):
        rules = (b"[[rules]]\nid = 'mine'\n"
                 b"regex = '''mk_([a-z0-9]{12})'''\n"
                 # There is one of that name, so that the name says something.
                 b"[[rules]]\nid = 'other'\nregex = '''ot_[a-z]{12}'''\n")
        self.write("c.toml", rules)
        seed = random.Random(harness.seed(4))
        names = ["t/a.py", "t/sub/b.py", "t/c d.txt"]
        for name in names:
            self.write(name, "".join(
                f"x mk_{seed.randrange(36 ** 4):012d}\n"
                for _ in range(5)).encode())
        for _ in range(harness.times(8, 100)):
            lines = [f"{seed.choice(names)}:{seed.choice(['mine', 'other'])}:"
                     f"{seed.randint(1, 6)}" for _ in range(6)]
            self.write("t/.gitleaksignore", "\n".join(lines).encode())
            theirs = subprocess.run(
                ["gitleaks", "dir", "t", "-c", "c.toml", "-f", "json", "-r",
                 "-", "--no-banner"], cwd=self.tmp, capture_output=True,
                check=False)
            expected = sorted((f["File"], f["StartLine"])
                              for f in json.loads(theirs.stdout))
            ours = self.scan("t", "-c", "c.toml", cwd=self.tmp)["findings"]
            self.assertEqual(
                sorted(("t/" + f["path"], f["start"]["line"]) for f in ours),
                expected)


if __name__ == "__main__":
    unittest.main()
