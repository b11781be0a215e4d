#include "gitleaks/go/rune_entropy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>

#include "text/utf8.h"

namespace sluice {

double rune_entropy(std::string_view text) {
  if (text.empty()) return 0;
  std::array<std::uint32_t, 128> ascii{};
  std::map<char32_t, std::uint32_t> others;
  const double share_of_one = 1.0 / static_cast<double>(text.size());
  while (!text.empty()) {
    const Utf8Char c = decode_utf8(text);
    if (c.size == 1)
      ++ascii[c.code];
    else
      ++others[c.size == 0 ? 0xFFFD : c.code];
    text.remove_prefix(std::max<std::size_t>(c.size, 1));
  }
  double bits = 0;
  const auto add = [&](std::uint32_t count) {
    const double share = count * share_of_one;
    bits -= share * std::log2(share);
  };
  for (const std::uint32_t count : ascii)
    if (count != 0) add(count);
  for (const auto& [code, count] : others) add(count);
  return bits;
}

}  // namespace sluice
