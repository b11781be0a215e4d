"""Secrets in base64, escapes and the like, one in the other: found, in the right
place, once, and masked where the line is shown."""

import base64
import gzip
import html
import json
import quopri
import random
import re
import subprocess
import unittest
import urllib.parse
import zipfile
import zlib

import harness
from tokens import TokenMaker

MAKER = TokenMaker(31)
# Made up: it spells nothing.
PASSWORD = "kV9x2LmQ" + "8rT4"  # sluice:allow


def b64(text, **_) -> str:
    data = text if isinstance(text, bytes) else text.encode()
    return base64.b64encode(data).decode()


def wrapped(text) -> str:
    return base64.encodebytes(text.encode()).decode().rstrip("\n")


def escaped(text: str) -> str:
    return json.dumps(text)[1:-1]


class Encodings(harness.CliTest):

    def findings(self, name, content, *arguments) -> list:
        if isinstance(content, str):
            content = content.encode()
        self.write(f"tree/{name}", content)
        report = self.scan(*arguments, self.tmp / "tree" / name)
        for finding in report["findings"]:
            start, end = finding["start"], finding["end"]
            before = content[:start["byte"]]
            self.assertEqual(start["line"], before.count(b"\n") + 1)
            self.assertEqual(
                start["column"], len(before) - before.rfind(b"\n"))
            self.assertLess(start["byte"], end["byte"])
            self.assertLessEqual(end["byte"], len(content))
        return report["findings"]

    def one(self, name, content, secret, decoded, rule=None) -> dict:
        """Its one finding of `secret`."""
        found = [f for f in self.findings(name, content)
                 if f["secret"] == secret]
        self.assertEqual(len(found), 1, content)
        self.assertEqual(found[0].get("decoded"), decoded)
        if rule:
            self.assertEqual(found[0]["rule_id"], rule)
        return found[0]

    def place(self, content, finding) -> str:
        data = content.encode()
        return data[finding["start"]["byte"]:finding["end"]["byte"]].decode()

    def test_two_secrets_that_are_decoded_in_two_ways(self):
        """`E'\\\\x...'` is an escape and hexadecimal digits, or these alone."""
        token = MAKER.github()
        text = ("# settings of the service\n"
                f"GITHUB_TOKEN={token}\nDB_PASSWORD={PASSWORD}\n")
        found = self.findings(
            "a.sql", "INSERT INTO t VALUES (E'\\\\x"
            + text.encode("utf-16-le").hex() + "');\n")
        self.assertEqual({f["secret"] for f in found}, {token, PASSWORD})

    # Files as people have them.

    def test_kubernetes_secret(self):
        token = MAKER.github()
        manifest = ("apiVersion: v1\nkind: Secret\ndata:\n"
                    f"  note: {b64('nothing to see here')}\n"
                    f"  TOKEN: {b64(token)}\n")
        finding = self.one("s.yaml", manifest, token, ["base64"], "github-pat")
        self.assertEqual(finding["checksum"], "valid")
        self.assertEqual(finding["start"]["line"], 5)
        self.assertEqual(self.place(manifest, finding), b64(token))

    def test_docker_config(self):
        config = json.dumps({"auths": {"ghcr.io": {
            "username": "deploy", "password": PASSWORD}}})
        manifest = f"data:\n  .dockerconfigjson: {b64(config)}\n"
        finding = self.one("d.yaml", manifest, PASSWORD, ["base64"])
        self.assertIn(PASSWORD, base64.b64decode(
            self.place(manifest, finding)).decode())

    def test_variables(self):
        url = f"postgres://app:{PASSWORD}@db.internal:5432/app"
        self.one(".env", f"DATABASE_URL={b64(url)}\n", PASSWORD, ["base64"],
                 "postgres-connection-string")
        self.one("ci.yml", f"variables:\n  DATABASE_URL: {b64(url)}\n",
                 PASSWORD, ["base64"])

    def test_service_account(self):
        made = subprocess.run(["openssl", "genpkey", "-algorithm", "RSA"],
                              capture_output=True, check=False)
        if made.returncode:
            self.skipTest("no openssl")
        account = json.dumps({
            "type": "service_account", "project_id": "p",
            "private_key_id": "0f" * 20, "private_key": made.stdout.decode(),
            "client_email": "r@p.iam.gserviceaccount.com"})
        for text in (b64(account), wrapped(account).replace("\n", "\n  ")):
            found = self.findings("ci.yml", f"GOOGLE_CREDENTIALS={text}\n")
            self.assertEqual([(f["rule_id"], f["decoded"]) for f in found],
                             [("google-service-account-key", ["base64"])])

    def test_helm_release(self):
        token = MAKER.github()
        release = json.dumps({"name": "app", "chart": "x " * 60_000, "manifest":
                              f"kind: Secret\nstringData:\n  t: {token}\n",
                              "noise": random.Random(3).randbytes(
                                  60_000).hex()})
        packed = b64(b64(gzip.compress(release.encode(), mtime=0)))
        self.assertGreater(len(packed), 80_000)
        self.one("h.yaml", f"data:\n  release: {packed}\n", token,
                 ["base64", "base64", "gzip"])

    def test_zlib(self):
        token = MAKER.slack()
        packed = zlib.compress(f"slack: {token}\n".encode() * 3)
        self.one("z.txt", f"state={b64(packed)}\n", token, ["base64", "zlib"])

    def test_notebook_and_har(self):
        token = MAKER.aws()
        self.one("n.ipynb", json.dumps({"cells": [{"source": [
            "import os\n" + f"{token}\n"]}]}), token, ["backslash"])
        text = json.dumps({"a": json.dumps({"b": json.dumps(
            {"db_password": PASSWORD})})})
        self.assertEqual(
            [f["secret"] for f in self.findings("x.har", text)], [PASSWORD])

    def test_runs_of_documents(self):
        """A token that formatting splits, in a docx as it lies in its zip."""
        token = MAKER.github()
        runs = "".join(
            f'<w:r w:rsidR="00A{i}"><w:rPr><w:b/></w:rPr><w:t>{part}</w:t></w:r>'
            '<w:proofErr w:type="spellEnd"/>'
            for i, part in enumerate((token[:3], token[3:9], token[9:])))
        xml = ('<?xml version="1.0"?><w:document><w:body><w:p><w:r><w:t>'
               f"the key is </w:t></w:r>{runs}</w:p></w:body></w:document>")
        (self.tmp / "tree").mkdir(exist_ok=True)
        with zipfile.ZipFile(self.tmp / "tree" / "a.docx", "w",
                             zipfile.ZIP_DEFLATED) as document:
            document.writestr("word/document.xml", xml)
        (finding,) = self.scan(self.tmp / "tree" / "a.docx")["findings"]
        self.assertEqual(finding["secret"][:4], token[:4])
        self.assertEqual(finding["member"], ["word/document.xml"])
        self.assertEqual(finding["decoded"], ["markup"])
        found = xml[finding["start"]["byte"]:finding["end"]["byte"]]
        self.assertTrue(found.startswith(token[:3] + "</w:t>"), found)
        self.assertTrue(found.endswith(token[9:]), found)
        # OpenDocument has spans in the text.
        spans = (f'<text:p>the key is {token[:3]}<text:span '
                 f'text:style-name="T1">{token[3:9]}</text:span>{token[9:]}'
                 '</text:p>')
        self.write("tree/content.xml", spans.encode())
        (finding,) = self.scan(self.tmp / "tree" / "content.xml")["findings"]
        self.assertEqual(finding["decoded"], ["markup"])
        # Two paragraphs are two texts.
        self.write("tree/b.xml", xml.replace(
            "<w:proofErr w:type=\"spellEnd\"/>", "</w:p><w:p>").encode())
        self.assertEqual(
            self.scan(self.tmp / "tree" / "b.xml")["findings"], [])

    def test_a_password_in_runs(self):
        """All of it, and nothing of what parts its runs."""
        runs = "{}</w:t></w:r><w:r><w:t>{}"
        cut = runs.format(PASSWORD[:6], PASSWORD[6:])
        for text in (f"password: {cut}", f'db_password = "{cut}"'):
            xml = ("<w:document><w:body><w:p><w:r><w:t>" + text +
                   "</w:t></w:r></w:p></w:body></w:document>")
            self.one("document.xml", xml, PASSWORD, ["markup"])

    def test_a_pdf_is_named(self):
        self.write("tree/a.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n\0")
        self.write("tree/b.txt", b"PDF\n")
        (note,) = self.scan(self.tmp / "tree")["coverage"]["notes"]
        self.assertIn("1 PDF file", note)

    def test_the_parts_of_a_string(self):
        token = MAKER.github()
        for name, joint in (("a.py", '" + "'), ("a.py", '"\n     "'),
                            ("a.js", '" +\n  "'), ("a.php", '" . "'),
                            ("a.vb", '" & _\n  "'), ("a.sh", "\"'"),
                            ("a.sh", '\\\n'), ("a.java", '"\n    + "')):
            for cut in (8, 20, 33):
                with self.subTest(name=name, joint=joint, cut=cut):
                    text = f'x = "{token[:cut]}{joint}{token[cut:]}"\n'
                    one = self.one(name, text, token, ["parts"])
                    self.assertEqual(self.place(text, one),
                                     token[:cut] + joint + token[cut:])

    def test_a_part_is_not_reported_for_the_whole(self):
        text = f'db_password = "{PASSWORD}" + "{PASSWORD[::-1]}"\n'
        self.one("a.py", text, PASSWORD + PASSWORD[::-1], ["parts"])
        outcome = harness.run("-f", "json", self.tmp / "tree")
        for part in (PASSWORD, PASSWORD[::-1]):
            self.assertNotIn(part.encode(), outcome.stdout)

    def test_tokens_beside_each_other_stay_apart(self):
        tokens = [MAKER.github() for _ in range(3)]
        lines = "\n".join(f'  "{token}"' for token in tokens)
        found = self.findings("a.sh", f"all=(\n{lines}\n)\n")
        self.assertEqual([f["secret"] for f in found], tokens)

    def test_quoted_printable(self):
        token = MAKER.github()
        body = quopri.encodestring(
            f"The access token that you asked for yesterday: {token}, and "
            f"password={PASSWORD} for the rest of it.\n".encode()).decode()
        mail = f"Content-Transfer-Encoding: quoted-printable\n\n{body}"
        self.assertNotIn(token, mail)
        for text in (mail, mail.replace("\n", "\r\n")):
            found = {f["secret"]: f for f in self.findings("m.eml", text)}
            self.assertEqual(set(found), {token, PASSWORD})
            self.assertEqual(found[token]["decoded"], ["quoted-printable"])
            self.assertEqual(quopri.decodestring(
                self.place(text, found[token])).decode(), token)

    def test_a_mail_breaks_a_token_at_any_character(self):
        token = MAKER.github()
        for at in range(3, 12):
            begin = "The new token for the deployment is ".rjust(75 - at)
            text = f"{begin}{token[:at]}=\n{token[at:]}\n"
            self.one("m.eml", text, token, ["quoted-printable"])

    def test_entities_and_urls(self):
        self.one("p.html", f"<pre>password = &quot;{PASSWORD}&quot;</pre>\n",
                 PASSWORD, ["html"])
        query = urllib.parse.urlencode({"q": json.dumps(
            {"password": PASSWORD})})
        self.one("u.txt", f"https://x.invalid/?{query}\n", PASSWORD,
                 ["percent"])

    def test_padding_at_the_end_of_a_url(self):
        value = "LspQ-zxxcWtYdSg391wjSb9HsZtTrd1J-wBtH_UBt_T="  # sluice:allow
        text = f'hook: "https://x.invalid/?token={urllib.parse.quote(value)}"\n'
        written = urllib.parse.quote(value)
        rules = self.write("rules.toml", b"""[[rules]]
id = "own"
regex = '''token=([\\w\\-]{40,50}=)'''
""")
        found, = self.findings("u.yaml", text, "--config", rules)
        self.assertEqual((found["secret"], found["decoded"]),
                         (value, ["percent"]))
        self.assertEqual(self.place(text, found), written)
        # The default rules find it unencoded, like all values of URLs.
        self.one("u.yaml", text, written, None)

    def test_an_escaped_separator_ends_no_value(self):
        for sign in "&;,":
            written = urllib.parse.quote(PASSWORD[:6] + sign + PASSWORD[6:])
            self.one("db.properties", "db.url=jdbc:postgresql://db.internal/a"
                     f"?user=app&password={written}\n", written, None)

    def test_hexadecimal_digits(self):
        token = MAKER.github()
        for name in ("t.txt", "t.c"):
            row = "".join(f"\\x{c:02x}" for c in token.encode())
            self.one(name, f'k = "{row}"\n', token, ["backslash"])
            self.one(name, f'k = "{token.encode().hex()}"\n', token, ["hex"])

    def test_key_as_der(self):
        made = subprocess.run(["openssl", "genpkey", "-algorithm", "RSA",
                               "-outform", "DER"], capture_output=True,
                              check=False)
        if made.returncode:
            self.skipTest("no openssl")
        for text, decoded in ((b64(made.stdout), None),
                              (made.stdout.hex(), ["hex"]),
                              (b64(b64(made.stdout)), ["base64"])):
            found = self.findings("k.txt", f"key: {text}\n")
            self.assertEqual(
                [(f["rule_id"], f.get("decoded"), f["checksum"])
                 for f in found], [("privatekey-der", decoded, "valid")])

    # Any of them, one in the other.

    def test_chains(self):
        """The bytes of the finding, decoded by Python, hold the inner text."""
        encodings = {
            "base64": (b64, lambda s: base64.b64decode(s).decode()),
            "base64url": (
                lambda s: base64.urlsafe_b64encode(s.encode()).decode()
                .rstrip("="),
                lambda s: base64.urlsafe_b64decode(
                    s + "=" * (-len(s) % 4)).decode()),
            "lines": (wrapped, lambda s: base64.b64decode(s).decode()),
            "gzip": (lambda s: b64(gzip.compress(s.encode(), mtime=0)),
                     lambda s: gzip.decompress(base64.b64decode(s)).decode()),
            "zlib": (lambda s: b64(zlib.compress(s.encode())),
                     lambda s: zlib.decompress(base64.b64decode(s)).decode()),
            "hex": (lambda s: s.encode().hex(),
                    lambda s: bytes.fromhex(s).decode()),
            "percent": (lambda s: "".join(f"%{c:02X}" for c in s.encode()),
                        urllib.parse.unquote),
            "unicode": (lambda s: "".join(f"\\u{ord(c):04x}" for c in s),
                        lambda s: json.loads(f'"{s}"')),
            "bytes": (lambda s: "".join(f"\\x{c:02x}" for c in s.encode()),
                      lambda s: s.encode().decode("unicode_escape")),
            "json": (lambda s: escaped(f"a line\n{s}\n"), None),
            "html": (lambda s: "".join(f"&#{ord(c)};" for c in s),
                     html.unescape),
            "quoted": (lambda s: quopri.encodestring(
                s.encode(), quotetabs=True).decode(),
                lambda s: quopri.decodestring(s).decode()),
        }
        names = {"base64url": "base64", "lines": "base64",
                 "unicode": "backslash", "bytes": "backslash",
                 "json": "backslash", "quoted": "quoted-printable"}
        draw = random.Random(harness.seed(20))
        single = [[name] for name in encodings]
        chains = single + [
            draw.choices(list(encodings), k=draw.randint(2, 4))
            for _ in range(harness.times(60, 2000))]
        for number, chain in enumerate(chains):
            secret = MAKER.checked()
            inner = text = secret
            expected = []  # the outermost first
            for name in reversed(chain):
                inner, text = text, encodings[name][0](text)
            for name in chain:
                known = names.get(name, name)
                expected += (["base64", known] if known in ("gzip", "zlib")
                             else [known])
            if len(expected) > 5:
                continue
            indent = "\n" if chain[0] == "lines" else " "
            content = (f"# {number}\n" * draw.randint(1, 9) +
                       f"entry:{indent}{text}\nend\n")
            # One escape alone may as well be a value that begins with 3D.
            if chain[0] == "quoted" and len(re.findall("=[0-9A-F\n]", text)) < 2:
                continue
            with self.subTest(chain=chain):
                found = [f for f in self.findings("chain.txt", content)
                         if f["secret"] == secret]
                self.assertEqual(len(found), 1, content)
                place = self.place(content, found[0])
                decode = encodings[chain[0]][1]
                decoded = found[0].get("decoded", [])
                # Text that an encoding leaves as it is may be found in it.
                self.assertLessEqual(set(decoded), set(expected))
                self.assertIn(place, content)
                if decode is None or decoded[:1] != expected[:1]:
                    continue
                held = decode(place)
                if len(chain) == 1:
                    self.assertIn(secret, held)
                else:
                    self.assertIn(held, inner)

    # Once, and where it ends.

    def test_found_once(self):
        # The encoded text is a secret's value already.
        found = self.findings(
            "s.yaml", f"apiVersion: v1\nkind: Secret\ndata:\n"
            f"  password: {b64(PASSWORD)}\n")
        self.assertEqual(len(found), 1)
        token = MAKER.github()
        found = self.findings("s.yaml", f"api_token: {b64(token)}\n")
        self.assertEqual([(f["rule_id"], f["secret"]) for f in found],
                         [("github-pat", token)])

    def test_what_stands_before_is_not_in_it(self):
        """In the text before an encoded one, only the name counts."""
        token = MAKER.aws()
        text = b64("a text of some length, with nothing in it")
        found = self.findings("n.json", json.dumps(
            {"k": f"a\n{token}\nb {text}"}) + "\n")
        self.assertEqual([(f["secret"], f["decoded"]) for f in found],
                         [(token, ["backslash"])])

    def test_two_in_one(self):
        first, second = MAKER.github(), MAKER.slack()
        text = f"a: {first}\nb: {second}\n"
        packed = b64(gzip.compress(text.encode(), mtime=0))
        for content in (f"x: {b64(text)}\n", f"x: {packed}\n"):
            found = self.findings("t.yaml", content)
            self.assertEqual({f["secret"] for f in found}, {first, second})

    def test_depth(self):
        token = MAKER.github()
        text = token
        for depth in range(1, 8):
            text = b64(text)
            found = self.findings("d.txt", f"x: {text}\n")
            self.assertEqual(len(found), 1 if depth <= 5 else 0, depth)
            if depth < 6:
                self.assertEqual(found[0]["decoded"], ["base64"] * depth)
        report = self.scan(self.tmp / "tree" / "d.txt", code=0)
        self.assertIn("in more than 5 nested encodings",
                      " ".join(report["coverage"]["notes"]))
        self.write("tree/d.txt", f"x: {b64(token)}\n".encode())
        path = self.tmp / "tree" / "d.txt"
        self.scan("--decode-depth", "0", path, code=0)
        self.scan("--decode-depth", "1", path, code=1)
        self.assert_refused(harness.run("--decode-depth", "11", path),
                            "--decode-depth")

    def test_a_scanned_tree_does_not_turn_it_off(self):
        token = MAKER.github()
        self.write("tree/a.txt", f"x: {b64(token)}\n".encode())
        self.write("tree/.sluice.toml", b"[scan]\ndecode-depth = 0\n")
        outcome = harness.run("scan", "-f", "json", self.tmp / "tree")
        self.assertIn(outcome.code, (1, 2), str(outcome))
        if outcome.code == 1:
            self.assertEqual(len(outcome.json()["findings"]), 1)
        else:
            self.assertIn(b"decode-depth", outcome.stderr)

    def test_a_long_one_is_cut_and_said_so(self):
        token = MAKER.github()
        text = f"first: {token}\n" + "x y z\n" * 200_000
        self.write("tree/long.txt", f"k: {b64(text)}\n".encode())
        report = self.scan(self.tmp / "tree", code=1)
        self.assert_secrets(report, token)
        self.assertIn("only the first part of a long encoded text",
                      " ".join(report["coverage"]["notes"]))

    def test_nothing_in_prose_and_code(self):
        texts = (
            b64("a page of text about passwords and secrets, without any"),
            b64("<html><body>password: <input name=password></body></html>"),
            "\\u0041\\u0042 \\n \\t %20 &amp; =3D", "0x" + "41" * 40)
        for text in texts:
            self.assertEqual(self.findings("t.txt", f"k: {text}\n"), [])

    # The parts that are shown.

    def test_masked(self):
        token = MAKER.github()
        text = b64(f"TOKEN={token}\nmore of it\n")
        self.write("tree/s.yaml", f"  blob: {text} # why\n".encode())
        for form in ("pretty", "json", "sarif", "html", "csv", "jsonl",
                     "gitlab"):
            outcome = harness.run("scan", "-f", form, self.tmp / "tree")
            self.assert_code(outcome, 1)
            shown = outcome.stdout.decode()
            self.assertNotIn(token[4:], shown, form)
            for at in range(0, len(text) - 12, 4):
                self.assertNotIn(text[at:at + 12], shown, form)
        shown = harness.run("scan", self.tmp / "tree").stdout.decode()
        self.assertIn("in base64", shown)
        for more, line in ((), "*" * len(text)), (("--show-secrets",), text):
            outcome = harness.run("scan", "-f", "json", *more,
                                  self.tmp / "tree")
            finding, = outcome.json()["findings"]
            excerpt = finding["excerpt"]
            self.assertEqual(
                excerpt["before"] + excerpt["secret"] + excerpt["after"],
                f"  blob: {line} # why")

    def test_allowed_beside_it(self):
        token = MAKER.github()
        for line in (f"k: {b64(token)} # sluice:allow\n",
                     f"# sluice:allow-next-line\nk: {b64(token)}\n",
                     f"k: {b64(token + ' # sluice:allow')}\n"):
            self.assertEqual(self.findings("a.yaml", line), [])
        self.assertEqual(len(self.findings(
            "a.yaml", f"k: {b64(token)} # sluice:allow\n", "--ignore-allow")),
            1)

    def test_baseline_knows_it(self):
        token = MAKER.github()
        self.write("tree/a.yaml", f"k: {b64(token)}\n".encode())
        outcome = harness.run("baseline", "write", cwd=self.tmp / "tree")
        self.assert_code(outcome, 0)
        report = self.scan(self.tmp / "tree", code=0)
        self.assertEqual(report["coverage"]["baseline"], 1)

    def test_report_convert(self):
        token = MAKER.github()
        self.write("tree/a.yaml", f"k: {b64(token)}\n".encode())
        whole = harness.run("scan", "-f", "json", self.tmp / "tree").stdout
        self.assertIn(b'"decoded":["base64"]', whole)
        self.write("r.json", whole)
        for form in ("json", "sarif", "csv", "pretty"):
            scanned = harness.run("scan", "-f", form, self.tmp / "tree")
            converted = harness.run("report", "convert", "-f", form,
                                    self.tmp / "r.json")
            if form != "pretty":
                self.assertEqual(converted.stdout, scanned.stdout, form)

    def test_git_history(self):
        token = MAKER.github()
        tree = self.tmp / "repo"
        self.write("repo/s.yaml", f"data:\n  k: {b64(token)}\n".encode())
        def git(*words):
            subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b",
                            *words], cwd=tree, check=True,
                           env=harness.environment(), capture_output=True)
        git("init", "-q")
        git("add", ".")
        git("commit", "-qm", "x")
        outcome = harness.run("git", "-f", "json", "--show-secrets", tree)
        self.assert_code(outcome, 1)
        finding, = outcome.json()["findings"]
        self.assertEqual(
            (finding["secret"], finding["decoded"], finding["start"]["line"]),
            (token, ["base64"], 2))

    def test_large_file(self):
        """Chunks and views: a long text that crosses them, in a file that all
        workers share."""
        token, other = MAKER.github(), MAKER.slack()
        noise = random.Random(1).randbytes(300_000).hex()
        long = b64(f"{noise}\ntoken: {token}\n")
        filler = "".join(f"line {i} of many, with nothing in it\n"
                         for i in range(250_000))
        at = 2 * 1024 * 1024 - 5_000
        content = (filler[:at] + f"\nk: {long}\n" + filler[at:] +
                   f"k: {b64(other)}\n").encode()
        self.assertGreater(len(content), 8 * 1024 * 1024)
        self.write("tree/big.txt", content)
        reports = [self.scan("-j", workers, self.tmp / "tree", code=1)
                   for workers in ("1", "4")]
        for report in reports:
            self.assert_secrets(report, token, other)
            for finding in report["findings"]:
                start, end = finding["start"], finding["end"]
                self.assertIn(finding["secret"], base64.b64decode(
                    content[start["byte"]:end["byte"]]).decode())
                self.assertEqual(start["line"],
                                 content[:start["byte"]].count(b"\n") + 1)
        self.assertEqual(reports[0]["findings"], reports[1]["findings"])


if __name__ == "__main__":
    unittest.main()
