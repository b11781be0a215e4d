"""Tokens in names of a repository: of files, of links' targets, of refs."""

import os
import shutil
import unittest

import formats
import harness
import sharded
from git_repositories import GitTest, git

ENV = harness.environment(SOURCE_DATE_EPOCH="1700000000")


class GitNamesTest(GitTest):

    def setUp(self):
        super().setUp()
        self.token = self.tokens.github()

    def found(self, *words, code=1):
        """(path, byte, secret, found_in, subject) of each finding."""
        return [(f["path"], f["start"]["byte"], f["secret"], f.get("found_in"),
                 f["git"]["message"] if "git" in f else None)
                for f in self.sluice(*words, code=code)["findings"]]

    def pack(self):
        """Packed objects are read in another way than loose ones."""
        self.git("gc", "-q")


class Paths(GitNamesTest):

    def check(self, expected, *words):
        for workers in ("-j1", "-j4"):
            self.assertEqual(self.found(workers, *words), expected)

    def test_a_directory_once(self):
        self.put("first", "x\n")
        self.commit("zero")
        for number in range(3):
            self.put(f"d/{self.token}.d/{number}/file", f"text {number}\n")
            self.put(f"d/{self.token}.d/again", f"text {number}\n")
            self.commit(f"commit {number}")
        self.git("mv", f"d/{self.token}.d", "d/other")
        self.commit("moved away")
        expected = [(f"d/{self.token}.d", 2, self.token, "name", "commit 0")]
        self.check(expected)
        self.pack()
        self.check(expected)

    def test_files_whose_text_is_known(self):
        self.put("a/b/c", "x\n")
        self.commit("zero")
        self.git("mv", "a", self.token)
        self.commit("one")
        other = self.tokens.github()
        self.put(f"{self.token}/{other}", "x\n")
        self.commit("two")
        expected = [(self.token, 0, self.token, "name", "one"),
                    (f"{self.token}/{other}", 41, other, "name", "two")]
        self.check(expected)
        self.pack()
        self.check(expected)

    def test_before_the_text_of_the_file(self):
        other = self.tokens.github()
        self.put(self.token, f"key = {other}\nsame = {self.token}\n")
        self.commit("one")
        self.check([(self.token, 0, self.token, "name", "one"),
                    (self.token, 6, other, None, "one"),
                    (self.token, 54, self.token, None, "one")])

    def test_excluded(self):
        self.put(f"out/{self.token}/file", "x\n")
        self.put("z", "z\n")
        self.commit()
        self.check([("out/" + self.token, 4, self.token, "name", "a commit")])
        report = self.sluice("--exclude", "file", code=0)
        self.assertEqual(report["findings"], [])
        self.assertEqual(report["coverage"]["skipped"]["excluded"], 1)
        self.git("mv", "out", "in")
        self.commit("two")
        self.assertEqual(
            self.found("--exclude", "out"),
            [("in/" + self.token, 3, self.token, "name", "two")])

    def test_a_trees_ref(self):
        self.put("first", "x\n")
        self.commit()
        self.put(f"a/{self.token}", "y\n")
        self.git("add", "-A")
        tree = self.git("write-tree")
        self.git("reset", "-q", "--hard")
        self.git("update-ref", "refs/tags/tree", tree)
        self.check([(f"refs/tags/tree/a/{self.token}", 17, self.token, "name",
                     "")])

    def test_the_target_of_a_link(self):
        os.symlink(f"/nowhere/{self.token}", self.repo / "link")
        self.put("z", "z\n")
        self.git("add", "-A")
        expected = ("link", 9, self.token, "link target")
        self.assertEqual(self.found("--staged"), [(*expected, None)])
        self.commit()
        self.check([(*expected, "a commit")])

    def test_known_texts(self):
        self.put(f"{self.token}/a", "x\n")
        self.commit("one")
        self.put("b", "y\n")
        self.commit("two")
        for _ in range(3):
            self.check([(self.token, 0, self.token, "name", "one")],
                       "--known", self.tmp / "known")

    def test_in_a_baseline(self):
        self.put(self.token, "x\n")
        self.commit()
        self.git("branch", self.tokens.npm())
        baseline = self.tmp / "known.json"
        outcome = harness.run("git", "-f", "gitleaks", "--show-secrets", "-o",
                              baseline, cwd=self.repo)
        self.assert_code(outcome, 1)
        self.assertEqual(self.found("--baseline", baseline, code=0), [])

    def test_a_submodule(self):
        inner = self.tmp / "inner"
        branch = self.tokens.npm()
        self.write(f"inner/{self.token}", b"x\n")
        git(inner, "init", "-q", ".")
        git(inner, "add", "-A")
        git(inner, "commit", "-q", "-m", "inner")
        self.git("submodule", "add", "-q", inner, "s")
        self.git("-C", "s", "branch", branch)
        self.commit("outer")
        places = [f[:4] for f in self.found("--submodules")]
        self.assertIn((f"s/{self.token}", 2, self.token, "name"), places)
        self.assertIn((f"s/refs/heads/{branch}", 13, branch, "ref"), places)
        self.assertEqual(len(places), 2)


class Ranges(GitNamesTest):

    def test_only_new_names(self):
        new = self.tokens.github()
        self.put(f"{self.token}/a", "x\n")
        first = self.commit("one")
        self.put(f"{self.token}/b", "y\n")
        second = self.commit("two")
        self.git("mv", self.token, "moved")
        self.put(f"{new}/c", "z\n")
        self.commit("three")
        self.git("mv", "moved", f"{self.token}-again")
        self.commit("four")
        expected = [(new, 0, new, "name", "three")]
        for _ in range(2):
            self.assertEqual(self.found(f"{first}..{second}", code=0), [])
            self.assertEqual(self.found(f"{second}~1..HEAD~1"), expected)
            # It was removed, and comes again.
            self.assertEqual(
                self.found(f"{second}..HEAD"),
                [*expected,
                 (f"{self.token}-again", 0, self.token, "name", "four")])
            self.pack()

    def test_no_ref(self):
        self.put("a", "x\n")
        self.commit()
        self.put("b", "y\n")
        self.commit()
        self.git("branch", self.token)
        self.assertEqual(self.found("HEAD~1..HEAD", code=0), [])


class Refs(GitNamesTest):

    def setUp(self):
        super().setUp()
        self.put("a", "x\n")
        self.commit()

    def ref(self, path):
        return (path, path.index(self.token), self.token, "ref", "")

    def test_a_branch_and_a_tag(self):
        for name in (f"heads/x/{self.token}", f"remotes/o/{self.token}",
                     f"tags/{self.token}", f"pull/{self.token}/head"):
            with self.subTest(name):
                self.git("update-ref", f"refs/{name}", "HEAD")
                self.assertEqual(self.found(), [self.ref(f"refs/{name}")])
                of_heads = name.startswith(("heads", "remotes"))
                found = self.found("--reach", "heads", code=int(of_heads))
                self.assertEqual(len(found), int(of_heads))
                self.git("update-ref", "-d", f"refs/{name}")

    def test_an_annotated_tag(self):
        self.git("tag", "-a", "-m", "text", self.token)
        self.assertEqual(self.found(), [self.ref(f"refs/tags/{self.token}")])
        # Now the tag's object alone has the name.
        self.git("update-ref", "refs/tags/other", f"refs/tags/{self.token}")
        self.git("update-ref", "-d", f"refs/tags/{self.token}")
        self.assertEqual(self.found(), [
            (f"tag {self.token}", 4, self.token, "ref", "text")])

    def test_excluded(self):
        self.git("branch", self.token)
        self.assertEqual(self.found("--exclude", "refs/heads/*", code=0), [])


class Changes(GitNamesTest):

    def test_staged(self):
        self.put("a", "x\n")
        self.commit()
        self.put(f"d/{self.token}/a", "y\n")
        self.put(f"d/{self.token}/b", "z\n")
        self.assertEqual(self.found("--staged", code=0), [])
        expected = [(f"d/{self.token}", 2, self.token, "name", None)]
        self.assertEqual(self.found("--untracked"), expected)
        self.git("add", "-A")
        self.assertEqual(self.found("--staged"), expected)
        self.assertEqual(self.found("--staged", "--exclude", "d", code=0), [])
        self.commit()
        # An old name, also at another place.
        self.put(f"d/{self.token}/b", "changed\n")
        self.assertEqual(self.found("--unstaged", code=0), [])
        self.put(f"d/{self.token}/c", "new\n")
        self.assertEqual(self.found("--untracked", code=0), [])
        self.git("add", "-A")
        self.assertEqual(self.found("--staged", code=0), [])
        self.assertEqual(self.found("--staged", "--whole-files"), expected)
        self.git("mv", "d", "e")
        self.assertEqual(self.found("--staged", code=0), [])

    def test_before_the_first_commit(self):
        self.put(self.token, "y\n")
        self.git("add", "-A")
        self.assertEqual(self.found("--staged"), [
            (self.token, 0, self.token, "name", None)])


class Everywhere(GitNamesTest):
    """A repository with tokens in all of these names."""

    def setUp(self):
        super().setUp()
        self.given = [self.tokens.github() for _ in range(12)]
        for number, token in enumerate(self.given[:8]):
            self.put(f"d{number}/{token}/file", f"text {number % 3}\n")
            self.put(f"d{number}/{token}/{self.given[7 - number]}", "x\n")
            self.commit(f"commit {number}")
        os.symlink(self.given[8], self.repo / "link")
        self.put("text", f"key = {self.given[9]}\n")
        self.commit("the last")
        self.git("branch", self.given[9])
        self.git("branch", self.given[10])
        self.git("tag", "-a", "-m", "text", self.given[11])

    def test_shards(self):
        for words in ((), ("HEAD~4..HEAD",)):
            whole = harness.run("git", *words, "-f", "json", cwd=self.repo,
                                env=ENV)
            self.assert_code(whole, 1)
            for count in (2, 5):
                folder = self.tmp / "shards"
                if folder.exists():
                    shutil.rmtree(folder)
                sharded.shards(count, folder, "json", "git", *words,
                               cwd=self.repo, env=ENV)
                merged = sharded.merge(sharded.reports(folder, "json"), "json",
                                       env=ENV)
                self.assertEqual(merged.stdout.splitlines(),
                                 whole.stdout.splitlines())

    def test_all_are_found(self):
        found = self.found()
        self.assertEqual({f[2] for f in found}, set(self.given))
        self.assertEqual(found, self.found("-j1"))

    def test_masked_in_every_format(self):
        self.git("add", "-A")
        for words in ((), ("--since", "HEAD~3"), ("--staged",)):
            for name in formats.FORMATS:
                with self.subTest(f"{words} {name}"):
                    outcome = harness.run("git", "-v", *words, "-f", name,
                                          cwd=self.repo)
                    self.assert_code(outcome, int(words != ("--staged",)))
                    if words != ("--staged",):
                        self.assertTrue(outcome.stdout)
                    for token in self.given:
                        self.assertNotIn(token.encode(),
                                         outcome.stdout + outcome.stderr)

    def test_reports_are_read_again(self):
        report = self.tmp / "report.json"
        harness.run("git", "-f", "json", "-o", report, cwd=self.repo, env=ENV)
        again = harness.run("report", "convert", "-f", "json", report, env=ENV)
        self.assertEqual(again.stdout, report.read_bytes())


if __name__ == "__main__":
    unittest.main()
