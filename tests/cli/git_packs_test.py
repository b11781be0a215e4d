"""Packs and bundles of git as files: `sluice scan x.pack`, `sluice git x.bundle`.
"""

import os
import pathlib
import random
import signal
import subprocess
import tempfile
import time
import unittest
import zlib

import archives
import harness
from archive_case import left_out, places
from git_random_histories import HistoryMaker, build
from git_repositories import GitTest, git


class Packs(GitTest):

    def setUp(self):
        super().setUp()
        lines = [f"line {number}" for number in range(300)]
        self.secrets = {}  # by the name of its object
        for number in range(8):
            lines[number * 30] = f"changed {number}"
            if number in (2, 5):
                secret = self.tokens.checked()
                lines[number * 30] = f"key = {secret}"
            self.put("dir/file", "\n".join(lines))
            self.commit(f"commit {number}")
            if number == 5:
                blob = self.git("rev-parse", "HEAD:dir/file")
                self.secrets[blob] = secret
        message = self.tokens.checked()
        self.secrets[self.commit(f"a message with {message}")] = message
        self.git("tag", "-a", "-m", "a tag", "v1")
        self.git("repack", "-q", "-a", "-d", "-f")
        [pack] = (self.repo / ".git/objects/pack").glob("*.pack")
        self.pack = pack.read_bytes()

    def bundle(self, *words) -> bytes:
        path = self.tmp / "made.bundle"
        self.git("bundle", "create", "-q", str(path), *words)
        return path.read_bytes()

    def found_in(self, data, name="x", *options):
        self.write(f"tree/{name}", data)
        outcome = harness.run("scan", "-f", "json", "--show-secrets", *options,
                              str(self.tmp / "tree"), cwd=self.tmp)
        self.assertIn(outcome.code, (0, 1, 3), outcome.stderr)
        (self.tmp / "tree" / name).unlink()
        return outcome.json()

    def assert_all_found(self, report):
        """Each object with a secret, by its name."""
        found = {(place.member[-1], place.secret) for place in places(report)}
        self.assertLessEqual(set(self.secrets.items()), found)
        self.assertEqual(left_out(report), [])

    def test_each_object_is_a_member_with_its_name(self):
        count = len(self.git("cat-file", "--batch-all-objects",
                             "--batch-check").splitlines())
        for data in (self.pack, self.bundle("--all")):
            report = self.found_in(data)
            self.assert_all_found(report)
            self.assertEqual(report["coverage"]["members_scanned"], count)

    def test_a_pack_in_an_archive_and_on_standard_input(self):
        report = self.found_in(archives.zip_of({"a/x.pack": self.pack}))
        self.assert_all_found(report)
        self.assertEqual({p.member[0] for p in places(report)}, {"a/x.pack"})
        outcome = harness.run("scan", "-f", "json", "--show-secrets", "-",
                              stdin=self.pack)
        self.assert_all_found(outcome.json())

    def test_names_of_files_and_refs_are_scanned(self):
        name, ref = self.tokens.checked(), self.tokens.checked()
        self.put(name, "x")
        self.commit()
        self.git("branch", ref)
        found = {p.secret: p.member
                 for p in places(self.found_in(self.bundle("--all")))}
        self.assertEqual(found[name], (self.git("rev-parse", "HEAD^{tree}"),))
        self.assertEqual(found[ref], ())

    def test_sha256(self):
        folder = self.tmp / "long"
        folder.mkdir()
        git(folder, "init", "-q", "--object-format=sha256", ".")
        secret = self.tokens.checked()
        (folder / "a").write_text(f"key = {secret}\n")
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "-m", "a commit")
        git(folder, "repack", "-q", "-a", "-d")
        git(folder, "bundle", "create", "-q", "x.bundle", "--all")
        [pack] = (folder / ".git/objects/pack").glob("*.pack")
        blob = git(folder, "rev-parse", "HEAD:a").decode().strip()
        for data in (pack.read_bytes(), (folder / "x.bundle").read_bytes()):
            report = self.found_in(data)
            self.assertEqual([p.member for p in places(report)], [(blob,)])
        report = self.sluice(str(folder / "x.bundle"), code=1)
        self.assertEqual([f["secret"] for f in report["findings"]], [secret])

    def test_a_thin_bundle_is_named(self):
        thin = self.bundle("HEAD~3..HEAD")
        report = self.found_in(thin)
        reasons = [reason for _, _, reason in left_out(report)]
        self.assertTrue(any("the pack is thin" in reason
                            for reason in reasons), reasons)
        path = self.write("thin.bundle", thin)
        outcome = harness.run("git", str(path), cwd=self.repo)
        self.assertEqual(outcome.code, 2)
        self.assertIn(b"the bundle is thin", outcome.stderr)
        self.assertEqual(len(outcome.stderr.splitlines()), 1)

    def test_bounds(self):
        for words in (("--archive-members", "3"), ("--archive-bytes", "2K")):
            with self.subTest(words=words):
                reasons = [reason for _, _, reason in left_out(
                    self.found_in(self.pack, "x", *words))]
                self.assertTrue(any(words[0] in reason for reason in reasons),
                                reasons)
        report = self.found_in(self.pack, "x", "--archive-depth", "0")
        self.assertEqual(report["coverage"]["members_scanned"], 0)

    def test_a_bomb_counts_for_the_bounds(self):
        """An object that is too large for a member is inflated to find its
        end; that counts as well."""
        size = 300 << 20
        packer = zlib.compressobj(9)
        body = b"".join(packer.compress(bytes(1 << 20)) for _ in range(300))
        body += packer.flush()
        head, rest = [0x30 | size & 15 | 0x80], size >> 4
        while rest > 127:
            head.append(rest & 127 | 128)
            rest >>= 7
        head.append(rest)
        data = b"PACK" + bytes([0, 0, 0, 2, 0, 0, 0, 1]) + bytes(head) + body
        reasons = [reason for _, _, reason in left_out(self.found_in(data))]
        self.assertTrue(any("--archive-ratio" in reason for reason in reasons),
                        reasons)

    def test_damaged_packs(self):
        """Nothing crashes, what is found is right, and a loss is named."""
        rng = random.Random(harness.seed(5))
        whole = set(places(self.found_in(self.pack)))
        named = 0
        rounds = harness.times(20, 400)
        for number in range(rounds):
            at = rng.randrange(12, len(self.pack) - 20)
            data = self.pack[:at]
            if number % 4:
                data += (bytes([self.pack[at] ^ 1 << rng.randrange(8)])
                         + self.pack[at + 1:])
            report = self.found_in(data)
            found = set(places(report))
            # Scanned as it stands, a pack has no text; names are hashes.
            self.assertLessEqual({p.secret for p in found},
                                 {p.secret for p in whole})
            if not whole <= found:
                self.assertTrue(left_out(report), at)
                named += 1
        self.assertGreater(named, rounds // 2)

    def left_behind(self):
        return list(pathlib.Path(tempfile.gettempdir()).glob("sluice-bundle-*"))

    def test_a_bundle_is_scanned_like_its_repository(self):
        for number, seed in enumerate(harness.seeds(3, 60)):
            with self.subTest(seed=seed):
                folder = self.tmp / f"random{seed}"
                build(HistoryMaker(seed).history(8 + number % 20), folder)
                git(folder, "bundle", "create", "-q", "x.bundle", "--all")
                for words in ([], ["--since", "HEAD~1"]):
                    if words and not git(folder, "rev-parse", "-q", "--verify",
                                         "HEAD~1", check=False):
                        continue
                    self.assertEqual(
                        self.sluice(*words, str(folder / "x.bundle")
                                    )["findings"],
                        self.sluice(*words, *([] if words else
                                              ["--reach", "refs"]),
                                    str(folder))["findings"])

    def test_nothing_is_left_behind(self):
        path = self.write("x.bundle", self.bundle("--all"))
        folder = self.tmp / "tmp"
        folder.mkdir()
        env = harness.environment(TMPDIR=str(folder))
        outcome = harness.run("git", str(path), env=env, cwd=self.tmp)
        self.assertEqual(outcome.code, 1)
        self.assertIn(b"secret", outcome.stdout)
        self.assertEqual(list(folder.iterdir()), [])
        binary = os.environ.get("SLUICE_BIN")
        if harness.UNDER or binary is None:
            return
        for end in (signal.SIGTERM, signal.SIGKILL):
            child = subprocess.Popen([binary, "git", str(path)], env=env,
                                     cwd=self.tmp, stdout=subprocess.DEVNULL,
                                     stderr=subprocess.DEVNULL)
            for _ in range(1000):
                if list(folder.iterdir()):
                    break
                time.sleep(0.005)
            child.send_signal(end)
            child.wait()
            for _ in range(1000):
                if not list(folder.iterdir()):
                    break
                time.sleep(0.01)
            self.assertEqual(list(folder.iterdir()), [])

    def test_what_is_no_bundle(self):
        for data in (b"# v2 git bundle\n", b"# v2 git bundle\n\nPACK",
                     self.bundle("--all")[:-40]):
            path = self.write("x.bundle", data)
            outcome = harness.run("git", str(path), cwd=self.repo)
            self.assertEqual(outcome.code, 2, outcome.stderr)
            self.assertIn(b"x.bundle", outcome.stderr)
            self.assertEqual(len(outcome.stderr.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
