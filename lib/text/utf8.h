// UTF-8, one character at a time: for text that comes from files and file
// names, and so may be anything.
// Thread-safety: pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sluice {

struct Utf8Char {
  char32_t code = 0;
  std::size_t size = 0;  // bytes; 0 if the text does not start with a character
};

// The character at the start of `text`. Strict, as RFC 3629: an overlong form,
// a surrogate, a code above U+10FFFF or a sequence that is cut off is none.
Utf8Char decode_utf8(std::string_view text);

// The bytes of a character, and how many they are. `code` is U+10FFFF at most.
constexpr std::uint32_t utf8_size(char32_t code) {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
void append_utf8(char32_t code, std::string* text);

bool is_utf8(std::string_view text);

// Characters in `text`; a byte that belongs to none counts as one.
std::size_t count_characters(std::string_view text);

// `text` with each byte that belongs to no character replaced by DEL, so that
// every other byte keeps its place.
std::string replace_invalid_utf8(std::string_view text);

// True for what should reach a terminal or a log only in escaped form: C0, DEL
// and C1 controls, what reorders text or shows nothing (bidirectional marks,
// zero-width and tag characters, line and paragraph separators), and
// noncharacters.
bool is_control(char32_t code);

// Columns of a terminal that `code` takes: 0 for a combining mark, 2 for the
// wide characters of East Asian scripts and for pictographs, 1 for the rest.
// An approximation from Unicode's blocks; terminals differ in the details.
unsigned display_columns(char32_t code);

}  // namespace sluice
