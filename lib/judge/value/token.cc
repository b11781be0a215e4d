// A token looks random, and its length does the rest: sixteen characters that
// spell nothing are hardly ever a name. Some random values are recognised as
// something else by their beginning, or by a word in them.

#include "judge/value/token.h"

#include <algorithm>
#include <cstddef>

#include "judge/value/common.h"
#include "judge/value/drawn.h"
#include "judge/value/known_prefix.h"
#include "judge/value/labelled.h"
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

std::size_t least_size(NameSays name, const ValueTraits& value) {
  if (name == NameSays::kSalt) return kSaltSize;
  if (value.alphabet.hex())
    return name == NameSays::kKey ? kHexKeySize : kHexSize;
  return name == NameSays::kKey ? kKeySize : kTokenSize;
}

// 128 random bits in decimal, as Flask's manual recommends for a salt.
bool is_large_number(NameSays name, const ValueTraits& value) {
  constexpr std::size_t kDigits = 36;
  return name == NameSays::kSalt && value.size() >= kDigits &&
         value.digits == value.size() &&
         !value.appearance().is(ValueLook::kCommon);
}

// "@@@InProc@074DE5C8": parts that a program put together around a sign that few
// keys contain. If it is there once, in a text that is drawn of letters of both
// kinds, it was drawn, too.
bool is_put_together(std::string_view value) {
  constexpr std::size_t kDrawnPart = 12;
  constexpr std::string_view kOfKeys = "+/=-_.~ ";
  const auto is_of_keys = [&](char c) {
    return is_alnum(c) || kOfKeys.find(c) != kOfKeys.npos;
  };
  const auto first = std::ranges::find_if_not(value, is_of_keys);
  if (first == value.end()) return false;
  const auto at = static_cast<std::size_t>(first - value.begin());
  const std::string_view behind = value.substr(at + 1);
  if (std::ranges::any_of(
          behind, [&](char c) { return !is_of_keys(c) && c != *first; }))
    return false;
  if (behind.find(*first) != behind.npos) return true;
  const ValueTraits longer(at > behind.size() ? value.substr(0, at) : behind);
  return longer.size() < kDrawnPart || longer.capitals == 0 ||
         longer.smalls == 0 || !longer.drawn();
}

// "k4i7zq9v58bn:h9xt3r3cwj95": an identifier and its secret, in one.
bool is_drawn_pair(std::string_view value) {
  constexpr std::size_t kLeast = 10;
  const std::size_t colon = value.find(':');
  if (colon == value.npos) return false;
  const auto is_drawn_part = [](const ValueTraits& part) {
    return part.size() >= kLeast &&
           std::ranges::all_of(
               part.text,
               [](char c) { return is_ascii_word(c) || c == '-'; }) &&
           part.digits > 0 && part.letters() > 0 && !part.alphabet.hex() &&
           part.drawn();
  };
  return is_drawn_part(ValueTraits(value.substr(0, colon))) &&
         is_drawn_part(ValueTraits(value.substr(colon + 1)));
}

// For a value that is shorter than tokens are.
Assigned short_token(NameSays name, const ValueTraits& value) {
  if (name != NameSays::kToken && name != NameSays::kSecret)
    return NoSecret::kForm;
  // "532898267", of a service that numbers its tokens: worth a look.
  const bool number = value.digits == value.size();
  if (number && name == NameSays::kSecret && value.size() >= kShortSize &&
      !is_common(value) && value.appearance().form == WrittenForm::kNumber)
    return ValueLook::kWords;
  if (value.size() < kShortSize || is_common(value) || is_public(value.text) ||
      value.letters() == 0 || is_file_name(value.text))
    return NoSecret::kForm;
  // Enough capitals among small letters replace a digit.
  const bool mixed =
      value.size() >= kMixedSize && value.capitals > 0 && value.smalls > 0;
  if (!mixed && value.digits == 0) return NoSecret::kForm;
  if (value.appearance().is(ValueLook::kCommon) || !value.drawn())
    return NoSecret::kForm;
  return value.alphabet.hex() && value.size() < kShortHexSize
             ? ValueLook::kWords
             : ValueLook::kDrawn;
}

}  // namespace

Assigned token_value(NameSays name, const ValueTraits& value) {
  if (value.size() < least_size(name, value)) return short_token(name, value);
  if (is_public(value.text)) return NoSecret::kPublic;
  if (!value.printable) return NoSecret::kText;
  if (value.letters() == 0)
    return is_large_number(name, value) ? Assigned(ValueLook::kDrawn)
                                        : NoSecret::kForm;
  if (value.blanks > 0 && value.size() < kWithBlanks && !value.drawn())
    return NoSecret::kText;
  if (value.tells_of_nobody()) return NoSecret::kStandIn;
  if (is_serialized(value.text)) return NoSecret::kText;
  if (name == NameSays::kKey && is_put_together(value.text))
    return NoSecret::kText;
  if (is_drawn_pair(value.text)) return ValueLook::kDrawn;
  const Appearance& appearance = value.appearance();
  if (appearance.form == WrittenForm::kUuid)
    return name == NameSays::kKey ? Assigned(NoSecret::kForm)
                                  : ValueLook::kDrawn;
  if (appearance.is(ValueLook::kCommon)) return ValueLook::kCommon;
  if (!appearance.is(ValueLook::kDrawn))
    return value.drawn() || (name != NameSays::kKey &&
                             (has_drawn_groups(value) || is_labelled(value)))
               ? Assigned(ValueLook::kDrawn)
               : NoSecret::kText;
  if (is_file_name(value.text)) return NoSecret::kReference;
  const bool few_digits = value.digits < 2;
  return appearance.score >= (few_digits ? kFewDigitsScore : 0) ||
                 is_labelled(value)
             ? ValueLook::kDrawn
             : ValueLook::kWords;
}

}  // namespace sluice
