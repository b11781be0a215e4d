"""Shards of a history: their merge is the report of the whole scan, byte for
byte; a secret is reported once, at the commit that brought it in, in whatever
shard that is."""

import json
import random
import shutil
import unittest

import formats
import harness
import sharded
from git_random_histories import HistoryMaker, build
from git_repositories import GitTest, git

SEEDS = harness.seeds(2, 60)
# Few shards, and more than any history here has commits. A full run tries more
# numbers: each shard is a process.
FEW = (2, 7) if harness.FULL else (3,)
MANY = harness.times(17, 64)
ENV = harness.environment(SOURCE_DATE_EPOCH="1700000000")


class ShardedHistories(GitTest):

    def merged(self, count, source, forms, *words, cwd=None, shows=()):
        """form -> the outcome of the merge."""
        folder = self.tmp / "shards"
        if folder.exists():
            shutil.rmtree(folder)
        outcomes = sharded.shards(count, folder, source, "git", *words, *shows,
                                  cwd=cwd or self.repo, env=ENV)
        for outcome in outcomes:
            self.assert_code(outcome, 0, 1, 3)
        paths = sharded.reports(folder, source)
        random.Random(count).shuffle(paths)
        return {form: sharded.merge(paths, form, *shows, env=ENV)
                for form in forms}

    def check(self, *words, counts=(2, 7), sources=("json",), forms=("json",),
              cwd=None, shows=()):
        whole = {form: harness.run("git", *words, *shows, "-f", form,
                                   cwd=cwd or self.repo, env=ENV)
                 for form in forms}
        for form in forms:
            self.assertTrue(whole[form].stdout, str(whole[form]))
        for source in sources:
            for count in counts:
                merged = self.merged(count, source, forms, *words, cwd=cwd,
                                     shows=shows)
                for form in forms:
                    with self.subTest(words=words, source=source, count=count,
                                      form=form):
                        self.assertEqual(merged[form].stdout.splitlines(),
                                         whole[form].stdout.splitlines())
                        self.assertEqual(merged[form].code, whole[form].code,
                                         str(merged[form]))
        return whole

    def history(self):
        """Secrets that move between files, come back, and are known."""
        make = self.tokens
        first, second, third, fourth = (make.checked() for _ in range(4))
        for i in range(20):
            self.put(f"d{i % 4}/{i}.py", f"k = '{make.any()}'\n")
        self.put("a.txt", f"{first}\n")
        self.put("typo.txt", make.github_with_wrong_checksum() + "\n")
        self.put("lfs.bin", "version https://git-lfs.github.com/spec/v1\n"
                 f"oid sha256:{'0' * 64}\nsize 12\n")
        # The content of the second note's file came in before.
        self.put("doubt.py", f"x = '{make.checked()}'  "
                 "# sluice:allow=no-such-rule\n")
        self.put(".sluiceignore", "left/\n*.skip\n")
        self.put("left/out.txt", make.checked())
        self.put("b.skip", make.checked())
        self.commit("one")
        self.put("b.txt", f"{first}\n{second}\n")
        self.put("c.txt", f"{second}\n")
        self.put("doubt2.py", f"x = '{first}'  # sluice:allow=no-such\n")
        self.put("typo2.txt", make.github_with_wrong_checksum() + "\n")
        self.base = self.commit("two")
        # Moved, and found in an older version of another file.
        self.put("moved.txt", f"{first}\nx = '{third}'\n")
        (self.repo / "a.txt").unlink()
        for i in range(12):
            self.put(f"e{i}.txt", f"{second} {fourth}\n{make.checked()}\n")
        self.put("c.txt", f"{second}\nand {make.checked()}\n")
        self.commit("three")
        for i in range(6):
            self.put(f"f{i}.txt", f"{third}\n{make.checked()}\n")
            self.commit(f"more {i}")

    def test_in_every_format(self):
        self.history()
        forms = tuple(formats.FORMATS)
        whole = self.check(counts=(1, *FEW, MANY), forms=forms)
        self.check(counts=(1, *FEW, MANY) if harness.FULL else FEW,
                   sources=("jsonl",), forms=forms)
        report = whole["json"].json()
        notes = "\n".join(report["coverage"]["notes"])
        for words in ("repeat a secret", "Git LFS", "commits were scanned",
                      "doubt.py: an allow comment names a rule"):
            self.assertIn(words, notes)
        self.assertNotIn("doubt2.py", notes)
        self.assertEqual(report["coverage"]["mistyped"]["count"], 2)
        self.assertEqual(report["coverage"]["skipped"]["ignored"], 2)
        # This leaves out the page and trufflehog's lines, which show both,
        # masked and in the clear: a report has the masked text only of
        # findings.
        self.check(counts=(7,), forms=("pretty", "json", "sarif", "csv"),
                   shows=("--show-secrets",))

    def test_ranges(self):
        self.history()
        for words in ((f"{self.base}..HEAD",), ("--since", self.base),
                      ("--since", "HEAD~3")):
            whole = self.check(*words, counts=(*FEW, MANY // 2))
            self.assertGreater(len(whole["json"].json()["findings"]), 0)

    def test_what_a_change_allows_itself(self):
        """One secret twice, in files of which a comment allows one."""
        self.put("README", "nothing\n")
        self.base = self.commit("base")
        allowed = "# sluice:" + "allow"
        for i in range(12):
            secret = self.tokens.checked()
            self.put(f"a{i}.py", f"k = '{secret}'  {allowed}\n")
            if i % 3 == 0:
                self.put(f"b{i}.py", f"k = '{secret}'\n")
            self.put(f"left/{i}.py", f"k = '{self.tokens.checked()}'\n")
            self.commit(f"one more {i}")
        self.put(".sluiceignore", "left/\n")
        self.commit("vouches for itself")
        for words in ((), ("--self-allowed", "fail")):
            whole = self.check("--since", self.base, *words,
                               counts=(*FEW, MANY),
                               forms=("json", "pretty", "sarif"))
            coverage = whole["json"].json()["coverage"]
            self.assertGreaterEqual(coverage["self_allowed"], 20)

    def test_a_shard_in_which_nothing_repeats_does_not_say_so(self):
        self.put("a.py", f"k = '{self.tokens.checked()}'\n")
        self.commit("one")
        shard = harness.run("git", "--shard", "1/1", "-f", "json",
                            cwd=self.repo, env=ENV).json()
        self.assertEqual(shard["coverage"]["notes"], ["1 commit was scanned"])
        self.check(counts=(1, 2), forms=("json", "pretty"))

    def test_a_baseline_that_knows_places(self):
        self.history()
        report = self.sluice()
        known = [f for f in report["findings"]][3::4]
        lines = [f"{f['git']['commit']}:{f['path']}:{f['rule_id']}:"
                 f"{f['start']['line']}" for f in known]
        self.put(".gitleaksignore", "\n".join(lines) + "\n")
        again = self.check(counts=FEW)["json"].json()
        self.assertEqual(again["coverage"]["baseline"], len(known))

    def test_random_histories(self):
        for seed in SEEDS:
            history = HistoryMaker(seed).history(25)
            folder = self.tmp / "random"
            if folder.exists():
                shutil.rmtree(folder)
            build(history, folder)
            with self.subTest(seed=seed):
                self.check(str(folder), counts=(2, 5) if harness.FULL else FEW,
                           forms=("json", "pretty"))
                older = git(folder, "rev-list", "--max-count=30",
                            "b0").split()
                if len(older) > 2:
                    self.check(str(folder), f"{older[-2].decode()}..b0",
                               counts=(3,))

    def test_submodules(self):
        self.put("top.txt", self.tokens.checked() + "\n")
        self.commit("first")
        source = self.tmp / "source"
        git(self.tmp, "init", "-q", "source")
        again = self.tokens.checked()
        for i in range(10):
            self.write(f"source/{i}.txt",
                       f"{self.tokens.checked()}\n{again}\n".encode())
            git(source, "add", "-A")
            git(source, "commit", "-q", "-m", f"{i}")
        self.git("submodule", "--quiet", "add", source, "lib/sub")
        self.put("last.txt", again)
        self.commit("a submodule")
        self.check(counts=FEW, forms=("json", "pretty"))
        whole = self.check("--submodules", counts=FEW,
                           forms=("json", "pretty"))
        self.assertGreater(len(whole["json"].json()["findings"]), 11)

    def test_a_masked_report_tells_nothing_to_guess_by(self):
        """A short password in two repositories has two names."""
        names = set()
        for name in ("one", "two"):
            folder = self.tmp / name
            git(self.tmp, "init", "-q", name)
            text = f"password = 'kV2#9sQx'\n# {name}\n"  # sluice:allow
            self.write(f"{name}/settings.py", text.encode())
            git(folder, "add", "-A")
            git(folder, "commit", "-q", "-m", name)
            outcome = harness.run("git", folder, "--shard", "1/1", "-f", "json")
            finding, = outcome.json()["findings"]
            self.assertRegex(finding["secret_name"], "^[0-9a-f]{32}$")
            names.add(finding["secret_name"])
            whole = harness.run("git", folder, "-f", "json").json()
            self.assertNotIn("secret_name", whole["findings"][0])
        self.assertEqual(len(names), 2)

    def test_other_commits_are_said(self):
        self.history()
        folder = self.tmp / "shards"
        sharded.shards(2, folder, "json", "git", cwd=self.repo)
        self.put("z", "nothing\n")
        self.commit("later")
        harness.run("git", "--shard", "2/2", "-o", folder / "2.json",
                    cwd=self.repo)
        outcome = sharded.merge(sharded.reports(folder, "json"), "json")
        self.assertIn("scanned different trees", json.dumps(
            outcome.json()["coverage"]["incomplete"]))

    def test_the_schema_holds(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        self.history()
        schema = json.loads((harness.REPOSITORY / "docs/sluice-1.schema.json")
                            .read_text())
        for words in ((), ("--since", self.base)):
            report = self.sluice("--shard", "1/2", *words)
            jsonschema.validate(report, schema)

    def test_usage(self):
        self.commit()
        for words in (("--staged",), ("--unstaged",), ("--untracked",)):
            outcome = harness.run("git", *words, "--shard", "1/2",
                                  cwd=self.repo)
            self.assert_refused(outcome, "--shard splits commits")


if __name__ == "__main__":
    unittest.main()
