"""Equal rules give equal tables, with any environment and in any place of the
compiler, so that two builds of a release are the same bytes.

    same_bytes_test.py RULEC RULES.toml...
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

RULEC, *RULES = sys.argv[1:]


def addresses_can_be_fixed():
    """Some containers refuse it, and there the bytes may differ."""
    return shutil.which("setarch") and subprocess.run(
        ["setarch", "-R", "true"], check=False,
        stderr=subprocess.DEVNULL).returncode == 0


@unittest.skipUnless(addresses_can_be_fixed(),
                     "the kernel does not let addresses be fixed here")
class SameBytes(unittest.TestCase):

    def test_environments_and_folders(self):
        with tempfile.TemporaryDirectory(prefix="sluice-") as folder:
            elsewhere = pathlib.Path(folder, "a-folder-of-another-length")
            elsewhere.mkdir()
            copy = shutil.copy(RULEC, elsewhere)
            made = []
            for program, size in ((RULEC, 1), (RULEC, 3000), (copy, 50_000)):
                output = elsewhere / f"{len(made)}.cc"
                subprocess.run([program, output, *RULES], check=True,
                               env={"X": "x" * size})
                made.append(output.read_bytes())
        self.assertGreater(len(made[0]), 10_000)
        self.assertTrue(made[0] == made[1] == made[2], "the bytes differ")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
