// Tells from the bytes behind an anchor that no match of its pattern can be
// there, in some nanoseconds where a call of RE2 takes a hundred.
// Thread-safety: immutable; shared by all workers.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "rules/rule.h"

namespace sluice {

class FollowGate {
 public:
  // The gate of a regular expression, for the anchors that regex_shape() gives
  // it, in their order. Some ten microseconds.
  static FollowGate make(std::string_view regex);
  // The same for a rule; one without a regular expression passes everything.
  static FollowGate make(const Rule& rule);

  // False: no match that is known by its anchor number `anchor` holds the
  // occurrence that ends at `end`. The text is looked at as far as needed, at
  // most for kReach bytes and to its end, where the answer is true.
  bool may_pass(std::size_t anchor, std::string_view text,
                std::size_t end) const {
    const std::size_t last = end + std::min(text.size() - end, kReach);
    for (std::uint8_t state = starts_[anchor]; state >= kFirst; ++end) {
      if (end == last) return true;
      const auto byte = static_cast<unsigned char>(text[end]);
      if (byte >= kAscii) return true;
      state = next_[state - kFirst][byte];
      if (state == kDead) return false;
    }
    return true;
  }

 private:
  class Builder;

  static constexpr std::size_t kAscii = 128;
  // A state can lead to itself, and from each anchor of a long line to its end
  // the walks would be quadratic.
  static constexpr std::size_t kReach = 256;
  // States: two that end the walk, then those that have a row.
  static constexpr std::uint8_t kDead = 0;
  static constexpr std::uint8_t kPass = 1;
  static constexpr std::uint8_t kFirst = 2;
  static constexpr std::size_t kMostStates = 32;

  std::vector<std::uint8_t> starts_;  // by anchor; never kDead
  std::vector<std::array<std::uint8_t, kAscii>> next_;
};

}  // namespace sluice
