"""Trees and rules on which a scanner can go wrong in gitleaks' ways.

All of it is made up from a seed: texts of several sizes with tokens in them,
as they are and encoded; lines without ends, blank lines, bytes that are no
text; names of all kinds; rules with every key that matters to `dir`.
"""

import base64
import random
import urllib.parse

WORDS = ["alpha", "token", "key", "secret", "value", "return", "if", "x",
         "password", "config", "the", "=", ":", "->", "(", ")", '"', "'",
         "example", "é", "ü", "中", "\u212a", "\u017f", "%", "\\", "U+", "+"]
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

NAMES = ["a.txt", "b.py", "sub/c.env", "sub/deep/d.json", "e.zip.txt",
         "f.tar", "vendor/g.go", "h.min.js", "i", ".hidden", "allowed/j.txt",
         "k.LZ", "l.target", "name with blank", "m\u00e9.txt"]

RULES = r"""
[[allowlists]]
description = "paths and a word"
paths = ['''(^|/)allowed/''', '''\.min\.js$''']
stopwords = ["abcdef", "STOP"]

[[allowlists]]
condition = "AND"
paths = ['''b\.py$''']
regexes = ['''^tk_A''']
targetRules = ["plain"]

[[rules]]
id = "plain"
description = "a <plain> token"
regex = '''tk_[A-Za-z0-9]{16}'''
keywords = ["tk_"]
tags = ["one", "two"]

[[rules]]
id = "bounded"
regex = '''\btk_([A-Za-z0-9]{16})\b'''
entropy = 3.2

[[rules]]
id = "generic-thing"
regex = '''(?i)[\w.-]{0,50}?(?:token|key|password)(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|:|->)[\s"'=]{0,5}([a-z0-9=_\-]{8,150}|[a-z0-9][a-z0-9+/]{11,}={0,3})(?:['"\s;]|\\[nr]|$)'''
entropy = 3
keywords = ["token", "KEY", "passw"]
[[rules.allowlists]]
regexTarget = "line"
regexes = ['''(?i)^\s*x ''', '''SKIPLINE''']
[[rules.allowlists]]
condition = "AND"
regexTarget = "match"
regexes = ['''alpha''']
stopwords = ["a", "e"]

[[rules]]
id = "lines"
regex = '''(?s)BEGIN .{0,200}?END\n?'''
keywords = ["begin"]

[[rules]]
id = "line-ends"
regex = '''\n+mark_[a-z]{4}\n+'''

[[rules]]
id = "first-of-line"
regex = '''(?m)^word_([a-z]{3})?([0-9]{3})$'''

[[rules]]
id = "at-start"
regex = '''\Ahead[a-z]*'''

[[rules]]
id = "group"
regex = '''pair=(\w*)/(\w*)'''
secretGroup = 2

[[rules]]
id = "not-ascii"
regex = '''lat=([^;\n]+);'''

[[rules]]
id = "folded"
regex = '''(?i)kiss_[a-z]{4}'''
keywords = ["KISS"]

[[rules]]
id = "by-path"
path = '''(?i)\.env$|^i$'''

[[rules]]
id = "by-path-and-word"
path = '''\.json$'''
regex = '''"?key"?\s*[:=]\s*"?(\w{4,})'''

[[rules]]
id = "pair-user"
regex = '''usr_[a-z0-9]{6}'''
[[rules.required]]
id = "pair-word"
withinLines = 2
[[rules.required]]
id = "bounded"

[[rules]]
id = "pair-word"
regex = '''pwd_[a-z0-9]{6}'''
skipReport = true
"""


def token(rng, size=16):
    return "tk_" + "".join(rng.choice(LETTERS) for _ in range(size))


def lower(rng, size):
    return "".join(rng.choice("abcdefghijklmnopqrstuvwxyz0123456789")
                   for _ in range(size))


def encoded(rng, text):
    """`text` in an encoding that gitleaks undoes, or in two."""
    kind = rng.randrange(7)
    if kind == 0:
        return base64.b64encode(text.encode()).decode()
    if kind == 1:
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
    if kind == 2:
        return text.encode().hex()
    if kind == 3:
        return "".join(f"%{b:02x}" for b in text.encode())
    if kind == 4:
        return "".join(f"\\u{ord(c):04x}" for c in text)
    if kind == 5:
        return " ".join(f"U+{ord(c):04X}" for c in text) + " "
    return urllib.parse.quote(encoded(rng, text + "/+"), safe="")


def planted(rng):
    """A piece that some rule has to do with."""
    kind = rng.randrange(14)
    secret = token(rng)
    if kind == 0:
        return secret
    if kind == 1:
        return encoded(rng, secret)
    if kind == 2:
        return encoded(rng, f'token = "{lower(rng, 20)}"')
    if kind == 3:
        name = rng.choice(["api_token", "KEY", "my.password", "x key"])
        return f'{name} = "{lower(rng, rng.randrange(6, 40))}"'
    if kind == 4:
        return f"BEGIN {lower(rng, 30)}\n{lower(rng, 10)}\nEND\n"
    if kind == 5:
        return f"\n\nmark_{rng.choice(['abcd', 'wxyz'])}\n\n"
    if kind == 6:
        return f"\nword_{rng.choice(['', 'abc'])}{rng.randrange(1000):03}\n"
    if kind == 7:
        return f"pair={rng.choice(['', 'a'])}/{rng.choice(['', 'bb'])}"
    if kind == 8:
        return f"lat=\udce9{lower(rng, 3)}\udcff;"
    if kind == 9:
        return rng.choice(["kiss_abcd", "\u212aiss_abcd", "ki\u017fs_ABCD"])
    if kind == 10:
        return f"usr_{lower(rng, 6)}" + "\n" * rng.randrange(5)
    if kind == 11:
        return f"pwd_{lower(rng, 6)}"
    if kind == 12:
        return secret + " # gitleaks:allow"
    return f'"key": "{lower(rng, 9)}" SKIPLINE abcdef{token(rng)}'


def text(rng, size):
    """Some `size` bytes."""
    parts = []
    left = size
    breaks = rng.choice([["\n"], ["\n", "\n\n"], ["\r\n"], [" "], ["\n", " "]])
    density = rng.choice([0.02, 0.1, 0.4])
    while left > 0:
        if rng.random() < density:
            part = planted(rng)
        else:
            part = rng.choice(WORDS)
        part += rng.choice(breaks) if rng.random() < 0.15 else (
            " " if rng.random() < 0.9 else "")
        parts.append(part)
        left -= len(part)
    return "".join(parts).encode("utf-8", errors="surrogateescape")


def content(rng):
    size = rng.choice([1, 20, 200, 2000, 2000, 20000, 99_990, 130_000, 260_000])
    body = text(rng, size)
    head = rng.choice([b"", b"", b"", b"head", b"\xef\xbb\xbf", b"MZ", b"%!",
                       b"BZh", b"\x00\x01", b"PK\x03\x04", b"\n"])
    tail = rng.choice([b"", b"\n", b"\n\n", b"\r\n"])
    return head + body + tail


def tree(seed):
    """Names and contents."""
    rng = random.Random(seed)
    names = rng.sample(NAMES, rng.randrange(1, 6))
    return {name: content(rng) for name in names}
