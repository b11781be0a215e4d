"""Archives of every kind, made up from a seed, with leaks in them.

An archive whose program is missing (7z, zstd, lz4) is not made.
"""

import bz2
import gzip
import io
import lzma
import pathlib
import random
import shutil
import subprocess
import tarfile
import tempfile
import zipfile

import leak_trees

NAMES = ["a.txt", "b.py", "sub/c.env", "d.json", "./e.cfg", "x/../f.go",
         "vendor/g.go", "h.min.js", "allowed/j.txt", "i", "m\u00e9.txt",
         "with blank.txt", "MZ.exe", "/abs/k.txt"]
# Sizes of texts, in bytes; the larger ones are read in several steps.
SIZES = [0, 1, 20, 200, 2000, 2000, 20000, 70000]


def through(command, data):
    return subprocess.run(command, input=data, check=True,
                          capture_output=True).stdout


def zipped(files, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr("a-directory/", b"")
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def tarred(files, form=tarfile.PAX_FORMAT):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as archive:
        folder = tarfile.TarInfo("a-directory")
        folder.type = tarfile.DIRTYPE
        archive.addfile(folder)
        link = tarfile.TarInfo("a-link")
        link.type = tarfile.SYMTYPE
        link.linkname = "a.txt"
        archive.addfile(link)
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def seven_zipped(files):
    # 7z takes files from a directory; names that lead out of it cannot be.
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            if name.startswith("/") or ".." in name:
                continue
            path = pathlib.Path(folder, "in", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        pathlib.Path(folder, "in").mkdir(exist_ok=True)
        subprocess.run(["7z", "a", "-bd", "../out.7z", "."], check=True,
                       capture_output=True, cwd=pathlib.Path(folder, "in"))
        return pathlib.Path(folder, "out.7z").read_bytes()


COMPRESSIONS = {
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".GZ": lambda data: gzip.compress(data, 1),
}
for ending, program in ((".zst", "zstd"), (".lz4", "lz4")):
    if shutil.which(program):
        COMPRESSIONS[ending] = (
            lambda data, p=program: through([p, "-q", "-c"], data))

ARCHIVES = {
    ".zip": zipped,
    ".ZIP.bak": lambda files: zipped(files, zipfile.ZIP_STORED),
    ".tar": tarred,
    ".gnu.tar": lambda files: tarred(files, tarfile.GNU_FORMAT),
}
for ending, compress in list(COMPRESSIONS.items()):
    ARCHIVES[".tar" + ending] = (
        lambda files, c=compress: c(tarred(files)))
if shutil.which("7z"):
    ARCHIVES[".7z"] = seven_zipped


def content(rng):
    head = rng.choice([b""] * 6 + [b"head", b"MZ", b"\x00\x01", b"\n"])
    return head + leak_trees.text(rng, rng.choice(SIZES))


def packed(rng, depth):
    """A name and what lies under it: an archive with others in it, or a
    compressed file."""
    stem = rng.choice(["a", "lib", "pack.v2", "\u00fc"]) + str(rng.randrange(99))
    if rng.random() < 0.3:
        ending = rng.choice(sorted(COMPRESSIONS))
        # gitleaks ends an archive at an empty file in it that is compressed.
        data = content(rng) or b"\n"
        return (stem + rng.choice([".txt", ""]) + ending,
                COMPRESSIONS[ending](data))
    files = {}
    for name in rng.sample(NAMES, rng.randrange(1, 6)):
        files[name] = content(rng)
    for _ in range(rng.randrange(3) if depth > 1 else 0):
        name, data = packed(rng, depth - 1)
        files[rng.choice(["", "in/"]) + name] = data
    ending = rng.choice(sorted(ARCHIVES))
    return stem + ending, ARCHIVES[ending](files)


def tree(seed):
    """Some names and contents."""
    rng = random.Random(seed)
    files = dict(packed(rng, rng.randrange(1, 5)) for _ in range(6))
    files["plain.txt"] = content(rng)
    files["sub/.browserslistrc"] = leak_trees.text(rng, 200)
    files["sub/called.tar.txt"] = leak_trees.text(rng, 200)
    return files
