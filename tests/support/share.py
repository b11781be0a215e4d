"""Whether a counted share agrees with a promised one.

A test promises that 98 of 100 drawn values are found, draws 200 and finds 193.
That is less than promised, but drawing explains it: with a share of 0.98, one in
five draws of 200 finds 193 or fewer. So the test fails only if the count is so
low that a share as promised brings it about less than once in a thousand times:
P(X <= count) < 0.001 for X of the binomial distribution. "At most" is the other
tail. C++ tests ask share.h, which says the same.

A test that does this for fifty shares would fail in one of twenty full runs if
each share were exactly as promised. So promise a little less than what many
draws measured.
"""

import dataclasses
import math

ALARM = 0.001


@dataclasses.dataclass(frozen=True)
class Verdict:
    """Whether the share holds, and a sentence with the seed, n and the bound."""
    holds: bool
    text: str


def chance(k: int, n: int, share: float) -> float:
    """P(X = k)."""
    if share in (0.0, 1.0):
        return float(k == (n if share else 0))
    return math.exp(math.lgamma(n + 1) - math.lgamma(k + 1)
                    - math.lgamma(n - k + 1) + k * math.log(share)
                    + (n - k) * math.log1p(-share))


def lowest(n: int, share: float) -> int:
    """The lowest count that holds: P(X <= lowest) >= ALARM."""
    below = 0.0
    for count in range(n):
        below += chance(count, n, share)
        if below >= ALARM:
            return count
    return n


def highest(n: int, share: float) -> int:
    """The highest count that holds: P(X >= highest) >= ALARM."""
    return n - lowest(n, 1.0 - share)


def at_least(count: int, n: int, promised: float, seed: int,
             what: str = "right") -> Verdict:
    bound = lowest(n, promised)
    return Verdict(n > 0 and count >= bound,
                   f"seed {seed}: {count} of {n} {what}; at least {promised:g} "
                   f"are promised, and the bound is {bound}")


def at_most(count: int, n: int, promised: float, seed: int,
            what: str = "wrong") -> Verdict:
    bound = highest(n, promised)
    return Verdict(n > 0 and count <= bound,
                   f"seed {seed}: {count} of {n} {what}; at most {promised:g} "
                   f"are promised, and the bound is {bound}")
