"""Every format, read back by a parser that is not ours (formats.py)."""

import base64
import json
import os
import random
import re
import shutil
import subprocess
import unittest
import urllib.parse
import xml.etree.ElementTree

import formats
import harness
from tokens import TokenMaker

MAKER = TokenMaker(8100)
DOCS = harness.REPOSITORY / "docs"

# Names that mean something to a reader of some format.
HOSTILE_NAMES = (
    b"</script><script>alert(1)</script>".replace(b"/", b"_"), b"<img src=x>",
    b"]]>", b"<![CDATA[x]]>", b"<!--", b"&amp;&lt;&#0;", b'"quoted"', b"'single'",
    b"=cmd|calc!A1", b"+1+1", b"-2+3", b"@SUM(A1)", b"a,b;c\td",
    b"::error file=x::y", b"%0A%25", b"a\nb", b"a\r\n::warning::x", b"\x1b[31mred",
    b"\xe2\x80\xaegnp.exe", b"a|b|c", b"`code`", b"``", b"[a](http:x)",
    b"![x](y)", b"**bold**", b"# head", b"@user #123", b"{{7*7}}", b"${HOME}",
    b"C:\\temp", b"\\x41", b"a%2fb", b"a?b#c", b"a b", b" leading", b"trailing ",
    b"\xff\xfe", b"a\\\xff", b"\xed\xa0\x80", b"\xef\xbf\xbe", b"\xc2\x85",
    b"\xf0\x9f\x94\x91", b"e\xcc\x81", b"\x7f", b"\x01\x02", b"a:b:1:2",
    b"null", b"~", b"--", b"\xef\xbb\xbfbom",
)


def report(form: str, *arguments, **options) -> harness.Outcome:
    return harness.run("-f", form, *arguments, **options)


class FormatsTest(harness.CliTest):

    def plant(self, names) -> None:
        """A token on the second line of each of these files in tree/."""
        for name in names:
            self.write(os.path.join(b"tree", name),
                       b"x\n  t = '" + MAKER.github().encode() + b"'\n")

    def facts_of(self, form: str, *arguments, code=1) -> list:
        # The report for people has paths relative to its working directory.
        outcome = report(form, *arguments, cwd=self.tmp / "tree")
        self.assert_code(outcome, code)
        try:
            return formats.facts(form, outcome.stdout)
        except (ValueError, KeyError, AttributeError,
                xml.etree.ElementTree.ParseError) as error:
            self.fail(f"{form}: {error!r}{outcome}")

    def assert_all_agree(self, names, leave_out=()):
        expected = sorted(formats.Fact(formats.visible(name), 2, "github-pat")
                          for name in names)
        for form in formats.FORMATS:
            if form in leave_out:
                continue
            with self.subTest(form=form):
                self.assertEqual(self.facts_of(form),
                                 expected)

    def test_the_formats_are_those_of_the_help(self):
        text = harness.run("help", "scan").stdout.decode()
        part = re.search(r"\nFormats:\n((?:  .*\n)+)", text)[1]
        names = re.findall("^  ([a-z-]+)", part, re.M)
        self.assertEqual(sorted(names), sorted(formats.FORMATS))
        said = harness.run("-f", "none").stderr.decode()
        listed = re.search(r"`none` is not (.*) \(see", said)[1]
        self.assertEqual(re.split(", | or ", listed), names)

    def test_formats_agree_on_plain_names(self):
        names = [b"a.env", b"src/b.py", b"src/deep/c.txt"]
        self.plant(names)
        self.assert_all_agree(names)

    def test_hostile_names_stay_names(self):
        self.plant(HOSTILE_NAMES)
        # gitleaks' has no way to write bytes that are no text; the one for
        # people puts no quotation marks around a name.
        self.assert_all_agree(HOSTILE_NAMES, ("gitleaks", "pretty"))
        self.assertEqual(len(self.facts_of("gitleaks")),
                         len(HOSTILE_NAMES))

    def test_random_names_stay_names(self):
        pieces = HOSTILE_NAMES + tuple(bytes([c]) for c in range(1, 256))
        for seed in harness.seeds(1, 30):
            choose = random.Random(seed)
            names = {
                b"".join(choose.choices(pieces, k=choose.randint(1, 8)))
                .replace(b"/", b"_")[:100] for _ in range(150)}
            names -= {b".", b"..", b".gitignore", b".sluiceignore"}
            shutil.rmtree(os.fsencode(self.tmp / "tree"), ignore_errors=True)
            self.plant(names)
            with self.subTest(seed=seed):
                self.assert_all_agree(names, ("gitleaks", "pretty"))

    def test_random_lines_stay_inert(self):
        choose = random.Random(harness.seed(7))
        pieces = HOSTILE_NAMES + tuple(bytes([c]) for c in range(1, 256)
                                       if c != 10)
        for number in range(150):
            before = b"".join(choose.choices(pieces, k=choose.randint(0, 9)))
            after = b"".join(choose.choices(pieces, k=choose.randint(0, 9)))
            self.write(b"tree/%03d" % number,
                       b"\n" + before.replace(b"\n", b"") + b" "
                       + MAKER.github().encode() + b" " + after)
        expected = self.facts_of("json")
        self.assertEqual(len(expected), 150)
        for form in formats.FORMATS:
            with self.subTest(form=form):
                self.assertEqual(self.facts_of(form),
                                 expected)

    def test_a_clean_scan(self):
        self.write("tree/a", b"nothing\n")
        for form in formats.FORMATS:
            with self.subTest(form=form):
                self.assertEqual(self.facts_of(form, code=0), [])

    def test_equal_bytes_for_any_number_of_workers(self):
        self.plant([b"%02d/%02d" % (i % 7, i) for i in range(60)])
        env = harness.environment(SOURCE_DATE_EPOCH="1700000000")
        for form in formats.FORMATS:
            with self.subTest(form=form):
                one, many = (report(form, "-j", jobs, self.tmp / "tree",
                                    env=env).stdout for jobs in ("1", "4"))
                self.assertIn(b"00/00", one)
                self.assertEqual(one, many)


class CoverageTest(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.write("tree/a", MAKER.github().encode())
        os.symlink("nowhere", self.tmp / "tree/link")

    def test_every_format_tells_what_was_not_read(self):
        other = harness.Unprivileged(self.tmp)
        if other.reason:
            self.skipTest(other.reason)
        locked = self.write("tree/locked=1", b"x")
        locked.chmod(0)
        for form, about in formats.FORMATS.items():
            with self.subTest(form=form):
                outcome = report(form, self.tmp / "tree", cwd="/",
                                 **other.options)
                self.assert_code(outcome, 1)
                text = outcome.stdout.decode()
                if about.coverage != "none":
                    self.assertIn("locked=1", text)
                    self.assertIn("Permission denied", text)
                if about.coverage == "all":
                    self.assertIn("link", text)
                    self.assertEqual(outcome.stderr, b"")
                else:
                    self.assertIn(b"1 path not read in full", outcome.stderr)

    def test_sarif_says_that_it_was_not_successful(self):
        def invocation(*arguments, **options):
            run, = formats.strict_json(report(
                "sarif", *arguments, **options).stdout.decode())["runs"]
            return run["invocations"][0]
        self.assertIs(
            invocation(self.tmp / "tree")["executionSuccessful"], True)
        other = harness.Unprivileged(self.tmp)
        if other.reason:
            self.skipTest(other.reason)
        self.write("tree/locked", b"x").chmod(0)
        failed = invocation(self.tmp / "tree", cwd="/", **other.options)
        self.assertIs(failed["executionSuccessful"], False)
        self.assertEqual(
            [n["level"] for n in failed["toolExecutionNotifications"]],
            ["error", "note"])

    def test_counts(self):
        text = report("csv", self.tmp / "tree").stdout.decode()
        counts = {row["id"]: row["value"] for row in formats.csv_rows(text)
                  if row["type"] == "coverage"}
        self.assertEqual(counts["files_scanned"], "1")
        self.assertEqual(counts["skipped_symlink"], "1")
        suite = xml.etree.ElementTree.fromstring(
            report("junit", self.tmp / "tree").stdout).findall("testsuite")[-1]
        self.assertEqual({p.get("name"): p.get("value")
                          for p in suite.iter("property")}, counts)


class SchemaTest(harness.CliTest):
    """JSON documents against their schemas: ours, and what we rely on of
    SARIF's and GitLab's."""

    def setUp(self):
        super().setUp()
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        self.jsonschema = jsonschema
        self.write("tree/a", "é ".encode() + MAKER.github().encode() + b"\n"
                   + MAKER.aws().encode())
        self.write(b"tree/\xff", MAKER.npm().encode())
        self.write("tree/key", b"-----BEGIN PGP PRIVATE KEY BLOCK-----\n")
        os.symlink("nowhere", self.tmp / "tree/link")

    def validator(self, path):
        schema = json.loads(path.read_text(encoding="utf-8"))
        kind = self.jsonschema.Draft7Validator
        kind.check_schema(schema)
        return kind(schema)

    def assert_valid(self, validator, document):
        errors = [f"{list(e.absolute_path)}: {e.message}"
                  for e in validator.iter_errors(document)]
        self.assertEqual(errors, [])

    def reports(self, form):
        for extra in ((), ("--show-secrets",), ("--min-confidence", "low")):
            yield formats.strict_json(report(
                form, *extra, self.tmp / "tree").stdout.decode())

    def test_json(self):
        validator = self.validator(DOCS / "sluice-1.schema.json")
        for document in self.reports("json"):
            self.assert_valid(validator, document)
        dropped = formats.strict_json(report(
            "json", "--explain-drops", self.tmp / "tree").stdout.decode())
        self.assert_valid(validator, dropped)

    def test_the_schema_knows_every_member(self):
        # The schema refuses a member that it does not describe.
        validator = self.validator(DOCS / "sluice-1.schema.json")
        document = next(self.reports("json"))
        for spoil in (lambda d: d.update(more=1),
                      lambda d: d["findings"][0].update(more=1),
                      lambda d: d["findings"][0]["start"].update(line=0),
                      lambda d: d["findings"][0].update(secret_id=0),
                      lambda d: d["summary"].update(more=1),
                      lambda d: d["summary"]["by_rule"][0].pop("places"),
                      lambda d: d["coverage"].update(more=1),
                      lambda d: d.pop("coverage")):
            spoiled = json.loads(json.dumps(document))
            spoil(spoiled)
            self.assertTrue(list(validator.iter_errors(spoiled)))

    def test_jsonl(self):
        text = report("jsonl", self.tmp / "tree").stdout.decode()
        lines = [formats.strict_json(line) for line in text.splitlines()]
        head = {k: v for k, v in lines[0].items() if k != "type"}
        of_type = {kind: [{k: v for k, v in line.items() if k != "type"}
                          for line in lines if line["type"] == kind]
                   for kind in ("finding", "summary", "coverage")}
        document = head | {"findings": of_type["finding"],
                           "summary": of_type["summary"][0],
                           "coverage": of_type["coverage"][0]}
        self.assertEqual(document, next(self.reports("json")))

    def test_sarif(self):
        validator = self.validator(
            harness.REPOSITORY / "tests/support/sarif-rules.schema.json")
        for document in self.reports("sarif"):
            self.assert_valid(validator, document)
            run, = document["runs"]
            rules = run["tool"]["driver"]["rules"]
            fired = []
            for result in run["results"]:
                self.assertEqual(rules[result["ruleIndex"]]["id"],
                                 result["ruleId"])
                if result["ruleId"] not in fired:
                    fired.append(result["ruleId"])
            # Only those that fired, in the order in which they did.
            self.assertEqual([rule["id"] for rule in rules], fired)

    def test_gitlab(self):
        validator = self.validator(
            harness.REPOSITORY / "tests/support/gitlab-rules.schema.json")
        for document in self.reports("gitlab"):
            self.assert_valid(validator, document)
            ids = [v["id"] for v in document["vulnerabilities"]]
            self.assertEqual(len(set(ids)), len(ids))


class CountTest(harness.CliTest):
    """One count in every report: secrets, places, files."""

    def setUp(self):
        super().setUp()
        twice, once = MAKER.github(), MAKER.npm()
        self.write("tree/app/a.py", f"x = '{twice}'\ny = '{once}'\n".encode())
        self.write("tree/app/deep/er/b.py", f"x = '{twice}'\n".encode())
        self.write("tree/c.py", f"x = '{twice}'\n".encode())
        self.said = "2 secrets in 4 places in 3 files"

    def test_every_headline(self):
        for form in ("pretty", "html", "markdown", "github", "gitlab"):
            with self.subTest(form=form):
                self.assertIn(self.said, report(
                    form, self.tmp / "tree").stdout.decode())
        outcome = harness.run("-f", "json", "-o", self.tmp / "r.json",
                              self.tmp / "tree")
        self.assertIn(self.said, outcome.stderr.decode())

    def test_the_summary(self):
        whole = formats.strict_json(report(
            "json", self.tmp / "tree").stdout.decode())
        both = {"secrets": 2, "places": 4}
        self.assertEqual(whole["summary"], {
            "secrets_are": "exact", **both, "files": 3,
            "by_confidence": [
                {"name": "high", **both},
                {"name": "medium", "secrets": 0, "places": 0},
                {"name": "low", "secrets": 0, "places": 0}],
            "by_rule": [
                {"name": "github-pat", "secrets": 1, "places": 3},
                {"name": "npm-access-token", "secrets": 1, "places": 1}],
            "by_provider": whole["summary"]["by_provider"],
            "by_directory": [
                {"name": "app", "secrets": 2, "places": 2},
                {"name": "./", "secrets": 0, "places": 1},
                {"name": "app/deep", "secrets": 0, "places": 1}]})
        self.assertEqual(
            [item["secrets"] for item in whole["summary"]["by_provider"]],
            [1, 1])

    def test_each_format_numbers_equal_secrets_alike(self):
        def ids(form):
            text = report(form, self.tmp / "tree").stdout.decode()
            if form == "csv":
                return [int(row["secret_id"]) for row in formats.csv_rows(text)
                        if row["type"] == "finding"]
            if form == "sarif":
                run, = formats.strict_json(text)["runs"]
                return [r["properties"]["secretId"] for r in run["results"]]
            if form == "jsonl":
                lines = [formats.strict_json(x) for x in text.splitlines()]
                return [x["secret_id"] for x in lines if x["type"] == "finding"]
            if form == "html":
                return [row.secret_id for row in formats.page_rows(text)]
            return [x["secret_id"]
                    for x in formats.strict_json(text)["findings"]]
        expected = ids("json")
        self.assertEqual(sorted(expected), [1, 1, 1, 2])
        for form in ("csv", "sarif", "jsonl", "html"):
            with self.subTest(form=form):
                self.assertEqual(ids(form), expected)

    def test_a_number_says_nothing_of_the_secret(self):
        """Other secrets at the same places have the same numbers."""
        def ids():
            return [x["secret_id"] for x in formats.strict_json(report(
                "json", self.tmp / "tree").stdout.decode())["findings"]]
        before = ids()
        self.setUp()
        self.assertEqual(ids(), before)


class IdentityTest(harness.CliTest):
    """Formats whose readers follow a finding from one report to the next."""

    def identities(self, form: str) -> list[str]:
        document = formats.strict_json(report(
            form, self.tmp / "tree").stdout.decode())
        if form == "sarif":
            return [r["partialFingerprints"]["primaryLocationLineHash"]
                    for r in document["runs"][0]["results"]]
        if form == "gitlab":
            return [v["id"] for v in document["vulnerabilities"]]
        if form == "defectdojo":
            return [f["unique_id_from_tool"] for f in document["findings"]]
        return [issue["fingerprint"] for issue in document]

    def test_unique_and_the_same_when_lines_move(self):
        secret = MAKER.github().encode()
        other = MAKER.github().encode()
        forms = ("sarif", "gitlab", "gitlab-codequality", "defectdojo")
        self.write("tree/a", b"\n".join([secret, other, secret]))
        before = {form: self.identities(form) for form in forms}
        self.write("tree/a", b"\n\n# more\n"
                   + b"\n \n".join([secret, other, secret]))
        for form in forms:
            with self.subTest(form=form):
                self.assertEqual(len(set(before[form])), 3)
                self.assertEqual(self.identities(form), before[form])
        self.write("tree/a", b"\n".join([secret, MAKER.github().encode()]))
        for form in forms:
            with self.subTest(form=form, change="another secret"):
                after = self.identities(form)
                self.assertEqual(after[0], before[form][0])
                self.assertNotIn(after[1], before[form])


class RepositoryPathTest(harness.CliTest):
    """Formats for what shows a report beside the code name files from the
    root of the repository."""

    def uris(self, form, *arguments, cwd) -> set[str]:
        document = formats.strict_json(report(
            form, *arguments, cwd=cwd).stdout.decode())
        if form == "sarif":
            return {r["locations"][0]["physicalLocation"]["artifactLocation"]
                    ["uri"] for r in document["runs"][0]["results"]}
        if form == "gitlab":
            return {v["location"]["file"]
                    for v in document["vulnerabilities"]}
        if form == "defectdojo":
            return {f["file_path"] for f in document["findings"]}
        return {issue["location"]["path"] for issue in document}

    def test_from_wherever_it_is_scanned(self):
        self.repository("repo")
        self.write("repo/src/a b.py", MAKER.github().encode())
        self.write("repo/src/sub/c.py", b"")
        repo = self.tmp / "repo"
        for form in ("sarif", "gitlab", "gitlab-codequality", "defectdojo"):
            name = "src/a%20b.py" if form == "sarif" else "src/a b.py"
            for arguments, cwd in (
                    ((), repo), ((), repo / "src"), (("src",), repo),
                    (("../../src",), repo / "src/sub"), ((repo,), "/"),
                    ((repo / "src",), "/"), (("src/a b.py",), repo),
                    (("a b.py",), repo / "src"), (("..", "."),
                                                  repo / "src/sub"),
                    ((repo / "src", repo / "src/sub"), repo)):
                with self.subTest(form=form, arguments=arguments, cwd=cwd):
                    self.assertEqual(self.uris(form, *arguments, cwd=cwd),
                                     {name})

    def test_outside_a_repository(self):
        self.write("plain/src/a.py", MAKER.github().encode())
        self.assertEqual(self.uris("sarif", "src", cwd=self.tmp / "plain"),
                         {"a.py"})

    def test_characters_of_a_line(self):
        self.write("tree/a", "ä€🔑\t".encode() + MAKER.github().encode())
        run, = formats.strict_json(report(
            "sarif", self.tmp / "tree").stdout.decode())["runs"]
        self.assertEqual(run["columnKind"], "unicodeCodePoints")
        region = run["results"][0]["locations"][0]["physicalLocation"][
            "region"]
        self.assertEqual((region["startColumn"], region["endColumn"]), (5, 45))


class MaskTest(harness.CliTest):
    """No secret in any format unless it was asked for."""

    def planted(self) -> list[bytes]:
        secrets = [MAKER.of_kind(kind).encode() for kind in MAKER.KINDS]
        password = b"hT7!rQ<&\"' z9" + b"\xc3\xa4" + b"Lm|`4"  # sluice:allow
        secrets.append(password)
        lines = [b"token = '" + secret + b"'" for secret in secrets[:-1]]
        lines.append(b"url = https://me:" + urllib.parse.quote_from_bytes(
            password).encode() + b"@db.internal/x")
        lines.append(b" ".join(secrets[:-1]))  # all on one line
        self.write("tree/plain", b"\n".join(lines))
        self.write("tree/wide", "\n".join(
            line.decode() for line in lines).encode("utf-16"))
        self.write("tree/broken", b"\xff\\ " + b" \xff\n".join(lines))
        return secrets

    def test_masked_in_any_spelling(self):
        secrets = self.planted()
        spellings = {}
        for secret in secrets:
            for part in (secret, secret[4:]):
                for spelling in (
                        part, part[::-1], base64.b64encode(part).rstrip(b"="),
                        base64.b64encode(b"x" + part)[4:-4],
                        base64.b64encode(b"xy" + part)[4:-4], part.hex(),
                        part.hex().upper(), urllib.parse.quote_from_bytes(part),
                        part.decode("utf-8").encode("utf-16-le"),
                        json.dumps(part.decode())[1:-1],
                        part.replace(b"&", b"&amp;").replace(b"<", b"&lt;")):
                    if isinstance(spelling, str):
                        spelling = spelling.encode()
                    spellings[spelling] = secret
        for form in formats.FORMATS:
            outcome = report(form, "--min-confidence", "low",
                             self.tmp / "tree")
            self.assert_code(outcome, 1)
            for name in (b"plain", b"wide", b"broken"):
                self.assertIn(name, outcome.stdout, form)
            for spelling in spellings:
                self.assertNotIn(spelling, outcome.stdout + outcome.stderr,
                                 form)

    def test_nothing_that_a_terminal_obeys(self):
        odd = "\u202e\u009b"
        self.write(f"tree/a{odd}b", f"{odd} k = '{MAKER.github()}' {odd}\n"
                   .encode())
        for form in formats.FORMATS:
            with self.subTest(form=form):
                outcome = report(form, self.tmp / "tree")
                self.assert_code(outcome, 1)
                self.assertIn(b"github-pat", outcome.stdout)
                for sign in odd:
                    self.assertNotIn(sign.encode(),
                                     outcome.stdout + outcome.stderr)

    def test_shown_if_asked_for(self):
        secret = MAKER.github()
        self.write("tree/a", secret.encode())
        for form in formats.FORMATS:
            with self.subTest(form=form):
                outcome = report(form, "--show-secrets", self.tmp / "tree")
                self.assertIn(secret.encode(), outcome.stdout)


# The members that DefectDojo's generic importer knows. It refuses others.
OF_DEFECTDOJO = {
    "title", "severity", "description", "date", "cwe", "mitigation", "impact",
    "references", "active", "verified", "line", "file_path", "static_finding",
    "dynamic_finding", "unique_id_from_tool", "vuln_id_from_tool", "tags"}


class ConsumerTest(harness.CliTest):
    """Programs that read such reports."""

    def test_defectdojo(self):
        secret = MAKER.github()
        self.write("tree/a", f"x\n{secret}\n".encode())
        document = formats.strict_json(
            report("defectdojo", self.tmp / "tree").stdout.decode())
        item, = document["findings"]
        self.assertLessEqual(set(item), OF_DEFECTDOJO)
        self.assertEqual(item["severity"], "High")
        self.assertEqual((item["file_path"], item["line"]), ("a", 2))
        self.assertIn("GitHub", item["title"])
        self.assertNotIn(secret[8:], str(item))

    def test_sarif_above_the_limits_of_github(self):
        # A short line for each, and more than a run may have.
        most = 25_000
        count = most + 7
        self.write("rules.toml", b"""
[[rules]]
id = "number"
regex = "n[0-9]{6}"
""")
        self.write("tree/a", b"".join(b"n%06d\n" % i for i in range(count)))
        document = formats.strict_json(report(
            "sarif", "--config", self.tmp / "rules.toml", self.tmp / "tree",
            ).stdout.decode())
        runs = document["runs"]
        self.assertEqual([len(run["results"]) for run in runs], [most, 7])
        self.assertEqual([run["automationDetails"]["id"] for run in runs],
                         ["sluice-1/", "sluice-2/"])
        lines = [r["locations"][0]["physicalLocation"]["region"]["startLine"]
                 for run in runs for r in run["results"]]
        self.assertEqual(lines, list(range(1, count + 1)))
        for run in runs:
            rules = run["tool"]["driver"]["rules"]
            self.assertEqual([r["id"] for r in rules], ["number"])
            self.assertEqual({r["ruleIndex"] for r in run["results"]}, {0})
        self.assertNotIn("properties", runs[0])
        self.assertEqual(runs[1]["properties"]["summary"]["places"], count)

    def test_jq(self):
        if not shutil.which("jq"):
            self.skipTest("jq is not installed")
        self.write("tree/a", MAKER.github().encode())
        for form, program in (
                ("json", ".findings[0].rule_id"),
                ("jsonl", 'select(.type == "finding") | .rule_id'),
                ("sarif", ".runs[0].results[0].ruleId"),
                ("gitlab", ".vulnerabilities[0].identifiers[0].value"),
                ("gitlab-codequality", ".[0].check_name"),
                ("gitleaks", ".[0].RuleID")):
            with self.subTest(form=form):
                done = subprocess.run(
                    ["jq", "-r", program], capture_output=True, check=True,
                    input=report(form, self.tmp / "tree").stdout)
                self.assertEqual(done.stdout, b"github-pat\n")

    def test_formulas_stay_text(self):
        # The first character decides; a control character is never shown raw.
        shown = {"=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@SUM(A1)":
                 "'@SUM(A1)", "\t=1": "\\x09=1", "\r=1": "\\x0d=1",
                 "a=1": "a=1", " =1": " =1"}
        for name in shown:
            self.write(f"tree/{name}", MAKER.github().encode())
        rows = formats.csv_rows(
            report("csv", self.tmp / "tree").stdout.decode())
        self.assertEqual(sorted(row["path"] for row in rows
                                if row["type"] == "finding"),
                         sorted(shown.values()))
        for row in rows:
            for cell in row.values():
                self.assertFalse(cell and cell[0] in "=+-@\t\r", row)

    def test_gitleaks_places_are_those_of_the_match(self):
        line = "pass" + 'word = "' + "tR5#kw" + '9!Zq" '
        self.write("tree/a", b"first\n" + line.encode() + b"\n")
        item, = formats.strict_json(report(
            "gitleaks", "--show-secrets", "--min-confidence", "low",
            self.tmp / "tree").stdout.decode())
        at = line.index(item["Match"])
        self.assertIn(item["Secret"], item["Match"])
        self.assertEqual(
            [item[name] for name in ("StartLine", "EndLine", "StartColumn",
                                     "EndColumn")],
            [2, 2, at + 1, at + len(item["Match"])])
        self.assertEqual(item["Fingerprint"], f"a:{item['RuleID']}:2")

    def test_the_page_loads_nothing(self):
        self.write("tree/a", MAKER.github().encode())
        text = report("html", self.tmp / "tree").stdout.decode()
        # A link loads nothing before somebody follows it.
        text, links = re.subn(r'"url":"https://[^"]*"', '"url":""', text)
        self.assertEqual(links, 1)
        parsed = formats.page(text)
        self.assertEqual(len(formats.page_rows(text)), 1)
        self.assertLessEqual(
            parsed.attributes & {"src", "href", "srcset", "style", "onclick"},
            set())
        self.assertNotRegex(text, r"https?://|@import|url\(")


if __name__ == "__main__":
    unittest.main()
