"""The program sluice-spark. If sluice.spark lacks something, it reports that
in one line."""

import sys


def run() -> None:
    try:
        from .spark.__main__ import run as run_spark
    except ImportError as missing:
        print(f"sluice-spark: {missing}", file=sys.stderr)
        sys.exit(2)
    run_spark()
