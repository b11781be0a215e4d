"""Holds the layers of lib/ and compat/: a module includes only those it may.

The table below is the architecture (docs/ARCHITECTURE.md draws it). It also
holds that a library's headers are included only where the table says, so that
each foreign interface, and its exceptions, stops in one place.
"""

import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Each module, and the other modules that it may include.
LAYERS = {
    "base": set(),
    "text": {"base"},
    "decode": {"base", "text"},
    "exec": {"base"},
    "fs": {"base"},
    "git": {"base"},
    "pack": {"base", "fs", "git"},
    "sandbox": {"base"},
    "archive": {"base", "text", "fs", "git", "pack"},
    "ignore": {"base", "text"},
    "regex": {"base", "text"},
    "rules": {"base", "text", "regex"},
    "policy": {"base", "text", "fs", "git", "rules"},
    "finding": {"base", "text", "rules"},
    "walk": {"base", "text", "fs", "git", "ignore", "finding"},
    "baseline": {"base", "text", "fs", "rules", "finding"},
    "match": {"base", "text", "regex", "rules"},
    "judge": {"base", "text", "rules", "finding", "match"},
    "rulecheck": {"base", "text", "regex", "rules", "finding", "match", "judge"},
    "scan": {"base", "text", "decode", "exec", "fs", "archive", "walk", "rules",
             "finding", "match", "judge", "baseline"},
    "rpc": {"base", "text"},
    "redact": {"base", "text", "fs", "archive", "rules", "finding", "match",
               "judge", "scan"},
    "history": {"base", "text", "decode", "exec", "fs", "git", "pack", "policy",
                "ignore", "walk", "rules", "finding", "match", "judge", "baseline",
                "archive", "scan"},
    "report": {"base", "text", "rules", "finding"},
    "api": {"base", "text", "regex", "rules", "finding", "fs", "match", "judge",
            "scan", "redact", "report"},
}

# The folders that a folder of compat/ includes. Only the front doors include
# compat/ itself (apps/ and lib/api), and only where SLUICE_COMPAT allows it.
COMPAT = {
    "betterleaks": {"base", "text", "regex", "rules", "match", "judge"},
    "gitleaks": {"base", "text", "exec", "fs", "git", "archive", "regex",
                 "rules", "finding", "match", "judge", "report"},
}

# The folders inside a module, and which others of it each may include; "" are
# the module's own files.
FOLDERS = {
    "judge": {
        "words": set(),
        "context": {"words"},
        "value": {"words", "context"},
        "keys": set(),
        "key_files": {"checks", "keys"},
        "checks": {"context", "value", "keys"},
        "allow": set(),
        "filter": set(),
        "": {"context", "value", "keys", "checks", "allow", "filter"},
    },
    "match": {
        "words": set(),
        "prefilter": {"words"},
        "filters": {"prefilter"},
        "assignment": {"words"},
        "tables": set(),
        "literals": {"prefilter"},
        "plan": {"prefilter", "filters", "literals"},
        "": {"prefilter", "filters", "assignment", "tables", "literals",
             "plan"},
    },
    "scan": {
        "value": set(),
        "text": {"value"},
        "report": {"value"},
        "find": {"value", "text", "report"},
        "order": {"value"},
        "unit": {"value", "text", "report", "find", "order"},
        "run": {"value", "text", "report", "find", "order", "unit"},
        "": set(),
    },
    "report": {
        "output": set(),
        "shown": set(),
        "json": {"output", "shown"},
        "formats": {"output", "shown", "json"},
        "merge": {"json"},
        "": set(),
    },
    "betterleaks": {
        "expr": set(),
        "tokens": set(),
        "": {"expr", "tokens"},
    },
    "gitleaks": {
        "go": set(),
        "match": {"go"},
        "detector": {"go", "match"},
        "patch": {"go"},
        "template": {"go"},
        "report": {"go", "detector", "template"},
        "scan": {"go", "detector", "patch", "report"},
        "": set(),
    },
}

# A foreign header (a prefix of its name) and the files that may include it.
FOREIGN = {
    "hs/": ["lib/match/literals/literal_index.cc"],
    "re2/": ["lib/match/pattern.cc"],
    "CLI/": ["apps/sluice/command_line/command_line.h",
            "apps/sluice/command_line/option_values.h"],
    "spdlog/": ["lib/base/log.cc"],
    "fmt/format-inl.h": ["lib/base/fmt.cc"],
    "toml++/": ["lib/rules/toml_read.cc"],
    "nlohmann/": ["lib/report/formats/defectdojo.cc",
                  "lib/report/formats/json.cc", "lib/report/json/json_text.h",
                  "lib/report/json/json_text.cc", "lib/report/json/rules_json.cc",
                  "lib/report/json/finding_json.h", "lib/report/formats/jsonl.cc",
                  "lib/report/formats/sarif.cc", "lib/report/formats/gitlab.cc",
                  "lib/report/formats/betterleaks.cc",
                  "lib/report/formats/trufflehog.cc",
                  "lib/report/formats/codequality.cc",
                  "lib/report/json/finding_from_json.h",
                  "lib/report/json/finding_batches.h",
                  "lib/report/json/foreign_report.cc",
                  "lib/report/json/report_parser.h",
                  "lib/report/json/report_parser.cc",
                  "lib/report/json/report_reader.cc",
                  "lib/report/merge/report_merge.cc",
                  "compat/gitleaks/report/baseline.cc",
                  "lib/baseline/json_fields.h", "lib/text/bounded_json.h",
                  "apps/sluice/hook/agent.h",
                  "apps/sluice/hook/json_edit.cc", "lib/rpc/server.h",
                  "apps/sluice/server/lsp_document.h",
                  "apps/sluice/server/lsp_text.h"],
    "yaml.h": ["lib/baseline/kingfisher.cc"],
    "lz4": ["lib/base/packed.cc", "lib/archive/packed_stream.cc"],
    "zstd.h": ["lib/archive/packed_stream.cc"],
    "lzma.h": ["lib/archive/packed_stream.cc"],
    "bzlib.h": ["lib/archive/packed_stream.cc"],
    "nettle/": ["lib/base/digest.cc", "lib/judge/key_files/pkcs12_mac.cc"],
    "liburing": ["lib/fs/uring.cc"],
    "libdeflate.h": ["lib/pack/object_reader.cc",
                     "lib/pack/pack_contents.cc"],
    "zlib.h": ["lib/judge/checks/sum.cc", "lib/decode/deflate.cc",
               "lib/archive/zlib_bytes.h", "lib/archive/packed_stream.cc",
               "lib/pack/pack_contents.cc"],
    "expat.h": ["lib/archive/xar_list.cc"],
    "sqlite3.h": ["lib/archive/sqlite_file.cc"],
    # Nothing but git is ever started.
    "spawn.h": [],
    "git/child_process.h": ["lib/git/child_process.cc", "lib/git/run_git.h",
                            "lib/git/installed_git.cc",
                            "lib/git/blob_stream.h"],
}

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.M)


def includes(path):
    return INCLUDE.findall(path.read_text(encoding="utf-8"))


# Texts to scan, not our code.
DATA = ROOT / "tests/labelled"


def sources(folder):
    return [p for p in sorted((ROOT / folder).rglob("*"))
            if p.suffix in (".h", ".cc") and DATA not in p.parents]


class Layers(unittest.TestCase):
    def test_modules_include_only_what_lies_below(self):
        for root, table in (("lib", LAYERS), ("compat", COMPAT)):
            for path in sources(root):
                module = path.relative_to(ROOT / root).parts[0]
                self.assertIn(module, table,
                              f"{root}/{module} is not in the table")
                for kind, name in includes(path):
                    other = name.split("/")[0]
                    if module == "api" and other in COMPAT:
                        continue
                    if kind == '"' and other != module:
                        self.assertIn(
                            other, table[module],
                            f"{path.relative_to(ROOT)} includes {name}")

    def test_the_rest_stands_without_compat(self):
        """`meson setup -Dcompat=false` leaves out whatever includes compat/."""
        conditional = re.compile(r"^#if SLUICE_COMPAT$.*?^#endif$", re.M | re.S)
        without = set()
        for folder in ("lib", "apps", "bench"):
            for path in sources(folder):
                text = path.read_text(encoding="utf-8")
                for kind, name in INCLUDE.findall(conditional.sub("", text)):
                    if kind == '"' and name.split("/")[0] in COMPAT:
                        without.add(str(path.relative_to(ROOT)))
        # apps/sluice/meson.build compiles this folder only with the option.
        self.assertEqual({str(pathlib.PurePath(name).parent)
                          for name in without}, {"apps/sluice/compat"})

    def test_one_file_starts_programs(self):
        def calling(names):
            call = re.compile(rf"\b({names})\s*\(")
            return [str(path.relative_to(ROOT))
                    for folder in ("lib", "compat", "apps/sluice")
                    for path in sources(folder)
                    if call.search(re.sub(r"//.*", "",
                                          path.read_text(encoding="utf-8")))]

        self.assertEqual(
            calling(r"exec[lv]\w*|posix_spawnp?|popen|system"),
            ["lib/git/child_process.cc"])
        # The second one removes a directory at the end.
        self.assertEqual(
            calling("v?fork"),
            ["lib/git/child_process.cc", "apps/sluice/git/bundle.cc"])

    def test_the_table_has_no_cycle(self):
        done = []
        while len(done) < len(LAYERS):
            free = [m for m, uses in LAYERS.items()
                    if m not in done and uses <= set(done)]
            self.assertTrue(free, "a cycle among the rest of " + str(LAYERS))
            done += free

    def test_folders_include_only_what_lies_below(self):
        for module, folders in FOLDERS.items():
            root = "compat" if module in COMPAT else "lib"
            home = ROOT / root / module
            there = {p.name for p in home.iterdir() if p.is_dir() and any(p.iterdir())}
            self.assertEqual(there, set(folders) - {""}, module)
            for path in sources(f"{root}/{module}"):
                folder = "/".join(path.parent.relative_to(home).parts[:1])
                for kind, name in includes(path):
                    parts = name.split("/")
                    if kind != '"' or parts[0] != module:
                        continue
                    other = parts[1] if len(parts) > 2 else ""
                    if other != folder:
                        self.assertIn(
                            other, folders[folder],
                            f"{path.relative_to(ROOT)} includes {name}")

    def test_foreign_headers_stay_in_their_files(self):
        for folder in ("lib", "compat", "apps"):
            for path in sources(folder):
                name = str(path.relative_to(ROOT))
                for _, header in includes(path):
                    for prefix, allowed in FOREIGN.items():
                        if header.startswith(prefix):
                            self.assertIn(name, allowed,
                                          f"{name} includes {header}")

    def test_headers_open_with_pragma_once(self):
        for folder in ("lib", "compat", "apps", "tests"):
            for path in sources(folder):
                # sluice.h is for any compiler of C.
                if path.suffix == ".h" and path.name != "sluice.h":
                    self.assertIn("\n#pragma once\n",
                                  "\n" + path.read_text(encoding="utf-8"),
                                  str(path))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
