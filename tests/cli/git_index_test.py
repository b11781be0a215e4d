"""An index that is damaged is never taken for one of other files."""

import hashlib
import unittest

import harness
from git_repositories import GitTest, git

CHANGES = (["--staged"], ["--unstaged"], ["--untracked"])


class DamagedIndex(GitTest):
    """In a repository with a secret staged."""

    FORMAT = "sha1"

    def setUp(self):
        super().setUp()
        self.repo = self.tmp / "made"
        git(self.tmp, "init", "-q", f"--object-format={self.FORMAT}", "made")
        for name in ("a", "b/long name", "c"):
            self.write(f"made/{name}", b"text\n" * 9)
        self.commit()
        self.secret = self.tokens.checked()
        self.write("made/d", f"k = {self.secret}\n".encode())
        self.git("add", "d")
        self.index = self.repo / ".git/index"

    def assert_whole(self, **options):
        self.assert_places(self.sluice("--staged", code=1, **options),
                           ("d", 1, self.secret))

    def assert_told(self, *words, name="index", **options):
        report = self.sluice(*words, code=3, **options)
        self.assertEqual(report["findings"], [])
        told = report["coverage"]["incomplete"]
        self.assertTrue(told[0]["path"].endswith(name), told)
        self.assertIn("its checksum is wrong", told[0]["reason"])

    def test_cut_off_anywhere(self):
        whole = self.index.read_bytes()
        self.assert_whole()
        for size in {0, 1, 11, 12, 31, 32, 33, 100, len(whole) // 2,
                     len(whole) - 33, len(whole) - 21, len(whole) - 1}:
            self.index.write_bytes(whole[:size])
            for words in CHANGES:
                with self.subTest(size=size, words=words):
                    self.assert_told(*words)
        self.assert_told("--staged", "--unstaged", "--untracked")
        self.assert_told("--staged", "--submodules")
        self.index.write_bytes(whole)
        self.assert_whole()

    def test_any_byte_that_is_another(self):
        whole = self.index.read_bytes()
        for at in range(0, len(whole), 13):
            damaged = bytearray(whole)
            damaged[at] ^= 0x10
            self.index.write_bytes(damaged)
            with self.subTest(at=at):
                self.assert_told("--staged")

    def test_the_one_that_a_hook_is_given(self):
        other = self.repo / ".git/index.lock"
        other.write_bytes(self.index.read_bytes())
        for path in (".git/index.lock", str(other)):
            self.assert_whole(env=harness.environment(GIT_INDEX_FILE=path))
        whole = other.read_bytes()
        other.write_bytes(whole[:-40])
        for path in (".git/index.lock", str(other)):
            self.assert_told("--staged", name="index.lock",
                             env=harness.environment(GIT_INDEX_FILE=path))
        # The repository's own does not matter then.
        other.write_bytes(whole)
        self.index.write_bytes(whole[:-40])
        self.assert_whole(
            env=harness.environment(GIT_INDEX_FILE=".git/index.lock"))

    def test_from_below_and_from_outside(self):
        self.index.write_bytes(self.index.read_bytes()[:-40])
        self.assert_told("--staged", cwd=self.repo / "b")
        self.assert_told("--staged", self.repo, cwd=self.tmp)
        outcome = harness.run("git", "--staged", self.repo, cwd=self.tmp)
        self.assertIn(f"{self.repo}/.git/index: ".encode(), outcome.stdout)

    def test_a_worktree_has_its_own(self):
        self.git("worktree", "add", "-q", self.tmp / "tree", "HEAD")
        main, self.repo = self.repo, self.tmp / "tree"
        self.write("tree/d", f"k = {self.secret}\n".encode())
        self.git("add", "d")
        self.index.write_bytes(b"DIRC")
        self.assert_whole()
        mine = main / ".git/worktrees/tree/index"
        mine.write_bytes(mine.read_bytes()[:-40])
        self.assert_told("--staged", name="worktrees/tree/index")

    def test_without_a_checksum(self):
        # The index is like one of index.skipHash, which not every git has.
        whole = self.index.read_bytes()
        size = hashlib.new(self.FORMAT).digest_size
        self.index.write_bytes(whole[:-size] + bytes(size))
        self.assert_whole()
        self.index.write_bytes(whole[:-size])
        self.assert_told("--staged")

    def test_none_at_all(self):
        self.index.unlink()
        for words in CHANGES[:2]:
            self.sluice(*words, code=0)
        # And before the first commit.
        git(self.tmp, "init", "-q", "new")
        for words in CHANGES:
            self.sluice(*words, cwd=self.tmp / "new", code=0)

    def test_a_split_one(self):
        self.git("reset", "-q")
        self.git("update-index", "--split-index")
        self.git("add", "d")
        shared, = (path for path in (self.repo / ".git").glob("sharedindex.*")
                   if bytes.fromhex(path.suffix[1:]) in self.index.read_bytes())
        stale = shared.with_name("sharedindex." + "1" * len(shared.suffix[1:]))
        stale.write_bytes(b"nobody reads this")
        self.assert_whole()
        whole = shared.read_bytes()
        shared.chmod(0o600)
        shared.write_bytes(whole.replace(b"long name", b"lung name"))
        self.assert_told("--staged", name=shared.name)
        # It has to bear the checksum by which it is named.
        shared.write_bytes(whole[:-40])
        self.assert_told("--staged", name=shared.name)
        shared.write_bytes(whole)
        self.assert_whole()

    def test_a_submodule_has_its_own(self):
        self.git("-c", "protocol.file.allow=always", "submodule", "--quiet",
                 "add", "./", "sub")
        index = self.repo / ".git/modules/sub/index"
        index.write_bytes(index.read_bytes()[:-40])
        report = self.sluice("--untracked", "--submodules", code=3)
        told, = report["coverage"]["incomplete"]
        self.assertIn(".git/modules/sub/index", told["path"])

    def test_with_gitleaks_flags(self):
        self.index.write_bytes(self.index.read_bytes()[:-40])
        outcome = harness.run("git", "--pre-commit", "--staged", cwd=self.repo)
        self.assert_code(outcome, 1)
        self.assertIn(b"index: its checksum is wrong", outcome.stderr)
        self.assertIn(b"partial scan", outcome.stderr)


class DamagedIndexSha256(DamagedIndex):
    FORMAT = "sha256"


if __name__ == "__main__":
    unittest.main()
