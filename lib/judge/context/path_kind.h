// The purpose of a file, as far as its path shows it.
// Thread-safety: pure functions. Cost: no allocation; a microsecond or two.
#pragma once

#include <string_view>

namespace sluice {

// Tests, examples, documentation: most secrets in them are made up. False for
// the settings of a test environment (environments/test/db.yml).
bool is_for_tests(std::string_view path);

// Files that are for copying or show a form: examples, templates, data and
// doubles of tests, descriptions of interfaces. A part of the files with
// is_for_tests().
bool is_example(std::string_view path);

// Recorded traffic between a client and a server: HAR files, cassettes.
bool is_traffic(std::string_view path);

// Files of a library of ciphers or hashes, whose tests contain many keys from
// published standards.
bool is_of_ciphers(std::string_view path);

// Copies of other people's work (vendor/, node_modules/).
bool is_foreign(std::string_view path);

// Texts of an interface, in one language of several.
bool is_translation(std::string_view path);

// Lock files: lists of downloaded packages with their hashes.
bool is_lock(std::string_view path);

// Settings: names and values, and hardly anything else.
bool is_settings(std::string_view path);

// The source of a program.
bool is_source(std::string_view path);

}  // namespace sluice
