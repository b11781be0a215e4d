#!/usr/bin/env python3
"""Counts the drawn values that sluice finds: values as people's tools draw
them, in every form of languages and settings, and the same values in places
where they are not secret.

    drawn.py                 the shares
    drawn.py --table         by kind and by form
    drawn.py --misses 50     some of what was missed, and why
    drawn.py --seed 7        other values
"""

import argparse
import collections
import random

import project

LONG = 12  # characters; shorter values are counted for themselves
SEED = 1
TIMES = 3  # each kind in each form


def by_length(secrets):
    """Returns the long values and the short ones."""
    return ([one for one in secrets if one.size >= LONG],
            [one for one in secrets if one.size < LONG])


def shares(secrets, others):
    """Returns the shares of long values, of short ones, and of values that are
    not secret, that were found."""
    def share(planted):
        return sum(one.found for one in planted) / max(1, len(planted))
    long, short = by_length(secrets)
    return share(long), share(short), share(others)


def summary(secrets, others):
    long, short, other = shares(secrets, others)
    return (f"{len(secrets)} values: {long:.4f} of those with {LONG} "
            f"characters and more found, {short:.4f} of the shorter; "
            f"{len(others)} that are no secret: {other:.4f} found")


def table(planted, by):
    """Rows of found and drawn, the worst first."""
    rows = collections.defaultdict(lambda: [0, 0])
    for one in planted:
        row = rows[getattr(one, by)]
        row[0] += one.found
        row[1] += 1
    yield f"{by:32}{'found':>7}{'of':>7}{'share':>8}"
    for name, (found, of) in sorted(rows.items(),
                                    key=lambda row: row[1][0] / row[1][1]):
        yield f"{name:32}{found:7}{of:7}{found / of:8.3f}"


def misses(planted, most, wrong):
    """Some of those whose `found` is wrong, in a line each."""
    some = [one for one in planted if one.found == wrong]
    for one in random.Random(0).sample(some, min(most, len(some))):
        yield (f"{one.form} | {one.kind} | {one.path} | "
               f"{one.line.strip()!r} | {one.why or 'seen by no rule'}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--times", type=int, default=TIMES,
                        help="values of a kind in a form")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--misses", type=int, default=0, metavar="N")
    options = parser.parse_args()
    secrets, others = project.draw(options.seed, options.times,
                                   explain=options.misses > 0)
    if options.table:
        for planted, what in ((secrets, "secrets"), (others, "no secrets")):
            for by in ("kind", "form"):
                print(f"{what}, by {by}", *table(planted, by), "", sep="\n")
    for text in misses(secrets, options.misses, wrong=False):
        print("MISS", text)
    for text in misses(others, options.misses, wrong=True):
        print("FALSE", text)
    print(summary(secrets, others))


if __name__ == "__main__":
    main()
