// What a file is for, as far as its path says.
// Thread-safety: pure functions. Cost: no allocation; a microsecond or two.
#pragma once

#include <string_view>

namespace sluice {

// Tests, examples, documentation: a secret in them is mostly made up for the
// occasion. A test environment's settings are not meant
// (environments/test/db.yml).
bool is_for_tests(std::string_view path);

// Of those, what is there to be copied or to show a form: examples, templates,
// data and doubles of tests, descriptions of interfaces.
bool is_example(std::string_view path);

// What a client and a server said to each other, kept to be played again: HAR
// files, cassettes.
bool is_traffic(std::string_view path);

// Of libraries of ciphers and hashes, whose tests are full of keys that are
// printed in standards.
bool is_of_ciphers(std::string_view path);

// Copies of other people's work (vendor/, node_modules/).
bool is_foreign(std::string_view path);

// Texts of an interface, in one language of several.
bool is_translation(std::string_view path);

// Lists of what was downloaded, with its hashes.
bool is_lock(std::string_view path);

// Settings: names and values, hardly anything else.
bool is_settings(std::string_view path);

// A program's source.
bool is_source(std::string_view path);

}  // namespace sluice
