#include "gitleaks/match/ascii_fold.h"

#include <algorithm>

namespace sluice {

bool AsciiFold::make(std::string_view text) {
  text_.clear();
  letters_.clear();
  std::size_t copied = 0;
  const auto fold = [&](std::size_t at, std::size_t size, char letter) {
    text_.append(text, copied, at - copied);
    const std::size_t before = letters_.empty() ? 0 : letters_.back().dropped;
    letters_.push_back({text_.size(), before + size - 1, letter == 's'});
    text_.push_back(letter);
    copied = at + size;
  };
  // A lead byte always begins a character.
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    const auto lead = static_cast<unsigned char>(text[at]);
    if (lead < 0xC4) continue;
    const std::string_view rest = text.substr(at, 3);
    if (rest.starts_with("\xC4\xB0"))
      fold(at, 2, 'i');
    else if (rest.starts_with("\xC5\xBF"))
      fold(at, 2, 's');
    else if (rest == "\xE2\x84\xAA")
      fold(at, 3, 'k');
  }
  if (letters_.empty()) return false;
  text_.append(text, copied);
  return true;
}

AsciiFold::Origin AsciiFold::origin_of(std::size_t begin,
                                       std::size_t end) const {
  auto letter = std::ranges::lower_bound(letters_, begin, {}, &Letter::at);
  Origin origin{
      letter == letters_.begin() ? begin : begin + std::prev(letter)->dropped};
  for (; letter != letters_.end() && letter->at < end; ++letter) {
    origin.changed = true;
    origin.long_s = origin.long_s || letter->long_s;
  }
  return origin;
}

}  // namespace sluice
