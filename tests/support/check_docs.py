"""Checks that pages and comments name only files and members that exist.

Files move and members get new names, but the texts about them do not change.
So this checks that
- every path in a page (docs/*.md, and those at the root) or in a comment
  exists,
- every member in them, as `Class::member`, is declared in a class, an enum or
  a namespace of that name,
- every page that a script or a build file names exists,
- every link between pages leads to a page and a heading,
- comments avoid the forms that puzzle readers most (CONTRIBUTING.md),
- "The house" of docs/ARCHITECTURE.md lists the folders of lib/ and apps/,
- each recipe there names whole paths.
"""

import json
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ARCHITECTURE = ROOT / "docs/ARCHITECTURE.md"
SCRIPTS = ("*.toml", "*.yml", ".*.yaml", "meson*", "dev", "Dockerfile", ".ci/*",
           ".github/**/*", "apps/**/meson.build", "bench/**/*.py", "ci/**/*",
           "debian/*", "examples/*", "lib/**/meson.build",
           "compat/**/meson.build", "python/**/*")
PAGES = sorted(ROOT.glob("docs/*.md")) + sorted(ROOT.glob("*.md"))

# Paths from the root, `{a,b}` among them, and files as #include names them.
PATH = re.compile(r"(?<![\w./~-])(?:lib|compat|apps|tests|bench)/[\w.,{}/*-]*[\w}/]")
INCLUDED = re.compile(r"(?<![\w./-])[a-z]\w*(?:/\w+)+\.(?:h|cc)\b")
NAME = re.compile(r"(?<![\w./<-])[a-z]\w*\.(?:h|cc|py)\b")
LINK = re.compile(r"\]\(([^)\s]+)\)")

FOLDERS = [name for name in ("lib", "compat", "apps", "bench", "tests")
           if (ROOT / name).is_dir()]

MEMBER = re.compile(r"(?<![\w:])(?:[A-Za-z_]\w*::)+~?[A-Za-z_]\w*")
# A definition, with the names of its bases if it has any.
SCOPE = re.compile(
    r"\b(?:class|struct|union|enum(?:\s+class)?|namespace)\s+"
    r"(?:alignas\([^)]*\)\s*|\[\[\w+\]\]\s*)?([\w:]+)(?:\s+final)?\s*"
    r"(?::(?!:)([^;{}()]*(?:\([^)]*\))?[^;{}()]*))?\{")
ALIAS = re.compile(r"\busing (\w+) = (?:\w+::)*(\w+)")
CODE = re.compile(
    r'//[^\n]*|R"\w*\(.*?\)\w*"|"(?:\\.|[^"\\\n])*"|'
    r"(?<!\w)'(?:\\.|[^'\\\n])+'", re.S)

# Sentences without a subject ("Of a range, ...", "What is packed: ..."), and
# connectives that few readers know.
PUZZLES = [
    re.compile(r"(?:^|[.;:]\s+)(?:Of|What|Whatever) "
               r"(?!(?:is|are|was)\b)[a-z`]"),
    re.compile(r"(?:^|[.;:]\s+)The same "
               r"(?:but|by|for|if|in|of|on|to|with|without)\b"),
    re.compile(r"\bbut for\b|\bsave (?:that|for)\b|\bfor want of\b"),
]

# Classes of other projects, and names that are examples themselves.
FOREIGN = {"std", "CLI", "RE2", "json", "moodycamel", "Env", "Files"}

# Names of files of another project.
EXAMPLES = {"tests/fixtures/", "tests/.netrc", "tests/broken",
            "bench/runs/DATE-precision.json"}
OTHERS = {"hs.h", "re2.h"}


def expanded(path):
    """The paths of lib/a/{b,c}."""
    match = re.search(r"\{([^}]*)\}", path)
    if not match:
        return [path]
    return [one for part in match[1].split(",")
            for one in expanded(path[:match.start()] + part + path[match.end():])]


def leads_somewhere(path, root=ROOT):
    if any(c in path for c in "{}*"):
        return "*" in path and any(root.glob(path))
    return any((root / (path + end)).exists() for end in ("", ".h", ".cc", ".py"))


def comment_lines(path):
    """The comments of a source, as pairs of a line's number and a text."""
    for number, line in enumerate(
            path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("#include") and "//" in line:
            yield number, line[line.index("//"):]


def sources(folders=("lib", "compat", "apps")):
    return [p for folder in folders
            for p in sorted((ROOT / folder).rglob("*"))
            if p.suffix in (".h", ".cc")]


def body_at(code, begin):
    """The code from `begin` to the brace that closes the one before it, without
    the code in braces within."""
    parts, depth = [], 1
    for brace in re.compile(r"[{}]").finditer(code, begin):
        if depth == 1:
            parts.append(code[begin:brace.start()])
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            break
        begin = brace.end()
    return " ".join(parts)


class Members:
    """The words in the bodies of all classes, enums and namespaces, without
    those in the bodies of their functions."""

    def __init__(self, texts):
        self._words = {}
        self._bases = {}
        for text in texts:
            code = CODE.sub(" ", text)
            for found in SCOPE.finditer(code):
                body = body_at(code, found.end())
                names = found[1].split("::")
                for outer, inner in zip(names, names[1:]):
                    self._words.setdefault(outer, set()).add(inner)
                for name in names:
                    self._words.setdefault(name, set()).update(
                        re.findall(r"~?\w+", body))
                    self._bases.setdefault(name, set()).update(
                        re.findall(r"\w+", found[2] or ""))
            for name, meaning in ALIAS.findall(code):
                self._bases.setdefault(name, set()).add(meaning)

    def declares(self, name, member):
        seen, left = set(), [name]
        while left:
            one = left.pop()
            if one in seen:
                continue
            seen.add(one)
            if member in self._words.get(one, ()):
                return True
            left.extend(self._bases.get(one, ()))
        return False

    def wrong_in(self, text):
        """The members in `text` that are not declared."""
        for path in MEMBER.findall(text):
            names = path.split("::")
            if names[0] not in FOREIGN and not all(
                    self.declares(*pair) for pair in zip(names, names[1:])):
                yield path


def comment_sentences(path):
    """The lines of comments, without their marks, as pairs with a number."""
    mark = re.compile(r"\s*(?:#|//+)\s?(.*)")
    for number, line in enumerate(
            path.read_text(encoding="utf-8").splitlines(), 1):
        if found := mark.match(line):
            yield number, found[1]


def file_names():
    names = set()
    for folder in ("lib", "compat", "apps", "tests", "bench", "docs", "rules"):
        names.update(p.name for p in (ROOT / folder).rglob("*.*"))
    return names


def anchor_of(heading):
    """Returns a heading as GitHub's address of it."""
    kept = "".join(c for c in heading.strip().lower() if c.isalnum() or c in " -_")
    return kept.replace(" ", "-")


def section(page, heading):
    """Returns the text under a heading, up to the next of the same rank or
    above."""
    rank = heading.split(" ")[0]
    lines = page.read_text(encoding="utf-8").splitlines()
    begin = lines.index(heading) + 1
    end = next((i for i in range(begin, len(lines))
                if re.match(r"#+ ", lines[i])
                and len(lines[i].split(" ")[0]) <= len(rank)), len(lines))
    return "\n".join(lines[begin:end])


class Docs(unittest.TestCase):
    def setUp(self):
        self.wrong = []

    def tearDown(self):
        if self.wrong:
            self.fail("\n" + "\n".join(self.wrong))

    def expect(self, is_right, path, number, what):
        if not is_right:
            self.wrong.append(f"{path.relative_to(ROOT)}:{number}: {what}")

    def look_at(self, path, number, text):
        for match in PATH.findall(text):
            if match in EXAMPLES:
                continue
            for one in expanded(match.rstrip(".,")):
                self.expect(leads_somewhere(one), path, number, one)

    def test_pages_name_files_that_are_there(self):
        names = file_names()
        for path in PAGES:
            for number, line in enumerate(
                    path.read_text(encoding="utf-8").splitlines(), 1):
                self.look_at(path, number, line)
                for quoted in re.findall(r"`([\w.]+\.(?:h|cc))`", line):
                    self.expect(quoted in names, path, number, quoted)

    def test_comments_name_files_that_are_there(self):
        names = file_names()
        modules = {p.name for folder in ("lib", "compat")
                   for p in (ROOT / folder).glob("*") if p.is_dir()}
        for path in sources():
            for number, text in comment_lines(path):
                self.look_at(path, number, text)
                for name in INCLUDED.findall(text):
                    if name.split("/")[0] in modules:
                        self.expect(leads_somewhere(name, ROOT / "lib") or
                                    leads_somewhere(name, ROOT / "compat") or
                                    leads_somewhere(name, path.parent) or
                                    leads_somewhere(name), path, number, name)
                for name in NAME.findall(text):
                    self.expect(name in names or name in OTHERS, path, number,
                                name)

    def test_the_members_of_a_text(self):
        members = Members([
            "namespace a { class Base { int old_; }; }",
            "struct [[nodiscard]] One : public Base {"
            " enum class Two : char { kX }; };",
            """class Three { int f() { return inner('{'); } // int gone;
               }; int outside; using Four = a::One<int>;"""])
        self.assertEqual(list(members.wrong_in(
            "a::Base, One::old_ and One::Two::kX, Three::f(), std::gone, "
            "Four::Two")), [])
        self.assertEqual(list(members.wrong_in(
            "One::kY, Two::old_, Three::gone, Three::inner, Three::outside, "
            "No::one")),
            ["One::kY", "Two::old_", "Three::gone", "Three::inner",
             "Three::outside", "No::one"])

    def test_pages_and_comments_name_members_that_are_there(self):
        paths = sources(FOLDERS)
        members = Members(p.read_text(encoding="utf-8") for p in paths)
        self.assertTrue(members.declares("Engine", "scan"))
        for path in PAGES:
            for number, line in enumerate(
                    path.read_text(encoding="utf-8").splitlines(), 1):
                for wrong in members.wrong_in(line):
                    self.expect(False, path, number, wrong)
        for path in paths:
            for number, text in comment_lines(path):
                for wrong in members.wrong_in(text):
                    self.expect(False, path, number, wrong)

    def test_reasons_to_skip_are_the_same_everywhere(self):
        """In C++, the schema, and the columns of the Spark module."""
        header = (ROOT / "lib/finding/skip.h").read_text(encoding="utf-8")
        facts = re.search(r"kSkipFacts = \{\{(.*?)\n\}\};", header, re.DOTALL)[1]
        names = re.findall(r'^    \{"(\w+)"', facts, re.MULTILINE)
        self.assertIn("too_large", names)
        schema = json.loads((ROOT / "docs/sluice-1.schema.json").read_text(
            encoding="utf-8"))
        skipped = []
        def look(value):
            if isinstance(value, dict):
                if "skipped" in value.get("properties", {}):
                    skipped.append(value["properties"]["skipped"])
                for one in value.values():
                    look(one)
        look(schema)
        self.assertTrue(any(sorted(one.get("properties", {})) == sorted(names)
                            for one in skipped), names)
        rows = (ROOT / "python/sluice/spark/rows.py").read_text(
            encoding="utf-8")
        columns = re.search(r"SKIPS = \((.*?)\)", rows, re.DOTALL)[1]
        self.assertEqual(re.findall(r'"(\w+)"', columns), names)

    def test_comments_avoid_the_forms_that_puzzle(self):
        self.assertTrue(PUZZLES[0].search("It ends. Of a range, all count."))
        self.assertTrue(PUZZLES[0].search("What `path` names"))
        self.assertFalse(PUZZLES[0].search("one of several. What is it"))
        for path in sources(FOLDERS) + sorted(
                p for name in ("bench", "python", "tests/support")
                for p in (ROOT / name).rglob("*.py")):
            for number, text in comment_sentences(path):
                self.expect(not any(form.search(text) for form in PUZZLES),
                            path, number, text)

    def test_scripts_and_build_files_name_pages_that_are_there(self):
        files = [p for pattern in SCRIPTS for p in sorted(ROOT.glob(pattern))
                 if p.is_file()]
        self.assertIn(ROOT / "pyproject.toml", files)
        for path in files:
            for number, line in enumerate(path.read_text(
                    encoding="utf-8", errors="replace").splitlines(), 1):
                for page in re.findall(r"\bdocs/\w+\.md\b", line):
                    self.expect((ROOT / page).exists(), path, number, page)

    def test_links_lead_to_pages_and_headings(self):
        for path in PAGES:
            for number, line in enumerate(
                    path.read_text(encoding="utf-8").splitlines(), 1):
                for link in LINK.findall(line):
                    if ":" in link:
                        continue
                    name, _, anchor = link.partition("#")
                    target = (path.parent / name).resolve() if name else path
                    self.expect(target.exists(), path, number, link)
                    if anchor and target.suffix == ".md" and target.exists():
                        headings = re.findall(
                            r"^#+ (.*)$", target.read_text(encoding="utf-8"),
                            re.M)
                        self.expect(anchor in map(anchor_of, headings), path,
                                    number, link)

    def test_the_house_lists_every_folder(self):
        house = section(ARCHITECTURE, "## The house")
        listed = {part.rstrip("/") for path in
                  re.findall(r"(?:lib|compat|apps)/[\w{},/]+", house)
                  for part in expanded(path)}
        for folder in ("lib", "compat", "apps"):
            for path in sorted((ROOT / folder).rglob("*")):
                name = str(path.relative_to(ROOT))
                if path.is_dir() and any(p.suffix == ".cc" or p.suffix == ".h"
                                         for p in path.iterdir()):
                    self.expect(name in listed, ARCHITECTURE, 0,
                                f"the house lacks {name}")

    def test_recipes_name_whole_paths(self):
        recipes = section(ARCHITECTURE, "### Where do I add ...")
        items = re.split(r"^- \*\*", recipes, flags=re.M)[1:]
        self.assertGreater(len(items), 8)
        for item in items:
            title = item.split("**")[0]
            paths = [p for p in re.findall(r"`([^`\s]+)`", item)
                     if "/" in p and not p.startswith("./")]
            self.expect(paths, ARCHITECTURE, 0, f"{title}: names no file")
            for path in paths:
                # A new file must be in an existing folder.
                known = path.split("<")[0]
                known = known if known == path else known.rpartition("/")[0]
                self.expect(leads_somewhere(known), ARCHITECTURE, 0,
                            f"{title}: {path}")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
