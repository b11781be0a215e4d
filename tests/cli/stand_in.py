"""No test of the command line passes with a program that does nothing.

    stand_in.py CODE     with one that prints nothing and ends with that code

Runs every test file here with a stand-in for the binary, and fails with the
names of the tests that pass nevertheless: those would never find a fault.
Tests that run no sluice may pass (NOT_ABOUT_IT). A test that fails fails
early, so all of them take a minute on two cores.
"""

import concurrent.futures
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
TIMEOUT_S = 250
BEGINS = "begins: "  # a test, in what a file's run says

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
    """Notes which tests pass, and writes which one begins to `begun`."""

    def __init__(self, begun):
        super().__init__()
        self.names = []
        self.begun = begun

    def startTest(self, test):
        super().startTest(test)
        print(f"{BEGINS}{test.id()}", file=self.begun, flush=True)

    def addSuccess(self, test):
        self.names.append(test.id())


def tell_passing(module: str):
    """Prints the names of the tests of a file that pass; for run_file()."""
    said = sys.stdout
    result = Passing(said)
    sys.stdout = sys.stderr = io.StringIO()
    unittest.defaultTestLoader.discover(str(HERE), f"{module}.py").run(result)
    sys.stdout = said
    if not (result.testsRun or result.errors or result.skipped):
        print(f"{module}: it holds no test")
    for name in result.names:
        if not name.startswith(tuple(NOT_ABOUT_IT)):
            print(name)


def run_file(module: str, program: pathlib.Path) -> list[str]:
    """Returns the mistakes in a file, above all the names of tests that pass.

    The output goes to a file: a process that a test leaves would hold a pipe
    open.
    """
    with tempfile.TemporaryFile("w+") as said:
        late = False
        try:
            code = subprocess.run(
                [sys.executable, "-B", __file__, "--file", module], cwd=HERE,
                env={**os.environ, "SLUICE_BIN": str(program)}, stdout=said,
                stderr=subprocess.STDOUT, timeout=TIMEOUT_S,
                check=False).returncode
        except subprocess.TimeoutExpired:
            late = True
        said.seek(0)
        lines = said.read().splitlines()
    begun = [line for line in lines if line.startswith(BEGINS)]
    if late:
        return [f"{module}: not done within {TIMEOUT_S} s; {begun[-1:]}"]
    if code != 0:
        return ["\n".join([f"{module}:", *lines])]
    return [line for line in lines if line not in begun]


class StandIn(unittest.TestCase):
    code = 0

    def test_nothing_passes(self):
        with tempfile.TemporaryDirectory(prefix="sluice-cli-") as folder:
            os.chmod(folder, 0o755)
            program = pathlib.Path(folder) / "sluice"
            program.write_text(f"#!/bin/sh\nexit {self.code}\n")
            program.chmod(0o755)
            modules = sorted(path.stem for path in HERE.glob("*_test.py"))
            with concurrent.futures.ThreadPoolExecutor(
                    os.cpu_count() or 1) as pool:
                found = pool.map(lambda name: run_file(name, program), modules)
                wrong = [line for lines in found for line in lines]
        self.assertGreater(len(modules), 30)
        self.assertEqual(wrong, [], "these pass with a program that does "
                                    "nothing")


if __name__ == "__main__":
    if sys.argv[1] == "--file":
        tell_passing(sys.argv[2])
    else:
        StandIn.code = int(sys.argv.pop(1))
        unittest.main()
