"""Archives of every kind, made by the usual tools, or by hand if there is no
such tool.

A maker takes files (names to bytes) and returns the archive's bytes. If its
tool is not installed, it raises NoTool.
"""

import bz2
import gzip
import hashlib
import io
import json
import lzma
import os
import pathlib
import shutil
import struct
import subprocess
import tarfile
import tempfile
import zipfile
import zlib

Files = dict[str, bytes]

# For tarfile's extractall(). Debian 12's Python has no filters yet.
AS_TAR_DOES = {"filter": "tar"} if hasattr(tarfile, "tar_filter") else {}


class NoTool(Exception):
    """The tool that would make it is not installed, or cannot."""


def tool(*command, cwd=None, stdin=b"") -> bytes:
    """Standard output of a tool that succeeds."""
    if shutil.which(command[0]) is None:
        raise NoTool(command[0])
    # Names are UTF-8 to bsdtar and 7z, whatever the tester's locale is.
    done = subprocess.run([*map(os.fspath, command)], cwd=cwd, input=stdin,
                          capture_output=True, check=False,
                          env={**os.environ, "LC_ALL": "C.UTF-8"})
    if done.returncode != 0:
        raise NoTool(f"{command}: {done.stderr[-500:]!r}")
    return done.stdout


def lay(folder, files: Files):
    """Writes the files below the folder."""
    for name, data in files.items():
        path = os.path.join(os.fsencode(folder), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)


def made_by(*command):
    """A maker: `command` runs where the files lie, which it gets as its last
    words, and writes the archive to OUT, or to standard output."""
    def make(files: Files) -> bytes:
        with tempfile.TemporaryDirectory() as top:
            out = os.path.join(top, "out.any")
            tree = os.path.join(top, "in")
            os.mkdir(tree)
            lay(tree, files)
            words = [word.replace("OUT", out) for word in command]
            told = tool(*words, *sorted(os.listdir(tree)), cwd=tree)
            if "OUT" not in " ".join(command):
                return told
            return pathlib.Path(out).read_bytes()
    return make


def cpio(form: str):
    def make(files: Files) -> bytes:
        with tempfile.TemporaryDirectory() as tree:
            lay(tree, files)
            return tool("cpio", "-o", "--quiet", "-H", form, cwd=tree,
                        stdin="\n".join(files).encode())
    return make


def python_tar(form: int, mode: str = "w"):
    def make(files: Files) -> bytes:
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode=mode, format=form) as archive:
            for name, data in files.items():
                entry = tarfile.TarInfo(name)
                entry.size = len(data)
                archive.addfile(entry, io.BytesIO(data))
        return out.getvalue()
    return make


tar = python_tar(tarfile.GNU_FORMAT)


def python_zip(method: int = zipfile.ZIP_DEFLATED, *, streamed=False,
               comment=b"", zip64=False):
    def make(files: Files) -> bytes:
        out = io.BytesIO()
        target = _NoSeek(out) if streamed else out
        with zipfile.ZipFile(target, "w", method) as archive:
            archive.comment = comment
            for name, data in files.items():
                entry = zipfile.ZipInfo(name)
                entry.compress_type = method
                with archive.open(entry, "w", force_zip64=zip64) as member:
                    member.write(data)
        return out.getvalue()
    return make


class _NoSeek:
    """A pipe: zipfile then writes the sizes after each member."""

    def __init__(self, out):
        self._out = out

    def write(self, data):
        return self._out.write(data)

    def flush(self):
        pass


zip_of = python_zip()


def then(make, pack):
    """An archive that is packed as a whole."""
    return lambda files: pack(make(files))


def filtered(*command):
    """Packs bytes: a program from standard input to standard output."""
    return lambda data: tool(*command, stdin=data)


def raw_by_bsdtar(option: str):
    """Packs bytes in a way that no other tool here can."""
    return lambda data: made_by("bsdtar", "-c", "--format=raw", option, "-f",
                                "OUT")({"x": data})


# Ending of the name, and what packs a file's bytes.
COMPRESSIONS = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": filtered("zstd", "-q", "-c"),
    "lz4": filtered("lz4", "-q", "-c"),
    "lz": raw_by_bsdtar("--lzip"),
    "Z": raw_by_bsdtar("-Z"),
}


# Archives that a person would call packages.

def deb(compression: str):
    def make(files: Files) -> bytes:
        with tempfile.TemporaryDirectory() as top:
            tree = os.path.join(top, "tree")
            control = (b"Package: made-up\nVersion: 1\nArchitecture: all\n"
                       b"Maintainer: Nobody <nobody@example.org>\n"
                       b"Description: made up\n")
            lay(tree, {**files, "DEBIAN/control": control})
            os.chmod(tree, 0o755)
            os.chmod(os.path.join(tree, "DEBIAN"), 0o755)
            tool("dpkg-deb", "--root-owner-group", f"-Z{compression}", "-b",
                 tree, os.path.join(top, "out.deb"))
            return pathlib.Path(top, "out.deb").read_bytes()
    return make


def rpm(payload: str):
    def make(files: Files) -> bytes:
        with tempfile.TemporaryDirectory() as top:
            lay(os.path.join(top, "from"), files)
            spec = pathlib.Path(top, "made-up.spec")
            spec.write_text(
                f"%define _binary_payload {payload}\n"
                "%define __os_install_post %{nil}\n"
                "Name: made-up\nVersion: 1\nRelease: 1\nSummary: made up\n"
                "License: none\nBuildArch: noarch\n%description\nmade up\n"
                f"%install\ncp -r {top}/from/. %{{buildroot}}/\n"
                "%files\n" + "".join(f"/{name}\n" for name in files))
            tool("rpmbuild", "--quiet", "-bb", "--define", f"_topdir {top}",
                 "--define", f"_rpmdir {top}", "--define",
                 f"_dbpath {top}/db", spec)
            return next(pathlib.Path(top).rglob("*.rpm")).read_bytes()
    return make


def disc(*options):
    def make(files: Files) -> bytes:
        with tempfile.TemporaryDirectory() as top:
            lay(os.path.join(top, "in"), files)
            tool("genisoimage", "-quiet", *options, "-o",
                 os.path.join(top, "out"), os.path.join(top, "in"))
            return pathlib.Path(top, "out").read_bytes()
    return make


def layer(files: Files) -> bytes:
    """A layer as docker saves one."""
    return python_tar(tarfile.PAX_FORMAT)(files)


def docker_save(files: Files) -> tuple[bytes, str]:
    """The output of `docker save` up to version 24, and the layer's name in
    it."""
    data = layer(files)
    name = hashlib.sha256(data).hexdigest() + "/layer.tar"
    manifest = [{"Config": "config.json", "RepoTags": ["made-up:1"],
                 "Layers": [name]}]
    return tar({name.replace("layer.tar", "VERSION"): b"1.0", name: data,
                "config.json": b'{"rootfs":{"type":"layers"}}',
                "manifest.json": json.dumps(manifest).encode()}), name


def oci_layout(files: Files) -> tuple[Files, str]:
    """The files of an OCI layout, and the layer's name among them."""
    def blob(data):
        return f"blobs/sha256/{hashlib.sha256(data).hexdigest()}"

    def about(kind, data):
        return {"mediaType": f"application/vnd.oci.image.{kind}",
                "digest": "sha256:" + hashlib.sha256(data).hexdigest(),
                "size": len(data)}
    data = gzip.compress(layer(files), mtime=0)
    config = b'{"architecture":"amd64","os":"linux"}'
    manifest = json.dumps({
        "schemaVersion": 2, "config": about("config.v1+json", config),
        "layers": [about("layer.v1.tar+gzip", data)]}).encode()
    index = json.dumps({"schemaVersion": 2, "manifests": [
        about("manifest.v1+json", manifest)]}).encode()
    return {"oci-layout": b'{"imageLayoutVersion":"1.0.0"}',
            "index.json": index, blob(config): config,
            blob(manifest): manifest, blob(data): data}, blob(data)


# By hand: no free tool writes these.

def cab(files: Files) -> bytes:
    """A cabinet whose files are not compressed ([MS-CAB] 2)."""
    data = b"".join(files.values())
    blocks = [data[i:i + 0x8000] for i in range(0, len(data), 0x8000)]
    entries, offset = b"", 0
    for name, content in files.items():
        entries += struct.pack("<IIHHHH", len(content), offset, 0, 0, 0, 0x20)
        entries += name.replace("/", "\\").encode() + b"\0"
        offset += len(content)
    first_file = 36 + 8
    first_data = first_file + len(entries)
    body = b"".join(struct.pack("<IHH", 0, len(b), len(b)) + b for b in blocks)
    return (struct.pack("<4sIIIIIBBHHHHH", b"MSCF", 0, first_data + len(body),
                        0, first_file, 0, 3, 1, 1, len(files), 0, 0, 0)
            + struct.pack("<IHH", first_data, len(blocks), 0) + entries + body)


def rar5(files: Files) -> bytes:
    """Members that are stored (RAR 5.0 archive format, General layout)."""
    def vint(value):
        out = b""
        while value >= 0x80:
            out += bytes([value & 0x7F | 0x80])
            value >>= 7
        return out + bytes([value])

    def header(fields):
        sized = vint(len(fields)) + fields
        return struct.pack("<I", zlib.crc32(sized)) + sized
    out = b"Rar!\x1a\x07\x01\x00" + header(vint(1) + vint(0) + vint(0))
    for name, data in files.items():
        # Type 2 with a data area; a CRC; method 0 on Unix.
        out += header(vint(2) + vint(2) + vint(len(data)) + vint(4)
                      + vint(len(data)) + vint(0o100644)
                      + struct.pack("<I", zlib.crc32(data)) + vint(0)
                      + vint(1) + vint(len(name.encode())) + name.encode())
        out += data
    return out + header(vint(5) + vint(0) + vint(0))


# Containers whose members have names of their own, each with the name of such
# a file.
CONTAINERS = {
    **{f"{form}.tar": made_by("tar", "-c", f"--format={form}", "-f", "OUT")
       for form in ("v7", "oldgnu", "gnu", "ustar", "pax")},
    **{f"bsd-{form}.tar": made_by("bsdtar", "-c", f"--format={form}", "-f",
                                  "OUT") for form in ("ustar", "pax")},
    **{f"python-{name}.tar": python_tar(form) for name, form in (
        ("ustar", tarfile.USTAR_FORMAT), ("gnu", tarfile.GNU_FORMAT),
        ("pax", tarfile.PAX_FORMAT))},
    **{f"of.tar.{ending}": then(tar, pack)
       for ending, pack in COMPRESSIONS.items()},
    "twice.tar.gz": then(tar, lambda data: gzip.compress(data[:700])
                         + gzip.compress(data[700:])),
    "stored.zip": python_zip(zipfile.ZIP_STORED),
    "deflated.zip": zip_of,
    "bzip2.zip": python_zip(zipfile.ZIP_BZIP2),
    "lzma.zip": python_zip(zipfile.ZIP_LZMA),
    "streamed.zip": python_zip(streamed=True),
    "stored-streamed.zip": python_zip(zipfile.ZIP_STORED, streamed=True),
    "zip64.zip": python_zip(zip64=True),
    "with-comment.zip": python_zip(comment=b"made up PK\5\6 " * 9),
    "info.zip": made_by("zip", "-q", "-r", "OUT"),
    "info-piped.zip": made_by("zip", "-q", "-r", "-"),
    "bsd.zip": made_by("bsdtar", "-c", "--format=zip", "-f", "OUT"),
    "xz.zip": made_by("7z", "a", "-tzip", "-mm=xz", "-bd", "OUT"),
    "ppmd.zip": made_by("7z", "a", "-tzip", "-mm=PPMd", "-bd", "OUT"),
    **{f"{name}.7z": made_by("7z", "a", "-t7z", f"-m0={name}", "-bd", "OUT")
       for name in ("copy", "lzma", "lzma2", "ppmd", "bzip2", "deflate")},
    "header-as-it-is.7z": made_by("7z", "a", "-t7z", "-mhc=off", "-bd", "OUT"),
    "bsd.7z": made_by("bsdtar", "-c", "--format=7zip", "-f", "OUT"),
    "newc.cpio": cpio("newc"),
    "crc.cpio": cpio("crc"),
    "odc.cpio": cpio("odc"),
    "bin.cpio": cpio("bin"),
    "of.cpio.gz": then(cpio("newc"), gzip.compress),
    "rock-ridge.iso": disc("-R"),
    "joliet.iso": disc("-J"),
    "both.iso": disc("-R", "-J"),
    **{f"{name}.xar": made_by("bsdtar", "-c", "--format=xar", "--options",
                              f"xar:compression={name}", "-f", "OUT")
       for name in ("none", "gzip", "bzip2", "xz", "lzma")},
    "of.cab": cab,
    "of.rar": rar5,
    "gzip.rpm": rpm("w6.gzdio"),
    "xz.rpm": rpm("w6.xzdio"),
    "zstd.rpm": rpm("w3.zstdio"),
    "of.jar": made_by("jar", "cf", "OUT"),
}


def office(kind: str, secret_file: str) -> Files:
    """The parts that make a file a document, and a place for more."""
    if kind in ("odt", "epub"):
        mimetype = {"odt": "application/vnd.oasis.opendocument.text",
                    "epub": "application/epub+zip"}[kind]
        return {"mimetype": mimetype.encode(),
                "META-INF/container.xml": b"<container/>", secret_file: b""}
    return {"[Content_Types].xml": b"<Types/>", "_rels/.rels":
            b"<Relationships/>", secret_file: b""}
