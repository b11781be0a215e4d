"""The page of -f html in a real browser."""

import os
import unittest

import browser
import formats_test
import harness
from tokens import TokenMaker

MAKER = TokenMaker(8400)

SHOWN = ("Array.from(document.querySelectorAll('#findings tbody tr'))"
         ".filter(row => row.checkVisibility())")
PATHS = SHOWN + ".map(row => row.querySelector('.path').textContent)"
FOCUSED = "document.activeElement.textContent || document.activeElement.id"


@unittest.skipUnless(browser.find(), "chromium is not installed")
class PageTest(harness.CliTest):

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser = browser.Browser()
        cls.browser.__enter__()
        cls.addClassCleanup(cls.browser.__exit__)

    def setUp(self):
        super().setUp()
        self.browser.events.clear()
        self.page = self.tmp / "page.html"

    def make(self, *arguments):
        harness.run("-o", self.page, *arguments, self.tmp / "tree")
        self.assertTrue(self.page.exists())  # a browser would wait for it

    def plant(self):
        self.github = MAKER.github()
        self.write("tree/b/z.py", f"\n\nx = '{self.github}'".encode())
        self.write("tree/b/a.py", b"s = '" + MAKER.slack().encode() + b"'")
        self.write("tree/a.env", b"password = hunter7Qk2\nK="
                   + MAKER.npm().encode())

    def opened(self, *arguments, **how):
        self.plant()
        self.make(*arguments)
        self.browser.open(self.page, **how)

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def test_filter(self):
        self.opened()
        self.assertEqual(sorted(set(self.browser.run(PATHS))),
                         ["a.env", "b/a.py", "b/z.py"])
        self.browser.key("/")
        self.assertEqual(self.browser.run(FOCUSED), "words")
        self.browser.type("Z.py GITHUB")
        self.assertEqual(self.browser.run(PATHS), ["b/z.py"])
        self.assertRegex(self.browser.run("shown.textContent"), "^1 of ")
        self.browser.type("nonsense")
        self.assertEqual(self.browser.run(PATHS), [])
        self.assertTrue(self.browser.run("nothing.checkVisibility()"))
        self.browser.key("Escape")
        self.assertGreaterEqual(len(self.browser.run(PATHS)), 3)
        for control, value, expected in (("rule", "github-pat", ["b/z.py"]),
                                         ("confidence", "low", [])):
            self.browser.run(f"{control}.value = '{value}', "
                             f"{control}.dispatchEvent(new Event('input'))")
            self.assertEqual(self.browser.run(PATHS), expected)

    def test_sort_by_keyboard(self):
        self.opened()
        scanned = self.browser.run(PATHS)
        # From the search by Tab: two lists, then the first heading.
        self.browser.run("words.focus()")
        for _ in range(3):
            self.browser.key("Tab")
        self.assertEqual(self.browser.run(FOCUSED), "Place")
        self.browser.key("Enter")
        self.assertEqual(self.browser.run(PATHS), sorted(scanned))
        self.browser.key(" ")
        self.assertEqual(self.browser.run(PATHS),
                         sorted(scanned, reverse=True))
        self.assertEqual(self.browser.run(
            "document.querySelector('th').ariaSort"), "descending")
        self.browser.key("Enter")
        self.assertEqual(self.browser.run(PATHS), scanned)
        for _ in range(2):
            self.browser.key("Tab")
        self.browser.key("Enter")
        ranks = {"low": 0, "medium": 1, "high": 2}
        order = [ranks[c] for c in self.browser.run(
            SHOWN + ".map(row => row.dataset.confidence)")]
        self.assertEqual(order, sorted(order))

    def test_secrets_are_not_in_the_page(self):
        self.opened()
        self.assertNotIn(self.github[4:],
                         self.page.read_text(encoding="utf-8"))
        self.assertFalse(self.browser.run("!!document.querySelector('#reveal')"
                                          ))

    def test_reveal(self):
        self.opened("--show-secrets")
        seen = "document.body.innerText"
        self.assertNotIn(self.github, self.browser.run(seen))
        self.browser.run("reveal.click()")
        self.assertIn(self.github, self.browser.run(seen))
        self.assertEqual(self.browser.run("reveal.ariaPressed"), "true")
        self.browser.run("reveal.click()")
        self.assertNotIn(self.github, self.browser.run(seen))

    def test_hostile_names_do_nothing(self):
        for name in formats_test.HOSTILE_NAMES:
            self.write(os.path.join(b"tree", name), b"<b>" + name.replace(
                b"\n", b"") + MAKER.github().encode() + b" </tr></script>")
        self.make()
        self.browser.open(self.page)
        self.assertEqual(len(self.browser.run(PATHS)),
                         len(formats_test.HOSTILE_NAMES))
        self.assertEqual(self.browser.run("document.querySelectorAll("
                                          "'script, img, b, iframe').length"),
                         1)

    def test_the_policy_holds(self):
        self.opened()
        self.assertEqual(self.browser.run(
            "new Promise(done => {"
            " const script = document.createElement('script');"
            " script.textContent = 'window.broken = 1';"
            " document.body.append(script);"
            " setTimeout(() => done(window.broken || 0), 50); })"), 0)
        # The browser's complaint is correct.
        self.assertIn("Content Security Policy",
                      " ".join(self.browser.complaints()))
        self.browser.events.clear()

    def test_it_fits(self):
        self.plant()
        self.write("tree/" + "very_long_directory_name/" * 8 + "x" * 120,
                   b"t = " + MAKER.github().encode() + b" " + b"y" * 3000)
        self.make()
        for width in (320, 390, 768, 1280):
            for dark in (False, True):
                with self.subTest(width=width, dark=dark):
                    self.browser.open(self.page, width=width, dark=dark)
                    self.assertLessEqual(self.browser.run(
                        "document.documentElement.scrollWidth"), width)

    def test_it_prints(self):
        self.opened()
        pdf = self.tmp / "page.pdf"
        self.browser.print_to(pdf)
        self.assertTrue(pdf.read_bytes().startswith(b"%PDF"))


if __name__ == "__main__":
    unittest.main()
