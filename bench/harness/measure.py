"""One run of one program: wall time, processor time, peak memory, exit.

The child is started with posix_spawn and awaited with wait4, so that time and
memory come from the same run and no wrapper stands between the clock and the
program. The clock covers spawn, run and reaping; what that costs for a program
that does nothing is a row of its own in the table of the small file.

Peak memory is the kernel's ru_maxrss, which has two limits to know:
- It never falls below the peak of the process that called exec, here this
  interpreter (about 15 MB). A figure at that floor says nothing; peak_of()
  then runs the program once more under GNU time, whose own floor is 1 MB.
- For a program of several processes it is that of the largest one.

Thread-safety: none is needed; one run at a time, or the figures are void.
"""

import dataclasses
import os
import pathlib
import select
import signal
import time

GNU_TIME = "/usr/bin/time"


@dataclasses.dataclass(frozen=True)
class Run:
    """The figures of one finished run. Times in seconds, memory in KiB."""

    wall: float
    user: float
    system: float
    peak_kib: int
    exit: int  # negative: ended by that signal
    timed_out: bool


def run(argv, env, folder, limit):
    """Runs argv, its output into `folder`, killed after `limit` seconds.

    The child leads a process group of its own, which is killed whole if the
    limit passes or if this program is interrupted: peers start helpers.
    """
    return together([(argv, folder)], env, limit)[0]


def together(jobs, env, limit):
    """Runs several (argv, folder) at the same time; otherwise like run().
    Returns the Run of each, in their order."""
    begin = time.perf_counter()
    children = []
    runs = {}
    try:
        for argv, folder in jobs:
            children.append(_start(argv, env, folder))
        while len(runs) < len(children):
            for child in _ended(set(children) - runs.keys(),
                                begin + limit - time.perf_counter()):
                runs[child] = _reaped(child, begin, False)
            if time.perf_counter() - begin >= limit:
                for child in set(children) - runs.keys():
                    _kill_group(child)
                    runs[child] = _reaped(child, begin, True)
    except BaseException:
        for child in set(children) - runs.keys():
            _kill_group(child)
            os.waitpid(child, 0)
        raise
    return [runs[child] for child in children]


def _start(argv, env, folder):
    out = pathlib.Path(folder)
    writable = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, str(out / "stdout"), writable, 0o644),
        (os.POSIX_SPAWN_OPEN, 2, str(out / "stderr"), writable, 0o644),
    ]
    return os.posix_spawn(
        argv[0], argv, env, file_actions=actions, setpgroup=0,
        # Python ignores these two, and a child would inherit that.
        setsigdef=[signal.SIGPIPE, signal.SIGXFSZ])


def _ended(children, seconds):
    """Waits until one has ended or the time is over; returns those that have."""
    handles = {os.pidfd_open(child): child for child in children}
    try:
        ready, _, _ = select.select(list(handles), [], [], max(0, seconds))
        return [handles[handle] for handle in ready]
    finally:
        for handle in handles:
            os.close(handle)


def _reaped(child, begin, timed_out):
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter() - begin
    return Run(wall, usage.ru_utime, usage.ru_stime, usage.ru_maxrss,
               os.waitstatus_to_exitcode(status), timed_out)


def peak_floor(env, folder):
    """The least peak, in KiB, that run() can report at this moment."""
    return run(["/bin/true"], env, folder, 10).peak_kib


def peak_of(argv, env, folder, limit):
    """The peak in KiB of one more run under GNU time, or None without it."""
    if not os.access(GNU_TIME, os.X_OK):
        return None
    figure = pathlib.Path(folder) / "peak"
    timed = run([GNU_TIME, "-f", "%M", "-o", str(figure)] + argv,
                env, folder, limit)
    if timed.timed_out:
        return None
    # A line about the exit status may precede the figure.
    return int(figure.read_text().split()[-1])


def _kill_group(leader):
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:
        pass
