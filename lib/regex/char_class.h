// A set of code points while a pattern's [class] is read.
// Thread-safety: a plain value. Ownership: owns its ranges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "regex/tree.h"

namespace sluice {

inline constexpr char32_t kMaxCodePoint = 0x10FFFF;

enum class CaseFolding : bool { kNo, kYes };

class CharClass {
 public:
  // The code points from `low` to `high`, with the other cases of letters if
  // `folding`.
  void add(char32_t low, char32_t high, CaseFolding folding);

  // The members of a named ASCII class ("d" and "alpha" alike); false if there
  // is none of that name.
  bool add_named(std::string_view name, bool negated, CaseFolding folding);

  // Adds unknown members, such as a script's.
  void add_unknown() { unknown_ = true; }

  void negate();

  // The class as a node: its strings where they are at most `max_strings`, or
  // its widths.
  RegexNode to_node(std::size_t max_strings);

 private:
  struct Range {
    char32_t low;
    char32_t high;
  };

  void normalise();
  bool has(char32_t c) const;
  std::vector<RegexLiteral> strings(std::size_t max_strings) const;

  std::vector<Range> ranges_;
  // It has more code points than `ranges_`.
  bool unknown_ = false;
  // It may have more beyond ASCII than `ranges_`.
  bool foreign_is_unknown_ = false;
  bool folded_ = false;
};

// The node of a character of which only the width is known.
RegexNode opaque_node(std::uint32_t min_width, std::uint32_t max_width);

// The node of one character.
RegexNode character_node(char32_t c, CaseFolding folding);

// Reads one code point of UTF-8 at `position` and moves past it; nothing where
// the bytes are not UTF-8 or the text is at its end.
std::optional<char32_t> next_code_point(std::string_view text,
                                        std::size_t& position);

}  // namespace sluice
