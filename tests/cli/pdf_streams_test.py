"""PDF files: whatever a stream or a string holds is found, or its stream is
named as not read.

Each file here has one token, in a place that no page shows, or that a reader
could pass over: an attached file that is named in an unusual way, a string in
UTF-16, a stream of an object that is not written as it should be.
"""

import base64
import gzip
import random
import unittest
import zlib

import archives
import harness
from archive_bounds_test import BoundsTest
from archive_case import left_out, places
from pdf_test import (CATALOG, FONT, PAGE, PAGES, flate, page_of, pdf, stream)
from tokens import TokenMaker

MAKER = TokenMaker(6700)


def wide(text: str, mark="feff") -> bytes:
    """A string of PDF in UTF-16."""
    return f"<{mark}{text.encode('utf-16-be').hex()}>".encode()


def lzw(data: bytes, early=1) -> bytes:
    """PDF's LZW: codes of 9 to 12 bits, the highest bit first."""
    bits, width, codes = "", 9, {bytes([i]): i for i in range(256)}
    bits += f"{256:09b}"
    following, last = 258, b""
    for value in data:
        longer = last + bytes([value])
        if longer in codes:
            last = longer
            continue
        bits += f"{codes[last]:0{width}b}"
        codes[longer] = following
        following += 1
        # The reader of the codes adds one code later than this.
        if following - 1 + early == 1 << width and width < 12:
            width += 1
        last = bytes([value])
        if following == 4094:
            bits += f"{codes[last]:0{width}b}{256:0{width}b}"
            width, codes = 9, {bytes([i]): i for i in range(256)}
            following, last = 258, b""
    if last:
        bits += f"{codes[last]:0{width}b}"
        following += 1
        if following - 1 + early == 1 << width and width < 12:
            width += 1
    bits += f"{257:0{width}b}"
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8, "big")


def run_length(data: bytes) -> bytes:
    return b"".join(bytes([len(data[i:i + 100]) - 1]) + data[i:i + 100]
                    for i in range(0, len(data), 100)) + b"\x80"


def paeth(left, above, corner):
    guess = left + above - corner
    return min((left, above, corner), key=lambda v: abs(guess - v))


def png_rows(data: bytes, columns: int, filters, pixel=1) -> bytes:
    """Rows with PNG's filters, one filter after another."""
    data += b" " * (-len(data) % columns)
    above, made = bytes(columns), b""
    for number, at in enumerate(range(0, len(data), columns)):
        row, kind = data[at:at + columns], filters[number % len(filters)]
        made += bytes([kind])
        for i, value in enumerate(row):
            left = row[i - pixel] if i >= pixel else 0
            corner = above[i - pixel] if i >= pixel else 0
            guess = (0, left, above[i], (left + above[i]) // 2,
                     paeth(left, above[i], corner))[kind]
            made += bytes([(value - guess) % 256])
        above = row
    return made


def tiff_rows(data: bytes, columns: int, colors: int, bits: int) -> bytes:
    size = columns * colors * bits // 8
    data += b" " * (-len(data) % size)
    made = b""
    for at in range(0, len(data), size):
        row = "".join(f"{byte:08b}" for byte in data[at:at + size])
        samples = [int(row[i:i + bits], 2) for i in range(0, len(row), bits)]
        coded = "".join(
            f"{(v - (samples[i - colors] if i >= colors else 0)) % 2**bits:0{bits}b}"
            for i, v in enumerate(samples))
        made += int(coded, 2).to_bytes(size, "big")
    return made


class Lost(BoundsTest):
    """What is in the file is found."""

    def found(self, data, *codes):
        self.write("tree/x", data)
        report = self.check(code=codes or (1,))
        return report, {p.secret for p in places(report)}

    def finds(self, name, data, token, *more):
        with self.subTest(name):
            report, secrets = self.found(data)
            self.assertEqual(left_out(report), [])
            self.assertEqual(secrets, {token, *more})

    def attached(self, name, make, streams=1):
        """make(references) returns objects after the page's five; the streams
        come after them."""
        tokens = [MAKER.github() for _ in range(streams)]
        for count in (0, 1):
            objects = make([7 + i for i in range(streams)])
            files = [flate(f"key = {token}\n".encode(),
                           b"/Type /EmbeddedFile" if count else b"")
                     for token in tokens]
            self.finds(name, page_of(b"", objects, *files), tokens[0],
                       *tokens[1:])

    def test_attached_files(self):
        for key in (b"UF", b"Unix", b"DOS", b"Mac", b"F"):
            self.attached(key, lambda at: (
                b"<< /Type /Filespec /F (x) /EF << /%s %d 0 R >> >>"
                % (key, at[0])))
            self.attached(b"named by " + key, lambda at: (
                b"<< /Type /Filespec /%s (x) /EF << /F %d 0 R >> >>"
                % (key, at[0])))
        self.attached("two streams", lambda at: (
            b"<< /Type /Filespec /UF (x) /EF << /F %d 0 R /UF %d 0 R >> >>"
            % tuple(at)), streams=2)
        self.attached("in an annotation", lambda at: (
            b"<< /Type /Annot /Subtype /FileAttachment /FS << /F (x) "
            b"/EF << /F %d 0 R >> >> >>" % at[0]))
        self.attached("in a tree of names", lambda at: (
            b"<< /Names [ (a) << /UF (x) /EF << /UF %d 0 R >> >> ] >>" % at[0]))
        self.attached("named by nothing", lambda at: b"<< >>")
        self.attached("without a name", lambda at: (
            b"<< /EF << /F %d 0 R >> >>" % at[0]))

    def test_names(self):
        """A reader of archives sees what an attached file is called."""
        for key in (b"UF", b"F", b"Unix", b"Mac", b"DOS"):
            token = MAKER.github()
            data = page_of(b"", b"<< /%s (a.txt) /EF << /F 7 0 R >> >>" % key,
                           flate(token.encode()))
            report, _ = self.found(data)
            self.assertEqual([p.member for p in places(report)], [("a.txt",)])
            for text in (wide(token), b"(%s)" % token.encode()):
                self.finds(key, page_of(b"", b"<< /%s %s >>" % (key, text)),
                           token)

    def test_predictors(self):
        token = MAKER.github()
        text = f"password one\nkey = {token}\nand more\n".encode() * 3
        for kind in range(10, 16):
            for columns, colors in ((5, 1), (1, 1), (30, 3), (7, 7)):
                row = columns * colors
                filters = [kind - 10] if kind < 15 else [0, 1, 2, 3, 4]
                parameters = (b"<< /Predictor %d /Columns %d /Colors %d >>"
                              % (kind, columns, colors))
                packed = zlib.compress(png_rows(text, row, filters, colors))
                for more in (b"/Filter /FlateDecode /DecodeParms "
                             + parameters,
                             b"/Filter [/FlateDecode] /DecodeParms ["
                             + parameters + b"]"):
                    self.finds(f"{kind} {columns} {more}",
                               page_of(b"", stream(packed, more)), token)
        for bits in (1, 2, 4, 8, 16):
            for columns, colors in ((8, 1), (8, 3), (16, 4)):
                rows = tiff_rows(text, columns, colors, bits)
                self.finds(f"TIFF {bits}", page_of(b"", flate(
                    rows, b"/DecodeParms << /Predictor 2 /Columns %d /Colors %d"
                    b" /BitsPerComponent %d >>" % (columns, colors, bits))),
                    token)
        rows = png_rows(text, 8, [2])
        self.finds("of the second filter", page_of(b"", stream(
            base64.a85encode(zlib.compress(rows)) + b"~>",
            b"/Filter [/ASCII85Decode /FlateDecode] /DecodeParms "
            b"[null << /Predictor 12 /Columns 6 0 R >>]") , b"8").replace(
                b"/Columns 6 0 R", b"/Columns 7 0 R"), token)

    def test_predictors_in_object_streams(self):
        token = MAKER.github()
        text = b"20 0 << /Key (%s) >>" % token.encode()
        self.finds("objects", page_of(b"", flate(
            png_rows(text, 4, [2, 4]), b"/Type /ObjStm /N 1 /First 5 "
            b"/DecodeParms << /Predictor 15 /Columns 4 >>")), token)

    def test_filters(self):
        token = MAKER.github()
        text = f"key = {token}\n".encode()
        much = b"".join(b"%d words " % i for i in range(9000)) + text
        for name, data in (
                (b"/LZWDecode", lzw(text)), (b"/LZWDecode", lzw(much)),
                (b"/RunLengthDecode", run_length(text)),
                (b"/ASCIIHexDecode", text.hex().encode() + b">"),
                (b"/ASCIIHexDecode", text.hex(" ").encode() + b" >"),
                (b"/ASCII85Decode", base64.a85encode(text, adobe=True)),
                (b"[/ASCIIHexDecode /LZWDecode]", lzw(much).hex().encode()),
                (b"/FlateDecode", zlib.compress(text)), (b"[]", text)):
            self.finds(name, page_of(b"", stream(data, b"/Filter " + name)),
                       token)
        self.finds("Crypt", page_of(b"", stream(
            zlib.compress(text), b"/Filter [/Crypt /FlateDecode]")), token)
        self.finds("EarlyChange", page_of(b"", stream(
            lzw(much, early=0),
            b"/Filter /LZWDecode /DecodeParms << /EarlyChange 0 >>")), token)

    def test_strings(self):
        token = MAKER.github()
        octal = "".join(f"\\{ord(c):03o}" for c in token).encode()
        mark = wide(token)
        raw = b"\xfe\xff" + token.encode("utf-16-be")
        low = b"\xff\xfe" + token.encode("utf-16-le")
        spread = b"< " + b"\n".join(mark[1 + i:5 + i]
                                    for i in range(0, len(mark) - 2, 4)) + b">"
        strings = (mark, mark.upper(), wide(token, ""), spread,
                   b"(%s)" % raw.replace(b"\\", b"\\\\"), b"(%s)" % low,
                   b"<%s>" % low.hex().encode(), b"(%s)" % octal,
                   b"(%s\\\n%s)" % (token[:9].encode(), token[9:].encode()),
                   b"(\\376\\377%s)" % raw[2:].replace(b"\0", b"\\000"))
        for string in strings:
            for where in (b"<< /Title %s /Parent 1 0 R >>", b"%s",
                          b"[ 1 << /A [ (x) %s ] >> ]",
                          b"<< /Type /Annot /Contents %s >>"):
                value = where % string
                self.finds(string, page_of(b"", value), token)
                self.finds(string, page_of(b"", flate(
                    b"20 0 " + value, b"/Type /ObjStm /N 1 /First 5")), token)
            self.finds(string, page_of(b"", b"<< /X %s >>" % string,
                                       trailer=b"/Root 1 0 R /Info 6 0 R"),
                       token)
            self.finds(string, page_of(b"", b"<< /X [ %s ] >>" % string,
                                       trailer=b"/Root 1 0 R /Info 6 0 R"),
                       token)
            self.finds("trailer", page_of(b"", trailer=b"/Root 1 0 R /X "
                                          + string), token)

    def test_strings_are_found_once(self):
        """Those that stand in the file as they are, and those of Info."""
        token = MAKER.github()
        for data in (
                page_of(b"", b"<< /Title (a \\(b\\) %s\\n) >>" % token.encode()),
                page_of(b"", b"<< /Title %s >>" % wide(token),
                        trailer=b"/Root 1 0 R /Info 6 0 R"),
                page_of(b"BT (%s) Tj ET" % token.encode())):
            report, _ = self.found(data)
            self.assertEqual(len(places(report)), 1, places(report))

    def test_large_values(self):
        """Above the bounds of the reader."""
        token = MAKER.github()
        data = zlib.compress(f"key = {token}\n".encode())
        rows = zlib.compress(png_rows(f"key = {token}\n".encode(), 4, [2]))
        filler = b"/A (%s)" % (b"x" * 400_000)
        for name, before, after in (
                ("long", b"/Filter /FlateDecode", filler),
                ("long", filler, b"/Filter /FlateDecode"),
                ("deep", b"/Filter /FlateDecode",
                 b"/A " + b"[" * 100 + b"]" * 100),
                ("many", b"/Filter /FlateDecode",
                 b"/A [" + b"0 " * 120_000 + b"]"),
                ("no filter near", filler + b"/Filter /FlateDecode", filler)):
            self.finds(name, page_of(b"", b"<< %s %s /Length %d >>\nstream\n%s"
                                     b"\nendstream" % (before, after, len(data),
                                                       data)), token)
        self.finds("predictor", page_of(
            b"", b"<< %s /Filter /FlateDecode /DecodeParms << /Predictor 12 "
            b"/Columns 4 >> >>\nstream\n%s\nendstream" % (filler, rows)), token)

    def test_odd_objects(self):
        token = MAKER.github()
        body = flate(f"key = {token}\n".encode())
        for head in (b"0 0 obj", b"1234567890 0 obj", b"0000000012 0 obj",
                     b"99999999999999999999 0 obj", b"12 0 % c\nobj",
                     b"12 % c\n 0 obj", b"12 00000 obj", b"12 0 object",
                     b"12 0 ob", b"obj", b"", b"12\0" b"0\f" b"obj",
                     b"12 0 obj % c\n", b"12 0 obj [", b"12 0 obj (",
                     b"12 0 obj <", b"12 0 obj 7", b"-1 0 obj"):
            for tail in (b"endobj", b""):
                data = (page_of(b"") + b"\n" + head + b"\n" + body + b"\n"
                        + tail + b"\n")
                self.finds(head, data, token)

    def test_odd_streams(self):
        token = MAKER.github()
        text = f"key = {token}\n".encode()
        data = zlib.compress(text)
        for body in (
                b"<< /Filter /FlateDecode stream\n%s\nendstream",
                b"<< /Filter /FlateDecode >> % c\nstream\n%s\nendstream",
                b"<< /Filter /FlateDecode >>\nstream \r\n%s\nendstream",
                b"<< /Filter /FlateDecode >>stream\r%s",
                b"<< /Filter /FlateDecode /Length 2 >>\nstream\n%s\nendstream",
                b"<< /Filter /FlateDecode /Length 99999999 >>\nstream\n%s",
                b"<< /Filter /Fl#61teDecode >>\nstream\n%s\nendstream",
                b"<< /Filter null >>\nstream\n%s\nendstream",
                b"<< /Filter 99 0 R >>\nstream\n%s\nendstream",
                b"<< >>\nstream\n%s\nendstream",
                b"[ ]\nstream\n%s\nendstream",
                b"stream\n%s\nendstream"):
            self.finds(body, page_of(b"", body.replace(b"%s", data)), token)

    def test_streams_within_others(self):
        """The length, or the data, of one covers another."""
        token = MAKER.github()
        inner = b"12 0 obj\n" + flate(f"key = {token}\n".encode()) + b"\nendobj\n"
        flat = zlib.compress(b"some words\n")
        for before, data in (
                (b"/Filter /FlateDecode", flat),
                (b"/Filter /ASCIIHexDecode", b"6162>"),
                (b"/Filter /ASCII85Decode", b"abcde~>"),
                (b"/Filter /LZWDecode", lzw(b"some words")),
                (b"", b"\0\1\2words")):
            for second in (inner, b"9 0 R\n" + token.encode() + b"\n"):
                covered = data + b"\n" + second
                made = (b"%%PDF-1.7\n11 0 obj\n<< %s /Length %d >>\nstream\n%s"
                        b"\nendstream\nendobj\n"
                        % (before, len(covered), covered))
                self.finds(before, made + page_of(b""), token)
        self.finds("a string around it", b"%PDF-1.7\n1 0 obj\n(" + inner
                   + b")\nendobj\n" + page_of(b"")[9:], token)

    def test_kinds_that_are_no_text(self):
        token = MAKER.github()
        text = f"key = {token}\n".encode()
        for more in (b"/Length1 9", b"/Subtype /Type1C", b"/FunctionType 4",
                     b"/Alternate /DeviceRGB /N 3", b"/CMapName /X",
                     b"/Type /XRef", b"/Type /EmbeddedFile",
                     b"/Subtype /OpenType", b"/Subtype /CIDFontType0C",
                     b"/Subtype /Image", b"/Type /Metadata",
                     b"/Subtype /Image /Width 1 /Height 60",
                     b"/Subtype /Form", b"/Type /ObjStm", b"/Type /Sig"):
            for data in (text, b"/CIDInit /ProcSet findresource begin\n" + text):
                self.finds(more, page_of(b"", flate(data, more)), token)

    def test_a_cmap(self):
        token = MAKER.github()
        text = (b"/CIDInit /ProcSet findresource begin\n1 beginbfchar\n"
                b"<01> <0041>\nendbfchar\n%% %s\nend" % token.encode())
        font = (b"<< /Type /Font /Subtype /Type0 /Encoding /Identity-H "
                b"/ToUnicode 6 0 R >>")
        self.finds("not used", page_of(b"", flate(text)), token)
        self.finds("used", page_of(b"", flate(text), font=font), token)

    def test_forms_and_metadata(self):
        tokens = [MAKER.github() for _ in range(2)]
        form = [flate(f"BT ({token}) Tj ET".encode(), b"/Subtype /Form")
                for token in tokens]
        report, _ = self.found(page_of(b"", *form))
        self.assertEqual(
            {(p.member, p.secret) for p in places(report)},
            {(("form 6",), tokens[0]), (("form 7",), tokens[1])})
        first = page_of(b"", stream(tokens[0].encode(), b"/Type /Metadata"))
        self.finds("metadata that was replaced", first + b"6 0 obj\n" + flate(
            tokens[1].encode(), b"/Type /Metadata") + b"\nendobj\n", *tokens)

    def test_content_that_is_not_shown(self):
        token = MAKER.github()
        for content in (
                "%s", "% {}", "BT ({}) ET", "({}) (x) Tj", "BT ({}) Tx ET",
                "/Span << /ActualText ({}) >> BDC EMC", "/{} gs",
                "BT [ (x) % {}\n (y) ] TJ ET", "q Q password = {} Q",
                "BI /W 1 ID {} EI", "ID {}", "[ [ ({}) ] ] TJ",
                "/X << /A [ ({}) ] >> DP", "1 2 3 4 5 6 ({}",
                "(x) " * 200 + "({}) " + "(y) " * 200,
                "[" * 100 + "({})" + "]" * 100 + " TJ"):
            content = content.replace("%s", "{}").format(token)
            for wrapped in (page_of(content.encode()),
                            pdf(CATALOG, PAGES, PAGE, stream(content.encode()),
                                FONT)):
                self.finds(content, wrapped, token)
        wide_text = wide(token).decode()
        self.finds("wide", page_of(
            f"/Span << /ActualText {wide_text} >> BDC EMC".encode()), token)

    def test_content_of_another_kind(self):
        """An archive or a text in UTF-16 where operators or XML should be."""
        token = MAKER.github()
        text = f"key = {token}\n"
        for data in (archives.zip_of({"a.txt": text.encode()}),
                     text.encode("utf-16"), zlib.compress(text.encode() * 9),
                     gzip.compress(text.encode())):
            for made in (page_of(data), page_of(b"", flate(
                    data, b"/Subtype /Form")), page_of(b"", flate(
                        data, b"/Type /Metadata")), page_of(b"", flate(data)),
                    page_of(b"", flate(b"x", b"/Length1 3"), stream(data))):
                self.finds(data[:9], made, token)

    def test_streams_that_nothing_names(self):
        token = MAKER.github()
        text = f"key = {token}\n".encode()
        for packed in (zlib.compress(text), gzip.compress(text)):
            for made in (
                    page_of(b"") + packed,
                    page_of(b"").replace(b"trailer", packed + b"\ntrailer"),
                    page_of(b"", stream(zlib.compress(b"x") + packed,
                                        b"/Filter /FlateDecode")),
                    page_of(b"", stream(packed, b"/Subtype /Image /Width 1 "
                                        b"/Filter /DCTDecode")),
                    page_of(b"", b"<< /A (%s) >>" % packed)):
                self.finds(packed[:2], made, token)

    def test_escaped_names(self):
        token = MAKER.github()
        name = "".join(f"#{ord(c):02x}" for c in token).encode()
        self.finds("name", page_of(b"", b"<< /%s 1 >>" % name), token)

    def test_codes_that_mean_nothing(self):
        token = MAKER.github()
        font = b"<< /Type /Font /Subtype /Type0 /Encoding /Identity-H >>"
        self.finds("two bytes", page_of(b"BT /F 9 Tf (%s) Tj ET"
                                        % token.encode(), font=font), token)

    def test_objects_after_data(self):
        """Metadata and object streams after the data of another stream."""
        tokens = [MAKER.github() for _ in range(2)]
        covered = zlib.compress(b"x") + b"\n" + b"".join(
            b"%d 0 obj\n%s\nendobj\n" % (20 + i, made) for i, made in enumerate((
                flate(tokens[0].encode(), b"/Type /Metadata"),
                flate(b"30 0 << /A (%s) >>" % tokens[1].encode(),
                      b"/Type /ObjStm /N 1 /First 5"))))
        self.finds("both", page_of(b"", stream(
            covered, b"/Filter /FlateDecode")), *tokens)

    def test_words_in_the_metadata(self):
        token = MAKER.github()
        self.finds("word", page_of(b"", b"<< /Title (x) /A %s >>"
                                   % token.encode(),
                                   trailer=b"/Root 1 0 R /Info 6 0 R"), token)

    def test_content_by_a_number(self):
        """Numbers in an array are no references."""
        token = MAKER.github()
        page = PAGE.replace(b"/Contents 4 0 R", b"/Contents [ 4 6 ]")
        self.finds("numbers", pdf(CATALOG, PAGES, page, flate(b""), FONT, flate(
            f"key = {token}\n".encode())), token)

    def test_object_streams(self):
        """That cannot be read to their end are named, and read as far."""
        tokens = [MAKER.github() for _ in range(2)]
        text = b"20 0 << /Key (%s) >>" % tokens[0].encode()
        packed = zlib.compress(text + b" " * 90000 + random.Random(1).randbytes(
            3000), 9)
        made = page_of(b"", stream(packed[:-1500], b"/Filter /FlateDecode "
                                   b"/Type /ObjStm /N 1 /First 5"))
        report, secrets = self.found(made, 1, 3)
        self.assertEqual(secrets, {tokens[0]})
        self.assertEqual([member for _, member, _ in left_out(report)],
                         [("objects 6",)])
        # Its filter is an object that comes later.
        text = b"20 0 << /Key %s >>" % wide(tokens[1])
        self.finds("later", page_of(b"", stream(
            zlib.compress(text), b"/Filter 7 0 R /Type /ObjStm /N 1 /First 5"),
            b"/FlateDecode"), tokens[1])


class Named(BoundsTest):
    """What cannot be read is named."""

    def named(self, data):
        self.write("tree/x", data)
        return [reason for _, _, reason in left_out(self.check(code=(3,)))]

    def test_named(self):
        text = zlib.compress(b"words " * 500)
        for more, data, reason in (
                (b"/Filter /Made", b"x", "filter"),
                (b"/Filter /Crypt /DecodeParms << /Name /X >>", b"x",
                 "filter"),
                (b"/Filter /FlateDecode", b"no zlib stream", "damaged"),
                (b"/Filter /FlateDecode /Length1 7", b"no zlib", "damaged"),
                (b"/Filter /FlateDecode", text[:-9], "cut off"),
                (b"/Filter /LZWDecode", b"\x80\x7f\xff\xff\xff", "damaged"),
                (b"/Filter /FlateDecode /DecodeParms << /Predictor 9 >>", text,
                 "predictor"),
                (b"/Filter /FlateDecode /DecodeParms << /Predictor 12 "
                 b"/Columns 0 >>", text, "predictor")):
            with self.subTest(more):
                reason_of, = self.named(page_of(b"", stream(data, more)))
                self.assertIn(reason, reason_of)
        for head in (b"obj", b"12 0 % c\nobj", b""):
            reason, = self.named(page_of(b"") + head + b"\n" + stream(
                b"no zlib stream", b"/Filter /FlateDecode"))
            self.assertIn("damaged", reason)

    def test_images_are_not_named(self):
        points = random.Random(2).randbytes(6000)
        image = b"/Subtype /Image /Width 40 /Height 50 /BitsPerComponent 8 "
        for made in (stream(b"\xff\xd8" + points, image + b"/Filter /DCTDecode"),
                     stream(points, image + b"/Filter [ /JPXDecode ]"),
                     stream(points, image + b"/Filter /CCITTFaxDecode"),
                     stream(points, image + b"/Filter /JBIG2Decode"),
                     stream(points, b"/Filter /DCTDecode"),
                     flate(b"\xff" * 6000, image), flate(points, image)):
            self.write("tree/x", page_of(b"", made))
            report = self.check(code=(0,))
            self.assertEqual((left_out(report), places(report)), ([], []))


class Hostile(BoundsTest):
    """The time is linear in the size of the file."""

    def test_many_words(self):
        size = harness.times(1 << 18, 1 << 20)
        flat = b"<< /Filter /FlateDecode >>"
        for piece in (
                b"stream\n", b"stream ", b">>stream\n", b"obj", b"1 0 obj\n",
                b"1 0 obj[", b"1 0 obj(", b"1 0 obj<<", b"obj<<", b"endstream\n",
                flat + b"stream\n", b"1 0 obj" + flat + b"stream\n",
                flat + b"stream\nx\xda", b">>stream\n\x78\x9c",
                b"1 0 obj<</Length 900000/Filter/FlateDecode>>stream\n"
                + zlib.compress(b"") + b"\n", b"trailer", b"trailer<<", b"(",
                b"<", b"<a", b"((", b"%", b"/Filter", b"(a\\", b"<<",
                b"1 0 obj(stream\n", b"\x78\x9c",
                b"1 0 obj<<>>stream\nendstream\n" + b"\x78\x9c" * 20,
                b"1 0 obj<</EF<<", b">>stream\nendstream\n",
                b"1 0 obj<</Type/ObjStm/N 9>>stream\n1 0 endstream\n"):
            with self.subTest(piece):
                data = b"%PDF-1.7\n" + piece * (size // len(piece))
                self.write("tree/x", data + b"\nendstream")
                self.check()

    def test_content_of_one_kind(self):
        for piece in (b"(", b"[", b"<<", b"%", b"/a", b"(x)", b"word ", b"ID ",
                      b"<41>", b"EI ", b"BDC "):
            with self.subTest(piece):
                self.write("tree/x", page_of(piece * 200_000))
                self.check()

    def test_bombs(self):
        self.write("tree/x", page_of(b"", stream(
            run_length(b"") + b"\x81x" * (1 << 20),
            b"/Filter /RunLengthDecode"), stream(
                b"\x81x" * (1 << 20), b"/Filter /RunLengthDecode")))
        self.assertIn("32 MiB", str(left_out(self.check(code=(3,)))))

    def test_mutants(self):
        rng = random.Random(harness.seed(6700))
        token = MAKER.github()
        whole = page_of(
            b"/Span << /ActualText %s >> BDC (x) Tj" % wide(token),
            b"<< /UF (a) /EF << /F 7 0 R >> >>",
            flate(png_rows(b"words " * 50, 5, [0, 1, 2, 3, 4]),
                  b"/DecodeParms << /Predictor 15 /Columns 5 >>"),
            stream(lzw(b"words " * 300), b"/Filter /LZWDecode"),
            stream(tiff_rows(b"words " * 50, 4, 3, 4),
                   b"/Filter /RunLengthDecode /DecodeParms << /Predictor 2 >>"))
        for i in range(harness.times(100, 2000)):
            data = bytearray(whole)
            for _ in range(rng.randrange(1, 12)):
                data[rng.randrange(len(data))] = rng.randrange(256)
            self.write(f"tree/{i:03}", bytes(data[:rng.randrange(9, len(data))]
                                             if i % 4 == 0 else data))
        one = self.scan("-j1", self.tree)
        two = self.scan("-j2", self.tree)
        self.assertEqual(one["findings"], two["findings"])
        self.assertEqual(left_out(one), left_out(two))


if __name__ == "__main__":
    unittest.main()
