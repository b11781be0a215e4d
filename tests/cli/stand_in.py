"""No test of the command line passes with a program that does nothing.

    stand_in.py CODE     with one that prints nothing and ends with that code

Runs test files here with a stand-in for the binary, and fails with the names of
the tests that pass nevertheless: those would never find a fault. Tests that run
no sluice may pass (NOT_ABOUT_IT).

Part of a full run alone, since it takes as long as all of these tests.

Every file runs in a fork of this process, which has imported the modules that
all of them need.
"""

import io
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import unittest

import harness  # noqa: F401  for the forks

HERE = pathlib.Path(__file__).resolve().parent
TIMEOUT_S = 500  # of a file

# Tests that run no sluice, by the beginning of their names, with their
# subjects.
NOT_ABOUT_IT = {
    "planting_test.": "the made trees and tokens, before a program sees them",
    "planted_test.BorderTest.": "a constant of the made trees and of lib/",
    "ci_test.Files.": "files that other people's CI reads",
    "kubernetes_test.Manifests.": "what the manifests say",
    "ci_test.Fetch.": "what fetches the program",
    "ci_test.Build.": "what builds it",
    "ci_test.Action.test_a_program_is_built_once": "the cache of the program",
    "ci_test.GitLab.test_an_image_that_has_the_program": "the same in an image",
    "git_hostile_test.Programs.test_the_list_of_keys_is_whole": "git's own keys",
    "hook_managers_test.PreCommitHooks.test_a_branch_is_pinned": "pre-commit",
    "hook_test.PreReceive.test_without_sluice": "a hook without the program",
}


class Passing(unittest.TestResult):
    """Notes which tests pass."""

    def __init__(self):
        super().__init__()
        self.names = []

    def addSuccess(self, test):
        self.names.append(test.id())


def passing_in(module: str) -> list[str]:
    """Runs a file; returns the names of the tests that pass."""
    result = Passing()
    suite = unittest.defaultTestLoader.discover(str(HERE), f"{module}.py")
    suite.run(result)
    if not (result.testsRun or result.errors or result.skipped):
        return [f"{module}: it holds no test"]
    return [name for name in result.names
            if not name.startswith(tuple(NOT_ABOUT_IT))]


class File:
    """A file that runs in a process of its own. What it says goes to a file: a
    process that a test leaves would hold a pipe open."""

    def __init__(self, module: str, folder: pathlib.Path):
        self.module = module
        self.folder = folder
        self.said = tempfile.TemporaryFile("w+")
        self.end = time.monotonic() + TIMEOUT_S
        sys.stdout.flush()
        self.pid = os.fork()
        if self.pid == 0:
            self._run()

    def _run(self):
        os.setpgid(0, 0)
        sys.stdout = sys.stderr = io.StringIO()
        # A file that is ended leaves its directories.
        tempfile.tempdir = str(self.folder)
        code = 1
        try:
            print(*passing_in(self.module), sep="\n", file=self.said)
            code = 0
        except BaseException:
            traceback.print_exc(file=self.said)
        finally:
            self.said.flush()
            os._exit(code)

    def is_done(self) -> bool:
        pid, status = os.waitpid(self.pid, os.WNOHANG)
        if pid:
            self.wrong = ([] if status == 0
                          else [f"{self.module}: its run failed"])
            return True
        if time.monotonic() > self.end:
            os.killpg(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.wrong = [f"{self.module}: not done within {TIMEOUT_S} s"]
            return True
        return False

    def lines(self) -> list[str]:
        with self.said:
            self.said.seek(0)
            return self.wrong + self.said.read().split("\n")[:-1]


def run_all(modules, folder) -> list[str]:
    """What all files say, as many at a time as there are processors."""
    waiting, running, lines = list(modules), [], []
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            running.append(File(waiting.pop(0), folder))
        for file in [file for file in running if file.is_done()]:
            running.remove(file)
            lines += filter(None, file.lines())
        time.sleep(0.02)
    return lines


def remove(folder):
    """Some tests make trees that are too deep for shutil.rmtree(), or locked."""
    subprocess.run(["chmod", "-R", "u+rwX", folder], check=False,
                   stderr=subprocess.DEVNULL)
    subprocess.run(["rm", "-rf", folder], check=True)


class StandIn(unittest.TestCase):
    code = 0

    def test_nothing_passes(self):
        modules = sorted(path.stem for path in HERE.glob("*_test.py"))
        self.assertGreater(len(modules), 30)
        folder = pathlib.Path(tempfile.mkdtemp(prefix="sluice-cli-"))
        folder.chmod(0o755)
        self.addCleanup(remove, folder)
        program = folder / "sluice"
        program.write_text(f"#!/bin/sh\nexit {self.code}\n")
        program.chmod(0o755)
        os.environ["SLUICE_BIN"] = str(program)
        self.assertEqual(sorted(set(run_all(modules, folder))), [],
                         "these pass with a program that does nothing")


if __name__ == "__main__":
    StandIn.code = int(sys.argv.pop(1))
    unittest.main()
