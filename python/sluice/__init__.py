"""Finds leaked credentials in bytes, with the engine of the program sluice.

    engine = sluice.Engine()
    for finding in engine.scan(b"...", "app/.env"):
        print(finding.start.line, finding.rule, finding.secret)

An engine is made once (some milliseconds) and may be used by any number of
threads at once: the interpreter's lock is released while it scans. Secrets are
masked unless it is made with show_secrets=True.
"""

import ctypes
import dataclasses
import enum
import json as _json
import os
import pathlib
import threading
import warnings
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Optional, Protocol, Union

__all__ = ["Checksum", "Confidence", "Engine", "Error", "Finding",
           "Incomplete", "IncompleteWarning", "Position", "Result", "Source",
           "Summary", "range_context", "version"]

Bytes = Union[bytes, bytearray, memoryview]


class Error(Exception):
    """An engine that cannot be made, or a scan that cannot go on."""


class IncompleteWarning(UserWarning):
    """Something could not be read in full, and nobody asked what it was."""


class Confidence(enum.IntEnum):
    """How sure it is that a finding is a credential."""
    LOW = 0
    MEDIUM = 1
    HIGH = 2


class Checksum(enum.IntEnum):
    """What a check of the secret by itself says."""
    ABSENT = 0
    VALID = 1
    INVALID = 2


class Position(NamedTuple):
    """Line and column from 1, the column in bytes; byte from 0."""
    line: int
    column: int
    byte: int


@dataclasses.dataclass(frozen=True)
class Finding:
    """A secret and where it stands. `end` is one past its last byte."""
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
    # As a report has it, if the engine was made with json=True; else "".
    json: str = ""


class Incomplete(NamedTuple):
    """What could not be read in full, and why."""
    name: str
    reason: str


class Summary(NamedTuple):
    """What was scanned, and what was left out of the findings; the members of
    sluice_summary (sluice.h). `open` is where the first and the last of what goes
    on have begun; None: nothing does."""
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
    """Bytes that are fetched as the engine asks for them."""

    @property
    def size(self) -> int:
        """Of all of it."""

    def read_at(self, offset: int, size: int) -> bytes:
        """At most `size` bytes from `offset` on; none at the end alone."""


@dataclasses.dataclass(frozen=True)
class Result:
    """What a scan found; iterating over it gives the findings. The summary is
    that of scan_source() and scan_range()."""
    findings: tuple[Finding, ...] = ()
    incomplete: tuple[Incomplete, ...] = ()
    summary: Optional[Summary] = None
    # Of a range: rules of which a keyword was seen, and rules for want of whose
    # keyword something was left out.
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
                ("json", ctypes.c_int)]


class _Position(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in Position._fields]

    def value(self) -> Position:
        return Position(self.line, self.column, self.byte)


_TEXT = ctypes.c_char_p
_TYPES = {"confidence": ctypes.c_int, "checksum": ctypes.c_int,
          "start": _Position, "end": _Position, "entropy": ctypes.c_double}


class _Finding(ctypes.Structure):
    _fields_ = [(field.name, _TYPES.get(field.name, _TEXT))
                for field in dataclasses.fields(Finding)]

    def value(self) -> Finding:
        values = {name: getattr(self, name) for name, _ in self._fields_}
        for name, kind in self._fields_:
            if kind is _TEXT:
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
    _fields_ = [("struct_size", ctypes.c_size_t)] + [
        (name, ctypes.c_uint64)
        for name in ("begin", "end", "open_first", "open_last")] + [
        ("keywords", ctypes.POINTER(_TEXT)), ("keyword_count", ctypes.c_size_t)]


def _range(begin: int, end: int, open: Optional[tuple[int, int]],
           keywords: Iterable[str]) -> _Range:
    first, last = open or (_NOWHERE, _NOWHERE)
    rules = [rule.encode() for rule in keywords]
    return _Range(struct_size=ctypes.sizeof(_Range), begin=begin, end=end,
                  open_first=first, open_last=last,
                  keywords=(_TEXT * len(rules))(*rules),
                  keyword_count=len(rules))


class _Summary(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t)] + [
        (name, ctypes.c_uint64)
        for name in (*Summary._fields[:-1], "open_first", "open_last")]

    def value(self) -> Summary:
        *counts, first, last = (getattr(self, name)
                                for name, _ in self._fields_[1:])
        return Summary(*counts, None if first == _NOWHERE else (first, last))


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
            ("range_context", ctypes.c_uint64, [ctypes.c_uint64]),
            ("error_message", _TEXT, [pointer]),
            ("error_free", None, [pointer]),
            ("version", _TEXT, [])):
        function = getattr(library, "sluice_" + name)
        function.restype = result
        function.argtypes = arguments
    return library


_library = _load()


def version() -> str:
    """Of the engine: "0.2.0"."""
    return _library.sluice_version().decode()


def range_context(begin: int) -> int:
    """Where the scan of a range that begins at `begin` starts to read."""
    return _library.sluice_range_context(begin)


class _Fetched:
    """A Source for the library. An error in it ends the scan, and is raised
    behind it."""

    def __init__(self, source: Source) -> None:
        self.error: Optional[BaseException] = None

        def read_at(_: object, buffer: int, size: int, offset: int) -> int:
            if self.error is not None:
                return -1
            try:
                some = source.read_at(offset, size)
                ctypes.memmove(buffer, some, len(some))
                return len(some)
            except BaseException as error:  # it must not cross the library
                self.error = error
                return -1
        self.struct = _Source(ctypes.sizeof(_Source), source.size,
                              _ReadAt(read_at), None)

    def check(self) -> None:
        if self.error is not None:
            raise self.error


def _check(error: Optional[int]) -> None:
    if not error:
        return
    message = _library.sluice_error_message(error).decode("utf-8", "replace")
    _library.sluice_error_free(error)
    raise Error(message)


class Engine:
    """The rules, ready to scan with.

    config: the text of a configuration (TOML, as in .sluice.toml), else the
    default rules. decode_depth: encodings within encodings; archive_depth:
    archives within archives; 0: none. json: findings have their JSON.
    """

    def __init__(self, config: Optional[str] = None, *,
                 min_confidence: Confidence = Confidence.MEDIUM,
                 show_secrets: bool = False,
                 ignore_allow_comments: bool = False,
                 decode_depth: int = 5, archive_depth: int = 5,
                 json: bool = False) -> None:
        text = None if config is None else config.encode()
        options = _Options(
            struct_size=ctypes.sizeof(_Options), config=text,
            config_size=len(text or b""), config_name=None,
            min_confidence=min_confidence, show_secrets=show_secrets,
            ignore_allow_comments=ignore_allow_comments,
            decode_depth=decode_depth, archive_depth=archive_depth, json=json)
        self._engine = ctypes.c_void_p()
        _check(_library.sluice_engine_create(ctypes.byref(options),
                                             ctypes.byref(self._engine)))
        # What the scan of each thread gives.
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
        """How many there are."""
        return _library.sluice_engine_rules(self._engine)

    @property
    def default_rules(self) -> int:
        """How many of them are default rules."""
        return _library.sluice_engine_default_rules(self._engine)

    @property
    def rules_sha256(self) -> str:
        """Of the rules' text, in hex."""
        return _library.sluice_engine_rules_sha256(self._engine).decode()

    @property
    def warnings(self) -> list[str]:
        """What in the configuration looks like a mistake."""
        told: list[str] = []
        while (one := _library.sluice_engine_warning(self._engine, len(told))):
            told.append(one.decode("utf-8", "replace"))
        return told

    def _on_finding(self, _: object, finding: "ctypes._Pointer[_Finding]") -> int:
        self._given.findings.append(finding.contents.value())
        return 0

    def _on_incomplete(self, _: object, name: bytes, reason: bytes) -> None:
        self._given.incomplete.append(
            Incomplete(name.decode("utf-8", "replace"),
                       reason.decode("utf-8", "replace")))

    def _on_remark(self, _: object, kind: bytes, text: bytes) -> None:
        rules = getattr(self._given, "rules", None)
        if rules is not None and kind in rules:
            rules[kind].add(_json.loads(text))

    def scan(self, data: Bytes, name: Optional[str] = None) -> Result:
        """Scans bytes; `name` is what a file of them would be called."""
        given = self._given
        given.findings = findings = []
        given.incomplete = incomplete = []
        size = len(data)
        if type(data) is bytes:
            error = _library.sluice_scan(
                self._engine, name and os.fsencode(name), data, size,
                self._to_visitor, None)
        else:
            view = memoryview(data).cast("B")
            size = view.nbytes
            # No copy where the bytes may be written to, and so have an address
            # that ctypes gives.
            held = (view.tobytes() if view.readonly else
                    (ctypes.c_char * size).from_buffer(view))
            error = _library.sluice_scan(
                self._engine, name and os.fsencode(name), held, size,
                self._to_visitor, None)
        if error:
            _check(error)
        if not findings and not incomplete:
            return _NOTHING
        return Result(tuple(findings), tuple(incomplete))

    def _scan_fetched(self, source: Source, name: Optional[str],
                      part: Optional[_Range]) -> Result:
        given = self._given
        given.findings = findings = []
        given.incomplete = incomplete = []
        given.rules = rules = {b"keyword": set(), b"undecided": set()}
        fetched = _Fetched(source)
        summary = _Summary(struct_size=ctypes.sizeof(_Summary))
        before = (self._engine, name and os.fsencode(name),
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

    def scan_source(self, source: Source, name: Optional[str] = None) -> Result:
        """Scans bytes that are fetched, however many, in the same memory."""
        return self._scan_fetched(source, name, None)

    def scan_range(self, source: Source, begin: int, end: int,
                   name: Optional[str] = None, *,
                   open: Optional[tuple[int, int]] = None,
                   keywords: Iterable[str] = ()) -> Result:
        """Scans what begins in [begin, end). Lines and columns count as if all
        before were one line. `open`: what goes on at `begin` (Summary.open), if
        it began before range_context(begin). `keywords`: rules of which a keyword
        stands elsewhere in the file (Result.undecided)."""
        return self._scan_fetched(source, name,
                                  _range(begin, end, open, keywords))

    def scan_all(self, texts: Iterable[tuple[Optional[str], Bytes]]
                 ) -> Iterator[Finding]:
        """The findings of texts, given as (name, bytes), as they are found.
        What could not be read in full is an IncompleteWarning."""
        for name, data in texts:
            result = self.scan(data, name)
            for one in result.incomplete:
                warnings.warn(f"{one.name}: {one.reason}", IncompleteWarning,
                              stacklevel=2)
            yield from result.findings


_NOTHING = Result()
