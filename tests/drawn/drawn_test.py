"""Drawn values are found, whatever form they are written in. Values that look
like secrets, but are not, are not found."""

import os
import unittest

import drawn
import project

# Shares at the default confidence.
LEAST_LONG = 0.99
LEAST_SHORT = 0.97
MOST_OTHERS = 0.01


class DrawnTest(unittest.TestCase):

    def test_shares(self):
        seed = int(os.environ.get("SLUICE_SEED", drawn.SEED))
        secrets, others = project.draw(seed, drawn.TIMES)
        print(f"seed {seed}:", drawn.summary(secrets, others))
        long, short, other = drawn.shares(secrets, others)
        self.assertGreaterEqual(long, LEAST_LONG)
        self.assertGreaterEqual(short, LEAST_SHORT)
        self.assertLessEqual(other, MOST_OTHERS)


if __name__ == "__main__":
    unittest.main()
