"""Compressed streams at any place of a binary file are members of it.

A row whose program is not installed is skipped by its name.
"""

import bz2
import gzip
import io
import lzma
import random
import shutil
import struct
import subprocess
import tarfile
import unittest
import zlib

import archives
from archive_bounds_test import BoundsTest
from archive_case import left_out, places
from tokens import TokenMaker

MAKER = TokenMaker(6700)
CHANCE = random.Random(31)
PASSWORD = "".join(("vK9#m", "Tq2xLw7"))


def piped(program):
    def pack(data):
        if shutil.which(program) is None:
            raise archives.NoTool(program)
        return subprocess.run([program, "-c"], input=data, check=True,
                              capture_output=True).stdout
    return pack


KINDS = {
    "zlib": zlib.compress,
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": piped("zstd"),
    "lz4": piped("lz4"),
}


def noise(most=9000) -> bytes:
    """Without a NUL at its beginning it would be text."""
    return b"\0\1" + CHANCE.randbytes(CHANCE.randrange(2, most))


def chunk(kind, data):
    return (struct.pack(">I", len(data)) + kind + data
            + struct.pack(">I", zlib.crc32(kind + data)))


def filled(token) -> bytes:
    """A text in which the token is not as it stands when it is packed."""
    lines = [f"{i * 7919 % 1000} lines of settings" for i in range(60)]
    return "\n".join([*lines, f"token = {token}",
                      f"db_password = '{PASSWORD}'", ""]).encode()


class Streams(BoundsTest):

    def found(self, data, **more):
        self.write("tree/x", data)
        report = self.check(**more)
        self.assertEqual(left_out(report), [])
        return [(p.member, p.line, p.secret) for p in places(report)
                if p.member]

    def test_each_kind_at_random_places(self):
        for kind, pack in KINDS.items():
            for _ in range(4):
                token = MAKER.github()
                data = self.made(pack, filled(token))
                before = noise()
                with self.subTest(kind):
                    name = (f"{kind}@{len(before):#x}",)
                    self.assertEqual(
                        self.found(before + data + noise()),
                        [(name, 61, token), (name, 62, PASSWORD)])

    def test_an_archive_in_a_stream_in_a_zip(self):
        token = MAKER.github()
        inner = io.BytesIO()
        with tarfile.open(fileobj=inner, mode="w") as archive:
            info = tarfile.TarInfo("etc/app.conf")
            info.size = len(filled(token))
            archive.addfile(info, io.BytesIO(filled(token)))
        before = noise()
        image = before + lzma.compress(inner.getvalue()) + noise()
        # Small, and larger than a view.
        for more in (b"", CHANCE.randbytes(900_000)):
            found = self.found(archives.zip_of({"fw.bin": image + more}))
            self.assertEqual(
                [member for member, _, secret in found if secret == token],
                [("fw.bin", f"xz@{len(before):#x}", "etc/app.conf")])

    def test_a_stream_in_a_stream(self):
        token = MAKER.github()
        outer, within = noise(), noise()
        data = outer + zlib.compress(within + gzip.compress(filled(token)))
        self.assertEqual(
            self.found(data)[0],
            ((f"zlib@{len(outer):#x}", f"gzip@{len(within):#x}"), 61, token))

    def test_texts_of_a_png(self):
        tokens = [MAKER.github() for _ in range(2)]
        small = zlib.compressobj(9, zlib.DEFLATED, 10)
        text = small.compress(filled(tokens[1])) + small.flush()
        data = (b"\x89PNG\r\n\x1a\n"
                + chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0))
                + chunk(b"zTXt", b"Comment\0\0"
                        + zlib.compress(filled(tokens[0])))
                + chunk(b"iTXt", b"XML\0\1\0\0\0" + text)
                + chunk(b"IDAT", zlib.compress(bytes(8 * 25)))
                + chunk(b"IEND", b""))
        self.assertEqual([secret for *_, secret in self.found(data)],
                         [tokens[0], PASSWORD, tokens[1], PASSWORD])

    def test_a_file_system_of_squashfs(self):
        if shutil.which("mksquashfs") is None:
            self.skipTest("not installed: mksquashfs")
        tokens = [MAKER.github() for _ in range(2)]
        for i, token in enumerate(tokens):
            self.write(f"root/etc/{i}.conf", filled(token) * 9)
        self.write("root/bin/x", CHANCE.randbytes(300_000))
        for kind in ("gzip", "xz", "zstd"):
            with self.subTest(kind):
                image = self.tmp / "image"
                subprocess.run(["mksquashfs", self.tmp / "root", image,
                                "-comp", kind, "-quiet"], check=True,
                               capture_output=True)
                found = self.found(image.read_bytes())
                self.assertEqual({s for *_, s in found} - {PASSWORD},
                                 set(tokens))
                image.unlink()

    def test_from_a_pipe_as_from_a_file(self):
        data = noise() + zlib.compress(filled(MAKER.github())) + noise(800_000)
        self.write("tree/x", data)
        of_file = self.scan(self.tree / "x", code=1)
        of_pipe = self.scan("-", stdin=data, code=1)
        for one in (of_file, of_pipe):
            for finding in one["findings"]:
                del finding["path"], finding["fingerprint"]
        self.assertEqual(of_pipe["findings"], of_file["findings"])
        self.assertEqual(len([f for f in of_file["findings"]
                              if "member" in f]), 2)

    def test_any_number_of_workers(self):
        parts = [noise(400_000) + zlib.compress(filled(MAKER.github()))
                 for _ in range(40)]
        self.write("tree/x", b"".join(parts))
        reports = [self.scan(self.tree, "-j", jobs, code=1)["findings"]
                   for jobs in ("1", "2", "5")]
        self.assertEqual(len([f for f in reports[0] if "member" in f]), 80)
        self.assertEqual(reports[1], reports[0])
        self.assertEqual(reports[2], reports[0])

    def test_names_exclude_them(self):
        before = noise()
        self.write("tree/x", before + zlib.compress(filled(MAKER.github())))
        for excluded in (f"zlib@{len(before):#x}", "x!zlib@*"):
            report = self.scan(self.tree, "--exclude", excluded)
            self.assertEqual([f for f in report["findings"]
                              if "member" in f], [])

    def test_depth(self):
        data = filled(MAKER.github())
        for _ in range(6):
            data = b"\0\1" + zlib.compress(data)
        self.write("tree/x", data)
        self.assert_bound(self.check(), "--archive-depth")
        report = self.check("--archive-depth", "6")
        self.assertEqual(left_out(report), [])
        self.assertEqual(len(places(report)[0].member), 6)
        # Nothing is opened, and so nothing is named.
        self.assertEqual(left_out(self.check("--archive-depth", "0")), [])


class ClosedContainers(BoundsTest):

    def named(self, data) -> list[str]:
        self.write("tree/x", data)
        return [note for note in self.check()["coverage"]["notes"]
                if "not opened" in str(note)]

    def test_images_of_discs(self):
        if shutil.which("qemu-img") is None:
            self.skipTest("not installed: qemu-img")
        for kind, name in (("qcow2", "QEMU (qcow2)"), ("vmdk", "(VMDK)"),
                           ("vdi", "VirtualBox (VDI)"), ("vhdx", "(VHDX)"),
                           ("vpc", "Hyper-V (VHD)")):
            with self.subTest(kind):
                image = self.tmp / "image"
                subprocess.run(["qemu-img", "create", "-q", "-f", kind, image,
                                "4M"], check=True, capture_output=True)
                note, = self.named(image.read_bytes())
                self.assertIn(name, str(note))
                self.assertIn("x: it is", str(note))

    def test_others(self):
        office = (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1000)
                  + "EncryptedPackage".encode("utf-16-le") + bytes(900))
        for data, name in ((b"!BDN" + bytes(600), "(PST)"),
                           (b"LUKS\xba\xbe" + bytes(600), "(LUKS)"),
                           (b"MSWIM" + bytes(600), "(WIM)"),
                           (office, "document of Office")):
            with self.subTest(name):
                note, = self.named(data)
                self.assertIn(name, str(note))

    def test_in_an_archive_and_as_a_large_file(self):
        data = b"QFI\xfb" + bytes(20 << 20)
        note, = self.named(data)
        self.assertIn("x: it is", str(note))
        note, = self.named(archives.zip_of({"a.img": data[:5000]}))
        self.assertIn("x!a.img: it is", str(note))
        self.assertEqual(self.named(b"QFI\xfb is what it begins with"), [])

    def test_what_openssl_encrypts(self):
        if shutil.which("openssl") is None:
            self.skipTest("not installed: openssl")
        made = subprocess.run(
            ["openssl", "enc", "-aes-256-cbc", "-pbkdf2", "-pass", "pass:x"],
            input=bytes(9000), check=True, capture_output=True).stdout
        note, = self.named(made)
        self.assertIn("openssl", str(note))


class Bombs(BoundsTest):

    def test_ten_thousand_bombs(self):
        whole = zlib.compress(bytes(2 << 20), 9)
        self.write("tree/x", b"\0" + (whole[:1100] + b"\0\1\2") * 9_000
                   + (whole + b"\0\1\2") * 1_000)
        self.write("tree/z", self.text)
        report = self.check("--archive-ratio", "30", code=(1,))
        self.assertEqual([p.path for p in places(report)], ["z"])
        self.assert_bound(report, "--archive-ratio")

    def test_many_members(self):
        tiny = zlib.compress(b"x")
        self.write("tree/x", b"\0" + tiny * 10_000)
        report = self.check("--archive-members", "5000")
        self.assert_bound(report, "--archive-members")

    def test_many_beginnings(self):
        self.write("tree/x", b"\0" + b"\x78\x9C\x4B\x4C\xFF\xFF" * 1_000_000)
        report = self.check(code=(3,))
        self.assertIn("look like compressed streams",
                      left_out(report)[0][2])

    def test_many_named_values(self):
        one = b"z\x0bdb_passwordz\x0c"
        self.write("tree/x", b"\0" + b"".join(
            one + b"ab1cd2ef%04d" % i for i in range(10_100)))
        report = self.check(code=(1,))
        self.assertIn("10000 values", str(left_out(report)))
        self.assert_bound(self.check("--archive-members", "500"),
                          "--archive-members")
        for many in (b"ass" * 1_000_000, b"@pass-token_key" * 200_000,
                     b"\3##password" * 300_000, b"\x20\0\1" * 1_000_000):
            with self.subTest(many[:9]):
                self.write("tree/x", b"\0" + many)
                self.check()

    def test_symbols_that_are_expensive(self):
        symbols = struct.pack("<IBBHQQ", 1, 1, 0, 1, 1 << 22, 8) * 100_000
        names = b"\0db_password\0"
        moves = struct.pack("<QQQ", 1, 8, 1) * 100_000

        def section(kind, address, begin, size, link=0):
            return struct.pack("<IIQQQQIIQQ", 0, kind, 0, address, begin, size,
                               link, 0, 1, 0)
        at = [64, 64 + len(symbols), 64 + len(symbols) + len(names)]
        parts = (section(2, 0, at[0], len(symbols), 1)
                 + section(3, 0, at[1], len(names))
                 + section(4, 0, at[2], len(moves))
                 + section(1, 5, 0, 1) * 50_000
                 + section(1, 1 << 22, 1 << 20, 256))
        head = bytearray(b"\x7fELF\2\1".ljust(64, b"\0"))
        struct.pack_into("<Q", head, 0x28, at[2] + len(moves))
        struct.pack_into("<HH", head, 0x3A, 64, len(parts) // 64)
        self.write("tree/x", bytes(head) + symbols + names + moves + parts)
        self.check(code=(0,))

    def test_cut_and_changed_ones_do_not_stop_a_scan(self):
        for kind, pack in KINDS.items():
            data = self.made(pack, filled(MAKER.github()) * 40)
            for i in range(12):
                changed = bytearray(data)
                changed[CHANCE.randrange(len(data))] ^= 1 << i % 8
                self.write(f"tree/{kind}-{i}", noise() + changed)
                self.write(f"tree/{kind}-cut-{i}",
                           noise() + data[:CHANCE.randrange(len(data))])
        self.assertEqual(left_out(self.check()), [])


if __name__ == "__main__":
    unittest.main()
