"""Tells that lists of words are embedded as they stand, and what is refused."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
EMBED = ROOT / "lib/judge/words/embed_words.py"


class EmbedWords(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def embed(self, text, name="of_trees.txt"):
        """The header's arrays, and what was said of the list."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        header = self.folder / "words.h"
        done = subprocess.run([sys.executable, EMBED, header, path],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode == 0, not done.stderr)
        arrays = header.read_text(encoding="utf-8") if header.exists() else ""
        return arrays, done.stderr.replace(f"{self.folder}/", "")

    def test_words_become_an_array(self):
        arrays, said = self.embed('# Trees.\n" "\n"a\\b\n#ash\nelm\nlärche\n')
        self.assertEqual(said, "")
        self.assertIn('kOfTrees = std::to_array<std::string_view>({\n    " ",\n'
                      '    "\\"a\\\\b",\n    "#ash",\n    "elm",\n'
                      '    "lärche",\n});', arrays)

    def test_an_empty_word_and_blanks_stand_in_quotes(self):
        arrays, said = self.embed('""\n" elm"\n"ash "\n')
        self.assertEqual(said, "")
        self.assertIn('    "",\n    " elm",\n    "ash ",\n', arrays)

    def test_capitals_count_where_the_name_says_so(self):
        arrays, said = self.embed("Elm\nash\n", "of_trees.exact.txt")
        self.assertEqual(said, "")
        self.assertIn('kOfTrees = std::to_array<std::string_view>({\n'
                      '    "Elm",\n    "ash",\n});', arrays)

    def test_what_is_wrong_is_named_with_its_line(self):
        for text, why in (
                ("# Trees.\nash\nash\n", "3: 'ash' stands here twice"),
                ("elm\nash\n", "2: 'ash' belongs before 'elm'"),
                ("ash\nElm\n", "2: a capital in 'Elm'"),
                ("ash\nelm \n",
                 "2: blanks around a word that is not in quotes"),
                ("ash\n\nelm\n",
                 "2: blanks around a word that is not in quotes"),
                ('"ash"\n', "1: quotes around a word that needs none"),
                ("# Trees.\n", "1: no word")):
            with self.subTest(text):
                arrays, said = self.embed(text)
                self.assertEqual(said, f"of_trees.txt:{why}\n")
                self.assertEqual(arrays, "")

    def test_every_list_is_embedded_and_used(self):
        folder = EMBED.parent
        named = (folder / "meson.build").read_text(encoding="utf-8")
        code = "".join(path.read_text(encoding="utf-8")
                       for path in folder.parent.rglob("*.cc"))
        for path in folder.glob("*.txt"):
            self.assertIn(f"'{path.name}'", named)
            array = path.name.split(".")[0].title().replace("_", "")
            self.assertRegex(code, rf"words::k{array}\b")


if __name__ == "__main__":
    unittest.main()
