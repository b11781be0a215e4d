// Patterns that may begin with some bytes or without: `[\w.-]{0,50}?token=`.
// Thread-safety: pure function.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sluice {

// `regex` (RE2's syntax, valid) without the optional class repetition at its
// head, if it has one. Then each match of `regex` ends with one of the result,
// and where the result matches, `regex` matches too.
std::optional<std::string> without_optional_head(std::string_view regex);

}  // namespace sluice
