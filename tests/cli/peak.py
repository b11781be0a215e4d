"""Runs sluice and measures its peak memory."""

import os
import subprocess
import sys

import harness

# Runs a command and prints its peak memory in KiB on standard error, at the
# end.
MEASURE = """import os, subprocess, sys
child = subprocess.Popen(sys.argv[1:], stderr=subprocess.DEVNULL)
_, status, usage = os.wait4(child.pid, 0)
print(usage.ru_maxrss, file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))"""


def peak_mib(*arguments, stdout, **options):
    """Runs sluice and returns its peak memory, and its exit code.

    A process of its own starts sluice: the kernel counts the memory of the
    process that starts a program as the program's, until it runs, and this one
    may hold whole reports.
    """
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, harness.binary(),
         *map(os.fspath, arguments)],
        stdout=stdout, stderr=subprocess.PIPE, env=harness.environment(),
        check=False, **options)
    return int(done.stderr) / 1024, done.returncode
