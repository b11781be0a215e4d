"""Holds that a name is one type's, and a module's name one function's.

All of lib/ is one namespace. Two types of one name there compile, each in its
own files, and break a program that has both: the linker keeps one of
std::vector<Name>'s functions for the two, and what they read and write are
things of the other's size (the one definition rule, C++20 6.3).

The sources of a module are compiled as one (unity), so a file sees the unnamed
namespaces of those before it. If one of these has a function with the name of
one that a header of the module declares, a call in another file may silently
take the wrong one: f(const std::string&) of a stranger fits a std::string better
than f(std::string_view) of the header. A file may have another version of a
function of its own header.
"""

import collections
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TYPE = re.compile(r"(?:struct|class|enum class|union) (\w+)(?: final)?"
                  r"(?: : [^;]*)?\s*(?:\{|$)")
OPENS = re.compile(r"namespace ([\w:]*) ?\{$")
# The first line of a declaration or definition outside of types.
FUNCTION = re.compile(r"(?!using|return|struct|class|enum|#|//)"
                      r"[A-Za-z][\w:<>,*&\[\] ]* \*?&?(\w+)\([^=]*$")


def types_of(text):
    """The types that `text` defines for other files, each with its namespaces.
    Those in types and in nameless namespaces are left out."""
    inside = []
    is_template = False
    for line in text.splitlines():
        if opens := OPENS.match(line):
            inside.append(opens[1])
        elif line.startswith("}  // namespace"):
            inside.pop()
        elif found := TYPE.match(line):
            if "" not in inside and not is_template:
                yield *inside, found[1]
        # A template's name is mangled with its arguments.
        is_template = line.startswith("template")


def functions_of(text, unnamed):
    """The functions that `text` declares or defines: those in unnamed namespaces,
    or the others. Members of types are left out."""
    inside = []
    for line in text.splitlines():
        if opens := OPENS.match(line):
            inside.append(opens[1])
        elif line.startswith("}  // namespace"):
            inside.pop()
        elif found := FUNCTION.match(line):
            if ("" in inside) == unnamed:
                yield found[1]


def module_of(path):
    """lib/judge, compat/gitleaks, apps/sluice."""
    return "/".join(path.relative_to(ROOT).parts[:2])


class Names(unittest.TestCase):

    def test_no_file_has_a_function_of_its_modules_headers(self):
        declared = collections.defaultdict(dict)
        sources = []
        for folder in ("lib", "compat", "apps"):
            for path in sorted((ROOT / folder).rglob("*")):
                if path.suffix == ".h":
                    for name in functions_of(path.read_text(), unnamed=False):
                        declared[module_of(path)][name] = path.name
                elif path.suffix == ".cc":
                    sources.append(path)
        self.assertGreater(sum(map(len, declared.values())), 300)
        self.assertEqual(
            [f"{path.relative_to(ROOT)}: {name}() is one of "
             f"{declared[module_of(path)][name]}, too"
             for path in sources
             for name in sorted(set(functions_of(path.read_text(), unnamed=True)))
             if declared[module_of(path)].get(name, f"{path.stem}.h") !=
             f"{path.stem}.h"], [])

    def test_which_functions_count(self):
        text = """namespace sluice {
std::string f(std::string_view path);
Result<int> g(
class A {
  int member(int x);
namespace {
// h(of a comment)
bool h(const std::string& path) {
  return other(path);
  const int x = call(1);
}  // namespace
}  // namespace sluice
"""
        self.assertEqual(list(functions_of(text, unnamed=False)), ["f", "g"])
        self.assertEqual(list(functions_of(text, unnamed=True)), ["h"])

    def test_each_is_one_types(self):
        homes = collections.defaultdict(set)
        for folder in ("lib", "compat", "apps"):
            for path in (ROOT / folder).rglob("*"):
                if path.suffix in (".h", ".cc"):
                    for name in types_of(path.read_text()):
                        homes[name].add(str(path.relative_to(ROOT)))
        self.assertGreater(len(homes), 300)
        self.assertEqual({"::".join(name): sorted(files)
                          for name, files in homes.items() if len(files) > 1},
                         {})

    def test_what_counts(self):
        self.assertEqual(
            list(types_of("""namespace sluice {
struct A {
  struct Inner {
  };
};
class B;
class C final : public A {
enum class D : int { kOne };
template <typename T>
class E {
namespace {
struct F {
}  // namespace
namespace detail {
struct G
{
}  // namespace detail
}  // namespace sluice
""")),
            [("sluice", "A"), ("sluice", "C"), ("sluice", "D"),
             ("sluice", "detail", "G")])


if __name__ == "__main__":
    unittest.main(argv=sys.argv)
