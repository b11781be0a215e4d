"""The library: the Python package, which is a thin layer over it, the examples,
threads, and what is promised of its binary form."""

import base64
import ctypes
import gzip
import io
import json
import logging
import os
import pathlib
import random
import re
import shlex
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

if not harness.UNDER:
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


class Bytes:
    """A source (sluice.Source)."""

    def __init__(self, data):
        self.data = data
        self.size = len(data)

    def read_at(self, offset, size):
        return self.data[offset:offset + size]


def in_ranges(engine, data, name, size):
    """The results of ranges of `size` bytes, with lines and columns of the
    file, and the sums of their summaries' counts."""
    found, line, column, since = [], 0, 0, None
    counts = [0] * 8
    ranges = [(begin, min(begin + size, len(data)))
              for begin in range(0, len(data), size)]
    source = Bytes(data)
    first = [engine.scan_range(source, *one, name) for one in ranges]
    keywords = frozenset().union(*(one.keywords for one in first))
    for (begin, end), result in zip(ranges, first):
        goes_on = since
        if goes_on and goes_on[0] >= sluice.range_context(begin):
            goes_on = None
        if goes_on or result.undecided & keywords:
            result = engine.scan_range(source, begin, end, name, open=goes_on,
                                       keywords=keywords)
        summary = result.summary
        for finding in result:
            one = json.loads(finding.json)
            if finding.start.line == 1:
                one["excerpt"]["column"] += column - begin
            trimmed = one.get("match_trimmed", {})
            for place in (one["start"], one["end"], one.get("match_start"),
                          one.get("match_end"), *trimmed.values()):
                if place and place["line"] == 1:
                    place["column"] += column - begin
                if place:
                    place["line"] += line
            found.append(one)
        counts = [a + b for a, b in zip(counts, summary)]
        column = summary.end_column - 1 + (
            column - begin if summary.end_line == 1 else 0)
        line += summary.end_line - 1
        since = summary.open
    return found, counts, first[0].summary.cut


@unittest.skipIf(harness.UNDER, "python itself does not run under it")
class Ranges(unittest.TestCase):
    """A file in ranges has the same results as the whole file."""

    def setUp(self):
        self.engine = sluice.Engine(json=True)

    def check(self, data, name, *sizes, cut=1):
        whole = self.engine.scan_source(Bytes(data), name)
        self.assertGreater(len(whole), 0)
        for size in sizes:
            found, counts, was_cut = in_ranges(self.engine, data, name, size)
            self.assertEqual(was_cut, cut)
            self.assertEqual(found, [json.loads(f.json) for f in whole])
            self.assertEqual(counts, list(whole.summary[:8]))

    def test_a_text_of_all_kinds(self):
        lines = ["\ufeff# begin"]
        for i in range(12_000):
            lines.append(
                f'key = "{MAKER.github()}"' if i % 90 == 0 else
                f'password = "xK{i * 7919}z#q"  # sluice:allow' if i % 90 == 5
                else f'password = "xK{i * 7919}z#q"' if i % 90 == 9 else
                "-" * (i * 37 % 700))
        for end in ("\n", "\r\n"):
            self.check(end.join(lines).encode(), "a.txt", 1_000_003, 2**20,
                       3_999_999)

    def test_a_finding_across_a_border(self):
        secret = MAKER.github()
        for shift in range(0, len(secret) + 20, 7):
            data = b"-" * (2_000_000 - shift) + f' k = "{secret}"'.encode() + \
                b"-" * 1_000_000
            self.check(data, "a", 2_000_000)

    def test_a_match_of_several_lines(self):
        drawn = base64.urlsafe_b64encode(random.Random(4).randbytes(32))
        key = b'kty: "OKP",\n  d: "' + drawn.rstrip(b"=") + b'"\n'
        self.check(b"-\n" * 700_000 + key, "a.js", 1_000_000)

    def test_a_copy_that_is_far_from_its_secret(self):
        """In a large file it is shown, because a range does not see it."""
        word = "xK7919zPq"
        far = f'password = "{word}"\n'.encode()
        other = f'{word}; key = "{MAKER.github()}"\n'.encode()
        for size in (8 * 2**20 - 100, 8 * 2**20 + 1):
            data = far + b"-\n" * 700_000 + other
            data += b"-\n" * ((size - len(data)) // 2) + b"\n" * (size % 2)
            self.assertEqual(len(data) > 8 * 2**20, size > 8 * 2**20)
            _, found = self.engine.scan_source(Bytes(data), "a.py")
            self.assertEqual(word in found.json, size > 8 * 2**20)
            if size > 8 * 2**20:
                self.check(data, "a.py", 3_000_000)

    def test_one_line(self):
        data = ("; ".join(f'k{i} = "{MAKER.github()}"' + "-" * 4000
                          for i in range(900))).encode()
        self.check(data, "a.txt", 1_000_000)

    def test_tables_and_blocks_that_are_longer_than_the_context(self):
        rows = "".join(f"('joe', 'Kx{i * 7919}q!Z')" + ("," if i < 90_000 else ";")
                       + "\n" for i in range(90_001))
        self.check(("INSERT INTO users (name, password) VALUES\n" + rows
                    + f'k = "{MAKER.github()}"\n').encode(), "a.sql", 1_100_000)
        block = ("# sluice:allow-" "start\n"
                 + f'k = "{MAKER.github()}"\n' + "-\n" * 700_000
                 + f'k = "{MAKER.github()}"\n' "# sluice:allow-" "end\n"
                 + f'k = "{MAKER.github()}"\n' + "-\n" * 200_000)
        self.check(block.encode(), "a.txt", 600_000)

    def test_what_is_not_cut(self):
        secret = f'k = "{MAKER.github()}"\n'
        for data in ((secret + "-" * 3_000_000 + "\n" + secret).encode("utf-16"),
                     tar({"a": secret.encode(), "b": b"-" * 2_000_000})):
            self.check(data, "a", 1_000_000, cut=0)
            part = self.engine.scan_range(Bytes(data), 1_000_000, 2_000_000, "a")
            self.assertEqual(part.summary.cut, 0)
            self.assertEqual(part.summary.whole, 0)

    def test_a_keyword_that_stands_elsewhere(self):
        engine = self.engine = sluice.Engine(
            '[[rules]]\nid = "t"\nregex = "tick-[0-9]{4}"\n'
            'keywords = ["magic"]\n', json=True)
        tick = b"tick-1234\n"
        data = tick + b"-\n" * 900_000 + tick + b"magic\n"
        self.check(data, "a", 800_000)
        part = engine.scan_range(Bytes(data), 0, 800_000, "a")
        self.assertEqual((len(part), part.undecided), (0, {"t"}))
        self.assertEqual(len(engine.scan_range(Bytes(data), 0, 800_000, "a",
                                               keywords=["t"])), 1)

    def test_rules_that_ask_for_each_other_cut_no_file(self):
        engine = sluice.Engine(
            '[[rules]]\nid = "t"\nregex = "tick-[0-9]{4}"\n'
            '[[rules.required]]\nid = "u"\n'
            '[[rules]]\nid = "u"\nregex = "tock-[0-9]{4}"\n')
        data = b"tick-1234\n" + b"-" * 2_000_000 + b"\ntock-1234\n"
        part = engine.scan_range(Bytes(data), 0, 1_000_000, "a")
        self.assertEqual((len(part), part.summary.cut), (2, 0))

    def test_what_goes_on_may_come_from_json(self):
        data = Bytes(b"-" * 10)
        self.assertEqual(self.engine.scan_range(data, 5, 9, open=[2, 3]),
                         self.engine.scan_range(data, 5, 9, open=(2, 3)))

    def test_a_range_that_is_none(self):
        for begin, end, goes_on in ((2, 1, None), (0, 11, None), (3, 5, (4, 4)),
                                    (3, 5, (2, 1))):
            with self.assertRaises(sluice.Error):
                self.engine.scan_range(Bytes(b"-" * 10), begin, end, "a",
                                       open=goes_on)


@unittest.skipIf(harness.UNDER, "python itself does not run under it")
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
        data = gzip.compress(random.Random(5).randbytes(100_000).hex().encode())[:-5000]
        result = self.engine.scan(data, "a.gz")
        self.assertEqual([one.name for one in result.incomplete], ["a.gz!a"])
        with self.assertWarns(sluice.IncompleteWarning):
            list(self.engine.scan_all([("a.gz", data)]))

    def test_a_configuration(self):
        engine = sluice.Engine('[[rules]]\nid = "t"\nregex = "tick-[0-9]{4}"\n'
                               "unknown = 1\n", show_secrets=True)
        self.assertEqual((engine.rules, engine.default_rules), (1, 0))
        self.assertEqual(self.engine.default_rules, self.engine.rules)
        self.assertIn("unknown", engine.warnings[0])
        self.assertEqual([f.secret for f in engine.scan(b"tick-1234")],
                         ["tick-1234"])
        self.assertNotEqual(engine.rules_sha256, self.engine.rules_sha256)

    def test_a_configuration_that_is_wrong(self):
        for config, why in (('[[rules]]\nid = "t"\nregex = "("\n', "3"),
                            ("[[rules", "1"),
                            ('[extend]\npath = "/etc/passwd"\n', "no file")):
            with self.subTest(config):
                with self.assertRaisesRegex(sluice.Error, why):
                    sluice.Engine(config)

    def test_a_configuration_without_rules_is_about_the_default_ones(self):
        self.assertEqual(sluice.Engine("").rules, self.engine.rules)

    def test_allow_comments(self):
        text = self.text.replace(b"\n", b"  # sluice:allow\n")
        self.assertEqual(self.engine.scan(text, "a.py").findings, ())
        self.assertEqual(
            len(sluice.Engine(ignore_allow_comments=True).scan(text, "a.py")),
            1)

    def test_json_is_that_of_a_report(self):
        text = self.text + b"x = '" + "\u00fc".encode() + b"\xff\x7f' " + self.text
        engine = sluice.Engine(json=True)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "a.py")
            file.write_bytes(text)
            report = subprocess.run(
                [harness.binary(), "-f", "json", "--no-ignore", folder],
                capture_output=True, text=True, check=False).stdout
        found = engine.scan(text, "a.py")
        self.assertEqual(len(found), 2)
        # It counts the secrets of one report.
        report = re.sub(r'"secret_id":\d+,|,"secret_id":\d+', "", report)
        for finding in found:
            self.assertIn(finding.json, report)
        self.assertEqual(self.engine.scan(text, "a.py").findings[0].json, "")

    def test_names_of_secrets(self):
        """Equal for equal secrets of a rule and equal keys, masked or not."""
        def names(**options):
            engine = sluice.Engine(**options)
            texts = (self.text + self.text, self.text.replace(b"=", b": "),
                     MAKER.github().encode())
            return [one.secret_name for text in texts
                    for one in engine.scan(text, "a.py")]
        first = names(name_key="k")
        self.assertEqual(len(first), 4)
        self.assertRegex(first[0], "^[0-9a-f]{32}$")
        self.assertEqual(len(set(first[:3])), 1)
        self.assertNotEqual(first[3], first[0])
        again = names(name_key="k", show_secrets=True)
        self.assertEqual(again[:3], first[:3])
        self.assertEqual(set(names(name_key="l")) & set(first), set())
        self.assertEqual(names(), [""] * 4)
        with self.assertRaisesRegex(TypeError, "name_key"):
            sluice.Engine(name_key=b"k")

    def test_bytes_that_are_fetched(self):
        engine = sluice.Engine(json=True)
        wide = ("\u00e9\n" * 400_000 + self.text.decode()).encode("utf-16")
        packed = tar({"a.conf": b"\n" * 700_000 + self.text})
        for data in (b"", self.text, b"-" * 3_000_000 + self.text, wide, packed):
            result = engine.scan_source(Bytes(data), "a")
            self.assertEqual(result.findings, engine.scan(data, "a").findings)
            self.assertEqual(result.summary.findings, int(data != b""))
            self.assertEqual(result.summary.whole, 1)

    def test_bytes_that_cannot_be_fetched(self):
        class Gone(Bytes):
            def read_at(self, offset, size):
                if offset > 600_000:
                    raise FileNotFoundError("it is gone")
                return super().read_at(offset, size)
        with self.assertRaisesRegex(FileNotFoundError, "gone"):
            self.engine.scan_source(Gone(b"-" * 3_000_000), "a")

    def test_a_source_that_does_not_do_as_it_says(self):
        """Is named, and what it gave before is reported."""
        engine = self.engine

        class Ends(Bytes):
            def read_at(self, offset, size):
                return super().read_at(offset, min(size, max(0, 2000 - offset)))

        for size in (5000, 3_000_000, 1 << 40):
            source = Ends(self.text + b"-" * 10_000)
            source.size = size
            result = engine.scan_source(source, "a")
            self.assertEqual(len(result.findings), 1)
            self.assertEqual(result.summary.incomplete, 1)
            self.assertEqual(result.summary.whole, 0)
            one, = result.incomplete
            self.assertIn("ended before the size that it has", one.reason)

        class Nothing(Bytes):
            def read_at(self, offset, size):
                return b""

        result = engine.scan_source(Nothing(b"-" * 100), "a")
        self.assertEqual(result.summary.incomplete, 1)

        class More(Bytes):
            def read_at(self, offset, size):
                return self.data[offset:offset + size] + b"and more"

        with self.assertRaisesRegex(ValueError, "were asked for"):
            engine.scan_source(More(b"-" * 100), "a")

    def test_a_source_that_says_more_than_it_was_asked_for(self):
        """By the C interface: the library does not believe it."""
        @sluice._ReadAt
        def more(_, buffer, size, offset):
            return size + (1 << 40)
        source = sluice._Source(ctypes.sizeof(sluice._Source), 5000, more, None)
        reasons = []

        @sluice._OnIncomplete
        def incomplete(*given):
            reasons.append(given[-1])
        visitor = sluice._Visitor(struct_size=ctypes.sizeof(sluice._Visitor),
                                  incomplete=incomplete)
        sluice._check(sluice._library.sluice_scan_source(
            self.engine._engine, b"a", ctypes.byref(source),
            ctypes.byref(visitor), None))
        self.assertEqual(len(reasons), 1)
        self.assertIn(b"more bytes than it was asked for", reasons[0])

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
        # The findings are those of the program. This scans a copy, because the
        # program treats files in a folder named "tests" as tests.
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


@unittest.skipIf(harness.UNDER, "python itself does not run under it")
class Redacting(unittest.TestCase):
    """The same as `sluice redact`."""

    def setUp(self):
        self.secret = MAKER.github()
        self.text = f"a {self.secret} b {self.secret} ä"

    def test_texts_and_bytes(self):
        clean = "a [github-pat:1] b [github-pat:1] ä"
        self.assertEqual(sluice.redact(self.text), clean)
        self.assertEqual(sluice.redact(self.text.encode()), clean.encode())
        self.assertEqual(sluice.redact(bytearray(self.text.encode())),
                         clean.encode())
        self.assertEqual(sluice.redact(""), "")
        self.assertEqual(sluice.redact("nothing \ud800"), "nothing \ud800")

    def test_it_is_the_programs(self):
        program = harness.run("redact", "--no-config", "-q",
                              stdin=self.text.encode()).stdout
        self.assertEqual(sluice.Engine().redact(self.text.encode()), program)

    def test_options(self):
        self.assertEqual(sluice.redact(self.text, style="stars"),
                         "a ******** b ******** ä")
        self.assertEqual(sluice.redact(self.text, style=sluice.Style.EMPTY),
                         "a  b  ä")
        self.assertEqual(len(sluice.redact(self.text, keep_length=True)),
                         len(self.text))
        weak = 'password = "banana"'
        self.assertEqual(sluice.redact(weak), weak)
        self.assertEqual(sluice.redact(weak, min_confidence="low"),
                         'password = "[generic-password:1]"')

    def test_the_name_decides(self):
        number = '{"password": 83920174652}'
        self.assertIn('"[', sluice.redact(number, "a.json",
                                          min_confidence="low"))

    def test_errors(self):
        for wrong in ({"style": "x"}, {"style": 1}, {"keep_length": 1}):
            with self.assertRaises((TypeError, ValueError)):
                sluice.redact("x", **wrong)
        with self.assertRaises(TypeError):
            sluice.redact(1)
        with self.assertRaisesRegex(sluice.Error, "unpack it"):
            sluice.redact(gzip.compress(self.text.encode()))

    def test_a_filter_of_logging(self):
        out = io.StringIO()
        handler = logging.StreamHandler(out)
        handler.addFilter(sluice.RedactFilter())
        logger = logging.Logger("test")
        logger.addHandler(handler)
        other = MAKER.github()
        logger.warning("first %s", self.secret)
        logger.warning("second %s %s", other, self.secret)
        try:
            raise ValueError(f"no {other}")
        except ValueError:
            logger.exception("failed", stack_info=True)
        logger.warning("%d " + self.secret, "x")
        said = out.getvalue()
        self.assertIn("first [github-pat:1]\n"
                      "second [github-pat:2] [github-pat:1]\nfailed\n", said)
        self.assertIn("ValueError: no [github-pat:2]", said)
        self.assertIn("%d [github-pat:1] [the arguments do not fit]", said)
        self.assertNotIn(self.secret, said)
        self.assertNotIn(other, said)

    def test_threads(self):
        engine = sluice.Engine()
        texts = [f"{number} {MAKER.github()}".encode() for number in range(40)]
        results = [None] * len(texts)

        def work(number):
            results[number] = engine.redact(texts[number])
        threads = [threading.Thread(target=work, args=(number,))
                   for number in range(len(texts))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, [b"%d [github-pat:1]" % number
                                   for number in range(len(texts))])


@unittest.skipIf(harness.UNDER, "python itself does not run under it")
class Functions(harness.CliTest):
    """scan() and scan_file(), and what they share with an engine."""

    def setUp(self):
        super().setUp()
        self.secret = MAKER.github()
        self.text = f"key = '{self.secret}'\n".encode()
        self.file = self.write("a.py", self.text)

    def test_bytes_and_paths(self):
        expected = sluice.Engine().scan(self.text, "a.py").findings
        self.assertEqual(len(expected), 1)
        for data in (self.text, bytearray(self.text), self.file,
                     str(self.file)):
            self.assertEqual(sluice.scan(data, "a.py").findings, expected)
        self.assertEqual(sluice.scan_file(self.file, "a.py").findings, expected)
        self.assertEqual(sluice.scan_file(self.file).findings[0].name,
                         str(self.file))
        self.assertEqual(
            sluice.Engine().scan_file(str(self.file), pathlib.Path("a.py")),
            sluice.scan_file(self.file, "a.py"))

    def test_options(self):
        self.assertEqual(
            sluice.scan(self.file, show_secrets=True).findings[0].secret,
            self.secret)
        self.assertEqual(
            sluice.scan_file(self.file, show_secrets=True).findings[0].secret,
            self.secret)
        rules = '[[rules]]\nid = "t"\nregex = "tick-[0-9]{4}"\n'
        self.assertEqual([f.rule for f in sluice.scan(b"tick-1234",
                                                      config=rules)], ["t"])

    def test_levels(self):
        high, medium = self.text, b'password = "xK7919' b'zPq"\n'
        for level, found in (("low", 1), ("medium", 1), ("MEDIUM", 1),
                             ("high", 0), (sluice.Confidence.LOW, 1),
                             (sluice.Confidence.HIGH, 0), (2, 0)):
            for engine in (sluice, sluice.Engine(min_confidence=level)):
                options = ({"min_confidence": level} if engine is sluice
                           else {})
                self.assertEqual(len(engine.scan(medium, "a.py", **options)),
                                 found, level)
                self.assertEqual(len(engine.scan(high, "a.py", **options)), 1)

    def test_a_large_file_and_a_pipe(self):
        packed = tar({"a.conf": b"\n" * 700_000 + self.text})
        for data in (b"", b"-\n" * 3_000_000 + self.text, packed):
            file = self.write("big", data)
            result = sluice.scan_file(file, "big")
            self.assertEqual(result.findings,
                             sluice.scan(data, "big").findings)
            self.assertEqual(result.summary.bytes >= len(data) // 2, True)
        os.mkfifo(self.tmp / "pipe")
        writer = threading.Thread(
            target=(self.tmp / "pipe").write_bytes, args=(self.text,))
        writer.start()
        self.assertEqual(len(sluice.scan_file(self.tmp / "pipe", "a.py")), 1)
        writer.join()

    def test_files_that_cannot_be_read(self):
        for path, kind in ((self.tmp / "none", FileNotFoundError),
                           (self.tmp, IsADirectoryError)):
            for scan in (sluice.scan, sluice.scan_file,
                         sluice.Engine().scan_file):
                with self.assertRaisesRegex(kind, str(path)):
                    scan(path)
        with self.assertRaises(IsADirectoryError):
            sluice.scan(str(self.tmp))

    def test_a_text_that_is_no_path_is_not_repeated(self):
        for text in (self.text.decode(), self.secret, self.text.decode() * 99,
                     "a\0" + self.secret):
            with self.assertRaisesRegex(FileNotFoundError,
                                        "^.*data: .*encode") as raised:
                sluice.scan(text)
            self.assertNotIn(self.secret, str(raised.exception))

    def test_errors_name_the_argument(self):
        engine, source = sluice.Engine(), Bytes(b"-" * 10)
        view = memoryview(bytearray(4))[::2]
        for name, kind, call in (
                ("config", TypeError, lambda: sluice.Engine(b"")),
                ("config", TypeError, lambda: sluice.scan(b"", config=["a"])),
                ("min_confidence", ValueError,
                 lambda: sluice.Engine(min_confidence="hihg")),
                ("min_confidence", ValueError,
                 lambda: sluice.scan(b"", min_confidence=3)),
                ("min_confidence", TypeError,
                 lambda: sluice.scan_file(self.file, min_confidence=None)),
                ("min_confidence", TypeError,
                 lambda: sluice.Engine(min_confidence=True)),
                ("show_secrets", TypeError,
                 lambda: sluice.Engine(show_secrets="no")),
                ("show_secrets", TypeError,
                 lambda: sluice.scan(b"", show_secrets=[])),
                ("ignore_allow_comments", TypeError,
                 lambda: sluice.Engine(ignore_allow_comments=1)),
                ("decode_depth", ValueError,
                 lambda: sluice.Engine(decode_depth=-1)),
                ("archive_depth", ValueError,
                 lambda: sluice.Engine(archive_depth=2**32)),
                ("archive_depth", TypeError,
                 lambda: sluice.Engine(archive_depth="5")),
                ("json", TypeError, lambda: sluice.Engine(json=None)),
                ("data", TypeError, lambda: engine.scan("text")),
                ("data", TypeError, lambda: engine.scan(view)),
                ("data", TypeError, lambda: sluice.scan(None)),
                ("name", TypeError, lambda: engine.scan(b"", 1)),
                ("name", ValueError, lambda: engine.scan(b"", "a\0b")),
                ("name", ValueError,
                 lambda: engine.scan_source(source, b"a\0b")),
                ("path", TypeError, lambda: sluice.scan_file(None)),
                ("path", ValueError, lambda: sluice.scan_file("a\0b")),
                ("source", TypeError, lambda: engine.scan_source(b"text")),
                ("source.size", ValueError,
                 lambda: engine.scan_source(type("S", (), {
                     "size": -1, "read_at": lambda self, at, size: b""})())),
                ("begin", ValueError,
                 lambda: engine.scan_range(source, -1, 5)),
                ("end", TypeError, lambda: engine.scan_range(source, 1, None)),
                ("open", TypeError,
                 lambda: engine.scan_range(source, 1, 5, open=(1,))),
                ("open", ValueError,
                 lambda: engine.scan_range(source, 1, 5, open=(-1, 2))),
                ("keywords", TypeError,
                 lambda: engine.scan_range(source, 1, 5, keywords="t")),
                ("keywords", TypeError,
                 lambda: engine.scan_range(source, 1, 5, keywords=[1])),
                ("begin", ValueError, lambda: sluice.range_context(-1))):
            with self.subTest(name=name):
                with self.assertRaisesRegex(kind, f"^{name}: "):
                    call()


@unittest.skipIf(harness.UNDER, "python itself does not run under it")
class Loading(harness.CliTest):
    """The library loads whatever was loaded before."""

    def test_behind_a_user_of_the_cpp_runtime(self):
        """Versions like those of pandas and pyarrow."""
        other = self.tmp / "other.so"
        subprocess.run(
            [*shlex.split(os.environ.get("CXX", "c++")), "-shared", "-fPIC",
             "-O1", HERE / "other_user.cc", "-o", other], check=True)
        outcome = subprocess.run(
            [sys.executable, "-c",
             f"import ctypes; print(ctypes.CDLL({str(other)!r}).use_runtime())\n"
             "import sluice; print(len(sluice.scan(b'')))"],
            env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
            capture_output=True, check=False, text=True)
        self.assertEqual((outcome.stderr, outcome.stdout), ("", "1\n0\n"))

    def test_it_reaches_no_thread_variable_of_another_library(self):
        """The cause of the above: at a fixed place, which the other library's
        variables need not have any more."""
        table = subprocess.run(["readelf", "-rW", LIBRARY], check=True,
                               capture_output=True, text=True).stdout
        self.assertIn("R_", table)
        self.assertEqual([line for line in table.splitlines()
                          if re.search(r"_TPOFF|_TLS_TPREL", line)
                          and re.search(r"\b_Z|@", line)], [])


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

    @unittest.skipIf(harness.UNDER, "python itself does not run under it")
    def test_spark_says_what_it_lacks(self):
        lacking = "import sys; sys.modules['pyspark'] = None; "
        for program, code in (("import sluice.spark", 1),
                              ("import sluice.spark_program as program; "
                               "program.run()", 2)):
            outcome = subprocess.run(
                [sys.executable, "-c", lacking + program], check=False,
                capture_output=True, text=True,
                env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
            last = outcome.stderr.splitlines()[-1]
            self.assertEqual(outcome.returncode, code, outcome)
            self.assertIn("'sluice-scanner[spark]'", last)
            self.assertRegex(last, "needs (pandas|pyarrow|pyspark),")

    def test_in_cpp(self):
        self.write("c.txt", b"tick-0123456789abcdef\n")
        said = self.call(PROGRAMS / "api-example-cpp", "a.env", "c.txt")
        self.assertEqual(said, f"a.env:2:5: github-pat {self.secret}\n"
                         "c.txt:1:1: ticket tick-0123456789abcdef\n")

    @unittest.skipIf(harness.UNDER, "python itself does not run under it")
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
