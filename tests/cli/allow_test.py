"""Comments that allow a secret: on its line, for the next line, in a block,
for one rule, around values of several lines."""

import base64
import random
import unittest

import harness
import tokens

MB = 1 << 20


class Allow(harness.CliTest):
    def setUp(self):
        super().setUp()
        self.tokens = tokens.TokenMaker(0xa110)

    def found(self, text, *options, name="a.py", rest=False):
        """The lines of a file of that text on which secrets are reported."""
        self.write(f"t/{name}", text.encode())
        report = self.scan(*options, "t", cwd=self.tmp)
        lines = [f["start"]["line"] for f in report["findings"]]
        return (lines, report["coverage"]) if rest else lines

    def line(self, comment=""):
        return f'k = "{self.tokens.github()}"  {comment}\n'

    def test_lines(self):
        self.assertEqual(self.found(
            self.line()
            + self.line("# sluice:allow")
            + "# sluice:allow-next-line\n" + self.line()
            + "# pragma: allowlist nextline secret\n" + self.line()
            + "// secretlint-disable-next-line\n" + self.line()
            + self.line()), [1, 9])

    def test_the_ledger_counts_secrets_and_not_candidates(self):
        lines, coverage = self.found(
            self.line() + self.line("# sluice:allow")
            + "# sluice:allow-start\n" + self.line() + self.line(), rest=True)
        self.assertEqual(lines, [1])
        self.assertEqual(coverage["allowed"], 3)
        shown = harness.run("t", cwd=self.tmp).stdout
        self.assertIn(b"; 3 allowed by comments", shown)

    def test_a_rule_that_there_is_not_is_named(self):
        _, coverage = self.found(self.line("# sluice:allow[nosuch]")
                                 + self.line("# sluice:allow[no-such]"),
                                 rest=True)
        for name in ("nosuch", "no-such"):
            self.assertTrue(any(note.startswith(
                "a.py: an allow comment names a rule that there is not, "
                f"`{name}`") for note in coverage["notes"]), coverage["notes"])
        # A name that may be anything is not repeated.
        lines, coverage = self.found(
            self.line("# sluice:allow[Ab12cd34]"), rest=True)
        self.assertEqual(lines, [1])
        self.assertEqual(coverage["notes"], [
            "a.py: an allow comment names a rule that there is not"])

    def test_what_is_nearly_a_comment_is_told(self):
        for comment in ("# sluice: allow", "# SLUICE:ALLOW", "# sluice:ignore",
                        "// Sluice : Allow", "# sluice-allow",
                        "# sluice:allowed"):
            with self.subTest(comment=comment):
                lines, coverage = self.found(self.line(comment), rest=True)
                self.assertEqual(lines, [1])
                note, = coverage["notes"]
                self.assertRegex(note, "^a.py: .*`sluice:allow`")
        self.assertEqual(self.found("# sluice: allow\n" + self.line(),
                                    rest=True)[1]["notes"],
                         [note])
        for comment in ("# .sluiceignore", "# the sluice allows it",
                        "# see sluice:3"):
            lines, coverage = self.found(self.line(comment), rest=True)
            self.assertEqual((lines, coverage["notes"]), ([1], []))

    def test_all_the_same(self):
        text = (self.line("# sluice:allow") + "# sluice:allow-start\n"
                + self.line())
        self.assertEqual(self.found(text), [])
        self.assertEqual(self.found(text, "--ignore-allow"), [1, 3])

    def test_blocks(self):
        self.assertEqual(self.found(
            self.line() + "# sluice:allow-start\n" + self.line()
            + "# sluice:allow-end\n" + self.line()
            + "# secretlint-disable\n" + self.line()
            + "# secretlint-enable\n" + self.line()
            + "# sluice:allow-start\n" + self.line()), [1, 5, 9])

    def test_rules_that_are_named(self):
        github, npm = self.tokens.github(), self.tokens.npm()
        by_id = {f["secret"]: f["rule_id"]
                 for f in self.scan("-", stdin=f"{github}\n{npm}\n".encode()
                                    )["findings"]}
        rule = by_id[github]
        text = (f'a = "{github}"  # sluice:allow[{rule}]\n'
                f'b = "{npm}"  # sluice:allow[{rule}]\n'
                f'c = "{npm}"  # sluice:allow={rule},{by_id[npm]}\n'
                f"# sluice:allow-start[{rule}]\n"
                f'd = "{github}"\n'
                f'e = "{npm}"\n')
        self.assertEqual(self.found(text), [2, 6])

    def test_a_rule_that_there_is_not_is_told(self):
        lines, coverage = self.found(
            self.line("# sluice:allow[github-patt]"), rest=True)
        self.assertEqual(lines, [1])
        self.assertEqual(len(coverage["notes"]), 1)
        self.assertRegex(coverage["notes"][0],
                         r"^a\.py: .* did you mean github-pat\?$")

    def test_a_private_key(self):
        key = ("-----BEGIN PRIVATE KEY-----", self.body_of_a_key(),
               "-----END PRIVATE KEY-----")
        plain = "\n".join(key) + "\n"
        self.assertEqual(self.found("x\n" + plain), [2])
        for at in (0, len(key) - 1):
            lines = list(key)
            lines[at] += "  # sluice:allow"
            self.assertEqual(self.found("\n".join(lines) + "\n"), [], at)
        self.assertEqual(self.found(
            f'K = """\n{plain}"""  # sluice:allow\n'), [])
        self.assertEqual(self.found("# kingfisher:ignore\n" + plain), [])
        self.assertEqual(self.found(plain + "# kingfisher:ignore\n"), [])
        self.assertEqual(self.found(
            "# sluice:allow-start\n" + plain + "# sluice:allow-end\n"), [])

    @staticmethod
    def body_of_a_key():
        """A made-up key of Ed25519: any 32 bytes are one (RFC 8410)."""
        head = bytes.fromhex("302e020100300506032b657004220420")
        key = head + random.Random(3).randbytes(32)
        return base64.b64encode(key).decode()

    def test_blocks_reach_over_a_file_of_many_views(self):
        filler = "x = 1  # nothing to see here\n" * (MB // 29)
        text = (filler + self.line() + "# sluice:allow-start\n" + filler
                + self.line() + filler + "# sluice:allow-end\n" + self.line()
                + filler + self.line() + "# secretlint-disable\n" + filler
                + filler + self.line())
        every = self.found(text, "--ignore-allow")
        self.assertEqual(len(every), 5)
        self.assertEqual(self.found(text), [every[0], every[2], every[3]])


if __name__ == "__main__":
    unittest.main()
