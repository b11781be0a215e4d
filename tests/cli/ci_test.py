"""What a CI job runs: ci/scan-changes, with the real git and a clone as a
service makes it; and the files that name it."""

import hashlib
import os
import shutil
import subprocess
import tarfile
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
        outcome = self.scan("HEAD")
        self.assert_code(outcome, 0)
        self.assert_secrets(outcome.json())


class Release(harness.CliTest):
    """A release of the program as it is built here, below file://, and a copy
    of ci/ that records it."""

    def setUp(self):
        super().setUp()
        self.name = f"sluice-1.2.3-linux-{os.uname().machine}"
        packed = self.tmp / "releases/v1.2.3" / f"{self.name}.tar.gz"
        packed.parent.mkdir(parents=True)
        with tarfile.open(packed, "w:gz", compresslevel=1) as archive:
            archive.add(harness.binary(), f"{self.name}/sluice")
        self.packed = packed
        self.ci = self.tmp / "action/ci"
        shutil.copytree(harness.REPOSITORY / "ci", self.ci)
        self.record(hashlib.sha256(packed.read_bytes()).hexdigest())
        self.environment = harness.environment(
            SLUICE_RELEASES=f"file://{self.tmp}/releases")

    def record(self, sha256):
        (self.ci / "release.sha256").write_text(
            f"{'0' * 64}  sluice-1.2.3-linux-riscv64.tar.gz\n"
            f"{sha256}  {self.name}.tar.gz\n", encoding="ascii")

    def fetch(self):
        done = subprocess.run(
            [self.ci / "fetch-sluice", self.tmp / "fetched"],
            env=self.environment, capture_output=True, text=True, check=False)
        return done.returncode, done.stderr

    def in_place(self):
        return sorted(os.listdir(self.tmp / "fetched"))


@unittest.skipUnless(shutil.which("curl"), "curl is not installed")
class Fetch(Release):

    def test_the_program_is_there(self):
        self.assertEqual(self.fetch(), (0, ""))
        self.assertEqual(self.in_place(), ["sluice"])
        said = subprocess.run([self.tmp / "fetched/sluice", "--version"],
                              capture_output=True, check=True).stdout
        self.assertTrue(said.startswith(b"sluice "), said)

    def test_another_checksum(self):
        self.record("1" * 64)
        code, said = self.fetch()
        self.assertEqual(code, 1)
        self.assertIn("not the file whose checksum is recorded", said)
        self.assertEqual(self.in_place(), [])

    def test_no_such_release(self):
        self.packed.unlink()
        code, said = self.fetch()
        self.assertEqual(code, 1)
        self.assertIn("v1.2.3/sluice-1.2.3-linux-", said)
        self.assertIn("cannot be fetched", said)
        self.assertEqual(self.in_place(), [])

    def test_another_machine(self):
        (self.ci / "release.sha256").write_text(
            f"{'0' * 64}  sluice-1.2.3-linux-vax.tar.gz\n", encoding="ascii")
        code, said = self.fetch()
        self.assertEqual(code, 1)
        self.assertIn("names no release for " + os.uname().machine, said)


@unittest.skipIf(yaml is None, "python3-yaml is not installed")
@unittest.skipUnless(shutil.which("curl"), "curl is not installed")
class Action(Release, GitTest):
    """The steps of action.yml, run as GitHub's runner runs them."""

    def setUp(self):
        super().setUp()
        self.secret = self.tokens.checked()
        self.put("a", "clean\n")
        self.base = self.commit()
        self.put("b c", f"k = {self.secret}\n")
        self.commit()
        (self.tmp / "temp").mkdir()

    def run_steps(self, base, arguments="", sarif="sluice.sarif",
                  self_allowed="report"):
        """The outputs, and the exit code of each step."""
        steps = yaml.safe_load((harness.REPOSITORY / "action.yml").read_text(
            encoding="utf-8"))["runs"]["steps"]
        outputs = {}
        codes = []
        for step in steps:
            if "run" not in step:
                continue
            output = self.write("output", b"")
            env = harness.environment(
                SLUICE_RELEASES=self.environment["SLUICE_RELEASES"],
                GITHUB_ACTION_PATH=str(self.ci.parent),
                RUNNER_TEMP=str(self.tmp / "temp"), GITHUB_OUTPUT=str(output),
                BASE=base, ARGUMENTS=arguments, SARIF=sarif,
                SELF_ALLOWED=self_allowed,
                CODE=outputs.get("exit-code", ""))
            script = self.write("step.sh", step["run"].encode())
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", script],
                cwd=self.repo, env=env, capture_output=True, check=False)
            codes.append(done.returncode)
            self.told = done.stdout if step["name"] == "Scan" else self.told
            outputs.update(line.split("=", 1) for line
                           in output.read_text().splitlines())
        return outputs, codes

    told = b""

    def test_a_secret_fails_the_job_after_the_report(self):
        outputs, codes = self.run_steps(self.base)
        self.assertEqual(outputs, {"exit-code": "1", "report": "true"})
        self.assertEqual(codes, [0, 0, 1])
        self.assertIn(b"::error", self.told)
        self.assertIn(b"b c", (self.repo / "sluice.sarif").read_bytes())
        self.assertNotIn(self.secret.encode(), self.told)

    def test_what_a_fork_allows_itself(self):
        self.put(".sluiceignore", "*\n")
        self.commit()
        for how, code in (("report", "0"), ("fail", "1")):
            with self.subTest(how):
                outputs, _ = self.run_steps(self.base, self_allowed=how)
                self.assertEqual(outputs["exit-code"], code)
                self.assertIn(b"allowed by the change itself", self.told)

    def test_clean(self):
        outputs, codes = self.run_steps("HEAD")
        self.assertEqual(outputs, {"exit-code": "0", "report": "true"})
        self.assertEqual(codes, [0, 0, 0])

    def test_arguments_on_lines(self):
        for arguments in ("--exclude *b* --min-confidence high",
                          "--exclude\n*b*\n--min-confidence high\n"):
            outputs, codes = self.run_steps("", arguments)
            self.assertEqual(outputs, {"exit-code": "0", "report": "true"})
            self.assertEqual(codes, [0, 0, 0])
            self.assertNotIn(b"b c", (self.repo / "sluice.sarif").read_bytes())

    def test_what_cannot_run(self):
        outputs, codes = self.run_steps("", "--no-such-option")
        self.assertEqual(outputs, {"exit-code": "2"})
        self.assertEqual(codes, [0, 0, 2])


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
        script = "\n".join(job["script"])
        self.assertIn('--self-allowed "$self_allowed"', script)
        for source, how in (("7", "report"), ("8", "fail"), ("", "report")):
            done = subprocess.run(
                ["sh", "-ec", job["script"][0] + '\necho "$self_allowed"'],
                env={"CI_PROJECT_ID": "7", "PATH": os.environ["PATH"],
                     **({"CI_MERGE_REQUEST_SOURCE_PROJECT_ID": source}
                        if source else {})},
                capture_output=True, text=True, check=True)
            self.assertEqual(done.stdout.strip(), how)


if __name__ == "__main__":
    unittest.main()
