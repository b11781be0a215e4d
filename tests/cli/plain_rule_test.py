"""A plain assignment is reported by the rule for assignments, in whatever
language, and by no other: an allow comment that names the rule is enough."""

import random
import string
import unittest

import harness

# A file, a line with the password in it, and how a comment begins there.
ASSIGNMENTS = (
    ("app.py", 'password = "{}"', "#"),
    ("app.py", "db_password = '{}'", "#"),
    ("app.rb", 'password = "{}"', "#"),
    ("app.js", 'const password = "{}";', "//"),
    ("app.ts", "  password: '{}',", "//"),
    ("App.java", 'String password = "{}";', "//"),
    ("App.kt", 'val password = "{}"', "//"),
    ("App.cs", 'var password = "{}";', "//"),
    ("app.go", 'password := "{}"', "//"),
    ("app.rs", 'let password = "{}";', "//"),
    ("app.php", '$password = "{}";', "//"),
    ("app.pl", "my $password = '{}';", "#"),
    ("app.lua", 'local password = "{}"', "--"),
    ("App.swift", 'let password = "{}"', "//"),
    ("App.scala", 'val password = "{}"', "//"),
    ("app.c", 'const char *password = "{}";', "//"),
    ("app.sh", 'export DB_PASSWORD="{}"', "#"),
    ("app.ps1", "$Password = '{}'", "#"),
    ("app.toml", 'password = "{}"', "#"),
    ("app.yml", 'password: "{}"', "#"),
)
SETTINGS = (
    ("app.env", "DB_PASSWORD={}", "#"),
    ("app.sh", "export DB_PASSWORD={}", "#"),
    ("Dockerfile", "ENV DB_PASSWORD={}", "#"),
    ("app.yml", "password: {}", "#"),
    ("compose.yml", "  - DB_PASSWORD={}", "#"),
    ("app.ini", "password = {}", "#"),
)
COMPARISONS = (
    ("app.py", 'if password == "{}":'),
    ("app.js", "if (req.body.pass !== '{}') return;"),
    ("app.pl", 'if ($password eq "{}") {{'),
    ("app.php", 'if ($password != "{}") {{'),
)


class PlainRule(harness.CliTest):
    def setUp(self):
        super().setUp()
        rng = random.Random(0x91a1)
        letters = "".join(rng.choice(string.ascii_letters) for _ in range(12))
        digits = "".join(rng.choice(string.digits) for _ in range(6))
        self.password = "".join(
            a + b for a, b in zip(letters[::2], digits)) + letters[1::2]

    def rules_of(self, name, line):
        self.write(f"src/{name}", (line + "\n").encode())
        report = self.scan("--no-ignore", f"src/{name}", cwd=self.tmp)
        return [finding["rule_id"] for finding in report["findings"]]

    def assert_one_rule(self, cases, rule):
        for name, template, comment in cases:
            line = template.format(self.password)
            with self.subTest(name=name, template=template):
                self.assertEqual(self.rules_of(name, line), [rule])
                self.assertEqual(self.rules_of(
                    name, f"{line}  {comment} sluice:allow[{rule}]"), [])

    def test_in_quotes(self):
        self.assert_one_rule(ASSIGNMENTS, "generic-password")

    def test_without_quotes(self):
        self.assert_one_rule(SETTINGS, "generic-password-bare")

    def test_comparisons(self):
        for name, template in COMPARISONS:
            with self.subTest(name=name, template=template):
                self.assertEqual(
                    self.rules_of(name, template.format(self.password)),
                    ["generic-compare-input"])

    def test_the_whole_and_not_a_part(self):
        """A sign that ends a parameter of an address is one of a password."""
        rng = random.Random(0x77)
        drawn = "".join(rng.choice(string.ascii_letters + string.digits
                                   + "!@#%^*") for _ in range(32))
        value = f"a{drawn[:18]}&{drawn[18:]}"
        for name, template in (("Dockerfile", "ENV DB_PASSWORD={}"),
                               ("app.env", "DB_PASSWORD={}"),
                               ("app.sh", "app --password='{}' start")):
            with self.subTest(name=name):
                self.write(f"src/{name}", template.format(value).encode())
                self.assert_secrets(self.scan(
                    "--no-ignore", f"src/{name}", cwd=self.tmp), value)


if __name__ == "__main__":
    unittest.main()
