"""The six texts over which bench/guard compares two builds.

Together they show each large part of the program: walking and reading, the
search in a text without findings, the start, git's objects, judging and
reporting, and the rules of a configuration.

A run takes some hundredths of a second, and a sample is the sum of several
runs, over the parts of a text or over the same one again. So samples are
finished often, and no run is so short that it shows the start alone, except
those over the small file.

The texts are the same on every machine, except that the packs of the history
depend on the version of git. They are made once and kept in a cache, in a
folder named after the sources of the programs that make them.
"""

import dataclasses
import hashlib
import importlib.machinery
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable

from harness import inputs

BENCH = pathlib.Path(__file__).resolve().parents[1]

# The part of the tree has one of seven folders. Among one of 4 to one of 13, it
# is the part most like the whole: 17.5 KB a file (16.5 in the whole), 17.2 files a
# folder (16.5), 52 % C (48) and 39 % headers (43). With 4, 6, 8 or 12, headers
# are more than half of the part, because of a folder of huge ones (drivers/gpu).
FOLDERS = 7
SLICES = 5
LARGE_MEGABYTES = 12
COMMITS = 300
MORE_RULES = 5000
RULES_MEGABYTES = 6
MATCHES = 150
# Megabytes of each kind of bench/dense in which something is found. By the speeds
# in docs/PERFORMANCE.md, each takes about the same time, so none hides another.
DENSE = {"access.log": 0.3, "api.json": 0.2, ".env": 0.08, "a.har": 0.8,
         "dump.sql": 0.5, "auth.log": 0.3, "notes.txt": 0.4}


@dataclasses.dataclass(frozen=True)
class Text:
    """`make(folder)` makes it in a new folder. `commands(folder)` returns the
    arguments of each run over it; commit 86ab9a4 has all of the options. A
    sample is the sum of all these runs, `times` times."""

    name: str
    what: str
    make: Callable[[pathlib.Path], None]
    commands: Callable[[pathlib.Path], list[list[str]]]
    times: int = 1


def _scan(*names):
    return lambda folder: [
        ["scan", str(folder / name), "--no-ignore", "--no-config", "-f",
         "json", "-j", "1"] for name in names]


def _script(name):
    """A script of bench/ as a module."""
    loader = importlib.machinery.SourceFileLoader(name, str(BENCH / name))
    module = importlib.util.module_from_spec(
        importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def corpus():
    """The tree of bench/corpus; ValueError if it cannot be had."""
    done = subprocess.run([BENCH / "corpus"], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise ValueError("no corpus; bench/corpus says why. It uses a tree "
                         "that is already in $SLUICE_CORPUS/linux-source-6.1")
    return pathlib.Path(done.stdout.strip())


def part_of_tree(tree, target, slices):
    """Copies one of FOLDERS of the folders that have files, with their files,
    in turns into the slices `target`/0, `target`/1 ...

    Whole folders, so that the part has as many files a folder as the tree, and
    the walk its share of the work. Spread evenly over the sorted paths, so that
    each subsystem has its share; a few neighbouring folders would be
    documentation or one vendor's drivers.
    """
    folders = []
    for folder, _, names in os.walk(tree):
        files = [name for name in names
                 if not os.path.islink(os.path.join(folder, name))]
        if files:
            folders.append((os.path.relpath(folder, tree), files))
    for number, (folder, files) in enumerate(sorted(folders)[::FOLDERS]):
        place = target / str(number % slices) / folder
        place.mkdir(parents=True, exist_ok=True)
        for name in files:
            shutil.copyfile(tree / folder / name, place / name)


def _tree(folder):
    part_of_tree(corpus(), folder, SLICES)


def _large(folder):
    joined(folder, LARGE_MEGABYTES)


def joined(folder, megabytes):
    """Makes the file large/joined.txt of a slice of the tree, whose first
    megabytes are not all documentation."""
    with tempfile.TemporaryDirectory(dir=folder) as part:
        part_of_tree(corpus(), pathlib.Path(part), SLICES)
        inputs.large(folder, pathlib.Path(part, "0"), megabytes)


def _history(folder):
    _script("history").make_repository(
        str(folder / "repository"), str(corpus()), COMMITS, adds=2, edits=2,
        seed=1)


def _dense(folder):
    dense = _script("dense")
    (folder / "texts").mkdir()
    for name, megabytes in DENSE.items():
        dense.write(folder / "texts", name, dense.KINDS[name][1],
                    megabytes * 1e6)


def _rules(folder):
    """Some of the rules have a match, whose pattern must be compiled; without
    any, reading the rules would be nearly all. The other text is searched."""
    subprocess.run([sys.executable, BENCH / "many_rules", "--rules",
                    str(MORE_RULES), folder], check=True)
    rules = folder / "rules.toml"
    rules.write_text("[extend]\nuseDefault = true\n" + rules.read_text())
    joined(folder, RULES_MEGABYTES)
    text = folder / "large"
    lines = (folder / "matches.txt").read_text().splitlines(keepends=True)
    (text / "matches.txt").write_text("".join(lines[:MATCHES]))


TEXTS = (
    Text("tree", f"one of {FOLDERS} folders of bench/corpus, in {SLICES} parts",
         _tree, _scan(*map(str, range(SLICES)))),
    Text("large", f"one file of {LARGE_MEGABYTES} MB", _large,
         _scan("large/joined.txt"), times=5),
    Text("small", "one file of 60 bytes", inputs.small,
         _scan("small/settings.conf"), times=40),
    Text("history", f"a git repository of {COMMITS:,} commits", _history,
         lambda folder: [["git", str(folder / "repository"), "--no-config",
                          "-f", "json", "-j", "1"]], times=4),
    Text("dense", "findings in nearly every line", _dense,
         _scan(*(f"texts/{name}" for name in DENSE))),
    Text("rules", f"{MORE_RULES:,} rules more", _rules,
         lambda folder: [["scan", str(folder / "large"), "--no-ignore",
                          "--config", str(folder / "rules.toml"), "-f", "json",
                          "-j", "1"]], times=3),
)


def place(text, cache):
    """The folder of a text, which is made if it is not there."""
    texts = cache / f"texts-{_recipe()}"
    folder = texts / text.name
    if not folder.is_dir():
        texts.mkdir(parents=True, exist_ok=True)
        # Renamed at the end: a text that exists is a whole one.
        with tempfile.TemporaryDirectory(dir=texts) as work:
            made = pathlib.Path(work) / text.name
            made.mkdir()
            text.make(made)
            made.rename(folder)
    return folder


def _recipe():
    sources = [pathlib.Path(__file__), BENCH / "harness/inputs.py",
               BENCH / "dense", BENCH / "history", BENCH / "many_rules",
               BENCH.parent / "tests/cli/tokens.py"]
    joined = b"".join(source.read_bytes() for source in sources)
    return hashlib.sha256(joined).hexdigest()[:8]
