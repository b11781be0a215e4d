"""The scoring counts as README.md says, on labels of its own."""

import unittest

import score
from scoring import Finding, Half, Label

LINES = {
    "a.py": ['password = "Quill-and-91"',  # sluice:allow
             'host = "db.internal"',
             'auth = "dXNlcjpGZW5uZWwtMjg="',  # sluice:allow
             "plain"],
    "key.pem": ["# ours", "-----BEGIN PRIVATE KEY-----", "MIIB", "AAAB",
                "-----END PRIVATE KEY-----"],
    "javascript/firebase-init.js": ["  apiKey: 'AIzaX',", "  other: 'B'"],
}
PASSWORD = Label("a.py", 1, "true", "assigned-password", "Quill-and-91", "x")  # sluice:allow
HOST = Label("a.py", 2, "false", "url", "db.internal", "x")
BASIC = Label("a.py", 3, "true", "auth-header", "dXNlcjpGZW5uZWwtMjg=", "x")
KEY = Label("key.pem", 2, "true", "private-key",
            "-----BEGIN PRIVATE KEY-----", "x")


class ScoringTest(unittest.TestCase):

    def setUp(self):
        self.half = Half("made up", [PASSWORD, HOST, BASIC, KEY], LINES)

    def check(self, findings, found=(), alarms=()):
        """Which labels are found, and the first finding of each false
        alarm."""
        got = self.half.score(findings)
        self.assertEqual(list(found), got.found)
        self.assertEqual(list(alarms), [alarm.finding for alarm in got.alarms])
        self.assertEqual({PASSWORD, BASIC, KEY},
                         set(got.found) | set(got.missed))
        return got

    def test_one_contains_the_other(self):
        for value in ("Quill-and-91", "and-91", "x:Quill-and-91@h", None):
            self.check([Finding("a.py", 1, 1, value)], [PASSWORD])

    def test_another_value_is_a_false_alarm(self):
        for value in ("Quill-and-92", ""):
            wrong = Finding("a.py", 1, 1, value)
            self.check([wrong], alarms=[wrong])

    def test_another_line_or_file_is_a_false_alarm(self):
        for path, line in (("a.py", 4), ("b.py", 1), ("key.pem", 1)):
            wrong = Finding(path, line, line, "Quill-and-91")
            self.check([wrong], alarms=[wrong])

    def test_lines_that_hold_the_labels_suffice(self):
        self.check([Finding("a.py", 1, 4, "Quill-and-91")], [PASSWORD])

    def test_a_false_label_is_a_false_alarm(self):
        wrong = Finding("a.py", 2, 2, "db.internal")
        got = self.check([wrong], alarms=[wrong])
        self.assertEqual(HOST, got.alarms[0].label)

    def test_a_decoded_value_is_the_labels(self):
        self.check([Finding("a.py", 3, 3, "Fennel-28")], [BASIC])

    def test_a_key_is_found_by_any_of_its_lines(self):
        for line in (2, 3, 5):
            self.check([Finding("key.pem", line, line, "?")], [KEY])
        self.check([Finding("key.pem", 1, 9, "?")], [KEY])

    def test_a_place_counts_once(self):
        twice = [Finding("a.py", 1, 1, "Quill-and-91", rule)
                 for rule in ("one", "two")]
        self.check(twice, [PASSWORD])
        first = Finding("a.py", 2, 2, "db.internal")
        self.check([first, Finding("a.py", 2, 2, "db")], alarms=[first])
        first = Finding("a.py", 4, 4, "plain")
        self.check([first, Finding("a.py", 4, 4, "plain", "two")],
                   alarms=[first])

    def test_of_a_false_place_the_surest_finding_stands(self):
        unsure = Finding("a.py", 4, 4, "plain", level=0)
        sure = Finding("a.py", 4, 4, "plain", level=2)
        self.check([unsure, sure], alarms=[sure])

    def test_two_places_count_twice(self):
        wrong = [Finding("a.py", 4, 4, "plain"), Finding("a.py", 4, 4, "one")]
        self.check(wrong, alarms=wrong)

    def test_what_is_left_out_counts_neither_way(self):
        path = "javascript/firebase-init.js"
        self.check([Finding(path, 1, 1, "AIzaX")])
        wrong = Finding(path, 2, 2, "B")
        self.check([wrong], alarms=[wrong])

    def test_figures(self):
        got = self.half.score([
            Finding("a.py", 1, 1, "Quill-and-91"),
            Finding("key.pem", 2, 2, ""),
            Finding("a.py", 2, 2, "db.internal"), Finding("a.py", 4, 4, "w")])
        self.assertEqual(0.5, got.precision)
        self.assertAlmostEqual(2 / 3, got.recall)
        self.assertAlmostEqual(4 / 7, got.f1)
        self.assertEqual({"assigned-password": (1, 1), "auth-header": (0, 1),
                          "private-key": (1, 1)}, got.by_kind())
        nothing = self.half.score([])
        for both in (got + nothing, nothing + got):
            self.assertEqual((2, 4, 2), (len(both.found), len(both.missed),
                                         len(both.alarms)))

    def test_nothing_found_is_no_error(self):
        got = self.check([])
        self.assertEqual((0, 0, 0), (got.precision, got.recall, got.f1))

    def test_both_precision_and_recall_must_be_enough(self):
        exact = [Finding("a.py", 1, 1, "Quill-and-91"),
                 Finding("a.py", 3, 3, BASIC.value),
                 Finding("key.pem", 2, 2, "")]
        wrong = Finding("a.py", 4, 4, "w")
        for findings, enough in ((exact, True), (exact[1:], False),
                                 (exact + [wrong], False)):
            self.assertEqual(
                enough, score.is_enough(self.half.score(findings), 0.8))


if __name__ == "__main__":
    unittest.main()
