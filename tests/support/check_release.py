"""What a release says in several files is the same in all."""

import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def found(file, pattern):
    match = re.search(pattern, (ROOT / file).read_text(encoding="utf-8"), re.M)
    assert match, f"{file} has nothing like {pattern}"
    return match.group(1)


class Release(unittest.TestCase):

    def test_one_version(self):
        version = found("meson.build", r"^  version: '([^']+)'")
        for file, pattern in (
                ("CHANGELOG.md", r"^## (\S+)"),
                ("debian/changelog", r"\Asluice \(([^)]+)\)"),
                ("docs/GIT.md", r"sluice-scanner==([0-9.]+)"),
                ("lib/api/sluice.h", r'^/\* "([0-9.]+)" \*/$')):
            self.assertEqual(found(file, pattern), version, file)

    def test_debian_names_what_a_build_needs(self):
        needed = set(re.findall(r"\S+-dev\b", found(
            "dev", r"^packages=\(([^)]*)\)"))) - {"doctest-dev"}
        named = set(re.findall(r"\S+-dev\b",
                               found("debian/control",
                                     r"^Build-Depends:((?:.*,\n)*.*)")))
        self.assertEqual(named - {"libvectorscan-dev"}, needed)

    def test_debian_names_the_functions_of_the_library(self):
        map_text = (ROOT / "lib/api/sluice.map").read_text(encoding="utf-8")
        symbols = (ROOT / "debian/libsluice0.symbols").read_text(
            encoding="utf-8")
        self.assertEqual(
            set(re.findall(r"^ (sluice_\w+)@", symbols, re.M)),
            set(re.findall(r"^ +(sluice_\w+);", map_text, re.M)))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
