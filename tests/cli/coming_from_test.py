"""docs/COMING_FROM.md: every command of ours that it names does what its row
says, in a made-up repository; those of the other scanners are commands that
they have, where they are on PATH."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import unittest

import harness
from git_repositories import GitTest

PAGE = harness.REPOSITORY / "docs" / "COMING_FROM.md"

# The exit code by the first cell of a row: 1, there is something to find.
NOTHING_NEW = {"scan with a baseline", "write a baseline", "the version",
               "update a baseline", "ignore a finding"}
# A scanner's messages about words that it does not know.
REFUSED = re.compile(r"unknown (flag|command|shorthand)|unexpected argument|"
                     r"unrecognized|unknown long flag|invalid choice|"
                     r"for --help|usage:", re.I)
# They ask a network or a person, or only their manual is known.
NOT_RUN = re.compile(r"--validate|--only-v|^trufflehog |\| trufflehog |"
                     r"^detect-secrets audit")


def rows():
    """(tool, what, its commands, ours)."""
    tool = None
    for line in PAGE.read_text().splitlines():
        if line.startswith("## "):
            tool = line[3:]
        cells = [cell.strip() for cell in
                 re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) == 3 and cells[0] and not cells[0].startswith("-"):
            yield (tool, cells[0], *(
                [text.replace("\\|", "|") for text in
                 re.findall("`([^`]*)`", cell)] for cell in cells[1:]))


def program_of(command: str) -> str:
    """Returns the scanner that the command calls, or "" if it calls none (it
    may be the name of a file)."""
    for word in command.split():
        if re.fullmatch("gitleaks|betterleaks|kingfisher|credsweeper|"
                        "detect-secrets(-hook)?|trufflehog", word):
            return word
    return ""


class ComingFrom(GitTest):

    def setUp(self):
        super().setUp()
        self.secrets = [self.tokens.github() for _ in range(5)]
        gone, known, new, staged, changed = self.secrets
        self.put("gone.txt", f'old = "{gone}"\n')
        self.put("tracked.txt", "nothing\n")
        self.commit("first")
        self.git("update-ref", "refs/remotes/origin/main", "HEAD")
        self.git("rm", "-q", "gone.txt")
        self.put("src/app.py", f'key = "{known}"\n')
        self.put("src/more.py", f'key = "{new}"\n')
        self.commit("second")
        self.put("change.patch", self.git("show", "HEAD") + "\n")
        self.put("staged.txt", f'key = "{staged}"\n')
        self.git("add", "staged.txt")
        self.put("tracked.txt", f'nothing\nkey = "{changed}"\n')
        self.known_elsewhere(known)

    def known_elsewhere(self, secret):
        """Writes baselines of others, with the secret of src/app.py."""
        digest = hashlib.sha256(secret.encode()).hexdigest()
        self.put("known.sha256", digest + "\n")
        self.put("list.tmpl", "{{range .}}{{.File}}:{{.StartLine}}\n{{end}}")
        self.put("known.txt", secret + "\n")
        self.put("gitleaks.toml", "[[rules]]\nid = 'github-pat'\n"
                 "description = 'x'\nregex = '''ghp_[A-Za-z0-9]{36}'''\n")
        self.assert_code(harness.run("dir", "-r", "gitleaks.json",
                                     "src/app.py", cwd=self.repo), 1)
        self.assertIn(secret, (self.repo / "gitleaks.json").read_text())
        self.put("secrets.baseline", json.dumps({
            "version": "1.5.0", "plugins_used": [{
                "name": "GitHubTokenDetector"}], "filters_used": [],
            "results": {"src/app.py": [{
                "type": "GitHub Token", "filename": "src/app.py",
                "hashed_secret": hashlib.sha1(secret.encode()).hexdigest(),
                "is_verified": False, "line_number": 1}]},
            "generated_at": "2026-01-01T00:00:00Z"}))
        self.put("kingfisher.yaml",
                 "version: 2\nfingerprint_algorithm: kingfisher-v1\n"
                 "repositories:\n- id: local:///made/up\n  findings:\n"
                 "  - path: src/app.py\n    fingerprint: '1'\n"
                 "    rule_id: kingfisher.github.1\n    line: 1\n"
                 "    first_seen_at: 2026-01-01T00:00:00+00:00\n"
                 "    last_updated_at: 2026-01-01T00:00:00+00:00\n")

    def run_there(self, command):
        """In a copy of the repository, by a shell."""
        copy = self.tmp / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.repo, copy)
        bin_folder = self.tmp / "bin"
        if not bin_folder.is_dir():
            bin_folder.mkdir()
            os.symlink(harness.binary(), bin_folder / "sluice")
        return subprocess.run(
            ["bash", "-c", f"set -o pipefail; {command}"], cwd=copy,
            capture_output=True, text=True, check=False, timeout=120,
            stdin=subprocess.DEVNULL, env=harness.environment(
                PATH=f"{bin_folder}:{os.environ['PATH']}",
                HOME=str(self.tmp)))

    def test_the_page_has_every_tool(self):
        table = list(rows())
        for tool in ("gitleaks", "betterleaks", "trufflehog", "detect-secrets",
                     "kingfisher", "CredSweeper"):
            told = {what for of, what, *_ in table if of == tool}
            self.assertLessEqual(
                {"a directory", "one file", "the history", "what is staged",
                 "standard input", "ignore a finding", "exit code"} -
                ({"exit code"} if tool == "betterleaks" else set()), told,
                tool)
        # Every command of ours is in a table.
        text = PAGE.read_text()
        self.assertEqual(
            {command for *_, ours in table for command in ours
             if "sluice " in command},
            {command.replace("\\|", "|")
             for line in text.splitlines() if line.startswith("| ")
             for command in re.findall("`([^`]*)`", line)
             if re.search(r"(^|\| )sluice ", command)})

    def test_our_commands(self):
        tried = 0
        for tool, what, _, ours in rows():
            for command in ours:
                if not re.search(r"(^|\| )sluice ", command):
                    continue
                with self.subTest(tool=tool, what=what, command=command):
                    done = self.run_there(command)
                    wanted = 0 if what in NOTHING_NEW else 1
                    self.assertEqual(done.returncode, wanted, done)
                    for secret in self.secrets:
                        self.assertNotIn(secret, done.stdout + done.stderr)
                    tried += 1
                    for report in re.findall(r"-[or] (\S+\.\w+)", command):
                        self.assertTrue(
                            (self.tmp / "copy" / report).is_file(), report)
        self.assertGreater(tried, 70)

    # A change of ours does not change these, and they take long.
    if harness.FULL:
        def test_their_commands(self):
            missing = set()
            for tool, what, theirs, _ in rows():
                for command in theirs:
                    program = program_of(command)
                    if not program or NOT_RUN.search(command):
                        continue
                    if shutil.which(program) is None:
                        missing.add(program)
                        continue
                    with self.subTest(tool=tool, what=what, command=command):
                        done = self.run_there(command)
                        self.assertNotRegex(done.stderr, REFUSED, done)
                        self.assertNotIn(done.returncode,
                                         (2, 80, 126, 127), done)
            if missing:
                self.skipTest("not on PATH: " + ", ".join(sorted(missing)))


if __name__ == "__main__":
    unittest.main()
