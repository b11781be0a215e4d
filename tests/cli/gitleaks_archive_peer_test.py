"""The findings of `sluice dir` and `sluice git` in archives equal those of the
real gitleaks, if there is one on PATH (they were made to equal 8.30.1).
Archives are made up from seeds (leak_archives.py).
"""

import json
import random
import unittest

import harness
import leak_archives
import leak_trees
from git_repositories import GitTest
from gitleaks_peer_test import GITLEAKS, counted

SEEDS = harness.seeds(2, 60)
DEPTHS = ["0", "1", "3", "8"]

# Paths of members, with and without those of their archives.
RULES = leak_trees.RULES + """
[[allowlists]]
paths = ['''!vendor/''', '''^d\\.json$''']

[[rules]]
id = "inside"
regex = '''tk_[A-Z]'''
path = '''\\.(zip|tar)[^/]*!'''
"""


@unittest.skipUnless(GITLEAKS, "there is no gitleaks on PATH")
class ArchivePeer(GitTest):
    def report(self, program, *arguments):
        outcome = harness.run(
            *arguments, "-c", "rules.toml", "-r", "-", "-f", "json",
            "--no-banner", "-l", "error", "--exit-code", "0", cwd=self.tmp,
            program=program)
        self.assert_code(outcome, 0)
        return counted(json.loads(outcome.stdout.decode()))

    def compare(self, *arguments):
        ours = self.report(None, *arguments)
        theirs = self.report(GITLEAKS, *arguments)
        self.assertEqual(sorted((ours - theirs).elements()), [])
        self.assertEqual(sorted((theirs - ours).elements()), [])
        return sum(ours.values())

    def test_made_up_trees(self):
        self.write("rules.toml", RULES.encode())
        findings = 0
        for seed in SEEDS:
            for name, data in leak_archives.tree(seed).items():
                self.write(f"{seed}/{name}", data)
            for depth in DEPTHS:
                flags = random.Random(seed).choice(
                    [[], ["--max-decode-depth", "0"], ["--redact=30"],
                     ["--max-target-megabytes", "1"]])
                with self.subTest(seed=seed, depth=depth, flags=flags):
                    findings += self.compare(
                        "dir", str(seed), "--max-archive-depth", depth, *flags)
        self.assertGreater(findings, 80 * len(SEEDS))

    def test_links(self):
        self.write("rules.toml", RULES.encode())
        name, data = "a.tar.gz", leak_archives.ARCHIVES[".tar.gz"](
            {"in.txt": b"tk_ZYXWVUTSRQPONMLK"})
        self.write(f"aside/{name}", data)
        self.write("t/b.txt", b"tk_ZYXWVUTSRQPONMLJ")
        (self.tmp / "t" / "link").symlink_to("../aside/" + name)
        (self.tmp / "t" / "link.zip").symlink_to("b.txt")
        for more in ([], ["--follow-symlinks"]):
            with self.subTest(more=more):
                self.assertGreater(
                    self.compare("dir", "t", "--max-archive-depth", "1", *more),
                    0)

    def test_known_ones(self):
        self.write("rules.toml", RULES.encode())
        self.write("t/a.zip", leak_archives.zipped(
            {f"{i}.txt": b"tk_ZYXWVUTSRQPONMLK" for i in range(4)}))
        flags = ["dir", "t", "--max-archive-depth", "1"]
        report = harness.run(*flags, "-c", "rules.toml", "-r", "-", "-f",
                             "json", cwd=self.tmp).json()
        whole = self.compare(*flags)
        self.write("known.json", json.dumps(report[:1]).encode())
        self.assertLess(self.compare(*flags, "-b", "known.json"), whole)
        self.write("ignored", report[0]["Fingerprint"].encode())
        self.assertLess(self.compare(*flags, "-i", "ignored"), whole)

    def test_reports_are_equal_bytes(self):
        self.write("rules.toml", RULES.encode())
        self.write("repo/a.zip", leak_archives.zipped(
            {"in.md": b"\n tk_ZYXWVUTSRQPONMLK\n"}))
        self.commit()
        self.git("remote", "add", "origin", "git@github.com:a/b.git")
        flags = ["-c", "rules.toml", "--no-banner", "-l", "error",
                 "--enable-rule", "plain", "--max-archive-depth", "1"]
        for command in ("dir", "git"):
            for form in ("json", "csv", "junit", "sarif"):
                for platform in ("github", "gitlab", "gitea", "azuredevops",
                                 "bitbucket"):
                    if command == "dir" and platform != "github":
                        continue
                    more = (["--platform", platform] if command == "git"
                            else [])
                    with self.subTest(command=command, form=form, more=more):
                        ours, theirs = (
                            harness.run(command, "repo", *flags, *more, "-f",
                                        form, "-r", "-", cwd=self.tmp,
                                        program=program)
                            for program in (None, GITLEAKS))
                        self.assertEqual(ours.stdout, theirs.stdout)
                        self.assertEqual((ours.code, theirs.code), (1, 1))

    def test_made_up_histories(self):
        findings = 0
        for seed in SEEDS[::2]:
            self.setUp()
            self.write("rules.toml", RULES.encode())
            rng = random.Random(seed)
            there = []
            for step in range(4):
                for _ in range(2):
                    name, data = leak_archives.packed(rng, 3)
                    name = rng.choice(["", "sub dir/", 'q"\t/']) + name
                    self.write(f"repo/{name}", data)
                    there.append(name)
                old = rng.choice(there)
                if step == 2 and (self.repo / old).exists():
                    (self.repo / old).rename(self.repo / ("moved-" + str(step)
                                                         + old.split("/")[-1]))
                self.put("plain.txt", f"tk_ZYXWVUTSRQPONML{step}\n")
                self.commit(f"step {step}")
            for depth in DEPTHS:
                flags = ["--max-archive-depth", depth]
                with self.subTest(seed=seed, depth=depth):
                    findings += self.compare("git", *flags, "repo")
                    findings += self.compare("git", *flags, "--log-opts",
                                             "HEAD~2..HEAD", "repo")
            # A change that is not staged, and one in the index.
            name = next(name for name in there
                        if (self.repo / name).exists())
            self.write(f"repo/{name}", leak_archives.zipped(
                {"new.txt": b"tk_ZYXWVUTSRQPONMLK"}))
            flags = ["--max-archive-depth", "3", "repo"]
            with self.subTest(seed=seed, what="changes"):
                findings += self.compare("git", "--pre-commit", *flags)
                self.git("add", "-A")
                findings += self.compare("git", "--pre-commit", "--staged",
                                         *flags)
        self.assertGreater(findings, 80 * len(SEEDS))


if __name__ == "__main__":
    unittest.main()
