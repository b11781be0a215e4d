"""Text in UTF-16 and UTF-32 at any byte of a binary file: its secrets are found
by all rules, at the bytes where they are. Values beside their names, and streams
of which a container has the places, are members."""

import marshal
import pathlib
import pickle
import plistlib
import py_compile
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
import unittest
import zlib

import harness
import share
from tokens import TokenMaker

MAKER = TokenMaker(51)
ENCODINGS = {"utf-16-le": ["utf-16"], "utf-16-be": ["utf-16"],
             "utf-32-le": ["utf-32"], "utf-32-be": ["utf-32"]}


def password(draw) -> str:
    """Drawn, and made up: a letter and a digit at least."""
    letters = "abcdefghkmnpqrstuvwxyzABCDEFGHKLMNPQRSTUVWXYZ"
    return "".join(draw.choice(letters + "23456789") for _ in range(12)) + "x7"


# Bytes without text: NULs, and bytes that end any text.
LIKE_CODE = bytes((0, 0, 1, 2, 0x80, 0xFF, 0xC0, 5, 0x90)[i % 9]
                  for i in range(256))


def bytes_like_code(draw, size) -> bytes:
    return draw.randbytes(size).translate(LIKE_CODE)


WORDS = "orchard river lantern copper meadow willow harbor saddle".split()


def cbor(rows) -> bytes:
    """A map of texts."""
    def text(value):
        size = len(value)
        head = bytes([0x60 + size]) if size < 24 else bytes([0x78, size])
        return head + value.encode()
    return bytes([0xB8, len(rows)]) + b"".join(
        text(key) + text(value) for key, value in rows.items())


def message_pack(rows) -> bytes:
    def text(value):
        size = len(value)
        head = bytes([0xA0 + size]) if size < 32 else bytes([0xD9, size])
        return head + value.encode()
    return bytes([0xDE, 0, len(rows)]) + b"".join(
        text(key) + text(value) for key, value in rows.items())


def deflated(data) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -12)
    return packer.compress(data) + packer.flush()


def zigzag(number) -> bytes:
    number *= 2
    return (bytes([number]) if number < 128
            else bytes([number & 127 | 128, number >> 7]))


def hive(rows) -> bytes:
    """A registry hive with values, and no keys."""
    content = b"regf".ljust(0x1000, b"\0") + b"hbin".ljust(32, b"\0")

    def cell(data):
        nonlocal content
        place = len(content) - 0x1000
        size = (len(data) + 11) // 8 * 8
        content += struct.pack("<i", -size) + data.ljust(size - 4, b"\0")
        return place

    for key, value in rows.items():
        data = value.encode("utf-16-le") + b"\0\0"
        cell(struct.pack("<2sHIIIHH", b"vk", len(key), len(data), cell(data), 1,
                         1, 0) + key.encode())
    return content


class BinaryText(harness.CliTest):

    def found(self, name, content, *arguments) -> list:
        self.write(name, content)
        return self.scan(*arguments, self.tmp / name)["findings"]

    def test_a_token_that_the_next_text_touches(self):
        """Its checksum says where it ends."""
        token = MAKER.github()
        wrong = token[:-6] + "".join("0" if c != "0" else "1"
                                     for c in token[-6:])
        for behind in (b"next_name", b"7", b"_"):
            content = b"\0name" + token.encode() + behind + b"\0"
            found, = self.found("a.bin", content)
            self.assertEqual((found["secret"], found["checksum"]),
                             (token, "valid"))
            made_up = b"\0name" + wrong.encode() + behind + b"\0"
            self.assertEqual(self.found("b.bin", made_up, "--min-confidence",
                                        "low"), [])
        # Many that are none before it.
        many = b"\0" + b"ghp_\0" * 3000 + b"name" + token.encode() + b"x\0"
        self.assertEqual([f["secret"] for f in self.found("c.bin", many)],
                         [token])
        # In a text, such a word is none.
        self.assertEqual(self.found("a.txt", token.encode() + b"next"), [])

    def test_values_assigned_to_names_in_runs_of_text(self):
        seed = harness.seed(12)
        draw = random.Random(seed)
        times = harness.times(5, 100)
        found = tried = 0
        for form in ('db_password = "%s"\n', "DB_PASSWORD=%s", "password: %s\n",
                     '{"password": "%s"}'):
            for _ in range(times):
                tried += 1
                secret = password(draw)
                before = bytes_like_code(draw, draw.randrange(1, 9000)) + b"\0"
                content = before + (form % secret).encode() + b"\0\1" + (
                    bytes_like_code(draw, draw.randrange(1, 9000)))
                report = [f for f in self.found("a.bin", content)
                          if f["secret"] == secret]
                found += len(report)
                for one in report:
                    start = one["start"]["byte"]
                    self.assertEqual(
                        content[start:one["end"]["byte"]], secret.encode())
        verdict = share.at_least(found, tried, 0.97, seed)
        self.assertTrue(verdict.holds, verdict.text)

    def test_programs_are_searched_for_tokens_alone(self):
        draw = random.Random(harness.seed(13))
        secret, token = password(draw), MAKER.github()
        text = f'\0db_password = "{secret}"\0token {token}\0'.encode()
        for head in (b"\x7fELF\2\1\1\0", b"MZ\0\0", b"\xca\xfe\xba\xbe\0\0",
                     b"\xa7\r\r\n" + bytes(12), b"\0asm\1\0\0\0", b"dex\n035\0"):
            self.assertEqual(
                {f["secret"] for f in self.found("a", head + text)}, {token})
        self.assertEqual(
            {f["secret"] for f in self.found("a", b"DATA\0\0" + text)},
            {token, secret})

    def test_messages_formats_and_words_are_no_values(self):
        content = b"\0".join((
            b"", b"password=%s user=%d", b"Enter the password: please",
            b"password = changeme", b"token: none", b"pw=x", b""))
        self.assertEqual(self.found("a.dat", content), [])

    def test_runs_are_the_same_for_any_workers_and_views(self):
        draw = random.Random(harness.seed(14))
        parts = []
        for _ in range(300):
            parts += [bytes_like_code(draw, draw.randrange(1, 200_000)),
                      b"\0", f"api_key = '{password(draw)}'".encode(), b"\0"]
        path = self.write("large.dat", b"".join(parts))
        reports = [self.scan("-j", jobs, path)["findings"]
                   for jobs in ("1", "2", "5")]
        self.assertGreater(len(reports[0]), 250)
        self.assertEqual(reports[1], reports[0])
        self.assertEqual(reports[2], reports[0])

    def test_any_encoding_at_any_byte(self):
        seed = harness.seed(8)
        draw = random.Random(seed)
        tokens = passwords = all_of_them = 0
        for encoding, decoded in ENCODINGS.items():
            for number in range(harness.times(8, 200)):
                all_of_them += 1
                token, secret = MAKER.github(), password(draw)
                # At each byte of a unit of four.
                content = bytes_like_code(
                    draw, 4 * draw.randrange(10_000) + number % 4) + b"\2"
                places = {}
                for text, value in ((f"DB_PASSWORD={secret}", secret),
                                    (token, token)):
                    head = text[:len(text) - len(value)].encode(encoding)
                    places[value] = len(content) + len(head)
                    content += (head + value.encode(encoding)
                                + b"\0\0\0\0\xff\x02"
                                + bytes_like_code(draw, draw.randrange(999))
                                + b"\2")
                found = {f["secret"]: f for f in self.found("a.bin", content)}
                tokens += token in found
                passwords += secret in found
                for value in (token, secret):
                    if value not in found:
                        continue
                    place = found[value]
                    self.assertEqual(place.get("decoded"), decoded)
                    # NULs on both sides fit both byte orders.
                    self.assertLessEqual(
                        abs(place["start"]["byte"] - places[value]), 3)
                    self.assertEqual(
                        place["end"]["byte"] - place["start"]["byte"],
                        len(value.encode(encoding)))
        for verdict in (share.at_least(tokens, all_of_them, 0.998, seed),
                        share.at_least(passwords, all_of_them, 0.97, seed)):
            self.assertTrue(verdict.holds, verdict.text)

    def test_the_same_for_any_workers(self):
        draw = random.Random(harness.seed(9))
        content = b""
        secrets = []
        for _ in range(12):
            secrets.append(password(draw))
            content += bytes_like_code(draw, 2_000) * 500 + b"\2"
            content += f"DB_PASSWORD={secrets[-1]}".encode("utf-16-le") + b"\0\0"
        self.write("large.bin", content)
        reports = [self.scan(f"-j{jobs}", "--io", io, self.tmp / "large.bin")
                   for jobs in (1, 2, 3) for io in ("auto", "blocking")]
        self.assertEqual([f["secret"] for f in reports[0]["findings"]], secrets)
        for report in reports[1:]:
            self.assertEqual(report["findings"], reports[0]["findings"])

    def test_binary_property_list(self):
        token = MAKER.github()
        content = plistlib.dumps({"t": "ü " + token}, fmt=plistlib.FMT_BINARY)
        self.assertEqual([f["secret"] for f in self.found("a.plist", content)],
                         [token])

    def test_a_text_with_utf_16_appended(self):
        token = MAKER.github()
        content = b"plain line\n" * 900 + (token + "\r\n").encode("utf-16-le")
        self.assertEqual([f["secret"] for f in self.found("a.log", content)],
                         [token])


class NamedValues(harness.CliTest):
    """Values beside the names that they are assigned to, in files of which only
    the lengths say where a text ends."""

    def check(self, name, content, secret, encoding="utf-8"):
        path = self.write(name, content)
        found = {f["secret"]: f for f in self.scan(path)["findings"]}
        self.assertIn(secret, found, name)
        member = found[secret]["member"][-1]
        self.assertTrue(member.startswith("value@0x"), member)
        at = int(member.removeprefix("value@"), 16)
        stored = secret.encode(encoding)
        self.assertEqual(content[at:at + len(stored)], stored)

    def settings(self, draw):
        secret = password(draw)
        rows = {f"{word}{i}": f"{draw.choice(WORDS)} 4 {word}"
                for i, word in enumerate(draw.choices(WORDS, k=20))}
        rows["db_password"] = secret
        keys = list(rows)
        draw.shuffle(keys)
        return secret, {key: rows[key] for key in keys}

    def test_serialized_data(self):
        draw = random.Random(harness.seed(15))
        forms = {
            "a.pickle": pickle.dumps,
            "a.pickle2": lambda rows: pickle.dumps(rows, protocol=2),
            "a.marshal": marshal.dumps,
            "a.plist": lambda rows: plistlib.dumps(
                rows, fmt=plistlib.FMT_BINARY),
            "a.cbor": cbor,
            "a.msgpack": message_pack,
        }
        for name, form in forms.items():
            for _ in range(harness.times(3, 50)):
                secret, rows = self.settings(draw)
                self.check(name, form(rows), secret)

    def test_rows_that_a_database_has_outside_of_its_tables(self):
        draw = random.Random(harness.seed(16))
        for wal in (False, True):
            secret, rows = self.settings(draw)
            path = self.tmp / f"{wal}.db"
            base = sqlite3.connect(path)
            base.execute("PRAGMA secure_delete=OFF")
            if wal:
                base.execute("PRAGMA journal_mode=WAL")
            base.execute("CREATE TABLE s (name TEXT, value TEXT)")
            base.executemany("INSERT INTO s VALUES (?, ?)", rows.items())
            base.commit()
            if not wal:
                base.execute("DELETE FROM s")
                base.commit()
            content = path.with_name(path.name + "-wal" * wal).read_bytes()
            base.close()
            self.check("a.bin", content, secret)

    def has(self, program) -> bool:
        """If the program is not installed, a subtest says so."""
        found = shutil.which(program)
        with self.subTest(program):
            if not found:
                self.skipTest(f"not installed: {program}")
        return found is not None

    def test_values_of_programs(self):
        draw = random.Random(harness.seed(17))
        secret, rows = self.settings(draw)
        lines = "".join(f'{k} = "{v}"\n' for k, v in rows.items())
        source = self.write("a.py", lines.encode())
        # The numbers of instructions are known up to Python 3.12.
        if sys.version_info < (3, 13):
            compiled = py_compile.compile(str(source), str(self.tmp / "a.pyc"))
            self.check("b.pyc", pathlib.Path(compiled).read_bytes(), secret)
        if self.has("gcc"):
            code = "".join(f'char *{k} = "{v}";' for k, v in rows.items())
            self.write("a.c", (code + "int main(void){return 0;}").encode())
            for flags in ((), ("-no-pie",)):
                subprocess.run(["gcc", *flags, "-o", self.tmp / "a",
                                self.tmp / "a.c"], check=True)
                self.check("b", (self.tmp / "a").read_bytes(), secret)
        if self.has("javac"):
            code = "".join(f'static String {k} = "{v}"; final String x{k} = '
                           f'"{v}";' for k, v in rows.items())
            self.write("A.java", f"class A {{ {code} }}".encode())
            subprocess.run(["javac", "A.java"], cwd=self.tmp, check=True)
            self.check("b.class", (self.tmp / "A.class").read_bytes(), secret)
        if self.has("mcs"):
            for form in ('const string {} = "{}";', 'string {} = "{}";',
                         'public string {} {{ get; set; }} = "{}";'):
                code = "".join(form.format(*row) for row in rows.items())
                self.write("a.cs", f"class A {{ {code} }}".encode())
                subprocess.run(["mcs", "-target:library", "a.cs"],
                               cwd=self.tmp, check=True, capture_output=True)
                self.check("b.dll", (self.tmp / "a.dll").read_bytes(), secret,
                           "utf-16-le")

    def test_registry_hives(self):
        draw = random.Random(harness.seed(21))
        for size in (0, 3_000_000):
            secret, rows = self.settings(draw)
            content = hive(rows).ljust(size, b"\0")
            self.check("NTUSER.DAT", content, secret, "utf-16-le")
            piped = self.scan("-", stdin=content)["findings"]
            self.assertEqual([f["secret"] for f in piped], [secret])
        # Larger files have no named values.
        large = content.ljust((32 << 20) + 1, b"\0")
        self.assertEqual(self.scan(self.write("large", large))["findings"], [])

    def test_text_and_constants_beside_each_other_are_no_values(self):
        draw = random.Random(harness.seed(18))
        name, secret = b"db_password", password(draw).encode()
        sized = bytes([len(name)]) + name, bytes([len(secret)]) + secret
        for content in (
                b"\0\1\0" + sized[0] + b"\1\0" + sized[1] + b"\0",  # Java
                b"\0\0" + name + b"\0" + secret + b"\0",
                b"\0\3" + name + b"\x7f" + secret + b"\0"):
            self.assertEqual(self.scan(self.write("a.dat", content))[
                "findings"], [])

    def test_the_same_for_any_workers(self):
        draw = random.Random(harness.seed(19))
        content = b"\0\1"
        secrets = []
        for _ in range(200):
            secrets.append(password(draw))
            content += bytes_like_code(draw, draw.randrange(1, 20_000))
            content += b"z\x0bdb_passwordz" + bytes([len(secrets[-1])])
            content += secrets[-1].encode()
        path = self.write("large.dat", content)
        reports = [self.scan(f"-j{jobs}", path)["findings"]
                   for jobs in (1, 2, 5)]
        self.assertEqual([f["secret"] for f in reports[0]], secrets)
        self.assertEqual(reports[1], reports[0])
        self.assertEqual(reports[2], reports[0])
        piped = self.scan("-", stdin=content)["findings"]
        self.assertEqual([f["secret"] for f in piped], secrets)


class StatedStreams(harness.CliTest):
    """Raw deflate, where a container says that it is there."""

    TEXT = 'db_password = "{}"\n'

    def test_avro(self):
        draw = random.Random(harness.seed(20))
        secrets = [password(draw) for _ in range(3)]
        content = (b"Obj\1\4\x14avro.codec\x0edeflate\x16avro.schema\4"
                   b"{}\0" + b"m" * 16)
        for secret in secrets:
            data = deflated(self.TEXT.format(secret).encode())
            content += b"\2" + zigzag(len(data)) + data + b"m" * 16
        found = self.scan(self.write("a.avro", content))["findings"]
        self.assertEqual([f["secret"] for f in found], secrets)
        for one in found:
            at = int(one["member"][0].removeprefix("deflate@"), 16)
            self.assertIn(one["secret"].encode(), zlib.decompressobj(
                -15).decompress(content[at:]))

    def test_qcow2(self):
        secret = password(random.Random(harness.seed(21)))
        data = deflated(self.TEXT.format(secret).encode().ljust(512, b"\n"))
        head = struct.pack(">4sIQIIQIIQQIIQ", b"QFI\xfb", 2, 0, 0, 9, 512, 0, 1,
                           512, 0, 0, 0, 0)
        parts = (head, struct.pack(">Q", 1024),
                 struct.pack(">Q", 1 << 62 | 1536), data)
        content = b"".join(part.ljust(512, b"\0") for part in parts)
        report = self.scan(self.write("a.qcow2", content))
        self.assertEqual([(f["secret"], f["member"])
                          for f in report["findings"]],
                         [(secret, ["deflate@0x600"])])

    def test_containers_that_lie(self):
        for head in (b"QFI\xfb" + b"\xff" * 600, b"Obj\1" + b"\xff" * 600,
                     b"QFI\xfb\0\0\0\2" + b"\0\0\0\x09" * 200,
                     b"Obj\1\4\x14avro.codec\x0edeflate\0" + b"\x7e" * 900):
            self.assertEqual(
                self.scan(self.write("a.bin", head + b"\0"))["findings"], [])


if __name__ == "__main__":
    unittest.main()
