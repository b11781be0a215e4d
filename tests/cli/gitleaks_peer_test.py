"""Findings of `sluice dir` equal those of the real gitleaks, where there is
one on PATH (8.30.1 is what they were made to equal; another version may
differ). Trees and rules are made up from seeds (leak_trees.py).
"""

import collections
import json
import random
import shutil
import unittest

import harness
import leak_trees

GITLEAKS = shutil.which("gitleaks")
SEEDS = harness.seeds(12, 150)
FLAGS = [[], [], ["--max-decode-depth", "0"], ["--ignore-gitleaks-allow"],
         ["--redact=30"]]

# Templates for reports, in the language of Go's text/template.
TEMPLATES = (
    "{{ range . }}" + "".join(
        f"{name}={{{{ quote .{name} }}}}\n" for name in (
            "RuleID", "Description", "StartLine", "EndColumn", "Line",
            "Match", "Secret", "File", "SymlinkFile", "Commit", "Link",
            "Entropy", "Author", "Date", "Fingerprint")) + "{{ end }}",
    "[{{ $last := (sub (len .) 1) }}{{- range $i, $f := . }}{{ with $f }}\n"
    " {{ toJson . }}{{ if ne $i $last }},{{ end }}{{- end }}{{ end }}\n]\n",
    "| File |\n{{ range . -}}\n| {{ .File }} | {{ .Entropy }} |\n"
    "{{ end -}}\n",
    '{{ now | date "Jan 2006 Monday MST" }} {{ len . }}{{- range . }}\n'
    '  {{ printf "%.2f %5d|%-5d|%.3s|%q" .Entropy .StartLine .EndLine .Secret '
    ".File }} {{- range .Tags }} <{{ . }}>{{ end }}\n"
    "  {{- if .Commit }}c{{ else if .Author }}a{{ else }}n{{ end }}"
    "{{- if not .Match }}?{{ end }}{{ end }}\n",
    "{{/* a */}} x {{- /* b */ -}} y {{ range . }}{{ else }}none{{ end }}"
    "{{ and 1 0 }}{{ or 0 `r\\n` }}{{ html `<'&\">` }}{{ $ | len }}")


def counted(report):
    """A report as a multiset: gitleaks' order is random, and so are the last
    digits of its sums."""
    return collections.Counter(
        json.dumps({**finding, "Entropy": round(finding["Entropy"], 5)},
                   sort_keys=True) for finding in report)


@unittest.skipUnless(GITLEAKS, "there is no gitleaks on PATH")
class Peer(harness.CliTest):
    def scan(self, program, *arguments):
        outcome = harness.run(
            *arguments, "-c", "rules.toml", "-r", "-", "-f", "json",
            "--no-banner", "--log-level", "error", "--exit-code", "0",
            cwd=self.tmp, program=program)
        self.assert_code(outcome, 0)
        return counted(json.loads(outcome.stdout.decode()))

    def compare(self, *arguments):
        ours = self.scan(None, *arguments)
        theirs = self.scan(GITLEAKS, *arguments)
        self.assertEqual(sorted((ours - theirs).elements()), [])
        self.assertEqual(sorted((theirs - ours).elements()), [])
        return sum(ours.values())

    def test_made_up_trees(self):
        self.write("rules.toml", leak_trees.RULES.encode())
        findings = 0
        for seed in SEEDS:
            for name, content in leak_trees.tree(seed).items():
                self.write(f"{seed}/{name}", content)
            flags = random.Random(seed).choice(FLAGS)
            with self.subTest(seed=seed, flags=flags):
                findings += self.compare("dir", str(seed), *flags)
        self.assertGreater(findings, 80 * len(SEEDS))

    def test_reports_are_equal_bytes(self):
        # One finding, so that there is no order.
        self.write("rules.toml", leak_trees.RULES.encode())
        self.write("t/a", b"\n <x> usr_abc123 \xe9 tk_\"" +
                   b"tk_ZYXWVUTSRQPONMLK&\xc3\xa9\n")
        flags = ["dir", "t", "-c", "rules.toml", "--no-banner", "-l", "error",
                 "--enable-rule", "plain"]
        for form in ("json", "csv", "junit", "sarif"):
            with self.subTest(form=form):
                ours, theirs = (
                    harness.run(*flags, "-f", form, "-r", "-", cwd=self.tmp,
                                program=program)
                    for program in (None, GITLEAKS))
                self.assertEqual(ours.stdout, theirs.stdout)
                self.assertEqual((ours.code, theirs.code), (1, 1))
        ours, theirs = (harness.run(*flags, "-v", "--no-color", cwd=self.tmp,
                                    program=program)
                        for program in (None, GITLEAKS))
        self.assertEqual(ours.stdout, theirs.stdout)

    def test_reports_by_template_are_equal_bytes(self):
        # One rule and one file, so that there is no order.
        self.write("rules.toml", (
            "[[rules]]\nid = 'made'\ndescription = 'a \"made\" <rule>'\n"
            "regex = 'mk_([a-z0-9]{8})'\n"
            'tags = ["t", "\u00e9\u200b"]\n').encode())
        self.write("t/a", b'a mk_abcdefgh \xff\xe9 \xc2\xa0\xf0\x9f\x98\x80 '
                          b'"q" \\ \t\x01\n\nb mk_01234567\nmk_zzzzzzzz')
        self.write("none/a", b"nothing")
        for template in TEMPLATES:
            self.write("x.tmpl", template.encode())
            for target in ("t", "none"):
                for more in ([], ["--redact"], ["--redact=40"]):
                    ours, theirs = (
                        harness.run("dir", target, "-c", "rules.toml", "-l",
                                    "error", "--no-banner", "-f", "template",
                                    "-r", "-", "--report-template", "x.tmpl",
                                    *more, cwd=self.tmp, program=program)
                        for program in (None, GITLEAKS))
                    with self.subTest(template=template, more=more):
                        self.assertEqual(ours.stdout, theirs.stdout)
                        self.assertEqual(ours.code, theirs.code)


if __name__ == "__main__":
    unittest.main()
