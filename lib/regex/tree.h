// A pattern in RE2's syntax (the same as Go's) as a small tree. It keeps only
// what determines the shape of matches: which strings, how often, in which
// order. It drops captures, greed and assertions.
// Thread-safety: plain values. Ownership: a node owns its children.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// A byte string in which some letters match in either case. Those letters are
// kept in lower case.
struct RegexLiteral {
  std::string bytes;       // at most kMaxLiteral, UTF-8
  std::uint64_t fold = 0;  // bit i: bytes[i] is an ASCII letter of either case

  bool folds(std::size_t i) const { return (fold >> i & 1) != 0; }
  friend bool operator==(const RegexLiteral&, const RegexLiteral&) = default;
};

inline constexpr std::size_t kMaxLiteral = 64;

// The bytes that one folded letter can take in a match. Unicode folds the
// Kelvin sign (U+212A, three bytes) to k and the long s (U+017F, two) to s.
constexpr std::uint32_t folded_width(char letter) {
  return letter == 'k' ? 3 : letter == 's' ? 2 : 1;
}

struct RegexNode {
  enum class Kind : std::uint8_t {
    kStrings,    // one of `strings` (an assertion is the empty string)
    kOpaque,     // a character about which little is known
    kConcat,     // every child, in order
    kAlternate,  // one child
    kRepeat,     // the only child, min_count to max_count times
  };
  Kind kind = Kind::kStrings;
  std::uint32_t min_width = 0;  // bytes; of kStrings and kOpaque
  std::uint32_t max_width = 0;
  std::bitset<128> ascii{};  // of kOpaque: which characters below 128 it may be
  std::uint32_t min_count = 0;
  std::uint32_t max_count = 0;  // kUnboundedWidth: no bound
  std::vector<RegexLiteral> strings;
  std::vector<RegexNode> children;
};

// Nothing where the pattern is not valid or nests deeper than kMaxRegexDepth.
// Accepts a little more than RE2 does (counts above 1000, unknown \p names). A
// character class of more than `max_strings` strings is opaque.
std::optional<RegexNode> parse_regex(std::string_view regex,
                                     std::size_t max_strings);

inline constexpr int kMaxRegexDepth = 200;

}  // namespace sluice
