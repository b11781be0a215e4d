"""What a CI job runs: ci/scan-changes, with the real git and a clone as a
service makes it; and the files that name it."""

import os
import subprocess
import unittest

import harness
from git_repositories import GitTest, git

try:
    import yaml
except ImportError:
    yaml = None


class ScanChanges(GitTest):

    def setUp(self):
        super().setUp()
        self.old, self.new = self.tokens.checked(), self.tokens.checked()
        self.put("a", f"k = {self.old}\n")
        self.base = self.commit()
        self.git("checkout", "-q", "-b", "work")
        self.put("b", f"k = {self.new}\n")
        self.commit()
        for i in range(4):
            self.put("c", f"{i}\n")
            self.commit()
        (self.tmp / "bin").mkdir()
        (self.tmp / "bin/sluice").symlink_to(harness.binary())
        git(self.tmp, "clone", "-q", "--depth=1", "--branch=work",
            f"file://{self.repo}", "clone")

    def scan(self, *words):
        env = harness.environment(
            PATH=f"{self.tmp}/bin:{os.environ['PATH']}")
        done = subprocess.run(
            [harness.REPOSITORY / "ci/scan-changes", *words, "-f", "json",
             "--show-secrets"], cwd=self.tmp / "clone", env=env,
            capture_output=True, check=False)
        return harness.Outcome(list(words), done.returncode, done.stdout,
                               done.stderr)

    def test_a_base_that_a_shallow_clone_lacks(self):
        for base in (self.base, "main", "origin/main"):
            with self.subTest(base):
                if base == "origin/main":
                    git(self.tmp / "clone", "fetch", "-q", "origin",
                        "main:refs/remotes/origin/main")
                outcome = self.scan(base)
                self.assert_code(outcome, 1)
                self.assert_secrets(outcome.json(), self.new)

    def test_no_base(self):
        for base in ("", "0" * 40, "1" * 40):
            with self.subTest(base):
                outcome = self.scan(base)
                self.assert_code(outcome, 1)
                self.assert_secrets(outcome.json(), self.old, self.new)

    def test_nothing_new(self):
        self.assert_code(self.scan("HEAD"), 0)


@unittest.skipIf(yaml is None, "python3-yaml is not installed")
class Files(unittest.TestCase):

    def read(self, name):
        return yaml.safe_load(
            (harness.REPOSITORY / name).read_text(encoding="utf-8"))

    def test_pre_commit_hooks(self):
        hooks = self.read(".pre-commit-hooks.yaml")
        self.assertEqual({hook["id"] for hook in hooks},
                         {"sluice-system", "sluice-docker"})
        for hook in hooks:
            self.assertFalse(hook["pass_filenames"])

    def test_action(self):
        action = self.read("action.yml")
        self.assertEqual(action["runs"]["using"], "composite")
        for step in action["runs"]["steps"]:
            self.assertTrue("uses" in step or step.get("shell") == "bash")
            # No text of an event is pasted into a script.
            self.assertNotIn("${{", step.get("run", ""))
            if "run" in step:
                checked = subprocess.run(["bash", "-n"], text=True,
                                         input=step["run"], check=False)
                self.assertEqual(checked.returncode, 0, step["run"])

    def test_gitlab(self):
        job = self.read("ci/gitlab.yml")["secret-scan"]
        self.assertEqual(job["artifacts"]["when"], "always")


if __name__ == "__main__":
    unittest.main()
