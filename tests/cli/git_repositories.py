"""Repositories for the tests of `sluice git`."""

import os
import shutil
import subprocess

import harness
import tokens

HAVE_GIT = shutil.which("git") is not None


def git(folder, *words, stdin=None, check=True, env=None) -> bytes:
    """Runs git with a neutral identity; returns its output."""
    done = subprocess.run(
        ["git", "-c", "user.name=Ann Onymous", "-c", "user.email=ann@x.org",
         "-c", "init.defaultBranch=main", "-c", "commit.gpgsign=false",
         "-c", "protocol.file.allow=always", *map(os.fspath, words)],
        cwd=folder, input=stdin, capture_output=True, check=False,
        env=env or harness.environment())
    if check and done.returncode != 0:
        raise AssertionError(
            f"git {words}: {done.returncode}\n{done.stderr.decode()}")
    return done.stdout


class GitTest(harness.CliTest):
    """A test with an empty repository, self.repo."""

    def setUp(self):
        super().setUp()
        if not HAVE_GIT:
            self.skipTest("git is not installed")
        self.repo = self.tmp / "repo"
        self.repo.mkdir()
        self.git("init", "-q", ".")
        self.tokens = tokens.TokenMaker(7)

    def git(self, *words, **options) -> str:
        return git(self.repo, *words, **options).decode().strip()

    def put(self, name, text: str):
        return self.write(f"repo/{name}", text.encode())

    def commit(self, message="a commit", *words) -> str:
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message, *words)
        return self.git("rev-parse", "HEAD")

    def sluice(self, *words, code=None, cwd=None, **options) -> dict:
        """`sluice git -f json --show-secrets WORDS` in the repository."""
        outcome = harness.run("git", "-f", "json", "--show-secrets", *words,
                              cwd=cwd or self.repo, **options)
        if code is not None:
            self.assert_code(outcome, code)
        return outcome.json()

    def assert_places(self, report: dict, *places):
        """The findings are (path, line, secret), in any order."""
        self.assertEqual(
            sorted((f["path"], f["start"]["line"], f["secret"])
                   for f in report["findings"]), sorted(places))
