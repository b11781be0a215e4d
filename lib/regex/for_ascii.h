// A pattern for texts that are ASCII: a smaller program that decides them like
// the whole one (for_ascii.cc).
// Thread-safety: pure function.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sluice {

// Returns a pattern that RE2 reads and runs as Latin-1. In a text of ASCII, it
// has the same matches as `regex`, groups included. Returns nothing if that is
// not certain. `regex` is in RE2's syntax and compiles as UTF-8.
std::optional<std::string> for_ascii(std::string_view regex);

}  // namespace sluice
