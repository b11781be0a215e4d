// Digests of text that is wholly in memory: SHA-256 and SHA-1 (FIPS 180-4).
// Thread-safety: pure functions. Errors: none.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sluice {

using Sha256Digest = std::array<std::uint8_t, 32>;

// The digest of the parts joined end to end.
Sha256Digest sha256(std::span<const std::string_view> parts);

// The beginning of many texts, hashed once.
class Sha256Head {
 public:
  explicit Sha256Head(std::string_view head);

  // The digest of the beginning and of `parts`, joined end to end.
  Sha256Digest with(std::span<const std::string_view> parts) const;

 private:
  static constexpr std::size_t kStateBytes = 112;
  alignas(std::uint64_t) std::array<std::byte, kStateBytes> state_;  // nettle's
};

// 64 lower-case hexadecimal digits, as sha256sum prints them.
std::string to_hex(const Sha256Digest& digest);

// The SHA-1 of the parts joined end to end: the name of an object of git.
using Sha1Digest = std::array<std::uint8_t, 20>;
Sha1Digest sha1(std::span<const std::string_view> parts);

// The SHA-1 of `text` in 40 lower-case hexadecimal digits. It is for formats of
// other programs that contain such digests. It protects nothing; our own
// formats do not use it.
std::string sha1_hex(std::string_view text);

}  // namespace sluice
