"""mypy, with all its checks, has no complaints about the Python package, and
knows the types of its results."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

PROGRAM = """
import pathlib
import sluice
reveal_type(sluice.scan(b"a"))
for finding in sluice.scan_file(pathlib.Path("a"), min_confidence="high"):
    reveal_type(finding.start.line)
sluice.Engine(min_confidence=1.5)
"""


@unittest.skipIf(importlib.util.find_spec("mypy") is None,
                 "mypy is not installed")
class Typing(unittest.TestCase):

    def mypy(self, *words, **environment):
        with tempfile.TemporaryDirectory() as cache:
            outcome = subprocess.run(
                [sys.executable, "-m", "mypy", "--cache-dir", cache, *words],
                cwd=ROOT, capture_output=True, check=False, text=True,
                env={**os.environ, **environment})
        return outcome.stdout.splitlines()

    def test_the_package(self):
        *said, last = self.mypy("--strict", "python/sluice")
        self.assertEqual(said, [])
        self.assertRegex(last, "^Success: no issues found in [0-9]+ source")

    def test_a_program_that_uses_it(self):
        with tempfile.NamedTemporaryFile("w", suffix=".py") as program:
            program.write(PROGRAM)
            program.flush()
            said = "\n".join(self.mypy("--strict", program.name,
                                       MYPYPATH=str(ROOT / "python")))
        self.assertIn('Revealed type is "sluice.Result"', said)
        self.assertRegex(said, 'Revealed type is "(builtins.)?int"')
        self.assertRegex(said, r':7: error: Argument "min_confidence"')


if __name__ == "__main__":
    unittest.main()
