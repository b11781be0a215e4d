"""`sluice git --submodules`, with the real git and its submodules: checked out
with a .git of their own or with one that is a file, in each other, and not
there."""

import shutil
import unittest

import harness
from git_repositories import GitTest, git


class Submodules(GitTest):

    def setUp(self):
        super().setUp()
        self.put("top.txt", "x\n")
        self.commit("first")
        self.old, self.secret = self.tokens.checked(), self.tokens.checked()

    def source(self, name: str):
        """A repository to be made a submodule; its history has self.old, its
        last commit nothing."""
        folder = self.tmp / name
        git(self.tmp, "init", "-q", name)
        self.write_and_commit(folder, "f", f"k = {self.old}\n")
        self.write_and_commit(folder, "f", "clean\n")
        return folder

    def write_and_commit(self, folder, name, text) -> str:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "-m", "a commit")
        return git(folder, "rev-parse", "HEAD").decode().strip()

    def add_submodule(self, path="lib/sub", old_style=False):
        """Commits one; returns the folder of its checkout."""
        source = self.source("source-of-" + path.replace("/", "-"))
        if old_style:
            git(self.repo, "clone", "-q", source, path)
        self.git("submodule", "--quiet", "add", source, path)
        self.commit("a submodule")
        folder = self.repo / path
        self.assertEqual((folder / ".git").is_dir(), old_style)
        return folder

    def notes(self, report) -> str:
        return "\n".join(report["coverage"]["notes"])

    def test_named_and_not_entered_unless_asked(self):
        for old_style in (False, True):
            self.add_submodule(f"lib/{old_style}", old_style)
        notes = self.notes(self.sluice(code=0))
        for old_style in (False, True):
            self.assertIn(f"lib/{old_style} is another repository, and was not "
                          "scanned (--submodules scans it)", notes)

    def test_every_commit(self):
        for old_style in (False, True):
            with self.subTest(old_style=old_style):
                path = f"lib/sub {old_style:d}"
                folder = self.add_submodule(path, old_style)
                report = self.sluice("--submodules", "--include", f"{path}/**",
                                     code=1)
                self.assert_places(report, (f"{path}/f", 1, self.old))
                self.assertEqual(
                    report["findings"][0]["git"]["commit"],
                    git(folder, "rev-parse", "HEAD~1").decode().strip())
                self.assertIn(f"{path}: 2 commits were scanned",
                              self.notes(report))
                self.assertNotIn("another repository", self.notes(report))
        everything = self.sluice("--submodules", "--all", code=1)
        self.assertEqual(len(everything["findings"]), 2)

    def test_submodules_in_submodules(self):
        inner = self.source("inner")
        outer = self.source("outer")
        git(outer, "submodule", "--quiet", "add", inner, "in ner")
        git(outer, "commit", "-q", "-m", "nested")
        self.git("submodule", "--quiet", "add", outer, "outer")
        self.git("submodule", "--quiet", "update", "--init", "--recursive")
        self.commit("outer")
        self.assert_places(self.sluice("--submodules", code=1),
                           ("outer/f", 1, self.old),
                           ("outer/in ner/f", 1, self.old))
        nested = self.repo / "outer" / "in ner"
        (nested / "g").write_text(f"k = {self.secret}\n", encoding="utf-8")
        self.assert_places(self.sluice("--untracked", "--submodules", code=1),
                           ("outer/in ner/g", 1, self.secret))
        git(nested, "add", "g")
        self.assert_places(self.sluice("--staged", "--submodules", code=1),
                           ("outer/in ner/g", 1, self.secret))
        # Committed on and on, to the top.
        git(nested, "commit", "-q", "-m", "x")
        git(self.repo / "outer", "commit", "-q", "-a", "-m", "x")
        self.commit("moved")
        self.assert_places(
            self.sluice("--since", "HEAD~1", "--submodules", code=1),
            ("outer/in ner/g", 1, self.secret))
        self.sluice("--since", "HEAD", "--submodules", code=0)

    def test_a_range_is_what_the_submodule_was_moved_by(self):
        folder = self.add_submodule()
        base = self.git("rev-parse", "HEAD")
        one = self.write_and_commit(folder, "g", f"a\nk = {self.secret}\n")
        self.write_and_commit(folder, "g", "taken out\n")
        self.commit("moved by two")
        for words in (["--since", base], [f"{base}..HEAD"]):
            report = self.sluice(*words, "--submodules", code=1)
            self.assert_places(report, ("lib/sub/g", 2, self.secret))
            self.assertEqual(report["findings"][0]["git"]["commit"], one)
        self.sluice("--since", base, code=0)
        # Back and forth again: the old commits are not scanned because of
        # that.
        later = self.git("rev-parse", "HEAD")
        git(folder, "checkout", "-q", "HEAD~2")
        self.commit("back")
        self.sluice("--since", later, "--submodules", code=0)
        self.assert_places(self.sluice("--since", base, "--submodules", code=1),
                           ("lib/sub/g", 2, self.secret))

    def test_a_submodule_that_is_new_brings_all_of_it(self):
        base = self.git("rev-parse", "HEAD")
        self.add_submodule()
        self.assert_places(self.sluice("--since", base, "--submodules", code=1),
                           ("lib/sub/f", 1, self.old))

    def test_a_file_that_becomes_a_submodule(self):
        self.put("lib/sub", "a file\n")
        base = self.commit("a file")
        self.git("rm", "-q", "lib/sub")
        self.add_submodule()
        self.assert_places(self.sluice("--since", base, "--submodules", code=1),
                           ("lib/sub/f", 1, self.old))

    def test_changes(self):
        folder = self.add_submodule()
        (folder / "new").write_text(f"k = {self.secret}\n", encoding="utf-8")
        new = ("lib/sub/new", 1, self.secret)
        self.assert_places(self.sluice("--untracked", "--submodules", code=1),
                           new)
        self.sluice("--untracked", code=0)
        git(folder, "add", "new")
        self.assert_places(self.sluice("--staged", "--submodules", code=1), new)
        self.sluice("--staged", code=0)
        self.sluice("--unstaged", "--submodules", code=0)
        changed = self.tokens.checked()
        (folder / "f").write_text(f"clean\nk = {changed}\n", encoding="utf-8")
        self.assert_places(self.sluice("--unstaged", "--submodules", code=1),
                           ("lib/sub/f", 2, changed))
        git(folder, "checkout", "-q", "f")
        # A commit there moves the submodule: first only in the working tree.
        git(folder, "commit", "-q", "-m", "x")
        self.sluice("--staged", "--submodules", code=0)
        self.assert_places(self.sluice("--unstaged", "--submodules", code=1),
                           new)
        self.git("add", "lib/sub")
        self.assert_places(self.sluice("--staged", "--submodules", code=1), new)
        self.sluice("--unstaged", "--submodules", code=0)
        self.assertIn("lib/sub is another repository",
                      self.notes(self.sluice("--staged", code=0)))

    def test_not_checked_out(self):
        folder = self.add_submodule()
        self.git("submodule", "--quiet", "deinit", "-f", "lib/sub")
        self.assertEqual(list(folder.iterdir()), [])
        report = self.sluice("--submodules", code=3)
        [entry] = report["coverage"]["incomplete"]
        self.assertEqual(entry["path"], "lib/sub")
        self.assertIn("not checked out", entry["reason"])
        self.sluice("--submodules", "--since", "HEAD", code=0)
        # Nothing can be staged there.
        report = self.sluice("--staged", "--submodules", code=0)
        self.assertIn("lib/sub is a submodule that is not checked out",
                      self.notes(report))
        shutil.rmtree(folder)
        self.sluice("--submodules", code=3)
        self.git("rm", "-q", "-f", "--cached", "lib/sub")
        self.commit("no submodule any more")
        self.sluice("--submodules", code=3)

    def test_commits_that_are_not_there(self):
        folder = self.add_submodule()
        self.git("update-index", "--cacheinfo", f"160000,{'7' * 40},lib/sub")
        self.git("commit", "-q", "-m", "names what nobody has")
        for words in ([], ["--since", "HEAD~1"]):
            report = self.sluice("--submodules", *words, code=1 if not words
                                 else 3)
            [entry] = report["coverage"]["incomplete"]
            self.assertEqual(entry["path"], "lib/sub")
            self.assertIn("777777777777", entry["reason"])
        # All objects of a submodule are gone.
        git_folder = self.repo / ".git/modules/lib/sub"
        shutil.rmtree(git_folder / "objects")
        (git_folder / "objects").mkdir()
        report = self.sluice("--submodules", code=3)
        self.assertIn("lib/sub", {e["path"] for e
                                  in report["coverage"]["incomplete"]})
        shutil.rmtree(git_folder)
        report = self.sluice("--submodules", code=3)
        self.assertTrue(folder.exists())

    def test_a_commit_that_no_branch_of_the_submodule_leads_to(self):
        folder = self.add_submodule()
        git(folder, "checkout", "-q", "--detach")
        self.write_and_commit(folder, "g", f"k = {self.secret}\n")
        self.commit("names it")
        git(folder, "checkout", "-q", "main")
        self.commit("names another one")
        places = [("lib/sub/f", 1, self.old), ("lib/sub/g", 1, self.secret)]
        self.assert_places(self.sluice("--submodules", code=1), *places)

    def test_a_shallow_submodule(self):
        folder = self.add_submodule()
        base = self.git("rev-parse", "HEAD")
        for i in range(3):
            self.write_and_commit(folder, "g", f"{i}\n")
        git(folder, "push", "-q", "origin", "HEAD:refs/heads/more")
        self.commit("moved")
        git(self.tmp, "clone", "-q", f"file://{self.repo}", "clone")
        git(self.tmp / "clone", "submodule", "--quiet", "update", "--init",
            "--depth=1")
        report = self.sluice("--since", base, "--submodules", code=3,
                             cwd=self.tmp / "clone")
        self.assertIn("shallow",
                      report["coverage"]["incomplete"][0]["reason"])

    def test_left_out_by_paths_from_the_top(self):
        self.add_submodule()
        self.sluice("--submodules", "--exclude", "lib/sub/f", code=0)
        self.sluice("--submodules", "--exclude", "lib", code=0)
        self.put(".sluiceignore", "sub/\n")
        report = self.sluice("--submodules", code=0)
        # A file, and the messages of the submodule's commits.
        self.assertEqual(report["coverage"]["skipped"]["ignored"], 2)

    def test_one_baseline_knows_what_a_scan_finds_there(self):
        folder = self.add_submodule()
        self.write_and_commit(folder, "f", f"again\nk = {self.old}\n")
        self.commit("again")
        self.assert_code(harness.run("baseline", "write", cwd=self.repo), 0)
        report = self.sluice("--submodules", code=0)
        self.assertEqual(report["coverage"]["baseline"], 2)

    def test_where_a_person_stands(self):
        folder = self.add_submodule()
        (folder / "new").write_text(f"k = {self.secret}\n", encoding="utf-8")
        git(folder, "add", "new")
        for cwd, name in ((self.repo, "lib/sub/new"),
                          (self.repo / "lib", "../lib/sub/new")):
            pretty = harness.run("git", "--staged", "--submodules", cwd=cwd)
            self.assertIn(f"{name}:1:5".encode(), pretty.stdout)
        # In a hook git names the superproject's directory and index.
        env = harness.environment(GIT_DIR=".git", GIT_INDEX_FILE=".git/index")
        self.assert_places(
            self.sluice("--staged", "--submodules", env=env, code=1),
            ("lib/sub/new", 1, self.secret))
        self.git("worktree", "add", "-q", "../tree")
        tree = self.tmp / "tree"
        git(tree, "submodule", "--quiet", "update", "--init")
        self.assert_places(self.sluice("--submodules", cwd=tree, code=1),
                           ("lib/sub/f", 1, self.old))

    def test_nothing_outside_is_entered(self):
        folder = self.add_submodule()
        elsewhere = self.tmp / "elsewhere"
        shutil.move(folder, elsewhere)
        folder.symlink_to(elsewhere)
        report = self.sluice("--submodules", code=3)
        self.assertIn("not checked out",
                      report["coverage"]["incomplete"][0]["reason"])


if __name__ == "__main__":
    unittest.main()
