#include "text/entropy.h"

#include <array>
#include <cmath>
#include <cstdint>

namespace sluice {

double shannon_entropy(std::string_view text) {
  if (text.empty()) return 0;
  std::array<std::uint32_t, 256> counts{};
  for (const char c : text) ++counts[static_cast<unsigned char>(c)];
  const double total = static_cast<double>(text.size());
  double bits = 0;
  for (const std::uint32_t count : counts) {
    if (count == 0) continue;
    const double share = count / total;
    bits -= share * std::log2(share);
  }
  return bits;
}

}  // namespace sluice
