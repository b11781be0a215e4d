"""`sluice git --known FILE`: what an earlier scan found clean is not read again,
and no finding is lost by that."""

import dataclasses
import random
import unittest

import harness
from git_random_histories import File, HistoryMaker, build
from git_repositories import GitTest, git

SEEDS = harness.seeds(4, 120)

# A rule that looks at the path, so that a file is clean at one path and not at
# another.
CONFIG = """
[[rules]]
id = "of-paths"
description = "a mark below src"
regex = 'MARK-[0-9]{6}'
path = '(^|/)src/'
keywords = ["mark-"]
[extend]
useDefault = true
"""


def place(finding):
    return (finding["rule_id"], harness.path_of(finding), finding["secret"],
            finding["start"]["line"], finding["git"]["commit"],
            finding["git"]["where"], finding["git"]["reached_by"])


def places(report):
    return sorted(place(finding) for finding in report["findings"])


class Known(GitTest):

    def setUp(self):
        super().setUp()
        self.known = self.tmp / "known"

    def with_known(self, *words, **options):
        return self.sluice("--known", str(self.known), *words, **options)

    def note_of(self, report):
        return [note for note in report["coverage"]["notes"]
                if "known as clean" in note]

    def test_the_second_scan_reads_only_what_is_not_clean(self):
        for number in range(20):
            self.put(f"clean{number}", f"nothing {number}\n")
            self.commit(f"clean {number}")
        secret = self.tokens.checked()
        self.put("dirty", f"key = {secret}\n")
        self.commit()
        plain = self.sluice(code=1)
        first = self.with_known(code=1)
        text = self.known.read_bytes()
        second = self.with_known(code=1)
        self.assertEqual(places(plain), places(first))
        self.assertEqual(plain["findings"], second["findings"])
        self.assertEqual(first["coverage"]["files_scanned"], 21)
        self.assertEqual(second["coverage"]["files_scanned"], 1)
        self.assertEqual(self.note_of(first), [])
        self.assertEqual(
            self.note_of(second),
            ["known as clean, and not read again: 21 messages, the files of "
             "20 commits, 0 other files"])
        self.assertEqual(self.known.read_bytes(), text)

    def test_a_scan_that_finds_all_of_it_known_is_clean(self):
        self.put("a", "nothing\n")
        self.commit()
        for _ in range(3):
            self.with_known("--require-files", code=0)

    def test_what_is_new_is_read(self):
        self.put("a", "nothing\n")
        self.commit()
        self.with_known(code=0)
        in_file, in_message = self.tokens.checked(), self.tokens.checked()
        self.put("b", f"key = {in_file}\n")
        self.commit(f"with {in_message}")
        report = self.with_known(code=1)
        self.assertEqual({f["secret"] for f in report["findings"]},
                         {in_file, in_message})

    def test_other_rules_and_options_begin_anew(self):
        self.put("src/a", "MARK-123456\n")
        self.put("b", 'password = "{}"\n'.format("gR7x!kQ2" + "pLz9"))
        self.commit()
        config = self.write("config.toml", CONFIG.encode())
        for words in (["--min-confidence", "high"], ["--min-confidence", "low"],
                      ["--config", str(config)], ["--disable-rule", "of-paths",
                                                  "--config", str(config)],
                      ["--decode-depth", "0"], ["--exclude", "b"], []):
            with self.subTest(words=words):
                outcome = harness.run(
                    "git", "-f", "json", "--show-secrets", "--known",
                    str(self.known), *words, cwd=self.repo)
                self.assertEqual(places(outcome.json()),
                                 places(self.sluice(*words)))
                again = self.with_known(*words)
                self.assertEqual(places(again), places(self.sluice(*words)))
                if words != ["--min-confidence", "high"]:  # the first
                    self.assertIn(b"everything is read again", outcome.stderr)

    def test_options_about_the_report_do_not(self):
        self.put("a", "nothing\n")
        self.commit()
        self.with_known(code=0)
        for words in (["-j1"], ["--reach", "heads"], ["-f", "csv"],
                      ["--sandbox", "off"], ["--redact", "50"]):
            with self.subTest(words=words):
                outcome = harness.run("git", "--known", str(self.known), *words,
                                      cwd=self.repo)
                self.assertEqual(outcome.code, 0)
                self.assertNotIn(b"read again:", outcome.stderr)
                self.assertNotIn(b"everything is read", outcome.stderr)

    def test_a_suppressed_finding_is_not_clean(self):
        secret = self.tokens.checked()
        self.put("a", f"key = {secret}\n")
        self.commit()
        baseline = self.tmp / "baseline"
        outcome = harness.run("baseline", "write", "--baseline", str(baseline),
                              ".", cwd=self.repo)
        self.assertEqual(outcome.code, 0)
        self.with_known("--baseline", str(baseline), code=0)
        report = self.with_known(code=1)
        self.assertEqual([f["secret"] for f in report["findings"]], [secret])

    def test_a_file_at_another_path_is_read_there(self):
        config = self.write("config.toml", CONFIG.encode())
        self.put("doc/a", "MARK-123456\n")
        self.commit()
        self.with_known("--config", str(config), code=0)
        self.git("mv", "doc", "src")
        self.commit()
        report = self.with_known("--config", str(config), code=1)
        self.assertEqual([harness.path_of(f) for f in report["findings"]],
                         [b"src/a"])

    def test_a_shallow_clone_does_not_lose_what_older_commits_have(self):
        secret = self.tokens.checked()
        self.put("a", f"key = {secret}\n")
        self.commit()
        self.put("b", "nothing\n")
        self.commit()
        self.with_known(code=1)
        git(self.tmp, "clone", "-q", "--depth", "1", f"file://{self.repo}",
            "shallow")
        report = self.with_known(str(self.tmp / "shallow"), code=1)
        self.assertEqual([f["secret"] for f in report["findings"]], [secret])

    def test_a_range_uses_and_adds_to_it(self):
        self.put("a", "nothing\n")
        self.commit()
        self.with_known(code=0)
        self.put("b", f"key = {self.tokens.checked()}\n")
        self.put("c", "nothing more\n")
        self.commit()
        self.put("d", "nothing at all\n")
        self.commit()
        for _ in range(2):
            report = self.with_known("HEAD~2..HEAD", code=1)
            self.assertEqual(places(report),
                             places(self.sluice("HEAD~2..HEAD")))
        report = self.with_known(code=1)
        self.assertEqual(report["coverage"]["files_scanned"], 1)

    def refused(self, *words):
        outcome = harness.run("git", "--known", str(self.known), *words,
                              cwd=self.repo)
        self.assertEqual(outcome.code, 2, outcome.stderr)
        self.assertEqual(outcome.stdout, b"")
        self.assertEqual(len(outcome.stderr.splitlines()), 1, outcome.stderr)
        return outcome.stderr

    def test_damaged_and_foreign_files_are_refused(self):
        self.put("a", "nothing\n")
        self.commit()
        self.with_known(code=0)
        whole = self.known.read_bytes()
        rng = random.Random(harness.seed(3))
        damaged = [whole[:n] for n in (1, 20, 21, 60, len(whole) - 1)]
        damaged += [whole + b"x", whole + whole]
        for _ in range(30):
            at = rng.randrange(len(whole))
            damaged.append(whole[:at] + bytes([whole[at] ^ 1 << rng.randrange(8)])
                           + whole[at + 1:])
        for text in [*damaged, b"# a page\n", b"\0" * 100]:
            self.known.write_bytes(text)
            self.assertIn(str(self.known).encode(), self.refused())
            self.assertEqual(self.known.read_bytes(), text)
        self.known.unlink()
        self.known.mkdir()
        self.assertIn(str(self.known).encode(), self.refused())

    def test_an_empty_file_is_a_new_one(self):
        self.put("a", "nothing\n")
        self.commit()
        self.known.write_bytes(b"")
        self.with_known(code=0)
        self.assertNotEqual(self.known.read_bytes(), b"")

    def test_it_goes_with_commits_and_without_shards(self):
        self.put("a", "nothing\n")
        self.commit()
        for words in (["--staged"], ["--unstaged"], ["--shard", "1/2"]):
            self.assertIn(b"--known", self.refused(*words))
        self.assertFalse(self.known.exists())

    def test_random_histories_that_grow(self):
        """No scan with --known has a finding less than the one without. It has
        the same ones, unless a file with a finding that depends on the path has
        moved since an earlier scan."""
        config = self.write("config.toml", CONFIG.encode())
        marks = passed = 0
        for nth, seed in enumerate(SEEDS):
            with self.subTest(seed=seed):
                rng = random.Random(seed)
                history = HistoryMaker(seed).history(8 + 7 * nth % 25)
                for step in history.steps:  # marks that only src/ shows
                    for path in rng.sample([b"src/m", b"doc/m", b"src/n",
                                            b"doc/n"], rng.randrange(3)):
                        step.edits.append((path, File(
                            (f"MARK-{rng.randrange(4):06}",))))
                known = self.tmp / f"known{seed}"
                count = len(history.steps)
                cuts = sorted(rng.sample(range(1, count), 3)) + [count, count]
                before = None
                for number, cut in enumerate(cuts):
                    folder = self.tmp / f"random{seed}.{number}"
                    build(dataclasses.replace(
                        history, steps=history.steps[:cut],
                        deleted=history.deleted if cut == count else []),
                        folder)
                    words = ["--config", str(config), *rng.choice(
                        [[], ["--reach", "refs"], ["--all-objects"]]),
                        str(folder)]
                    without = self.sluice(*words)
                    with_it = self.sluice("--known", str(known), *words)
                    lost = set(places(without)) - set(places(with_it))
                    self.assertEqual(
                        {p for p in lost if p[0] != "of-paths"}, set())
                    more = set(places(with_it)) - set(places(without))
                    self.assertEqual(
                        {p for p in more if p[0] != "of-paths"}, set())
                    # Another place may be the first one of a mark.
                    secrets = {p[2] for p in places(with_it)}
                    self.assertEqual(
                        {p[2] for p in places(without)} - secrets, set())
                    marks += any(p[0] == "of-paths" for p in places(with_it))
                    passed += bool(self.note_of(with_it))
                    before = with_it
                again = self.sluice("--known", str(known), *words)
                self.assertEqual(places(again), places(before))
        self.assertGreater(marks, len(SEEDS))
        self.assertGreater(passed, len(SEEDS))


if __name__ == "__main__":
    unittest.main()
