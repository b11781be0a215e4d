"""The places of objects: a directory of this machine, or a filesystem of
pyarrow.

Both list a directory in pages, sorted by name, and open an object for reading.
A local directory is read by the operating system's own functions. For a small
file these cost a third of pyarrow's, and they distinguish links from files.
"""

import os
import stat
from collections.abc import Iterator
from typing import Any, NamedTuple, Union

PAGE = 1000


class Entry(NamedTuple):
    path: bytes  # below the root
    kind: str    # file, directory, symlink, special
    size: int
    mtime: int   # nanoseconds; -1: not known


class Changed(OSError):
    """An object is not what was listed."""


def changed(was: int, now: int) -> Changed:
    if was == now:
        return Changed("it was changed after it was listed")
    return Changed(f"it was changed after it was listed: {was} bytes then, "
                   f"{now} now")


class Root(NamedTuple):
    """One of the URLs that are scanned."""
    number: int         # its place among the URLs
    url: str
    base: str           # in the filesystem, without a slash at its end
    name: bytes         # before the paths in reports, as base/; may be empty
    filesystem: Any     # of pyarrow; None: this machine's

    def path_of(self, below: bytes) -> str:
        if not below:
            return self.base
        return f"{self.base.rstrip('/')}/{os.fsdecode(below)}"

    def reported(self, below: bytes) -> bytes:
        if not below:
            return self.name or os.path.basename(os.fsencode(self.base))
        return self.name + (b"/" if self.name else b"") + below

    # -- Listing --

    def kind(self) -> str:
        """file or directory; an error if there is nothing."""
        if self.filesystem is None:
            return ("directory" if stat.S_ISDIR(os.stat(self.base).st_mode)
                    else "file")
        from pyarrow.fs import FileType
        info = self.filesystem.get_file_info(self.base)
        if info.type == FileType.NotFound:
            raise FileNotFoundError(f"{self.url}: there is no such object")
        return "directory" if info.type == FileType.Directory else "file"

    def list(self, directory: bytes) -> Iterator[list[Entry]]:
        """The entries of a directory, or the root itself if it is a file."""
        return (_list_local if self.filesystem is None else _list_arrow)(
            self, directory)

    def entry(self) -> Entry:
        """The entry of a root that is a file."""
        if self.filesystem is None:
            status = os.stat(self.base)
            return Entry(b"", "file", status.st_size, status.st_mtime_ns)
        info = self.filesystem.get_file_info(self.base)
        return Entry(b"", "file", info.size, _mtime(info))

    # -- Reading --

    def open(self, path: bytes, size: int, mtime: int
             ) -> "Union[LocalObject, ArrowObject]":
        """Error: OSError, and Changed if it is not what was listed."""
        if self.filesystem is None:
            return LocalObject(self, path, size, mtime)
        return ArrowObject(self, path, size, mtime)


def _mtime(info: Any) -> int:
    return -1 if info.mtime_ns is None else int(info.mtime_ns)


def _list_local(root: Root, directory: bytes) -> Iterator[list[Entry]]:
    page: list[Entry] = []
    before = directory + b"/" if directory else b""
    with os.scandir(os.fsencode(root.path_of(directory))) as entries:
        for one in sorted(entries, key=lambda entry: entry.name):
            path = before + one.name
            if one.is_symlink():
                page.append(Entry(path, "symlink", 0, -1))
            elif one.is_dir(follow_symlinks=False):
                page.append(Entry(path, "directory", 0, -1))
            else:
                status = one.stat(follow_symlinks=False)
                page.append(Entry(
                    path, "file" if stat.S_ISREG(status.st_mode) else "special",
                    status.st_size, status.st_mtime_ns))
            if len(page) == PAGE:
                yield page
                page = []
    yield page


def _list_arrow(root: Root, directory: bytes) -> Iterator[list[Entry]]:
    from pyarrow.fs import FileSelector, FileType
    kinds = {FileType.File: "file", FileType.Directory: "directory"}
    cut = len(root.base.rstrip("/")) + 1
    # The one list of a directory is pyarrow's; it is let go page by page.
    infos = root.filesystem.get_file_info(FileSelector(root.path_of(directory)))
    infos.sort(key=lambda info: info.path, reverse=True)
    while infos:
        page = []
        for _ in range(min(PAGE, len(infos))):
            info = infos.pop()
            page.append(Entry(os.fsencode(info.path)[cut:],
                              kinds.get(info.type, "special"),
                              info.size or 0, _mtime(info)))
        yield page


class LocalObject:
    """An open file; a sluice.Source."""

    def __init__(self, root: Root, path: bytes, size: int, mtime: int) -> None:
        flags = os.O_RDONLY | os.O_CLOEXEC | (os.O_NOFOLLOW if path else 0)
        self._file = os.open(os.fsencode(root.path_of(path)), flags)
        status = os.fstat(self._file)
        self.size = status.st_size
        self.version = f"{status.st_size} {status.st_mtime_ns}"
        self.is_as_listed = (status.st_size == size
                             and mtime in (-1, status.st_mtime_ns))

    def read_at(self, offset: int, size: int) -> bytes:
        return os.pread(self._file, size, offset)

    def close(self) -> None:
        os.close(self._file)


class ArrowObject:
    """An object of a filesystem of pyarrow's. Reads are of BLOCK bytes at least,
    since each is a request."""

    BLOCK = 8 * 1024 * 1024

    def __init__(self, root: Root, path: bytes, size: int, mtime: int) -> None:
        self._file = root.filesystem.open_input_file(root.path_of(path))
        self.size = self._file.size()
        tag = (self._file.metadata() or {}).get(b"ETag", b"")
        self.version = f"{self.size} {tag.decode(errors='replace')}"
        self.is_as_listed = self.size == size
        self._begin = 0
        self._block = b""

    def read_at(self, offset: int, size: int) -> bytes:
        begin = offset - self._begin
        if 0 <= begin and begin + size <= len(self._block):
            return self._block[begin:begin + size]
        wanted = min(max(size, self.BLOCK), self.size - offset)
        if wanted <= 0:
            return b""
        self._block = self._file.read_at(wanted, offset)
        self._begin = offset
        return self._block[:size]

    def close(self) -> None:
        self._file.close()


def root_of(index: int, url: str, alone: bool, filesystem: Any) -> Root:
    """`alone`: paths in reports are relative to it then, if it is a directory."""
    if filesystem is not None:
        base = url
    elif "://" not in url or url.startswith("file://"):
        base = url.removeprefix("file://")
    else:
        from pyarrow.fs import FileSystem
        filesystem, base = FileSystem.from_uri(url)
    base = base.rstrip("/") or "/"
    root = Root(index, url, base, b"", filesystem)
    if alone and root.kind() == "directory":
        return root
    return root._replace(name=os.fsencode(url.rstrip("/") or "/"))


def reason_of(error: BaseException) -> str:
    """Returns a sentence for the coverage, without the path, which is beside
    it."""
    if isinstance(error, Changed):
        return str(error)
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)
    return " ".join(str(error).split())[:300] or type(error).__name__
