"""We would scan the files that the real git would publish, in real trees: the
sources of Debian packages that come with ignore files of their own.

They are fetched with `apt-get source` from this machine's source of packages,
unpacked only by tarfile, and kept below $SLUICE_CORPUS or
~/.cache/sluice/sources. If that is not possible, the tests are skipped with
the reason.
"""

import contextlib
import functools
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest

import archives
import harness
from git_equality_test import git, listed_by_git, listed_by_us

PACKAGES = ["fmtlib", "spdlog", "nlohmann-json3", "libuv1", "jq", "htop",
            "redis", "re2"]
LEAST = 5
APT_S = 120
KEPT = pathlib.Path(os.environ.get("SLUICE_CORPUS")
                    or pathlib.Path.home() / ".cache/sluice") / "sources"


def apt_get(home: pathlib.Path, *arguments, cwd=None):
    subprocess.run(
        ["apt-get", "-qq", "-o", f"Dir::Etc::sourcelist={home}/list",
         "-o", "Dir::Etc::sourceparts=/dev/null",
         "-o", f"Dir::State::lists={home}/lists", "-o", f"Dir::Cache={home}",
         "-o", "APT::Sandbox::User=", "-o", "Acquire::Retries=1",
         "-o", "Acquire::http::Timeout=20", *arguments],
        cwd=cwd, timeout=APT_S, check=True, capture_output=True)


def sources() -> str:
    """This machine's source of packages, from sources.list."""
    targets = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME)",
         "Identifier: Packages", "Component: main"],
        timeout=APT_S, check=True, capture_output=True, text=True).stdout
    return "".join(f"deb-src {target} main\n"
                   for target in sorted(set(targets.splitlines())))


def fetch(home: pathlib.Path, package: str):
    """Not every mirror has every source, and most of them are enough."""
    with contextlib.suppress(subprocess.CalledProcessError):
        apt_get(home, "source", "--download-only", package, cwd=home)


@functools.cache
def fetched() -> list[pathlib.Path] | str:
    """The tarballs, or why there are none."""
    KEPT.mkdir(parents=True, exist_ok=True)
    missing = [p for p in PACKAGES if not list(KEPT.glob(f"{p}_*.orig.tar.*"))]
    enough = len(PACKAGES) - LEAST
    if len(missing) > enough and shutil.which("apt-get") is None:
        return "there is no apt-get"
    if len(missing) > enough:
        with tempfile.TemporaryDirectory() as name:
            home = pathlib.Path(name)
            (home / "lists/partial").mkdir(parents=True)
            try:
                (home / "list").write_text(sources())
                apt_get(home, "update")
                for package in missing:
                    fetch(home, package)
            except (subprocess.SubprocessError, OSError) as error:
                return f"Debian's archive cannot be reached: {error}"
            for tarball in home.glob("*.orig.tar.*"):
                if not tarball.name.endswith(".asc"):
                    shutil.move(tarball, KEPT / tarball.name)
    found = sorted(path for package in PACKAGES
                   for path in KEPT.glob(f"{package}_*.orig.tar.*"))
    if len(found) < LEAST:
        return f"Debian's archive has only {len(found)} of the packages"
    return found


class Packages(harness.CliTest):

    def plant(self, root: pathlib.Path) -> int:
        """Files that the ignore files are about, and some beside them."""
        made = 0
        for ignore_file in [*root.rglob(".gitignore")]:
            for line in ignore_file.read_text(errors="replace").splitlines():
                name = re.sub(r"\*+", "x", line.strip().lstrip("!/"))
                name = re.sub(r"\[(.).*?\]", r"\1", name).replace("?", "y")
                if not name or name.startswith("#") or ".." in name:
                    continue
                directory = name.endswith("/")
                path = ignore_file.parent / name / ("f" if directory else "")
                for place in (path, path.with_name(path.name + "2")):
                    if os.path.lexists(place):
                        continue
                    try:
                        place.parent.mkdir(parents=True, exist_ok=True)
                        place.touch()
                        made += 1
                    except OSError:
                        pass  # a file where a directory is wanted
        return made

    def explain(self, root: pathlib.Path):
        """The rule of every planted file, as git has it."""
        fields = git(root, "check-ignore", "-v", "-z", "--no-index", "--stdin",
                     stdin=git(root, "ls-files", "-z", "-o"),
                     codes=(0, 1)).split(b"\0")[:-1]
        rows = [fields[i:i + 4] for i in range(0, len(fields), 4)]
        rows = [row for row in rows if b"\\" not in row[2]][:60]
        options = [o for row in rows for o in (b"--explain-skip", row[3])]
        outcome = harness.run("scan", *options, b".", cwd=root)
        self.assert_code(outcome, 0)
        for row, line in zip(rows, outcome.stdout.splitlines(), strict=True):
            self.assertIn(b" %s:%s: %s" % (row[0], row[1], row[2]),
                          line + b" ", str(row))
        return len(rows)

    def test_equal(self):
        tarballs = fetched()
        if isinstance(tarballs, str):
            self.skipTest(tarballs)
        with_rules = 0
        for tarball in tarballs:
            with self.subTest(package=tarball.name):
                root = self.tmp / tarball.name
                with tarfile.open(tarball) as archive:
                    archive.extractall(root, **archives.AS_TAR_DOES)
                git(root, "init", "-q")
                # Upstream tracks them, whatever the rules say.
                git(root, "add", "-A", "-f")
                git(root, "-c", "user.name=x", "-c", "user.email=x@y",
                    "commit", "-qm", "x")
                self.plant(root)
                theirs = listed_by_git(root)
                self.assertEqual(listed_by_us(root), theirs)
                everything = listed_by_us(root, "--no-ignore")
                if everything - theirs:
                    with_rules += 1
                    self.assertGreater(self.explain(root), 0)
        self.assertGreaterEqual(with_rules, LEAST)


if __name__ == "__main__":
    unittest.main()
