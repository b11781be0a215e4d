"""The samples of docs/LIBRARY.md compile without a warning, run, and find what
they show. Those of examples/ run in api_test.py."""

import os
import pathlib
import shlex
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/cli"))
sys.path.insert(0, str(ROOT / "tests/docs"))
sys.dont_write_bytecode = True

import blocks  # noqa: E402
import harness  # noqa: E402
import tokens  # noqa: E402

LIBRARY = pathlib.Path(os.environ.get(
    "SLUICE_LIBRARY", ROOT / "build/lib/api/libsluice.so.0")).resolve()
PAGE = "docs/LIBRARY.md"
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror"]
COMPILERS = {
    "c": shlex.split(os.environ.get("CC", "cc")) + ["-std=c99"],
    "cpp": shlex.split(os.environ.get("CXX", "c++")) + ["-std=c++17"],
}


@unittest.skipIf(harness.UNDER, "built for another machine")
class Samples(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.write("app/.env", f"\nkey={tokens.TokenMaker(5).github()}\n".encode())

    def samples(self, language):
        found = [block for block in blocks.blocks_of(
            PAGE, (ROOT / PAGE).read_text(encoding="utf-8"))
            if block.language == language]
        self.assertTrue(found, f"{PAGE} has no sample in {language}")
        return found

    def call(self, words, **environment):
        outcome = subprocess.run(
            words, cwd=self.tmp, capture_output=True, check=False, text=True,
            env={**os.environ, **environment}, timeout=120)
        self.assertEqual((outcome.returncode, outcome.stderr), (0, ""), words)
        return outcome.stdout

    def compiled(self, language):
        """The output of the sample."""
        sample, = self.samples(language)
        source = self.write(f"main.{language}", sample.text.encode())
        program = self.tmp / f"sample-{language}"
        self.call([*COMPILERS[language], *STRICT, source,
                   f"-I{ROOT / 'lib/api'}", "-o", program, LIBRARY,
                   f"-Wl,-rpath,{LIBRARY.parent}"])
        return self.call([program])

    def test_in_c(self):
        self.assertEqual(self.compiled("c"),
                         ".env:1: generic-url-password ********\n")

    def test_in_cpp(self):
        self.assertEqual(self.compiled("cpp"), "1 found\n")

    def test_an_error_is_shown_in_c(self):
        """The sample with a configuration that is wrong says so, and ends
        with 2."""
        sample, = self.samples("c")
        text = sample.text.replace(
            "sluice_engine* engine;", "sluice_engine* engine;\n"
            "  sluice_options wrong = SLUICE_OPTIONS_INIT;").replace(
            "if (failed(sluice_engine_create(NULL, &engine))) return 2;",
            'wrong.config = "[[rules";\n  wrong.config_size = 7;\n'
            "  if (failed(sluice_engine_create(&wrong, &engine))) return 2;")
        self.assertIn("&wrong", text)
        source = self.write("main.c", text.encode())
        program = self.tmp / "wrong"
        self.call([*COMPILERS["c"], source, f"-I{ROOT / 'lib/api'}", "-o",
                   program, LIBRARY, f"-Wl,-rpath,{LIBRARY.parent}"])
        outcome = subprocess.run([program], capture_output=True, check=False,
                                 text=True)
        self.assertEqual((outcome.returncode, outcome.stdout), (2, ""))
        self.assertRegex(outcome.stderr, "^configuration:1: .*TOML.*\n$")

    def test_in_python(self):
        printed = [self.call([sys.executable, "-c", sample.text],
                             PYTHONPATH=str(ROOT / "python"),
                             SLUICE_LIBRARY=str(LIBRARY))
                   for sample in self.samples("python")]
        self.assertEqual(printed, 
                         ["2 github-pat ghp_********\n", "",
                          "cannot reach https://app:[generic-url-password:1]"
                          "@db/\n"])


if __name__ == "__main__":
    unittest.main()
