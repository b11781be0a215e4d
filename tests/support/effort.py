"""How much a test tries, and which values it draws.

`./dev test` is the short run: its seeds are fixed and few, so that the result
depends on the commit alone. `./dev test --full` is the full run.
It sets two variables:

    SLUICE_FULL=1   try much more
    SLUICE_SEED=N   what all drawn values come from; N is below a million

A failure of a full run is repeated by `SLUICE_SEED=N ./dev test --full NAME`,
which tally.py prints. C++ tests ask effort.h, which says the same.
"""

import os

FULL = os.environ.get("SLUICE_FULL", "") not in ("", "0")

# The ranges of this many seeds of two full runs do not overlap. A million of them
# fits into 32 bits, which is what C++ generators take.
SEEDS_OF_A_RUN = 4000


def seed(default: int) -> int:
    """The seed of a test: SLUICE_SEED in a full run, otherwise `default`."""
    return int(os.environ.get("SLUICE_SEED", default)) if FULL else default


def times(short: int, full: int) -> int:
    """How many of something a test tries."""
    return full if FULL else short


def seeds(short: int, full: int, first: int = 0) -> range:
    """The seeds of a test that has several: `short` of them from `first` on, or
    `full` other ones in a full run."""
    if not FULL:
        return range(first, first + short)
    assert full <= SEEDS_OF_A_RUN
    begin = seed(0) * SEEDS_OF_A_RUN + first
    return range(begin, begin + full)
