"""Tests of the tests: what the plan says is what lies on the disk.

The search here is naive and shares nothing with the builder or the program:
it reads each file whole and looks for the kinds' own patterns.
"""

import os
import shutil
import subprocess
import unittest

import harness
import planted_tree
from planting import Planted
from tokens import NAIVE_PATTERN, TokenMaker, base62, crc_suffix


def crc32_bit_by_bit(data: bytes) -> int:
    """CRC-32 (ISO 3309) from its definition, without zlib."""
    register = 0xFFFFFFFF
    for byte in data:
        register ^= byte
        for _ in range(8):
            register = (register >> 1) ^ (0xEDB88320 if register & 1 else 0)
    return register ^ 0xFFFFFFFF


def regular_files(root: bytes):
    """Every file of a tree, whatever its name; links are not followed."""
    for directory, _, names in os.walk(root):
        for name in names:
            path = os.path.join(directory, name)
            if not os.path.islink(path):
                yield path


def search(root: bytes) -> set[Planted]:
    found = set()
    for path in regular_files(root):
        with open(path, "rb") as file:
            data = file.read()
        mark = b"\xef\xbb\xbf"
        line_start = len(mark) if data.startswith(mark) else 0
        for number, line in enumerate(data[line_start:].split(b"\n"), start=1):
            for match in NAIVE_PATTERN.finditer(line):
                found.add(Planted(
                    os.path.relpath(path, root), line_start + match.start(),
                    number, match.start() + 1,
                    match.group().decode("ascii")))
            line_start += len(line) + 1
    return found


class TokenTest(unittest.TestCase):

    def test_checksum_is_crc32_in_base62(self):
        maker = TokenMaker(7)
        for token in (maker.github(), maker.npm()):
            body = token[4:34]
            value = 0
            for character in token[34:]:
                value = value * 62 + ("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                      "abcdefghijklmnopqrstuvwxyz"
                                      ).index(character)
            self.assertEqual(value, crc32_bit_by_bit(body.encode()))

    def test_base62_is_padded_and_wide_enough(self):
        self.assertEqual(base62(0, 6), "000000")
        self.assertEqual(base62(61, 6), "00000z")
        self.assertEqual(base62(62, 6), "000010")
        self.assertEqual(len(base62(0xFFFFFFFF, 6)), 6)
        self.assertEqual(len(crc_suffix("")), 6)

    def test_tokens_are_distinct_and_repeatable(self):
        first, second = TokenMaker(3), TokenMaker(3)
        tokens = [first.any() for _ in range(2000)]
        self.assertEqual(tokens, [second.any() for _ in range(2000)])
        self.assertEqual(len(set(tokens)), 2000)

    def test_the_naive_pattern_knows_every_kind(self):
        maker = TokenMaker(4)
        for kind in TokenMaker.KINDS:
            token = maker.of_kind(kind).encode("ascii")
            self.assertEqual(NAIVE_PATTERN.findall(b" " + token + b" "),
                             [token])


class PlanTest(harness.CliTest):

    def test_the_tree_is_as_planned(self):
        tree = planted_tree.build(self.tmp / "tree")
        self.assertGreaterEqual(len(tree.planted), 60)
        planned = set(tree.planted) | set(tree.hidden)
        self.assertEqual(len(planned), len(tree.planted) + len(tree.hidden))
        self.assertEqual(len({p.secret for p in planned}), len(planned))
        placeholders = {p for p in search(tree.root)
                        if p.path == b"decoys/placeholder"}
        self.assertEqual(len(placeholders), 1)
        self.assertEqual(search(tree.root) - placeholders, planned)

    def test_the_dense_file_is_as_planned(self):
        tree = planted_tree.Tree(self.tmp / "tree")
        planted_tree.add_dense_file(tree, TokenMaker(5), 30_000)
        self.assertEqual(search(tree.root), set(tree.planted))

    def test_every_border_is_met_at_every_offset(self):
        tree = planted_tree.Tree(self.tmp / "tree")
        planted_tree.add_border_files(tree, TokenMaker(5))
        border = planted_tree.BORDER
        self.assertEqual(sorted(p.byte for p in tree.planted),
                         list(range(border - 41, border + 2)))

    def test_counts_are_those_of_the_disk(self):
        tree = planted_tree.build_small(self.tmp / "tree")
        sizes = [os.path.getsize(path) for path in regular_files(tree.root)]
        hidden = [path for path in regular_files(tree.root)
                  if os.path.relpath(path, tree.root) in
                  {p.path for p in tree.hidden} or (
                      b"/.git/" in path and not path.endswith(b"/config"))]
        hidden_size = sum(map(os.path.getsize, hidden))
        self.assertEqual(tree.files_scanned, len(sizes) - len(hidden))
        self.assertEqual(tree.bytes_scanned, sum(sizes) - hidden_size)

    @unittest.skipUnless(shutil.which("git"), "git is not installed")
    def test_git_agrees_on_what_is_ignored(self):
        tree = planted_tree.build_small(self.tmp / "tree")
        paths = [os.path.relpath(path, tree.root)
                 for path in regular_files(tree.root)
                 if b"/.git/" not in path]
        asked = subprocess.run(
            ["git", "-c", "safe.directory=*", "check-ignore", "--no-index",
             "-z", "--stdin"], cwd=tree.root, input=b"\0".join(paths),
            capture_output=True, check=False, env=harness.environment())
        self.assertEqual(asked.stderr, b"")
        ours_alone = (b"fixtures/", b"some/expected.golden")  # .sluiceignore
        planned = {p.path for p in tree.hidden
                   if b".git/" not in p.path
                   and not p.path.startswith(ours_alone)}
        self.assertEqual(set(filter(None, asked.stdout.split(b"\0"))),
                         planned)


if __name__ == "__main__":
    unittest.main()
