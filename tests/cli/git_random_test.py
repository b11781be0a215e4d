"""`sluice git` beside git itself, on random histories (git_random_histories)."""

import json
import re
import shutil
import unittest

import harness
from git_random_histories import LINK, HistoryMaker, build, decoded
from git_repositories import GitTest, git

SEEDS = harness.seeds(8, 300)


class Oracle:
    """Git's answer about a repository. A place is a blob and a line. If a blob
    has several paths, one of them is reported."""

    def __init__(self, folder, secrets):
        self.folder = folder
        listed = git(folder, "rev-list", "--all", "--parents").decode()
        self.parents = {}
        for line in listed.splitlines():
            commit, *parents = line.split()
            self.parents[commit] = parents
        self.trees = {commit: self.tree(commit) for commit in self.parents}
        blobs = sorted({blob for tree in self.trees.values()
                        for _, blob in tree.values()})
        self.texts = self.read(blobs)
        pattern = re.compile("|".join(map(re.escape, sorted(secrets))).encode()
                             or b"(?!)")
        # blob -> secret -> lines, once for each time that the secret is there
        self.lines = {}
        for blob, data in self.texts.items():
            text = decoded(data)
            places = self.lines.setdefault(blob, {})
            for match in pattern.finditer(text):
                places.setdefault(match.group().decode(), []).append(
                    text.count(b"\n", 0, match.start()) + 1)
        self.secrets = {commit: {secret for _, blob in tree.values()
                                 for secret in self.lines[blob]}
                        for commit, tree in self.trees.items()}

    def tree(self, commit):
        """path -> (mode, blob); without submodules."""
        entries = git(self.folder, "ls-tree", "-r", "-z", commit)
        tree = {}
        for entry in entries.split(b"\0")[:-1]:
            facts, path = entry.split(b"\t", 1)
            mode, kind, blob = facts.decode().split()
            if kind == "blob":
                tree[path] = (mode, blob)
        return tree

    def read(self, blobs):
        out = git(self.folder, "cat-file", "--batch",
                  stdin="".join(b + "\n" for b in blobs).encode())
        texts = {}
        for blob in blobs:
            head, out = out.split(b"\n", 1)
            size = int(head.split()[2])
            texts[blob], out = out[:size], out[size + 1:]
        return texts

    def adding(self, secret):
        """The commits that have it while none of their parents has."""
        return {commit for commit, secrets in self.secrets.items()
                if secret in secrets
                and not any(secret in self.secrets[p]
                            for p in self.parents[commit])}

    def places(self, commit, secret):
        """Sorted (blob, line)."""
        blobs = {blob for _, blob in self.trees[commit].values()}
        return sorted((blob, line) for blob in blobs
                      for line in self.lines[blob].get(secret, []))

    def blamed(self, commit, path, line):
        """The commit that git blames for a line of `path` in `commit`."""
        return git(self.folder, "blame", "-s", "-l", "--root", "-L",
                   f"{line},{line}", commit, "--", path).split()[0].decode()

    def picked(self, secret):
        """The commits in which `git log -S` sees the count of it change."""
        return set(git(self.folder, "log", "--all", "-m", "--format=%H",
                       "--text", "-S", secret).decode().split())

    def facts(self, commit):
        lines = git(self.folder, "show", "-s", "--encoding=UTF-8",
                    "--format=%an%n%ae%n%aI%n%s", commit).decode().splitlines()
        return dict(zip(("author", "email", "date", "message"), lines),
                    commit=commit, where="file", reached_by="ref")


class RandomHistories(GitTest):

    def wrong_with(self, history):
        """Returns what is wrong with the report on a history, or ""."""
        folder = self.tmp / "random"
        if folder.exists():
            shutil.rmtree(folder)
        build(history, folder)
        oracle = Oracle(folder, history.planted)
        if not oracle.parents:
            return []
        report = self.sluice("--reach", "refs", str(folder))
        wrong = []
        if report["coverage"]["incomplete"]:
            wrong.append(f"incomplete: {report['coverage']['incomplete']}")
        found = {}
        for finding in report["findings"]:
            found.setdefault(finding["secret"], []).append(finding)
        for secret in sorted(history.planted | set(found)):
            what = self.wrong_with_secret(oracle, secret,
                                          found.get(secret, []))
            wrong += [f"{secret}: {one}" for one in what]
        return wrong

    def wrong_with_secret(self, oracle, secret, findings):
        adding = oracle.adding(secret)
        if bool(adding) != bool(findings):
            return [f"git has it in {adding}, found: {findings}"]
        if not adding:
            return []  # it is nowhere, or on a deleted branch alone
        commits = {f["git"]["commit"] for f in findings}
        if len(commits) != 1 or not commits <= adding:
            return [f"git has it in {adding}, found in {commits}"]
        [commit] = commits
        wrong = []
        there = oracle.places(commit, secret)
        told = []
        for finding in findings:
            path, line = harness.path_of(finding), finding["start"]["line"]
            mode, blob = oracle.trees[commit].get(path, ("", ""))
            told.append((blob, line))
            if finding["git"] != oracle.facts(commit):
                wrong.append(f"{finding['git']} and not {oracle.facts(commit)}")
            if blob and mode != LINK:
                blamed = oracle.blamed(commit, path, line)
                if blamed != commit:
                    wrong.append(f"git blames {blamed}, and not {commit}")
        if sorted(told) != there:
            wrong.append(f"git has it at {there}, found at {sorted(told)}")
        in_bytes = any(secret.encode() in oracle.texts[blob]
                       for blob, _ in there)
        if in_bytes and commit not in oracle.picked(secret):
            wrong.append(f"git log -S does not see it in {commit}")
        return wrong

    def test_each_secret_once_where_git_has_it(self):
        secrets = 0
        for number, seed in enumerate(SEEDS):
            history = HistoryMaker(seed).history(4 + 3 * number % 25)
            secrets += len(history.planted)
            wrong = self.wrong_with(history)
            if not wrong:
                continue
            smaller = True
            while smaller:
                smaller = False
                for fewer in history.smaller():
                    now = self.wrong_with(fewer)
                    if now:
                        history, wrong, smaller = fewer, now, True
                        break
            self.fail(f"seed {seed}, made smaller:\n{history.describe()}\n"
                      + "\n".join(wrong))
        self.assertGreater(secrets, len(SEEDS))

    def test_the_report_is_the_same_for_any_number_of_workers(self):
        build(HistoryMaker(5).history(60), self.tmp / "random")
        reports = {harness.run("git", "-f", "json", "-j", n,
                               str(self.tmp / "random")).stdout
                   for n in ("1", "2", "7")}
        self.assertEqual(len(reports), 1)
        self.assertTrue(json.loads(reports.pop())["findings"])


if __name__ == "__main__":
    unittest.main()
