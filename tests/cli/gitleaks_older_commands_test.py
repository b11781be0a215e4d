"""`sluice detect` and `sluice protect`, gitleaks' older commands: what each
scans, and that the real gitleaks reports the same, where there is one on PATH.
"""

import json
import unittest

import harness
from git_repositories import GitTest
from gitleaks_peer_test import GITLEAKS, counted

RULES = b"""
[[rules]]
id = "plain"
regex = '''mk_[a-z0-9]{8}'''
"""
IN_HISTORY, STAGED, CHANGED, UNTRACKED, PIPED = (
    f"mk_{i:08x}" for i in range(5))


class OlderCommands(GitTest):

    def setUp(self):
        super().setUp()
        self.write("rules.toml", RULES)
        self.put("gone.txt", f"{IN_HISTORY}\n")
        self.put("changed.txt", "old\n")
        self.commit("first")
        self.git("rm", "-q", "gone.txt")
        self.commit("second")
        self.put("staged.txt", f"{STAGED}\n")
        self.git("add", "staged.txt")
        self.put("changed.txt", f"old\n{CHANGED}\n")
        self.put("untracked.txt", f"{UNTRACKED}\n")

    def run_one(self, program, *arguments, cwd=None):
        return harness.run(
            *arguments, "-c", "../rules.toml", "-r", "-", "-f", "json",
            "--no-banner", "-l", "error", cwd=cwd or self.repo,
            stdin=PIPED.encode(), program=program)

    def secrets(self, *arguments, code=1, **options):
        """What is found; gitleaks, if there is one, finds it in the same
        places."""
        ours = self.run_one(None, *arguments, **options)
        self.assert_code(ours, code)
        found = json.loads(ours.stdout.decode())
        if GITLEAKS:
            theirs = self.run_one(GITLEAKS, *arguments, **options)
            self.assert_code(theirs, code)
            self.assertEqual(
                counted(found), counted(json.loads(theirs.stdout.decode())))
        return sorted(leak["Secret"] for leak in found)

    def test_detect(self):
        in_files = [STAGED, CHANGED, UNTRACKED]
        for arguments, secrets in (
                ([], [IN_HISTORY]),
                (["--source", "."], [IN_HISTORY]),
                (["-s", "../repo"], [IN_HISTORY]),
                (["--platform", "none"], [IN_HISTORY]),
                (["--log-opts=--all"], [IN_HISTORY]),
                (["--no-git"], in_files),
                (["--no-git", "--source=staged.txt"], [STAGED]),
                (["--no-git", "--follow-symlinks"], in_files),
                (["--pipe"], [PIPED]),
                # With both flags, gitleaks scans files.
                (["--no-git", "--pipe"], in_files)):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.secrets("detect", *arguments), secrets)
        self.assertEqual(self.secrets("detect", "--log-opts=-1", code=0), [])

    def test_protect(self):
        for arguments, secrets in (
                ([], [CHANGED]), (["--source", "../repo"], [CHANGED]),
                (["--staged"], [STAGED]), (["--staged=true"], [STAGED])):
            with self.subTest(arguments=arguments):
                self.assertEqual(self.secrets("protect", *arguments), secrets)

    def test_the_configuration_lies_at_the_source(self):
        self.put(".gitleaks.toml", RULES.decode().replace("plain", "own"))
        for arguments, secret in ((["--no-git", "--source", "repo"], STAGED),
                                  (["--pipe", "--source", "repo"], PIPED)):
            outcome = harness.run("detect", *arguments, "-r", "-", "-f",
                                  "json", cwd=self.tmp, stdin=PIPED.encode())
            found = {leak["Secret"]: leak["RuleID"]
                     for leak in json.loads(outcome.stdout.decode())}
            self.assertEqual(found[secret], "own")

    def test_a_path_beside_it_is_named(self):
        # gitleaks passes over it in silence.
        outcome = harness.run("detect", "--no-git", "-c", "../rules.toml",
                              "untracked.txt", cwd=self.repo)
        self.assert_code(outcome, 1)
        self.assert_message(outcome, "untracked.txt is not scanned",
                            "leaks found: 3")

    def test_flags_of_others(self):
        for arguments in (("protect", "--no-git"), ("protect", "--platform=x"),
                          ("detect", "--staged"), ("detect", "--pre-commit"),
                          ("dir", "--source=."), ("stdin", "--pipe")):
            with self.subTest(arguments=arguments):
                outcome = harness.run(*arguments, cwd=self.repo)
                self.assert_code(outcome, 126)
                self.assert_message(outcome, "unknown flag: --")


class Version(harness.CliTest):

    def test_the_number_first(self):
        outcome = harness.run("version")
        self.assert_code(outcome, 0)
        number, commit, rules, vectors = outcome.stdout.decode().splitlines()
        self.assertRegex(number, r"\A\d+\.\d+\.\d+\Z")
        self.assertRegex(commit, r"\Acommit ([0-9a-f]{12}|unknown)\Z")
        self.assertRegex(rules, r"\Arules [1-9]\d+, sha256 [0-9a-f]{64}\Z")
        self.assertRegex(vectors,
                         r"\Avector instructions: (AVX-512|AVX2|none)\Z")
        self.assertEqual(harness.run("--version").stdout,
                         b"sluice " + number.encode() + b"\n")
        self.assert_refused(harness.run("version", "x"), "x",
                            "sluice scan version")


if __name__ == "__main__":
    unittest.main()
