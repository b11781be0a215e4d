"""The report is the same, byte for byte, whoever does the work and however
often it is asked for."""

import unittest

import harness
import planted_tree
from planting import Secret, Tree, prose
from tokens import TokenMaker

WORKERS = ("1", "2", "8")


class DeterminismTest(harness.CliTest):

    def assert_same_bytes(self, runs: int, *arguments, tree):
        """All runs with any number of workers have the same report."""
        first = None
        for _ in range(runs):
            for workers in WORKERS:
                outcome = harness.run(*arguments, "-j", workers, tree)
                self.assert_code(outcome, 1)
                if first is None:
                    first = outcome
                if outcome.stdout != first.stdout:
                    self.fail(self.difference(first, outcome))
        self.assertIn(b"github-pat", first.stdout)
        return first

    @staticmethod
    def difference(one: harness.Outcome, other: harness.Outcome) -> str:
        """Returns the first difference of two reports."""
        pairs = zip(one.stdout, other.stdout)
        at = next((i for i, (a, b) in enumerate(pairs) if a != b),
                  min(len(one.stdout), len(other.stdout)))
        around = slice(max(at - 200, 0), at + 200)
        return (f"reports part at byte {at}:\n{one.command}\n"
                f"  {one.stdout[around]!r}\n{other.command}\n"
                f"  {other.stdout[around]!r}")

    def test_large_tree(self):
        planted_tree.build(self.tmp / "tree")
        self.assert_same_bytes(4, "-f", "json", "--show-secrets",
                               tree=self.tmp / "tree")

    def test_small_tree_many_times(self):
        planted_tree.build_small(self.tmp / "tree")
        self.assert_same_bytes(10, "-f", "json", tree=self.tmp / "tree")

    def test_pretty(self):
        planted_tree.build_small(self.tmp / "tree")
        self.assert_same_bytes(4, "-f", "pretty", tree=self.tmp / "tree")

    def test_many_small_files(self):
        tree = Tree(self.tmp / "tree")
        maker = TokenMaker(20)
        for number in range(3000):
            # A few files are large and many are empty, so workers finish out
            # of order.
            filler = prose(200_000 if number % 100 == 0 else 40, seed=number)
            secret = [Secret(maker.checked())] if number % 3 else []
            tree.file(f"{number % 17}/{number}", filler, *secret, b"\n")
        first = self.assert_same_bytes(4, "-f", "json", "--show-secrets",
                                       tree=self.tmp / "tree")
        self.assertEqual(len(first.json()["findings"]), 2000)

    def test_the_place_of_the_tree_does_not_matter(self):
        reports = []
        for name in ("one", "two/three"):
            planted_tree.build_small(self.tmp / name / "tree")
            reports.append(harness.run("-f", "json", self.tmp / name / "tree"))
            reports.append(harness.run("-f", "json",
                                       cwd=self.tmp / name / "tree"))
        self.assertGreater(len(reports[0].json()["findings"]), 10)
        for report in reports[1:]:
            if report.stdout != reports[0].stdout:
                self.fail(self.difference(reports[0], report))


if __name__ == "__main__":
    unittest.main()
