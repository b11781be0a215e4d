"""The ratio of the processor time of two programs, and what to say of it.

The two programs run in pairs, and the sample of a pair is the logarithm of the
new program's time divided by the old one's. The logarithm makes a pair in which
the old program was disturbed weigh as much as one in which the new program was.
The order within the pairs alternates, so that what only the second one of a
pair suffers cancels out.

**The mean is a trimmed one**: a fifth of the samples at each end does not
count. Disturbances (another program on the other thread of the core, the host
of a virtual machine) are rare and large: they make a run longer by a tenth or
a half. They hit both programs alike, so the samples lie symmetrically around
the ratio, and the trimmed mean estimates the same value as the plain one. The
interval is Tukey's and McLaughlin's: Student's t with the standard deviation of
the winsorized samples (R. Wilcox, "Introduction to Robust Estimation and
Hypothesis Testing", chapter 4).

Simulated: the standard deviation of each mean of 60 samples, as a multiple of
the trimmed one's. In the second row, a tenth of the runs takes 5 to 50 % longer.

                            plain   trimmed   median
    normal samples           0.91         1     1.14
    with disturbances         5.2         1     1.01

**When to stop** depends on the width of the interval, never on the ratio. So
no early, lucky ratio can end a measurement. AIM is narrower than the interval
that is asked for, NARROW: with NARROW, a build that is 3 % slower is red in 96
of 100 measurements, and must be so twice; with AIM, it is in 995 of 1,000.

Everything here is a function of its arguments; the clock and the runs come
from the caller.
"""

import dataclasses
import math
import statistics

CONFIDENCE = 0.95
# Half of the interval, as a part of the ratio: a measurement ends when it is
# within AIM, and is still good if it is within NARROW when the time is over.
AIM = 0.004
NARROW = 0.005
# A build is too slow if it takes more than this, as a multiple of the old one.
LIMIT = 1.02
# So many pairs are needed until the width of the interval can be believed.
LEAST_PAIRS = 30
TRIMMED = 0.2

RED, GREEN, NOISY = "red", "green", "too noisy"


@dataclasses.dataclass(frozen=True)
class Interval:
    """The ratio new / old of so many pairs, and its interval."""

    pairs: int
    ratio: float
    low: float
    high: float

    def within(self, part):
        """Whether the ratio is known to within this part of it."""
        return (self.pairs >= LEAST_PAIRS
                and math.log(self.high / self.low) / 2 <= part)

    @property
    def verdict(self):
        """RED also if the interval is wide, as long as all of it is above the
        limit: more pairs would only say the same more exactly."""
        if self.pairs >= LEAST_PAIRS and self.low > LIMIT:
            return RED
        return GREEN if self.within(NARROW) else NOISY


def interval(pairs):
    """The Interval of pairs (old, new) of seconds; at least two."""
    logs = sorted(math.log(new / old) for old, new in pairs)
    count = len(logs)
    cut = int(TRIMMED * count)
    kept = logs[cut:count - cut]
    winsorized = [kept[0]] * cut + kept + [kept[-1]] * cut
    middle = statistics.fmean(kept)
    error = (statistics.stdev(winsorized)
             / ((1 - 2 * TRIMMED if cut else 1) * math.sqrt(count)))
    half = _student(CONFIDENCE, len(kept) - 1) * error
    return Interval(count, math.exp(middle), math.exp(middle - half),
                    math.exp(middle + half))


def _student(confidence, freedom):
    """Student's t for a confidence on two sides: the first terms of its
    Cornish-Fisher series. With 17 degrees of freedom, which LEAST_PAIRS has,
    it is wrong by less than 0.001."""
    z = statistics.NormalDist().inv_cdf((1 + confidence) / 2)
    return (z + (z**3 + z) / (4 * freedom)
            + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2))


def measure(pair, clock, seconds):
    """Adds pairs until the interval is within AIM or the time is over.

    `pair(old_first)` runs both programs and returns (old, new) in seconds of
    processor time. `clock()` returns the time in seconds. Returns the pairs:
    an even number of them, so that both orders occur equally often.
    """
    pairs = []
    begin = clock()
    while True:
        pairs += [pair(True), pair(False)]
        if interval(pairs).within(AIM) or clock() - begin >= seconds:
            return pairs


def measured(measurement):
    """Calls `measurement`, which returns the pairs of one measurement, once,
    and again if the first is red. Returns the lists of pairs.

    So a build is red only if two measurements are. A disturbance that favours
    one of the programs for minutes is rare, and two of them are rarer.
    """
    first = measurement()
    if interval(first).verdict != RED:
        return [first]
    return [first, measurement()]


def exit_code(verdicts, failed):
    """0: every text is green. 1: one is red. 2: one could not be compared.
    3: none is red, but one is too noisy."""
    if failed:
        return 2
    if RED in verdicts:
        return 1
    return 3 if NOISY in verdicts else 0
