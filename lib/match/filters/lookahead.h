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
// Anchors may be close together: `apikeyapikeyapikey`, or a text about
// passwords. The walks from them would read the same bytes again and again. So
// a walk notes its states (Walk), except the first ones, because most walks are
// short. Where the next one comes into the state that the last one had there,
// it continues where that one ended.
//
// Thread-safety: immutable; shared by all workers.
// Ownership: a Lookahead is a view of its table, which must outlive it.
#pragma once

#include <algorithm>
#include <array>
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

  // The last walk through a text that was longer: its states before the bytes
  // [begin, end), and the one after them.
  class Walk {
   public:
    // Before another text. The states need not be cleared for that.
    void forget() { begin_ = end_ = 0; }

   private:
    friend class Lookahead;
    static constexpr std::size_t kStates = 128;  // more than kReach

    std::size_t begin_ = 0, end_ = 0;
    std::uint8_t last_ = 0;
    // The state before text[i] is states_[i % kStates].
    std::array<std::uint8_t, kStates> states_{};
  };

  // Returns false if no match contains the occurrence, which ends at `end`, as
  // its anchor number `anchor`. Reads the text as far as needed. After kReach
  // bytes, and at the end of the text, the result is true. `walk` is the last
  // walk of this lookahead through this text; it has no influence on the result.
  bool may_pass(std::size_t anchor, std::string_view text, std::size_t end,
                Walk* walk) const {
    if (starts_ == nullptr) return true;
    // Members, too, might change with each state that is noted.
    const std::uint8_t* const class_of = class_of_;
    const std::uint8_t* const rows = rows_;
    const unsigned shift = row_shift_;
    const std::size_t first_row = std::size_t{kFirst} << shift;
    const std::size_t last = end + std::min(text.size() - end, kReach);
    std::size_t state = starts_[anchor];
    // Each step waits for the one before, so little depends on the state.
    const auto step = [&](unsigned char byte) {
      state = rows[(state << shift) + (class_of[byte] - first_row)];
    };
    const std::size_t begin = std::min(last, end + kShort);
    for (; state >= kFirst && end < begin; ++end) {
      const auto byte = static_cast<unsigned char>(text[end]);
      if (byte >= kAscii) return true;
      step(byte);
    }
    if (state < kFirst) return state != kDead;
    // The last walk began before this one, so it ended by `last`.
    const std::size_t known = begin < walk->begin_ ? 0 : walk->end_;
    while (state >= kFirst && end < last) {
      std::uint8_t& noted = walk->states_[end % Walk::kStates];
      if (end < known && noted == state) {
        end = known;
        state = walk->last_;
        continue;
      }
      noted = static_cast<std::uint8_t>(state);
      const auto byte = static_cast<unsigned char>(text[end]);
      if (byte >= kAscii) {
        state = kPass;
        break;
      }
      step(byte);
      ++end;
    }
    walk->begin_ = begin;
    walk->end_ = end;
    walk->last_ = static_cast<std::uint8_t>(state);
    return state != kDead;
  }

  // Adds the bytes that may follow the occurrences that pass.
  void add_to(Follow* follow, std::size_t anchor) const;

 private:
  class Builder;

  static constexpr std::size_t kAscii = 128;
  // States: two that end the walk, then those that have a row.
  static constexpr std::uint8_t kDead = 0;
  static constexpr std::uint8_t kPass = 1;
  static constexpr std::uint8_t kFirst = 2;
  static constexpr std::size_t kMaxStates =
      static_cast<std::size_t>(States::kMany);

  // The parts of the table (lookahead.cc); null if everything passes.
  const std::uint8_t* starts_ = nullptr;    // by anchor; never kDead
  const std::uint8_t* class_of_ = nullptr;  // by byte, kAscii
  const std::uint8_t* rows_ = nullptr;      // by state and class: the next one
  unsigned row_shift_ = 0;                  // a row has 1 << row_shift_ bytes
};

}  // namespace sluice
