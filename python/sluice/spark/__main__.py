"""The program sluice-spark, also `python -m sluice.spark URL... -o REPORT`. For
spark-submit, which runs no modules, docs/SPARK.md has a file of two lines.

Exit code: as of `sluice scan`: 0, 1 if something was found, 3 if something could
not be read, 2 if it was asked for what cannot be done.
"""

import argparse
import pathlib
import sys
from typing import Optional

import sluice


def _arguments(arguments: Optional[list[str]]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="sluice-spark", description="Finds secrets in object stores, with "
        "Spark. A report is that of `sluice scan`; `sluice report convert` makes "
        "the other formats of it.")
    parser.add_argument("urls", nargs="+", metavar="URL",
                        help="a path, or s3://, gs://, hdfs://")
    parser.add_argument("-o", "--output", metavar="FILE",
                        help="the report, JSON of sluice/1")
    parser.add_argument("--parquet", metavar="URL",
                        help="a directory of Spark's for findings/ and coverage/")
    parser.add_argument("-c", "--config", metavar="FILE")
    parser.add_argument("--min-confidence", default="medium",
                        choices=["low", "medium", "high"])
    parser.add_argument("--show-secrets", action="store_true")
    parser.add_argument("--ignore-allow", action="store_true")
    parser.add_argument("--decode-depth", type=int, default=5, metavar="N")
    parser.add_argument("--archive-depth", type=int, default=5, metavar="N")
    parser.add_argument("--task-bytes", type=int, default=128 * 1024 * 1024,
                        metavar="BYTES", help="of a task [128 MiB]")
    parser.add_argument("--checkpoint", metavar="URL",
                        help="a directory of Spark's for what was found, so that "
                        "it outlives executors")
    given = parser.parse_args(arguments)
    if not given.output and not given.parquet:
        parser.error("neither -o nor --parquet says where the findings go")
    return given


def main(arguments: Optional[list[str]] = None) -> int:
    given = _arguments(arguments)
    from pyspark.sql import SparkSession

    from . import scan, write_report
    config = (pathlib.Path(given.config).read_text(encoding="utf-8")
              if given.config else None)
    spark = SparkSession.builder.appName("sluice").getOrCreate()
    try:
        found = scan(
            spark, given.urls, config=config,
            min_confidence=given.min_confidence,
            show_secrets=given.show_secrets,
            ignore_allow_comments=given.ignore_allow,
            decode_depth=given.decode_depth, archive_depth=given.archive_depth,
            task_bytes=given.task_bytes, checkpoint=given.checkpoint)
        if given.parquet:
            found.findings.write.parquet(f"{given.parquet}/findings")
            found.coverage.write.parquet(f"{given.parquet}/coverage")
        if given.output:
            counts = write_report(found, given.output, config=config,
                                  config_name=given.config or "",
                                  show_secrets=given.show_secrets)
            findings, unread = counts["findings"], counts["incomplete"]
        else:
            findings = found.findings.limit(1).count()
            unread = found.coverage.filter("what = 'incomplete'").limit(1).count()
        return 1 if findings else 3 if unread else 0
    finally:
        spark.stop()


def run() -> None:
    try:
        sys.exit(main())
    except (sluice.Error, OSError, ValueError) as error:
        print(f"sluice-spark: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    run()
