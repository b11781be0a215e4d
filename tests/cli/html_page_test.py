"""The page of -f html in a real browser."""

import base64
import csv
import hashlib
import io
import json
import os
import subprocess
import unittest
import zipfile

import browser
import formats
import formats_test
import harness
from tokens import TokenMaker

MAKER = TokenMaker(8400)

ROWS = "Array.from(document.querySelectorAll('#list .row'))"
PATHS = ROWS + ".map(row => row.querySelector('.path').textContent)"
FOCUSED = "document.activeElement.id"
# The text that a click would have saved as a file.
SAVED = ("new Promise(done => { URL.createObjectURL = blob => "
         "{ blob.text().then(done); return '#'; }; "
         "HTMLAnchorElement.prototype.click = () => {}; "
         "save.value = '%s'; save.dispatchEvent(new Event('input')); })")


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

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])
        self.browser.run("localStorage.clear()")

    def make(self, *arguments):
        harness.run("-o", self.page, *arguments, self.tmp / "tree")
        self.assertTrue(self.page.exists())  # a browser would wait for it

    def plant(self):
        """Three secrets; one of them in three places."""
        self.github = MAKER.github()
        self.npm = MAKER.npm()
        self.write("tree/b/z.py", f"\n\nx = '{self.github}'".encode())
        self.write("tree/b/a.py", b"s = '" + MAKER.slack().encode() + b"'")
        self.write("tree/c/y.py", f"x = '{self.github}'\nalso\n"
                   f"y = '{self.github}'".encode())
        self.write("tree/a.env", b"K=" + self.npm.encode())

    def opened(self, *arguments, **how):
        self.plant()
        self.make(*arguments)
        self.browser.open(self.page, **how)

    def fill(self, control, value):
        self.browser.run(f"{control}.value = {json.dumps(value)}, "
                         f"{control}.dispatchEvent(new Event('input'))")

    def shown(self) -> str:
        return self.browser.run("shown.textContent")

    def rows_of_report(self):
        return formats.page_rows(self.page.read_text(encoding="utf-8"))

    # -- rows --

    def test_a_row_is_a_secret_with_its_places(self):
        self.opened()
        self.assertEqual(self.shown(), "3 secrets, 5 places")
        self.assertIn("3 secrets in 5 places in 4 files",
                      self.browser.run("document.title"))
        self.assertEqual(sorted(self.browser.run(PATHS)),
                         ["a.env", "b/a.py", "b/z.py"])
        self.fill("words", "rule:github-pat")
        self.assertEqual(self.browser.run(ROWS + "[0].innerText.match("
                                          "/3 places/)[0]"), "3 places")
        self.browser.run(ROWS + "[0].click()")
        self.assertEqual(self.browser.run(PATHS),
                         ["b/z.py", "b/z.py", "c/y.py", "c/y.py"])
        self.assertEqual(self.browser.run(ROWS + "[0].ariaExpanded"), "true")
        self.assertIn("1:6", self.browser.run(ROWS + "[2].textContent"))

    def test_search(self):
        self.opened()
        self.browser.key("/")
        self.assertEqual(self.browser.run(FOCUSED), "words")
        self.browser.type("Z.py GITHUB")
        self.assertEqual(self.browser.run(PATHS), ["b/z.py"])
        self.assertEqual(self.shown(), "1 of 3 secrets, 1 of 5 places")
        self.assertIn("1 of 3 places", self.browser.run(
            ROWS + "[0].textContent"))
        self.browser.type("nonsense")
        self.assertEqual(self.browser.run(PATHS), [])
        self.assertTrue(self.browser.run("nothing.checkVisibility()"))
        self.browser.key("Escape")
        self.assertEqual(len(self.browser.run(PATHS)), 3)
        for words, number in (
                ("-github", 2), ("path:c/", 1), ("-path:b/", 2),
                ("rule:github-pat", 1), ("-rule:github-pat", 2),
                ("confidence:high", 3), ("confidence:low", 0),
                ("path:b/ -rule:github-pat", 1), ("directory:b", 2),
                ("also", 0), ('"x = "', 1), ("secret:1", 1), ("mark:none", 3),
                ("nofield:x", 0), ("fingerprint:a.env", 1)):
            with self.subTest(words=words):
                self.fill("words", words)
                self.assertEqual(len(self.browser.run(PATHS)), number)

    def test_menus_have_counts_and_set_the_search(self):
        self.opened()
        options = self.browser.run(
            "Array.from(rule.options).map(one => one.textContent)")
        self.assertIn("github-pat (1)", options)
        self.assertEqual(len(options), 4)
        self.fill("rule", "github-pat")
        self.assertEqual(self.browser.run("words.value"), "rule:github-pat")
        self.assertEqual(self.browser.run(PATHS), ["b/z.py"])
        self.fill("rule", "")
        self.assertEqual(self.browser.run("words.value"), "")

    def test_charts_are_buttons(self):
        self.opened()
        self.browser.run(
            "document.querySelector('[data-word=\"b\"]').click()")
        self.assertEqual(self.browser.run("words.value"), "directory:b")
        self.assertEqual(len(self.browser.run(PATHS)), 2)
        self.assertEqual(self.browser.run(
            "document.querySelector('[data-word=\"b\"]').ariaPressed"), "true")
        self.browser.run(
            "document.querySelector('[data-word=\"b\"]').click()")
        self.assertEqual(len(self.browser.run(PATHS)), 3)

    def test_orders(self):
        self.opened()
        for order, expected in (
                ("scan", ["a.env", "b/a.py", "b/z.py"]),
                ("path", ["a.env", "b/a.py", "b/z.py"]),
                ("places", ["b/z.py", "a.env", "b/a.py"])):
            with self.subTest(order=order):
                self.fill("sort", order)
                self.assertEqual(self.browser.run(PATHS), expected)
        self.fill("sort", "rule")
        ids = self.browser.run(
            ROWS + ".map(row => row.querySelector('.id').textContent)")
        self.assertEqual(ids, sorted(ids))

    # -- state --

    def test_the_state_is_in_the_url(self):
        self.opened()
        self.fill("words", "path:c/ x")
        self.fill("sort", "rule")
        url = self.browser.run("location.href")
        self.assertIn("#q=path%3Ac%2F%20x&sort=rule", url)
        self.browser.run("location.hash = ''")
        self.browser.run("new Promise(done => setTimeout(done, 50))")
        self.assertEqual(self.browser.run("words.value"), "")
        self.browser.run(f"location.href = {json.dumps(url)}")
        self.browser.run("new Promise(done => setTimeout(done, 50))")
        self.assertEqual(self.browser.run("words.value"), "path:c/ x")
        self.assertEqual(self.browser.run("sort.value"), "rule")

    def test_a_link_leads_to_a_fingerprint(self):
        self.opened()
        row = self.rows_of_report()[-1]
        self.assertEqual(row.path, "c/y.py")
        self.browser.run("location.hash = 'q=nonsense&at=' + "
                         f"encodeURIComponent({json.dumps(row.fingerprint)})")
        self.browser.run("new Promise(done => setTimeout(done, 50))")
        self.assertEqual(self.browser.run(
            "document.querySelector('[aria-current]').querySelector('.path')"
            ".textContent"), "c/y.py")
        self.assertIn(row.fingerprint, self.browser.run("detail.innerText"))

    def test_what_is_no_state_does_no_harm(self):
        self.opened()
        for text in ("%", "q=%E0%A4%A", "sort=none", "at=none", "&&=", "q"):
            self.browser.run(f"location.hash = {json.dumps(text)}")
            self.browser.run("new Promise(done => setTimeout(done, 20))")
        self.fill("words", "")
        self.assertEqual(len(self.browser.run(PATHS)), 3)

    # -- keyboard, copies --

    def test_keyboard(self):
        self.opened()
        current = ("document.querySelector('[aria-current] .path')"
                   ".textContent")
        for key, expected in (("j", 0), ("j", 1), ("j", 2), ("j", 2), ("k", 1)):
            self.browser.key(key, key)
            self.assertEqual(self.browser.run(current),
                             self.browser.run(PATHS)[expected])
        for mark in ("false alarm", "accepted", "rotated"):
            self.browser.key("x", "x")
            self.assertIn(mark, self.browser.run(
                "document.querySelector('[aria-current]').textContent"))
        self.browser.key("x", "x")
        self.assertEqual(self.browser.run(
            "document.querySelectorAll('.badge').length"), 0)
        self.browser.key("Escape")
        self.assertTrue(self.browser.run("detail.hidden"))

    def test_enter_opens_the_places(self):
        self.opened()
        self.fill("words", "rule:github-pat")
        self.browser.run("words.blur()")
        self.browser.key("j", "j")
        self.browser.key("Enter")
        self.assertEqual(len(self.browser.run(PATHS)), 4)
        self.browser.key("Enter")
        self.assertEqual(len(self.browser.run(PATHS)), 1)

    def test_copies(self):
        self.opened()
        row = self.rows_of_report()[0]
        self.browser.run(
            "window.copied = [], Object.defineProperty(navigator, 'clipboard',"
            " {value: {writeText: async text => { copied.push(text); }}})")
        self.fill("sort", "scan")
        self.browser.run(ROWS + "[0].click()")
        self.browser.run("document.querySelectorAll('.copy').forEach("
                         "one => one.click())")
        place, mark, allow, link = self.browser.run("copied")
        self.assertEqual(place, f"{row.path}:{row.line}:{row.column}")
        self.assertEqual(mark, row.fingerprint)
        self.assertEqual(allow, "sluice:allow")
        self.assertTrue(link.startswith("file:///"))
        self.assertIn("#at=", link)

    # -- marks --

    def mark_all(self):
        self.opened()
        self.fill("words", "rule:github-pat")
        self.browser.run(ROWS + "[0].click()")
        self.browser.run("document.querySelector('.mark').click()")
        self.browser.run("note.value = 'made up,\\nsays =Ann', "
                         "note.dispatchEvent(new Event('input'))")

    def test_marks_stay_in_the_browser(self):
        # A busy Chromium may lose what a page stores just before it is left.
        for _ in range(10):
            self.mark_all()
            self.browser.run("new Promise(done => setTimeout(done, 200))")
            self.browser.open(self.page)
            self.fill("mark", "false alarm")
            if self.browser.run(PATHS):
                break
        self.assertEqual(self.browser.run(PATHS), ["b/z.py"])
        self.assertEqual(self.browser.run(
            "Array.from(mark.options).map(one => one.textContent)"),
            ["any mark", "none (2)", "false alarm (1)", "accepted (0)",
             "rotated (0)"])
        self.browser.run(ROWS + "[0].click()")
        self.assertEqual(self.browser.run("note.value"),
                         "made up,\nsays =Ann")

    def test_marks_become_a_baseline(self):
        self.mark_all()
        lines = self.browser.run(SAVED % "baseline")
        expected = {row.fingerprint for row in self.rows_of_report()
                    if row.rule == "github-pat"}
        self.assertEqual({line.split("\t")[0]
                          for line in lines.splitlines()[1:]}, expected)
        self.assertIn("\thigh\tfalse alarm: made up, says =Ann\n", lines)
        self.write("known", lines.encode())
        outcome = harness.run("-f", "json", "--baseline", self.tmp / "known",
                              self.tmp / "tree")
        self.assertEqual(outcome.json()["coverage"]["baseline"], 3)
        self.assertEqual(len(outcome.json()["findings"]), 2)

    def test_marks_become_allow_comments(self):
        self.mark_all()
        self.assertEqual(
            self.browser.run(SAVED % "allow").splitlines(),
            [f"{path}: sluice:allow false alarm: made up, says =Ann"
             for path in ("b/z.py:3", "c/y.py:1", "c/y.py:3")])

    def mark_everything(self):
        self.make()
        self.browser.open(self.page)
        self.fill("all", "accepted")
        return self.browser.run(SAVED % "patch")

    def test_marks_become_a_patch(self):
        """`git apply` takes it, and then a scan finds what is not in it."""
        tree = {
            "a.py": "def f():\n    k = '{}'\n", "dir/b name.env": "K={}\n",
            "one.go": 'package a\nvar a, b = "{}", "{}"\n',
            "p.html": "<p>\n<i>{}</i>\n", "q.sql": "-- x\nSELECT '{}';\n",
            "r.css": "a {{ b: '{}' }}\n", "s.ini": "[a]\nk={}\n\n\nl={}",
            "Dockerfile": "FROM a\nENV K={}\n", ".env.local": "K={}\n",
            "é.yaml": "k: {}\n", "run.bat": "rem a\nset K={}\n",
            "t.js": "a;\r\nk = '{}';\r\n", "u.tex": "a\nb {} c\n",
            "v.lisp": "(a\n '{}')\n", "no.json": '{{"k": "{}"}}\n',
            "no.txt": "k {}\n"}
        for name, text in tree.items():
            secrets = [MAKER.github() for _ in range(text.count("{}"))]
            self.write("tree/" + name, text.format(*secrets).encode())
        patch = self.mark_everything()
        for name in ("no.json", "no.txt"):
            self.assertRegex(patch, rf"(?m)^Not in this patch: {name}:1: such")
        self.assertIn("\n@@ -1,0 +2 @@\n+# sluice:allow-next-line accepted\n",
                      patch)
        self.write("marks.patch", patch.encode())
        for form in ([], ["--check", "-R"]):
            done = subprocess.run(
                ["git", "apply", "--unidiff-zero", *form,
                 self.tmp / "marks.patch"], cwd=self.tmp / "tree",
                env=harness.environment(GIT_CEILING_DIRECTORIES=self.tmp),
                capture_output=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual((self.tmp / "tree/a.py").read_text().split("\n")[:2],
                         ["def f():", "# sluice:allow-next-line accepted"])
        report = self.scan(self.tmp / "tree", code=1)
        self.assertEqual(sorted(f["path"] for f in report["findings"]),
                         ["no.json", "no.txt"])
        self.assertEqual(report["coverage"]["allowed"], 16)

    def test_a_note_does_not_leave_its_comment(self):
        self.write("tree/a.html", f"<p>{MAKER.github()}</p>\n".encode())
        self.write("tree/b.css", f"a {{ b: '{MAKER.npm()}' }}\n".encode())
        self.make()
        self.browser.open(self.page)
        for i in range(2):
            self.browser.run(ROWS + f"[{i}].click()")
            self.browser.run("document.querySelector('.mark').click()")
            self.browser.run(r"note.value = 'a -->\n@@ -1 */ b', "
                             "note.dispatchEvent(new Event('input'))")
        patch = self.browser.run(SAVED % "patch")
        self.assertIn("+<!-- sluice:allow-next-line false alarm: "
                      "a @@ -1 b -->\n", patch)
        self.assertIn("+/* sluice:allow-next-line "
                      "false alarm: a @@ -1 b */\n", patch)

    def test_places_that_a_patch_cannot_name(self):
        self.write('tree/a"b.py', f"k = '{MAKER.github()}'\n".encode())
        key = base64.b64encode(bytes.fromhex(
            "302e020100300506032b657004220420") + hashlib.sha256(b"k").digest())
        self.write("tree/key.py", b"-----BEGIN PRIVATE" + b" KEY-----\n" + key
                   + b"\n-----END PRIVATE" + b" KEY-----\n")
        with zipfile.ZipFile(self.tmp / "tree" / "z.zip", "w") as archive:
            archive.writestr("c.py", f"k = '{MAKER.npm()}'\n")
        patch = self.mark_everything()
        for line in ('a"b.py:1: a patch cannot', "key.py:1: a key has several",
                     "z.zip!c.py:1: it is in an archive"):
            self.assertIn(f"Not in this patch: {line}", patch)
        self.assertNotIn("+++", patch)

    def test_nothing_is_marked_is_said(self):
        self.opened()
        self.fill("save", "baseline")
        self.assertEqual(self.shown(), "nothing is marked yet")

    def test_all_that_is_listed_can_be_marked(self):
        self.opened()
        self.fill("words", "-rule:github-pat")
        self.fill("all", "accepted")
        self.assertEqual(self.browser.run(
            "document.querySelectorAll('.badge').length"), 2)
        self.fill("words", "mark:accepted")
        self.assertEqual(len(self.browser.run(PATHS)), 2)
        self.fill("all", "none")
        self.fill("words", "mark:none")
        self.assertEqual(len(self.browser.run(PATHS)), 3)

    def test_marking_all_can_be_undone(self):
        self.opened()
        before = self.shown()
        self.browser.run(ROWS + "[0].click()")
        self.browser.run("document.querySelector('.mark').click()")
        badges = "[...document.querySelectorAll('.badge')].map(" \
                 "one => one.textContent)"
        first = self.browser.run(badges)
        self.assertEqual(len(first), 1)
        self.fill("all", "accepted")
        self.assertGreater(len(self.browser.run(badges)), 1)
        self.browser.run("document.querySelector('#shown button').click()")
        self.assertEqual(self.browser.run(badges), first)
        self.assertEqual(self.shown(), before)

    def test_csv(self):
        self.mark_all()
        self.fill("sort", "scan")
        text = self.browser.run(SAVED % "csv")
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        self.assertEqual([row["path"] for row in rows],
                         ["b/z.py", "c/y.py", "c/y.py"])
        self.assertEqual({row["mark"] for row in rows}, {"false alarm"})
        self.assertEqual({row["secret_id"] for row in rows},
                         {str(self.rows_of_report()[2].secret_id)})
        self.assertNotIn(self.github, text)
        self.write("tree/b/z.py", b"nothing")
        self.write("tree/=1+1", self.github.encode())
        self.make()
        self.browser.open(self.page)
        self.assertIn("\r\n'=1+1,", self.browser.run(SAVED % "csv"))

    # -- what must not happen --

    def test_secrets_are_not_in_the_page(self):
        self.opened()
        self.assertNotIn(self.github[4:],
                         self.page.read_text(encoding="utf-8"))
        self.assertFalse(self.browser.run("!!document.querySelector('#reveal')"
                                          ))

    def test_reveal(self):
        self.opened("--show-secrets")
        self.fill("words", "rule:github-pat")
        self.browser.run(ROWS + "[0].click()")
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
        self.browser.open(self.page, height=4000)
        self.assertEqual(len(self.browser.run(PATHS)),
                         len(formats_test.HOSTILE_NAMES))
        for i in range(len(formats_test.HOSTILE_NAMES)):
            self.browser.run(ROWS + f"[{i}].click()")
        self.assertEqual(self.browser.run(
            "document.querySelectorAll('script, img, iframe').length"), 1)

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

    # -- sizes, paper --

    def many(self, number):
        """A report of masked findings, as a program would write it."""
        self.write("tree/a", MAKER.github().encode())
        document = harness.run("-f", "json", self.tmp / "tree").json()
        first = document["findings"][0]
        document["findings"] = [
            first | {"path": f"d{i % 97}/f{i // 10}.py", "secret_id": i // 2 + 1,
                     "fingerprint": f"github-pat:d{i % 97}/f{i // 10}.py:"
                     f"{i:06x}"}
            for i in range(number)]
        self.write("many.json", json.dumps(document).encode())
        outcome = harness.run("report", "convert", self.tmp / "many.json",
                              "-o", self.page)
        self.assert_code(outcome, 0)

    def test_a_hundred_thousand_findings(self):
        self.many(100_000)
        self.browser.open(self.page)
        self.assertEqual(self.shown(), "50,000 secrets, 100,000 places")
        # Only what is in view is there.
        self.assertLess(self.browser.run(ROWS + ".length"), 60)
        self.browser.run("scrollTo(0, document.documentElement.scrollHeight)")
        self.browser.run("new Promise(done => setTimeout(done, 200))")
        self.assertGreater(self.browser.run(
            "Number(" + ROWS + ".at(-1).dataset.row)"), 49_990)
        self.fill("words", "path:d13/ -f77")
        self.assertRegex(self.shown(), r"^1,0\d\d of 50,000 secrets")
        # Processor time of the page, with a generous bound.
        self.assertLess(self.browser.cpu_of(
            "words.value = 'd14/', words.dispatchEvent(new Event('input')), "
            "document.body.offsetHeight"), 1.0)

    def test_it_fits(self):
        self.plant()
        self.write("tree/" + "very_long_directory_name/" * 8 + "x" * 120,
                   b"t = " + MAKER.github().encode() + b" " + b"y" * 3000)
        self.make()
        for width in (320, 390, 768, 1280):
            for dark in (False, True):
                with self.subTest(width=width, dark=dark):
                    self.browser.open(self.page, width=width, dark=dark)
                    for i in range(2):
                        self.assertLessEqual(self.browser.run(
                            "document.documentElement.scrollWidth"), width)
                        self.browser.run(ROWS + f".at({i}).click()")

    def test_it_prints(self):
        self.opened()
        self.fill("words", "path:c/")
        pdf = self.tmp / "page.pdf"
        self.browser.print_to(pdf)
        self.assertTrue(pdf.read_bytes().startswith(b"%PDF"))
        self.browser.run("dispatchEvent(new Event('beforeprint'))")
        self.assertRegex(self.browser.run("paper.textContent"),
                         r"c/y\.py:1.*c/y\.py:3")
        self.assertNotIn("b/z.py", self.browser.run("paper.textContent"))
        self.assertIn("Search: path:c/. Listed: 1 of 3 secrets, 2 of 5 places.",
                      self.browser.run("paper.textContent"))
        self.fill("words", "")
        self.browser.run("dispatchEvent(new Event('beforeprint'))")
        self.assertIn("b/z.py", self.browser.run("paper.textContent"))
        self.assertNotIn("Search", self.browser.run("paper.textContent"))

    def test_paper_has_a_bound_and_no_controls(self):
        self.many(5_000)
        self.browser.open(self.page)
        self.browser.run("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(self.browser.run(
            "paper.querySelectorAll('p:not(.head):not(.part)').length"), 2_000)
        self.assertEqual(self.browser.run("paper.firstChild.textContent"),
                         "Paper has the first 2,000 of 5,000 places.")
        self.browser.media("print")
        self.addCleanup(self.browser.media, "")
        self.assertEqual(self.browser.run(
            "Array.from(document.querySelectorAll('input, select, textarea, "
            "#list, #detail, .keys')).filter(one => one.offsetParent).length"),
            0)
        # No line is cut off at the right edge of the paper.
        self.assertLessEqual(self.browser.run(
            "Math.max(...Array.from(paper.querySelectorAll('*'), one => "
            "one.getBoundingClientRect().right)) - innerWidth"), 0)


if __name__ == "__main__":
    unittest.main()
