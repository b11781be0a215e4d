"""Files that are credentials as a whole: what keytool, openssl, gpg, NSS'
certutil, Kerberos' ktutil, Berkeley DB and SQLite write is found by its content
and rated by whether it is open. Stores of certificates and public keys are not
found.

A row whose program is not installed is skipped by its name.
"""

import contextlib
import io
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import unittest
import zipfile

import harness

# Nobody would try it.
LOCK = "".join(("Loom-77", "-gate"))
NAME = "data.bin"


class NoTool(Exception):
    pass


def run(*command, cwd, given=None, env=None):
    program = shutil.which(command[0])
    if program is None:
        raise NoTool(command[0])
    done = subprocess.run([program, *map(str, command[1:])], cwd=cwd,
                          input=given, env={**os.environ, **(env or {})},
                          capture_output=True, timeout=harness.TIMEOUT_S,
                          check=False)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.stderr!r}{done.stdout!r}")
    return done.stdout


def keystore(folder, kind, password, alias="web"):
    run("keytool", "-genkeypair", "-alias", alias, "-keyalg", "EC",
        "-groupname", "secp256r1", "-dname", "CN=loom", "-storetype", kind,
        "-keystore", NAME, "-storepass", password, "-keypass", password,
        cwd=folder)


def truststore(folder, kind):
    keystore(folder, "JKS", LOCK)
    run("keytool", "-exportcert", "-alias", "web", "-keystore", NAME,
        "-storepass", LOCK, "-file", "web.crt", cwd=folder)
    (folder / NAME).unlink()
    run("keytool", "-importcert", "-noprompt", "-alias", "ca", "-file",
        "web.crt", "-storetype", kind, "-keystore", NAME, "-storepass",
        "changeit", cwd=folder)
    (folder / "web.crt").unlink()


def secret_keys(folder):
    run("keytool", "-genseckey", "-alias", "s", "-keyalg", "AES", "-keysize",
        "128", "-storetype", "JCEKS", "-keystore", NAME, "-storepass",
        "changeit", cwd=folder)


def pkcs12(folder, *arguments, password):
    key, certificate = folder / "k.pem", folder / "c.pem"
    run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout",
        key, "-subj", "/CN=loom", "-out", certificate, cwd=folder)
    if "-nokeys" not in arguments:
        arguments = (*arguments, "-inkey", key)
    run("openssl", "pkcs12", "-export", "-in", certificate, "-passout",
        f"pass:{password}", "-out", NAME, *arguments, cwd=folder)
    key.unlink()
    certificate.unlink()


def der(folder, *arguments, algorithm="ED25519"):
    run("openssl", "genpkey", "-algorithm", algorithm, "-out", "k.pem",
        cwd=folder)
    run("openssl", *arguments, "-in", "k.pem", "-outform", "DER", "-out", NAME,
        cwd=folder)
    (folder / "k.pem").unlink()


def gpg(folder, password, *export, kind="ed25519"):
    """What gpg exports, or without `export` its agent's file."""
    home = folder / "home"
    home.mkdir(mode=0o700)
    env = {"GNUPGHOME": str(home)}
    options = ["gpg", "-q", "--batch", "--pinentry-mode", "loopback",
               "--passphrase", password]
    try:
        run(*options, "--quick-gen-key", "ada@loom.invalid", kind, "default",
            "never", cwd=folder, env=env)
        if export:
            content = run(*options, *export, cwd=folder, env=env)
        else:
            keys = sorted((home / "private-keys-v1.d").iterdir())
            content = keys[0].read_bytes()
    finally:
        if shutil.which("gpgconf"):
            run("gpgconf", "--kill", "all", cwd=folder, env=env)
        # Its agent may still remove its sockets.
        shutil.rmtree(home, ignore_errors=True)
    (folder / NAME).write_bytes(content)


def nss(folder, password, keys=True):
    (folder / "pw").write_text(password)
    (folder / "noise").write_bytes(random.Random(1).randbytes(200))
    run("certutil", "-N", "-d", "sql:.", "-f", "pw", cwd=folder)
    if keys:
        run("certutil", "-S", "-x", "-n", "a", "-s", "CN=loom", "-t", ",,",
            "-z", "noise", "-d", "sql:.", "-f", "pw", cwd=folder)
    content = (folder / "key4.db").read_bytes()
    for one in list(folder.iterdir()):
        one.unlink()
    (folder / NAME).write_bytes(content)


def keytab(folder):
    run("ktutil", cwd=folder, given=(
        "addent -password -p host/db.loom.invalid@LOOM.INVALID -k 1 "
        f"-e aes256-cts-hmac-sha1-96\n{LOCK}\nwkt {NAME}\nquit\n").encode())


def wallet(folder, *entries):
    dump = ["VERSION=3", "format=bytevalue", "database=main", "type=btree",
            "db_pagesize=4096", "HEADER=END"]
    for key, value in entries:
        dump += [" " + key.hex(), " " + value.hex()]
    dump = "\n".join([*dump, "DATA=END", ""]).encode()
    tool = shutil.which("db5.3_load") or shutil.which("db_load")
    if tool is None:
        raise NoTool("db_load")
    run(tool, NAME, cwd=folder, given=dump)


def logins(folder, rows):
    with contextlib.closing(sqlite3.connect(folder / NAME)) as database:
        database.execute("CREATE TABLE logins (origin_url VARCHAR NOT NULL, "
                         "username_value VARCHAR, password_value BLOB)")
        for _ in range(rows):
            database.execute("INSERT INTO logins VALUES ('https://a.invalid', "
                             "'ada', x'763130aabbccddee')")
        database.commit()


PLAIN = [(b"\x07keymeta!" + bytes(33), bytes(17)),
         (b"\x03key!" + bytes(33), bytes(214))]
LOCKED = [(b"\x07keymeta!" + bytes(33), bytes(17)),
          (b"\x04ckey!" + bytes(33), bytes(48)),
          (b"\x04mkey\1\0\0\0", bytes(66))]

OPENED = "opens with the well-known password \"%s\""
# A row names a file, makes it, and has its rule, level and detail, or None.
ROWS = [
    ("JKS, changeit", lambda f: keystore(f, "JKS", "changeit"),
     ("keystore-java", "high", "JKS, 1 private key, " + OPENED % "changeit")),
    ("JKS", lambda f: keystore(f, "JKS", LOCK),
     ("keystore-java", "medium",
      "JKS, 1 private key, locked by a password")),
    ("JKS, for debugging",
     lambda f: keystore(f, "JKS", "android", "androiddebugkey"),
     ("keystore-java", "low",
      "JKS, 1 private key, Android's key for debugging")),
    ("JCEKS", lambda f: keystore(f, "JCEKS", LOCK),
     ("keystore-java", "medium",
      "JCEKS, 1 private key, locked by a password")),
    ("JCEKS, secret keys", secret_keys,
     ("keystore-java", "high",
      "JCEKS, with secret keys, " + OPENED % "changeit")),
    ("PKCS#12 of keytool", lambda f: keystore(f, "PKCS12", "changeit"),
     ("keystore-pkcs12", "high",
      "PKCS#12, 1 private key, " + OPENED % "changeit")),
    ("PKCS#12, for debugging",
     lambda f: keystore(f, "PKCS12", "android", "androiddebugkey"),
     ("keystore-pkcs12", "low",
      "PKCS#12, 1 private key, Android's key for debugging")),
    ("PKCS#12 of openssl", lambda f: pkcs12(f, password=LOCK),
     ("keystore-pkcs12", "medium",
      "PKCS#12, 1 private key, locked by a password")),
    ("PKCS#12, empty password", lambda f: pkcs12(f, password=""),
     ("keystore-pkcs12", "high",
      "PKCS#12, 1 private key, opens without a password")),
    ("PKCS#12, SHA-512",
     lambda f: pkcs12(f, "-macalg", "sha512", password="notasecret"),
     ("keystore-pkcs12", "high",
      "PKCS#12, 1 private key, " + OPENED % "notasecret")),
    ("PKCS#12, SHA-1",
     lambda f: pkcs12(f, "-macalg", "sha1", password="changeme"),
     ("keystore-pkcs12", "high",
      "PKCS#12, 1 private key, " + OPENED % "changeme")),
    ("PKCS#12, not encrypted",
     lambda f: pkcs12(f, "-keypbe", "NONE", "-nomac", password=LOCK),
     ("keystore-pkcs12", "high", "PKCS#12, 1 private key, not encrypted")),
    ("PKCS#12 of certificates",
     lambda f: pkcs12(f, "-nokeys", "-certpbe", "NONE", password=LOCK), None),
    ("PKCS#12, unseen", lambda f: truststore(f, "PKCS12"),
     ("keystore-pkcs12", "low",
      "PKCS#12, encrypted, maybe certificates alone")),
    ("JKS of certificates", lambda f: truststore(f, "JKS"), None),
    ("PKCS#8", lambda f: der(f, "pkey"),
     ("privatekey-der-file", "high", "DER, Ed25519")),
    ("PKCS#8, RSA", lambda f: der(f, "pkey", algorithm="RSA"),
     ("privatekey-der-file", "high", "DER, RSA 2048 bits")),
    ("PKCS#8, locked",
     lambda f: der(f, "pkcs8", "-topk8", "-passout", "pass:" + LOCK),
     ("privatekey-der-file", "medium", "DER, PKCS#8 key, encrypted")),
    ("a public key", lambda f: der(f, "pkey", "-pubout"), None),
    ("a keyring", lambda f: gpg(f, "", "--export-secret-keys"),
     ("privatekey-gnupg", "high", "OpenPGP, EdDSA")),
    ("a locked keyring", lambda f: gpg(f, LOCK, "--export-secret-keys",
                                       kind="rsa2048"),
     ("privatekey-gnupg", "medium", "OpenPGP, RSA 2048 bits, encrypted")),
    ("a public keyring", lambda f: gpg(f, "", "--export"), None),
    ("gpg-agent's file", lambda f: gpg(f, ""),
     ("privatekey-gnupg", "high", "gpg-agent, ecc, not encrypted")),
    ("gpg-agent's locked file", lambda f: gpg(f, LOCK, kind="rsa2048"),
     ("privatekey-gnupg", "medium", "gpg-agent, rsa, locked by a password")),
    ("NSS", lambda f: nss(f, LOCK),
     ("nss-key-database", "medium", "NSS, key4.db, locked by a password")),
    ("NSS, open", lambda f: nss(f, ""),
     ("nss-key-database", "high",
      "NSS, key4.db, opens without a password")),
    ("NSS without keys", lambda f: nss(f, "", keys=False), None),
    ("a keytab", keytab,
     ("kerberos-keytab", "high",
      "1 key of host/db.loom.invalid@LOOM.INVALID")),
    ("a wallet", lambda f: wallet(f, *PLAIN),
     ("bitcoin-wallet", "high", "Bitcoin, not encrypted")),
    ("a locked wallet", lambda f: wallet(f, *LOCKED),
     ("bitcoin-wallet", "medium", "Bitcoin, locked by a password")),
    ("another Berkeley DB", lambda f: wallet(f, (b"aa", b"bb")), None),
    ("logins", lambda f: logins(f, 3),
     ("browser-logins", "medium",
      "Chromium, encrypted by a key of the user's system")),
    ("no logins", lambda f: logins(f, 0), None),
]


class KeyFilesTest(harness.CliTest):

    def found(self, *arguments) -> list:
        """What is found of the files themselves, not in them."""
        report = self.scan("--min-confidence", "low", *arguments)
        return [(f["rule_id"], f["confidence"], f.get("detail"))
                for f in report["findings"] if "member" not in f]

    def made(self, make, name=NAME) -> pathlib.Path:
        folder = self.tmp / "made"
        folder.mkdir(exist_ok=True)
        try:
            make(folder)
        except NoTool as missing:
            shutil.rmtree(folder, ignore_errors=True)
            self.skipTest(f"not installed: {missing}")
        path = self.tmp / name
        (folder / NAME).rename(path)
        shutil.rmtree(folder, ignore_errors=True)
        return path

    def test_what_tools_make(self):
        for what, make, wanted in ROWS:
            with self.subTest(what=what):
                path = self.made(make)
                self.assertEqual(self.found(path),
                                 [] if wanted is None else [wanted])

    def test_in_archives_and_from_standard_input(self):
        path = self.made(lambda f: logins(f, 1))
        content = path.read_bytes()
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("etc/Login Data", content)
        zipped = self.write("a.zip", packed.getvalue())
        report = self.scan(zipped)
        self.assertEqual(
            [(f["rule_id"], f["member"]) for f in report["findings"]],
            [("browser-logins", ["etc/Login Data"])])
        report = self.scan("-", stdin=content)
        self.assertEqual([f["rule_id"] for f in report["findings"]],
                         ["browser-logins"])
        # The database's own members are scanned all the same.
        self.assertGreater(report["coverage"]["members_scanned"], 0)
        # Without opening archives, too.
        report = self.scan("--archive-depth", "0", path)
        self.assertEqual([f["rule_id"] for f in report["findings"]],
                         ["browser-logins"])

    def test_a_cut_file_or_other_text_is_none(self):
        content = self.made(lambda f: keystore(f, "JKS", LOCK)).read_bytes()
        self.assertEqual(len(self.found(self.write("whole", content))), 1)
        (self.tmp / NAME).unlink()
        (self.tmp / "whole").unlink()
        self.write("cut", content[:200])
        self.write("behind", b"x" + content)
        self.write("text", b"\xFE\xED\xFE\xED is the first word of a JKS file")
        self.assertEqual(self.found(self.tmp), [])

    def test_baselines_and_allowlists_take_them(self):
        path = self.made(lambda f: logins(f, 1), "Login Data")
        self.assert_code(harness.run("baseline", "write", self.tmp), 0)
        report = self.scan(self.tmp, code=0)
        self.assertEqual(report["coverage"]["baseline"], 1)
        (self.tmp / ".sluice-baseline").unlink()
        self.scan(path, code=1)
        config = self.write(
            "c.toml", b"[[allowlists]]\npaths = ['''Login Data$''']\n")
        self.scan("--config", config, path, code=0)
        self.scan("--disable-rule", "browser-logins", path, code=0)

    def test_a_rule_of_ones_own(self):
        path = self.made(lambda f: logins(f, 1))
        rules = self.write("r.toml", b"[[rules]]\nid = 'mine'\n"
                           b"description = 'mine'\nfile = 'browser-logins'\n"
                           b"path = '''[.]db$'''\nconfidence = 'high'\n")
        self.assertEqual(self.found("--config", rules, path), [])
        database = self.tmp / "a.db"
        path.rename(database)
        self.assertEqual(
            [rule for rule, *_ in self.found("--config", rules, database)],
            ["mine"])
        wrong = self.write("w.toml", b"[[rules]]\nid = 'mine'\nfile = 'odd'\n")
        self.assert_refused(harness.run("--config", wrong, path),
                            "unknown file `odd`")


if __name__ == "__main__":
    unittest.main()
