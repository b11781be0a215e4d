"""`sluice git` on histories that are made for it; git_random_test.py has random
ones."""

import os
import shutil
import unittest

import harness
from git_repositories import GitTest, git


class Histories(GitTest):

    def test_commit_and_author(self):
        secret = self.tokens.checked()
        self.put("a.txt", "x\n")
        self.commit("first")
        self.put("a.txt", f"x\nkey = {secret}\n")
        id_ = self.commit("brings it in\n\nat length")
        self.put("a.txt", "x\n")
        self.commit("takes it out")
        report = self.sluice(code=1)
        self.assert_places(report, ("a.txt", 2, secret))
        told = report["findings"][0]["git"]
        self.assertEqual(told["commit"], id_)
        self.assertEqual(told["author"], "Ann Onymous")
        self.assertEqual(told["email"], "ann@x.org")
        self.assertEqual(told["message"], "brings it in")
        self.assertEqual(told["date"],
                         self.git("show", "-s", "--format=%aI", id_)
                         .replace("Z", "+00:00"))
        pretty = harness.run("git", cwd=self.repo)
        self.assertIn(id_[:12].encode(), pretty.stdout)
        self.assertNotIn(secret.encode(), pretty.stdout)

    def test_a_secret_beside_a_new_one_stays_masked(self):
        first, second = self.tokens.checked(), self.tokens.checked()
        self.put("a.txt", f"a = {first}\n")
        self.commit()
        self.put("a.txt", f"a = {first} b = {second}\n")
        self.commit()
        for words in (["-f", "json"], []):
            outcome = harness.run("git", *words, cwd=self.repo)
            self.assert_code(outcome, 1)
            for place in ([b'"column":5,', b'"column":50,'] if words else
                          [b"a.txt:1:5 ", b"a.txt:1:50 "]):
                self.assertIn(place, outcome.stdout)
            for secret in (first, second):
                self.assertNotIn(secret.encode(), outcome.stdout)

    def test_since_tells_what_the_branch_adds(self):
        old, new, moved = (self.tokens.checked() for _ in range(3))
        self.put("a.txt", f"old = {old}\n")
        self.put("m.txt", f"moved = {moved}\n")
        base = self.commit()
        self.git("branch", "base")
        self.put("a.txt", f"old = {old} # touched\nnew = {new}\n")
        self.git("mv", "m.txt", "n.txt")
        self.put("n.txt", f"moved = {moved}\nmore\n")
        self.commit()
        self.put("a.txt", "clean\n")
        self.commit()
        for words in (["--since", "base"], ["base..HEAD"], [f"{base}..main"]):
            self.assert_places(self.sluice(*words, code=1), ("a.txt", 2, new))
        self.sluice("main..main", code=0)
        self.assertEqual(len(self.sluice(code=1)["findings"]), 3)

    def test_since_with_a_base_that_went_on(self):
        theirs, ours = self.tokens.checked(), self.tokens.checked()
        self.put("a.txt", "x\n")
        self.commit()
        self.git("checkout", "-q", "-b", "work")
        self.put("b.txt", f"k = {ours}\n")
        self.commit()
        self.git("checkout", "-q", "main")
        self.put("c.txt", f"k = {theirs}\n")
        self.commit()
        self.git("checkout", "-q", "work")
        self.git("merge", "-q", "--no-edit", "main")
        self.assert_places(self.sluice("--since", "main", code=1),
                           ("b.txt", 1, ours))

    def test_unknown_revisions(self):
        self.put("a", "x\n")
        self.commit()
        self.assert_refused(
            harness.run("git", "--since", "origin/main", cwd=self.repo),
            "origin/main", "git fetch origin main")
        self.assert_refused(harness.run("git", "no..where", cwd=self.repo),
                            "no..where")

    def test_shallow_clones(self):
        secret = self.tokens.checked()
        self.put("a", f"k = {secret}\n")
        self.commit()
        for i in range(6):
            self.put("b", f"{i}\n")
            self.commit()
            if i == 2:
                self.git("branch", "base")
        clone = self.tmp / "clone"

        def since(depth):
            shutil.rmtree(clone, ignore_errors=True)
            git(self.tmp, "clone", "-q", f"--depth={depth}",
                "--no-single-branch", f"file://{self.repo}", "clone")
            return harness.run("git", "-f", "json", "--since", "origin/base",
                               cwd=clone)
        self.assert_refused(since(2), "shallow", "--unshallow",
                            "fetch-depth: 0")
        self.assert_code(since(4), 0)
        outcome = harness.run("git", "-f", "json", cwd=clone)
        self.assert_code(outcome, 1)
        self.assertIn("shallow", " ".join(outcome.json()["coverage"]["notes"]))

    def test_a_name_that_a_shallow_clone_lacks(self):
        self.put("a", "x\n")
        self.commit()
        for i in range(4):
            self.put("b", f"{i}\n")
            self.commit()
        git(self.tmp, "clone", "-q", "--depth=1", f"file://{self.repo}",
            "clone")
        for arguments in (("--since", "HEAD~2"), ("HEAD~2..HEAD",),
                          ("--since", "origin/base"),
                          ("--policy-from", "HEAD~3")):
            with self.subTest(arguments=arguments):
                outcome = harness.run("git", *arguments,
                                      cwd=self.tmp / "clone")
                self.assert_refused(outcome, arguments[-1], "is shallow",
                                    "`git fetch --unshallow`",
                                    "fetch-depth: 0")
                # A whole one is not called shallow.
                outcome = harness.run("git", *arguments[:-1], "no-such",
                                      cwd=self.repo)
                self.assertNotIn(b"shallow", outcome.stderr)

    def test_kinds_of_repositories(self):
        secret = self.tokens.checked()
        self.put("a", f"k = {secret}\n")
        self.commit()
        git(self.tmp, "clone", "-q", "--bare", self.repo, "bare.git")
        self.git("worktree", "add", "-q", "../tree", "-b", "other")
        self.git("pack-refs", "--all")
        for folder in ("bare.git", "tree", "repo/.git"):
            self.assert_places(self.sluice(cwd=self.tmp / folder, code=1),
                               ("a", 1, secret))
            self.assert_places(self.sluice(self.tmp / folder, code=1,
                                           cwd=self.tmp), ("a", 1, secret))
        git(self.tmp, "init", "-q", "--object-format=sha256", "new")
        self.write("new/a", f"k = {secret}\n".encode())
        git(self.tmp / "new", "add", "a")
        self.assert_places(self.sluice("--staged", cwd=self.tmp / "new"),
                           ("a", 1, secret))
        git(self.tmp / "new", "commit", "-q", "-m", "x")
        self.assert_places(self.sluice(cwd=self.tmp / "new", code=1),
                           ("a", 1, secret))
        self.assert_refused(
            harness.run("git", "--staged", cwd=self.tmp / "bare.git"), "bare")

    def test_submodules_lfs_and_git_crypt_are_named(self):
        git(self.tmp, "init", "-q", "sub")
        self.write("sub/f", b"x\n")
        git(self.tmp / "sub", "add", "f")
        git(self.tmp / "sub", "commit", "-q", "-m", "x")
        self.git("submodule", "add", "-q", self.tmp / "sub", "vendor/sub")
        self.put("big.bin", "version https://git-lfs.github.com/spec/v1\n"
                 "oid sha256:" + "0" * 64 + "\nsize 12\n")
        self.write("repo/crypt", b"\0GITCRYPT\0" + bytes(range(40)))
        self.commit()
        notes = "\n".join(self.sluice(code=0)["coverage"]["notes"])
        for name in ("vendor/sub", "big.bin", "crypt"):
            self.assertIn(name, notes)

    def test_what_is_missing_in_a_partial_clone_is_not_fetched(self):
        secret = self.tokens.checked()
        self.git("config", "uploadpack.allowFilter", "true")
        self.put("a", f"k = {secret}\n")
        self.commit()
        self.put("a", "clean\n")
        self.commit()
        git(self.tmp, "clone", "-q", "--filter=blob:none",
            f"file://{self.repo}", "clone")
        report = self.sluice(cwd=self.tmp / "clone", code=3)
        self.assertEqual([entry["path"] for entry
                          in report["coverage"]["incomplete"]], ["a"])
        count = git(self.tmp / "clone", "cat-file", "--batch-all-objects",
                    "--batch-check").count(b" blob ")
        self.assertEqual(count, 1)
        # Without trees, too.
        git(self.tmp, "clone", "-q", "--filter=tree:0", "--no-checkout",
            f"file://{self.repo}", "bald")
        self.assertTrue(self.sluice(cwd=self.tmp / "bald", code=3)
                        ["coverage"]["incomplete"])

    def test_sluiceignore_and_exclude(self):
        secret, other = self.tokens.checked(), self.tokens.checked()
        self.put("samples/a", f"k = {secret}\n")
        self.put("b", f"k = {other}\n")
        self.commit()
        self.assertEqual(len(self.sluice(code=1)["findings"]), 2)
        self.assert_places(self.sluice("--exclude", "b", code=1),
                           ("samples/a", 1, secret))
        self.put(".sluiceignore", "samples/\n")
        report = self.sluice(code=1)
        self.assert_places(report, ("b", 1, other))
        self.assertEqual(report["coverage"]["skipped"]["ignored"], 1)
        self.assertEqual(len(self.sluice("--no-ignore")["findings"]), 2)

    def test_gitleaks_fingerprints_of_commits(self):
        secret, other = self.tokens.checked(), self.tokens.checked()
        self.put("a b", f"k = {secret}\n")
        first = self.commit()
        self.put("a b", f"moved\nk = {secret}\n")
        self.put("c", f"l = {secret}\n")
        second = self.commit()
        self.put("d", f"m = {other}\n")
        self.commit()
        [rule] = {f["rule_id"] for f in self.sluice()["findings"]
                  if f["secret"] == secret}
        self.assert_places(self.sluice(), ("a b", 1, secret), ("d", 1, other))

        def known(*lines, code=1):
            self.put(".gitleaksignore", "# known\n" + "\n".join(lines) + "\n")
            outcome = harness.run("git", "-f", "json", "--show-secrets",
                                  cwd=self.repo)
            self.assert_code(outcome, code)
            self.assertEqual(outcome.stderr, b"")
            return outcome.json()

        # Once the first place is known, the secret is known.
        report = known(f"{first}:a b:{rule}:1", f"{second}:c:{rule}:1")
        self.assert_places(report, ("d", 1, other))
        self.assertEqual(report["coverage"]["baseline"], 1)
        self.assert_places(known(f"a b:{rule}:1"), ("d", 1, other))
        for line in (f"{second}:a b:{rule}:2", f"{first}:a b:{rule}:2",
                     f"{first}:a b:no-rule-of-ours:2", f"a b:{rule}:2"):
            with self.subTest(line):
                self.assertEqual(len(known(line)["findings"]), 2)
        # Another program's name of a rule has no meaning.
        self.assert_places(known(f"{first}:a b:no-rule-of-ours:1"),
                           ("d", 1, other))

    def test_a_branch_is_no_directory(self):
        self.put("a", "x\n")
        self.commit()
        self.git("branch", "feat")
        outcome = harness.run("git", "feat", cwd=self.repo)
        self.assert_refused(outcome, "feat: there is no such directory",
                            "--since")

    def test_what_to_do_about_a_secret_of_an_older_commit(self):
        secret = self.tokens.checked()
        self.put("a", f"k = {secret}\n")
        self.commit()
        self.put("a", f"k = {secret}  # sluice:allow\n")
        self.commit()
        outcome = harness.run("git", cwd=self.repo)
        self.assert_code(outcome, 1)
        self.assertIn(b"sluice baseline add FINGERPRINT --reason WHY",
                      outcome.stderr)
        self.assertEqual(harness.run("git", "-q", cwd=self.repo).stderr, b"")
        # The advice in the message works.
        finding, = harness.run("git", "-f", "json",
                               cwd=self.repo).json()["findings"]
        self.assert_code(harness.run(
            "baseline", "add", finding["fingerprint"], "--reason", "revoked",
            cwd=self.repo), 0)
        self.assert_code(harness.run("git", cwd=self.repo), 0)

    def test_stale_entries_of_a_baseline(self):
        secret = self.tokens.checked()
        self.put("a", f"k = {secret}\n")
        self.commit()
        self.assert_code(harness.run("baseline", "write", cwd=self.repo), 0)
        with open(self.repo / ".sluice-baseline", "a",
                  encoding="utf-8") as file:
            file.write("github-pat:gone:123456\nother-rule:a:123456\n")

        def stale(*words):
            outcome = harness.run("git", *words, cwd=self.repo)
            self.assert_code(outcome, 0)
            return [line.rpartition(" ")[2] for line
                    in outcome.stderr.decode().splitlines()]
        gone, never = "github-pat:gone:123456", "other-rule:a:123456"
        self.assertEqual(stale(), [gone, never])
        self.put("a", "taken out\n")
        self.git("add", "-A")
        # The secret is still in history, but not in the index.
        self.assertEqual(stale(), [gone, never])
        self.assertEqual(len(stale("--staged")), 3)
        self.commit()
        # Entries that a range does not show may be there for older commits.
        self.assertEqual(stale("--since", "HEAD~1"), [])

    def test_a_repository_cannot_run_anything(self):
        ran = self.tmp / "ran"
        self.put(".gitattributes", "* diff=evil filter=evil\n")
        self.put("a", "x\n")
        self.commit()
        self.put("a", f"k = {self.tokens.checked()}\n")
        for key in ("diff.evil.textconv", "diff.evil.command",
                    "diff.external", "filter.evil.clean",
                    "filter.evil.process", "core.fsmonitor", "core.pager",
                    "gpg.program", "pager.log", "core.sshCommand"):
            self.git("config", key, f"touch {ran}; cat")
        self.git("config", "log.showSignature", "true")
        for words in ([], ["--staged"], ["--unstaged"], ["--untracked"],
                      ["--since", "HEAD"]):
            # The sandbox would refuse it, whatever git ran.
            report = harness.run("git", "--sandbox", "off", "-f", "json",
                                 *words, cwd=self.repo).json()
            self.assertEqual(len(report["findings"]),
                             1 if words == ["--unstaged"] else 0, words)
        self.assertFalse(ran.exists())


class Damage(GitTest):
    """Never "clean" where something cannot be read."""

    def setUp(self):
        super().setUp()
        self.secret = self.tokens.checked()
        for i in range(5):
            self.put(f"f{i}", f"text {i}\n" * 50)
            self.commit(f"c{i}")

    def loose(self, name: str):
        path = self.repo / ".git" / "objects" / name[:2] / name[2:]
        path.chmod(0o644)
        return path

    def assert_told(self, *words):
        report = self.sluice(*words, code=3)
        self.assertTrue(report["coverage"]["incomplete"])
        return report

    def test_a_corrupt_blob(self):
        name = self.git("rev-parse", "HEAD:f2")
        self.loose(name).write_bytes(b"not zlib")
        report = self.assert_told()
        self.assertEqual([e["path"] for e in report["coverage"]["incomplete"]],
                         ["f2"])
        self.assertEqual(report["coverage"]["files_scanned"], 4)

    def test_a_missing_blob_tree_and_commit(self):
        for what in ("HEAD:f3", "HEAD~2^{tree}", "HEAD~3"):
            with self.subTest(what):
                path = self.loose(self.git("rev-parse", what))
                aside = self.tmp / "aside"
                shutil.move(path, aside)
                self.assert_told()
                shutil.move(aside, path)

    def test_a_corrupt_pack(self):
        self.git("gc", "-q")
        [pack] = (self.repo / ".git/objects/pack").glob("*.pack")
        pack.chmod(0o644)
        whole = pack.read_bytes()
        for at in range(40, len(whole) - 30, max(1, len(whole) // 12)):
            damaged = whole[:at] + bytes(b ^ 0xA5 for b in whole[at:at + 20])
            pack.write_bytes(damaged + whole[at + 20:])
            outcome = harness.run("git", "-f", "json", cwd=self.repo)
            self.assert_code(outcome, 2, 3)
        pack.write_bytes(whole[:len(whole) // 2])
        outcome = harness.run("git", "-f", "json", cwd=self.repo)
        self.assert_code(outcome, 2, 3)

    def pack_file(self, kind: str, *options):
        self.git("gc", "-q", *options)
        [path] = (self.repo / ".git/objects/pack").glob(f"*.{kind}")
        path.chmod(0o644)
        return path

    def test_a_loose_object_that_was_cut_short(self):
        for what in ("HEAD:f2", "HEAD^{tree}", "HEAD~1"):
            path = self.loose(self.git("rev-parse", what))
            whole = path.read_bytes()
            for size in (0, 1, 10, len(whole) // 2, len(whole) - 1):
                with self.subTest(what=what, size=size):
                    path.write_bytes(whole[:size])
                    outcome = harness.run("git", "-f", "json", cwd=self.repo)
                    self.assert_code(outcome, 2, 3)
            path.write_bytes(whole)
        self.sluice(code=0)

    def test_alternates_that_are_gone(self):
        git(self.tmp, "clone", "-q", "--shared", self.repo, "clone")
        clone = self.tmp / "clone"
        self.sluice(cwd=clone, code=0)
        shutil.move(self.repo, self.tmp / "aside")
        for words in ([], ["--since", "HEAD~1"], ["--staged"]):
            outcome = harness.run("git", *words, cwd=clone)
            self.assert_code(outcome, 2, 3)

    def test_alternates_that_are_gone_while_all_is_here(self):
        self.write("repo/.git/objects/info/alternates", b"/gone/objects\n")
        report = self.assert_told()
        self.assertIn("/gone/objects",
                      report["coverage"]["incomplete"][0]["reason"])

    def test_a_pack_without_an_index_and_an_index_without_a_pack(self):
        for kind in ("idx", "pack"):
            with self.subTest(kind):
                path = self.pack_file(kind)
                aside = self.tmp / path.name
                shutil.move(path, aside)
                outcome = harness.run("git", "-f", "json", cwd=self.repo)
                self.assert_code(outcome, 2, 3)
                shutil.move(aside, path)
        self.sluice(code=0)

    def offsets(self, index: bytes, *names):
        """The places of the objects' offsets in an index of version 2."""
        count = int.from_bytes(index[8 + 255 * 4:8 + 256 * 4], "big")
        first = 8 + 256 * 4
        all_names = [index[first + 20 * i:first + 20 * i + 20].hex()
                     for i in range(count)]
        return [first + 24 * count + 4 * all_names.index(name)
                for name in names]

    def test_a_pack_index_that_lies(self):
        self.put("f2", f"k = {self.secret}\n")
        self.commit()
        path = self.pack_file("idx")
        whole = path.read_bytes()
        self.assertEqual(len(self.sluice(code=1)["findings"]), 1)
        # The blob with the secret is at the place of another one: git notices
        # nothing.
        with_secret, other = self.offsets(
            whole, self.git("rev-parse", "HEAD:f2"),
            self.git("rev-parse", "HEAD:f3"))
        lying = bytearray(whole)
        lying[with_secret:with_secret + 4] = whole[other:other + 4]
        path.write_bytes(lying)
        self.assertNotIn(self.secret, self.git("show", "HEAD:f2"))
        report = self.assert_told()
        self.assertIn(path.name, report["coverage"]["incomplete"][0]["path"])
        # Somewhere in a pack, and nowhere.
        for offset in (13, 0x7fffffff):
            lying[with_secret:with_secret + 4] = offset.to_bytes(4, "big")
            path.write_bytes(lying)
            self.assert_told()
        path.write_bytes(whole[:len(whole) // 2])
        outcome = harness.run("git", "-f", "json", cwd=self.repo)
        self.assert_code(outcome, 2, 3)

    def test_a_commit_graph_that_lies(self):
        self.put("hidden", f"k = {self.secret}\n")
        hidden = self.commit()
        self.git("rm", "-q", "hidden")
        self.commit()
        self.git("commit-graph", "write", "--reachable")
        path = self.repo / ".git/objects/info/commit-graph"
        path.chmod(0o644)
        graph = bytearray(path.read_bytes())
        # The data of each commit: tree, two parents, generation and time.
        chunks = {bytes(graph[8 + 12 * i:12 + 12 * i]): int.from_bytes(
            graph[12 + 12 * i:20 + 12 * i], "big") for i in range(graph[6])}
        count = int.from_bytes(graph[chunks[b"OIDF"] + 255 * 4:][:4], "big")
        names = [graph[chunks[b"OIDL"] + 20 * i:][:20].hex()
                 for i in range(count)]
        child = names.index(self.git("rev-parse", "HEAD"))
        skipped = names.index(self.git("rev-parse", f"{hidden}~1"))
        at = chunks[b"CDAT"] + 36 * child + 20
        graph[at:at + 4] = skipped.to_bytes(4, "big")
        path.write_bytes(graph)
        self.assertNotIn(hidden, self.git("rev-list", "--all"))
        self.assert_places(self.sluice(code=1), ("hidden", 1, self.secret))

    def test_a_ref_that_leads_nowhere(self):
        self.write("repo/.git/refs/heads/lost", b"1" * 40 + b"\n")
        self.assert_told()
        self.write("repo/.git/refs/heads/lost", b"no name\n")
        self.assert_told()

    def test_what_is_staged_and_not_there(self):
        self.put("f2", "new\n")
        self.git("add", "f2")
        self.loose(self.git("rev-parse", ":f2")).unlink()
        self.assert_told("--staged")

    def test_an_interrupted_clone(self):
        git(self.tmp, "init", "-q", "broken")
        self.assert_told(str(self.tmp / "broken"))
        self.write("broken/.git/refs/heads/main",
                   self.git("rev-parse", "HEAD").encode() + b"\n")
        self.assert_told(str(self.tmp / "broken"))

    def test_no_git_and_an_old_one(self):
        env = harness.environment(PATH="/nonexistent")
        self.assert_refused(
            harness.run("git", "--staged", cwd=self.repo, env=env),
            "git is not installed")
        self.write("bin/git", b"#!/bin/sh\nfor w in \"$@\"; do "
                   b"case $w in --*) echo \"$w\";; esac; done\n")
        os.chmod(self.tmp / "bin/git", 0o755)
        env = harness.environment(PATH=str(self.tmp / "bin"))
        self.assert_refused(harness.run("git", cwd=self.repo, env=env),
                            "too old")

    def test_no_repository(self):
        self.assert_refused(harness.run("git", cwd=self.tmp),
                            "in no git repository")
        self.assert_refused(harness.run("git", self.tmp / "gone"), "gone")


if __name__ == "__main__":
    unittest.main()
