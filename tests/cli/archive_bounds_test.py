"""Archives that are made to stall, exhaust or crash their reader.

Whatever an archive says about itself, a scan of it ends soon and in little
memory, reports the findings in the readable parts, and names the others.
"""

import os
import random
import unittest
import zipfile
import zlib

import archives
import bombs
import harness
from archive_case import ArchiveCase, left_out, places
from hostile_test import MOST_SECONDS, measured
from tokens import TokenMaker

MAKER = TokenMaker(6400)
MOST_MEGABYTES = 400
SEED = harness.seed(1983)
# For each kind of archive, so many are cut off, and so many have changed
# bytes.
MUTANTS = harness.times(4, 150)


class BoundsTest(ArchiveCase):

    def setUp(self):
        super().setUp()
        self.tree = self.tmp / "tree"
        self.tree.mkdir()
        self.secret = MAKER.github()
        self.text = f"first\nkey = {self.secret}\n".encode()

    def check(self, *options, code=(0, 1, 3)):
        """The report of a scan that ends in time and within its memory."""
        outcome, seconds, megabytes = measured(
            "scan", "-f", "json", "--show-secrets", *options, self.tree,
            cwd=self.tmp)
        self.assert_code(outcome, *code)
        self.assertEqual(outcome.stderr, b"", str(outcome))
        self.assertLess(seconds, MOST_SECONDS)
        if not harness.UNDER:
            self.assertLess(megabytes, MOST_MEGABYTES)
        report = outcome.json()
        incomplete = report["coverage"]["incomplete"]
        if report["findings"]:
            self.assertEqual(outcome.code, 1)
        else:
            self.assertEqual(outcome.code, 3 if incomplete else 0)
        return report

    def assert_bound(self, report, option, path="x"):
        """This bound, and no other, has ended the reading of the file."""
        reasons = [reason for named, _, reason in left_out(report)
                   if named == path]
        self.assertTrue(any(option in reason for reason in reasons), reasons)
        self.assertFalse([reason for reason in reasons if "--archive-" in reason
                          and option not in reason])


class Bombs(BoundsTest):

    def test_zips_in_zips(self):
        self.write("tree/x", bombs.nested_zips(
            5, 16, bytes(harness.times(8, 32) << 20)))
        self.write("tree/y", self.text)
        report = self.check(code=(1,))
        self.assertEqual([p.path for p in places(report)], ["y"])
        self.assert_bound(report, "--archive-ratio")

    def test_zips_in_zips_deeper_than_is_looked(self):
        self.write("tree/x", bombs.nested_zips(7, 3, self.text))
        report = self.check(code=(3,))
        self.assert_bound(report, "--archive-depth")
        # Each of the 3^5 that were not opened, by name or by number.
        named = left_out(report)
        self.assertGreater(len(named), 50)
        self.assertLess(len(str(named)), 1 << 20)

    def test_gzips_in_gzips(self):
        data = bombs.nested_gzips(40, self.text)
        self.write("tree/x.gz", data)
        report = self.check(code=(3,))
        self.assertEqual([e[0] for e in left_out(report)], ["x.gz"])

    def test_two_gigabytes_of_zeros(self):
        # A short run takes one stream and one archive.
        for name, make in bombs.LARGE.items():
            if not harness.FULL and name not in ("zst", "zip"):
                continue
            with self.subTest(name):
                self.write("tree/x", self.made(make, self.text, b""))
                report = self.check(code=(1,))
                self.assertEqual([p.secret for p in places(report)],
                                 [self.secret])
                self.assert_bound(report, "--archive-ratio")

    def test_two_gigabytes_that_are_wanted(self):
        for name in (("gz", "zst", "zip")
                     if harness.FULL and not harness.UNDER else ("zst",)):
            with self.subTest(name):
                self.write("tree/x", self.made(
                    bombs.LARGE[name], b"", b"\nkey = " + self.secret.encode()))
                report = self.check("--archive-ratio", "1000000", code=(1,))
                found, = places(report)
                self.assertEqual((found.line, found.column, found.byte),
                                 (2, 7, (2 << 30) + 7))
                self.assertEqual(left_out(report), [])

    def test_many_small_bombs(self):
        """Each alone stays below its bounds; together they meet the one of
        all."""
        data = archives.zip_of({"zeros": bytes(100 << 20)})
        for i in range(12):
            self.write(f"tree/{i:02}.zip", data)
        report = self.check("--archive-total", "350M", code=(3,))
        named = {path for path, _, reason in left_out(report)
                 if "--archive-total" in reason}
        self.assertGreaterEqual(len(named), 8)
        self.assertLess(len(named), 12)

    def test_many_members(self):
        text = {f"{i:06}": b""
                for i in range(harness.times(20_000, 200_000))}
        text["last"] = self.text
        for name in ("stored.zip", "of.tar.gz"):
            with self.subTest(name):
                self.write("tree/x", archives.CONTAINERS[name](text))
                report = self.check(code=(1,))
                self.assertEqual([p.member for p in places(report)],
                                 [("last",)])
                self.assertEqual(left_out(report), [])
                report = self.check("--archive-members", "1000", code=(3,))
                self.assert_bound(report, "--archive-members")

    def test_members_that_overlap(self):
        size = harness.times(4, 16) << 20
        self.write("tree/x", bombs.quoting_zip(2000, bytes(size)))
        self.assertTrue(left_out(self.check(code=(3,))))
        # One member by many names may be read as one.
        self.write("tree/x", bombs.overlapping_zip(9000, bytes(size)))
        self.check(code=(0, 3))
        self.write("tree/x", bombs.overlapping_zip(3, self.text))
        report = self.check(code=(1,))
        self.assertEqual({p.secret for p in places(report)}, {self.secret})

    def test_a_long_name(self):
        name = "n" * 200
        self.write("tree/x", archives.tar({
            f"a/{name}": self.text, "b": self.text,
            "/".join([name] * 30): self.text}))
        report = self.check(code=(1,))
        self.assertEqual([p.member for p in places(report)],
                         [(f"a/{name}",), ("b",)])
        self.assert_bound(report, "--archive-name-bytes")
        self.assertLess(len(str(left_out(report))), 10_000)
        report = self.check("--archive-name-bytes", "100", code=(1,))
        self.assertEqual([p.member for p in places(report)], [("b",)])

    def test_names_of_a_megabyte(self):
        for count in (1, 50):
            self.write("tree/x", archives.tar(
                {f"{i}" + "n" * (1 << 20): b"" for i in range(count)}))
            report = self.check(code=(3,))
            self.assertEqual({e[0] for e in left_out(report)}, {"x"})
            self.assertLess(len(str(left_out(report))), 1 << 20)


class Bounds(BoundsTest):
    """Each bound by its option, and what was read before."""

    def test_bytes(self):
        words = b"words\n" * 20_000
        self.write("tree/x", archives.tar({
            "a": self.text, "b": words, "c": self.text,
            "d.zip": archives.zip_of({"e": words, "f": self.text})}))
        for size, found in (("1K", 1), ("100K", 1), ("130K", 2), ("500K", 3)):
            with self.subTest(size):
                report = self.check("--archive-bytes", size, code=(1,))
                self.assertEqual(len(places(report)), found)
                if found < 3:
                    self.assert_bound(report, "--archive-bytes")
                else:
                    self.assertEqual(left_out(report), [])

    def test_members(self):
        self.write("tree/x", archives.zip_of(
            {f"{i}": self.text for i in range(5)}))
        self.write("tree/y", archives.zip_of(
            {f"{i}": self.text for i in range(3)}))
        report = self.check("--archive-members", "3", code=(1,))
        self.assertEqual([p.path for p in places(report)], ["x"] * 3 + ["y"] * 3)
        self.assert_bound(report, "--archive-members")
        self.assertEqual([e[0] for e in left_out(report)], ["x"])

    def test_members_of_what_lies_in_it_count(self):
        inner = archives.zip_of({f"{i}": self.text for i in range(4)})
        self.write("tree/x", archives.zip_of(
            {f"{i}.zip": inner for i in range(4)}))
        report = self.check("--archive-members", "7", code=(1,))
        self.assertLess(len(places(report)), 7)
        self.assert_bound(report, "--archive-members")

    def test_seconds(self):
        # Unpacking it would take years.
        self.write("tree/x", archives.tar({
            "a": self.text,
            "b": bombs.nested_zips(
                4, 16, bytes(harness.times(16, 64) << 20))}))
        report = self.check("--archive-seconds", "1", "--archive-ratio",
                            "1000000000", "--archive-bytes", "1000000G",
                            "--archive-total", "1000000G", code=(1,))
        self.assertEqual(len(places(report)), 1)
        self.assert_bound(report, "--archive-seconds")

    def test_a_bound_of_one_is_not_that_of_others(self):
        self.write("tree/a", archives.zip_of({"zeros": bytes(300 << 20)}))
        self.write("tree/b", archives.zip_of({"a": self.text}))
        report = self.check(code=(1,))
        self.assertEqual([p.path for p in places(report)], ["b"])
        self.assertEqual({e[0] for e in left_out(report)}, {"a"})

    def test_standard_input(self):
        data = archives.zip_of({"a": self.text, "zeros": bytes(300 << 20)})
        outcome = harness.run("scan", "-f", "json", "--show-secrets", "-",
                              stdin=data)
        self.assert_code(outcome, 1)
        report = outcome.json()
        self.assertEqual([p.member for p in places(report)], [("a",)])
        self.assert_bound(report, "--archive-ratio", "-")


class Lies(BoundsTest):

    def test_dictionaries_of_gigabytes(self):
        for name, make in bombs.GREEDY.items():
            with self.subTest(name):
                self.write("tree/x", self.made(make, self.text))
                report = self.check(code=(1, 3))
                if not report["findings"]:
                    self.assertEqual([e[0] for e in left_out(report)][:1],
                                     ["x"])

    def test_many_dictionaries_at_a_time(self):
        for i in range(8):
            for name, make in bombs.GREEDY.items():
                self.write(f"tree/{i}.{name}", self.made(make, self.text))
        report = self.check("-j", "8", code=(1, 3))
        found = {p.path for p in places(report)}
        self.assertEqual(found | {e[0] for e in left_out(report)},
                         {f"{i}.{n}" for i in range(8) for n in bombs.GREEDY})
        # A single one is read like each of many.
        self.assertEqual({path.split(".")[1] for path in found},
                         {path.split(".")[1] for path in found
                          if path.startswith("0")})

    def test_dictionaries_that_are_needed(self):
        """64 MiB, as `xz -9` and 7z have it, are granted."""
        for name, make in (
                ("xz", archives.filtered("xz", "-9", "-c")),
                ("7z", lambda text: archives.made_by(
                    "7z", "a", "-mx=9", "-bd", "OUT")({"a": text})),
                ("zst", archives.filtered("zstd", "-q", "--ultra", "-22",
                                          "-c"))):
            with self.subTest(name):
                self.write("tree/x", self.made(make, self.text))
                for workers in ("-j1", "-j8"):
                    report = self.check(workers, code=(1,))
                    self.assertEqual(left_out(report), [])

    def test_tars(self):
        for name, fields in bombs.LYING_TARS.items():
            with self.subTest(name):
                self.write("tree/x", bombs.tar_with(self.text, **fields))
                report = self.check(code=(1,))
                members = [p.member for p in places(report)]
                self.assertEqual(members[0], ("a.txt",))
                # The next member is found, by whatever name, or the archive is
                # named.
                if len(members) < 2:
                    self.assertIn("x", [e[0] for e in left_out(report)])

    def test_links_lead_nowhere(self):
        secret = self.write("outside.txt", self.text)
        for kind in (b"1", b"2", b"3", b"4", b"6", b"7"):
            with self.subTest(kind):
                self.write("tree/x", bombs.tar_with(
                    b"words\n", kind=kind, size=b"0" * 11 + b"\0",
                    link=os.fsencode(secret)[:99]))
                self.assertEqual(self.check()["findings"], [])

    def test_names_that_lead_out(self):
        names = ("../../up.txt", "/etc/absolute.txt", "a/../../b.txt",
                 "c:\\d.txt", "//e.txt", "a//./f.txt", "..")
        self.write("tree/x", archives.tar({name: self.text for name in names}))
        before = sorted(self.tmp.rglob("*"))
        report = self.check(code=(1,))
        self.assertEqual(len(places(report)), len(names))
        self.assertEqual(sorted(self.tmp.rglob("*")), before)

    def test_names_for_a_terminal(self):
        names = ("\x1b]0;x\x07", "a\nb", "\u202e", "a\rb", "\x9b31m")
        self.write("tree/x", archives.tar({name: self.text for name in names}))
        for form in ("pretty", "markdown", "csv", "github"):
            outcome = harness.run("-f", form, self.tree)
            self.assert_code(outcome, 1)
            text = outcome.stdout.decode()
            self.assertIn("x!a\\x0ab", text)
            for sign in ("\x1b]", "\x07", "\u202e", "\x9b"):
                self.assertNotIn(sign, text)

    def test_what_only_begins_like_an_archive(self):
        heads = {"zip": b"PK\3\4", "7z": b"7z\xbc\xaf\x27\x1c",
                 "rar": b"Rar!\x1a\7\0", "gz": b"\x1f\x8b\x08", "bz2": b"BZh9",
                 "xz": b"\xfd7zXZ\0", "zst": b"\x28\xb5\x2f\xfd",
                 "lz4": b"\x04\x22\x4d\x18", "lz": b"LZIP\1",
                 "Z": b"\x1f\x9d", "cpio": b"070701", "ar": b"!<arch>\n",
                 "cab": b"MSCF\0\0\0\0", "rpm": b"\xed\xab\xee\xdb"}
        for name, head in heads.items():
            for body in (b"", b"\n", self.text, b"words\n" * 9000 + self.text):
                with self.subTest(name, size=len(body)):
                    self.write("tree/x", head + body)
                    report = self.check()
                    # It is scanned as plain bytes.
                    self.assertEqual({(p.member, p.secret)
                                      for p in places(report)},
                                     {((), self.secret)}
                                     if self.text in body else set())

    def test_a_large_one_that_cannot_be_read(self):
        """More than 8 MiB are scanned by several workers."""
        for size in (1 << 20, 12 << 20):
            self.write("tree/x", b"PK\3\4" + random.Random(SEED).randbytes(size)
                       + b"\n" + self.text)
            report = self.check(code=(1,))
            self.assertEqual([e[:2] for e in left_out(report)], [("x", ())])

    def test_a_list_that_counts_too_many(self):
        """Workers that share the archive end at its last member."""
        data = bytearray(archives.zip_of(
            {f"{i:02}": random.Random(i).randbytes(120_000) for i in range(90)} |
            {"last": self.text}))
        end = data.rfind(b"PK\5\6")
        data[end + 8:end + 12] = (5000).to_bytes(2, "little") * 2
        self.assertGreater(len(data), 8 << 20)
        self.write("tree/x", bytes(data))
        for workers in ("-j1", "-j2"):
            report = self.check(workers, code=(1,))
            self.assertEqual([p.member for p in places(report)], [("last",)])
            self.assertEqual(left_out(report), [])

    def test_zeros_in_front(self):
        """Two blocks of zeros end a tar; a compressed file may begin so."""
        for name, pack in archives.COMPRESSIONS.items():
            with self.subTest(name):
                self.write("tree/x", self.made(pack, bytes(70_000) + self.text))
                report = self.check(code=(1,))
                self.assertEqual(places(report)[0].byte, 70_000 + 12)
                self.assertEqual(left_out(report), [])

    def test_what_stands_behind_the_end(self):
        """It was found before archives were looked into. It is found still, or
        the archive is named."""
        words = {"a": b"words\n"}
        more = {"b": self.text}
        newc = archives.CONTAINERS["newc.cpio"]
        cases = {
            "text behind a tar": lambda: archives.tar(words) + self.text,
            "a tar behind a tar": lambda: (archives.tar(words)
                                           + archives.tar(more)),
            "text behind a zip": lambda: archives.zip_of(words) + self.text,
            "text behind a gzip": lambda: (archives.COMPRESSIONS["gz"](b"words")
                                           + self.text),
            "text behind a cpio": lambda: newc(words) + self.text,
            # Initial RAM disks are like this.
            "a cpio behind a cpio": lambda: newc(words) + newc(more),
            "text behind a 7z": lambda: bombs.seven_zip(
                b"\1\0\4words\0", 5, zlib.crc32(b"words"), 16) + self.text,
        }
        for name, make in cases.items():
            with self.subTest(name):
                self.write("tree/x", self.made(make))
                report = self.check(code=(1, 3))
                if not report["findings"]:
                    self.assertEqual(left_out(report)[0][0], "x")

    def test_a_tar_that_was_cut_off_between_two_members(self):
        whole = archives.tar({"a": b"words\n", "b": self.text})
        one = len(archives.tar({"a": b"words\n"}).rstrip(b"\0"))
        cut = whole[:one + -one % 512]
        self.assertLess(len(cut), len(whole.rstrip(b"\0")))
        pack = archives.COMPRESSIONS["gz"]
        # A tar without its end may be whole; of two in a row the last one
        # decides.
        for name, data, has_end in (
                ("whole", whole, True), ("cut", cut, False),
                ("cut and packed", self.made(pack, cut), False),
                ("packed", self.made(pack, whole), True),
                ("one block", whole.rstrip(b"\0") + bytes(512 + 300), True)):
            with self.subTest(name):
                self.write("tree/x", data)
                report = self.check(code=(0, 1))
                notes = [note for note in report["coverage"]["notes"]
                         if "lacks the end mark" in note]
                self.assertEqual(len(notes), 0 if has_end else 1, notes)
                if notes:
                    self.assertTrue(notes[0].startswith("x: "), notes)

    def test_padding_behind_the_end(self):
        """Tapes and discs are filled up with zeros."""
        words = {"a": self.text}
        for name in ("gnu.tar", "newc.cpio", "of.tar.gz", "stored.zip"):
            with self.subTest(name):
                self.write("tree/x", self.made(archives.CONTAINERS[name], words)
                           + bytes(20_000))
                report = self.check(code=(1,))
                self.assertEqual([p.member for p in places(report)], [("a",)])
                self.assertEqual(left_out(report), [])

    def test_a_compressed_file_without_zeros(self):
        """It is no text for that."""
        rng = random.Random(SEED)
        for name, pack in archives.COMPRESSIONS.items():
            if name == "Z":
                continue  # has no end, so it is whole wherever it is cut off
            with self.subTest(name):
                whole = self.made(pack, rng.randbytes(90_000).hex().encode())
                cut = whole[:600].replace(b"\0", b"\1")
                self.write("tree/x", whole[:20] + cut[20:])
                self.assertEqual([e[0] for e in left_out(self.check())], ["x"])

    def test_texts_are_no_archives(self):
        for text in (b"070707 is a number\n", b"0707019999\n" * 90,
                     b"BZh9 is how bzip2 begins\n", b"PK is a name\n",
                     b"!<arch> begins an archive\n", b"Rar! she said\n",
                     b"LZIP\n", b"ustar " * 200, b"CD001 " * 9000):
            with self.subTest(text[:20]):
                self.write("tree/x", text)
                report = self.check(code=(0,))
                self.assertEqual(left_out(report), [])


class Mutants(BoundsTest):
    """Archives of every kind, cut off and with bytes changed."""

    def makers(self):
        yield from archives.CONTAINERS.items()
        for compression in ("xz", "none"):
            yield f"{compression}.deb", archives.deb(compression)
        for ending, pack in archives.COMPRESSIONS.items():
            yield f"alone.{ending}", lambda files, pack=pack: pack(
                b"".join(files.values()))
        for outer in ("of.tar.gz", "stored.zip", "lzma2.7z"):
            yield f"zip in {outer}", lambda files, outer=outer: (
                archives.CONTAINERS[outer]({"a.zip": archives.zip_of(files)}))

    @classmethod
    def setUpClass(cls):
        rng = random.Random(SEED)
        cls.secrets = [MAKER.github() for _ in range(4)]
        # Data that cannot be packed is in between, so that a cut meets data.
        cls.files = {
            f"{i}.txt": rng.randbytes(1500).hex().encode() + b"\nkey = "
            + secret.encode() + b"\n" + rng.randbytes(1500).hex().encode()
            for i, secret in enumerate(cls.secrets)}
        cls.whole = {}  # the archive of each kind, made once

    def archive(self, name, make):
        if name not in self.whole:
            self.whole[name] = self.made(make, self.files)
        return self.whole[name]

    def scan_mutants(self, mutants):
        """Scans them side by side. Returns each one's secrets, and whether it
        is named. If that fails, the message names the archive."""
        for i, mutant in enumerate(mutants):
            self.write(f"tree/{i:03}", mutant)
        try:
            report = self.check()
        except AssertionError as error:
            for i in range(len(mutants)):
                (self.tree / f"{i:03}").rename(self.tmp / f"{i:03}")
            for i, mutant in enumerate(mutants):
                self.write("tree/one", mutant)
                try:
                    self.check()
                except AssertionError as alone:
                    kept = os.path.join(os.environ.get("TMPDIR", "/tmp"),
                                        "sluice-mutant")
                    with open(kept, "wb") as file:
                        file.write(mutant)
                    raise AssertionError(
                        f"mutant {i}, kept as {kept}") from alone
            raise AssertionError("only beside each other") from error
        found = {path: set() for path in os.listdir(self.tree)}
        for place in places(report):
            found[place.path].add(place.secret)
        named = {entry[0] for entry in left_out(report)}
        return [(found[f"{i:03}"], f"{i:03}" in named)
                for i in range(len(mutants))]

    def each(self, mutate, judge=lambda *told: None):
        """Calls judge(name, archive, mutant, its secrets, whether it is named)
        for the mutants of each kind."""
        for name, make in self.makers():
            with self.subTest(name):
                self.empty()
                data = self.archive(name, make)
                rng = random.Random(f"{SEED} {name}")
                self.assertEqual(self.scan_mutants([data]),
                                 [(set(self.secrets), False)])
                self.empty()
                mutants = [mutate(data, rng, i) for i in range(MUTANTS)]
                for mutant, told in zip(mutants, self.scan_mutants(mutants),
                                        strict=True):
                    judge(name, data, mutant, *told)

    def empty(self):
        for path in self.tree.iterdir():
            path.unlink()

    def test_cut_off(self):
        def cut(data, rng, i):
            # One of each region, never between two members of a tar.
            size = len(data) * i // MUTANTS + rng.randrange(
                max(len(data) // MUTANTS, 1))
            return data[:size - 1 if size % 512 == 0 else size]

        def judge(name, _, mutant, found, named):
            head = 33_000 if name.endswith(".iso") else 512
            # The output of compress(1) has no end, and libarchive takes a
            # header that is cut off for that of a rar.
            if len(mutant) > head and found != set(self.secrets) and (
                    not name.endswith(("Z", "rar"))):
                self.assertTrue(named, f"cut at {len(mutant)}")
        self.each(cut, judge)

    # In these formats, a changed byte of a member may be just another text.
    # Those of the second row have checksums. libarchive ignores them, or at
    # least where it has no need to read on.
    UNCHECKED = ("tar", "cpio", "iso", "cab", "none.deb", "none.xar",
                 "Z", "rpm", "gz", "tar.lz4", "rar")

    def test_changed(self):
        def change(data, rng, i):
            changed = bytearray(data)
            begin = len(data) * i // MUTANTS
            end = max(len(data) * (i + 1) // MUTANTS, begin + 1)
            for _ in range(rng.choice((1, 1, 1, 2, 8))):
                at = min(rng.randrange(begin, end), len(data) - 1)
                changed[at] ^= 1 << rng.randrange(8)
            return bytes(changed)

        def judge(name, data, mutant, found, named):
            if name.endswith(self.UNCHECKED) or mutant[:64] != data[:64]:
                return
            if not found >= set(self.secrets):
                at = [i for i, (a, b) in enumerate(zip(data, mutant))
                      if a != b]
                self.assertTrue(named, f"{len(data)} bytes, changed at {at}")
        self.each(change, judge)

    def test_bzip2_is_not_read_on_after_an_error(self):
        """libbz2 must not be called again then: it continues after the check
        that failed, and writes to memory that it does not own."""
        for name, make in (
                ("7z", archives.CONTAINERS["bzip2.7z"]),
                ("zip", archives.python_zip(zipfile.ZIP_BZIP2, streamed=True))):
            with self.subTest(name):
                self.empty()
                rng = random.Random(5)
                data = self.made(make, {f"{i:02}.txt": rng.randbytes(3000).hex()
                                        .encode() for i in range(4)})
                # Changes the bytes after a block's header: selectors and code
                # tables.
                begin = data.index(b"BZh") + 18
                told = self.scan_mutants([
                    data[:at] + b"7" * 12 + data[at + 12:]
                    for at in range(begin, begin + 300)])
                self.assertTrue(all(named for _, named in told))

    def test_overwritten(self):
        """Numbers that are the largest, the smallest, and others."""
        values = (b"\xff" * 8, b"\0" * 8, b"\x7f" + b"\xff" * 7, b"\x80" * 4,
                  b"\xff\xff", b"\0\0", b"9" * 12, b"7" * 12, b"-1")

        def overwrite(data, rng, _):
            value = rng.choice(values)
            # Headers are at the beginning and at the end.
            at = rng.choice((rng.randrange(min(len(data), 600)),
                             max(len(data) - rng.randrange(1, 600), 0)))
            return data[:at] + value + data[at + len(value):]
        self.each(overwrite)


if __name__ == "__main__":
    unittest.main()
