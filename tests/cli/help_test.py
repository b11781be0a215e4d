"""Help pages, the manual page and the completions: they fit, and they have
the options that there are.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

import harness

sys.path.insert(0, str(harness.REPOSITORY / "docs"))
import make_man  # pylint: disable=wrong-import-position

COMMANDS = make_man.commands(harness.binary())


def options(command: str) -> set[str]:
    """All spellings of the command's options, as its help has them."""
    page = make_man.help_on(harness.binary(), *command.split())
    return {name for _, rows in make_man.options_of(page)
            for names, _ in rows for name in re.findall(r"--?[\w-]+", names)}


def needs(program):
    return unittest.skipUnless(shutil.which(program), f"no {program}")


class HelpTest(harness.CliTest):

    def pages(self):
        for command in COMMANDS:
            yield harness.run("help", *command.split())
        yield harness.run("help")

    def test_the_commands(self):
        for name in ("scan", "dir", "stdin", "rules", "rules list", "help"):
            self.assertIn(name, COMMANDS)

    def test_pages_fit(self):
        for page in self.pages():
            self.assert_code(page, 0)
            self.assertEqual(page.stderr, b"")
            text = page.stdout.decode("utf-8")
            self.assertRegex(text, r"[^\n]\n\Z")
            for line in text.split("\n"):
                self.assertLessEqual(len(line), 80, line)
                self.assertEqual(line, line.rstrip(), "blanks at the end")

    def test_pages_have_examples(self):
        for page in self.pages():
            self.assertRegex(page.stdout.decode(), r"(?m)^Examples?:$",
                             page.command)

    def test_every_way_to_ask(self):
        for command in COMMANDS:
            words = command.split()
            page = harness.run("help", *words).stdout
            self.assertTrue(page.startswith(b"Usage: sluice"), page)
            for option in ("-h", "--help"):
                self.assertEqual(harness.run(*words, option).stdout, page)
        overview = harness.run("help").stdout
        for option in ("-h", "--help"):
            self.assertEqual(harness.run(option).stdout, overview)

    def test_what_was_meant(self):
        for arguments, meant in (
                (("--exlude", "x"), "--exclude"),
                (("scan", "--show-secret"), "--show-secrets"),
                (("rules", "list", "--colour"), "--color"),
                (("rules", "lst"), "`list`"),
                (("rules", "show", "github-patt"), "github-pat"),
                (("scna",), "`sluice scan`"),
                (("help", "rulez"), "`sluice rules`"),
                (("dir", "--verbos"), "--verbose"),
                (("dir", "--enable-rule", "githb-pat"), "github-pat")):
            with self.subTest(arguments=arguments):
                outcome = harness.run(*arguments, cwd=self.tmp)
                self.assertNotEqual(outcome.code, 0)
                self.assert_message(outcome, "did you mean", meant)

    def test_spellings_of_other_tools(self):
        for arguments, meant in (
                (("--json",), "did you mean `-f json`?"),
                (("--sarif=x",), "did you mean `-f sarif`?"),
                (("scan", "--no-git"), "needs no such option"),
                (("--source", "."), "did you mean `sluice PATH`?"),
                (("--report-path", "x.json"), "did you mean `-o FILE`?"),
                (("-r", "x.json"), "did you mean `-o FILE`?"),
                (("--staged",), "did you mean `sluice git --staged`?"),
                (("--only-verified",), "no network connection"),
                (("--hidden",), "hidden files"),
                (("--threads", "2"), "did you mean `-j N`?"),
                (("git", "--json"), "did you mean `-f json`?"),
                (("report", "convert", "x", "--json"), "`-f json`")):
            with self.subTest(arguments=arguments):
                self.assert_refused(harness.run(*arguments, cwd=self.tmp),
                                    "unknown option", meant)
        # The command has no such option.
        outcome = harness.run("hook", "install", "--json")
        self.assertNotIn(b"did you mean", outcome.stderr)

    def test_every_hint_names_an_option_that_there_is(self):
        source = (harness.REPOSITORY / "apps/sluice/command_line" /
                  "foreign_options.cc").read_text()
        rows = re.findall(r'\{"(-[^"]+)", "([^"]*)"', source)
        self.assertGreater(len(rows), 60)
        known = {command: options(command) for command in COMMANDS}
        for foreign, ours in rows:
            with self.subTest(foreign=foreign):
                self.assertNotIn(foreign, known["scan"])
                words = ours.split()
                if not words:
                    continue
                command = "scan"
                if words[0] == "sluice":
                    name = " ".join(words[1:3])
                    command = name if name in known else (
                        words[1] if words[1] in known else "scan")
                for word in words:
                    if word.startswith("-") and word != "-":
                        self.assertIn(word, known[command])
                self.assert_refused(
                    harness.run("scan", foreign, cwd=self.tmp),
                    f"did you mean `{ours}`?")

    def test_the_second_word_of_a_command(self):
        for words in (("merge",), ("convert",), ("write",), ("install",)):
            command = next(one for one in COMMANDS
                           if one.split()[1:] == list(words))
            self.assertEqual(harness.run("help", *words).stdout,
                             harness.run("help", *command.split()).stdout)
        self.assert_refused(harness.run("help", "show"),
                            "`sluice rules show` or `sluice config show`")
        self.assert_refused(harness.run("merge", cwd=self.tmp),
                            "did you mean `sluice report merge`?")

    def test_no_page_refers_to_itself(self):
        for command in COMMANDS:
            page = make_man.help_on(harness.binary(), *command.split())
            self.assertNotRegex(page, rf"see `sluice help {command}`")

    def test_nothing_was_meant(self):
        outcome = harness.run("--no-such-thing-at-all")
        self.assertNotIn(b"did you mean", outcome.stderr)

    def test_a_value_is_no_command(self):
        # The first is a pattern, and there is no command.
        self.write("dir", b"nothing\n")
        outcome = harness.run("--exclude", "dir", cwd=self.tmp)
        self.assert_code(outcome, 3)
        self.assertIn(b"1 excluded", outcome.stdout)
        # gitleaks takes its flags in front of the command.
        for arguments in (("-v", "dir", "."), ("--redact=20", "dir", "."),
                          ("-f", "json", "dir"), ("-vc", "none", "dir")):
            outcome = harness.run(*arguments, cwd=self.tmp)
            self.assertNotIn(b"no secrets found", outcome.stdout)

    def test_quiet_and_verbose(self):
        outcome = harness.run("-q", "-v", self.tmp)
        self.assert_refused(outcome, "--quiet", "--verbose")


class ManualTest(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.page = self.tmp / "sluice.1"
        make_man.main(harness.binary(),
                      harness.REPOSITORY / "docs" / "sluice.1.in", self.page)

    def test_every_command_and_option(self):
        text = self.page.read_text().replace("\\-", "-").replace("\\&", "")
        for command in COMMANDS:
            section = text.split(f".Ss sluice {command}\n")[1]
            section = re.split(r"\n\.S[sh]", section)[0]
            known = set(re.findall(r"--?[\w-]+", "\n".join(
                re.findall(r"(?m)^\.It (.*)", section))))
            self.assertEqual(
                known, options(command),
                f"docs/sluice.1 and `sluice help {command}` do not agree")

    @needs("mandoc")
    def test_mandoc_finds_nothing_wrong(self):
        done = subprocess.run(
            ["mandoc", "-Tlint", "-Wwarning", self.page],
            capture_output=True, text=True, check=False)
        self.assertEqual(done.stdout, "")

    @needs("man")
    def test_man_finds_nothing_wrong(self):
        done = subprocess.run(
            ["man", "--warnings", "-E", "UTF-8", "-l", self.page],
            capture_output=True, text=True, check=False,
            env=harness.environment(MANWIDTH="80", MANPAGER="cat"))
        self.assertEqual(done.stderr, "")
        self.assertIn("find leaked credentials", done.stdout)


class CompletionTest(harness.CliTest):
    """Asks the real shells what they would complete."""

    def setUp(self):
        super().setUp()
        os.makedirs(self.tmp / "bin")
        os.symlink(harness.binary(), self.tmp / "bin" / "sluice")
        self.write("work/file name", b"")
        self.write("work/.sluice.toml",
                   b"[[rules]]\nid = 'acme-key'\nregex = 'acme_[a-z]{9}'\n")

    def script(self, shell) -> pathlib.Path:
        outcome = harness.run("completions", shell)
        self.assert_code(outcome, 0)
        return self.write(f"script.{shell}", outcome.stdout)

    def shell(self, *command) -> list[str]:
        done = subprocess.run(
            list(map(os.fspath, command)), cwd=self.tmp / "work", check=False,
            capture_output=True, text=True, timeout=harness.TIMEOUT_S,
            stdin=subprocess.DEVNULL, env=harness.environment(
                PATH=f"{self.tmp}/bin:{os.environ['PATH']}",
                HOME=str(self.tmp), XDG_CONFIG_HOME=str(self.tmp),
                TERM="dumb"))
        self.assertEqual(done.stderr, "")
        return done.stdout.splitlines()

    def check(self, complete):
        """`complete` returns the words for a command line that ends in the
        word to be completed."""
        self.assertLessEqual(set(COMMANDS) - {"rules list"},
                             set(complete("sluice", "")) | {
                                 name for name in COMMANDS if " " in name})
        self.assertIn("rules", complete("sluice", "ru"))
        self.assertEqual(complete("sluice", "rules", "sh"), ["show"])
        self.assertIn("acme-key", complete("sluice", "rules", "show", "ac"))
        self.assertEqual(complete("sluice", "completions", "z"), ["zsh"])
        self.assertEqual(complete("sluice", "help", "comp"), ["completions"])
        self.assertIn("file name", [
            word.replace("\\", "") for word in complete("sluice", "scan", "f")])
        self.assertIn("json", complete("sluice", "scan", "-f", ""))
        self.assertEqual(complete("sluice", "--color", "n"), ["never"])
        self.assertIn("file name", [
            word.replace("\\", "") for word in
            complete("sluice", "--config", "f")])
        for command in COMMANDS:
            words = command.split()
            found = set(complete("sluice", *words, "--"))
            # It has the options of a scan, as its page says.
            page = "scan" if words[0] == "config" else command
            self.assertEqual(found, {name for name in options(page)
                                     if name.startswith("--")}, command)

    @needs("bash")
    def test_bash(self):
        script = self.script("bash")
        self.shell("bash", "-n", script)

        def complete(*words):
            return self.shell(
                "bash", "-c",
                'source "$1"; shift; COMP_WORDS=("$@"); '
                'COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _sluice; '
                '((${#COMPREPLY[@]})) && printf "%s\\n" "${COMPREPLY[@]}"; :', "bash", script, *words)
        self.check(complete)
        # bash takes these apart.
        self.assertEqual(complete("sluice", "--color", "=", "n"), ["never"])
        self.assertEqual(complete("sluice", "scan", "--format", "="),
                         complete("sluice", "scan", "--format", ""))

    @needs("fish")
    def test_fish(self):
        script = self.script("fish")
        self.shell("fish", "-n", script)

        def complete(*words):
            lines = self.shell(
                "fish", "--no-config", "-c",
                "source $argv[1]; complete -C \"$argv[2]\"", script,
                " ".join(words))
            return [line.split("\t")[0] for line in lines]
        self.check(complete)

    @needs("zsh")
    def test_zsh(self):
        script = self.script("zsh")
        self.shell("zsh", "-n", script)
        driver = self.write("driver.zsh", ZSH_DRIVER.encode())

        def complete(*words):
            return sorted({line.removesuffix(" ") for line in self.shell(
                "zsh", "-f", driver, script, " ".join(words))})
        self.check(complete)

    def test_another_shell(self):
        for arguments in ((), ("tcsh",), ("bash", "zsh")):
            self.assert_refused(harness.run("completions", *arguments),
                                "bash, zsh or fish")


# Completes $2 in a shell of its own, and prints what `compadd` is given. The
# words that mark its lines are not written in one: the shell echoes.
ZSH_DRIVER = r"""
zmodload zsh/zpty
script=$1 line=$2
zpty inner zsh -f -i
zpty -w inner "PS1= PROMPT2= RPS1= ; stty -echo; autoload -Uz compinit; compinit -u -d $HOME/dump"
zpty -w inner "source $script; zstyle ':completion:*' list-grouped false"
zpty -w inner 'compadd () {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  local -a __hits
  builtin compadd -A __hits "$@"
  local hit; for hit in $__hits; do print -r -- H"IT:$hit"; done
  builtin compadd "$@"
}'
zpty -w inner 'finish () { zle complete-word; print END_OF_"HITS"; }; zle -N finish; bindkey "^X" finish; print REA"DY"'
while zpty -r inner output; do [[ $output == *READY$'\r'* ]] && break; done
zpty -n -w inner "$line"$'\C-x'
while zpty -r inner output; do
  output=${${output//$'\r'/}%$'\n'}
  [[ $output == *END_OF_HITS* ]] && break
  [[ $output == *HIT:* ]] && print -r -- ${output##*HIT:}
done
zpty -d inner
"""


class InstallTest(harness.CliTest):

    @needs("meson")
    def test_what_is_installed(self):
        build = pathlib.Path(harness.binary()).parents[2]
        if not (build / "meson-private").is_dir():
            self.skipTest("the program does not lie in a build folder")
        subprocess.run(["meson", "install", "--no-rebuild", "-C", build,
                        "--destdir", self.tmp / "root"],
                       capture_output=True, check=True)
        names = {path.relative_to(self.tmp / "root").as_posix()
                 for path in (self.tmp / "root").rglob("*") if path.is_file()}
        # On Debian, the directory of libraries is named after the machine.
        names = {re.sub(r"^lib/[^/]*linux[^/]*/", "lib/",
                        re.sub(r"\.so[.0-9]*$", ".so",
                               name.split("/", 2)[2])) for name in names}
        self.assertEqual(names, {
            "bin/sluice", "lib/libsluice.so", "lib/pkgconfig/sluice.pc",
            "include/sluice.h", "share/man/man1/sluice.1",
            "share/bash-completion/completions/sluice",
            "share/zsh/site-functions/_sluice",
            "share/fish/vendor_completions.d/sluice.fish"})


if __name__ == "__main__":
    unittest.main()
