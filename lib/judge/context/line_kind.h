// The text before a value on its line, as far as it shows the purpose of the
// value.
// Thread-safety: pure functions. Cost: no allocation; some 100 ns.
#pragma once

#include <string_view>

namespace sluice {

// Returns the text before text[at] on its line, at most the last kLineReach
// bytes (judge/context/assigned_name.h), so that the result does not depend on
// how a file is cut into views.
std::string_view line_before(std::string_view text, std::size_t at);

// `before` is what line_before() returned, for a file with that path.

// Whether it is inside a comment that its language turns into documentation. An
// example in such a comment is not a value of the program.
bool in_documentation(std::string_view path, std::string_view before);

// Whether it is there to be shown: in the address of a badge, which contains
// only public keys; in code that sets up a library for browsers or apps with
// such a key; or beside a public key, as its short form (.NET: "Public Key
// Token"). `behind` is the text after the value on its line.
bool is_to_be_shown(std::string_view before, std::string_view behind);

// Whether it is the next of a list of strings, or of arguments.
bool in_list(std::string_view before);

// Whether it is the next of several names in a sentence, each in quotes:
// "either `keySecret` or `". In a program, only "or" and "and" join names; a
// comma separates arguments.
bool in_enumeration(std::string_view path, std::string_view before);

// Whether it is an argument of Ansible's lookup(), which fetches a secret.
bool in_lookup(std::string_view before);

}  // namespace sluice
