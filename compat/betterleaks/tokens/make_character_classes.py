"""Writes the ranges of betterleaks/tokens/data.h: OUTPUT."""

import pathlib
import sys
import unicodedata


def class_of(code):
    category = unicodedata.category(chr(code))
    if category.startswith("L"):
        return "kLetter"
    if category.startswith("N"):
        return "kNumber"
    if category.startswith("Z") or code == 0x85:
        return "kBlank"
    return "kOther"


def main():
    ranges = []
    for code in range(0x80, 0x110000):
        kind = class_of(code)
        if kind == "kOther":
            continue
        if ranges and ranges[-1][1] == code - 1 and ranges[-1][2] == kind:
            ranges[-1][1] = code
        else:
            ranges.append([code, code, kind])
    rows = "".join(f"    {{{first:#x}, {last:#x}, CharacterClass::{kind}}},\n"
                   for first, last, kind in ranges)
    pathlib.Path(sys.argv[1]).write_text(
        '#include "betterleaks/tokens/data.h"\n\n'
        "namespace sluice {\n"
        "namespace {\n"
        "constexpr CharacterRange kRanges[] = {\n" + rows + "};\n"
        "}  // namespace\n"
        "const std::span<const CharacterRange> kCharacterRanges = kRanges;\n"
        "}  // namespace sluice\n", encoding="utf-8")


main()
