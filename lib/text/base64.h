// Base64 (RFC 4648, sections 4 and 5), and the digits of base 32 (section 6).
// Thread-safety: pure functions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sluice {

inline constexpr std::string_view kBase32Digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

enum class Base64 { kStandard, kUrl, kEither };

// The value of each byte as a digit.
inline constexpr std::uint8_t kNoBase64Digit = 0xFF;
using Base64Values = std::array<std::uint8_t, 256>;
const Base64Values& base64_values(Base64 alphabet);

// The padding is no digit.
bool is_base64_digit(char c, Base64 alphabet);

// Decodes `text`. Padding may be left out, as in URLs; surplus bits at the end
// do not matter. Returns nothing if there is any other character, or a number
// of digits that no bytes have.
std::optional<std::string> base64_decode(std::string_view text,
                                         Base64 alphabet);

// Decodes without allocation, into `bytes`. Also returns nothing if these do
// not suffice.
std::optional<std::string_view> base64_decode(std::string_view text,
                                              Base64 alphabet,
                                              std::span<char> bytes);

// Decodes the groups of four digits that `text` begins with, as many as `bytes`
// has room for. Returns the number of bytes, three for each group.
std::size_t base64_groups(std::string_view text, Base64 alphabet,
                          std::span<char> bytes);

// With the standard alphabet and padding.
std::string base64_encode(std::string_view bytes);

}  // namespace sluice
