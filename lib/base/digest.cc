#include "base/digest.h"

#include <nettle/sha1.h>
#include <nettle/sha2.h>

#include <cstring>

namespace sluice {
namespace {

const std::uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const std::uint8_t*>(text.data());
}

std::string hex_of(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(2 * bytes.size());
  for (const std::uint8_t byte : bytes) {
    hex.push_back(kDigits[byte >> 4]);
    hex.push_back(kDigits[byte & 0xf]);
  }
  return hex;
}

Sha256Digest finished(sha256_ctx context,
                      std::span<const std::string_view> parts) {
  for (const std::string_view part : parts)
    sha256_update(&context, part.size(), bytes_of(part));
  Sha256Digest digest{};
  sha256_digest(&context, digest.size(), digest.data());
  return digest;
}

}  // namespace

Sha256Digest sha256(std::span<const std::string_view> parts) {
  sha256_ctx context;
  sha256_init(&context);
  return finished(context, parts);
}

Sha256Head::Sha256Head(std::string_view head) {
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, head.size(), bytes_of(head));
  static_assert(sizeof context <= kStateBytes);
  std::memcpy(state_.data(), &context, sizeof context);
}

Sha256Digest Sha256Head::with(std::span<const std::string_view> parts) const {
  sha256_ctx context;
  std::memcpy(&context, state_.data(), sizeof context);
  return finished(context, parts);
}

std::string to_hex(const Sha256Digest& digest) { return hex_of(digest); }

Sha1Digest sha1(std::span<const std::string_view> parts) {
  sha1_ctx context;
  sha1_init(&context);
  for (const std::string_view part : parts)
    sha1_update(&context, part.size(), bytes_of(part));
  Sha1Digest digest{};
  sha1_digest(&context, digest.size(), digest.data());
  return digest;
}

std::string sha1_hex(std::string_view text) {
  return hex_of(sha1(std::array{text}));
}

}  // namespace sluice
