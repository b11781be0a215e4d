// Finds encoded copies of secrets in a text: `token = "..."  # c2stbGl2ZV...`.
// Whoever reads the encoded copy has the secret, so a mask hides it as well.
//
// Every run of base64 or hexadecimal digits that is long enough is decoded, at
// each phase (a copy may begin in the middle of the encoded bytes), and
// searched for the words. Rejected: to encode every word at each phase and
// search for these. A text has few such runs, and a file may have many secrets.
//
// Thread-safety: a pure function. Cost: in proportion to the text's long runs.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "finding/word_copies.h"

namespace sluice {

// Shorter words are not searched for, because random bytes contain them.
inline constexpr std::size_t kMinEncoded = 6;  // bytes

// Bytes [begin, end) of a text.
struct EncodedCopy {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Returns the runs of digits in `text` that contain one of `words`, of
// kMinEncoded bytes or more, in order.
std::vector<EncodedCopy> encoded_copies(std::string_view text,
                                        const WordCopies& words);

}  // namespace sluice
