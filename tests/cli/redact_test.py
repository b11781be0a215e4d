"""`sluice redact`: what scan would find is replaced, and nothing else is."""

import base64
import csv
import gzip
import io
import json
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import threading
import tomllib
import unittest

import harness
import tokens

HERE = pathlib.Path(__file__).resolve().parent
LABELLED = HERE.parent / "labelled"
sys.path.insert(0, str(HERE.parent / "drawn"))

import project  # noqa: E402
from values import KINDS  # noqa: E402

try:
    import yaml
except ImportError:
    yaml = None

MAKER = tokens.TokenMaker(50)
LABEL = re.compile(rb"[\[(][A-Za-z0-9_.-]+:\d+[\])]")
QUOTED_LABEL = re.compile(rb'"?' + LABEL.pattern + rb'"?')


def redact(*arguments, **options):
    return harness.run("redact", "--no-config", *arguments, **options)


def redacted(text, *arguments):
    """What standard input becomes."""
    outcome = redact("-q", *arguments, stdin=text)
    assert outcome.code == 0 and outcome.stderr == b"", outcome
    return outcome.stdout


class Files(harness.CliTest):
    """Where the text comes from, and where it goes."""

    def setUp(self):
        super().setUp()
        self.secret = MAKER.github().encode()
        self.text = b"token=" + self.secret + b" sent\nagain " + self.secret
        self.clean = b"token=[github-pat:1] sent\nagain [github-pat:1]"

    def test_standard_input(self):
        outcome = redact(stdin=self.text)
        self.assertEqual(outcome.stdout, self.clean)
        self.assertEqual(outcome.stderr, b"2 secrets redacted (1 different):\n"
                                         b"      2  github-pat\n")
        self.assertEqual(outcome.code, 0)
        self.assertEqual(redact("-q", "-", stdin=self.text).stderr, b"")

    def test_a_line_keeps_the_rest(self):
        text = b"git clone https://x:" + self.secret + b"@host.example/a.git\n"
        self.assertEqual(redacted(text), text.replace(self.secret,
                                                      b"[github-pat:1]"))

    def test_no_secret(self):
        outcome = redact(stdin=b"nothing\n\xff\r\n")
        self.assertEqual((outcome.stdout, outcome.code),
                         (b"nothing\n\xff\r\n", 0))
        self.assertEqual(outcome.stderr, b"no secrets redacted\n")
        self.assertEqual(redact(stdin=b"").stdout, b"")

    def test_a_file_to_standard_output(self):
        path = self.write("a.log", self.text)
        self.assertEqual(redact(path).stdout, self.clean)
        self.assertEqual(path.read_bytes(), self.text)

    def test_a_folder(self):
        other = MAKER.github().encode()
        a, b = self.write("x/a.log", self.text), self.write("b.log", other)
        a.chmod(0o600)
        outcome = redact("-o", self.tmp / "new/out", a, b)
        self.assertEqual(outcome.code, 0)
        self.assertEqual(outcome.stdout, b"")
        self.assertEqual((self.tmp / "new/out/a.log").read_bytes(), self.clean)
        # Equal secrets of a run have equal numbers, others have others.
        self.assertEqual((self.tmp / "new/out/b.log").read_bytes(),
                         b"[github-pat:2]")
        self.assertEqual(a.read_bytes(), self.text)
        # Only the owner may read the copy if only the owner may read the file.
        self.assertEqual((self.tmp / "new/out/a.log").stat().st_mode & 0o77, 0)
        self.assertNotEqual((self.tmp / "new/out/b.log").stat().st_mode & 0o77,
                            0)

    def test_in_place(self):
        a, b = self.write("a.log", self.text), self.write("b.log", b"nothing")
        a.chmod(0o640)
        os.utime(b, (1, 1))
        (self.tmp / "link").symlink_to("a.log")
        self.assertEqual(redact("--in-place", self.tmp / "link", b).code, 0)
        self.assertEqual(a.read_bytes(), self.clean)
        self.assertEqual(a.stat().st_mode & 0o7777, 0o640)
        self.assertEqual(b.stat().st_mtime, 1)
        self.assertTrue((self.tmp / "link").is_symlink())
        self.assertEqual(sorted(os.listdir(self.tmp)),
                         ["a.log", "b.log", "link"])

    def test_check(self):
        a, b = self.write("a.log", self.text), self.write("b.log", b"nothing")
        outcome = redact("--check", a, b)
        self.assertEqual((outcome.code, outcome.stdout), (1, b""))
        self.assertIn(b"2 secrets to redact", outcome.stderr)
        self.assertEqual(a.read_bytes(), self.text)
        self.assertEqual(redact("--check", b).code, 0)

    def test_what_is_refused(self):
        path = self.write("a.log", self.text)
        for arguments, why in (
                ((path, path), b"several files need -o DIR or --in-place"),
                (("-o", "d", path, self.write("x/a.log", b"")),
                 b"two files would be written to d/a.log"),
                (("--in-place", "-"), b"standard input"),
                (("--in-place", "--check", path), b"choose one"),
                (("-o", self.tmp, path), b"would replace it"),
                ((self.tmp,), b"directory"),
                ((self.tmp / "none",), b"none"),
                (("--style", "x", path), b"label, stars or empty"),
                (("--baseline", "x", path), b"--baseline")):
            with self.subTest(why=why):
                outcome = redact(*arguments)
                self.assertEqual((outcome.code, outcome.stdout), (2, b""))
                self.assertIn(why, outcome.stderr)
                self.assertNotIn(b"no secrets", outcome.stderr)
        self.assertEqual(path.read_bytes(), self.text)

    def test_archives_are_refused(self):
        packed = gzip.compress(self.text)
        outcome = redact(stdin=packed)
        self.assertEqual((outcome.code, outcome.stdout), (2, b""))
        self.assertIn(b"unpack it", outcome.stderr)
        path = self.write("a.gz", packed)
        other = self.write("b.log", self.text)
        outcome = redact("--in-place", path, other)
        self.assertEqual(outcome.code, 2)
        self.assertIn(b"a.gz: it is a", outcome.stderr)
        self.assertEqual(path.read_bytes(), packed)
        self.assertEqual(other.read_bytes(), self.clean)

    def test_a_level_and_rules(self):
        text = b'password = "banana"\n'
        self.assertEqual(redacted(text), text)
        self.assertEqual(redacted(text, "--min-confidence", "low"),
                         b'password = "[generic-password:1]"\n')
        self.assertEqual(redacted(b"x " + self.secret, "--disable-rule",
                                  "github-pat"), b"x " + self.secret)

    def test_a_configuration(self):
        self.write(".sluice.toml", b'[[rules]]\nid = "my-id"\nregex = '
                                   b"'''id-(\\d{9})'''\n")
        text = b"a id-739205148 b\n"
        self.assertEqual(harness.run("redact", "-q", stdin=text,
                                     cwd=self.tmp).stdout,
                         b"a id-[my-id:1] b\n")

    def test_a_reader_that_goes_away(self):
        child = subprocess.Popen(
            [harness.binary(), "redact", "--no-config"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=harness.environment())
        child.stdout.close()
        try:
            child.stdin.write(b"a line\n" * 500_000)
            child.stdin.close()
        except BrokenPipeError:
            pass
        self.assertEqual(child.wait(harness.TIMEOUT_S), 141)
        child.stderr.close()
        try:
            child.stdin.close()
        except BrokenPipeError:
            pass


class Styles(unittest.TestCase):

    def setUp(self):
        self.secret = MAKER.github().encode()

    def test_styles(self):
        text = b"token=" + self.secret + b" x\n"
        self.assertEqual(redacted(text, "--style", "stars"),
                         b"token=******** x\n")
        self.assertEqual(redacted(text, "--style", "empty"), b"token= x\n")
        self.assertEqual(redacted(text, "--keep-length"),
                         b"token=[github-pat:1]" + b"*" * 26 + b" x\n")
        self.assertEqual(
            redacted(text, "--style", "stars", "--keep-length"),
            b"token=" + b"*" * len(self.secret) + b" x\n")

    def test_encodings_of_characters(self):
        text = f"ä 😀 {self.secret.decode()} end\r\n"
        for code in ("utf-8", "utf-8-sig", "utf-16"):
            self.assertEqual(redacted(text.encode(code)).decode(code),
                             "ä 😀 [github-pat:1] end\r\n")

    def test_a_table(self):
        out = io.StringIO()
        writer = csv.writer(out)
        for number in range(3):
            writer.writerow([number, f'a "{self.secret.decode()}", b',
                             self.secret.decode()])
        rows = list(csv.reader(io.StringIO(
            redacted(out.getvalue().encode()).decode())))
        self.assertEqual(rows, [[str(number), 'a "[github-pat:1]", b',
                                 "[github-pat:1]"] for number in range(3)])

    def test_values_without_quotes(self):
        number = b"83920174652"
        for name, text in (("a.json", b'{"password": %s, "a": [1]}\n'),
                           ("a.yaml", b"password: %s\nb: 1\n"),
                           ("a.toml", b"password = %s\nb = 1\n")):
            with self.subTest(name):
                folder = harness.make_temporary(self.addCleanup)
                (folder / name).write_bytes(text % number)
                outcome = redact("--min-confidence", "low", folder / name)
                self.assertEqual(LABEL.sub(b"L", outcome.stdout),
                                 text % b'"L"')

    def test_base64_of_every_width_and_offset(self):
        folder = harness.make_temporary(self.addCleanup)
        expected = {}
        for offset in range(60):
            for width in (0, 60, 64, 76, 100):
                inner = ("x" * offset + " the key is " + MAKER.github() +
                         " and more words after it, so that it has lines")
                code = base64.b64encode(inner.encode()).decode()
                if width:
                    code = "\n".join(code[i:i + width]
                                     for i in range(0, len(code), width))
                name = f"{offset}-{width}.txt"
                (folder / name).write_text(f"before\ndata: {code}\n(after)\n")
                expected[name] = b"before\ndata: L\n(after)\n"
        self.assertEqual(
            redact("--in-place", *map(folder.joinpath, expected)).code, 0)
        self.assertEqual({name: LABEL.sub(b"L", (folder / name).read_bytes())
                          for name in expected}, expected)


def parsed(name, text):
    """The value of a text in JSON, YAML or TOML; None if it is none."""
    try:
        if name.endswith(".json"):
            return json.loads(text)
        if name.endswith((".yaml", ".yml")) and yaml:
            return list(yaml.safe_load_all(text))
        if name.endswith(".toml"):
            return tomllib.loads(text.decode())
    except (ValueError, yaml.YAMLError if yaml else ValueError):
        pass
    return None


def is_same_shape(before, after):
    """Whether only values differ, and are texts then."""
    if isinstance(before, dict):
        return (isinstance(after, dict) and list(before) == list(after) and
                all(map(is_same_shape, before.values(), after.values())))
    if isinstance(before, list):
        return (isinstance(after, list) and len(before) == len(after) and
                all(map(is_same_shape, before, after)))
    return before == after or isinstance(after, str)


class Properties(harness.CliTest):
    """Of many texts: the labelled ones, drawn values in all forms, and random
    joins of them."""

    def check(self, files, *arguments, level="medium", labels=True):
        """Redacts {name: bytes}."""
        for name, text in files.items():
            self.write(name, text)
        paths = list(files)
        level = ("--min-confidence", level)
        outcome = redact("--in-place", "-q", *level, *arguments, *paths,
                         cwd=self.tmp)
        self.assertEqual(outcome.code, 0, outcome)
        found = self.scan("--no-config", "--no-ignore", "--archive-depth", "0",
                          *level, self.tmp)["findings"]
        self.assertEqual([(one["path"], one["start"]["line"], one["rule_id"])
                          for one in found], [])
        changed = 0
        result = {}
        for name, text in files.items():
            after = result[name] = (self.tmp / name).read_bytes()
            changed += after != text
            with self.subTest(name):
                if labels:
                    self.assert_outside_is_equal(text, after)
                value = parsed(name, text)
                if value is not None:
                    self.assertTrue(is_same_shape(value, parsed(name, after)))
        self.assertGreater(changed, len(files) // 10)
        # The second time, nothing is replaced.
        outcome = redact("--check", *level, *arguments, *paths, cwd=self.tmp)
        self.assertEqual(outcome.stderr, b"no secrets to redact\n")
        return result

    def assert_outside_is_equal(self, before, after):
        """The text between labels is in `before`, in the same order. A label
        may have got quotes."""
        pieces = QUOTED_LABEL.split(after)
        self.assertTrue(before.startswith(pieces[0]))
        self.assertTrue(before.endswith(pieces[-1]))
        at = 0
        for piece in pieces:
            at = before.find(piece, at)
            self.assertGreaterEqual(at, 0, piece)
            at += len(piece)

    def labelled(self, half):
        root = LABELLED / half
        return {str(path.relative_to(root)): path.read_bytes()
                for path in sorted(root.rglob("*")) if path.is_file()}

    def test_labelled_texts(self):
        self.check(self.labelled("tuning"))

    def test_labelled_texts_with_their_length(self):
        files = self.labelled("checking")
        for name, after in self.check(files, "--keep-length",
                                      labels=False).items():
            self.assertEqual(len(after), len(files[name]), name)

    def test_labelled_texts_with_stars(self):
        self.check(self.labelled("tuning"), "--style", "stars", labels=False)

    def test_drawn_values(self):
        drawn = project._draw(random.Random(harness.seed(50)),
                              project.SECRET_FORMS, KINDS, 1)
        self.check({path: text.encode() for path, text, _ in drawn})

    def test_random_joins(self):
        rng = random.Random(harness.seed(7))
        lines = [line for half in ("tuning", "checking")
                 for name, text in self.labelled(half).items()
                 for line in text.splitlines(True)]
        self.check({f"{number}.txt": b"".join(rng.choices(lines, k=120))
                    for number in range(harness.times(60, 1000))},
            labels=False)


class Streams(harness.CliTest):

    def start(self, *arguments):
        child = subprocess.Popen(
            [harness.binary(), "redact", "--no-config", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=harness.environment())
        self.addCleanup(child.stderr.close)
        self.addCleanup(child.stdout.close)
        self.addCleanup(child.kill)
        return child

    def test_pieces(self):
        rng = random.Random(harness.seed(3))
        text = b"".join(
            b"line %d token=%s\n" % (number, MAKER.github().encode())
            if number % 9 == 0 else b"line %d of a log\n" % number
            for number in range(40_000))
        whole = redact("-q", self.write("log", text)).stdout
        self.assertIn(b"[github-pat:1]", whole)

        def in_pieces(most) -> bytes:
            child = self.start("-q")
            taken = []
            reader = threading.Thread(
                target=lambda: taken.append(child.stdout.read()))
            reader.start()
            at = 0
            while at < len(text):
                some = rng.randint(1, most)
                child.stdin.write(text[at:at + some])
                child.stdin.flush()
                at += some
            child.stdin.close()
            reader.join()
            self.assertEqual(child.wait(harness.TIMEOUT_S), 0)
            return taken[0]

        for most in (70_000, 999):
            # On a busy machine the input may pause within a line for as long as
            # a person's does. That is shown at once, in a way of its own.
            self.assertIn(whole, (in_pieces(most) for _ in range(4)))

    def test_a_line_is_shown_while_the_input_goes_on(self):
        child = self.start()
        for number in (1, 2):
            child.stdin.write(b"token=%s\n" % MAKER.github().encode())
            child.stdin.flush()
            # Without the bound on the wait this would never return.
            self.assertEqual(child.stdout.readline(),
                             b"token=[github-pat:%d]\n" % number)
        child.stdin.write(b"name? ")
        child.stdin.flush()
        self.assertEqual(os.read(child.stdout.fileno(), 99), b"name? ")
        child.stdin.close()
        self.assertEqual(child.wait(harness.TIMEOUT_S), 0)
        self.assertIn(b"2 secrets redacted (2 different)", child.stderr.read())

    def test_a_signal_ends_the_input(self):
        child = self.start()
        child.stdin.write(b"x\nhalf a line with " + MAKER.github().encode())
        child.stdin.flush()
        self.assertEqual(child.stdout.readline(), b"x\n")
        child.send_signal(signal.SIGINT)
        self.assertEqual(child.stdout.read(), b"half a line with [github-pat:1]")
        self.assertEqual(child.wait(harness.TIMEOUT_S), 130)
        child.stdin.close()

    @unittest.skipIf(harness.UNDER, "the program's memory is not its own")
    def test_memory(self):
        """200 MB pass through in an address space of 400 MB."""
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))
        child = subprocess.Popen(
            [harness.binary(), "redact", "--no-config", "-q"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env=harness.environment(), preexec_fn=limit)
        self.addCleanup(child.stdout.close)
        sizes = []

        def count():
            while piece := child.stdout.read(1 << 20):
                sizes.append(len(piece))
        reader = threading.Thread(target=count)
        reader.start()
        block = b"".join(b"%d a line of a log without anything\n" % number
                         for number in range(20_000))
        blocks = 200_000_000 // len(block)
        for _ in range(blocks):
            child.stdin.write(block)
        child.stdin.close()
        reader.join()
        self.assertEqual(sum(sizes), blocks * len(block))
        self.assertEqual(child.wait(harness.TIMEOUT_S), 0)


if __name__ == "__main__":
    unittest.main()
