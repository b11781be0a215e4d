// SHA-256 (FIPS 180-4), of text that is wholly in memory.
// Thread-safety: pure functions. Errors: none.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sluice {

using Sha256Digest = std::array<std::uint8_t, 32>;

// The digest of the parts joined end to end.
Sha256Digest sha256(std::span<const std::string_view> parts);

// 64 lower-case hexadecimal digits, as sha256sum prints them.
std::string to_hex(const Sha256Digest& digest);

}  // namespace sluice
