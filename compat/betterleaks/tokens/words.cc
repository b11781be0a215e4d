#include "betterleaks/tokens/token_ratio.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "betterleaks/tokens/data.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::size_t kShortest = 4;
constexpr std::size_t kLongestWord = 14;

const std::unordered_set<std::string_view>& words() {
  static const auto* const all = [] {
    auto* const set = new std::unordered_set<std::string_view>;
    for (std::string_view rest = kDictionaryWords; !rest.empty();) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      set->insert(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return set;
  }();
  return *all;
}

}  // namespace

bool holds_word(std::string_view text, std::size_t least) {
  const std::unordered_set<std::string_view>& known = words();
  std::string small(text);
  std::ranges::transform(small, small.begin(), lower);
  const std::string_view whole = small;
  for (std::size_t begin = 0; begin + least <= whole.size(); ++begin) {
    const std::size_t most = std::min(kLongestWord, whole.size() - begin);
    for (std::size_t size = std::max(least, kShortest); size <= most; ++size)
      if (known.contains(whole.substr(begin, size))) return true;
  }
  return false;
}

}  // namespace sluice
