"""A plain client of `sluice mcp` and `sluice lsp`: JSON-RPC on pipes."""

import json
import os
import select
import subprocess

import harness


class Client:
    """A running server. Use it in a `with` statement."""

    framing = None

    def __init__(self, *arguments, cwd=None, env=None):
        self.process = subprocess.Popen(
            [harness.binary(), *map(os.fspath, arguments)], cwd=cwd,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=env or harness.environment())
        self.bytes = b""
        self.last = 0
        self.others = []  # what came and was no awaited answer

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout,
                       self.process.stderr):
            stream.close()

    def framed(self, text):
        raise NotImplementedError

    def take(self):
        """Takes a message off self.bytes, if one is there."""
        raise NotImplementedError

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        self.write(self.framed(json.dumps(message).encode()))

    def receive(self, timeout=harness.TIMEOUT_S):
        """The next message; nothing if the server has ended."""
        while True:
            message = self.take()
            if message is not None:
                return json.loads(message)
            ready, _, _ = select.select([self.process.stdout], [], [], timeout)
            if not ready:
                raise AssertionError(f"no message within {timeout} s")
            more = os.read(self.process.stdout.fileno(), 1 << 16)
            if not more:
                return None
            self.bytes += more

    def request(self, method, params=None):
        """The answer to a request: its result, or {"error": ...}."""
        self.last += 1
        self.send({"jsonrpc": "2.0", "id": self.last, "method": method,
                   "params": params or {}})
        while True:
            message = self.receive()
            if message is None:
                raise AssertionError("the server has ended: " +
                                     self.process.stderr.read().decode())
            if message.get("id") == self.last and "method" not in message:
                return (message["result"] if "result" in message
                        else {"error": message["error"]})
            self.others.append(message)

    def notify(self, method, params=None):
        self.send({"jsonrpc": "2.0", "method": method, "params": params or {}})

    def end(self):
        """Closes the server's input, and returns its exit code."""
        self.process.stdin.close()
        return self.process.wait(harness.TIMEOUT_S)


class LineClient(Client):
    """One message a line, as MCP has it."""

    def framed(self, text):
        return text + b"\n"

    def take(self):
        line, found, rest = self.bytes.partition(b"\n")
        if not found:
            return None
        self.bytes = rest
        return line


class CountedClient(Client):
    """A header before each message, as LSP has it."""

    def framed(self, text):
        return b"Content-Length: %d\r\n\r\n" % len(text) + text

    def take(self):
        head, found, rest = self.bytes.partition(b"\r\n\r\n")
        if not found:
            return None
        size = int(head.removeprefix(b"Content-Length: "))
        if len(rest) < size:
            return None
        self.bytes = rest[size:]
        return rest[:size]
