"""Private keys whose lines have something before or after them."""

import base64
import datetime
import struct

from situation import Situation, app, base64_of, drawn, one_of, some, HEX


def _der(tag, content):
    size = len(content)
    if size < 0x80:
        head = bytes([size])
    elif size < 0x100:
        head = bytes([0x81, size])
    else:
        head = b"\x82" + struct.pack(">H", size)
    return bytes([tag]) + head + content


def _integer(value):
    return _der(2, value.to_bytes(value.bit_length() // 8 + 1, "big"))


def _number(rng, bits):
    return rng.getrandbits(bits) | 1 | 3 << bits - 2


def _lines(label, body, width):
    digits = base64.b64encode(body).decode()
    return [f"-----BEGIN {label}-----",
            *(digits[at:at + width] for at in range(0, len(digits), width)),
            f"-----END {label}-----"]


def _rsa(rng):
    p, q = _number(rng, 512), _number(rng, 512)
    numbers = [0, p * q, 65537, _number(rng, 1023), p, q, _number(rng, 511),
               _number(rng, 510), _number(rng, 509)]
    return _lines("RSA PRIVATE KEY",
                  _der(0x30, b"".join(map(_integer, numbers))), 64)


def _ec(rng):
    body = (_integer(1) + _der(4, rng.randbytes(32))
            + _der(0xa0, bytes.fromhex("06082a8648ce3d030107"))
            + _der(0xa1, _der(3, b"\0\4" + rng.randbytes(64))))
    return _lines("EC PRIVATE KEY", _der(0x30, body), 64)


def _openssh(rng):
    def field(data):
        return struct.pack(">I", len(data)) + data
    public = rng.randbytes(32)
    blob = field(b"ssh-ed25519") + field(public)
    check = rng.randbytes(4)
    inner = (check * 2 + blob + field(rng.randbytes(32) + public)
             + field(app(rng).encode() + b"@build"))
    inner += bytes(range(1, 9))[:-len(inner) % 8]
    body = (b"openssh-key-v1\0" + field(b"none") + field(b"none") + field(b"")
            + struct.pack(">I", 1) + field(blob) + field(inner))
    return _lines("OPENSSH PRIVATE KEY", body, 70)


def _pkcs8(rng):
    body = (_integer(0) + _der(0x30, bytes.fromhex(
        "06072a8648ce3d020106082a8648ce3d030107"))
        + _der(4, _der(0x30, _integer(1) + _der(4, rng.randbytes(32))
                       + _der(0xa1, _der(3, b"\0\4" + rng.randbytes(64))))))
    return _lines("PRIVATE KEY", _der(0x30, body), 64)


KEYS = (_rsa, _ec, _openssh, _pkcs8)


def _time(rng):
    return datetime.datetime(2026, rng.randrange(1, 13), rng.randrange(1, 29),
                             rng.randrange(24), rng.randrange(60),
                             rng.randrange(60))


def _ci(rng, lines):
    at = _time(rng)
    return "\n".join(
        f"{(at + datetime.timedelta(seconds=i)).isoformat()}."
        f"{rng.randrange(10 ** 7):07}Z {line}" for i, line in enumerate(lines))


def _compose(rng, lines):
    name = f"{app(rng)}_{rng.randrange(1, 4)}"
    return "\n".join(f"{name:12} | {line}" for line in lines)


def _level(rng, lines):
    level = one_of(rng, "INFO", "DEBUG", "ERROR")
    return "\n".join(f"[{level}] {line}" for line in lines)


def _syslog(rng, lines):
    at, pid = _time(rng), rng.randrange(100, 9999)
    return "\n".join(f"{at:%b %d %H:%M:%S} {app(rng)} deploy[{pid}]: {line}"
                     for line in lines)


def _blame(rng, lines):
    at = _time(rng)
    name = one_of(rng, "Kim", "Ada Moss", "J. van der Berg")
    commit = some(rng, HEX, 8)
    return "\n".join(f"{commit} ({name:16} {at:%Y-%m-%d %H:%M:%S} +0200 "
                     f"{number:3}) {line}"
                     for number, line in enumerate(lines, 1))


def _break(_, lines):
    return "<p>" + "<br>\n".join(lines) + "<br></p>"


def _echo(rng, lines):
    name = f"/etc/{app(rng)}/key.pem"
    return "\n".join(f'echo "{line}" >> {name}' for line in lines)


def _push(rng, lines):
    name = one_of(rng, "lines", "rows", "pem")
    return "\n".join(f"{name}.push('{line}');" for line in lines)


def _append(rng, lines):
    name = one_of(rng, "sb", "builder")
    return "\n".join(f'{name}.append("{line}\\n");' for line in lines)


def _basic(_, lines):
    return ('Dim key As String = "' + '" & vbCrLf & _\n    "'.join(lines) + '"')


def _yaml(_, lines):
    return "key:\n" + "\n".join(f"  - {line}" for line in lines)


def _colours(rng, lines):
    code = rng.randrange(31, 37)
    return "\n".join(f"\x1b[{code}m{line}\x1b[0m" for line in lines)


def _numbers(_, lines):
    return "\n".join(f"{number:5}\t{line}"
                     for number, line in enumerate(lines, 118))


def _quoted_mail(_, lines):
    return "\n".join(f"> {line}" for line in lines)


def _table(_, lines):
    return "\n".join(f"| {line} |" for line in lines)


def _removed(_, lines):
    return "\n".join(f"-{line}" for line in lines)


def _array(_, lines):
    return "[" + ",\n ".join(f'"{line}"' for line in lines) + "].join('\\n')"


def _kubectl(rng, lines):
    pod = f"{app(rng)}-{some(rng, 'bcdf2456', 9)}-{some(rng, 'bcdf2456', 5)}"
    return "\n".join(f"[pod/{pod}/app] {line}" for line in lines)


def _json_log(rng, lines):
    at = _time(rng).isoformat()
    return "\n".join(f'{{"time":"{at}","level":"info","msg":"{line}"}}'
                     for line in lines)


def _printed(_, lines):
    return "\n".join(f'    fprintf(out, "{line}\\n");' for line in lines)


FRAMES = (
    ("job.log", _ci), ("compose.log", _compose), ("build.log", _level),
    ("syslog.1", _syslog), ("blame.txt", _blame), ("page.html", _break),
    ("setup.sh", _echo), ("key.js", _push), ("Key.java", _append),
    ("Key.vb", _basic), ("vars.yaml", _yaml), ("term.log", _colours),
    ("cat.txt", _numbers), ("mail.txt", _quoted_mail), ("page.md", _table),
    ("fix.patch", _removed), ("key.ts", _array), ("pod.log", _kubectl),
    ("app.jsonl", _json_log), ("key.c", _printed))


def _made_up(rng):
    """A body of full size that is no key."""
    digits = base64_of(rng, 600)
    return ["-----BEGIN RSA PRIVATE KEY-----",
            *(digits[at:at + 64] for at in range(0, len(digits), 64)),
            "-----END RSA PRIVATE KEY-----"]


def situations(rng):
    for key in KEYS:
        for name, frame in FRAMES:
            lines = key(rng)
            yield Situation(f"key in {frame.__name__}", name,
                            frame(rng, lines) + "\n", lines[1], part=True)
    for _ in range(3):
        lines = _rsa(rng)[:-rng.randrange(2, 5)]
        yield Situation("cut key", "key.txt", "\n".join(lines) + "\n",
                        lines[2], part=True)
        lines = _made_up(rng)
        yield Situation("made-up key", "key.pem", "\n".join(lines) + "\n",
                        lines[2], part=True)
        # Text about keys, with long words in it.
        yield Situation("about keys", "check.py", (
            f'BEGIN = "-----BEGIN RSA PRIVATE KEY-----"\n'
            f'DIGEST = "{some(rng, HEX, 64)}"\n'
            f'def is_{app(rng)}_key(text):\n'
            f'    return text.startswith(BEGIN)\n'
            f'END = "-----END RSA PRIVATE KEY-----"\n'))
        name = drawn(rng, 6)
        yield Situation("abbreviated key", "guide.md", (
            f"Write the key of {name} there:\n\n"
            f"    -----BEGIN RSA PRIVATE KEY-----\n    MIIEpAIBAAKCAQEA...\n"
            f"    -----END RSA PRIVATE KEY-----\n"))
