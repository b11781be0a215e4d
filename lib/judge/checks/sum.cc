// Tokens that end in a CRC of the text before it. They differ in the bytes that
// are summed and in the spelling of the sum.

#include <fmt/core.h>
#include <zlib.h>

#include <cstdint>
#include <string>

#include "judge/checks/checks.h"
#include "text/base64.h"

namespace sluice {
namespace {

std::uint32_t crc_of(std::string_view text) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(text.data()),
            static_cast<uInt>(text.size())));
}

constexpr std::string_view kBase62 =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kBase36 = "0123456789abcdefghijklmnopqrstuvwxyz";

// The most significant digit first, padded with zeros.
std::string in_digits(std::uint32_t value, std::string_view digits,
                      std::size_t width) {
  std::string text(width, digits[0]);
  const auto base = static_cast<std::uint32_t>(digits.size());
  for (std::size_t i = width; i-- > 0 && value != 0; value /= base)
    text[i] = digits[value % base];
  return text;
}

CheckResult told(bool holds) { return holds ? proven() : refuted(); }

}  // namespace

// The token format that GitHub made public in April 2021 ("Behind GitHub's new
// authentication token formats"), taken up by npm: prefix, underscore, random
// characters, and their CRC-32 in six.
CheckResult check_crc32_base62(std::string_view secret) {
  constexpr std::size_t kDigits = 6;
  const std::size_t underscore = secret.find('_');
  if (underscore == std::string_view::npos ||
      secret.size() < underscore + 1 + kDigits)
    return refuted();
  const std::string_view body = secret.substr(underscore + 1);
  const std::string_view random = body.substr(0, body.size() - kDigits);
  return told(body.substr(random.size()) ==
              in_digits(crc_of(random), kBase62, kDigits));
}

// Grafana (pkg/components/satokengen in its source): everything before the last
// underscore is summed, prefix included. The bytes of the sum are written in
// hexadecimal, the least significant one first.
CheckResult check_crc32_hex(std::string_view secret) {
  constexpr std::size_t kDigits = 8;
  if (secret.size() < kDigits + 2 || secret[secret.size() - kDigits - 1] != '_')
    return refuted();
  const std::uint32_t crc =
      crc_of(secret.substr(0, secret.size() - kDigits - 1));
  const std::string wanted =
      fmt::format("{:02x}{:02x}{:02x}{:02x}", crc & 0xFFU, crc >> 8U & 0xFFU,
                  crc >> 16U & 0xFFU, crc >> 24U);
  return told(secret.ends_with(wanted));
}

// GitLab's routable tokens (its handbook, "Cells: Routable Tokens"): everything
// before the last seven characters is summed.
CheckResult check_crc32_base36(std::string_view secret) {
  constexpr std::size_t kDigits = 7;
  if (secret.size() < kDigits) return refuted();
  const std::string_view summed = secret.substr(0, secret.size() - kDigits);
  return told(secret.ends_with(in_digits(crc_of(summed), kBase36, kDigits)));
}

// Seeds of NATS (github.com/nats-io/nkeys, README.md and crc16.go): two bytes
// for the purpose of the key, 32 random ones and their CRC-16 (XMODEM), the
// least significant byte first, all in base32 without padding.
CheckResult check_nkey(std::string_view secret) {
  constexpr std::size_t kBytes = 36;
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : secret) {
    const std::size_t digit = kBase32Digits.find(c);
    if (digit == std::string_view::npos) return refuted();
    bits = bits << 5U | static_cast<std::uint32_t>(digit);
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<char>(bits >> static_cast<unsigned>(count)));
    bits &= 0xFFU;
  }
  if (bytes.size() != kBytes) return refuted();
  std::uint32_t crc = 0;
  for (const char c : std::string_view(bytes).substr(0, kBytes - 2)) {
    crc ^= std::uint32_t{static_cast<unsigned char>(c)} << 8U;
    for (int i = 0; i < 8; ++i)
      crc = (crc & 0x8000U) != 0 ? (crc << 1U ^ 0x1021U) & 0xFFFFU : crc << 1U;
  }
  return told(bytes[kBytes - 2] == static_cast<char>(crc & 0xFFU) &&
              bytes[kBytes - 1] == static_cast<char>(crc >> 8U));
}

}  // namespace sluice
