#include "text/base64.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace sluice {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

constexpr Base64Values values_with(std::string_view digits62,
                                   std::string_view digits63) {
  Base64Values values{};
  values.fill(kNoBase64Digit);
  std::uint8_t value = 0;
  for (const char c : kDigits) values[static_cast<unsigned char>(c)] = value++;
  for (const char c : digits62) values[static_cast<unsigned char>(c)] = 62;
  for (const char c : digits63) values[static_cast<unsigned char>(c)] = 63;
  return values;
}

constexpr std::array<Base64Values, 3> kValues = {
    values_with("+", "/"), values_with("-", "_"), values_with("+-", "/_")};

char digit_of(std::uint32_t value) {
  if (value < kDigits.size()) return kDigits[value];
  return value == kDigits.size() ? '+' : '/';
}

}  // namespace

const Base64Values& base64_values(Base64 alphabet) {
  return kValues[static_cast<std::size_t>(alphabet)];
}

bool is_base64_digit(char c, Base64 alphabet) {
  return base64_values(alphabet)[static_cast<unsigned char>(c)] !=
         kNoBase64Digit;
}

std::optional<std::string> base64_decode(std::string_view text,
                                         Base64 alphabet) {
  std::string bytes(text.size() / 4 * 3 + 3, '\0');
  const auto decoded = base64_decode(text, alphabet, bytes);
  if (!decoded) return std::nullopt;
  bytes.resize(decoded->size());
  return bytes;
}

std::optional<std::string_view> base64_decode(std::string_view text,
                                              Base64 alphabet,
                                              std::span<char> bytes) {
  const Base64Values& values = base64_values(alphabet);
  std::size_t padding = 0;
  while (padding < 2 && text.ends_with('=')) {
    text.remove_suffix(1);
    ++padding;
  }
  if (text.size() % 4 == 1) return std::nullopt;
  std::size_t size = base64_groups(text, alphabet, bytes);
  std::uint32_t held = 0;
  unsigned bits = 0;
  for (const char c : text.substr(size / 3 * 4)) {
    const std::uint8_t value = values[static_cast<unsigned char>(c)];
    if (value == kNoBase64Digit) return std::nullopt;
    held = (held << 6U | value) & 0xFFFFU;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    if (size == bytes.size()) return std::nullopt;
    bytes[size++] = static_cast<char>(held >> bits & 0xFFU);
  }
  return std::string_view(bytes.data(), size);
}

std::size_t base64_groups(std::string_view text, Base64 alphabet,
                          std::span<char> bytes) {
  const Base64Values& values = base64_values(alphabet);
  const std::size_t groups = std::min(text.size() / 4, bytes.size() / 3);
  const char* at = text.data();
  char* out = bytes.data();
  for (std::size_t i = 0; i < groups; ++i, at += 4, out += 3) {
    const auto value_of = [&](std::size_t k) -> std::uint32_t {
      return values[static_cast<unsigned char>(at[k])];
    };
    const std::uint32_t a = value_of(0);
    const std::uint32_t b = value_of(1);
    const std::uint32_t c = value_of(2);
    const std::uint32_t d = value_of(3);
    // Only kNoBase64Digit has the topmost bit.
    if (((a | b | c | d) & 0x80U) != 0) break;
    out[0] = static_cast<char>(a << 2U | b >> 4U);
    out[1] = static_cast<char>(b << 4U | c >> 2U);
    out[2] = static_cast<char>(c << 6U | d);
  }
  return static_cast<std::size_t>(out - bytes.data());
}

std::string base64_encode(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto byte =
          k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u;
      group = (group << 8) | byte;
    }
    for (std::size_t k = 0; k < 4; ++k) {
      const bool padding = k > count;
      out += padding ? '=' : digit_of((group >> (18 - 6 * k)) & 63);
    }
  }
  return out;
}

}  // namespace sluice
