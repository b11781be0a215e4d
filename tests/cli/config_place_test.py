"""`sluice scan` finds its configuration, and reports its place."""

import unittest

import harness


def rules(word: str) -> bytes:
    return (f"[[rules]]\nid = '{word}-rule'\nregex = '''{word}-[a-z]{{5}}'''\n"
            f"keywords = ['{word}-']\n").encode()


TEXT = b"one-words two-words six-words\n"


class ConfigPlaceTest(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.tree = self.tmp / "tree"
        self.write("tree/text", TEXT)
        self.config = self.write("own.toml", rules("six"))

    def found(self, *arguments, **options) -> set[str]:
        outcome = harness.run("scan", "--format", "json", *arguments, **options)
        self.assert_code(outcome, 0, 1)
        return {finding["rule_id"] for finding in outcome.json()["findings"]}

    def test_none_is_the_default_rules(self):
        self.assertEqual(self.found(self.tree), set())

    def test_in_the_directory_ours_before_gitleaks(self):
        self.write("tree/.gitleaks.toml", rules("two"))
        self.assertEqual(self.found(self.tree), {"two-rule"})
        self.write("tree/.sluice.toml", rules("one"))
        self.assertEqual(self.found(self.tree), {"one-rule"})

    def test_for_files_in_the_working_directory(self):
        self.write("tree/.sluice.toml", rules("one"))
        self.write("tree/more", TEXT)
        self.assertEqual(self.found("text", cwd=self.tree), {"one-rule"})
        self.assertEqual(self.found("text", "more", cwd=self.tree),
                         {"one-rule"})
        self.assertEqual(self.found(self.tree / "text", cwd=self.tmp), set())

    def test_one_above_a_part_of_a_repository_is_told(self):
        self.repository("tree")
        self.write("tree/svc/a/text", TEXT)

        def told(*arguments):
            outcome = harness.run("scan", *arguments, cwd=self.tree)
            self.assert_code(outcome, 0, 1)
            return outcome.stderr.decode()
        self.assertEqual(told("svc/a"), "")
        self.write("tree/.sluice.toml", rules("one"))
        self.write("tree/.sluice-baseline", b"")
        self.assertIn("a scan of svc/a alone does not use .sluice.toml and "
                      ".sluice-baseline at the top of the repository",
                      told("svc/a"))
        for arguments in ((), ("."), ("svc/a/text",), ("-q", "svc/a")):
            self.assertNotIn("at the top", told(*arguments))
        self.write("tree/svc/a/.sluice.toml", rules("two"))
        self.assertIn("does not use .sluice-baseline at the top of the "
                      "repository", told("svc/a"))
        self.assertNotIn("at the top", told("--ignore-baseline", "svc/a"))

    def test_the_option_then_the_variables_come_first(self):
        self.write("tree/.sluice.toml", rules("one"))
        text = harness.environment(GITLEAKS_CONFIG_TOML=rules("two").decode())
        self.assertEqual(self.found(self.tree, env=text), {"two-rule"})
        path = harness.environment(GITLEAKS_CONFIG=str(self.config),
                                   GITLEAKS_CONFIG_TOML=rules("two").decode())
        self.assertEqual(self.found(self.tree, env=path), {"six-rule"})
        self.assertEqual(
            self.found("--config", self.tree / ".sluice.toml", self.tree,
                       env=path), {"one-rule"})

    def test_a_configuration_that_is_found_and_bad_is_an_error(self):
        self.write("tree/.sluice.toml", b"[[rules]]\nid = 'r'\nregex = '('\n")
        outcome = harness.run("scan", self.tree)
        self.assert_refused(outcome, ".sluice.toml:", "`r`")

    def test_exceptions_alone_are_about_the_default_rules(self):
        self.write("tree/a.py", b"password = 'Kx8vLm2Zr5" b"TkWq7Bn4'\n")  # sluice:allow
        for name in (".sluice.toml", ".gitleaks.toml"):
            with self.subTest(name):
                path = self.write(f"tree/{name}",
                                  b"[[allowlists]]\npaths = ['b.py']\n")
                self.assertEqual(self.found("a.py", cwd=self.tree),
                                 {"generic-password"})
                path.write_bytes(b"[[allowlists]]\npaths = ['a.py']\n")
                self.assertEqual(self.found("a.py", cwd=self.tree), set())
                path.unlink()

    def test_the_report_for_people_names_it(self):
        self.write("tree/.sluice.toml", rules("one"))
        outcome = harness.run("scan", ".", cwd=self.tree)
        self.assertIn(b"\nconfiguration: .sluice.toml of the scanned tree; 1 rule, "
                      b"none of the default ones\n", outcome.stdout)
        self.write("tree/.sluice.toml", rules("one") + rules("two"))
        outcome = harness.run("scan", ".", cwd=self.tree)
        self.assertIn(b"\nconfiguration: .sluice.toml of the scanned tree; 2 rules, "
                      b"none of the default ones\n", outcome.stdout)


if __name__ == "__main__":
    unittest.main()
