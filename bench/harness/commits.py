"""The program of a commit: built once, then kept in a cache."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

PROGRAM = "apps/sluice/sluice"


def resolve(repository, name):
    """The full name of a commit, or None if git knows no such commit."""
    done = subprocess.run(
        ["git", "-C", repository, "rev-parse", "--verify", "--quiet",
         "--end-of-options", name + "^{commit}"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def program(repository, commit, cache):
    """The path of the program of that commit, which is built if the cache has
    none by this compiler. ValueError if it cannot be built.

    The source is an export of the commit in a temporary folder, so neither the
    working tree nor git's list of working trees changes.
    """
    kept = cache / f"{commit}-{_compiler()}" / "sluice"
    if kept.is_file():
        return kept
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache, prefix="build-") as work:
        work = pathlib.Path(work)
        source, build = work / "source", work / "build"
        print(f"guard: building {commit[:12]}, which takes some minutes",
              file=sys.stderr, flush=True)
        source.mkdir()
        export = subprocess.Popen(
            ["git", "-C", repository, "archive", commit],
            stdout=subprocess.PIPE)
        subprocess.run(["tar", "-x", "-C", source], stdin=export.stdout,
                       check=True)
        if export.wait() != 0:
            raise ValueError(f"git exports no {commit}")
        _step(["meson", "setup", "-Dtests=false", build, source], work)
        _step(["ninja", "-C", build, PROGRAM], work)
        # Renamed at the end: a program that exists is a whole one.
        done = work / "done"
        done.mkdir()
        shutil.copy2(build / PROGRAM, done / "sluice")
        done.rename(kept.parent)
    return kept


def _step(argv, work):
    """Runs a step of the build; its output is shown if it fails."""
    log = work / "log"
    with open(log, "wb") as out:
        done = subprocess.run(argv, stdout=out, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        lines = log.read_text(errors="replace").splitlines()
        raise ValueError("\n".join(
            [*lines[-20:], f"{argv[0]} failed. Does the commit need other "
             "packages? `./dev setup` of that commit installs them."]))


def _compiler():
    """A short name of the compiler's version."""
    said = subprocess.run(
        [*os.environ.get("CXX", "c++").split(), "--version"],
        stdout=subprocess.PIPE, check=True).stdout
    return hashlib.sha256(said).hexdigest()[:8]
