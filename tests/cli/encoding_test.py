"""Files in every encoding, and lines of any length."""

import os
import resource
import unittest

import harness
from tokens import TokenMaker

MAKER = TokenMaker(5)

# A name, the mark at the beginning, and Python's name of the encoding.
ENCODINGS = (
    ("utf-8", b"", "utf-8"),
    ("utf-8 with a mark", b"\xef\xbb\xbf", "utf-8"),
    ("utf-16-le with a mark", b"\xff\xfe", "utf-16-le"),
    ("utf-16-be with a mark", b"\xfe\xff", "utf-16-be"),
    ("utf-16-le", b"", "utf-16-le"),
    ("utf-16-be", b"", "utf-16-be"),
)

MEGABYTE = 1024 * 1024


class EncodingTest(harness.CliTest):

    def test_same_text_same_places(self):
        first, second = MAKER.github(), MAKER.slack()
        text = (f"{first}\r\nname = Grüße, \u4e16\u754c \U0001f980\r\n"
                f"value = \u00e9 \u4e16 \U0001f980 {second} # end\r\n")
        for name, mark, encoding in ENCODINGS:
            with self.subTest(name):
                content = mark + text.encode(encoding)
                self.write("tree/f", content)
                report = self.scan(self.tmp / "tree", code=1)
                self.assert_secrets(report, first, second)
                for finding in report["findings"]:
                    start, end = finding["start"], finding["end"]
                    self.assertEqual(
                        content[start["byte"]:end["byte"]].decode(encoding),
                        finding["secret"])
                    line = text.split("\n")[start["line"] - 1]
                    before = line[:line.index(finding["secret"])]
                    self.assertEqual(start["column"],
                                     len(before.encode()) + 1)
                self.assertEqual(
                    [f["start"]["line"] for f in report["findings"]], [1, 3])
                coverage = report["coverage"]
                self.assertEqual(coverage["skipped"]["binary"], 0)
                self.assertEqual(coverage["incomplete"], [])
                self.assertEqual(coverage["files_scanned"], 1)
                self.assertEqual(coverage["bytes_scanned"], len(content))

    def test_masked_in_every_encoding(self):
        secret = MAKER.github()
        text = f"# \u4e16\u754c\r\nexport KEY={secret} ; \u4e16\u754c\r\n"
        shown = set()
        for name, mark, encoding in ENCODINGS:
            with self.subTest(name):
                self.write("tree/f", mark + text.encode(encoding))
                for form in ("pretty", "json"):
                    outcome = harness.run("-f", form, self.tmp / "tree")
                    self.assertNotIn(secret[4:].encode(), outcome.stdout)
                    self.assertIn(secret[:4].encode(), outcome.stdout)
                    if form == "pretty":
                        shown.add(outcome.stdout.split(b" scanned")[0]
                                  .rsplit(b"(", 1)[0])
        # The line and its caret look the same whatever the file is.
        self.assertEqual(len(shown), 1, shown)

    def test_allow_comment(self):
        line = f"{MAKER.github()} # sluice:allow\n"
        for name, mark, encoding in ENCODINGS:
            with self.subTest(name):
                self.write("tree/f", mark + line.encode(encoding))
                self.scan(self.tmp / "tree", code=0)

    def test_larger_than_a_view(self):
        secrets = [MAKER.github() for _ in range(40)]
        filler = "x = 1 # \u00e9\u4e16\r\n" * 4000
        text = filler.join(secret + "\r\n" for secret in secrets)
        lines = {}
        for name, mark, encoding in ENCODINGS:
            with self.subTest(name):
                path = self.write("f", mark + text.encode(encoding))
                report = self.scan(path, code=1)
                self.assert_secrets(report, *secrets)
                lines[name] = [(f["secret"], f["start"]["line"],
                                f["start"]["column"])
                               for f in report["findings"]]
        for found in lines.values():
            self.assertEqual(found, lines["utf-8"])

    def test_through_a_pipe(self):
        secret = MAKER.github()
        for name, mark, encoding in ENCODINGS:
            with self.subTest(name):
                report = self.scan("-", code=1, stdin=mark + (
                    f"it is {secret}\n").encode(encoding))
                self.assert_secrets(report, secret)

    def test_utf32_is_decoded(self):
        secret = MAKER.github()
        text = f"\U0001f511 ä first\nit is {secret}\n"
        for mark, encoding in ((b"\xff\xfe\0\0", "utf-32-le"),
                               (b"\0\0\xfe\xff", "utf-32-be")):
            with self.subTest(encoding):
                data = mark + text.encode(encoding)
                self.write("tree/f", data)
                report = self.scan(self.tmp / "tree", code=1)
                self.assert_secrets(report, secret)
                self.assertEqual(report["coverage"]["incomplete"], [])
                found = report["findings"][0]
                self.assertEqual(
                    (found["start"]["line"], found["start"]["column"]), (2, 7))
                cut = data[found["start"]["byte"]:found["end"]["byte"]]
                self.assertEqual(cut.decode(encoding), secret)

    def test_what_only_begins_as_utf32_is_named(self):
        head = b"\xff\xfe\0\0" + ("x" * 3000).encode("utf-32-le")
        self.write("tree/f", head + f" {MAKER.github()} ".encode() * 10)
        report = self.scan(self.tmp / "tree", code=3)
        entry, = report["coverage"]["incomplete"]
        self.assertIn("it begins as UTF-32 text", entry["reason"])


class LongLineTest(harness.CliTest):

    def test_a_line_of_100_megabytes(self):
        secrets = [MAKER.github() for _ in range(3)]
        last = " ".join(secrets)
        for mark, encoding, width in ((b"", "utf-8", 1),
                                      (b"\xff\xfe", "utf-16-le", 2)):
            with self.subTest(encoding):
                # Two lines, of which the second is long.
                head = mark + "first\n".encode(encoding)
                megabyte = ("0123456 " * (MEGABYTE // 8)).encode(encoding)
                path = self.tmp / "long"
                with open(path, "wb") as file:
                    file.write(head)
                    for _ in range(100):
                        file.write(megabyte)
                    file.write(last.encode(encoding))
                report = self.scan(path, code=1)
                self.assertEqual([f["secret"] for f in report["findings"]],
                                 secrets)
                for i, finding in enumerate(report["findings"]):
                    column = 100 * MEGABYTE + i * (len(secrets[0]) + 1)
                    start, end = finding["start"], finding["end"]
                    self.assertEqual((start["line"], start["column"]),
                                     (2, column + 1))
                    self.assertEqual(start["byte"],
                                     len(head) + width * column)
                    self.assertEqual(end["column"],
                                     column + 1 + len(secrets[0]))
                os.unlink(path)
        if not harness.UNDER:
            # In KiB, the largest of all that have run so far.
            used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            self.assertLess(used, 100 * 1024)


if __name__ == "__main__":
    unittest.main()
