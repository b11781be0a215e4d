// Directories and file names are taken apart into words, since they are written
// in as many ways as names are: `tests`, `integration-test`,
// `src/testFixtures`, `store_test.go`, `StoreTest.java`. A word of the list
// anywhere in a directory's name is enough; in a file's name it must be the
// first or the last, for the middle tells what the file is about
// ("latest_test_results").
//
// Rejected: a list of whole names and endings. Each tree has its own, and the
// list was never long enough.

#include "judge/context/path_kind.h"

#include <algorithm>
#include <array>

#include "judge/context/caseless.h"
#include "judge/context/name_words.h"

namespace sluice {
namespace {

std::string_view file_of(std::string_view path) {
  return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

// Up to the first dot that is not the first byte.
std::string_view stem_of(std::string_view file) {
  return file.substr(0, std::min(file.find('.', 1), file.size()));
}

// Whether `fits` holds for a directory of `path`; the outer ones first.
template <typename Fits>
bool any_directory(std::string_view path, Fits fits) {
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t slash = path.find('/', at);
    if (slash == path.npos) return false;
    if (fits(path.substr(at, slash - at))) return true;
    at = slash + 1;
  }
  return false;
}

template <typename Fits>
bool any_word(std::string_view name, Fits fits) {
  for (TextSpan word = next_word(name, 0); word.begin < word.end;
       word = next_word(name, word.end))
    if (fits(name.substr(word.begin, word.end - word.begin))) return true;
  return false;
}

// In the names of directories and of files.
constexpr auto kTestWords = std::to_array<std::string_view>({
    "bench",    "benchmark", "benchmarks", "doctest", "e2e",
    "example",  "examples",  "fake",       "fakes",   "fixture",
    "fixtures", "mock",      "mocks",      "sample",  "samples",
    "spec",     "specs",     "stub",       "stubs",
});
// Of directories alone.
constexpr auto kTestPlaces = std::to_array<std::string_view>({
    "corpora",  "corpus",   "cypress",       "demo",     "demos",
    "doc",      "docs",     "documentation", "fuzz",     "fuzzer",
    "fuzzers",  "fuzzing",  "guides",        "manpages", "manual",
    "snippets", "tutorial", "tutorials",     "vectors",
});
// No words of their own, in a longer name.
constexpr auto kTestDirectories =
    std::to_array<std::string_view>({"man", "t", "xt"});
constexpr auto kNoTests = std::to_array<std::string_view>({
    "attest",
    "contest",
    "contests",
    "fastest",
    "greatest",
    "latest",
    "protest",
    "testament",
    "testify",
    "testimonial",
    "testimonials",
});

// "test", "tests", "testing", "testdata"
bool is_test_word(std::string_view word) {
  return equals_caseless(word, kTestWords) ||
         (starts_caseless(word, "test") && !equals_caseless(word, kNoTests));
}

// "selftests", "unittest" too: a program called so may still use a real one.
bool is_test_directory_word(std::string_view word) {
  return is_test_word(word) || equals_caseless(word, kTestPlaces) ||
         ((ends_caseless(word, "test") || ends_caseless(word, "tests")) &&
          !equals_caseless(word, kNoTests));
}

// What stands below is one environment of several.
constexpr auto kEnvironments = std::to_array<std::string_view>({
    "env",
    "environments",
    "envs",
    "group_vars",
    "host_vars",
    "inventories",
    "inventory",
    "overlays",
});

constexpr auto kTestEnds = std::to_array<std::string_view>({
    ".phpt",
    ".t",
    ".pod",
    ".snap",
    ".golden",
    ".feature",
});

// By what files of documentation are called everywhere.
constexpr auto kDocuments = std::to_array<std::string_view>({
    "changelog",
    "changes",
    "contributing",
    "hacking",
    "history",
    "install",
    "news",
    "readme",
    "upgrading",
});

// Files that tell how settings are written. A template.yaml is not among them:
// tools read it.
constexpr auto kPatternWords =
    std::to_array<std::string_view>({"dist", "example", "sample"});
constexpr auto kPatternEnds = std::to_array<std::string_view>(
    {".dist", ".example", ".sample", ".template", ".tmpl"});

// The description of an interface of HTTP holds examples of what is sent.
constexpr auto kDescriptions =
    std::to_array<std::string_view>({"openapi", "swagger"});

// passwd.5, client.1.in
bool is_manual_page(std::string_view file) {
  if (ends_caseless(file, ".in")) file.remove_suffix(3);
  const std::size_t dot = file.find('.');
  return dot != file.npos && dot > 0 && dot + 2 == file.size() &&
         file.back() >= '1' && file.back() <= '9';
}

bool is_test_file(std::string_view path) {
  const std::string_view file = file_of(path);
  if (ends_caseless(file, kTestEnds) || ends_caseless(file, kPatternEnds) ||
      is_manual_page(file))
    return true;
  const std::string_view stem = stem_of(file);
  std::string_view first;
  std::string_view last;
  any_word(file.substr(0, std::min(file.rfind('.'), file.size())),
           [&](std::string_view word) {
             if (first.empty()) first = word;
             last = word;
             return false;
           });
  if (equals_caseless(first, kPatternWords) ||
      equals_caseless(last, kPatternWords) ||
      equals_caseless(stem, kDescriptions) ||
      (equals_caseless(stem, kDocuments) && !is_settings(path) &&
       !is_source(path)))
    return true;
  // test.env is the environment of that name.
  return !is_settings(path) && (is_test_word(first) || is_test_word(last));
}

constexpr auto kExampleWords = std::to_array<std::string_view>({
    "benchmark", "benchmarks", "demo",     "demos",     "dist",     "dummy",
    "example",   "examples",   "fake",     "fakes",     "fixture",  "fixtures",
    "mock",      "mocks",      "sample",   "samples",   "snippets", "stub",
    "stubs",     "testdata",   "tutorial", "tutorials", "vectors",
});

bool is_example_word(std::string_view word) {
  return equals_caseless(word, kExampleWords);
}

}  // namespace

bool is_example(std::string_view path) {
  const std::string_view file = file_of(path);
  return ends_caseless(file, kPatternEnds) || is_manual_page(file) ||
         equals_caseless(stem_of(file), kDescriptions) ||
         any_word(path, is_example_word);
}

bool is_for_tests(std::string_view path) {
  if (is_test_file(path)) return true;
  bool environment = false;
  return any_directory(path, [&](std::string_view directory) {
    if (equals_caseless(directory, kEnvironments)) environment = true;
    return !environment && (equals_caseless(directory, kTestDirectories) ||
                            any_word(directory, is_test_directory_word));
  });
}

bool is_traffic(std::string_view path) {
  constexpr auto kDirectories = std::to_array<std::string_view>(
      {"cassette", "cassettes", "recordings", "vcr", "vcr_cassettes"});
  constexpr auto kEnds =
      std::to_array<std::string_view>({".cassette", ".har", ".pcap", ".saz"});
  return ends_caseless(path, kEnds) ||
         any_directory(path, [&](std::string_view directory) {
           return equals_caseless(directory, kDirectories);
         });
}

bool is_of_ciphers(std::string_view path) {
  static constexpr auto kWords = std::to_array<std::string_view>({
      "aead",     "aes",        "asn1",    "bcpg",    "blake2",  "bouncycastle",
      "chacha",   "cipher",     "ciphers", "cms",     "crypto",  "cryptography",
      "des",      "digest",     "digests", "ecc",     "ecdh",    "ecdsa",
      "ed25519",  "evp",        "gcm",     "hash",    "hashes",  "hkdf",
      "hmac",     "hpke",       "jce",     "jose",    "jwe",     "jwk",
      "jws",      "kat",        "kats",    "kdf",     "mbedtls", "nacl",
      "nist",     "openpgp",    "openssl", "pbkdf2",  "pkcs12",  "pkix",
      "poly1305", "rsa",        "scrypt",  "siphash", "sodium",  "vector",
      "vectors",  "wycheproof", "x25519",
  });
  return any_word(path, [](std::string_view word) {
    return equals_caseless(word, kWords);
  });
}

bool is_foreign(std::string_view path) {
  constexpr auto kDirectories = std::to_array<std::string_view>({
      "deps",
      "vendor",
      "vendored",
      "node_modules",
      "bower_components",
      "third_party",
      "third-party",
      "thirdparty",
      "3rdparty",
      "site-packages",
      "dist-packages",
      "pods",
      "carthage",
  });
  return any_directory(path, [&](std::string_view directory) {
    return equals_caseless(directory, kDirectories);
  });
}

bool is_translation(std::string_view path) {
  constexpr auto kDirectories = std::to_array<std::string_view>({
      "i18n",
      "l10n",
      "localisation",
      "localization",
      "localizations",
      "locale",
      "locales",
      "lang",
      "langs",
      "language",
      "languages",
      "translations",
      "nls",
      "_locales",
      "lproj",
  });
  constexpr auto kEnds = std::to_array<std::string_view>(
      {".po", ".pot", ".xlf", ".xliff", ".strings", ".resx", ".ftl", ".arb"});
  if (ends_caseless(path, kEnds)) return true;
  const std::string_view file = file_of(path);
  if (starts_caseless(file, "messages") && ends_caseless(file, ".properties"))
    return true;
  if (equals_caseless(file, "strings.xml")) return true;
  if (file.rfind('.') == 2 && ends_caseless(file, ".json")) return true;
  return any_directory(path, [&](std::string_view directory) {
    return equals_caseless(directory, kDirectories);
  });
}

bool is_lock(std::string_view path) {
  constexpr auto kEnds = std::to_array<std::string_view>({
      ".lock",
      "-lock.json",
      "-lock.yaml",
      ".sum",
      "checksum.json",
      "sums",
  });
  return ends_caseless(path, kEnds);
}

bool is_settings(std::string_view path) {
  constexpr auto kEnds = std::to_array<std::string_view>({
      ".env",
      ".envrc",
      ".properties",
      ".ini",
      ".cfg",
      ".conf",
      ".cnf",
      ".yml",
      ".yaml",
      ".toml",
      ".tfvars",
      ".pgpass",
      ".netrc",
      ".xml",
      ".config",
  });
  return ends_caseless(path, kEnds);
}

bool is_source(std::string_view path) {
  constexpr auto kEnds = std::to_array<std::string_view>(
      {".c",     ".cc", ".cpp", ".cxx", ".cs",  ".dart", ".ex",
       ".exs",   ".go", ".h",   ".hh",  ".hpp", ".java", ".js",
       ".jsx",   ".kt", ".lua", ".m",   ".mjs", ".mm",   ".php",
       ".pl",    ".pm", ".py",  ".rb",  ".rs",  ".s",    ".scala",
       ".swift", ".ts", ".tsx", ".vue", ".zig", ".phtml"});
  return ends_caseless(path, kEnds);
}

}  // namespace sluice
