#include "text/edit_distance.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "text/ascii.h"

namespace sluice {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  std::vector<std::size_t> last = row;
  std::vector<std::size_t> last_but_one;
  for (std::size_t i = 0; i < a.size(); ++i) {
    last_but_one = std::exchange(last, row);
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const auto same = [&](std::size_t in_a, std::size_t in_b) {
        return lower(a[in_a]) == lower(b[in_b]);
      };
      row[j + 1] = std::min(
          {last[j] + (same(i, j) ? 0 : 1), row[j] + 1, last[j + 1] + 1});
      if (i > 0 && j > 0 && same(i, j - 1) && same(i - 1, j)) {
        row[j + 1] = std::min(row[j + 1], last_but_one[j - 1] + 1);
      }
    }
  }
  return row[b.size()];
}

std::string_view nearest(std::string_view word,
                         std::span<const std::string_view> known) {
  constexpr std::size_t kLongest = 40;
  if (word.size() > kLongest) return {};
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  std::string_view found;
  for (const std::string_view candidate : known) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance >= least) continue;
    least = distance;
    found = candidate;
  }
  return found;
}

}  // namespace sluice
