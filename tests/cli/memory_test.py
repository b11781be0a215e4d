"""What is found takes bounded memory and time, whatever a text holds.

Each text holds findings without end: encoded, packed, allowed, in a row. A scan of
it says the same with three workers: all findings, or how many it has left out, with
exit code 3. It takes no more memory than a scan of a text that is much larger; a
scan in a full run, of such texts, has an address space of 400 MB.
"""

import base64
import gzip
import json
import random
import resource
import unittest

import harness
from git_repositories import HAVE_GIT, git
from peak import peak_mib

ADDRESS_SPACE = 400 << 20
MOST_MIB = 128  # of memory; 85 are in use, for texts of 2 MB and of 10 MB
SIZE = harness.times(1_500_000, 10_000_000)
LINES_PACKED = harness.times(4000, 20_000)
LETTERS = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def limit_memory():
    if not harness.UNDER:
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


class Texts:
    def __init__(self, size=SIZE):
        self.random = random.Random(52)
        self.size = size

    def password(self):
        return "".join(self.random.choices(LETTERS, k=16))

    def line(self):
        return f'password = "{self.password()}"\n'.encode()

    def filled(self, make):
        """Pieces of make() up to the size."""
        out = bytearray()
        while len(out) < self.size:
            out += make()
        return bytes(out)

    def packed(self, lines):
        return base64.b64encode(gzip.compress(b"".join(lines), mtime=0)) + b"\n"

    def in_base64_lines(self):
        return self.filled(
            lambda: b"k: " + base64.b64encode(self.line()) + b"\n")

    def in_one_base64_text(self):
        return base64.encodebytes(self.filled(self.line))[:SIZE]

    def in_five_encodings(self):
        def piece():
            text = b"".join(self.line() for _ in range(100))
            for _ in range(5):
                text = base64.b64encode(text)
            return text + b"\n"
        return self.filled(piece)

    def one_secret_packed(self):
        # To pack half a million lines takes longer than to scan them.
        pieces = [self.packed([self.line()] * 500_000) for _ in range(4)]
        return self.filled(lambda: self.random.choice(pieces))

    def many_secrets_packed(self):
        return self.filled(
            lambda: self.packed([self.line() for _ in range(LINES_PACKED)]))

    def allowed(self):
        return self.filled(
            lambda: b"k: " + base64.b64encode(
                self.line()[:-1] + b" # sluice:allow\n") + b"\n")

    def in_a_row(self):
        """Each value reaches into the next one."""
        return self.filled(lambda: b"pwd=" + self.password().encode())


class MemoryTest(harness.CliTest):
    def scanned(self, *arguments, code, **options):
        """The exit code and the report of a scan."""
        report = self.tmp / "report"
        with open(report, "wb") as file:
            peak, ended = peak_mib(*arguments, stdout=file, timeout=600,
                                   preexec_fn=limit_memory, **options)
        self.assertIn(ended, code)
        if not harness.UNDER:
            self.assertLess(peak, MOST_MIB)
        return ended, report.read_bytes()

    def check(self, make, code=(1, 3), least=1):
        self.write("tree/text", make())
        (one, text), (three, other) = (
            self.scanned("scan", "-f", "json", "-j", workers, "tree",
                         cwd=self.tmp, code=code)
            for workers in ("1", "3"))
        self.assertEqual(one, three)
        self.assertTrue(text == other, "the reports differ")
        report = json.loads(text)
        self.assertGreaterEqual(len(report["findings"]), least)
        if one == 3:
            self.assertIn("left out",
                          report["coverage"]["incomplete"][0]["reason"])
        return report

    def test_lines_of_base64(self):
        self.check(Texts().in_base64_lines, code=(1,),
                   least=SIZE // 67)

    def test_one_text_in_base64(self):
        self.check(Texts().in_one_base64_text, least=SIZE // 500)

    def test_five_encodings(self):
        self.check(Texts().in_five_encodings, code=(1,), least=SIZE // 1000)

    def test_one_secret_in_packed_texts(self):
        # Each of its pieces unpacks to 15 MB.
        size = harness.times(SIZE // 5, SIZE)
        self.check(Texts(size).one_secret_packed, code=(1,))

    def test_many_secrets_in_packed_texts(self):
        # Each block is judged for as long as its bounds allow.
        self.check(Texts(SIZE // 10).many_secrets_packed, least=1000)

    def test_allowed_secrets(self):
        report = self.check(Texts().allowed, code=(0,), least=0)
        self.assertGreater(report["coverage"]["allowed"], SIZE // 100)

    def test_values_in_a_row(self):
        self.check(Texts().in_a_row, code=(0, 1, 3), least=0)

    @unittest.skipUnless(HAVE_GIT, "git is not installed")
    def test_a_history_with_packed_texts(self):
        repository = self.tmp / "repository"
        repository.mkdir()
        git(repository, "init", "-q")
        texts = Texts()
        for name, text in (("one", texts.one_secret_packed()[:SIZE // 10]),
                           ("lines", texts.in_base64_lines()[:SIZE // 10])):
            (repository / name).write_bytes(text)
            git(repository, "add", "-A")
            git(repository, "commit", "-qm", name)
        reports = [
            self.scanned("git", "-f", "json", "-j", workers, repository,
                         code=(1, 3))[1] for workers in ("1", "3")]
        self.assertIn(b'"rule_id"', reports[0])
        self.assertTrue(reports[0] == reports[1], "the reports differ")


if __name__ == "__main__":
    unittest.main()
