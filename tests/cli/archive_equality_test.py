"""The findings in an archive are those in the directory that bsdtar, ar or
dpkg-deb makes of it: the same rule, place, secret and confidence, at the same
path. For archives of this repository's own files, of random trees, and of what
the machine has; the same report, byte for byte, for any number of workers.
"""

import glob
import os
import pathlib
import random
import shutil
import tarfile
import unittest

import archives
import harness
from archive_case import ArchiveCase, left_out
from archives import tool
from tokens import TokenMaker

MAKER = TokenMaker(6300)
SEED = harness.seed(1977)
SEEDS = harness.seeds(4, 100, first=1977)
MOST_OF_THE_MACHINE = harness.times(5, 20)
# Larger ones of the machine's take long to unpack.
MOST_BYTES = 8 * 1024 * 1024

# The ways to pack a tree. bsdtar's own writers cannot store some names (bytes
# that are no UTF-8 in a 7z), so they are not asked to.
ANY_NAME = {
    "gnu.tar": ("tar", "-c", "--format=gnu", "-f", "OUT", "."),
    "pax.tar.gz": ("tar", "-c", "--format=pax", "-z", "-f", "OUT", "."),
    "bsd.tar.xz": ("bsdtar", "-c", "-J", "-f", "OUT", "."),
}
UTF8_NAMES = {
    "info.zip": ("zip", "-q", "-r", "-y", "OUT.zip", "."),
    "of.7z": ("7z", "a", "-bd", "-snl", "OUT", "."),
    "newc.cpio": ("bsdtar", "-c", "--format=newc", "-f", "OUT", "."),
    "odc.cpio": ("bsdtar", "-c", "--format=odc", "-f", "OUT", "."),
    "ustar.tar.zst": ("bsdtar", "-c", "--format=pax", "--zstd", "-f", "OUT",
                      "."),
}
ALL_WAYS = {**ANY_NAME, **UTF8_NAMES}


def packed(tree: pathlib.Path, out: pathlib.Path, command):
    """Packs what lies in the tree into the file."""
    tool(*[word.replace("OUT.zip", "OUT").replace("OUT", os.fspath(out))
           for word in command], cwd=tree)


def unpacked(archive: pathlib.Path, to: pathlib.Path):
    to.mkdir(parents=True)
    # bsdtar refuses names that are not UTF-8 if GNU tar marked them as UTF-8.
    program = "tar" if archive.name == "pax.tar.gz" else "bsdtar"
    # The user owns the files that he unpacks, whatever modes the archive has.
    tool(program, "-x", "--no-same-permissions", "-f", archive, "-C", to)
    for top, _, _ in os.walk(os.fsencode(to)):
        os.chmod(top, 0o755)


def random_tree(root: pathlib.Path, seed: int, any_name: bool):
    """Files of all kinds, with secrets in most of them."""
    rng = random.Random(seed)
    top = os.fsencode(root)

    def secrets(count):
        lines = []
        for _ in range(count):
            lines += ["plain words " * rng.randrange(6)] * rng.randrange(4)
            lines.append(rng.choice(['key = "{}"', "{}", "token: {}",
                                     "x {} y"]).format(MAKER.any()))
        return lines

    def text():
        return rng.choice(["\n", "\r\n"]).join(secrets(rng.randrange(5)))
    contents = (
        lambda: text().encode(),
        lambda: (text() + "\n").encode(),
        lambda: text().encode("utf-16"),
        lambda: text().encode("utf-16-be"),
        lambda: b"\xef\xbb\xbf" + text().encode(),
        lambda: b"",
        lambda: rng.randbytes(rng.randrange(4000)),
        lambda: b"\x7fELF\2\1\1\0" + rng.randbytes(300) + text().encode()
        + b"\0" * 40,
        lambda: b"\xff" + text().encode("latin-1"),
        lambda: ("filler " * 60 + "\n").encode() * 7600 + text().encode(),
        lambda: text().encode().replace(b"\n", b"\0\n"),
        lambda: f"| user | password |\n|---|---|\n| a | {MAKER.any()} |\n"
                .encode(),
    )
    names = [b"a.txt", b"b.py", b"conf/c.env", b"conf/deep/d.json", b"tests/e.py",
             b"docs/f.md", b"name with blank", "m\u00e9.txt".encode(),
             "\u4e2d/\u6587.yml".encode(), b"-x", b".hidden", b"a!b.txt",
             b"new\nline.txt" if any_name else b"vendor/g.go",
             b"/".join([b"long" * 18] * 4) + b"/end.txt", b"n" * 250,
             b"empty"]
    if any_name:
        names += [b"bytes-\xff\xfe.txt", b"back\\slash-\xe9.env", b"\x1b[31m"]
    for name in rng.sample(names, rng.randrange(4, len(names))):
        path = os.path.join(top, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(rng.choice(contents)())
    os.makedirs(os.path.join(top, b"nothing/in/here"))
    os.symlink(b"a.txt", os.path.join(top, b"link"))
    os.symlink(b"../..", os.path.join(top, b"out"))
    return root


class EqualityTest(ArchiveCase):

    def facts(self, report, outer, take_member):
        """Everything a finding says but what names the archive."""
        facts = []
        for finding in report["findings"]:
            fact = dict(finding)
            path, member = fact.pop("path"), fact.pop("member", [])
            fact.pop("path_bytes", None)
            fact.pop("fingerprint")
            fact.pop("secret_id")  # counts in the order of a report
            if take_member:
                self.assertEqual(path, outer)
            else:
                # If a name has bytes that are no UTF-8, both escape all of it.
                # The unpacked files may contain archives, too.
                first, _, rest = path.partition("/")
                self.assertEqual(first, outer)
                member = [rest, *member]
            fact["name"] = "/".join(member)
            facts.append(fact)
        return facts

    def assert_equal(self, archive: pathlib.Path, *, unpack=unpacked,
                     least=1, twins=None, may_leave_out=False):
        """`archive` is in a directory of its own. Its unpacked files are at
        the same path elsewhere, so that a rule or the judge sees the same
        path."""
        beside = self.tmp / "beside"
        if beside.exists():
            shutil.rmtree(beside)
        self.made(unpack, archive, beside / archive.name)
        options = ("--no-config", "--no-ignore", "--ignore-baseline",
                   "--min-confidence", "low")
        outside = self.scan("scan", *options, beside)
        told = harness.run("scan", *options, "-f", "json", "--show-secrets",
                           "-j1", archive.parent)
        self.assert_code(told, 0, 1, 3)
        inside = told.json()
        want = self.facts(outside, archive.name, take_member=False)
        got = self.facts(inside, archive.name, take_member=True)
        if twins:
            want, got = self.once(want, twins), self.once(got, twins)
        missing = [fact for fact in want if fact not in got]
        extra = [fact for fact in got if fact not in want]
        self.assertEqual((missing[:2], extra[:2]), ([], []),
                         f"{len(missing)} missing, {len(extra)} extra of "
                         f"{len(want)}")
        self.assertEqual(len(got), len(want))
        self.assertGreaterEqual(len(want), least)
        if not may_leave_out:
            self.assertEqual(left_out(inside), [])
        for workers in ("-j2", "-j8"):
            again = harness.run("scan", *options, "-f", "json",
                                "--show-secrets", workers, archive.parent)
            self.assertTrue(again.stdout == told.stdout, workers)
        return len(want)

    def once(self, facts, twins):
        """Several names of one file count as one, because an archive may store
        the content under any of them."""
        kept = []
        for fact in facts:
            fact = {**fact, "name": twins.get(fact["name"], fact["name"])}
            # The place in the path may mean more for one name than for
            # another.
            for by_name in ("evidence", "confidence"):
                fact.pop(by_name)
            if fact not in kept:
                kept.append(fact)
        return kept


class Made(EqualityTest):
    """Archives that the test packs."""

    def each_way(self, tree, ways, **options):
        for name, command in ways.items():
            with self.subTest(name):
                archive = self.tmp / "packed" / name
                archive.parent.mkdir(exist_ok=True)
                try:
                    self.made(packed, tree, archive, command)
                    self.assert_equal(archive, **options)
                finally:
                    shutil.rmtree(archive.parent)

    def test_this_repository(self):
        tree = self.tmp / "tree"
        for name in ("tests" if harness.FULL else "tests/cli", "docs"):
            # Files for fuzzing are broken on purpose.
            shutil.copytree(harness.REPOSITORY / name, tree / name,
                            symlinks=True, ignore=shutil.ignore_patterns(
                                "__pycache__", "corpus"))
        self.each_way(tree, ALL_WAYS, least=harness.times(20, 1000))

    def test_random_trees(self):
        found = 0
        for i, seed in enumerate(SEEDS):
            any_name = i % 2 == 0
            tree = random_tree(self.tmp / f"tree{i}", seed, any_name)
            ways = ANY_NAME if any_name else UTF8_NAMES
            with self.subTest(seed=seed):
                self.each_way(tree, ways, least=0)
            found += len(list(tree.rglob("*")))
        self.assertGreater(found, 5 * len(SEEDS))

    def test_hard_links(self):
        tree = self.tmp / "tree"
        archives.lay(tree, {f"{c}.txt": f"key = {MAKER.github()}\n".encode()
                            for c in "bdf"})
        twins = {}
        for name in "bdf":
            for other in (f"a{name}.txt", f"z{name}.txt"):
                os.link(tree / f"{name}.txt", tree / other)
                twins[other] = f"{name}.txt"
        ways = {**ALL_WAYS, "gnu.newc.cpio": (
            "sh", "-c", "find . -type f | cpio -o --quiet -H newc > OUT")}
        self.each_way(tree, ways, least=3, twins=twins)

    def test_many_members(self):
        tree = self.tmp / "tree"
        archives.lay(tree, {
            f"d{i % 60}/f{i}.txt": f"n = {i}\nkey = {MAKER.github()}\n".encode()
            if i % 9 == 0 else b"words\n" * (i % 50) for i in range(4000)})
        self.each_way(tree, {name: ALL_WAYS[name] for name in
                             ("gnu.tar", "info.zip", "of.7z")}, least=400)

    def test_a_large_member(self):
        """Outside it is scanned in chunks, by several workers."""
        tree = self.tmp / "tree"
        line = b"words and words and more of them, line by line by line\n"
        archives.lay(tree, {"large.log": b"".join(
            line * 9000 + f"key = {MAKER.github()}\n".encode()
            for _ in range(40)), "small.txt": MAKER.github().encode()})
        self.each_way(tree, {name: ALL_WAYS[name] for name in
                             ("pax.tar.gz", "info.zip", "of.7z")}, least=41)

    def test_a_large_archive(self):
        """Several workers share one; whole, cut off, and up to a bound."""
        tree = self.tmp / "tree"
        rng = random.Random(SEED)
        files = {}
        for i in range(harness.times(30, 100)):
            key = f"key = {MAKER.github()}\n".encode()
            files[f"d{i % 7}/{i:03}.txt"] = (
                rng.randbytes(rng.randrange(50_000)).hex().encode() + b"\n" + key)
            if i % 10 == 0:
                files[f"d{i % 7}/{i:03}.zip"] = archives.zip_of(
                    {f"{k}.txt": key * k for k in range(1, 5)})
            if i % 50 == 0:
                files[f"{i:03}.log"] = rng.randbytes(3 << 20) + b"\n" + key
        archives.lay(tree, files)
        ways = {name: ALL_WAYS[name] for name in (
            "gnu.tar", "pax.tar.gz", "info.zip", "of.7z", "newc.cpio")}
        self.each_way(tree, ways, least=harness.times(50, 150))
        for name, command in ways.items():
            with self.subTest(name):
                whole = self.tmp / "whole.any"
                self.made(packed, tree, whole, command)
                data = whole.read_bytes()
                whole.unlink()
                self.write("cut/x", data[:len(data) * 2 // 3])
                bounds = [("--archive-members", harness.times("17", "77")),
                          ("--archive-bytes", harness.times("2M", "5M")),
                          ("--archive-depth", "1")]
                for options in [(), *(bounds if name == "gnu.tar" else ())]:
                    told = {harness.run("-f", "json", workers, *options,
                                        self.tmp / "cut").stdout
                            for workers in (("-j1", "-j2", "-j5", "-j8")
                                            if harness.FULL else
                                            ("-j1", "-j5"))}
                    self.assertEqual(len(told), 1, options)
                    self.assertIn(b'"reason"', told.pop())

    def test_several_beside_each_other(self):
        """The walk's order, then the archive's, whoever is faster."""
        tree = self.tmp / "tree"
        rng = random.Random(SEED)
        for i in range(40):
            files = {f"m{k}.txt": b"words\n" * rng.randrange(20_000)
                     + f"k = {MAKER.github()}\n".encode()
                     for k in range(rng.randrange(1, 5))}
            self.write(f"tree/{i:02}.zip", archives.zip_of(files))
            self.write(f"tree/{i:02}.txt", f"k = {MAKER.npm()}\n".encode())
        told = [harness.run("-f", "json", workers, tree).stdout
                for workers in ("-j1", "-j2", "-j8", "-j8")]
        self.assertEqual(len(set(told)), 1)
        paths = [f["path"] for f in harness.run(
            "-f", "json", tree).json()["findings"]]
        self.assertGreater(len(paths), 80)
        self.assertEqual(paths, sorted(paths))

    def test_little_room_for_reports(self):
        """An archive whose report finds no room is read again, in its turn."""
        tree = self.tmp / "tree"
        for i in range(6):
            rows = b"".join(b"key = %s\n" % MAKER.github().encode()
                            for _ in range(3000))
            self.write(f"tree/{i}.tar", archives.tar(
                {f"m{k}.txt": rows for k in range(4)}))
        want = harness.run("-f", "json", "-j1", tree)
        self.assert_code(want, 1)
        self.assertEqual(len(want.json()["findings"]), 6 * 4 * 3000)
        got = harness.run("-f", "json", "-j3", "--max-memory", "52M", tree)
        self.assertTrue(got.stdout == want.stdout, got.stderr)


class OfTheMachine(EqualityTest):
    """Packages that somebody else has made."""

    def some(self, *patterns):
        # Keeps one of several names of the same file.
        files = {os.path.realpath(name): None for pattern in patterns
                 for name in sorted(glob.glob(pattern, recursive=True))}
        files = [name for name in files if os.path.getsize(name) < MOST_BYTES]
        if not files:
            self.skipTest(f"there is none: {' '.join(patterns)}")
        return [pathlib.Path(name) for name in
                random.Random(SEED).sample(
                    files, min(len(files), MOST_OF_THE_MACHINE))]

    def compare(self, packages, unpack=unpacked):
        for package in packages:
            with self.subTest(package.name):
                here = self.tmp / "package"
                here.mkdir()
                shutil.copy(package, here)
                try:
                    self.assert_equal(here / package.name, unpack=unpack,
                                      least=0)
                finally:
                    shutil.rmtree(here)

    def test_jars(self):
        self.compare(self.some("/usr/share/java/*.jar",
                               "/usr/share/maven-repo/**/*.jar"))

    def test_wheels(self):
        self.compare(self.some(
            "/usr/share/python-wheels/*.whl",
            "/usr/lib/python3*/**/*.whl", "/usr/local/lib/python3*/**/*.whl",
            os.path.expanduser("~/.cache/pip/wheels/**/*.whl"),
            os.path.expanduser("~/.pyenv/versions/*/lib/**/*.whl")))

    def test_debian_packages(self):
        def unpack(archive, to):
            to.mkdir(parents=True)
            tool("ar", "x", "--output", to, archive)
            for inner in list(to.glob("*.tar*")):
                inner.rename(to / "packed")
                (to / inner.name).mkdir()
                with tarfile.open(to / "packed") as packed_files:
                    packed_files.extractall(to / inner.name,
                                            **archives.AS_TAR_DOES)
                (to / "packed").unlink()
        self.compare(self.some(
            "/var/cache/apt/archives/*.deb",
            str(harness.REPOSITORY / "build/peers/debs/*.deb")), unpack)


if __name__ == "__main__":
    unittest.main()
