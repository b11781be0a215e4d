"""The tally, with the output of real programs of tests."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent

DOCTEST = ("[doctest] test cases:  {0} |  {1} passed | {2} failed | {3} skipped\n"
           "[doctest] assertions: 90 | 90 passed | 0 failed |\n")

# A file of tests for unittest, which reports the result of each.
FILE = '''
import unittest
class One(unittest.TestCase):
    def test_good(self):
        pass
    def test_bad(self):
        {bad}
    @unittest.skip("there is no \\"moon\\"")
    def test_moon(self):
        pass
    @unittest.skip("there is no \\"moon\\"")
    def test_tide(self):
        """When the water is high."""
    def test_printed(self):
        print("something")
        self.skipTest("it's day")
@unittest.skip("no disk")
class Two(unittest.TestCase):
    def test_disk(self):
        pass
class Three(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise unittest.SkipTest("no set")
    def test_three(self):
        pass
'''


class Tally(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def tally(self, *tests, **variables):
        """(exit code, lines) of the tally of (name, result, output)."""
        log = self.folder / "testlog.json"
        log.write_text("".join(
            json.dumps({"name": f"sluice:unit / {name}", "result": result,
                        "stdout": text}) + "\n"
            for name, result, text in tests), encoding="utf-8")
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("SLUICE_FULL", "SLUICE_SEED")}
        done = subprocess.run(
            [sys.executable, "-B", HERE / "tally.py", log],
            capture_output=True, text=True, check=False,
            env=environment | variables)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout.splitlines()

    def unittest_says(self, *options, bad="pass"):
        file = self.folder / "some_test.py"
        file.write_text(FILE.format(bad=bad), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-B", "-m", "unittest", *options, "some_test"],
            cwd=self.folder, stdout=subprocess.PIPE, text=True,
            stderr=subprocess.STDOUT, check=False)
        return done.stdout

    def test_passed_and_failed(self):
        good = DOCTEST.format(7, 7, 0, 0)
        self.assertEqual(self.tally(("a", "OK", good), ("b", "OK", good)),
                         (0, ["14 passed, 0 failed"]))
        self.assertEqual(
            self.tally(("a", "OK", good),
                       ("b", "FAIL", DOCTEST.format(7, 5, 2, 0))),
            (1, ["failed: b: to repeat it: ./dev test b",
                 "12 passed, 2 failed"]))

    def test_a_program_that_ends_otherwise(self):
        good = DOCTEST.format(7, 7, 0, 0)
        for result in ("FAIL", "TIMEOUT", "ERROR"):
            self.assertEqual(
                self.tally(("a", "OK", good), ("b", result, "Segmentation")),
                (1, ["failed: b: to repeat it: ./dev test b",
                     "7 passed, 1 failed"]))
        self.assertEqual(
            self.tally(("a", "OK", "")),
            (1, ["no test case was run by sluice:unit / a",
                 "failed: a: to repeat it: ./dev test a",
                 "0 passed, 1 failed"]))
        self.assertEqual(self.tally(), (1, ["0 passed, 0 failed"]))

    def test_a_failure_of_a_full_run_has_its_seed(self):
        self.assertEqual(
            self.tally(("a", "OK", DOCTEST.format(7, 7, 0, 0)),
                       ("b", "FAIL", DOCTEST.format(7, 5, 2, 0)),
                       SLUICE_FULL="1", SLUICE_SEED="4711"),
            (1, ["failed: b: to repeat it: SLUICE_SEED=4711 ./dev test --full b",
                 "12 passed, 2 failed"]))

    def test_skips_are_named(self):
        self.assertEqual(
            self.tally(("cli-x", "OK", self.unittest_says("-v"))),
            (0, ['skipped: cli-x: test_moon, test_tide: there is no "moon"',
                 "skipped: cli-x: test_printed: it's day",
                 "skipped: cli-x: setUpClass: no set",
                 "skipped: cli-x: test_disk: no disk",
                 "2 passed, 0 failed, 5 skipped"]))

    def test_skips_beside_a_failure(self):
        text = self.unittest_says("-v", bad="self.fail()")
        code, lines = self.tally(("cli-x", "FAIL", text))
        self.assertEqual((code, lines[-1]), (1, "1 passed, 1 failed, 5 skipped"))

    def test_skips_without_names(self):
        self.assertEqual(
            self.tally(("cli-x", "OK", self.unittest_says()))[1][0],
            "skipped: cli-x: 5 of its cases: it does not say why")

    def test_skips_of_doctest(self):
        text = "exec_test.cc:66: MESSAGE: skipped: no limits here\n"
        self.assertEqual(
            self.tally(("exec", "OK", text + DOCTEST.format(7, 7, 0, 2))),
            (0, ["skipped: exec: no limits here",
                 "skipped: exec: 2 of its cases: it does not say why",
                 "6 passed, 0 failed, 3 skipped"]))

    def test_a_program_that_skips_itself(self):
        self.assertEqual(
            self.tally(("a", "OK", DOCTEST.format(7, 7, 0, 0)),
                       ("b", "SKIP", "hello\nno such machine\n")),
            (0, ["skipped: b: no such machine", "7 passed, 0 failed, 1 skipped"]))


if __name__ == "__main__":
    unittest.main()
