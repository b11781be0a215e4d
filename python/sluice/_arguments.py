"""Checks the arguments of callers. The errors name the argument: TypeError for
a wrong kind of value, ValueError for a wrong value. They repeat no text that
may contain a secret."""

import os
from collections.abc import Iterable
from typing import Optional, TypeVar, Union

Bytes = Union[bytes, bytearray, memoryview]
Path = Union[str, "os.PathLike[str]"]
_T = TypeVar("_T")


def wrong(name: str, expected: str, given: object) -> TypeError:
    return TypeError(f"{name}: expected {expected}, not {type(given).__name__}")


def of_type(name: str, given: object, kind: type[_T], expected: str) -> _T:
    # A bool is an int to Python, and a mistake where a number is expected.
    if not isinstance(given, kind) or (kind is int and isinstance(given, bool)):
        raise wrong(name, expected, given)
    return given


def number(name: str, given: object, most: int) -> int:
    value = of_type(name, given, int, "an int")
    if not 0 <= value <= most:
        raise ValueError(f"{name}: {value} is not between 0 and {most}")
    return value


def flag(name: str, given: object) -> bool:
    return of_type(name, given, bool, "True or False")


def path(name: str, given: object) -> bytes:
    """The bytes of a file's name."""
    try:
        encoded = os.fsencode(given)  # type: ignore[arg-type]
    except TypeError:
        raise wrong(name, "a str or a path", given) from None
    # The library reads a name up to its first zero byte.
    if b"\0" in encoded:
        raise ValueError(f"{name}: a path holds no zero byte")
    return encoded


def optional_path(name: str, given: object) -> Optional[bytes]:
    return None if given is None else path(name, given)


def rules(name: str, given: object) -> list[bytes]:
    """The ids of rules."""
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise wrong(name, "several rules' ids", given)
    return [of_type(name, one, str, "ids that are str").encode()
            for one in given]
