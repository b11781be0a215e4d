"""sluice has no network code: it links none and asks the system for none."""

import re
import subprocess
import unittest

import harness

# The calls that a program needs to reach a network, or to start another
# program that does. The one program that is started is git, by vfork and
# execve, with every transport forbidden (lib/git/child_process.cc,
# lib/git/run_git.h; check_layers.py makes sure that no other file starts any,
# and says who may fork: a child that only removes a folder).
FORBIDDEN = re.compile(
    r"^(socket|connect|bind|listen|accept4?|send(to|msg|mmsg)?|recv\w*|"
    r"getaddrinfo|gethostby\w+|res_\w+|dlopen|execvp?|execvpe|execl\w*|"
    r"posix_spawnp?|popen|system)$")

ALLOWED_LIBRARIES = {
    "linux-vdso.so.1", "ld-linux-x86-64.so.2", "libc.so.6", "libm.so.6",
    "libgcc_s.so.1", "libstdc++.so.6",
}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True,
                          text=True).stdout


@unittest.skipIf(harness.UNDER, "it loads more, or is of another machine")
class OfflineTest(harness.CliTest):

    def test_libraries(self):
        loaded = re.findall(r"(\S+\.so[.\d]*) ", run("ldd", harness.binary()))
        names = {path.rsplit("/", 1)[-1] for path in loaded}
        self.assertIn("libc.so.6", names)
        self.assertLessEqual(names, ALLOWED_LIBRARIES)

    def test_imported_symbols(self):
        symbols = re.findall(
            r" U ([^@\s]+)",
            run("nm", "-D", "--undefined-only", harness.binary()))
        self.assertIn("getenv", symbols)
        self.assertIn("read", symbols)
        self.assertEqual([s for s in symbols if FORBIDDEN.match(s)], [])


if __name__ == "__main__":
    unittest.main()
