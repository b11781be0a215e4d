"""Makes the manual page: `make_man.py SLUICE SOURCE OUTPUT`.

SOURCE is mdoc(7) with a line @COMMANDS@. This script replaces the line by the
text of `sluice help` for each command, so the page has the options of the
program. apps/sluice/help/help.h defines the form of the help.
"""

import pathlib
import re
import subprocess
import sys

OPTION = re.compile(r"^ {2}(?: {4})?(-.*?)(?:  +(.*))?$")


def help_on(sluice, *command):
    return subprocess.run([sluice, "help", *command], check=True,
                          capture_output=True, text=True).stdout


def commands(sluice):
    """The names of all commands, from the overview."""
    listed = help_on(sluice).split("\nCommands:\n")[1].split("\n\n")[0]
    return [re.match(r"  (\S+(?: \S+)*)", line)[1]
            for line in listed.splitlines()]


def escaped(text):
    """Escapes text so that roff prints it unchanged."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def options_of(page):
    """(heading, [(names, text)]) for each group of options."""
    groups = []
    for block in page.split("\n\n"):
        heading, _, rows = block.partition(":\n")
        if "\n" in heading or not OPTION.match(rows.split("\n")[0]):
            continue
        options = []
        for row in rows.splitlines():
            option = OPTION.match(row)
            if option:
                options.append([option[1], option[2] or ""])
            elif row.startswith("  "):
                options[-1][1] = f"{options[-1][1]} {row.strip()}".strip()
        groups.append((heading, options))
    return groups


def prose_of(page):
    """The paragraphs between the usage and the first heading."""
    for block in page.split("\n\n")[1:]:
        if re.match(r"[A-Z][^\n]*:\n", block):
            return
        yield " ".join(block.split())


def section(sluice, name):
    page = help_on(sluice, *name.split())
    lines = [f".Ss sluice {name}"]
    for paragraph in prose_of(page):
        # A sentence a line, as mdoc wants it.
        for sentence in re.split(r"(?<=[.?]) (?=[A-Z])", paragraph):
            lines.append(escaped(sentence))
        lines.append(".Pp")
    for heading, options in options_of(page):
        lines += [f"{escaped(heading)}:", ".Bl -tag -width Ds"]
        for names, text in options:
            lines.append(".It " + escaped(names).replace(" ,", ","))
            for sentence in re.split(r"(?<=[.?]) (?=[A-Z])", text):
                lines.append(escaped(sentence))
        lines += [".El", ".Pp"]
    while lines[-1] == ".Pp":
        lines.pop()
    return "\n".join(lines)


def main(sluice, source, output):
    text = pathlib.Path(source).read_text(encoding="utf-8")
    sections = "\n".join(section(sluice, name) for name in commands(sluice))
    pathlib.Path(output).write_text(text.replace("\n@COMMANDS@\n", f"\n{sections}\n"),
                                    encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
