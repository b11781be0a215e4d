"""Writes files as C++ constants: OUTPUT NAME=FILE..."""

import pathlib
import sys


def constant_of(name, data):
    rows = [data[i:i + 24] for i in range(0, len(data), 24)]
    text = "\n".join('    "' + "".join(f"\\{byte:03o}" for byte in row) + '"'
                     for row in rows)
    return (f"const std::string_view {name}(\n{text},\n    {len(data)});\n")


def main():
    pairs = [argument.split("=", 1) for argument in sys.argv[2:]]
    pathlib.Path(sys.argv[1]).write_text(
        '#include "betterleaks/tokens/data.h"\n\n'
        "namespace sluice {\n"
        + "".join(constant_of(name, pathlib.Path(path).read_bytes())
                  for name, path in pairs)
        + "}  // namespace sluice\n", encoding="utf-8")


main()
