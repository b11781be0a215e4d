// The tokens of cl100k_base, and the way in which they make up a piece of text.
// Thread-safety: immutable; shared() makes the vocabulary of the process at its
// first call. Ownership: owns 2 MiB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

class Vocabulary {
 public:
  static const Vocabulary& shared();

  // The number of tokens in the piece (for_each_piece()).
  std::size_t count(std::string_view piece) const;

  // Two tokens become the token with the lowest rank first. Returns nothing if
  // this is no token.
  std::optional<std::uint32_t> rank_of(std::string_view token) const;

 private:
  Vocabulary();
  std::string_view token(std::uint32_t rank) const {
    return std::string_view(bytes_).substr(begins_[rank],
                                           begins_[rank + 1] - begins_[rank]);
  }

  std::string bytes_;                  // of all tokens, by their rank
  std::vector<std::uint32_t> begins_;  // in bytes_; one more than tokens
  std::vector<std::uint32_t> slots_;   // ranks by a hash of the token
};

// cl100k_base cuts a text into words, numbers of up to three digits, signs and
// blanks before it looks for tokens. Calls `take` for each piece, in order.
// Together the pieces are the text, with U+FFFD in place of each byte that is
// not UTF-8.
void for_each_piece(std::string_view text,
                    const std::function<void(std::string_view)>& take);

}  // namespace sluice
