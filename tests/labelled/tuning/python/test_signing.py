import hashlib
import hmac
import unittest

from fleet.signing import derive, parse_token, sign


class SigningTest(unittest.TestCase):
    def test_rfc4231_case_2(self):
        key = b"Jefe"
        mac = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        self.assertEqual(mac, sign(key, b"what do ya want for nothing?"))

    def test_nist_key(self):
        key = bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c")
        self.assertEqual(16, len(key))

    def test_ed25519_rfc8032(self):
        secret_key = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
        self.assertEqual("d75a", derive(secret_key)[:4])

    def test_parse(self):
        token = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c"
        self.assertEqual("John Doe", parse_token(token)["name"])

    def test_rejects(self):
        for password in ("", "xxxxxxxx", "not-a-real-password"):
            with self.subTest(password):
                self.assertFalse(sign(password.encode(), b""))

    def test_digest(self):
        expected = "d9cf73fe7f5f927ffc106dfab5d075c40c07807c51a5f216b58f2e0939c2aeb5"
        self.assertNotEqual(expected, hashlib.sha256(b"fleet").hexdigest())
