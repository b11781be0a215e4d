#!/usr/bin/env python3
"""Scans random texts, and holds the promises on memory, time and order.

    random_texts.py [--seeds FIRST-LAST | --minutes N] [--largest BYTES]
                    [--keep FOLDER]

Each seed composes one text of all that the scanner gives meaning to: the
examples of all rules, encodings one in the other, allow comments and tables,
repeated, varied, cut and joined, in one of several encodings of characters. The
text is scanned with an address space of 400 MB. A seed fails if the program ends
with another exit code than 0, 1 or 3, takes more processor time than
SECONDS_PER_MB, or reports something else with three workers, or in small views.

--minutes takes new seeds until the time is over; without it and without --seeds,
tests/support/effort.py says which seeds. A seed gives the same text again:
random_texts.py --seeds N-N --keep FOLDER keeps the text of each seed that fails
there. The text depends on --largest, too.

Exit code: 1 if a seed failed, else 0.
"""

import argparse
import base64
import gzip
import math
import os
import pathlib
import quopri
import random
import resource
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.parse
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
import effort  # noqa: E402

ADDRESS_SPACE = 400_000 * 1024  # bytes
SECONDS_PER_MB = 2.0
START_SECONDS = 1.0
SMALLEST = 1_000  # bytes
SHORT, FULL = 20, 200  # texts of a run of the tests
TIMEOUT_S = 1200  # on a busy machine

NAMES = ("text", "a.env", "a.py", "a.c", "a.yaml", "a.json", "a.csv", "a.md",
         "a.sql", "a.xml", "a.eml", "id_rsa", "a.tfvars", "a.properties")

COMMENTS = ("sluice:allow", "sluice:allow-next-line", "sluice:allow-start",
            "sluice:allow-end", "gitleaks:allow", "betterleaks:allow",
            "trufflehog:ignore", "ggignore", "kingfisher:ignore",
            "kingfisher:allow", "secretlint-disable-line",
            "secretlint-disable-next-line", "secretlint-disable",
            "secretlint-enable", "pragma: allowlist secret",
            "pragma: allowlist nextline secret", "sluice:allow[jwt]",
            "sluice:allow[no-such-rule]", "sluice:alow", "sluice-ignore")


def fragments():
    """All that rules and families give as examples, good and bad."""
    found = []
    for path in sorted((ROOT / "rules").glob("*.toml")):
        loaded = tomllib.loads(path.read_text(encoding="utf-8"))
        for rule in loaded.get("rules", []) + loaded.get("families", []):
            for kind in ("examples", "negative_examples"):
                found += [text for text in rule.get(kind, [])
                          if isinstance(text, str)]
            found += rule.get("keywords", [])
    return [text.encode() for text in found]


def in_lines(data, width):
    return b"\n".join(data[i:i + width] for i in range(0, len(data), width))


def markup(data):
    middle = len(data) // 2
    return (b"<w:r><w:t>" + data[:middle] + b"</w:t></w:r><w:r><w:t>" +
            data[middle:] + b"</w:t></w:r>")


ENCODERS = (
    lambda r, d: base64.b64encode(d),
    lambda r, d: base64.urlsafe_b64encode(d).rstrip(b"="),
    lambda r, d: in_lines(base64.b64encode(d), r.choice((40, 64, 76, 3))),
    lambda r, d: d.hex().encode(),
    lambda r, d: base64.b64encode(gzip.compress(d, mtime=0)),
    lambda r, d: base64.b64encode(zlib.compress(d)),
    lambda r, d: in_lines(base64.b64encode(gzip.compress(d, mtime=0)), 76),
    lambda r, d: gzip.compress(d, mtime=0).hex().encode(),
    lambda r, d: urllib.parse.quote_from_bytes(d, safe="").encode(),
    lambda r, d: b"".join(b"%%%02x" % c for c in d),
    lambda r, d: b"".join(b"\\x%02x" % c for c in d),
    lambda r, d: b"".join(b"\\u%04x" % c for c in d),
    lambda r, d: d.replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(
        b"\n", b"\\n"),
    lambda r, d: b"".join(b"&#%d;" % c for c in d),
    lambda r, d: b"".join(b"&#x%x;" % c if r.random() < 0.2 else bytes([c])
                          for c in d),
    lambda r, d: quopri.encodestring(d),
    lambda r, d: markup(d),
)


class Composer:
    """Makes one text of `size` bytes or a little more."""

    def __init__(self, seed, pieces, largest):
        self.random = random.Random(seed)
        self.pieces = pieces
        low, high = math.log(SMALLEST), math.log(largest)
        self.size = int(math.exp(self.random.uniform(low, high)))
        self.name = self.random.choice(NAMES)

    def varied(self, text):
        """Returns the text with other letters and digits for the secret's."""
        r = self.random
        out = bytearray(text)
        for _ in range(r.randrange(1, 9)):
            if not out:
                break
            i = r.randrange(len(out))
            if chr(out[i]).isalnum():
                out[i] = ord(r.choice("abcdefghABCDEFGH01234567"))
        return bytes(out)

    def plain(self):
        r = self.random
        kind = r.randrange(12)
        if kind < 5:
            return r.choice(self.pieces)
        if kind < 7:
            return self.varied(r.choice(self.pieces))
        if kind == 7:
            return r.choice(self.pieces) + b" # " + self.comment()
        if kind == 8:
            return self.comment()
        if kind == 9:
            word = r.choice((b"a", b"password", b"pwd=", b"AKIA", b"://u:p@",
                             b"%41", b"\\n", b"eyJ", b"=", b"{", b"key:"))
            return word * r.randrange(1, 400)
        if kind == 10:
            secret = bytes(r.choices(b"abcdefghijkmnpqrstuvwxyzABCDEFGH234567",
                                     k=r.randrange(8, 40)))
            return r.choice((b'password = "%s"', b"%s", b"pwd=%s;", b"a,%s,b",
                             b"token: %s", b"https://user:%s@host.example/",
                             b"| %s | x |")) % secret
        return r.randbytes(r.randrange(1, 100))

    def comment(self):
        return self.random.choice(COMMENTS).encode()

    def encoded(self, data):
        r = self.random
        for _ in range(r.choice((1, 1, 1, 2, 2, 3, 4, 5))):
            # Data that grows threefold with each encoding is not encoded
            # without end.
            if len(data) > 3 * self.size:
                break
            data = r.choice(ENCODERS)(r, data)
        return data

    def block(self, depth):
        """Some pieces, repeated or not, encoded or not."""
        r = self.random
        end = r.choice((b"\n", b"\n", b"\n", b"", b" ", b"\r\n", b"\t", b"'"))
        if depth == 0:
            return self.plain() + end
        parts = [self.block(r.randrange(depth))
                 for _ in range(r.choice((1, 1, 2, 5, 20)))]
        kind = r.randrange(6)
        if kind < 2:
            one = r.choice(parts)
            times = r.choice((2, 30, 1000, 20000) if kind == 0 else
                             (2, 30, 500))
            # No more than is kept of it below.
            times = min(times, 2 * self.size // (len(one) + 1) + 2)
            parts = [one] * times if kind == 0 else \
                [self.varied(one) for _ in range(times)]
        whole = end.join(parts)[:2 * self.size]
        if r.random() < 0.4:
            whole = r.choice((b"", b"", b"password: ", b'data = "')) + \
                self.encoded(whole)
        if r.random() < 0.05:
            whole = whole[:r.randrange(len(whole) + 1)]
        return whole + end

    def text(self):
        r = self.random
        out = bytearray()
        while len(out) < self.size:
            more = self.block(r.randrange(4))
            # One block often makes all of the text.
            out += self.repeated(more)
        text = bytes(out[:self.size])
        kind = r.randrange(16)
        if kind < 2:
            text = text.decode("latin-1").encode(
                ("utf-16", "utf-16-be")[kind])[:self.size]
        elif kind == 2:
            text = b"\xef\xbb\xbf" + text
        return text

    def repeated(self, block):
        r = self.random
        times = r.choice((1, 1, 1, 1, 3, 100, 100_000))
        return block * max(1, min(times, self.size // max(1, len(block)) + 1))


# A sanitizer takes more address space than there is, and more time.
UNDER = os.environ.get("SLUICE_UNDER")


def limit_memory():
    if UNDER:
        return
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Machine:
    def __init__(self, folder, keep, largest):
        self.program = os.environ.get(
            "SLUICE_BIN", str(ROOT / "build/apps/sluice/sluice"))
        self.views = os.environ.get("SLUICE_SCAN_VIEWS")
        self.folder = pathlib.Path(folder)
        self.keep = keep
        self.largest = largest
        self.pieces = fragments()

    def run(self, command, out):
        """The exit code and the processor time in seconds."""
        environment = dict(os.environ, HOME="/nonexistent",
                           GIT_CONFIG_GLOBAL=os.devnull)
        with open(out, "wb") as file, open(self.folder / "err", "wb") as err:
            child = subprocess.Popen(
                command, cwd=self.folder / "tree", stdout=file, stderr=err,
                stdin=subprocess.DEVNULL, env=environment,
                preexec_fn=limit_memory)
            end = time.monotonic() + TIMEOUT_S
            while True:
                pid, status, usage = os.wait4(child.pid, os.WNOHANG)
                if pid:
                    break
                if time.monotonic() > end:
                    child.kill()
                time.sleep(0.01)
            child.returncode = os.waitstatus_to_exitcode(status)
        return child.returncode, usage.ru_utime + usage.ru_stime

    def scan(self, workers):
        out = self.folder / f"report{workers}"
        code, seconds = self.run(
            [self.program, "scan", "-f", "json", "--show-secrets",
             "--min-confidence", "low", "--no-ignore", "--no-config",
             "-j", str(workers), "."], out)
        return code, seconds, out.read_bytes()

    def check(self, seed):
        """Returns sentences that say what is wrong with the text of `seed`."""
        composer = Composer(seed, self.pieces, self.largest)
        text = composer.text()
        tree = self.folder / "tree"
        tree.mkdir(exist_ok=True)
        for old in tree.iterdir():
            old.unlink()
        path = tree / composer.name
        path.write_bytes(text)
        wrong = []
        code, seconds, report = self.scan(1)
        most = START_SECONDS + SECONDS_PER_MB * len(text) / 1e6
        if code not in (0, 1, 3):
            wrong.append(f"exit code {code}: " + self.first_error())
        if seconds > most and not UNDER:
            wrong.append(f"{seconds:.1f} s of processor time, not {most:.1f}")
        code_of_three, _, report_of_three = self.scan(3)
        if (code, report) != (code_of_three, report_of_three):
            wrong.append("another report with three workers" +
                         (f" (exit code {code_of_three}: {self.first_error()})"
                          if code != code_of_three else ""))
        if self.views and len(text) < 3_000_000 and not wrong:
            wrong += self.compare_views(seed, path)
        print(f"seed {seed}: {len(text)} bytes, {composer.name}, "
              f"{seconds:.2f} s, {report.count(b'rule_id')} found, exit code "
              f"{code}", flush=True)
        if wrong and self.keep:
            os.makedirs(self.keep, exist_ok=True)
            pathlib.Path(self.keep, f"{seed}-{composer.name}").write_bytes(text)
        return wrong

    def first_error(self):
        return (self.folder / "err").read_text(errors="replace")[:200].strip()

    def compare_views(self, seed, path):
        size = random.Random(seed).choice((5000, 40_000, 77_777, 200_000))
        texts = []
        for owned in (512 * 1024, size):
            out = self.folder / "views"
            code, _ = self.run([self.views, str(path), str(owned)], out)
            if code != 0:
                return [f"views of {owned} bytes: exit code {code}"]
            texts.append(out.read_bytes())
        return [] if texts[0] == texts[1] else \
            [f"another report in views of {size} bytes"]


def seeds_of(options):
    if options.seeds:
        first, last = map(int, options.seeds.split("-"))
        yield from range(first, last + 1)
        return
    if options.minutes is None:
        yield from effort.seeds(SHORT, FULL, first=1)
        return
    end = time.monotonic() + 60 * options.minutes
    seed = int(time.time()) * 1000
    while time.monotonic() < end:
        yield seed
        seed += 1


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seeds", metavar="FIRST-LAST")
    parser.add_argument("--minutes", type=float, metavar="N")
    parser.add_argument("--largest", type=int, metavar="BYTES",
                        default=effort.times(300_000, 3_000_000))
    parser.add_argument("--keep", metavar="FOLDER")
    options = parser.parse_args()
    failed = {}
    tried = 0
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(folder, options.keep, options.largest)
        for seed in seeds_of(options):
            tried += 1
            wrong = machine.check(seed)
            if wrong:
                failed[seed] = wrong
                print(f"seed {seed} FAILED: {'; '.join(wrong)}", flush=True)
    print(f"{tried} texts, {len(failed)} failed")
    for seed, wrong in failed.items():
        print(f"  --seeds {seed}-{seed} --largest {options.largest}: "
              f"{'; '.join(wrong)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
