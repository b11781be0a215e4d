// The data that the build embeds: the files of data/, and ranges from Python's
// table of Unicode.
// Thread-safety: constants.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace sluice {

// data/cl100k_pairs.bin: data/README.md explains how it is built.
extern const std::string_view kTokenPairs;

// data/words.txt: a word a line, in their order.
extern const std::string_view kDictionaryWords;

// The class of a character beyond ASCII.
enum class CharacterClass : std::uint8_t { kOther, kLetter, kNumber, kBlank };

struct CharacterRange {
  char32_t first, last;
  CharacterClass kind;
};

// In their order; a character in none of them is kOther.
extern const std::span<const CharacterRange> kCharacterRanges;

}  // namespace sluice
