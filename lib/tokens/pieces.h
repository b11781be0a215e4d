// Cuts a text into the pieces that contain the tokens: cl100k_base cuts a text
// into words, numbers of up to three digits, signs and blanks before it looks
// for tokens.
// Thread-safety: pure.
#pragma once

#include <functional>
#include <string_view>

namespace sluice {

// Calls `take` for each piece, in order. Together the pieces are the text, with
// U+FFFD in place of each byte that is not UTF-8.
void for_each_piece(std::string_view text,
                    const std::function<void(std::string_view)>& take);

}  // namespace sluice
