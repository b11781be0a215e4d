"""`sluice hook agent`, and its lines in the settings of the agents.

The messages are the examples of the agents' public documentation
(tests/cli/agents/NAME.json has its address), with a secret put into one of
their texts.
"""

import copy
import json
import os
import pathlib
import random
import re
import statistics
import subprocess
import time
import unittest

import harness
import tokens

HERE = pathlib.Path(__file__).resolve().parent
AGENTS = ("claude", "codex", "cursor", "gemini", "copilot")
MAKER = tokens.TokenMaker(51)


def messages(agent):
    path = HERE / "agents" / f"{agent}.json"
    recorded = json.loads(path.read_text())
    assert recorded["source"].startswith("https://"), path
    return recorded["messages"]


def with_secret(message, before, after):
    """The message with `before` in any of its texts replaced."""
    message = copy.deepcopy(message)
    text = json.dumps(message)
    # In a text in a text, each quote and line end is escaped twice.
    assert before in text, (before, text)
    return json.loads(text.replace(before, after))


def ask(agent, message, *arguments, code=0, **options):
    stdin = (message if isinstance(message, bytes)
             else json.dumps(message).encode())
    outcome = harness.run("hook", "agent", "--agent", agent, "--no-config",
                          *arguments, stdin=stdin, **options)
    assert outcome.code == code, outcome
    return outcome


def answer(agent, message, *arguments, **options):
    outcome = ask(agent, message, *arguments, **options)
    return json.loads(outcome.stdout) if outcome.stdout else None


class Messages(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.secret = MAKER.github()

    def check_reason(self, reason):
        self.assertIn("github-pat", reason)
        self.assertIn(self.secret[:4] + "****", reason)
        self.assertNotIn(self.secret, reason)

    def test_clean_messages_pass(self):
        nothing = {"claude": None, "codex": None}
        for agent in AGENTS:
            for name, message in messages(agent).items():
                with self.subTest(agent=agent, message=name):
                    expected = nothing.get(agent, {})
                    if agent == "cursor" and name == "prompt":
                        expected = {"continue": True}
                    if agent == "cursor" and name == "file":
                        expected = {"permission": "allow"}
                    outcome = ask(agent, message)
                    self.assertEqual(outcome.stderr, b"")
                    self.assertEqual(
                        json.loads(outcome.stdout) if outcome.stdout else None,
                        expected)

    def test_prompts(self):
        for agent, text in (("claude", "Write a function"),
                            ("codex", "Fix the failing test"),
                            ("cursor", "Fix the bug"),
                            ("gemini", "Explain this project")):
            with self.subTest(agent=agent):
                said = answer(agent, with_secret(
                    messages(agent)["prompt"], text,
                    f"Why\\ndoes {self.secret} not work?"))
                if agent == "cursor":
                    self.assertIs(said["continue"], False)
                    reason = said["user_message"]
                else:
                    self.assertEqual(said["decision"], "deny"
                                     if agent == "gemini" else "block")
                    reason = said["reason"]
                self.check_reason(reason)
                self.assertIn("line 2", reason)

    def test_a_prompt_of_copilot_is_replaced(self):
        said = answer("copilot", with_secret(
            messages("copilot")["prompt"], "Fix the authentication bug",
            f"Fix {self.secret}"))
        self.assertEqual(said,
                         {"modifiedTransformedPrompt": "Fix [github-pat:1]"})

    def inputs(self):
        for agent, name, text in (
                ("claude", "input", "psql -c"), ("codex", "input", "git"),
                ("claude", "write", "file content"),
                ("cursor", "input", "npm install"),
                ("cursor", "shell", "npm install"),
                ("cursor", "mcp_input", "SELECT"),
                ("cursor", "file", "file content"),
                ("gemini", "input", "npm test"),
                ("copilot", "input", "rm -rf"),
                ("copilot", "older_input", "rm -rf")):
            yield agent, name, with_secret(messages(agent)[name], text,
                                           f"curl -H {self.secret}")

    def test_inputs_of_tools(self):
        for agent, name, message in self.inputs():
            with self.subTest(agent=agent, message=name):
                said = answer(agent, message)
                if agent in ("claude", "codex"):
                    said = said["hookSpecificOutput"]
                    self.assertEqual(said["hookEventName"], "PreToolUse")
                if agent == "gemini":
                    self.assertEqual(said["decision"], "deny")
                    self.check_reason(said["reason"])
                elif agent == "cursor":
                    self.assertEqual(said["permission"], "deny")
                    self.check_reason(said["user_message"])
                else:
                    self.assertEqual(said["permissionDecision"], "deny")
                    self.check_reason(said["permissionDecisionReason"])

    def test_a_member_counts_as_a_name(self):
        value = "Vq7" + "mT2xRw9KpZ4c"
        message = messages("claude")["input"]
        message["tool_input"] = {"user": "app", "password": value}
        said = answer("claude", message)
        reason = said["hookSpecificOutput"]["permissionDecisionReason"]
        self.assertNotIn(value, reason)
        self.assertIn("password", reason)
        # Without a name, no rule finds the same value.
        message["tool_input"] = {"user": "app", "note": value}
        self.assertIsNone(answer("claude", message))

    def test_the_file_of_a_text_counts(self):
        message = messages("claude")["write"]
        message["tool_input"]["content"] = f"# {self.secret} sluice:allow\n"
        self.assertIsNone(answer("claude", message))
        self.assertIsNotNone(answer("claude", message, "--ignore-allow"))

    def test_outputs_are_replaced(self):
        text = f"token {self.secret} sent"
        clean = "token [github-pat:1] sent"
        said = answer("claude", with_secret(
            messages("claude")["output"], "All tests passed", text))
        out = said["hookSpecificOutput"]
        self.assertEqual(out["updatedToolOutput"], {
            "stdout": clean, "stderr": "", "interrupted": False,
            "isImage": False})
        self.assertIn("1 github-pat", out["additionalContext"])
        said = answer("codex", with_secret(
            messages("codex")["output"], "On branch main", text))
        self.assertEqual(said["decision"], "block")
        self.assertTrue(said["reason"].endswith("\n\n" + clean), said)
        said = answer("gemini", with_secret(
            messages("gemini")["output"], "file content", text))
        self.assertEqual(said["decision"], "deny")
        self.assertTrue(said["reason"].endswith("\n\n" + clean), said)
        said = answer("copilot", with_secret(
            messages("copilot")["output"], "All tests passed (15/15)", text))
        self.assertEqual(said["modifiedResult"], {
            "resultType": "success", "textResultForLlm": clean})
        said = answer("cursor", with_secret(
            messages("cursor")["output"], "All tests passed", text))
        self.assertEqual(said["updated_mcp_tool_output"], {"rows": clean})
        # Cursor cannot replace what its own tools return.
        said = answer("cursor", with_secret(
            messages("cursor")["shell_output"], "All tests passed", text))
        self.assertEqual(list(said), ["additional_context"])
        self.assertIn("cannot replace", said["additional_context"])
        self.assertNotIn(self.secret, said["additional_context"])

    def test_what_is_no_text_stays(self):
        message = messages("claude")["output"]
        message["tool_response"] = {
            "file": {"filePath": "/a/b.py", "content": f"k = {self.secret}\n",
                     "numLines": 1, "ratio": 0.5, "none": None},
            "list": [1, True, {"password": "x"}]}
        said = answer("claude", message)
        expected = copy.deepcopy(message["tool_response"])
        expected["file"]["content"] = "k = [github-pat:1]\n"
        self.assertEqual(said["hookSpecificOutput"]["updatedToolOutput"],
                         expected)

    def test_values_of_names_in_an_output(self):
        value = "Vq7" + "mT2xRw9KpZ4c"
        message = messages("claude")["output"]
        message["tool_response"] = {
            "rows": [{"password": value, "pin": 1, "note": value}, 2],
            "text": "a\n" + "b" * 600, "none": None}
        expected = copy.deepcopy(message["tool_response"])
        said = answer("claude", message)
        out = said["hookSpecificOutput"]["updatedToolOutput"]
        label = out["rows"][0]["password"]
        self.assertRegex(label, r"^\[[a-z-]+:1\]$")
        expected["rows"][0]["password"] = label
        self.assertEqual(out, expected)

    def test_a_file_is_judged_by_its_name(self):
        """The same text in a file of tests is a finding of a lower level."""
        text = "password = 'kitten" + "-1987'\n# end\n"
        message = messages("claude")["write"]
        message["tool_input"] = {"file_path": "src/app.py", "content": text}
        self.assertIsNotNone(answer("claude", message))
        message["tool_input"]["file_path"] = "tests/fixtures/app_test.py"
        self.assertIsNone(answer("claude", message))

    def test_an_archive_is_no_text(self):
        message = messages("claude")["output"]
        message["tool_response"] = {"a": "PK\x03\x04 not a zip, but it begins "
                                    "like one", "b": f"k {self.secret}"}
        said = answer("claude", message)
        out = said["hookSpecificOutput"]["updatedToolOutput"]
        self.assertEqual(out["b"], "k [github-pat:1]")
        self.assertEqual(out["a"], message["tool_response"]["a"])

    def test_no_answer_shows_the_secret(self):
        shown = 0
        for agent, _, message in self.inputs():
            outcome = ask(agent, message)
            self.assertNotIn(self.secret.encode(), outcome.stdout)
            shown += b"github-pat" in outcome.stdout
        self.assertEqual(shown, 10)

    def test_many_secrets_are_counted(self):
        many = " ".join(MAKER.github() for _ in range(14))
        said = answer("claude", with_secret(
            messages("claude")["prompt"], "Write a function", many))
        self.assertEqual(said["reason"].count("\n  line 1: github-pat"), 10)
        self.assertIn("and 4 more", said["reason"])


class Failures(harness.CliTest):
    """A hook that fails lets the agent go on, and says so."""

    BAD = {"no JSON": b"{", "no object": b"[]", "too deep": b'{"a":' * 5000,
           "too large": b'{"prompt": "' + b"x" * (17 << 20) + b'"}'}

    def test_bad_messages(self):
        for name, message in self.BAD.items():
            for agent in AGENTS:
                with self.subTest(bad=name, agent=agent):
                    outcome = ask(agent, message,
                                  code=0 if agent == "copilot" else 1)
                    self.assertIn(b"not checked for secrets", outcome.stderr)
                    self.assertIn(outcome.stdout, (b"", b"{}"))
                    outcome = ask(agent, message, "--fail-closed", code=2)
                    self.assertIn(b"not checked for secrets", outcome.stderr)

    def test_a_bad_configuration(self):
        self.write(".sluice.toml", b"[[rules]]\nid = 'a'\nregex = '('\n")
        message = messages("claude")["prompt"]
        command = ["hook", "agent", "--agent", "claude"]
        stdin = json.dumps(message).encode()
        outcome = harness.run(*command, stdin=stdin, cwd=self.tmp)
        self.assertEqual((outcome.code, outcome.stdout), (1, b""))
        self.assertIn(b".sluice.toml", outcome.stderr)
        outcome = harness.run(*command, "--fail-closed", stdin=stdin,
                              cwd=self.tmp)
        self.assertEqual(outcome.code, 0)
        self.assertEqual(json.loads(outcome.stdout)["decision"], "block")

    def test_wrong_arguments_block_nothing(self):
        for words in (("--agent", "nobody"), (), ("--agent", "claude", "x"),
                      ("--agent", "claude", "--config", "/none")):
            outcome = harness.run("hook", "agent", *words, stdin=b"{}")
            self.assertEqual(outcome.code, 1, outcome)
            outcome = harness.run("hook", "agent", *words, "--fail-closed",
                                  stdin=b"{}")
            self.assertEqual(outcome.code, 2, outcome)


def load(path):
    return json.loads(path.read_text())


def settings_of(rand):
    """Settings with other hooks, and with anything else."""
    def value(depth):
        kind = rand.randrange(7 if depth else 4)
        if kind < 4:
            return rand.choice((0, 1.5e-9, True, None, "", "a b", '"}]\\',
                                "é\n\u2028", "hooks", -1))
        items = [value(depth - 1) for _ in range(rand.randrange(4))]
        return items if kind < 5 else {
            rand.choice(("a", "hooks", '"', "é", f"k{i}")): item
            for i, item in enumerate(items)}
    made = {f"key {i}": value(3) for i in range(rand.randrange(4))}
    events = ("PreToolUse", "PostToolUse", "Stop", "UserPromptSubmit")
    hooks = {event: [{"matcher": "x", "hooks": [
        {"type": "command", "command": rand.choice(("mine", "sluice scan"))}
        for _ in range(rand.randrange(1, 3))]}
                     for _ in range(rand.randrange(1, 3))]
             for event in rand.sample(events, rand.randrange(1, 4))}
    if rand.random() < 0.7:
        made["hooks"] = hooks
    made["last"] = value(2)
    return made


def laid_out(rand, value, indent=""):
    """JSON with the blanks of some person."""
    def blank():
        return rand.choice(("", "", " ", "\n" + indent, "\t", " \r\n  "))
    inner = indent + rand.choice(("  ", "    ", "\t"))
    if not isinstance(value, (dict, list)):
        return json.dumps(value, ensure_ascii=rand.random() < 0.5)
    is_object = isinstance(value, dict)
    items = [(json.dumps(key) + blank() + ":" + blank() if is_object else "")
             + laid_out(rand, value[key] if is_object else key, inner)
             for key in value]
    opens, closes = "{}" if is_object else "[]"
    if not items:
        return opens + closes
    if rand.random() < 0.5:
        return (opens + "\n" + inner + f",\n{inner}".join(items) + "\n"
                + indent + closes)
    return (opens + blank() + (blank() + "," + blank()).join(items) + blank()
            + closes)


class Settings(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.repository("project")
        self.project = self.tmp / "project"
        self.home = self.tmp / "home"
        self.home.mkdir()
        self.files = {
            "claude": ".claude/settings.json", "codex": ".codex/hooks.json",
            "cursor": ".cursor/hooks.json", "gemini": ".gemini/settings.json",
            "copilot": ".github/hooks/sluice.json"}

    def hook(self, verb, agent, *arguments, code=0, cwd=None):
        outcome = harness.run("hook", verb, "--agent", agent, *arguments,
                              cwd=cwd or self.project,
                              env=harness.environment(HOME=str(self.home)))
        self.assert_code(outcome, code)
        return outcome

    def test_a_new_file(self):
        for agent, name in self.files.items():
            with self.subTest(agent=agent):
                path = self.project / name
                self.assertIn(b"installed: ",
                              self.hook("install", agent).stdout)
                once = path.read_bytes()
                self.assertIn(b"already there",
                              self.hook("install", agent).stdout)
                self.assertEqual(path.read_bytes(), once)
                hooks = load(path)["hooks"]
                self.assertGreaterEqual(len(hooks), 3)
                text = once.decode()
                self.assertEqual(text.count(f"hook agent --agent {agent}"),
                                 len(hooks))
                # It may be committed, and names no path of this machine.
                self.assertNotIn(harness.binary(), text)
                self.assertIn(b"removed: ",
                              self.hook("uninstall", agent).stdout)
                self.assertFalse(path.exists())
                self.assertIn(b"not installed",
                              self.hook("uninstall", agent).stdout)

    def commands(self, agent, path):
        """The installed commands by event, as a shell gets them."""
        for event, entries in load(path)["hooks"].items():
            for entry in entries:
                for hook in entry.get("hooks", [entry]):
                    yield event, hook.get("bash") or hook["command"]

    def test_the_installed_command_runs(self):
        secret = MAKER.github()
        bin_folder = self.tmp / "bin"
        bin_folder.mkdir()
        (bin_folder / "sluice").symlink_to(harness.binary())
        for agent, name in self.files.items():
            for scope in ((), ("--user",)):
                self.hook("install", agent, *scope)
                base = self.home if scope else self.project
                if scope and agent == "copilot":
                    name = ".copilot/hooks/sluice.json"
                found = 0
                message = with_secret(messages(agent)["input"], {
                    "claude": "psql", "codex": "git", "cursor": "npm",
                    "gemini": "npm", "copilot": "rm"}[agent], secret)
                for _, command in self.commands(agent, base / name):
                    path = os.environ["PATH"]
                    if not scope:
                        path = f"{bin_folder}:{path}"
                    done = subprocess.run(
                        ["sh", "-c", command], check=False, cwd=self.project,
                        input=json.dumps(message).encode(),
                        capture_output=True,
                        env=harness.environment(PATH=path))
                    self.assertEqual(done.returncode, 0, done)
                    found += b"deny" in done.stdout
                self.assertGreaterEqual(found, 3, (agent, scope))

    MINE = (b'{\n    "model": "opus", "permissions": {"allow": ["Bash(ls)",'
            b'  "Read"] },\n    "n": 1.50e3,\n    "hooks": {\n'
            b'        "PreToolUse": [\n            {"matcher": "Bash",'
            b' "hooks": [{"type": "command", "command": "mine"}]}\n'
            b'        ],\n        "Stop": []\n    }\n}')

    def test_what_is_there_stays_as_it_is(self):
        for mine in (self.MINE, self.MINE + b"\n", b'{"a": {"hooks": 1}}',
                     b'\t{"hooks" :{"PostToolUse":[{"hooks":[]}]}, "z":[]}\n',
                     b'{"hooks":{"PreToolUse":[{"x":"}]\\""}]}}',
                     b"{\r\n\t\"a\": \"\\u007b\"\r\n}\r\n"):
            with self.subTest(mine=mine):
                path = self.write("project/.claude/settings.json", mine)
                path.chmod(0o640)
                before = json.loads(mine)
                self.hook("install", "claude")
                after = load(path)
                self.assertEqual(path.stat().st_mode & 0o777, 0o640)
                for event in ("UserPromptSubmit", "PreToolUse", "PostToolUse"):
                    self.assertEqual(
                        after["hooks"].pop(event)[:-1],
                        before.get("hooks", {}).pop(event, []))
                if not after["hooks"]:
                    del after["hooks"]
                    before.pop("hooks", None)
                self.assertEqual(after, before)
                self.assertEqual(list(after), list(before))
                self.assertIn(b"removed from",
                              self.hook("uninstall", "claude").stdout)
                self.assertEqual(path.read_bytes(), mine)

    def test_any_layout_stays(self):
        rand = random.Random(harness.seed(6))
        for number in range(harness.times(15, 300)):
            mine = laid_out(rand, settings_of(rand))
            path = self.write("project/.claude/settings.json", mine.encode())
            self.hook("install", "claude")
            after, before = load(path), json.loads(mine)
            added = 0
            for event, entries in after["hooks"].items():
                old = before.get("hooks", {}).get(event, [])
                self.assertEqual(entries[:len(old)], old)
                added += len(entries) - len(old)
            self.assertEqual(added, 3, mine)
            self.hook("uninstall", "claude")
            self.assertEqual(path.read_bytes().decode(), mine, number)

    def test_only_lines_are_added(self):
        path = self.write("project/.claude/settings.json", self.MINE)
        self.hook("install", "claude")
        lines = path.read_bytes().split(b"\n")
        kept = [line for line in lines if b"hook agent" not in line]
        self.assertEqual(len(lines) - len(kept), 3)
        for line in self.MINE.split(b"\n"):
            self.assertIn(line.rstrip(b","),
                          [one.rstrip(b",") for one in kept])
        self.assertLessEqual(len(lines), len(self.MINE.split(b"\n")) + 8)

    def test_an_older_hook_is_replaced(self):
        self.hook("install", "claude")
        path = self.project / ".claude/settings.json"
        once = path.read_text()
        self.hook("install", "claude", "--fail-closed")
        closed = path.read_text()
        self.assertEqual(closed.count("--fail-closed"), 3)
        self.assertEqual(closed.count("hook agent"), 3)
        self.hook("install", "claude")
        self.assertEqual(load(path), json.loads(once))
        # Somebody put it beside another one.
        both = once.replace('[{"type"', '[{"type": "command", "command": '
                            '"mine"}, {"type"')
        self.assertNotEqual(both, once)
        path.write_text(both)
        self.hook("uninstall", "claude")
        self.assertEqual(path.read_text().count('"mine"'), 3)
        self.assertNotIn("sluice", path.read_text())

    def test_cursor_fails_closed(self):
        self.hook("install", "cursor", "--fail-closed")
        for entries in load(self.project / ".cursor/hooks.json")[
                "hooks"].values():
            self.assertIs(entries[0]["failClosed"], True)

    def test_what_is_refused(self):
        for text, why in ((b'{"a": 1} // mine', b"comments"),
                          (b"{", b"not JSON"), (b"[]", b"no JSON object"),
                          (b'{"hooks": []}', b"no object"),
                          (b'{"hooks": {"PreToolUse": 1}}', b"no array"),
                          (b'{"a":' * 100, b"not JSON")):
            with self.subTest(text=text):
                path = self.write("project/.claude/settings.json", text)
                for verb in ("install", "uninstall"):
                    outcome = self.hook(verb, "claude", code=2)
                    self.assertIn(why, outcome.stderr)
                    self.assertIn(b"nothing was written", outcome.stderr)
                self.assertEqual(path.read_bytes(), text)
        for words in (("--user",), ("--fail-closed",)):
            outcome = harness.run("hook", "install", *words, cwd=self.project)
            self.assert_refused(outcome, "--agent")
        self.assert_refused(harness.run("hook", "install", "--agent", "x"),
                            "--agent")

    def test_links(self):
        outside = self.tmp / "outside"
        outside.mkdir()
        (outside / "settings.json").write_bytes(b"{}")
        (self.project / ".claude").symlink_to(outside)
        outcome = self.hook("install", "claude", code=2)
        self.assertIn(b"symbolic link", outcome.stderr)
        (self.project / ".gemini").mkdir()
        for target in (outside / "settings.json", outside / "none"):
            link = self.project / ".gemini/settings.json"
            link.symlink_to(target)
            outcome = self.hook("install", "gemini", code=2)
            self.assertIn(b"symbolic link", outcome.stderr)
            link.unlink()
        self.assertEqual(os.listdir(outside), ["settings.json"])
        self.assertEqual((outside / "settings.json").read_bytes(), b"{}")
        # One that stays inside is followed.
        (self.project / "dotfiles").mkdir()
        (self.project / ".codex").symlink_to("dotfiles")
        self.hook("install", "codex")
        self.assertTrue((self.project / "dotfiles/hooks.json").exists())

    def test_from_a_directory_below(self):
        below = self.project / "src"
        below.mkdir()
        self.hook("install", "claude", cwd=below)
        self.assertTrue((self.project / ".claude/settings.json").exists())
        self.hook("uninstall", "claude", self.project, cwd=self.tmp)
        self.assertFalse((self.project / ".claude/settings.json").exists())


class Promises(harness.CliTest):

    @unittest.skipIf(harness.UNDER, "a slower program")
    def test_an_answer_is_quick(self):
        """The bound is generous; docs/AGENTS.md has the measurement."""
        message = with_secret(messages("claude")["prompt"], "Write",
                              MAKER.github())
        times = []
        for _ in range(11):
            start = time.perf_counter()
            self.assertIsNotNone(answer("claude", message))
            times.append(time.perf_counter() - start)
        self.assertLess(statistics.median(times), 2)

    def test_it_reads_no_file_of_the_message(self):
        path = self.write("notes.txt", MAKER.github().encode())
        message = messages("claude")["input"]
        message["tool_name"] = "Read"
        message["tool_input"] = {"file_path": str(path)}
        self.assertIsNone(answer("claude", message))
        message["tool_input"]["note"] = MAKER.github()
        self.assertIsNotNone(answer("claude", message))
        trace = self.tmp / "trace"
        try:
            done = subprocess.run(
                ["strace", "-f", "-e", "trace=open,openat,openat2", "-o", trace,
                 harness.binary(), "hook", "agent", "--agent", "claude"],
                input=json.dumps(message).encode(), check=False,
                stdout=subprocess.DEVNULL, cwd=self.tmp,
                env=harness.environment(SLUICE_SANDBOX="off"))
        except FileNotFoundError:
            self.skipTest("no strace")
        if done.returncode != 0 or not trace.exists():
            self.skipTest("strace cannot trace here")
        opened = re.findall(r'open(?:at2?)?\(.*?"([^"]*)"', trace.read_text())
        self.assertIn(".sluice.toml", {os.path.basename(one)
                                       for one in opened})
        self.assertNotIn(str(path), opened)


if __name__ == "__main__":
    unittest.main()
