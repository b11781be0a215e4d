"""A secret in an archive of every kind is found where it is: the archive's path,
the members that lead to it, line, column and byte within the innermost.

Each row is made by a real tool; a row whose tool is not installed is skipped
by its name.
"""

import gzip
import json
import lzma
import random
import re
import unittest

import archives
import harness
from archive_case import ArchiveCase, Place, left_out, places
from formats import FORMATS
from tokens import TokenMaker

MAKER = TokenMaker(6100)

HEAD = "first line\r\nGr\u00fc\u00dfe: ".encode()
INNER = "etc/app.conf"


class FormatTest(ArchiveCase):

    def setUp(self):
        super().setUp()
        self.secret = MAKER.github()
        self.text = HEAD + self.secret.encode() + b" # end\n"
        self.files = {INNER: self.text, "readme.txt": b"plain words\n" * 900}

    def place(self, path, *member, byte=len(HEAD)):
        return Place(path, member, 2, byte - HEAD.index(b"G") + 1, byte,
                     self.secret)

    def assert_found(self, name, data, *member, options=()):
        """It is found in the file of this name, and from a pipe."""
        file = self.write(f"tree/{name}", data)
        try:
            report = self.scan(*options, self.tmp / "tree", code=1)
        finally:
            file.unlink()
        self.assertEqual(places(report), [self.place(name, *member)])
        self.assertEqual(left_out(report), [])
        if options:
            return
        piped = self.scan("-", code=1, stdin=data)
        self.assertEqual([p.secret for p in places(piped)], [self.secret])
        # A content without a name of its own has the file's name, which a pipe
        # lacks.
        self.assertEqual(places(piped)[0][2:], places(report)[0][2:])
        self.assertEqual(left_out(piped), [])


class Containers(FormatTest):

    def test_each_kind(self):
        for name, make in archives.CONTAINERS.items():
            with self.subTest(name):
                self.assert_found(name, self.made(make, self.files), INNER)

    def test_the_name_says_nothing(self):
        for name, make in archives.CONTAINERS.items():
            with self.subTest(name):
                self.assert_found("file.txt", self.made(make, self.files),
                                  INNER)

    def test_names_of_a_plain_disc(self):
        data = self.made(archives.disc("-l"), self.files)
        self.assert_found("plain.iso", data, "ETC/APP.CONF")

    def test_debian_packages(self):
        for compression, member in (("xz", "data.tar.xz"),
                                    ("gzip", "data.tar.gz"),
                                    ("zstd", "data.tar.zst"),
                                    ("none", "data.tar")):
            with self.subTest(compression):
                data = self.made(archives.deb(compression), self.files)
                self.assert_found("made-up.deb", data, member, INNER)

    def test_a_script_of_a_debian_package(self):
        data = self.made(archives.deb("xz"), {
            "readme": b"words\n", "DEBIAN/conffiles": b"",
            "DEBIAN/changes": self.text})
        self.assert_found("made-up.deb", data, "control.tar.xz", "changes")

    def test_documents(self):
        for kind, inside in (("docx", "word/document.xml"),
                             ("xlsx", "xl/sharedStrings.xml"),
                             ("pptx", "ppt/slides/slide1.xml"),
                             ("odt", "content.xml"),
                             ("epub", "OEBPS/chapter1.xhtml")):
            with self.subTest(kind):
                files = archives.office(kind, inside)
                files[inside] = self.text
                self.assert_found(f"letter.{kind}", archives.zip_of(files),
                                  inside)

    def test_a_wheel(self):
        self.assert_found("made_up-1.0-py3-none-any.whl", archives.zip_of({
            "made_up/__init__.py": b"", "made_up/settings.py": self.text,
            "made_up-1.0.dist-info/METADATA": b"Metadata-Version: 2.1\n",
            "made_up-1.0.dist-info/RECORD": b""}), "made_up/settings.py")

    def test_cabinets_keep_their_folders(self):
        self.assert_found("of.cab", archives.cab(self.files), INNER)


class Compressed(FormatTest):
    """A file that is packed alone is a member that is called as it is, without
    the last ending."""

    def test_each_kind(self):
        for ending, pack in archives.COMPRESSIONS.items():
            with self.subTest(ending):
                self.assert_found(f"logs/day.json.{ending}",
                                  self.made(pack, self.text), "day.json")

    def test_in_parts(self):
        half = len(self.text) // 2
        for ending, pack in archives.COMPRESSIONS.items():
            if ending == "Z":
                continue  # has no end, so nothing can stand behind it
            with self.subTest(ending):
                data = b"".join(self.made(pack, part) for part in (
                    self.text[:half], self.text[half:]))
                self.assert_found(f"day.json.{ending}", data, "day.json")

    def test_in_an_archive(self):
        for ending, pack in archives.COMPRESSIONS.items():
            with self.subTest(ending):
                name = f"logs/day.json.{ending}"
                data = archives.zip_of({name: self.made(pack, self.text)})
                self.assert_found("out.zip", data, name, "day.json")

    def test_lzma_needs_its_name(self):
        """It has no signature."""
        data = lzma.compress(self.text, lzma.FORMAT_ALONE)
        tar = lzma.compress(self.made(archives.tar, self.files),
                            lzma.FORMAT_ALONE)
        for name, content, member in (
                ("day.json.lzma", data, ["day.json"]),
                ("out.zip", archives.zip_of({"day.json.lzma": data}),
                 ["day.json.lzma", "day.json"]),
                ("out.tlz", tar, [INNER])):
            with self.subTest(name):
                file = self.write(f"tree/{name}", content)
                report = self.scan(self.tmp / "tree", code=1)
                self.assertEqual(places(report), [self.place(name, *member)])
                self.assertEqual(left_out(report), [])
                file.unlink()
        # A text that is called so is a text.
        self.write("tree/out.lzma", self.text)
        report = self.scan(self.tmp / "tree", code=1)
        self.assertEqual(places(report), [self.place("out.lzma")])
        self.assertEqual(left_out(report), [])

    def test_a_name_without_an_ending(self):
        self.write("tree/day", gzip.compress(self.text))
        report = self.scan(self.tmp / "tree", code=1)
        found, = places(report)
        self.assertEqual((found.path, len(found.member)), ("day", 1))
        self.assertEqual(found[2:], self.place("day")[2:])

    def test_the_name_in_the_header_is_not_obeyed(self):
        header = bytearray(gzip.compress(self.text))
        header[3] |= 8
        header[10:10] = b"../../other.txt\0"
        self.assert_found("day.json.gz", bytes(header), "day.json")

    def test_of_nothing(self):
        for ending, pack in archives.COMPRESSIONS.items():
            with self.subTest(ending):
                self.write("tree/x", self.made(pack, b""))
                report = self.scan(self.tmp / "tree", code=0)
                self.assertEqual(left_out(report), [])

    def test_texts_that_begin_like_archives(self):
        """A compressed file is scanned as one text unless it is an archive."""
        for head in (b"070701 is a number\n", b"070707\n", b"ustar\n",
                     bytes(1024) + b"\n", bytes(5000) + b"\n",
                     b"PK is a name\n", b"\n" * 600):
            text = head + b"key = " + self.secret.encode() + b"\n"
            for ending, pack in archives.COMPRESSIONS.items():
                with self.subTest(f"{head[:9]} {ending}"):
                    self.write("tree/x.txt.z", self.made(pack, text))
                    report = self.scan(self.tmp / "tree", code=1)
                    self.assertEqual(places(report), [Place(
                        "x.txt.z", ("x.txt",), head.count(b"\n") + 1, 7,
                        len(head) + 6, self.secret)])
                    self.assertEqual(left_out(report), [])

    def test_compressed_twice(self):
        self.assert_found("day.json.xz.gz", archives.COMPRESSIONS["gz"](
            archives.COMPRESSIONS["xz"](self.text)), "day.json.xz", "day.json")


class Images(FormatTest):
    """The layer is the member."""

    def test_docker_save(self):
        data, layer = archives.docker_save(self.files)
        self.assert_found("image.tar", data, layer, INNER)
        self.assert_found("image.tar.gz", gzip.compress(data), layer, INNER)

    def test_oci_layout(self):
        files, layer = archives.oci_layout(self.files)
        archives.lay(self.tmp / "tree", files)
        report = self.scan(self.tmp / "tree", code=1)
        self.assertEqual(places(report), [self.place(layer, INNER)])
        self.assertEqual(left_out(report), [])

    def test_oci_archive(self):
        files, layer = archives.oci_layout(self.files)
        self.assert_found("image.tar", archives.tar(files), layer, INNER)


# A level of a nesting: its name, and the function that makes it.
LEVELS = (
    ("libs/a.jar", archives.zip_of),
    ("b.tar.gz", archives.then(archives.tar, gzip.compress)),
    ("c.cpio", archives.cpio("newc")),
    ("d.7z", archives.CONTAINERS["lzma2.7z"]),
    ("e.tar", archives.tar),
    ("f.tar.zst", archives.CONTAINERS["of.tar.zst"]),
    ("g.iso", archives.CONTAINERS["rock-ridge.iso"]),
    ("h.zip", archives.CONTAINERS["stored.zip"]),
    ("i.rar", archives.rar5),
    ("j.cab", archives.cab),
)


class Nesting(FormatTest):

    def nested(self, levels):
        """The bytes of the outermost, and the names that lead to the secret
        in it."""
        name, data = INNER, self.text
        names = [name]
        for called, make in levels:
            data = self.made(make, {name: data, "words.txt": b"words\n"})
            name = called
            names.insert(0, name)
        return data, names[1:]

    def test_to_depth_five(self):
        for depth in range(2, 6):
            for first in range(len(LEVELS)):
                levels = [LEVELS[(first + i) % len(LEVELS)]
                          for i in range(depth)]
                with self.subTest(" in ".join(name for name, _ in levels)):
                    data, member = self.nested(levels)
                    self.assert_found("outer", data, *member)

    def test_deeper_is_named(self):
        for first in range(len(LEVELS)):
            levels = [LEVELS[(first + i) % len(LEVELS)] for i in range(6)]
            with self.subTest(" in ".join(name for name, _ in levels)):
                data, member = self.nested(levels)
                self.write("tree/outer", data)
                report = self.scan(self.tmp / "tree")
                # An archive that is not opened is scanned as plain bytes.
                self.assertLessEqual({p.member for p in places(report)},
                                     {tuple(member[:5])})
                (path, named, reason), = left_out(report)
                self.assertEqual((path, list(named)), ("outer", member[:5]))
                self.assertIn("--archive-depth", reason)
                self.assert_found("outer", data, *member,
                                  options=("--archive-depth", "6"))

    def test_what_lies_beside_the_too_deep_is_found(self):
        inner = archives.zip_of({INNER: b"words\n"})
        data = archives.zip_of({"a.zip": inner, "b.txt": self.text,
                                "c.zip": inner})
        self.write("tree/outer", data)
        report = self.scan("--archive-depth", "1", self.tmp / "tree", code=1)
        self.assertEqual(places(report), [self.place("outer", "b.txt")])
        self.assertEqual([entry[:2] for entry in left_out(report)],
                         [("outer", ("a.zip",)), ("outer", ("c.zip",))])

    def test_a_small_depth(self):
        data, member = self.nested(LEVELS[:3])
        self.write("tree/outer", data)
        for depth in (1, 2):
            report = self.scan("--archive-depth", str(depth),
                               self.tmp / "tree")
            self.assertEqual([entry[:2] for entry in left_out(report)],
                             [("outer", tuple(member[:depth]))])

    def test_no_depth_means_as_other_binary_files(self):
        self.write("tree/a.zip", archives.zip_of(self.files))
        self.write("tree/b.gz", gzip.compress(self.text))
        # Stored members are in the file unchanged, and the file is binary.
        self.write("tree/c.tar", archives.tar(self.files))
        self.write("tree/d.txt", self.text)
        report = self.scan("--archive-depth", "0", self.tmp / "tree", code=1)
        self.assertEqual([p for p in places(report) if p.path != "c.tar"],
                         [self.place("d.txt")])
        self.assertTrue(all(p.member == () for p in places(report)))
        self.assertEqual(left_out(report), [])


class Damaged(FormatTest):
    """What was read before the damage is reported, and the damage is named."""

    def test_behind_the_secret(self):
        for name, make in archives.CONTAINERS.items():
            if not re.search(r"\.(tar|cpio)(\.(gz|bz2|xz|lz4|zst|lz))?$", name):
                continue  # the list of members is at its end
            with self.subTest(name):
                noise = random.Random(name).randbytes(300_000)
                whole = self.made(make, {"a.txt": self.text, "b.bin": noise})
                self.write("tree/x", whole[:len(whole) * 2 // 3])
                report = self.scan(self.tmp / "tree")
                self.assertIn("x", [entry[0] for entry in left_out(report)])
                # Blocks of a compression are complete or missing.
                if name.split(".")[-1] in ("tar", "cpio", "gz"):
                    self.assertEqual(places(report),
                                     [self.place("x", "a.txt")])

    def test_in_the_member_that_holds_the_secret(self):
        """What was read of it before the damage counts, too."""
        noise = random.Random(6100).randbytes(300_000).hex().encode()
        whole = {"a.txt": self.text + noise}
        cases = {name: archives.CONTAINERS[name] for name in (
            "gnu.tar", "of.tar.gz", "of.tar.zst", "newc.cpio",
            "stored.zip", "copy.7z", "of.rar")}
        cases["alone.gz"] = lambda files: gzip.compress(files["a.txt"])
        for name, make in cases.items():
            with self.subTest(name):
                data = self.made(make, whole)
                self.write("tree/x", data[:len(data) * 3 // 4])
                report = self.scan(self.tmp / "tree")
                self.assertIn("x", [entry[0] for entry in left_out(report)])
                # Archives that have lost their list of members are scanned as
                # plain bytes.
                if not name.endswith((".zip", ".7z")):
                    self.assertEqual(
                        [(p.path, p.line, p.byte) for p in places(report)],
                        [("x", 2, len(HEAD))])

    def test_a_wrong_checksum(self):
        """Is named, and what was read is reported: it may be right."""
        words = b"words and more words\n" * 50
        for name in ("stored.zip", "stored-streamed.zip", "crc.cpio"):
            with self.subTest(name):
                data = self.made(archives.CONTAINERS[name],
                                 {"a.txt": self.text + words})
                at = data.index(b"more words")
                self.write("tree/x", data[:at] + b"M" + data[at + 1:])
                report = self.scan("-j1", self.tmp / "tree", code=1)
                self.assertEqual(places(report), [self.place("x", "a.txt")])
                if name == "crc.cpio":
                    continue  # libarchive does not look at its sum
                self.assertEqual([e[0] for e in left_out(report)], ["x"])

    def test_a_wrong_byte_in_what_is_packed(self):
        noise = random.Random(6101).randbytes(2000).hex().encode()
        for name in ("deflated.zip", "bzip2.zip", "lzma.zip", "streamed.zip",
                     "lzma2.7z", "copy.7z", "bzip2.7z", "ppmd.7z",
                     "of.tar.bz2", "of.tar.xz", "of.tar.zst", "of.tar.lz"):
            with self.subTest(name):
                data = self.made(archives.CONTAINERS[name],
                                 {"a.txt": self.text + noise})
                for at in range(len(data) * 2 // 5, len(data) * 3 // 5, 37):
                    wrong = bytes((data[at] ^ 4,))
                    self.write("tree/x", data[:at] + wrong + data[at + 1:])
                    report = self.scan(self.tmp / "tree")
                    self.assertEqual({e[0] for e in left_out(report)}, {"x"},
                                     f"byte {at} of {len(data)}")

    def test_encrypted(self):
        protect = {
            "zip": ("zip", "-q", "-r", "-P", "made up", "OUT"),
            "aes.zip": ("7z", "a", "-tzip", "-mem=AES256", "-pmade-up", "-bd",
                        "OUT"),
            "7z": ("7z", "a", "-t7z", "-pmade-up", "-bd", "OUT"),
            "names.7z": ("7z", "a", "-t7z", "-pmade-up", "-mhe=on", "-bd",
                         "OUT")}
        for name, command in protect.items():
            with self.subTest(name):
                data = self.made(archives.made_by(*command), self.files)
                self.write("tree/x", data)
                report = self.scan(self.tmp / "tree", code=3)
                self.assertEqual(report["findings"], [])
                named = left_out(report)
                self.assertEqual({entry[0] for entry in named}, {"x"})
                for _, _, reason in named:
                    self.assertRegex(reason, "(?i)encrypt|passphrase|password")
                if name != "names.7z":
                    self.assertIn((INNER,), [entry[1] for entry in named])

    def test_encrypted_beside_plain(self):
        data = bytearray(archives.zip_of({"a.txt": b"words\n" * 9, **self.files}))
        data[6] |= 1                                  # the first's local flags
        data[data.index(b"PK\1\2") + 8] |= 1          # and in the directory
        self.write("tree/x.zip", bytes(data))
        report = self.scan(self.tmp / "tree", code=1)
        self.assertEqual(places(report), [self.place("x.zip", INNER)])
        self.assertEqual([entry[:2] for entry in left_out(report)],
                         [("x.zip", ("a.txt",))])

    def test_an_unknown_method(self):
        data = bytearray(archives.zip_of({"a.txt": b"words\n" * 9, **self.files}))
        data[8] = 77
        data[data.index(b"PK\1\2") + 10] = 77
        self.write("tree/x.zip", bytes(data))
        report = self.scan(self.tmp / "tree", code=1)
        self.assertEqual(places(report), [self.place("x.zip", INNER)])
        self.assertEqual([entry[:2] for entry in left_out(report)],
                         [("x.zip", ("a.txt",))])

    def test_deflate64(self):
        data = self.made(archives.made_by(
            "7z", "a", "-tzip", "-mm=Deflate64", "-bd", "OUT"), self.files)
        self.write("tree/x.zip", data)
        report = self.scan(self.tmp / "tree")
        found = places(report) == [self.place("x.zip", INNER)]
        named = ("x.zip", (INNER,)) in [e[:2] for e in left_out(report)]
        self.assertTrue(found or named, report["coverage"])


class Shown(FormatTest):
    """Formats for people and services write outer.zip!libs/a.jar!app.conf."""

    def setUp(self):
        super().setUp()
        data = archives.zip_of({
            "libs/a.jar": archives.zip_of({"app.conf": self.text,
                                           "bad.gz": b"\x1f\x8b\x08\0broken"})})
        self.write("tree/outer.zip", data)

    def plain(self, name, outcome):
        """Without blanks, the tags of a page, and what escapes addresses."""
        text = outcome.stdout.decode()
        if name == "html":
            text = re.sub("<[^>]*>", "", text)
        return re.sub(r"[\s\\]", "", text).replace("%21", "!")

    def test_each_format(self):
        for name in FORMATS:
            with self.subTest(name):
                outcome = harness.run("-f", name, self.tmp / "tree")
                self.assert_code(outcome, 1)
                self.assertNotIn(self.secret.encode(), outcome.stdout)
                self.assertIn('["libs/a.jar","app.conf"]'
                              if name in ("json", "jsonl")
                              else "outer.zip!libs/a.jar!app.conf",
                              self.plain(name, outcome))

    def test_what_was_not_read(self):
        for name, form in FORMATS.items():
            if form.coverage == "none":
                continue
            with self.subTest(name):
                outcome = harness.run("-f", name, self.tmp / "tree")
                self.assertIn('["libs/a.jar","bad.gz"'
                              if name in ("json", "jsonl")
                              else "outer.zip!libs/a.jar!bad.gz",
                              self.plain(name, outcome))

    def test_converted(self):
        report = harness.run("-f", "json", self.tmp / "tree")
        self.assert_code(report, 1)
        for name in FORMATS:
            if name in ("pretty", "gitlab"):
                continue  # these tell the directory, or the time, of the scan
            with self.subTest(name):
                self.write("report.json", report.stdout)
                converted = harness.run("report", "convert",
                                        self.tmp / "report.json", "-f", name)
                self.assert_code(converted, 0)
                self.assertEqual(
                    converted.stdout,
                    harness.run("-f", name, self.tmp / "tree").stdout)

    def test_the_schema(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        schema = json.loads((harness.REPOSITORY / "docs/sluice-1.schema.json")
                            .read_text())
        jsonschema.validate(self.scan(self.tmp / "tree", code=1), schema)


if __name__ == "__main__":
    unittest.main()
