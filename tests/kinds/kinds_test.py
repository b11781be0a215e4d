"""Each kind of situation from the field holds, with values that are new in each
run. SLUICE_SEED repeats one.

One of a hundred drawn values looks like words and is not reported
(lib/judge/value/randomness.cc), and a kind has sixty situations or a few more.
So a kind may have bad luck once in a hundred runs. Then many more of its
situations decide."""

import os
import secrets
import unittest

import kinds

LEAST = 0.97
MORE = 5


def share(kind, *seeds):
    """The share of right situations, and the names of the wrong ones."""
    count = 0
    wrong = []
    for seed in seeds:
        more, its_wrong = kinds.wrong_ones(seed, kind)
        count += more
        wrong += its_wrong
    return (1 - len(wrong) / count if count else 0,
            sorted({one.kind for _, one, _, _ in wrong}))


class KindsTest(unittest.TestCase):

    def test_shares(self):
        seed = int(os.environ.get("SLUICE_SEED", secrets.randbelow(10 ** 6)))
        print(f"seed {seed}")
        for kind in kinds.KINDS:
            with self.subTest(kind=kind, seed=seed):
                right, wrong = share(kind, seed)
                print(f"{kind}: {right:.3f} right")
                if right < LEAST:
                    right, wrong = share(kind, *range(seed + 1,
                                                      seed + 1 + MORE))
                    print(f"{kind}: {right:.3f} right of many more")
                self.assertGreaterEqual(right, LEAST, f"{wrong}")


if __name__ == "__main__":
    unittest.main()
