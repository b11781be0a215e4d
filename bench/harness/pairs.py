"""Runs two programs in pairs over one text, for bench/guard.

**Both run at the same time, on one processor.** So the kernel lets them take
turns every few milliseconds, and what disturbs one disturbs the other: another
program, the host of a virtual machine, a change of the clock. One after the
other, they meet different seconds. Measured on two processors with twenty other
programs that wanted to run, 15 samples each of the text `dense`, one build
against itself: the logarithms of the ratios have a standard deviation of 0.074
one after the other, and of 0.011 together. The price is that they also share
the caches, so a program that displaces more there slows down both a little.

The time of a run is user and system time together. The kernel knows the sum to
the nanosecond, but divides it between the two by what a timer happened to
interrupt, so user time alone varies more.
"""

import dataclasses
import pathlib
import shutil

from harness import measure, rounds, tools


@dataclasses.dataclass(frozen=True)
class Scan:
    """What a report says of a run."""

    exit: int
    files: int
    size: int  # bytes
    findings: int


def unlike(old, new):
    """Returns how what was scanned differs, or an empty text."""
    if (old.files, old.size) == (new.files, new.size):
        return ""
    return (f"BASE scanned {old.files:,} files and {old.size:,} bytes, the "
            f"build {new.files:,} and {new.size:,}")


def other_findings(old, new):
    """Returns how the numbers of findings differ, or an empty text."""
    if old.findings == new.findings:
        return ""
    return f"BASE has {old.findings:,} findings, the build {new.findings:,}"


class Programs:
    """Copies of both programs, and what each scans of a text.

    The length of a program's path decides where its stack begins, and the pages
    that its file has in memory decide which parts of it displace each other in
    the processor's caches. Such an effect would favour one program in every
    pair. So both copies have paths of one length, and each measurement makes
    new copies.
    """

    def __init__(self, programs, text, place, setting, folder):
        """Makes the copies in `folder`, and runs each once over the text in
        `place`, which also fills the page cache."""
        self.setting = setting
        self.times = text.times
        self.folders = [pathlib.Path(folder, name) for name in ("old", "new")]
        copies = [own / "sluice" for own in self.folders]
        for own, program, copy in zip(self.folders, programs, copies):
            own.mkdir()
            shutil.copy2(program, copy)
        # For each run of a sample, the commands of both.
        self.commands = [tuple([str(copy), *arguments] for copy in copies)
                         for arguments in text.commands(place)]
        scans = [tuple(map(self._scan, (0, 1), both))
                 for both in self.commands]
        self.exits = [tuple(scan.exit for scan in both) for both in scans]
        # Each program's scans of all commands together.
        self.scans = [Scan(max(one.exit for one in scanned),
                           sum(one.files for one in scanned),
                           sum(one.size for one in scanned),
                           sum(one.findings for one in scanned))
                      for scanned in zip(*scans)]

    def pair(self, old_first):
        """Runs both and returns (old, new), in seconds of processor time.
        Which one is started first changes after each run of both."""
        order = (0, 1) if old_first else (1, 0)
        seconds = [0.0, 0.0]
        for commands, exits in zip(self.commands * self.times,
                                   self.exits * self.times):
            runs = measure.together(
                [(commands[which], self.folders[which]) for which in order],
                self.setting.env, self.setting.limit)
            for which, run in zip(order, runs):
                if run.exit != exits[which]:
                    raise self._failed(which, commands[which], run)
                seconds[which] += run.user + run.system
            order = order[::-1]
        return tuple(seconds)

    def _scan(self, which, command):
        run = measure.run(command, self.setting.env, self.folders[which],
                          self.setting.limit)
        if run.timed_out or run.exit not in tools.SLUICE.ok:
            raise self._failed(which, command, run)
        said = tools.load(self.folders[which] / "stdout")
        coverage = said["coverage"]
        return Scan(run.exit, coverage["files_scanned"],
                    coverage["bytes_scanned"], len(said["findings"]))

    def _failed(self, which, command, run):
        last = rounds.last_words(self.folders[which])
        why = ("took too long" if run.timed_out else
               f"failed: exit {run.exit}: {last}")
        return ValueError(f"{' '.join(command)} {why}")
