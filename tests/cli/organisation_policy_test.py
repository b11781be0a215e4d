"""The layers above a configuration: the policy of an organisation, which lower
layers cannot weaken, and the user's own settings."""

import json
import os
import re
import subprocess
import unittest

import harness
import tokens

MAKER = tokens.TokenMaker(31337)
ALL = ["a.py", "b.py", "third/c.py"]
COMPAT = os.environ.get("SLUICE_COMPAT") != "0"
ON = "required-rules = ['github-pat']\n"


class LayersTest(harness.CliTest):

    def setUp(self):
        super().setUp()
        self.github, self.npm = MAKER.github(), MAKER.npm()
        self.write("t/a.py", f'k = "{self.github}"\n'.encode())
        self.write("t/b.py", f'k = "{self.npm}"\n'.encode())
        self.write("t/third/c.py", f'k = "{self.npm}"\n'.encode())

    def nobody(self):
        """Options of a run by a user whom file modes stop."""
        user = harness.Unprivileged(self.tmp)
        if user.reason:
            self.skipTest(user.reason)
        return user.options

    def policy(self, text, name="policy.toml"):
        return str(self.write(name, b"[policy]\n" + text.encode()))

    def configure(self, text):
        self.write("t/.sluice.toml", text.encode())

    def sluice(self, *arguments, env=None, code=1, **options):
        options.setdefault("cwd", self.tmp)
        outcome = harness.run(*arguments, **options,
                              env=harness.environment(**(env or {})))
        if code is not None:
            self.assert_code(outcome, code)
        return outcome

    def scan_with(self, *arguments, **how):
        """The paths, what was refused, and standard error."""
        outcome = self.sluice("-f", "json", *arguments, "t", **how)
        report = outcome.json()
        paths = sorted(f["path"] for f in report["findings"])
        refused = report["coverage"]["policy"].get("refused", [])
        self.assertEqual(report["summary"].get("refused", 0), len(refused))
        return paths, refused, outcome.stderr.decode()

    def assert_refused_once(self, found, *words):
        """One sentence, the same on standard error and in the report."""
        paths, refused, told = found
        self.assertEqual(told.splitlines(), [f"sluice: {refused[0]}"])
        for word in (*words, "does not allow that"):
            self.assertIn(word, refused[0])
        return paths

    def git(self, *arguments):
        env = harness.environment(
            GIT_AUTHOR_NAME="n", GIT_AUTHOR_EMAIL="n@example.com",
            GIT_COMMITTER_NAME="n", GIT_COMMITTER_EMAIL="n@example.com")
        return subprocess.run(["git", "-C", self.tmp / "t", *arguments],
                              env=env, check=True, capture_output=True).stdout

    def shown(self, *arguments, **how):
        return self.sluice("config", "show", *arguments, "t", code=0,
                           **how).stdout.decode()


class Policy(LayersTest):

    def test_a_tree_cannot_exclude(self):
        name = self.policy("allow-exclude = false\n")
        for text in ("exclude = ['*']", "include = ['b.py']", "max-depth = 0",
                     "max-file-size = 1", "one-file-system = true"):
            with self.subTest(text):
                self.configure(f"[scan]\n{text}\n")
                found = self.scan_with("--policy", name)
                self.assertEqual(self.assert_refused_once(
                    found, f"t/.sluice.toml:2: {text.split()[0]} ",
                    f"{name}:2"), ALL)
        self.configure("[scan]\nexclude = ['a.py']\n")
        self.assertEqual(self.scan_with()[0], ALL[1:])

    def test_nobody_can_exclude(self):
        name = self.policy("allow-exclude = false\n")
        policy = ("--policy", name)
        for option in ("--exclude", "--include"):
            found = self.scan_with(option, "a.py", *policy)
            self.assertEqual(self.assert_refused_once(
                found, f"{option} a.py"), ALL)
            variable = option.replace("--", "SLUICE_").upper()
            found = self.scan_with(*policy, env={variable: "a.py"})
            self.assertEqual(self.assert_refused_once(
                found, f"{variable} a.py"), ALL)
        home = self.user("[scan]\nexclude = ['a.py']\n")
        found = self.scan_with(*policy, env=home)
        self.assertEqual(self.assert_refused_once(
            found, "config.toml:2: exclude a.py"), ALL)
        # What is scanned is said on the command line.
        self.assertEqual(self.scan_with("--max-depth", "1", *policy),
                         (ALL[:2], [], ""))

    def user(self, text):
        self.write("home/sluice/config.toml", text.encode())
        return {"XDG_CONFIG_HOME": str(self.tmp / "home")}

    def test_an_ignore_file_of_sluice_excludes(self):
        self.repository("t")
        self.write("t/.sluiceignore", b"a.py\n")
        self.write("t/third/.sluiceignore", b"c.py\n")
        self.assertEqual(self.scan_with()[0], ["b.py"])
        found = self.scan_with("--policy",
                               self.policy("allow-exclude = false\n"))
        self.assertEqual(self.assert_refused_once(
            found, "t/.sluiceignore: the policy"), ALL)

    def test_exclusions_add_up(self):
        one = self.policy("exclude = ['third/']\n", "one.toml")
        two = self.policy("exclude = ['b.py']\n", "two.toml")
        self.assertEqual(self.scan_with("--policy", one)[0], ALL[:2])
        self.configure("[scan]\nexclude = ['!third/', '!b.py']\n")
        for more in ((), ("--exclude", "!third/"),
                     ("--exclude", "!b.py", "--no-default-exclude")):
            self.assertEqual(
                self.scan_with("--policy", one, *more,
                               env={"SLUICE_POLICY": two}), (["a.py"], [], ""))

    def test_a_second_policy_cannot_exclude(self):
        first = self.policy("allow-exclude = false\n", "first.toml")
        second = self.policy("exclude = ['*']\n", "second.toml")
        self.assert_refused(
            self.sluice("t", "--policy", second, code=2,
                        env={"SLUICE_POLICY": first}),
            "second.toml:2: `exclude`", "first.toml:2 does not allow that")

    def test_required_rules_stay_on(self):
        policy = ("--policy", self.policy(ON))
        for how in ({"env": {"SLUICE_DISABLE_RULE": "github-pat"}}, {}):
            option = () if how else ("--disable-rule", "github-pat")
            found = self.scan_with(*policy, *option, **how)
            self.assertEqual(self.assert_refused_once(
                found, ("SLUICE_DISABLE_RULE" if how else "--disable-rule")
                + " github-pat: "), ALL)
        self.configure("[scan]\ndisable-rule = ['github-pat']\n")
        self.assertEqual(self.scan_with()[0], ALL[1:])
        self.assertEqual(self.assert_refused_once(
            self.scan_with(*policy), "t/.sluice.toml:2: disable-rule "
            "github-pat: the policy", "policy.toml:2"), ALL)
        self.configure("[scan]\nenable-rule = ['npm-access-token']\n")
        self.assertEqual(self.scan_with()[0], ALL[1:])
        self.assertEqual(self.assert_refused_once(
            self.scan_with(*policy),
            "t/.sluice.toml:2: enable-rule without github-pat"), ALL)
        # Another rule may be turned off.
        self.configure("[scan]\ndisable-rule = ['npm-access-token']\n")
        self.assertEqual(self.scan_with(*policy), (["a.py"], [], ""))

    def test_a_configuration_cannot_weaken_a_required_rule(self):
        policy = ("--policy", self.policy(ON))
        extend = "[extend]\nuseDefault = true\n"
        for text, words in (
                ("[[rules]]\nid = 'x'\nregex = 'x{9}'\n",
                 "leaves out the rule github-pat"),
                (extend + "disabledRules = ['github-pat']\n",
                 "leaves out the rule github-pat"),
                (extend + "[[rules]]\nid = 'github-pat'\nregex = 'x{9}'\n",
                 "changes the rule github-pat"),
                (extend + "[[rules]]\nid = 'github-pat'\nconfidence = 'low'\n",
                 "changes the rule github-pat"),
                (extend + "[[rules]]\nid = 'github-pat'\n"
                 "[[rules.allowlists]]\npaths = ['.*']\n",
                 "changes the rule github-pat"),
                ("[[allowlists]]\npaths = ['.*']\n", "has an allowlist"),
                ("[[allowlists]]\nregexes = ['.*']\n", "has an allowlist"),
                ("[allowlist]\nstopwords = ['p']\n", "has an allowlist"),
                (extend + "[[allowlists]]\ntargetRules = ['github-pat']\n"
                 "paths = ['.*']\n", "has an allowlist")):
            with self.subTest(text):
                self.configure(text)
                self.assertNotIn("a.py", self.scan_with("--min-confidence",
                                                        "high", code=None)[0])
                paths = self.assert_refused_once(
                    self.scan_with(*policy, "--min-confidence", "high"),
                    "t/.sluice.toml " + words, "policy.toml:2")
                self.assertIn("a.py", paths)

    def test_a_rule_beside_it_does_not_hide_a_required_one(self):
        """A finding of a rule of the tree at the same place."""
        policy = ("--policy", self.policy(ON))
        for more in ("confidence = 'low'\n", "skipReport = true\n",
                     "[[rules.allowlists]]\npaths = ['.*']\n",
                     "specificity = 1000\nfilter = 'true'\n",
                     "specificity = 1000\nskipReport = true\n",
                     "specificity = 1000\nconfidence = 'low'\n"):
            if "filter" in more and not COMPAT:
                continue
            with self.subTest(more):
                self.configure("[extend]\nuseDefault = true\n[[rules]]\n"
                               "id = 'all'\nregex = '''k = \"(.*)\"'''\n"
                               + more)
                self.assertIn("a.py", self.scan_with(
                    *policy, "--min-confidence", "high")[0])

    def test_all_rules_can_be_required(self):
        policy = ("--policy", self.policy("required-rules = ['*']\n"))
        self.configure("[[rules]]\nid = 'x'\nregex = 'x{9}'\n")
        self.assertEqual(self.scan_with(code=0)[0], [])
        self.assertRegex(self.scan_with(*policy)[1][0],
                         r"^t/\.sluice\.toml leaves out \d+ rules \(")
        self.assertEqual(self.scan_with(*policy)[0], ALL)
        self.configure("")
        found = self.scan_with(*policy, "--enable-rule", "github-pat")
        self.assertEqual(self.assert_refused_once(
            found, "--enable-rule without ", " more: the policy"), ALL)

    def test_a_family_can_be_required(self):
        """The rules that lead to it are required with it."""
        self.write("t/d.env", b"ABSTRACT_API_KEY="
                   b"9c1f0a7e4b2d48d6a3e5f8b7c6d9e0f1\n")  # sluice:allow
        found = [f["rule_id"] for f in self.scan("t/d.env", cwd=self.tmp)
                 ["findings"]]
        self.assertEqual(found, ["abstract-api-key"])
        self.configure("[[rules]]\nid = 'x'\nregex = 'x{9}'\n")
        name = self.policy("required-rules = ['abstract-api-key']\n")
        self.assertIn("d.env", self.scan_with("--policy", name)[0])

    def test_the_level(self):
        name = self.policy("min-confidence = 'medium'\n")
        self.configure("[scan]\nmin-confidence = 'high'\n")
        found = self.scan_with("--policy", name)
        self.assert_refused_once(
            found, "t/.sluice.toml:2: min-confidence high: the policy "
            f"{name}:2")
        # A lower one is stricter, and allowed.
        self.assertEqual(self.scan_with("--policy", name, "--min-confidence",
                                        "low")[1:], ([], ""))
        # The default may be too high as well; nobody asked for it.
        low = self.policy("min-confidence = 'low'\n", "low.toml")
        self.configure("")
        self.assertEqual(self.scan_with("--policy", low)[1:], ([], ""))
        self.assertRegex(self.shown("--policy", low),
                         r'(?m)^min-confidence = "low" +# .*low\.toml:2$')

    def test_extend(self):
        none = self.policy("extend = []\n")
        some = self.policy("extend = ['ci/']\n", "some.toml")
        for name in ("more.toml", "ci/more.toml"):
            self.write(name, b"[extend]\nuseDefault = true\n")
        self.configure("[Extend]\nPath = 'more.toml'\n")
        self.sluice("t")
        for name in (none, some):
            self.assert_refused(
                self.sluice("t", "--policy", name, code=2),
                "t/.sluice.toml:2", "more.toml", f"{name}:2")
        self.configure("[extend]\npath = 'ci/more.toml'\n")
        self.assertEqual(self.scan_with("--policy", some)[0], ALL)
        # The file that is extended may not lead elsewhere, either.
        self.write("ci/more.toml", b"[extend]\npath = 'more.toml'\n")
        self.assert_refused(self.sluice("t", "--policy", some, code=2),
                            "ci/more.toml", f"{some}:2")
        self.configure("[extend]\nuseDefault = true\n")
        self.assertEqual(self.scan_with("--policy", none)[0], ALL)

    def test_no_config_does_not_turn_it_off(self):
        name = self.policy("exclude = ['third/']\n")
        home = self.user("[scan]\nexclude = ['b.py']\n")
        self.assertEqual(self.scan_with("--policy", name, env=home)[0],
                         ALL[:1])
        self.assertEqual(self.scan_with("--policy", name, "--no-config",
                                        env=home)[0], ALL[:2])

    def test_config_show_says_which_layer_decided(self):
        name = self.policy("exclude = ['third/']\nallow-exclude = false\n"
                           "extend = []\n" + ON)
        home = self.user("[scan]\nfollow = true\n")
        self.configure("[scan]\nexclude = ['a.py']\nmax-depth = 3\n"
                       "min-confidence = 'high'\n")
        shown = self.shown("--policy", name, "--workers", "2", env=home)
        for line in (rf"^# configuration: t/\.sluice\.toml$",
                     r"^# your settings: .*home/sluice/config\.toml$",
                     rf"^# policy of the organisation: {name}$",
                     rf"^# rules that stay on: 1 +# {name}:5$",
                     rf"^# only the policy excludes files +# {name}:3$",
                     rf"^# no file is extended +# {name}:4$",
                     rf"^# t/\.sluice\.toml:2: exclude a\.py: the policy .*:3 ",
                     rf'^exclude = \["third/"\] +# {name}:2$',
                     r"^follow = true +# .*config\.toml:2$",
                     r'^min-confidence = "high" +# t/\.sluice\.toml:4$',
                     r"^# max-depth is not set$",
                     r"^workers = 2 +# command line$"):
            self.assertRegex(shown, "(?m)" + line)

    def test_mistakes(self):
        for text, *words in (("required-rules = 'x'\n", ":2", "list"),
                             ("requiredrules = []\n", ":2", "unknown key"),
                             ("min-confidence = 'top'\n", ":2", "low, medium"),
                             ("allow-exclude = 1\n", ":2", "true or false"),
                             ("[scan]\n", ":2", "and nothing else"),
                             ("x", ":2"),
                             ("required-rules = ['nothing']\n", "nothing")):
            with self.subTest(text):
                name = self.policy(text)
                for arguments, env in ((["--policy", name], {}),
                                       ([], {"SLUICE_POLICY": name})):
                    self.assert_refused(
                        self.sluice("t", *arguments, env=env, code=2),
                        "policy.toml", *words)
        self.assert_refused(
            self.sluice("t", "--policy", "none.toml", code=2),
            "cannot read the policy none.toml")
        self.assert_refused(
            self.sluice("t", env={"SLUICE_POLICY": "t"}, code=2),
            "cannot read the policy t")

    def test_every_report_names_it(self):
        name = self.policy("allow-exclude = false\n")
        self.configure("[scan]\nexclude = ['a.py']\n")
        sentence = "exclude a.py: the policy"
        for form in ("csv", "sarif", "markdown", "html", "github", "gitlab",
                     "junit", "jsonl"):
            with self.subTest(form):
                out = self.sluice("-f", form, "t", "--policy", name).stdout
                self.assertIn(sentence, out.decode().replace("&#39;", "'"))
        pretty = self.sluice("t", "--policy", name).stdout.decode()
        self.assertIn(f"policy of the organisation: {name}", pretty)
        self.assertIn("1 setting not allowed", pretty)
        # A report that is converted or merged keeps it.
        out = self.sluice("-f", "json", "t", "--policy", name).stdout
        self.write("r.json", out)
        for command in ("convert", "merge"):
            again = self.sluice("report", command, "-f", "json",
                                "r.json", code=None).json()
            self.assertIn(sentence,
                          again["coverage"]["policy"]["refused"][0])
            self.assertEqual(again["summary"]["refused"], 1)

    def test_the_exit_code_is_that_of_the_findings(self):
        name = self.policy("allow-exclude = false\n")
        self.write("clean/a.py", b"x = 1\n")
        self.write("clean/.sluice.toml", b"[scan]\nexclude = ['z']\n")
        outcome = self.sluice("clean", "--policy", name, code=0)
        self.assertIn(b"does not allow that", outcome.stderr)

    def test_the_other_commands(self):
        name = self.policy(ON + "allow-exclude = false\n")
        off = "[scan]\ndisable-rule = ['github-pat']\n"
        self.configure(off)
        self.write(".sluice.toml", off.encode())
        env = {"SLUICE_POLICY": name}
        for command in (("redact", "--check", "t/a.py"),
                        ("explain", "t/a.py"), ("baseline", "write", "t")):
            with self.subTest(command):
                plain = self.sluice(*command, code=None)
                kept = self.sluice(*command, code=None, env=env)
                self.assertNotIn(b"the policy", plain.stderr)
                self.assertIn(b"disable-rule github-pat: the policy",
                              kept.stderr)
                self.assertNotEqual(plain.stdout + plain.stderr,
                                    kept.stdout + kept.stderr)
        listed = self.sluice("--list-files", "t", "--exclude",
                             "a.py", code=0, env=env).stdout
        self.assertIn(b"t/a.py\n", listed)
        self.write(".sluice.toml", b"[[rules]]\nid = 'x'\nregex = 'x{9}'\n")
        for command in (("rules", "list", "github-pat"),
                        ("rules", "show", "github-pat")):
            self.assertIn(b"github-pat",
                          self.sluice(*command, code=0, env=env).stdout)

    @unittest.skipUnless(COMPAT, "needs compat/")
    def test_the_commands_of_gitleaks_keep_required_rules(self):
        name = self.policy(ON + "extend = []\n")
        env = {"SLUICE_POLICY": name}
        self.configure("[[rules]]\nid = 'x'\nregex = 'x{9}'\n")
        self.sluice("dir", "t", "--exit-code", "1", code=0)
        kept = self.sluice("dir", "t", "-v", env=env)
        self.assertIn(b"leaves out the rule github-pat", kept.stderr)
        self.assertIn(b"github-pat", kept.stdout)
        self.configure("")
        self.sluice("dir", "t/a.py", "--enable-rule", "npm-access-token",
                    code=0)
        self.sluice("dir", "t/a.py", "--enable-rule", "npm-access-token",
                    env=env)
        self.configure("[extend]\npath = 'more.toml'\n")
        self.write("more.toml", b"[extend]\nuseDefault = true\n")
        kept = self.sluice("dir", "t", env=env, code=None)
        self.assertIn(b"does not allow that", kept.stderr)
        self.assertNotIn(kept.code, (0,))

    def test_a_policy_that_cannot_be_read_is_an_error(self):
        name = self.policy(ON)
        os.chmod(name, 0)
        self.assert_refused(
            self.sluice("t", env={"SLUICE_POLICY": name}, code=2,
                        **self.nobody()), name, "Permission denied")

    def test_the_file_of_the_machine(self):
        """/etc/sluice/policy.toml, in a namespace with an /etc of its own."""
        name = self.policy("exclude = ['third/']\n")
        script = ("mount -t tmpfs none /etc && mkdir /etc/sluice && "
                  f'cp "{name}" /etc/sluice/policy.toml && '
                  'exec "$0" -f json t')
        done = subprocess.run(
            ["unshare", "-rm", "sh", "-c", script, harness.binary()],
            cwd=self.tmp, env=harness.environment(), capture_output=True,
            check=False, timeout=harness.TIMEOUT_S)
        if b"unshare" in done.stderr or b"mount" in done.stderr:
            self.skipTest("there are no namespaces here")
        report = json.loads(done.stdout)
        self.assertEqual(sorted(f["path"] for f in report["findings"]),
                         ALL[:2])
        self.assertEqual(report["coverage"]["policy"]["organisation"],
                         ["/etc/sluice/policy.toml"])


class Git(LayersTest):

    def setUp(self):
        super().setUp()
        self.git("init", "-q", "-b", "main")

    def paths(self, *arguments, **how):
        outcome = self.sluice("git", "-f", "json", *arguments,
                              cwd=self.tmp / "t", **how)
        report = outcome.json()
        return (sorted(f["path"] for f in report["findings"]),
                report["coverage"]["policy"].get("refused", []),
                outcome.stderr.decode())

    def test_the_hook_and_histories_obey(self):
        name = self.policy(ON + "allow-exclude = false\n")
        self.configure("[scan]\nexclude = ['b.py']\n"
                       "disable-rule = ['github-pat']\n")
        self.write("t/.sluiceignore", b"third/\n")
        self.git("add", "-A")
        self.assertEqual(self.paths("--staged", code=0)[0], [])
        env = {"SLUICE_POLICY": name}
        for commit in (False, True):
            if commit:
                self.git("commit", "-q", "-m", "m")
            how = [] if commit else ["--staged"]
            paths, refused, told = self.paths(*how, env=env)
            self.assertEqual(len(refused), 3)
            for word in ("exclude b.py", "disable-rule github-pat",
                         ".sluiceignore"):
                self.assertIn(word, "\n".join(refused))
            for sentence in refused:
                self.assertIn(f"sluice: {sentence}", told)
            # A secret is reported once in a history.
            self.assertEqual(paths[:2], ALL[:2])

    def test_a_change_does_not_weaken_it(self):
        """With --policy-from, both policies are read: that of the base, and
        that of the change."""
        self.git("commit", "-q", "--allow-empty", "-m", "base")
        self.configure("[[allowlists]]\npaths = ['.*']\n")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "change")
        env = {"SLUICE_POLICY": self.policy(ON)}
        outcome = self.sluice("git", "HEAD~..HEAD", "-f", "json",
                              "--policy-from", "HEAD~", cwd=self.tmp / "t",
                              env=env)
        found = {f["path"]: f.get("self_allowed", False)
                 for f in outcome.json()["findings"]}
        self.assertIs(found["a.py"], False)
        self.assertIs(found["b.py"], True)
        self.assertEqual(outcome.stderr.decode().count("does not allow"), 0)

    def server(self, name):
        """A bare repository with the hook of ci/; returns a push to it."""
        bare = self.tmp / name
        self.git("init", "-q", "--bare", str(bare))
        (bare / "hooks").mkdir(exist_ok=True)
        hook = bare / "hooks" / "pre-receive"
        hook.write_bytes(
            (harness.REPOSITORY / "ci" / "pre-receive").read_bytes())
        hook.chmod(0o755)
        folder = self.tmp / "bin"
        folder.mkdir(exist_ok=True)
        if not (folder / "sluice").exists():
            (folder / "sluice").symlink_to(harness.binary())
        path = f"{folder}:{os.environ['PATH']}"

        def push(**env):
            return subprocess.run(
                ["git", "-C", self.tmp / "t", "push", "-q", str(bare), "main"],
                env=harness.environment(PATH=path, **env), check=False,
                capture_output=True, timeout=harness.TIMEOUT_S)

        return push

    @unittest.skipUnless(COMPAT,
                         "the hook needs compat/ for a first push")
    def test_a_server(self):
        """A configuration without the required rule, and then a secret."""
        self.configure("[[rules]]\nid = 'x'\nregex = 'x{9}'\n")
        self.git("add", ".sluice.toml")
        self.git("commit", "-q", "-m", "configuration")
        push = self.server("bare.git")
        self.assertEqual(push().returncode, 0)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "secret")
        refused = push(SLUICE_POLICY=self.policy(ON))
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn(b"github-pat", refused.stderr)
        self.assertEqual(push().returncode, 0)


class User(LayersTest):

    def user(self, text, folder="home/sluice"):
        return self.write(f"{folder}/config.toml", text.encode())

    def test_it_is_above_the_tree_and_below_the_rest(self):
        self.user("[scan]\nmin-confidence = 'low'\n")
        env = {"XDG_CONFIG_HOME": str(self.tmp / "home")}
        self.configure("[scan]\nmin-confidence = 'high'\n")
        self.write("named.toml", b"[scan]\nmin-confidence = 'medium'\n")
        for more, variable, value, source in (
                ((), {}, "low", "config.toml:2"),
                (("--config", "named.toml"), {}, "medium", "named.toml:2"),
                (("--no-config",), {}, "medium", "default"),
                ((), {"SLUICE_MIN_CONFIDENCE": "high"}, "high",
                 "SLUICE_MIN_CONFIDENCE"),
                (("--min-confidence", "high"), {}, "high", "command line")):
            self.assertRegex(
                self.shown(*more, env=env | variable),
                rf'(?m)^min-confidence = "{value}" +# .*{source}$')

    def test_lists_that_leave_out_add_up(self):
        self.user("[scan]\nexclude = ['third/']\n"
                  "disable-rule = ['npm-access-token']\n")
        env = {"XDG_CONFIG_HOME": str(self.tmp / "home")}
        self.assertEqual(self.scan_with(env=env)[0], ["a.py"])
        self.configure("[scan]\nexclude = ['a.py']\n"
                       "disable-rule = ['slack-bot-token']\n")
        self.assertEqual(self.scan_with(env=env, code=0)[0], [])
        # The user's patterns overrule those of the tree.
        self.user("[scan]\nexclude = ['!a.py']\n")
        self.assertEqual(self.scan_with(env=env)[0], ALL)
        self.user("[scan]\ndisable-rule = ['npm-access-token']\n")
        self.configure("[scan]\ndisable-rule = ['github-pat']\n")
        self.assertEqual(self.scan_with(env=env, code=0)[0], [])

    def test_where_it_is(self):
        self.user("[scan]\nexclude = ['a.py']\n", ".config/sluice")
        self.user("[scan]\nexclude = ['b.py']\n")
        home = {"HOME": str(self.tmp)}
        for more, paths in (({"XDG_CONFIG_HOME": ""}, ALL[1:]),
                            ({"XDG_CONFIG_HOME": "home"}, ALL[1:]),
                            ({"XDG_CONFIG_HOME": str(self.tmp / "home")},
                             [ALL[0], ALL[2]])):
            self.assertEqual(self.scan_with(env=home | more)[0], paths)
        self.assertEqual(
            self.scan_with(env={"HOME": "", "XDG_CONFIG_HOME": ""})[0], ALL)

    def test_the_report_names_it(self):
        path = self.user("[scan]\nexclude = ['a.py']\n")
        env = {"XDG_CONFIG_HOME": str(self.tmp / "home")}
        self.assertIn(f"your settings: {path}",
                      self.sluice("t", env=env).stdout.decode())
        report = self.sluice("-f", "json", "t", env=env).json()
        self.assertEqual(report["coverage"]["policy"]["user"], str(path))
        self.user("# nothing yet\n")
        self.assertNotIn(b"your settings", self.sluice("t", env=env).stdout)

    def test_git_and_redact_obey(self):
        self.user("[scan]\ndisable-rule = ['github-pat']\nfollow = true\n")
        env = {"XDG_CONFIG_HOME": str(self.tmp / "home")}
        self.sluice("redact", "--check", "t/a.py", code=1)
        self.sluice("redact", "--check", "t/a.py", code=0, env=env)

    def test_it_may_have_the_settings_of_every_command(self):
        env = {"XDG_CONFIG_HOME": str(self.tmp / "home")}
        values = {"submodules": "true", "reach": '"refs"', "style": '"stars"',
                  "self-allowed": '"fail"', "keep-length": "true"}
        values |= dict(re.findall(r"(?m)^([a-z-]+) = (.*?) +# ", self.shown()))
        values |= {"max-depth": "9", "max-memory": '"1G"'}
        self.assertGreater(len(values), 30)
        self.user("[scan]\n" + "".join(f"{key} = {value}\n" for key, value
                                       in values.items()))
        self.git("init", "-q")
        self.git("commit", "-q", "--allow-empty", "-m", "m")
        self.sluice("t", env=env)
        self.sluice("git", env=env, code=0, cwd=self.tmp / "t")
        self.sluice("redact", "--check", "t/a.py", env=env)

    def test_it_does_not_replace_files(self):
        """Which file is written is said on the command line."""
        env = {"XDG_CONFIG_HOME": str(self.tmp / "home"),
               "SLUICE_IN_PLACE": "1"}
        for text in ("", "[scan]\nin-place = true\n"):
            self.user(text)
            self.sluice("redact", "t/a.py", env=env, code=2 if text else 0)
            self.assertIn(self.github, (self.tmp / "t/a.py").read_text())

    def test_mistakes(self):
        env = {"XDG_CONFIG_HOME": str(self.tmp / "home")}
        for text, *words in (("[[rules]]\nid = 'x'\nregex = 'x'\n",
                              "[scan] and nothing else", "--config"),
                             ("[scan]\nexclud = []\n", ":2: ", "`exclude`"),
                             ("[scan]\nfollow = 1\n", ":2: "),
                             ("[scan\n", ":1")):
            path = self.user(text)
            self.assert_refused(self.sluice("t", env=env, code=2), str(path),
                                *words)
        path.write_bytes(b"[scan]\nexclude = ['a.py']\n")
        path.chmod(0)
        nobody = self.nobody()
        self.assert_refused(self.sluice("t", env=env, code=2, **nobody),
                            "cannot read your settings", "Permission denied")
        # A directory that cannot be entered is another user's.
        (self.tmp / "home/sluice").chmod(0)
        self.assertEqual(self.sluice("t", env=env, **nobody).stderr, b"")
        (self.tmp / "home/sluice").chmod(0o755)
        (self.tmp / "home/sluice/config.toml").unlink()
        (self.tmp / "home/sluice/config.toml").mkdir()
        self.assert_refused(self.sluice("t", env=env, code=2),
                            "cannot read your settings")


if __name__ == "__main__":
    unittest.main()
