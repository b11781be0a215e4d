// What tokens lie in: cl100k_base cuts a text into words, numbers of up to
// three digits, signs and blanks before it looks for tokens.
// Thread-safety: pure.
#pragma once

#include <functional>
#include <string_view>

namespace sluice {

// The pieces in their order; together they are the text, in which U+FFFD
// stands for each byte that is no UTF-8.
void for_each_piece(std::string_view text,
                    const std::function<void(std::string_view)>& take);

}  // namespace sluice
