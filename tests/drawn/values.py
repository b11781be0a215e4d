"""Values as people's tools draw them: generators of passwords, password
managers, browsers, cloud stores and frameworks.

A kind says which names its values are given to: `password`, `token`, or both.
"""

import base64
import dataclasses
import random
import string
import typing
import uuid

LETTERS = string.ascii_letters
DIGITS = string.digits
SMALL = string.ascii_lowercase
WORD = LETTERS + DIGITS
SIGNS = string.punctuation

PASSWORD = ("password",)
TOKEN = ("token",)
BOTH = ("password", "token")

# A list of words as for dice: short and common.
WORDS = """
    acorn amber anvil apple arrow aspen badge barley basin beacon birch
    bishop blanket bottle branch bridge bronze bucket butter cabin camel
    candle canvas carbon castle cedar cellar chalk cherry cliff clover
    cobalt comet copper coral cotton cradle crater cricket crystal dagger
    daisy desert diesel dolphin donkey dragon drizzle eagle ember engine
    fabric falcon feather fiddle flint forest fossil galaxy garden garlic
    ginger glacier goblet granite gravel hammer harbor hazel helmet hollow
    honey hunter iceberg igloo island ivory jacket jigsaw jungle kettle
    kitten ladder lantern lemon lizard magnet mango maple marble meadow
    meteor mitten monkey mosaic muffin nectar needle nickel nutmeg oasis
    olive onion orbit orchid otter oyster paddle panther parrot pebble
    pepper pickle pigeon pillow planet plaster pocket pollen prairie puddle
    pumpkin quartz rabbit raven ribbon river rocket saddle salmon sandal
    scarf shadow silver sparrow spiral sponge squirrel stable summit sunset
    tablet tailor temple thistle thunder timber tomato trumpet tulip tunnel
    turtle umbrella valley velvet violin walnut whistle willow window winter
    """.split()

CONSONANTS = ("b c ch d f g h j k l m n p ph qu r s sh t th v w x y z").split()
VOWELS = ("a ae ah ai e ee ei i ie o oh oo u").split()


@dataclasses.dataclass(frozen=True)
class Kind:
    name: str
    uses: tuple[str, ...]
    draw: typing.Callable[[random.Random], str]
    public: bool = False  # other things than secrets look like this, too


def _of(alphabet, size):
    return lambda rng: "".join(rng.choice(alphabet) for _ in range(size))


def _of_each(classes, size):
    """Some of each class at least, as managers do."""
    def draw(rng):
        while True:
            value = _of("".join(classes), size)(rng)
            if all(any(c in value for c in one) for one in classes):
                return value
    return draw


def _pronounceable(size):
    """`pwgen N`: syllables, one capital and one digit at the least."""
    def draw(rng):
        while True:
            value, vowel = "", rng.random() < 0.5
            while len(value) < size:
                part = rng.choice(VOWELS if vowel else CONSONANTS)
                if rng.random() < 0.2:
                    part = part.capitalize()
                value += part
                if rng.random() < 0.3:
                    value += rng.choice(DIGITS)
                    vowel = rng.random() < 0.5
                else:
                    vowel = not vowel
            value = value[:size]
            if (any(c.isupper() for c in value)
                    and any(c.isdigit() for c in value)):
                return value
    return draw


def _safari(rng):
    """abcdef-Ghijk0-lmnopq: syllables, one capital, one digit."""
    def syllable():
        return (rng.choice("bcdfghjkmnpqrstvwxz") + rng.choice("aeiouy")
                + rng.choice("bcdfghjkmnpqrstvwxz"))
    groups = [list(syllable() + syllable()) for _ in range(3)]
    digit = rng.randrange(1, 6)
    groups[digit // 2][-1 if digit % 2 else 0] = rng.choice("23456789")
    while True:
        group, at = rng.choice(groups), rng.randrange(6)
        if group[at].isalpha():
            group[at] = group[at].upper()
            return "-".join(map("".join, groups))


def _bytes(rng, size):
    return rng.getrandbits(8 * size).to_bytes(size, "big")


def _base64(size, prefix=""):
    return lambda rng: prefix + base64.b64encode(_bytes(rng, size)).decode()


def _base64url(size):
    return lambda rng: (
        base64.urlsafe_b64encode(_bytes(rng, size)).decode().rstrip("="))


def _hex(size):
    return lambda rng: _bytes(rng, size).hex()


def _uuid(rng):
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


def _dice(count, join):
    def draw(rng):
        words = rng.sample(WORDS, count)
        if join == "":
            return "".join(word.capitalize() for word in words)
        return join.join(words)
    return draw


def _kinds():
    for size in (8, 12, 16, 20):
        yield Kind(f"pwgen {size}", PASSWORD, _pronounceable(size))
        yield Kind(f"pwgen -s {size}", PASSWORD,
                   _of_each((SMALL, LETTERS[26:], DIGITS), size))
    for size in (9, 12, 16, 18, 24, 32, 48):
        yield Kind(f"base64 {size}", BOTH, _base64(size), size >= 16)
    for size in (8, 12, 16, 20, 24, 32):
        yield Kind(f"hex {size}", BOTH, _hex(size), size >= 16)
    yield Kind("base64url 32", TOKEN, _base64url(32), True)
    yield Kind("safari", PASSWORD, _safari)
    yield Kind("chrome 15", PASSWORD,
               _of_each((SMALL, LETTERS[26:], DIGITS), 15))
    for size in (12, 16, 20, 24, 32):
        yield Kind(f"manager {size}", BOTH, _of(WORD, size), size >= 20)
        yield Kind(f"manager signs {size}", PASSWORD,
                   _of_each((WORD, DIGITS, SIGNS), size))
        yield Kind(f"manager !@#$%^&* {size}", PASSWORD,
                   _of_each((WORD, DIGITS, "!@#$%^&*"), size))
    yield Kind("manager !@.-_* 20", PASSWORD,
               _of_each((WORD, DIGITS, "!@.-_*"), 20))
    yield Kind("manager -_ 20", PASSWORD, _of_each((WORD, DIGITS, "-_"), 20))
    yield Kind("aws 32", PASSWORD, _of_each((WORD, DIGITS, SIGNS), 32))
    yield Kind("gcp 16", PASSWORD,
               _of_each((WORD, DIGITS, "#$%&()*+,-./:;<=>?@[]^_{|}~"), 16))
    yield Kind("azure 16", PASSWORD,
               _of_each((WORD, DIGITS, "~!@#$%^&*_-+=|(){}[]:;<>,.?/"), 16))
    yield Kind("azure storage", TOKEN, _base64(64), True)
    yield Kind("django 50", TOKEN,
               _of(SMALL + DIGITS + "!@#$%^&*(-_=+)", 50))
    yield Kind("rails 128", TOKEN, _hex(64), True)
    yield Kind("laravel", TOKEN, _base64(32, "base64:"))
    yield Kind("symfony 32", TOKEN, _hex(16))
    yield Kind("uuid", TOKEN, _uuid, True)
    for count, join in ((4, "-"), (5, "."), (6, " "), (4, " "), (4, ""),
                        (5, "-"), (5, "_")):
        yield Kind(f"dice {count} {join!r}", PASSWORD, _dice(count, join))
    yield Kind("small letters 12", PASSWORD, _of(SMALL, 12))
    yield Kind("small letters and digits 12", PASSWORD,
               _of_each((SMALL, DIGITS), 12))
    yield Kind("small letters and digits 32", TOKEN,
               _of_each((SMALL, DIGITS), 32), True)
    for size in (8, 9, 10, 11):
        yield Kind(f"letters and digits {size}", PASSWORD,
                   _of_each((SMALL, LETTERS[26:], DIGITS), size))
        yield Kind(f"signs {size}", PASSWORD,
                   _of_each((LETTERS, DIGITS, "!@#$%^&*-_+=?."), size))


KINDS = tuple(_kinds())
