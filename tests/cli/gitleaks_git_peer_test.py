"""Findings of `sluice git` with gitleaks' flags equal those of the real
gitleaks, where there is one on PATH (8.30.1 is what they were made to equal).
Histories and rules are made up from seeds.
"""

import json
import os
import random
import unittest

import harness
import leak_trees
from git_repositories import GitTest
from gitleaks_peer_test import GITLEAKS, counted

SEEDS = harness.seeds(2, 60)

# Every other commit of a history is in it, for one kind of exception.
RULES = leak_trees.RULES + """
[[allowlists]]
commits = ["@0"]

[[allowlists]]
condition = "AND"
commits = ["@1", "@2"]
regexes = ['''^tk_''']

[[rules]]
id = "by-commit"
regex = '''word_'''
[[rules.allowlists]]
condition = "AND"
commits = ["@1", "@3"]
paths = ['''^a''', '''b''']
"""

MESSAGES = ["one line", "title\n\nbody\n\n\n\n  indented\n\nend  ",
            "two lines\nof a title\n\n- a\n- b\n", "",
            "\u3000wide \u00a0\n\n\u2003x", "commit 123\n\ndiff --git a/x b/x",
            "<tag> & \"quotes\"\n\n@@ -1 +1 @@\n+tk_ZYXWVUTSRQPONMLK"]
AUTHORS = ["Ann <ann@x.org>", "  A. B  <only@mail>", "J\u00f6rg \u00a0 <>",
           "x \u4e2d \"q\" <a b@c>"]
DATES = ["1700000000 +0000", "1112911993 -0700", "@100000000 +0530", "951782399 +1400"]
LOG_OPTIONS = ["--all", "HEAD~3..HEAD", "HEAD~2 ^HEAD~4", "-2", "-n 3",
               "--all --since=2010-01-01", "--until 2010-01-01 HEAD",
               "--author=Ann --all", "--no-merges --first-parent HEAD",
               "--all -- a.txt sub", "--all -- :(exclude)sub *.txt",
               "--first-parent HEAD", "--reverse --all"]


@unittest.skipUnless(GITLEAKS, "there is no gitleaks on PATH")
class GitPeer(GitTest):
    def report(self, program, *arguments, target="repo"):
        outcome = harness.run(
            "git", *arguments, "-c", "rules.toml", "-r", "-", "-f", "json",
            "--no-banner", "-l", "error", "--exit-code", "0", target,
            cwd=self.tmp, program=program)
        self.assert_code(outcome, 0)
        return counted(json.loads(outcome.stdout.decode()))

    def compare(self, *arguments):
        ours = self.report(None, *arguments)
        theirs = self.report(GITLEAKS, *arguments)
        self.assertEqual(sorted((ours - theirs).elements()), [])
        self.assertEqual(sorted((theirs - ours).elements()), [])
        return sum(ours.values())

    def change(self, rng):
        """Writes, changes, moves and deletes some files."""
        there = sorted(p for p in self.repo.rglob("*")
                       if p.is_file() and ".git" not in p.parts)
        for _ in range(rng.randrange(1, 4)):
            kind = rng.randrange(6)
            if kind < 2 or not there:
                name = rng.choice(leak_trees.NAMES + ['q"uote\t\u00e9'])
                size = rng.choice([0, 30, 2000, 2000, 20000])
                self.write(os.path.join("repo", name),
                           rng.choice([b"", b"", b"\0"]) +
                           leak_trees.text(rng, size))
                continue
            path = there.pop(rng.randrange(len(there)))
            if kind == 2:
                path.unlink()
            elif kind == 3:
                path.rename(path.with_name(f"moved{rng.randrange(9)}.txt"))
            else:
                lines = path.read_bytes().split(b"\n")
                for _ in range(rng.randrange(1, 5)):
                    at = rng.randrange(len(lines) + 1)
                    lines[at:at + rng.randrange(3)] = (
                        leak_trees.text(rng, rng.choice([0, 20, 300]))
                        .split(b"\n"))
                path.write_bytes(b"\n".join(lines))

    def history(self, rng):
        """Makes one; returns its commits."""
        commits = []
        for step in range(8):
            self.change(rng)
            when = rng.choice(DATES)
            environment = harness.environment(
                GIT_AUTHOR_DATE=when, GIT_COMMITTER_DATE=when)
            self.git("add", "-A")
            self.git("commit", "-q", "--allow-empty", "--allow-empty-message",
                     "--cleanup=verbatim", "-m", rng.choice(MESSAGES),
                     "--author", rng.choice(AUTHORS), env=environment)
            commits.append(self.git("rev-parse", "HEAD"))
            if step == 3:
                self.git("branch", "side")
            if step == 5:
                self.git("notes", "add", "-m", "a note\n\nof two")
        self.git("checkout", "-q", "side")
        self.put("only-here.txt", "tk_ZYXWVUTSRQPONMLK usr_abc123\n")
        self.commit("aside")
        self.git("checkout", "-q", "main")
        self.git("merge", "-q", "side", "-m", "merged")
        return commits

    def test_made_up_histories(self):
        findings = 0
        for seed in SEEDS:
            rng = random.Random(seed)
            self.setUp()
            commits = self.history(rng)
            rules = RULES
            for i, commit in enumerate(rng.sample(commits, 4)):
                rules = rules.replace(f"@{i}", commit)
            self.write("rules.toml", rules.encode())
            with self.subTest(seed=seed):
                findings += self.compare()
                findings += self.compare("--redact=40", "--max-decode-depth=0")
                for words in LOG_OPTIONS:
                    with self.subTest(words=words):
                        findings += self.compare("--log-opts", words)
                self.change(rng)
                findings += self.compare("--pre-commit")
                self.git("add", "-A")
                self.change(rng)
                findings += self.compare("--pre-commit", "--staged")
                findings += self.compare("--pre-commit")
        self.assertGreater(findings, 80 * len(SEEDS))

    def test_reports_are_equal_bytes(self):
        # One finding, so that there is no order.
        self.write("rules.toml", leak_trees.RULES.encode())
        self.put("a.md", "\ntk_\"tk_ZYXWVUTSRQPONMLK&\n")
        commit = self.commit("one <tag>\n\nand, \"more\"")
        self.git("remote", "add", "origin", "git@github.com:a/b.git")
        flags = ["-c", "rules.toml", "--no-banner", "-l", "error",
                 "--enable-rule", "plain"]

        def both(*more):
            ours, theirs = (harness.run("git", "repo", *flags, *more,
                                        cwd=self.tmp, program=program)
                            for program in (None, GITLEAKS))
            self.assertEqual(ours.stdout, theirs.stdout)
            self.assertEqual(ours.code, theirs.code)
            return ours.stdout

        for form in ("json", "csv", "junit", "sarif"):
            with self.subTest(form=form):
                self.assertIn(commit.encode(),
                              both("-f", form, "-r", "-"))
        for platform in ("gitlab", "gitea", "azuredevops", "bitbucket",
                         "none"):
            with self.subTest(platform=platform):
                both("-f", "json", "-r", "-", "--platform", platform)
        both("-v", "--no-color")

    def test_known_ones(self):
        self.write("rules.toml", leak_trees.RULES.encode())
        for name in "abc":
            self.put(name, f"usr_abc12{name}\ntk_ZYXWVUTSRQPONML{name}\n")
            self.commit(name)
        whole = self.report(None)
        report = harness.run("git", "-c", "rules.toml", "-r", "-", "-f",
                             "json", "repo", cwd=self.tmp).json()
        self.write("known.json", json.dumps(report[:2]).encode())
        self.compare("-b", "known.json")
        self.write("ignored", (report[0]["Fingerprint"] + "\nb:plain:2\n")
                   .encode())
        left = self.report(None, "-i", "ignored")
        self.assertLess(sum(left.values()), sum(whole.values()))
        self.compare("-i", "ignored")


if __name__ == "__main__":
    unittest.main()
