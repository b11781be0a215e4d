// Marvin32, the seeded hash of .NET, as a checksum.
// Thread-safety: a pure function.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace sluice {

constexpr std::uint32_t marvin32(std::string_view bytes, std::uint64_t seed) {
  auto a = static_cast<std::uint32_t>(seed);
  auto b = static_cast<std::uint32_t>(seed >> 32U);
  const auto mix = [&] {
    b ^= a;
    a = std::rotl(a, 20) + b;
    b = std::rotl(b, 9) ^ a;
    a = std::rotl(a, 27) + b;
    b = std::rotl(b, 19);
  };
  std::uint32_t word = 0;
  unsigned held = 0;
  for (const char c : bytes) {
    word |= std::uint32_t{static_cast<unsigned char>(c)} << (8 * held);
    if (++held < 4) continue;
    a += word;
    mix();
    word = 0;
    held = 0;
  }
  a += word | 0x80U << (8 * held);
  mix();
  mix();
  return a ^ b;
}

}  // namespace sluice
