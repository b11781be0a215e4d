"""Private keys, beside openssl and ssh-keygen: what these make is found and
named rightly, and what openssl does not take for a key is not reported."""

import base64
import collections
import os
import random
import re
import shutil
import subprocess
import unittest

import harness

OPENSSL = shutil.which("openssl")
SSH_KEYGEN = shutil.which("ssh-keygen")

# The options for an openssl key, and sluice's name for it.
RSA = ["-algorithm", "RSA", "-pkeyopt"]
EC = ["-algorithm", "EC", "-pkeyopt", "ec_param_enc:named_curve", "-pkeyopt"]
KINDS = [
    (RSA + ["rsa_keygen_bits:1024"], "RSA 1024 bits", 22),
    (RSA + ["rsa_keygen_bits:2048"], "RSA 2048 bits", 8),
    (RSA + ["rsa_keygen_bits:3072"], "RSA 3072 bits", 1),
    (EC + ["ec_paramgen_curve:P-256"], "EC P-256", 24),
    (EC + ["ec_paramgen_curve:P-384"], "EC P-384", 20),
    (EC + ["ec_paramgen_curve:P-521"], "EC P-521", 20),
    (EC + ["ec_paramgen_curve:secp256k1"], "EC secp256k1", 15),
    (EC + ["ec_paramgen_curve:brainpoolP256r1"], "EC brainpoolP256r1", 10),
    (["-algorithm", "ED25519"], "Ed25519", 30),
    (["-algorithm", "ED448"], "Ed448", 20),
    (["-algorithm", "X25519"], "X25519", 15),
    (["-algorithm", "X448"], "X448", 15),
]
LABEL = re.compile(rb"-----(BEGIN|END) [A-Z ]+-----")


def openssl(*arguments, given=b"", accept_failure=False):
    done = subprocess.run([OPENSSL, *arguments], input=given,
                          capture_output=True, check=False)
    if done.returncode != 0 and not accept_failure:
        raise RuntimeError(f"openssl {arguments[0]}: {done.stderr!r}")
    return done.stdout if done.returncode == 0 else None


def takes(pem: bytes) -> bool:
    """Whether openssl reads `pem` as a private key."""
    return openssl("pkey", "-noout", "-passin", "pass:", given=pem,
                   accept_failure=True) is not None


def labelled(pem: bytes, label: bytes) -> bytes:
    return LABEL.sub(rb"-----\1 " + label + b"-----", pem)


def wrapped(der: bytes, label=b"PRIVATE KEY") -> bytes:
    digits = base64.b64encode(der)
    lines = [digits[i:i + 64] for i in range(0, len(digits), 64)]
    return b"\n".join([b"-----BEGIN " + label + b"-----", *lines,
                       b"-----END " + label + b"-----", b""])


def der_of(pem: bytes) -> bytes:
    return base64.b64decode(b"".join(pem.split(b"\n")[1:-2]))


class PrivateKeysTest(harness.CliTest):

    def findings(self) -> dict:
        """What is found at any confidence, by file."""
        report = harness.run("-f", "json", "--min-confidence", "low",
                             self.tmp, timeout=harness.TIMEOUT_S).json()
        found = collections.defaultdict(list)
        for finding in report["findings"]:
            found[finding["path"]].append(finding)
        return found

    @unittest.skipUnless(OPENSSL, "no openssl")
    def test_what_openssl_makes_is_named_rightly(self):
        wanted = {}
        for number, (arguments, kind, count) in enumerate(KINDS):
            for i in range(count):
                pem = openssl("genpkey", *arguments)
                # Half of those that have an older form, in that.
                if i % 2 and kind[:2] in ("RS", "EC"):
                    pem = openssl("pkey", "-traditional", given=pem)
                name = f"{number}-{i}.pem"
                self.write(name, pem)
                wanted[name] = kind
        self.assertEqual(len(wanted), 200)
        found = self.findings()
        for name, kind in wanted.items():
            with self.subTest(name=name, kind=kind):
                self.assertEqual([(f["detail"], f["checksum"], f["confidence"])
                                  for f in found[name]],
                                 [(kind, "valid", "high")])

    @unittest.skipUnless(OPENSSL, "no openssl")
    def test_encrypted_ones_are_said_to_be(self):
        pem = openssl("genpkey", "-algorithm", "ED25519")
        self.write("new.pem", openssl("pkey", "-aes256", "-passout",
                                      "pass:loom", given=pem))
        rsa = openssl("genpkey", *RSA, "rsa_keygen_bits:1024")
        self.write("old.pem", openssl("rsa", "-aes128", "-traditional",
                                      "-passout", "pass:loom", given=rsa))
        found = self.findings()
        self.assertEqual(
            {name: [(f["detail"], f["confidence"]) for f in found[name]]
             for name in ("new.pem", "old.pem")},
            {"new.pem": [("PKCS#8 key, encrypted", "medium")],
             "old.pem": [("RSA, encrypted with AES-128-CBC", "medium")]})

    @unittest.skipUnless(OPENSSL, "no openssl")
    def test_public_things_are_no_keys_whatever_their_label(self):
        for number, (arguments, _, _) in enumerate(KINDS):
            pem = openssl("genpkey", *arguments)
            public = openssl("pkey", "-pubout", given=pem)
            self.write(f"{number}.pem", labelled(public, b"PRIVATE KEY"))
        key = self.write("key.txt", openssl("genpkey", *KINDS[3][0]))
        certificate = openssl("req", "-x509", "-key", str(key), "-subj",
                              "/CN=loom.internal", "-days", "9")
        key.unlink()
        self.write("certificate.pem",
                   labelled(certificate, b"EC PRIVATE KEY"))
        for name, found in self.findings().items():
            self.assertEqual({(f["confidence"], f["evidence"]["check"])
                              for f in found}, {("low", "refutes")}, name)

    # openssl reads some things more closely than we do (whether a point is on
    # its curve), so what it takes is found, and not the reverse. Of RSA keys,
    # where it takes negative numbers too, only the modulus is altered.
    @unittest.skipUnless(OPENSSL, "no openssl")
    def test_what_openssl_still_takes_of_altered_keys_is_found(self):
        chance = random.Random(harness.seed(7))
        taken, cut = [], []
        for number, (arguments, _, _) in enumerate(KINDS):
            der = der_of(openssl("genpkey", *arguments))
            for i in range(6):
                altered = bytearray(der)
                at = (range(60, 150) if arguments[1] == "RSA"
                      else range(len(der)))
                altered[chance.choice(at)] ^= 1 << chance.randrange(8)
                name = f"{number}-altered-{i}.pem"
                pem = wrapped(bytes(altered))
                self.write(name, pem)
                if takes(pem):
                    taken.append(name)
            size = chance.randrange(40, len(der))
            name = f"{number}-cut.pem"
            self.write(name, wrapped(der[:size]))
            self.assertFalse(takes(wrapped(der[:size])))
            cut.append(name)
        found = self.findings()
        self.assertGreater(len(taken), 10)
        self.assertEqual([name for name in taken if name not in found], [])
        # Whoever cuts a key may have cut it only here.
        for name in cut:
            self.assertEqual({(f["confidence"], f["evidence"]["check"])
                              for f in found.get(name, [])} - {
                                  ("low", "refutes"), ("medium", "doubts")},
                             set(), name)

    @unittest.skipUnless(SSH_KEYGEN, "no ssh-keygen")
    def test_what_ssh_keygen_makes_is_named_rightly(self):
        kinds = [(["-t", "ed25519"], "Ed25519"),
                 (["-t", "ecdsa", "-b", "256"], "EC P-256"),
                 (["-t", "ecdsa", "-b", "521"], "EC P-521"),
                 (["-t", "rsa", "-b", "2048"], "RSA 2048 bits")]
        wanted = {}
        for number, (arguments, kind) in enumerate(kinds):
            for phrase, more in (("", ""), ("loom and weft", ", encrypted")):
                name = f"id_{number}{'_locked' if phrase else ''}"
                path = os.path.join(self.tmp, name)
                subprocess.run(
                    [SSH_KEYGEN, "-q", *arguments, "-N", phrase, "-C", "x",
                     "-f", path], check=True, stdin=subprocess.DEVNULL)
                os.unlink(path + ".pub")
                wanted[name] = kind + more
        found = self.findings()
        self.assertEqual({name: [f["detail"] for f in found[name]]
                          for name in wanted},
                         {name: [kind] for name, kind in wanted.items()})


if __name__ == "__main__":
    unittest.main()
