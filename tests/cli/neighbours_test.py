"""The text beside a secret, before it, after it, on the next line, changes
neither whether it is found nor how it is shown. Each case was a bug."""

import unittest

import harness
from tokens import TokenMaker

MAKER = TokenMaker(700)


class NeighboursTest(harness.CliTest):

    def found(self, content: bytes, *secrets: str):
        path = self.write("f", content)
        report = self.scan("--show-secrets", path, code=1)
        self.assertEqual([f["secret"] for f in report["findings"]],
                         list(secrets))

    def gitlab(self):
        return "glpat-" + MAKER.github()[4:24]

    def test_an_allow_comment_on_the_next_line(self):
        secret = self.gitlab()
        self.found(f"token: {secret}\nother = 1 # sluice:allow\n".encode(),
                   secret)

    def test_an_allow_comment_on_the_line_before(self):
        secret = self.gitlab()
        self.found(f"other = 1 # sluice:allow\n{secret}\n".encode(), secret)

    def test_bytes_that_are_not_utf8(self):
        secret = self.gitlab()
        self.found(b"tok \x93" + secret.encode() + b"\x94 end\n", secret)
        self.found(b"\0\0" + secret.encode() + b"\xff\xfe", secret)

    def test_escapes_before_a_secret(self):
        for before in ("A=1\\n", "\x1b[32m", "x%3A", "token%3D", "\\u0022",
                       "key_"):
            with self.subTest(before=before):
                secret = MAKER.github()
                self.found(f'"{before}{secret}"\n'.encode(), secret)

    def test_one_a_line(self):
        secrets = ["p8e-" + MAKER.github()[4:36] for _ in range(10)]
        self.found("\n".join(secrets).encode(), *secrets)

    def test_what_a_covered_finding_hid_stays_hidden(self):
        token = MAKER.github()
        tail = MAKER.github()[10:24]
        path = self.write("f", f"x postgres://app:{token}-{tail}@db/x\n"
                          f'password = "{tail}:{token}"\n'.encode())
        for form in ("pretty", "json"):
            outcome = harness.run("-f", form, path)
            self.assert_code(outcome, 1)
            self.assertIn(b"github-pat", outcome.stdout)
            self.assertNotIn(tail.encode(), outcome.stdout)
            self.assertNotIn(token[4:].encode(), outcome.stdout)


class NamesTest(harness.CliTest):

    def test_names_in_brackets(self):
        for name in ("[id]", "[[id]]", "[]", "[,]", "[a,b]", "{x}", "a,b"):
            with self.subTest(name=name):
                secret = MAKER.github()
                self.write(f"{name}/f", secret.encode())
                report = self.scan(name, cwd=self.tmp, code=1)
                self.assertEqual([f["path"] for f in report["findings"]],
                                 ["f"])

    def test_scan_after_dashes_is_a_path(self):
        self.write("scan/f", MAKER.github().encode())
        self.scan("--", "scan", cwd=self.tmp, code=1)
        self.scan("scan", "--", "scan", cwd=self.tmp, code=1)

    def test_scan_after_options_is_the_command(self):
        self.write("f", MAKER.github().encode())
        self.scan("--no-ignore", "scan", ".", cwd=self.tmp, code=1)


if __name__ == "__main__":
    unittest.main()
