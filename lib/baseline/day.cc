#include "baseline/day.h"

#include <fmt/core.h>

#include <algorithm>

#include "text/ascii.h"

namespace sluice {

std::optional<Day> read_day(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00";
  if (text.size() != kForm.size()) return std::nullopt;
  unsigned numbers[3] = {};
  std::size_t at = 0;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    if (kForm[i] == '-') {
      if (text[i] != '-') return std::nullopt;
      ++at;
    } else {
      if (!is_digit(text[i])) return std::nullopt;
      numbers[at] = numbers[at] * 10 + static_cast<unsigned>(text[i] - '0');
    }
  }
  const std::chrono::year_month_day day{
      std::chrono::year(static_cast<int>(numbers[0])),
      std::chrono::month(numbers[1]), std::chrono::day(numbers[2])};
  if (!day.ok()) return std::nullopt;
  return Day(day);
}

std::string day_text(Day day) {
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

Day today() {
  return std::chrono::floor<std::chrono::days>(
      std::chrono::system_clock::now());
}

}  // namespace sluice
