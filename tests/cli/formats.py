"""Reads every format back with a parser that is not ours, into the same few
facts, so that formats can be held against each other.
"""

import csv
import dataclasses
import html.parser
import io
import json
import os
import re
import urllib.parse
import xml.etree.ElementTree

@dataclasses.dataclass(frozen=True)
class Format:
    # How much of the coverage it contains: all, part (unread files) or none.
    coverage: str = "all"
    # Whether it has the commit of a finding in git's history.
    commit: bool = True


# All of `-f`.
FORMATS = {
    "pretty": Format(), "json": Format(), "jsonl": Format(),
    "sarif": Format(), "html": Format(), "markdown": Format(),
    "csv": Format(), "junit": Format(), "github": Format(),
    "gitlab": Format(),
    "gitlab-codequality": Format(coverage="part", commit=False),
    "defectdojo": Format(coverage="none"),
    "gitleaks": Format(coverage="none"),
    "betterleaks": Format(coverage="none"),
    "trufflehog": Format(coverage="none"),
}


@dataclasses.dataclass(frozen=True, order=True)
class Fact:
    """The facts about a finding that every format has."""
    path: str  # visible, see visible()
    line: int
    rule: str


# Characters that are never shown raw: C0, DEL and C1, those that reorder text
# or show nothing, and noncharacters. An independent list, from Unicode's
# tables.
CONTROL = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f"
    "\U0010fffe\U0010ffff]")


def visible(name: bytes) -> str:
    """A file's name as the formats for eyes show it."""
    try:
        text = name.decode("utf-8")
    except UnicodeDecodeError:
        # Bytes that belong to no character are escaped, so backslashes too.
        text = name.replace(b"\\", b"\\\\").decode(
            "utf-8", errors="backslashreplace")

    def escape(match) -> str:
        code = ord(match[0])
        return f"\\x{code:02x}" if code < 0x80 else f"\\u{{{code:x}}}"
    return CONTROL.sub(escape, text)


def strict_json(text: str):
    """One value, no NaN, no member twice."""
    def refuse(word):
        raise ValueError(f"{word} is not JSON")

    def members(pairs):
        names = [name for name, _ in pairs]
        if len(set(names)) != len(names):
            raise ValueError(f"a member twice: {names}")
        return dict(pairs)
    return json.loads(text, parse_constant=refuse, object_pairs_hook=members)


class _Page(html.parser.HTMLParser):
    """The elements of the page, and the data from which it makes its list."""

    VOID = {"meta", "input", "col", "rect", "wbr", "br"}

    def __init__(self):
        super().__init__()
        self.data = ""
        self.text = ""
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self._open: list[tuple[str, str]] = []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        if tag not in self.VOID:
            self._open.append((tag, dict(attrs).get("id", "")))

    def handle_endtag(self, tag):
        if tag in self.VOID:
            return
        opened, _ = self._open.pop()
        if opened != tag:
            raise ValueError(f"</{tag}> closes <{opened}>")

    def handle_data(self, data):
        self.text += data
        if self._open and self._open[-1] == ("script", "data"):
            self.data += data

    def close(self):
        super().close()
        if self._open:
            raise ValueError(f"never closed: {self._open}")


def page(text: str) -> _Page:
    parsed = _Page()
    parsed.feed(text)
    parsed.close()
    return parsed


@dataclasses.dataclass(frozen=True)
class Row:
    """A finding of the page (lib/report/formats/html.cc)."""
    path: str
    line: int
    column: int
    rule: str
    confidence: str
    secret_id: int
    secret: str
    fingerprint: str


def page_rows(text: str) -> list[Row]:
    rules, rows, path, secrets = [], [], None, {}
    for item in strict_json(page(text).data):
        if isinstance(item, dict):
            rules.append(item["id"])
        elif isinstance(item[0], str):
            path = item[0]
        else:
            line, column, rule, level, number, secret = item[:6]
            if secret == 0:
                secret = secrets[number]
            secrets.setdefault(number, secret)
            whole = item[9]
            if ":" not in whole:
                whole = f"{rules[rule]}:{path}:{whole}"
            rows.append(Row(path, line, column, rules[rule],
                            ("low", "medium", "high")[level], number, secret,
                            whole))
    return rows


def csv_rows(text: str) -> list[dict[str, str]]:
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    for row in rows:
        if None in row or None in row.values():
            raise ValueError(f"a row of another width: {row}")
    return rows


def _markdown_rows(text: str):
    for line in text.splitlines():
        if line.startswith("| `"):
            cells = line.split("|")
            if len(cells) != 6 or line.count("`") % 2:
                raise ValueError(f"not four cells: {line}")
            yield [re.findall("`([^`]*)`", cell) for cell in cells[1:-1]]


_PLACE = re.compile(r"(.*):(\d+):(\d+)", re.DOTALL)


def _unescape_command(text: str) -> str:
    return re.sub("%([0-9A-F]{2})", lambda m: chr(int(m[1], 16)), text)


def facts(form: str, data: bytes) -> list[Fact]:
    """The findings of a report, sorted. Raises if it is not well formed."""
    text = data.decode("utf-8", errors="strict")
    found = []
    if form in ("json", "jsonl"):
        if form == "json":
            findings = strict_json(text)["findings"]
        else:
            lines = [strict_json(line) for line in text.splitlines()]
            if [lines[0]["type"], lines[-1]["type"]] != ["report", "coverage"]:
                raise ValueError("not headed, or cut off")
            findings = [line for line in lines if line["type"] == "finding"]
        from harness import path_of
        for item in findings:
            found.append(Fact(visible(path_of(item)), item["start"]["line"],
                              item["rule_id"]))
    elif form == "sarif":
        run, = strict_json(text)["runs"]
        for item in run["results"]:
            place = item["locations"][0]["physicalLocation"]
            name = urllib.parse.unquote_to_bytes(
                place["artifactLocation"]["uri"])
            found.append(Fact(visible(name), place["region"]["startLine"],
                              item["ruleId"]))
    elif form == "html":
        for row in page_rows(text):
            found.append(Fact(row.path, row.line, row.rule))
    elif form == "markdown":
        for place, what, *_ in _markdown_rows(text):
            name, line, _ = _PLACE.fullmatch(place[0]).groups()
            name = name.replace("\\x60", "`").replace("\\x7c", "|")
            found.append(Fact(name, int(line), what[0]))
    elif form == "csv":
        for row in csv_rows(text):
            if row["type"] == "finding":
                name = re.sub("^'(?=[-=+@])", "", row["path"])
                found.append(Fact(name, int(row["start_line"]), row["id"]))
    elif form == "junit":
        for case in xml.etree.ElementTree.fromstring(data).iter("testcase"):
            if case.find("failure") is not None:
                found.append(Fact(case.get("file"), int(case.get("line")),
                                  case.get("classname")))
    elif form == "github":
        for line in text.splitlines():
            command = re.fullmatch(
                "::(error|warning) file=([^,:]*),line=([0-9]+),[^:]*"
                "title=sluice%3A ([^,:]*)::.*", line)
            if command:
                found.append(Fact(_unescape_command(command[2]),
                                  int(command[3]),
                                  _unescape_command(command[4])))
            elif not re.fullmatch("::(notice|warning) title=sluice::.*", line):
                raise ValueError(f"no command of ours: {line!r}")
    elif form == "gitlab":
        for item in strict_json(text)["vulnerabilities"]:
            found.append(Fact(item["location"]["file"],
                              item["location"]["start_line"],
                              item["identifiers"][0]["value"]))
    elif form == "gitlab-codequality":
        for item in strict_json(text):
            if item["check_name"] != "incomplete":
                found.append(Fact(item["location"]["path"],
                                  item["location"]["lines"]["begin"],
                                  item["check_name"]))
    elif form == "defectdojo":
        for item in strict_json(text)["findings"]:
            found.append(Fact(item["file_path"], item["line"],
                              item["vuln_id_from_tool"]))
    elif form == "gitleaks":
        for item in strict_json(text):
            found.append(Fact(visible(os.fsencode(item["File"])),
                              item["StartLine"], item["RuleID"]))
    elif form == "betterleaks":
        for item in strict_json(text)["findings"]:
            found.append(Fact(item["location"]["path"],
                              item["location"]["start_line"],
                              item["rule_id"]))
    elif form == "trufflehog":
        for line in text.splitlines():
            item = strict_json(line)
            place, = item["SourceMetadata"]["Data"].values()
            found.append(Fact(place["file"], place["line"],
                              item["DetectorName"]))
    elif form == "pretty":
        for line in text.splitlines():
            place = re.match(r"(\S.*?):(\d+):\d+  (\S+)", line)
            if place:
                found.append(Fact(place[1], int(place[2]), place[3]))
    else:
        raise ValueError(f"unknown format {form}")
    return sorted(found)
