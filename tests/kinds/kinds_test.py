"""Each kind of situation from the field holds, with values that are new in each
run. SLUICE_SEED repeats one."""

import os
import secrets
import unittest

import kinds

LEAST = 0.97


class KindsTest(unittest.TestCase):

    def test_shares(self):
        seed = int(os.environ.get("SLUICE_SEED", secrets.randbelow(10 ** 6)))
        print(f"seed {seed}")
        for kind in kinds.KINDS:
            with self.subTest(kind=kind, seed=seed):
                count, wrong = kinds.wrong_ones(seed, kind)
                print(f"{kind}: {count - len(wrong)} of {count} right")
                self.assertGreater(count, 0)
                self.assertGreaterEqual(
                    1 - len(wrong) / count, LEAST,
                    f"{sorted({one.kind for _, one, _, _ in wrong})}")


if __name__ == "__main__":
    unittest.main()
