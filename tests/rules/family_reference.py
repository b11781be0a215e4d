#!/usr/bin/env python3
"""Whose credential is it? The reference for lib/judge/family_finder.

It is slow and plain: each family is looked for by a regular expression.

A family is a provider, the provider's names, and the alphabets and lengths
of its credentials.  A generic rule finds an assignment `name SEP value`;
classify() says which family, if any, the value belongs to:

  1. The assigned name says secret: one of its words is a secret word (one
     s at its end is allowed), none is a public word, and the last is not a
     word such as id or url. If nothing but blanks stands between name and
     value, the value must look drawn as well. Or the name is the provider's
     with at most words of secrecy (kSecrecy), and the value looks drawn; if
     with none, it must not be a sum as lists of versions have it, unless in
     quotes. Whether a value looks drawn is for judge/value/drawn.h to say.
  2. If the family has `words`, the assigned name holds one of them.
  3. The whole value fits one of the family's values.
  4. The provider's name stands
       rank 0   in the assigned name;
       rank 0.5 in it and the word one blank before it, of a value that
                looks drawn;
       rank 1   on the same line before the name, at most kLineReach bytes;
       rank 2+d in the d-th line above, d = 1..3 (see lines_above()).
     `near` says the highest rank that is enough: name 0, line 1, lines 5.
     For ranks 1 and up the assigned name must be general, that is made of
     kGeneral and kSecret words only (api_key, token, client.secret):
     session_secret below a line about some provider is not the provider's.
  5. Several families fit: the least rank; for rank 1 the name that ends
     last, so the one nearest to the value; then the longest provider name
     (letters and digits that matched); then the narrowest value (size of
     the alphabet, then number of lengths); then one with `words`; then the
     first in the file.

Texts are bytes read as Latin-1; other bytes than ASCII ones are no letters.
"""
import re
import tomllib
from dataclasses import dataclass, field
from functools import lru_cache

kReach = 2048      # bytes looked at before a name, over all lines
kLineReach = 200   # bytes looked at before a name, and longest line above
kLinesAbove = 3
kLongestName = 80
kNearRank = {"name": 0, "line": 1, "lines": 2 + kLinesAbove}

kSecret = (
    "auth authorization bearer cred credential key pass passphrase passwd "
    "password pat pwd secret skey token").split()

# Words that do not show whose secret it is. They may be glued to a provider's
# name or to a secret word without a joint: pingdomapikey.
kGeneral = (
    "access account admin api app application args base bot broadcast "
    "client cloud conf config consumer custom default deploy dev "
    "developer env global header headers hec http https integration jwt "
    "legacy license live main management master mgmt my notify oauth "
    "oauth2 observability options opts org organization params personal "
    "private prod production project push read refresh repo reporter "
    "request rest sandbox sdk security self server service set settings "
    "shipping signing sms staging test the this tracking translate upload "
    "user v1 v2 v3 value var web webhook with write x").split()

# The general words that do not name a thing of their own.
kSecrecy = (
    "access api live master my oauth oauth2 personal private prod production "
    "the v1 v2 v3 value").split()

# A name with one of these is not a secret's name.
kPublic = "public publishable pub site".split()

# A name that ends with one of these names something about a secret.
kTails = (
    "algorithm alias arn class count date desc description dir enabled "
    "endpoint expires expiry field file format hash header hint host id "
    "ids index label len length limit name path placeholder prefix ref "
    "regex scope size status suffix time timeout ttl type uri url version").split()

_general = "|".join(sorted(kGeneral, key=len, reverse=True))
_secret = "|".join(sorted(kSecret, key=len, reverse=True))
_word_before = re.compile(rf"(?:{_general})+\Z")
_word_after = re.compile(rf"(?:(?:{_general}|{_secret})+s?)?[0-9]*\Z")
_secret_word = re.compile(rf"(?:{_general}|{_secret})*(?:{_secret})s?[0-9]*\Z")
_secrecy = "|".join(sorted(kSecrecy, key=len, reverse=True))
_secrecy_word = re.compile(rf"(?:{_secrecy}|{_secret})*s?[0-9]*\Z")
_general_word = re.compile(rf"(?:(?:{_general}|{_secret})s?|[0-9]+)+\Z")

# ---------------------------------------------------------------- words


def is_alnum(c):
    return c.isascii() and c.isalnum()


def starts_word(text, i):
    """Whether a word may start at i, or end before i: a joint in text.

    Joints are beside what is no letter or digit, at fooBar (lower case or
    digit, then upper), and at APIKey (upper, then upper and lower)."""
    if i == 0 or i == len(text):
        return True
    before, at = text[i - 1], text[i]
    if not is_alnum(before) or not is_alnum(at):
        return True
    if not at.isupper():
        return False
    if before.islower() or before.isdigit():
        return True
    return before.isupper() and i + 1 < len(text) and text[i + 1].islower()


def words_of(text):
    """[(begin, end)] of the words of text."""
    words, i = [], 0
    while i < len(text):
        if not is_alnum(text[i]):
            i += 1
            continue
        end = i + 1
        while end < len(text) and not starts_word(text, end):
            end += 1
        words.append((i, end))
        i = end
    return words


@lru_cache(maxsize=None)
def name_pattern(name):
    """A provider's name: a blank matches one of _ - . and blank, or nothing."""
    return re.compile("(?=(" + "[-_. ]?".join(
        re.escape(w) for w in name.split(" ")) + "))", re.I | re.A)


def find_name(text, name):
    """[(begin, end)] of the provider's name as a word in the text.

    Before it: a joint, or general words back to a joint (mypingdom).
    After it: a joint, or general and secret words, digits, up to a joint
    (pingdomapikey, pingdom2)."""
    found = []
    for m in name_pattern(name).finditer(text):
        begin, end = m.span(1)
        left, right = begin, end
        while not starts_word(text, left):
            left -= 1
        while not starts_word(text, right):
            right += 1
        if left != begin and not _word_before.fullmatch(
                text[left:begin].lower()):
            continue
        if not _word_after.fullmatch(text[end:right].lower()):
            continue
        found.append((begin, end))
    return found


def name_words(name, spans=()):
    """The lower-case words of an assigned name without the parts in spans
    (where a provider's name stands)."""
    words = []
    for begin, end in words_of(name):
        for b, e in sorted(spans):
            if b < end and begin < e:
                if begin < b:
                    words.append(name[begin:b].lower())
                begin = max(begin, min(e, end))
        if begin < end:
            words.append(name[begin:end].lower())
    return words


def may_be_sum(value):
    return re.fullmatch("[0-9a-f]{40}|[0-9a-f]{64}", value) is not None


def is_bare(name, spans, value, link):
    words = name_words(name, spans)
    if not all(_secrecy_word.fullmatch(w) for w in words):
        return False
    quoted = link[-1:] in ('"', "'", "`")
    apart = not any(c in link for c in "=:,>")
    return bool(words) or not may_be_sum(value) or (quoted and not apart)


def says_secret(name, spans):
    """Whether an assigned name says secret; spans is where the provider's
    name stands.  The provider's words are looked at too where they are
    whole words of the name: circle_token."""
    all_words = [name[b:e].lower() for b, e in words_of(name)]
    words = name_words(name, spans)
    return any(_secret_word.fullmatch(w) for w in words + all_words)


def is_about_a_secret(name):
    words = [name[b:e].lower() for b, e in words_of(name)]
    return (not words or words[-1] in kTails
            or any(w in kPublic for w in words))


def is_general(name):
    """Whether the assigned name says secret and nothing else; words of one
    letter are allowed (c.api_key)."""
    return all(e - b == 1 or _general_word.fullmatch(name[b:e].lower())
               for b, e in words_of(name))


def holds_word(name, word, spans):
    """Whether word is a word of the assigned name, or is glued to general
    words only (clientsecret)."""
    glued = re.compile(rf"(?:{_general}|{_secret})*{re.escape(word)}"
                       rf"(?:{_general}|{_secret})*s?[0-9]*\Z")
    words = name_words(name, spans) + name_words(name)
    return any(glued.fullmatch(w) for w in words)


# --------------------------------------------------------------- values

_digits = "0123456789"
_lower = "abcdefghijklmnopqrstuvwxyz"
_upper = _lower.upper()
kAlphabets = {
    "digits": frozenset(_digits),
    "lowerhex": frozenset(_digits + "abcdef"),
    "hex": frozenset(_digits + "abcdefABCDEF"),
    "lower": frozenset(_digits + _lower),
    "upper": frozenset(_digits + _upper),
    "alnum": frozenset(_digits + _lower + _upper),
    "word": frozenset(_digits + _lower + _upper + "_"),
    "token": frozenset(_digits + _lower + _upper + "_-"),
    "base64": frozenset(_digits + _lower + _upper + "+/="),
    "dotted": frozenset(_digits + _lower + _upper + "_-."),
}
# The case of letters does not matter.
kAnyCase = {"lowerhex": "hex", "lower": "alnum", "upper": "alnum"}
_uuid = re.compile(r"[0-9A-Za-z]{8}(?:-[0-9A-Za-z]{4}){3}-[0-9A-Za-z]{12}\Z")


def value_width(value):
    """A key to sort families by: those that allow fewer values come first."""
    if value["alphabet"] == "uuid":
        return (0, 1)
    lengths = (len(value["lengths"]) if "lengths" in value
               else value["max"] - value["min"] + 1)
    return (len(kAlphabets[value["alphabet"]]), lengths)


def value_fits(value, text):
    if value["alphabet"] == "uuid":
        return _uuid.match(text) is not None
    if "lengths" in value:
        if len(text) not in value["lengths"]:
            return False
    elif not value["min"] <= len(text) <= value["max"]:
        return False
    alphabet = value["alphabet"]
    return all(c in kAlphabets[kAnyCase.get(alphabet, alphabet)] for c in text)


# ------------------------------------------------------------- families


@dataclass
class Family:
    id: str
    provider: str
    names: list
    values: list
    words: list = field(default_factory=list)
    near: str = "lines"


def load(path):
    """The families of a rule file, and the rows that they are made of."""
    with open(path, "rb") as file:
        rows = tomllib.load(file).get("families", [])
    return [Family(r["id"], r["provider"], r["names"], r["values"],
                   r.get("words", []), r.get("near", "lines"))
            for r in rows], rows


_comment = ("#", "//", ";", "/*", "*", "--", "<!--", "%", "rem ", "REM ")


def lines_above(text, begin):
    """[(d, line)]: the lines above the line of begin that may name the
    owner of a credential, nearest first; d counts lines, blank ones too.

    A line indented deeper than the least indented one so far is inside a
    sibling: skipped.  Once a less indented line has been met (a parent
    key), a line must be less indented still, or a comment.  A section head
    [..] is the last line looked at.  Longer lines than kLineReach are
    skipped."""
    found = []
    start = text.rfind("\n", 0, begin) + 1
    if begin - start > kReach:
        return found
    own = text[start:].split("\n", 1)[0]
    least = len(own) - len(own.lstrip(" \t"))
    climbed = False
    for d in range(1, kLinesAbove + 1):
        if start == 0:
            break
        end = start - 1
        start = text.rfind("\n", 0, end) + 1
        if begin - start > kReach:
            break
        line = text[start:end].rstrip("\r")
        body = line.strip(" \t")
        if not body or len(line) > kLineReach:
            continue
        indent = len(line) - len(line.lstrip(" \t"))
        if indent > least:
            continue
        if indent == least and climbed and not body.startswith(_comment):
            continue
        if indent < least:
            climbed, least = True, indent
        found.append((d, line))
        if body.startswith("[") and body.endswith("]"):
            break
    return found


def longest_name(text, names, last=False):
    """(where it ends if last, length of the best match, spans of all) of
    names in text; the best is the one that ends last if last is set, then
    the longest."""
    best, spans = (0, 0), []
    for name in names:
        for begin, end in find_name(text, name):
            best = max(best, (end if last else 0, len(name.replace(" ", ""))))
            spans.append((begin, end))
    return *best, spans


def word_before(text, name_begin):
    """Returns where the word begins that is one blank before a name."""
    m = re.search("[0-9A-Za-z_-]{1,%d} \\Z" % (kLongestName - 1),
                  text[max(0, name_begin - kLongestName):name_begin])
    return name_begin - len(m[0]) if m else name_begin


def classify(text, value_begin, value_end, name_begin, name_end, families,
             drawn):
    """The id of the family of text[value_begin:value_end], or None; `drawn`:
    whether that looks so."""
    value = text[value_begin:value_end]
    name = text[name_begin:name_end]
    link = text[name_end:value_begin]
    apart = not any(c in link for c in "=:,>")
    if is_about_a_secret(name):
        return None
    line_start = text.rfind("\n", 0, name_begin) + 1
    before = text[max(line_start, name_begin - kLineReach):name_begin]
    places = [(1, before)] + [
        (2 + d, line) for d, line in lines_above(text, name_begin)]
    general = is_general(name)
    both = text[word_before(text, name_begin):name_end]

    def may_be(family, whole, spans):
        if says_secret(whole, spans):
            if apart and not drawn:
                return False
        elif not (spans and drawn and is_bare(whole, spans, value, link)):
            return False
        return not family.words or any(holds_word(whole, w, spans)
                                       for w in family.words)

    best = None
    for order, family in enumerate(families):
        widths = [value_width(v) for v in family.values
                  if value_fits(v, value)]
        if not widths:
            continue

        def offer(rank, where, length):
            nonlocal best
            key = (rank, -where, -length, min(widths), not family.words, order)
            if best is None or key < best[0]:
                best = (key, family.id)

        _, length, spans = longest_name(name, family.names)
        if length and may_be(family, name, spans):
            offer(0, 0, length)
        if not general:
            continue
        if drawn and both != name:
            _, length, spans = longest_name(both, family.names)
            if length and may_be(family, both, spans):
                offer(0.5, 0, length)
        for rank, place in places:
            if rank > kNearRank[family.near]:
                break
            where, length, _ = longest_name(place, family.names, rank == 1)
            if length and may_be(family, name, []):
                offer(rank, where, length)
                break
    return best[1] if best else None
