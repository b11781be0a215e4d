#include "gitleaks/detector/word_list.h"

#include <algorithm>

namespace sluice {

WordList::WordList(std::vector<std::string> words) : words_(std::move(words)) {
  std::erase(words_, "");
  std::sort(words_.begin(), words_.end());
  for (const std::string& word : words_)
    ++first_[static_cast<unsigned char>(word[0]) + 1U];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
}

// Most words share their first byte with many others, few their first two.
bool WordList::found_in(std::string_view text) const {
  const auto second = [](const std::string& word) {
    return static_cast<unsigned char>(word[1]);
  };
  for (; !text.empty(); text.remove_prefix(1)) {
    const std::size_t byte = static_cast<unsigned char>(text[0]);
    auto word = words_.begin() + first_[byte];
    const auto end = words_.begin() + first_[byte + 1];
    if (word == end) continue;
    if (word->size() == 1) return true;  // it comes before the longer ones
    if (text.size() == 1) continue;
    const auto next = static_cast<unsigned char>(text[1]);
    word = std::partition_point(
        word, end, [&](const std::string& w) { return second(w) < next; });
    for (; word != end && second(*word) == next; ++word)
      if (text.starts_with(*word)) return true;
  }
  return false;
}

}  // namespace sluice
