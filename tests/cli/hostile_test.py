"""Trees that are made to silence, stall or exhaust the scanner.

Each tree has one secret and something hostile. Whatever that is, a scan ends
soon and in little memory, and is honest: it reports the secret (exit code 1),
or says in one line why it cannot run (2), or names the unread files (3), or
names the reason why the secret is excluded (0).
"""

import contextlib
import gzip
import os
import random
import re
import socket
import subprocess
import tempfile
import time
import unittest

import archives
import formats
import harness
from git_repositories import HAVE_GIT, git

MOST_SECONDS = 120 if harness.UNDER else 20  # 5 on a machine of its own
MOST_MEGABYTES = 200

SECRET = "Kx8vLm2Zr5" + "TkWq7Bn4"  # sluice:allow
PLANTED = f'password = "{SECRET}"\n'

POLICY = (".sluice.toml", ".gitleaks.toml", ".sluice-baseline",
          ".gitleaksignore", ".sluiceignore", ".gitignore")


def measured(*arguments, cwd, env=None):
    """The outcome, the seconds and the megabytes of a run."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        begin = time.monotonic()
        child = subprocess.Popen(
            [harness.binary(), *map(os.fspath, arguments)], cwd=cwd,
            env=env or harness.environment(), stdin=subprocess.DEVNULL,
            stdout=out, stderr=err)
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - begin > MOST_SECONDS:
                child.kill()
                os.wait4(child.pid, 0)
                child.returncode = -9
                raise AssertionError(
                    f"{arguments} did not end within {MOST_SECONDS} s")
            time.sleep(0.002)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - begin
        out.seek(0)
        err.seek(0)
        outcome = harness.Outcome(child.args, child.returncode, out.read(),
                                  err.read())
    return outcome, seconds, usage.ru_maxrss / 1024


# Things that may be in the place of a file. Each function is called with the
# path.

def fifo(path):
    os.mkfifo(path)


def link_to(target):
    def make(path):
        os.symlink(target, path)
    make.__name__ = "link_to_" + re.sub(r"\W", "_", target)
    return make


def loop(path):
    os.symlink(path.name, path)


def unix_socket(path):
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(os.path.relpath(path))


def directory(path):
    path.mkdir()


def sparse(path):
    with open(path, "wb") as file:
        file.truncate(harness.times(1, 3) << 30)


def zeros(path):
    path.write_bytes(bytes(1 << 20))


def noise(path):
    path.write_bytes(random.Random(path.name).randbytes(1 << 20))


def one_long_line(path):
    path.write_bytes(b"a" * (3 << 20))


def many_lines(path):
    path.write_bytes(b"".join(b"%d*\n" % i for i in range(400_000)))


def many_stars(path):
    path.write_bytes(b"*a" * 200_000 + b"\n")


def many_brackets(path):
    path.write_bytes(b"[" * 1_000_000)


def many_braces(path):
    path.write_bytes(b"a = " + b"{a=" * 100_000)


def many_tables(path):
    path.write_bytes(b"".join(b"[a%d]\n" % i for i in range(150_000)))


def dotted_key(path):
    path.write_bytes(b"a." * 500_000 + b"a = 1\n")


def open_string(path):
    path.write_bytes(b'a = """' + b"x\n" * 900_000)


def unknown_keys(path):
    path.write_bytes(b"".join(b"k%d = 1\n" % i for i in range(120_000)))


def nested_json(path):
    path.write_bytes(b"[" * 2_000_000 + b"]" * 2_000_000)


def wide_json(path):
    path.write_bytes(b"[" + b"[],\n" * 1_900_000 + b"[]]")


def long_path(path):
    path.write_bytes(b"a/" * 1_000_000 + b"b\n")


# A policy that is packed is no policy: one for everything, in each.

def zipped(path):
    path.write_bytes(archives.zip_of({path.name: b"*\n"}))


def gzipped(path):
    path.write_bytes(gzip.compress(b"*\n"))


def tarred(path):
    path.write_bytes(archives.tar({path.name: b"*\n"}))


KINDS = (fifo, link_to("/dev/zero"), link_to("/etc/passwd"),
         link_to("nowhere"), link_to("/proc/self/mem"), loop, unix_socket,
         directory, sparse, zeros, noise, one_long_line, many_lines,
         many_stars, many_brackets, many_braces, many_tables, dotted_key,
         open_string, unknown_keys, nested_json, wide_json, long_path, zipped, gzipped,
         tarred)


def rules(*regexes):
    return "".join(f"[[rules]]\nid = 'r{i}'\nregex = '''{regex}'''\n"
                   for i, regex in enumerate(regexes))


# Configurations of every kind, each a whole .sluice.toml.
CONFIGURATIONS = {
    "nested_groups": rules("(" * 50_000 + "a" + ")" * 50_000),
    "open_groups": rules("(" * 500_000),
    "long_alternation": rules("|".join(f"w{i}" for i in range(150_000))),
    "long_pattern": rules("a" * 1_500_000),
    "large_repeat": rules("(" * 900 + "a" + "{1,9})" * 900),
    "repeated_repeat": rules("((((a{1000}){1000}){1000}){1000})"),
    "many_large_patterns": rules(*[r"\pL{1000}" * 20] * 400),
    "many_wide_patterns": rules(*[r"[\w.=-]{900}x" + str(i)
                                  for i in range(900)]),
    "many_rules": rules(*[f"x{i}[a-z]" for i in range(20_000)]),
    "wide_class": rules("[" + "".join(map(chr, range(0x100, 0x9000))) + "]"),
    "empty_patterns": rules("", "x*", "(?:)", "^", "$", r"\b"),
    "quoted": rules(r"\Q" + "(" * 100_000),
    "names": rules("(?P<" + "n" * 200_000 + ">a)"),
    "keywords": "[[rules]]\nid='r'\nregex='a'\nkeywords=[" +
                ",".join(f"'k{i}'" for i in range(100_000)) + "]\n",
    "stopwords": "[[allowlists]]\nstopwords=[" +
                 ",".join(f"'w{i}'" for i in range(100_000)) + "]\n",
    "paths": "[[allowlists]]\npaths=[" +
             ",".join(f"'(a{i}|b)*c'" for i in range(40_000)) + "]\n",
    "nothing": "",
    "a_useless_rule": rules("never[-]there"),
    "a_path_rule": "[[rules]]\nid='r'\npath='nowhere'\n",
    "everything_allowed": "[[allowlists]]\nregexes=['''.*''']\n",
    "every_path_allowed": "[[allowlists]]\npaths=['''.*''']\n",
    "every_word_stops": "[[allowlists]]\nstopwords=['k','a','1','2','8']\n",
    "exclude_all": "[scan]\nexclude=['*']\n",
    "include_nothing": "[scan]\ninclude=['nothing']\n",
    "no_depth": "[scan]\nmax-depth=0\n",
    "surest_alone": "[scan]\nmin-confidence='high'\n",
    "one_rule_alone": "[scan]\nenable-rule=['github-pat']\n",
    "its_rule_off": "[scan]\ndisable-rule=['generic-password']\n",
    "disabled_rules": "[extend]\nuseDefault=true\n"
                      "disabledRules=['generic-password']\n",
    "quiet": "[scan]\nquiet=true\nexclude=['*']\n",
    "format": "[scan]\nformat='gitleaks'\n",
    "colour": "[scan]\ncolor='always'\n",
    "verbose": "[scan]\nverbose=true\n",
    "shown": "[scan]\nshow-secrets=true\n",
    "redact": "[scan]\nredact=0\n",
    "output": "[scan]\noutput='x.json'\n",
    "explain": "[scan]\nexplain-drops=true\n",
    "stats": "[scan]\nstats=true\n",
    "workers": "[scan]\nworkers=1024\n",
    "memory": "[scan]\nmax-memory='1'\n",
    "follow": "[scan]\nfollow=true\n",
    "wrong_type": "[[rules]]\nid = 3\nregex = 'a'\n",
    "wrong_table": "rules = 'a'\n",
    "extends_itself": "[extend]\npath='.sluice.toml'\n",
    "extends_zero": "[extend]\npath='/dev/zero'\n",
    "extends_above": "[extend]\npath='../../../../etc/passwd'\n",
    "extends_passwd": "[extend]\npath='/etc/passwd'\n",
    "extends_nothing": "[extend]\npath='gone.toml'\n",
    "baseline_zero": "[scan]\nbaseline=['/dev/zero']\n",
    "baseline_above": "[scan]\nbaseline=['../../etc/passwd']\n",
    "baseline_gone": "[scan]\nbaseline=['gone']\n",
    "many_baselines": "[scan]\nbaseline=[" + "'b'," * 50_000 + "]\n",
}


class Hostile(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.tree = self.tmp / "tree"
        self.tree.mkdir()
        self.write("tree/app/settings.py", PLANTED.encode())

    def check(self, *arguments, **options):
        """A scan of the tree, from inside, that ends and is honest."""
        outcome, seconds, megabytes = measured(
            *arguments, "-f", "json", "--show-secrets", cwd=self.tree,
            **options)
        self.assertLess(seconds, MOST_SECONDS)
        if not harness.UNDER:
            self.assertLess(megabytes, MOST_MEGABYTES, str(outcome)[:500])
        self.assert_truth(outcome)
        return outcome

    def assert_truth(self, outcome):
        self.assertIn(outcome.code, (0, 1, 2, 3), str(outcome))
        if outcome.code == 2:
            self.assertEqual(outcome.stdout, b"", str(outcome))
            self.assert_message(outcome)
            self.assertLess(len(outcome.stderr), 64 * 1024)
            return
        report = outcome.json()
        coverage = report["coverage"]
        found = [f for f in report["findings"] if f["secret"] == SECRET]
        if found:
            self.assertEqual(outcome.code, 1)
            return
        if outcome.code == 3 and coverage["files_scanned"] != 0:
            self.assertTrue(coverage["incomplete"], str(outcome))
            return
        skipped = coverage["skipped"]
        why = (coverage["below_confidence"] + coverage["baseline"] +
               coverage["allowed"] + coverage["allowlisted"] +
               skipped["ignored"] + skipped["excluded"] +
               skipped["too_deep"] + coverage["policy"]["rules_disabled"])
        policy = coverage["policy"]
        self.assertTrue(why or not policy["default_rules"],
                        f"the secret is gone, and nothing says why: {outcome}")
        if not policy["default_rules"] or coverage["allowlisted"] or \
                skipped["excluded"] or policy["rules_disabled"]:
            self.assertEqual((policy["origin"], policy["file"]),
                             ("tree", ".sluice.toml"), str(outcome))
        if skipped["ignored"]:
            self.assertTrue(coverage["ignored_by"])

    def make(self, kind, path):
        before = os.getcwd()
        os.chdir(self.tree)
        try:
            kind(path)
        finally:
            os.chdir(before)

    @contextlib.contextmanager
    def placed(self, kind, path):
        """It exists within this context, whatever fails."""
        self.make(kind, path)
        try:
            yield
        finally:
            if path.is_dir() and not path.is_symlink():
                path.rmdir()
            else:
                path.unlink()


class InPlaceOfPolicy(Hostile):
    """Each kind of file in the place of each file that is obeyed."""

    def test_every_kind(self):
        for name in POLICY:
            for kind in KINDS:
                with self.subTest(f"{name}: {kind.__name__}"):
                    with self.placed(kind, self.tree / name):
                        self.check("scan", ".")

    def test_an_archive_is_no_policy(self):
        for name in POLICY:
            for kind in (zipped, gzipped, tarred):
                with self.subTest(f"{name}: {kind.__name__}"):
                    with self.placed(kind, self.tree / name):
                        outcome = self.check("scan", ".")
                        if name in (".sluiceignore", ".gitignore"):
                            # Lines that fit nothing, as they do for git.
                            self.assert_code(outcome, 1)
                        else:
                            self.assert_refused(outcome, name)

    def test_what_is_not_read_is_named(self):
        for name in (".sluice.toml", ".gitleaks.toml", ".sluice-baseline",
                     ".gitleaksignore"):
            for kind in (fifo, link_to("/dev/zero"), link_to("/etc/passwd"),
                         loop, unix_socket, directory, sparse):
                with self.subTest(f"{name}: {kind.__name__}"):
                    with self.placed(kind, self.tree / name):
                        outcome = self.check("scan", ".")
                        self.assert_refused(outcome, name)
                        # Without it the secret is found.
                        self.assert_code(self.check(
                            "scan", "--no-config", "--ignore-baseline", "."),
                            1)

    def test_gitleaks_commands(self):
        for name in (".gitleaks.toml", ".gitleaksignore"):
            for kind in (fifo, link_to("/dev/zero"), sparse):
                with self.subTest(f"{name}: {kind.__name__}"):
                    with self.placed(kind, self.tree / name):
                        outcome, _, megabytes = measured("dir", ".",
                                                         cwd=self.tree)
                    self.assert_code(outcome, 1)
                    self.assertIn(name.encode(), outcome.stderr)
                    if not harness.UNDER:
                        self.assertLess(megabytes, MOST_MEGABYTES)

    def test_the_baseline_that_is_written(self):
        outside = self.write("outside", b"precious\n")
        for kind in (fifo, link_to("../outside"), link_to("/dev/zero")):
            with self.subTest(kind.__name__):
                with self.placed(kind, self.tree / ".sluice-baseline"):
                    outcome, _, _ = measured("baseline", "write",
                                             cwd=self.tree)
                self.assert_refused(outcome, ".sluice-baseline")
        (self.tree / ".sluice.toml").write_text(
            "[scan]\nbaseline = ['../outside']\n")
        outcome, _, _ = measured("baseline", "write", cwd=self.tree)
        self.assert_refused(outcome, "outside")
        self.assertEqual(outside.read_bytes(), b"precious\n")


class Configurations(Hostile):

    def test_each(self):
        for name, text in CONFIGURATIONS.items():
            with self.subTest(name):
                (self.tree / ".sluice.toml").write_text(text)
                self.check("scan", ".")

    def test_what_is_about_the_report_is_refused(self):
        for name in ("quiet", "format", "colour", "verbose", "shown",
                     "redact", "explain", "stats", "workers", "memory",
                     "follow"):
            with self.subTest(name):
                (self.tree / ".sluice.toml").write_text(CONFIGURATIONS[name])
                self.assert_refused(self.check("scan", "."), ".sluice.toml:2",
                                    "the scanned tree")

    def test_the_users_own_may_say_so(self):
        self.write("own.toml", b"[scan]\nquiet = true\n")
        outcome = harness.run("scan", "--config", "../own.toml", ".",
                              cwd=self.tree)
        self.assert_code(outcome, 1)
        self.assertIn(b"app/settings.py", outcome.stdout)
        self.assertNotIn(b"scanned", outcome.stdout)

    def test_a_pattern_out_of_bounds_is_named(self):
        for name in ("nested_groups", "open_groups", "long_pattern"):
            with self.subTest(name):
                (self.tree / ".sluice.toml").write_text(CONFIGURATIONS[name])
                self.assert_refused(self.check("scan", "."),
                                    ".sluice.toml:3", "r0")

    def test_an_extended_file_outside_is_not_read(self):
        for name in ("extends_zero", "extends_above", "extends_passwd"):
            with self.subTest(name):
                (self.tree / ".sluice.toml").write_text(CONFIGURATIONS[name])
                outcome = self.check("scan", ".")
                self.assert_refused(outcome, "outside of the scanned tree")
                self.assertNotIn(b"root:", outcome.stderr)

    def test_an_extended_file_is_read_with_care(self):
        (self.tree / ".sluice.toml").write_text("[extend]\npath='base'\n")
        for kind in (fifo, link_to("/dev/zero"), sparse):
            with self.subTest(kind.__name__):
                with self.placed(kind, self.tree / "base"):
                    self.assert_refused(self.check("scan", "."), "base")


class Formats(Hostile):
    """Every format names what a configuration of the tree has left out."""

    def test_each_format(self):
        (self.tree / ".sluice.toml").write_text(
            "[scan]\ndisable-rule = ['github-pat']\n"
            "[[allowlists]]\nregexes = ['''.*''']\n")
        for name in formats.FORMATS:
            with self.subTest(name):
                outcome = harness.run("scan", "-f", name, ".", cwd=self.tree)
                self.assert_code(outcome, 0)
                text = (outcome.stdout + outcome.stderr).decode()
                self.assertIn(".sluice.toml", text)
                self.assertRegex(text, "of the scanned tree|tree")
                self.assertRegex(text, r"1 rule disabled|rules_disabled\W+1\b")
                self.assertRegex(text,
                                 r"1 secret on its allowlists?"
                                 r"|allowlisted\W+1\b")

    def test_no_file_was_scanned(self):
        (self.tree / ".sluiceignore").write_text("*\n")
        for name in ("pretty", "markdown", "github", "gitlab", "gitleaks"):
            with self.subTest(name):
                outcome = harness.run("scan", "-f", name, ".", cwd=self.tree)
                self.assert_code(outcome, 3)
                self.assertIn(b"no file was scanned",
                              outcome.stdout + outcome.stderr)
        (self.tree / ".sluiceignore").write_text("nothing\n")
        outcome = harness.run("scan", "--require-files", ".", cwd=self.tree)
        self.assert_code(outcome, 1)

    def test_no_config(self):
        (self.tree / ".sluice.toml").write_text("[scan]\nexclude=['*']\n")
        report = self.scan("--no-config", ".", cwd=self.tree, code=1)
        self.assertEqual(report["coverage"]["policy"]["origin"], "default")
        outcome = harness.run("scan", "--no-config", "--config", "x",
                              cwd=self.tree)
        self.assert_refused(outcome, "--no-config")


class Trees(Hostile):
    """What is no policy, but has to be got through."""

    def git_directory(self):
        self.repository("tree")
        return self.tree / ".git"

    def test_git_files(self):
        for name in ("info/exclude", "HEAD", "config", "index", "commondir"):
            for kind in (fifo, link_to("/dev/zero"), loop, sparse,
                         many_lines):
                with self.subTest(f".git/{name}: {kind.__name__}"):
                    folder = self.git_directory()
                    path = folder / name
                    path.parent.mkdir(exist_ok=True)
                    path.unlink(missing_ok=True)
                    self.make(kind, path)
                    try:
                        self.check("scan", ".")
                    finally:
                        subprocess.run(["rm", "-rf", folder], check=True)

    def test_git_itself(self):
        for kind in (fifo, link_to("/dev/zero"), loop, sparse, link_to(".")):
            with self.subTest(kind.__name__):
                with self.placed(kind, self.tree / ".git"):
                    self.check("scan", ".")
        (self.tree / ".git").write_text("gitdir: ../" + "../" * 3000 + "x\n")
        self.check("scan", ".")
        (self.tree / ".git").write_text("gitdir: .git\n")
        self.check("scan", ".")

    def test_special_files(self):
        self.make(fifo, self.tree / "a.py")
        self.make(unix_socket, self.tree / "b.py")
        self.make(link_to("/dev/zero"), self.tree / "c.py")
        self.make(link_to("/proc"), self.tree / "proc")
        self.make(loop, self.tree / "d.py")
        report = self.check("scan", ".").json()
        self.assertEqual(report["coverage"]["skipped"]["special"], 2)
        self.assertEqual(report["coverage"]["skipped"]["symlink"], 3)

    def test_ignore_files_at_every_depth(self):
        path = self.tree
        for _ in range(60):
            path = path / "d"
            path.mkdir()
            (path / ".sluiceignore").write_bytes(
                b"".join(b"?%d*x\n" % i for i in range(5_000)))
            (path / "f.py").write_text(PLANTED)
        report = self.check("scan", ".").json()
        self.assertTrue(report["coverage"]["incomplete"])
        self.assertIn("lines of ignore files",
                      report["coverage"]["incomplete"][0]["reason"])
        # An ignore file that says too much is not obeyed, so more is scanned,
        # not less.
        self.assertEqual(len(report["findings"]), 61)

    def test_a_deep_tree(self):
        here = os.open(self.tree, os.O_RDONLY)
        for _ in range(3000):
            os.mkdir("d", dir_fd=here)
            below = os.open("d", os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = below
        os.close(here)
        self.check("scan", ".")
        subprocess.run(["rm", "-rf", self.tree / "d"], check=True)

    def test_names(self):
        for name in (b"\x1b]0;x\x07", b"\xff\xfe", b"-q", b"--exclude=*",
                     b"a\nb", b"\xe2\x80\xae", b"=cmd", b" ", b"*"):
            self.write(b"tree/" + name, PLANTED.encode())
        report = self.check("scan", ".").json()
        self.assertEqual(len(report["findings"]), 10)

    def test_blanket_comments(self):
        text = "# sluice:" + "allow-begin\n" + PLANTED
        for i in range(300):
            self.write(f"tree/{i}.py", text.encode())
        self.check("scan", ".")


@unittest.skipUnless(HAVE_GIT, "git is not installed")
class Hook(Hostile):
    """The text of a commit may be anything."""

    def setUp(self):
        super().setUp()
        git(self.tree, "init", "-q", ".")
        (self.tree / "app/settings.py").unlink()
        self.write("tree/README", b"nothing\n")
        git(self.tree, "add", "-A")
        git(self.tree, "commit", "-q", "-m", "first")
        self.write("tree/app/settings.py", PLANTED.encode())

    def test_a_commit_that_silences_the_hook(self):
        for name, text in ((".sluiceignore", "*\n"),
                           (".sluice.toml", "[scan]\nexclude=['*']\n"),
                           (".sluice.toml",
                            "[[allowlists]]\nregexes=['.*']\n"),
                           (".gitleaks.toml", rules("never[-]there"))):
            with self.subTest(name + text[:20]):
                (self.tree / name).write_text(text)
                git(self.tree, "add", "-A")
                outcome = harness.run("git", "--staged", cwd=self.tree)
                self.assert_code(outcome, 0)
                self.assertIn(
                    b"the change also edits " + name.encode() +
                    b", which decides what is scanned", outcome.stdout)
                if "*\n" in text or "exclude" in text:
                    self.assertIn(b"no file was scanned", outcome.stdout)
                git(self.tree, "rm", "-q", "--cached", "-f", name)
                (self.tree / name).unlink()

    def test_what_is_not_staged_does_not_count(self):
        git(self.tree, "add", "-A")
        (self.tree / ".sluiceignore").write_text("*\n")
        (self.tree / ".sluice.toml").write_text("[scan]\nexclude=['*']\n")
        outcome = harness.run("git", "--staged", cwd=self.tree)
        self.assert_code(outcome, 1)
        self.assertIn(b"app/settings.py", outcome.stdout)

    def test_hostile_policy_that_is_staged(self):
        for kind in (link_to("/dev/zero"), link_to("/etc/passwd"), noise,
                     many_brackets, one_long_line):
            for name in POLICY[:5]:
                with self.subTest(f"{name}: {kind.__name__}"):
                    with self.placed(kind, self.tree / name):
                        git(self.tree, "add", "-A")
                        outcome, seconds, _ = measured(
                            "git", "--staged", "-f", "json", "--show-secrets",
                            cwd=self.tree)
                        git(self.tree, "rm", "-q", "--cached", "-f", name)
                    self.assertLess(seconds, MOST_SECONDS)
                    self.assert_truth(outcome)
                    if outcome.code == 2:
                        self.assert_message(outcome, name)


if __name__ == "__main__":
    unittest.main()
