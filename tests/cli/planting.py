"""Plants secrets in a directory tree and writes down their places.

The plan is made while the files are written, from the written bytes. The naive
search of planting_test.py compares it with the files on the disk.
"""

import codecs
import collections
import dataclasses
import os
import random


@dataclasses.dataclass(frozen=True)
class Planted:
    """A secret and its place, as in a finding."""
    path: bytes    # from the tree's root
    byte: int      # from 0
    line: int      # from 1
    column: int    # from 1, in bytes
    secret: str

    def walk_order(self):
        """The order of the report: each directory's entries by their bytes,
        then the place in the file."""
        return (self.path.split(b"/"), self.byte)


class Secret(str):
    """Marks the parts of a file that are to be found."""


class Tree:
    """A directory tree with a plan of what a scan must say of it."""

    def __init__(self, root):
        self.root = os.fsencode(root)
        self.planted: list[Planted] = []
        self.hidden: list[Planted] = []   # there, but not to be found
        self.files_scanned = 0
        self.bytes_scanned = 0
        self.skipped = collections.Counter()

    def file(self, name, *parts):
        """Writes a file to be scanned, made of bytes and secrets."""
        data, places = _assemble(_bytes(name), parts)
        self._write(name, data)
        self.planted += places
        self.files_scanned += 1
        self.bytes_scanned += len(data)

    def hide(self, name, *parts):
        """Writes a file that the scan must leave out. The caller counts the
        reason with skip(), since a directory counts once."""
        data, places = _assemble(_bytes(name), parts)
        self._write(name, data)
        self.hidden += places

    def link(self, name, target):
        """Makes a symbolic link, which the scan must not follow."""
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.symlink(_bytes(target), path)
        self.skip("symlink")

    def skip(self, reason: str, count: int = 1):
        self.skipped[reason] += count

    def path(self, name) -> bytes:
        return os.path.join(self.root, _bytes(name))

    def _write(self, name, data: bytes):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "xb") as file:
            file.write(data)


def _bytes(name) -> bytes:
    return name if isinstance(name, bytes) else name.encode("utf-8")


def _assemble(path: bytes, parts) -> tuple[bytes, list[Planted]]:
    """The file's bytes, and the place of each secret in them."""
    chunks, places = [], []
    byte, line, line_start = 0, 1, 0
    for part in parts:
        raw = part.encode("ascii") if isinstance(part, str) else part
        if byte == 0 and raw.startswith(codecs.BOM_UTF8):
            line_start = len(codecs.BOM_UTF8)  # no part of the first line
        if isinstance(part, Secret):
            places.append(Planted(path, byte, line, byte - line_start + 1,
                                  str(part)))
        breaks = raw.count(b"\n")
        if breaks:
            line += breaks
            line_start = byte + raw.rindex(b"\n") + 1
        byte += len(raw)
        chunks.append(raw)
    return b"".join(chunks), places


_WORDS = (b"river stone bright window garden under seven paper maple "
          b"morning quiet harbour walking yellow distant lantern copper "
          b"meadow whisper thunder violet saddle orchard winter").split()


def prose(size: int, seed: int, end: bytes = b"\n") -> bytes:
    """Harmless text of exactly `size` bytes: lines of plain words, each
    closed by `end`. With one byte or more, the last byte is a line feed."""
    if size <= 0:
        return b""
    source = random.Random(seed)
    # A few kilobytes repeated over and over: the content does not matter, and
    # megabytes of it are needed quickly.
    lines = []
    for _ in range(97):
        lines.append(b" ".join(source.choices(
            _WORDS, k=source.randrange(3, 12))) + end)
    block = b"".join(lines)
    text = (block * (size // len(block) + 1))[:size - 1]
    return text + b"\n"
