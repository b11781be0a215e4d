"""`sluice hook` where nothing else manages the hooks, with the real git."""

import os
import shutil
import unittest

import harness
from git_repositories import git
from hook_repositories import HookTest


class Hook(HookTest):
    """No tool manages the hooks."""

    def test_commits(self):
        self.hook("install")
        secret = self.tokens.checked()
        self.put("a b", f"k = {secret}\n")
        self.git("add", ".")
        done, said = self.try_commit()
        self.assertFalse(done, said)
        self.assertIn("a b:1:5", said)
        self.assertIn("sluice:allow", said)
        self.assertIn("baseline", said)
        self.assertNotIn(secret, said)
        # The file is clean again, the index is not; then the other way.
        self.put("a b", "clean\n")
        self.assertFalse(self.try_commit()[0])
        self.git("add", ".")
        self.put("a b", f"k = {secret}\n")
        self.assertTrue(self.try_commit()[0])
        self.assertFalse(self.try_commit("-a")[0])
        self.assertFalse(self.try_commit("--amend", "-a")[0])
        self.assertFalse(self.try_commit("a b")[0])
        self.put("a b", f"k = {secret} # sluice:allow\n")
        self.assertTrue(self.try_commit("--amend", "a b")[0])
        self.hook("uninstall")
        self.put("a b", f"again = {self.tokens.checked()}\n")
        self.assertTrue(self.try_commit("-a")[0])

    def test_idempotent_and_keeps_what_was_there(self):
        path = self.repo / ".git/hooks/pre-commit"
        self.hook("install")
        once = path.read_bytes()
        self.assertIn(b"already there", self.hook("install").stdout)
        self.assertEqual(path.read_bytes(), once)
        self.hook("uninstall")
        self.assertFalse(path.exists())
        self.assertIn(b"not installed", self.hook("uninstall").stdout)

        own = b"#!/bin/sh\necho ran >> ran\n[ ! -e stop ]\n"
        self.write("repo/.git/hooks/pre-commit", own)
        path.chmod(0o755)
        self.hook("install")
        self.hook("install")
        self.put("a", "x\n")
        self.git("add", "a")
        self.assertTrue(self.try_commit()[0])
        self.assertEqual((self.repo / "ran").read_bytes(), b"ran\n")
        self.put("stop", "")
        self.assertFalse(self.try_commit("--allow-empty")[0])
        self.hook("uninstall")
        self.assertEqual(path.read_bytes(), own)
        self.assertTrue(os.access(path, os.X_OK))
        self.assertEqual([p.name for p in path.parent.glob("*sluice*")], [])

    def test_a_hook_that_was_set_aside_is_not_overwritten(self):
        hooks = self.repo / ".git/hooks"
        for name in ("pre-commit", "pre-commit.before-sluice"):
            self.write(f"repo/.git/hooks/{name}", f"#!/bin/sh\n# {name}\n"
                       .encode())
        self.assert_refused(harness.run("hook", "install", cwd=self.repo),
                            "pre-commit.before-sluice is in the way")
        for name in ("pre-commit", "pre-commit.before-sluice"):
            self.assertIn(f"# {name}\n", (hooks / name).read_text())

    def test_hooks_path_and_worktrees(self):
        self.git("worktree", "add", "-q", "../tree", "-b", "other")
        tree = self.tmp / "tree"
        self.hook("install", cwd=tree)
        self.assertTrue((self.repo / ".git/hooks/pre-commit").exists())
        self.write("tree/a", f"k = {self.tokens.checked()}\n".encode())
        git(tree, "add", "a")
        self.assertFalse(self.try_commit(cwd=tree)[0])
        self.hook("uninstall", str(self.repo), cwd=self.tmp)
        self.assertTrue(self.try_commit(cwd=tree)[0])
        self.git("config", "core.hooksPath", "own hooks")
        self.hook("install")
        written = (self.repo / "own hooks/pre-commit").read_text()
        # It is committed: no path of this machine is in it.
        self.assertNotIn(harness.binary(), written)
        self.put("b", f"k = {self.tokens.checked()}\n")
        self.git("add", "b")
        self.assertFalse(self.try_commit()[0])

    def test_a_program_that_is_gone_stops_the_commit(self):
        copy = self.tmp / "a sluice'"
        shutil.copyfile(harness.binary(), copy)
        copy.chmod(0o755)
        self.hook("install", program=str(copy))
        (self.tmp / "bin/sluice").unlink()
        self.put("a", "x\n")
        self.git("add", "a")
        self.assertTrue(self.try_commit()[0])
        copy.unlink()
        done, said = self.try_commit("--allow-empty")
        self.assertFalse(done)
        self.assertIn("sluice is gone", said)

    def test_usage(self):
        for words in ([], ["instal"], ["install", "a", "b"]):
            self.assert_refused(harness.run("hook", *words, cwd=self.repo))
        self.assert_refused(harness.run("hook", "install", cwd=self.tmp),
                            "no git repository")

    def test_a_folder_outside_of_the_repository(self):
        """A hook there would be every repository's."""
        outside = self.tmp / "outside"
        hooks = self.repo / ".git/hooks"
        for how in ("link", "link above", "setting"):
            with self.subTest(how):
                shutil.rmtree(outside, ignore_errors=True)
                outside.mkdir()
                shutil.rmtree(hooks, ignore_errors=True)
                if how == "setting":
                    self.git("config", "core.hooksPath", outside)
                elif how == "link above":
                    (self.repo / "above").symlink_to(outside)
                    self.git("config", "core.hooksPath", "above/hooks")
                else:
                    hooks.symlink_to(outside)
                self.assert_refused(self.hook("install", code=2),
                                    str(outside), "outside of this repository",
                                    "sluice git --staged")
                self.assertEqual(list(outside.iterdir()), [])
                self.git("config", "--unset", "core.hooksPath", check=False)
                if hooks.is_symlink():
                    hooks.unlink()
        shutil.rmtree(hooks, ignore_errors=True)
        hooks.symlink_to(outside / "none")
        self.assert_refused(self.hook("install", code=2), "leads nowhere")
        self.assertEqual(list(outside.iterdir()), [])

    def test_links_within_the_repository(self):
        hooks = self.repo / ".git/hooks"
        shutil.rmtree(hooks, ignore_errors=True)
        (self.repo / "team").mkdir()
        hooks.symlink_to("../team")
        self.hook("install")
        self.assertTrue((self.repo / "team/pre-commit").exists())
        self.hook("uninstall")
        # A hook that is a link itself: it is kept, not written through.
        own = self.put("script", "#!/bin/sh\necho ran >> ran\n")
        own.chmod(0o755)
        (hooks / "pre-commit").symlink_to("../script")
        text = own.read_bytes()
        self.hook("install")
        self.assertEqual(own.read_bytes(), text)
        self.assert_stops_a_token()
        self.assertIn("ran\n", (self.repo / "ran").read_text())
        self.hook("uninstall")
        self.assertEqual(os.readlink(hooks / "pre-commit"), "../script")

    def test_without_git(self):
        self.assert_refused(
            self.hook("install", code=2, env=harness.environment(
                PATH=str(self.tmp))), "git is not installed", "the hook")

    def test_a_bare_repository(self):
        git(self.tmp, "init", "-q", "--bare", "bare")
        self.assert_refused(self.hook("install", str(self.tmp / "bare"), code=2),
                            "bare repository", "pre-receive")


class PreReceive(HookTest):
    """ci/pre-receive on a server that this repository is pushed to."""

    def setUp(self):
        super().setUp()
        self.server = self.tmp / "server"
        git(self.tmp, "init", "-q", "--bare", self.server)
        shutil.copy(harness.REPOSITORY / "ci/pre-receive",
                    self.server / "hooks")
        self.secret = self.tokens.checked()

    def push(self, *words, code=0):
        said = self.run_tool("git", "push", "-q", self.server, *words,
                             code=None)
        refused = "pre-receive hook declined" in said
        self.assertEqual(refused, code != 0, said)
        self.assertNotIn(self.secret, said)
        return said

    def leak(self, name="leak"):
        self.put(name, f"k = {self.secret}\n")
        self.commit()

    def test_the_first_push(self):
        self.leak()
        said = self.push("main", code=1)
        self.assertIn("refs/heads/main is refused", said)
        self.assertIn("leak:1:5", said)
        self.assertEqual(git(self.server, "for-each-ref"), b"")
        self.git("reset", "-q", "--hard", "HEAD~")
        self.push("main")

    def test_what_is_pushed_later(self):
        """The secret is gone again in the commit after the one with it."""
        for default in ("main", "no-such-branch"):
            with self.subTest(default):
                git(self.server, "symbolic-ref", "HEAD",
                    f"refs/heads/{default}")
                self.push("+HEAD~0:refs/heads/main")
                self.leak()
                self.git("rm", "-q", "leak")
                self.commit()
                said = self.push("main", code=1)
                self.assertIn("leak:1:5", said)
                if default == "main":
                    self.push("main:refs/heads/new", code=1)
                # Nothing of the quarantine is left.
                commit = self.git("rev-parse", "HEAD")
                self.assertEqual(git(self.server, "cat-file", "-t", commit,
                                     check=False), b"")
                self.git("reset", "-q", "--hard", "HEAD~2")
        self.put("a", "clean\n")
        self.commit()
        self.push("main", "main:refs/heads/new")
        self.push(":refs/heads/new")

    def test_a_push_does_not_vouch_for_itself(self):
        git(self.server, "symbolic-ref", "HEAD", "refs/heads/main")
        self.push("main")
        self.put(".sluiceignore", "*\n")
        self.leak()
        said = self.push("main")
        self.assertIn("allowed by the change itself", said)
        self.assertIn(".sluiceignore", said)
        self.leak("again")
        self.push("main")

    def test_without_sluice(self):
        (self.tmp / "bin/sluice").unlink()
        self.assertIn("refused", self.push("main", code=1))


if __name__ == "__main__":
    unittest.main()
