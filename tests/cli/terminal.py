"""A pseudo-terminal with the program on it, and what a person would see."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

import harness

# Characters that must not reach a terminal: C0 controls except the line feed,
# DEL, C1 controls, and characters that reorder text or cannot be seen.
RAW_CONTROLS = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]")
# The only controls that we write: colours, and the erasing of a line.
OURS = re.compile("\x1b\\[[0-9;]*m|\r[^\n\x1b]*\x1b\\[K|\r\n")


class Terminal:
    """The program, with standard output, standard error or both on a terminal
    of its own, in a session of its own. What is not there is a pipe."""

    def __init__(self, test, *arguments, columns=80, rows=24, on=("out", "err"),
                 cwd=None, **env):
        self.leader, follower = pty.openpty()
        self.seen = b""
        self.resize(columns, rows)
        streams = {name: follower if name in on else subprocess.PIPE
                   for name in ("out", "err")}
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [harness.binary(), *map(os.fspath, arguments)],
            stdin=subprocess.DEVNULL, stdout=streams["out"],
            stderr=streams["err"], cwd=cwd, env=harness.environment(**env),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(follower, termios.TIOCSCTTY, 0))
        os.close(follower)
        test.addCleanup(self._clean_up)

    def resize(self, columns, rows=24):
        fcntl.ioctl(self.leader, termios.TIOCSWINSZ,
                    struct.pack("HHHH", rows, columns, 0, 0))

    def read_until(self, pattern: bytes):
        """Reads until `pattern`, a regular expression, has come anew."""
        begin = len(self.seen)
        while not (match := re.search(pattern, self.seen[begin:])):
            if not self._read(harness.TIMEOUT_S):
                raise AssertionError(f"no {pattern!r} in {self.seen!r}")
        return match

    def signal(self, number=signal.SIGINT):
        self.process.send_signal(number)

    def finish(self) -> int:
        """Reads to the end; the exit code."""
        late = time.monotonic() + harness.TIMEOUT_S
        while self._read(harness.TIMEOUT_S):
            if time.monotonic() > late:
                raise AssertionError(f"it does not end: {self.seen[-2000:]!r}")
        return self.process.wait(timeout=harness.TIMEOUT_S)

    def text(self) -> str:
        """All that was written; line ends as the program wrote them."""
        return self.seen.decode("utf-8").replace("\r\n", "\n")

    def screen(self) -> str:
        """What is left to be read, with all that has scrolled away."""
        lines = [""]
        at = 0
        for piece in re.findall("\x1b\\[[0-9;]*[a-zA-Z]|.", self.seen.decode(),
                                re.S):
            if piece == "\n":
                lines.append("")
                at = 0
            elif piece == "\r":
                at = 0
            elif piece == "\x1b[K":
                lines[-1] = lines[-1][:at]
            elif not piece.startswith("\x1b"):
                lines[-1] = lines[-1][:at] + piece + lines[-1][at + 1:]
                at += 1
        return "\n".join(lines)

    def drawn(self) -> list[str]:
        """Every progress line that was drawn."""
        return [line for line in
                re.findall("\r([^\r\n\x1b]*)\x1b\\[K", self.seen.decode())
                if line]

    def _read(self, timeout) -> bool:
        if not select.select([self.leader], [], [], timeout)[0]:
            raise AssertionError(f"nothing more came behind {self.seen!r}")
        try:
            chunk = os.read(self.leader, 65536)
        except OSError:  # Linux: the other end is closed
            return False
        self.seen += chunk
        return bool(chunk)

    def _clean_up(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdout, self.process.stderr):
            if stream:
                stream.close()
        os.close(self.leader)


def on_a_terminal(test, *arguments, **options) -> str:
    """The output of the program when standard output is a terminal."""
    terminal = Terminal(test, *arguments, on=("out",), **options)
    terminal.finish()
    return terminal.text()


class Pipe:
    """A named pipe: a file whose scan lasts until it is closed."""

    def __init__(self, test, path):
        os.mkfifo(path)
        # For reading too, so that it opens before anybody reads.
        self.end = os.open(path, os.O_RDWR)
        test.addCleanup(self.close)

    def wait_for_reader(self, process):
        """Until the process has opened it, so that it sees the end."""
        late = time.monotonic() + harness.TIMEOUT_S
        inode = os.fstat(self.end).st_ino
        while time.monotonic() < late and process.poll() is None:
            for fd in os.listdir(f"/proc/{process.pid}/fd"):
                try:
                    if os.stat(f"/proc/{process.pid}/fd/{fd}").st_ino == inode:
                        return
                except FileNotFoundError:
                    pass
            time.sleep(0.01)
        raise AssertionError("nobody reads the pipe")

    def write(self, data: bytes):
        os.write(self.end, data)

    def wait_until_empty(self, process):
        """Until the process has read all that was written."""
        late = time.monotonic() + harness.TIMEOUT_S
        while select.select([self.end], [], [], 0)[0]:
            if time.monotonic() > late or process.poll() is not None:
                raise AssertionError("nobody reads the pipe")
            time.sleep(0.01)

    def close(self):
        if self.end is not None:
            os.close(self.end)
            self.end = None
