"""A repository whose hooks are tried by commits."""

import os
import shutil
import subprocess

import harness
from git_repositories import GitTest


class HookTest(GitTest):
    """A test with a repository of one commit. A `sluice` is in PATH."""

    def setUp(self):
        super().setUp()
        self.put("readme", "x\n")
        self.commit()
        (self.tmp / "bin").mkdir()
        (self.tmp / "bin/sluice").symlink_to(harness.binary())
        # npm and pre-commit keep things in HOME.
        self.env = harness.environment(
            PATH=f"{self.tmp}/bin:{os.environ['PATH']}", HOME=str(self.tmp),
            PRE_COMMIT_HOME=str(self.tmp / "cache"), CI="")

    def hook(self, *words, code=0, cwd=None, env=None, **options):
        outcome = harness.run("hook", *words, cwd=cwd or self.repo,
                              env=env or self.env, **options)
        self.assert_code(outcome, code)
        return outcome

    def tool(self, name):
        """The path of a program, or the test is skipped."""
        path = shutil.which(name)
        if path is None:
            self.skipTest(f"not installed: {name} "
                          "(tests/support/install_tools, with npm)")
        return path

    def run_tool(self, *words, code=0, cwd=None):
        done = subprocess.run(list(map(os.fspath, words)), env=self.env,
                              cwd=cwd or self.repo, capture_output=True,
                              check=False)
        said = (done.stdout + done.stderr).decode()
        if code is not None:
            self.assertEqual(done.returncode, code, said)
        return said

    def try_commit(self, *words, cwd=None):
        """Whether git commits, and what it says."""
        done = subprocess.run(
            ["git", "-c", "user.name=n", "-c", "user.email=e", "commit", "-m",
             "m", *words], cwd=cwd or self.repo, capture_output=True,
            env=self.env, check=False)
        return done.returncode == 0, (done.stdout + done.stderr).decode()

    def assert_stops_a_token(self):
        """A commit of a token is stopped, one without is not."""
        secret = self.tokens.checked()
        self.put("leak", f"k = {secret}\n")
        self.git("add", "leak")
        done, said = self.try_commit()
        self.assertFalse(done, said)
        self.assertIn("leak:1:5", said)
        self.assertNotIn(secret, said)
        self.git("rm", "-q", "-f", "--cached", "leak")
        self.put("leak", f"clean {secret[:8]}\n")
        self.git("add", "leak")
        done, said = self.try_commit()
        self.assertTrue(done, said)
        self.git("rm", "-q", "leak")
        self.assertTrue(self.try_commit()[0])

    def assert_stops_nothing(self):
        self.put("leak", f"k = {self.tokens.checked()}\n")
        self.git("add", "leak")
        done, said = self.try_commit()
        self.assertTrue(done, said)
        self.git("rm", "-q", "leak")
        self.assertTrue(self.try_commit()[0])
