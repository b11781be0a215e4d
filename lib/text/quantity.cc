#include "text/quantity.h"

#include <fmt/core.h>

#include <array>

namespace sluice {

std::string group_digits(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string counted(std::uint64_t number, std::string_view one,
                    std::string_view many) {
  return fmt::format("{} {}", group_digits(number), number == 1 ? one : many);
}

std::string format_bytes(std::uint64_t bytes) {
  constexpr std::uint64_t kStep = 1024;
  if (bytes < kStep) return fmt::format("{} B", bytes);
  static constexpr std::array<std::string_view, 6> kUnits = {
      "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  std::uint64_t unit = kStep;
  std::size_t i = 0;
  // In integers, so that a byte less than a MiB is 1.0 MiB and not 1024.0 KiB.
  const auto tenths = [&] {
    const std::uint64_t rest = bytes % unit;
    // With exbibytes, a factor of ten would overflow, and the last digits do
    // not matter.
    const std::uint64_t part = rest / (unit / kStep) * 10;
    return bytes / unit * 10 + (part + kStep / 2) / kStep;
  };
  while (tenths() >= kStep * 10 && i + 1 < kUnits.size()) {
    unit *= kStep;
    ++i;
  }
  return fmt::format("{}.{} {}", tenths() / 10, tenths() % 10, kUnits[i]);
}

}  // namespace sluice
