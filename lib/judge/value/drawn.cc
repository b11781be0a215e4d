// Spelling alone (judge/value/randomness.h) is not enough: code, addresses and
// calls spell badly, too, and short abbreviations do. So what programs contain
// comes first, then the look, then for letters and digits what a drawn value of
// their kind has at least, and for other values how the signs are mixed.

#include "judge/value/drawn.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "judge/value/randomness.h"
#include "judge/value/reference.h"
#include "text/caseless.h"

namespace sluice {
namespace {

bool is_any_of(char c, std::string_view set) { return set.find(c) != set.npos; }

// --- Drawn with signs ---

// Whether it has characters of patterns.
bool has_pattern(std::string_view s) {
  constexpr auto kParts = std::to_array<std::string_view>(
      {"a-z", "A-Z", "0-9", "a-f", "A-F", "\\w", "\\d", "\\s"});
  return std::ranges::any_of(
      kParts, [&](std::string_view part) { return s.find(part) != s.npos; });
}

// A sign of keyboards beyond ASCII, in UTF-8: pounds, paragraphs, degrees.
bool is_latin_sign(std::string_view s, std::size_t i) {
  return s[i] == '\xc2' && i + 1 < s.size() && s[i + 1] >= '\xa1' &&
         s[i + 1] <= '\xbf';
}

// Whether each character has a key on a keyboard, and none is a blank.
bool has_keys_alone(const ValueTraits& value) {
  if (value.printable) return value.blanks == 0;
  const std::string_view s = value.text;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (is_latin_sign(s, i))
      ++i;
    else if (s[i] <= ' ' || s[i] >= '\x7f')
      return false;
  }
  return true;
}

// Bits per character of the evidence that somebody wrote the value instead of
// drawing it.
constexpr double kMixedBits = 1;
constexpr double kMixedBitsOfFewKinds = 1.6;
constexpr double kMixedBitsOfLong = 1.2;

bool is_mixed(const ValueTraits& value) {
  constexpr std::size_t kMin = 8;
  constexpr std::size_t kMinOfFewKinds = 16;
  constexpr std::size_t kLong = 40;
  constexpr std::size_t kLongestWord = 6;
  if (value.size() < kMin || value.no_alnum() == 0 || !has_keys_alone(value))
    return false;
  // Programs are written in small letters.
  const bool all_kinds =
      value.digits > 0 && value.capitals > 1 && value.smalls > 1;
  if (has_pattern(value.text) && !(all_kinds && value.size() >= kMinOfFewKinds))
    return false;
  if (value.longest_small <= kLongestWord && value.capitals > 0 &&
      (value.digits > 0 ||
       (value.capitals > 1 && value.smalls > 1 && value.different_signs > 1)))
    return value.surprise() >= kMixedBits;
  return value.size() >= kMinOfFewKinds && value.different_signs >= 4 &&
         value.letters() > 0 && value.digits >= 2 &&
         value.surprise() >=
             (value.size() < kLong ? kMixedBitsOfFewKinds : kMixedBitsOfLong);
}

// --- Drawn letters and digits ---

// "\\u4e00": a character that the file's encoding does not have.
bool has_code_point(std::string_view s) {
  if (s.find("\\x{") != s.npos) return true;
  for (std::size_t at = s.find("\\u"); at != s.npos; at = s.find("\\u", at + 1))
    if (const std::string_view digits = s.substr(at + 2, 4);
        digits.size() == 4 && std::ranges::all_of(digits, is_hex))
      return true;
  return false;
}

// "0xDEADBEEFul": a number, in a program; a pointer, in a log.
bool is_literal(std::string_view s) {
  constexpr std::string_view kZeros = "00000000";
  const bool hex = s.starts_with("0x") || s.starts_with("0X");
  if (!hex) return s.starts_with(kZeros) && std::ranges::all_of(s, is_hex);
  constexpr std::size_t kMax = 21;  // 64 bits and the width suffix
  return s.size() <= kMax && std::ranges::all_of(s.substr(2), [](char c) {
           return is_hex(c) || is_any_of(c, "uUlL");
         });
}

// "cn=app,dc=hall,%s": the place of an entry in a directory.
bool is_distinguished_name(std::string_view s) {
  constexpr auto kFirst =
      std::to_array<std::string_view>({"cn=", "dc=", "o=", "ou=", "uid="});
  return std::ranges::any_of(kFirst, [&](std::string_view first) {
    return s.size() > first.size() && starts_caseless(s, first);
  });
}

// "value&name=Ada": the text that a form sends.
bool is_query(std::string_view s) {
  const std::size_t next = s.find('&');
  if (next == s.npos) return false;
  const std::size_t end = s.find('=', next);
  return end != s.npos && end > next + 1 &&
         std::ranges::all_of(s.substr(next + 1, end - next - 1),
                             [](char c) { return is_ascii_word(c); });
}

// "parts[i][0]", "$row['pw']": an element, in a program.
bool is_indexed(std::string_view s) {
  if (s.starts_with('$')) s.remove_prefix(1);
  const std::size_t open = s.find('[');
  return open != s.npos && open > 0 && s.ends_with(']') &&
         std::ranges::all_of(
             s, [](char c) { return is_alnum(c) || is_any_of(c, "_.[]'\""); });
}

// "getenv(\"DB\")", "config.get(Name, 7)": a call, in a program; "@Url(key)" in
// a template.
bool is_call(std::string_view s) {
  if (s.starts_with('@')) s.remove_prefix(1);
  const auto is_name = [](char c) {
    return is_alnum(c) || is_any_of(c, "_.:");
  };
  const std::size_t open = s.find('(');
  return open != s.npos && open > 1 && s.ends_with(')') && !is_digit(s[0]) &&
         std::ranges::all_of(s.substr(0, open), is_name) &&
         std::ranges::all_of(s.substr(open), [&](char c) {
           return is_name(c) || is_any_of(c, "()'\", -/");
         });
}

// Without the digits at its end: "gpio" of "gpio24".
std::string_view without_number(std::string_view s) {
  while (!s.empty() && is_digit(s.back())) s.remove_suffix(1);
  return s;
}

constexpr std::size_t kShortestHex = 8;
// Letters of one kind need this much more than the bound: they may be a word of
// a language that the model does not contain, or an abbreviation.
constexpr double kOneKindBits = 6;
constexpr double kOneKindBitsOfLong = 3;
constexpr std::size_t kLongOfOneKind = 12;
constexpr std::size_t kShortestDrawnPart = 6;

// Whether a part of the value between joints contains a drawn part.
bool has_drawn_part(const ValueTraits& value) {
  constexpr std::size_t kLong = 20;
  constexpr double kBits = 1.8;
  if (value.size() >= kLong) return true;
  if (value.size() >= 2 * kShortestDrawnPart && value.smalls > 1 &&
      value.capitals > 1 && value.surprise() >= kBits)
    return true;
  const std::string_view s = value.text;
  for (std::size_t i = 0; i < s.size();) {
    const std::size_t end = std::min(s.find_first_of("-_./+=", i), s.size());
    const std::string_view part = s.substr(i, end - i);
    if (part.size() >= kShortestDrawnPart && bits_above(part) >= 0) return true;
    i = end + 1;
  }
  return false;
}

// Hexadecimal digits of both cases, as some services write them, with or
// without a prefix.
bool is_mixed_hex(std::string_view s) {
  constexpr std::size_t kMin = 20;
  constexpr std::size_t kMinOfEach = 4;
  s.remove_prefix(s.find_last_of("-_") + 1);
  if (s.size() < kMin || !std::ranges::all_of(s, is_hex)) return false;
  const auto digits =
      static_cast<std::size_t>(std::ranges::count_if(s, is_digit));
  return digits >= kMinOfEach && s.size() - digits >= kMinOfEach;
}

// The groups of a UUID with any letters, with or without a prefix: no name has
// these lengths by chance.
bool is_grouped(std::string_view s) {
  constexpr std::ptrdiff_t kMinDigits = 4;
  constexpr std::size_t kSize = 36;
  constexpr std::size_t kLongestPrefix = 8;
  if (s.size() > kSize && s.size() <= kSize + kLongestPrefix &&
      is_any_of(s[s.size() - kSize - 1], "-_"))
    s.remove_prefix(s.size() - kSize);
  return has_uuid_shape(s) && std::ranges::count_if(s, is_digit) >= kMinDigits;
}

// For letters and digits, and at most one kind of sign, that look drawn.
bool is_drawn_word(const ValueTraits& value) {
  if (value.no_alnum() > 0 && !has_drawn_part(value)) return false;
  if (value.alphabet.hex() && value.size() < kShortestHex) return false;
  const bool one_kind =
      value.digits == 0 &&
      (value.smalls == 0 || value.capitals == 0 || value.no_alnum() > 0);
  if (one_kind)
    return value.appearance().score >=
           (value.size() < kLongOfOneKind ? kOneKindBits : kOneKindBitsOfLong);
  // Letters of one kind, and a number: the number proves nothing.
  const std::string_view stem = without_number(value.text);
  const bool numbered =
      stem.size() < value.size() && value.size() - stem.size() <= 4;
  if (numbered && value.size() < kLongOfOneKind &&
      std::ranges::all_of(stem, is_upper))
    return false;  // "MSCHAPV2"
  return !numbered || !std::ranges::all_of(stem, is_lower) ||
         bits_above(stem) >= kOneKindBits;
}

// Whether programs or documents contain it, whatever it spells.
bool is_of_programs(std::string_view s) {
  return s.starts_with("(?") || s.find("...") != s.npos || has_code_point(s) ||
         is_literal(s) || is_indexed(s) || is_call(s) || is_query(s) ||
         is_distinguished_name(s) || is_serialized(s) || is_cipher_list(s);
}

// A generator that draws any printable character draws a blank, too:
// "pX R~Xg9!jmQ]LWX/,?RT". Without its blanks, the value is a jumble of all
// kinds.
bool is_drawn_with_blanks(const ValueTraits& value) {
  constexpr std::size_t kMin = 14;
  constexpr std::size_t kMost = 96;
  constexpr std::size_t kMostBlanks = 2;
  if (value.blanks == 0 || value.blanks > kMostBlanks || !value.printable ||
      value.size() < kMin || value.size() > kMost || value.digits == 0 ||
      value.capitals < 2 || value.smalls < 2 || value.different_signs < 4 ||
      value.text.front() == ' ' || value.text.back() == ' ')
    return false;
  // Closing brackets are not part of a value: "v9x&Rk }]".
  if (std::ranges::none_of(value.text.substr(value.text.rfind(' ')), is_alnum))
    return false;
  // In programs, blanks follow commas and stand around operators; a scheme is
  // before a token ("Bearer ...").
  if (std::ranges::all_of(value.text.substr(0, value.text.find(' ')),
                          [](char c) { return is_letter(c); }))
    return false;
  for (std::size_t at = value.text.find(' '); at != value.text.npos;
       at = value.text.find(' ', at + 1))
    if (is_any_of(value.text[at - 1], ",;:=+&|<>?") ||
        is_any_of(value.text[at + 1], "=+&|<>?"))
      return false;
  std::array<char, kMost> bytes{};
  const auto end = std::ranges::remove_copy(value.text, bytes.begin(), ' ').out;
  const auto size = static_cast<std::size_t>(end - bytes.begin());
  return is_mixed(ValueTraits(std::string_view(bytes.data(), size)));
}

}  // namespace

bool has_uuid_shape(std::string_view s) {
  constexpr std::string_view kShape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  return std::ranges::equal(s, kShape, [](char c, char shape) {
    return shape == '-' ? c == '-' : is_alnum(c);
  });
}

bool is_serialized(std::string_view s) {
  const std::string_view tail = s.substr(std::min<std::size_t>(s.size(), 2));
  const auto digits = static_cast<std::size_t>(
      std::ranges::find_if_not(tail, is_digit) - tail.begin());
  const std::string_view rest = tail.substr(digits);
  return digits > 0 && is_any_of(s[0], "aCOs") && s[1] == ':' &&
         (rest.starts_with(":{") || rest.starts_with(":\""));
}

bool is_drawn(const ValueTraits& value) {
  const std::string_view s = value.text;
  if (is_of_programs(s)) return false;
  const Appearance& appearance = value.appearance();
  if (appearance.form == WrittenForm::kUuid) return true;
  if ((appearance.is(ValueLook::kWords) || appearance.is(ValueLook::kTyped)) &&
      (is_mixed_hex(s) || is_grouped(s)))
    return true;
  if (appearance.is(ValueLook::kDrawn)) {
    const bool one_sign = value.different_signs == 1;
    if (value.no_alnum() == 0 || (one_sign && s.find('%') == s.npos))
      return is_drawn_word(value);
    const auto base64 = static_cast<std::size_t>(std::ranges::count_if(
        s, [](char c) { return is_any_of(c, "+/=_-."); }));
    if (base64 == value.no_alnum()) return has_drawn_part(value);
  }
  return !appearance.is(ValueLook::kCommon) &&
         (is_mixed(value) || is_drawn_with_blanks(value));
}

bool looks_drawn(const ValueTraits& value, bool apart) {
  constexpr std::size_t kMinSize = 12;
  constexpr std::size_t kMinSizeApart = 16;
  constexpr std::size_t kMinOfEach = 2;
  if (value.size() < (apart ? kMinSizeApart : kMinSize)) return false;
  if (value.digits < kMinOfEach || value.letters() < kMinOfEach) return false;
  return has_uuid_shape(value.text) || value.drawn();
}

bool is_nearly_drawn(const ValueTraits& value) {
  constexpr std::size_t kMin = 20;
  constexpr std::size_t kMinOfEach = 3;
  constexpr double kSpread = 2;  // beyond that of random_bound()
  return value.size() >= kMin && value.no_alnum() == 0 &&
         value.digits >= kMinOfEach && value.capitals >= kMinOfEach &&
         value.smalls >= kMinOfEach &&
         value.bits_above() >=
             -kSpread * std::sqrt(static_cast<double>(value.size()));
}

bool is_unspellable(std::string_view s) {
  constexpr double kBits = 5;
  const std::string_view stem = without_number(s);
  return stem.size() >= 3 &&
         std::ranges::all_of(
             stem, [](char c) { return is_lower(c) || is_digit(c); }) &&
         static_cast<double>(stem.size()) * surprise(stem) >= kBits;
}

}  // namespace sluice
