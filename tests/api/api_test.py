"""The library: the Python package, which is a thin layer over it, the examples,
threads, and what is promised of its binary form."""

import gzip
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests/cli"))
sys.path.insert(0, str(ROOT / "python"))
sys.dont_write_bytecode = True

import harness  # noqa: E402
import tokens  # noqa: E402

LIBRARY = os.environ.setdefault(
    "SLUICE_LIBRARY", str(ROOT / "build/lib/api/libsluice.so"))
PROGRAMS = pathlib.Path(os.environ.get("SLUICE_API_PROGRAMS",
                                       ROOT / "build/tests/api"))
SANITIZED = os.environ.get("SLUICE_SANITIZED")

if not SANITIZED:
    import sluice

MAKER = tokens.TokenMaker(27)


def tar(files):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


@unittest.skipIf(SANITIZED, "python itself has no sanitizer to load it with")
class Python(unittest.TestCase):

    def setUp(self):
        self.engine = sluice.Engine()
        self.secret = MAKER.github()
        self.text = f"# settings\nkey = '{self.secret}'\n".encode()

    def test_a_finding(self):
        (found,) = self.engine.scan(self.text, "app/settings.py")
        self.assertEqual(found.rule, "github-pat")
        self.assertEqual(found.provider, "github")
        self.assertIs(found.confidence, sluice.Confidence.HIGH)
        self.assertIs(found.checksum, sluice.Checksum.VALID)
        self.assertEqual(found.name, "app/settings.py")
        self.assertEqual(found.start, (2, 8, self.text.index(b"ghp_")))
        self.assertEqual(found.end.byte - found.start.byte, len(self.secret))
        self.assertTrue(found.revoke_url.startswith("https://"))
        self.assertTrue(found.fingerprint)

    def test_secrets_are_masked(self):
        found = self.engine.scan(self.text)
        self.assertEqual(len(found), 1)
        self.assertNotIn(self.secret[8:], repr(found))
        clear = sluice.Engine(show_secrets=True).scan(self.text)
        self.assertEqual(clear.findings[0].secret, self.secret)

    def test_kinds_of_bytes(self):
        expected = self.engine.scan(self.text)
        for kind in (bytearray, memoryview,
                     lambda b: memoryview(bytearray(b))):
            self.assertEqual(self.engine.scan(kind(self.text)), expected)
        spread = memoryview(bytearray(b"".join(
            bytes([byte, 0]) for byte in self.text)))[::2]
        with self.assertRaises(TypeError):
            self.engine.scan(spread)

    def test_nothing(self):
        for data in (b"", b"\0" * 100, b"int main() {}\n"):
            self.assertEqual(self.engine.scan(data, "a.c").findings, ())

    def test_names_decide(self):
        secret = "vT9#kq2LwZx7"  # sluice:allow
        self.assertEqual(
            [f.name for f in self.engine.scan_all(
                [("a/.netrc", f"machine example.com login joe password "
                  f"{secret}\n".encode()), ("b.c", b"int x;\n")])],
            ["a/.netrc"])

    def test_a_name_that_is_no_utf8(self):
        name = os.fsdecode(b"a\xff.py")
        self.assertEqual(self.engine.scan(self.text, name).findings[0].name,
                         "a\\xff.py")

    def test_members_of_archives(self):
        data = gzip.compress(tar({"etc/app.conf": self.text}))
        (found,) = self.engine.scan(data, "a.tar.gz")
        self.assertEqual(found.name, "a.tar.gz!etc/app.conf")
        self.assertEqual(sluice.Engine(archive_depth=0).scan(data, "a").findings,
                         ())

    def test_damage_is_told(self):
        data = gzip.compress(os.urandom(100_000).hex().encode())[:-5000]
        result = self.engine.scan(data, "a.gz")
        self.assertEqual([one.name for one in result.incomplete], ["a.gz!a"])
        with self.assertWarns(sluice.IncompleteWarning):
            list(self.engine.scan_all([("a.gz", data)]))

    def test_a_configuration(self):
        engine = sluice.Engine('[[rules]]\nid = "t"\nregex = "tick-[0-9]{4}"\n'
                               "unknown = 1\n", show_secrets=True)
        self.assertEqual(engine.rules, 1)
        self.assertIn("unknown", engine.warnings[0])
        self.assertEqual([f.secret for f in engine.scan(b"tick-1234")],
                         ["tick-1234"])
        self.assertNotEqual(engine.rules_sha256, self.engine.rules_sha256)

    def test_a_configuration_that_is_wrong(self):
        for config, why in (('[[rules]]\nid = "t"\nregex = "("\n', "3"),
                            ("[[rules", "1"), ("", "rule"),
                            ('[extend]\npath = "/etc/passwd"\n', "no file")):
            with self.subTest(config):
                with self.assertRaisesRegex(sluice.Error, why):
                    sluice.Engine(config)

    def test_allow_comments(self):
        text = self.text.replace(b"\n", b"  # sluice:allow\n")
        self.assertEqual(self.engine.scan(text, "a.py").findings, ())
        self.assertEqual(
            len(sluice.Engine(ignore_allow_comments=True).scan(text, "a.py")),
            1)

    def test_threads(self):
        texts = [(f"{i}.py", b"x" * i * 1000 + b"\n" + self.text)
                 for i in range(40)]
        expected = list(self.engine.scan_all(texts))
        self.assertEqual(len(expected), 40)
        results = [None] * 8

        def scan(i):
            results[i] = [list(self.engine.scan_all(texts)) for _ in range(5)]
        threads = [threading.Thread(target=scan, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [[expected] * 5] * 8)

    def test_it_is_the_programs_engine(self):
        # The same findings as the program has. A copy, since the program takes
        # what lies in a folder named "tests" for a test.
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "tree"
            shutil.copytree(ROOT / "tests/labelled", copy)
            outcome = subprocess.run(
                [harness.binary(), "scan", "-f", "jsonl", "--no-config",
                 "--no-ignore"], cwd=copy, capture_output=True, check=False)
            self.assertEqual(outcome.returncode, 1, outcome.stderr)
            expected = {}
            for row in map(json.loads, outcome.stdout.splitlines()):
                if row["type"] == "finding":
                    expected.setdefault(row["path"], []).append(
                        (row["rule_id"], row["start"]["line"],
                         row["start"]["column"], row["fingerprint"]))
            found = {}
            for path in copy.rglob("*"):
                if path.is_file():
                    name = str(path.relative_to(copy))
                    rows = [(f.rule, f.start.line, f.start.column,
                             f.fingerprint)
                            for f in self.engine.scan(path.read_bytes(), name)]
                    if rows:
                        found[name] = rows
            self.assertEqual(found, expected)
            self.assertGreater(len(found), 50)


class Programs(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.secret = MAKER.github()
        self.write("a.env", f"\nkey={self.secret}\n".encode())
        self.write("b.c", b"int main;\n")

    def call(self, *words, code=0, **environment):
        outcome = subprocess.run(
            words, cwd=self.tmp, capture_output=True, check=False, text=True,
            env={**os.environ, **environment})
        self.assertEqual(outcome.returncode, code, outcome)
        return outcome.stdout

    def test_in_c(self):
        said = self.call(PROGRAMS / "api-example-c", "a.env", "b.c", code=1)
        self.assertEqual(said, "a.env:2:5: github-pat ghp_********\n")
        self.call(PROGRAMS / "api-example-c", "b.c")
        self.call(PROGRAMS / "api-example-c", "none", code=2)

    def test_in_cpp(self):
        self.write("c.txt", b"tick-0123456789abcdef\n")
        said = self.call(PROGRAMS / "api-example-cpp", "a.env", "c.txt")
        self.assertEqual(said, f"a.env:2:5: github-pat {self.secret}\n"
                         "c.txt:1:1: ticket tick-0123456789abcdef\n")

    @unittest.skipIf(SANITIZED, "python itself has none to load it with")
    def test_in_python(self):
        said = self.call(sys.executable, ROOT / "examples/scan.py", "a.env",
                         "b.c", code=1, PYTHONPATH=str(ROOT / "python"))
        self.assertEqual(said, "a.env:2:5: github-pat ghp_********\n")

    def test_eight_threads(self):
        said = self.call(PROGRAMS / "api-threads", "a.env", "8", "50")
        self.assertEqual(said, "1\n" * 8)

    def test_binary_form(self):
        said = self.call(PROGRAMS / "api-abi")
        promised = (HERE / "abi.txt").read_text(encoding="utf-8")
        self.assertEqual(said, promised)

    def test_symbols(self):
        table = self.call("nm", "-D", "--defined-only", LIBRARY)
        given = {line.split()[-1] for line in table.splitlines()}
        promised = {
            word.rstrip(";") + "@@SLUICE_0.2" for word in
            (ROOT / "lib/api/sluice.map").read_text(encoding="utf-8").split()
            if word.startswith("sluice_")}
        self.assertGreater(len(promised), 8)
        self.assertEqual({g for g in given if not g.startswith("SLUICE_")},
                         promised)


if __name__ == "__main__":
    unittest.main()
