// Characters that editors, chats and terminals put into a text that somebody
// pastes: blanks that are none of ASCII, characters that nobody sees, curly
// quotes, and the sequences that colour a terminal's text.
// Thread-safety: pure functions. Cost: a few bytes are looked at.
#pragma once

#include <cstddef>
#include <string_view>

namespace sluice {

// The size of the pasted blank, invisible character or colour at the start of
// `text`; 0 if there is none.
std::size_t pasted_blank(std::string_view text);

// The size of the curly or angled quote at the start of `text`; 0 if there is
// none.
std::size_t pasted_quote(std::string_view text);

// U+FF1A and U+FF1D, the colon and the equals sign of East Asian keyboards.
inline constexpr std::string_view kWideColon = "\xEF\xBC\x9A";
inline constexpr std::string_view kWideEquals = "\xEF\xBC\x9D";

// Where the first comma or full stop of East Asian text is; npos if there is
// none.
std::size_t find_wide_stop(std::string_view text);

// The part of `value` without pasted characters at its ends.
std::string_view without_pasted(std::string_view value);

}  // namespace sluice
