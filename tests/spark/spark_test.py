"""sluice.spark beside the program: the same tree gives the same report, byte for
byte, and so does the same history.

The full run loads spark_long_test.py as well.
"""

import json
import os
import subprocess
import sys
import unittest

import spark_case
from spark_case import MAKER, MIB, SparkTest

# These are in the folders that spark_case names.
import effort
import harness

if spark_case.missing() is None:
    import sluice.spark
    from sluice.spark import (arrays, objects, packs, ranges, rows, summary,
                              words)

setUpModule = spark_case.require


def load_tests(loader, tests, _):
    if effort.FULL and spark_case.missing() is None:
        import spark_long_test
        tests.addTests(loader.loadTestsFromModule(spark_long_test))
    return tests


class Tree(SparkTest):

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

    def test_the_report_of_a_tree(self):
        self.assert_same(self.report(self.found), self.program(self.tree))


class History(SparkTest):

    def test_the_report_of_a_history(self):
        """Four tasks share it."""
        place = self.tmp / "shared"
        git = ["git", "-C", place, "-c", "user.name=a", "-c", "user.email=b"]
        subprocess.run(["git", "init", "-q", place], check=True)
        secrets = [MAKER.github() for _ in range(6)]
        for i in range(12):
            # Each secret is in two files, brought in by two commits.
            (place / f"f{i}.py").write_text(f'key = "{secrets[i % 6]}"\n')
            (place / f"b{i % 4}").write_bytes(b"\0" * (99 + i))
            subprocess.run([*git, "add", "."], check=True)
            subprocess.run([*git, "commit", "-qm", "m"], check=True)
        found = sluice.spark.scan_history(
            self.spark, [str(place)], shards=4, program=harness.binary())
        alone = subprocess.run(
            [harness.binary(), "git", "-f", "json", place],
            capture_output=True, check=False)
        self.assertEqual(alone.returncode, 1, alone.stderr)
        self.assert_same(self.report(found), alone.stdout.decode())


class Program(unittest.TestCase):

    def test_usage(self):
        done = subprocess.run(
            [sys.executable, "-m", "sluice.spark", "/tmp"], capture_output=True,
            text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("--parquet", done.stderr)

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

    def finding(self, path, rule, **members):
        return {"path": path, "rule_id": rule, "confidence": "medium", **members}

    def test_a_summary_has_the_largest_groups_and_the_rest(self):
        counted = summary.Summary(apart=True)
        for i in range(130):
            for _ in range(1 + (i < 2)):
                counted.add(self.finding(f"d{i}/a", f"r{i:03}"), f"0:{i}")
        told = counted.json()
        self.assertEqual(told["secrets_are"], "at_most")
        self.assertEqual((told["secrets"], told["places"], told["files"]),
                         (130, 132, 130))
        self.assertEqual(told["by_rule"][0],
                         {"name": "r000", "secrets": 1, "places": 2})
        self.assertEqual(told["by_rule"][2]["name"], "r002")
        self.assertEqual(told["by_rule"][100:],
                         [{"others": 30, "secrets": 30, "places": 30}])

    def test_a_secret_has_the_highest_confidence_of_its_places(self):
        counted = summary.Summary(apart=False)
        numbers = [counted.add(self.finding("a", "r", confidence=level), name)
                   for level, name in (("low", "x"), ("high", "x"), ("low", ""),
                                       ("low", ""), ("medium", "x"))]
        self.assertEqual(numbers, [1, 1, 2, 3, 1])
        self.assertEqual(counted.json()["by_confidence"], [
            {"name": "high", "secrets": 1, "places": 1},
            {"name": "medium", "secrets": 0, "places": 1},
            {"name": "low", "secrets": 2, "places": 3}])

    def test_directories_of_paths(self):
        self.assertEqual(
            [summary.directory_of(path) for path in (
                b"a", b"/a", b"a/b", b"a/b/c", b"a/b/c/d", b"/x/y", b"/x/y/z/w")],
            [b"./", b"/", b"a", b"a/b", b"a/b", b"/x", b"/x/y"])

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
