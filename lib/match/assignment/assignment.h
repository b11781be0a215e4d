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

// Whether there may be values in a text (assignment_ahead.cc). It is asked for
// many places, in their order, and takes a tenth of the time of find_at().
class AssignmentAhead {
 public:
  explicit AssignmentAhead(std::string_view text) : text_(text) {}

  // Returns false if no AssignmentPattern of this form finds a value for a name
  // that begins at `at`. True if the text ends before this is known.
  bool may_assign(Assignment form, std::size_t at);

 private:
  class Place;

  bool may_open_value(std::size_t at);

  std::string_view text_;
  // The last place, and what was found out about it.
  std::size_t at_ = 0;
  std::optional<bool> quoted_;
  std::optional<bool> bare_;
  // No byte of text_[clear_begin_, clear_end_) opens a value.
  std::size_t clear_begin_ = 0;
  std::size_t clear_end_ = 0;
};

}  // namespace sluice
