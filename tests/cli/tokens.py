"""Made-up credentials of real kinds, from a seeded generator.

They exist only while a test runs: no file of this repository holds one, so
the repository scans clean with itself.
"""

import random
import re
import string
import zlib

BASE62 = string.digits + string.ascii_uppercase + string.ascii_lowercase
_BASE32 = string.ascii_uppercase + "234567"

# Words by which a scanner recognizes a placeholder. A word of five or six
# letters occurs by chance among many thousands of bodies, so bodies avoid
# them. Another test has one in a real token.
_PLACEHOLDER_WORDS = re.compile("dummy|example|foobar|invalid|replace|sample"
                                "|secret|token|xxxx", re.IGNORECASE)


def base62(value: int, width: int) -> str:
    """`value` in base 62, most significant digit first, padded with 0."""
    digits = ""
    while value:
        value, digit = divmod(value, 62)
        digits = BASE62[digit] + digits
    return digits.rjust(width, "0")


def crc_suffix(body: str) -> str:
    """The six characters that GitHub and npm append to a token's body."""
    return base62(zlib.crc32(body.encode("ascii")), 6)


class TokenMaker:
    """Gives a new secret at every call, the same sequence for a seed."""

    KINDS = ("github", "npm", "slack", "stripe", "aws", "sendgrid")
    # The kinds whose own checksum proves them.
    CHECKED_KINDS = ("github", "npm")

    def __init__(self, seed: int):
        self._random = random.Random(seed)
        self._given: set[str] = set()

    def github(self) -> str:
        return self._new(lambda: self._checked("ghp" + "_"))

    def npm(self) -> str:
        return self._new(lambda: self._checked("npm" + "_"))

    def slack(self) -> str:
        return self._new(lambda: "-".join((
            "xo" + "xb", self._digits(12), self._digits(12),
            self._mixed(24))))

    def stripe(self) -> str:
        return self._new(lambda: "sk" + "_live_" + self._mixed(24))

    def aws(self) -> str:
        # The first digit begins the account's number, which has an end.
        return self._new(lambda: "AK" + "IA" + self._random.choice(
            "QRSTUVWXYZ2345") + self._mixed(15, _BASE32))

    def sendgrid(self) -> str:
        return self._new(lambda: ".".join((
            "S" + "G", self._mixed(22), self._mixed(43))))

    def of_kind(self, kind: str) -> str:
        return getattr(self, kind)()

    def any(self) -> str:
        return self.of_kind(self._random.choice(self.KINDS))

    def checked(self) -> str:
        """One of a kind that carries a checksum."""
        return self.of_kind(self._random.choice(self.CHECKED_KINDS))

    def github_with_wrong_checksum(self) -> str:
        """Right in all but the last character."""
        good = self.github()
        wrong = "A" if good[-1] != "A" else "B"
        return good[:-1] + wrong

    def github_that_holds(self, word: str) -> str:
        """A right one with `word` in its body."""
        body = self._mixed(30 - len(word)) + word
        return self._new(lambda: "ghp" + "_" + body + crc_suffix(body))

    def _new(self, make) -> str:
        while (token := make()) in self._given:
            pass
        self._given.add(token)
        return token

    def _checked(self, prefix: str) -> str:
        body = self._mixed(30)
        return prefix + body + crc_suffix(body)

    def _digits(self, count: int) -> str:
        # No leading zero: these are numbers that a service counts up.
        return (self._random.choice("123456789")
                + "".join(self._random.choices(string.digits, k=count - 1)))

    def _mixed(self, count: int, alphabet: str = BASE62) -> str:
        """A body that looks drawn by a service: letters (of both cases,
        if the alphabet has them) and digits, no character thrice in a row."""
        classes = [set(group) & set(alphabet) for group in
                   (string.digits, string.ascii_uppercase,
                    string.ascii_lowercase)]
        while True:
            body = "".join(self._random.choices(alphabet, k=count))
            if (all(group & set(body) for group in classes if group)
                    and not re.search(r"(.)\1\1", body)
                    and not _PLACEHOLDER_WORDS.search(body)):
                return body


# Every kind above, for searches that share nothing with the program: a naive
# opinion about which token is where.
NAIVE_PATTERN = re.compile("|".join((
    "ghp" + "_[0-9A-Za-z]{36}",
    "npm" + "_[0-9A-Za-z]{36}",
    "xo" + "xb-[0-9]{12}-[0-9]{12}-[0-9A-Za-z]{24}",
    "sk" + "_live_[0-9A-Za-z]{24}",
    "AK" + "IA[A-Z2-7]{16}",
    "S" + r"G\.[0-9A-Za-z]{22}\.[0-9A-Za-z]{43}",
)).encode("ascii"))
