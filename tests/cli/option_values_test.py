"""Values that an option does not take: one line names the option, the value and
what is allowed, wherever the value comes from."""

import os
import re
import sys
import unittest

import harness

sys.path.insert(0, str(harness.REPOSITORY / "docs"))
import make_man  # pylint: disable=wrong-import-position

# gitleaks' flags are read as Go's libraries read them: gitleaks_command_test.
OF_GITLEAKS = {"detect", "dir", "protect", "stdin"}
BAD = "b@d"
# The values that are checked, by their names in the help. Any text is valid
# for the others.
CHECKED = {"AGENT", "N", "SIZE", "LEVEL", "WHEN", "WAY", "HOW", "FORMAT", "K/N",
           "STYLE"}


def options_with_values():
    """(command, option, value's name), as the help pages have them."""
    for command in make_man.commands(harness.binary()):
        if command in OF_GITLEAKS:
            continue
        page = make_man.help_on(harness.binary(), *command.split())
        for _, rows in make_man.options_of(page):
            for names, _ in rows:
                found = re.search(r"(--[\w-]+) (\S+)$", names)
                if found:
                    yield command, found[1], found[2]


# No setting: a configuration cannot have it.
OF_ONE_RUN = {"--shard"}
OPTIONS = list(options_with_values())


class OptionValues(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.write("a.txt", b"nothing\n")

    def refused(self, *arguments, env=None):
        """The one line that is said; nothing is done."""
        if arguments[:2] == ("hook", "agent"):
            # Without it, wrong options stop no agent.
            arguments = (*arguments[:2], "--fail-closed", *arguments[2:])
        outcome = harness.run(*arguments, cwd=self.tmp,
                              env=harness.environment(**(env or {})))
        self.assert_refused(outcome)
        lines = outcome.stderr.decode().splitlines()
        self.assertEqual(len(lines), 1, str(outcome))
        self.assertLess(len(lines[0]), 250, "a line that nobody reads")
        # CLI11's names of types, and a double's digits.
        self.assertNotRegex(lines[0], r"\b(TEXT|UINT|INT)\b|\d{25}")
        return lines[0]

    def test_there_are_options(self):
        self.assertGreater(len(OPTIONS), 60)
        self.assertLessEqual({"git", "scan", "report convert", "rules check",
                              "baseline write"}, {row[0] for row in OPTIONS})

    def test_no_value(self):
        for command, option, value in OPTIONS:
            # This flag without a value is gitleaks'.
            if (command, option) == ("git", "--redact"):
                continue
            with self.subTest(command=command, option=option):
                said = self.refused(*command.split(), option)
                self.assertIn(f"{option} needs a value: ", said)
                if value not in CHECKED:
                    self.assertIn(f": {value} ", said)

    def test_an_empty_value(self):
        for command, option, _ in OPTIONS:
            with self.subTest(command=command, option=option):
                said = self.refused(*command.split(), option, "")
                self.assertIn(f"{option}: the value is empty; give ", said)

    def test_a_value_that_is_none(self):
        checked = 0
        for command, option, value in OPTIONS:
            if value not in CHECKED:
                continue
            for bad in (BAD, "-5", "9" * 24):
                with self.subTest(command=command, option=option, bad=bad):
                    said = self.refused(*command.split(), f"{option}={bad}")
                    shown = bad if len(bad) <= 16 else bad[:8] + "..."
                    self.assertIn(f"{option}: `{shown}` is not ", said)
            checked += 1
        self.assertGreater(checked, 30)

    def test_from_a_variable_and_a_configuration(self):
        checked = 0
        for command, option, value in OPTIONS:
            if (command != "scan" or value not in CHECKED
                    or option in OF_ONE_RUN):
                continue
            key = option[2:]
            name = "SLUICE_" + key.upper().replace("-", "_")
            with self.subTest(option=option):
                on_line = self.refused(f"{option}={BAD}")
                allowed = re.search(r"is not (.*) \(see", on_line)[1]
                self.assertEqual(self.refused(env={name: BAD}),
                                 f"sluice: {name}: `{BAD}` is not {allowed}")
                self.write("c.toml", f"[scan]\n{key} = '{BAD}'\n".encode())
                self.assertEqual(
                    self.refused("--config", "c.toml"),
                    f"sluice: c.toml:2: {key}: `{BAD}` is not {allowed}")
                self.write("c.toml", f"[scan]\n{key} = ''\n".encode())
                self.assertEqual(
                    self.refused("--config", "c.toml"),
                    f"sluice: c.toml:2: {key}: the value is empty; give "
                    + allowed)
                # An empty variable has no effect.
                outcome = harness.run(cwd=self.tmp, env=harness.environment(
                    **{name: ""}))
                self.assert_code(outcome, 0)
            checked += 1
        self.assertGreater(checked, 12)

    def test_flags(self):
        for said in (self.refused("--follow=perhaps"),
                     self.refused(env={"SLUICE_FOLLOW": "perhaps"})):
            self.assertIn("`perhaps` is not true or false", said)
        self.write("c.toml", b"[scan]\nfollow = 'perhaps'\n")
        self.assertIn("`follow` must be true or false",
                      self.refused("--config", "c.toml"))

    def test_twice(self):
        self.assertIn("--workers is given more than once",
                      self.refused("--workers", "1", "--workers", "2"))

    def test_what_is_not_there(self):
        for option, value in (("--enable-rule", "no-such-rule"),
                              ("--disable-rule", "no-such-rule"),
                              ("--files-from", "no-such-file"),
                              ("--baseline", "no-such-file"),
                              ("--config", "no-such-file"),
                              ("--explain-skip", "no-such-file")):
            with self.subTest(option=option):
                said = self.refused(option, value)
                self.assertIn(value, said)
                if option.endswith("-rule") or option == "--files-from":
                    self.assertIn(option + ": ", said)

    def test_a_long_value_is_cut(self):
        # It may be a secret that was put in the wrong place.
        for length in (17, 40, 5000):
            said = self.refused("--workers", "x" * length)
            self.assertIn("--workers: `xxxxxxxx...` is not a number", said)

    def test_zeros_mean_nothing(self):
        shown = harness.run("config", "show", "--max-depth", "010",
                            cwd=self.tmp)
        self.assertRegex(shown.stdout, rb"(?m)^max-depth = 10 ")

    def test_a_value_may_hold_anything(self):
        outcome = harness.run("--color", "\x1b[31mred\n", cwd=self.tmp)
        self.assert_refused(outcome, "--color: ")
        self.assertNotIn(b"\x1b", outcome.stderr)


class UnreadInput(harness.CliTest):
    """Standard input is not scanned unasked: a CI system leaves an empty pipe
    there, and a scan of that would find nothing. It is said, though."""

    SAID = b"to scan standard input, use `sluice -`"

    def setUp(self):
        super().setUp()
        self.write("a.txt", b"nothing\n")

    def test_a_pipe_or_a_file_with_bytes(self):
        for arguments in ((), ("scan",), ("-f", "json")):
            outcome = harness.run(*arguments, cwd=self.tmp, stdin=b"diff\n")
            self.assert_code(outcome, 0)
            self.assertIn(self.SAID, outcome.stderr)
            self.assertEqual(outcome.stderr.count(self.SAID), 1)
        with open(self.tmp / "a.txt", "rb") as file:
            outcome = harness.run(cwd=self.tmp, **{"stdin": None}, pass_fds=(),
                                  preexec_fn=lambda: os.dup2(file.fileno(), 0))
        self.assertIn(self.SAID, outcome.stderr)

    def test_nothing_is_said(self):
        for arguments, stdin in (((), None), ((), b""), (("-",), b"x\n"),
                                 (("-q",), b"x\n"), (("a.txt",), b"x\n"),
                                 (("--files-from", "-"), b"a.txt\n")):
            with self.subTest(arguments=arguments, stdin=stdin):
                outcome = harness.run(*arguments, cwd=self.tmp, stdin=stdin)
                self.assert_code(outcome, 0)
                self.assertEqual(outcome.stderr, b"")


if __name__ == "__main__":
    unittest.main()
