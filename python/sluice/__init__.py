"""Finds leaked credentials in bytes and files, with the engine of the program
sluice.

    for finding in sluice.scan_file("app/.env"):
        print(finding.start.line, finding.rule, finding.secret)
    sluice.scan(b"...", "app/.env")

    engine = sluice.Engine(min_confidence="high")
    engine.scan(b"...", "app/.env")

    sluice.redact("a text with secrets")  # the text, with labels for secrets
    logging.getLogger().handlers[0].addFilter(sluice.RedactFilter())

An engine takes some milliseconds to make. Any number of threads may use one at
once; it releases the interpreter's lock while it scans. The functions scan() and
scan_file() keep the engines that they make. Secrets are masked unless
show_secrets=True.

A wrong argument is a TypeError or a ValueError that names it. sluice.Error is
for a configuration that is wrong and for a scan that cannot go on.
"""

import ctypes
import dataclasses
import enum
import errno
import functools
import json as _json
import logging
import os
import pathlib
import stat
import threading
import warnings
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Optional, Protocol, Union

from . import _arguments
from ._arguments import Bytes, Path

__all__ = ["Bytes", "Checksum", "Confidence", "Engine", "Error", "Finding",
           "Incomplete", "IncompleteWarning", "Level", "Path", "Position",
           "RedactFilter", "Result", "Source", "Style", "Summary",
           "range_context", "redact", "scan", "scan_file", "version"]


class Error(Exception):
    """An engine that cannot be made, or a scan that cannot go on."""


class IncompleteWarning(UserWarning):
    """Something could not be read in full, and the caller has not asked for
    it."""


class Confidence(enum.IntEnum):
    """How surely a finding is a credential."""
    LOW = 0
    MEDIUM = 1
    HIGH = 2


# A Confidence, or its name: "low", "medium", "high".
Level = Union[Confidence, str]


def _level(given: object) -> Confidence:
    levels = ", ".join(f'"{one.name.lower()}"' for one in Confidence)
    if isinstance(given, int) and not isinstance(given, bool):
        if given in list(Confidence):
            return Confidence(given)
    elif isinstance(given, str):
        for level in Confidence:
            if level.name.lower() == given.lower():
                return level
    else:
        raise _arguments.wrong("min_confidence", f"a Confidence or {levels}",
                               given)
    raise ValueError(f"min_confidence: {given!r} is none of {levels}")


def _config(given: object) -> str:
    return _arguments.of_type("config", given, str,
                              "the text of a configuration, a str")


class Checksum(enum.IntEnum):
    """The result of a check of the secret by itself."""
    ABSENT = 0
    VALID = 1
    INVALID = 2


class Style(enum.IntEnum):
    """What replaces a secret: [github-pat:1], stars, or nothing."""
    LABEL = 0
    STARS = 1
    EMPTY = 2


def _style(given: object) -> Style:
    names = ", ".join(f'"{one.name.lower()}"' for one in Style)
    if isinstance(given, Style):
        return given
    if not isinstance(given, str):
        raise _arguments.wrong("style", f"a Style or {names}", given)
    for style in Style:
        if style.name.lower() == given.lower():
            return style
    raise ValueError(f"style: {given!r} is none of {names}")


class Position(NamedTuple):
    """Line and column from 1, the column in bytes; byte from 0."""
    line: int
    column: int
    byte: int


@dataclasses.dataclass(frozen=True)
class Finding:
    """A secret and its place. `end` is one past its last byte."""
    rule: str
    description: str
    provider: str
    confidence: Confidence
    checksum: Checksum
    name: str
    start: Position
    end: Position
    secret: str
    match: str
    line: str
    detail: str
    decoded: str
    entropy: float
    fingerprint: str
    revoke_url: str
    revoke_steps: str
    # The finding as in a report, if the engine was made with json=True; else
    # "".
    json: str = ""
    # Equal for equal secrets of a rule, if the engine was made with a name_key.
    secret_name: str = ""


class Incomplete(NamedTuple):
    """A text that could not be read in full, and the reason."""
    name: str
    reason: str


class Summary(NamedTuple):
    """Counts of the scanned bytes, and of the candidates that are not among
    the findings: the members of sluice_summary (sluice.h). `open` has the
    places where the first and the last open table or block began, or is None.
    """
    findings: int
    incomplete: int
    bytes: int
    members: int
    binary: int
    below_confidence: int
    allowed: int
    allowlisted: int
    whole: int
    mistyped: int
    pdf: int
    left_out: int
    cut: int
    end_line: int
    end_column: int
    open: Optional[tuple[int, int]]


class Source(Protocol):
    """Bytes that are fetched when the engine needs them."""

    @property
    def size(self) -> int:
        """The number of all bytes."""

    def read_at(self, offset: int, size: int) -> bytes:
        """Returns at most `size` bytes from `offset` on; none only at the end.
        """


@dataclasses.dataclass(frozen=True)
class Result:
    """The result of a scan; iterating over it yields the findings. Only
    scan_source() and scan_range() set the summary."""
    findings: tuple[Finding, ...] = ()
    incomplete: tuple[Incomplete, ...] = ()
    summary: Optional[Summary] = None
    # For a range: the rules of which a keyword was seen, and the rules for
    # which something was left out because no keyword was seen.
    keywords: frozenset[str] = frozenset()
    undecided: frozenset[str] = frozenset()

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)


# The structures of sluice.h.
class _Options(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t),
                ("config", ctypes.c_char_p),
                ("config_size", ctypes.c_size_t),
                ("config_name", ctypes.c_char_p),
                ("min_confidence", ctypes.c_int),
                ("show_secrets", ctypes.c_int),
                ("ignore_allow_comments", ctypes.c_int),
                ("decode_depth", ctypes.c_uint),
                ("archive_depth", ctypes.c_uint),
                ("json", ctypes.c_int),
                ("name_key", ctypes.c_char_p)]


class _Position(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in Position._fields]

    def value(self) -> Position:
        return Position(self.line, self.column, self.byte)


_TEXT = ctypes.c_char_p
_Type = type[Union["ctypes._SimpleCData[Any]", ctypes.Structure]]
_FINDING_FIELDS = tuple(field.name for field in dataclasses.fields(Finding))
_TYPES: dict[str, _Type] = {
    "confidence": ctypes.c_int, "checksum": ctypes.c_int,
    "start": _Position, "end": _Position, "entropy": ctypes.c_double}


class _Finding(ctypes.Structure):
    _fields_ = [(name, _TYPES.get(name, ctypes.c_char_p))
                for name in _FINDING_FIELDS]

    def value(self) -> Finding:
        values: dict[str, Any] = {name: getattr(self, name)
                                  for name in _FINDING_FIELDS}
        for name in _FINDING_FIELDS:
            if name not in _TYPES:
                values[name] = (values[name] or b"").decode("utf-8", "replace")
        values["confidence"] = Confidence(self.confidence)
        values["checksum"] = Checksum(self.checksum)
        values["start"] = self.start.value()
        values["end"] = self.end.value()
        return Finding(**values)


_OnFinding = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p,
                              ctypes.POINTER(_Finding))
_OnIncomplete = ctypes.CFUNCTYPE(None, ctypes.c_void_p, _TEXT, _TEXT)
_OnRemark = ctypes.CFUNCTYPE(None, ctypes.c_void_p, _TEXT, _TEXT)
_ReadAt = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p,
                           ctypes.c_size_t, ctypes.c_uint64)
_NOWHERE = 2**64 - 1


class _Visitor(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t),
                ("finding", _OnFinding),
                ("incomplete", _OnIncomplete),
                ("user", ctypes.c_void_p),
                ("remark", _OnRemark)]


class _Source(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t),
                ("size", ctypes.c_uint64),
                ("read_at", _ReadAt),
                ("user", ctypes.c_void_p)]


class _Range(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t),
                ("begin", ctypes.c_uint64),
                ("end", ctypes.c_uint64),
                ("open_first", ctypes.c_uint64),
                ("open_last", ctypes.c_uint64),
                ("keywords", ctypes.POINTER(_TEXT)),
                ("keyword_count", ctypes.c_size_t)]


def _goes_on(open: object) -> tuple[int, int]:
    if open is None:
        return _NOWHERE, _NOWHERE
    if not isinstance(open, (tuple, list)) or len(open) != 2:
        raise _arguments.wrong("open", "None or two ints in a tuple", open)
    return (_arguments.number("open", open[0], _NOWHERE),
            _arguments.number("open", open[1], _NOWHERE))


def _range(begin: int, end: int, open: Optional[tuple[int, int]],
           keywords: Iterable[str]) -> _Range:
    first, last = _goes_on(open)
    rules = _arguments.rules("keywords", keywords)
    return _Range(struct_size=ctypes.sizeof(_Range),
                  begin=_arguments.number("begin", begin, _NOWHERE),
                  end=_arguments.number("end", end, _NOWHERE),
                  open_first=first, open_last=last,
                  keywords=(_TEXT * len(rules))(*rules),
                  keyword_count=len(rules))


_Take = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p,
                         ctypes.c_size_t)


class _Redaction(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t),
                ("style", ctypes.c_int),
                ("keep_length", ctypes.c_int),
                ("take", _Take),
                ("user", ctypes.c_void_p),
                ("numbers", ctypes.c_void_p),
                ("replaced", ctypes.c_uint64),
                ("incomplete", ctypes.c_uint64)]


_COUNTS = Summary._fields[:-1]


class _Summary(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t),
                *((name, ctypes.c_uint64) for name in _COUNTS),
                ("open_first", ctypes.c_uint64),
                ("open_last", ctypes.c_uint64)]

    def value(self) -> Summary:
        counts: dict[str, int] = {name: getattr(self, name) for name in _COUNTS}
        first: int = self.open_first
        return Summary(**counts, open=None if first == _NOWHERE else
                       (first, self.open_last))


def _load() -> ctypes.CDLL:
    """The library of the package; else the one that is installed, or the one
    that SLUICE_LIBRARY names."""
    beside = pathlib.Path(__file__).with_name("libsluice.so.0")
    named = os.environ.get("SLUICE_LIBRARY")
    library = ctypes.CDLL(
        named or (str(beside) if beside.exists() else "libsluice.so.0"))
    pointer = ctypes.c_void_p
    for name, result, arguments in (
            ("engine_create", pointer, [pointer, pointer]),
            ("engine_free", None, [pointer]),
            ("engine_rules", ctypes.c_size_t, [pointer]),
            ("engine_default_rules", ctypes.c_size_t, [pointer]),
            ("engine_rules_sha256", _TEXT, [pointer]),
            ("engine_warning", _TEXT, [pointer, ctypes.c_size_t]),
            ("scan", pointer, [pointer, _TEXT, pointer, ctypes.c_size_t,
                               pointer, pointer]),
            ("scan_source", pointer, [pointer, _TEXT, pointer, pointer,
                                      pointer]),
            ("scan_range", pointer, [pointer, _TEXT, pointer, pointer, pointer,
                                     pointer]),
            ("numbers_create", pointer, [pointer]),
            ("numbers_free", None, [pointer]),
            ("redact", pointer, [pointer, _TEXT, pointer, ctypes.c_size_t,
                                 pointer]),
            ("range_context", ctypes.c_uint64, [ctypes.c_uint64]),
            ("error_message", _TEXT, [pointer]),
            ("error_free", None, [pointer]),
            ("version", _TEXT, [])):
        function = getattr(library, "sluice_" + name)
        function.restype = result
        function.argtypes = arguments
    return library


_library = _load()


def _text(given: Any) -> str:
    """A text of the library. It writes UTF-8."""
    return bytes(given).decode("utf-8", "replace")


def version() -> str:
    """Returns the version of the engine: "0.2.0"."""
    return _text(_library.sluice_version())


def range_context(begin: int) -> int:
    """Returns the place where the scan of a range that begins at `begin`
    starts to read."""
    return int(_library.sluice_range_context(
        _arguments.number("begin", begin, _NOWHERE)))


class _OpenFile:
    """A Source: a regular file, while its descriptor is open."""

    def __init__(self, file: int, size: int) -> None:
        self.file = file
        self.size = size

    def read_at(self, offset: int, size: int) -> bytes:
        return os.pread(self.file, size, offset)


class _Fetched:
    """A Source for the library. An error in it ends the scan, and is raised
    after it."""

    def __init__(self, source: Source) -> None:
        self.error: Optional[BaseException] = None

        def read_at(_: object, buffer: int, size: int, offset: int) -> int:
            if self.error is not None:
                return -1
            try:
                some = source.read_at(offset, size)
                if len(some) > size:
                    raise ValueError(f"read_at() gave {len(some)} bytes; "
                                     f"{size} were asked for")
                ctypes.memmove(buffer, some, len(some))
                return len(some)
            except BaseException as error:  # it must not cross the library
                self.error = error
                return -1
        if not callable(getattr(source, "read_at", None)):
            raise _arguments.wrong("source", "an object with size and read_at()",
                                   source)
        size = _arguments.number("source.size", getattr(source, "size", None),
                                 _NOWHERE - 1)
        self.struct = _Source(ctypes.sizeof(_Source), size, _ReadAt(read_at),
                              None)

    def check(self) -> None:
        if self.error is not None:
            raise self.error


def _check(error: Optional[int]) -> None:
    if not error:
        return
    message = _text(_library.sluice_error_message(error))
    _library.sluice_error_free(error)
    raise Error(message)


_DEEPEST = 2**32 - 1


class _Numbers:
    """The numbers of secrets in labels. One thread at a time may use it."""

    def __init__(self) -> None:
        self.numbers = ctypes.c_void_p()
        self.lock = threading.Lock()
        _check(_library.sluice_numbers_create(ctypes.byref(self.numbers)))

    def __del__(self) -> None:
        if getattr(self, "numbers", None):
            _library.sluice_numbers_free(self.numbers)


def _held(data: Bytes) -> tuple[Any, int]:
    """The bytes as ctypes passes them on, and their number."""
    if type(data) is bytes:
        return data, len(data)
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise _arguments.wrong("data", "bytes, bytearray or memoryview", data)
    if isinstance(data, memoryview) and not data.c_contiguous:
        raise TypeError("data: the memoryview's bytes do not lie side by side")
    view = memoryview(data).cast("B")
    # There is no copy if the bytes are writable, and so have an address that
    # ctypes can return.
    return (view.tobytes() if view.readonly else
            (ctypes.c_char * view.nbytes).from_buffer(view)), view.nbytes


class Engine:
    """The rules, ready to scan with.

    config: the text of a configuration (TOML, as in .sluice.toml); without it,
    the default rules are used. min_confidence: findings of a lower one are
    left out; a Confidence or "low", "medium", "high". decode_depth: how many
    encodings are decoded within each other; archive_depth: how many archives
    are opened within each other; with 0, none. json: whether findings have
    their JSON. name_key: a text that engines share, so that equal secrets have
    the same secret_name in all of them, even masked ones. Whoever has the key
    can test guesses at a secret.
    """

    def __init__(self, config: Optional[str] = None, *,
                 min_confidence: Level = Confidence.MEDIUM,
                 show_secrets: bool = False,
                 ignore_allow_comments: bool = False,
                 decode_depth: int = 5, archive_depth: int = 5,
                 json: bool = False, name_key: str = "") -> None:
        text = None if config is None else _config(config).encode()
        options = _Options(
            struct_size=ctypes.sizeof(_Options), config=text,
            config_size=len(text or b""), config_name=None,
            min_confidence=_level(min_confidence),
            show_secrets=_arguments.flag("show_secrets", show_secrets),
            ignore_allow_comments=_arguments.flag("ignore_allow_comments",
                                                  ignore_allow_comments),
            decode_depth=_arguments.number("decode_depth", decode_depth,
                                           _DEEPEST),
            archive_depth=_arguments.number("archive_depth", archive_depth,
                                            _DEEPEST),
            json=_arguments.flag("json", json),
            name_key=_arguments.of_type("name_key", name_key, str,
                                        "a str").encode())
        self._engine = ctypes.c_void_p()
        _check(_library.sluice_engine_create(ctypes.byref(options),
                                             ctypes.byref(self._engine)))
        # The results of each thread's scan.
        self._given = threading.local()
        self._visitor = _Visitor(ctypes.sizeof(_Visitor),
                                 _OnFinding(self._on_finding),
                                 _OnIncomplete(self._on_incomplete), None,
                                 _OnRemark(self._on_remark))
        self._to_visitor = ctypes.addressof(self._visitor)

    def __del__(self) -> None:
        engine = getattr(self, "_engine", None)
        if engine:
            _library.sluice_engine_free(engine)

    @property
    def rules(self) -> int:
        """The number of rules."""
        return int(_library.sluice_engine_rules(self._engine))

    @property
    def default_rules(self) -> int:
        """The number of default rules among them."""
        return int(_library.sluice_engine_default_rules(self._engine))

    @property
    def rules_sha256(self) -> str:
        """The SHA-256 of the rules' text, in hexadecimal."""
        return _text(_library.sluice_engine_rules_sha256(self._engine))

    @property
    def warnings(self) -> list[str]:
        """Warnings about likely mistakes in the configuration."""
        told: list[str] = []
        while (one := _library.sluice_engine_warning(self._engine, len(told))):
            told.append(_text(one))
        return told

    def _on_finding(self, _: object, finding: "ctypes._Pointer[_Finding]") -> int:
        self._given.findings.append(finding.contents.value())
        return 0

    def _on_incomplete(self, _: object, name: bytes, reason: bytes) -> None:
        self._given.incomplete.append(
            Incomplete(_text(name), _text(reason)))

    def _on_remark(self, _: object, kind: bytes, text: bytes) -> None:
        rules = getattr(self._given, "rules", None)
        if rules is not None and kind in rules:
            rules[kind].add(_json.loads(text))

    def scan(self, data: Bytes, name: Optional[Path] = None) -> Result:
        """Scans bytes; `name` is the name of the file that they would be."""
        given = self._given
        findings: list[Finding] = []
        incomplete: list[Incomplete] = []
        given.findings, given.incomplete = findings, incomplete
        called = _arguments.optional_path("name", name)
        held, size = _held(data)
        error = _library.sluice_scan(self._engine, called, held, size,
                                     self._to_visitor, None)
        if error:
            _check(error)
        if not findings and not incomplete:
            return _NOTHING
        return Result(tuple(findings), tuple(incomplete))

    def scan_file(self, path: Path, name: Optional[Path] = None) -> Result:
        """Scans a file of any size in the same memory. `name` is its name in
        the findings, instead of its path. Raises OSError if it cannot be
        read."""
        _arguments.path("path", path)
        called = path if name is None else name
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            status = os.fstat(file)
            if stat.S_ISREG(status.st_mode):
                return self.scan_source(_OpenFile(file, status.st_size), called)
            # A pipe has no size; and read() refuses a directory.
            pieces = []
            while piece := os.read(file, 2**20):
                pieces.append(piece)
            return self.scan(b"".join(pieces), called)
        except OSError as error:
            error.filename = path
            raise
        finally:
            os.close(file)

    def _scan_fetched(self, source: Source, name: Optional[Path],
                      part: Optional[_Range]) -> Result:
        given = self._given
        findings: list[Finding] = []
        incomplete: list[Incomplete] = []
        given.findings, given.incomplete = findings, incomplete
        rules: dict[bytes, set[str]] = {b"keyword": set(), b"undecided": set()}
        given.rules = rules
        fetched = _Fetched(source)
        summary = _Summary(struct_size=ctypes.sizeof(_Summary))
        before = (self._engine, _arguments.optional_path("name", name),
                  ctypes.byref(fetched.struct))
        behind = (self._to_visitor, ctypes.byref(summary))
        if part is None:
            error = _library.sluice_scan_source(*before, *behind)
        else:
            error = _library.sluice_scan_range(*before, ctypes.byref(part),
                                               *behind)
        given.rules = None
        fetched.check()
        _check(error)
        return Result(tuple(findings), tuple(incomplete), summary.value(),
                      frozenset(rules[b"keyword"]),
                      frozenset(rules[b"undecided"]))

    def scan_source(self, source: Source, name: Optional[Path] = None) -> Result:
        """Scans bytes that are fetched, any number of them in the same memory."""
        return self._scan_fetched(source, name, None)

    def scan_range(self, source: Source, begin: int, end: int,
                   name: Optional[Path] = None, *,
                   open: Optional[tuple[int, int]] = None,
                   keywords: Iterable[str] = ()) -> Result:
        """Scans for findings that begin in [begin, end). Lines and columns
        count as if all bytes before were one line. `open` names a table or
        block that goes on at `begin` (Summary.open), if it began before
        range_context(begin). `keywords` are rules of which a keyword is
        elsewhere in the file (Result.undecided)."""
        return self._scan_fetched(source, name,
                                  _range(begin, end, open, keywords))

    def redact(self, data: Bytes, name: Optional[Path] = None, *,
               style: Union[Style, str] = Style.LABEL,
               keep_length: bool = False) -> bytes:
        """Returns the bytes with every secret replaced that scan() finds,
        equal ones by equal labels. Raises Error for an archive, and for bytes
        of which not all could be read."""
        return self._redact(data, name, style, keep_length, None)

    def _redact(self, data: Bytes, name: Optional[Path],
                style: Union[Style, str], keep_length: bool,
                numbers: Optional[_Numbers]) -> bytes:
        called = _arguments.optional_path("name", name)
        held, size = _held(data)
        pieces: list[bytes] = []

        def take(_: object, text: int, count: int) -> int:
            pieces.append(ctypes.string_at(text, count))
            return 0
        redaction = _Redaction(
            struct_size=ctypes.sizeof(_Redaction), style=_style(style),
            keep_length=_arguments.flag("keep_length", keep_length),
            take=_Take(take),
            numbers=None if numbers is None else numbers.numbers)
        _check(_library.sluice_redact(self._engine, called, held, size,
                                      ctypes.byref(redaction)))
        if redaction.incomplete:
            raise Error("not all of the text could be redacted")
        return b"".join(pieces)

    def scan_all(self, texts: Iterable[tuple[Optional[Path], Bytes]]
                 ) -> Iterator[Finding]:
        """Yields the findings of texts, given as (name, bytes), as they are
        found. A text that could not be read in full causes an
        IncompleteWarning."""
        for name, data in texts:
            result = self.scan(data, name)
            for one in result.incomplete:
                warnings.warn(f"{one.name}: {one.reason}", IncompleteWarning,
                              stacklevel=2)
            yield from result.findings


_NOTHING = Result()


@functools.lru_cache(maxsize=8)
def _kept_engine(config: Optional[str], min_confidence: Confidence,
                 show_secrets: bool) -> Engine:
    return Engine(config, min_confidence=min_confidence,
                  show_secrets=show_secrets)


def _engine(config: Optional[str], min_confidence: Level, show_secrets: bool
            ) -> Engine:
    if config is not None:
        config = _config(config)
    return _kept_engine(config, _level(min_confidence),
                        _arguments.flag("show_secrets", show_secrets))


def scan(data: Union[Bytes, Path], name: Optional[Path] = None, *,
         config: Optional[str] = None, min_confidence: Level = Confidence.MEDIUM,
         show_secrets: bool = False) -> Result:
    """Scans bytes; or a file, if `data` is its path (a str or a pathlib.Path).
    A text to scan is given as bytes: text.encode(). The options are those of
    Engine."""
    engine = _engine(config, min_confidence, show_secrets)
    if isinstance(data, (bytes, bytearray, memoryview)):
        return engine.scan(data, name)
    if not isinstance(data, (str, os.PathLike)):
        raise _arguments.wrong("data", "bytes, bytearray, memoryview or a path",
                               data)
    # A text that was not encoded must not be repeated: it may contain a
    # secret.
    if isinstance(data, str) and not os.path.lexists(data):
        raise FileNotFoundError(
            errno.ENOENT, "data: no file has this name; a text to scan is given "
            "as bytes, text.encode()")
    return engine.scan_file(data, name)


def scan_file(path: Path, name: Optional[Path] = None, *,
              config: Optional[str] = None,
              min_confidence: Level = Confidence.MEDIUM,
              show_secrets: bool = False) -> Result:
    """Scans a file of any size. The options are those of Engine."""
    return _engine(config, min_confidence, show_secrets).scan_file(path, name)


def redact(text: Union[str, Bytes], name: Optional[Path] = None, *,
           style: Union[Style, str] = Style.LABEL, keep_length: bool = False,
           config: Optional[str] = None,
           min_confidence: Level = Confidence.MEDIUM) -> Union[str, bytes]:
    """Returns a text with every secret replaced that scan() finds: a str for a
    str, else bytes. `name` is the name of the file that it would be. Further
    options are those of Engine."""
    engine = _engine(config, min_confidence, False)
    if isinstance(text, str):
        return _redact_text(engine, text, name, style, keep_length, None)
    return engine.redact(text, name, style=style, keep_length=keep_length)


def _redact_text(engine: Engine, text: str, name: Optional[Path],
                 style: Union[Style, str], keep_length: bool,
                 numbers: Optional[_Numbers]) -> str:
    data = text.encode("utf-8", "surrogatepass")
    return engine._redact(data, name, style, keep_length, numbers).decode(
        "utf-8", "surrogatepass")


class RedactFilter(logging.Filter):
    """Replaces the secrets in the records of a handler or a logger: in the
    message, the traceback and the stack. Equal secrets get equal labels as long
    as the filter lives. The options are those of redact(). A message that
    cannot be redacted is replaced by a note."""

    def __init__(self, *, style: Union[Style, str] = Style.LABEL,
                 keep_length: bool = False, config: Optional[str] = None,
                 min_confidence: Level = Confidence.MEDIUM) -> None:
        super().__init__()
        self._engine = _engine(config, min_confidence, False)
        self._style = _style(style)
        self._keep_length = _arguments.flag("keep_length", keep_length)
        self._numbers = _Numbers()

    def _redacted(self, text: str) -> str:
        try:
            with self._numbers.lock:
                return _redact_text(self._engine, text, None, self._style,
                                    self._keep_length, self._numbers)
        except Exception as error:
            return f"[not redacted, so left out: {type(error).__name__}]"

    def filter(self, record: logging.LogRecord) -> bool:
        try:
            message = record.getMessage()
        except Exception:
            # The arguments do not fit. The handler would print them all.
            message = f"{record.msg} [the arguments do not fit]"
        record.msg, record.args = self._redacted(message), ()
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(
                record.exc_info)
        if record.exc_text:
            record.exc_text = self._redacted(record.exc_text)
        if record.stack_info:
            record.stack_info = self._redacted(record.stack_info)
        return True
