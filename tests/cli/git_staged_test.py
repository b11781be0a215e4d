"""`sluice git --staged` and its kin, with the real git."""

import os
import random
import unittest

import harness
from git_repositories import GitTest, git


class Staged(GitTest):

    def test_before_the_first_commit(self):
        secret = self.tokens.checked()
        self.put("dir/a b.txt", f"x\nk = {secret}\n")
        self.sluice("--staged", code=0)
        self.git("add", ".")
        self.assert_places(self.sluice("--staged", code=1),
                           ("dir/a b.txt", 2, secret))

    def test_the_index_counts_and_not_the_file(self):
        staged, later = self.tokens.checked(), self.tokens.checked()
        self.put("a", "x\n")
        self.commit()
        self.put("a", f"x\nk = {staged}\n")
        self.git("add", "a")
        self.put("a", f"x\nl = {later}\n")
        self.assert_places(self.sluice("--staged", code=1), ("a", 2, staged))
        self.assert_places(self.sluice("--unstaged", code=1), ("a", 2, later))
        self.assert_places(self.sluice("--staged", "--unstaged", code=1),
                           ("a", 2, staged), ("a", 2, later))
        self.git("reset", "-q", "--hard")
        for words in (["--staged"], ["--unstaged"], ["--untracked"]):
            self.sluice(*words, code=0)

    def test_old_lines_are_not_new(self):
        old, new = self.tokens.checked(), self.tokens.checked()
        self.put("a", f"k = {old}\nb\n")
        self.commit()
        self.put("a", f"b\nmore\nk = {old}\nl = {new}\n")
        self.git("add", "a")
        self.assert_places(self.sluice("--staged", code=1), ("a", 4, new))
        self.assert_places(self.sluice("--staged", "--whole-files", code=1),
                           ("a", 3, old), ("a", 4, new))
        # A line that is touched, and one that is repeated, are new.
        self.put("a", f"k = {old} # why\nb\n")
        self.git("add", "a")
        self.assert_places(self.sluice("--staged", code=1), ("a", 1, old))
        self.put("a", f"k = {old}\nb\nk = {old}\n")
        self.git("add", "a")
        self.assert_places(self.sluice("--staged", code=1), ("a", 3, old))

    def test_renamed_and_changed(self):
        old = self.tokens.checked()
        self.put("a", f"k = {old}\n" + "line\n" * 30)
        self.commit()
        self.git("mv", "a", "b")
        self.sluice("--staged", code=0)
        self.put("b", f"k = {old}\n" + "line\n" * 30 + "more\n")
        self.git("add", "b")
        self.sluice("--staged", code=0)

    def test_a_key_of_many_lines_and_utf16(self):
        text = "k = " + self.tokens.checked() + "\n"
        path = self.put("u", "x\n")
        path.write_bytes(text.encode("utf-16"))
        self.git("add", "u")
        self.assertEqual(len(self.sluice("--staged")["findings"]), 1)
        self.commit()
        path.write_bytes(("more\n" + text).encode("utf-16"))
        self.git("add", "u")
        self.sluice("--staged", code=0)

    def test_untracked_files_alone(self):
        secret = self.tokens.checked()
        self.put("tracked", "x\n")
        self.put(".gitignore", "ignored\n")
        self.commit()
        for name in ("new", "ignored", "in/new"):
            self.put(name, f"k = {secret}\n")
        self.git("init", "-q", "nested")
        report = self.sluice("--untracked", code=1)
        self.assert_places(report, ("new", 1, secret), ("in/new", 1, secret))
        self.assertIn("nested", " ".join(report["coverage"]["notes"]))

    def test_a_merge_counts_for_what_it_adds(self):
        theirs, ours = self.tokens.checked(), self.tokens.checked()
        self.put("a", "one\n")
        self.put("b", "x\n")
        self.commit()
        self.git("checkout", "-q", "-b", "side")
        self.put("a", f"two\nk = {theirs}\n")
        self.put("b", f"x\nk = {theirs}\n")
        self.commit()
        self.git("checkout", "-q", "main")
        self.put("a", "three\n")
        self.commit()
        self.git("merge", "-q", "side", check=False)
        self.put("a", f"two and three\nk = {theirs}\nl = {ours}\n")
        self.git("add", "a")
        self.assert_places(self.sluice("--staged", code=1), ("a", 3, ours))

    def test_from_a_directory_below_and_from_outside(self):
        secret = self.tokens.checked()
        self.put("in/a", f"k = {secret}\n")
        self.git("add", ".")
        for cwd in (self.repo, self.repo / "in"):
            self.assert_places(self.sluice("--staged", cwd=cwd, code=1),
                               ("in/a", 1, secret))
        pretty = harness.run("git", "--staged", cwd=self.repo / "in")
        self.assertIn(b"../in/a:1:5", pretty.stdout)
        pretty = harness.run("git", "--staged", self.repo, cwd=self.tmp)
        self.assertIn(os.fsencode(self.repo) + b"/in/a:1:5", pretty.stdout)
        # The environment's variables are about another repository.
        env = harness.environment(GIT_DIR="/nowhere", GIT_INDEX_FILE="/no")
        self.assert_places(self.sluice("--staged", self.repo, cwd=self.tmp,
                                       env=env, code=1), ("in/a", 1, secret))

    def test_names_that_are_odd(self):
        secret = self.tokens.checked()
        for name in (b"new\nline", b"\xff\xfe", b'"quoted"', b"-x", b":(top)"):
            self.write(b"repo/" + name, f"k = {secret}\n".encode())
        self.git("add", "-A")
        report = self.sluice("--staged", code=1)
        self.assertEqual({harness.path_of(f) for f in report["findings"]},
                         {b"new\nline", b"\xff\xfe", b'"quoted"', b"-x",
                          b":(top)"})

    def test_a_large_blob_and_many(self):
        secret, other = self.tokens.checked(), self.tokens.checked()
        filler = "".join(f"line {i}\n" for i in range(400_000))
        self.put("large", filler + f"k = {secret}\n")
        for i in range(300):
            self.put(f"many/{i}", f"text {i}\n")
        self.put("many/200", f"k = {other}\n")
        self.git("add", ".")
        report = self.sluice("--staged", code=1)
        self.assert_places(report, ("large", 400_001, secret),
                           ("many/200", 1, other))
        self.assertEqual(report["coverage"]["files_scanned"], 301)

    def test_explained_drops_are_those_of_new_lines(self):
        allowed = f"k = {self.tokens.checked()} # sluice:allow\n"
        self.put("a", allowed)
        self.git("add", ".")
        report = self.sluice("--staged", "--explain-drops", code=0)
        self.assertTrue(report["dropped"])
        self.commit()
        self.put("a", allowed + "more\n")
        self.git("add", ".")
        report = self.sluice("--staged", "--explain-drops", code=0)
        self.assertFalse(report["dropped"])

    def test_options_that_exclude_each_other(self):
        for words in (["--staged", "--since", "x"], ["--all", "a..b"],
                      ["--whole-files"], ["a..b", "c..d"],
                      ["--explain-drops"]):
            self.assert_refused(harness.run("git", *words, cwd=self.repo))

    def test_random_edits_beside_git(self):
        """Secrets on lines that git says were added: those that only moved
        aside."""
        rng = random.Random(harness.seed(3))
        for _ in range(harness.times(8, 200)):
            lines = [f"l{i} {rng.randrange(9)}" for i in range(12)]
            for _ in range(3):
                lines[rng.randrange(12)] = f"k = {self.tokens.checked()}"
            self.put("f", "\n".join(lines) + "\n")
            self.commit()
            old = set(lines)
            for _ in range(4):
                at = rng.randrange(len(lines))
                lines[at:at + rng.randrange(2)] = [rng.choice(
                    [f"n{rng.random()}", f"k = {self.tokens.checked()}"])]
            self.put("f", "\n".join(lines) + "\n")
            self.git("add", "f")
            added = {line[1:] for line in
                     self.git("diff", "--cached", "-U0").splitlines()
                     if line.startswith("+k")}
            self.assertEqual({line[4:] for line in added - old},
                             {f["secret"] for f
                              in self.sluice("--staged")["findings"]})
            self.commit()


if __name__ == "__main__":
    unittest.main()
