"""The work of a CI job: ci/scan-changes, with the real git and a clone like
that of a service; and the files that name it."""

import hashlib
import json
import os
import pathlib
import re
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

    def scan(self, *words, name=""):
        """`name`: of the branch, as GitHub gives it."""
        env = harness.environment(
            PATH=f"{self.tmp}/bin:{os.environ['PATH']}", GITHUB_REF_NAME=name)
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

    def test_a_new_branch(self):
        """Against the default branch of origin, whatever the job calls it."""
        git(self.repo, "checkout", "-q", "main")
        for base, name in (("", ""), ("0" * 40, ""), ("0" * 40, "work")):
            with self.subTest((base, name)):
                outcome = self.scan(base, name=name)
                self.assert_code(outcome, 1)
                self.assert_secrets(outcome.json(), self.new)
        # The first push of the default branch.
        outcome = self.scan("0" * 40, name="main")
        self.assert_secrets(outcome.json(), self.old, self.new)

    def test_a_new_branch_without_commits_of_its_own(self):
        git(self.repo, "checkout", "-q", "main")
        git(self.repo, "merge", "-q", "--ff-only", "work")
        outcome = self.scan("0" * 40, name="work")
        self.assert_code(outcome, 0)
        # It may as well be the default branch.
        outcome = self.scan("0" * 40)
        self.assert_secrets(outcome.json(), self.old, self.new)

    def test_nothing_new(self):
        outcome = self.scan("HEAD")
        self.assert_code(outcome, 0)
        self.assert_secrets(outcome.json())


class ScanChangesOfAnother(GitTest):

    def test_a_checkout_that_is_another_user_s(self):
        """Makes a clone as a service does, for the user of a job's image."""
        nobody = harness.Unprivileged(self.tmp)
        if os.geteuid() != 0 or nobody.reason:
            self.skipTest(nobody.reason or "not root")
        self.put("a", f"k = {self.tokens.checked()}\n")
        self.commit()
        (self.tmp / "bin").mkdir()
        (self.tmp / "bin/sluice").symlink_to(nobody.options.pop("program"))
        script = shutil.copy(harness.REPOSITORY / "ci/scan-changes", self.tmp)
        done = subprocess.run(
            [script, "", "-f", "json"], cwd=self.repo, capture_output=True,
            env=harness.environment(PATH=f"{self.tmp}/bin:/usr/bin:/bin"),
            check=False, **nobody.options)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(b'"path":"a"', done.stdout)


# Stands for Docker, which no test has: it answers, and builds by copying.
DOCKER = """#!/bin/sh
[ "$1" != info ] || exit {info}
echo "$@" >>{log}
for word; do case $word in
  type=local,dest=*) cp {program} "${{word#type=local,dest=}}/sluice" ;;
esac; done
"""


class Checkout(harness.CliTest):
    """A copy of the action's checkout, whose `dev` builds by copying the program
    of this build; a release of that, below file://; and a Docker that does not
    run."""

    def setUp(self):
        super().setUp()
        self.name = f"sluice-1.2.3-linux-{os.uname().machine}"
        packed = self.tmp / "releases/v1.2.3" / f"{self.name}.tar.gz"
        packed.parent.mkdir(parents=True)
        with tarfile.open(packed, "w:gz", compresslevel=1) as archive:
            archive.add(harness.binary(), f"{self.name}/sluice")
        self.packed = packed
        self.action = self.tmp / "action"
        shutil.copytree(harness.REPOSITORY / "ci", self.action / "ci")
        self.write("action/dev", (
            '#!/bin/sh\n[ "$*" = static ] || exit 9\n'
            'cd "$(dirname "$0")" && mkdir build-static &&\n'
            f"cp {harness.binary()} build-static/sluice\n").encode())
        (self.action / "dev").chmod(0o755)
        self.docker(runs=False)
        self.env = {"PATH": f"{self.tmp}/tools:{os.environ['PATH']}"}

    def docker(self, runs):
        self.write("tools/docker", DOCKER.format(
            info=0 if runs else 1, log=self.tmp / "docker.log",
            program=harness.binary()).encode()).chmod(0o755)

    def record(self, sha256=None, machine=os.uname().machine):
        """A release for this machine, and before it one for another."""
        sha256 = sha256 or hashlib.sha256(self.packed.read_bytes()).hexdigest()
        name = self.packed.name.replace(os.uname().machine, machine)
        (self.action / "ci/release.sha256").write_text(
            "# A release.\n"
            f"{'0' * 64}  https://x.invalid/sluice-1.2.3-linux-riscv64.tar.gz\n"
            f"{sha256}  file://{self.packed.parent}/{name}\n",
            encoding="ascii")

    def get(self, *words, code=0):
        done = subprocess.run(
            [self.action / "ci/get-sluice", *(words or [self.tmp / "got"])],
            env=harness.environment(**self.env), capture_output=True, text=True,
            check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout + done.stderr

    def assert_got(self):
        self.assertEqual(os.listdir(self.tmp / "got"), ["sluice"])
        said = subprocess.run([self.tmp / "got/sluice", "--version"],
                              capture_output=True, check=True).stdout
        self.assertTrue(said.startswith(b"sluice "), said)


@unittest.skipUnless(shutil.which("curl"), "curl is not installed")
class Fetch(Checkout):

    def test_the_program_is_there(self):
        self.record()
        self.assertEqual(self.get(),
                         f"get-sluice: fetched {self.packed.name}\n")
        self.assert_got()

    def test_releases_elsewhere(self):
        self.record()
        moved = self.tmp / "mirror"
        shutil.move(self.tmp / "releases", moved)
        self.env["SLUICE_RELEASES"] = f"file://{moved}"
        self.get()
        self.assert_got()

    def test_another_checksum(self):
        self.record("1" * 64)
        self.assertIn("not the file whose checksum is recorded",
                      self.get(code=1))
        self.assertEqual(os.listdir(self.tmp / "got"), [])

    def test_no_such_release(self):
        self.record()
        self.packed.unlink()
        said = self.get(code=1)
        self.assertIn("v1.2.3/sluice-1.2.3-linux-", said)
        self.assertIn("cannot be fetched", said)
        self.assertEqual(os.listdir(self.tmp / "got"), [])

    def test_the_key_is_the_release_s(self):
        self.record("1" * 64)
        self.assertEqual(
            self.get("--key"),
            f"release-{os.uname().machine}-{'1' * 64}\n")


class Build(Checkout):

    def test_on_this_system(self):
        """Nothing is recorded, or a release for another machine alone."""
        if "bookworm" not in pathlib.Path("/etc/os-release").read_text(
                encoding="utf-8"):
            self.skipTest("this is not Debian 12")
        self.record(machine="vax")
        self.assertIn("names no release for " + os.uname().machine, self.get())
        self.assert_got()
        shutil.copy(harness.REPOSITORY / "ci/release.sha256",
                    self.action / "ci")
        shutil.rmtree(self.action / "build-static")
        said = self.get()
        self.assertIn("building", said)
        self.assertEqual(said.count("\n"), 1)
        self.assert_got()

    def test_with_docker(self):
        self.record(machine="vax")
        self.docker(runs=True)
        said = self.get()
        self.assertIn("with Docker", said)
        self.assertEqual(said.count("\n"), 1)
        self.assert_got()
        log = (self.tmp / "docker.log").read_text()
        self.assertIn("build --quiet --target program", log)
        self.assertTrue(log.endswith(f" {self.action}\n"), log)

    def test_a_build_that_fails(self):
        self.record(machine="vax")
        self.write("action/dev", b"#!/bin/sh\nexit 1\n")
        self.assertIn("static failed", self.get(code=1))

    def test_the_key_is_that_of_the_sources(self):
        self.record(machine="vax")
        key = self.get("--key")
        self.assertRegex(key, r"^built-\w+-[0-9a-f]{64}\n$")
        self.write("action/.git/HEAD", b"x")
        self.write("action/build-static/sluice", b"x")
        self.assertEqual(self.get("--key"), key)
        self.write("action/lib/a file.cc", b"x")
        self.assertNotEqual(self.get("--key"), key)

    def test_usage(self):
        for words in (["--help"], [""]):
            self.assertIn("usage", self.get(*words, code=1))


@unittest.skipIf(yaml is None, "python3-yaml is not installed")
class Action(Checkout, GitTest):
    """The steps of action.yml, run as GitHub's runner runs them. The steps that
    use other actions are their conditions: restoring and saving is a copy."""

    def setUp(self):
        super().setUp()
        self.docker(runs=True)
        self.secret = self.tokens.checked()
        self.put("a", "clean\n")
        self.base = self.commit()
        self.put("b c", f"k = {self.secret}\n")
        self.commit()
        self.told = b""

    def evaluate(self, text, outputs):
        """An expression of a step, as far as ours go."""
        text = text.strip()
        text = re.sub(r"steps\.(\w+)\.outputs\.([\w-]+)",
                      lambda m: repr(outputs.get(m[1], {}).get(m[2], "")), text)
        text = re.sub(r"inputs\.(\w+)", lambda m: repr(self.inputs[m[1]]), text)
        text = text.replace("&&", " and ")
        return eval(text, {  # pylint: disable=eval-used
            "startsWith": str.startswith})

    def filled(self, text, outputs):
        return re.sub(r"\$\{\{(.*?)\}\}",
                      lambda m: self.evaluate(m[1], outputs), text)

    def use(self, step, outputs):
        """Uses our files as another action does; returns the outputs."""
        with_ = {name: self.filled(value, outputs)
                 for name, value in step["with"].items()}
        if "cache" in step["uses"]:
            kept = self.tmp / "kept" / with_["key"]
            if step["uses"].startswith("actions/cache/save@"):
                shutil.copytree(with_["path"], kept)
            elif kept.exists():
                shutil.copytree(kept, with_["path"])
                return {"cache-hit": "true"}
        else:
            self.assertTrue((self.repo / with_["sarif_file"]).exists())
        return {}

    def run_steps(self, base, arguments="", sarif="sluice.sarif",
                  self_allowed="report", summary="true"):
        """The steps that ran with their exit codes, and the scan's outputs."""
        steps = yaml.safe_load((harness.REPOSITORY / "action.yml").read_text(
            encoding="utf-8"))["runs"]["steps"]
        shutil.rmtree(self.tmp / "temp", ignore_errors=True)
        (self.tmp / "temp").mkdir()
        self.write("summary", b"")
        self.inputs = {"upload": "true", "sarif": sarif}
        outputs = {}
        codes = {}
        for step in steps:
            if "if" in step and not self.evaluate(step["if"], outputs):
                continue
            if "uses" in step:
                codes[step["name"]] = 0
                outputs[step.get("id")] = self.use(step, outputs)
                continue
            output = self.write("output", b"")
            env = harness.environment(
                **self.env, GITHUB_ACTION_PATH=str(self.action),
                RUNNER_TEMP=str(self.tmp / "temp"), GITHUB_OUTPUT=str(output),
                GITHUB_STEP_SUMMARY=str(self.tmp / "summary"),
                BASE=base, ARGUMENTS=arguments, SARIF=sarif, SUMMARY=summary,
                SELF_ALLOWED=self_allowed,
                CODE=outputs.get("scan", {}).get("exit-code", ""))
            script = self.write("step.sh", step["run"].encode())
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", script],
                cwd=self.repo, env=env, capture_output=True, check=False)
            codes[step["name"]] = done.returncode
            if step["name"] == "Scan":
                self.told = done.stdout
            outputs[step.get("id")] = dict(
                line.split("=", 1) for line in output.read_text().splitlines())
        return outputs["scan"], codes

    def summary(self):
        return (self.tmp / "summary").read_text()

    def test_a_secret_fails_the_job_after_the_report(self):
        outputs, codes = self.run_steps(self.base)
        self.assertEqual(outputs, {"exit-code": "1", "report": "true"})
        self.assertEqual(codes, {
            "Choose sluice": 0, "Look for a program that was built before": 0,
            "Get sluice": 0, "Keep the program that was built": 0, "Scan": 0,
            "Upload": 0, "Result": 1})
        self.assertIn(b"::error", self.told)
        self.assertIn(b"b c", (self.repo / "sluice.sarif").read_bytes())
        self.assertIn("b c", self.summary())
        self.assertIn("|", self.summary())
        for text in (self.told, self.summary().encode()):
            self.assertNotIn(self.secret.encode(), text)

    def test_a_program_is_built_once(self):
        self.run_steps(self.base)
        (self.tmp / "docker.log").unlink()
        outputs, codes = self.run_steps(self.base)
        self.assertEqual(outputs["exit-code"], "1")
        self.assertNotIn("Get sluice", codes)
        self.assertNotIn("Keep the program that was built", codes)
        self.assertFalse((self.tmp / "docker.log").exists())

    @unittest.skipUnless(shutil.which("curl"), "curl is not installed")
    def test_a_release_is_fetched_and_not_kept(self):
        self.record()
        for _ in range(2):
            outputs, codes = self.run_steps(self.base)
            self.assertEqual(outputs["exit-code"], "1")
            self.assertEqual(list(codes), ["Choose sluice", "Get sluice",
                                           "Scan", "Upload", "Result"])

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
        self.assertEqual(set(codes.values()), {0})
        self.assertNotEqual(self.summary(), "")
        self.run_steps("HEAD", summary="false")
        self.assertEqual(self.summary(), "")

    def test_a_summary_that_github_would_drop(self):
        self.put("many", "".join(f"k = {self.tokens.checked()}\n"
                                 for _ in range(9000)))
        self.commit()
        self.run_steps(self.base)
        self.assertLess(len(self.summary()), 200)
        self.assertIn("sluice.sarif has all of it", self.summary())

    def test_arguments_on_lines(self):
        for arguments in ("--exclude *b* --min-confidence high",
                          "--exclude\n*b*\n--min-confidence high\n"):
            outputs, codes = self.run_steps("", arguments)
            self.assertEqual(outputs, {"exit-code": "0", "report": "true"})
            self.assertEqual(codes["Result"], 0)
            self.assertNotIn(b"b c", (self.repo / "sluice.sarif").read_bytes())

    def test_what_cannot_run(self):
        outputs, codes = self.run_steps("", "--no-such-option")
        self.assertEqual(outputs, {"exit-code": "2"})
        self.assertNotIn("Upload", codes)
        self.assertEqual(codes["Result"], 2)


@unittest.skipIf(yaml is None, "python3-yaml is not installed")
class GitLab(Checkout, GitTest):
    """The script of ci/gitlab.yml, as GitLab's runner runs it."""

    def setUp(self):
        super().setUp()
        self.docker(runs=True)
        # `apt-get` has nothing to do here.
        self.write("tools/apt-get", b"#!/bin/sh\n").chmod(0o755)
        git(self.action, "init", "-q", "-b", "main", ".")
        git(self.action, "add", "-A")
        git(self.action, "commit", "-q", "-m", "sluice")
        self.put("a", "clean\n")
        self.base = self.commit()
        self.secret = self.tokens.checked()
        self.put("b", f"k = {self.secret}\n")
        self.commit()

    def run_job(self, **variables):
        file = yaml.safe_load((harness.REPOSITORY / "ci/gitlab.yml").read_text(
            encoding="utf-8"))
        job = file["secret-scan"]
        script = "\n".join(job["before_script"] + job["script"])
        # A folder of this test's own in the place of the container's.
        script = script.replace("/tmp/sluice", f"{self.tmp}/clone")
        env = harness.environment(**self.env)
        env.update(file["variables"])
        env.update(job["variables"], SLUICE_REPOSITORY=str(self.action),
                   CI_PROJECT_ID="7", CI_COMMIT_BEFORE_SHA=self.base,
                   **variables)
        return subprocess.run(["sh", "-e", "-c", script], cwd=self.repo,
                              env=env, capture_output=True, check=False)

    def test_the_reports(self):
        done = self.run_job()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(b"b:1:5", done.stdout)
        self.assertIn(b"building", done.stderr)
        security = json.loads(
            (self.repo / "gl-secret-detection-report.json").read_text())
        self.assertEqual([one["location"]["file"]
                          for one in security["vulnerabilities"]], ["b"])
        quality = json.loads(
            (self.repo / "gl-code-quality-report.json").read_text())
        self.assertEqual([one["location"]["path"] for one in quality], ["b"])
        # The built image is kept.
        (self.tmp / "docker.log").unlink()
        done = self.run_job()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertNotIn(b"building", done.stderr)
        self.assertFalse((self.tmp / "docker.log").exists())

    def test_what_a_fork_allows_itself(self):
        self.put(".sluiceignore", "*\n")
        self.commit()
        for source, code in (("7", 0), ("8", 1)):
            with self.subTest(source):
                done = self.run_job(CI_MERGE_REQUEST_SOURCE_PROJECT_ID=source)
                self.assertEqual(done.returncode, code, done.stderr)

    def test_an_image_that_has_the_program(self):
        for name, target in (("sluice", harness.binary()),
                             ("scan-changes",
                              harness.REPOSITORY / "ci/scan-changes")):
            (self.tmp / "tools" / name).symlink_to(target)
        done = self.run_job()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertFalse((self.tmp / "clone").exists())


@unittest.skipIf(yaml is None, "python3-yaml is not installed")
class Files(unittest.TestCase):

    def read(self, name):
        return yaml.safe_load(
            (harness.REPOSITORY / name).read_text(encoding="utf-8"))

    def test_pre_commit_hooks(self):
        hooks = {hook["id"]: hook for hook in self.read(
            ".pre-commit-hooks.yaml")}
        self.assertEqual(set(hooks), {"sluice", "sluice-docker",
                                      "sluice-staged", "sluice-system"})
        for name in ("sluice", "sluice-docker"):
            self.assertNotIn("pass_filenames", hooks[name])
        for name in ("sluice-staged", "sluice-system"):
            self.assertFalse(hooks[name]["pass_filenames"])
            self.assertTrue(hooks[name]["always_run"])

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
        for file in job["artifacts"]["reports"].values():
            self.assertIn(f"-o {file}", script)

    def test_the_image(self):
        text = (harness.REPOSITORY / "Dockerfile").read_text(encoding="utf-8")
        for name in ("ci/get-sluice", "ci/release.sha256", "ci/scan-changes"):
            self.assertIn(name, text)
            self.assertTrue((harness.REPOSITORY / name).exists())
        self.assertIn("\nFROM scratch AS program\n", text)

    def test_one_placeholder(self):
        """The account that holds the repository is filled in at one stroke."""
        tracked = git(harness.REPOSITORY, "grep", "-nIE", "OWNER|\\bTAG\\b",
                      "--", "*.md", "*.yml", "*.yaml", "ci", "Dockerfile",
                      ":!docs/RELEASING.md", check=False).decode()
        for line in tracked.splitlines():
            self.assertRegex(line, r"OWNER/sluice|`OWNER`")


if __name__ == "__main__":
    unittest.main()
