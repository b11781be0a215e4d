"""Holds that a name is one type's.

All of lib/ is one namespace. Two types of one name there compile, each in its
own files, and break a program that has both: the linker keeps one of
std::vector<Name>'s functions for the two, and what they read and write are
things of the other's size (the one definition rule, C++20 6.3).
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


class Names(unittest.TestCase):

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
