"""A Spark on this machine, and trees and histories for it.

pyspark is in a virtual environment of its own, build/peers/spark, which
tests/support/install_tools makes. Without it, any Python that has pyspark will
do.
"""

import atexit
import base64
import functools
import importlib.util
import io
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
OWN_PYTHON = ROOT / "build/peers/spark/bin/python"
if OWN_PYTHON.exists() and sys.executable != str(OWN_PYTHON):
    os.execv(OWN_PYTHON, [OWN_PYTHON, *sys.orig_argv[1:]])

for folder in ("tests/cli", "tests/docs", "tests/support", "python"):
    sys.path.insert(0, str(ROOT / folder))
sys.dont_write_bytecode = True

import effort  # noqa: E402
import harness  # noqa: E402
import tokens  # noqa: E402

os.environ.setdefault("SLUICE_LIBRARY",
                      str(ROOT / "build/lib/api/libsluice.so.0"))
# For Spark's own processes.
os.environ.update({
    "PYTHONPATH": str(ROOT / "python"), "PYTHONDONTWRITEBYTECODE": "1",
    "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"})

MAKER = tokens.TokenMaker(effort.seed(61))
RANDOM = random.Random(effort.seed(62))
MIB = 1024 * 1024


def missing():
    """The reason why there is no Spark; None if there is one."""
    if os.environ.get("SLUICE_UNDER"):
        return "python itself does not run under what the library does"
    for module in ("pyspark", "pyarrow", "pandas"):
        if importlib.util.find_spec(module) is None:
            return f"not installed: {module} (tests/support/install_tools)"
    if shutil.which("java") is None:
        return "not installed: java (openjdk-17-jre-headless)"
    return None


def require():
    """A module's setUpModule()."""
    if why := missing():
        raise unittest.SkipTest(why)


@functools.cache
def session():
    """One Spark serves all tests, since it takes seconds to start. The full run
    has two executors, which a test may kill. The short run has none: its JVM is
    the driver's."""
    import pyspark
    from pyspark.sql import SparkSession
    os.environ["SPARK_HOME"] = str(pathlib.Path(pyspark.__file__).parent)
    scratch = tempfile.mkdtemp(prefix="sluice-spark-")
    atexit.register(shutil.rmtree, scratch, ignore_errors=True)
    # The JVMs have little to do, but compile their own code.
    options = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    spark = (SparkSession.builder
             .master("local-cluster[2,1,1024]" if effort.FULL else "local[2]")
             .config("spark.driver.extraJavaOptions", options)
             .config("spark.executor.extraJavaOptions", options)
             .config("spark.ui.enabled", "false")
             .config("spark.ui.showConsoleProgress", "false")
             .config("spark.driver.host", "127.0.0.1")
             .config("spark.local.dir", scratch)
             .config("spark.worker.cleanup.enabled", "false")
             .config("spark.sql.shuffle.partitions", "2")
             .config("spark.sql.warehouse.dir", scratch + "/warehouse")
             .getOrCreate())
    spark.sparkContext.setLogLevel("OFF")
    atexit.register(spark.stop)
    return spark


def drawn(size):
    return base64.urlsafe_b64encode(RANDOM.randbytes(size)).decode().rstrip("=")


def big_text(size, end="\n"):
    """All that crosses the borders of ranges."""
    lines = ["begin"]
    length = 0
    i = 0
    while length < size:
        i += 1
        lines.append(
            f'key = "{MAKER.github()}"' if i % 90 == 0 else
            f'password = "xK{i * 7919}z#q"  # sluice:allow' if i % 90 == 5 else
            f'password = "xK{i * 7919}z#q"' if i % 90 == 9 else
            f'kty: "OKP",{end}  d: "{drawn(32)}"'
            if i % 90 == 13 else
            "-" * (i * 37 % 900))
        length += len(lines[-1]) + len(end)
    return end.join(lines).encode()


def sql_table(rows_):
    return ("INSERT INTO users (name, password) VALUES\n" + ",\n".join(
        f"('joe', 'Kx{i * 7919}q!Z')" for i in range(rows_)) + ";\n").encode()


def archive(files):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as packed:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            packed.addfile(info, io.BytesIO(data))
    return out.getvalue()


def files():
    """Without what object stores have not: links, names that are no text."""
    line = f'key = "{MAKER.github()}"\n'.encode()
    made = {f"many/{i % 7}/f{i}.py": line if i % 9 == 0 else b"x = 1\n" * i
            for i in range(120)}
    made.update({
        "a/b.txt": line, "a.txt": line, "a-b": line, "a/Z.txt": line,
        "empty": b"", "crlf.txt": line.replace(b"\n", b"\r\n") * 3,
        "no-end.txt": line.strip(), "wide.txt": (line * 3).decode().encode("utf-16"),
        "x.pdf": b"%PDF-1.4\n", "binary": b"\0" * 100 + line,
        "release.tar.gz": archive({"etc/app.conf": line, "b/c": b"int x;\n"}),
        "cut.gz": archive({"etc/app.conf": RANDOM.randbytes(9000)})[:-900],
        "mistyped.txt": (line[:-8] + b"QQQQ\"\n") * 7,
        "\u00fc/\u00e4.txt": line, ".git/config": line, ".git/HEAD": line,
        "big.txt": big_text(5 * MIB), "big-crlf.txt": big_text(2 * MIB, "\r\n"),
        "dump.sql": sql_table(110_000),
        "wide-big.txt": big_text(2 * MIB).decode().encode("utf-16"),
    })
    return made


def write_tree(folder):
    for name, data in files().items():
        path = pathlib.Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


class SparkTest(unittest.TestCase):
    maxDiff = 2000

    @classmethod
    def setUpClass(cls):
        cls.spark = session()
        cls.folder = tempfile.TemporaryDirectory(prefix="sluice-")
        cls.tmp = pathlib.Path(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def program(self, *arguments):
        done = subprocess.run(
            [harness.binary(), "scan", "--no-ignore", "--no-config",
             "--ignore-baseline", "-f", "json", *map(str, arguments)],
            capture_output=True, check=False)
        self.assertIn(done.returncode, (0, 1, 3), done.stderr)
        return done.stdout.decode()

    def report(self, found, **options):
        path = self.tmp / "report.json"
        from sluice.spark import write_report
        write_report(found, str(path), **options)
        return path.read_text(encoding="utf-8")

    def assert_same(self, report, expected):
        """Not by a diff of megabytes."""
        mine, theirs = json.loads(report), json.loads(expected)
        self.assertGreater(len(theirs["findings"]), 0)
        self.assertEqual(mine["summary"], theirs["summary"])
        self.assertEqual(mine["coverage"], theirs["coverage"])
        self.assertEqual(len(mine["findings"]), len(theirs["findings"]))
        for one, other in zip(mine["findings"], theirs["findings"]):
            if one != other:
                self.assertEqual(one, other)
        self.assertTrue(report == expected, "the bytes differ")
