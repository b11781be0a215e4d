"""Every byte of an archive is scanned or named: bytes of the file = bytes of
members + bytes that are scanned as text + bytes that are named.

A token is put into each place of an archive that no member has. The report finds
it at the archive's path, or it names the path, with exit code 3.
"""

import bz2
import gzip
import io
import json
import lzma
import os
import random
import re
import resource
import shutil
import struct
import subprocess
import tarfile
import unittest
import zipfile

import archives
import harness
from archive_case import ArchiveCase, left_out, places
from tokens import TokenMaker

MAKER = TokenMaker(6500)
SEED = harness.seed(2011)
WORDS = {"a.txt": b"words\n" * 40, "b/c.txt": b"more words\n" * 9}
QUOTED = b"'vT8#kq" + b"2LmZx9'"
MOST_MEMORY = 1500 << 20  # bytes of address space
MOST_SECONDS = 60


class OutsideTest(ArchiveCase):

    def setUp(self):
        super().setUp()
        (self.tmp / "tree").mkdir()
        self.secret = MAKER.github()
        self.token = self.secret.encode()

    def empty_tree(self):
        shutil.rmtree(self.tmp / "tree")
        (self.tmp / "tree").mkdir()

    def bounded(self, *options, code=(0, 1, 3)):
        """The report of a scan in bounded memory and time."""
        def bound():
            if not harness.UNDER:
                resource.setrlimit(resource.RLIMIT_AS,
                                   (MOST_MEMORY, MOST_MEMORY))
        done = subprocess.run(
            [harness.binary(), "scan", "-f", "json", "--show-secrets", *options,
             self.tmp / "tree"], capture_output=True, timeout=MOST_SECONDS,
            check=False, preexec_fn=bound, env=harness.environment())
        self.assertIn(done.returncode, code, done.stderr)
        return json.loads(done.stdout)

    def assert_accounted(self, cases, *, may_name=False, packed=()):
        """The token is found in each file, once or more, or the file is named.
        `cases` has the bytes of a file for a name of it; a byte of the files in
        `packed` may lead elsewhere. One scan for all of them."""
        files = {}
        for number, (what, data) in enumerate(cases.items()):
            self.assertIn(self.token, data, what)
            files[f"x{number:02}"] = what
            self.write(f"tree/x{number:02}", data)
        report = self.bounded()
        self.empty_tree()
        named = {entry[0] for entry in left_out(report)}
        found = {name: [] for name in files}
        for place in places(report):
            if place.secret == self.secret:
                found[place.path].append(place)
        for name, what in files.items():
            with self.subTest(what):
                if may_name and not found[name]:
                    self.assertIn(name, named)
                    continue
                self.assertTrue(found[name], report["coverage"])
                for place in found[name]:
                    if place.member == () and what not in packed:
                        # Its byte leads there.
                        begin = place.byte
                        self.assertEqual(
                            cases[what][begin:begin + len(self.token)],
                            self.token)


def zip_info(name="a.txt", **fields):
    info = zipfile.ZipInfo(name)
    for key, value in fields.items():
        setattr(info, key, value)
    return info


def zip_made(add, files=WORDS, method=zipfile.ZIP_DEFLATED) -> bytes:
    """A zip whose first member has the fields, and a comment."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for i, (name, data) in enumerate(files.items()):
            info = zip_info(name, compress_type=method,
                            **(add if i == 0 and "archive" not in add else {}))
            archive.writestr(info, data)
        archive.comment = add.get("archive", b"")
    return out.getvalue()


def tar_made(files=WORDS, form=tarfile.PAX_FORMAT, pax=None, **fields):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form,
                      pax_headers=pax) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            for key, value in fields.items():
                setattr(info, key, value)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def without_directory(data: bytes) -> bytes:
    """The members of a zip alone."""
    return data[:data.index(b"PK\1\2")]


def before_directory(data: bytes, more: bytes) -> bytes:
    """A zip with more behind its members, and a directory that knows it."""
    end = data.rindex(b"PK\5\6")
    at, = struct.unpack_from("<I", data, end + 16)
    return (data[:at] + more + data[at:end + 16]
            + struct.pack("<I", at + len(more)) + data[end + 20:])


def end_record(comment=b"", members=0) -> bytes:
    return struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, members, members, 0, 0,
                       len(comment)) + comment


def gzip_with(data, flags, fields):
    whole = gzip.compress(data, mtime=0)
    return whole[:3] + bytes([flags]) + whole[4:10] + fields + whole[10:]


def skippable(data):
    return struct.pack("<II", 0x184D2A53, len(data)) + data


def ar_member(name, data):
    return (f"{name:<16}{0:<12}{0:<6}{0:<6}{'644':<8}{len(data):<10}`\n"
            .encode() + data + b"\n" * (len(data) % 2))


def cpio_member(name, data, mode=0o100644):
    head = "070701" + "".join(f"{v:08X}" for v in (
        1, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0))
    text = head.encode() + name.encode() + b"\0"
    return text + bytes(-len(text) % 4) + data + bytes(-len(data) % 4)


TRAILER = cpio_member("TRAILER!!!", b"")


class Places(OutsideTest):
    """Each place by hand."""

    def test_zip(self):
        token, text = self.token, b"key = " + self.token + b"\n"
        words = archives.zip_of(WORDS)
        hidden = archives.zip_of({"h.txt": text})
        stored = archives.python_zip(zipfile.ZIP_STORED)({"h.txt": text})
        streamed = archives.python_zip(streamed=True)({"h.txt": text})
        stored_streamed = archives.python_zip(
            zipfile.ZIP_STORED, streamed=True)({"h.txt": text})
        damaged = bytearray(without_directory(archives.zip_of(
            {"d.txt": b"some words\n" * 9})))
        damaged[35] = 0xFF  # no block of deflate begins so
        extra = struct.pack("<HH", 0x4B53, len(token)) + token
        cases = {
            "comment of the archive": zip_made({"archive": text}),
            "comment of a member": zip_made({"comment": text}),
            "extra field": zip_made({"extra": extra}),
            "name": zip_made({}, {f"d/{self.secret}.txt": b"words\n"}),
            "text before": text + words,
            "text behind": words + text,
            "text between members and directory":
                words[:words.index(b"PK\1\2")] + text
                + words[words.index(b"PK\1\2"):],
            "a second end record": words + text + end_record(),
            "text and an end record": text + end_record(),
            "PK, text and an end record": b"PK\3\4" + text + end_record(),
            "PK, binary, text and an end record":
                b"PK\3\4" + bytes(range(200)) * 9 + text + end_record(),
            "an empty zip with a comment": end_record(text),
        }
        self.assert_accounted(cases)
        # Packed members must be unpacked.
        for name, data in {
                "two zips, the first": hidden + words,
                "two zips, the second": words + hidden,
                "a tar.gz behind a zip": words + gzip.compress(
                    archives.tar({"h.txt": text})),
                "a large tar behind a zip": words + archives.tar(
                    {"n": random.Random(1).randbytes(100_000), "h.txt": text}),
                "a gzip behind a zip with a comment":
                    zip_made({"archive": b"words"}) + gzip.compress(text),
                "two zips with text between": hidden + b"text\n" + words,
                "three zips, the middle": words + hidden + words,
                "five zips, the fourth": words * 3 + hidden + words,
                "a member outside the directory":
                    without_directory(hidden) + words,
                "a stored one": without_directory(stored) + words,
                "a streamed one": without_directory(streamed) + words,
                "a stored and streamed one":
                    without_directory(stored_streamed) + words,
                "one behind a damaged one":
                    damaged + without_directory(hidden) + words,
                "one between members and directory":
                    before_directory(words, without_directory(hidden))}.items():
            with self.subTest(name):
                self.write("tree/x", data)
                report = self.bounded(code=(1,))
                self.assertEqual([p.secret for p in places(report)],
                                 [self.secret])
                self.assertEqual([e[1] for e in left_out(report)],
                                 [("d.txt",), ()] if b"d.txt" in data else [])
        with self.subTest("a password in a comment"):
            self.write("tree/x", zip_made(
                {"archive": b"password = " + QUOTED + b"\n"}))
            self.assertEqual(len(self.bounded(code=(1,))["findings"]), 1)

    def test_a_short_text_with_an_end_record_is_text(self):
        self.write("tree/x.conf", b"one\npassword = " + QUOTED + b"\n"
                   + end_record())
        place, = places(self.bounded(code=(1,)))
        self.assertEqual((place.line, place.column, place.member), (2, 13, ()))

    def test_stored_members_are_found_once(self):
        for name in ("stored.zip", "stored-streamed.zip", "gnu.tar",
                     "newc.cpio", "odc.cpio", "bin.cpio", "copy.7z", "of.rar",
                     "of.cab", "rock-ridge.iso", "none.xar", "info-piped.zip",
                     "deflated.zip", "of.tar.lz4", "of.tar.zst"):
            with self.subTest(name):
                text = b"key = " + self.token + b"\n"
                data = self.made(archives.CONTAINERS[name],
                                 {**WORDS, "a.txt": text, "z.txt": text * 200})
                self.write("tree/x", data)
                report = self.bounded(code=(1,))
                self.assertEqual({p.member[0] for p in places(report)
                                  if p.member}, {"a.txt", "z.txt"})
                self.assertEqual(len(places(report)), 201)
                self.assertEqual(left_out(report), [])
                # Excluded members stay excluded.
                report = self.bounded("--exclude", "a.txt", "--exclude",
                                      "z.txt", code=(0,))
                self.assertEqual(places(report), [])

    def test_tar(self):
        text = b"key = " + self.token + b"\n"
        packed = {"a.txt": b"words\n"}
        link = tarfile.TarInfo("l")
        link.type, link.linkname = tarfile.SYMTYPE, f"to/{self.secret}"
        cases = {
            "behind the end": archives.tar(packed) + text,
            "padding": archives.tar(packed).replace(
                b"words\n" + bytes(100), b"words\n" + bytes(20)
                + text.ljust(80, b"\0")),
            "value of pax": tar_made(packed, pax={"comment": text.decode()}),
            "attribute": tar_made(packed, pax={
                "SCHILY.xattr.user.key": self.secret}),
            "owner's name": tar_made(
                packed, tarfile.USTAR_FORMAT, uname=self.secret[:31])
                + text,
            "target of a link": link.tobuf() + archives.tar(packed),
            "a name of more than 100 bytes": archives.tar(
                {"n" * 120 + self.secret: b"words\n"}),
        }
        for kind in "1234567DVxgKLSMNXA":
            odd = tarfile.TarInfo("odd")
            odd.type, odd.size = kind.encode(), len(text)
            cases[f"data of a member of kind {kind}"] = (
                odd.tobuf(tarfile.GNU_FORMAT) + text.ljust(512, b"\0")
                + archives.tar(packed))
        self.assert_accounted(cases, may_name=True)
        # Compressed, it is read once, in order.
        for name, data in cases.items():
            self.write(f"tree/{name}", gzip.compress(data))
        report = self.bounded()
        self.assertEqual({p.path for p in places(report)}
                         | {entry[0] for entry in left_out(report)},
                         set(cases))

    def test_cpio_and_ar(self):
        text = b"key = " + self.token + b"\n"
        words = b"words\n"
        newc = cpio_member("a.txt", words)
        ar = b"!<arch>\n"
        cases = {
            "cpio, data of a directory":
                cpio_member("d", text, 0o040755) + newc + TRAILER,
            "cpio, target of a link":
                cpio_member("l", text, 0o120777) + newc + TRAILER,
            "cpio, data of a device":
                cpio_member("d", text, 0o020644) + newc + TRAILER,
            "cpio, data of the trailer":
                newc + cpio_member("TRAILER!!!", text),
            "cpio, behind the end": newc + TRAILER + bytes(512) + text,
            "cpio, name": cpio_member(self.secret, words) + TRAILER,
            "ar, list of names": ar + ar_member("//", text)
                + ar_member("a.txt/", words),
            "ar, BSD's name": ar + ar_member(
                f"#1/{len(self.token)}", self.token + words),
            "ar, table of symbols": ar + ar_member("/", text)
                + ar_member("a.txt/", words),
            "ar, behind the last member": ar + ar_member("a.txt/", words)
                + text,
        }
        self.assert_accounted(cases, may_name=True)

    def test_compressed(self):
        text = b"key = " + self.token + b"\n"
        words = b"words\n" * 30
        extra = struct.pack("<H", len(text)) + text
        lz4 = self.made(archives.COMPRESSIONS["lz4"], words)
        zst = self.made(archives.COMPRESSIONS["zst"], words)
        cases = {
            "gzip, extra field": gzip_with(words, 4, extra),
            "gzip, name": gzip_with(words, 8, self.token + b"\0"),
            "gzip, comment": gzip_with(words, 16, text + b"\0"),
            "gzip, all of them": gzip_with(
                words, 28, struct.pack("<H", 3) + b"abc" + b"n\0" + text
                + b"\0"),
            "gzip, in a second stream": gzip.compress(words)
                + gzip_with(words, 16, text + b"\0"),
            "gzip, behind it": gzip.compress(words) + text,
            "bzip2, behind it": bz2.compress(words) + text,
            "xz, behind it": lzma.compress(words) + text,
            "lz4, behind it": lz4 + self.token + b" behind\n",
            "lz4, a frame before": skippable(text) + lz4,
            "lz4, a frame between": lz4 + skippable(text) + lz4,
            "lz4, a frame behind": lz4 + skippable(text),
            "lz4, two frames before": skippable(b"") + skippable(text) + lz4,
            "zstd, behind it": zst + text,
            "zstd, a frame before": skippable(text) + zst,
            "zstd, a frame between": zst + skippable(text) + zst,
            "zstd, a frame behind": zst + skippable(text),
            "a frame alone": skippable(text),
        }
        self.assert_accounted(cases, may_name=True)
        for name in ("lz4", "zst"):
            with self.subTest(f"{name}, what stands behind a frame"):
                self.write("tree/x", skippable(b"abc") * 2 + self.made(
                    archives.COMPRESSIONS[name], text))
                report = self.bounded(code=(1,))
                self.assertIn(self.secret, [p.secret for p in places(report)
                                            if p.member])

    def test_others(self):
        text = b"key = " + self.token + b"\n"
        for name in ("copy.7z", "lzma2.7z", "of.cab", "of.rar",
                     "rock-ridge.iso", "gzip.xar", "none.xar"):
            with self.subTest(name):
                data = self.made(archives.CONTAINERS[name], WORDS)
                self.assert_accounted({"behind": data + text})
        self.assert_accounted(
            {f"{mark} and text": mark + text for mark in
             (b"Rar!\x1a\7\0", b"Rar!\x1a\7\1\0", b"Rar!\x1a\7")},
            may_name=True)
        with self.subTest("the system's area of a disc"):
            data = bytearray(self.made(archives.CONTAINERS["rock-ridge.iso"],
                                       WORDS))
            data[512:512 + len(text)] = text
            self.assert_accounted({"the area": bytes(data)})

    def test_rpm(self):
        """Scripts and the changelog have names of their own."""
        data = self.made(rpm_with, {
            "%pre": f"curl -H 'x: {self.secret}' .",
            "%post": "export password=" + QUOTED.decode(),
            "%changelog": "* Mon Jan 05 2026 Nobody <n@example.org>\n- key "
                          + MAKER.github()}, WORDS)
        self.write("tree/x.rpm", data)
        report = self.bounded(code=(1,))
        self.assertEqual({p.member for p in places(report)},
                         {("%pre",), ("%post",), ("%changelog",)})
        self.assertEqual(left_out(report), [])


def rpm_with(sections, files):
    def section(name):
        return f"{name}\n{sections[name]}\n" if name in sections else ""
    import pathlib
    import tempfile
    with tempfile.TemporaryDirectory() as top:
        archives.lay(os.path.join(top, "from"), files)
        spec = pathlib.Path(top, "made-up.spec")
        spec.write_text(
            "%define __os_install_post %{nil}\n"
            "Name: made-up\nVersion: 1\nRelease: 1\nSummary: made up\n"
            "License: none\nBuildArch: noarch\n%description\nmade up\n"
            f"%install\ncp -r {top}/from/. %{{buildroot}}/\n"
            + section("%pre") + section("%post")
            + "%files\n" + "".join(f"/{name}\n" for name in files)
            + section("%changelog"))
        archives.tool("rpmbuild", "--quiet", "-bb", "--define",
                      f"_topdir {top}", "--define", f"_rpmdir {top}",
                      "--define", f"_dbpath {top}/db", spec)
        return next(pathlib.Path(top).rglob("*.rpm")).read_bytes()


class AllKinds(OutsideTest):
    """Archives of the real tools, changed."""

    def test_a_token_at_any_place(self):
        """Text before, after, and in place of any bytes: together the found
        and the named parts are everything."""
        for name, make in archives.CONTAINERS.items():
            rng = random.Random(f"{SEED} {name}")
            with self.subTest(name):
                data = self.made(make, {**WORDS, "d.bin": rng.randbytes(3000)})
                cases = {"behind": data + b"\n" + self.token + b"\n"}
                # It has no end: what follows is unpacked, too.
                if name != "of.tar.Z":
                    cases |= self.changes(data, rng, packed=re.search(
                        r"gz|rpm", name))
                self.assert_accounted(
                    cases, may_name=True,
                    packed=("behind", "far behind", "twice")
                    if name.endswith("rpm") else ())

    def changes(self, data, rng, packed):
        """The bytes of changed archives, with a name for each change."""
        cases = {
            "far behind": data + bytes(70_000) + self.token + b"\n",
            "before": b"#!/bin/sh\nkey=" + self.token + b"\n" + data,
            "twice": data + data + self.token,
        }
        # Without a checksum a change of packed bytes may stay unseen, and its
        # bytes are a member's.
        for _ in range(0 if packed else harness.times(6, 60)):
            at = rng.randrange(len(data))
            put = b" " + self.token + b" "
            cases[f"at {at}"] = data[:at] + put + data[at + len(put):]
            cases[f"into {at}"] = data[:at] + put + data[at:]
        return cases


class Bounds(OutsideTest):

    def test_many_archives_behind_each_other(self):
        one = archives.tar({"a": b"w"}).rstrip(b"\0") + bytes(1500)
        one += bytes(-len(one) % 512)
        for count in (50, 20_000):
            self.write("tree/x", one * count + b"key " + self.token)
            report = self.bounded()
            self.assertTrue(places(report), report["coverage"])
            self.assertEqual(bool(left_out(report)), count > 100)

    def test_many_members_outside_the_directory(self):
        member = without_directory(archives.zip_of({"a": b"words\n"}))
        self.write("tree/x", (member + b"text\n") * 3000
                   + archives.zip_of({"b": self.token}))
        report = self.bounded(code=(1,))
        self.assertEqual(places(report)[-1].member, ("b",))

    def test_many_damaged_members_outside_the_directory(self):
        """Each is read on from by a new reader, of which there are not too
        many."""
        damaged = bytearray(without_directory(archives.zip_of(
            {"d": b"some words\n" * 9})))
        damaged[31] = 0xFF  # no block of deflate begins so
        hidden = without_directory(archives.zip_of({"h": b"words\n" * 99 + self.token}))
        for count in (50, 5000):
            self.write("tree/x", bytes(damaged) * count + hidden
                       + archives.zip_of({"b": b"words"}))
            report = self.bounded(code=(1,) if count < 100 else (3,))
            self.assertEqual(len(places(report)), 1 if count < 100 else 0)
            self.assertEqual("not in its directory" in str(left_out(report)),
                             count > 100)

    def test_what_was_not_read_is_named_for_any_number_of_workers(self):
        """A hundred of them; the others are counted, whether the directory lists
        them or not."""
        rng = random.Random(SEED)
        damaged = archives.zip_of({"d": b"words\n" * 9})
        at = damaged.index(b"PK\1\2")
        damaged = damaged[:at - 9] + bytes(9) + damaged[at:]
        unlisted = without_directory(damaged)
        for listed, others in ((70, 20), (20, 90), (130, 40), (5, 0)):
            with self.subTest(listed=listed, others=others):
                whole = archives.python_zip(zipfile.ZIP_STORED)(
                    {f"{i}.zip": damaged for i in range(listed)}
                    | {f"{i}.bin": rng.randbytes(90_000) for i in range(100)})
                self.assertGreater(len(whole), 8 << 20)
                self.write("tree/x",
                           before_directory(whole, unlisted * others))
                told = {harness.run("-f", "json", workers,
                                    self.tmp / "tree").stdout
                        for workers in ("-j1", "-j2", "-j8")}
                self.assertEqual(len(told), 1)
                named = left_out(json.loads(told.pop()))
                count = listed + others
                self.assertEqual(len(named), min(count, 100) + (count > 100))
                if count > 100:
                    self.assertIn(f"{count - 100} more of its members",
                                  named[-1][2])

    def test_a_large_comment(self):
        for size in (100_000, 5_000_000):
            text = b"words and words\n" * (size // 16)
            data = tar_made({"a": b"words\n"}, pax={
                "comment": text.decode() + self.secret})
            self.write("tree/x", data)
            report = self.bounded()
            self.assertTrue(places(report) or left_out(report))
            frame = self.made(archives.COMPRESSIONS["zst"], b"words\n")
            self.write("tree/x", skippable(text + self.token) + frame)
            report = self.bounded()
            self.assertTrue(places(report) or left_out(report))

    def test_large_gaps_and_any_number_of_workers(self):
        rng = random.Random(SEED)
        noise = rng.randbytes(200_000)
        lines = b"line of text\n" * 20_000
        data = (lines + self.token + b"\n" + noise + archives.zip_of(
            {f"{i}.txt": rng.randbytes(100_000) for i in range(100)} |
            {"k": self.token}) + b"\n" + self.token)
        self.write("tree/x", data)
        whole = archives.python_zip(comment=self.token)(
            {f"{i}.txt": rng.randbytes(100_000) for i in range(100)}
            | {"k": self.token, "l": self.token * 2})
        self.assertGreater(len(whole), 8 << 20)
        self.write("tree/y", whole)
        told = {harness.run("-f", "json", workers, "--exclude", "l",
                            self.tmp / "tree").stdout
                for workers in ("-j1", "-j2", "-j8")}
        self.assertEqual(len(told), 1)
        found = [(f["path"], f.get("member")) for f in
                 json.loads(told.pop())["findings"]]
        self.assertEqual(sorted(found, key=str), [
            ("x", None), ("x", None), ("x", ["k"]),
            ("y", None), ("y", ["k"])])


if __name__ == "__main__":
    unittest.main()
