"""What takes long: the options of a scan, executors that are killed, objects that
change, an object store, and the samples of docs/SPARK.md. Only the full run loads
these tests (spark_test.py).
"""

import contextlib
import importlib.util
import io
import json
import logging
import os
import pathlib
import re
import signal
import subprocess
import threading
import time
import unittest

import spark_case  # starts the Python that has pyspark
from spark_case import MAKER, MIB, ROOT, SparkTest

# These are in the folders that spark_case names.
import blocks
import harness
import pyspark
import sluice.spark
from sluice.spark import rows

class Options(SparkTest):

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.tree = spark_case.write_tree(cls.tmp / "tree")
        os.symlink("a.txt", cls.tree / "link")
        os.mkfifo(cls.tree / "pipe")
        (cls.tree / os.fsdecode(b"n\xff.txt")).write_bytes(
            (cls.tree / "a.txt").read_bytes())
        # Ranges of a MiB and more, of all that is cut.
        cls.found = sluice.spark.scan(cls.spark, str(cls.tree), task_bytes=MIB)

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
        found = sluice.spark.scan(self.spark, paths, config=config, show_secrets=True,
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
        found = sluice.spark.scan(self.spark, str(self.tree / "many"),
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
        found = sluice.spark.scan(self.spark, str(self.tree), task_bytes=MIB)
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
        frame = self.spark.createDataFrame(listed, "path string, size bigint")
        found = sluice.spark.scan(self.spark, str(self.tree), objects=frame,
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
        frame = self.spark.createDataFrame(
            [("d0/kept", 9), ("d0/f0.txt", 7)], "path string, size bigint")
        found = sluice.spark.scan(self.spark, str(self.tree), objects=frame,
                                  config=config)
        report = json.loads(self.report(found, config=config))
        self.assertEqual([f["path"] for f in report["findings"]], ["d0/kept"])
        self.assertEqual(report["coverage"]["files_scanned"], 1)
        (told,) = report["coverage"]["incomplete"]
        self.assertEqual(told["path"], "d0/f0.txt")

    def test_what_is_not_there(self):
        with self.assertRaises(FileNotFoundError):
            sluice.spark.scan(self.spark, str(self.tree / "nothing"))
        with self.assertRaises(ValueError):
            sluice.spark.scan(self.spark, [])


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
                 "not installed: moto and boto3 of PyPI, beside pyspark")
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
        cls.tree = spark_case.write_tree(cls.tmp / "tree")
        for name, data in files_of(cls.tree):
            cls.client.put_object(Bucket="lake", Key=f"in/{name}", Body=data)

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        super().tearDownClass()

    def test_the_report_of_a_bucket(self):
        found = sluice.spark.scan(self.spark, "lake/in", filesystem=self.store,
                                  task_bytes=2 * MIB, file_cost=32 * 1024)
        self.assert_same(self.report(found), self.program(self.tree))

    def test_objects_that_vanish_or_change(self):
        line = f'key = "{MAKER.github()}"\n'.encode()
        self.client.put_object(Bucket="lake", Key="few/there", Body=line)
        self.client.put_object(Bucket="lake", Key="few/other", Body=line * 2)
        frame = self.spark.createDataFrame(
            [("there", len(line)), ("other", len(line)), ("gone", 5)],
            "path string, size bigint")
        found = sluice.spark.scan(self.spark, "lake/few", objects=frame,
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
        found = sluice.spark.scan_history(self.spark, names,
                                          program=harness.binary())
        by_name = {}
        for row in found.findings.collect():
            by_name.setdefault(row["repository"], []).append(row)
        self.assertEqual({name: len(rows_) for name, rows_ in by_name.items()},
                         {names[0]: 1, names[1]: 2, names[2]: 1})
        alone = subprocess.run(
            [harness.binary(), "git", "-f", "json", names[1]],
            capture_output=True, check=False).stdout.decode()
        # The number counts the secrets of one report.
        alone = re.sub(r',"secret_id":\d+', "", alone)
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
        one = sluice.spark.scan_history(self.spark, [str(place)],
                                        program=harness.binary())
        many = sluice.spark.scan_history(
            self.spark, [str(place), lost], shards={str(place): 7, lost: 3},
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
        found = sluice.spark.scan_history(self.spark, [str(place)], shards=3,
                                          program=str(failing))
        told = found.coverage.filter("what = 'incomplete'").collect()
        reasons = sorted(row["reason"] for row in told)
        self.assertEqual(len(reasons), 2)
        self.assertIn("no memory", reasons)
        self.assertTrue(any("2" in reason and "3" in reason
                            for reason in reasons), reasons)


class Program(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        spark_case.session()

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
