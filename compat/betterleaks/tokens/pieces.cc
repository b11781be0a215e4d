// The expression that defines a piece, matched by hand: its branches in their
// order, the first that matches, each as long as possible.
//
//   (?i:'s|'t|'re|'ve|'m|'ll|'d)       the end of a shortened word
//   [^\r\n\p{L}\p{N}]?\p{L}+           letters, and one sign before them
//   \p{N}{1,3}
//    ?[^\s\p{L}\p{N}]+[\r\n]*          signs, a space before, line ends after
//   \s*[\r\n]+ | \s+(?!\S) | \s+       blanks; the last one belongs to the word
//
// Rejected: RE2, which has no look-ahead.
#include "betterleaks/tokens/vocabulary.h"

#include <algorithm>
#include <array>
#include <string>

#include "betterleaks/tokens/data.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace sluice {
namespace {

CharacterClass class_of(char32_t code) {
  if (code < 0x80) {
    const char c = static_cast<char>(code);
    if (is_letter(c)) return CharacterClass::kLetter;
    if (is_digit(c)) return CharacterClass::kNumber;
    if (c == ' ' || (c >= '\t' && c <= '\r')) return CharacterClass::kBlank;
    return CharacterClass::kOther;
  }
  const auto behind = std::ranges::upper_bound(kCharacterRanges, code, {},
                                               &CharacterRange::first);
  if (behind == kCharacterRanges.begin()) return CharacterClass::kOther;
  const CharacterRange& range = *(behind - 1);
  return code <= range.last ? range.kind : CharacterClass::kOther;
}

struct Character {
  CharacterClass kind = CharacterClass::kOther;
  char32_t code = 0;
  std::size_t size = 0;  // 0 at the end of the text
};

class Cutter {
 public:
  explicit Cutter(std::string_view text) : text_(text) {}

  // The end of the piece that begins there.
  std::size_t end_of(std::size_t begin) const {
    const Character first = at(begin);
    const std::size_t next = begin + first.size;
    if (const std::size_t end = shortened(begin); end != begin) return end;
    if (first.kind == CharacterClass::kLetter)
      return run(begin, CharacterClass::kLetter);
    const Character second = at(next);
    const bool line_end = first.code == '\r' || first.code == '\n';
    if (!line_end && first.kind != CharacterClass::kNumber &&
        second.kind == CharacterClass::kLetter && second.size != 0)
      return run(next, CharacterClass::kLetter);
    if (first.kind == CharacterClass::kNumber) return digits(begin);
    if (first.kind == CharacterClass::kOther) return signs(begin);
    if (first.code == ' ' && second.kind == CharacterClass::kOther &&
        second.size != 0)
      return signs(next);
    return blanks(begin);
  }

 private:
  Character at(std::size_t place) const {
    if (place >= text_.size()) return {};
    const Utf8Char decoded = decode_utf8(text_.substr(place));
    return {class_of(decoded.code), decoded.code, decoded.size};
  }

  std::size_t run(std::size_t place, CharacterClass kind) const {
    while (true) {
      const Character next = at(place);
      if (next.size == 0 || next.kind != kind) return place;
      place += next.size;
    }
  }

  std::size_t shortened(std::size_t begin) const {
    constexpr std::array<std::string_view, 7> kEnds = {"s", "t",  "re", "ve",
                                                       "m", "ll", "d"};
    if (text_[begin] != '\'') return begin;
    const std::string_view behind = text_.substr(begin + 1);
    for (const std::string_view end : kEnds) {
      if (behind.size() >= end.size() &&
          std::ranges::equal(behind.substr(0, end.size()), end, {}, lower))
        return begin + 1 + end.size();
    }
    return begin;
  }

  std::size_t digits(std::size_t place) const {
    for (int i = 0; i < 3; ++i) {
      const Character next = at(place);
      if (next.size == 0 || next.kind != CharacterClass::kNumber) break;
      place += next.size;
    }
    return place;
  }

  std::size_t signs(std::size_t place) const {
    place = run(place, CharacterClass::kOther);
    while (place < text_.size() &&
           (text_[place] == '\r' || text_[place] == '\n'))
      ++place;
    return place;
  }

  std::size_t blanks(std::size_t begin) const {
    const std::size_t end = run(begin, CharacterClass::kBlank);
    const std::size_t line_end = text_.substr(0, end).find_last_of("\r\n");
    if (line_end != std::string_view::npos && line_end >= begin)
      return line_end + 1;
    if (end == text_.size()) return end;
    // The last one belongs to what follows, if there are others.
    std::size_t last = end - 1;
    while (last > begin &&
           (static_cast<unsigned char>(text_[last]) & 0xC0) == 0x80)
      --last;
    return last == begin ? end : last;
  }

  std::string_view text_;
};

std::string mended(std::string_view text) {
  std::string whole;
  while (!text.empty()) {
    const std::size_t size = decode_utf8(text).size;
    whole +=
        size == 0 ? std::string_view("\xEF\xBF\xBD") : text.substr(0, size);
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return whole;
}

}  // namespace

void for_each_piece(std::string_view text,
                    const std::function<void(std::string_view)>& take) {
  std::string copy;
  if (!is_ascii(text) && !is_utf8(text)) {
    copy = mended(text);
    text = copy;
  }
  const Cutter cutter(text);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = cutter.end_of(begin);
    take(text.substr(begin, end - begin));
    begin = end;
  }
}

}  // namespace sluice
