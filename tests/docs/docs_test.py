"""The commands, the samples and the figures of the pages are true.

Every fenced block has a language. A block of commands (`sh`: commands alone;
`console`: `$ command`, and what it prints) is marked as run or says why it is
not (blocks.py has the marks, folders.py the folders). A configuration is
loaded; JSON, YAML and Python are parsed. Options, formats, counts and versions
that a page names are those of this build.
"""

import ast
import json
import os
import pathlib
import re
import shutil
import sys
import tomllib
import unittest
import zlib

import blocks
import folders  # finds tests/cli
import harness

try:
    import yaml
except ImportError:
    yaml = None

ROOT = harness.REPOSITORY
sys.path.insert(0, str(ROOT / "docs"))
import make_man  # pylint: disable=wrong-import-position
import make_picture  # pylint: disable=wrong-import-position

PAGES = [str(path.relative_to(ROOT)) for path in (
    ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md",
    *sorted((ROOT / "docs").glob("*.md")), ROOT / "bench/README.md")]
# They record measurements of a certain time, so their counts are of that time.
RECORDS = {"docs/PERFORMANCE.md", "docs/PRECISION.md", "bench/README.md",
           "docs/EXECUTOR_ORIGINS.md"}

# Options of git and of other scanners that these pages name by themselves.
THEIRS = {
    "docs/COMING_FROM.md": {"--fail"},
    "docs/CONFIGURATION.md": {"--no-decoding"},
    "docs/GIT.md": {
        "--after", "--author", "--before", "--branches", "--cherry-pick",
        "--committer", "--diff-filter", "--first-parent", "--full-history",
        "--glob", "--grep", "--left-only", "--max-count", "--merges",
        "--no-merges", "--not", "--pre-commit", "--remotes", "--reverse",
        "--right-only", "--skip", "--tags", "--until"},
    "docs/HOOKS.md": {"--all-files", "--from-ref", "--no-verify", "--to-ref"},
    "docs/SPARK.md": {"--conf"},
}
# Examples of programs that develop and measure sluice are not checked.
FOR_DEVELOPERS = RECORDS | {"docs/ARCHITECTURE.md", "docs/LIBRARY.md",
                            "docs/RELEASING.md", "CONTRIBUTING.md"}

MARKS = {"sh": {"run", "not run"}, "console": {"run", "not run"},
         "toml": {"", "file", "not loaded", "not parsed"},
         "json": {"", "file", "not parsed"}, "yaml": {"", "file", "not parsed"},
         "python": {"", "file", "not parsed"}, "c": {""}, "cpp": {""},
         "text": {"", "file"}}
# A command in a block of text would be one that nobody runs.
COMMAND = re.compile(r"^(\$ |\./dev |(sluice|git|pip|pipx|docker|npm|ninja|"
                     r"meson|python3?|kubectl|sudo|bench/\w+)( |$))", re.M)


def text_of(page):
    return (ROOT / page).read_text(encoding="utf-8")


def blocks_of(page):
    return list(blocks.blocks_of(page, text_of(page)))


def prose_of(page):
    """A page without its blocks, a paragraph a line."""
    text = re.sub(r"(?ms)^ *```.*?^ *```$", "", text_of(page))
    return re.sub(r"(?<=\S)\n(?=[^\n|#-])", " ", text)


def with_dots_filled(sample: str) -> str:
    """Returns a sample as JSON. The page writes `..` for what it omits."""
    sample = re.sub(r", \.\.(?=[}\]])", "", sample)
    return sample.replace("{..}", "{}").replace("..", "null")


class DocsTest(harness.CliTest):
    """Collects what is wrong, so that one run shows all of it."""

    def setUp(self):
        super().setUp()
        self.wrong = []

    def tearDown(self):
        if self.wrong:
            self.fail("\n" + "\n".join(self.wrong))

    def expect(self, is_right, place, what):
        if not is_right:
            self.wrong.append(f"{place}: {what}")


class Blocks(DocsTest):

    def test_every_block_is_marked(self):
        for block in (b for page in PAGES for b in blocks_of(page)):
            allowed = MARKS.get(block.language)
            self.expect(allowed, block.place, "a block needs a language: "
                        + ", ".join(MARKS))
            if not allowed:
                continue
            self.expect(block.mark in allowed, block.place,
                        f"the line before a `{block.language}` block is a mark:"
                        " <!-- run: FOLDER --> or <!-- not run: REASON -->")
            if block.mark == "run":
                self.expect(block.folder in folders.ALL, block.place,
                            f"no folder `{block.folder}`: "
                            + ", ".join(folders.ALL))
            if block.language == "text":
                self.expect(not COMMAND.search(block.text), block.place,
                            "commands belong into a `sh` or `console` block")

    def test_commands_run(self):
        for page in PAGES:
            files = {}
            for block in blocks_of(page):
                if block.mark == "file":
                    files[block.said] = block.text
                if block.mark == "run" and block.folder in folders.ALL:
                    self.run_block(block, files)

    def run_block(self, block, files):
        folder = self.prepared(block.folder)
        for name, text in files.items():
            folders.put(folder, name, text)
        commands = blocks.commands_of(block)
        self.expect(commands, block.place, "no command")
        env = harness.environment(
            PATH=blocks.path_with(harness.binary(), self.tmp / "bin"),
            **{f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER")
               for what, value in (("NAME", "Ann Onymous"),
                                   ("EMAIL", "ann@x.org"))})
        done = blocks.run_all([c for c, _ in commands], folder, env)
        self.expect(len(done) == len(commands), block.place,
                    f"the shell ended after {len(done)} commands")
        for (command, shown), (code, printed) in zip(commands, done):
            command = command.strip()
            self.expect(code in block.codes, block.place,
                        f"`{command}` ends with {code}:\n{printed}")
            if shown is not None:
                self.expect(blocks.fits(shown, printed), block.place,
                            f"`{command}` prints:\n{printed}")

    def prepared(self, name):
        """A fresh copy of the folder, always under the same path."""
        made = self.tmp / "made" / name
        if not made.exists():
            made.mkdir(parents=True)
            folders.ALL[name](made)
        copy = self.tmp / "here"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(made, copy, symlinks=True)
        return copy

    def test_samples_are_read(self):
        readers = {"toml": tomllib.loads, "python": ast.parse,
                   "json": lambda text: json.loads(with_dots_filled(text))}
        if yaml:
            readers["yaml"] = lambda text: list(yaml.safe_load_all(text))
        for block in (b for page in PAGES for b in blocks_of(page)):
            if block.mark == "not parsed" or block.language not in readers:
                continue
            try:
                readers[block.language](block.text)
            except (ValueError, SyntaxError) as error:
                self.expect(False, block.place, error)

    def test_samples_of_reports_have_members_of_the_schema(self):
        def members(value):
            if isinstance(value, dict):
                yield from value
                value = list(value.values())
            if isinstance(value, list):
                for item in value:
                    yield from members(item)

        schema = set(members(json.loads(text_of("docs/sluice-1.schema.json"))))
        for page in set(PAGES) & {"docs/DROPS.md", "docs/FORMATS.md",
                                    "docs/IGNORE.md"}:
            for block in blocks_of(page):
                if block.language == "json":
                    sample = json.loads(with_dots_filled(block.text))
                    for member in set(members(sample)) - schema:
                        self.expect(False, block.place, f"no `{member}`")

    def test_configurations_are_loaded(self):
        for block in (b for page in PAGES for b in blocks_of(page)):
            if block.language == "toml" and block.mark in ("", "file"):
                path = self.write("sample.toml", block.text.encode())
                done = harness.run("scan", "--quiet", "--config", path, "-",
                                   stdin=b"", cwd=self.tmp)
                self.expect(done.code == 0 and not done.stderr, block.place,
                            f"the configuration is not read: {done}")


class Form(unittest.TestCase):
    """The means of the other tests: blocks, marks, commands and output."""

    def blocks(self, text):
        return list(blocks.blocks_of("page", text))

    def test_a_mark_belongs_to_the_block_below_it(self):
        run, other = self.blocks(
            "<!-- run: demo exit=0,1 -->\n```sh\nsluice\n```\n\n"
            "<!-- run: demo -->\n\n  ```console\n  $ sluice\n  ```\n")
        self.assertEqual((run.mark, run.folder, run.codes),
                         ("run", "demo", {0, 1}))
        self.assertEqual((other.mark, other.text), ("", "$ sluice\n"))
        with self.assertRaisesRegex(ValueError, "page:1: .* no end"):
            self.blocks("```sh\nsluice\n")

    def test_commands_and_what_they_print(self):
        block, = self.blocks("<!-- run: empty exit=0,3 -->\n```console\n"
                             "$ for i in 1 2\n  do echo $i\n  done\n1\n2\n"
                             "$ (exit 3)\n$ echo a \\\n  b; pwd\n...\n```\n")
        commands = blocks.commands_of(block)
        self.assertEqual([shown for _, shown in commands],
                         ["1\n2\n", None, "...\n"])
        done = blocks.run_all([c for c, _ in commands], "/", None)
        self.assertEqual(done, [(0, "1\n2\n"), (3, ""), (0, "a b\n/\n")])

    def test_output_fits_or_does_not(self):
        for shown, printed in (("a\nb", "a\nb\n"), ("a ... c", "a b c\n"),
                               ("a\n...\nd", "a\nb\nc\nd\n"),
                               ("a", "a  \n\n"), ("(.*)", "(.*)\n")):
            self.assertTrue(blocks.fits(shown, printed), shown)
        for shown, printed in (("a", "a\nb\n"), ("a\nb", "a\n"), (".", "a\n"),
                               ("a ... c", "a b\nc\n"), ("a", "")):
            self.assertFalse(blocks.fits(shown, printed), shown)


class Figures(DocsTest):

    @classmethod
    def setUpClass(cls):
        version = harness.run("version").stdout.decode()
        cls.version = version.split("\n")[0]
        cls.rules = int(re.search(r"^rules (\d+),", version, re.M)[1])
        listed = [row.split("\t") for row in harness.run(
            "rules", "list", "--config", os.devnull,
            cwd="/").stdout.decode().splitlines()]
        cls.providers = len({row[3] for row in listed if row[3]})
        cls.families = sum(row[1] == "family" for row in listed)
        page = make_man.help_on(harness.binary(), "scan")
        cls.formats = re.findall(
            r"^  (\S+)", page.split("\nFormats:\n")[1].split("\n\n")[0], re.M)
        cls.options = {}
        for command in make_man.commands(harness.binary()):
            page = make_man.help_on(harness.binary(), *command.split())
            cls.options[command] = {
                name for _, rows in make_man.options_of(page)
                for names, _ in rows
                for name in re.findall(r"(?<![\w-])--?\w[\w-]*", names)}

    def test_counts(self):
        self.assertGreater(self.rules, 1000)
        right = {"rules": self.rules, "providers": self.providers,
                 "families": self.families, "formats": len(self.formats)}
        for page in PAGES:
            if page in RECORDS:
                continue
            for count, what in re.findall(
                    r"\b(\d[\d,]*) (rules|providers|families|formats)"
                    r"\b",
                    prose_of(page)):
                number = int(count.replace(",", ""))
                # A small number is of somebody's example.
                self.expect(number == right[what] or
                            (what == "rules" and number < 1000), page,
                            f"{count} {what}: there are {right[what]:,}")

    def test_versions(self):
        named = re.compile(r"\bsluice(?:-scanner)?[ _=v-]{1,2}(\d+\.\d+\.\d+)")
        for page in PAGES:
            for version in named.findall(text_of(page)):
                self.expect(version == self.version, page,
                            f"sluice {version}: this is {self.version}")

    def test_formats(self):
        self.assertIn("sarif", self.formats)
        table = re.findall(r"(?m)^\| `([\w-]+)` \|",
                           text_of("docs/FORMATS.md").split("\n## ")[0])
        self.assertEqual(table, self.formats)
        by_reader = text_of("docs/USAGE.md").split("\n| reader |")[1]
        self.assertEqual(
            sorted(re.findall(r"`([\w-]+)`", by_reader.split("\n\n")[0])),
            sorted(self.formats))

    def test_reasons_of_drops(self):
        source = text_of("lib/judge/drop.cc").split("name_of(Drop")[1]
        names = re.findall(r'return "(\w+)";', source.split("explain(Drop")[0])
        table = text_of("docs/DROPS.md").split("\n## Reasons")[1]
        self.assertGreater(len(names), 20)
        self.assertEqual(
            set(re.findall(r"(?m)^\| `(\w+)` \|", table.split("\n## ")[0])) - {"reason"},
            set(names) - {"none"})

    def test_checksums(self):
        names = re.search(r"kCheckNames = \{(.*?)\};",
                          text_of("lib/rules/rule.h"), re.S)[1]
        table = text_of("docs/RULES.md").split("\n## Checksums")[1]
        rows = re.findall(r"(?m)^\| (`.*?) \|", table.split("\n## ")[0])
        self.assertEqual(
            sorted(re.findall(r"`([\w-]+)`", " ".join(rows))),
            sorted(["checksum", *re.findall(r'"([\w-]+)"', names)]))

    def test_sizes(self):
        """The sizes that a page gives for the program, as it is and packed, are
        about those of this build, although a release is linked anew."""
        if harness.UNDER:
            self.skipTest("a sanitizer's program is larger")
        program = pathlib.Path(harness.binary()).read_bytes()
        sizes = len(program) / 1e6, len(zlib.compress(program)) / 1e6
        for page in PAGES:
            for pair in re.findall(r"\b(\d+) MB, (\d+) MB packed",
                                   prose_of(page)):
                for told, size in zip(map(int, pair), sizes):
                    self.expect(0.8 * size < told < 1.25 * size, page,
                                f"{told} MB: here it is {size:.1f} MB")

    def test_exit_codes(self):
        """A table of exit codes has those that the help has."""
        page = make_man.help_on(harness.binary(), "scan")
        codes = re.findall(r"(?m)^  (\d)  ",
                           page.split("\nExit codes:\n")[1].split("\n\n")[0])
        self.assertEqual(codes, ["0", "1", "2", "3"])
        tables = 0
        for page in ("README.md", "docs/USAGE.md", "docs/SHARDS.md"):
            for table in re.findall(r"(?m)^\|[^|]*\bcode \|.*\n(?:\|.*\n)+",
                                    text_of(page)):
                tables += 1
                told = re.findall(r"(?m)^\| (\d) \|", table)
                self.expect(told == codes, page, f"exit codes: {told}")
        self.assertGreater(tables, 1)

    def test_commands_of_dev(self):
        usage = text_of("dev").split("<<'END'")[1].split("\nEND")[0]
        known = re.findall(r"(?m)^  ([a-z]\w+)", usage)
        self.assertIn("build", known)
        for page in PAGES:
            for word in re.findall(r"\./dev ([a-z]\w+)", text_of(page)):
                self.expect(word in known, page, f"./dev has no {word}")

    def test_variables(self):
        shown = harness.run("config", "show", cwd=self.tmp).stdout.decode()
        settings = re.findall(r"(?m)^#? ?([a-z][a-z-]+) (?:=|is not)", shown)
        known = {"SLUICE_" + name.upper().replace("-", "_")
                 for name in settings} | {
                     "SLUICE_CONFIG", "SLUICE_POLICY", "SLUICE_SHARD_KEY"}
        known |= set(re.findall(r"\bSLUICE_[A-Z_]+\b",
                                text_of("ci/gitlab.yml")))
        self.assertIn("SLUICE_MIN_CONFIDENCE", known)
        for page in set(PAGES) - FOR_DEVELOPERS:
            for name in re.findall(r"\bSLUICE_[A-Z_]+\b", text_of(page)):
                self.expect(name in known, page, f"no variable {name}")

    def test_options(self):
        """Each option in a line of code `sluice ... --option` is an option of
        that command."""
        for page in PAGES:
            shown = re.findall(r"`(sluice [^`]+)`", prose_of(page))
            shown += [line for block in blocks_of(page)
                      if block.language in blocks.SHELL
                      for command, _ in blocks.commands_of(block)
                      for line in re.findall(r"(?<![\w/-])sluice (?:[^|;&#\n]|\\\n)+",
                                             command)]
            for text in shown:
                self.look_at(page, text.replace("\\\n", " "))
            if page not in FOR_DEVELOPERS:
                self.look_at_options_alone(page)

    def look_at(self, page, text):
        words = text.split()[1:]
        command = next((" ".join(words[:n]) for n in (2, 1)
                        if " ".join(words[:n]) in self.options), "scan")
        known = {*self.options[command], *self.options["scan"]} \
            if command == "config show" else self.options[command]
        if command == "git":
            known = known | self.options["dir"] | {
                "--log-opts", "--pre-commit", "--platform"}
        for option in re.findall(r"(?<=\s)--[a-z][\w-]*", text):
            known_as = option.replace("--no-", "--", 1)
            self.expect(option in known or known_as in known, page,
                        f"`{text}`: `sluice {command}` has no {option}")

    def look_at_options_alone(self, page):
        """Those that a page names without the command: some command's."""
        known = set().union(*self.options.values(), THEIRS.get(page, ()))
        for option in re.findall(r"`(--[a-z][\w-]*)[^`]*`", prose_of(page)):
            self.expect(option in known or
                        option.replace("--no-", "--", 1) in known, page,
                        f"no command has {option}")


class Picture(harness.CliTest):
    def test_the_picture_shows_what_the_program_prints(self):
        for name, text in make_picture.pictures(harness.binary()).items():
            with self.subTest(name):
                self.assertEqual(
                    (ROOT / "docs" / name).read_text(encoding="utf-8"), text,
                    "run docs/make_picture.py SLUICE")


if __name__ == "__main__":
    unittest.main()
