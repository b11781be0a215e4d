// The comments of languages, and how each reads a variable of the environment:
// for the actions of an editor. A language has the name that the protocol gives
// it ("python").
// Thread-safety: pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sluice {

// Returns a comment with the text, for the end of a line. Nothing if the
// language has none, or is not known.
std::optional<std::string> comment_in(std::string_view language,
                                      std::string_view text);

// Returns an expression in place of a text with its quotes.
std::optional<std::string> variable_in(std::string_view language,
                                       const std::string& name);

}  // namespace sluice
