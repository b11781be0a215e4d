#!/usr/bin/env python3
"""Writes the word model (lib/judge/value/randomness.inc) from Debian packages.

    apt-get download PACKAGE...
    train_words.py DEB... > lib/judge/value/randomness.inc

The same packages in the same versions give the same table, whatever order they
are named in; the table's head names them. What is measured on must not be
trained on: the trees that the model was measured with (a kernel, Kubernetes,
Rails, Tomcat, TypeScript, MediaWiki) are in none of the packages.

Text is cut into tokens: letters and digits, with single signs between them as
in identifiers, dotted names and paths. A token counts if it occurs three times,
which leaves out the random ones (test keys, digests), if no more than a third
of it are digits, and then by the logarithm of how often, so that `return` does
not outweigh a thousand names.

Two tables come of it, in sixteenths of a bit and in steps of kLetterStep:

- letters: how much likelier than 1/26 a letter is after the two before it in
  its word (none: the word's beginning), in 16 levels, 'A' to 'P';
- shape: the cost in bits of a character's class (lower, upper, digit,
  separator, other sign) after the two classes before it.

The smoothing is Witten and Bell's ("The zero-frequency problem", IEEE
Transactions on Information Theory 37(4), 1991): what a context has not seen is
left to the next shorter one.
"""

import collections
import io
import math
import re
import subprocess
import sys
import tarfile

SUFFIXES = (
    ".c", ".css", ".go", ".h", ".html", ".js", ".md", ".php", ".pl", ".pm",
    ".pod", ".py", ".rb", ".rs", ".scss", ".txt", ".xml", ".yml",
)
PLAIN_FOLDERS = ("/usr/include/", "/usr/share/dict/")
MAX_FILE = 2_000_000

TOKEN = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*(?:[-./:_$]{1,2}[A-Za-z0-9_$]+)*")
PHRASE = re.compile(r"[A-Za-z][a-z']*(?: [a-z']+){2,9}")
# A word: several capitals, less the last if small letters follow it; or small
# letters, with a capital before them or without.
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")

LETTERS = 26
START = 26  # no letter: before the word
LETTER_STEP = 0.625  # bits
LETTER_BASE = 8  # the level of a letter that is as likely as by chance
SHAPE_START = 5
SHAPES = 5  # lower, upper, digit, separator, other sign
SHAPE_UNIT = 16  # to a bit


def texts(deb):
    tar = subprocess.run(["dpkg-deb", "--fsys-tarfile", deb], check=True,
                         capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        for member in sorted(archive, key=lambda m: m.name):
            name = member.name.lstrip(".")
            if not member.isfile() or member.size > MAX_FILE:
                continue
            if name.endswith(SUFFIXES) or name.startswith(PLAIN_FOLDERS):
                yield archive.extractfile(member).read().decode(
                    "utf-8", "replace")


def head(deb):
    fields = ["Package", "Version"]
    out = subprocess.run(["dpkg-deb", "-f", deb, *fields], check=True,
                         capture_output=True, text=True).stdout
    found = dict(line.split(": ", 1) for line in out.splitlines())
    return tuple(found[field] for field in fields)


def is_name(token):
    digits = sum(c.isdigit() for c in token)
    return 3 * digits <= len(token)


def weigh(packages):
    tokens, phrases, dictionary = (collections.Counter() for _ in range(3))
    for package, _, deb in packages:
        for text in texts(deb):
            if package.startswith("w"):
                dictionary.update(WORD.findall(text))
                continue
            tokens.update(TOKEN.findall(text))
            phrases.update(p[:60] for p in PHRASE.findall(text))
    names = {token: 1 + math.log2(count) for token, count in tokens.items()
             if count >= 3 and len(token) <= 80 and is_name(token)}
    words = collections.Counter()
    for token, weight in names.items():
        for word in WORD.findall(token):
            words[word.lower()] += weight
    for word in dictionary:
        words[word.lower()] += 4
    weights = {w: 1 + math.log2(n) for w, n in words.items() if n > 0}
    sentences = sorted(phrases)[::20]
    return weights, names, sentences


def witten_bell(counts, lower):
    """A distribution from counts, the rest of it from `lower`."""
    total = sum(counts.values())
    new = sum(1 for n in counts.values() if n > 0) + 1
    return [(counts.get(s, 0) + new * lower[s]) / (total + new)
            for s in range(len(lower))]


def letter_levels(words):
    three = collections.defaultdict(collections.Counter)
    two = collections.defaultdict(collections.Counter)
    one = collections.Counter()
    for word, weight in words.items():
        before, last = START, START
        for c in word:
            letter = ord(c) - ord("a")
            three[before, last][letter] += weight
            two[last][letter] += weight
            one[letter] += weight
            before, last = last, letter
    base = witten_bell(one, [1 / LETTERS] * LETTERS)
    rows = []
    for before in range(LETTERS + 1):
        for last in range(LETTERS + 1):
            row = witten_bell(three[before, last],
                              witten_bell(two[last], base))
            levels = (round(math.log2(p * LETTERS) / LETTER_STEP) + LETTER_BASE
                      for p in row)
            rows.append("".join(chr(ord("A") + min(max(level, 0), 15))
                                for level in levels))
    return rows


def shape_of(c):
    if c.islower():
        return 0
    if c.isupper():
        return 1
    if c.isdigit():
        return 2
    return 3 if c in "_-./: " else 4


def shape_costs(names, sentences):
    three = collections.defaultdict(collections.Counter)
    two = collections.defaultdict(collections.Counter)
    weighted = list(names.items()) + [(s, 1) for s in sentences]
    for token, weight in weighted:
        if not token.isascii():
            continue
        before, last = SHAPE_START, SHAPE_START
        for c in token:
            shape = shape_of(c)
            three[before, last][shape] += weight
            two[last][shape] += weight
            before, last = last, shape
    even = [1 / SHAPES] * SHAPES
    rows = []
    for before in range(SHAPES + 1):
        for last in range(SHAPES + 1):
            row = witten_bell(three[before, last],
                              witten_bell(two[last], even))
            rows.append([min(round(-math.log2(p) * SHAPE_UNIT), 255)
                         for p in row])
    return rows


def main(debs):
    packages = sorted((*head(deb), deb) for deb in debs)
    words, names, sentences = weigh(packages)
    print("// Made by lib/judge/value/train/train_words.py, which says what it is,\n"
          f"// from {len(words)} words and {len(names)} names in:")
    for package, version, _ in packages:
        print(f"//   {package} {version}")
    print("\n// Indexed [before][last][letter]; 26 stands for no letter.\n"
          f"inline constexpr double kLetterStep = {LETTER_STEP};\n"
          f"inline constexpr int kLetterBase = {LETTER_BASE};\n"
          "inline constexpr std::string_view kLetterLevels =")
    text = "".join(letter_levels(words))
    width = 72
    lines = [text[i:i + width] for i in range(0, len(text), width)]
    print("\n".join(f'    "{line}"' for line in lines) + ";")
    print("\n// Indexed [before][last][class]; 5 stands for no character.\n"
          f"inline constexpr double kShapeUnit = 1.0 / {SHAPE_UNIT};\n"
          f"inline constexpr std::array<std::uint8_t, "
          f"{(SHAPES + 1) ** 2 * SHAPES}> kShapeCosts = {{")
    for row in shape_costs(names, sentences):
        print("    " + " ".join(f"{cost}," for cost in row))
    print("};")


if __name__ == "__main__":
    main(sys.argv[1:])
