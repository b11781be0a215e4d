"""The build that has all mutants and counts the lines that run.

It is made from a clone of the checkout in a scratch folder, with -O1 and
gcov's counters. A mutant that does not compile is left out.
"""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess

import choice
from sites import with_switches

HERE = pathlib.Path(__file__).resolve().parent

# Atomic: with several threads, gcov would otherwise derive wrong counts.
_CPP_ARGS = "-w -Wno-narrowing -fprofile-update=atomic"
_PLACE = re.compile(r"^(?:In file included from |\s+from )?"
                    r"(?:\S*?/source/)?((?:lib|apps|compat)/\S+?):(\d+)", re.M)


def _clone(checkout, source):
    subprocess.run(["git", "clone", "-q", "--no-hardlinks", checkout, source],
                   check=True)


def _setup(scratch, wrapped):
    build = scratch / "build"
    subprocess.run(
        ["gcc", "-c", "-O1", "-fPIC", f'-DBUILD_FOLDER="{build}"',
         HERE / "at_exit.c", "-o", wrapped], check=True)
    subprocess.run(
        ["meson", "setup", build, scratch / "source", "-Db_coverage=true",
         "-Doptimization=1", "-Dwerror=false", f"-Dcpp_args={_CPP_ARGS}",
         "-Dcpp_link_args=-Wl,--wrap=syscall -Wl,--wrap=__gcov_exit "
         + shlex.quote(str(wrapped))],
        check=True)


def _ninja(build, jobs):
    """(whether all was built, what was said)"""
    done = subprocess.run(
        ["ninja", "-C", build, "-k", "0", "-j", str(jobs)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode == 0, done.stdout.decode("utf-8", "replace")


def files_of(repository):
    """The names of all files of its commit."""
    return subprocess.run(
        ["git", "-C", repository, "ls-tree", "-r", "--name-only", "HEAD"],
        check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


def written(repository, file):
    """A file as its commit has it; empty if it has none of the name."""
    return subprocess.run(
        ["git", "-C", repository, "show", f"HEAD:{file}"], check=False,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        text=True).stdout


def put_in(source, texts, mutants, header):
    """Writes the sources with the switches of `mutants`, {number: mutant}.
    `texts` gets the files as they are without; those that it has already, and
    that no mutant is in any more, are restored."""
    by_file = {}
    for number, mutant in mutants.items():
        by_file.setdefault(mutant.file, []).append((number, mutant))
    for file in by_file.keys() | texts.keys():
        if file not in texts:
            texts[file] = written(source, file)
        numbered = [(number, choice.find(mutant, texts[file]))
                    for number, mutant in by_file.get(file, [])]
        new = (with_switches(texts[file], numbered, header)
               if numbered else texts[file])
        path = source / file
        if new != path.read_text(encoding="utf-8"):
            path.write_text(new, encoding="utf-8")


def named_in(said, mutants, texts):
    """The numbers of the mutants at places that the compiler mentions."""
    places = {(file, int(line)) for file, line in _PLACE.findall(said)}
    return [number for number, mutant in mutants.items()
            if any((mutant.file, line) in places
                   for line in choice.find(mutant, texts[mutant.file]).lines)]


def make(checkout, scratch, mutants, jobs):
    """Builds `checkout` in scratch/build with {number: mutant}; returns those
    that compile."""
    source = scratch / "source"
    scratch.mkdir(parents=True, exist_ok=True)
    if not source.exists():
        _clone(checkout, source)
    if not (scratch / "build" / "build.ninja").exists():
        _setup(scratch, scratch / "at_exit.o")
    header = scratch / "guard.h"
    if not header.exists():
        shutil.copy(HERE / "guard.h", header)
    mutants, texts = dict(mutants), {}
    while True:
        put_in(source, texts, mutants, header)
        built, said = _ninja(scratch / "build", jobs)
        (scratch / "build.log").write_text(said, encoding="utf-8")
        if built:
            return mutants
        bad = named_in(said, mutants, texts)
        if not bad:
            raise SystemExit(f"no build: see {scratch / 'build.log'}")
        for number in bad:
            print(f"does not compile: {mutants.pop(number)}", flush=True)


def tests_of(build):
    """Meson's tests: [{name, cmd, env, workdir, suite, ...}]"""
    said = subprocess.run(["meson", "introspect", "--tests", build],
                          stdout=subprocess.PIPE, check=True).stdout
    return json.loads(said)


def open_to_all(build):
    """Some tests run the program as another user, and it counts as well."""
    subprocess.run(["chmod", "-R", "a+rwX", build], check=True)


def forget_counts(build):
    for path in pathlib.Path(build).rglob("*.gcda"):
        os.unlink(path)
