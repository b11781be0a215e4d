"""sluice on Spark: scans object stores and histories with many machines.

    from sluice.spark import scan, write_report
    found = scan(spark, "s3://bucket/prefix")
    found.findings.groupBy("rule_id").count().show()
    write_report(found, "report.json")

docs/SPARK.md describes it. It needs pyspark and pyarrow (`pip install
'sluice-scanner[spark]'`), and sluice on the executors.
"""

from .columns import Scan
from .history import scan_history
from .report import write_report
from .scan import scan

__all__ = ["Scan", "scan", "scan_history", "write_report"]
