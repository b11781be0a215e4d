"""The lines that ran, from the counters that gcov's programs leave behind."""

import collections
import concurrent.futures
import difflib
import json
import os
import pathlib
import subprocess

import choice


def product_lines(said, source):
    """{file: {line: count}} of the product's files, from gcov's JSON."""
    lines = collections.defaultdict(dict)
    for part in json.loads(said)["files"]:
        path = os.path.normpath(os.path.join(source, part["file"]))
        file = os.path.relpath(path, source)
        if file.split("/")[0] not in choice.FOLDERS:
            continue
        counts = lines[file]
        for one in part["lines"]:
            number = one["line_number"]
            counts[number] = max(counts.get(number, 0), one["count"])
    return lines


def merge(into, lines):
    for file, counts in lines.items():
        there = into.setdefault(file, {})
        for number, count in counts.items():
            there[number] = max(there.get(number, 0), count)


def measured(build, source):
    """{file: {line: count}} over all objects of a build. A line of a header
    that runs in one object runs."""
    notes = sorted(pathlib.Path(build).rglob("*.gcno"))

    def read(path):
        said = subprocess.run(
            ["gcov", "--json-format", "--stdout", str(path)],
            cwd=build, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            check=False).stdout
        lines = {}
        for line in said.splitlines():
            if line.startswith(b"{"):
                # Relative names begin at the build folder.
                merge(lines, product_lines(
                    line.replace(b'"../source/', f'"{source}/'.encode()),
                    source))
        return lines

    whole = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for lines in pool.map(read, notes):
            merge(whole, lines)
    return whole


def by_module(lines):
    """{module: (lines that ran, lines)}, and "all" at the end."""
    sums = collections.defaultdict(lambda: [0, 0])
    for file, counts in lines.items():
        for name in (choice.module_of(file), "~"):
            sums[name][0] += sum(count > 0 for count in counts.values())
            sums[name][1] += len(counts)
    return {"all" if name == "~" else name: tuple(sums[name])
            for name in sorted(sums)}


def lost(before, old, after, new):
    """The lines of the text `new`, counted from 1, that do not run by the
    counts `after`, although they did as lines of `old` by the counts `before`.
    Only lines that both have count: the optimiser merges some."""
    same = difflib.SequenceMatcher(
        None, old.split("\n"), new.split("\n"), autojunk=False)
    pairs = ((block.a + i + 1, block.b + i + 1)
             for block in same.get_matching_blocks() for i in range(block.size))
    return [there for here, there in pairs
            if before.get(here, 0) > 0 and after.get(there) == 0]


def table(modules):
    return "\n".join(f"{name:<20} {ran:>6} of {of:>6} lines  {ran / of:7.2%}"
                     for name, (ran, of) in modules.items())
