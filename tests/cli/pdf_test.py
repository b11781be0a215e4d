"""PDF files: what a page shows, what the file says about itself, and what is
attached to it are members.

The files are made by programs that write PDF; a row whose program is not
installed is skipped by its name. Other files are made by hand.
"""

import io
import pathlib
import random
import shutil
import subprocess
import unittest
import zlib

import archives
import harness
import peers  # noqa: F401
from archive_bounds_test import BoundsTest
from archive_case import left_out, places
from tokens import TokenMaker

MAKER = TokenMaker(6600)
PASSWORD = "".join(("vK9#m", "Tq2xLw7"))


def stream(data: bytes, more=b"", *, length=True) -> bytes:
    said = b"/Length %d" % len(data) if length else b""
    return b"<<%s %s>>\nstream\n%s\nendstream" % (said, more, data)


def flate(data: bytes, more=b"") -> bytes:
    return stream(zlib.compress(data), b"/Filter /FlateDecode " + more)


def pdf(*objects: bytes, trailer=b"/Root 1 0 R") -> bytes:
    """Objects are numbered from 1."""
    return (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + b"".join(
        b"%d 0 obj\n%s\nendobj\n" % (i + 1, body)
        for i, body in enumerate(objects))
        + b"trailer\n<< " + trailer + b" >>\nstartxref\n0\n%%EOF\n")


CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
PAGES = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
PAGE = (b"<< /Type /Page /Parent 2 0 R /Contents 4 0 R "
        b"/Resources << /Font << /F 5 0 R >> >> >>")
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"


def page_of(content: bytes, *more: bytes, font=FONT, **trailer) -> bytes:
    return pdf(CATALOG, PAGES, PAGE, flate(content), font, *more, **trailer)


def reportlab(lines, attached):
    from reportlab.pdfgen import canvas
    out = io.BytesIO()
    made = canvas.Canvas(out, pageCompression=1)
    for line in lines:
        made.drawString(72, 700, line)
        made.showPage()
    made.save()
    return out.getvalue()


def fpdf(lines, attached):
    import fpdf as module
    made = module.FPDF()
    made.set_font("Helvetica", size=10)
    for line in lines:
        made.add_page()
        made.cell(text=line)
    return bytes(made.output())


def pikepdf(lines, attached):
    import pikepdf as module
    out = io.BytesIO()
    with module.open(io.BytesIO(reportlab(lines, None))) as made:
        made.attachments["notes.txt"] = attached
        made.save(out, object_stream_mode=module.ObjectStreamMode.generate)
    return out.getvalue()


def matplotlib(lines, attached):
    import matplotlib as module
    module.use("pdf")
    from matplotlib import pyplot
    from matplotlib.backends.backend_pdf import PdfPages
    out = io.BytesIO()
    with PdfPages(out) as made:
        for line in lines:
            figure = pyplot.figure()
            figure.text(0.1, 0.5, line, size=7, parse_math=False)
            made.savefig(figure)
            pyplot.close(figure)
    return out.getvalue()


def cairo(lines, attached):
    import cairo as module
    out = io.BytesIO()
    surface = module.PDFSurface(out, 600, 800)
    context = module.Context(surface)
    for line in lines:
        context.move_to(30, 100)
        context.show_text(line)
        context.show_page()
    surface.finish()
    return out.getvalue()


def chromium(lines, attached):
    program = shutil.which("chromium")
    if program is None:
        raise ImportError("chromium")
    import tempfile
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder, "a.html")
        page.write_text("".join(
            f'<p style="page-break-after: always">{line}</p>'
            for line in lines), encoding="utf-8")
        subprocess.run([program, "--headless", "--no-sandbox", "--disable-gpu",
                        f"--print-to-pdf={folder}/a.pdf", page], check=False,
                       timeout=60, capture_output=True)
        made = pathlib.Path(folder, "a.pdf")
        if not made.exists():
            raise ImportError("chromium made no PDF")
        return made.read_bytes()


class Programs(BoundsTest):

    def test_each_program(self):
        for make in (reportlab, fpdf, pikepdf, matplotlib, cairo, chromium):
            with self.subTest(make.__name__):
                tokens = [MAKER.github() for _ in range(3)]
                lines = [f"the token {tokens[0]} of page one",
                         f"password = {PASSWORD}", f"{tokens[1]}"]
                try:
                    data = make(lines, f"a {tokens[2]}\n".encode())
                except ImportError as missing:
                    self.skipTest(f"not installed: {missing}")
                self.write("tree/x", data)
                report = self.check(code=(1,))
                self.assertEqual(left_out(report), [])
                found = {(p.member, p.secret) for p in places(report)}
                wanted = {(("page 1",), tokens[0]), (("page 2",), PASSWORD),
                          (("page 3",), tokens[1])}
                if make is pikepdf:
                    wanted.add((("notes.txt",), tokens[2]))
                self.assertEqual(found, wanted)


class ByHand(BoundsTest):

    def found(self, data, **more):
        self.write("tree/x", data)
        report = self.check(**more)
        self.assertEqual(left_out(report), [])
        return [(p.member, p.line, p.secret) for p in places(report)]

    def test_operators_of_text(self):
        token = MAKER.github()
        half, rest = token[:15].encode(), token[15:].encode()
        for content in (
                b"BT /F 12 Tf 10 700 Td (%s) Tj (%s) Tj ET",
                b"BT /F 12 Tf 10 700 Td [(%s) -20 (%s)] TJ ET",
                b"BT /F 12 Tf (%s) ' ET BT /F 12 Tf (x) Tj ET",
                b"BT /F 12 Tf 10 700 Td (a) Tj 0 -14 TD (%s) Tj ET",
                b"BT /F 1 Tf 9 0 0 9 10 700 Tm [(a) -500 (%s)] TJ ET"):
            with self.subTest(content):
                if content.count(b"%s") == 2:
                    shown = content % (half, rest)
                else:
                    shown = content % (half + rest)
                (member, _, secret), = self.found(page_of(shown))
                self.assertEqual((member, secret), (("page 1",), token))

    def test_strings(self):
        token = MAKER.github()
        octal = "".join(f"\\{ord(c):03o}" for c in token)
        for string in (f"<{token.encode().hex()}>", f"({octal})",
                       f"({token[:9]}\\\n{token[9:]})"):
            with self.subTest(string):
                self.assertEqual(
                    self.found(page_of(f"BT /F 9 Tf {string} Tj ET".encode())),
                    [(("page 1",), 1, token)])

    def test_to_unicode(self):
        """Codes of two bytes that are no characters."""
        token = MAKER.github()
        letters = sorted(set(token))
        codes = {c: 0x101 + i for i, c in enumerate(letters)}
        cmap = ("1 begincodespacerange <0000> <ffff> endcodespacerange\n"
                f"{len(letters)} beginbfchar\n" + "\n".join(
                    f"<{codes[c]:04x}> <{ord(c):04x}>" for c in letters)
                + "\nendbfchar")
        ranges = ("1 begincodespacerange <0000> <ffff> endcodespacerange\n"
                  "1 beginbfrange <0021> <007e> <0021> endbfrange")
        font = (b"<< /Type /Font /Subtype /Type0 /Encoding /Identity-H "
                b"/ToUnicode 6 0 R >>")
        for text, code in ((cmap, codes.get), (ranges, ord)):
            shown = "".join(f"{code(c):04x}" for c in token)
            data = page_of(f"BT /F 9 Tf <{shown}> Tj ET".encode(),
                           flate(text.encode()), font=font)
            self.assertEqual(self.found(data), [(("page 1",), 1, token)])

    def test_names_of_glyphs(self):
        font = (b"<< /Type /Font /Subtype /Type3 /Encoding << /Differences "
                b"[ 1 /p /a /s /w /o /r /d /equal /X /seven /y /numbersign"
                b" /Q /two /k /L /m /nine] >> >>")
        data = page_of(b"BT /F 9 Tf <010203030405060708 090a0b0c0d0e0f101112> "
                       b"Tj ET", font=font)
        (_, _, secret), = self.found(data)
        self.assertEqual(secret, "".join(("X7y#", "Q2kLm9")))

    def test_filters(self):
        import base64
        token = MAKER.github()
        content = f"BT /F 9 Tf ({token}) Tj ET".encode()
        packed = zlib.compress(content)
        for name, data in (
                (b"", content), (b"/Filter /FlateDecode", packed),
                (b"/Filter [/ASCIIHexDecode]", content.hex().encode() + b">"),
                (b"/Filter [/ASCII85Decode /FlateDecode]",
                 base64.a85encode(packed) + b"~>"),
                (b"/Filter [/AHx /Fl]", packed.hex().encode() + b">")):
            for length in (True, False):
                with self.subTest(f"{name} {length}"):
                    made = pdf(CATALOG, PAGES, PAGE,
                               stream(data, name, length=length), FONT)
                    self.assertEqual(self.found(made),
                                     [(("page 1",), 1, token)])

    def test_pages_have_their_order(self):
        tokens = [MAKER.github() for _ in range(3)]
        pages = b"<< /Type /Pages /Kids [5 0 R 7 0 R 3 0 R] >>"
        parts = []
        for number, token in zip((4, 6, 8), tokens):
            parts += [PAGE.replace(b"4 0 R", b"%d 0 R" % number),
                      flate(f"BT ({token}) Tj ET".encode())]
        self.assertEqual(
            self.found(pdf(CATALOG, pages, *parts)),
            [(("page 1",), 1, tokens[1]), (("page 2",), 1, tokens[2]),
             (("page 3",), 1, tokens[0])])

    def test_metadata(self):
        tokens = [MAKER.github() for _ in range(3)]
        info = (b"<< /Title (a " + tokens[0].encode() + b") /Author <feff"
                + tokens[1].encode("utf-16-be").hex().encode() + b"> >>")
        xmp = stream(b"<x>" + tokens[2].encode() + b"</x>",
                     b"/Type /Metadata /Subtype /XML")
        data = page_of(b"", info, xmp, trailer=b"/Root 1 0 R /Info 6 0 R")
        self.assertEqual(self.found(data), [
            (("metadata",), i + 1, token) for i, token in enumerate(tokens)])

    def test_attached_files(self):
        token = MAKER.github()
        inner = archives.zip_of({"a.txt": token.encode()})
        data = page_of(b"", b"<< /Type /Filespec /F (x) /UF (in.zip) "
                       b"/EF << /F 7 0 R >> >>",
                       flate(inner, b"/Type /EmbeddedFile"))
        self.assertEqual(self.found(data), [(("in.zip", "a.txt"), 1, token)])

    def test_objects_in_a_stream(self):
        """An address, and the catalog with all that it leads to."""
        tokens = [MAKER.github() for _ in range(2)]
        inside = [CATALOG, PAGES, PAGE, b"<< /URI (https://example.org/?key="
                  + tokens[0].encode() + b") >>"]
        head, body = b"", b""
        for number, value in zip((1, 2, 3, 8), inside):
            head += b"%d %d " % (number, len(body))
            body += value + b" "
        made = (b"%PDF-1.5\n9 0 obj\n" + flate(
            head + body, b"/Type /ObjStm /N 4 /First %d" % len(head))
            + b"\nendobj\n4 0 obj\n"
            + flate(f"BT ({tokens[1]}) Tj ET".encode()) + b"\nendobj\n7 0 obj\n"
            + flate(b"x", b"/Type /XRef /Root 1 0 R") + b"\nendobj\n")
        self.assertEqual(self.found(made), [
            (("page 1",), 1, tokens[1]), (("objects 9",), 1, tokens[0])])

    def test_older_revisions(self):
        """A page's stream that was replaced is read as a stream."""
        tokens = [MAKER.github() for _ in range(2)]
        old = page_of(f"BT ({tokens[0]}) Tj ET".encode())
        data = old + b"4 0 obj\n" + flate(
            f"BT ({tokens[1]}) Tj ET".encode()) + b"\nendobj\n"
        found = self.found(data)
        self.assertIn((("page 1",), 1, tokens[1]), found)
        self.assertIn(tokens[0], [secret for _, _, secret in found])

    def test_what_is_no_stream_stays(self):
        """A value of a field, outside of streams."""
        token = MAKER.github()
        data = page_of(b"", b"<< /V (" + token.encode() + b") >>")
        self.write("tree/x", data)
        found, = places(self.check(code=(1,)))
        self.assertEqual((found.member, found.byte),
                         ((), data.index(token.encode())))

    def test_bytes_before_and_after(self):
        """And one PDF after another: their objects are searched together."""
        tokens = [MAKER.github() for _ in range(3)]
        data = (b"\0\0junk\n" + page_of(f"BT ({tokens[0]}) Tj ET".encode())
                + f"\nkey = {tokens[1]}\n".encode()
                + pdf(b"", b"", b"", b"", b"", b"", b"", flate(
                    tokens[2].encode())))
        found = self.found(data)
        self.assertEqual({secret for _, _, secret in found}, set(tokens))
        self.assertIn(((), tokens[1]),
                      [(member, secret) for member, _, secret in found])

    def test_a_name_says_nothing(self):
        """And a text that only mentions the signature is a text."""
        token = MAKER.github()
        self.write("tree/x.py", f'HEAD = b"%PDF-1.7"\nkey = "{token}"\n'.encode())
        found, = places(self.check(code=(1,)))
        self.assertEqual((found.member, found.line), ((), 2))

    def test_encrypted(self):
        data = page_of(b"", trailer=b"/Root 1 0 R /Encrypt 9 0 R")
        self.write("tree/x", data)
        report = self.check(code=(3,))
        (_, member, reason), = left_out(report)
        self.assertEqual(member, ())
        self.assertIn("encrypted", reason)
        self.assertIn("1 PDF file", " ".join(report["coverage"]["notes"]))


class Hostile(BoundsTest):

    def test_a_bomb(self):
        self.write("tree/x", page_of(b"(x)Tj " * (20 << 20)))
        report = self.check(code=(3,))
        self.assertIn("32 MiB", str(left_out(report)))

    def test_many_pages_of_one_stream(self):
        kids = b" ".join(b"%d 0 R" % i for i in range(6, 4006))
        pages = b"<< /Type /Pages /Kids [" + kids + b"] >>"
        page = PAGE.replace(b"3 0 R", b"4 0 R")
        data = pdf(CATALOG, pages, PAGE, flate(b"(x)Tj " * (1 << 20)), FONT,
                   *[page] * 4000)
        self.write("tree/x", data)
        report = self.check(code=(3,))
        self.assert_bound(report, "--archive-ratio")

    def test_streams_in_streams(self):
        data = b"BT (x) Tj ET " * 1000
        for _ in range(1000):
            data = zlib.compress(data)
        self.write("tree/x", pdf(CATALOG, stream(
            data, b"/Filter [" + b"/FlateDecode " * 1000 + b"]")))
        report = self.check(code=(3,))
        self.assertIn("too many filters", str(left_out(report)))
        inner = self.text
        for _ in range(20):
            inner = page_of(b"", b"<< /Type /Filespec /F (x) /UF (in.pdf) "
                            b"/EF << /F 7 0 R >> >>",
                            flate(inner, b"/Type /EmbeddedFile"))
        self.write("tree/x", inner)
        self.assert_bound(self.check(), "--archive-depth")

    def test_nothing_ends(self):
        for data in (
                pdf(b"<< /Pages 1 0 R /Kids [1 0 R 1 0 R] >>"),
                pdf(b"2 0 R", b"1 0 R", trailer=b"/Root 1 0 R /Info 2 0 R"),
                pdf(CATALOG, b"<< /Kids 2 0 R >>"),
                pdf(b"[" * 100_000), pdf(b"(" * 100_000),
                pdf(b"<<" * 100_000 + b"/A 1" + b">>" * 100_000),
                pdf(CATALOG, PAGES, PAGE.replace(b"/Resources", b"/X"), FONT)
                .replace(b"/Type /Pages", b"/Parent 2 0 R"),
                b"%PDF-1.4\n" + b"1 0 obj\n" * 200_000,
                b"%PDF-1.4\n" + b"1 0 obj<<>>stream\n" * 100_000,
                b"%PDF-1.4\n" + b"trailer <<" * 20_000):
            with self.subTest(data[:60]):
                self.write("tree/x", data)
                self.check()

    def test_mutants(self):
        rng = random.Random(harness.seed(6600))
        token = MAKER.github()
        whole = page_of(b"BT /F 9 Tf (%s) Tj ET" % token.encode(),
                        b"<< /Title (x) >>", flate(b"words " * 500),
                        trailer=b"/Root 1 0 R /Info 6 0 R")
        for i in range(harness.times(200, 3000)):
            data = bytearray(whole)
            for _ in range(rng.randrange(1, 12)):
                data[rng.randrange(len(data))] = rng.randrange(256)
            self.write(f"tree/{i:03}", bytes(data[:rng.randrange(9, len(data))]
                                             if i % 4 == 0 else data))
        self.check("-j1")
        one = self.scan("-j1", self.tree)
        four = self.scan("-j4", self.tree)
        self.assertEqual(one["findings"], four["findings"])
        self.assertEqual(left_out(one), left_out(four))


if __name__ == "__main__":
    unittest.main()
