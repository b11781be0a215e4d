// A group of four digits gives three bytes, wherever lines break. Groups of
// adjacent digits are read as a whole, and follow each other in one piece of the
// map. At line breaks and at the end digits are read one by one, and a group
// with a line break inside is a piece of its own.

#include <array>
#include <cstdint>

#include "decode/decoders.h"
#include "text/base64.h"

namespace sluice {
namespace {

bool is_break(char c) {
  return c == '\n' || c == '\r' || c == ' ' || c == '\t';
}

constexpr std::size_t kGroupDigits = 4;  // of a group
constexpr std::size_t kBytes = 3;

// Decodes the groups of adjacent digits at `at`, and returns where they end.
std::size_t decode_groups(std::string_view encoded, std::size_t at,
                          Decoded* decoded) {
  const std::size_t begin = at;
  const std::size_t first = decoded->text.size();
  std::array<char, 16 * kBytes> bytes;
  std::size_t size = 0;
  do {
    size = base64_groups(encoded.substr(at), Base64::kEither, bytes);
    decoded->text.append(bytes.data(), size);
    at += size / kBytes * kGroupDigits;
  } while (size == bytes.size());
  if (at > begin) decoded->map.add(first, {begin, at}, kBytes, kGroupDigits);
  return at;
}

}  // namespace

std::optional<Decoded> decode_base64(std::string_view encoded) {
  const Base64Values& values = base64_values(Base64::kEither);
  Decoded decoded;
  decoded.text.reserve(encoded.size() / kGroupDigits * kBytes + kBytes);
  std::uint32_t held = 0;
  std::size_t digits = 0;
  std::size_t first = 0;  // of the group at hand
  const auto close = [&](std::size_t end) {
    const std::size_t bytes = digits * kBytes / kGroupDigits;
    held <<= 6 * (kGroupDigits - digits);
    const bool together = digits == kGroupDigits && end - first == kGroupDigits;
    decoded.map.add(decoded.text.size(), {first, end},
                    together ? kBytes : bytes,
                    together ? kGroupDigits : end - first);
    for (std::size_t i = 0; i < bytes; ++i)
      decoded.text += static_cast<char>(held >> (16 - 8 * i) & 0xFFU);
    held = 0;
    digits = 0;
  };
  std::size_t at = 0;
  for (; at < encoded.size(); ++at) {
    if (digits == 0) at = decode_groups(encoded, at, &decoded);
    if (at == encoded.size()) break;
    const char c = encoded[at];
    const std::uint8_t value = values[static_cast<unsigned char>(c)];
    if (value == kNoBase64Digit) {
      if (is_break(c)) continue;
      break;
    }
    if (digits == 0) first = at;
    held = held << 6 | value;
    if (++digits == kGroupDigits) close(at + 1);
  }
  std::size_t end = at;
  for (; at < encoded.size(); ++at) {
    if (encoded[at] == '=')
      end = at + 1;
    else if (!is_break(encoded[at]))
      return std::nullopt;
  }
  if (digits == 1) return std::nullopt;
  if (digits != 0) close(end);
  return decoded;
}

}  // namespace sluice
