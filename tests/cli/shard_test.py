"""Shards of a scan: their merge is the report of the whole scan, byte for byte,
in every format."""

import gzip
import hashlib
import io
import json
import os
import random
import resource
import tarfile
import unittest
import zipfile

import formats
import harness
import sharded
from tokens import TokenMaker

COUNTS = (1, 2, 7, 64)
# With a key, the merge of masked reports sees which secrets are equal.
ENV = harness.environment(SOURCE_DATE_EPOCH="1700000000",
                          SLUICE_SHARD_KEY="of these tests")


def shard_of(path: bytes, count: int) -> int:
    """The shard by the rule of docs/SHARDS.md, from 1."""
    head = hashlib.sha256(path).digest()[:8]
    return int.from_bytes(head, "big") % count + 1


def zip_of(members) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as out:
        for name, content in members:
            out.writestr(zipfile.ZipInfo(name), content)
    return data.getvalue()


def tar_of(members) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as out:
        for name, content in members:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            out.addfile(info, io.BytesIO(content))
    return data.getvalue()


class ShardTest(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.user = harness.Unprivileged(self.tmp)
        # A home that this user may look for.
        home = str(self.tmp / "no-home")
        self.options = dict(
            self.user.options, cwd=self.tmp,
            env=dict(ENV, HOME=home, XDG_CONFIG_HOME=home))

    def build_tree(self):
        """Makes a tree with one of each kind that a report can mention."""
        make = TokenMaker(5150)
        choose = random.Random(11)
        self.repository("tree")
        known = make.github()
        twice = make.npm()
        for i in range(40):
            folder = choose.choice(("src", "src/deep/er", "lib", "docs", "."))
            self.write(f"tree/{folder}/file{i:02}.py",
                       f"a = 1\nkey = '{make.any()}'\n".encode())
        for name in ("a.txt", "lib/b.txt", "src/c.txt"):
            self.write(f"tree/{name}", f"{twice}\n{twice} \n".encode())
        self.write("tree/known.txt", known.encode())
        self.write("tree/allowed.py",
                   f"k = '{make.github()}'  # sluice:allow\n".encode())
        for i in range(110):
            self.write(f"tree/src/doubt{i}.py", f"k = '{make.github()}'  "
                       "# sluice:allow=no-such-rule\n".encode())
        for i in range(7):
            self.write(f"tree/typo/{i}.txt",
                       make.github_with_wrong_checksum().encode() + b"\n")
        self.write("tree/utf16.txt", ("x\r\nkey = '" + make.github() + "'\r\n")
                   .encode("utf-16"))
        self.write("tree/binary", b"\0\1\2" + make.github().encode() + b"\0")
        self.write("tree/release.zip", zip_of(
            [("a/b.txt", make.github().encode()),
             ("inner.tar", tar_of([("c.txt", make.npm().encode())]))]))
        self.write("tree/packed.gz",
                   gzip.compress(make.github().encode(), mtime=0))
        self.write("tree/broken.gz", gzip.compress(
            choose.randbytes(40_000), mtime=0)[:-20_000])
        self.write("tree/file.pdf", b"%PDF-1.4\n1 0 obj\n<< /Filter "
                   b"/FlateDecode >>\nstream\nxx\nendstream\n"
                   b"trailer << /Encrypt 2 0 R >>\n%%EOF\n")
        self.write("tree/.gitignore", b"*.log\nbuilt/\n.env\n")
        self.write("tree/lib/.gitignore", b"*.tmp\n")
        self.write("tree/docs/.sluiceignore", b"*.skip\n")
        for name in ("a.log", "src/b.log", "lib/c.tmp", "lib/d.tmp",
                     "built/e", "docs/f.skip", ".env", "lib/.env", "src/.env"):
            self.write("tree/" + name, make.github().encode())
        self.write("tree/left/out.txt", make.github().encode())
        for i in range(5):
            os.symlink("nowhere", self.tmp / f"tree/link{i}")
        os.mkfifo(self.tmp / "tree/pipe")
        self.write(os.path.join(b"tree", b"b\xff\x1b.txt"), make.npm().encode())
        self.write("tree/.sluice-baseline", self.baseline_of(known))
        for name in ("closed1", "closed2", "lib/closed3"):
            self.write(f"tree/{name}/x", b"x")
            (self.tmp / "tree" / name).chmod(0)
        for name in ("shut1.txt", "src/shut2.txt"):
            self.write("tree/" + name, make.github().encode()).chmod(0)
        self.write("tree/mixed.txt", b"see password = 'changeme'\n" + b"".join(
            f"row{i} {make.github()}\n".encode() for i in range(30)))

    def baseline_of(self, known: str) -> bytes:
        """Knows a finding, and two that are gone, with their files or not."""
        found, = self.scan("known.txt", cwd=self.tmp / "tree")["findings"]
        self.assertEqual(found["secret"], known)
        rule = found["rule_id"]
        return "\n".join((
            "# sluice baseline 1: known findings", found["fingerprint"],
            f"{rule}:a.txt:0a0b0c", f"{rule}:src/c.txt:0a0b0c",
            f"{rule}:gone/for/good.txt:0a0b0c", f"{rule}:gone2.txt:0a0b0c",
            "")).encode()

    def check(self, *arguments, inputs=("json", "jsonl"), counts=COUNTS,
              forms=tuple(formats.FORMATS), merged=(), inside=None):
        """The merge of all shards equals the scan."""
        options = dict(self.options, cwd=inside or self.tmp)
        whole = {form: harness.run(*arguments, "-f", form, **options)
                 for form in forms}
        self.assertGreater(len(whole["json"].json()["findings"]), 0)
        for source in inputs:
            for count in counts:
                folder = self.tmp / f"shards-{source}-{count}"
                codes = {outcome.code for outcome in sharded.shards(
                    count, folder, source, *arguments, **options)}
                self.assertLessEqual(codes, {0, 1, 3})
                paths = sharded.reports(folder, source)
                self.assertEqual(len(paths), count)
                for form in forms:
                    with self.subTest(source=source, count=count, form=form):
                        outcome = sharded.merge(paths, form, *merged, env=ENV,
                                                cwd=self.tmp)
                        self.assertEqual(outcome.code, whole[form].code,
                                         str(outcome))
                        self.assertEqual(outcome.stdout.splitlines(),
                                         whole[form].stdout.splitlines())
                for path in paths:
                    path.unlink()
        return whole

    # -- equality --

    def test_a_tree_with_everything(self):
        if self.user.reason:
            self.skipTest(self.user.reason)
        self.build_tree()
        whole = self.check("scan", "tree", "--exclude", "left/")
        coverage = whole["json"].json()["coverage"]
        # Checks that the tree had all of it.
        for reason in ("ignored", "excluded", "binary", "special", "symlink",
                       "git_directory"):
            self.assertGreater(coverage["skipped"][reason], 0, reason)
        self.assertEqual(len(coverage["incomplete"]), 6,
                         coverage["incomplete"])
        self.assertEqual(coverage["mistyped"]["count"], 7)
        self.assertEqual(coverage["ignored_credentials"]["count"], 3)
        self.assertEqual(len(coverage["ignored_by"]), 3)
        self.assertEqual(coverage["baseline"], 1)
        self.assertGreater(coverage["members_scanned"], 3)
        notes = "\n".join(coverage["notes"])
        self.assertIn("4 of 5 entries in tree/.sluice-baseline are stale",
                      notes)
        self.assertIn("PDF", notes)
        self.assertIn("src/doubt0.py: an allow comment names", notes)
        self.assertIn("10 more notes about files", notes)

    def test_in_the_clear_the_report_for_people_too(self):
        if self.user.reason:
            self.skipTest(self.user.reason)
        self.build_tree()
        self.check("scan", "tree", "--show-secrets", "--min-confidence", "low",
                   counts=(2, 7), inputs=("jsonl",),
                   merged=("--show-secrets",))

    def test_more_ignore_files_than_a_scan_keeps_apart(self):
        """4,096 are kept apart (lib/walk/ignored_by.h), 100 are named."""
        for i in range(4200):
            folder = self.tmp / f"tree/d{i % 61}/{i}"
            folder.mkdir(parents=True)
            (folder / ".gitignore").write_text("*.log\n")
            for j in range(1 + (i % 400 == 0) * (i // 400)):
                (folder / f"{j}.log").touch()
        (self.tmp / "tree/a.txt").write_text(f"{TokenMaker(3).checked()}\n")
        self.tmp.chmod(0o755)
        whole = self.check("scan", "--no-require-git", "tree", counts=(3,),
                           inputs=("json",), forms=("json",))
        told = whole["json"].json()["coverage"]["ignored_by"]
        self.assertEqual((len(told), told[-1]["files"]), (101, 4100))

    def test_several_paths_and_links(self):
        if self.user.reason:
            self.skipTest(self.user.reason)
        self.build_tree()
        self.check("scan", "tree/src", "tree/a.txt", "tree/lib", "tree",
                   "--follow", counts=(2, 7), inputs=("json",))

    def test_a_list(self):
        if self.user.reason:
            self.skipTest(self.user.reason)
        self.build_tree()
        names = [b"tree/" + os.fsencode(os.path.relpath(
            os.path.join(base, name), self.tmp / "tree"))
            for base, _, files in os.walk(self.tmp / "tree") for name in files
            if name not in ("pipe",)]
        names = sorted(set(names)) + [b"tree/gone.txt", b"tree/gone2.txt"]
        random.Random(3).shuffle(names)
        self.write("list", b"\n".join(
            name for name in names if b"\x1b" not in name) + b"\n")
        self.check("scan", "--files-from", "list", counts=harness.times((2, 64), (1, 2, 7, 64)),
                   inputs=("json",), forms=tuple(formats.FORMATS))

    # -- what a shard is --

    def test_a_file_is_in_the_shard_of_its_path(self):
        make = TokenMaker(9)
        for i in range(30):
            self.write(f"tree/d{i % 3}/{i}.txt", make.github().encode())
        seen = []
        for k in range(1, 6):
            report = self.scan("tree", "--shard", f"{k}/5", cwd=self.tmp,
                               code=1)
            self.assertEqual(report["coverage"]["shard"]["index"], k)
            self.assertEqual(report["coverage"]["shard"]["count"], 5)
            for finding in report["findings"]:
                self.assertEqual(shard_of(finding["path"].encode(), 5), k)
            self.assertEqual(report["coverage"]["files_scanned"],
                             len(report["findings"]))
            seen += [finding["path"] for finding in report["findings"]]
            listed = harness.run("scan", "--list-files", "--shard", f"{k}/5",
                                 "tree", cwd=self.tmp).stdout.decode().split()
            self.assertEqual([name.removeprefix("tree/") for name in listed],
                             [f["path"] for f in report["findings"]])
        self.assertEqual(len(seen), 30)
        self.assertEqual(len(set(seen)), 30)
        # The sum of the hashes is what another program makes of it.
        shard = report["coverage"]["shard"]
        hashes = [int.from_bytes(hashlib.sha256(p.encode()).digest()[:8], "big")
                  for p in seen]
        self.assertEqual(shard["paths"], 30)
        self.assertEqual(shard["sum"], f"{sum(hashes) % 2**64:016x}")

    def test_the_schema_holds(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        if self.user.reason:
            self.skipTest(self.user.reason)
        self.build_tree()
        schema = json.loads((harness.REPOSITORY / "docs/sluice-1.schema.json")
                            .read_text())
        folder = self.tmp / "some"
        sharded.shards(3, folder, "json", "scan", "tree", **self.options)
        for path in sharded.reports(folder, "json"):
            jsonschema.validate(json.loads(path.read_text()), schema)

    def test_a_shard_does_not_open_the_files_of_others(self):
        """They are pipes that nobody writes to: opening one would not end."""
        for i in range(8):
            os.makedirs(self.tmp / "tree", exist_ok=True)
            os.mkfifo(self.tmp / f"tree/{i}")
        others = [f"tree/{i}" for i in range(8)
                  if shard_of(f"tree/{i}".encode(), 4) != 1]
        self.assertGreater(len(others), 2)
        report = self.scan("--shard", "1/4", *others, cwd=self.tmp, code=0)
        self.assertEqual(report["coverage"]["files_scanned"], 0)

    def test_an_empty_shard_is_no_failure(self):
        self.write("tree/a", b"nothing\n")
        k = shard_of(b"a", 9)
        for index in range(1, 10):
            outcome = harness.run("tree", "--require-files", "--shard",
                                  f"{index}/9", cwd=self.tmp)
            self.assert_code(outcome, 0)
            text = outcome.stdout.decode()
            self.assertIn(f"shard {index} of 9: ", text)
            self.assertIn("1 file (" if index == k else "0 files (", text)
        empty = self.tmp / "empty"
        empty.mkdir()
        self.assert_code(harness.run(empty, "--require-files", "--shard",
                                     "1/9"), 3)

    def test_words_for_people(self):
        self.write("tree/a", TokenMaker(2).github().encode())
        for form in ("markdown", "csv", "html", "junit", "sarif", "gitlab"):
            text = harness.run("tree", "-f", form, "--shard", "1/3",
                               cwd=self.tmp).stdout.decode()
            self.assertRegex(text, "shard 1 of 3", form)

    # -- what a merge says --

    def test_equal_secrets_of_different_shards(self):
        secret = TokenMaker(9).github().encode()
        for i in range(8):
            self.write(f"tree/{i}.txt", secret)
        whole = harness.run("scan", "tree", "-f", "json", cwd=self.tmp).json()
        self.assertEqual(whole["summary"]["secrets"], 1)
        summaries = {}
        for key in ("", "one", "other"):
            folder = self.tmp / f"key-{key}"
            sharded.shards(3, folder, "json", "scan", "tree", cwd=self.tmp,
                           env=harness.environment(SLUICE_SHARD_KEY=key))
            paths = sharded.reports(folder, "json")
            texts = [path.read_text(encoding="utf-8") for path in paths]
            self.assertNotIn(secret.decode()[4:], "".join(texts))
            names = {item.get("secret_name") for text in texts
                     for item in json.loads(text)["findings"]}
            self.assertEqual(len(names), 1)
            merged = sharded.merge(paths, "json").json()
            self.assertNotIn("secret_name", merged["findings"][0])
            summaries[key] = (names, merged["summary"])
        self.assertEqual(summaries["one"][1], whole["summary"])
        self.assertNotEqual(summaries["one"][0], summaries["other"][0])
        # Without a key, each report has its own numbers.
        names, summary = summaries[""]
        self.assertEqual(names, {None})
        self.assertEqual((summary["secrets"], summary["secrets_are"]),
                         (3, "at_most"))
        self.assertEqual(summary["places"], 8)
        merged = sharded.merge(sharded.reports(self.tmp / "key-", "json"),
                               "json").stdout
        self.assertIn(
            b"at most 3 secrets in 8 places in 8 files",
            harness.run("report", "convert", "-", "-f", "markdown",
                        stdin=merged).stdout)

    def reports(self, count=4, form="json", name="tree"):
        make = TokenMaker(77)
        if not (self.tmp / name).exists():
            for i in range(12):
                self.write(f"{name}/{i}.txt", make.github().encode())
        folder = self.tmp / f"{name}-shards"
        sharded.shards(count, folder, form, "scan", name, **self.options)
        return sharded.reports(folder, form)

    def test_json_and_jsonl_mixed_and_in_any_order(self):
        whole = self.reports(4, "json")
        lines = self.reports(4, "jsonl")
        self.assertEqual(
            sharded.merge([lines[3], whole[1], lines[0], whole[2]], "json",
                          cwd=self.tmp).stdout,
            harness.run("tree", "-f", "json", cwd=self.tmp).stdout)

    def test_a_missing_shard(self):
        paths = self.reports(6)
        some = [paths[i] for i in (0, 3, 5)]
        for form in formats.FORMATS:
            outcome = sharded.merge(some, form, cwd=self.tmp, env=ENV)
            self.assert_code(outcome, 1)
            said = outcome.stdout + outcome.stderr
            self.assertIn(b"3 shards of 6 are missing: 2-3, 5", said, form)
        self.write("clean/a", b"x")
        clean = self.reports(3, name="clean")
        self.assert_code(sharded.merge(clean, "json"), 0)
        outcome = sharded.merge(clean[:2], "json")
        self.assert_code(outcome, 3)
        self.assertIn("1 shard of 3 is missing: 3",
                      outcome.json()["coverage"]["incomplete"][0]["reason"])

    def changed(self, path, change) -> str:
        report = json.loads(path.read_text())
        change(report)
        other = path.with_name("changed-" + path.name)
        other.write_text(json.dumps(report))
        return other

    def test_shards_that_do_not_agree(self):
        self.write("clean/a", b"x")
        paths = self.reports(2, name="clean")

        def merged(change):
            return sharded.merge([paths[0], self.changed(paths[1], change)],
                                 "json")
        cases = {
            "rules": lambda r: r["tool"].update(rules_sha256="0" * 64),
            "versions": lambda r: r["tool"].update(version="9.9.9"),
            "configurations": lambda r: r["coverage"]["policy"].update(
                origin="tree", file="x"),
            "paths": lambda r: r["coverage"]["shard"].update(paths=99),
            "different trees": lambda r: r["coverage"]["shard"].update(
                sum="0" * 16),
            "interrupted": lambda r: r["coverage"]["shard"].update(
                interrupted=True),
        }
        for word, change in cases.items():
            with self.subTest(word=word):
                outcome = merged(change)
                self.assert_code(outcome, 3)
                self.assertIn(
                    word,
                    outcome.json()["coverage"]["incomplete"][0]["reason"])
        refused = {
            "a shard of 3": lambda r: r["coverage"]["shard"].update(count=3),
            "shard 1 of 2, which": lambda r: r["coverage"]["shard"].update(
                index=1),
            "there is no shard 3": lambda r: r["coverage"]["shard"].update(
                index=3),
            # The number is not cut to 32 bits (that would make it 2), nor
            # changed.
            "there are no 4294967298 shards": lambda r: r["coverage"][
                "shard"].update(count=(1 << 32) + 2),
            "there is no shard 4294967298 of 2": lambda r: r["coverage"][
                "shard"].update(index=(1 << 32) + 2),
            "no shard": lambda r: r["coverage"].pop("shard"),
            "in the clear": lambda r: r.update(secrets="shown"),
            "another directory": lambda r: r.update(
                path_prefix="x/", findings=r.pop("findings"),
                coverage=r.pop("coverage")),
        }
        for words, change in refused.items():
            with self.subTest(words=words):
                self.assert_refused(merged(change), words)
        self.assert_refused(sharded.merge([paths[0], paths[0]], "json"),
                            "shard 1 of 2, which")

    def test_findings_out_of_order_are_refused(self):
        paths = self.reports(1)

        def turn(report):
            report["findings"].reverse()

        def strip(report):
            for finding in report["findings"]:
                del finding["sequence"]
        self.assert_refused(
            sharded.merge([self.changed(paths[0], turn)], "json"), "order")
        self.assert_refused(
            sharded.merge([self.changed(paths[0], strip)], "json"), "sequence")

    def test_reports_that_are_no_shards(self):
        make = TokenMaker(31)
        for name in ("one", "two"):
            for i in range(3):
                self.write(f"{name}/{i}", make.github().encode())
            os.symlink("x", self.tmp / name / "link")
            harness.run(name, "-f", "json", "-o", f"{name}.json", cwd=self.tmp)
        outcome = sharded.merge(["two.json", "one.json"], "json", cwd=self.tmp)
        self.assert_code(outcome, 1)
        merged = outcome.json()
        two, one = (json.loads((self.tmp / f"{name}.json").read_text())
                    for name in ("two", "one"))
        # Which secrets of the two are equal is not known.
        def but_numbers(document):
            return [{name: value for name, value in item.items()
                     if name != "secret_id"} for item in document["findings"]]
        self.assertEqual(but_numbers(merged),
                         but_numbers(two) + but_numbers(one))
        self.assertEqual(merged["summary"]["secrets_are"], "at_most")
        self.assertEqual(merged["coverage"]["files_scanned"], 6)
        self.assertEqual(len(merged["coverage"]["skipped_paths"]), 2)
        # The merge of one report is this report.
        self.assertEqual(sharded.merge(["one.json"], "json", cwd=self.tmp)
                         .stdout, (self.tmp / "one.json").read_bytes())
        # One that was made otherwise is no reason to doubt.
        report = dict(two, tool=dict(two["tool"], version="0.0.1"))
        self.write("two.json", json.dumps(report).encode())
        outcome = sharded.merge(["one.json", "two.json"], "json", cwd=self.tmp)
        self.assertIn("different versions",
                      outcome.json()["coverage"]["notes"][0])

    def test_what_is_no_report(self):
        paths = self.reports(2)
        self.write("text", b"hello")
        self.write("cut", paths[1].read_bytes()[:-40])
        for name in ("text", "cut"):
            self.assert_refused(
                sharded.merge([paths[0], self.tmp / name], "csv", "-o",
                              self.tmp / "out"), name)
            self.assertFalse((self.tmp / "out").exists())
        self.assert_refused(harness.run("report", "merge"), "name the reports")
        self.assert_refused(sharded.merge(["/no/such"], "csv"), "/no/such")
        self.assert_refused(sharded.merge(["-", "-"], "csv"), "once")

    def test_secrets_are_masked_again(self):
        secret = TokenMaker(12).github()
        self.write("tree/a", secret.encode())
        folder = self.tmp / "clear"
        sharded.shards(2, folder, "json", "scan", "--show-secrets", "tree",
                       **self.options)
        paths = sharded.reports(folder, "json")
        self.assertIn(secret.encode(), b"".join(p.read_bytes() for p in paths))
        self.assertNotIn(secret.encode(), sharded.merge(paths, "json").stdout)
        self.assertIn(secret.encode(), sharded.merge(
            paths, "json", "--show-secrets").stdout)

    def test_more_reports_than_files_may_be_open(self):
        make = TokenMaker(66)
        for i in range(700):
            self.write(f"tree/{i % 9}/{i}", make.github().encode())
        whole = harness.run("tree", "-f", "json", cwd=self.tmp)
        report = whole.json()
        count = 600
        of_shard = {k: [] for k in range(1, count + 1)}
        for number, finding in enumerate(report["findings"]):
            k = shard_of(finding["path"].encode(), count)
            of_shard[k].append(dict(finding, sequence=number))
        (self.tmp / "many").mkdir()
        for k, findings in of_shard.items():
            part = dict(report, findings=findings, coverage=dict(
                report["coverage"], shard={"index": k, "count": count},
                files_scanned=len(findings), bytes_scanned=0))
            (self.tmp / f"many/{k}.json").write_text(json.dumps(part))
        outcome = sharded.merge(
            sharded.reports(self.tmp / "many", "json"), "json",
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE,
                                                  (64, 64)))
        self.assert_code(outcome, 1)
        self.assertEqual(outcome.json()["findings"], report["findings"])

    # -- usage --

    def test_values_that_are_none(self):
        self.write("a", b"x")
        for bad in ("0/3", "4/3", "3", "/3", "3/", "1/0", "a/b", "1/2/3",
                    "-1/3", "1/1000001", "1/ 3", "1.0/2"):
            outcome = harness.run("--shard=" + bad, ".", cwd=self.tmp)
            self.assert_refused(outcome, "--shard", "is not a shard")
            self.assertEqual(len(outcome.stderr.splitlines()), 1)
        outcome = harness.run("baseline", "write", "--shard", "1/2",
                              cwd=self.tmp)
        self.assert_refused(outcome, "--shard")


if __name__ == "__main__":
    unittest.main()
