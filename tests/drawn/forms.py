"""A form: a file of a language or a tool, and how it gives a name a value."""

import dataclasses
import typing

import names
import quoting


@dataclasses.dataclass(frozen=True)
class Form:
    name: str
    path: str  # {} is the number of the file
    # Takes a name's words and a value, and returns the line, and the value as
    # it is written; None if the form cannot contain it.
    write: typing.Callable[[list, str], tuple | None]
    head: str = ""
    tail: str = ""
    between: tuple[str, ...] = ()  # lines that follow a value, in turn
    uses: tuple[str, ...] = ("password", "token")  # what it is written for
    per_file: int = 12


def line(template, quote, style=names.snake):
    """NAME and VALUE in a template; the name in a style."""
    def write(words, value):
        quoted = quote(value)
        if quoted is None:
            return None
        inner, literal = quoted
        return (template.replace("NAME", style(words), 1)
                .replace("VALUE", literal), inner)
    return write


__all__ = ["Form", "line", "names", "quoting"]
