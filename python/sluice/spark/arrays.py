"""Arrays of int64 as bytes, as packs have them: eight bytes a file."""

from array import array
from collections.abc import Iterable

# Marks the beginning of a pack of whole files.
NO_RANGE = -1


def int64s(values: Iterable[int]) -> bytes:
    return array("q", values).tobytes()


def from_int64s(data: bytes) -> "array[int]":
    numbers = array("q")
    numbers.frombytes(data)
    return numbers
