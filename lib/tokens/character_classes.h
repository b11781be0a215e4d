// The classes of characters outside ASCII: ranges that the build takes from
// Python's table of Unicode.
// Thread-safety: constants.
#pragma once

#include <cstdint>
#include <span>

namespace sluice {

enum class CharacterClass : std::uint8_t { kOther, kLetter, kNumber, kBlank };

struct CharacterRange {
  char32_t first, last;
  CharacterClass kind;
};

// In their order; a character in none of them is kOther.
extern const std::span<const CharacterRange> kCharacterRanges;

}  // namespace sluice
