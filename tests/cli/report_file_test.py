"""Reports in files: whole under their names or not at all, several at once."""

import json
import os
import signal
import stat
import subprocess
import time
import unittest

import formats
import harness
from tokens import TokenMaker

MAKER = TokenMaker(8200)


class SeveralReportsTest(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.write("tree/a", MAKER.github().encode())
        self.out = self.tmp / "out"
        self.out.mkdir()

    def scan_to(self, *arguments, code=1) -> harness.Outcome:
        outcome = harness.run(*arguments, "../tree", cwd=self.out)
        self.assert_code(outcome, code)
        return outcome

    def assert_report(self, form: str, name: str):
        found = formats.facts(form, (self.out / name).read_bytes())
        path = "../tree/a" if form == "pretty" else "a"
        self.assertEqual(found, [formats.Fact(path, 1, "github-pat")], form)

    def test_every_format_to_a_file(self):
        for form in formats.FORMATS:
            with self.subTest(form=form):
                outcome = self.scan_to("-f", form, "-o", "report")
                self.assert_report(form, "report")
                self.assertEqual(outcome.stdout, b"")
                self.assertIn(b"1 secret in 1 file; 1 file", outcome.stderr)

    def test_several_at_once(self):
        outcome = self.scan_to("-f", "json", "-o", "a", "-f", "sarif", "-o",
                               "b", "-f", "csv", "--output=c", "-f", "jsonl")
        self.assert_report("json", "a")
        self.assert_report("sarif", "b")
        self.assert_report("csv", "c")
        self.assertEqual(formats.facts("jsonl", outcome.stdout),
                         formats.facts("json", (self.out / "a").read_bytes()))
        self.assertEqual(outcome.stderr, b"")

    def test_the_name_tells_the_format(self):
        self.scan_to("-o", "r.json", "-o", "r.jsonl", "-o", "r.sarif", "-o",
                     "r.html", "-o", "r.md", "-o", "r.csv", "-o", "r.xml",
                     "-o", "r.txt")
        for form, name in (("json", "r.json"), ("jsonl", "r.jsonl"),
                           ("sarif", "r.sarif"), ("html", "r.html"),
                           ("markdown", "r.md"), ("csv", "r.csv"),
                           ("junit", "r.xml"), ("pretty", "r.txt")):
            with self.subTest(form=form):
                self.assert_report(form, name)

    def test_a_name_that_contradicts_the_format(self):
        for form, name, chosen in (("pretty", "x.html", "html"),
                                   ("html", "x.txt", "pretty"),
                                   ("json", "x.sarif", "sarif"),
                                   ("csv", "x.md", "markdown"),
                                   ("junit", "x.json", "json")):
            with self.subTest(form=form, name=name):
                outcome = self.scan_to("-f", form, "-o", name)
                self.assert_report(form, name)
                self.assert_message(
                    outcome, f"sluice: -f {form} writes {form} into "
                    f"{name}; without -f, the file's name chooses {chosen}\n")
        (self.out / "in.json").write_bytes(
            harness.run("-f", "json", "../tree", cwd=self.out).stdout)
        outcome = harness.run("report", "convert", "in.json", "-f", "csv",
                              "-o", "y.html", cwd=self.out)
        self.assertIn(b"-f csv writes csv into y.html", outcome.stderr)

    def test_a_name_that_suits_the_format(self):
        for form, name in (("sarif", "a.json"), ("gitlab", "a.json"),
                           ("gitleaks", "b.json"), ("trufflehog", "b.jsonl"),
                           ("json", "c.txt"), ("csv", "c.csv"),
                           ("markdown", "report"), ("pretty", "scan.log")):
            with self.subTest(form=form, name=name):
                outcome = self.scan_to("-f", form, "-o", name)
                self.assertNotIn(b"warning", outcome.stderr)
                self.assertTrue((self.out / name).exists())

    def test_what_cannot_be(self):
        for arguments, named in (
                (("-f", "json", "-f", "sarif"), "standard output"),
                (("-o", "report.doc"), "report.doc"),
                (("-o", "a.json", "-f", "csv", "-o", "a.json"), "a.json"),
                (("-f", "json", "-o", ""), "-o"),
                (("-f", "sarif", "--explain-drops"), "sarif"),
                (("-o", "no/such/place.json"), "no/such/place.json"),
                (("-f", "json", "-o", "."), "report .")):
            with self.subTest(arguments=arguments):
                outcome = harness.run(*arguments, self.tmp / "tree",
                                      cwd=self.out)
                self.assert_refused(outcome, named)
                self.assertEqual(os.listdir(self.out), [])

    def test_dash_is_standard_output(self):
        outcome = self.scan_to("-f", "json", "-o", "-")
        self.assertEqual(len(formats.facts("json", outcome.stdout)), 1)

    def test_no_colours_in_a_file(self):
        self.scan_to("--color", "always", "-f", "pretty", "-o", "r")
        self.assertNotIn(b"\x1b", (self.out / "r").read_bytes())

    def test_equal_to_standard_output(self):
        for form in formats.FORMATS:
            env = harness.environment(SOURCE_DATE_EPOCH="1")
            harness.run("-f", form, "-o", self.out / "r", self.tmp / "tree",
                        env=env)
            self.assertEqual(
                (self.out / "r").read_bytes(),
                harness.run("-f", form, self.tmp / "tree", env=env).stdout)


class ReplaceTest(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.write("tree/a", MAKER.github().encode())
        self.report = self.tmp / "r.json"

    def scan(self, *arguments, **options):
        return harness.run("-o", self.report, *arguments, self.tmp / "tree",
                           **options)

    def test_an_earlier_report_is_replaced(self):
        self.report.write_text("old" * 100000)
        reader = open(self.report, encoding="utf-8")
        self.addCleanup(reader.close)
        self.assert_code(self.scan(), 1)
        json.loads(self.report.read_text())
        # A reader who had opened it continues to read the earlier one.
        self.assertEqual(reader.read(), "old" * 100000)
        self.assertEqual(sorted(os.listdir(self.tmp)), ["r.json", "tree"])

    def test_reports_are_not_scanned(self):
        # An earlier report that shows secrets would have them found again.
        tree = self.tmp / "tree"
        for name in ("r.json", "sub/r [1].json"):
            self.write("tree/sub/b", b"")
            for arguments, cwd in ((("-o", name), tree),
                                   (("-o", tree / name, tree), self.tmp),
                                   (("-o", f"tree/{name}", "tree/a", "tree"),
                                    self.tmp)):
                counts = []
                for _ in range(2):
                    harness.run("--show-secrets", *arguments, cwd=cwd)
                    counts.append(len(json.loads(
                        (tree / name).read_bytes())["findings"]))
                with self.subTest(arguments=arguments):
                    self.assertEqual(counts, [1, 1])
                (tree / name).unlink()

    def test_its_mode_stays(self):
        self.report.write_text("old")
        self.report.chmod(0o640)
        self.scan()
        self.assertEqual(len(json.loads(self.report.read_text())["findings"]),
                         1)
        self.assertEqual(stat.S_IMODE(self.report.stat().st_mode), 0o640)

    def test_the_umask_counts(self):
        for mask in (0o022, 0o077):
            self.report.unlink(missing_ok=True)
            self.scan(umask=mask)
            self.assertEqual(stat.S_IMODE(self.report.stat().st_mode),
                             0o666 & ~mask)

    def test_secrets_in_the_clear_are_for_the_owner(self):
        self.scan("--show-secrets", umask=0o022)
        self.assertIn((self.tmp / "tree/a").read_text(),
                      self.report.read_text())
        self.assertEqual(stat.S_IMODE(self.report.stat().st_mode), 0o600)

    def test_a_link_stays(self):
        real = self.tmp / "real.json"
        real.write_text("old")
        self.report.symlink_to("real.json")
        self.scan()
        self.assertTrue(self.report.is_symlink())
        json.loads(real.read_text())

    def test_a_failed_scan_leaves_the_earlier_one(self):
        self.report.write_text("old")
        outcome = harness.run("-o", self.report, self.tmp / "nothing")
        self.assert_refused(outcome, "nothing")
        self.assertEqual(self.report.read_text(), "old")

    def test_a_pipe_is_written_to(self):
        done = subprocess.run(
            ["bash", "-c", '"$0" -f json -o >(cat) "$1"; sleep 0.2',
             harness.binary(), str(self.tmp / "tree")], capture_output=True,
            timeout=harness.TIMEOUT_S, env=harness.environment(), check=True)
        self.assertEqual(len(json.loads(done.stdout)["findings"]), 1)

    def test_standard_output_by_its_name(self):
        with open(self.tmp / "out", "wb") as out:
            harness.run("-f", "json", "-o", "/dev/stdout", self.tmp / "tree",
                        stdout=out)
        self.assertEqual(len(json.loads((self.tmp / "out").read_bytes())
                             ["findings"]), 1)

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full")
    def test_a_full_disk(self):
        outcome = harness.run("-f", "json", "-o", "/dev/full",
                              self.tmp / "tree")
        self.assert_refused(outcome, "No space left on device")

    def test_a_report_that_grows_too_large(self):
        # The file system refuses in the middle, like a full one.
        import resource
        self.write("tree/more", b"\n".join(
            MAKER.github().encode() for _ in range(3000)))
        self.report.write_text("old")

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        outcome = self.scan(preexec_fn=limit)
        self.assert_refused(outcome, "File too large")
        self.assertEqual(self.report.read_text(), "old")
        self.assertEqual(sorted(os.listdir(self.tmp)), ["r.json", "tree"])


class KilledTest(harness.CliTest):
    """No half report under the final name, and nothing beside it."""

    def setUp(self):
        super().setUp()
        for number in range(300):
            self.write(f"tree/{number:03}", b"\n".join(
                MAKER.checked().encode() for _ in range(30)))
        os.mkfifo(self.tmp / "held")
        self.out = self.tmp / "out"
        self.out.mkdir()

    def kill_with(self, number: int, form: str) -> None:
        """Ends a scan whose report is written in part, since it waits for a
        pipe that nobody fills."""
        name = self.out / f"r.{form}"
        name.write_text("the earlier report")
        process = subprocess.Popen(
            [harness.binary(), "-f", form, "-o", str(name),
             str(self.tmp / "tree"), str(self.tmp / "held")],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env=harness.environment(),
            # Whoever runs the tests under nohup has it ignored.
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
        self.addCleanup(process.kill)
        time.sleep(0.4)
        self.assertIsNone(process.poll())
        process.send_signal(number)
        process.wait(timeout=20)
        self.assertEqual(name.read_text(), "the earlier report")
        self.assertEqual(os.listdir(self.out), [name.name])
        name.unlink()

    def test_killed(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL,
                       signal.SIGHUP):
            for form in ("json", "sarif", "html"):
                with self.subTest(signal=number, form=form):
                    self.kill_with(number, form)

    def test_the_pipe_beside_it_is_closed(self):
        name = self.out / "r.json"
        process = subprocess.Popen(
            [harness.binary(), "-f", "jsonl", "-f", "json", "-o", str(name),
             str(self.tmp / "tree")], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=harness.environment())
        self.addCleanup(process.kill)
        os.read(process.stdout.fileno(), 100)
        process.stdout.close()
        self.assertEqual(process.wait(timeout=20), 141)
        self.assertEqual(process.stderr.read(), b"")
        process.stderr.close()
        self.assertEqual(os.listdir(self.out), [])


if __name__ == "__main__":
    unittest.main()
