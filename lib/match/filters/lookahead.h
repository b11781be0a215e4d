// Determines from the bytes after an anchor that its pattern cannot match
// there. It takes some nanoseconds, and a call of RE2 takes a hundred.
//
// Example: after the anchor "ghp_" of ghp_[A-Za-z0-9]{36}, letters and digits
// must follow. In `ghp_token = load()`, the walk through the automaton ends at
// the blank, in the state kDead. So may_pass() returns false, and RE2 is not
// called. This automaton counts only up to sixteen letters and digits in a row.
// If more follow, the anchor passes, and RE2 decides.
//
// In a text for people it reads on: after "password", the pattern of
// generic-prose takes any words up to ` is ` or `: `, and then eight bytes that
// are no blanks. A line without such a word ends in kDead at its end. RE2 took
// 0.4 us for each such anchor.
//
// Thread-safety: immutable; shared by all workers.
// Ownership: a Lookahead is a view of its table, which must outlive it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "match/prefilter/literal.h"

namespace sluice {

class Lookahead {
 public:
  // The most states of an automaton. With many, it reads further ahead.
  enum class States : std::uint8_t { kFew = 32, kMany = 250 };

  // Returns the table of a regular expression, for the anchors that
  // regex_shape() returns for it, in their order. Takes some hundred
  // microseconds, or up to some milliseconds with many states.
  static std::string make_table(std::string_view regex,
                                States most = States::kFew);

  // `table` is what make_table() returned. If it is empty, everything passes.
  explicit Lookahead(std::string_view table = {});

  // A state can lead to itself, so without a bound the walks from each anchor
  // of a long line to its end would take quadratic time. Most lines that people
  // write are shorter.
  static constexpr std::size_t kReach = 96;

  // Bytes of a walk that are read before it is noted.
  static constexpr std::size_t kShort = 3;

  // The state of a walk: one of the two that end it, or one that has a row.
  using State = std::uint8_t;
  static constexpr State kDead = 0;
  static constexpr State kPass = 1;
  static bool is_decided(State state) { return state < kFirst; }

  // Bytes from here on always pass.
  static constexpr std::size_t kAscii = 128;

  // A walk from anchor number `anchor` begins in the state start(); next() is the
  // state after `byte`, which is below kAscii, if `state` is not decided.
  State start(std::size_t anchor) const {
    return starts_ == nullptr ? kPass : starts_[anchor];
  }
  State next(State state, unsigned char byte) const {
    return rows_[(std::size_t{state} << row_shift_) + class_of_[byte] -
                 (std::size_t{kFirst} << row_shift_)];
  }

  // Returns false if no match contains the occurrence, which ends at `end`, as
  // its anchor number `anchor`. Reads the text as far as needed. After kReach
  // bytes, and at the end of the text, the result is true.
  bool may_pass(std::size_t anchor, std::string_view text,
                std::size_t end) const {
    State state = start(anchor);
    const std::size_t last = end + std::min(text.size() - end, kReach);
    for (; !is_decided(state) && end < last; ++end) {
      const auto byte = static_cast<unsigned char>(text[end]);
      if (byte >= kAscii) return true;
      state = next(state, byte);
    }
    return state != kDead;
  }

  // Adds the bytes that may follow the occurrences that pass.
  void add_to(Follow* follow, std::size_t anchor) const;

 private:
  class Builder;

  static constexpr State kFirst = 2;  // the first that has a row
  static constexpr std::size_t kMaxStates =
      static_cast<std::size_t>(States::kMany);

  // The parts of the table (lookahead.cc); null if everything passes.
  const std::uint8_t* starts_ = nullptr;    // by anchor; never kDead
  const std::uint8_t* class_of_ = nullptr;  // by byte, kAscii
  const std::uint8_t* rows_ = nullptr;      // by state and class: the next one
  unsigned row_shift_ = 0;                  // a row has 1 << row_shift_ bytes
};

}  // namespace sluice
