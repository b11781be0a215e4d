#include "text/entropy.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace sluice {

// Most texts are short and have most of their bytes once. So only bytes that
// occur are examined, and equal counts in a row need one logarithm. The sum is
// made in the order of the bytes, so that its last bit is that of a plain loop.
double shannon_entropy(std::string_view text) {
  if (text.empty()) return 0;
  std::array<std::uint32_t, 256> counts{};
  std::array<std::uint64_t, 4> present{};  // a bit for each byte that occurs
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    ++counts[byte];
    present[byte / 64] |= std::uint64_t{1} << (byte % 64);
  }
  const double total = static_cast<double>(text.size());
  double bits = 0;
  std::uint32_t known = 0;  // the count whose summand is at hand
  double summand = 0;
  for (std::size_t i = 0; i < present.size(); ++i) {
    for (std::uint64_t left = present[i]; left != 0; left &= left - 1) {
      const std::uint32_t count =
          counts[i * 64 + static_cast<std::size_t>(std::countr_zero(left))];
      if (count != known) {
        const double share = count / total;
        summand = share * std::log2(share);
        known = count;
      }
      bits -= summand;
    }
  }
  return bits;
}

}  // namespace sluice
