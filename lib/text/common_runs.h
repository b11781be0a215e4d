// The bytes that two versions of a text have in common.
// Thread-safety: a pure function.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace sluice {

// A run of bytes that both texts have.
struct CommonRun {
  std::size_t old_begin = 0;
  std::size_t new_begin = 0;
  std::size_t size = 0;

  std::size_t old_end() const { return old_begin + size; }
  std::size_t new_end() const { return new_begin + size; }
};

// Fills `*runs` with runs of at least `least` bytes, in the order of both
// texts. Not all common bytes are found: this takes a fraction of the time of
// searching the new text for anything.
void find_common_runs(std::string_view old_text, std::string_view new_text,
                      std::size_t least, std::vector<CommonRun>* runs);

}  // namespace sluice
