"""The bounds of shares, against exact sums; and what effort.py says."""

import importlib
import math
import os
import unittest
from fractions import Fraction
from unittest import mock

import effort
import share


def exact_lowest(n, promised):
    """The lowest count that holds, in whole numbers."""
    below = Fraction(0)
    for count in range(n + 1):
        below += (math.comb(n, count) * promised ** count
                  * (1 - promised) ** (n - count))
        if below >= Fraction(1, 1000):
            return count
    raise AssertionError("the sum is 1")


class Share(unittest.TestCase):

    def test_bounds_are_exact(self):
        for n in (1, 2, 10, 60, 97, 400):
            for parts in (0, 1, 10, 500, 900, 970, 990, 999, 1000):
                promised = Fraction(parts, 1000)
                with self.subTest(n=n, promised=promised):
                    bound = exact_lowest(n, promised)
                    self.assertEqual(share.lowest(n, float(promised)), bound)
                    self.assertEqual(
                        share.highest(n, float(1 - promised)), n - bound)

    def test_many_draws(self):
        # By the normal distribution: 0.98 n - 3.09 * sqrt(0.02 * 0.98 n).
        self.assertAlmostEqual(share.lowest(100_000, 0.98), 97_863, delta=3)

    def test_both_sides_of_a_bound(self):
        self.assertEqual(share.lowest(200, 0.98), 189)
        self.assertFalse(share.at_least(188, 200, 0.98, 7).holds)
        holds = share.at_least(189, 200, 0.98, 7, "found")
        self.assertTrue(holds.holds)
        self.assertEqual(holds.text, "seed 7: 189 of 200 found; at least 0.98 "
                                     "are promised, and the bound is 189")
        self.assertFalse(share.at_most(12, 200, 0.02, 7).holds)
        holds = share.at_most(11, 200, 0.02, 7)
        self.assertTrue(holds.holds)
        self.assertEqual(holds.text, "seed 7: 11 of 200 wrong; at most 0.02 "
                                     "are promised, and the bound is 11")

    def test_all_and_none(self):
        self.assertFalse(share.at_least(99, 100, 1, 0).holds)
        self.assertTrue(share.at_least(100, 100, 1, 0).holds)
        self.assertFalse(share.at_most(1, 100, 0, 0).holds)
        self.assertTrue(share.at_most(0, 100, 0, 0).holds)

    def test_nothing_was_drawn(self):
        self.assertFalse(share.at_least(0, 0, 0.9, 0).holds)
        self.assertFalse(share.at_most(0, 0, 0.1, 0).holds)


class Effort(unittest.TestCase):

    def answers(self, **environment):
        with mock.patch.dict(os.environ, environment):
            for name in {"SLUICE_FULL", "SLUICE_SEED"} - environment.keys():
                os.environ.pop(name, None)
            importlib.reload(effort)
            self.addCleanup(importlib.reload, effort)
            return (effort.FULL, effort.seed(5), effort.times(2, 30),
                    effort.seeds(2, 3, first=10))

    def test_a_short_run_draws_nothing(self):
        short = (False, 5, 2, range(10, 12))
        self.assertEqual(self.answers(), short)
        self.assertEqual(self.answers(SLUICE_SEED="77"), short)
        self.assertEqual(self.answers(SLUICE_FULL="0", SLUICE_SEED="7"), short)

    def test_a_full_run_draws_from_its_seed(self):
        self.assertEqual(self.answers(SLUICE_FULL="1", SLUICE_SEED="77"),
                         (True, 77, 30, range(308_010, 308_013)))
        self.assertEqual(self.answers(SLUICE_FULL="1")[:3], (True, 5, 30))


if __name__ == "__main__":
    unittest.main()
