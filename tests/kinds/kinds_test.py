"""Each kind of situation from the field holds, with drawn values.

One of a hundred drawn values looks like words and is not reported
(lib/judge/value/randomness.cc), and a kind has sixty situations or a few more.
So each kind has a promised share (share.py)."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import effort  # noqa: E402
import kinds  # noqa: E402
import share  # noqa: E402

PROMISED = 0.985
SEED = 1
TIMES = effort.times(1, 10)  # the situations of a kind, with other values


def counted(kind):
    """The number of situations, and the wrong ones, with what shows them."""
    count = 0
    wrong = []
    for i in range(TIMES):
        # Not seed + i: those values are drawn by another full run.
        seed = f"{effort.seed(SEED)}.{i}" if i else str(effort.seed(SEED))
        more, its_wrong = kinds.wrong_ones(seed, kind)
        count += more
        wrong += [f"{one.kind} (kinds.py --seed {seed} --misses {kind})"
                  for _, one, _, _ in its_wrong]
    return count, wrong


class KindsTest(unittest.TestCase):

    def test_shares(self):
        for kind in kinds.KINDS:
            with self.subTest(kind=kind):
                count, wrong = counted(kind)
                verdict = share.at_least(count - len(wrong), count, PROMISED,
                                         effort.seed(SEED))
                print(f"{kind}: {verdict.text}")
                self.assertTrue(verdict.holds,
                                f"{verdict.text}: {sorted(set(wrong))}")


if __name__ == "__main__":
    unittest.main()
