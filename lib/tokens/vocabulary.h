// The tokens of cl100k_base, and how a piece of text is put together of them.
// Thread-safety: immutable; shared() makes the one of the process when it is
// first asked. Ownership: owns 2 MiB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

class Vocabulary {
 public:
  static const Vocabulary& shared();

  // How many tokens the piece is (pieces.h).
  std::size_t count(std::string_view piece) const;

  // The lower, the sooner two tokens become this one. Nothing: it is none.
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

}  // namespace sluice
