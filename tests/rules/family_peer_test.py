"""The finder of families against its reference, on the table's own examples and
on changes of them.

    family_peer_test.py PROGRAM RULES_DIR

The changed texts are drawn (tests/support/effort.py).
"""
import pathlib
import random
import re
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "support")]
import effort  # noqa: E402
import family_reference as reference  # noqa: E402

PROGRAM, RULES_DIR = sys.argv[1:3]
MUTATIONS = effort.times(4000, 60_000)
FILES = sorted(map(str, pathlib.Path(RULES_DIR).glob("families_*.toml")))

# The places where an assignment may be. The rules decide what exactly counts
# as one; here any name and value will do.
NAME = re.compile(r"[0-9A-Za-z_][0-9A-Za-z_.\-]{0,79}", re.A)
VALUE = re.compile(
    r"""["'`\])]{0,3}
        (?:[ \t]{0,8}(?:=>|:=|\?=|=|:|,|>)|[ \t]{1,4}value[ \t]{0,2}=)
        [ \t]{0,8}["'`@(\[]{0,3}(?:(?:Bearer|Token|Basic)[ ])?
        ([0-9A-Za-z+/=_.\-]{6,2000})""", re.A | re.X)

JOINTS = ["", "_", "-", ".", " ", "__", "\n", "\r\n", "\n\n", "\t", "é", "s",
          "2", "X", "x", "my", "API", "api", "Key", "KEY", "_id", "url",
          "public_", "token", "secrets", "[", "]", "# ", "//", "  ", "v2"]


class Families(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.families, cls.rows = [], []
        for file in FILES:
            families, rows = reference.load(file)
            cls.families += families
            cls.rows += rows

    def questions(self, text):
        for name in NAME.finditer(text):
            value = VALUE.match(text, name.end())
            if value:
                yield text, *value.span(1), *name.span()

    def answers(self, questions):
        out = bytearray()
        for text, *numbers in questions:
            out += " ".join(map(str, [len(text), *numbers])).encode() + b"\n"
            out += text.encode("latin-1") + b"\n"
        ran = subprocess.run([PROGRAM, *FILES], input=bytes(out), check=True,
                             capture_output=True, timeout=300)
        words = ran.stdout.decode().split()
        return words[::2], [word == "drawn" for word in words[1::2]]

    def compare(self, questions):
        answers, drawn = self.answers(questions)
        self.assertEqual(len(answers), len(questions))
        claimed = 0
        for question, answer, is_drawn in zip(questions, answers, drawn):
            wanted = reference.classify(*question, self.families,
                                        is_drawn) or "-"
            # The message does not contain the text, which may have a secret.
            self.assertEqual(answer, wanted,
                             "name " + question[0][question[3]:question[4]])
            claimed += answer != "-"
        return claimed

    def test_every_example_is_its_family_s(self):
        questions, wanted = [], []
        asked = [(row, list(self.questions(example))) for row in self.rows
                 for example in row["examples"]]
        drawn = iter(self.answers([q for _, some in asked for q in some])[1])
        for row, some in asked:
            found = [q for q in some
                     if reference.classify(*q, self.families,
                                           next(drawn)) == row["id"]]
            self.assertTrue(found, row["id"])
            questions += found
            wanted += [row["id"]] * len(found)
        self.assertEqual(self.answers(questions)[0], wanted)

    def test_negative_examples_are_judged_as_by_the_reference(self):
        self.compare([q for row in self.rows
                      for example in row["negative_examples"]
                      for q in self.questions(example)])

    def test_changed_examples_are_judged_as_by_the_reference(self):
        rng = random.Random(effort.seed(20261121))
        texts = [e for row in self.rows
                 for e in row["examples"] + row["negative_examples"]]
        names = [n for f in self.families for n in f.names]
        questions = []
        for _ in range(MUTATIONS):
            questions += self.questions(self.changed(rng, texts, names))
        claimed = self.compare(questions)
        # Otherwise the changes would leave no differences to find.
        self.assertGreater(claimed, len(questions) // 20)
        self.assertGreater(len(questions), MUTATIONS // 2)

    def changed(self, rng, texts, names):
        text = rng.choice(texts)
        for _ in range(rng.randint(1, 4)):
            at = rng.randint(0, len(text))
            kind = rng.randint(0, 7)
            if kind == 0:
                text = text[:at] + rng.choice(JOINTS) + text[at:]
            elif kind == 1:
                text = text[:at] + text[at + rng.randint(1, 3):]
            elif kind == 2:
                text = text[:at] + text[at:at + 8].swapcase() + text[at + 8:]
            elif kind == 3:
                text = text[:at] + self.styled(rng, rng.choice(names)) + text[at:]
            elif kind == 4:  # a line above
                above = rng.choice(["# ", "", "  ", "[", "//"])
                text = (above + self.styled(rng, rng.choice(names))
                        + rng.choice(["", ":", "]", " {", "\n", "\nx: 1"])
                        + "\n" + text)
            elif kind == 5:  # deeper, or shallower
                text = "\n".join(" " * rng.randint(0, 2) + line
                                 for line in text.split("\n"))
            elif kind == 6:
                text = rng.choice(texts) + "\n" + text
            else:
                words = [m.span() for m in re.finditer("[A-Za-z]+", text)]
                if words:
                    begin, end = rng.choice(words[:8])
                    text = (text[:begin]
                            + rng.choice(["api_key", "token", "secret", "Key",
                                          "clientSecret", "id", "access",
                                          self.styled(rng, rng.choice(names))])
                            + text[end:])
        return text

    @staticmethod
    def styled(rng, name):
        words = name.split(" ")
        style = rng.randint(0, 3)
        if style == 0:
            return "".join(w.capitalize() for w in words)
        joined = rng.choice(["", "_", "-", ".", " "]).join(words)
        return joined.upper() if style == 1 else joined


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
