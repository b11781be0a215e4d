// A search for many short words in a short text.
// Thread-safety: immutable once made. Ownership: owns its words.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

class WordList {
 public:
  WordList() = default;
  // Empty words are left out: no text contains them.
  explicit WordList(std::vector<std::string> words);

  bool found_in(std::string_view text) const;

 private:
  std::vector<std::string> words_;  // sorted
  // The words that begin with byte b: from first_[b] up to first_[b + 1].
  std::array<std::uint32_t, 257> first_{};
};

}  // namespace sluice
