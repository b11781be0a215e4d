// Parts of a pattern, by its text.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sluice {

// {n}, {n,} or {n,m}, as RE2 and Go read it: with a leading zero it is text, as
// with any other content. With a number of more than nine digits it is text for
// RE2 (Go refuses the pattern).
struct CountedRepetition {
  std::uint32_t least = 0;  // both saturate at kMaxRepeats
  std::uint32_t most = 0;   // kUnboundedWidth: no bound
  std::size_t size = 0;     // bytes, with the braces
};

// Far above what RE2 accepts.
inline constexpr std::uint32_t kMaxRepeats = 1'000'000;

// The one that `regex` begins with; nothing if its brace is text.
std::optional<CountedRepetition> counted_repetition(std::string_view regex);

// Returns the place after the class, [^a-z], that opens at `at`, or
// regex.size() if it is not closed. Any bytes are accepted.
std::size_t end_of_class(std::string_view regex, std::size_t at);

}  // namespace sluice
