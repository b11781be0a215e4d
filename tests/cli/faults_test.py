"""Disks that fail, and calls that are interrupted, under the whole program."""

import os
import random
import unittest

import harness
from tokens import TokenMaker

MAKER = TokenMaker(910)
BLOCK = 4096

# In the order of the bytes; a window of a large file is 2 MiB.
BAD = {"large.log": [(5_000_000, 5_000_001), (6_291_456, 6_400_000),
                     (9_000_000, 9_020_000)],
       "small.txt": [(0, 10), (20_000, 30_000)]}


@unittest.skipIf(harness.UNDER, "what it runs under has to be loaded first")
class FaultsTest(harness.CliTest):

    def faulty(self, faults, *arguments):
        return harness.run(
            "-f", "json", "--show-secrets", *arguments, self.tmp / "tree",
            env=harness.environment(LD_PRELOAD=os.environ["SLUICE_FAULTY"],
                                    SLUICE_FAULTS=faults))

    def plant(self, name, size):
        """Returns the places as (byte, secret)."""
        chance = random.Random(name)
        text, secrets = bytearray(), []
        most = min(20_000, size // 20 + 1)
        while len(text) < size:
            text += b"w" * chance.randrange(most) + b"\n"
            secret = MAKER.github()
            secrets.append((len(text), secret))
            text += secret.encode() + b"\n"
        self.write(f"tree/{name}", bytes(text))
        return bytes(text), secrets

    def test_interrupted_calls_and_short_reads_change_nothing(self):
        self.plant("large.log", 12_000_000)
        self.write("tree/wide", MAKER.github().encode("utf-16") * 900)
        for i in range(300):
            self.plant(f"d{i % 7}/f{i}", i * 30)
        want = harness.run("-f", "json", "--show-secrets", self.tmp / "tree")
        self.assertEqual(want.code, 1, want)
        self.assertGreater(len(want.json()["findings"]), 1000)
        for workers in ("-j1", "-j2", "-j5"):
            for io in ("blocking", "uring"):
                with self.subTest(workers=workers, io=io):
                    got = self.faulty("eintr=2 short=2", workers, "--io", io)
                    self.assertEqual(got.code, 1, got)
                    self.assertTrue(got.stdout == want.stdout)

    def test_what_is_lost_is_named_and_nothing_else(self):
        want, reasons = [], {}
        for name in BAD:
            text, secrets = self.plant(
                name, 12_000_000 if name == "large.log" else 60_000)
            lost = []
            for begin, end in BAD[name]:
                at = begin // BLOCK * BLOCK
                end = (end + BLOCK - 1) // BLOCK * BLOCK
                lost.append((max(begin, at), end))
            for byte, secret in secrets:
                if all(byte + len(secret) <= a or byte >= b for a, b in lost):
                    line = 1 + text.count(b"\n", 0, byte) - sum(
                        text.count(b"\n", a, min(b, byte))
                        for a, b in lost if a < byte)
                    want.append((name, line, byte, secret))
            reasons[name] = (
                f"Input/output error: {sum(b - a for a, b in lost)} bytes could"
                " not be read: " + ", ".join(
                    f"{b - a} from byte {a} on" for a, b in lost))
        bad = " ".join(f"bad={name}:{a}-{b}" for name in BAD
                       for a, b in BAD[name])
        # Reads through a ring meet no such fault, so this uses blocking reads
        # only.
        for workers in ("-j1", "-j2", "-j5"):
            with self.subTest(workers=workers):
                got = self.faulty(f"{bad} eintr=5 short=5", workers,
                                  "--io", "blocking")
                self.assertEqual(got.code, 1, got)
                report = got.json()
                found = [(f["path"], f["start"]["line"], f["start"]["byte"],
                          f["secret"]) for f in report["findings"]]
                self.assertEqual(sorted(set(want) ^ set(found))[:3], [])
                self.assertTrue(found == want)
                self.assertEqual(
                    {i["path"]: i["reason"]
                     for i in report["coverage"]["incomplete"]}, reasons)

    def test_a_clean_file_with_a_lost_block_is_not_clean(self):
        self.write("tree/f", b"words\n" * 4000)
        got = self.faulty("bad=f:8192-8193", "-j1")
        self.assertEqual(got.code, 3, got)
        self.assertEqual(got.json()["coverage"]["bytes_scanned"],
                         24_000 - BLOCK)

    def test_a_report_that_does_not_reach_the_disk(self):
        self.write("tree/f", MAKER.github().encode())
        report = self.tmp / "report.json"
        for earlier in (None, b"earlier"):
            if earlier:
                report.write_bytes(earlier)
            outcome = self.faulty("fsync", "-o", report)
            self.assert_code(outcome, 2)
            self.assert_message(outcome, "report.json", "Input/output error")
            # Neither half a report nor anything beside its place.
            self.assertEqual(sorted(os.listdir(self.tmp)),
                             ["report.json", "tree"] if earlier else ["tree"])
            if earlier:
                self.assertEqual(report.read_bytes(), earlier)
        self.assert_code(self.faulty("", "-o", report), 1)


if __name__ == "__main__":
    unittest.main()
