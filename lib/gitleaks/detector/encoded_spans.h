// Where a text may hold something encoded: the first and cheapest look, over
// every byte that is scanned.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace sluice {

// A whole run of base64's letters if end > begin, at least kMinBase64 long;
// else the head of an escape: `%41`, `\u0041` or `U+0041`.
struct MaybeEncoded {
  std::size_t begin, end;
};

inline constexpr std::size_t kMinBase64 = 16;

// The bytes of one `%41` at the head of `text`; of one `\u0041` or `\\u0041`;
// of one `U+0041` and the blank behind it, which only the text's end can spare
// it. 0: there is none.
std::size_t percent_escape_size(std::string_view text);
std::size_t unicode_escape_size(std::string_view text);
std::size_t code_point_size(std::string_view text);

// Replaces what `places` holds by all of them, in the order of their begin.
void find_encoded_places(std::string_view text,
                         std::vector<MaybeEncoded>* places);

namespace detail {

// The same by the means of any processor, for tests to compare with.
void find_encoded_places_anywhere(std::string_view text,
                                  std::vector<MaybeEncoded>* places);

}  // namespace detail
}  // namespace sluice
