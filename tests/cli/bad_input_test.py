"""Unreadable files, and files that should not be there.

A clean report is a claim, so every unread file must be named.
"""

import os
import shutil
import socket
import stat
import threading
import unittest

import harness
from tokens import TokenMaker

MAKER = TokenMaker(100)


class NoSuchPathTest(harness.CliTest):

    def test_no_such_path(self):
        missing = str(self.tmp / "missing")
        self.assert_refused(harness.run(missing), missing)

    def test_no_such_path_in_json(self):
        missing = str(self.tmp / "missing")
        self.assert_refused(harness.run("-f", "json", missing), missing)

    def test_one_of_several_is_missing(self):
        # Nothing is reported of the good one either: half a scan is no scan.
        good = self.write("good/f", MAKER.github().encode())
        missing = str(self.tmp / "missing")
        self.assert_refused(harness.run("-f", "json", good, missing),
                            missing)

    def test_missing_beside_standard_input(self):
        missing = str(self.tmp / "missing")
        for paths in (("-", missing), (missing, "-")):
            with self.subTest(paths=paths):
                self.assert_refused(
                    harness.run("-f", "json", *paths,
                                stdin=MAKER.github().encode()), missing)

    def test_path_below_a_file(self):
        file = self.write("file", b"x")
        self.assert_refused(harness.run(file / "below"), str(file / "below"))

    def test_dangling_link(self):
        os.symlink("nowhere", self.tmp / "link")
        self.assert_refused(harness.run(self.tmp / "link"),
                            str(self.tmp / "link"))

    def test_empty_path(self):
        self.assert_refused(harness.run(""))

    def test_name_too_long(self):
        self.assert_refused(harness.run(self.tmp / ("n" * 300)))


class UnreadableTest(harness.CliTest):
    """Files and directories that the modes keep closed."""

    def setUp(self):
        super().setUp()
        self.nobody = harness.Unprivileged(self.tmp)
        if self.nobody.reason:
            self.skipTest(self.nobody.reason)
        self.options = self.nobody.options
        self.tree = self.tmp / "tree"

    def close(self, name: str):
        os.chmod(self.tree / name, 0)

    def incomplete(self, report: dict) -> list[str]:
        for entry in report["coverage"]["incomplete"]:
            self.assertTrue(entry["reason"], entry)
        return [e["path"] for e in report["coverage"]["incomplete"]]

    def test_the_named_directory(self):
        self.write("tree/f", b"x")
        self.tree.chmod(0)
        for words in (("scan", self.tree), ("dir", self.tree)):
            with self.subTest(words[0]):
                outcome = harness.run(*words, **self.options)
                self.assertNotIn(b"configuration", outcome.stderr)
                self.assertIn(b"ermission denied",
                              outcome.stdout + outcome.stderr)

    def test_file(self):
        self.write("tree/open.txt", b"nothing here\n")
        self.write("tree/sub/closed.txt", MAKER.github().encode())
        self.close("sub/closed.txt")
        report = self.scan(self.tree, code=3, **self.options)
        self.assertEqual(self.incomplete(report), ["sub/closed.txt"])
        self.assertEqual(report["findings"], [])
        reason = report["coverage"]["incomplete"][0]["reason"]
        self.assertIn("permission denied", reason.lower())

    def test_file_in_pretty(self):
        self.write("tree/closed.txt", b"x")
        self.close("closed.txt")
        outcome = harness.run(self.tree, **self.options)
        self.assert_code(outcome, 3)
        self.assertIn(b"closed.txt", outcome.stdout, str(outcome))

    def test_directory(self):
        self.write("tree/open.txt", b"nothing here\n")
        self.write("tree/closed/f", MAKER.github().encode())
        self.close("closed")
        report = self.scan(self.tree, code=3, **self.options)
        self.assertEqual(self.incomplete(report), ["closed"])
        self.assertEqual(report["coverage"]["files_scanned"], 1)

    def test_directory_in_pretty(self):
        self.write("tree/closed/f", b"x")
        self.close("closed")
        outcome = harness.run(self.tree, **self.options)
        self.assert_code(outcome, 3)
        self.assertIn(b"closed", outcome.stdout, str(outcome))

    def test_directory_that_lists_but_may_not_be_entered(self):
        self.write("tree/listed/f", b"x")
        os.chmod(self.tree / "listed", stat.S_IRUSR | stat.S_IRGRP
                 | stat.S_IROTH)
        report = self.scan(self.tree, code=3, **self.options)
        self.assertEqual(self.incomplete(report), ["listed/f"])

    def test_named_file(self):
        closed = self.write("tree/closed.txt", b"x")
        self.close("closed.txt")
        report = self.scan(closed, code=3, **self.options)
        self.assertEqual(self.incomplete(report), [str(closed)])

    def test_ignore_file(self):
        # It is unknown which files it would exclude, so the scan must say so.
        self.repository("tree")
        self.write("tree/.gitignore", b"*.log\n")
        self.close(".gitignore")
        report = self.scan(self.tree, code=3, **self.options)
        self.assertIn(".gitignore", self.incomplete(report))

    def test_findings_win_over_incomplete(self):
        secret = MAKER.github()
        self.write("tree/a.txt", secret.encode())
        self.write("tree/closed.txt", b"x")
        self.close("closed.txt")
        report = self.scan(self.tree, code=1, **self.options)
        self.assert_secrets(report, secret)
        self.assertEqual(self.incomplete(report), ["closed.txt"])

    def test_several_are_named_in_the_order_of_the_walk(self):
        names = ["a/1", "a/2", "b", "c/d/e", "z"]
        for name in names:
            self.write("tree/" + name, b"x")
            self.close(name)
        report = self.scan(self.tree, code=3, **self.options)
        self.assertEqual(self.incomplete(report), names)


@unittest.skipIf(harness.UNDER, "it takes more memory than there is here")
class OutOfMemoryTest(harness.CliTest):

    def test_it_is_said(self):
        import resource
        for i in range(200):
            self.write(f"tree/{i}.py", f"k = '{MAKER.github()}'\n".encode())
        said = 0
        for megabytes in range(40, 200, harness.times(20, 10)):
            for words in (("scan", "tree"), ("dir", "tree"),
                          ("scan", "-j", "8", "tree")):
                def limit():
                    size = megabytes << 20
                    resource.setrlimit(resource.RLIMIT_AS, (size, size))
                outcome = harness.run(*words, cwd=self.tmp, preexec_fn=limit)
                if b"out of memory" in outcome.stderr:
                    said += 1
                    # gitleaks' commands end with 1 for an error, unless the
                    # program cannot even return from its work.
                    self.assert_code(outcome, *(
                        (1, 2) if words[0] == "dir" else (2,)))
                else:
                    self.assert_code(outcome, 1, 2, 3)
                    self.assertTrue(outcome.stdout or outcome.stderr)
        self.assertGreater(said, harness.times(1, 3))


class ReadErrorTest(harness.CliTest):

    @unittest.skipUnless(os.path.exists("/proc/self/mem"), "no /proc")
    def test_read_fails_after_open(self):
        # It opens, but its first page cannot be read, not even by root.
        report = self.scan("/proc/self/mem", code=3)
        self.assertEqual([e["path"] for e in
                          report["coverage"]["incomplete"]],
                         ["/proc/self/mem"])

    @unittest.skipUnless(os.path.exists("/proc/self/status"), "no /proc")
    def test_file_larger_than_its_size(self):
        # Files of /proc have size 0 and a content.
        report = self.scan("/proc/self/status", code=0)
        self.assertGreater(report["coverage"]["bytes_scanned"], 100)


class SpecialFileTest(harness.CliTest):
    """Pipes, sockets and devices are counted, never opened."""

    def test_fifo_socket_and_device(self):
        secret = MAKER.github()
        self.write("tree/file.txt", secret.encode())
        tree = self.tmp / "tree"
        os.mkfifo(tree / "fifo")
        special = 2
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        listener.bind(str(tree / "socket"))
        try:
            # The terminal's end that blocks, if it is read.
            os.mknod(tree / "device", 0o666 | stat.S_IFCHR,
                     os.makedev(1, 5))  # /dev/zero: it would never end
            special = 3
        except PermissionError:
            pass  # needs a privilege; the others are tested all the same
        report = self.scan(tree, code=1)
        self.assert_secrets(report, secret)
        self.assertEqual(report["coverage"]["skipped"]["special"], special)
        self.assertEqual(report["coverage"]["files_scanned"], 1)
        self.assertEqual(report["coverage"]["incomplete"], [])

    def test_a_pipe_that_is_named_is_read(self):
        secret = MAKER.github()
        pipe = self.tmp / "pipe"
        os.mkfifo(pipe)

        def feed():
            with open(pipe, "wb") as end:
                end.write(secret.encode())
        writer = threading.Thread(target=feed, daemon=True)
        writer.start()
        report = self.scan(pipe, code=1, timeout=20)
        writer.join(5)
        self.assert_secrets(report, secret)

    def test_device_null_holds_nothing(self):
        report = self.scan("/dev/null", code=0)
        self.assertEqual(report["findings"], [])


class ChangingTreeTest(harness.CliTest):

    def test_directories_come_and_go(self):
        self.write("tree/keep/f", b"nothing here\n")
        tree = self.tmp / "tree"
        stop = threading.Event()

        def churn():
            while not stop.is_set():
                for number in range(12):
                    name = tree / f"d{number}" / "e" / "f"
                    os.makedirs(name, exist_ok=True)
                    (name / "file").write_bytes(b"nothing here\n" * 99)
                for number in range(12):
                    shutil.rmtree(tree / f"d{number}", ignore_errors=True)
        thread = threading.Thread(target=churn)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(stop.set)
        for _ in range(40):
            outcome = harness.run("-f", "json", tree)
            self.assert_code(outcome, 0, 3)
            coverage = outcome.json()["coverage"]
            self.assertEqual(outcome.code == 3,
                             bool(coverage["incomplete"]), str(outcome))

    def test_a_file_that_grows_and_shrinks(self):
        path = self.write("tree/file", b"")
        stop = threading.Event()

        def churn():
            while not stop.is_set():
                with open(path, "r+b") as file:
                    file.write(b"nothing here\n" * 50_000)
                    file.truncate(13)
        thread = threading.Thread(target=churn)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(stop.set)
        for _ in range(20):
            outcome = harness.run("-f", "json", self.tmp / "tree")
            self.assert_code(outcome, 0, 3)
            outcome.json()


class FileNameTest(harness.CliTest):

    def test_name_that_is_not_utf8(self):
        secrets = {b"caf\xe9.txt": MAKER.github(),
                   b"\xff\xfe": MAKER.github(),
                   b"d\x80r/\xc3": MAKER.github(),
                   b"overlong\xc0\xaf": MAKER.github(),
                   b"surrogate\xed\xa0\x80": MAKER.github(),
                   "sch\u00f6n".encode(): MAKER.github()}
        for name, secret in secrets.items():
            self.write(b"tree/" + name, secret.encode())
        report = self.scan(self.tmp / "tree", code=1)
        self.assertEqual({harness.path_of(f): f["secret"]
                          for f in report["findings"]}, secrets)
        for finding in report["findings"]:
            valid = finding["secret"] == secrets["sch\u00f6n".encode()]
            self.assertEqual("path_bytes" not in finding, valid, finding)
        shown = [f["path"] for f in report["findings"]]
        self.assertEqual(len(set(shown)), len(shown), "names are told apart")

    def test_named_path_that_is_not_utf8(self):
        secret = MAKER.github()
        path = self.write(b"caf\xe9", secret.encode())
        report = self.scan(path, code=1)
        self.assertEqual(harness.path_of(report["findings"][0]),
                         os.fsencode(path))

    def test_missing_path_that_is_not_utf8(self):
        outcome = harness.run(b"/nowhere/caf\xe9\x1b[31m")
        self.assert_refused(outcome)  # which also reads it as UTF-8
        self.assertNotIn(b"\x1b", outcome.stderr)

    def test_unreadable_name_that_is_not_utf8(self):
        nobody = harness.Unprivileged(self.tmp)
        if nobody.reason:
            self.skipTest(nobody.reason)
        path = self.write(b"tree/caf\xe9", b"x")
        os.chmod(path, 0)
        report = self.scan(self.tmp / "tree", code=3, **nobody.options)
        self.assertEqual([harness.path_of(e) for e in
                          report["coverage"]["incomplete"]], [b"caf\xe9"])


if __name__ == "__main__":
    unittest.main()
