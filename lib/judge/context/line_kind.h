// What stands before a value on its line, as far as that says what the value is
// for.
// Thread-safety: pure functions. Cost: no allocation; some 100 ns.
#pragma once

#include <string_view>

namespace sluice {

// The text of the line of text[at] before it, the last kLineReach bytes of it
// at most (judge/context/assigned_name.h), so that the answer does not depend
// on how a file is cut into views.
std::string_view line_before(std::string_view text, std::size_t at);

// `before` is what line_before() gave, for a file of that path.

// Inside a comment that its language makes documentation of: an example in it
// is none of the program's.
bool in_documentation(std::string_view path, std::string_view before);

// In the address of a badge, which holds only keys that are public.
bool in_badge(std::string_view before);

// In code that sets up a library for browsers or apps with a public key.
bool in_client_setup(std::string_view before);

// Beside a public key, whose short form it is (.NET: "Public Key Token").
// `behind` is what stands behind the value on its line.
bool beside_public_key(std::string_view before, std::string_view behind);

// The next of a list of strings, or of arguments.
bool in_list(std::string_view before);

}  // namespace sluice
