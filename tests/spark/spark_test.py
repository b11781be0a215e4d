"""sluice.spark beside the program: the same trees, on disk and in an object store,
give the same report, byte for byte, whatever happens to executors and objects.

One Spark of two executors serves all tests, since it takes seconds to start.
"""

import base64
import contextlib
import importlib.util
import io
import json
import logging
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/cli"))
sys.path.insert(0, str(ROOT / "tests/docs"))
sys.path.insert(0, str(ROOT / "python"))
sys.dont_write_bytecode = True

import blocks  # noqa: E402
import harness  # noqa: E402
import tokens  # noqa: E402

os.environ.setdefault("SLUICE_LIBRARY",
                      str(ROOT / "build/lib/api/libsluice.so.0"))


def missing():
    for module in ("pyspark", "pyarrow", "pandas"):
        if importlib.util.find_spec(module) is None:
            return f"{module} is not installed"
    if shutil.which("java") is None:
        return "java is not installed"
    if os.environ.get("SLUICE_UNDER"):
        return "python itself does not run under what the library does"
    return None


MISSING = missing()
if MISSING is None:
    import pyspark
    from pyspark.sql import SparkSession

    from sluice import spark as sluice_spark
    from sluice.spark import arrays, objects, packs, ranges, rows, words

MAKER = tokens.TokenMaker(61)
RANDOM = random.Random(62)
MIB = 1024 * 1024


def setUpModule():
    if MISSING:
        raise unittest.SkipTest(MISSING)
    os.environ.update({
        "PYTHONPATH": os.pathsep.join([str(ROOT / "python"),
                                       str(pathlib.Path(__file__).parent)]),
        "PYTHONDONTWRITEBYTECODE": "1", "SPARK_LOCAL_IP": "127.0.0.1",
        "PYSPARK_PYTHON": sys.executable,
        "SPARK_HOME": str(pathlib.Path(pyspark.__file__).parent)})
    global SPARK, SCRATCH
    SCRATCH = tempfile.mkdtemp(prefix="sluice-spark-")
    SPARK = (SparkSession.builder.master("local-cluster[2,1,1024]")
             .config("spark.ui.enabled", "false")
             .config("spark.ui.showConsoleProgress", "false")
             .config("spark.driver.host", "127.0.0.1")
             .config("spark.local.dir", SCRATCH)
             .config("spark.worker.cleanup.enabled", "false")
             .config("spark.sql.shuffle.partitions", "2")
             .config("spark.sql.warehouse.dir", SCRATCH + "/warehouse")
             .getOrCreate())
    SPARK.sparkContext.setLogLevel("OFF")


def tearDownModule():
    if not MISSING:
        SPARK.stop()
        shutil.rmtree(SCRATCH, ignore_errors=True)


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
        "cut.gz": archive({"etc/app.conf": os.urandom(9000)})[:-900],
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
        sluice_spark.write_report(found, str(path), **options)
        return path.read_text(encoding="utf-8")

    def assert_same(self, report, expected):
        """Not by a diff of megabytes."""
        mine, theirs = json.loads(report), json.loads(expected)
        self.assertGreater(len(theirs["findings"]), 0)
        self.assertEqual(mine["coverage"], theirs["coverage"])
        self.assertEqual(len(mine["findings"]), len(theirs["findings"]))
        for one, other in zip(mine["findings"], theirs["findings"]):
            if one != other:
                self.assertEqual(one, other)
        self.assertTrue(report == expected, "the bytes differ")


class Local(SparkTest):

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.tree = write_tree(cls.tmp / "tree")
        os.symlink("a.txt", cls.tree / "link")
        os.mkfifo(cls.tree / "pipe")
        (cls.tree / os.fsdecode(b"n\xff.txt")).write_bytes(
            (cls.tree / "a.txt").read_bytes())
        # Ranges of a MiB and more, of all that is cut.
        cls.found = sluice_spark.scan(SPARK, str(cls.tree), task_bytes=MIB)

    def test_the_report_of_a_tree(self):
        self.assert_same(self.report(self.found), self.program(self.tree))

    def test_the_report_can_be_converted(self):
        self.report(self.found)
        done = subprocess.run(
            [harness.binary(), "report", "convert", self.tmp / "report.json",
             "-f", "csv"], capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"release.tar.gz!etc/app.conf", done.stdout)

    def test_columns(self):
        row = self.found.findings.filter(
            "path = 'release.tar.gz'").select(
                "rule_id", "confidence", "member", "start.line", "evidence.form",
                "excerpt.before", "revoke.steps").first()
        self.assertEqual(row[:5], ("github-pat", "high", ["etc/app.conf"], 1,
                                   "vendor"))
        self.assertEqual(row[5], 'key = "')
        self.assertTrue(row[6])
        sums = self.found.coverage.groupBy().sum(
            "files_scanned", "bytes_scanned").first()
        told = json.loads(self.program(self.tree))["coverage"]
        self.assertEqual(tuple(sums), (told["files_scanned"],
                                       told["bytes_scanned"]))

    def check_options(self, extend):
        config = extend + '[[rules]]\nid = "minus"\nregex = "x = 1"\n'
        (self.tmp / "rules.toml").write_text(config)
        paths = [str(self.tree / "many"), str(self.tree / "a.txt"),
                 str(self.tree / "a")]
        found = sluice_spark.scan(SPARK, paths, config=config, show_secrets=True,
                                  min_confidence=0)
        done = subprocess.run(
            [harness.binary(), "scan", "--no-ignore", "-f", "json", "-c",
             self.tmp / "rules.toml", "--show-secrets", "--min-confidence", "low",
             *paths], capture_output=True, check=False)
        expected = json.loads(done.stdout)
        report = json.loads(self.report(
            found, config=config, config_name=str(self.tmp / "rules.toml"),
            show_secrets=True))
        self.assertIn("minus", {f["rule_id"] for f in report["findings"]})
        for member in ("findings", "secrets", "tool", "coverage"):
            self.assertEqual(report[member], expected[member])

    def test_options_and_several_paths(self):
        self.check_options('[extend]\nuseDefault = true\n'
                           'disabledRules = ["github-pat"]\n')

    def test_a_configuration_without_default_rules(self):
        self.check_options("")

    def test_a_checkpoint(self):
        found = sluice_spark.scan(SPARK, str(self.tree / "many"),
                                  checkpoint=str(self.tmp / "kept"))
        self.assert_same(self.report(found), self.program(self.tree / "many"))


class Failures(SparkTest):

    def setUp(self):
        self.tree = self.tmp / self.id().rsplit(".", 1)[-1]
        line = f'key = "{MAKER.github()}"\n'
        for i in range(40):
            path = self.tree / f"d{i % 6}" / f"f{i}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(line * (1 + i % 3) + "-" * 60_000)

    def kill(self, which, found):
        """Kills a process that serves this Spark, once, when some task runs."""
        deadline = time.monotonic() + 180
        while time.monotonic() < deadline and not found:
            for pid in descendants(os.getpid()):
                with contextlib.suppress(OSError):
                    command = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
                    if (is_busy(pid) if which == "worker" else
                            b"CoarseGrainedExecutorBackend" in command):
                        os.kill(pid, signal.SIGKILL)
                        found.append(pid)
                        return
            time.sleep(0.02)

    def check_kill(self, which):
        expected = self.program(self.tree)
        killed = []
        killer = threading.Timer(0.5, self.kill, (which, killed))
        killer.start()
        found = sluice_spark.scan(SPARK, str(self.tree), task_bytes=MIB)
        killer.join()
        self.assertTrue(killed, "nothing was there to be killed")
        self.assert_same(self.report(found), expected)

    def test_a_python_worker_is_killed(self):
        self.check_kill("worker")

    def test_an_executor_is_killed(self):
        self.check_kill("executor")

    def test_objects_that_vanish_change_or_cannot_be_read(self):
        """Objects are no longer those that the inventory lists."""
        listed = [(f"d{i % 6}/f{i}.txt",
                   (self.tree / f"d{i % 6}" / f"f{i}.txt").stat().st_size)
                  for i in range(40)]
        (self.tree / "d0/f0.txt").unlink()
        (self.tree / "d1/f1.txt").write_text("shorter")
        (self.tree / "big").write_bytes(b"-" * 3 * MIB)
        listed += [("big", 4 * MIB), ("d2", 10)]
        frame = SPARK.createDataFrame(listed, "path string, size bigint")
        found = sluice_spark.scan(SPARK, str(self.tree), objects=frame,
                                  task_bytes=MIB)
        report = json.loads(self.report(found))
        told = {one["path"]: one["reason"]
                for one in report["coverage"]["incomplete"]}
        self.assertEqual(set(told), {"d0/f0.txt", "d1/f1.txt", "big", "d2"})
        self.assertEqual(told["d0/f0.txt"], "No such file or directory")
        self.assertIn("it was changed", told["d1/f1.txt"])
        self.assertIn("it was changed", told["big"])
        self.assertEqual(told["d2"], "Is a directory")
        self.assertEqual(report["coverage"]["files_scanned"], 38)
        self.assertEqual({f["path"] for f in report["findings"]},
                         {path for path, _ in listed} - set(told))

    def test_a_changed_file_that_is_left_out_is_subtracted_once(self):
        config = 'prefilter = \'hasSuffix(attributes["path"], ".txt")\'\n' \
                 '[[rules]]\nid = "t"\nregex = "tick-[0-9]{4}"\n'
        (self.tree / "d0/kept").write_text("tick-1234")
        frame = SPARK.createDataFrame(
            [("d0/kept", 9), ("d0/f0.txt", 7)], "path string, size bigint")
        found = sluice_spark.scan(SPARK, str(self.tree), objects=frame,
                                  config=config)
        report = json.loads(self.report(found, config=config))
        self.assertEqual([f["path"] for f in report["findings"]], ["d0/kept"])
        self.assertEqual(report["coverage"]["files_scanned"], 1)
        (told,) = report["coverage"]["incomplete"]
        self.assertEqual(told["path"], "d0/f0.txt")

    def test_what_is_not_there(self):
        with self.assertRaises(FileNotFoundError):
            sluice_spark.scan(SPARK, str(self.tree / "nothing"))
        with self.assertRaises(ValueError):
            sluice_spark.scan(SPARK, [])


def descendants(pid):
    children = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError, IndexError):
                stat = (entry / "stat").read_text()
                parent = int(stat.rsplit(")", 1)[1].split()[1])
                children.setdefault(parent, []).append(int(entry.name))
    waiting, found = [pid], []
    while waiting:
        for child in children.get(waiting.pop(), []):
            waiting.append(child)
            found.append(child)
    return found


def is_busy(pid):
    """Whether it is a worker that has loaded the library."""
    return "libsluice" in pathlib.Path(f"/proc/{pid}/maps").read_text()


@unittest.skipIf(importlib.util.find_spec("moto") is None,
                 "moto is not installed")
class ObjectStore(SparkTest):

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        import boto3
        from moto.server import ThreadedMotoServer
        from pyarrow.fs import S3FileSystem
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        cls.server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
        cls.server.start()
        host, port = cls.server.get_host_and_port()
        cls.store = S3FileSystem(
            access_key="a", secret_key="b", region="us-east-1", scheme="http",
            endpoint_override=f"{host}:{port}")
        cls.client = boto3.client(
            "s3", endpoint_url=f"http://{host}:{port}", region_name="us-east-1",
            aws_access_key_id="a", aws_secret_access_key="b")
        cls.client.create_bucket(Bucket="lake")
        cls.tree = write_tree(cls.tmp / "tree")
        for name, data in files_of(cls.tree):
            cls.client.put_object(Bucket="lake", Key=f"in/{name}", Body=data)

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        super().tearDownClass()

    def test_the_report_of_a_bucket(self):
        found = sluice_spark.scan(SPARK, "lake/in", filesystem=self.store,
                                  task_bytes=2 * MIB, file_cost=32 * 1024)
        self.assert_same(self.report(found), self.program(self.tree))

    def test_objects_that_vanish_or_change(self):
        line = f'key = "{MAKER.github()}"\n'.encode()
        self.client.put_object(Bucket="lake", Key="few/there", Body=line)
        self.client.put_object(Bucket="lake", Key="few/other", Body=line * 2)
        frame = SPARK.createDataFrame(
            [("there", len(line)), ("other", len(line)), ("gone", 5)],
            "path string, size bigint")
        found = sluice_spark.scan(SPARK, "lake/few", objects=frame,
                                  filesystem=self.store)
        report = json.loads(self.report(found))
        told = {one["path"]: one["reason"]
                for one in report["coverage"]["incomplete"]}
        self.assertEqual(set(told), {"gone", "other"})
        self.assertIn("it was changed", told["other"])
        self.assertEqual(report["coverage"]["files_scanned"], 1)
        self.assertEqual(len(report["findings"]), 3)


def files_of(folder):
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield str(path.relative_to(folder)), path.read_bytes()


@unittest.skipIf(shutil.which("git") is None, "git is not installed")
class History(SparkTest):

    def test_repositories(self):
        secret = MAKER.github()
        names = []
        for i in range(2):
            place = self.tmp / f"r{i}"
            git = ["git", "-C", place, "-c", "user.name=a", "-c", "user.email=b"]
            subprocess.run(["git", "init", "-q", place], check=True)
            for text in (f'key = "{secret}"\n', "gone\n"):
                (place / "f.py").write_text(text * (i + 1))
                subprocess.run([*git, "add", "."], check=True)
                subprocess.run([*git, "commit", "-qm", "m"], check=True)
            names.append(str(place))
        bundle = self.tmp / "r0.bundle"
        subprocess.run(["git", "-C", names[0], "bundle", "create", "-q", bundle,
                        "--all"], check=True)
        names += [str(bundle), "http://me:s3cret@127.0.0.1:9/none.git"]
        found = sluice_spark.scan_history(SPARK, names,
                                          program=harness.binary())
        by_name = {}
        for row in found.findings.collect():
            by_name.setdefault(row["repository"], []).append(row)
        self.assertEqual({name: len(rows_) for name, rows_ in by_name.items()},
                         {names[0]: 1, names[1]: 2, names[2]: 1})
        alone = subprocess.run(
            [harness.binary(), "git", "-f", "json", names[1]],
            capture_output=True, check=False).stdout.decode()
        for row in by_name[names[1]]:
            self.assertIn(row["json"], alone)
            self.assertTrue(row["git"]["commit"])
        (lost,) = found.coverage.filter("what = 'incomplete'").collect()
        self.assertEqual(lost["repository"], "http://127.0.0.1:9/none.git")
        self.assertNotIn("s3cret", str(lost))


    def test_shards_of_a_repository(self):
        """The tasks that share a history give what one scan of it gives."""
        place = self.tmp / "shared"
        git = ["git", "-C", place, "-c", "user.name=a", "-c", "user.email=b"]
        subprocess.run(["git", "init", "-q", place], check=True)
        secrets = [MAKER.github() for _ in range(20)]
        for i in range(40):
            # Each secret is in two files, brought in by two commits.
            (place / f"f{i}.py").write_text(f'key = "{secrets[i % 20]}"\n')
            if i % 5 == 0:
                (place / f"b{i}").write_bytes(b"\0" * (99 + i))
            subprocess.run([*git, "add", "."], check=True)
            subprocess.run([*git, "commit", "-qm", "m"], check=True)
        lost = str(self.tmp / "none.bundle")
        one = sluice_spark.scan_history(SPARK, [str(place)],
                                        program=harness.binary())
        many = sluice_spark.scan_history(
            SPARK, [str(place), lost], shards={str(place): 7, lost: 3},
            program=harness.binary())

        def findings(scan):
            return [row["json"] for row in
                    scan.findings.orderBy("order_key", "order_seq").collect()]

        def counts(scan):
            return scan.coverage.groupBy().sum(*rows.COUNTS).first()

        def notes(scan):
            told = scan.coverage.filter("what = 'notes'").collect()
            return {row["json"] for row in told}
        self.assertEqual(len(findings(one)), 20)
        self.assertEqual(findings(many), findings(one))
        self.assertEqual(counts(many), counts(one))
        self.assertEqual(counts(one)["sum(binary)"], 8)
        self.assertEqual(notes(many), notes(one))
        told = many.coverage.filter("what = 'incomplete'").collect()
        self.assertEqual([row["repository"] for row in told], [lost] * 3)

    def test_a_shard_that_is_lost_is_told(self):
        """The program fails for one shard."""
        place = self.tmp / "half"
        git = ["git", "-C", place, "-c", "user.name=a", "-c", "user.email=b"]
        subprocess.run(["git", "init", "-q", place], check=True)
        (place / "f.py").write_text(f'key = "{MAKER.github()}"\n')
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "-qm", "m"], check=True)
        failing = self.tmp / "failing"
        failing.write_text(
            '#!/bin/sh\ncase "$*" in *--shard\ 2/3*) echo "no memory" >&2; '
            f'exit 9;; esac\nexec {harness.binary()} "$@"\n')
        failing.chmod(0o755)
        found = sluice_spark.scan_history(SPARK, [str(place)], shards=3,
                                          program=str(failing))
        told = found.coverage.filter("what = 'incomplete'").collect()
        reasons = sorted(row["reason"] for row in told)
        self.assertEqual(len(reasons), 2)
        self.assertIn("no memory", reasons)
        self.assertTrue(any("2" in reason and "3" in reason
                            for reason in reasons), reasons)


class Program(unittest.TestCase):

    def test_usage(self):
        done = subprocess.run(
            [sys.executable, "-m", "sluice.spark", "/tmp"], capture_output=True,
            text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--parquet", done.stderr)

    def samples(self):
        """The Python blocks of docs/SPARK.md."""
        page = "docs/SPARK.md"
        return [block for block in blocks.blocks_of(
            page, (ROOT / page).read_text(encoding="utf-8"))
            if block.language == "python"]

    def tree(self):
        folder = harness.make_temporary(self.addCleanup)
        (folder / "lake").mkdir()
        (folder / "lake/a.py").write_text(f'key = "{MAKER.github()}"\n')
        return folder

    def test_the_first_sample_of_the_page(self):
        folder, sample = self.tree(), self.samples()[0].text
        for shown, here in (("s3://lake/landing", folder / "lake"),
                            ("s3://scans/7", folder / "scans"),
                            ("report.json", folder / "report.json")):
            self.assertIn(f'"{shown}"', sample)
            sample = sample.replace(f'"{shown}"', repr(str(here)))
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(sample, {})  # pylint: disable=exec-used
        self.assertRegex(said.getvalue(), r"github-pat *\| *1")
        report = json.loads((folder / "report.json").read_text())
        self.assertEqual([one["rule_id"] for one in report["findings"]],
                         ["github-pat"])

    def test_a_job_for_spark_submit(self):
        folder = self.tree()
        job, = (block for block in self.samples() if block.said == "job.py")
        (folder / "job.py").write_text(job.text)
        done = subprocess.run(
            [pathlib.Path(pyspark.__file__).parent / "bin/spark-submit",
             "--master", "local[1]", "--conf", "spark.ui.enabled=false",
             "job.py", folder / "lake", "-o", "report.json"],
            cwd=folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        report = json.loads((folder / "report.json").read_text())
        self.assertEqual(len(report["findings"]), 1)

    def test_the_module_sluice_needs_no_spark(self):
        done = subprocess.run(
            [sys.executable, "-c", "import sys, sluice; print(sorted({'pyspark', "
             "'pyarrow'} & set(sys.modules)))"], capture_output=True, text=True,
            check=False)
        self.assertEqual(done.stdout, "[]\n")


class Packing(unittest.TestCase):

    def entries(self, sizes):
        return [objects.Entry(str(i).encode(), "file", size, i)
                for i, size in enumerate(sizes)]

    def pack(self, sizes, task_bytes, file_cost):
        packer = packs.Packer(task_bytes, file_cost)
        made = [p for e in self.entries(sizes) for p in packer.add(0, e)]
        return made + list(packer.rest())

    def test_packs_hold_every_byte_once_and_cost_the_same(self):
        sizes = [7, 0, 5000, 100, 999] * 300 + [400_000, 4_000_000]
        made = self.pack(sizes, 100_000, 100)
        seen = {}
        for pack in made:
            values = pack.values
            lengths = arrays.from_int64s(values["sizes"])
            for path, size in zip(values["paths"].split(b"\0"), lengths):
                begin, end = values["begin"], values["end"]
                seen[path] = seen.get(path, 0) + (size if begin < 0 else
                                                  end - begin)
                self.assertEqual(size, sizes[int(path)])
        self.assertEqual([seen[str(i).encode()] for i in range(len(sizes))], sizes)
        costs = [pack.values["cost"] for pack in made
                 if pack.values["begin"] < 0][:-1]
        self.assertLess(max(costs), 106_000)
        self.assertGreaterEqual(min(costs), 100_000)

    def test_ranges_cover_a_file(self):
        for size in (1, MIB, 10 * MIB + 1, 1234567890123):
            parts = packs.ranges_of(size, 128 * MIB)
            self.assertEqual((parts[0][0], parts[-1][1]), (0, size))
            self.assertTrue(all(a[1] == b[0] for a, b in zip(parts, parts[1:])))
            self.assertLessEqual(max(e - b for b, e in parts), 160 * MIB)

    def test_small_packs_are_put_together(self):
        self.assertEqual(max(packs.place_rest([5, 5, 4, 3, 2, 1], 10)), 1)
        self.assertEqual(packs.place_rest([], 10), [])

    def test_places_are_moved(self):
        text = '{"path":"\\"start\\":{\\"line\\":1,","start":{"line":1,"column":9,' \
               '"byte":1},"end":{"line":2,"column":3,"byte":4},"excerpt":' \
               '{"column":4,"before":""}}'
        one = json.loads(ranges.moved(text, 10, -3))
        self.assertEqual(one["start"], {"line": 11, "column": 6, "byte": 1})
        self.assertEqual(one["end"], {"line": 12, "column": 3, "byte": 4})
        self.assertEqual(one["excerpt"]["column"], 1)
        self.assertEqual(one["path"], json.loads(text)["path"])

    def test_the_order_of_a_walk(self):
        paths = [b"a", b"a/b", b"a/b/c", b"a-b", b"a.txt", b"b"]
        self.assertEqual(sorted(paths, key=lambda p: rows.key_of(0, p)), paths)

    def test_text_as_the_program_writes_it(self):
        self.assertEqual(words.text_of({"a": "\u00fc\x7f\x85\x01\""}),
                         '{"a":"\u00fc\\u007f\\u0085\\u0001\\""}')
        self.assertEqual(words.path_json(b"n\xff"),
                         {"path": "n\\xff", "path_bytes": "bv8="})


if __name__ == "__main__":
    unittest.main()
