#include "gitleaks/word_list.h"

#include <algorithm>

namespace sluice {

WordList::WordList(std::vector<std::string> words) : words_(std::move(words)) {
  std::erase(words_, "");
  std::sort(words_.begin(), words_.end());
  for (const std::string& word : words_)
    ++first_[static_cast<unsigned char>(word[0]) + 1U];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
}

bool WordList::found_in(std::string_view text) const {
  for (; !text.empty(); text.remove_prefix(1)) {
    const std::size_t byte = static_cast<unsigned char>(text[0]);
    for (std::uint32_t i = first_[byte]; i < first_[byte + 1]; ++i)
      if (text.starts_with(words_[i])) return true;
  }
  return false;
}

}  // namespace sluice
