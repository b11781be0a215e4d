"""The deciding policy: `sluice git --since`, `--policy-from`, `--staged`."""

import unittest

import harness
from git_repositories import GitTest

ALLOWED = "# sluice:" + "allow"


class PolicyOfTheBase(GitTest):
    """A change that brings a secret, and says itself that it is none."""

    def setUp(self):
        super().setUp()
        self.put("README", "nothing\n")
        self.base = self.commit()
        self.secret = self.tokens.github()

    def bring(self, text=None):
        self.put("app/a.py", text or f"k = '{self.secret}'\n")
        return self.commit("brings it")

    def assert_marked(self, report, marked=True):
        self.assert_secrets(report, self.secret)
        self.assertEqual(report["findings"][0].get("self_allowed", False),
                         marked)
        self.assertEqual(report["coverage"]["self_allowed"], int(marked))

    def test_nothing_is_marked_without_need(self):
        self.bring()
        report = self.sluice("--since", self.base, code=1)
        self.assert_marked(report, False)
        self.assertEqual(report["coverage"]["policy"]["origin"], "default")

    def test_each_means_of_its_own(self):
        means = {
            "ignore": {".sluiceignore": "app/\n"},
            "deep ignore": {"app/.sluiceignore": "*.py\n"},
            "exclude": {".sluice.toml": "[scan]\nexclude=['app']\n"},
            "rule": {".sluice.toml": "[extend]\nuseDefault=true\n"
                                     "disabledRules=['github-pat']\n"},
            "rules": {".gitleaks.toml":
                      "[[rules]]\nid='r'\nregex='never[-]there'\n"},
            "allowlist": {".sluice.toml": "[[allowlists]]\npaths=['a.py']\n"},
            "baseline": {".sluice-baseline": None},
            "gitleaksignore": {".gitleaksignore":
                               "app/a.py:github-pat:1\n"},
        }
        for name, files in means.items():
            with self.subTest(name):
                self.git("reset", "-q", "--hard", self.base)
                self.git("clean", "-qfdx")
                self.bring()
                for path, text in files.items():
                    if text is None:
                        harness.run("baseline", "write", cwd=self.repo)
                    else:
                        self.put(path, text)
                self.commit("vouches for itself")
                # Without --since it would be silent.
                self.assert_secrets(self.sluice(code=0))
                report = self.sluice("--since", self.base, code=0)
                self.assert_marked(report)
                notes = " ".join(report["coverage"]["notes"])
                for path in files:
                    self.assertIn(path, notes)
                self.sluice("--since", self.base, "--self-allowed", "fail",
                            code=1)
                # The user's own configuration does not come from the change.
                self.write("own.toml", b"[scan]\nexclude=['app']\n")
                report = self.sluice("--since", self.base, "--config",
                                     self.tmp / "own.toml", code=0)
                self.assert_secrets(report)

    def test_an_allow_comment(self):
        self.bring(f"k = '{self.secret}'  {ALLOWED}\n")
        self.assert_secrets(self.sluice(code=0))
        report = self.sluice("--since", self.base, code=0)
        self.assert_marked(report)
        self.sluice("--since", self.base, "--self-allowed", "fail", code=1)
        outcome = harness.run("git", "--since", self.base, cwd=self.repo)
        self.assertIn(b"allowed by the change itself", outcome.stdout)

    def test_one_of_two_is_marked(self):
        other = self.tokens.checked()
        self.put("b.py", f"k = '{other}'\n")
        self.bring(f"k = '{self.secret}'  {ALLOWED}\n")
        report = self.sluice("--since", self.base, code=1)
        self.assertEqual({f["secret"]: f.get("self_allowed", False)
                          for f in report["findings"]},
                         {self.secret: True, other: False})

    def test_what_the_base_says_holds(self):
        self.put(".sluiceignore", "app/\n")
        base = self.commit("policy")
        self.bring()
        self.git("rm", "-q", ".sluiceignore")
        self.commit("takes it away")
        report = self.sluice("--since", base, code=0)
        self.assert_secrets(report)
        self.assertEqual(report["coverage"]["skipped"]["ignored"], 1)
        self.put(".sluice.toml", "[scan]\nexclude=['app']\n")
        base = self.commit("another policy")
        self.put("app/b.py", f"k = '{self.tokens.checked()}'\n")
        self.commit("more")
        report = self.sluice("--since", base, code=0)
        self.assert_secrets(report)
        policy = report["coverage"]["policy"]
        self.assertEqual((policy["origin"], policy["file"],
                          policy["revision"]),
                         ("revision", f"{base}:.sluice.toml", base))

    def test_the_working_tree_does_not_count(self):
        self.bring()
        self.put(".sluice.toml", "[scan]\nexclude=['*']\n")
        self.put(".sluiceignore", "*\n")
        report = self.sluice("--since", self.base, code=1)
        self.assert_marked(report, False)

    def test_policy_from(self):
        self.put(".sluiceignore", "app/\n")
        policy = self.commit("policy")
        self.git("rm", "-q", ".sluiceignore")
        self.commit("no policy")
        self.bring()
        self.assert_secrets(self.sluice(code=1), self.secret)
        self.assert_secrets(self.sluice("--policy-from", policy, code=0))
        self.assert_secrets(
            self.sluice("--since", policy, "--policy-from", policy, code=0))
        outcome = harness.run("git", "--policy-from", "gone", cwd=self.repo)
        self.assert_refused(outcome, "gone")

    def test_staged_against_a_revision(self):
        self.put("app/a.py", f"k = '{self.secret}'  {ALLOWED}\n")
        self.git("add", "-A")
        self.assert_secrets(self.sluice("--staged", code=0))
        report = self.sluice("--staged", "--policy-from", "HEAD", code=0)
        self.assert_marked(report)

    def test_a_policy_of_its_own_that_is_none(self):
        self.bring()
        self.put(".sluice.toml", "[[rules]]\nid='r'\nregex='('\n")
        self.commit("breaks it")
        report = self.sluice("--since", self.base, code=1)
        self.assert_marked(report, False)
        self.assertIn("that only the change itself allows are not marked",
                      " ".join(report["coverage"]["notes"]))

    def test_a_file_that_is_a_link_there(self):
        (self.repo / ".sluice.toml").symlink_to("/etc/passwd")
        base = self.commit("a link")
        self.bring()
        outcome = harness.run("git", "--since", base, cwd=self.repo)
        self.assert_refused(outcome, ".sluice.toml", "symbolic link")

    def test_in_a_report(self):
        self.bring(f"k = '{self.secret}'  {ALLOWED}\n")
        for name in ("pretty", "sarif", "github", "gitlab", "markdown",
                     "html"):
            with self.subTest(name):
                outcome = harness.run("git", "--since", self.base, "-f", name,
                                      cwd=self.repo)
                self.assert_code(outcome, 0)
                self.assertIn(b"allowed by the change itself",
                              outcome.stdout)
        outcome = harness.run("git", "--since", self.base, "-f", "json",
                              cwd=self.repo)
        self.write("r.json", outcome.stdout)
        again = harness.run("report", "convert", "r.json", "-f", "json",
                            cwd=self.tmp)
        self.assertEqual(again.stdout, outcome.stdout)


if __name__ == "__main__":
    unittest.main()
