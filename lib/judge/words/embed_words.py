#!/usr/bin/env python3
"""Writes lists of words as a C++ header.

    embed_words.py HEADER LIST...

A list is a file of words, one a line, in the order of their bytes, each once.
Lines that begin with "# " say what the list is for. Words are in small letters;
in a list named *.exact.txt capitals count. A word with a blank at either end,
or an empty one, is written in double quotes. `word_ends.txt` becomes the array
sluice::words::kWordEnds.
"""

import pathlib
import re
import sys


def words_of(path):
    """The words of the list at `path`; SystemExit names the line that is wrong."""
    def wrong(number, why):
        sys.exit(f"{path}:{number}: {why}")

    words = []
    for number, line in enumerate(
            path.read_text(encoding="utf-8").split("\n")[:-1], 1):
        if line.startswith("# "):
            continue
        word = line[1:-1] if re.fullmatch('".*"', line) else line
        if word == line and (not line or line != line.strip()):
            wrong(number, "blanks around a word that is not in quotes")
        if word != line and word and word == word.strip():
            wrong(number, "quotes around a word that needs none")
        if re.search("[A-Z]", word) and not path.name.endswith(".exact.txt"):
            wrong(number, f"a capital in '{word}'")
        if words and word == words[-1]:
            wrong(number, f"'{word}' stands here twice")
        if words and word.encode() < words[-1].encode():
            wrong(number, f"'{word}' belongs before '{words[-1]}'")
        words.append(word)
    if not words:
        wrong(1, "no word")
    return words


def array_of(path):
    name = "k" + path.name.split(".")[0].title().replace("_", "")
    literals = "".join(
        '    "' + word.replace("\\", r"\\").replace('"', r"\"") + '",\n'
        for word in words_of(path))
    return (f"inline constexpr auto {name} = std::to_array<std::string_view>"
            f"({{\n{literals}}});\n")


if __name__ == "__main__":
    lists = [pathlib.Path(name) for name in sys.argv[2:]]
    pathlib.Path(sys.argv[1]).write_text(
        "// Made by lib/judge/words/embed_words.py from the lists beside it.\n"
        "#pragma once\n\n#include <array>\n#include <string_view>\n\n"
        "namespace sluice::words {\n\n" + "\n".join(map(array_of, lists))
        + "\n}  // namespace sluice::words\n", encoding="utf-8")
