// Elsewhere, the words of such names mean a secret. Only all of them together
// mean that the value is public. They are searched for without the characters
// that join them, so that one entry matches ALGOLIA_SEARCH_KEY and
// algoliaSearchKey.

#include "judge/context/public_name.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "judge/words/words.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::size_t kMaxLetters = 80;

// Both must be found, the second after the first.
struct Both {
  std::string_view first, second;
};

constexpr auto kPublic = [] {
  std::array<Both, words::kPublicNames.size()> names;
  std::ranges::transform(
      words::kPublicNames, names.begin(), [](std::string_view name) -> Both {
        const std::size_t first = std::min(name.find(' '), name.size());
        return {name.substr(0, first),
                name.substr(std::min(first + 1, name.size()))};
      });
  return names;
}();

// With one of these words, it is a secret again.
constexpr auto kSecretWord =
    std::to_array<std::string_view>({"admin", "private", "secret"});

// Whole names.
constexpr auto kAlone =
    std::to_array<std::string_view>({"searchkey", "searchapikey"});

// The letters of a name, in lower case.
class Letters {
 public:
  explicit Letters(std::string_view name) {
    for (const char c : name)
      if (is_letter(c) && size_ < folded_.size()) folded_[size_++] = lower(c);
  }
  std::string_view text() const { return {folded_.data(), size_}; }

 private:
  std::array<char, kMaxLetters> folded_{};
  std::size_t size_ = 0;
};

bool has(std::string_view letters, std::string_view word) {
  return letters.find(word) != letters.npos;
}

}  // namespace

bool is_public_name(std::string_view name) {
  const Letters folded(name);
  const std::string_view letters = folded.text();
  if (std::ranges::find(kAlone, letters) != kAlone.end()) return true;
  const bool known = std::ranges::any_of(kPublic, [&](const Both& one) {
    const std::size_t at = letters.find(one.first);
    return at != letters.npos &&
           has(letters.substr(at + one.first.size()), one.second);
  });
  return known && std::ranges::none_of(kSecretWord, [&](std::string_view word) {
           return has(letters, word);
         });
}

bool is_request_name(std::string_view name) {
  const Letters folded(name);
  return std::ranges::any_of(words::kRequestNames, [&](std::string_view one) {
    return folded.text().ends_with(one);
  });
}

}  // namespace sluice
