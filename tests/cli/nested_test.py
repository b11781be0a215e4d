"""A container in an encoding, an encoding in a container, and three levels of
both: each secret is found, or the file is named as not read in full.

Every kind of container that archives.py can make is nested in every encoding
that hides bytes. The leaf has a token, which any text shows, and a password,
which only its name and the name of its file explain.
"""

import base64
import itertools
import lzma
import pathlib
import random
import sqlite3
import subprocess
import tempfile
import unittest
import zlib

import archives
import harness
from tokens import TokenMaker

NAME = "app/settings.env"


def lines_of_base64(data: bytes) -> bytes:
    return base64.encodebytes(data).rstrip(b"\n")


ENCODINGS = {
    "base64": base64.b64encode,
    "base64-in-lines": lines_of_base64,
    "base64url": lambda data: base64.urlsafe_b64encode(data).rstrip(b"="),
    "hex": lambda data: data.hex().encode(),
    "HEX": lambda data: data.hex().upper().encode(),
}
# What is around the encoded text in its file.
AROUND = {
    "data-url": b"data:application/octet-stream;base64,%s\n",
    "yaml": b"kind: ConfigMap\nbinaryData:\n  bundle: %s\n",
    "json": b'{"attachment": "%s"}\n',
    "alone": b"%s\n",
    "bytea": b"INSERT INTO t VALUES (1, E'\\\\x%s');\n",
}


def sqlite_of(files: archives.Files) -> bytes:
    with tempfile.NamedTemporaryFile(suffix=".db") as file:
        with sqlite3.connect(file.name) as base:
            base.execute("create table files (name text, content text)")
            base.executemany("insert into files values (?, ?)", [
                (name, data.decode("latin-1")) for name, data in files.items()])
        base.close()
        return pathlib.Path(file.name).read_bytes()


def pdf_of(files: archives.Files) -> bytes:
    """A page of the files' lines, compressed."""
    lines = b"".join(b"(%s) Tj T*\n" % line for data in files.values()
                     for line in data.splitlines())
    content = zlib.compress(b"BT /F1 12 Tf 14 TL 72 700 Td\n" + lines + b"ET")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (
            len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    out, places = b"%PDF-1.4\n", []
    for number, data in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, data)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (
        len(objects) + 1, table)


def one_file(pack):
    """A container of one file without a name."""
    return lambda files: pack(next(iter(files.values())))


CONTAINERS = {
    **archives.CONTAINERS,
    **{f"settings.env.{ending}": one_file(pack)
       for ending, pack in archives.COMPRESSIONS.items()},
    "settings.env.lzma": one_file(
        lambda data: lzma.compress(data, format=lzma.FORMAT_ALONE)),
    "of.db": sqlite_of,
    "of.pdf": pdf_of,
    "utf-16.txt": one_file(lambda data: data.decode().encode("utf-16")),
    "utf-16le.txt": one_file(lambda data: data.decode().encode("utf-16-le")),
    "utf-16be.txt": one_file(lambda data: data.decode().encode("utf-16-be")),
}
# Many tools write the time into what they make. The short run takes those that do
# not, so that it tries the same bytes each time.
STEADY = ("python-", "of.tar.bz2", "of.tar.xz", "of.tar.zst", "of.tar.lz4",
          "stored", "deflated.zip", "bzip2.zip", "lzma.zip", "streamed", "zip64",
          "with-comment", "of.cab", "of.rar", "of.db", "of.pdf", "utf-16",
          "settings.env.bz2", "settings.env.xz", "settings.env.zst",
          "settings.env.lz4", "settings.env.lzma", "settings.env.Z")
if not harness.FULL:
    CONTAINERS = {name: make for name, make in CONTAINERS.items()
                  if name.startswith(STEADY)}
# Those of which a triple is made: each reader once.
FEW = ("deflated.zip", "of.tar.xz", "python-gnu.tar", "newc.cpio", "lzma2.7z",
       "settings.env.zst", "of.db", "gzip.xar", "of.pdf", "utf-16le.txt")
# ISO images begin with 32 KiB of nothing: docs/USAGE.md.
FEW = tuple(name for name in FEW if name in CONTAINERS)
NOT_IN_ENCODINGS = tuple(name for name in CONTAINERS if name.endswith(".iso"))


def tokens_of(secrets: set[str]) -> set[str]:
    return {one for one in secrets if one.startswith("ghp" + "_")}


class Nested(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.maker = TokenMaker(harness.seed(63))
        self.random = random.Random(harness.seed(63))
        self.wanted = {}  # path: secrets

    def leaf(self) -> tuple[bytes, set[str]]:
        token = self.maker.github()
        password = "".join(self.random.choices(
            "bcdfghjkmnpqrstvwxz23456789BCDFGHJKLMNPQRSTVWXZ", k=18))
        text = (f"# settings of the service\nAPP_MODE=standard\n"
                f"GITHUB_TOKEN={token}\nDB_PASSWORD={password}\nPORT=8080\n")
        return text.encode(), {token, password}

    def around(self, data: bytes, encoding: str) -> bytes:
        places = [name for name in AROUND
                  if (name != "data-url" or encoding == "base64")
                  and (name != "bytea" or encoding == "hex")
                  and (name != "yaml" or "lines" not in encoding)
                  and (name != "json" or "lines" not in encoding)]
        return AROUND[self.random.choice(places)] % data

    def packed(self, container: str, data: bytes) -> bytes:
        return CONTAINERS[container]({NAME: data})

    def put(self, name: str, data: bytes, secrets: set[str]):
        self.wanted[name] = secrets
        self.write(f"tree/{name}", data)

    def lost(self, report: dict) -> list[str]:
        """The files of which tokens are neither found nor named, and those of
        passwords if they are more than 3 %: some random values look like
        something else."""
        top = str(self.tmp / "tree") + "/"
        found: dict[str, set[str]] = {}
        for finding in report["findings"]:
            name = finding["path"].removeprefix(top).split("!")[0]
            found.setdefault(name, set()).add(finding["secret"])
        named = {entry["path"].removeprefix(top).split("!")[0]
                 for entry in report["coverage"]["incomplete"]}
        self.named = named
        lost = {name: secrets - found.get(name, set())
                for name, secrets in self.wanted.items() if name not in named}
        tokens = [name for name, secrets in lost.items() if tokens_of(secrets)]
        passwords = [name for name, secrets in lost.items() if secrets]
        return passwords if 100 * len(passwords) > 3 * len(lost) else tokens

    def put_pair(self, container: str, encoding: str):
        data, secrets = self.leaf()
        try:
            packed = self.packed(container, data)
        except archives.NoTool:
            return
        self.put(f"{encoding}-of-{container}.txt",
                 self.around(ENCODINGS[encoding](packed), encoding), secrets)

    def make_pairs(self):
        for container, encoding in itertools.product(CONTAINERS, ENCODINGS):
            if container in NOT_IN_ENCODINGS:
                continue
            if not harness.FULL and self.random.random() > 0.5:
                continue
            self.put_pair(container, encoding)

    def make_triples(self):
        tries = harness.times(60, 600)
        for number in range(tries):
            data, secrets = self.leaf()
            first, second = self.random.sample(sorted(ENCODINGS), 2)
            outer, inner = self.random.choices(FEW, k=2)
            shape = number % 4
            try:
                if shape == 0:
                    name = f"{number}-{first}-{inner}-{second}.txt"
                    data = self.around(ENCODINGS[first](self.packed(
                        inner, self.around(ENCODINGS[second](data), second))),
                        first)
                elif shape == 1:
                    if outer in ("of.db", "of.pdf") or "utf" in outer:
                        outer = "deflated.zip"
                    text = self.around(
                        ENCODINGS[first](self.packed(inner, data)), first)
                    name = f"{number}-{first}-{inner}-{outer}"
                    data = self.packed(outer, text)
                elif shape == 2:
                    if outer in ("of.db", "of.pdf") or "utf" in outer:
                        outer = "of.tar.xz"
                    name = f"{number}-{first}-{outer}-{inner}.txt"
                    data = self.around(ENCODINGS[first](self.packed(
                        outer, self.packed(inner, data))), first)
                else:
                    name = f"{number}-{first}-{second}-{inner}.txt"
                    data = self.around(ENCODINGS[first](
                        self.around(ENCODINGS[second](
                            self.packed(inner, data)), second)), first)
            except archives.NoTool:
                continue
            self.put(name, data, secrets)

    def test_pairs(self):
        self.make_pairs()
        self.assertGreater(len(self.wanted), 40)
        self.assertEqual(self.lost(self.scan(self.tmp / "tree")), [])

    def test_triples(self):
        self.make_triples()
        self.assertEqual(self.lost(self.scan(self.tmp / "tree")), [])

    def test_front_ends(self):
        """The same from standard input, from a history, and without a trace in
        what `redact` writes."""
        for container in CONTAINERS:
            if container in NOT_IN_ENCODINGS:
                continue
            self.put_pair(container, self.random.choice(sorted(ENCODINGS)))
        for name, secrets in self.wanted.items():
            with self.subTest(name=name):
                report = self.scan("-", stdin=(
                    self.tmp / "tree" / name).read_bytes())
                self.assertLessEqual(
                    tokens_of(secrets),
                    {f["secret"] for f in report["findings"]})
        tree = self.tmp / "tree"
        for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "all"]):
            subprocess.run(["git", "-C", tree, *command], check=True,
                           env=harness.environment(
                               GIT_AUTHOR_NAME="N", GIT_AUTHOR_EMAIL="n@e.org",
                               GIT_COMMITTER_NAME="N",
                               GIT_COMMITTER_EMAIL="n@e.org"))
        report = harness.run("git", tree, "-f", "json", "--show-secrets").json()
        found = {f["secret"] for f in report["findings"]}
        for name, secrets in self.wanted.items():
            self.assertLessEqual(tokens_of(secrets), found, name)
        self.assert_code(harness.run(
            "redact", "-o", self.tmp / "redacted",
            *(tree / name for name in self.wanted)), 0)
        again = self.scan(self.tmp / "redacted")
        self.assertGreater(again["coverage"]["files_scanned"], 20)
        self.assertEqual([f["path"] for f in again["findings"]], [])


if __name__ == "__main__":
    unittest.main()
