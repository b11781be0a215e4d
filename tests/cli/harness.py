"""Runs the real binary and reads what it says.

The binary is the one that SLUICE_BIN names (meson sets it), or else the one
in build/. It never sees the tester's own configuration: HOME and git's
settings point to nowhere. Every run has a time limit, so a hang is a failure.
"""

import base64
import dataclasses
import json
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "tests/support"))
from effort import FULL, seed, seeds, times  # noqa: E402,F401
# The environment that changes the program: a sanitizer's name, or "qemu"
# (meson sets it); mostly nothing. The program is slower there, its memory is
# not its own, and a library that is loaded before it has to suit the
# environment.
UNDER = os.environ.get("SLUICE_UNDER")

# A scan here takes well under a second.
TIMEOUT_S = 600 if UNDER else 60

# The user `nobody`, who cannot read forbidden files, unlike root.
NOBODY = 65534

# Variables that change the output to a terminal.
_COLOR_VARIABLES = ("NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_COLOR")


def binary() -> str:
    """The program under test, as an absolute path."""
    named = os.environ.get("SLUICE_BIN")
    path = pathlib.Path(
        named or REPOSITORY / "build" / "apps" / "sluice" / "sluice")
    if not os.access(path, os.X_OK):
        raise FileNotFoundError(
            f"no binary at {path}: build first, or set SLUICE_BIN")
    return str(path.resolve())


def environment(**changes: str) -> dict[str, str]:
    """The environment of a run, free of the tester's own settings."""
    env = {name: value for name, value in os.environ.items()
           if name not in _COLOR_VARIABLES and not name.startswith("GIT_")}
    env.update(
        HOME="/nonexistent",
        XDG_CONFIG_HOME="/nonexistent",
        GIT_CONFIG_GLOBAL=os.devnull,
        GIT_CONFIG_SYSTEM=os.devnull,
        TERM="xterm-256color",
    )
    env.update(changes)
    return env


def path_of(record: dict) -> bytes:
    """The path of a finding or an incomplete entry, as the disk has it."""
    if "path_bytes" in record:
        return base64.b64decode(record["path_bytes"], validate=True)
    return record["path"].encode("utf-8")


@dataclasses.dataclass(frozen=True)
class Outcome:
    """The results of a finished run."""
    command: list
    code: int
    stdout: bytes
    stderr: bytes

    def json(self) -> dict:
        """Standard output as JSON; strict: UTF-8, one value, no NaN."""
        def refuse(text):
            raise ValueError(f"{text} is not JSON")
        return json.loads(self.stdout.decode("utf-8", errors="strict"),
                          parse_constant=refuse)

    def __str__(self) -> str:
        def head(data: bytes) -> str:
            more = f" ... ({len(data)} bytes)" if len(data) > 2000 else ""
            return repr(data[:2000]) + more
        return (f"\n  command: {self.command}\n  exit code: {self.code}"
                f"\n  stdout: {head(self.stdout)}"
                f"\n  stderr: {head(self.stderr)}")


def run(*arguments, cwd=None, stdin=None, env=None, timeout=TIMEOUT_S,
        program=None, **popen) -> Outcome:
    """Runs `sluice ARGUMENTS`. `stdin` is bytes, or nothing at all.

    A run that does not end in time fails the test; so does one that dies of
    a crash, whatever the test goes on to ask.
    """
    command = [program or binary(), *map(os.fspath, arguments)]
    popen.setdefault("stdout", subprocess.PIPE)
    popen.setdefault("stderr", subprocess.PIPE)
    if stdin is None:
        popen.setdefault("stdin", subprocess.DEVNULL)
    else:
        popen["input"] = stdin
    try:
        done = subprocess.run(command, cwd=cwd, timeout=timeout,
                              env=env or environment(), check=False, **popen)
    except subprocess.TimeoutExpired as late:
        raise AssertionError(
            f"{command} did not end within {timeout} s") from late
    outcome = Outcome(command, done.returncode, done.stdout or b"",
                      done.stderr or b"")
    if done.returncode in (-4, -6, -7, -8, -11, 132, 134, 135, 136, 139):
        raise AssertionError(f"the program crashed: {outcome}")
    return outcome


class CliTest(unittest.TestCase):
    """A test with a directory of its own, `self.tmp`, that any user may
    enter."""

    maxDiff = 4000

    def setUp(self):
        self.tmp = make_temporary(self.addCleanup)

    def write(self, name, content: bytes) -> pathlib.Path:
        """Writes self.tmp/name; its directories are made."""
        path = os.path.join(os.fsencode(self.tmp), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
        return pathlib.Path(os.fsdecode(path))

    def repository(self, name):
        """Makes self.tmp/name the top of a git repository, so that its
        ignore files count."""
        self.write(f"{name}/.git/HEAD", b"ref: refs/heads/main\n")
        for below in ("objects", "refs"):
            os.makedirs(self.tmp / name / ".git" / below)

    def scan(self, *arguments, code=None, **options) -> dict:
        """Runs with `-f json --show-secrets`; returns the JSON. The exit code
        must be `code`."""
        outcome = run("-f", "json", "--show-secrets", *arguments, **options)
        if code is not None:
            self.assert_code(outcome, code)
        try:
            return outcome.json()
        except ValueError as error:
            self.fail(f"not JSON: {error}{outcome}")

    def assert_code(self, outcome: Outcome, *codes: int):
        self.assertIn(outcome.code, codes, str(outcome))

    def assert_refused(self, outcome: Outcome, *named: str):
        """Exit code 2, nothing reported, and a message that names things."""
        self.assert_code(outcome, 2)
        self.assertEqual(outcome.stdout, b"", str(outcome))
        self.assert_message(outcome, *named)

    def assert_message(self, outcome: Outcome, *named: str):
        """Standard error is made of lines that begin with `sluice: `."""
        text = outcome.stderr.decode("utf-8")
        self.assertTrue(text.endswith("\n"), str(outcome))
        for line in text.splitlines():
            self.assertTrue(line.startswith("sluice: "), str(outcome))
        for name in named:
            self.assertIn(name, text, str(outcome))

    def assert_secrets(self, report: dict, *secrets: str):
        """The findings are these secrets, in any order."""
        self.assertEqual(sorted(f["secret"] for f in report["findings"]),
                         sorted(secrets))


def make_temporary(add_cleanup) -> pathlib.Path:
    """A directory with a real path (no symbolic link in it), removed at the
    end whatever modes its contents were given."""
    path = os.path.realpath(tempfile.mkdtemp(prefix="sluice-cli-"))
    os.chmod(path, 0o755)
    add_cleanup(_remove, path)
    return pathlib.Path(path)


def _remove(path: str):
    def unlock(_function, locked, _error):
        # The parent of `path` itself is everybody's.
        if os.fsencode(locked) != os.fsencode(path):
            os.chmod(os.path.dirname(locked), stat.S_IRWXU)
        if os.path.lexists(locked) and not os.path.islink(locked):
            os.chmod(locked, stat.S_IRWXU)
        if os.path.isdir(locked) and not os.path.islink(locked):
            shutil.rmtree(locked, onerror=unlock)
        elif os.path.lexists(locked):
            os.unlink(locked)
    shutil.rmtree(os.fsencode(path), onerror=unlock)


class Unprivileged:
    """The way to run the binary as a user whom file modes stop.

    Root reads everything, so for root the program runs as `nobody`, from a
    copy, because `nobody` may have no access to the build directory. `reason`
    is None if that works, or the reason why not.
    """

    def __init__(self, directory: pathlib.Path):
        self.options: dict = {}
        self.reason: str | None = None
        if os.geteuid() != 0:
            return
        copy = directory / "sluice-for-nobody"
        shutil.copyfile(binary(), copy)
        copy.chmod(0o755)
        self.options = {"program": str(copy), "user": NOBODY,
                        "group": NOBODY, "extra_groups": []}
        try:
            probe = run("--version", cwd="/", **self.options)
        except (OSError, subprocess.SubprocessError) as error:
            self.reason = f"root, and cannot become another user: {error}"
            return
        if probe.code != 0:
            self.reason = f"root, and another user cannot run it: {probe}"
