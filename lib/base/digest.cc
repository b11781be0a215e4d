#include "base/digest.h"

#include <sys/types.h>
// These headers need the declarations of the one above.
#include <sha1.h>
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

std::string sha1_hex(std::string_view text) {
  std::array<char, SHA1_DIGEST_STRING_LENGTH> hex{};
  SHA1Data(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
           hex.data());
  return hex.data();
}

}  // namespace sluice
