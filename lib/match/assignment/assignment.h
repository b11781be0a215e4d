// Finds values that are assigned to names. A pattern that finds the same would
// be as long as a page and take milliseconds to compile.
// Thread-safety: immutable; shared by all workers.
// Ownership: the names must outlive the AssignmentPattern.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "rules/rule.h"

namespace sluice {

// Offsets into the text. The match begins with the name, or the part of it that
// was searched for.
struct AssignedValue {
  std::size_t begin, end;  // the value, without quotes
  std::size_t match_end;   // after the closing quote
};

class AssignmentPattern {
 public:
  // `names` are in lower case. If a name contains more than letters, digits and
  // `_ . -`, the rest must follow directly in the text: `key =`.
  AssignmentPattern(Assignment form, std::span<const std::string_view> names);

  // Returns the value of a name that begins at `at`. Reads no byte from `to`
  // on, which is at most text.size(). longest(form) bytes are enough.
  std::optional<AssignedValue> find_at(std::string_view text, std::size_t at,
                                       std::size_t to) const;

 private:
  Assignment form_;
  std::span<const std::string_view> names_;
  std::bitset<256> heads_;  // bytes that a name begins with
};

}  // namespace sluice
