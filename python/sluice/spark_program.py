"""The program sluice-spark: sluice.spark's, which says in a line what it lacks."""

import sys


def run() -> None:
    try:
        from .spark.__main__ import run as run_spark
    except ImportError as missing:
        print(f"sluice-spark: {missing}", file=sys.stderr)
        sys.exit(2)
    run_spark()
