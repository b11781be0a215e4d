"""Packs that are damaged in place. sluice must find every secret in a text that
git can still read, and name what it could not read. git decides what that is:
`git cat-file` reads each object, one process after another, since it ends at an
object that it cannot read."""

import hashlib
import random
import re
import shutil
import struct
import subprocess
import unittest

import harness
from git_repositories import GitTest
from tokens import TokenMaker

SEEDS = harness.seeds(44, 1000)  # of damage, of which there are eleven kinds


def sha1(data: bytes) -> bytes:
    return hashlib.sha1(data).digest()


class Pack:
    """A pack and its index, whose bytes may be changed."""

    def __init__(self, pack: bytes, index: bytes):
        self.pack = bytearray(pack)
        self.index = bytearray(index)
        [self.count] = struct.unpack_from(">I", index, 8 + 255 * 4)
        self.names = 8 + 256 * 4
        self.offsets = self.names + self.count * 24

    def offset(self, number: int) -> int:
        return struct.unpack_from(">I", self.index, self.offsets + 4 * number)[0]

    def set_offset(self, number: int, offset: int):
        struct.pack_into(">I", self.index, self.offsets + 4 * number, offset)

    def seal(self):
        """Makes both checksums right."""
        self.pack[-20:] = sha1(self.pack[:-20])
        self.index[-40:-20] = self.pack[-20:]
        self.index[-20:] = sha1(self.index[:-20])


def flip(pack: Pack, rng):
    for _ in range(rng.randint(1, 12)):
        pack.pack[rng.randrange(12, len(pack.pack) - 20)] ^= 1 << rng.randrange(8)


def zero(pack: Pack, rng):
    at = rng.randrange(12, len(pack.pack) - 20)
    for i in range(at, min(at + rng.randint(1, 60), len(pack.pack) - 20)):
        pack.pack[i] = 0


def cut(pack: Pack, rng):
    del pack.pack[rng.randrange(12, len(pack.pack)):]


def lie_about_size(pack: Pack, rng):
    at = pack.offset(rng.randrange(pack.count))
    pack.pack[at] ^= rng.randint(1, 15)


def lie_about_kind(pack: Pack, rng):
    at = pack.offset(rng.randrange(pack.count))
    pack.pack[at] ^= rng.randint(1, 7) << 4


def lie_about_base(pack: Pack, rng):
    at = pack.offset(rng.randrange(pack.count))
    while pack.pack[at] & 0x80:
        at += 1
    pack.pack[at + 1] ^= 1 << rng.randrange(7)


def swap_offsets(pack: Pack, rng):
    a, b = rng.randrange(pack.count), rng.randrange(pack.count)
    one, other = pack.offset(a), pack.offset(b)
    pack.set_offset(a, other)
    pack.set_offset(b, one)


def wrong_offset(pack: Pack, rng):
    pack.set_offset(rng.randrange(pack.count),
                    rng.choice([0, 11, 13, len(pack.pack) + 9, 0x7fffffff,
                                0x80000000, 0xffffffff,
                                rng.randrange(12, len(pack.pack))]))


def wrong_name(pack: Pack, rng):
    at = pack.names + 20 * rng.randrange(pack.count)
    pack.index[at + rng.randrange(20)] ^= 1 << rng.randrange(8)


def wrong_count(pack: Pack, rng):
    at = 8 + 4 * rng.randrange(256)
    pack.index[at + rng.randrange(4)] ^= 1 << rng.randrange(8)


def cut_index(pack: Pack, rng):
    del pack.index[rng.randrange(len(pack.index)):]


OF_BOTH = (cut, cut_index)
KINDS = (flip, zero, cut, lie_about_size, lie_about_kind, lie_about_base,
         swap_offsets, wrong_offset, wrong_name, wrong_count, cut_index)


class DamagedPacks(GitTest):

    def git(self, *words, **options) -> str:
        # Objects have the same names in every run, so the damage is the same.
        self.seconds = getattr(self, "seconds", 1_700_000_000) + 60
        date = f"{self.seconds} +0000"
        options.setdefault("env", harness.environment(
            GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date))
        return super().git(*words, **options)

    def setUp(self):
        super().setUp()
        self.secrets = set()
        lines = {name: [f"{name} {i}" for i in range(60)] for name in "abcd"}
        rng = random.Random(1)
        for number in range(14):
            name = rng.choice("abcd")
            secret = self.tokens.checked()
            lines[name][rng.randrange(60)] = f"key = {secret}"
            self.secrets.add(secret)
            folder = "dir/" if name in "ab" else ""
            self.put(f"{folder}{name}", "\n".join(lines[name]))
            message = self.tokens.checked()
            self.secrets.add(message)
            self.commit(f"commit {number} with {message}")
            if number == 5:
                self.git("branch", "side")
        self.git("checkout", "-q", "side")
        self.put("e", f"key = {self.make_secret()}\n")
        self.commit("beside")
        self.git("checkout", "-q", "-")
        self.git("merge", "-q", "side")
        self.git("tag", "-a", "-m", f"a tag with {self.make_secret()}", "v1")
        self.forget()
        self.folder = self.repo / ".git/objects/pack"
        [pack] = self.folder.glob("*.pack")
        self.paths = (pack, pack.with_suffix(".idx"))
        for path in self.paths:
            path.chmod(0o644)
        for path in self.folder.glob("*.rev"):
            path.unlink()
        self.whole = [path.read_bytes() for path in self.paths]
        self.tips = self.git("for-each-ref", "--format=%(objectname)").split()
        self.names = [line.split()[0] for line in self.git(
            "cat-file", "--batch-all-objects", "--batch-check").splitlines()]

    def forget(self):
        """Keeps what refs reach, in one pack."""
        self.git("reflog", "expire", "--expire=now", "--all")
        self.git("repack", "-q", "-a", "-d", "-f", "--depth=6", "--threads=1")
        self.git("prune", "--expire=now")

    def make_secret(self) -> str:
        secret = self.tokens.checked()
        self.secrets.add(secret)
        return secret

    def read_by_git(self) -> dict:
        """Type and text of each object that git reads."""
        objects = {}
        left = list(self.names)
        while left:
            done = subprocess.run(
                ["git", "cat-file", "--batch"], cwd=self.repo, check=False,
                input="\n".join(left).encode() + b"\n", capture_output=True,
                env=harness.environment())
            said = done.stdout
            answered = 0
            while said:
                head, newline, rest = said.partition(b"\n")
                words = head.split()
                if not newline:
                    break
                if words[1] == b"missing":
                    answered, said = answered + 1, rest
                    continue
                size = int(words[2])
                if len(rest) <= size:
                    break
                objects[left[answered]] = (words[1].decode(), rest[:size])
                answered, said = answered + 1, rest[size + 1:]
            left = left[answered + 1:]
        return objects

    def reached(self, objects: dict) -> set:
        """The names of texts to which readable objects lead from the tips."""
        texts = set()
        met = set()
        open_ = [(name, None) for name in self.tips]
        while open_:
            name, wanted = open_.pop()
            kind, text = objects.get(name, (None, b""))
            if kind is None or name in met or (wanted and kind != wanted):
                continue
            met.add(name)
            if kind == "tree":
                while text:
                    mode, _, rest = text.partition(b" ")
                    nul = rest.find(b"\0")
                    if nul < 0 or len(rest) < nul + 21:
                        break
                    open_.append((rest[nul + 1:nul + 21].hex(),
                                  "tree" if mode == b"40000" else "blob"))
                    text = rest[nul + 21:]
                continue
            texts.add(name)
            if kind == "commit":
                head = text.partition(b"\n\n")[0].decode("latin-1")
                open_ += [(tree, "tree")
                          for tree in re.findall(r"^tree (\w{40})$", head, re.M)]
                open_ += [(parent, "commit") for parent in
                          re.findall(r"^parent (\w{40})$", head, re.M)]
            elif kind == "tag":
                open_ += [(target, None) for target in re.findall(
                    rb"^object (\w{40})$", text, re.M)[:1]]
                open_ = [(n.decode() if isinstance(n, bytes) else n, w)
                         for n, w in open_]
        return texts

    def secrets_that_git_reads(self, objects: dict) -> set:
        readable = set()
        for name in self.reached(objects):
            kind, text = objects[name]
            if hashlib.sha1(f"{kind} {len(text)}\0".encode() + text).hexdigest() != name:
                continue  # git does not compare, and returns another text
            words = text.decode("latin-1")
            readable |= {secret for secret in self.secrets if secret in words}
        return readable

    def check_round(self, number: int):
        rng = random.Random(number)
        damage = KINDS[number % len(KINDS)]
        pack = Pack(*self.whole)
        damage(pack, rng)
        if damage not in OF_BOTH and rng.random() < 0.6:
            pack.seal()
        return self.check(pack, f"round {number}, {damage.__name__}")

    def check(self, pack: Pack, told: str, *words) -> int:
        for path, data in zip(self.paths, (pack.pack, pack.index)):
            path.write_bytes(data)
        objects = self.read_by_git()
        outcome = harness.run("git", "-f", "json", "--show-secrets", *words,
                              cwd=self.repo)
        self.assertIn(outcome.code, (0, 1, 2, 3), f"{told}: {outcome}")
        if outcome.code == 2:
            # git itself does not open such a repository.
            self.assertEqual(objects, {}, told)
            self.assertTrue(outcome.stderr, told)
            return 0
        report = outcome.json()
        found = {finding["secret"] for finding in report["findings"]}
        lost = self.secrets_that_git_reads(objects) - found
        self.assertEqual(lost, set(), f"{told}: {report['coverage']}")
        # Some damage makes other texts of objects, which git does not notice.
        if found != self.secrets and len(objects) < len(self.names):
            self.assertIn(outcome.code, (1, 3), told)
            self.assertTrue(report["coverage"]["incomplete"], told)
        return len(found)

    def test_no_secret_is_lost_that_git_can_read(self):
        report = self.sluice()
        self.assertEqual({f["secret"] for f in report["findings"]}, self.secrets)
        whole = some = 0
        for number in SEEDS:
            found = self.check_round(number)
            whole += found == len(self.secrets)
            some += 0 < found < len(self.secrets)
        # The damage is neither harmless nor fatal.
        self.assertGreater(some, len(SEEDS) // 5)
        self.assertLess(whole, len(SEEDS) // 2)


class DamagedEntries(DamagedPacks):
    """An index with one wrong offset, for each object. git ends as soon as it
    looks for this object, whatever else it was asked for."""

    def forget(self):
        self.put("f", f"key = {self.make_secret()}\n")
        self.commit(f"before an amendment, with {self.make_secret()}")
        self.put("f", "nothing\n")
        self.git("add", "-A")
        self.git("commit", "-q", "--amend", "-m", "amended")
        self.git("checkout", "-q", "-b", "gone")
        self.put("g", f"key = {self.make_secret()}\n")
        self.commit(f"of a deleted branch, with {self.make_secret()}")
        self.git("checkout", "-q", "-")
        self.git("branch", "-q", "-D", "gone")
        for which in ("one", "another"):
            path = self.put(which, f"{which} loose file: {self.make_secret()}")
            self.git("hash-object", "-w", path)
            path.unlink()
            self.git("tag", "-a", "-m", f"{which}: {self.make_secret()}", which)
        self.git("tag", "-d", "one")
        self.git("repack", "-q", "-a", "-d", "-k", "--threads=1")

    def test_no_secret_is_lost_that_git_can_read(self):
        by_refs = self.tips
        of_reflogs = self.git("reflog", "--all", "--format=%H").split()
        # A short run takes every fourth of the objects.
        for number in range(0, len(self.names), harness.times(4, 1)):
            for offset in (len(self.whole[0]) + 9, 0xffffffff):
                pack = Pack(*self.whole)
                pack.set_offset(number, offset)
                told = f"object {number}, offset {offset}"
                self.tips = by_refs + of_reflogs
                self.check(pack, told)
                self.tips = self.names
                self.check(pack, told, "--all-objects")


class WrongTags(GitTest):
    """A tag that says another kind than its object has stops git's own list."""

    def tag_of(self, target: str, kind: str, name: str):
        text = (f"object {target}\ntype {kind}\ntag {name}\n"
                "tagger N <n@example.org> 1 +0000\n\na message\n")
        made = self.git("hash-object", "-t", "tag", "-w", "--literally",
                        "--stdin", stdin=text.encode())
        self.git("update-ref", f"refs/tags/{name}", made)

    def test_all_else_is_scanned(self):
        maker = TokenMaker(88)
        secrets = [maker.github() for _ in range(3)]
        self.put("a.txt", f"{secrets[0]}\n")
        # Our own reader leaves a commit of this size to git.
        self.git("add", "-A")
        self.git("commit", "-q", "-F", "-", stdin=(
            "large: " + "x y\n" * 2_500_000 + secrets[1]).encode())
        large = self.git("rev-parse", "HEAD")
        self.put("b.txt", f"{secrets[2]}\n")
        self.commit("another")
        self.git("tag", "-a", "-m", "right", "right")
        for name, kind in (("a-wrong", "blob"), ("z-wrong", "tree")):
            with self.subTest(name):
                self.tag_of(large, kind, name)
                report = self.sluice(code=1)
                self.assertEqual({f["secret"] for f in report["findings"]},
                                 set(secrets))
                self.assertIn("refs/tags/a-wrong",
                              str(report["coverage"]["incomplete"]))


if __name__ == "__main__":
    unittest.main()
