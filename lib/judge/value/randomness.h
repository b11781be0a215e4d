// Distinguishes random strings from words, identifiers and paths without a list
// of words, by how badly a string spells.
// Thread-safety: pure functions.
// Cost: no allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice {

// The alphabet from which the characters of a string are drawn: the smallest
// usual alphabet that contains them all.
struct DrawnAlphabet {
  // Kinds of characters, each a bit of `kinds`.
  static constexpr std::uint8_t kLower = 1;
  static constexpr std::uint8_t kUpper = 2;
  static constexpr std::uint8_t kDigit = 4;
  static constexpr std::uint8_t kSlash = 8;   // + / =, as in base64
  static constexpr std::uint8_t kDash = 16;   // - _, as in base64url
  static constexpr std::uint8_t kDot = 32;    // .
  static constexpr std::uint8_t kOther = 64;  // any other byte

  std::uint8_t kinds = 0;
  bool hex = false;  // digits and letters to f in one case, some of each

  // The number of characters in the alphabet; 0 for an empty string. Generators
  // that draw signs also draw digits and both cases, except for hexadecimal
  // digits with dashes. So a sign beside letters implies all of them.
  int size() const;

  friend bool operator==(const DrawnAlphabet&, const DrawnAlphabet&) = default;
};

DrawnAlphabet alphabet_of(std::string_view s);

// How many more bits a character takes to spell under a model of words and
// names than to draw from the string's own alphabet. Random strings have about
// 2, names about -1. It is the mean over the characters of a string, so the
// evidence is size() times as much; 0 for an empty string. Padding ('=') at the
// end does not count. Takes about 5 ns per byte, 10 if the string is random.
double surprise(std::string_view s);

// The surprise that 99 of 100 random strings of this length and alphabet
// exceed.
double random_bound(std::size_t length, DrawnAlphabet alphabet);

}  // namespace sluice
