"""Text in UTF-16 and UTF-32 at any byte of a binary file: its secrets are found
by all rules, at the bytes where they are."""

import plistlib
import random
import unittest

import harness
from tokens import TokenMaker

MAKER = TokenMaker(51)
ENCODINGS = {"utf-16-le": ["utf-16"], "utf-16-be": ["utf-16"],
             "utf-32-le": ["utf-32"], "utf-32-be": ["utf-32"]}


def password(draw) -> str:
    """Drawn, and made up: a letter and a digit at least."""
    letters = "abcdefghkmnpqrstuvwxyzABCDEFGHKLMNPQRSTUVWXYZ"
    return "".join(draw.choice(letters + "23456789") for _ in range(12)) + "x7"


def bytes_like_code(draw, size) -> bytes:
    """Bytes without text: NULs, and bytes that end any text."""
    return bytes(draw.choice((0, 0, 1, 2, 0x80, 0xFF, 0xC0, 5, 0x90))
                 for _ in range(size))


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
        draw = random.Random(12)
        found = 0
        for form in ('db_password = "%s"\n', "DB_PASSWORD=%s", "password: %s\n",
                     '{"password": "%s"}'):
            for _ in range(10):
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
        self.assertGreaterEqual(found, 38)

    def test_programs_are_searched_for_tokens_alone(self):
        draw = random.Random(13)
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
        draw = random.Random(14)
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
        draw = random.Random(8)
        tokens = passwords = all_of_them = 0
        for encoding, decoded in ENCODINGS.items():
            for _ in range(40):
                all_of_them += 1
                token, secret = MAKER.github(), password(draw)
                content = bytes_like_code(draw, draw.randrange(1, 40_000)) + b"\2"
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
        self.assertGreaterEqual(tokens, 0.99 * all_of_them)
        self.assertGreaterEqual(passwords, 0.95 * all_of_them)

    def test_the_same_for_any_workers(self):
        draw = random.Random(9)
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


if __name__ == "__main__":
    unittest.main()
