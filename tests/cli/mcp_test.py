"""`sluice mcp`, by a plain client and by the one of the package `mcp`."""

import json
import os
import shutil
import subprocess
import sys
import unittest

import harness
import peers
import tokens
from rpc_client import LineClient

MAKER = tokens.TokenMaker(52)
TOOLS = ["explain", "redact_text", "scan_path", "scan_text"]


class McpTest(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.secret = MAKER.github()
        self.write("root/src/a.py", f'\nkey = "{self.secret}"\n'.encode())
        self.write("root/clean.txt", b"nothing\n")
        self.write("outside/b.py", f'key = "{self.secret}"\n'.encode())

    def client(self, *arguments, **options):
        options.setdefault("cwd", self.tmp / "root")
        return LineClient("mcp", *arguments, **options)

    def call(self, client, name, error=False, **arguments):
        """The result of a tool, which is JSON or a text."""
        said = client.request("tools/call",
                              {"name": name, "arguments": arguments})
        self.assertNotIn("error", said)
        self.assertIs(said["isError"], error, said)
        self.assertNotIn(self.secret, json.dumps(said))
        text = said["content"][0]["text"]
        if "structuredContent" in said:
            self.assertEqual(json.loads(text), said["structuredContent"])
            return said["structuredContent"]
        return text


class Protocol(McpTest):

    def test_a_session(self):
        with self.client() as client:
            said = client.request("initialize", {
                "protocolVersion": "2025-03-26", "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"}})
            self.assertEqual(said["protocolVersion"], "2025-03-26")
            self.assertEqual(said["serverInfo"]["name"], "sluice")
            self.assertIn("tools", said["capabilities"])
            client.notify("notifications/initialized")
            self.assertEqual(client.request("ping"), {})
            tools = client.request("tools/list")["tools"]
            self.assertEqual(sorted(one["name"] for one in tools), TOOLS)
            for one in tools:
                self.assertEqual(one["inputSchema"]["type"], "object")
            self.assertEqual(client.others, [])
            self.assertEqual(client.end(), 0)

    def test_an_unknown_version(self):
        with self.client() as client:
            said = client.request("initialize", {"protocolVersion": "9"})
            self.assertRegex(said["protocolVersion"], r"^\d{4}-\d\d-\d\d$")

    def test_bad_messages_lose_nothing(self):
        bad = {b"{": -32700, b"[" * 5000: -32700, b"\xff\xfe": -32700,
               b'{"a":' * 100 + b"1" + b"}" * 100: -32700,
               b"[]": -32600, b"1": -32600,
               b'{"jsonrpc": "2.0", "id": 1}': -32600,
               b'{"jsonrpc": "2.0", "id": {}, "method": "ping"}': -32600,
               b'{"id": 1, "method": "ping"}': -32600,
               b'{"jsonrpc": "2.0", "id": 1, "method": 5}': -32600,
               b'{"jsonrpc": "2.0", "id": 1, "method": "x"}': -32601,
               b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": 1}':
                   -32602,
               b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call"}': -32602,
               b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", '
               b'"params": {"name": "scan_text", "arguments": {"text": 1}}}':
                   -32602,
               b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", '
               b'"params": {"name": "none"}}': -32602,
               b"x" * (17 << 20): -32600}
        with self.client() as client:
            for message, code in bad.items():
                with self.subTest(message=message[:60]):
                    ping = b'{"jsonrpc": "2.0", "id": 77, "method": "ping"}'
                    client.write(message + b"\n\n\r\n" + ping + b"\n")
                    said = client.receive()
                    self.assertEqual(said["error"]["code"], code, said)
                    self.assertEqual(client.receive()["id"], 77)
            # These want no answer.
            for silent in (b'{"jsonrpc": "2.0", "method": "none"}',
                           b'{"jsonrpc": "2.0", "id": 5, "result": {}}'):
                client.write(silent + b"\n")
            self.assertEqual(client.request("ping"), {})
            self.assertEqual(client.others, [])

    def test_batches(self):
        with self.client() as client:
            client.write(json.dumps([
                {"jsonrpc": "2.0", "id": "a", "method": "ping"},
                {"jsonrpc": "2.0", "method": "notifications/initialized"},
                {"jsonrpc": "2.0", "id": None, "method": "none"}, 5,
            ]).encode() + b"\n")
            said = client.receive()
            self.assertEqual([one.get("id") for one in said],
                             ["a", None, None])
            self.assertEqual(said[0]["result"], {})

    def test_any_pieces(self):
        text = b'{"jsonrpc":"2.0","id":1,"method":"ping"}\r\n'
        with self.client() as client:
            for byte in text:
                client.write(bytes([byte]))
            self.assertEqual(client.receive()["result"], {})
            client.write(text * 1000)
            for _ in range(1000):
                self.assertEqual(client.receive()["result"], {})
            # The last one needs no line end.
            client.write(text.rstrip())
            client.process.stdin.close()
            self.assertEqual(client.receive()["result"], {})
            self.assertIsNone(client.receive())


class Tools(McpTest):

    def test_scan_text(self):
        with self.client() as client:
            said = self.call(client, "scan_text", text=f"\nkey {self.secret}\n")
            self.assertEqual(said["found"], 1)
            finding = said["findings"][0]
            self.assertEqual(finding["rule_id"], "github-pat")
            self.assertEqual(finding["start"]["line"], 2)
            said = self.call(client, "scan_text", text="nothing",
                             path="a.txt")
            self.assertEqual((said["found"], said["findings"]), (0, []))

    def test_the_name_of_a_text_counts(self):
        text = f'key = "{self.secret}" # sluice:allow\n'
        with self.client("--ignore-allow") as client:
            found = self.call(client, "scan_text", text=text, path="x/a.py")
            self.assertEqual(found["findings"][0]["path"], "x/a.py")
        with self.client() as client:
            found = self.call(client, "scan_text", text=text, path="x/a.py")
            self.assertEqual(found["found"], 0)

    def test_many_findings_are_counted(self):
        text = "\n".join(MAKER.github() for _ in range(230))
        with self.client() as client:
            said = self.call(client, "scan_text", text=text)
            self.assertEqual(said["found"], 230)
            self.assertEqual(len(said["findings"]), 200)
            self.assertEqual(said["not_listed"], 30)

    def test_redact_text(self):
        with self.client() as client:
            said = self.call(client, "redact_text",
                             text=f"a {self.secret} b {self.secret}\n")
            self.assertEqual(said, {
                "text": "a [github-pat:1] b [github-pat:1]\n", "replaced": 2,
                "by_rule": {"github-pat": 2}})

    def test_that_nothing_was_read_is_said(self):
        self.write("root/hidden/a.txt", b"nothing\n")
        self.write("root/hidden/.sluiceignore", b"*\n")
        with self.client() as client:
            said = self.call(client, "scan_path", path="hidden")
            self.assertIn("no file was scanned",
                          said["could_not_read"][0]["reason"])

    def test_scan_path(self):
        with self.client() as client:
            for path, found, files in ((".", 1, 2), ("src", 1, 1),
                                       ("src/a.py", 1, 1), ("clean.txt", 0, 1),
                                       (str(self.tmp / "root"), 1, 2),
                                       ("src/../src", 1, 1)):
                with self.subTest(path=path):
                    said = self.call(client, "scan_path", path=path)
                    self.assertEqual(said["found"], found)
                    self.assertEqual(said["files_scanned"], files)
                    for finding in said["findings"]:
                        self.assertEqual(finding["path"], "src/a.py")

    def test_only_below_the_roots(self):
        (self.tmp / "root/link").symlink_to(self.tmp / "outside")
        (self.tmp / "root/file").symlink_to(self.tmp / "outside/b.py")
        (self.tmp / "root/inside").symlink_to("src")
        (self.tmp / "root2").mkdir()
        with self.client() as client:
            self.assertEqual(
                self.call(client, "scan_path", path="inside")["found"], 1)
            for path in ("..", "/", "../outside", "link", "link/b.py", "file",
                         str(self.tmp / "outside/b.py"), "/etc/passwd", "",
                         "none", "a\0b", str(self.tmp / "root2"),
                         "src/../../outside"):
                for name in ("scan_path", "explain"):
                    with self.subTest(path=path, tool=name):
                        said = self.call(client, name, error=True, path=path)
                        self.assertIn("not below", said)
            # A scan of the root follows none of them.
            self.assertEqual(
                self.call(client, "scan_path", path=".")["files_scanned"], 2)

    def test_roots(self):
        with self.client("--root", self.tmp / "root", "--root",
                         self.tmp / "outside", cwd=self.tmp) as client:
            for path in ("src/a.py", "b.py", str(self.tmp / "outside/b.py")):
                said = self.call(client, "scan_path", path=path)
                self.assertEqual(said["found"], 1, path)
        self.assert_refused(harness.run("mcp", "--root", self.tmp / "none"),
                            "no such directory")

    def test_explain(self):
        with self.client() as client:
            said = self.call(client, "explain", path="src/a.py", line=2)
            self.assertIn("reported. The rule github-pat", said)
            said = self.call(client, "explain", path="clean.txt")
            self.assertIn("no rule matches", said)

    def test_the_policy_of_the_root(self):
        self.write("root/.sluice.toml", b"[scan]\ndisable-rule = "
                   b"['github-pat', 'generic-short-name']\n")
        with self.client("--root", self.tmp / "root", cwd=self.tmp) as client:
            self.assertEqual(
                self.call(client, "scan_path", path=".")["found"], 0)
            self.assertEqual(self.call(client, "scan_text",
                                       text=self.secret)["found"], 0)
        (self.tmp / "root/.sluice.toml").unlink()
        self.write("root/.sluiceignore", b"*.py\n")
        with self.client() as client:
            self.assertEqual(
                self.call(client, "scan_path", path=".")["found"], 0)
        with self.client("--no-ignore") as client:
            self.assertEqual(
                self.call(client, "scan_path", path=".")["found"], 1)


PACKAGE_CLIENT = r'''
import asyncio, json, sys
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

async def main():
    server = StdioServerParameters(command=sys.argv[1], args=["mcp"],
                                   cwd=sys.argv[2])
    async with stdio_client(server) as (read, write):
        async with ClientSession(read, write) as session:
            hello = await session.initialize()
            tools = await session.list_tools()
            scanned = await session.call_tool("scan_path", {"path": "."})
            clean = await session.call_tool("redact_text",
                                            {"text": sys.stdin.read()})
            # Newer versions of the package have another name for it.
            server = getattr(hello, "serverInfo", None) or hello.server_info
            print(json.dumps({
                "server": server.name,
                "tools": sorted(one.name for one in tools.tools),
                "found": json.loads(scanned.content[0].text)["found"],
                "text": json.loads(clean.content[0].text)["text"]}))

asyncio.run(main())
'''


def python_with_mcp():
    """A Python that has the package `mcp`: the one that SLUICE_MCP_PYTHON names,
    that of tests/support/install_tools, or this one."""
    for python in (os.environ.get("SLUICE_MCP_PYTHON"), peers.PYTHON,
                   sys.executable):
        if not python or not shutil.which(python):
            continue
        if subprocess.run([python, "-c", "import mcp"], check=False,
                          capture_output=True).returncode == 0:
            return python
    return None


class Package(McpTest):

    @unittest.skipUnless(python_with_mcp(), "not installed: mcp of PyPI "
                         "(tests/support/install_tools)")
    def test_the_client_of_the_package(self):
        done = subprocess.run(
            [python_with_mcp(), "-c", PACKAGE_CLIENT, harness.binary(),
             self.tmp / "root"], input=f"a {self.secret}", text=True,
            capture_output=True, check=False, timeout=harness.TIMEOUT_S)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout), {
            "server": "sluice", "tools": TOOLS, "found": 1,
            "text": "a [github-pat:1]"})


if __name__ == "__main__":
    unittest.main()
