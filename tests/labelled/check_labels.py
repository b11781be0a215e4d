"""The labels of the labelled set hold (README.md says what the set is).

Run by itself, it also prints how many labels of each kind each half has.
"""

import collections
import pathlib
import re
import sys
import unittest
import zlib

HERE = pathlib.Path(__file__).resolve().parent
HALVES = ("tuning", "checking")
HEADER = "path\tline\tverdict\tkind\tvalue\twhy"
BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

TRUE_KINDS = {
    "assigned-key", "assigned-password", "auth-header", "call-argument",
    "cli-password", "cloud-key", "connection-string", "hashed-password", "jwt",
    "private-key", "provider-token", "url-password", "webhook-url",
}
FALSE_KINDS = {
    "base64-image", "code", "column-name", "commit-id", "css",
    "default-password", "encrypted-value", "env-lookup", "example-doc",
    "feature-flag", "file-name", "hash", "identifier", "integrity", "lorem",
    "masked", "minified", "number", "path", "placeholder", "prose",
    "public-certificate", "publishable-key", "reference", "regex", "template",
    "test-vector", "translation", "type-name", "ui-label", "url", "uuid",
}

# Tokens that end in the CRC-32 of what stands before it, in base 62.
CHECKED = re.compile(r"(?:gh[opusr]|npm)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})")

# What a scanner obeys, and so must not stand in the files.
DIRECTIVE = re.compile(r"(?i)sluice:|leaks:allow|trufflehog:|ggignore"
                       r"|kingfisher:|allowlist secret|allowlist nextline"
                       r"|secretlint-|nosonar")

# At least so many of each verdict in both halves together.
LEAST = {"true": 500, "false": 1000}

Label = collections.namedtuple("Label", "path line verdict kind value why")


def read_labels(half):
    """Rows of labels.tsv, and what is wrong with its form."""
    lines = (HERE / half / "labels.tsv").read_text(
        encoding="utf-8").removesuffix("\n").split("\n")
    faults = [] if lines[0] == HEADER else [f"{half}: the header is wrong"]
    labels = []
    for number, line in enumerate(lines[1:], 2):
        fields = line.split("\t")
        if (len(fields) != 6 or not all(fields) or not fields[1].isdigit()
                or fields[4] != fields[4].strip() or " " in fields[5]):
            faults.append(f"{half}/labels.tsv:{number}: not six fields")
            continue
        labels.append(Label(fields[0], int(fields[1]), *fields[2:]))
    return labels, faults


def files_of(half):
    return {path.relative_to(HERE / half).as_posix(): path.read_text(
        encoding="utf-8").split("\n")
            for path in sorted((HERE / half).rglob("*"))
            if path.is_file() and path.name != "labels.tsv"}


def is_key_in_lines(label):
    """Whether it is a private key in several lines, whose value is the first
    of them."""
    return (label.kind == "private-key"
            and label.value.startswith("-----BEGIN")
            and "\\n" not in label.value)


def secret_of(label, lines):
    """What makes a true label's secret its own: of a private key in several
    lines, the last line of its body."""
    if is_key_in_lines(label):
        return next(above for above, line in zip(lines[label.line:],
                                                 lines[label.line + 1:])
                    if line.lstrip().startswith("-----END")).strip()
    return label.value


def base62(value, width=6):
    digits = ""
    while value:
        value, digit = divmod(value, 62)
        digits = BASE62[digit] + digits
    return digits.rjust(width, "0")


class LabelsTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        read = {half: read_labels(half) for half in HALVES}
        cls.labels = {half: labels for half, (labels, _) in read.items()}
        cls.form = [fault for _, faults in read.values() for fault in faults]
        cls.files = {half: files_of(half) for half in HALVES}

    def each(self):
        for half in HALVES:
            for label in self.labels[half]:
                yield half, label, f"{half}/{label.path}:{label.line}"

    def test_rows_have_their_form(self):
        self.assertEqual([], self.form)

    def test_every_value_stands_on_its_line(self):
        for half, label, where in self.each():
            lines = self.files[half].get(label.path)
            self.assertIsNotNone(lines, f"{where}: no such file")
            self.assertTrue(1 <= label.line <= len(lines),
                            f"{where}: no such line")
            self.assertIn(label.value, lines[label.line - 1], where)

    def test_every_file_has_labels(self):
        for half in HALVES:
            named = {label.path for label in self.labels[half]}
            self.assertEqual([], sorted(set(self.files[half]) - named), half)

    def test_kinds_are_known(self):
        for _, label, where in self.each():
            self.assertIn(label.verdict, LEAST, where)
            self.assertIn(
                label.kind,
                TRUE_KINDS if label.verdict == "true" else FALSE_KINDS, where)

    def test_rows_are_in_order_and_said_once(self):
        for half in HALVES:
            places = [(label.path, label.line) for label in self.labels[half]]
            self.assertEqual(sorted(places), places, half)
            rows = [label[:2] + (label.value,) for label in self.labels[half]]
            twice = [row for row, n in collections.Counter(rows).items()
                     if n > 1]
            self.assertEqual([], twice, half)

    def test_no_secret_is_in_both_halves(self):
        text = {half: "\n".join("\n".join(lines)
                                for lines in self.files[half].values())
                for half in HALVES}
        for half, label, where in self.each():
            if label.verdict == "true":
                other = HALVES[1 - HALVES.index(half)]
                secret = secret_of(label, self.files[half][label.path])
                self.assertFalse(secret in text[other], where)

    def test_no_value_is_both_true_and_false(self):
        verdicts = collections.defaultdict(set)
        for half, label, _ in self.each():
            secret = secret_of(label, self.files[half][label.path])
            verdicts[secret].add(label.verdict)
        self.assertEqual(
            [], [value for value, both in verdicts.items() if len(both) > 1])

    def test_checksums_are_right(self):
        checked = 0
        for _, label, where in self.each():
            match = CHECKED.search(label.value)
            if label.verdict == "true" and match:
                self.assertEqual(base62(zlib.crc32(match[1].encode())),
                                 match[2], where)
                checked += 1
        self.assertGreaterEqual(checked, 10)

    def test_files_hold_no_directive(self):
        for half in HALVES:
            for path, lines in self.files[half].items():
                for number, line in enumerate(lines, 1):
                    self.assertNotRegex(line, DIRECTIVE,
                                        f"{half}/{path}:{number}")

    def test_there_are_enough(self):
        counts = collections.Counter(label.verdict
                                     for _, label, _ in self.each())
        for verdict, least in LEAST.items():
            self.assertGreaterEqual(counts[verdict], least, verdict)

    def test_the_halves_have_the_same_spread(self):
        """Each kind in both; of the common ones, no more than twice as many
        in one as in the other."""
        first, second = (collections.Counter(
            (label.verdict, label.kind) for label in self.labels[half])
                         for half in HALVES)
        for kind in set(first) | set(second):
            few, many = sorted((first[kind], second[kind]))
            self.assertGreater(few, 0, kind)
            if many >= 10:
                self.assertLessEqual(many, 2 * few, kind)


def print_counts():
    counts = collections.Counter(
        (label.verdict, label.kind, half)
        for half in HALVES for label in read_labels(half)[0])
    for verdict, kinds in (("true", TRUE_KINDS), ("false", FALSE_KINDS)):
        for kind in sorted(kinds) + [None]:
            numbers = [sum(n for key, n in counts.items() if key[0] == verdict
                           and kind in (None, key[1]) and key[2] == half)
                       for half in HALVES]
            print(f"{verdict:6}{kind or 'all of them':20}"
                  + "".join(f"{n:6}" for n in numbers))


if __name__ == "__main__":
    print_counts()
    unittest.main(argv=[sys.argv[0]])
