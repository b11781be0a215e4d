"""Every planted secret is found at its place, and nothing else is."""

import hashlib
import pathlib
import re
import resource
import unittest

import harness
import planted_tree
from planting import Planted, Secret, Tree, prose
from tokens import TokenMaker


def places(report: dict) -> list[Planted]:
    """The findings of a report, in its order."""
    return [Planted(harness.path_of(finding), finding["start"]["byte"],
                    finding["start"]["line"], finding["start"]["column"],
                    finding["secret"])
            for finding in report["findings"]]


def masked_pieces(secret: str) -> set[str]:
    """Stretches of a secret that a masked one must not show: eight
    characters of its random part."""
    random_part = secret[8:]
    return {random_part[i:i + 8] for i in range(len(random_part) - 7)}


class PlantedTest(harness.CliTest):

    def assert_plan(self, report: dict, planned: list[Planted]):
        found = places(report)
        missing = sorted(set(planned) - set(found), key=Planted.walk_order)
        extra = sorted(set(found) - set(planned), key=Planted.walk_order)
        self.assertFalse(
            missing or extra,
            f"\n{len(missing)} of {len(planned)} not found as planned, first:"
            + "".join(f"\n  {p}" for p in missing[:10])
            + f"\n{len(extra)} found that are not planned, first:"
            + "".join(f"\n  {p}" for p in extra[:10]))
        self.assertEqual(len(found), len(planned), "something is told twice")

    def assert_ledger(self, report: dict, tree: Tree):
        coverage = report["coverage"]
        skipped = {reason: count for reason, count
                   in coverage["skipped"].items() if count}
        self.assertEqual(skipped, dict(tree.skipped))
        self.assertEqual(coverage["files_scanned"], tree.files_scanned)
        self.assertEqual(coverage["bytes_scanned"], tree.bytes_scanned)
        self.assertEqual(coverage["incomplete"], [])


class WholeTreeTest(PlantedTest):
    """One scan of the whole tree; each test looks at a side of it."""

    @classmethod
    def setUpClass(cls):
        cls.directory = harness.make_temporary(cls.addClassCleanup)
        cls.tree = planted_tree.build(cls.directory / "tree")
        cls.outcome = harness.run("-f", "json", "--show-secrets",
                                  cls.directory / "tree")

    def setUp(self):
        self.assert_code(self.outcome, 1)
        self.report = self.outcome.json()

    def test_finds_the_plan_and_nothing_else(self):
        self.assert_plan(self.report, self.tree.planted)

    def test_counts_what_it_read_and_what_it_left_out(self):
        self.assert_ledger(self.report, self.tree)

    def test_tells_findings_in_the_order_of_the_walk(self):
        found = places(self.report)
        self.assertEqual(found, sorted(found, key=Planted.walk_order))

    def test_end_is_one_past_the_last_byte(self):
        for finding in self.report["findings"]:
            start, end = finding["start"], finding["end"]
            size = len(finding["secret"])
            self.assertEqual(end, {"line": start["line"],
                                   "column": start["column"] + size,
                                   "byte": start["byte"] + size})

    def test_match_holds_the_secret(self):
        for finding in self.report["findings"]:
            self.assertIn(finding["secret"], finding["match"])

    def test_checksums_are_told(self):
        for finding in self.report["findings"]:
            checked = finding["secret"].startswith(("ghp" "_", "npm" "_"))
            self.assertEqual(finding["checksum"],
                             "valid" if checked else "absent",
                             finding["rule_id"])

    def test_fingerprints_are_distinct(self):
        # The hash in them is short, and so many in one file may well collide.
        prints = [f["fingerprint"] for f in self.report["findings"]
                  if f["path"] != "large/every_4093"]
        self.assertEqual(len(set(prints)), len(prints))

    def test_says_nothing_on_standard_error(self):
        self.assertEqual(self.outcome.stderr, b"")


class MaskTest(PlantedTest):
    """Without --show-secrets no secret is shown, in no format, even with
    several on one line."""

    @classmethod
    def setUpClass(cls):
        cls.directory = harness.make_temporary(cls.addClassCleanup)
        cls.tree = planted_tree.build_small(cls.directory / "tree")
        planted_tree.add_dense_file(cls.tree, TokenMaker(77), 10_000)

    def check(self, *arguments):
        outcome = harness.run(*arguments, self.directory / "tree")
        self.assert_code(outcome, 1)
        text = (outcome.stdout + outcome.stderr).decode("utf-8")
        self.assertIn("github-pat", text)
        shown = {text[i:i + 8] for i in range(len(text) - 7)}
        lower = text.lower()
        for planted in self.tree.planted + self.tree.hidden:
            leaked = masked_pieces(planted.secret) & shown
            self.assertFalse(
                leaked, f"{leaked} of {planted} is shown by {arguments}")
            for name in ("md5", "sha1", "sha256", "sha512"):
                digest = hashlib.new(name, planted.secret.encode())
                self.assertNotIn(digest.hexdigest()[:16], lower)
        return outcome

    def test_json(self):
        report = self.check("-f", "json").json()
        # Masked, yet all there.
        self.assertEqual(len(report["findings"]), len(self.tree.planted))

    def test_pretty(self):
        self.check("-f", "pretty")

    def test_pretty_in_colour(self):
        self.check("--color", "always")

    def test_masking_changes_nothing_else(self):
        reports = [harness.run("-f", "json", *flag, self.directory / "tree"
                               ).json() for flag in ([], ["--show-secrets"])]
        self.assertEqual([report.pop("secrets") for report in reports],
                         ["masked", "shown"])
        for report in reports:
            for finding in report["findings"]:
                del finding["match"], finding["secret"], finding["excerpt"]
                # It is rounded, or left out.
                finding.pop("entropy", None)
        self.assertEqual(*reports)


class NoIgnoreTest(PlantedTest):

    def test_reads_what_ignore_files_leave_out(self):
        tree = planted_tree.build_small(self.tmp / "tree")
        report = self.scan("--no-ignore", self.tmp / "tree", code=1)
        taken_back = [p for p in tree.hidden
                      if b".git" not in p.path.split(b"/")]
        self.assertEqual(report["coverage"]["skipped"].get("ignored", 0), 0)
        self.assertEqual(
            report["coverage"]["skipped"]["git_directory"],
            tree.skipped["git_directory"], ".git stays out all the same")
        self.assert_plan(report, tree.planted + taken_back)


class BorderTest(PlantedTest):
    """Wherever a read ends, in blocks of any size, nothing is cut and nothing
    is reported twice."""

    def check(self, tree: Tree, *arguments):
        report = self.scan(*arguments, self.tmp / "tree", code=1)
        self.assert_plan(report, tree.planted)
        self.assert_ledger(report, tree)

    def test_dense_lines(self):
        tree = Tree(self.tmp / "tree")
        planted_tree.add_dense_file(tree, TokenMaker(11), 1_600_000)
        self.check(tree)

    def test_dense_lines_by_one_worker(self):
        tree = Tree(self.tmp / "tree")
        planted_tree.add_dense_file(tree, TokenMaker(12), 600_000)
        self.check(tree, "-j", "1")

    def test_every_phase_at_each_mebibyte(self):
        # A border at a mebibyte is a border for every smaller power of two.
        tree = Tree(self.tmp / "tree")
        maker, mib = TokenMaker(13), planted_tree.MIB
        filler = prose(2 * mib, seed=14)
        parts, length = [], 0
        for number in range(43):
            start = (number + 1) * mib - 41 + number
            secret = Secret(maker.checked())
            parts += [filler[:start - length - 1], b"\n", secret, b"\n"]
            length = start + len(secret) + 1
        tree.file("mebibytes", *parts, b"end\n")
        self.check(tree)

    def test_ends_of_files_near_the_border(self):
        # The token is the last thing in a file that fills one read, almost
        # or exactly, or two.
        tree = Tree(self.tmp / "tree")
        maker = TokenMaker(15)
        for reads in (1, 2, 4):
            for past in range(-2, 44, 3):
                size = reads * planted_tree.BORDER + past
                tree.file(f"{reads}/{past}", prose(size - 40, seed=past + 9),
                          Secret(maker.checked()))
        self.check(tree)

    def test_line_numbers_across_reads(self):
        # Only blank lines, so that each read has many line ends and a wrong
        # count at a border shows in every later finding.
        tree = Tree(self.tmp / "tree")
        maker = TokenMaker(16)
        parts = []
        for number in range(200):
            parts += [b"\n" * (9973 + number), b" " * number,
                      Secret(maker.checked()), b"\n"]
        tree.file("blank_lines", *parts)
        self.check(tree)

    def test_long_runs_without_a_break(self):
        # Token characters on both sides of a blank, over several reads.
        tree = Tree(self.tmp / "tree")
        maker = TokenMaker(17)
        run_of_a = b"ab" * 300_000
        tree.file("runs", run_of_a, b" ", Secret(maker.checked()), b" ",
                  run_of_a, b"\n", Secret(maker.checked()), b" ", run_of_a)
        self.check(tree)

    def test_the_border_is_where_the_scanner_has_it(self):
        lib = pathlib.Path(__file__).resolve().parents[2] / "lib"
        kib = 0
        for header, name in (("scan/unit/pipeline.h", "kOwnedBytes"),
                             ("match/engine.h", "kLeftContext")):
            found = re.search(name + r" = (\d+) \* 1024;",
                              (lib / header).read_text(encoding="utf-8"))
            self.assertIsNotNone(found, name)
            kib += int(found[1])
        self.assertEqual(planted_tree.BORDER, kib * 1024)


class VeryLargeFileTest(PlantedTest):

    @unittest.skipIf(harness.UNDER, "memory is not its own")
    def test_flat_memory(self):
        self.check(start=400_000_000)
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertLess(children.ru_maxrss, 300 * 1024, "kilobytes")

    # The report has to be right past the border of 32 bits alone. It reads 4 GiB.
    if harness.FULL:
        def test_places_past_four_gibibytes(self):
            self.check(start=2 ** 32 + 12345)

    def check(self, start: int):
        # Sparse, so it takes no space; NULs, so it is binary.
        secret = TokenMaker(19).github()
        path = self.write("tree/sparse", b"")
        with open(path, "r+b") as file:
            file.seek(start - 1)
            file.write(b"\n" + secret.encode() + b"\n")
        report = self.scan(self.tmp / "tree", code=1, timeout=250)
        self.assert_plan(report,
                         [Planted(b"sparse", start, 2, 1, secret)])
        self.assertEqual(report["coverage"]["bytes_scanned"], start + 41)


class ChecksumTest(harness.CliTest):

    def test_a_wrong_checksum_is_never_called_sure(self):
        token = TokenMaker(21).github_with_wrong_checksum()
        self.write("tree/f", b"see " + token.encode() + b"\n")
        report = self.scan(self.tmp / "tree")
        for finding in report["findings"]:
            self.assertNotEqual(finding["checksum"], "valid")
            self.assertEqual(finding["confidence"], "low")

    def test_a_right_checksum_outweighs_a_word(self):
        # One token in some ten million contains such a word, and is real.
        token = TokenMaker(22).github_that_holds("SamPle")
        self.write("tree/f", b"see " + token.encode() + b"\n")
        report = self.scan(self.tmp / "tree", code=1)
        self.assert_secrets(report, token)


class StandardInputTest(PlantedTest):

    def test_a_large_stream(self):
        tree = Tree(self.tmp / "tree")
        planted_tree.add_large_file(tree, TokenMaker(18), size=2_000_000)
        with open(tree.path("large/every_4093"), "rb") as file:
            data = file.read()
        planned = [Planted(b"-", p.byte, p.line, p.column, p.secret)
                   for p in tree.planted]
        report = self.scan("-", stdin=data, code=1)
        self.assert_plan(report, planned)
        self.assertEqual(report["coverage"]["files_scanned"], 1)
        self.assertEqual(report["coverage"]["bytes_scanned"], len(data))


if __name__ == "__main__":
    unittest.main()
