// A family: credentials of one provider that have no form of their own, so that
// only the provider's name beside them shows whose they are.
// Thread-safety: plain values, immutable once loaded. Ownership: as for Rule
// (rules/rule.h), to which a family belongs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace sluice {

// The characters of a value. Case is ignored (judge/family_finder.cc).
enum class Alphabet : std::uint8_t {
  kDigits,
  kLowerHex,
  kHex,
  kLower,
  kUpper,
  kAlnum,
  kWord,
  kToken,
  kBase64,
  kDotted,
  kUuid,  // 8-4-4-4-12 letters and digits, with dashes
};

struct AlphabetFacts {
  std::string_view name;  // in rule files
  std::string_view characters;
};

// By Alphabet. The uuid, the narrowest, has a shape instead of characters.
inline constexpr std::array<AlphabetFacts, 11> kAlphabetFacts = {{
    {"digits", "0123456789"},
    {"lowerhex", "0123456789abcdef"},
    {"hex", "0123456789abcdefABCDEF"},
    {"lower", "0123456789abcdefghijklmnopqrstuvwxyz"},
    {"upper", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
    {"alnum", "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"},
    {"word", "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"},
    {"token",
     "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-"},
    {"base64",
     "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/="},
    {"dotted",
     "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-."},
    {"uuid", ""},
}};

constexpr const AlphabetFacts& facts_of(Alphabet alphabet) {
  return kAlphabetFacts[static_cast<std::size_t>(alphabet)];
}

// A form of a family's values. Lengths are in bytes.
struct FamilyValue {
  Alphabet alphabet = Alphabet::kAlnum;
  // If `lengths` is not empty, the length is one of these, which rise from
  // `min` to `max`. Otherwise it is any length from `min` to `max`, both
  // included. For a uuid both are 36.
  std::uint32_t min = 0;
  std::uint32_t max = 0;
  std::span<const std::uint32_t> lengths;
};

// The places of the provider's name, relative to the value.
enum class Near : std::uint8_t {
  kName,   // in the name that the value is assigned to
  kLine,   // on the same line before it
  kLines,  // on one of the lines above (judge/context/assigned_name.h)
};
inline constexpr std::array<std::string_view, 3> kNearNames = {"name", "line",
                                                               "lines"};

struct Family {
  // The provider's names: words of lower-case letters and digits, with one
  // blank between two words. In a text, nothing or one of _ - . and blank may
  // replace that blank.
  std::span<const std::string_view> names;
  // If not empty, one of these must be a word of the assigned name.
  std::span<const std::string_view> words;
  std::span<const FamilyValue> values;
  Near near = Near::kLines;
};

}  // namespace sluice
