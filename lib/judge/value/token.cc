// A token looks random, and its length does the rest: sixteen characters that
// spell nothing are hardly ever a name. Some random values are recognised as
// something else by their beginning, or by a word in them.

#include "judge/value/token.h"

#include <algorithm>
#include <cstddef>

#include "judge/value/common.h"
#include "judge/value/known_prefix.h"
#include "judge/value/look.h"
#include "judge/value/randomness.h"
#include "judge/value/reference.h"
#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::size_t kTokenSize = 16;
constexpr std::size_t kKeySize = 20;
constexpr std::size_t kHexSize = 20;
constexpr std::size_t kHexKeySize = 24;
constexpr std::size_t kSaltSize = 8;

// Shorter ones are drawn without blanks.
constexpr std::size_t kWithBlanks = 40;

// The look (judge/value/look.h) that few digits require, in bits.
constexpr double kFewDigitsScore = 12;

// Shorter than the sizes above, and still drawn: half a token that was shown,
// or a token of a private service.
constexpr std::size_t kShortSize = 8;
constexpr std::size_t kShortHexSize = 16;
constexpr std::size_t kMixedSize = 12;

std::size_t least_size(NameSays name, std::string_view value) {
  if (name == NameSays::kSalt) return kSaltSize;
  if (alphabet_of(value).hex)
    return name == NameSays::kKey ? kHexKeySize : kHexSize;
  return name == NameSays::kKey ? kKeySize : kTokenSize;
}

// 128 random bits in decimal, as Flask's manual recommends for a salt.
bool is_large_number(NameSays name, std::string_view value) {
  constexpr std::size_t kDigits = 36;
  return name == NameSays::kSalt && value.size() >= kDigits &&
         std::ranges::all_of(value, is_digit) &&
         look_of(value).look != Look::kOrdered;
}

// "@@@InProc@074DE5C8": parts that a program put together around a sign that no
// key contains.
bool is_put_together(std::string_view value) {
  char sign = '\0';
  for (const char c : value) {
    constexpr std::string_view kOfKeys = "+/=-_.~ ";
    if (is_alnum(c) || kOfKeys.find(c) != kOfKeys.npos) continue;
    if (sign != '\0' && c != sign) return false;
    sign = c;
  }
  return sign != '\0';
}

// "k4i7zq9v58bn:h9xt3r3cwj95": an identifier and its secret, in one.
bool is_drawn_pair(std::string_view value) {
  constexpr std::size_t kLeast = 10;
  const std::size_t colon = value.find(':');
  if (colon == value.npos) return false;
  const auto is_drawn_part = [](std::string_view part) {
    return part.size() >= kLeast &&
           std::ranges::all_of(
               part, [](char c) { return is_ascii_word(c) || c == '-'; }) &&
           std::ranges::any_of(part, is_digit) &&
           std::ranges::any_of(part, is_letter) && !alphabet_of(part).hex &&
           is_drawn(part);
  };
  return is_drawn_part(value.substr(0, colon)) &&
         is_drawn_part(value.substr(colon + 1));
}

// For a value that is shorter than tokens are.
Assigned short_token(NameSays name, std::string_view value) {
  if (name != NameSays::kToken && name != NameSays::kSecret)
    return Assigned::kForm;
  // "532898267", of a service that numbers its tokens: worth a look.
  const bool number = std::ranges::all_of(value, is_digit);
  if (number && name == NameSays::kSecret && value.size() >= kShortSize &&
      !is_common(value) && look_of(value).look == Look::kNumber)
    return Assigned::kWords;
  if (value.size() < kShortSize || is_common(value) || is_public(value) ||
      !std::ranges::any_of(value, is_letter) || is_file_name(value))
    return Assigned::kForm;
  // Enough capitals among small letters replace a digit.
  const bool mixed = value.size() >= kMixedSize &&
                     std::ranges::any_of(value, is_upper) &&
                     std::ranges::any_of(value, is_lower);
  if (!mixed && !std::ranges::any_of(value, is_digit)) return Assigned::kForm;
  if (look_of(value).look == Look::kOrdered || !is_drawn(value))
    return Assigned::kForm;
  return alphabet_of(value).hex && value.size() < kShortHexSize
             ? Assigned::kWords
             : Assigned::kDrawn;
}

}  // namespace

Assigned token_value(NameSays name, std::string_view value) {
  if (value.size() < least_size(name, value)) return short_token(name, value);
  if (is_public(value)) return Assigned::kPublic;
  if (!std::ranges::all_of(value, is_printable)) return Assigned::kText;
  if (std::ranges::none_of(value, is_letter))
    return is_large_number(name, value) ? Assigned::kDrawn : Assigned::kForm;
  const bool drawn = is_drawn(value);
  if (!drawn && value.size() < kWithBlanks && value.find(' ') != value.npos)
    return Assigned::kText;
  if (tells_of_nobody(value)) return Assigned::kStandIn;
  if (is_serialized(value)) return Assigned::kText;
  if (name == NameSays::kKey && is_put_together(value)) return Assigned::kText;
  if (is_drawn_pair(value)) return Assigned::kDrawn;
  const Appearance appearance = look_of(value);
  switch (appearance.look) {
    case Look::kRandom:
      break;
    case Look::kUuid:
      return name == NameSays::kKey ? Assigned::kForm : Assigned::kDrawn;
    case Look::kOrdered:
      return Assigned::kCommon;
    default:
      return drawn ? Assigned::kDrawn : Assigned::kText;
  }
  if (is_file_name(value)) return Assigned::kReference;
  const bool few_digits = std::ranges::count_if(value, is_digit) < 2;
  return appearance.score >= (few_digits ? kFewDigitsScore : 0)
             ? Assigned::kDrawn
             : Assigned::kWords;
}

}  // namespace sluice
