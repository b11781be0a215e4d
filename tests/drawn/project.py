"""A project with drawn values in it, and what sluice finds there."""

import collections
import dataclasses
import json
import os
import pathlib
import random
import subprocess
import tempfile

import commands
import languages
import names
import public
import settings
from values import KINDS

SECRET_FORMS = languages.FORMS + settings.FORMS + commands.FORMS
ROOT = pathlib.Path(__file__).resolve().parents[2]


@dataclasses.dataclass
class Planted:
    """A value in a file. It is found if a finding covers all of it."""
    kind: str
    form: str
    path: str
    written: str  # the text between the delimiters
    line: str
    size: int  # of the value, before the form escaped it
    found: bool = False
    why: str = ""  # why it was dropped; empty if no rule saw it


def _draw(rng, forms, kinds, times):
    """Lists of Planted, one a file, with the text of the file."""
    for form in forms:
        planted = []
        for kind in kinds * times:
            uses = [use for use in kind.uses if use in form.uses]
            if not uses:
                continue
            value = kind.draw(rng)
            written = form.write(names.draw(rng, uses), value)
            if written is not None:
                planted.append(Planted(kind.name, form.name, "", written[1],
                                       written[0], len(value)))
        rng.shuffle(planted)
        for number in range(0, len(planted), form.per_file):
            some = planted[number:number + form.per_file]
            path = form.path.replace("{}", str(number // form.per_file + 1))
            text = form.head
            for at, one in enumerate(some):
                one.path = path
                text += one.line + "\n"
                if form.between:
                    text += form.between[at % len(form.between)] + "\n"
            yield path, text + form.tail, some


def _plant(folder, files):
    everything = []
    for path, text, planted in files:
        place = pathlib.Path(folder) / path
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("x") as file:  # no two forms write one file
            file.write(text)
        everything += planted
    return everything


def _scan(folder, *options):
    program = os.environ.get("SLUICE_BIN") or str(
        ROOT / "build" / "apps" / "sluice" / "sluice")
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith("GIT_")}
    environment |= {"HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent"}
    done = subprocess.run(
        [program, "scan", "-f", "json", "--no-ignore", "--show-secrets",
         *options, "."], cwd=folder, env=environment, capture_output=True,
        check=False, timeout=120)
    if done.returncode not in (0, 1):
        raise OSError(f"exit code {done.returncode}: {done.stderr[:500]}")
    return json.loads(done.stdout)


def _mark(planted, report):
    found = collections.defaultdict(list)
    for finding in report["findings"]:
        found[finding["path"]].append((finding["secret"], ""))
    dropped = collections.defaultdict(list)
    for drop in report.get("dropped", ()):
        dropped[drop["path"]].append((drop["secret"],
                                      f"{drop['rule_id']}: {drop['reason']}"))
    for one in planted:
        one.found = any(one.written in secret
                        for secret, _ in found[one.path])
        if not one.found:
            reasons = {why for secret, why in dropped[one.path]
                       if one.written in secret}
            parts = {f"part of it: {secret}" for secret, _
                     in found[one.path] + dropped[one.path]
                     if secret and secret in one.written and len(secret) > 3}
            one.why = "; ".join(sorted(reasons or parts))


def draw(seed, times, explain=False):
    """Returns the values that were planted as secrets, and those planted as
    other things, with what was found. With `explain`, also with why a value
    was dropped."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory(prefix="sluice-drawn-") as folder:
        secrets = _plant(folder, _draw(rng, SECRET_FORMS, KINDS, times))
        others = _plant(folder, _draw(
            rng, public.FORMS,
            tuple(kind for kind in KINDS if kind.public), times))
        report = _scan(folder, *(["--explain-drops"] if explain else []))
        _mark(secrets, report)
        _mark(others, report)
    return secrets, others
