"""Tells that lists of words are embedded as they stand, and what is refused."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
EMBED = ROOT / "lib/text/embed_words.py"


class EmbedWords(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def embed(self, text):
        """The header's arrays, and what was said of the file."""
        path = self.folder / "trees.txt"
        path.write_text(text, encoding="utf-8")
        header = self.folder / "words.h"
        done = subprocess.run([sys.executable, EMBED, header, path],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode == 0, not done.stderr)
        arrays = header.read_text(encoding="utf-8") if header.exists() else ""
        return arrays, done.stderr.replace(f"{self.folder}/", "")

    def test_each_list_becomes_an_array(self):
        arrays, said = self.embed('# Plants.\n\n[of_trees]\n# Trees.\n" "\n"a\\b\n'
                                  '#ash\nelm\nlärche\n\n[herbs]\ndill\n')
        self.assertEqual(said, "")
        self.assertIn('kOfTrees = std::to_array<std::string_view>({\n    " ",\n'
                      '    "\\"a\\\\b",\n    "#ash",\n    "elm",\n'
                      '    "lärche",\n});', arrays)
        self.assertIn('kHerbs = std::to_array<std::string_view>({\n'
                      '    "dill",\n});', arrays)

    def test_what_is_no_plain_word_stands_in_quotes(self):
        arrays, said = self.embed('[trees]\n""\n" elm"\n"[ash]"\n"ash "\n')
        self.assertEqual(said, "")
        self.assertIn('    "",\n    " elm",\n    "[ash]",\n    "ash ",\n',
                      arrays)

    def test_capitals_count_where_the_name_says_so(self):
        arrays, said = self.embed("[trees.exact]\nElm\nash\n")
        self.assertEqual(said, "")
        self.assertIn('kTrees = std::to_array<std::string_view>({\n'
                      '    "Elm",\n    "ash",\n});', arrays)

    def test_what_is_wrong_is_named_with_its_line(self):
        for text, why in (
                ("[trees]\nash\nash\n", "3: 'ash' stands here twice"),
                ("[trees]\nelm\nash\n", "3: 'ash' belongs before 'elm'"),
                ("[trees.exact]\nElm\n\n[bushes]\nElder\n",
                 "5: a capital in 'Elder'"),
                ("[trees]\nash\nelm \n",
                 "3: blanks around a word that is not in quotes"),
                ("[trees]\nash\n\nelm\n", "4: a word that is in no list"),
                ("ash\n", "1: a word that is in no list"),
                ('[trees]\n"ash"\n', "2: quotes around a word that needs none"),
                ("[trees]\n# Trees.\n", "2: no word in [trees]"),
                ("[trees]\n\n[herbs]\ndill\n", "3: no word in [trees]"),
                ("# Trees.\n", "1: no list")):
            with self.subTest(text):
                arrays, said = self.embed(text)
                self.assertEqual(said, f"trees.txt:{why}\n")
                self.assertEqual(arrays, "")

    def test_every_list_is_embedded_and_used(self):
        folders = sorted({p.parent for p in ROOT.glob("lib/*/words/*.txt")})
        self.assertGreater(len(folders), 1)
        for folder in folders:
            named = (folder / "meson.build").read_text(encoding="utf-8")
            code = "".join(path.read_text(encoding="utf-8")
                           for path in folder.parent.rglob("*.cc"))
            for path in folder.glob("*.txt"):
                self.assertIn(f"'{path.name}'", named)
                for name in re.findall(r"^\[([a-z_]+)(?:\.exact)?\]$",
                                       path.read_text(encoding="utf-8"), re.M):
                    array = name.title().replace("_", "")
                    self.assertRegex(code, rf"words::k{array}\b")


if __name__ == "__main__":
    unittest.main()
