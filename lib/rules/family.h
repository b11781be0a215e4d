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
  kLower,   // lower-case letters and digits
  kUpper,   // upper-case letters and digits
  kAlnum,   // letters and digits
  kWord,    // and _
  kToken,   // and -
  kBase64,  // letters, digits, + / =
  kDotted,  // letters, digits, _ - .
  kUuid,    // 8-4-4-4-12 letters and digits, with dashes
};
inline constexpr std::array<std::string_view, 11> kAlphabetNames = {
    "digits", "lowerhex", "hex",    "lower",  "upper", "alnum",
    "word",   "token",    "base64", "dotted", "uuid"};
// The number of its characters; it is 0 for the uuid, the narrowest.
inline constexpr std::array<std::uint32_t, 11> kAlphabetSizes = {
    10, 16, 22, 36, 36, 62, 63, 64, 65, 65, 0};

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
