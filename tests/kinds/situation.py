"""A situation: a text, and the value in it that must be found, or must not."""

import base64
import dataclasses
import random
import string
import uuid

WORD = string.ascii_letters + string.digits
SMALL = string.ascii_lowercase + string.digits
HEX = "0123456789abcdef"
CODE = ("billing", "orders", "ledger", "courier", "harbor", "catalog",
        "invoice", "meter", "relay", "silo")


@dataclasses.dataclass
class Situation:
    kind: str
    path: str
    text: str
    secret: str = ""  # empty: nothing must be found
    part: bool = False  # a finding may contain more than the secret


def some(rng, alphabet, size):
    return "".join(rng.choice(alphabet) for _ in range(size))


def drawn(rng, size, alphabet=WORD):
    """Letters and digits, some of each, as a generator draws them."""
    while True:
        value = some(rng, alphabet, size)
        if (sum(c.isdigit() for c in value) >= 2
                and sum(c.isalpha() for c in value) >= 2):
            return value


def password(rng, size=16, signs="!#%+@_-.^~?"):
    """What a password manager draws, begun and ended by a letter."""
    inner = drawn(rng, size - 4) + some(rng, signs, 2)
    inner = "".join(rng.sample(inner, len(inner)))
    return rng.choice(string.ascii_letters) + inner + rng.choice(
        string.ascii_letters)


def base64_of(rng, size):
    return base64.b64encode(rng.randbytes(size)).decode()


def base64url_of(rng, size):
    return base64.urlsafe_b64encode(rng.randbytes(size)).decode().rstrip("=")


def uuid4(rng):
    return str(uuid.UUID(bytes=rng.randbytes(16), version=4))


def app(rng):
    return rng.choice(CODE)


def one_of(rng, *values):
    return rng.choice(values)


def seeded(seed, kind):
    return random.Random(f"{seed} {kind}")
