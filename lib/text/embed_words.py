#!/usr/bin/env python3
"""Writes lists of words as a C++ header.

    embed_words.py HEADER FILE...

A file has sections, each of them a list: `[word_ends]` becomes the array
sluice::words::kWordEnds. Below that, each line is a word, in the order of their
bytes, each once. Lines that begin with "# " are comments, and empty lines end a
list. Words are in small letters; in a list named `[word_ends.exact]` capitals
count. A word is in double quotes if it has a blank at either end, is empty, or
looks like the name of a list.
"""

import pathlib
import re
import sys

HEADING = re.compile(r"\[([a-z_]+)(\.exact)?\]")


def lists_of(path):
    """The lists of the file at `path`, each a name and its words; SystemExit
    names the line that is wrong."""
    def wrong(number, why):
        sys.exit(f"{path}:{number}: {why}")

    lists = []
    open_list = False
    any_case = False
    number = 0
    for number, line in enumerate(
            path.read_text(encoding="utf-8").split("\n")[:-1], 1):
        if line.startswith("# "):
            continue
        if heading := HEADING.fullmatch(line):
            if lists and not lists[-1][1]:
                wrong(number, f"no word in [{lists[-1][0]}]")
            lists.append((heading[1], []))
            open_list = True
            any_case = heading[2] is not None
            continue
        if not line:
            open_list = False
            continue
        if not open_list:
            wrong(number, "a word that is in no list")
        words = lists[-1][1]
        word = line[1:-1] if re.fullmatch('".*"', line) else line
        if word == line and line != line.strip():
            wrong(number, "blanks around a word that is not in quotes")
        if word != line and word and word == word.strip() and \
                not HEADING.fullmatch(word):
            wrong(number, "quotes around a word that needs none")
        if re.search("[A-Z]", word) and not any_case:
            wrong(number, f"a capital in '{word}'")
        if words and word == words[-1]:
            wrong(number, f"'{word}' stands here twice")
        if words and word.encode() < words[-1].encode():
            wrong(number, f"'{word}' belongs before '{words[-1]}'")
        words.append(word)
    if not lists:
        wrong(max(number, 1), "no list")
    if not lists[-1][1]:
        wrong(number, f"no word in [{lists[-1][0]}]")
    return lists


def array_of(name, words):
    name = "k" + name.title().replace("_", "")
    literals = "".join(
        '    "' + word.replace("\\", r"\\").replace('"', r"\"") + '",\n'
        for word in words)
    return (f"inline constexpr auto {name} = std::to_array<std::string_view>"
            f"({{\n{literals}}});\n")


if __name__ == "__main__":
    arrays = [array_of(*one) for name in sys.argv[2:]
              for one in lists_of(pathlib.Path(name))]
    pathlib.Path(sys.argv[1]).write_text(
        "// Made by lib/text/embed_words.py from lists of words.\n"
        "#pragma once\n\n#include <array>\n#include <string_view>\n\n"
        "namespace sluice::words {\n\n" + "\n".join(arrays)
        + "\n}  // namespace sluice::words\n", encoding="utf-8")
