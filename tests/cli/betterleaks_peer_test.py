"""Filters say what they say in the real betterleaks, where there is one on PATH
(2.0.0-rc.4 is what they were made to equal): the same findings, or a refusal by
both. The expressions are drawn from seeds (expressions.py).
"""

import json
import os
import shutil
import unittest

import betterleaks_config_test
import expressions
import harness
from git_repositories import GitTest

BETTERLEAKS = shutil.which("betterleaks")
SEEDS = harness.seeds(80, 4000)
BATCH = 250


def config_of(filters):
    return "".join(
        f"[[rules]]\nid = 'r{i}'\ndescription = 'd'\nregex = '''m{i}_([a-z0-9.]+)'''\n"
        f"keywords = ['m{i}_']\nfilter = '''\n{text}\n'''\n\n"
        for i, text in filters.items())


@unittest.skipUnless(BETTERLEAKS, "there is no betterleaks on PATH")
class Peer(harness.CliTest):
    def peer(self, *arguments, cwd):
        return harness.run(*arguments, "-c", "../c.toml", "--no-banner", cwd=cwd,
                           program=BETTERLEAKS)

    def their_findings(self):
        outcome = self.peer("fs", *sorted(os.listdir(self.tmp / "tree")), "--jsonl", "--no-allow-signatures",
                            "--max-decode-depth", "0", cwd=self.tmp / "tree")
        if b"compiling rule" in outcome.stderr:
            return None
        lines = [json.loads(line) for line in outcome.stdout.splitlines()
                 if line.startswith(b"{")]
        return [line["finding"] for line in lines if "finding" in line]

    def our_findings(self):
        outcome = harness.run("scan", "--config", "../c.toml", ".", "-f", "json",
                              "--show-secrets", "--min-confidence", "low",
                              "--decode-depth", "0", cwd=self.tmp / "tree")
        return (json.loads(outcome.stdout)["findings"]
                if outcome.code in (0, 1) else None)

    def kept(self, find, filters):
        """The rules whose filter keeps the finding; and those that are refused,
        found by halves."""
        (self.tmp / "c.toml").write_text(config_of(filters), encoding="utf-8")
        findings = find()
        if findings is not None:
            return {finding["rule_id"] for finding in findings}, set()
        if len(filters) == 1:
            return set(), {f"r{i}" for i in filters}
        items = list(filters.items())
        middle = len(items) // 2
        left, right = (self.kept(find, dict(part))
                       for part in (items[:middle], items[middle:]))
        return left[0] | right[0], left[1] | right[1]

    def test_expressions(self):
        (self.tmp / "tree").mkdir()
        seeds = list(SEEDS)
        for begin in range(0, len(seeds), BATCH):
            filters = {seed: expressions.Drawer(seed).filter()
                       for seed in seeds[begin:begin + BATCH]}
            (self.tmp / "tree/f.txt").write_text("".join(
                f"say m{i}_ab{i % 97}.q7 // x\n" for i in filters), encoding="utf-8")
            theirs = self.kept(self.their_findings, filters)
            ours = self.kept(self.our_findings, filters)
            for name, text in ((f"r{i}", text) for i, text in filters.items()):
                with self.subTest(expression=text, rule=name):
                    self.assertEqual(
                        [name in ours[0], name in ours[1]],
                        [name in theirs[0], name in theirs[1]])

    def test_a_configuration(self):
        (self.tmp / "tree").mkdir()
        for name, text in betterleaks_config_test.FILES.items():
            (self.tmp / "tree" / name).write_text(text, encoding="utf-8")
        config = betterleaks_config_test.CONFIG.replace(
            "\nregex", "\ndescription = 'd'\nregex")
        (self.tmp / "c.toml").write_text(config, encoding="utf-8")
        self.assertEqual(
            sorted((f["rule_id"], f["start"]["line"], f["secret"])
                   for f in self.our_findings()),
            sorted((f["rule_id"], f["location"]["start_line"],
                    f["match"]["value"]) for f in self.their_findings()))


HISTORY = """
[[rules]]
id = 'acme'
description = 'd'
regex = '''acme_([a-z0-9]{8})'''
keywords = ['acme_']
filter = '''finding["secret"] contains "0000"'''

[[rules]]
id = 'below'
description = 'd'
regex = '''secret:\\s*([a-z0-9]{8})\\b'''
keywords = ['secret:']
"""


@unittest.skipUnless(BETTERLEAKS, "there is no betterleaks on PATH")
class PeerOfHistories(GitTest):
    """Each secret once, in the commit where betterleaks sees it first; and what
    begins on a line before those that a commit adds, which betterleaks does not
    read."""

    def commit_all(self, *texts):
        return [self.put("f.txt", text) and self.commit() for text in texts]

    def places(self):
        (self.tmp / "c.toml").write_text(HISTORY, encoding="utf-8")
        theirs = harness.run("git", ".", "-c", "../c.toml", "--no-banner", "--jsonl",
                             "--no-allow-signatures", cwd=self.repo, program=BETTERLEAKS)
        found = [json.loads(line) for line in theirs.stdout.splitlines()
                 if line.startswith(b"{")]
        found = [line["finding"] for line in found if "finding" in line]
        ours = self.sluice("-c", "../c.toml", "--min-confidence", "low", code=1)
        return (
            {(f["rule_id"], f["match"]["value"], f["attributes"]["git.sha"],
              f["location"]["start_line"]) for f in found},
            {(f["rule_id"], f["secret"], f["git"]["commit"], f["start"]["line"])
             for f in ours["findings"]})

    def test_each_secret_once(self):
        first, second, _ = self.commit_all(
            "a = acme_aaaa1111\nb = acme_00001111\n",
            "c = acme_cccc3333\na = acme_aaaa1111\n",
            "nothing\n")
        theirs, ours = self.places()
        expected = {("acme", "aaaa1111", first, 1), ("acme", "cccc3333", second, 1)}
        self.assertEqual(ours, expected)
        self.assertEqual(theirs, expected)

    def test_what_begins_on_an_old_line(self):
        first, second = self.commit_all(
            "secret:\n\n\n\n\nx = acme_aaaa1111\n",
            "secret:\n\n\n\n  bbbb2222\nx = acme_aaaa1111\n")
        theirs, ours = self.places()
        self.assertEqual(theirs, {("acme", "aaaa1111", first, 6)})
        self.assertEqual(ours - theirs, {("below", "bbbb2222", second, 5)})
        self.assertEqual(theirs - ours, set())


if __name__ == "__main__":
    unittest.main()
