#!/usr/bin/env python3
"""Tests of bench/harness, and of bench/compare and bench/guard as a whole: run
this file."""

import sys

sys.dont_write_bytecode = True

import hashlib
import json
import math
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import time
import unittest
import zlib

from harness import (commits, found, guarded, inputs, measure, ratio, report,
                     rounds, tools)

BENCH = pathlib.Path(__file__).resolve().parent


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sluice-bench-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def script(self, name, body):
        path = self.folder / name
        path.write_text("#!/bin/sh\n" + body)
        path.chmod(0o755)
        return str(path)


class Measure(Folder):
    def run_shell(self, body, limit=10):
        return measure.run(["/bin/sh", "-c", body], dict(os.environ),
                           self.folder, limit)

    def test_exit_and_signal(self):
        self.assertEqual(self.run_shell("exit 7").exit, 7)
        self.assertEqual(self.run_shell("kill -TERM $$").exit, -15)

    def test_output_goes_to_files(self):
        self.run_shell("echo out; echo err >&2")
        self.assertEqual((self.folder / "stdout").read_text(), "out\n")
        self.assertEqual((self.folder / "stderr").read_text(), "err\n")

    def test_wall_is_not_processor_time(self):
        run = self.run_shell("sleep 0.3")
        self.assertGreaterEqual(run.wall, 0.3)
        self.assertLess(run.user + run.system, 0.2)

    def test_limit_ends_helpers_too(self):
        begin = time.monotonic()
        run = self.run_shell(
            f"sleep 30 & echo $! > {self.folder}/helper; wait", limit=0.5)
        self.assertTrue(run.timed_out)
        self.assertLess(time.monotonic() - begin, 5)
        helper = int((self.folder / "helper").read_text())
        self.assertTrue(self.gone(helper))

    def test_two_at_the_same_time(self):
        """Each waits for the other one, so neither ends if it runs alone."""
        folders = [self.folder / name for name in ("a", "b")]
        jobs = []
        for own, other in zip(folders, folders[::-1]):
            own.mkdir()
            jobs.append((["/bin/sh", "-c", f"touch {own}/here; while ! test -e "
                          f"{other}/here; do sleep 0.01; done; echo {own.name}; "
                          f"test {own.name} = a"], own))
        first, second = measure.together(jobs, dict(os.environ), 20)
        self.assertEqual((first.exit, second.exit), (0, 1))
        self.assertEqual([(own / "stdout").read_text() for own in folders],
                         ["a\n", "b\n"])

    def test_a_limit_ends_only_what_still_runs(self):
        folders = [self.folder / name for name in ("a", "b")]
        for own in folders:
            own.mkdir()
        quick, slow = measure.together(
            [(["/bin/sh", "-c", "exit 3"], folders[0]),
             (["/bin/sh", "-c", "sleep 60"], folders[1])],
            dict(os.environ), 2)
        self.assertEqual((quick.exit, quick.timed_out), (3, False))
        self.assertEqual((slow.exit, slow.timed_out), (-9, True))

    @staticmethod
    def gone(process):
        for _ in range(100):
            try:
                state = pathlib.Path(f"/proc/{process}/stat").read_text()
            except FileNotFoundError:
                return True
            if state.rpartition(")")[2].split()[0] == "Z":
                return True
            time.sleep(0.02)
        return False

    def test_peak_is_the_childs(self):
        hog = [sys.executable, "-c", "x = bytearray(200 << 20)"]
        run = measure.run(hog, dict(os.environ), self.folder, 20)
        self.assertGreater(run.peak_kib, 200 << 10)
        self.assertLess(run.peak_kib, 260 << 10)

    @unittest.skipUnless(os.access(measure.GNU_TIME, os.X_OK), "no GNU time")
    def test_peak_below_the_floor(self):
        floor = measure.peak_floor(dict(os.environ), self.folder)
        peak = measure.peak_of(["/bin/false"], dict(os.environ), self.folder,
                               10)
        self.assertLess(peak, floor)
        self.assertLess(peak, 4 << 10)


class Inputs(Folder):
    def test_control_holds_a_valid_checksum(self):
        _, file = inputs.control(self.folder)
        text = file.path.read_text()
        token = re.search(r'"ghp_(\w{30})(\w{6})"', text)
        value = 0
        for digit in token[2]:
            value = value * 62 + (
                "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                "abcdefghijklmnopqrstuvwxyz").index(digit)
        self.assertEqual(value, zlib.crc32(token[1].encode()))

    def test_small_is_sixty_bytes(self):
        self.assertEqual(inputs.small(self.folder).path.stat().st_size, 60)

    def test_tree_counts_and_leaves_links_out(self):
        tree = self.folder / "tree"
        (tree / ".hidden").mkdir(parents=True)
        (tree / ".hidden/a").write_bytes(b"12345")
        (tree / "b").write_bytes(b"123")
        (tree / "link").symlink_to(tree / "b")
        found = inputs.tree(tree)
        self.assertEqual((found.files, found.size), (2, 8))

    def test_large_repeats_text_up_to_its_size(self):
        tree = self.folder / "tree"
        tree.mkdir()
        (tree / "text").write_bytes(b"some words\n" * 1000)
        (tree / "binary").write_bytes(b"\0" * 1000)
        large = inputs.large(self.folder, tree, 1)
        content = large.path.read_bytes()
        self.assertEqual(len(content), 1_000_000)
        self.assertNotIn(b"\0", content)


class Rounds(Folder):
    def contestant(self, label, body, slow=False):
        tool = tools.Tool(label, lambda job: [job.program, str(job.target)],
                          ok=(0, 3), slow=slow,
                          count=lambda job: int(job.stdout.read_text()))
        return tools.Contestant(label, tool, self.script(label, body), "1")

    def play(self, *contestants, times=3, limit=10):
        target = self.folder / "target"
        target.touch()
        source = inputs.Input("tree", "t", target, 2, 1 << 20)
        return rounds.play(contestants, source, times,
                           rounds.Setting(2, limit, self.folder))

    def test_takes_turns(self):
        log = self.folder / "log"
        self.play(self.contestant("a", f"echo a >> {log}; echo 1"),
                  self.contestant("b", f"echo b >> {log}; echo 1"), times=4)
        order = log.read_text().split()[:8]
        for first, second in zip(order[0::2], order[1::2]):
            self.assertEqual({first, second}, {"a", "b"})

    def test_counts_and_accepts_the_exit_codes_of_findings(self):
        row, = self.play(self.contestant("a", "echo 12; exit 3"))
        self.assertEqual((row.outcome, row.findings, len(row.good)),
                         ("ok", 12, 3))

    def test_failure_ends_a_tools_rounds_and_tells_why(self):
        row, other = self.play(
            self.contestant("a", "echo no such flag >&2; exit 9"),
            self.contestant("b", "echo 0"))
        self.assertEqual(row.outcome, "failed: exit 9: no such flag")
        self.assertIsNone(row.wall)
        self.assertEqual(len(other.good), 3)

    def test_an_unreadable_report_is_a_failure(self):
        row, = self.play(self.contestant("a", "echo nonsense"))
        self.assertIn("failed: no such report", row.outcome)

    def test_over_the_limit(self):
        row, = self.play(self.contestant("a", "sleep 20"), limit=0.3)
        self.assertEqual(row.outcome, "over the limit")
        source = inputs.Input("tree", "t", self.folder, 2, 1 << 20)
        self.assertIn("> 0.3 s", "\n".join(
            report.table(source, [row], None, 0.3)))

    def test_slow_tools_run_once(self):
        row, = self.play(self.contestant("a", "echo 0", slow=True))
        self.assertEqual(len(row.good), 1)

    def test_recorded_commands_name_no_path_of_this_machine(self):
        row, = self.play(self.contestant("a", "echo 0"))
        self.assertEqual(row.command, ["a", "TARGET"])

    def test_pairs_compare_within_a_round(self):
        def row(label, walls):
            made = rounds.Row(self.contestant(label, ""))
            made.runs = {i: measure.Run(wall, 0, 0, 0, 0, False)
                         for i, wall in enumerate(walls)}
            return made
        # The machine slows down threefold; the ratio does not change.
        before, after = row("x", [1, 2, 3]), row("y", [0.5, 1, 1.5])
        self.assertEqual(rounds.paired(after, before), (0.5, 0.5, 0.5))


class Counts(Folder):
    def count(self, name, **files):
        job = tools.Job("", self.folder, 1, self.folder)
        for file, text in files.items():
            getattr(job, file).write_text(text)
        tool = next(tool for tool in (tools.SLUICE, tools.BASELINE,
                                      *tools.PEERS) if tool.name == name)
        return tool.count(job)

    def test_reports(self):
        self.assertEqual(self.count("sluice", stdout='{"findings": [1, 2]}'),
                         2)
        self.assertEqual(self.count("rg", stdout="a:b:3\nc:4\n"), 7)
        self.assertEqual(self.count("rg", stdout="5\n"), 5)
        self.assertEqual(self.count("rg", stdout=""), 0)
        self.assertEqual(self.count("gitleaks", report="[]"), 0)
        self.assertEqual(self.count("betterleaks", report="null"), 0)
        self.assertEqual(self.count("trufflehog", stdout='{"a":1}\n{}\n'), 2)
        self.assertEqual(self.count("noseyparker",
                                    stdout="in 1 s; 2/1,937 new matches"),
                         1937)
        self.assertEqual(
            self.count("detect-secrets",
                       stdout='{"results": {"a": [1, 2], "b": [3]}}'), 3)


class Found(Folder):
    """Reports as the programs write them, cut to the fields that are read."""

    def read(self, reader, **files):
        job = tools.Job("", self.folder, 1, self.folder)
        for file, content in files.items():
            getattr(job, file).write_text(
                content if isinstance(content, str) else json.dumps(content))
        return reader(job)

    def test_sluice(self):
        place = {"start": {"line": 2}, "end": {"line": 3}, "secret": "abc",
                 "path": "a/b", "rule_id": "r", "confidence": "high"}
        self.assertEqual(
            self.read(found.sluice, stdout={"findings": [place]}),
            [found.Finding("a/b", 2, 3, "abc", "r", 2)])

    def test_gitleaks(self):
        place = {"File": str(self.folder / "a/b"), "StartLine": 2,
                 "EndLine": 3, "Secret": "abc", "RuleID": "r"}
        self.assertEqual(self.read(found.gitleaks, report=[place]),
                         [found.Finding("a/b", 2, 3, "abc", "r")])
        self.assertEqual(self.read(found.gitleaks, report="null"), [])

    def test_kingfisher(self):
        place = {"rule": {"id": "r"},
                 "finding": {"path": str(self.folder / "a"), "line": 2,
                             "snippet": "abc\ndef\n"}}
        self.assertEqual(
            self.read(found.kingfisher, report={"findings": [place]}),
            [found.Finding("a", 2, 4, "abc\ndef\n", "r")])

    def test_detect_secrets(self):
        lines = ["x", "key = 'Kestrel 7'; other", "y" * 900]
        (self.folder / "a").write_text("\n".join(lines))
        def digest(text):
            return hashlib.sha1(text.encode()).hexdigest()
        places = [{"line_number": number, "hashed_secret": digest(value),
                   "type": "t"} for number, value in
                  ((2, "Kestrel 7"), (2, "not there"), (3, lines[2]),
                   (9, "x"))]
        self.assertEqual(
            self.read(found.detect_secrets,
                      stdout={"results": {"./a": places}}),
            [found.Finding("a", 2, 2, "Kestrel 7", "t"),
             found.Finding("a", 2, 2, None, "t"),
             found.Finding("a", 3, 3, None, "t"),
             found.Finding("a", 9, 9, None, "t")])

    def test_credsweeper(self):
        def place(line, value):
            return {"path": str(self.folder / "a"), "line_num": line,
                    "value": value}
        found_there = self.read(found.credsweeper, report=[
            {"rule": "Password", "line_data_list": [place(4, "abc")]},
            {"rule": "AWS Multi", "line_data_list": [place(5, "id"),
                                                     place(6, "key")]},
            {"rule": "PEM Private Key",
             "line_data_list": [place(7, "-----"), place(8, "MIIB")]}])
        self.assertEqual(found_there, [
            found.Finding("a", 4, 4, "abc", "Password"),
            found.Finding("a", 6, 6, "key", "AWS Multi"),
            found.Finding("a", 7, 8, None, "PEM Private Key")])

    def run_as(self, body, limit=10):
        program = self.script("program", body)
        target = self.folder / "target"
        target.mkdir()
        return found.run(found.SLUICE, program, target,
                         rounds.Setting(1, limit, self.folder))

    def test_a_run(self):
        outcome = self.run_as("echo '{\"findings\": []}'; exit 1")
        self.assertEqual((outcome.how, outcome.findings), ("finished", []))
        self.assertIn("--show-secrets", outcome.command)
        self.assertNotIn(str(self.folder), " ".join(outcome.command))

    def test_a_run_that_fails(self):
        self.assertEqual(self.run_as("echo why >&2; exit 2").how,
                         "failed: exit 2: why")

    def test_a_run_without_a_report(self):
        self.assertIn("no such report", self.run_as("echo nonsense").how)

    def test_a_run_over_the_limit(self):
        outcome = self.run_as("sleep 20", limit=0.3)
        self.assertEqual((outcome.how, outcome.findings),
                         ("not finished after 0.3 s", None))


class Precision(Folder):
    """bench/precision with a script in the place of sluice, and no peers."""

    def precision(self, *arguments, body):
        return subprocess.run(
            [sys.executable, BENCH / "precision", "--only", "none", "--sluice",
             self.script("sluice", "case $1 in --version) echo sluice 1.2.3; "
                         "exit;; esac\n" + body), *arguments],
            env={"PATH": "/usr/bin:/bin", "HOME": str(self.folder)}, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def test_tables_and_record(self):
        tree = self.folder / "some-tree"
        tree.mkdir()
        (tree / "file").write_text("x" * 2_000_000)
        page, record = self.folder / "page.md", self.folder / "run.json"
        page.write_text("a\n<!-- labelled -->\nold\n<!-- end -->\nb\n"
                        "<!-- trees -->\n<!-- end -->\n"
                        "<!-- programs -->\n<!-- end -->\nc\n")
        one = ('{"path": "none", "start": {"line": 1}, "end": {"line": 1}, '
               '"secret": "x", "rule_id": "r", "confidence": "%s"}')
        ran = self.precision(
            "--docs", page, "--json", record, tree, tree,
            body="echo '{\"findings\": [" + one % "medium" + ", "
                 + one % "low" + ", " + one % "high" + "]}'; exit 1")
        self.assertEqual(ran.returncode, 0, ran.stdout)
        text = page.read_text()
        self.assertNotIn("old", text)
        self.assertIn("| some-tree | 2.0 | 2 (100.0) |", text)
        self.assertIn("| all | 4.0 | 4 (100.0) |", text)
        self.assertIn("sluice 1.2.3", text)
        self.assertTrue(text.startswith("a\n") and text.endswith("\nc\n"))
        written = json.loads(record.read_text())
        # Each half has one false alarm, however often it is reported.
        both = [row["halves"]["both"] for row in written["labelled"]]
        self.assertEqual([row["false_alarms"] for row in both], [2, 2, 2])
        self.assertEqual({row["found"] for row in both}, {0})
        self.assertEqual(written["trees"][0]["rows"][0]["findings"], 2)
        self.assertNotIn(str(self.folder), record.read_text())
        self.assertNotIn(str(BENCH.parent), record.read_text())

    def test_a_page_without_a_place(self):
        page = self.folder / "page.md"
        page.write_text("nothing\n")
        ran = self.precision("--docs", page,
                             body="echo '{\"findings\": []}'")
        self.assertEqual(ran.returncode, 2, ran.stdout)
        self.assertIn("no place for the table", ran.stdout)

    def test_a_failing_program_fails_the_run(self):
        ran = self.precision(body="echo broken >&2; exit 2")
        self.assertEqual(ran.returncode, 1, ran.stdout)
        self.assertIn("broken", ran.stdout)


@unittest.skipUnless(shutil.which("rg"), "ripgrep is not installed")
class Compare(Folder):
    """bench/compare with scripts in the place of sluice, and no peers."""

    SLUICE = """
case $1 in --version) echo sluice 1.2.3; exit;; esac
cat "$2" "$2"/* > /dev/null 2>&1
echo '{"findings": [%s]}'
exit 1
"""

    def compare(self, *arguments):
        tree = self.folder / "some-tree"
        tree.mkdir(exist_ok=True)
        (tree / "file").write_text("text\n" * 1000)
        path = f"{pathlib.Path(shutil.which('rg')).parent}:/usr/bin:/bin"
        return subprocess.run(
            [sys.executable, BENCH / "compare", "--tree", tree, "--runs", "2",
             "--small-runs", "2", *arguments],
            env={"PATH": path, "HOME": str(self.folder)}, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def test_two_builds_and_a_record(self):
        record = self.folder / "run.json"
        old = self.script("old", self.SLUICE % 1)
        new = self.script("new", self.SLUICE % 1)
        done = self.compare("--sluice", f"before={old}", "--sluice",
                            f"after={new}", "--json", record)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertRegex(done.stdout, r"after / before: \d\.\d+ round by")
        text = record.read_text()
        self.assertNotIn(str(self.folder), text)
        data = json.loads(text)
        self.assertEqual([case["case"] for case in data["cases"]],
                         ["small", "tree"])
        self.assertEqual(data["tools"][1]["version"], "1.2.3")

    def test_a_scanner_that_finds_nothing_is_named(self):
        idle = self.script("idle", self.SLUICE % "")
        done = self.compare("--sluice", idle)
        self.assertIn("found nothing in the control tree", done.stdout)

    def test_a_failing_scanner_fails_the_run(self):
        bad = self.script("bad", "exit 2")
        done = self.compare("--sluice", bad)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("sluice failed: exit 2", done.stdout)

    def test_no_such_build(self):
        done = self.compare("--sluice", "no/such/program")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no/such/program is not a program", done.stdout)


class Ratio(unittest.TestCase):
    """The statistics of bench/guard, with made-up seconds."""

    def pairs(self, count, true, deviation, disturbed=0.0):
        """As many pairs of runs of about 0.4 s; a share of the runs takes up
        to half as long again. The seed is fixed: no test draws anew."""
        rng = random.Random(62)

        def run(seconds):
            slow = rng.uniform(0, 0.5) if rng.random() < disturbed else 0
            return seconds * math.exp(rng.gauss(slow, deviation))
        return [(run(0.4), run(0.4 * true)) for _ in range(count)]

    def measure(self, pairs, seconds=1000):
        """ratio.measure over these pairs; each takes a second."""
        left = iter(pairs)
        now = 0
        orders = []

        def pair(old_first):
            nonlocal now
            now += 1
            orders.append(old_first)
            return next(left)
        return ratio.measure(pair, lambda: now, seconds), orders

    def test_the_interval_is_students_without_disturbances(self):
        # Five samples of which none is trimmed but the ends: worked by hand.
        logs = [-0.02, 0.0, 0.01, 0.02, 0.07]
        got = ratio.interval([(1, math.exp(log)) for log in logs])
        winsorized = [0.0, 0.0, 0.01, 0.02, 0.02]
        middle = 0.01
        deviation = math.sqrt(sum((log - middle)**2 for log in winsorized) / 4)
        half = 4.303 * deviation / (0.6 * math.sqrt(5))
        self.assertAlmostEqual(got.ratio, math.exp(middle))
        # The series for t is a little short for two degrees of freedom.
        self.assertAlmostEqual(math.log(got.high) - middle, half, delta=0.02)
        self.assertAlmostEqual(got.low * got.high, got.ratio**2)

    def test_students_t(self):
        for freedom, value in ((11, 2.201), (17, 2.110), (60, 2.000)):
            self.assertAlmostEqual(ratio._student(0.95, freedom), value, 2)

    def test_a_ratio_does_not_depend_on_the_speed_of_the_machine(self):
        pairs = self.pairs(40, 1.1, 0.01)
        slower = [(3 * old, 3 * new) for old, new in pairs]
        self.assertAlmostEqual(ratio.interval(pairs).ratio,
                               ratio.interval(slower).ratio)

    def test_a_few_disturbed_runs_change_little(self):
        calm = ratio.interval(self.pairs(100, 1.0, 0.01))
        worse = self.pairs(100, 1.0, 0.01)
        for i in range(0, 100, 10):
            worse[i] = (worse[i][0], 5 * worse[i][1])
        disturbed = ratio.interval(worse)
        # A plain mean would be 1.18, and its interval 25 times as wide.
        self.assertLess(disturbed.ratio / calm.ratio, 1.005)
        self.assertLess(math.log(disturbed.high / disturbed.low),
                        1.5 * math.log(calm.high / calm.low))

    def test_stops_when_the_interval_is_narrow(self):
        pairs, orders = self.measure(self.pairs(1000, 1.0, 0.013))
        self.assertTrue(ratio.interval(pairs).within(ratio.AIM))
        self.assertFalse(ratio.interval(pairs[:-2]).within(ratio.AIM))
        self.assertGreater(len(pairs), ratio.LEAST_PAIRS)
        self.assertLess(len(pairs), 200)
        self.assertEqual(orders, [True, False] * (len(pairs) // 2))

    def test_a_width_of_few_pairs_is_not_believed(self):
        pairs, _ = self.measure([(1.0, 1.0)] * 100)
        self.assertEqual(len(pairs), ratio.LEAST_PAIRS)

    def test_stops_when_the_time_is_over(self):
        pairs, _ = self.measure(self.pairs(1000, 1.0, 0.2), seconds=100)
        self.assertEqual(len(pairs), 100)
        self.assertEqual(ratio.interval(pairs).verdict, ratio.NOISY)

    def test_verdicts(self):
        def verdict(true, deviation, disturbed=0.0, seconds=1000):
            pairs, _ = self.measure(
                self.pairs(1000, true, deviation, disturbed), seconds)
            return ratio.interval(pairs).verdict
        self.assertEqual(verdict(1.0, 0.013), ratio.GREEN)
        self.assertEqual(verdict(0.8, 0.013), ratio.GREEN)
        self.assertEqual(verdict(1.01, 0.013), ratio.GREEN)
        self.assertEqual(verdict(1.03, 0.013), ratio.RED)
        self.assertEqual(verdict(1.0, 0.013, disturbed=0.1), ratio.GREEN)
        self.assertEqual(verdict(1.03, 0.013, disturbed=0.1), ratio.RED)
        self.assertEqual(verdict(1.03, 0.06, seconds=60), ratio.NOISY)
        # The interval is wide, and all of it is above the limit.
        self.assertEqual(verdict(1.3, 0.06, seconds=60), ratio.RED)
        # Too few pairs for any verdict.
        self.assertEqual(verdict(1.3, 0.001, seconds=6), ratio.NOISY)

    def test_red_is_measured_again(self):
        red, green, noisy = ([(1.0, new)] * ratio.LEAST_PAIRS
                             for new in (1.05, 1.0, 1.0))
        noisy = noisy[:4]
        for results, calls, verdict in (
                ([green, red], 1, ratio.GREEN), ([noisy, red], 1, ratio.NOISY),
                ([red, green], 2, ratio.GREEN), ([red, noisy], 2, ratio.NOISY),
                ([red, red, green], 2, ratio.RED)):
            left = iter(results)
            measured = ratio.measured(lambda: next(left))
            self.assertEqual(measured, results[:calls])
            self.assertEqual(ratio.interval(measured[-1]).verdict, verdict)

    def test_exit_codes(self):
        self.assertEqual(ratio.exit_code([ratio.GREEN], False), 0)
        self.assertEqual(ratio.exit_code(
            [ratio.GREEN, ratio.RED, ratio.NOISY], False), 1)
        self.assertEqual(ratio.exit_code([ratio.GREEN, ratio.NOISY], False), 3)
        self.assertEqual(ratio.exit_code([ratio.RED, "not alike"], True), 2)


class Guard(Folder):
    """bench/guard with scripts in the place of both programs. No verdict that
    depends on a time is asserted."""

    SLUICE = """
case $1 in --version) echo sluice 1.2.3; exit;; esac
echo '{"coverage": {"files_scanned": %d, "bytes_scanned": %d},'
echo ' "findings": [%s]}'
exit 1
"""

    def guard(self, old, new, *arguments):
        return subprocess.run(
            [sys.executable, BENCH / "guard", old, "--build", new, "--only",
             "small", "--seconds", "0", *arguments],
            env={"PATH": "/usr/bin:/bin", "HOME": str(self.folder)}, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def test_too_few_pairs_and_a_record(self):
        record = self.folder / "run.json"
        old = self.script("old", self.SLUICE % (1, 60, "7"))
        new = self.script("new", self.SLUICE % (1, 60, "7, 8"))
        done = self.guard(old, new, "--json", record)
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertRegex(done.stdout, r"(?m)^small +2 .*too noisy$")
        self.assertIn("small: BASE has 1 findings, the build 2", done.stdout)
        for line in done.stdout.splitlines():
            self.assertLessEqual(len(line), 80)
        text = record.read_text()
        self.assertNotIn(str(self.folder), text)
        case, = json.loads(text)["texts"]
        self.assertEqual(len(case["measurements"][0]["seconds"]), 2)

    def test_names_what_was_scanned_differently(self):
        old = self.script("old", self.SLUICE % (1, 60, ""))
        for files, size in ((2, 60), (1, 61)):
            new = self.script("new", self.SLUICE % (files, size, ""))
            done = self.guard(old, new)
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertRegex(done.stdout, r"(?m)^small +not alike$")
            self.assertIn(f"small: BASE scanned 1 files and 60 bytes, the "
                          f"build {files} and {size}", done.stdout)

    def test_a_failing_program(self):
        good = self.script("good", self.SLUICE % (1, 60, ""))
        bad = self.script("bad", "echo no such option >&2; exit 2")
        done = self.guard(good, bad)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("failed: exit 2: no such option", done.stdout)

    def test_no_such_commit(self):
        good = self.script("good", self.SLUICE % (1, 60, ""))
        done = self.guard("no-such-commit", good)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("neither a commit", done.stdout)

    def test_a_part_of_a_tree_has_whole_folders(self):
        tree, part = self.folder / "tree", self.folder / "part"
        for number in range(10):
            folder = tree / f"{number}/below"
            folder.mkdir(parents=True)
            (folder / "a").write_text("a")
            (folder / "b").write_text("b")
        guarded.part_of_tree(tree, part, 2)
        self.assertEqual(
            sorted(str(file.relative_to(part)) for file in part.rglob("*")
                   if file.is_file()),
            ["0/0/below/a", "0/0/below/b", "1/7/below/a", "1/7/below/b"])

    def test_a_kept_program_is_not_built_again(self):
        kept = (self.folder / f"{'0' * 40}-{commits._compiler()}" / "sluice")
        kept.parent.mkdir()
        kept.touch()
        self.assertEqual(
            commits.program(BENCH.parent, "0" * 40, self.folder), kept)


if __name__ == "__main__":
    unittest.main()
