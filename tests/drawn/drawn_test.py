"""Drawn values are found, whatever form they are written in. Values that look
like secrets, but are not, are not found."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import drawn  # noqa: E402
import effort  # noqa: E402
import project  # noqa: E402
import share  # noqa: E402

# Shares at the default confidence.
LEAST_LONG = 0.99
LEAST_SHORT = 0.99
MOST_OTHERS = 0.002


class DrawnTest(unittest.TestCase):

    def test_shares(self):
        seed = effort.seed(drawn.SEED)
        secrets, others = project.draw(seed, effort.times(1, 20))
        long, short = drawn.by_length(secrets)
        for what, planted, share_of, promised in (
                ("long ones", long, share.at_least, LEAST_LONG),
                ("short ones", short, share.at_least, LEAST_SHORT),
                ("no secrets", others, share.at_most, MOST_OTHERS)):
            verdict = share_of(sum(one.found for one in planted), len(planted),
                               promised, seed, "found")
            print(f"{what}: {verdict.text}")
            with self.subTest(what):
                self.assertTrue(verdict.holds, verdict.text)


if __name__ == "__main__":
    unittest.main()
