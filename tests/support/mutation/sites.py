"""Where a C++ source can be mutated, and the source with switches put in.

Sources are read as text, not parsed: clang-format has settled how an operator
or a condition looks, and what does not compile in the end is left out
(build.py). Four kinds:

    bound       < becomes <=, "+ 1" goes away, a number is one off
    comparison  < becomes >, == becomes !=
    condition   the condition of an if or a while is negated
    case        a case of a switch is removed; its value takes the default
"""

import bisect
import dataclasses
import re

KINDS = ("bound", "comparison", "condition", "case")

# What is no code: comments, texts, and what the preprocessor reads. A quote
# between two digits of a number opens no character.
_NO_CODE = re.compile(
    r"""//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"
    |(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])*'|^[ \t]*\#(?:\\\n|[^\n])*""",
    re.S | re.M | re.X)

_NAMES = {"<": "kLess", "<=": "kLessEqual", ">": "kGreater",
          ">=": "kGreaterEqual", "==": "kEqual", "!=": "kNotEqual"}
_BY_ONE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "!=", "!=": "=="}

_COMPARISON = re.compile(r"(?<= )(<=|>=|==|!=|<|>)(?=[ \n])")
_NUMBER = re.compile(r"(?<![\w.'])(0[xX][\da-fA-F']+|\d[\d']*)[uUlLzZ]*(?![\w.'])")
_CONDITION = re.compile(r"\b(?:if|while) \(")
_CASE = re.compile(r"^ *case ([^\n]+?)(?<!:):(?!:)", re.M)
_SWITCH = re.compile(r"\bswitch \(")
# Lines that only the compiler sees, and checks of what is always so: no test
# can tell a check that is one off.
_LEFT_OUT = re.compile(
    r"\b(?:template|operator|static_assert|constexpr|consteval|enum|requires|"
    r"alignas|concept|__attribute__|SLUICE_CHECK)\b")

_PAIRS = {"(": ")", "{": "}"}


@dataclasses.dataclass(frozen=True)
class Site:
    """One way to mutate one line."""
    kind: str
    line: int     # counted from 1
    before: str   # the line without the blanks around it
    after: str    # the same of the mutant, as a person would write it
    lines: frozenset  # all that are edited
    # (offset, how many characters go, what comes; @ is the mutant's number)
    edits: tuple


def code_of(text):
    """`text` with a # for each character that is no code, line ends apart."""
    return _NO_CODE.sub(lambda m: re.sub(r"[^\n]", "#", m[0]), text)


def _end_of(code, opens):
    """Where the bracket at `opens` is closed; None if it is not."""
    depth = 0
    close = _PAIRS[code[opens]]
    for at in range(opens, len(code)):
        if code[at] == code[opens]:
            depth += 1
        elif code[at] == close:
            depth -= 1
            if depth == 0:
                return at
    return None


def _off_by_one(code, match):
    """The values that take the place of the number in `match`."""
    value = int(match[1].replace("'", ""), 16 if match[1][:2] in ("0x", "0X")
                else 8 if match[1][0] == "0" and match[1].isdigit() else 10)
    is_added = code[:match.start()].endswith((" + ", " - "))
    if value == 0:
        return [1]
    return [0] if is_added and value == 1 else [value - 1, value + 1]


class _Source:
    def __init__(self, text):
        self.text = text
        self.code = code_of(text)
        self.starts = [0] + [m.end() for m in re.finditer("\n", text)]

    def line_of(self, offset):
        return bisect.bisect_right(self.starts, offset)

    def line_text(self, line):
        start = self.starts[line - 1]
        return self.text[start:].partition("\n")[0]

    def site(self, kind, at, shown, edits):
        """A site at offset `at`, of whose line `shown`, which are edits as
        well, gives the mutant as a person would write it."""
        line = self.line_of(at)
        start = self.starts[line - 1]
        before = self.line_text(line)
        after = before
        for offset, length, new in sorted(shown, reverse=True):
            if start <= offset <= start + len(before):
                after = (after[:offset - start] + new +
                         after[offset - start + length:])
        return Site(kind, line, before.strip(), after.strip(),
                    frozenset([line, *(self.line_of(e[0]) for e in edits)]),
                    tuple(edits))


def _comparisons(source):
    for match in _COMPARISON.finditer(source.code):
        op, at = match[1], match.start()
        for kind, table in (("bound", _BY_ONE), ("comparison", _TURNED)):
            if other := table.get(op):
                middle = (f" ::mutants::Compare<@, ::mutants::{_NAMES[op]}, "
                          f"::mutants::{_NAMES[other]}>{{}} {op}")
                yield source.site(kind, at, [(at, len(op), other)],
                                  [(match.end(), 0, middle)])


def _numbers(source):
    for match in _NUMBER.finditer(source.code):
        for other in _off_by_one(source.code, match):
            yield source.site(
                "bound", match.start(),
                [(match.start(), len(match[0]), str(other))],
                [(match.start(), len(match[0]),
                  f"::mutants::constant<@>({match[0]}, {other})")])


def _conditions(source):
    for match in _CONDITION.finditer(source.code):
        begin, end = match.end(), _end_of(source.code, match.end() - 1)
        # A condition that declares something stays.
        if end is None or re.search(r";| = ", source.code[begin:end]):
            continue
        yield source.site(
            "condition", match.start(), [(begin, 0, "!("), (end, 0, ")")],
            [(begin, 0, "::mutants::negate<@>(static_cast<bool>("),
             (end, 0, "))")])


def _cases(source):
    switches = []  # (where the value begins, where it ends, where all ends)
    for match in _SWITCH.finditer(source.code):
        end = _end_of(source.code, match.end() - 1)
        opens = source.code.find("{", end or 0)
        if end is not None and opens >= 0 and _end_of(source.code, opens):
            switches.append((match.end(), end, _end_of(source.code, opens)))
    for match in _CASE.finditer(source.code):
        around = [s for s in switches if s[1] < match.start() < s[2]]
        if not around or " ... " in match[0]:
            continue
        begin, end, _ = max(around)
        label = source.text[match.start(1):match.end(1)]
        yield source.site(
            "case", match.start(1), [(match.start(1), len(label), "(none)")],
            [(begin, 0, "::mutants::without<@>("), (end, 0, f", {label})")])


def sites_of(text):
    """All sites of a source, in the order of their lines."""
    source = _Source(text)
    found = [
        site
        for part in (_comparisons, _numbers, _conditions, _cases)
        for site in part(source)
        if site.kind == "case" or not any(
            _LEFT_OUT.search(code_of(source.line_text(line)))
            for line in site.lines)]
    return sorted(found, key=lambda s: (s.line, s.edits[0][0], s.kind, s.after))


def with_switches(text, numbered, header):
    """`text` with a switch for each of `numbered`, pairs of a number and a
    site. The lines keep their numbers."""
    edits = sorted(((offset, length, new.replace("@", str(number)))
                    for number, site in numbered
                    for offset, length, new in site.edits), reverse=True)
    for offset, length, new in edits:
        text = text[:offset] + new + text[offset + length:]
    return f'#include "{header}"\n#line 1\n' + text
