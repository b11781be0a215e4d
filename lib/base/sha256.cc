#include "base/sha256.h"

#include <sha2.h>

namespace sluice {

Sha256Digest sha256(std::span<const std::string_view> parts) {
  SHA2_CTX context;
  SHA256Init(&context);
  for (const std::string_view part : parts) {
    SHA256Update(&context, reinterpret_cast<const std::uint8_t*>(part.data()),
                 part.size());
  }
  Sha256Digest digest{};
  SHA256Final(digest.data(), &context);
  return digest;
}

std::string to_hex(const Sha256Digest& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * digest.size());
  for (const std::uint8_t byte : digest) {
    hex.push_back(kDigits[byte >> 4]);
    hex.push_back(kDigits[byte & 0xf]);
  }
  return hex;
}

}  // namespace sluice
