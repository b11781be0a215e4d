// Distinguishes random strings from words, identifiers and paths without a list
// of words, by how badly a string spells.
// Thread-safety: pure functions.
// Cost: no allocation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice {

// The alphabet from which the characters of a string are drawn: the smallest
// usual alphabet that contains them all.
struct DrawnAlphabet {
  // Kinds of characters, each a bit of `kinds`.
  static constexpr std::uint16_t kLowerHex = 1;    // a to f
  static constexpr std::uint16_t kLowerOther = 2;  // g to z
  static constexpr std::uint16_t kUpperHex = 4;
  static constexpr std::uint16_t kUpperOther = 8;
  static constexpr std::uint16_t kDigit = 16;
  static constexpr std::uint16_t kSlash = 32;  // + / =, as in base64
  static constexpr std::uint16_t kDash = 64;   // as in base64url, with _
  static constexpr std::uint16_t kUnderscore = 128;
  static constexpr std::uint16_t kDot = 256;
  static constexpr std::uint16_t kOther = 512;  // any other byte
  static constexpr std::uint16_t kLower = kLowerHex | kLowerOther;
  static constexpr std::uint16_t kUpper = kUpperHex | kUpperOther;

  std::uint16_t kinds = 0;

  constexpr bool has(std::uint16_t some) const { return (kinds & some) != 0; }
  // Digits and letters to f in one case, some of each.
  bool hex() const;
  // The number of characters in the alphabet; 0 for an empty string. Generators
  // that draw signs also draw digits and both cases, except for hexadecimal
  // digits with dashes. So a sign beside letters implies all of them.
  int size() const;

  friend bool operator==(const DrawnAlphabet&, const DrawnAlphabet&) = default;
};

// The bit of the kind of each byte.
inline constexpr auto kKindOfByte = [] {
  std::array<std::uint16_t, 256> kinds{};
  kinds.fill(DrawnAlphabet::kOther);
  const auto set = [&](std::string_view bytes, std::uint16_t kind) {
    for (const char c : bytes) kinds[static_cast<unsigned char>(c)] = kind;
  };
  set("abcdef", DrawnAlphabet::kLowerHex);
  set("ghijklmnopqrstuvwxyz", DrawnAlphabet::kLowerOther);
  set("ABCDEF", DrawnAlphabet::kUpperHex);
  set("GHIJKLMNOPQRSTUVWXYZ", DrawnAlphabet::kUpperOther);
  set("0123456789", DrawnAlphabet::kDigit);
  set("+/=", DrawnAlphabet::kSlash);
  set("-", DrawnAlphabet::kDash);
  set("_", DrawnAlphabet::kUnderscore);
  set(".", DrawnAlphabet::kDot);
  return kinds;
}();

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

// By how many bits `s` is above the bound for random strings of its kind.
double bits_above(std::string_view s);

}  // namespace sluice
