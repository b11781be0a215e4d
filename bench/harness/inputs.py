"""The inputs of a comparison: the tree, two made files, the control tree."""

import base64
import dataclasses
import os
import pathlib
import random
import string
import zlib

# This literal is in no source tree. It is joined here so that this tree does
# not contain it either.
RARE_LITERAL = "q7Xv" + "ZkP0" + "wJ4r"

SMALL_TEXT = b'host = "db.internal"; port = 5432; user = "app"; retry = 3;\n'


@dataclasses.dataclass(frozen=True)
class Input:
    """Something to scan. `name` is what a recorded run calls it."""

    case: str
    name: str
    path: pathlib.Path
    files: int
    size: int  # bytes


def tree(path):
    """Reads every file below `path` once: sizes, and a warm page cache."""
    files = size = 0
    buffer = bytearray(1 << 20)
    for folder, _, names in os.walk(path):
        for name in names:
            entry = os.path.join(folder, name)
            if os.path.islink(entry) or not os.path.isfile(entry):
                continue
            files += 1
            with open(entry, "rb", buffering=0) as stream:
                while got := stream.readinto(buffer):
                    size += got
    return Input("tree", pathlib.Path(path).name, pathlib.Path(path), files,
                 size)


def small(folder):
    """One file of 60 bytes without a finding: what remains is start-up."""
    path = pathlib.Path(folder) / "small" / "settings.conf"
    path.parent.mkdir()
    path.write_bytes(SMALL_TEXT)
    return Input("small", "one file of 60 bytes", path, 1, len(SMALL_TEXT))


def large(folder, source, megabytes):
    """One file of text, made of the tree's files one after another."""
    path = pathlib.Path(folder) / "large" / "joined.txt"
    path.parent.mkdir()
    wanted = megabytes * 1_000_000
    with open(path, "wb") as joined:
        while joined.tell() < wanted:
            before = joined.tell()
            _append_texts(joined, source, wanted)
            if joined.tell() == before:
                raise ValueError(f"no text below {source}")
        joined.truncate(wanted)
    return Input("large", f"one file of {megabytes} MB", path, 1, wanted)


def _append_texts(joined, source, wanted):
    for folder, folders, names in os.walk(source):
        folders.sort()
        for name in sorted(names):
            entry = pathlib.Path(folder, name)
            if entry.is_symlink() or not entry.is_file():
                continue
            content = entry.read_bytes()
            if b"\0" in content[:8192]:
                continue
            joined.write(content)
            if joined.tell() >= wanted:
                return


def control(folder):
    """A tree and a file with made-up credentials of several kinds.

    A scanner that reports none of them was called wrongly, and its time would
    be that of doing nothing. The secrets are made when the benchmark runs, so
    the repository contains none.
    """
    rng = random.Random(20240229)
    path = pathlib.Path(folder) / "control"
    path.mkdir()

    def word(alphabet, length):
        return "".join(rng.choice(alphabet) for _ in range(length))

    alphanumeric = string.ascii_letters + string.digits
    github = word(alphanumeric, 30)
    github = "ghp_" + github + _base62_crc(github)
    aws = "AKIA" + word(string.ascii_uppercase + "234567", 16)
    lines = [
        f'GITHUB_TOKEN="{github}"',
        f'AWS_ACCESS_KEY_ID="{aws}"',
        f'AWS_SECRET_ACCESS_KEY="{word(alphanumeric, 40)}"',
        f'api_key = "{word("0123456789abcdef", 40)}"',
        f'password = "{word(alphanumeric + "!%#", 24)}"',
        RARE_LITERAL,
    ]
    settings = path / "settings.py"
    settings.write_text("\n".join(lines) + "\n")
    key = base64.encodebytes(rng.randbytes(1190)).decode()
    begin, end = ("-----" + edge + " RSA PRIVATE KEY-----\n"
                  for edge in ("BEGIN", "END"))
    (path / "id_rsa").write_text(begin + key + end)
    size = sum(entry.stat().st_size for entry in path.iterdir())
    return (Input("control tree", path.name, path, 2, size),
            Input("control file", settings.name, settings, 1,
                  settings.stat().st_size))


def _base62_crc(text):
    """The six-character checksum at the end of a GitHub token."""
    digits = string.digits + string.ascii_uppercase + string.ascii_lowercase
    value = zlib.crc32(text.encode())
    out = ""
    while value:
        value, digit = divmod(value, 62)
        out = digits[digit] + out
    return out.rjust(6, "0")
