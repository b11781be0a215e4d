// Directories and file names are split into words, because they are written in
// as many ways as names are: `tests`, `integration-test`, `src/testFixtures`,
// `store_test.go`, `StoreTest.java`. A word of the list anywhere in a
// directory's name is enough. In a file's name, it must be the first or the
// last word, because the middle is what the file is about
// ("latest_test_results").
//
// Rejected: a list of whole names and endings. Each tree has its own, and the
// list was never long enough.

#include "judge/context/path_kind.h"

#include <algorithm>
#include <array>

#include "judge/context/name_words.h"
#include "judge/words/words.h"
#include "text/caseless.h"

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

// In a longer name, these are not separate words.
constexpr auto kTestDirectories =
    std::to_array<std::string_view>({"man", "t", "xt"});

// "test", "tests", "testing", "testdata"
bool is_test_word(std::string_view word) {
  return equals_caseless(word, words::kExampleWords) ||
         equals_caseless(word, words::kTestWords) ||
         (starts_caseless(word, "test") &&
          !equals_caseless(word, words::kNoTestWords));
}

// Also "selftests", "unittest": a program with such a name may still use a real
// one.
bool is_test_directory_word(std::string_view word) {
  return is_test_word(word) || equals_caseless(word, words::kExamplePlaces) ||
         equals_caseless(word, words::kTestPlaces) ||
         ((ends_caseless(word, "test") || ends_caseless(word, "tests")) &&
          !equals_caseless(word, words::kNoTestWords));
}

// Files that show how settings are written.
constexpr auto kPatternWords =
    std::to_array<std::string_view>({"dist", "example", "sample"});

// The description of an HTTP interface contains examples of requests.
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
  if (ends_caseless(file, words::kTestEnds) ||
      ends_caseless(file, words::kPatternEnds) || is_manual_page(file))
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
  // Values with which a chart is tested.
  if (ends_caseless(file, "values.yaml") &&
      (is_test_word(first) ||
       path.substr(0, path.size() - file.size()).ends_with("ci/")))
    return true;
  if (equals_caseless(first, kPatternWords) ||
      equals_caseless(last, kPatternWords) ||
      equals_caseless(stem, kDescriptions) ||
      (equals_caseless(stem, words::kDocuments) && !is_settings(path) &&
       !is_source(path)))
    return true;
  // test.env is the environment with that name.
  return !is_settings(path) && (is_test_word(first) || is_test_word(last));
}

bool is_example_word(std::string_view word) {
  static constexpr auto kOthers =
      std::to_array<std::string_view>({"dist", "dummy", "testdata"});
  return equals_caseless(word, words::kExampleWords) ||
         equals_caseless(word, words::kExamplePlaces) ||
         equals_caseless(word, kOthers);
}

}  // namespace

bool is_example(std::string_view path) {
  const std::string_view file = file_of(path);
  return ends_caseless(file, words::kPatternEnds) || is_manual_page(file) ||
         equals_caseless(stem_of(file), kDescriptions) ||
         any_word(path, is_example_word);
}

bool is_for_tests(std::string_view path) {
  if (is_test_file(path)) return true;
  bool environment = false;
  return any_directory(path, [&](std::string_view directory) {
    if (equals_caseless(directory, words::kEnvironmentDirectories))
      environment = true;
    return !environment && (equals_caseless(directory, kTestDirectories) ||
                            any_word(directory, is_test_directory_word));
  });
}

bool is_traffic(std::string_view path) {
  return ends_caseless(path, words::kTrafficEnds) ||
         any_directory(path, [&](std::string_view directory) {
           return equals_caseless(directory, words::kTrafficDirectories);
         });
}

bool is_of_ciphers(std::string_view path) {
  // "password-hash": what hashes of passwords are kept in.
  bool after_password = false;
  return any_word(path, [&](std::string_view word) {
    const bool of_passwords = after_password && starts_caseless(word, "hash");
    after_password = equals_caseless(word, "password");
    return !of_passwords && equals_caseless(word, words::kCipherWords);
  });
}

bool is_foreign(std::string_view path) {
  return any_directory(path, [&](std::string_view directory) {
    return equals_caseless(directory, words::kForeignDirectories);
  });
}

bool is_translation(std::string_view path) {
  if (ends_caseless(path, words::kTranslationEnds)) return true;
  const std::string_view file = file_of(path);
  if (starts_caseless(file, "messages") && ends_caseless(file, ".properties"))
    return true;
  if (equals_caseless(file, "strings.xml")) return true;
  if (file.rfind('.') == 2 && ends_caseless(file, ".json")) return true;
  if (ends_caseless(path, words::kSettingsInTranslations)) return false;
  return any_directory(path, [&](std::string_view directory) {
    return equals_caseless(directory, words::kTranslationDirectories);
  });
}

bool is_lock(std::string_view path) {
  return ends_caseless(path, words::kLockEnds);
}

bool is_settings(std::string_view path) {
  return ends_caseless(path, words::kSettingsEnds);
}

bool is_source(std::string_view path) {
  return ends_caseless(path, words::kSourceEnds);
}

}  // namespace sluice
