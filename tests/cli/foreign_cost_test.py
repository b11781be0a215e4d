"""What a tree's configuration and comments may cost.

Each scan runs with a bound on its memory and on its processor time, both of
which are several times what it takes.
"""

import resource
import unittest

import harness
from tokens import TokenMaker

MAKER = TokenMaker(5203)


def bounded(*arguments, seconds, megabytes=400, **options):
    """Runs with at most so much processor time and memory."""
    if harness.UNDER:
        return harness.run(*arguments, **options)

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20,) * 2)

    outcome = harness.run(*arguments, preexec_fn=limit, **options)
    # SIGXCPU and SIGKILL
    if outcome.code in (-24, -9):
        raise AssertionError(f"more than {seconds} s: {outcome}")
    return outcome


class ForeignCostTest(harness.CliTest):

    def report(self, *arguments, code, **limits):
        outcome = bounded("scan", "-j1", "-f", "json", *arguments,
                          cwd=self.tmp, **limits)
        self.assert_code(outcome, *((code,) if isinstance(code, int) else code))
        return outcome.json()


class CommentsTest(ForeignCostTest):

    NOTE = "t: an allow comment names a rule that there is not"
    MORE = "t: more allow comments name rules that there are not"

    def notes_of(self, names):
        self.write("t", "".join(
            f"key = '{MAKER.checked()}' # sluice:allow[{name}]\n"
            for name in names).encode())
        report = self.report("t", code=1, seconds=3)
        self.assertEqual(len(report["findings"]), len(names))
        return report["coverage"]["notes"]

    def test_one_unknown_rule_in_each_line(self):
        self.assertEqual(self.notes_of(["github-patt"] * 5_000),
                         [self.NOTE + ", `github-patt`; did you mean "
                          "github-pat?"])

    def test_another_unknown_rule_in_each_line(self):
        letters = "abcdefghij"
        names = ["no-" + "".join(letters[int(d)] for d in f"{i:04}")
                 for i in range(5_000)]
        notes = self.notes_of(names[::-1])
        self.assertEqual(notes, [
            self.NOTE + f", `no-aaa{letter}`" for letter in "abcde"]
            + [self.MORE])

    def test_a_mark_that_names_many_rules(self):
        names = ",".join("ab" for _ in range(80))
        marks = "".join(f"# sluice:allow-start[{names},{i}]\n"
                        for i in range(20_000))
        self.write("t", marks.encode()
                   + f"key = '{MAKER.checked()}'\n".encode())
        report = self.report("t", code=1, seconds=5)
        self.assertIn("t: only the first 65536 comments that begin or end a "
                      "block of allowed secrets, and rules that they name, "
                      "count", report["coverage"]["notes"])


if __name__ == "__main__":
    unittest.main()
