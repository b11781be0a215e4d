"""Settings: the command line before SLUICE_*, before the configuration's table
[scan], before the default."""

import re
import subprocess
import unittest

import harness
import tokens

# One is enough to be a configuration of its own.
RULE = b"""
[[rules]]
id = "made-up"
regex = '''mk_[a-z0-9]{12}'''
"""


class Settings(harness.CliTest):
    def setUp(self):
        super().setUp()
        self.tokens = tokens.TokenMaker(0x5e7)
        self.secret = self.tokens.github()
        self.write("t/a.py", f'k = "{self.secret}"\n'.encode())
        self.write("t/b.log", f'k = "{self.secret}"\n'.encode())

    def sluice(self, *arguments, code=0, env=None, **options):
        options.setdefault("cwd", self.tmp)
        outcome = harness.run(*arguments,
                              env=harness.environment(**(env or {})),
                              **options)
        self.assert_code(outcome, code)
        return outcome

    def shown(self, *arguments, **options):
        """The output of `config show`: the value and the source by key."""
        text = self.sluice("config", "show", *arguments,
                           **options).stdout.decode()
        lines = re.findall(r"^([a-z-]+) = (.*?) +# (.*)$", text, re.M)
        return {key: (value, source) for key, value, source in lines}

    def paths(self, *arguments, **options):
        outcome = self.sluice("-f", "json", *arguments, **options)
        return [f["path"] for f in outcome.json()["findings"]]

    def test_one_file_holds_settings_and_rules(self):
        self.write("t/.sluice.toml", b"[scan]\nexclude = ['*.log']\n")
        self.assertEqual(self.paths("t", code=1), ["a.py"])
        self.assertIn(b"configuration: t/.sluice.toml of the scanned tree",
                      self.sluice("t", code=1).stdout)
        made = b"mk_" + b"abc123def456"
        self.write("t/c.txt", made)
        self.write("t/.sluice.toml", RULE + b"[scan]\nexclude = ['*.log']\n")
        self.assertEqual(self.paths("t", code=1), ["c.txt"])
        # A file that only has exceptions uses the default rules.
        self.write("t/.sluice.toml", b"[scan]\nmax-depth = 9\n"
                   b"[[allowlists]]\npaths = ['''\\.log$''']\n")
        self.assertEqual(self.paths("t", code=1), ["a.py"])

    def test_precedence(self):
        self.write("t/.sluice.toml", b"[scan]\n\nmin-confidence = 'high'\n")
        key = "min-confidence"
        self.assertEqual(self.shown()[key], ('"medium"', "default"))
        self.assertEqual(self.shown("t")[key],
                         ('"high"', "t/.sluice.toml:3"))
        env = {"SLUICE_MIN_CONFIDENCE": "low"}
        self.assertEqual(self.shown("t", env=env)[key],
                         ('"low"', "SLUICE_MIN_CONFIDENCE"))
        self.assertEqual(
            self.shown("t", "--min-confidence", "medium", env=env)[key],
            ('"medium"', "command line"))
        self.write("other.toml", b"[scan]\nmin-confidence = 'low'\n")
        for more, env in ((["--config", "other.toml"], {}),
                          ([], {"SLUICE_CONFIG": "other.toml"})):
            self.assertEqual(self.shown("t", *more, env=env)[key],
                             ('"low"', "other.toml:2"))

    def test_defaults_are_those_of_the_help(self):
        shown = self.shown()
        told = self.sluice("scan", "--help").stdout.decode()
        for key, value in (("format", '["pretty"]'), ("archive-bytes", '"16G"'),
                           ("archive-total", '"1024G"')):
            self.assertEqual(shown[key], (value, "default"))
            self.assertRegex(told, rf"--{key}[^\[]*\[" + value.strip('["]')
                             + r"\]")

    def test_flags_can_be_said_no_to(self):
        self.assertEqual(self.shown()["ignore"], ("true", "default"))
        self.assertEqual(self.shown("--no-ignore")["ignore"],
                         ("false", "command line"))
        self.write("t/.sluice.toml",
                   b"[scan]\nignore = false\none-file-system = true\n")
        self.assertEqual(self.shown("t")["ignore"],
                         ("false", "t/.sluice.toml:2"))
        self.assertEqual(self.shown("t", "--ignore")["ignore"],
                         ("true", "command line"))
        key = "one-file-system"
        self.assertEqual(self.shown("t", f"--no-{key}")[key],
                         ("false", "command line"))
        self.assertEqual(
            self.shown("t", env={"SLUICE_ONE_FILE_SYSTEM": "0"})[key],
            ("false", "SLUICE_ONE_FILE_SYSTEM"))
        self.assert_refused(self.sluice("t", "--follow", "--no-follow",
                                        code=2), "--no-follow")

    def test_every_option_is_a_key_and_a_variable(self):
        """The output of `config show` is a file with the same settings."""
        shown = self.shown()
        self.assertGreater(len(shown), 15)
        for key, (value, _) in shown.items():
            with self.subTest(key=key):
                plain = value.strip('"[]')
                name = "SLUICE_" + key.upper().replace("-", "_")
                self.write("c.toml", f"[scan]\n{key} = {value}\n".encode())
                self.assertEqual(self.shown("--config", "c.toml")[key],
                                 (value, "c.toml:2"))
                if plain:
                    self.assertEqual(self.shown(env={name: plain})[key],
                                     (value, name))

    def test_the_help_and_config_show_know_the_same_options(self):
        told = set(re.findall(r"^ +(?:-\w, ?)?--([a-z][a-z-]+)",
                              self.sluice("scan", "--help").stdout.decode(),
                              re.M))
        text = self.sluice("config", "show").stdout.decode()
        known = {m[1] or m[2] for m in re.finditer(
            r"^(?:# ([a-z-]+) is not set|([a-z-]+) = )", text, re.M)}
        self.assertGreater(len(known), 20)
        for_one_run = {"help", "version", "config", "no-config", "policy", "output", "list-files",
                       "null", "explain-skip", "files-from", "shard",
                       "no-default-exclude"}
        self.assertEqual({name.removeprefix("no-")
                          for name in told - for_one_run}, known)

    def test_lists(self):
        env = {"SLUICE_EXCLUDE": "*.log,*.md"}
        self.assertEqual(self.paths("t", code=1, env=env), ["a.py"])
        # Every source adds to what is excluded.
        self.assertEqual(self.paths("t", "--exclude", "a.py", code=3, env=env),
                         [])
        alone = ("--exclude", "a.py", "--no-default-exclude")
        self.assertEqual(self.paths("t", *alone, code=1, env=env), ["b.log"])
        self.assertEqual(self.paths("t", "--no-default-exclude", code=1,
                                    env=env), ["a.py", "b.log"])
        self.assertEqual(self.shown(env=env)["exclude"],
                         ('["*.log", "*.md"]', "SLUICE_EXCLUDE"))
        # A pattern of the command line overrules those of the file.
        self.write("t/.sluice.toml", b"[scan]\nexclude = ['*.log', 'a*']\n")
        self.assertEqual(self.paths("t"), [])
        self.assertEqual(self.paths("t", "--exclude", "!b.log", code=1),
                         ["b.log"])
        shown = self.sluice("config", "show", "--exclude", "!b.log",
                            "t").stdout.decode()
        self.assertRegex(
            shown, r'(?m)^exclude = \["\*\.log", "a\*", "!b\.log"\]'
                   r" +# command line, .*t/\.sluice\.toml:2$")

    def test_they_decide_what_is_listed(self):
        self.write("t/.sluice.toml", b"[scan]\nexclude = ['*.log']\n")
        self.assertEqual(self.sluice("t", "--list-files").stdout,
                         b"t/.sluice.toml\nt/a.py\n")

    def test_a_baseline_lies_beside_the_file_that_names_it(self):
        self.sluice("baseline", "write", "--baseline", "t/known", "t")
        self.write("t/.sluice.toml", b"[scan]\nbaseline = ['known']\n")
        self.assertEqual(self.paths("t"), [])
        self.write("t/.sluice.toml", b"[scan]\nbaseline = 'known'\n")
        self.assertEqual(self.paths("t"), [])

    def test_rules_are_turned_on_and_off(self):
        npm = self.tokens.npm()
        self.write("t/a.py", f'k = "{self.secret}"\nn = "{npm}"\n'.encode())
        rules = {f["secret"]: f["rule_id"]
                 for f in self.scan("t/a.py", cwd=self.tmp)["findings"]}
        self.assert_secrets(
            self.scan("t/a.py", "--disable-rule", rules[npm], cwd=self.tmp),
            self.secret)
        self.assert_secrets(
            self.scan("t/a.py", "--enable-rule", rules[npm], cwd=self.tmp),
            npm)
        self.write("t/.sluice.toml",
                   f"[scan]\ndisable-rule = ['{rules[npm]}']\n"
                   "exclude = ['*.log']\n".encode())
        self.assert_secrets(self.scan("t", cwd=self.tmp), self.secret)
        outcome = self.sluice("t", "--enable-rule", "github-patt", code=2)
        self.assert_refused(outcome, "--enable-rule: ", "github-patt",
                            "github-pat")

    def test_a_rule_that_there_is_not_is_named_with_its_place(self):
        for key in ("enable-rule", "disable-rule"):
            variable = "SLUICE_" + key.upper().replace("-", "_")
            outcome = self.sluice("t", code=2, env={variable: "github-patt"})
            self.assert_refused(outcome, f"{variable}: there is no rule")
            self.write("t/.sluice.toml",
                       f"[scan]\n\n{key} = ['github-patt']\n".encode())
            outcome = self.sluice("t", code=2)
            self.assert_refused(outcome, f"t/.sluice.toml:3: {key}: there is "
                                "no rule `github-patt`; did you mean")
            (self.tmp / "t/.sluice.toml").unlink()

    def test_what_is_wrong_is_said_with_its_place(self):
        for text, *named in (
                (b"[scan]\nexclud = []\n", ":2: ", "exclud", "`exclude`"),
                (b"[scan]\nqqqqqqqq = 1\n", ":2: ", "config show"),
                (b"[scan]\nfollow = 'x'\n", ":2: ", "follow"),
                (b"[scan]\nexclude = true\n", ":2: ", "exclude"),
                (b"[scan]\nworkers = 'many'\n", ":2", "workers"),
                (b"[scan]\nworkers = '2'\n", ":2: ",
                 "`workers` must be a number"),
                (b"[scan]\nmax-depth = '3'\n", ":2: ", "must be a number"),
                (b"[scan]\nexclude = [1]\n", ":2: ",
                 "`exclude` must be a list of texts, but contains an integer"),
                (b"[scan]\nexclude = ['a',\n 1]\n", ":3: ", "exclude"),
                (b"[scan]\nexclude = 1\n", ":2: ", "`exclude` must be a text"),
                (b"[scan]\nmin-confidence = 1\n", ":2: ", "must be a text"),
                (b"[scan]\nworkers = [1]\n", ":2: ", "workers"),
                (b"[scan]\nworkers = 1979-01-01\n", ":2: ", "workers"),
                (b"[scan]\nexclude = [['x']]\n", ":2: ", "exclude"),
                (b"scan = 1\n", ":1: ", "scan")):
            with self.subTest(text=text):
                self.write("c.toml", text)
                self.assert_refused(
                    self.sluice("t", "--config", "c.toml", code=2),
                    "c.toml" + named[0], *named[1:])
        outcome = self.sluice("t", code=2, env={"SLUICE_FOLLOW": "perhaps"})
        self.assert_refused(outcome, "SLUICE_FOLLOW", "`perhaps`")

    def test_a_variable_that_is_nearly_one_is_told(self):
        outcome = self.sluice("t", code=1,
                              env={"SLUICE_MIN_CONFIDENC": "low"})
        self.assertIn(b"did you mean SLUICE_MIN_CONFIDENCE?", outcome.stderr)
        self.assertEqual(
            self.sluice("t", code=1, env={"SLUICE_BIN": "x"}).stderr, b"")

    def test_what_is_scanned_does_not_decide_what_is_shown(self):
        for text in (b"show-secrets = true", b"redact = 0"):
            self.write("t/.sluice.toml", b"[scan]\n" + text + b"\n")
            self.assert_refused(self.sluice("t", code=2), ".sluice.toml:2")
            self.sluice("t", "--config", "t/.sluice.toml", code=1)

    def test_a_file_of_gitleaks_is_none_of_settings(self):
        self.write("t/.gitleaks.toml", b"unknown = 1\n" + RULE)
        outcome = self.sluice("t")
        self.assertIn(b"unknown key `unknown`", outcome.stderr)
        self.write("t/.gitleaks.toml", b"rules = []\n")
        self.assert_refused(self.sluice("t", code=2), "no rules")

    def test_a_file_that_says_nothing_changes_nothing(self):
        for name in (".sluice.toml", ".gitleaks.toml"):
            for text in (b"", b"\n", b"# later\n  # more\r\n\n",
                         b"title = 'soon'\n", b"description = 'x'\n"):
                with self.subTest(name=name, text=text):
                    self.write(f"t/{name}", text)
                    outcome = self.sluice("-f", "json", "t", code=1)
                    self.assertEqual(len(outcome.json()["findings"]), 2)
                    self.assertEqual(outcome.stderr, b"")
            (self.tmp / "t" / name).unlink()
        self.write("t/.sluice.toml", b"# x\n[scam]\nexclude = ['*.log']\n")
        outcome = self.sluice("t", code=1)
        self.assertIn(b".sluice.toml:2: unknown key `scam` (did you mean "
                      b"`scan`?)", outcome.stderr)

    def test_one_file_is_for_all_commands(self):
        """A key that a command does not have is no error there."""
        shown = self.sluice("config", "show", "t").stdout.decode()
        self.assertIn("\nfollow = ", shown)
        for key, value in (("redact", "50"), ("max-depth", "5"),
                           ("max-file-size", "'1G'"), ("max-memory", "'4G'")):
            shown = shown.replace(f"# {key} is not set", f"{key} = {value}")
        # The settings that a scan does not have.
        shown += ("all-objects = false\nkeep-length = true\nreach = 'refs'\n"
                  "self-allowed = 'report'\nstyle = 'label'\n"
                  "submodules = false\n")
        self.write("all.toml", shown.encode())
        self.sluice("scan", "--config", "all.toml", "t", code=1)
        subprocess.run(["git", "init", "-q", self.tmp / "repository"],
                       check=True)
        self.sluice("git", "--staged", "--config", "../all.toml",
                    cwd=self.tmp / "repository")
        outcome = self.sluice("redact", "--config", "all.toml", "t/a.py")
        self.assertNotIn(self.secret.encode(), outcome.stdout)
        for command in ("mcp", "lsp", "hook agent --agent claude"):
            outcome = harness.run(*command.split(), "--config", "all.toml",
                                  cwd=self.tmp, stdin=b"{}")
            self.assertNotIn(b"all.toml", outcome.stderr)

    def test_commands_are_told_from_directories(self):
        self.write("config/a.py", f'k = "{self.secret}"\n'.encode())
        self.assert_refused(self.sluice("config", code=2), "sluice scan config")
        self.assert_refused(self.sluice("baseline", "x", code=2), "prune")
        self.assertEqual(self.paths("scan", "config", code=1), ["a.py"])


class Redaction(harness.CliTest):
    def test_as_much_as_is_asked_for(self):
        secret = tokens.TokenMaker(9).github()
        self.write("t/a.py", f'k = "{secret}"\n'.encode())

        def shown(*options):
            outcome = harness.run("-f", "json", *options, "t", cwd=self.tmp)
            finding = outcome.json()["findings"][0]
            pretty = harness.run(*options, "t", cwd=self.tmp).stdout.decode()
            return finding["secret"], finding["match"], pretty
        for percent in (100, 75, 50, 33, 1):
            short, match, pretty = shown(f"--redact={percent}")
            head = secret[:len(secret) * (100 - percent) // 100]
            self.assertEqual(short, head + "*" * 8)
            self.assertIn(head + "*", match)
            self.assertIn(head + "*" * (len(secret) - len(head)), pretty)
            for text in (match, pretty):
                self.assertNotIn(secret[:max(len(head) + 1, 4)], text)
        self.assertEqual(shown()[0], secret[:4] + "*" * 8)
        self.assertEqual(shown("--redact=0")[0], secret)
        for bad in ("101", "-1", "x"):
            outcome = harness.run(f"--redact={bad}", "t", cwd=self.tmp)
            self.assert_refused(outcome, "--redact")


if __name__ == "__main__":
    unittest.main()
