"""A member is treated like a file: rules' paths, allow comments, baselines,
exclusion by name."""

import gzip
import unittest

import archives
import harness
from archive_case import ArchiveCase, left_out, places
from git_repositories import GitTest
from tokens import TokenMaker

MAKER = TokenMaker(6200)

PATH_RULE = r"""
[[rules]]
id = "in-settings"
description = "made up"
regex = '''mark_([a-z]{8})'''
path = '''(^|/)conf/[^/]*\.settings$'''
"""


class PolicyTest(ArchiveCase):

    def setUp(self):
        super().setUp()
        self.tree = self.tmp / "tree"
        self.one, self.two = MAKER.github(), MAKER.npm()

    def outer(self, **more):
        """outer.zip, with a secret in two members and in a jar."""
        files = {"inner/a.env": f"A={self.one}\n".encode(),
                 "inner/deep/b.env": f"B={self.one}\n".encode(),
                 "other/c.env": f"C={self.two}\n".encode(),
                 "libs/d.jar": archives.zip_of(
                     {"inner/e.env": f"E={self.two}\n".encode()})}
        self.write("tree/outer.zip", archives.zip_of({**files, **more}))

    def members(self, report) -> list[str]:
        return sorted("!".join(p.member) for p in places(report))

    ALL = ["inner/a.env", "inner/deep/b.env", "libs/d.jar!inner/e.env",
           "other/c.env"]


class Rules(PolicyTest):

    def test_a_path_of_a_rule_is_held_against_the_member(self):
        text = b"mark_qwertyui\n"
        self.write("rules.toml", PATH_RULE.encode())
        self.write("tree/a.zip", archives.zip_of({
            "conf/x.settings": text, "conf/x.txt": text,
            "b.tar": archives.tar({"srv/conf/y.settings": text,
                                   "y.settings": text})}))
        report = self.scan("-c", self.tmp / "rules.toml", self.tree, code=1)
        self.assertEqual(
            [(p.path, p.member) for p in places(report)],
            [("a.zip", ("conf/x.settings",)),
             ("a.zip", ("b.tar", "srv/conf/y.settings"))])

    def test_a_path_of_a_rule_and_a_compressed_file(self):
        self.write("rules.toml", PATH_RULE.replace("conf/[^/]*", "day")
                   .encode())
        self.write("tree/day.settings.gz", gzip.compress(b"mark_qwertyui\n"))
        report = self.scan("-c", self.tmp / "rules.toml", self.tree, code=1)
        self.assertEqual([p.member for p in places(report)],
                         [("day.settings",)])

    def test_a_path_of_an_allowlist(self):
        self.outer()
        self.write("rules.toml",
                   b"[extend]\nuseDefault = true\n"
                   b"[[allowlists]]\npaths = ['''(^|/)inner/''']\n")
        report = self.scan("-c", self.tmp / "rules.toml", self.tree, code=1)
        self.assertEqual(self.members(report), ["other/c.env"])
        self.assertGreater(report["coverage"]["allowlisted"], 0)

    def test_policy_files_of_an_archive_are_not_obeyed(self):
        self.outer(**{
            ".sluiceignore": b"*\n", ".gitignore": b"*\n",
            ".sluice.toml": b"[scan]\nexclude = ['*']\n",
            ".gitleaks.toml": b"[[allowlists]]\nregexes = ['''.*''']\n",
            "inner/.sluiceignore": b"*\n"})
        self.assertEqual(self.members(self.scan(self.tree, code=1)), self.ALL)


class Allowed(PolicyTest):

    def test_comments(self):
        comment = "sluice:" + "allow"
        self.write("tree/x.tar", archives.tar({
            "a.py": f"a = '{self.one}'  # {comment}\n".encode(),
            "b.py": f"# {comment}-start\nb = '{self.one}'\n"
                    f"# {comment}-end\nc = '{self.two}'\n".encode()}))
        report = self.scan(self.tree, code=1)
        self.assertEqual([(p.member, p.line) for p in places(report)],
                         [(("b.py",), 4)])
        self.assertEqual(report["coverage"]["allowed"], 2)
        report = self.scan("--ignore-allow", self.tree, code=1)
        self.assertEqual(len(places(report)), 3)

    def test_a_block_ends_with_its_member(self):
        comment = "# sluice:" + "allow-start\n"
        self.write("tree/x.tar", archives.tar({
            "a.py": comment.encode(),
            "b.py": f"b = '{self.one}'\n".encode()}))
        report = self.scan(self.tree, code=1)
        self.assertEqual([p.member for p in places(report)], [("b.py",)])


class Known(PolicyTest):

    def test_fingerprints(self):
        self.outer()
        found = self.scan(self.tree, code=1)["findings"]
        prints = {"!".join(f["member"]): f["fingerprint"] for f in found}
        self.assertEqual(len(set(prints.values())), 4)
        for member, fingerprint in prints.items():
            self.assertRegex(fingerprint, f"^[a-z-]+:outer\\.zip!{member}:"
                                          "[0-9a-f]{6}$")

    def test_what_is_written_is_known(self):
        self.outer()
        self.assert_code(harness.run("baseline", "write", cwd=self.tree), 0)
        report = self.scan(cwd=self.tree, code=0)
        self.assertEqual(report["coverage"]["baseline"], 4)
        self.assertEqual(report["coverage"]["notes"], [])
        # Another member with the same secret is news.
        self.outer(**{"new.env": f"A={self.one}\n".encode()})
        report = self.scan(cwd=self.tree, code=1)
        self.assertEqual(self.members(report), ["new.env"])
        self.assertEqual(report["coverage"]["baseline"], 4)

    def test_what_is_gone_is_stale(self):
        self.outer()
        harness.run("baseline", "write", cwd=self.tree)
        self.write("tree/outer.zip", archives.zip_of(
            {"inner/a.env": f"A={self.one}\n".encode()}))
        report = self.scan(cwd=self.tree, code=0)
        self.assertEqual(len(report["coverage"]["notes"]), 1)
        outcome = harness.run("baseline", "prune", cwd=self.tree)
        self.assertIn(b"1 known finding, 0 added, 3 removed", outcome.stdout)

    def test_what_was_not_opened_is_not_stale(self):
        self.outer()
        for options in (("--archive-depth", "0"), ("--archive-depth", "1"),
                        ("--archive-members", "1"),
                        ("--exclude", "outer.zip!inner/*")):
            with self.subTest(" ".join(options)):
                harness.run("baseline", "write", cwd=self.tree)
                before = (self.tree / ".sluice-baseline").read_bytes()
                report = self.scan(*options, cwd=self.tree)
                self.assertEqual(report["findings"], [])
                self.assertEqual(report["coverage"]["notes"], [])
                harness.run("baseline", "prune", *options, cwd=self.tree)
                self.assertEqual((self.tree / ".sluice-baseline").read_bytes(),
                                 before)

    def test_a_damaged_archive_makes_nothing_stale(self):
        self.outer()
        harness.run("baseline", "write", cwd=self.tree)
        before = (self.tree / ".sluice-baseline").read_bytes()
        whole = (self.tree / "outer.zip").read_bytes()
        self.write("tree/outer.zip", whole[:len(whole) // 2])
        report = self.scan(cwd=self.tree)
        self.assertEqual([e[0] for e in left_out(report)][:1], ["outer.zip"])
        harness.run("baseline", "prune", cwd=self.tree)
        self.assertEqual((self.tree / ".sluice-baseline").read_bytes(), before)


class LeftOut(PolicyTest):

    CASES = (
        ("outer.zip!inner/*", ["libs/d.jar!inner/e.env", "other/c.env"]),
        ("outer.zip!other/c.env",
         ["inner/a.env", "inner/deep/b.env", "libs/d.jar!inner/e.env"]),
        ("outer.zip!libs/d.jar",
         ["inner/a.env", "inner/deep/b.env", "other/c.env"]),
        ("outer.zip!libs/d.jar!inner/e.env",
         ["inner/a.env", "inner/deep/b.env", "other/c.env"]),
        ("outer.zip!nothing", PolicyTest.ALL),
        ("outer.zip", []),
        ("*.zip", []),
    )

    def check(self, report, left):
        self.assertEqual(self.members(report), left)
        self.assertEqual(left_out(report), [])

    def test_exclude(self):
        self.outer()
        for pattern, left in self.CASES:
            with self.subTest(pattern):
                # Without the archive, there is no file.
                report = self.scan("--exclude", pattern, self.tree,
                                   code=1 if left else 3)
                self.check(report, left)
                if left != self.ALL:
                    self.assertGreater(
                        report["coverage"]["skipped"]["excluded"], 0)

    def test_sluiceignore(self):
        self.outer()
        for pattern, left in self.CASES:
            with self.subTest(pattern):
                self.write("tree/.sluiceignore", pattern.encode() + b"\n")
                report = self.scan(self.tree, code=1 if left else 0)
                self.check(report, left)
                if left != self.ALL:
                    self.assertGreater(
                        report["coverage"]["skipped"]["ignored"], 0)
                self.check(self.scan("--no-ignore", self.tree, code=1),
                           self.ALL)

    def test_sluiceignore_of_the_archive_s_directory(self):
        self.outer()
        (self.tree / "outer.zip").rename(self.tmp / "outer.zip")
        self.write("tree/sub/.sluiceignore", b"outer.zip!inner/*\n")
        (self.tmp / "outer.zip").rename(self.tree / "sub/outer.zip")
        report = self.scan(self.tree, code=1)
        self.check(report, ["libs/d.jar!inner/e.env", "other/c.env"])

    def test_a_directory_s_name(self):
        self.outer()
        for pattern in ("outer.zip!inner/", "outer.zip!inner"):
            with self.subTest(pattern):
                report = self.scan("--exclude", pattern, self.tree, code=1)
                self.check(report, ["libs/d.jar!inner/e.env", "other/c.env"])


class LeftOutOfARepository(GitTest):
    """LeftOut's test with the ignore files of the working tree."""

    def setUp(self):
        super().setUp()
        self.write("repo/sub/a.zip", archives.zip_of({
            "inner/a.env": f"A={MAKER.github()}\n".encode(),
            "other/b.env": f"B={MAKER.github()}\n".encode()}))
        self.commit()

    def check(self, *options, left, **skipped):
        report = self.sluice(*options, code=1)
        self.assertEqual(sorted(p.member for p in places(report)),
                         [(name,) for name in left])
        for reason, count in skipped.items():
            self.assertEqual(report["coverage"]["skipped"][reason], count)

    def test_exclude(self):
        self.check(left=["inner/a.env", "other/b.env"], excluded=0)
        self.check("--exclude", "sub/a.zip!inner/*", left=["other/b.env"],
                   excluded=1)

    def test_sluiceignore(self):
        for folder, pattern in (("", "sub/a.zip!inner/*"), ("", "a.zip!inner"),
                                ("sub/", "a.zip!inner/a.env")):
            with self.subTest(folder + pattern):
                self.put(f"{folder}.sluiceignore", pattern + "\n")
                self.check(left=["other/b.env"], ignored=1)
                self.check("--no-ignore", left=["inner/a.env", "other/b.env"])
                (self.repo / folder / ".sluiceignore").unlink()


class Options(PolicyTest):

    def test_of_the_configuration(self):
        """A tree does not say how much of it is looked at; its user does."""
        self.outer()
        for key in ("depth", "bytes", "total", "ratio", "members",
                    "name-bytes", "seconds"):
            text = f"[scan]\narchive-{key} = 1\n".encode()
            with self.subTest(key):
                self.write("tree/.sluice.toml", text)
                self.assert_refused(harness.run(cwd=self.tree),
                                    f"archive-{key}")
                (self.tree / ".sluice.toml").unlink()
                self.write("mine.toml", text + b"[extend]\nuseDefault=true\n")
                outcome = harness.run("-c", self.tmp / "mine.toml", "-f",
                                      "json", cwd=self.tree)
                self.assert_code(outcome, 0, 1, 3)

    def test_depth_of_a_configuration_and_of_a_variable(self):
        self.outer()
        self.write("mine.toml", b"[scan]\narchive-depth = 1\n"
                                b"[extend]\nuseDefault = true\n")
        for options in (("-c", self.tmp / "mine.toml"), ()):
            report = self.scan(*options, self.tree, env=harness.environment(
                **({} if options else {"SLUICE_ARCHIVE_DEPTH": "1"})))
            self.assertEqual(self.members(report),
                             [m for m in self.ALL if "!" not in m])
            self.assertEqual([e[:2] for e in left_out(report)],
                             [("outer.zip", ("libs/d.jar",))])

    def test_mistaken(self):
        self.outer()
        for option, value in (("--archive-depth", "-1"),
                              ("--archive-depth", "x"),
                              ("--archive-bytes", "12X"),
                              ("--archive-bytes", "0"),
                              ("--archive-total", "M"),
                              ("--archive-ratio", "0"),
                              ("--archive-ratio", "-3"),
                              ("--archive-members", "x"),
                              ("--archive-name-bytes", "-1"),
                              ("--archive-seconds", "0"),
                              ("--archive-seconds", "soon"),
                              ("--archive-seconds", "99999999999999999999")):
            with self.subTest(f"{option} {value}"):
                outcome = harness.run("scan", option, value, self.tree)
                self.assert_refused(outcome, option)


if __name__ == "__main__":
    unittest.main()
