"""The facts of a release that several files repeat are the same in all."""

import base64
import hashlib
import json
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import unittest
import zipfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]


def found(file, pattern):
    match = re.search(pattern, (ROOT / file).read_text(encoding="utf-8"), re.M)
    assert match, f"{file} has nothing like {pattern}"
    return match.group(1)


def scripts_of(document):
    """The commands of the steps of a CI service, anywhere in a document."""
    if isinstance(document, list):
        for item in document:
            yield from scripts_of(item)
    elif isinstance(document, dict):
        for key, value in document.items():
            if key in ("run", "script"):
                yield from [value] if isinstance(value, str) else value
            else:
                yield from scripts_of(value)


class Release(unittest.TestCase):

    def test_one_version(self):
        version = found("meson.build", r"^  version: '([^']+)'")
        for file, pattern in (
                ("CHANGELOG.md", r"^## (\S+)"),
                ("debian/changelog", r"\Asluice \(([^)]+)\)"),
                ("docs/HOOKS.md", r"sluice-scanner-cli==([0-9.]+)"),
                ("lib/api/sluice.h", r'^/\* "([0-9.]+)" \*/$')):
            self.assertEqual(found(file, pattern), version, file)

    def test_debian_names_what_a_build_needs(self):
        needed = set(re.findall(r"\S+-dev\b", found(
            "dev", r"^program_packages=\(([^)]*)\)")))
        named = set(re.findall(r"\S+-dev\b",
                               found("debian/control",
                                     r"^Build-Depends:((?:.*,\n)*.*)")))
        self.assertEqual(named - {"libvectorscan-dev"}, needed)

    def test_the_bill_of_materials_lists_what_is_built_in(self):
        needed = set(re.findall(r"\S+-dev\b", found(
            "dev", r"^program_packages=\(([^)]*)\)")))
        if platform.machine() != "x86_64":
            needed = {name.replace("hyperscan", "vectorscan")
                      for name in needed}
        listed = json.loads(subprocess.run(
            [ROOT / "ci/sbom", "1.2.3"], check=True,
            capture_output=True).stdout)["components"]
        self.assertEqual({one["name"] for one in listed},
                         needed | {"libc6-dev", "libstdc++-12-dev"})

    def test_debian_names_the_functions_of_the_library(self):
        map_text = (ROOT / "lib/api/sluice.map").read_text(encoding="utf-8")
        symbols = (ROOT / "debian/libsluice0.symbols").read_text(
            encoding="utf-8")
        self.assertEqual(
            set(re.findall(r"^ (sluice_\w+)@", symbols, re.M)),
            set(re.findall(r"^ +(sluice_\w+);", map_text, re.M)))

    def test_the_wheel_of_the_program(self):
        """The wheel of a made-up program: two builds are equal."""
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "program")
            program.write_bytes(b"\x7fELF...")
            made = []
            for name in ("a", "b"):
                pathlib.Path(folder, name).mkdir()
                subprocess.run(
                    [sys.executable, ROOT / "ci/program-wheel", program,
                     "1.2.3", "x86_64", folder + "/" + name], check=True,
                    stdout=subprocess.DEVNULL)
                made += pathlib.Path(folder, name).iterdir()
            self.assertEqual(made[0].read_bytes(), made[1].read_bytes())
            self.assertEqual(
                made[0].name, "sluice_scanner_cli-1.2.3-py3-none-"
                "manylinux_2_17_x86_64.manylinux2014_x86_64."
                "musllinux_1_1_x86_64.whl")
            with zipfile.ZipFile(made[0]) as wheel:
                files = {one.filename: wheel.read(one)
                         for one in wheel.infolist()}
                modes = {one.filename: one.external_attr >> 16 & 0o777
                         for one in wheel.infolist()}
        info = "sluice_scanner_cli-1.2.3.dist-info/"
        for name in ("sluice", "sluice-scanner-cli"):
            name = "sluice_scanner_cli-1.2.3.data/scripts/" + name
            self.assertEqual(modes.pop(name), 0o755)
        self.assertEqual(set(modes.values()), {0o644})
        rows = [row.split(",") for row in
                files[info + "RECORD"].decode().splitlines()]
        self.assertEqual({name for name, _, _ in rows}, set(files))
        for name, digest, size in rows:
            if name != info + "RECORD":
                made = hashlib.sha256(files[name]).digest()
                self.assertEqual((digest, int(size)), (
                    "sha256=" + base64.urlsafe_b64encode(made).decode()
                    .rstrip("="), len(files[name])))
        self.assertIn(b"\nTag: py3-none-musllinux_1_1_x86_64\n",
                      files[info + "WHEEL"])
        self.assertIn(b"\nName: sluice-scanner-cli\nVersion: 1.2.3\n",
                      files[info + "METADATA"])

    def test_what_ci_runs_can_be_read(self):
        files = [*ROOT.glob(".github/**/*.yml"), *ROOT.glob("ci/**/*.y*ml"),
                 *ROOT.glob("*.y*ml"), *ROOT.glob(".*.y*ml")]
        self.assertGreater(len(files), 3)
        scripts = 0
        for file in files:
            with self.subTest(file=file.name):
                for script in scripts_of(list(yaml.safe_load_all(
                        file.read_text(encoding="utf-8")))):
                    scripts += 1
                    subprocess.run(["bash", "-n", "-c", script], check=True)
        self.assertGreater(scripts, 5)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
