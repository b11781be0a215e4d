// In UTF-8, RE2 writes a set such as [^&"] out as sequences of one to four
// bytes. With sixteen copies of such a set, a program is too large for the fast
// ways to find groups, and it takes several times as long to compile. In
// Latin-1, a set is some ranges of one byte.
//
// Why it is exact: let every character above ASCII in the pattern become \x80,
// which is no character of the text, either. Then each item, set or literal,
// matches the same ASCII characters as before, and the items are in the same
// places. So the ways to match an ASCII text are the same, in the same order of
// preference. \b, ^ and $ look at bytes beside the text; RE2 has only ASCII
// characters as those of words.
//
// The exception is the case of letters: with (?i), U+017F matches s and U+212A
// matches k. A pattern with one of these, or with a range that contains one, is
// left alone.

#include "regex/for_ascii.h"

#include <charconv>
#include <cstddef>
#include <cstdint>

#include "text/utf8.h"

namespace sluice {
namespace {

constexpr std::uint32_t kLastAscii = 0x7F;

// A character of a pattern, written as itself or as an escape, or another byte
// of it.
struct Item {
  std::uint32_t code = 0;
  std::size_t size = 1;  // bytes in the pattern
};

// Returns the value of \x41 or \x{2019}, if there is one at the beginning.
std::optional<Item> hex_escape(std::string_view rest) {
  if (!rest.starts_with("\\x") || rest.size() < 4) return std::nullopt;
  const bool braces = rest[2] == '{';
  const std::size_t begin = braces ? 3 : 2;
  const std::size_t end = braces ? rest.find('}') : 4;
  if (end == std::string_view::npos) return std::nullopt;
  Item item;
  const char* const last = rest.data() + end;
  const auto [stop, error] =
      std::from_chars(rest.data() + begin, last, item.code, 16);
  if (error != std::errc() || stop != last) return std::nullopt;
  item.size = end + (braces ? 1 : 0);
  return item;
}

// The item at the beginning of `rest`, which is not empty.
std::optional<Item> first_item(std::string_view rest) {
  if (rest.front() == '\\') {
    // In \Q...\E nothing has the meaning that it has elsewhere. \C is a byte.
    if (rest.size() < 2 || rest[1] == 'Q' || rest[1] == 'C')
      return std::nullopt;
    if (rest[1] == 'x') return hex_escape(rest);
    const auto escaped = static_cast<unsigned char>(rest[1]);
    if (escaped > kLastAscii) return std::nullopt;
    return Item{escaped, 2};
  }
  if (static_cast<unsigned char>(rest.front()) <= kLastAscii)
    return Item{static_cast<unsigned char>(rest.front()), 1};
  const Utf8Char character = decode_utf8(rest);
  if (character.size == 0) return std::nullopt;
  return Item{character.code, character.size};
}

// Whether an ASCII letter is another case of a character in [first, last].
bool folds_to_ascii(std::uint32_t first, std::uint32_t last) {
  constexpr std::uint32_t kOfS = 0x17F;
  constexpr std::uint32_t kOfK = 0x212A;
  return (first <= kOfS && kOfS <= last) || (first <= kOfK && kOfK <= last);
}

}  // namespace

std::optional<std::string> for_ascii(std::string_view regex) {
  std::string made;
  made.reserve(regex.size());
  std::uint32_t before = 0;  // the item before
  bool is_range = false;     // it is a '-', behind the item `first`
  std::uint32_t first = 0;
  while (!regex.empty()) {
    const std::optional<Item> item = first_item(regex);
    if (!item) return std::nullopt;
    if (item->code > kLastAscii) {
      if (folds_to_ascii(is_range ? first : item->code, item->code))
        return std::nullopt;
      made += "\\x80";
    } else {
      made += regex.substr(0, item->size);
    }
    regex.remove_prefix(item->size);
    is_range = item->code == '-';
    first = before;
    before = item->code;
  }
  return made;
}

}  // namespace sluice
