// Finds the places where a text may contain something encoded. This is the
// first and cheapest test, over every byte that is scanned.
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

// Each returns the size in bytes of the escape at the start of `text`, or 0 if
// there is none. The three escapes are `%41`; `\u0041` or `\\u0041`; and
// `U+0041`, with the blank after it. Only the end of the text may replace that
// blank.
std::size_t percent_escape_size(std::string_view text);
std::size_t unicode_escape_size(std::string_view text);
std::size_t code_point_size(std::string_view text);

// Replaces the content of `places` by all such places, in their order.
void find_encoded_places(std::string_view text,
                         std::vector<MaybeEncoded>* places);

namespace detail {

// Gives the same result without instructions that only some processors have.
// The tests compare the two.
void find_encoded_places_anywhere(std::string_view text,
                                  std::vector<MaybeEncoded>* places);

}  // namespace detail
}  // namespace sluice
