"""`sluice hook` beside the real husky, lefthook and pre-commit. None of them,
nor a hook of the user's, stops running; nor does ours."""

import json
import os
import pathlib
import shutil
import unittest

import harness
from git_repositories import git
from hook_repositories import HookTest

LINE = b"sluice git --staged || exit  # written by sluice hook install\n"


class Husky(HookTest):

    def setUp(self):
        super().setUp()
        self.husky = pathlib.Path(self.tool("husky")).resolve()
        self.tool("npm")
        self.put("package.json", json.dumps(
            {"name": "x", "version": "1.0.0", "private": True,
             "scripts": {"prepare": "husky"}}))
        self.file = self.repo / ".husky/pre-commit"

    def npm_install(self):
        """Runs the developer's command after each pull: it sets husky up
        again."""
        self.run_tool("npm", "install", "--offline", "--no-audit", "--no-fund")
        self.assertEqual(self.git("config", "core.hooksPath"), ".husky/_")

    def test_the_user_s_hook_keeps_running(self):
        self.npm_install()
        own = b"echo own >> ran\nexit 0\n"
        self.write("repo/.husky/pre-commit", own)
        self.file.chmod(0o644)
        generated = (self.repo / ".husky/_/pre-commit").read_bytes()
        self.assertIn(b"installed: .husky/pre-commit",
                      self.hook("install").stdout)
        self.assertEqual(self.file.read_bytes(), LINE + own)
        self.assertIn(b"already there", self.hook("install").stdout)
        for _ in range(2):
            self.assertEqual(self.file.read_bytes(), LINE + own)
            self.assertEqual((self.repo / ".husky/_/pre-commit").read_bytes(),
                             generated)
            self.assert_stops_a_token()
            self.assertIn("own\n", (self.repo / "ran").read_text())
            (self.repo / "ran").unlink()
            self.npm_install()
        self.hook("uninstall")
        self.assertEqual(self.file.read_bytes(), own)
        self.assertEqual(self.file.stat().st_mode & 0o777, 0o644)
        self.assert_stops_nothing()
        self.assertIn(b"not installed", self.hook("uninstall").stdout)

    def test_without_a_hook_of_the_user(self):
        self.npm_install()
        self.hook("install", cwd=self.repo / ".husky")
        self.assertEqual(self.file.read_bytes(), LINE)
        self.assert_stops_a_token()
        self.hook("uninstall")
        self.assertFalse(self.file.exists())
        self.assert_stops_nothing()

    def test_a_clone_in_which_husky_is_not_set_up(self):
        self.write("repo/.husky/pre-commit", b"echo own >> ran\n")
        said = self.hook("install").stdout
        self.assertIn(b"once husky is set up here", said)
        self.assertFalse((self.repo / ".git/hooks/pre-commit").exists())
        self.npm_install()
        self.assert_stops_a_token()

    def test_what_an_older_sluice_left_in_husky_s_folder(self):
        self.npm_install()
        self.git("config", "core.hooksPath", ".git/hooks")
        shutil.move(self.repo / ".husky", self.repo / "away")
        self.hook("install")
        shutil.move(self.repo / "away", self.repo / ".husky")
        stub = self.repo / ".husky/_/pre-commit"
        text = stub.read_bytes()
        shutil.move(stub, stub.with_name("pre-commit.before-sluice"))
        shutil.move(self.repo / ".git/hooks/pre-commit", stub)
        self.git("config", "core.hooksPath", ".husky/_")
        self.hook("install")
        self.assertEqual(stub.read_bytes(), text)
        self.assertEqual(self.file.read_bytes(), LINE)
        self.assert_stops_a_token()

    def test_husky_8(self):
        """Its hooks are run by git, and source a script that runs them a
        second time."""
        eight = self.husky.parent.parent / "husky8/lib/bin.js"
        if not eight.exists():
            self.skipTest("husky 8 is not installed beside husky")
        self.run_tool("node", eight, "install")
        self.assertEqual(self.git("config", "core.hooksPath"), ".husky")
        self.run_tool("node", eight, "add", ".husky/pre-commit",
                      "echo own >> ran")
        own = self.file.read_bytes()
        self.assertIn(b"husky.sh", own)
        self.hook("install")
        self.assert_stops_a_token()
        self.assertEqual((self.repo / "ran").read_text(), "own\nown\n")
        self.run_tool("node", eight, "install")
        self.assert_stops_a_token()
        self.hook("uninstall")
        self.assertEqual(self.file.read_bytes(), own)
        self.assert_stops_nothing()

    def test_scripts_that_are_not_ours_to_write(self):
        self.npm_install()
        outside = self.write("outside", b"echo\n")
        self.file.symlink_to(outside)
        self.assert_refused(self.hook("install", code=2), "symbolic link",
                            "sluice git --staged")
        self.assertEqual(outside.read_bytes(), b"echo\n")
        self.file.unlink()
        self.file.write_bytes(b"#!/usr/bin/env node\n")
        self.assert_refused(self.hook("install", code=2), "not a shell script")
        self.file.write_bytes(b"npm test\nsluice git --staged -v\n")
        self.assertIn(b"already there", self.hook("install").stdout)
        shutil.rmtree(self.repo / ".husky")
        (self.tmp / "elsewhere").mkdir()
        (self.repo / ".husky").symlink_to(self.tmp / "elsewhere")
        self.assert_refused(self.hook("install", code=2), "elsewhere",
                            "outside of this repository")


class HuskyLine(HookTest):
    """The user's bytes are kept. It needs no husky."""

    def test_uninstall_restores_every_byte(self):
        self.git("config", "core.hooksPath", ".husky/_")
        file = self.repo / ".husky/pre-commit"
        source = b'. "$(dirname -- "$0")/_/husky.sh"\n'
        for text, wanted in (
                (b"npm test\n", LINE + b"npm test\n"),
                (b"npm test", LINE + b"npm test"),
                (b"\n# tests\nnpm test\n", LINE + b"\n# tests\nnpm test\n"),
                (b"#!/bin/sh -e\nnpm test\n",
                 b"#!/bin/sh -e\n" + LINE + b"npm test\n"),
                (b"#!/usr/bin/env bash", b"#!/usr/bin/env bash\n" + LINE[:-1]),
                (b"#!/bin/sh\n" + source + b"\nnpm test\n",
                 b"#!/bin/sh\n" + source + LINE + b"\nnpm test\n"),
                (b"\xff\r\n", LINE + b"\xff\r\n")):
            with self.subTest(text):
                self.write("repo/.husky/pre-commit", text)
                self.hook("install")
                self.assertEqual(file.read_bytes(), wanted)
                self.hook("uninstall")
                self.assertEqual(file.read_bytes(), text)


class Lefthook(HookTest):

    def setUp(self):
        super().setUp()
        self.lefthook = self.tool("lefthook")
        self.own = "pre-commit:\n  commands:\n    own:\n      run: echo own >> ran\n"
        self.put("lefthook.yml", self.own)
        self.run_tool(self.lefthook, "install")

    def test_the_lines_are_printed_and_nothing_is_written(self):
        hook = self.repo / ".git/hooks/pre-commit"
        written = hook.read_bytes()
        outcome = self.hook("install", code=2)
        self.assert_message(outcome, "nothing was written", "lefthook.yml")
        self.assertEqual(hook.read_bytes(), written)
        self.assertEqual((self.repo / "lefthook.yml").read_text(), self.own)
        self.assertEqual(self.git("status", "--porcelain"), "?? lefthook.yml")
        # Below the key that is there.
        self.put("lefthook.yml", self.own + "".join(
            outcome.stdout.decode().partition("commands:\n")[2]))
        self.assertIn(b"already there", self.hook("install").stdout)
        self.run_tool(self.lefthook, "install")
        self.assert_stops_a_token()
        self.assertIn("own\n", (self.repo / "ran").read_text())
        self.assert_message(self.hook("uninstall", code=2), "lefthook.yml")
        self.put("lefthook.yml", self.own)
        self.assertIn(b"not installed", self.hook("uninstall").stdout)
        self.assert_stops_nothing()

    def test_as_they_are_printed(self):
        self.put("lefthook.yml", self.hook("install", code=2).stdout.decode())
        self.run_tool(self.lefthook, "install")
        self.assert_stops_a_token()


class PreCommit(HookTest):

    def setUp(self):
        super().setUp()
        self.pre_commit = shutil.which("pre-commit")
        if self.pre_commit is None:
            self.skipTest("pre-commit is not installed")
        # A clone of ours that only has the hooks.
        self.hooks = self.tmp / "hooks"
        self.hooks.mkdir()
        shutil.copy(harness.REPOSITORY / ".pre-commit-hooks.yaml", self.hooks)
        git(self.hooks, "init", "-q", ".")
        git(self.hooks, "add", ".")
        git(self.hooks, "commit", "-q", "-m", "hooks")
        self.revision = git(self.hooks, "rev-parse", "HEAD").decode().strip()

    def configure(self, *ids):
        self.put(".pre-commit-config.yaml",
                 f"repos:\n- repo: {self.hooks}\n  rev: {self.revision}\n"
                 "  hooks:\n" + "".join(f"  - id: {one}\n" for one in ids))

    def pre_commit_says(self, *words, code=0):
        said = self.run_tool(self.pre_commit, *words, code=code)
        self.assertNotIn("bug:", said)
        return said


class PreCommitHooks(PreCommit):
    """The hooks of .pre-commit-hooks.yaml."""

    def test_each_stops_a_commit(self):
        for hook in ("sluice", "sluice-staged", "sluice-system"):
            with self.subTest(hook):
                self.configure(hook)
                self.git("add", ".pre-commit-config.yaml")
                self.pre_commit_says("install")
                self.assert_stops_a_token()

    def test_all_files_and_ranges(self):
        """What CI runs: nothing is staged there."""
        self.configure("sluice")
        secret = self.tokens.checked()
        self.put("a b", f"k = {secret}\n")
        self.put("--no-option", "clean\n")
        base = self.git("rev-parse", "HEAD")
        first = self.commit()
        self.put("c", "clean\n")
        self.commit()
        said = self.pre_commit_says("run", "--all-files", code=1)
        self.assertIn("a b:1:5", said)
        self.assertNotIn(secret, said)
        self.assertNotIn("  c:", said)
        said = self.pre_commit_says("run", "--from-ref", base, "--to-ref",
                                    "HEAD", code=1)
        self.assertIn("a b:1:5", said)
        self.pre_commit_says("run", "--from-ref", first, "--to-ref", "HEAD")
        self.put("a b", f"k = {secret} # sluice:allow\n")
        self.pre_commit_says("run", "--all-files")

    def test_the_policy_is_that_of_the_repository(self):
        self.configure("sluice")
        self.put("a", f"k = {self.tokens.checked()}\n")
        self.put("b", f"k = {self.tokens.checked()}\n")
        self.put(".sluice.toml", '[scan]\nexclude = ["a"]\n')
        self.commit()
        said = self.pre_commit_says("run", "--all-files", code=1)
        self.assertIn("b:1:5", said)
        self.assertNotIn("a:1:5", said)
        self.run_tool(self.tmp / "bin/sluice", "baseline", "write")
        self.git("add", ".sluice-baseline")
        self.pre_commit_says("run", "--all-files")

    def test_what_is_partly_staged(self):
        for hook in ("sluice", "sluice-staged"):
            with self.subTest(hook):
                self.configure(hook)
                self.git("add", ".")
                self.pre_commit_says("install")
                secret = self.tokens.checked()
                self.put("a b", "clean\n")
                self.git("add", ".")
                self.put("a b", f"clean\nk = {secret}\n")
                done, said = self.try_commit()
                self.assertTrue(done, said)
                self.assertFalse(self.try_commit("-a")[0])
                self.assertFalse(self.try_commit("-a", "--amend")[0])
                self.put("a b", f"cleaner {hook}\n")
                self.assertTrue(self.try_commit("-a", "--amend")[0])

    def test_old_lines_are_for_the_hook_that_takes_names(self):
        self.put("a", f"k = {self.tokens.checked()}\n")
        self.commit()
        self.put("a", (self.repo / "a").read_text() + "new\n")
        self.git("add", "a")
        self.configure("sluice-staged")
        self.git("add", ".pre-commit-config.yaml")
        self.pre_commit_says("run")
        self.configure("sluice")
        self.git("add", ".pre-commit-config.yaml")
        self.pre_commit_says("run", code=1)

    def test_merges(self):
        self.configure("sluice-staged")
        self.put("a b", "x\n")
        self.commit()
        self.pre_commit_says("install")
        self.git("checkout", "-q", "-b", "side")
        self.put("a b", "side\n")
        self.assertTrue(self.try_commit("-a")[0])
        self.git("checkout", "-q", "main")
        self.put("a b", "main\n")
        self.assertTrue(self.try_commit("-a")[0])
        self.git("merge", "-q", "side", check=False)
        self.put("a b", f"both {self.tokens.checked()}\n")
        self.assertFalse(self.try_commit("-a")[0])
        self.put("a b", "both\n")
        self.assertTrue(self.try_commit("-a")[0])

    def test_a_branch_is_pinned(self):
        """`rev: main` and `pre-commit autoupdate`, without a tag and with."""
        self.revision = "main"
        self.configure("sluice")
        self.pre_commit_says("autoupdate")
        commit = git(self.hooks, "rev-parse", "HEAD").decode().strip()
        text = (self.repo / ".pre-commit-config.yaml").read_text()
        self.assertIn(f"rev: {commit}\n", text)
        git(self.hooks, "tag", "v9.9.9")
        self.pre_commit_says("autoupdate")
        text = (self.repo / ".pre-commit-config.yaml").read_text()
        self.assertIn("rev: v9.9.9\n", text)


class HookBesidePreCommit(PreCommit):
    """`sluice hook` in a repository that uses pre-commit."""

    def test_the_lines_are_printed_and_nothing_is_written(self):
        self.put(".pre-commit-config.yaml", "repos:\n")
        self.commit()
        self.pre_commit_says("install")
        hook = self.repo / ".git/hooks/pre-commit"
        written = hook.read_bytes()
        outcome = self.hook("install", code=2)
        self.assert_message(outcome, "nothing was written",
                            ".pre-commit-config.yaml", "under `repos:`")
        self.assertEqual(hook.read_bytes(), written)
        self.assertEqual(self.git("status", "--porcelain"), "")
        self.pre_commit_says("install")
        self.put(".pre-commit-config.yaml",
                 "repos:\n" + outcome.stdout.decode())
        self.git("add", ".")
        self.assertIn(b"already there", self.hook("install").stdout)
        self.assert_stops_a_token()
        self.pre_commit_says("run", "--all-files")
        self.assert_message(self.hook("uninstall", code=2),
                            ".pre-commit-config.yaml")

    def test_a_configuration_without_its_hook(self):
        self.put(".pre-commit-config.yaml", "repos: []\n")
        self.assert_message(self.hook("install", code=2), "pre-commit install")
        self.assertFalse((self.repo / ".git/hooks/pre-commit").exists())

    def test_our_hook_first(self):
        """pre-commit puts its own over ours, and runs ours as well."""
        own = b"#!/bin/sh\necho own >> ran\n"
        path = self.write("repo/.git/hooks/pre-commit", own)
        path.chmod(0o755)
        self.hook("install")
        self.put(".pre-commit-config.yaml", "repos: []\n")
        self.git("add", ".")
        for _ in range(2):
            self.pre_commit_says("install")
            self.assert_stops_a_token()
            self.assertIn("own\n", (self.repo / "ran").read_text())
            (self.repo / "ran").unlink()
            self.assertIn(b"already there", self.hook("install").stdout)
        self.hook("uninstall")
        legacy = self.repo / ".git/hooks/pre-commit.legacy"
        self.assertEqual(legacy.read_bytes(), own)
        self.assert_stops_nothing()
        self.assertIn("own\n", (self.repo / "ran").read_text())
        self.pre_commit_says("uninstall")
        self.assertEqual(path.read_bytes(), own)


if __name__ == "__main__":
    unittest.main()
