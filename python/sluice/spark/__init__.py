"""sluice on Spark: scans object stores and histories with many machines.

    from sluice.spark import scan, write_report
    found = scan(spark, "s3://bucket/prefix")
    found.findings.groupBy("rule_id").count().show()
    write_report(found, "report.json")

docs/SPARK.md describes it. It needs pyspark and pyarrow (`pip install
'sluice-scanner[spark]'`), and sluice on the executors.
"""

try:
    import pandas as _pandas  # noqa: F401
    import pyarrow as _pyarrow  # noqa: F401
    import pyspark as _pyspark  # noqa: F401
except ImportError as _missing:
    raise ImportError(
        f"sluice.spark needs {_missing.name}, which is not installed: "
        "pip install 'sluice-scanner[spark]'", name=_missing.name) from None

from .columns import Scan
from .history import scan_history
from .report import write_report
from .scan import scan

__all__ = ["Scan", "scan", "scan_history", "write_report"]
