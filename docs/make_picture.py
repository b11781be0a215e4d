#!/usr/bin/env python3
"""Writes the README's picture: a real scan of a made-up project, as SVG.

  docs/make_picture.py SLUICE [FOLDER]

SLUICE is the program, FOLDER where docs/scan-light.svg and docs/scan-dark.svg
go (default: docs/). The project is `picture` in tests/docs/folders.py; its
tokens are made up with a fixed seed, so the same program gives the same bytes.
The test `docs` fails while the files in docs/ differ from the program's output.

Each line is one <text> with a fixed length, so that the columns meet whatever
monospaced font the reader has.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
from xml.sax.saxutils import escape

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/docs"))
import folders  # pylint: disable=wrong-import-position

COLUMNS = 80
CELL = 8.4  # pixels; a line is 18 high
LINE = 18
MARGIN = 16
COMMAND = "sluice scan shop"

# Background, text, and the colours of the escape sequences that sluice writes.
THEMES = {
    "light": {"paper": "#ffffff", "edge": "#d0d7de", "text": "#1f2328",
              "31": "#b42318", "35": "#7a2fa0", "prompt": "#57606a"},
    "dark": {"paper": "#0d1117", "edge": "#30363d", "text": "#e6edf3",
             "31": "#ff7b72", "35": "#d2a8ff", "prompt": "#8b949e"},
}


def scan(sluice):
    """Returns what `sluice scan shop` prints on a terminal."""
    with tempfile.TemporaryDirectory() as folder:
        folders.picture(pathlib.Path(folder))
        done = subprocess.run(
            [sluice, "scan", "--color", "always", "shop"], cwd=folder,
            stdout=subprocess.PIPE, check=False)
    if done.returncode != 1:
        raise SystemExit(f"{COMMAND}: exit code {done.returncode}")
    return done.stdout.decode().rstrip("\n").split("\n")


def runs_of(line, style=""):
    """A line as [(style, text)], a style being `1;31` or ``; and the style
    that the next line begins with."""
    runs = []
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b["):
            style = part[2:-1].removeprefix("0")
        elif part:
            runs.append((style, part))
    return runs, style


def rows_of(lines):
    """The rows of a terminal of COLUMNS. A line that is longer goes on in the
    next row, after a blank."""
    rows = []
    style = ""
    for line in lines:
        runs, style = runs_of(line, style)
        row, used = [], 0
        for run_style, text in runs:
            while used + len(text) > COLUMNS:
                end = text.rfind(" ", 0, COLUMNS - used + 1)
                end = end if end > 0 else COLUMNS - used
                rows.append([*row, (run_style, text[:end])])
                row, used = [], 0
                text = text[end:].lstrip(" ")
            row.append((run_style, text))
            used += len(text)
        rows.append(row)
    return rows


def span(run, theme):
    style, text = run
    look = ""
    codes = style.split(";")
    if "1" in codes:
        look += ' font-weight="bold"'
    for code in codes:
        if code in theme:
            look += f' fill="{theme[code]}"'
    return f"<tspan{look}>{escape(text)}</tspan>" if look else escape(text)


def svg_of(rows, theme):
    width = COLUMNS * CELL + 2 * MARGIN
    height = len(rows) * LINE + 2 * MARGIN
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" '
        f'height="{height}" viewBox="0 0 {width:g} {height}" role="img" '
        'aria-label="A scan that finds four secrets">',
        f'<rect x="0.5" y="0.5" width="{width - 1:g}" height="{height - 1}" '
        f'rx="6" fill="{theme["paper"]}" stroke="{theme["edge"]}"/>',
        '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, '
        f'\'DejaVu Sans Mono\', monospace" font-size="14" '
        f'fill="{theme["text"]}">',
    ]
    for number, row in enumerate(rows):
        length = sum(len(text) for _, text in row)
        if not length:
            continue
        y = MARGIN + number * LINE + 13
        out.append(
            f'<text x="{MARGIN}" y="{y}" xml:space="preserve" '
            f'textLength="{length * CELL:g}">'
            + "".join(span(run, theme) for run in row) + "</text>")
    out.append("</g>\n</svg>\n")
    return "\n".join(out)


def pictures(sluice):
    """The text of each file, by name."""
    rows = [[("prompt", "$ "), ("1", COMMAND)], *rows_of(scan(sluice))]
    return {f"scan-{name}.svg": svg_of(rows, theme)
            for name, theme in THEMES.items()}


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit("usage: docs/make_picture.py SLUICE [FOLDER]")
    folder = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "docs")
    for name, text in pictures(pathlib.Path(sys.argv[1]).resolve()).items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
