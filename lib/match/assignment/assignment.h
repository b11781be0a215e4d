// Values that are assigned to names: finds them where a pattern of the same
// reach would be as long as a page and take milliseconds to compile.
// Thread-safety: immutable; shared by all workers. Ownership: the names must
// outlive the AssignmentPattern.
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

// Offsets into the text. The match begins where the name (the part of one that
// was looked for) begins.
struct AssignedValue {
  std::size_t begin, end;  // the value, without quotes
  std::size_t match_end;   // behind the closing quote
};

class AssignmentPattern {
 public:
  // `names` in lower case. What a name holds behind its letters, digits, and
  // `_ . -` must stand right behind the name in the text: `key =`.
  AssignmentPattern(Assignment form, std::span<const std::string_view> names);

  // The value of a name that begins at `at`. No byte from `to` on is looked at,
  // which is at most text.size(); longest(form) bytes suffice.
  std::optional<AssignedValue> find_at(std::string_view text, std::size_t at,
                                       std::size_t to) const;

 private:
  Assignment form_;
  std::span<const std::string_view> names_;
  std::bitset<256> heads_;  // bytes that a name begins with
};

}  // namespace sluice
