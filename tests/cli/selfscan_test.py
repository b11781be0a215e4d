"""This repository holds no secret: it scans clean with itself."""

import os
import shutil
import subprocess
import unittest

import harness

# Our own files, not build directories and other people's leftovers.
OURS = (".ci", "LICENSE", "README.md", "apps", "compat", "dev", "docs", "lib",
        "meson.build", "rules")

# A directory full of made-up secrets, which have no allow comments;
# .sluiceignore names it.
LABELLED = "tests/labelled/"

# Made-up keys as bytes, which have no lines for comments.
KEYS = ("tests/fuzz/corpus/key/", "tests/fuzz/corpus/key_file/")


def tracked_files() -> list[str]:
    """The files that git tracks or would add; empty without git or a checkout.
    """
    if not shutil.which("git"):
        return []
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached",
         "--others", "--exclude-standard"], cwd=harness.REPOSITORY,
        capture_output=True, check=False, env=harness.environment())
    if listed.returncode != 0:
        return []
    names = map(os.fsdecode, listed.stdout.split(b"\0"))
    return [name for name in names
            if name and not name.startswith((LABELLED, *KEYS))
            and (harness.REPOSITORY / name).is_file()]


class SelfScanTest(harness.CliTest):

    def assert_clean(self, paths: list[str]):
        excluded = [word for keys in KEYS for word in ("--exclude", keys)]
        outcome = harness.run("-f", "json", "--no-ignore", *excluded, "--",
                              *paths,
                              cwd=harness.REPOSITORY)
        if outcome.code in (0, 1, 3):
            report = outcome.json()
            self.assertGreater(report["coverage"]["files_scanned"], 500)
            places = [f"{f['path']}:{f['start']['line']}: {f['rule_id']}"
                      for f in report["findings"]]
            places += [f"{entry['path']}: {entry['reason']}"
                       for entry in report["coverage"]["incomplete"]]
            self.assertFalse(places, "not clean:\n  " + "\n  ".join(places))
        self.assert_code(outcome, 0)

    def test_our_directories(self):
        paths = [p for p in OURS if (harness.REPOSITORY / p).exists()]
        self.assertIn("lib", paths)
        paths += [f"tests/{name}"
                  for name in os.listdir(harness.REPOSITORY / "tests")
                  if not LABELLED.startswith(f"tests/{name}/")]
        self.assert_clean(paths)

    def test_every_file_of_the_checkout(self):
        files = tracked_files()
        if not files:
            self.skipTest("not a checkout, or git is not installed")
        self.assert_clean(files)

    def test_the_program(self):
        """It contains the examples of its rules, but not in readable form."""
        shutil.copy(harness.binary(), self.tmp / "program")
        report = self.scan("--no-ignore", self.tmp, code=0)
        self.assertEqual(report["coverage"]["files_scanned"], 1)
        self.assertGreater(report["coverage"]["skipped"]["binary"], 0)


if __name__ == "__main__":
    unittest.main()
