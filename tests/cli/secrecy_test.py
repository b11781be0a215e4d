"""A secret is only shown in the clear on request: not in a report of any kind,
not in a message of any level, not in an error."""

import base64
import json
import os
import unittest

import formats
import git_repositories
import harness
import tokens


class Secrecy(harness.CliTest):
    def setUp(self):
        super().setUp()
        maker = tokens.TokenMaker(0x5ec)
        self.secrets = [maker.of_kind(kind) for kind in maker.KINDS]
        self.text = "".join(f'key{i} = "{secret}"  # {secret}\n'
                            for i, secret in enumerate(self.secrets))
        self.write("t/a.py", self.text.encode())
        self.write("t/utf16.txt", self.text.encode("utf-16"))
        self.write("t/one-line.js", self.text.replace("\n", ";").encode())
        self.write("t/allowed.py", self.text.replace(
            "\n", " sluice:allow[x]\n").encode())

    def hidden(self, outcome):
        """No secret, nor the half of one, is in what was said."""
        for stream in (outcome.stdout, outcome.stderr):
            for secret in self.secrets:
                for part in (secret, secret[len(secret) // 2:]):
                    self.assertNotIn(part.encode(), stream, outcome.command)

    def run_hidden(self, *arguments, **options):
        options.setdefault("cwd", self.tmp)
        outcome = harness.run(*arguments, **options)
        self.hidden(outcome)
        return outcome

    def test_reports(self):
        for name in formats.FORMATS:
            for more in ([], ["-v"], ["--explain-drops"],
                         ["--min-confidence", "low"], ["--redact=60"],
                         ["--ignore-allow"], ["--color", "always"]):
                with self.subTest(format=name, options=more):
                    outcome = self.run_hidden("-f", name, *more, "t")
                    if more == ["--explain-drops"] and name not in (
                            "pretty", "json", "jsonl"):
                        self.assert_refused(outcome, "--explain-drops")
                    else:
                        self.assert_code(outcome, 1)
                        self.assertIn(b"a.py", outcome.stdout)

    def test_places(self):
        """Names of files, and what commits say, are texts as well."""
        secret = self.secrets[0]
        password = "kV8xLm2Zr5TkWq7B"  # sluice:allow
        self.secrets.append(password)
        self.write(f"r/{secret}.txt", f'key = "{secret}"\n'.encode())
        self.write("r/b.py", f'password = "{password}"\n'.encode())
        repository = self.tmp / "r"
        git_repositories.git(repository, "init", "-q", ".")
        git_repositories.git(repository, "add", "-A")
        git_repositories.git(
            repository, "-c", f"user.name={password}", "-c",
            f"user.email={secret}@a.b", "commit", "-q", "-m",
            f"set {password}")
        self.write("r/b.py", b"\n")
        git_repositories.git(repository, "commit", "-q", "-a", "-m",
                             f"remove {password} and {secret}")
        self.write("r/c.py", f'key = "{self.secrets[1]}"\n'.encode())
        git_repositories.git(repository, "add", "-A")
        git_repositories.git(repository, "commit", "-q", "-m",
                             f"no {password}")
        for name in formats.FORMATS:
            with self.subTest(format=name):
                for command in ("git", "scan"):
                    outcome = self.run_hidden(command, "-f", name, "r")
                    self.assert_code(outcome, 1)
                    self.assertIn(b"c.py", outcome.stdout)

    def test_encoded_copies(self):
        password = "kV8xLm2Zr5TkWq7B"  # sluice:allow
        copies = [base64.b64encode(password.encode()).decode(),
                  base64.b64encode(b"a:" + password.encode()).decode(),
                  password.encode().hex()]
        self.secrets += [copy.rstrip("=") for copy in copies]
        self.write("t/copies.py", "".join(
            f'password = "{password}"  # {copy}\n'
            for copy in copies).encode())
        for name in formats.FORMATS:
            with self.subTest(format=name):
                outcome = self.run_hidden("-f", name, "t/copies.py")
                self.assertIn(b"copies.py", outcome.stdout)

    def test_a_short_password_cannot_be_guessed(self):
        """Thousands of the numbers of eight digits fit the report."""
        self.write("t/short.py", b'password = "73914628"\n')
        outcome = harness.run("-f", "json", "--min-confidence", "low",
                              "short.py", cwd=self.tmp / "t")
        finding, = outcome.json()["findings"]
        self.assertNotIn("entropy", finding)
        self.assertRegex(finding["fingerprint"], "^[^:]+:short.py:[0-9a-f]{3}$")

    def test_baselines(self):
        self.run_hidden("-v", "baseline", "write", "t")
        for name in ("a.py", "utf16.txt"):
            os.unlink(self.tmp / "t" / name)
        self.run_hidden("-v", "t")
        self.run_hidden("-v", "baseline", "prune", "t")
        for path in (self.tmp / "t").glob(".sluice*"):
            for secret in self.secrets:
                self.assertNotIn(secret.encode(), path.read_bytes())
        for bad in (self.text, json.dumps({self.secrets[0]: 1}),
                    json.dumps([{"Secret": self.secrets[0]}]),
                    "repositories: [" + self.text,
                    "# sluice baseline 1\n" + self.text):
            self.write("bad", bad.encode())
            outcome = self.run_hidden("-v", "--baseline", "bad", "t")
            self.assert_code(outcome, 2)

    def test_a_stale_report_of_gitleaks(self):
        self.write("known.json", json.dumps(
            [{"RuleID": "r", "File": "t/gone.py", "StartLine": 1,
              "Secret": secret, "Match": secret}
             for secret in self.secrets]).encode())
        outcome = self.run_hidden("-v", "--baseline", "known.json", "t")
        self.assertIn(b"matches no finding", outcome.stderr)

    def test_settings(self):
        secret = self.secrets[0]
        for text in (f"[scan]\nworkers = '{secret}'\n",
                     f"[scan]\nmin-confidence = '{secret}'\n",
                     f"[scan]\nfollow = '{secret}'\n",
                     f"[scan]\nworkers = ['{secret}']\n",
                     f"[scan\n'{secret}'\n", secret):
            self.write("c.toml", text.encode())
            self.assert_code(
                self.run_hidden("-v", "--config", "c.toml", "t"), 2)
        for name in ("SLUICE_WORKERS", "SLUICE_FOLLOW",
                     "SLUICE_MIN_CONFIDENCE", "GITLEAKS_CONFIG_TOML",
                     "SLUICE_MAX_DEPT"):
            for command in ([], ["config", "show"]):
                self.run_hidden(*command, "-v", "t",
                                env=harness.environment(**{name: secret}))

    def test_files_that_cannot_be_read(self):
        helper = harness.Unprivileged(self.tmp)
        if helper.reason:
            self.skipTest(helper.reason)
        (self.tmp / "t/a.py").chmod(0)
        outcome = self.run_hidden("-v", "t", **helper.options)
        self.assertIn(b"a.py", outcome.stdout + outcome.stderr)


if __name__ == "__main__":
    unittest.main()
