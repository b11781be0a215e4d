// Words of English inside of a text.
// Thread-safety: pure; the index of the words is made when it is first needed.
#pragma once

#include <cstddef>
#include <string_view>

namespace sluice {

// Whether the text contains a word of at least `least` letters, 4 or 5,
// anywhere, in any case, also within other words.
bool holds_word(std::string_view text, std::size_t least);

}  // namespace sluice
