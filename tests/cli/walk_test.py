"""The files of the walk: its options, links, lists, and the coverage."""

import os
import re
import resource
import shutil
import socket
import subprocess
import unittest

import harness
from tokens import TokenMaker

MAKER = TokenMaker(600)


class WalkTest(harness.CliTest):

    # Most trees here have a .gitignore and are no repository.
    GIT = ("--no-require-git",)

    def setUp(self):
        super().setUp()
        self.tree = self.tmp / "tree"
        self.tree.mkdir()

    def put(self, *names, text=b""):
        for name in names:
            self.write("tree/" + name, text)

    def listed(self, *arguments, code=0, cwd=None, **options):
        outcome = harness.run("--list-files", "-0", *self.GIT, *arguments,
                              cwd=cwd or self.tree, **options)
        self.assert_code(outcome, code)
        return [p.decode() for p in outcome.stdout.split(b"\0")[:-1]]

    def coverage(self, *arguments, **options):
        outcome = harness.run("-f", "json", *self.GIT, *arguments,
                              cwd=options.pop("cwd", self.tree), **options)
        return outcome.json()["coverage"]

    def assert_skipped(self, coverage, **counts):
        self.assertEqual({k: v for k, v in coverage["skipped"].items() if v},
                         counts)


class ListFiles(WalkTest):

    def test_is_what_a_scan_scans(self):
        self.put("a", "b/c", "b/d.o", ".dot", ".gitignore", text=b"*.o\n")
        os.symlink("a", self.tree / "link")
        names = [".dot", ".gitignore", "a", "b/c"]
        self.assertEqual(self.listed(), names)
        self.assertEqual(self.coverage()["files_scanned"], len(names))
        self.assertEqual(self.listed("tree", cwd=self.tmp),
                         ["tree/" + n for n in names])

    def test_lines(self):
        self.put("a", "new\nline", "\x1b[31m")
        outcome = harness.run("--list-files", cwd=self.tree)
        self.assertEqual(outcome.stdout, b"\x1b[31m\na\nnew\nline\n")

    def test_names_of_any_bytes(self):
        names = [b"new\nline", b"\xff\xfe", b"\xc3\xa9", b"\x01"]
        for name in names:
            self.write(b"tree/" + name, MAKER.github().encode())
        outcome = harness.run("--list-files", "-0", cwd=self.tree)
        self.assertEqual(sorted(outcome.stdout.split(b"\0")[:-1]),
                         sorted(names))
        report = self.scan(self.tree, code=1)
        self.assertEqual(sorted(map(harness.path_of, report["findings"])),
                         sorted(names))

    def test_what_is_lost_is_told(self):
        self.put("a/b", "c")
        unprivileged = harness.Unprivileged(self.tmp)
        if unprivileged.reason:
            self.skipTest(unprivileged.reason)
        os.chmod(self.tree / "a", 0)
        outcome = harness.run("--list-files", cwd=self.tree,
                              **unprivileged.options)
        self.assert_code(outcome, 3)
        self.assertEqual(outcome.stdout, b"c\n")
        self.assert_message(outcome, "a: cannot read directory: Permission")

    def test_a_closed_pipe(self):
        self.put(*(f"{i}" * 50 for i in range(3000)))
        with subprocess.Popen([harness.binary(), "--list-files", self.tree],
                              stdout=subprocess.PIPE,
                              env=harness.environment()) as process:
            process.stdout.read(10)
            process.stdout.close()
            self.assertEqual(process.wait(harness.TIMEOUT_S), 141)


class OutsideOfRepositories(WalkTest):
    """There, .gitignore counts for nothing, as for git."""

    GIT = ()

    def test_gitignore_counts_in_repositories_alone(self):
        self.put(".gitignore", "sub/.gitignore", text=b"*.log\n")
        self.put("a.log", "sub/b.log", "sub/inner/c.log")
        everything = [".gitignore", "a.log", "sub/.gitignore", "sub/b.log",
                      "sub/inner/c.log"]
        self.assertEqual(self.listed(), everything)
        self.assertEqual(self.listed("--no-require-git"),
                         [".gitignore", "sub/.gitignore"])
        self.assertEqual(
            self.listed(env=harness.environment(SLUICE_REQUIRE_GIT="0")),
            [".gitignore", "sub/.gitignore"])
        # A repository below has its own.
        subprocess.run(["git", "init", "-q", self.tree / "sub/inner"],
                       check=True, env=harness.environment())
        self.put("sub/inner/.gitignore", text=b"*.log\n")
        self.assertEqual(self.listed(), [
            ".gitignore", "a.log", "sub/.gitignore", "sub/b.log",
            "sub/inner/.git/config", "sub/inner/.gitignore"])
        self.put(".sluiceignore", text=b"*.log\n")
        self.assertEqual(self.listed(), [
            ".gitignore", ".sluiceignore", "sub/.gitignore",
            "sub/inner/.git/config", "sub/inner/.gitignore"])

    def test_a_package_that_ignores_everything(self):
        self.put(".gitignore", text=b"/*\n")
        self.put("main.c", text=MAKER.github().encode())
        self.assertEqual(len(self.scan(self.tree, code=1)["findings"]), 1)


class NothingRead(WalkTest):
    """There were files, and none was read: the exit code is 3."""

    def assert_unread(self, *arguments):
        outcome = harness.run("scan", *arguments, cwd=self.tree)
        self.assert_code(outcome, 3)
        self.assertRegex(outcome.stdout, b"no file was scanned|no file to scan")

    def test_each_way(self):
        self.put("a.txt", "b/c.txt")
        for arguments in (("--include", "*.zz"), ("--exclude", "*"),
                          ("--max-depth", "0")):
            with self.subTest(arguments):
                self.assert_unread(*arguments)
        self.put("list")
        self.assert_unread("--files-from", "list")
        self.put(".sluiceignore", text=b"*\n")
        self.assert_unread()
        self.assert_code(harness.run("baseline", "write", cwd=self.tree), 3)

    def test_a_hook_may_name_what_is_excluded(self):
        """pre-commit names the files of a commit, and the project excludes them."""
        self.put("a.txt", "b/c.txt")
        self.put(".sluice.toml", text=b"[scan]\nexclude = ['*.txt']\n")
        outcome = harness.run("scan", "--", "a.txt", "b/c.txt", cwd=self.tree)
        self.assert_code(outcome, 0)
        self.assertIn(b"no file was scanned", outcome.stdout)
        (self.tree / "b/.sluice.toml").write_text("[scan]\nexclude = ['*']\n")
        self.assert_unread("b")

    def test_links_and_pipes(self):
        os.symlink("a", self.tree / "link")
        self.assert_unread()
        os.mkfifo(self.tree / "pipe")
        self.assert_unread()

    def test_an_empty_folder_is_no_failure(self):
        self.assert_code(harness.run("scan", cwd=self.tree), 0)
        (self.tree / "empty").mkdir()
        self.assert_code(harness.run("scan", cwd=self.tree), 0)


class Filters(WalkTest):

    def setUp(self):
        super().setUp()
        self.put("a.c", "a.h", "src/a.c", "src/b.h", "src/deep/a.c",
                 "vendor/a.c", "vendor/x/b.c", "z.log", ".gitignore")
        self.put(".gitignore", text=b"*.log\n")

    def test_exclude(self):
        self.assertEqual(self.listed("--exclude", "*.c"),
                         [".gitignore", "a.h", "src/b.h"])
        self.assertEqual(
            self.listed("--exclude", "/a.c", "--exclude", "vendor/",
                        "--exclude", "src/**", "--exclude", ".git*"),
            ["a.h"])
        self.assertEqual(
            self.listed("--exclude", "a.c", "--exclude", "!/src/a.c",
                        "--exclude", "vendor"),
            [".gitignore", "a.h", "src/a.c", "src/b.h"])

    def test_include(self):
        self.assertEqual(self.listed("--include", "*.h"), ["a.h", "src/b.h"])
        self.assertEqual(self.listed("--include", "src/", "--include", "*.h"),
                         ["a.h", "src/a.c", "src/b.h", "src/deep/a.c"])
        self.assertEqual(self.listed("--include", "/src/*.c"), ["src/a.c"])
        # It narrows, and brings nothing back.
        self.assertEqual(self.listed("--include", "*.log"), [])
        self.assertEqual(self.listed("--include", "*.log", "--no-ignore"),
                         ["z.log"])

    def test_exclude_wins_over_include(self):
        self.assertEqual(
            self.listed("--include", "*.c", "--exclude", "vendor",
                        "--exclude", "deep"), ["a.c", "src/a.c"])

    def test_they_hold_for_named_paths_too(self):
        self.assertEqual(
            self.listed("a.c", "a.h", "src", "vendor", "--exclude", "*.c",
                        "--exclude", "/vendor"), ["a.h", "src/b.h"])
        self.assertEqual(self.listed("a.c", "z.log", "--include", "*.log"),
                         ["z.log"])
        self.assertEqual(
            self.listed("src", "vendor", "--include", "/vendor/x"),
            ["vendor/x/b.c"])

    def test_coverage(self):
        coverage = self.coverage("--exclude", "*.c", "--include", "*.h")
        # Two of *.c, vendor/a.c, vendor/x/b.c, src/deep/a.c; .gitignore and
        # z.log, which no --include fits.
        self.assert_skipped(coverage, excluded=7)
        self.assertEqual(coverage["files_scanned"], 2)

    def test_an_empty_value_is_refused(self):
        self.assert_refused(harness.run("--exclude", "", cwd=self.tree),
                            "--exclude: the value is empty")

    def test_an_ignore_file_that_is_too_large_is_told(self):
        source = (harness.REPOSITORY / "lib/ignore/ignore_file.h").read_text()
        mebibytes = re.search(
            r"kMaxIgnoreBytes = std::size_t\{(\d+)\} << 20", source)[1]
        limit = int(mebibytes) << 20
        own = self.tree / "own"
        self.put("own/a", "own/b.o", text=b"x")
        for size, problems in ((limit, []), (limit + 1, [".gitignore"])):
            # The rest is holes: one comment.
            self.put("own/.gitignore", text=b"*.o\n#")
            os.truncate(own / ".gitignore", size)
            outcome = harness.run("-f", "json", "--exclude", ".gitignore",
                                  "--no-require-git", cwd=own)
            self.assert_code(outcome, 3 if problems else 0)
            coverage = outcome.json()["coverage"]
            self.assertEqual([i["path"] for i in coverage["incomplete"]],
                             problems)
            self.assertEqual(coverage["files_scanned"], 2 if problems else 1)
            for entry in coverage["incomplete"]:
                self.assertIn("larger than", entry["reason"])


class Lists(WalkTest):

    def test_files_from(self):
        self.put("a", "b/c", "new\nline", "x.o", ".gitignore", text=b"*.o\n")
        for text, expected in (
                (b"a\nb\n", ["a", "b/c"]), (b"b/c", ["b/c"]),
                (b"a\0new\nline\0", ["a", "new\nline"]),
                (b"\n\na\n\n", ["a"]), (b"x.o\n", ["x.o"]), (b"", []),
                (b"b/c\nb\nb/c\n./b//c\n", ["b/c"])):
            with self.subTest(text=text):
                self.assertEqual(self.listed("--files-from", "-", stdin=text),
                                 expected)
                self.write("list", text)
                self.assertEqual(
                    self.listed("--files-from", self.tmp / "list"), expected)
        self.assertEqual(self.listed("a", "--files-from", "-", stdin=b"b"),
                         ["a", "b/c"])

    def test_what_is_gone_is_told(self):
        self.put("a")
        outcome = harness.run("-f", "json", "--files-from", "-",
                              stdin=b"gone\na\n", cwd=self.tree)
        self.assert_code(outcome, 3)
        coverage = outcome.json()["coverage"]
        self.assertEqual(coverage["files_scanned"], 1)
        self.assertEqual(coverage["incomplete"], [
            {"path": "gone", "reason": "No such file or directory"}])

    def test_a_list_that_cannot_be_read(self):
        self.assert_refused(harness.run("--files-from", "/nonexistent"),
                            "/nonexistent")

    def test_many_directories_with_few_descriptors(self):
        names = [f"d{i}" for i in range(300)]
        self.put(*(f"{name}/sub/f" for name in names),
                 text=MAKER.github().encode())
        report = self.scan(
            "--files-from", "-", stdin="\n".join(names).encode(), code=1,
            cwd=self.tree, preexec_fn=lambda: resource.setrlimit(
                resource.RLIMIT_NOFILE, (120, 120)))
        self.assertEqual(len(report["findings"]), 300)
        self.assertEqual(report["coverage"]["incomplete"], [])


class Scope(WalkTest):

    def test_max_depth(self):
        self.put("f", "a/f", "a/b/f", "a/b/c/f")
        for depth, expected in ((0, []), (1, ["f"]), (2, ["a/f", "f"]),
                                (3, ["a/b/f", "a/f", "f"])):
            with self.subTest(depth=depth):
                self.assertEqual(self.listed("--max-depth", str(depth)),
                                 expected)
                coverage = self.coverage("--max-depth", str(depth))
                self.assert_skipped(coverage, too_deep=1)
        self.assertEqual(self.listed("--max-depth", "0", "f", "a"), ["f"])

    def test_max_file_size(self):
        self.put("small", "a/small", text=b"x" * 1024)
        self.put("large", "a/large", text=b"x" * 1025)
        os.symlink("../large", self.tree / "a/link")
        for size in ("1K", "1024"):
            with self.subTest(size=size):
                self.assertEqual(self.listed("--max-file-size", size),
                                 ["a/small", "small"])
        self.assertEqual(self.listed("--max-filesize", "1K"),
                         ["a/small", "small"])
        self.assertEqual(len(self.listed("--max-file-size", "1025")), 4)
        # A link to a large file is skipped like the file itself.
        self.assertEqual(self.listed("--max-file-size=1K", "--follow"),
                         ["a/small", "small"])
        # What is named is scanned.
        self.assertEqual(self.listed("--max-file-size=1K", "large", "a"),
                         ["large", "a/small"])

    def test_what_is_too_large_is_counted_and_named(self):
        self.put("small", text=b"x")
        self.put("large", text=b"y" * 2048)
        # Skipping what the user asked to skip is no failure: exit code 0.
        report = self.scan(self.tree, "--max-file-size", "1K", code=0)
        coverage = report["coverage"]
        self.assert_skipped(coverage, too_large=1)
        self.assertEqual(coverage["files_scanned"], 1)
        self.assertEqual(coverage["skipped_paths"],
                         [{"path": "large", "reason": "too_large"}])
        self.assertEqual(coverage["incomplete"], [])
        summary = harness.run("scan", str(self.tree), "--max-file-size", "1K")
        self.assertEqual(summary.code, 0)
        self.assertIn(b"; skipped: 1 too large", summary.stdout
                      + summary.stderr)
        why = harness.run("scan", "--max-file-size", "1K", "--explain-skip",
                          "large", cwd=self.tree)
        self.assertIn(b"larger than --max-file-size", why.stdout)

    def test_one_file_system(self):
        self.put("a", "mounted/f")
        if os.geteuid() != 0 or shutil.which("unshare") is None:
            self.skipTest("only root can mount something")
        script = ("mount -t tmpfs none mounted && touch mounted/other && "
                  "exec \"$@\"")
        command = ["unshare", "-m", "sh", "-c", script, "sh",
                   harness.binary(), "-f", "json"]
        def run(*options):
            done = subprocess.run([*command, *options], cwd=self.tree,
                                  capture_output=True, check=False,
                                  env=harness.environment())
            if b"unshare" in done.stderr or b"mount" in done.stderr:
                self.skipTest("nothing can be mounted here")
            return harness.Outcome(command, done.returncode, done.stdout,
                                   done.stderr).json()["coverage"]
        self.assertEqual(run()["files_scanned"], 2)
        coverage = run("--one-file-system")
        self.assertEqual(coverage["files_scanned"], 1)
        self.assert_skipped(coverage, other_filesystem=1)
        self.assertEqual(coverage["skipped_paths"],
                         [{"path": "mounted", "reason": "other_filesystem"}])

    def test_deeper_than_descriptors(self):
        here = os.open(self.tree, os.O_RDONLY)
        for level in range(1500):
            for name in ("d", "e"):
                os.mkdir(name, dir_fd=here)
            below = os.open("d", os.O_RDONLY, dir_fd=here)
            os.close(os.open("f", os.O_CREAT | os.O_WRONLY, dir_fd=below))
            side = os.open("e", os.O_RDONLY, dir_fd=here)
            os.close(os.open("g", os.O_CREAT | os.O_WRONLY, dir_fd=side))
            os.close(side)
            os.close(here)
            here = below
        os.close(here)
        coverage = self.coverage(preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_NOFILE, (64, 64)))
        self.assertEqual(coverage["files_scanned"], 3000)
        self.assertEqual(coverage["incomplete"], [])
        # Python's rmtree recurses.
        subprocess.run(["rm", "-r", self.tree], check=True)


class Links(WalkTest):

    def setUp(self):
        super().setUp()
        self.secret = MAKER.github()
        self.write("outside/dir/f", self.secret.encode())
        self.put("a", "d/b", text=b"x\n")
        for name, target in (
                ("out", "../outside"), ("out_file", "../outside/dir/f"),
                ("self", "self"), ("up", ".."), ("d/up", ".."), ("here", "."),
                ("device", "/dev/zero"), ("gone", "nowhere"), ("to_a", "a"),
                ("to_d", "d")):
            os.symlink(target, self.tree / name)
        os.mkfifo(self.tree / "pipe")
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(str(self.tree / "socket"))

    def test_are_not_followed(self):
        coverage = self.coverage()
        self.assertEqual(coverage["files_scanned"], 2)
        self.assert_skipped(coverage, symlink=10, special=2)
        self.assertEqual(coverage["incomplete"], [])
        named = {(s["path"], s["reason"]) for s in coverage["skipped_paths"]}
        self.assertEqual(len(named), 12)
        self.assertIn(("d/up", "symlink"), named)
        self.assertIn(("pipe", "special"), named)

    def test_follow(self):
        outcome = harness.run("-f", "json", "--show-secrets", "--follow",
                              cwd=self.tree)
        self.assert_code(outcome, 1)
        report = outcome.json()
        self.assertEqual([f["path"] for f in report["findings"]],
                         ["out/dir/f"])
        coverage = report["coverage"]
        # a, d/b and outside/dir/f. `up` leads above the tree, and back: what
        # is there beside the tree are directories seen before.
        self.assertEqual(coverage["files_scanned"], 3)
        self.assertEqual(coverage["incomplete"], [])
        self.assertEqual(coverage["skipped"]["symlink"], 2)  # self and gone
        # The pipe, the socket, the device.
        self.assertEqual(coverage["skipped"]["special"], 3)
        self.assertGreaterEqual(coverage["skipped"]["seen"], 5)
        self.assertEqual(len(self.listed("--follow")),
                         len(set(self.listed("--follow"))))

    def test_follow_with_overlapping_paths(self):
        listed = self.listed("--follow", "d", ".", "../outside", "a", "to_d")
        self.assertEqual(listed[0], "d/b")
        inodes = {os.stat(self.tree / name).st_ino for name in listed}
        self.assertEqual(len(inodes), len(listed))
        self.assertEqual(len(listed), 3)

    def test_a_named_link_is_followed(self):
        report = self.scan("out", cwd=self.tree, code=1)
        self.assertEqual([f["path"] for f in report["findings"]], ["dir/f"])


class Seen(WalkTest):

    def test_overlaps_are_counted(self):
        self.put("a/b/c", "d")
        for paths in ((".", "a"), ("a/b", "."), (".", "."), ("a/b/c", "a")):
            with self.subTest(paths=paths):
                self.assert_skipped(self.coverage(*paths), seen=1)


class Git(WalkTest):

    def setUp(self):
        super().setUp()
        subprocess.run(["git", "init", "-q", self.tree], check=True,
                       env=harness.environment())
        self.put(".gitignore", text=b"*.o\ndir/\n")
        self.put("a.o", "b.o", "c", "dir/d")
        subprocess.run(["git", "add", "-f", "a.o"], cwd=self.tree, check=True,
                       env=harness.environment())

    def test_coverage_names_the_ignore_file(self):
        self.put("sub/.gitignore", text=b"*\n")
        self.put("sub/x", "sub/y", "sub/z")
        coverage = self.coverage()
        self.assert_skipped(coverage, ignored=6, git_directory=1)
        self.assertEqual(coverage["ignored_by"], [
            {"file": "sub/.gitignore", "count": 4},
            {"file": ".gitignore", "count": 2}])
        self.assertEqual(coverage["notes"], [])

    def test_the_list_of_ignore_files_is_bounded(self):
        for i in range(150):
            self.put(f"p{i:03}/.gitignore", text=b"f\n")
            self.put(f"p{i:03}/f")
        coverage = self.coverage()
        self.assertEqual(len(coverage["ignored_by"]), 101)
        self.assertEqual(coverage["ignored_by"][-1], {"files": 51, "count": 51})

    def test_explain(self):
        self.put(".sluiceignore", text=b"c\n")
        os.symlink("c", self.tree / "link")
        for path, sentence in (
                ("b.o", "left out by .gitignore:1: *.o"),
                ("./b.o", "left out by .gitignore:1: *.o"),
                (str(self.tree / "b.o"), "left out by .gitignore:1: *.o"),
                ("a.o", "scanned, since git tracks it, despite "
                        ".gitignore:1: *.o"),
                ("dir/d", "left out with dir by .gitignore:2: dir/"),
                ("dir", "left out by .gitignore:2: dir/"),
                ("c", "left out by .sluiceignore:1: c"),
                (".gitignore", "scanned"),
                (".git", "left out: git's own files (only .git/config is "
                         "scanned)"),
                (".git/HEAD", "left out with .git: git's own files (only "
                              ".git/config is scanned)"),
                (".git/config", "scanned"),
                ("link", "left out: a symbolic link"),
                (".", "scanned, since it was named")):
            with self.subTest(path=path):
                outcome = harness.run("scan", "--explain-skip", path,
                                      cwd=self.tree)
                self.assert_code(outcome, 0)
                self.assertEqual(outcome.stdout.decode(),
                                 f"{path}: {sentence}\n")
        for arguments in (("--explain-skip", "nope"),
                          ("--explain-skip", "a.o", "dir"),
                          ("--explain-skip", "/")):
            self.assert_refused(harness.run("scan", *arguments,
                                            cwd=self.tree), arguments[1])

    def test_the_history_of_a_bare_repository_is_named(self):
        srv = self.tmp / "srv"
        for name in ("one.git", "two.git"):
            subprocess.run(["git", "init", "-q", "--bare", srv / name],
                           check=True, env=harness.environment())
        note, = self.scan("one.git", cwd=srv)["coverage"]["notes"]
        self.assertEqual(note, "the history of 1 bare git repository was not "
                         "scanned (`sluice git` scans it): .")
        note, = self.scan(".", cwd=srv)["coverage"]["notes"]
        self.assertEqual(note, "the history of 2 bare git repositories was "
                         "not scanned (`sluice git` scans it): one.git, and "
                         "others")
        self.assertIn(note.encode(), harness.run(cwd=srv).stdout)
        for shards in (2, 5):
            parts = []
            for k in range(1, shards + 1):
                parts.append(self.tmp / f"{k}.json")
                harness.run("--shard", f"{k}/{shards}", "-o", parts[-1],
                            cwd=srv)
            merged = harness.run("report", "merge", *parts, "-f", "json")
            self.assertEqual(merged.json()["coverage"]["notes"], [note])

    def test_without_git(self):
        env = harness.environment(PATH="/nonexistent")
        self.assertEqual(self.listed(env=env),
                         [".git/config", ".gitignore", "c"])
        coverage = self.coverage(env=env)
        self.assertEqual(coverage["notes"], [
            "ignored files were skipped in 1 repository without knowing which "
            "of them git tracks (.: git is not installed)"])

    def test_without_git_an_empty_scan_is_no_clean_one(self):
        env = harness.environment(PATH="/nonexistent")
        self.put(".gitignore", text=b"/*\n")
        outcome = harness.run(cwd=self.tree, env=env)
        self.assert_code(outcome, 3)
        self.assertIn(b"could not read .: all its files are ignored, and git "
                      b"did not say which of them it tracks (git is not "
                      b"installed)", outcome.stdout)
        coverage = self.coverage(env=env)
        self.assertEqual([one["path"] for one in coverage["incomplete"]],
                         ["."])
        outcome = harness.run("--list-files", cwd=self.tree, env=env)
        self.assert_message(outcome, "git did not say which files it tracks",
                            "git is not installed")
        # Only one of several shards reports it, and the merge has it once.
        parts = [self.tmp / f"{k}.json" for k in (1, 2, 3)]
        codes = sorted(
            harness.run("--shard", f"{k}/3", "-o", part, cwd=self.tree,
                        env=env).code for k, part in enumerate(parts, 1))
        self.assertEqual(codes, [0, 0, 3])
        merged = harness.run("report", "merge", *parts, "-f", "json")
        self.assert_code(merged, 3)
        self.assertEqual(merged.json()["coverage"]["incomplete"],
                         coverage["incomplete"])
        # Git's answer, one file to scan, or rules that git does not overrule.
        self.assert_code(harness.run(cwd=self.tree), 0)
        self.put(".gitignore", text=b"/*\n!/c\n")
        self.assert_code(harness.run(cwd=self.tree, env=env), 0)
        self.put(".sluiceignore", text=b"/*\n")
        self.put(".gitignore", text=b"")
        self.assert_code(harness.run(cwd=self.tree, env=env), 0)

    def fake_git(self, script):
        path = self.write("bin/git", b"#!/bin/sh\n" + script)
        path.chmod(0o755)
        return harness.environment(PATH=f"{path.parent}:{os.environ['PATH']}")

    def test_a_git_that_fails(self):
        env = self.fake_git(b"echo oh >&2; exit 128\n")
        self.assertEqual(self.listed(env=env),
                         [".git/config", ".gitignore", "c"])
        self.assertIn("git failed with exit code 128",
                      self.coverage(env=env)["notes"][0])

    def test_a_git_that_hangs(self):
        env = self.fake_git(b"exec sleep 1000\n")
        self.assertIn("git was stopped: it took too long",
                      self.coverage(env=env, timeout=40)["notes"][0])

    def test_a_git_in_a_relative_directory_of_path_is_not_run(self):
        self.put("git", text=b"#!/bin/sh\ntouch ran\n")
        (self.tree / "git").chmod(0o755)
        env = harness.environment(PATH=".:" + os.environ["PATH"])
        self.assertIn("git", self.listed(env=env))
        self.assertFalse((self.tree / "ran").exists())

    def test_a_repository_cannot_run_anything(self):
        marker = self.tmp / "ran"
        hook = self.write("hook", b"#!/bin/sh\ntouch %s\n"
                          % os.fsencode(marker))
        hook.chmod(0o755)
        for key in ("core.fsmonitor", "core.sshCommand", "core.pager",
                    "core.editor", "core.askPass", "diff.external",
                    "alias.ls-files", "alias.config", "pager.ls-files",
                    "core.gitProxy", "credential.helper", "core.hooksPath",
                    "filter.x.clean", "filter.x.smudge"):
            value = str(hook.parent if key == "core.hooksPath" else hook)
            subprocess.run(["git", "config", key, value], cwd=self.tree,
                           check=True, env=harness.environment())
        for name in ("post-index-change", "fsmonitor-watchman"):
            shutil.copy(hook, self.tree / ".git/hooks" / name)
        self.put(".gitattributes", text=b"* filter=x\n")
        self.assertEqual(self.listed(),
                         [".git/config", ".gitattributes", ".gitignore", "a.o",
                          "c"])
        self.assertFalse(marker.exists())

    def test_someone_else_s_repository(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give a directory away")
        for path in (self.tree, self.tree / ".git"):
            os.chown(path, harness.NOBODY, harness.NOBODY)
        coverage = self.coverage()
        self.assertIn("safe.directory", coverage["notes"][0])
        self.assertEqual(coverage["files_scanned"], 3)

    def test_a_tree_without_a_repository_starts_no_process(self):
        self.write("plain/.gitignore", b"*.o\n")
        self.write("plain/a.o", b"")
        marker = self.tmp / "ran"
        env = self.fake_git(b"touch %s\n" % os.fsencode(marker))
        self.assertEqual(self.listed(cwd=self.tmp / "plain", env=env),
                         [".gitignore"])
        self.assertFalse(marker.exists())
        self.listed("--no-ignore", env=env)
        self.listed("c", env=env)
        self.assertFalse(marker.exists())
        self.listed(env=env)
        self.assertTrue(marker.exists())


if __name__ == "__main__":
    unittest.main()
