"""`sluice git` finds what any ref, any reflog or nothing leads to, in files and
in the messages of commits and tags, and says what leads to it."""

import csv
import io
import json
import unittest

import harness
from git_repositories import GitTest, git


class Planted(GitTest):
    """One secret each in a place that a working tree does not show."""

    def setUp(self):
        super().setUp()
        self.planted = {}  # secret: (name, reached_by, where, path)

    def secret(self, name, reached_by, path, where="file"):
        token = self.tokens.checked()
        self.planted[token] = (name, reached_by, where, path)
        return token

    def leave(self, name, reached_by):
        """Commits a file with a secret."""
        path = name.replace(" ", "-") + ".txt"
        self.put(path, f"key = {self.secret(name, reached_by, path)}\n")
        return self.commit(name)

    def note_of(self, commit):
        return self.git("ls-tree", "-r", "--name-only", "refs/notes/commits")

    def plant_by_refs(self):
        self.put("README", "nothing\n")
        self.commit("the first")
        # A message, a tag's, a nested tag's.
        message = self.secret("a message", "ref", "commit message",
                              "commit message")
        self.commit(f"a subject\n\nwith {message} in the third line")
        one = self.secret("a tag", "ref", "tag v1", "tag")
        self.git("tag", "-a", "v1", "-m", f"the token is {one}")
        two = self.secret("a tag of a tag", "ref", "tag v2", "tag")
        self.git("tag", "-a", "v2", "-m", f"the token is {two}", "v1")
        # A blob and a tree that tags name.
        text = self.secret("a tagged file", "ref", "refs/tags/a-file")
        blob = self.git("hash-object", "-w", "--stdin",
                        stdin=f"key = {text}\n".encode())
        self.git("tag", "a-file", blob)
        text = self.secret("a tagged tree", "ref", "refs/tags/a-tree/in/f.txt")
        blob = self.git("hash-object", "-w", "--stdin",
                        stdin=f"key = {text}\n".encode())
        inner = self.git("mktree", stdin=f"100644 blob {blob}\tf.txt\n".encode())
        tree = self.git("mktree", stdin=f"040000 tree {inner}\tin\n".encode())
        self.git("tag", "-a", "a-tree", "-m", "a tree", tree)
        # A note.
        head = self.git("rev-parse", "HEAD")
        text = self.secret("a note", "ref", head, "note")
        self.git("notes", "add", "-m", f"key = {text}")
        # A merge that changes a file itself, and its message.
        self.git("checkout", "-q", "-b", "side")
        self.put("side.txt", "side\n")
        self.commit("side")
        self.git("checkout", "-q", "main")
        self.put("main.txt", "main\n")
        self.commit("main")
        self.git("merge", "-q", "--no-commit", "--no-ff", "side")
        text = self.secret("a merge", "ref", "merged.txt")
        self.put("merged.txt", f"key = {text}\n")
        text = self.secret("a merge's message", "ref", "commit message",
                           "commit message")
        self.commit(f"merge\n\nkey = {text}")
        # A pull request that was closed.
        self.git("checkout", "-q", "-b", "pull")
        pull = self.leave("a pull ref", "ref")
        self.git("checkout", "-q", "main")
        self.git("update-ref", "refs/pull/7/head", pull)
        self.git("branch", "-q", "-D", "pull")

    def plant_a_stash(self):
        path = "tracked.txt"
        self.put(path, "tracked\n")
        self.commit("tracked")
        self.put(path, f"key = {self.secret('staged', 'ref', path)}\n")
        self.git("add", path)
        self.put(path, f"key = {self.secret('unstaged', 'ref', path)}\n")
        self.put("u.txt", f"key = {self.secret('untracked', 'ref', 'u.txt')}\n")
        self.git("stash", "push", "-q", "-u", "-m", "work")

    def plant_by_reflogs(self):
        self.leave("amended", "reflog")
        (self.repo / "amended.txt").unlink()
        self.commit("amended", "--amend")
        text = self.secret("an amended message", "reflog", "commit message",
                           "commit message")
        self.commit(f"draft {text}")
        self.commit("final", "--amend")
        self.git("checkout", "-q", "-b", "gone")
        self.leave("a deleted branch", "reflog")
        self.git("checkout", "-q", "main")
        self.git("branch", "-q", "-D", "gone")
        # Rebased: the old commits are left behind.
        self.git("checkout", "-q", "-b", "rebased")
        self.leave("rebased", "reflog")
        (self.repo / "rebased.txt").unlink()
        self.put("kept.txt", "kept\n")
        self.commit("clean")
        self.git("checkout", "-q", "main")
        self.put("more.txt", "more\n")
        self.commit("more")
        self.git("checkout", "-q", "rebased")
        self.git("-c", "sequence.editor=sed -i 2s/pick/fixup/", "rebase", "-q",
                 "-i", "main", env=harness.environment(GIT_EDITOR="true"))
        # Squashed into one.
        self.git("checkout", "-q", "-b", "squashed", "main")
        self.leave("squashed", "reflog")
        (self.repo / "squashed.txt").unlink()
        self.commit("clean")
        self.git("checkout", "-q", "main")
        self.git("merge", "-q", "--squash", "squashed")
        self.commit("squash")
        self.git("branch", "-q", "-D", "squashed")
        # Only ORIG_HEAD has it.
        self.git("checkout", "-q", "-b", "reset")
        lost = self.leave("ORIG_HEAD", "reflog")
        self.git("reset", "-q", "--hard", "HEAD~1")
        self.git("checkout", "-q", "main")
        self.git("branch", "-q", "-D", "reset")
        log = self.repo / ".git/logs/HEAD"
        log.write_text("".join(line for line in
                               log.read_text().splitlines(keepends=True)
                               if lost not in line))
        return lost

    def plant_in_worktrees(self):
        other = self.tmp / "other"
        self.git("worktree", "add", "-q", "--detach", other)
        text = self.secret("a worktree's HEAD", "ref", "w.txt")
        (other / "w.txt").write_text(f"key = {text}\n")
        git(other, "add", "-A")
        git(other, "commit", "-q", "-m", "detached")
        text = self.secret("a worktree's reflog", "reflog", "l.txt")
        (other / "l.txt").write_text(f"key = {text}\n")
        git(other, "add", "-A")
        git(other, "commit", "-q", "-m", "left behind")
        git(other, "reset", "-q", "--hard", "HEAD~1")
        text = self.secret("a worktree's bisection", "reflog", "b.txt")
        (other / "b.txt").write_text(f"key = {text}\n")
        git(other, "add", "-A")
        git(other, "commit", "-q", "-m", "bad")
        bad = git(other, "rev-parse", "HEAD").decode().strip()
        git(other, "reset", "-q", "--hard", "HEAD~1")
        log = self.repo / ".git/worktrees/other/logs/HEAD"
        log.write_text("".join(line for line in
                               log.read_text().splitlines(keepends=True)
                               if bad not in line))
        git(other, "update-ref", "refs/bisect/bad", bad)
        (self.repo / ".git/worktrees/other/ORIG_HEAD").unlink()

    def plant_by_nothing(self):
        path = "dropped.txt"
        self.put(path, "x\n")
        self.commit("to be dropped")
        self.put(path, f"key = {self.secret('a dropped stash', 'none', path)}\n")
        name = self.secret("a dropped stash's name", "none", "commit message",
                           "commit message")
        self.git("stash", "push", "-q", "-m", f"key = {name}")
        self.git("stash", "drop", "-q")
        text = self.secret("a deleted tag", "none", "tag old", "tag")
        self.git("tag", "-a", "old", "-m", f"key = {text}")
        self.git("tag", "-d", "old")
        text = self.tokens.checked()
        blob = self.git("hash-object", "-w", "--stdin",
                        stdin=f"key = {text}\n".encode())
        self.planted[text] = ("a loose file", "none", "file", blob)

    def plant(self):
        self.plant_by_refs()
        lost = self.plant_by_reflogs()
        self.plant_in_worktrees()
        self.plant_by_nothing()
        self.plant_a_stash()
        self.git("update-ref", "ORIG_HEAD", lost)

    def assert_found(self, report, *reached_by):
        found = {f["secret"]: (f["git"]["reached_by"], f["git"]["where"],
                               f["path"].replace("/", "")
                               if f["git"]["where"] == "note" else f["path"])
                 for f in report["findings"]}
        wanted = {secret: (reach, where, path)
                  for secret, (_, reach, where, path) in self.planted.items()
                  if reach in reached_by}
        for secret in wanted.keys() | found.keys():
            name = self.planted[secret][0]
            self.assertEqual(found.get(secret), wanted.get(secret), name)

    def test_every_place_is_found_with_what_leads_to_it(self):
        self.plant()
        for pack in (False, True):
            if pack:
                # Packs what nothing leads to as well.
                self.git("repack", "-q", "-a", "-d", "--keep-unreachable")
                self.git("pack-refs", "--all")
            with self.subTest(packed=pack):
                report = self.sluice("--all-objects", code=1)
                self.assert_found(report, "ref", "reflog", "none")
                self.assertEqual(report["coverage"]["incomplete"], [])
                counts = {one["name"]: one["places"]
                          for one in report["summary"]["by_reach"]}
                self.assertEqual(
                    counts, {reach: sum(p[1] == reach
                                        for p in self.planted.values())
                             for reach in ("ref", "reflog", "none")})
                wheres = {one["name"]: one["places"]
                          for one in report["summary"]["by_where"]}
                self.assertEqual(
                    wheres, {where: sum(p[2] == where
                                        for p in self.planted.values())
                             for where in ("file", "commit message", "tag",
                                           "note")})
                default = self.sluice(code=1)
                self.assert_found(default, "ref", "reflog")
                self.assertEqual(self.sluice("--reach", "reflog", code=1)
                                 ["findings"], default["findings"])
                self.assert_found(self.sluice("--reach", "refs", code=1),
                                  "ref")

    def test_heads_are_branches_and_head(self):
        self.put("a.txt", f"key = {self.secret('main', 'ref', 'a.txt')}\n")
        self.commit()
        text = self.tokens.checked()
        self.git("tag", "-a", "t", "-m", f"key = {text}")
        self.git("checkout", "-q", "--detach")
        path = "b.txt"
        self.put(path, f"key = {self.secret('detached', 'ref', path)}\n")
        self.commit()
        other = self.tokens.checked()
        self.git("stash", "store", self.git("commit-tree", "HEAD^{tree}", "-p",
                                            "HEAD", "-m", f"key = {other}"))
        self.assert_found(self.sluice("--reach", "heads", code=1), "ref")
        self.assertEqual(len(self.sluice(code=1)["findings"]), 4)

    def test_any_number_of_workers_and_shards(self):
        self.plant()
        whole = harness.run("git", "-f", "json", "--all-objects", "-j1",
                            cwd=self.repo)
        self.assert_code(whole, 1)
        self.assertEqual(len(whole.json()["findings"]), len(self.planted))
        many = harness.run("git", "-f", "json", "--all-objects", "-j4",
                           cwd=self.repo)
        self.assertEqual(whole.stdout, many.stdout)
        files = []
        for k in (1, 2, 3):
            files.append(self.tmp / f"{k}.json")
            self.assertIn(harness.run(
                "git", "--all-objects", "--shard", f"{k}/3", "-o", files[-1],
                cwd=self.repo).code, (0, 1))
        merged = harness.run("report", "merge", "-f", "json", *files)
        self.assertEqual(merged.stdout, whole.stdout)


class Messages(GitTest):

    def test_a_range_has_the_messages_of_its_commits(self):
        old, new = self.tokens.checked(), self.tokens.checked()
        base = self.commit(f"old {old}")
        self.commit(f"new {new}")
        self.assert_places(self.sluice("--since", base, code=1),
                           ("commit message", 1, new))

    def test_no_comment_allows_a_message(self):
        secret, beside = self.tokens.checked(), self.tokens.checked()
        self.put("a.txt", f"key = {beside}  # sluice" ":allow\n")
        self.commit(f"key = {secret}  # sluice" ":allow")
        report = self.sluice(code=1)
        self.assert_places(report, ("commit message", 1, secret))
        self.assertEqual(report["coverage"]["allowed"], 1)

    def test_a_secret_of_a_file_and_of_a_message(self):
        secret = self.tokens.checked()
        self.put("a.txt", f"key = {secret}\n")
        self.commit("a file")
        self.put("a.txt", "clean\n")
        second = self.commit(f"removes {secret}")
        self.commit(f"Revert: removes {secret}")
        report = self.sluice(code=1)
        self.assert_places(report, ("a.txt", 1, secret),
                           ("commit message", 1, secret))
        self.assertEqual(report["findings"][1]["git"]["commit"], second)
        self.assertEqual(report["summary"]["secrets"], 1)

    def test_the_fingerprint_survives_an_amendment(self):
        secret = self.tokens.checked()
        self.commit(f"key = {secret}")
        [first] = self.sluice(code=1)["findings"]
        self.commit(f"now: key = {secret}", "--amend")
        found = self.sluice("--reach", "refs", code=1)["findings"]
        self.assertEqual([f["fingerprint"] for f in found],
                         [first["fingerprint"]])
        self.assertIn(":commit message:", first["fingerprint"])
        self.put(".sluice-baseline",
                 f"# sluice baseline 1\n{first['fingerprint']}\n")
        report = self.sluice("--reach", "refs", code=0)
        self.assertEqual(report["coverage"]["baseline"], 1)

    def test_messages_can_be_excluded(self):
        secret, tag = self.tokens.checked(), self.tokens.checked()
        self.put("a.txt", "clean\n")
        self.commit(f"key = {secret}")
        self.git("tag", "-a", "v1", "-m", f"key = {tag}")
        self.assertEqual(len(self.sluice(code=1)["findings"]), 2)
        self.sluice("--exclude", "commit message", "--exclude", "tag *",
                    code=0)

    def test_every_format_names_the_place_and_masks_the_message(self):
        secret = self.tokens.checked()
        self.commit(f"key = {secret} in the subject")
        gone = self.commit("after", "--amend")
        tag = self.tokens.checked()
        self.git("tag", "-a", "v1", "-m", f"key = {tag}")
        for name in ("pretty", "json", "jsonl", "sarif", "csv", "html",
                     "junit", "gitlab", "github", "markdown", "gitlab-codequality",
                     "gitleaks", "trufflehog", "betterleaks"):
            with self.subTest(format=name):
                outcome = harness.run("git", "-f", name, cwd=self.repo)
                self.assert_code(outcome, 1)
                text = outcome.stdout.decode()
                self.assertRegex(text, "commit(%20| )message")
                self.assertRegex(text, "tag(%20| )v1")
                if name not in ("gitlab-codequality", "gitleaks", "trufflehog",
                                "betterleaks"):
                    self.assertRegex(text, "reflog")
                self.assertNotIn(secret, text)
                self.assertNotIn(tag, text)
                self.assertNotIn(secret[6:], text)
        del gone
        rows = list(csv.DictReader(io.StringIO(harness.run(
            "git", "-f", "csv", cwd=self.repo).stdout.decode())))
        self.assertEqual(
            [(r["path"], r["where"], r["reached_by"]) for r in rows
             if r["type"] == "finding"],
            [("commit message", "commit message", "reflog"),
             ("tag v1", "tag", "ref")][::1 if rows[0]["where"] ==
                                       "commit message" else -1])
        sarif = json.loads(harness.run("git", "-f", "sarif",
                                       cwd=self.repo).stdout)
        self.assertEqual(
            sorted(r["properties"]["git"]["where"]
                   for r in sarif["runs"][0]["results"]),
            ["commit message", "tag"])

    def test_a_converted_report_keeps_the_place(self):
        self.commit(f"key = {self.tokens.checked()}")
        self.commit("after", "--amend")
        report = harness.run("git", "-f", "json", cwd=self.repo)
        again = harness.run("report", "convert", "-f", "json", "-",
                            stdin=report.stdout)
        self.assertEqual(again.json()["findings"], report.json()["findings"])
        self.assertEqual(again.json()["summary"], report.json()["summary"])

    def test_a_large_and_a_damaged_message(self):
        secret = self.tokens.checked()
        text = "line\n" * 3_000_000 + f"key = {secret}\n"
        commit = self.git("commit-tree", self.git("mktree", stdin=b""),
                          stdin=text.encode())
        self.git("update-ref", "refs/heads/main", commit)
        self.assert_places(self.sluice(code=1),
                           ("commit message", 3_000_001, secret))
        self.git("repack", "-q", "-a", "-d")
        self.assert_places(self.sluice(code=1),
                           ("commit message", 3_000_001, secret))

    def test_a_reflog_that_names_commits_that_are_gone(self):
        secret = self.tokens.checked()
        self.commit("one")
        lost = self.commit("two")
        self.put("a.txt", f"key = {secret}\n")
        self.commit("three", "--amend")
        (self.repo / f".git/objects/{lost[:2]}/{lost[2:]}").unlink()
        report = self.sluice(code=1)
        self.assert_places(report, ("a.txt", 1, secret))
        self.assertEqual(report["coverage"]["incomplete"], [])

    def test_all_objects_without_a_parent(self):
        """What can be read is scanned, and the rest is named."""
        secret, message = self.tokens.checked(), self.tokens.checked()
        self.put("README", "x\n")
        first = self.commit("one")
        lost = self.commit("two")
        self.put("a.txt", f"key = {secret}\n")
        self.commit(f"three {message}")
        self.git("reset", "-q", "--hard", first)
        self.git("reflog", "expire", "--expire=all", "--all")
        (self.repo / ".git/ORIG_HEAD").unlink()
        (self.repo / f".git/objects/{lost[:2]}/{lost[2:]}").unlink()
        self.sluice(code=0)
        report = self.sluice("--all-objects", code=1)
        self.assertEqual({f["secret"] for f in report["findings"]},
                         {secret, message})
        self.assertNotEqual(report["coverage"]["incomplete"], [])

    def test_submodules(self):
        made, gone = self.tokens.checked(), self.tokens.checked()
        other = self.tmp / "other"
        other.mkdir()
        git(other, "init", "-q", ".")
        git(other, "commit", "-q", "--allow-empty", "-m", f"made {made}")
        self.git("submodule", "--quiet", "add", f"file://{other}", "sub")
        self.commit("a submodule")
        sub = self.repo / "sub"
        git(sub, "commit", "-q", "--allow-empty", "-m", f"gone {gone}")
        git(sub, "reset", "-q", "--hard", "HEAD~1")
        report = self.sluice("--submodules", code=1)
        self.assertEqual(
            sorted((f["path"], f["secret"], f["git"]["reached_by"])
                   for f in report["findings"]),
            sorted([("sub/commit message", made, "ref"),
                    ("sub/commit message", gone, "reflog")]))

    def test_reach_and_ranges_contradict(self):
        self.commit()
        for words in (["--reach", "refs", "--since", "HEAD"],
                      ["--all-objects", "--staged"],
                      ["--all-objects", "--reach", "refs"]):
            outcome = harness.run("git", *words, cwd=self.repo)
            self.assert_code(outcome, 2)
            self.assertIn(b"--reach", outcome.stderr)


if __name__ == "__main__":
    unittest.main()
