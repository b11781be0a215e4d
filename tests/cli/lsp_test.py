"""`sluice lsp`, by a plain client and by Neovim."""

import json
import os
import random
import shutil
import subprocess
import time
import unittest
import urllib.parse

import harness
import tokens
from rpc_client import CountedClient

MAKER = tokens.TokenMaker(53)
CAPABILITIES = {
    "window": {"showDocument": {"support": True}},
    "workspace": {"workspaceEdit": {"documentChanges": True,
                                    "resourceOperations": ["create"]}}}


def uri_of(path):
    return "file://" + urllib.parse.quote(os.fspath(path))


def utf16(text):
    return len(text.encode("utf-16-le")) // 2


class LspTest(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.repository("project")
        self.project = self.tmp / "project"
        self.secret = MAKER.github()

    def client(self, *arguments, capabilities=None, options=None, **more):
        client = CountedClient("lsp", *arguments, cwd=self.tmp)
        self.addCleanup(client.__exit__)
        said = client.request("initialize", {
            "processId": None, "rootUri": uri_of(self.project),
            "capabilities": CAPABILITIES if capabilities is None
            else capabilities, "initializationOptions": options, **more})
        client.capabilities = said["capabilities"]
        client.notify("initialized")
        return client

    def open(self, client, name, text, language="python"):
        """Opens a file that need not exist; returns its diagnostics."""
        uri = name if "://" in name or ":" in name else uri_of(
            self.project / name)
        client.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": language, "version": 1, "text": text}})
        return uri, self.diagnostics(client, uri)

    def change(self, client, uri, version, *changes):
        client.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version},
            "contentChanges": list(changes)})
        return self.diagnostics(client, uri, version)

    def diagnostics(self, client, uri, version=1):
        while True:
            message = client.receive()
            self.assertIsNotNone(message)
            self.assertNotIn(self.secret, json.dumps(message))
            if message.get("method") != "textDocument/publishDiagnostics":
                client.others.append(message)
                continue
            params = message["params"]
            if params["uri"] == uri and params.get("version", 0) >= version:
                return params["diagnostics"]

    def actions(self, client, uri, line):
        place = {"line": line, "character": 0}
        return {one["title"].split()[0]: one for one in client.request(
            "textDocument/codeAction", {
                "textDocument": {"uri": uri}, "context": {"diagnostics": []},
                "range": {"start": place,
                          "end": {"line": line, "character": 999}}})}


def apply(text, edit):
    """The text after the only edit of a WorkspaceEdit, in UTF-16 units."""
    (edits,) = edit["changes"].values()
    (one,) = edits
    lines = text.split("\n")

    def offset(place):
        line = lines[place["line"]].encode("utf-16-le")
        before = line[:2 * place["character"]].decode("utf-16-le")
        return sum(len(x) + 1 for x in lines[:place["line"]]) + len(before)
    begin, end = (offset(one["range"][x]) for x in ("start", "end"))
    return text[:begin] + one["newText"] + text[end:]


class Session(LspTest):

    def test_it_ends_as_the_client_wants(self):
        client = self.client()
        self.assertIsNone(client.request("shutdown"))
        self.assertEqual(client.request("textDocument/hover")["error"]["code"],
                         -32600)
        client.notify("exit")
        self.assertEqual(client.end(), 0)
        client = self.client()
        client.notify("exit")
        self.assertEqual(client.end(), 1)
        self.assertEqual(self.client().end(), 1)

    def test_nothing_before_initialize(self):
        client = CountedClient("lsp")
        self.addCleanup(client.__exit__)
        self.assertEqual(client.request("shutdown")["error"]["code"], -32002)
        client.notify("textDocument/didOpen", {})
        self.assertIn("capabilities", client.request("initialize"))

    def test_bad_messages_lose_nothing(self):
        client = self.client()
        ping = client.framed(b'{"jsonrpc":"2.0","id":77,"method":"none"}')
        for bad, code in (
                (client.framed(b"{"), -32700),
                (client.framed(b"[" * 5000), -32700),
                (b"Content-Length: x\r\n\r\n", -32600),
                (b"Content-Length: -1\r\n\r\n", -32600),
                (b"Content-Type: y\r\n\r\n", -32600),
                (b"Content-Length: 99999999999999999999\r\n\r\n", -32600),
                (b"x: " + b"y" * 9000 + b"\r\n\r\n", -32600),
                (b"Content-Length: %d\r\n\r\n" % (17 << 20)
                 + b"z" * (17 << 20), -32600)):
            with self.subTest(bad=bad[:40]):
                client.write(bad + ping)
                self.assertEqual(client.receive()["error"]["code"], code)
                self.assertEqual(client.receive()["id"], 77)
        client.write(b"content-length:  41 \nOther: 1\n\n" + ping[22:])
        self.assertEqual(client.receive()["id"], 77)

    def test_bad_parameters_lose_nothing(self):
        client = self.client()
        uri, _ = self.open(client, "a.py", "x = 1\n")
        for params in ({}, {"textDocument": 5}, {"textDocument": {"uri": uri}},
                       {"textDocument": {"uri": uri}, "contentChanges": 1},
                       {"textDocument": {"uri": uri},
                        "contentChanges": [{"range": {}, "text": "x"}]}):
            for method in ("didOpen", "didChange", "didClose"):
                if method != "didClose" or "uri" not in str(params):
                    client.notify(f"textDocument/{method}", params)
        self.assertIsNone(client.request("textDocument/hover", {
            "textDocument": {"uri": uri},
            "position": {"line": 10**9, "character": 10**9}}))
        self.assertIsNone(client.request("textDocument/hover", {
            "textDocument": {"uri": uri},
            "position": {"line": -1, "character": -1}}))
        self.assertEqual(client.request("textDocument/hover", {
            "textDocument": {"uri": uri}, "position": {"line": "x"}})[
                "error"]["code"], -32602)
        found = self.change(client, uri, 9, {"text": f"k = '{self.secret}'"})
        self.assertEqual(len(found), 1)


class Diagnostics(LspTest):

    def test_a_finding(self):
        client = self.client()
        self.assertEqual(client.capabilities["positionEncoding"], "utf-16")
        line = f'é = "𝒳"; key = "{self.secret}"'
        uri, found = self.open(client, "a.py", f"\n{line}\n")
        (one,) = found
        begin = utf16(line[:line.index(self.secret)])
        self.assertEqual(one["range"], {
            "start": {"line": 1, "character": begin},
            "end": {"line": 1, "character": begin + len(self.secret)}})
        self.assertEqual(one["severity"], 1)
        self.assertEqual((one["source"], one["code"]),
                         ("sluice", "github-pat"))
        self.assertIn("ghp_****", one["message"])
        self.assertTrue(one["codeDescription"]["href"].startswith("https://"))
        # It goes when the file is closed.
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        self.assertEqual(self.diagnostics(client, uri), [])

    def test_utf_8(self):
        client = self.client(capabilities={
            "general": {"positionEncodings": ["utf-8", "utf-16"]}})
        self.assertEqual(client.capabilities["positionEncoding"], "utf-8")
        line = f'é = "𝒳"; key = "{self.secret}"'
        _, found = self.open(client, "a.py", line)
        self.assertEqual(found[0]["range"]["start"]["character"],
                         len(line[:line.index(self.secret)].encode()))

    def test_levels(self):
        text = f'a = "{self.secret}"\npassword = "Vq7' + 'mT2xRw9K"\n'
        _, found = self.open(self.client(), "a.py", text)
        self.assertEqual([one["severity"] for one in found], [1, 2])
        _, found = self.open(
            self.client(options={"minConfidence": "high"}), "a.py", text)
        self.assertEqual([one["severity"] for one in found], [1])
        client = self.client()
        uri, found = self.open(client, "a.py", text)
        self.assertEqual(len(found), 2)
        client.notify("workspace/didChangeConfiguration", {
            "settings": {"sluice": {"minConfidence": "high"}}})
        self.assertEqual(len(self.diagnostics(client, uri)), 1)

    def test_changes(self):
        """Any edits leave the server with the text that the client has."""
        rand = random.Random(harness.seed(5))
        pieces = ["\n", "\r\n", "\r", "é", "𝒳", "x = 1", " ", "", "ab\ncd",
                  f'key = "{self.secret}"\n', '"']
        for units in ("utf-16", "utf-8"):
            client = self.client(capabilities={
                "general": {"positionEncodings": [units]}})
            text = "first\n"
            uri, _ = self.open(client, "a.py", text)
            shown = 0
            for version in range(2, 80):
                begin = rand.randrange(len(text) + 1)
                end = min(len(text), begin + rand.choice((0, 1, 3, 60)))
                # A place between \r and \n is none.
                while 0 < begin < len(text) and text[begin - 1:begin + 1] == \
                        "\r\n":
                    begin -= 1
                while end < len(text) and text[end - 1:end + 1] == "\r\n":
                    end += 1
                new = rand.choice(pieces)
                change = {"range": {"start": place(text, begin, units),
                                    "end": place(text, max(begin, end), units)},
                          "text": new}
                text = text[:begin] + new + text[max(begin, end):]
                if rand.random() < 0.1:
                    text = "".join(rand.choices(pieces, k=30))
                    change = {"text": text}
                found = self.change(client, uri, version, change)
                expected = []
                at = text.find(self.secret)
                while at >= 0:
                    expected.append(place(text, at, units))
                    at = text.find(self.secret, at + 1)
                starts = [one["range"]["start"] for one in found
                          if one["code"] == "github-pat"]
                self.assertLessEqual(len(starts), len(expected))
                for start in starts:
                    self.assertIn(start, expected)
                shown += len(starts)
            self.assertGreater(shown, 30)

    def test_policy(self):
        text = f'key = "{self.secret}"\n'
        self.write("project/a.py", text.encode())
        self.write("project/a.txt", text.encode())
        client = self.client()
        uri, found = self.open(client, "a.py", text)
        self.assertEqual(len(found), 1)
        allowed = text.rstrip() + "  # sluice:allow\n"
        self.assertEqual(self.change(client, uri, 2, {"text": allowed}), [])
        # An ignore file counts once it is saved.
        self.write("project/.gitignore", b"*.py\n")
        client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        self.assertEqual(self.diagnostics(client, uri), [])
        self.assertEqual(self.change(client, uri, 3, {"text": text}), [])
        self.write("project/.gitignore", b"")
        client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        self.assertEqual(len(self.diagnostics(client, uri)), 1)
        # So does a configuration, of the folder that the file is in.
        self.write("project/.sluice.toml", b"[scan]\nexclude = ['*.py']\n")
        self.assertEqual(self.change(client, uri, 4, {"text": text}), [])
        self.write("project/.sluice.toml", b"[scan]\nexclude = ['*.txt']\n")
        self.assertEqual(len(self.change(client, uri, 5, {"text": text})), 1)
        self.assertEqual(self.open(client, "a.txt", text)[1], [])
        # One that is wrong is told, and nothing else is shown.
        self.write("project/.sluice.toml", b"[scan]\nnone = 1\n")
        self.assertEqual(self.change(client, uri, 6, {"text": text}), [])
        self.assertTrue(any(
            one.get("method") == "window/showMessage"
            and ".sluice.toml" in one["params"]["message"]
            for one in client.others), client.others)

    def test_folders(self):
        self.write("other/.sluice.toml", b"[scan]\nexclude = ['*.py']\n")
        self.write("other/a.py", b"")
        text = f'key = "{self.secret}"\n'
        client = self.client(workspaceFolders=[
            {"uri": uri_of(self.project), "name": "a"},
            {"uri": uri_of(self.tmp / "other"), "name": "b"}])
        self.assertEqual(len(self.open(client, "a.py", text)[1]), 1)
        other = uri_of(self.tmp / "other/a.py")
        self.assertEqual(self.open(client, other, text)[1], [])
        # A file of no folder, and one that is not saved.
        self.assertEqual(
            len(self.open(client, uri_of(self.tmp / "x.py"), text)[1]), 1)
        self.assertEqual(len(self.open(client, "untitled:1", text)[1]), 1)

    def test_what_scan_finds(self):
        """The same findings, at the same places, as a scan of the file."""
        text = "".join(f"{name}\n" for name in (
            f'k = "{self.secret}"', 'password = "Vq7' + 'mT2xRw9K"',
            "url = postgres://app:Nq7" + "vR2mXw9KpZ4@db.internal/x",
            "plain = 1"))
        path = self.write("project/src/a.conf", text.encode())
        report = self.scan(".", cwd=self.project, code=1)
        _, found = self.open(self.client(), "src/a.conf", text, "conf")
        self.assertGreaterEqual(len(found), 3)
        self.assertEqual(
            [(one["code"], one["range"]["start"]["line"] + 1,
              one["range"]["start"]["character"] + 1) for one in found],
            [(one["rule_id"], one["start"]["line"], one["start"]["column"])
             for one in report["findings"]])
        self.assertTrue(path.exists())


def place(text, offset, units):
    """A position by the protocol; a line ends with \\n, \\r\\n or \\r."""
    line, start, at = 0, 0, 0
    while at < offset:
        if text[at] == "\r" and text[at + 1:at + 2] == "\n" and \
                at + 2 <= offset:
            at += 2
        elif text[at] in "\r\n":
            at += 1
        else:
            at += 1
            continue
        line, start = line + 1, at
    before = text[start:offset]
    return {"line": line, "character": utf16(before) if units == "utf-16"
            else len(before.encode())}


class Help(LspTest):

    LANGUAGES = {
        "python": ('key = "{}"', 'key = os.environ["KEY"]'),
        "javascript": ("const apiKey = '{}';",
                       "const apiKey = process.env.API_KEY;"),
        "typescript": ('  apiKey: "{}",', "  apiKey: process.env.API_KEY,"),
        "go": ('key := "{}"', 'key := os.Getenv("KEY")'),
        "java": ('String key = "{}";', 'String key = System.getenv("KEY");'),
        "ruby": ('key = "{}"', 'key = ENV.fetch("KEY")'),
        "php": ("$key = '{}';", "$key = getenv('KEY');"),
        "shellscript": ('KEY="{}"', 'KEY="$KEY"'),
        "rust": ('let key = "{}";',
                 'let key = std::env::var("KEY").unwrap();'),
        "yaml": ('key: "{}"', None), "toml": ('key = "{}"', None),
        "sql": ("-- x\nSET key = '{}';", None),
        "html": ('<a key="{}">', None), "lua": ('key = "{}"', None)}

    def test_edits(self):
        client = self.client()
        for number, (language, (line, after)) in enumerate(
                self.LANGUAGES.items()):
            with self.subTest(language=language):
                text = "\n" + line.format(self.secret) + "\nend\n"
                name = f"file{number}"
                uri, found = self.open(client, name, text, language)
                self.assertEqual(len(found), 1, text)
                actions = self.actions(client, uri,
                                       found[0]["range"]["start"]["line"])
                allowed = apply(text, actions["Allow"]["edit"])
                self.assertEqual(
                    self.change(client, uri, 2, {"text": allowed}), [], allowed)
                self.assertEqual("Replace" in actions, after is not None)
                if after:
                    changed = apply(text, actions["Replace"]["edit"])
                    self.assertEqual(changed, f"\n{after}\nend\n")
                    self.assertEqual(
                        self.change(client, uri, 3, {"text": changed}), [])

    def test_no_comment_where_there_is_none(self):
        client = self.client()
        uri, _ = self.open(client, "a.json", f'{{"key": "{self.secret}"}}',
                           "json")
        self.assertEqual(set(self.actions(client, uri, 0)), {"Add", "Open"})
        self.assertEqual(self.actions(client, uri, 5), {})

    def test_the_baseline(self):
        text = f'key = "{self.secret}"\n'
        client = self.client()
        uri, _ = self.open(client, "src/a.py", text)
        edit = self.actions(client, uri, 0)["Add"]["edit"]
        create, change = edit["documentChanges"]
        self.assertEqual(create["kind"], "create")
        self.assertEqual(create["uri"], uri_of(self.project /
                                               ".sluice-baseline"))
        baseline = change["edits"][0]["newText"]
        self.assertNotIn(self.secret, baseline)
        self.write("project/.sluice-baseline", baseline.encode())
        self.write("project/src/a.py", text.encode())
        # The scan knows it now, and so does the server.
        self.assert_code(harness.run("scan", ".", cwd=self.project), 0)
        self.assertEqual(self.change(client, uri, 2, {"text": text}), [])
        # The next one is added to those that are there.
        other = MAKER.npm()
        uri, found = self.open(client, "src/b.py", f'key = "{other}"\n')
        self.assertEqual(len(found), 1)
        edit = self.actions(client, uri, 0)["Add"]["edit"]
        both = apply(baseline, edit)
        self.assertEqual(len(both.splitlines()),
                         len(baseline.splitlines()) + 1)
        self.assertLess(set(baseline.splitlines()), set(both.splitlines()))
        # A client that cannot create a file.
        (self.project / ".sluice-baseline").unlink()
        client = self.client(capabilities={})
        uri, _ = self.open(client, "src/a.py", text)
        self.assertEqual(set(self.actions(client, uri, 0)),
                         {"Allow", "Replace"})

    def test_the_page(self):
        client = self.client()
        uri, found = self.open(client, "a.py", f'key = "{self.secret}"\n')
        command = self.actions(client, uri, 0)["Open"]["command"]
        self.assertIsNone(client.request("workspace/executeCommand", {
            "command": command["command"],
            "arguments": command["arguments"]}))
        (asked,) = [one for one in client.others
                    if one.get("method") == "window/showDocument"]
        self.assertEqual(asked["params"], {
            "uri": found[0]["codeDescription"]["href"], "external": True})
        self.assertIn("error", client.request("workspace/executeCommand",
                                              {"command": "rm"}))

    def test_hover(self):
        client = self.client()
        uri, _ = self.open(client, "a.py", f'key = "{self.secret}"\n')

        def hover(character):
            return client.request("textDocument/hover", {
                "textDocument": {"uri": uri},
                "position": {"line": 0, "character": character}})
        self.assertIsNone(hover(2))
        said = hover(12)
        text = said["contents"]["value"]
        for part in ("github-pat", "ghp_****", "high confidence", "Why: ",
                     "revoke it", "https://", "sluice:allow"):
            self.assertIn(part, text)
        self.assertNotIn(self.secret, text)
        self.assertEqual(said["range"]["start"]["character"], 7)


class Promises(LspTest):

    @unittest.skipIf(harness.UNDER, "a slower program")
    def test_it_is_quick(self):
        """The bound is generous; docs/EDITORS.md has the measurement."""
        line = "value = compute(index, 'some text here', other=[1, 2])\n"
        text = line * 9999 + f'key = "{self.secret}"\n'
        client = self.client()
        uri, found = self.open(client, "a.py", text)
        self.assertEqual(len(found), 1)
        start = time.perf_counter()
        for version in range(2, 12):
            spot = {"line": version, "character": 3}
            found = self.change(client, uri, version, {
                "range": {"start": spot, "end": spot}, "text": "x"})
            self.assertEqual(len(found), 1)
        self.assertLess(time.perf_counter() - start, 20)

    def test_it_writes_no_file(self):
        client = self.client()
        uri, _ = self.open(client, "a.py", f'key = "{self.secret}"\n')
        self.assertIn("Add", self.actions(client, uri, 0))
        self.assertEqual(os.listdir(self.project), [".git"])


NEOVIM = shutil.which("nvim")
SCRIPT = r'''
local out = {}
local ok, why = pcall(function()
  vim.cmd("edit " .. vim.env.FILE)
  vim.bo.filetype = "python"
  local id = vim.lsp.start_client({
    name = "sluice", cmd = {vim.env.SLUICE, "lsp"}, root_dir = vim.env.ROOT,
  })
  vim.lsp.buf_attach_client(0, id)
  local function wait(count)
    vim.wait(20000, function() return #vim.diagnostic.get(0) == count end, 20)
    return vim.diagnostic.get(0)
  end
  local found = wait(1)
  out.code, out.line, out.col = found[1].code, found[1].lnum, found[1].col
  out.severity = found[1].severity
  -- One types another one; the buffer is not saved.
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  vim.api.nvim_buf_set_lines(0, 0, 0, false, {"é = 1", lines[2]})
  out.two = #wait(2)
  vim.api.nvim_buf_set_lines(0, 1, 2, false, {"nothing = 1"})
  out.one = #wait(1)
  -- The first edit that is offered.
  local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", {
    textDocument = vim.lsp.util.make_text_document_params(),
    context = {diagnostics = {}},
    range = {start = {line = 3, character = 0},
             ["end"] = {line = 3, character = 99}},
  }, 20000)
  local actions = answers[id].result
  vim.lsp.util.apply_workspace_edit(
    actions[1].edit, vim.lsp.get_client_by_id(id).offset_encoding or "utf-16")
  out.none = #wait(0)
  out.text = vim.api.nvim_buf_get_lines(0, 3, 4, false)[1]
  vim.lsp.stop_client(id)
end)
if not ok then out.why = tostring(why) end
io.open(vim.env.OUT, "w"):write(vim.fn.json_encode(out))
vim.cmd("qall!")
'''


class Neovim(LspTest):

    @unittest.skipUnless(NEOVIM, "no nvim (Neovim)")
    def test_neovim(self):
        text = f'# é\nkey = "{self.secret}"\n'
        path = self.write("project/a.py", text.encode())
        script = self.write("script.lua", SCRIPT.encode())
        out = self.tmp / "out.json"
        done = subprocess.run(
            [NEOVIM, "--headless", "-u", "NONE", "-n", "-S", script],
            check=False, capture_output=True, timeout=2 * harness.TIMEOUT_S,
            cwd=self.project, env=harness.environment(
                FILE=str(path), ROOT=str(self.project), OUT=str(out),
                SLUICE=harness.binary(), HOME=str(self.tmp),
                XDG_STATE_HOME=str(self.tmp), XDG_DATA_HOME=str(self.tmp),
                XDG_CONFIG_HOME=str(self.tmp), XDG_CACHE_HOME=str(self.tmp)))
        self.assertTrue(out.exists(), done)
        self.assertEqual(json.loads(out.read_text()), {
            "code": "github-pat", "line": 1, "col": 7, "severity": 1,
            "two": 2, "one": 1, "none": 0,
            "text": 'key = os.environ["KEY"]'})


if __name__ == "__main__":
    unittest.main()
