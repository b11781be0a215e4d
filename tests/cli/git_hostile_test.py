"""Repositories that are made to run something, to hold git up, to exhaust the
scanner or to hide from it. Every run has a limit of memory and of time."""

import hashlib
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import time
import unittest

import harness
from git_repositories import GitTest, git

# Bytes of addresses that a process of a run may have.
MOST_ADDRESSES = 4 << 30


def limited():
    if not harness.UNDER:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_ADDRESSES,) * 2)


def run(*words, **options) -> harness.Outcome:
    options.setdefault("timeout", 600 if harness.UNDER else 120)
    return harness.run(*words, preexec_fn=limited, **options)


class Hostile(GitTest):

    def setUp(self):
        super().setUp()
        self.secret = self.tokens.checked()
        self.put("a.txt", f"k = {self.secret}\n")
        self.commit("brings it in")

    def object(self, kind, data: bytes) -> str:
        return git(self.repo, "hash-object", "-t", kind, "-w", "--literally",
                   "--stdin", stdin=data).decode().strip()

    def tree(self, *entries) -> str:
        """Of (mode, type, name of the object, path)."""
        return git(self.repo, "mktree", "--missing", stdin="".join(
            f"{mode} {kind} {id_}\t{path}\n"
            for mode, kind, id_, path in entries).encode()).decode().strip()


# The settings in git 2.39's documents that are a program, or a part of a
# command line. PROGRAM is a program that reports that it was run.
PROGRAM_KEYS = """
alias.config alias.diff alias.log browser.x.cmd browser.x.path
core.alternateRefsCommand core.askPass core.editor core.fsmonitor core.gitProxy
core.pager core.sshCommand credential.helper credential.https://x.helper
diff.d.command diff.d.textconv diff.external difftool.x.cmd difftool.x.path
filter.f.clean filter.f.process filter.f.smudge gpg.openpgp.program gpg.program
gpg.ssh.defaultKeyCommand gpg.ssh.program gpg.x509.program guitool.x.cmd
help.browser imap.tunnel instaweb.browser instaweb.httpd interactive.diffFilter
man.x.cmd man.x.path merge.m.driver mergetool.x.cmd mergetool.x.path
pager.cat-file pager.config pager.diff pager.log pager.ls-files pager.rev-list
remote.origin.receivepack remote.origin.uploadpack remote.origin.vcs
sendemail.ccCmd sendemail.sendmailCmd sendemail.smtpServer sendemail.toCmd
sequence.editor submodule.s.update tar.x.command trailer.x.cmd
trailer.x.command uploadpack.packObjectsHook web.browser
""".split()

# Keys whose names sound like those, and that name no program.
NO_PROGRAMS = {
    "advice.ignoredHook", "advice.waitingForEditor", "color.pager", "column.clean", "diff.guitool", "diff.tool",
    "gitcvs.dbDriver", "http.proxy", "merge.guitool", "merge.tool",
    "remote.<name>.proxy", "diff.<driver>.cachetextconv",
}

HOOKS = """
applypatch-msg commit-msg fsmonitor-watchman p4-changelist p4-post-changelist
p4-pre-submit p4-prepare-changelist post-applypatch post-checkout post-commit
post-index-change post-merge post-receive post-rewrite post-update
pre-applypatch pre-auto-gc pre-commit pre-merge-commit pre-push pre-rebase
pre-receive prepare-commit-msg proc-receive push-to-checkout
reference-transaction sendemail-validate update
""".split()

# Each finds the secret, in the history, the index, the working tree or a file
# that is not tracked.
COMMANDS = [
    ["scan", "."],
    ["git"],
    ["git", "--staged", "--unstaged", "--untracked"],
    ["git", "--staged", "--policy-from", "HEAD"],
    ["git", "--since", "HEAD~1"],
    ["git", "HEAD~1..HEAD"],
    ["git", "--all", "--submodules"],
    ["git", "--pre-commit"],
    ["git", "--pre-commit", "--staged", "--no-banner"],
    ["git", "--log-opts=--all", "."],
    ["git", "--max-archive-depth", "2", "."],
    ["detect"],
    ["detect", "--no-git"],
    ["protect"],
    ["protect", "--staged"],
    ["dir", "."],
]


class Programs(Hostile):
    """Every setting that names a program, and every hook."""

    def setUp(self):
        super().setUp()
        self.ran = self.tmp / "ran"
        program = self.write("program", (
            f'#!/bin/sh\necho "$0 $*" >>{self.ran}\ncat\n').encode())
        program.chmod(0o755)
        self.program = program
        self.put(".gitattributes", "* diff=d filter=f merge=m\n")
        self.put("b.txt", "old\n")
        self.commit("files")
        self.signed()
        self.put("b.txt", f"k = {self.tokens.checked()}\n")
        self.git("add", "b.txt")
        self.put("a.txt", f"k = {self.tokens.checked()}\n")
        self.put("c.txt", f"k = {self.tokens.checked()}\n")
        self.put(".gitignore", "*.log\n")
        self.put("ignored.log", "x\n")
        # The index has another time, so that git would write it anew.
        os.utime(self.repo / ".gitattributes", (1e9, 1e9))

    def signed(self):
        """A commit that brings a secret in, with a signature and with a blob
        that a partial clone would fetch."""
        blob = self.object("blob", f"k = {self.tokens.checked()}\n".encode())
        before = self.git("rev-parse", "HEAD^{tree}")
        entries = [line.split(None, 3) for line in self.git(
            "ls-tree", before).splitlines()]
        tree = self.tree(*[(m, k, i, p) for m, k, i, p in entries],
                         ("100644", "blob", blob, "d.txt"),
                         ("100644", "blob", "1" * 40, "gone.txt"))
        who = "A <a@x> 1700000000 +0000"
        commit = self.object("commit", (
            f"tree {tree}\nparent {self.git('rev-parse', 'HEAD')}\n"
            f"author {who}\ncommitter {who}\n"
            "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n"
            " -----END PGP SIGNATURE-----\n\nsigned\n").encode())
        self.git("update-ref", "HEAD", commit)
        self.git("read-tree", "HEAD")

    def arm(self, hooks: str):
        lines = ["[core]\n\trepositoryformatversion = 1\n",
                 "[extensions]\n\tpartialClone = origin\n",
                 f"[trace2]\n\teventTarget = {self.ran}\n"
                 f"\tnormalTarget = {self.ran}\n\tperfTarget = {self.ran}\n",
                 f'[remote "origin"]\n\tpromisor = true\n'
                 f'\turl = ext::{self.program} url\n',
                 f'[url "ext::{self.program} instead"]\n'
                 '\tinsteadOf = https://\n',
                 "[protocol]\n\tallow = always\n",
                 "[log]\n\tshowSignature = true\n",
                 '[diff "d"]\n\tcachetextconv = true\n',
                 '[filter "f"]\n\trequired = true\n',
                 "[diff]\n\tautoRefreshIndex = true\n"]
        for key in PROGRAM_KEYS:
            section, rest = key.split(".", 1)
            middle, _, name = rest.rpartition(".")
            head = f'[{section} "{middle}"]' if middle else f"[{section}]"
            shell = "!" if section in ("alias", "credential",
                                       "submodule") else ""
            lines.append(f"{head}\n\t{name} = \"{shell}{self.program} {key}\"\n")
        if hooks != ".git/hooks":
            lines.append(f"[core]\n\thooksPath = {self.repo / hooks}\n")
        with open(self.repo / ".git/config", "a", encoding="utf-8") as file:
            file.write("".join(lines))
        for name in HOOKS:
            hook = self.put(f"{hooks}/{name}", (
                f"#!/bin/sh\n{self.program} hook {name} </dev/null\n"))
            hook.chmod(0o755)

    def below_git(self):
        """Every byte, mode and time below .git."""
        state = {}
        for folder, names, files in os.walk(self.repo / ".git"):
            for name in names + files:
                path = os.path.join(folder, name)
                status = os.lstat(path)
                state[path] = (status.st_mode, status.st_mtime_ns,
                               name in files and hashlib.sha256(
                                   pathlib.Path(path).read_bytes()).digest())
        return state

    def check(self, hooks):
        self.arm(hooks)
        # Git itself does run them.
        subprocess.run(["git", "diff"], cwd=self.repo, check=False,
                       env=harness.environment(), capture_output=True)
        self.assertIn("core.fsmonitor", self.ran.read_text())
        self.assertIn("filter.f.", self.ran.read_text())
        self.ran.unlink()
        os.utime(self.repo / ".gitattributes", (1.1e9, 1.1e9))
        before = self.below_git()
        for sandbox in ("off", "auto"):
            for words in COMMANDS:
                with self.subTest(words=words, sandbox=sandbox):
                    outcome = run(*words, cwd=self.repo,
                                  env=harness.environment(
                                      SLUICE_SANDBOX=sandbox))
                    self.assert_code(outcome, 1)
                    self.assertRegex(outcome.stdout + outcome.stderr,
                                     rb"-(pat|token)|leaks found: [1-9]")
                    self.assertFalse(self.ran.exists(),
                                     self.ran.exists() and
                                     self.ran.read_text())
                    self.assertEqual(self.below_git(), before)

    def test_nothing_runs_and_nothing_is_written(self):
        self.check(".git/hooks")

    def test_hooks_in_another_place(self):
        self.check("hooks-of-mine")

    def test_the_commands_of_the_report(self):
        hook = self.put(".git/hooks/post-index-change",
                        f"#!/bin/sh\n{self.program} hook </dev/null\n")
        hook.chmod(0o755)
        self.git("rm", "-q", "--cached", "gone.txt")
        os.utime(self.repo / ".gitattributes", (1.2e9, 1.2e9))
        self.git("diff")
        self.assertTrue(self.ran.exists())  # git does run it
        self.ran.unlink()
        os.utime(self.repo / ".gitattributes", (1.1e9, 1.1e9))
        before = self.below_git()
        for words in (["protect"], ["git", "--pre-commit"]):
            outcome = run(*words, cwd=self.repo)
            self.assertIn(b"leaks found: 1", outcome.stderr)
            self.assertFalse(self.ran.exists())
            self.assertEqual(self.below_git(), before)
        # A report is written all the same.
        run("protect", "-r", "leaks.json", cwd=self.repo)
        self.assertEqual(len(json.loads(
            (self.repo / "leaks.json").read_text())), 1)

    def test_the_list_of_keys_is_whole(self):
        """A key of the git that is installed whose name sounds like a program
        is in one of the lists."""
        known = {re.sub(r"\.[^.]+\.", ".<>.", k.replace("https://x", "x"))
                 for k in PROGRAM_KEYS} | {*PROGRAM_KEYS} | {"pager.<cmd>", "core.hooksPath"}
        sounds = re.compile(
            r"(askpass|browser|clean|cmd|command|driver|editor|external|"
            r"helper|hook|hookspath|httpd|pager|process|program|proxy|"
            r"receivepack|smudge|textconv|tool|tunnel|uploadpack|vcs)$", re.I)
        keys = git(self.repo, "help", "-c").decode().split()
        self.assertIn("core.pager", keys)
        lower = {k.lower() for k in known | NO_PROGRAMS}
        self.assertEqual(
            [k for k in keys if sounds.search(k)
             and k.lower() not in lower
             and re.sub(r"\.<[^.]+>\.", ".<>.", k).lower() not in lower], [])
        # And the program is there at all.
        self.assert_code(run("git", cwd=self.repo), 1, 3)


class Bombs(Hostile):
    """Few trees that name many files."""

    def bomb(self, text, depth=12, width=10, parent=None):
        """A commit: trees of `width` entries, all the same, in each other."""
        blob = self.object("blob", text.encode())
        tree = self.tree(*[("100644", "blob", blob, f"f{i}")
                           for i in range(width)])
        for _ in range(depth - 1):
            tree = self.tree(*[("040000", "tree", tree, f"d{i}")
                               for i in range(width)])
        commit = self.git("commit-tree", "-m", "bomb", tree,
                          *(["-p", parent] if parent else []))
        self.git("update-ref", "HEAD", commit)
        return commit

    def scanned(self, *words):
        out = open(self.tmp / "out", "wb")  # closed below
        process = subprocess.Popen(
            [harness.binary(), "git", "-f", "json", "--show-secrets",
             # The reflogs have other commits.
             *([] if ".." in " ".join(words) else ["--reach", "refs"]),
             *words],
            cwd=self.repo, env=harness.environment(), preexec_fn=limited,
            stdout=out, stderr=subprocess.DEVNULL)
        out.close()
        begin = time.monotonic()
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - begin > 120:
                process.kill()
                os.wait4(process.pid, 0)
                process.returncode = -9
                self.fail("it did not end within 120 s")
            time.sleep(0.01)
        process.returncode = os.waitstatus_to_exitcode(status)
        if not harness.UNDER:
            # The memory of the largest process, including git's.
            self.assertLess(usage.ru_maxrss / 1024, 450)
        return process.returncode, json.loads(
            (self.tmp / "out").read_text())

    def test_what_stands_in_it_is_found_once(self):
        secret = self.tokens.checked()
        self.bomb(f"k = {secret}\n")
        code, report = self.scanned()
        self.assertEqual(code, 1)
        self.assert_places(report, ("d0/" * 11 + "f0", 1, secret))
        self.assertEqual(report["coverage"]["incomplete"], [])
        self.assertEqual(report["coverage"]["files_scanned"], 1)

    def test_a_place_that_is_left_out_hides_nothing(self):
        """A blob at an excluded place is found at another one, unless there
        are too many: then the commit is named."""
        for depth, names in ((9, ("f0",)), (12, ("/d0",))):
            secret = self.tokens.checked()
            self.bomb(f"k = {secret}\n", depth)
            code, report = self.scanned("--exclude", *names)
            if names == ("f0",):
                self.assertEqual(code, 1)
                self.assert_places(report, ("d0/" * 8 + "f1", 1, secret))
            else:
                self.assertEqual(code, 3)
                self.assertIn("not all of their places were looked at",
                              report["coverage"]["incomplete"][0]["reason"])

    # Git's trees are looked at up to a bound, which takes ten seconds; the test
    # above does it, too.
    if harness.FULL:
        def test_what_is_not_looked_at_is_named(self):
            self.bomb(f"k = {self.tokens.checked()}\n", depth=8)
            code, report = self.scanned("--exclude", "f*")
            self.assertEqual(code, 3)
            self.assertEqual(report["findings"], [])
            reasons = [i["reason"] for i in report["coverage"]["incomplete"]]
            self.assertEqual(len(reasons), 1)
            self.assertIn("not all of their places were looked at", reasons[0])

    def test_a_range(self):
        old, new = self.tokens.checked(), self.tokens.checked()
        # A deeper one is looked at up to a bound, which takes seconds.
        depth = harness.times(6, 12)
        first = self.bomb(f"k = {old}\n", depth)
        self.bomb(f"k = {old}\nk = {new}\n", depth, parent=first)
        code, report = self.scanned(f"{first}..HEAD")
        self.assertEqual(code, 1)
        self.assert_places(report, ("d0/" * (depth - 1) + "f0", 2, new))

    def test_the_index_against_it(self):
        """Git itself lists all files of the commit for that."""
        self.bomb(f"k = {self.tokens.checked()}\n")
        git(self.repo, "read-tree", "--empty")
        def limited_more():
            if not harness.UNDER:
                resource.setrlimit(resource.RLIMIT_AS, (512 << 20,) * 2)
        outcome = harness.run("git", "--staged", cwd=self.repo, timeout=600,
                              preexec_fn=limited_more)
        self.assert_code(outcome, 2)
        self.assertIn(b"git needs more memory than it may have",
                      outcome.stderr)

    def test_plain_commits_around_it(self):
        before = self.git("rev-parse", "HEAD")
        secrets = [self.tokens.checked() for _ in range(3)]
        bomb = self.bomb(f"k = {secrets[0]}\n", parent=before)
        for secret in secrets[1:]:
            blob = self.object("blob", f"k = {secret}\n".encode())
            tree = self.tree(("100644", "blob", blob, "g"))
            bomb = self.git("commit-tree", "-m", "later", tree, "-p", bomb)
        self.git("update-ref", "HEAD", bomb)
        code, report = self.scanned()
        self.assertEqual(code, 1)
        self.assert_secrets(report, self.secret, *secrets)

    def test_more_changes_than_there_is_room_for(self):
        """33 commits that each change 20,000 files: 70 MB of answers."""
        files, secrets, lines = 20_000, [], []
        for number in range(33):
            secrets.append(self.tokens.checked())
            text = f"k = {secrets[-1]}\n"
            lines.append(f"blob\nmark :{number + 1}\ndata {len(text)}\n{text}")
        for number in range(33):
            lines.append(f"commit refs/heads/many\n"
                         f"committer A <a@x> {1700000000 + number} +0000\n"
                         f"data 1\nx\n")
            lines += [f"M 100644 :{number + 1} {i % 100}/{i}\n"
                      for i in range(files)]
        git(self.repo, "fast-import", "--quiet", stdin="".join(lines).encode())
        for workers in ("1", "4"):
            code, report = self.scanned("-j", workers)
            self.assertEqual(code, 1)
            self.assertEqual(report["coverage"]["incomplete"], [])
            self.assert_places(report, ("a.txt", 1, self.secret),
                               *[("0/0", 1, s) for s in secrets])


class Pipes(Hostile):
    """Named pipes in the places of git's files."""

    PLACES = (".git/HEAD", ".git/config", ".git/config.worktree", ".git/index",
              ".git/packed-refs", ".git/info/exclude", ".git/refs/heads/x",
              ".git/objects/pack/pack-1.pack", ".git/objects/info/alternates",
              ".gitattributes", ".mailmap")
    COMMANDS = (["git", "--staged"], ["git"], ["protect"], ["detect"])

    def piped(self, place):
        path = self.repo / place
        saved = self.tmp / "saved"
        if path.exists():
            path.rename(saved)
        os.mkfifo(path)

        def restore():
            path.unlink()
            if saved.exists():
                saved.rename(path)
        return restore

    def assert_named(self, outcome, place):
        self.assertIn(f"{place} is a named pipe".encode(),
                      outcome.stdout + outcome.stderr, str(outcome))

    def test_each_is_named_at_once(self):
        for place in self.PLACES:
            restore = self.piped(place)
            for words in self.COMMANDS:
                with self.subTest(place=place, words=words):
                    outcome = run(*words, cwd=self.repo, timeout=15)
                    self.assert_named(outcome, place)
                    self.assert_code(outcome, 1 if words[0] != "git" else 2)
            restore()

    def test_files_that_settings_name(self):
        os.mkfifo(self.tmp / "pipe")
        self.write("more", b"[include]\n\tpath = pipe\n")
        for lines in (f"[include]\n\tpath = {self.tmp}/pipe\n",
                      f'[Include]\npath="{self.tmp}/pipe" ; x\n',
                      "[include] path = ../../more\n",
                      f'[includeIf "gitdir:/"]\n\tPATH = {self.tmp}/pipe\n',
                      f"[core]\n\texcludesFile = {self.tmp}/pipe\n",
                      f"[core]\n\tattributesFile = {self.tmp}/pipe\n"):
            before = (self.repo / ".git/config").read_text()
            (self.repo / ".git/config").write_text(before + lines)
            for words in (["git", "--staged"], ["scan"], ["protect"]):
                with self.subTest(lines=lines, words=words):
                    outcome = run(*words, cwd=self.repo, timeout=15)
                    self.assert_code(outcome, 1, 2)
                    self.assertIn(b"pipe is a named pipe",
                                  outcome.stdout + outcome.stderr)
            (self.repo / ".git/config").write_text(before)

    def test_a_scan_of_many_repositories(self):
        for i in range(20):
            folder = self.repo / f"nested{i}"
            folder.mkdir()
            git(folder, "init", "-q", ".")
            (folder / ".git/config").unlink()
            os.mkfifo(folder / ".git/config")
            (folder / ".gitignore").write_text("*.log\n")
            (folder / "a.log").write_text("x")
        outcome = run("scan", ".", cwd=self.repo, timeout=30)
        self.assert_code(outcome, 1)
        self.assertIn(b"in 20 repositories", outcome.stdout)
        self.assertIn(b".git/config is a named pipe", outcome.stdout)

    def held_up(self):
        """A pipe at which git waits, and that is not looked for."""
        (self.repo / "below").mkdir()
        os.mkfifo(self.repo / "below/.gitignore")
        (self.repo / "below/file").write_text("x")

    def test_one_in_another_place_is_given_up(self):
        self.held_up()
        outcome = run("git", "--untracked", cwd=self.repo)
        self.assert_code(outcome, 2)
        self.assert_message(outcome, "it waits for another process")

    def test_a_signal_ends_the_wait(self):
        self.held_up()
        process = subprocess.Popen(
            [harness.binary(), "git", "--untracked"], cwd=self.repo,
            env=harness.environment(), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        self.addCleanup(process.kill)
        children = pathlib.Path(
            f"/proc/{process.pid}/task/{process.pid}/children")
        late = time.monotonic() + harness.TIMEOUT_S
        # The one that lists files waits; before it others come and go.
        while not any(b"--others" in cmdline(child)
                      for child in children.read_text().split()):
            self.assertLess(time.monotonic(), late)
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=15)
        self.assertEqual(process.returncode, 143)


def cmdline(pid) -> bytes:
    try:
        return pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


class Death(Hostile):

    def test_git_dies_with_the_scan(self):
        real = subprocess.run(["which", "git"], capture_output=True, text=True,
                              check=True).stdout.strip()
        script = self.write("bin/git", (
            '#!/bin/sh\ncase "$*" in\n  *rev-list*)\n'
            f'    echo $$ >"{self.tmp}/new"; mv "{self.tmp}/new" '
            f'"{self.tmp}/pid"; exec sleep 600 ;;\nesac\n'
            f'exec {real} "$@"\n').encode())
        script.chmod(0o755)
        process = subprocess.Popen(
            [harness.binary(), "git"], cwd=self.repo,
            stdout=subprocess.DEVNULL, env=harness.environment(
                PATH=f"{script.parent}:{os.environ['PATH']}",
                SLUICE_SANDBOX="off"))
        self.addCleanup(process.kill)
        late = time.monotonic() + harness.TIMEOUT_S
        while not (self.tmp / "pid").exists():
            self.assertLess(time.monotonic(), late)
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        child = (self.tmp / "pid").read_text().strip()
        process.kill()
        process.wait()
        while b"sleep" in cmdline(child):
            self.assertLess(time.monotonic(), late, "git outlives the scan")
            time.sleep(0.01)


class CommitTexts(Hostile):
    """The text of a commit may be anything."""

    def committed(self, head: str, body: bytes, code=1):
        tree = self.git("rev-parse", "HEAD^{tree}")
        commit = self.object("commit", f"tree {tree}\n{head}\n".encode() + body)
        self.git("update-ref", "HEAD", commit)
        outcome = run("git", "-f", "json", cwd=self.repo)
        self.assert_code(outcome, code)
        return outcome.json()["findings"][0]["git"]

    WHO = ("author A <a@x> 1700000000 +0100\n"
           "committer A <a@x> 1700000000 +0100\n")

    def test_a_first_line_of_100_megabytes(self):
        tree = self.git("rev-parse", "HEAD^{tree}")
        self.git("update-ref", "HEAD", self.object("commit", (
            f"tree {tree}\n{self.WHO}\n" + "s" * 100_000_000).encode()))
        code, report = Bombs.scanned(self)
        self.assertEqual(code, 1)
        message = report["findings"][0]["git"]["message"]
        self.assertEqual(message, "s" * 4096 + "\u2026")

    def test_odd_encodings(self):
        for encoding in ("UTF-16", "UTF-32", "UTF-7", "nonsense", "IBM037",
                         "ISO-2022-JP", "../../x", ""):
            with self.subTest(encoding):
                told = self.committed(f"{self.WHO}encoding {encoding}\n",
                                      b"first\nline\n\nbody\n")
                self.assertEqual(
                    (told["author"], told["email"], told["date"],
                     told["message"]),
                    ("A", "a@x", "2023-11-14T23:13:20+01:00", "first line"))
        told = self.committed(f"{self.WHO}encoding ISO-8859-1\n",
                              b"\xe4\xf6\n")
        self.assertEqual(told["message"], "\u00e4\u00f6")
        told = self.committed(f"{self.WHO}encoding nonsense\n", b"\xe4\n")
        self.assertEqual(told["message"], "\\xe4")
        told = self.committed(self.WHO, b"a\0b\n")
        self.assertEqual(told["message"], "a b")

    def test_bad_dates(self):
        for date in ("99999999999999999999 +0000", "", "x", "1700000000 +99999",
                     "99999999999999999 +0000", "%aI"):
            with self.subTest(date):
                told = self.committed(
                    f"author A <a@x> {date}\ncommitter A <a@x> 1 +0000\n",
                    b"x\n")
                self.assertEqual((told["date"], told["author"],
                                  told["message"]), ("", "A", "x"))
        told = self.committed("author A <a@x> 1700000000\n", b"x\n")
        self.assertEqual(told["date"], "2023-11-14T22:13:20+00:00")
        for head in ("author A\n", "author A <\n", "author >A<\n", ""):
            with self.subTest(head):
                told = self.committed(head + "committer A <a@x> 1 +0000\n",
                                      b"x\n")
                self.assertEqual((told["date"], told["message"]), ("", "x"))

    def test_a_long_head(self):
        told = self.committed(self.WHO + "x " + "y" * 300_000 + "\n", b"first\n")
        self.assertEqual(told["author"], "A")
        self.assertIn("is not read", told["message"])


class Elsewhere(Hostile):
    """A working tree that the repository says is somewhere else."""

    def test_what_is_staged_is_scanned(self):
        (self.tmp / "elsewhere").mkdir()
        staged = self.tokens.checked()
        self.put("b", f"k = {staged}\n")
        self.git("add", "b")
        self.git("config", "core.worktree", self.tmp / "elsewhere")
        report = self.sluice("--staged", code=1)
        self.assert_places(report, ("b", 1, staged))
        self.sluice(code=1)
        for word in ("--unstaged", "--untracked"):
            self.assert_refused(run("git", word, cwd=self.repo),
                                "core.worktree")

    def test_one_above_is_not_read(self):
        self.write("outside", f"k = {self.tokens.checked()}\n".encode())
        self.git("config", "core.worktree", "../..")
        self.assertIn("outside", self.git("ls-files", "--others",
                                          "--full-name", ":/"))
        self.assert_refused(run("git", "--untracked", cwd=self.repo),
                            "core.worktree")
        self.assert_secrets(self.sluice(code=1), self.secret)


if __name__ == "__main__":
    unittest.main()
