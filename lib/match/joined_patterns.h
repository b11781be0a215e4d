// Joins patterns to few that match where one of them does. One search for them
// all costs little more than a search for one.
// Thread-safety: plain values. Ownership: keeps nothing of what is added.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace sluice {

class JoinedPatterns {
 public:
  // `regex` must be one that pattern_error() accepts.
  void add(std::string_view regex);
  // A text to be found in any case of ASCII letters. The joined pattern may also
  // match other letters that Unicode calls the same.
  void add_word(std::string_view word);

  // Returns the joined patterns. One that cannot be joined, or that is large, is
  // alone.
  std::deque<std::string> take() { return std::move(joined_); }

 private:
  void append(std::string_view regex, bool is_alone);

  std::deque<std::string> joined_;
  std::uint64_t size_ = 0;  // of the last, by program_size()
  bool last_is_alone_ = false;
};

}  // namespace sluice
