"""What mutants.py does without a compiler: the places, the draw, gcov's lines."""

import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import build  # noqa: E402
import choice  # noqa: E402
import judging  # noqa: E402
import lines  # noqa: E402
from sites import code_of, sites_of, with_switches  # noqa: E402

TEXT = """#if VERSION < 3
// a < b
constexpr int kSize = 4;
int f(char c, int n) {
  if (n >= 10 && c != '<') return n + 1;
  while (auto x = g(n)) h("2 > 1");
  switch (c) {
    case ':':
      return 0x1F;
    case Kind::kB: return 10'000;
  }
  SLUICE_CHECK(n < 5);
  return n;
}
"""


def changes(text, kind=None):
    return [(s.line, s.before, s.after) for s in sites_of(text)
            if kind in (None, s.kind)]


class Sites(unittest.TestCase):

    def test_what_is_no_code(self):
        for text in ("// a < 1\n", '"a < 1 // "', "'<'", "R\"x(a < 1)\" )x\"",
                     "/* 1\n< 2 */", "#define A \\\n  1 < 2\n", "'\\''"):
            self.assertRegex(code_of(text), r"\A[#\n]+\Z", text)
            self.assertEqual(len(code_of(text)), len(text))
        self.assertEqual(code_of("1'000 < 2'000"), "1'000 < 2'000")

    def test_bounds(self):
        self.assertEqual(changes(TEXT, "bound"), [
            (5, "if (n >= 10 && c != '<') return n + 1;", after) for after in (
                "if (n > 10 && c != '<') return n + 1;",
                "if (n >= 11 && c != '<') return n + 1;",
                "if (n >= 9 && c != '<') return n + 1;",
                "if (n >= 10 && c != '<') return n + 0;")] + [
            (9, "return 0x1F;", "return 30;"),
            (9, "return 0x1F;", "return 32;"),
            (10, "case Kind::kB: return 10'000;", "case Kind::kB: return 10001;"),
            (10, "case Kind::kB: return 10'000;", "case Kind::kB: return 9999;")])

    def test_comparisons(self):
        self.assertEqual(
            [after for _, _, after in changes(TEXT, "comparison")],
            ["if (n <= 10 && c != '<') return n + 1;",
             "if (n >= 10 && c == '<') return n + 1;"])

    def test_conditions(self):
        self.assertEqual(changes(TEXT, "condition"), [
            (5, "if (n >= 10 && c != '<') return n + 1;",
             "if (!(n >= 10 && c != '<')) return n + 1;")])
        self.assertEqual(changes("  if (a(1) &&\n      b)\n", "condition"),
                         [(1, "if (a(1) &&", "if (!(a(1) &&")])
        self.assertEqual(changes("  if (int i = 0; i == k) f();", "condition"), [])

    def test_cases(self):
        self.assertEqual(changes(TEXT, "case"), [
            (8, "case ':':", "case (none):"),
            (10, "case Kind::kB: return 10'000;", "case (none): return 10'000;")])

    def test_switches(self):
        found = {s.after: s for s in sites_of(TEXT)}
        text = with_switches(TEXT, [
            (3, found["if (n > 10 && c != '<') return n + 1;"]),
            (4, found["case (none):"]), (5, found["return 30;"])], "/g.h")
        self.assertTrue(text.startswith('#include "/g.h"\n#line 1\n#if'))
        self.assertIn("  if (n >= ::mutants::Compare<3, ::mutants::kGreaterEqual,"
                      " ::mutants::kGreater>{} >= 10 && c", text)
        self.assertIn("switch (::mutants::without<4>(c, ':')) {", text)
        self.assertIn("return ::mutants::constant<5>(0x1F, 30);", text)

        negated = [s for s in sites_of(TEXT) if s.kind == "condition"]
        self.assertIn(
            "if (::mutants::negate<1>(static_cast<bool>(n >= 10 && c != '<'))) r",
            with_switches(TEXT, [(1, negated[0])], "g.h"))


class Choice(unittest.TestCase):

    FILES = {"lib/a/x.cc": "  if (a < b) f(1);\n" * 40,
             "lib/b/y.cc": "  return a == 7;\n"}

    def drawn(self, seed):
        found = [pair for file, text in self.FILES.items()
                 for pair in choice.mutants_of(file, text)]
        return choice.draw_order(found, seed)

    def test_draw(self):
        order = self.drawn(1)
        self.assertEqual(order, self.drawn(1))
        self.assertNotEqual(order, self.drawn(2))
        self.assertEqual([len(order[m]) for m in ("lib/a", "lib/b")], [40, 1])
        self.assertEqual({m.kind for m in order["lib/a"]},
                         {"bound", "comparison", "condition"})
        self.assertEqual(len({m.nth for m in order["lib/a"]}), 40)

    def test_shares(self):
        self.assertEqual(choice.shares({"a": 1, "b": 30, "c": 69}, 13),
                         {"a": 1, "b": 4, "c": 8})
        self.assertEqual(choice.shares({"a": 5, "b": 30}, 1), {"a": 1, "b": 1})

    def test_take(self):
        drawn = [(1, "a"), (2, "a"), (3, "a"), (4, "b")]
        self.assertEqual(choice.take(drawn, {"a": 2, "b": 1}, 3, 1),
                         ([1, 2, 4], [3]))
        self.assertEqual(choice.take(drawn, {"a": 2, "b": 2}, 4, 1),
                         ([1, 2, 3, 4], []))

    def test_found_elsewhere(self):
        text = "  if (a < b) f();\n  g();\n  if (a < b) f();\n"
        second = [m for m, s in choice.mutants_of("x.cc", text)
                  if s.line == 3 and m.kind == "bound"][0]
        self.assertEqual(choice.find(second, "\n\n" + text).line, 5)
        self.assertEqual(choice.find(second, "\n  if (a < b) f();\n").line, 2)
        self.assertIsNone(choice.find(second, "  if (a < c) f();\n"))

    def test_list(self):
        mutants = self.drawn(1)["lib/a"][:2]
        text = choice.write_list([(1, mutants[0], 9, ["x", "y"]),
                                  (2, mutants[1], 3, [])])
        self.assertEqual(choice.read_list(text),
                         [(1, mutants[0], ["x", "y"]), (2, mutants[1], [])])


class Building(unittest.TestCase):

    def test_what_does_not_compile(self):
        text = "\n  if (a < b) f();\n  if (a < c) f();\n"
        mutants = {n: m for n, (m, s) in enumerate(
            choice.mutants_of("lib/a/x.cc", text)) if m.kind == "bound"}
        self.assertEqual(len(mutants), 2)
        said = "In file included from u.cpp:1:\n/s/source/lib/a/x.cc:3:9: error: no"
        bad = build.named_in(said, mutants, {"lib/a/x.cc": text})
        self.assertEqual([mutants[n].before for n in bad], ["if (a < c) f();"])


class Lines(unittest.TestCase):

    def test_the_products_lines(self):
        def one(file, *counts):
            return {"file": file, "lines": [
                {"line_number": n, "count": count} for n, count in counts]}
        said = json.dumps({"files": [
            one("/s/lib/a/x.cc", (1, 0), (2, 0)), one("/usr/include/x.h", (1, 1)),
            one("/s/lib/a/x.cc", (2, 5)), one("/s/apps/b/y.cc", (7, 1))]})
        whole = {}
        lines.merge(whole, lines.product_lines(said, "/s"))
        self.assertEqual(whole, {"lib/a/x.cc": {1: 0, 2: 5},
                                 "apps/b/y.cc": {7: 1}})
        lines.merge(whole, {"lib/a/x.cc": {1: 2, 2: 1}})
        self.assertEqual(lines.by_module(whole), {
            "apps/b": (1, 1), "lib/a": (2, 2), "all": (3, 3)})


    def test_lost(self):
        self.assertEqual(
            lines.lost({1: 1, 2: 1, 3: 1, 4: 0}, "a\nb\nc\nd",
                       {1: 0, 2: 0, 3: 1, 5: 0}, "new\na\nb\nc\nd"), [2])


class Order(unittest.TestCase):

    def test_the_modules_own_first(self):
        met = {name: {"seconds": s} for name, s in
               (("judge", 3), ("text", 1), ("cli-x", 2), ("judge-x", 5))}
        self.assertEqual(judging.order(met, "lib/judge", met),
                         ["judge", "judge-x", "text", "cli-x"])


if __name__ == "__main__":
    unittest.main()
