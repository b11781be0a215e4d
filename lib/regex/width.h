// Widths of matches, in bytes. They add and multiply up to kUnboundedWidth,
// which is infinity.
// Thread-safety: pure functions.
#pragma once

#include <cstdint>
#include <limits>

namespace sluice {

inline constexpr std::uint32_t kUnboundedWidth =
    std::numeric_limits<std::uint32_t>::max();

constexpr std::uint32_t add_widths(std::uint32_t a, std::uint32_t b) {
  return b > kUnboundedWidth - a ? kUnboundedWidth : a + b;
}

constexpr std::uint32_t multiply_widths(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t product = std::uint64_t{a} * b;
  if (a == 0 || b == 0) return 0;
  return product >= kUnboundedWidth || a == kUnboundedWidth ||
                 b == kUnboundedWidth
             ? kUnboundedWidth
             : static_cast<std::uint32_t>(product);
}

}  // namespace sluice
