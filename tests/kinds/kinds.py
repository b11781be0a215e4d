#!/usr/bin/env python3
"""Kinds of situations from the field, with new values in each run: what must be
found at the default level, and what must not.

    kinds.py [KIND]...       the shares
    kinds.py --seed 7        other values
    kinds.py --misses        what is wrong, and why
"""

import argparse
import collections
import json
import os
import pathlib
import secrets
import subprocess
import sys
import tempfile

import commands
import devices
import files
import keys
import pairs
import prefixes
import references
import scripts
import situation
import templates

ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS = {
    "keys": keys.situations,
    "prefixes": prefixes.situations,
    "commands": commands.situations,
    "devices": devices.situations,
    "templates": templates.situations,
    "between": pairs.between,
    "long": pairs.long,
    "pasted": pairs.pasted,
    "kubernetes": files.kubernetes,
    "credentials": files.credentials,
    "nameless": files.nameless,
    "borders": files.borders,
    "calls": files.calls,
    "weak": files.weak,
    "nothing": files.nothing,
    "parts": files.parts,
    "references": references.references,
    "prose": references.prose,
    "stand-ins": references.stand_ins,
    "scripts": scripts.scripts,
}


def scan(folder, *options):
    program = os.environ.get("SLUICE_BIN") or str(
        ROOT / "build" / "apps" / "sluice" / "sluice")
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith("GIT_")}
    environment |= {"HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent"}
    done = subprocess.run(
        [os.path.abspath(program), "scan", "-f", "json", "--no-ignore",
         "--show-secrets", *options, "."], cwd=folder, env=environment,
        capture_output=True, check=False, timeout=120)
    if done.returncode not in (0, 1):
        raise OSError(f"exit code {done.returncode}: {done.stderr[:500]}")
    return json.loads(done.stdout)


def draw(seed, kind):
    """The situations of a kind, each with the name of its file."""
    made = list(KINDS[kind](situation.seeded(seed, kind)))
    return {f"{number:04}/{one.path}": one for number, one in enumerate(made)}


def is_right(one, found):
    """Whether the secret is found with its borders, and nothing else is."""
    if not one.secret:
        return not found
    if one.part:
        return any(one.secret in secret for secret in found)
    return set(found) == {one.secret}


def wrong_ones(seed, kind, explain=False):
    """The number of situations, and those that are wrong, with the reasons."""
    drawn = draw(seed, kind)
    with tempfile.TemporaryDirectory(prefix="sluice-kinds-") as folder:
        for path, one in drawn.items():
            place = pathlib.Path(folder) / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(one.text.encode())
        report = scan(folder, *(["--explain-drops"] if explain else []))
    found, dropped = collections.defaultdict(list), collections.defaultdict(set)
    for finding in report["findings"]:
        found[finding["path"]].append(finding["secret"])
        dropped[finding["path"]].add(f"{finding['rule_id']}: found")
    for drop in report.get("dropped", ()):
        dropped[drop["path"]].add(f"{drop['rule_id']}: {drop['reason']}")
    wrong = [(path, one, found[path], sorted(dropped[path]))
             for path, one in drawn.items() if not is_right(one, found[path])]
    return len(drawn), wrong


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--seed", default=str(secrets.randbelow(10 ** 6)))
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    print(f"seed {options.seed}")
    for kind in options.kinds or KINDS:
        count, wrong = wrong_ones(options.seed, kind, options.misses)
        print(f"{kind}: {count - len(wrong)} of {count} right")
        if options.misses:
            for path, one, found, why in wrong:
                print(f"  {one.kind} | {path} | {one.text[:300]!r} | "
                      f"wanted {one.secret[:60]!r}, found {found} | {why}")


if __name__ == "__main__":
    sys.exit(main())
