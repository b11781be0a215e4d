"""Large files in chunks, ways of reading, and memory that stays flat."""

import json
import os
import subprocess
import threading
import time
import unittest
import zlib

import harness
from peak import peak_mib
from tokens import TokenMaker

MAKER = TokenMaker(900)
MIB = 1024 * 1024
# A table of more chunks than make it a dump (lib/scan/unit/large_file.h), each
# row a finding. The reports are larger than the room that is kept for them
# (kReportRoom in lib/scan/run/scanner.h). A full run has many more findings, which
# cost most of the time.
ROWS = harness.times(20_000, 80_000 if harness.UNDER else 400_000)
TABLE_BYTES = 12_000_000


class SameReportTest(harness.CliTest):
    """One worker, view by view, is the oracle."""

    def big_log(self):
        lines = []
        for i in range(12_000):
            lines.append(f"line {i} " + "x" * (i * 37 % 900))
            if i % 40 == 0:
                lines.append(f'token = "{MAKER.any()}"')
        return self.write("tree/big.log", "\n".join(lines).encode())

    def tree(self):
        self.big_log()
        width = TABLE_BYTES // ROWS
        self.write("tree/table.md", b"| user | password |\n|---|---|\n" + b"".join(
            (b"| u%d | Kx9%dQz%dmP |" % (i, i, i * 7)).ljust(width - 1) + b"\n"
            for i in range(ROWS)))
        self.write("tree/small", MAKER.any().encode())
        self.write("tree/wide", MAKER.any().encode("utf-16") * 2)
        with open(self.tmp / "tree/sparse", "wb") as file:
            file.truncate(40 * MIB)
            file.seek(30 * MIB)
            file.write(MAKER.github().encode())
        return self.tmp / "tree"

    def test_workers_ways_of_reading_and_memory(self):
        tree = self.tree()
        for form in ("json", "pretty"):
            options = ["-f", form, "--explain-drops"]
            one = harness.run(*options, "-j1", "--io", "blocking", tree)
            self.assertEqual(one.code, 1, one)
            for name in (b"big.log", b"table.md", b"small", b"wide", b"sparse"):
                self.assertIn(name, one.stdout)
            ways = [["-j2", "--max-memory", "46M"], ["-j3", "--io", "uring"],
                    ["-j2"], ["-j5"]]
            # How a report is written does not depend on how files are read, so
            # a short run crosses the formats with two ways alone.
            for more in ways if form == "json" or harness.FULL else ways[:2]:
                with self.subTest(form=form, more=more):
                    other = harness.run(*options, *more, tree)
                    self.assertEqual(other.code, 1, other.stderr)
                    self.assertEqual(other.stdout, one.stdout)

    def sparse(self, name, size, places):
        """A file of holes, with these texts at these bytes."""
        path = self.tmp / name
        with open(path, "wb") as file:
            file.truncate(size)
            for at, text in places.items():
                file.seek(at)
                file.write(text)
        return path

    def test_holes_are_as_nuls(self):
        """The report is that of a file without holes, however it is read."""
        token = b"key = " + MAKER.github().encode()
        size = 24 * MIB  # twelve chunks
        for number, places in enumerate((
                {0: b"text\n", 5 * MIB: token, size - 90: token},
                {0: b"a\n" * 9000, 7 * MIB - 20: token, 11 * MIB + 7: b"\n\n",
                 16 * MIB: b"| user | password |\n|---|---|\n| a | Kx9qQz7mP2 |",
                 20 * MIB - 1: token + b"\n" + token},
                {size - 46: token}, {3: token}, {})):
            with self.subTest(number):
                holes = self.sparse("f", size, places)
                reports = [harness.run(*options, holes).stdout for options in (
                    ("-f", "json", "-j1"), ("-f", "json", "-j3"))]
                with open(holes, "rb") as file:
                    whole = file.read()
                holes.unlink()
                (self.tmp / "f").write_bytes(whole)
                for options in (("-f", "json", "-j1"), ("-f", "json", "-j3")):
                    reports.append(harness.run(*options, self.tmp / "f").stdout)
                self.assertEqual(len(set(reports)), 1)
                report = json.loads(reports[0])
                self.assertEqual(report["coverage"]["bytes_scanned"], size)
                self.assertEqual(
                    len([f for f in report["findings"]
                         if f["rule_id"] == "github-pat"]),
                    sum(text.count(token) for text in places.values()))

    def test_holes_are_not_read(self):
        """A terabyte takes no longer than the data in it."""
        token = b"\nkey = " + MAKER.github().encode() + b"\n"
        size = 1 << 40
        path = self.sparse("f", size, {0: b"text\n", 700 << 30: token,
                                       size - 60: token})
        if path.stat().st_blocks * 512 > MIB:
            self.skipTest("the file system has no holes")
        for workers in ("-j1", "-j2"):
            outcome = harness.run("-f", "json", workers, path)
            self.assertEqual(outcome.code, 1, outcome.stderr)
            report = outcome.json()
            self.assertEqual([f["start"]["byte"] for f in report["findings"]],
                             [(700 << 30) + 7, size - 60 + 7])
            self.assertEqual(report["coverage"]["bytes_scanned"], size)

    def test_a_large_file_that_is_named(self):
        log = self.big_log()
        one = harness.run("-f", "json", "-j1", log)
        two = harness.run("-f", "json", "-j3", log)
        self.assertEqual(two.stdout, one.stdout)
        self.assertGreater(len(one.json()["findings"]), 100)

    def test_a_log_that_grows(self):
        """It is read up to where it ended when it was opened."""
        path = self.tmp / "grows.log"
        path.write_bytes(b"some words\n" * harness.times(1_200_000, 2_000_000))
        stop = threading.Event()

        def grow():
            with open(path, "ab") as file:
                # Now and then: a slow scan would have the disk filled.
                while not stop.wait(0.005):
                    file.write(b"more words\n" * 1000)
                    file.flush()
        thread = threading.Thread(target=grow)
        thread.start()
        try:
            for _ in range(harness.times(3, 20)):
                before = path.stat().st_size
                outcome = harness.run("-f", "json", "-j3", path)
                after = path.stat().st_size
                self.assertEqual(outcome.code, 0, outcome)
                read = outcome.json()["coverage"]["bytes_scanned"]
                self.assertTrue(before <= read <= after, (before, read, after))
        finally:
            stop.set()
            thread.join()

    def test_a_file_that_shrinks_ends_the_scan_all_the_same(self):
        path = self.tmp / "shrinks.log"
        for size in (0, 5 * MIB, 11 * MIB):
            path.write_bytes(b"some words\n" * 1_500_000)
            child = subprocess.Popen(
                [harness.binary(), "-f", "json", "-j3", path],
                stdout=subprocess.PIPE, env=harness.environment())
            os.truncate(path, size)
            out, _ = child.communicate(timeout=harness.TIMEOUT_S)
            self.assertIn(child.returncode, (0, 3))
            coverage = json.loads(out)["coverage"]
            if child.returncode == 3:
                self.assertIn("became shorter",
                              coverage["incomplete"][0]["reason"])


class MemoryTest(harness.CliTest):
    COUNT = 60_000

    @classmethod
    def setUpClass(cls):
        """Files of many findings each, which no test changes."""
        # A program that finds nothing fails here, before they are made.
        one = harness.run("-", stdin=MAKER.github().encode())
        if one.code != 1:
            raise AssertionError(str(one))
        cls.many = harness.make_temporary(cls.addClassCleanup)
        per_file = 2000
        for i in range(cls.COUNT // per_file):
            (cls.many / f"f{i}").write_bytes(b"".join(
                MAKER.github().encode() + b"\n" for _ in range(per_file)))

    @unittest.skipIf(harness.UNDER, "memory is not its own")
    def test_findings_stream(self):
        with open(self.tmp / "report", "wb") as report:
            peak, code = peak_mib("-f", "json", "-j2", self.many, stdout=report)
        self.assertEqual(code, 1)
        self.assertEqual(
            (self.tmp / "report").read_bytes().count(b'{"rule_id":"github-pat"'),
            self.COUNT)
        self.assertLess(peak, 96)

    @unittest.skipIf(harness.UNDER, "memory is not its own")
    def test_a_reader_that_sleeps(self):
        want = harness.run("-f", "json", "-j2", self.many).stdout
        child = subprocess.Popen(
            [harness.binary(), "-f", "json", "-j2", self.many],
            stdout=subprocess.PIPE, env=harness.environment())
        # Time enough to take in all of it, if it did.
        time.sleep(3)
        with open(f"/proc/{child.pid}/status", encoding="ascii") as status:
            peak = next(int(line.split()[1]) // 1024 for line in status
                        if line.startswith("VmHWM"))
        got, _ = child.communicate(timeout=harness.TIMEOUT_S)
        self.assertLess(peak, 96)
        self.assertEqual(got, want)

    def test_a_reader_that_goes_away(self):
        child = subprocess.Popen(
            [harness.binary(), "-f", "json", "-j2", self.many],
            stdout=subprocess.PIPE, env=harness.environment())
        child.stdout.read(1)
        child.stdout.close()
        self.assertEqual(child.wait(timeout=10), 141)

    def test_too_little(self):
        outcome = harness.run("--max-memory", "20M", "-j2", self.tmp)
        self.assertEqual(outcome.code, 2)
        self.assertIn(b"--max-memory", outcome.stderr)
        self.assertIn(b"2 threads need", outcome.stderr)
        outcome = harness.run("--max-memory", "64M", "-j2", self.tmp)
        self.assertEqual(outcome.code, 0, outcome)

class StatsTest(harness.CliTest):

    def test_on_standard_error_alone(self):
        self.write("tree/f", MAKER.github().encode())
        plain = harness.run("-f", "json", self.tmp / "tree")
        told = harness.run("-f", "json", "--stats", self.tmp / "tree")
        self.assertEqual(told.stdout, plain.stdout)
        self.assertEqual(plain.stderr, b"")
        text = told.stderr.decode()
        for word in ("time", "io       auto", "workers", "memory", "promised",
                     "github-pat"):
            self.assertIn(word, text)
        self.assertRegex(
            text, r"\d candidates?: each [\d.]+ us to find, [\d.]+ us to "
                  r"judge,\n +\d findings?: each [\d.]+ us to report\n")
        for line in text.splitlines():
            self.assertLessEqual(len(line), 80)

    def test_nothing_of_candidates_without_one(self):
        told = harness.run("--stats", self.write("g", b"words")).stderr
        self.assertIn(b"all threads", told)
        self.assertNotIn(b"us to judge", told)

    def test_streams_and_runs_in_binary_files(self):
        self.write("tree/f", b"\0\1" + zlib.compress(b"some words") + b"\0\2"
                   + zlib.compress(b"other words") + b"\0" * 9
                   + "some words that are wide".encode("utf-16-le"))
        told = harness.run("--stats", self.tmp / "tree").stderr.decode()
        self.assertIn("binary   2 compressed streams, 1 block with UTF-16 or "
                      "UTF-32\n", told)
        told = harness.run("--stats", self.write("g", b"words")).stderr
        self.assertNotIn(b"binary", told)

    def test_the_way_of_reading_and_why(self):
        self.write("tree/f", b"words\n")
        for way in ("blocking", "uring"):
            told = harness.run("--stats", "--io", way, self.tmp / "tree")
            self.assertIn(f"io       {way}".encode(), told.stderr)

if __name__ == "__main__":
    unittest.main()
