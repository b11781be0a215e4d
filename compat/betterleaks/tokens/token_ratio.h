// Measures how much of a text is words, for betterleaks' filters `tokenRatio`
// and `failsTokenEfficiency`. A text of words is cut into few tokens of a
// language model, and a random text into many.
// Thread-safety: pure functions. The table of tokens is made from the embedded
// one when it is first needed: some milliseconds, 2 MiB, once in a process.
#pragma once

#include <cstddef>
#include <string_view>

namespace sluice {

// The number of tokens of cl100k_base in the text, without special ones. n log
// n for a text of n bytes.
std::size_t token_count(std::string_view text);

// Bytes a token; 0 for a text without a token. A short text's line ends do not
// count.
double token_ratio(std::string_view text);

// Whether the text contains a word, or has as few tokens as words have.
bool fails_token_efficiency(std::string_view text);

// Whether the text contains a word of at least `least` letters, 4 or 5,
// anywhere, in any case, also within other words.
bool holds_word(std::string_view text, std::size_t least);

}  // namespace sluice
