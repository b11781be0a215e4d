// The tests in turn, the certain ones first: a form with a name, an order, then
// spelling (judge/value/randomness.h), and for values that spell well, whether
// it is a password.
//
// Order is a bet against chance. A hypothesis says how each character follows
// from an earlier one, and is right nine times of ten. It is the same
// character, or the next or previous one: in the alphabet (digits, then
// letters: also that of hexadecimal), along the rows of the keyboard or down
// its columns, from the last character or the one before it. Or it is equal to
// the character one period earlier. A hit multiplies the odds by 0.9 times the
// size of the alphabet divided by the number of allowed characters, a miss by
// about a tenth. Odds of 2^b occur for a random string with a chance of at most
// 2^-b (Markov's inequality). So kOrderBits bounds the random strings that are
// lost, whatever their length and alphabet. A run inside a long random string
// does not outweigh its other characters.
//
// Signs that distinguish a password from a name are those that names lack:
// signs that no identifier contains, a digit in place of a letter inside a
// word, three kinds of characters. Each gives some points. We chose the points
// on made-up passwords and on names, and they remain a guess. A phrase in small
// letters cannot be distinguished from a name.
//
// Measured with the table in judge/value/randomness.inc. Of random strings
// (base62 of 12 to 64, base64, hexadecimal, lower case and digits, passwords
// with signs; 20,000 each), 99.0 to 100 % are kRandom. Of names from six source
// trees that the table does not contain, 99.0 to 99.9 % are kWords with 16 to
// 60 bytes, and 97.4 % and more with 12 to 15 bytes.

#include "judge/value/look.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <utility>

#include "judge/value/randomness.h"
#include "judge/words/words.h"
#include "text/caseless.h"

namespace sluice {
namespace {

bool holds(std::string_view set, char c) {
  return set.find(c) != std::string_view::npos;
}

// --- Forms ---

// Whether `s` fits a pattern: '9' is a digit, 'x' a hexadecimal digit,
// everything else itself.
bool fits(std::string_view s, std::string_view pattern) {
  return std::ranges::equal(s, pattern, [](char c, char p) {
    return p == '9' ? is_digit(c) : p == 'x' ? is_hex(c) : c == p;
  });
}

bool is_uuid(std::string_view s) {
  if (s.starts_with('{') && s.ends_with('}')) s = s.substr(1, s.size() - 2);
  return fits(s, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx");
}

int number_at(std::string_view s, std::size_t at, std::size_t length) {
  int number = 0;
  for (const char c : s.substr(at, length)) number = number * 10 + (c - '0');
  return number;
}

bool is_day(int year, int month, int day) {
  return year >= 1900 && year < 2100 && month >= 1 && month <= 12 && day >= 1 &&
         day <= 31;
}

// What may follow a day: nothing, or a time of day with fraction and zone.
bool is_time(std::string_view s) {
  if (s.empty()) return true;
  if (s[0] != 'T' && s[0] != ' ' && s[0] != '_' && s[0] != '-') return false;
  s.remove_prefix(1);
  return s.size() >= 4 && std::ranges::all_of(s, [](char c) {
           return is_digit(c) || holds(":.+-Z", c);
         });
}

bool is_date(std::string_view s) {
  for (const std::string_view form : {"9999-99-99", "9999/99/99"})
    if (fits(s.substr(0, 10), form))
      return is_day(number_at(s, 0, 4), number_at(s, 5, 2),
                    number_at(s, 8, 2)) &&
             is_time(s.substr(10));
  for (const std::string_view form : {"99.99.9999", "99/99/9999"})
    if (fits(s, form))
      return is_day(number_at(s, 6, 4), 1, number_at(s, 0, 2)) ||
             is_day(number_at(s, 6, 4), 1, number_at(s, 3, 2));
  if (!fits(s.substr(0, 8), "99999999")) return false;
  const bool time = s.size() == 8 || fits(s.substr(8), "999999") ||
                    (s[8] == 'T' && is_time(s.substr(8)));
  return time &&
         is_day(number_at(s, 0, 4), number_at(s, 4, 2), number_at(s, 6, 2));
}

std::size_t digits_at(std::string_view s, std::size_t at) {
  std::size_t end = at;
  while (end < s.size() && is_digit(s[end])) ++end;
  return end - at;
}

// Numbers of up to four digits with dots between them, and a tag of up to 16
// characters. Without a 'v', it needs two dots, or a dot and a tag.
bool is_version(std::string_view s) {
  const bool v = s.starts_with('v') || s.starts_with('V');
  std::size_t at = v ? 1 : 0;
  std::size_t dots = 0;
  for (;; ++dots) {
    const std::size_t digits = digits_at(s, at);
    if (digits == 0 || digits > 4) return false;
    at += digits;
    if (at + 1 >= s.size() || s[at] != '.' || !is_digit(s[at + 1])) break;
    ++at;
  }
  std::string_view tag = s.substr(at);
  // "v1beta1"
  for (const std::string_view stage : {"alpha", "beta", "rc"})
    if (v && tag.starts_with(stage)) {
      tag.remove_prefix(stage.size());
      return digits_at(tag, 0) == tag.size();
    }
  if (tag.empty()) return v || dots >= 2;
  return dots + (v ? 1 : 0) >= 1 && tag.size() >= 2 && tag.size() <= 16 &&
         holds("-+~.", tag[0]) &&
         std::ranges::all_of(tag.substr(1), [](char c) {
           return is_alnum(c) || c == '.' || c == '-';
         });
}

bool is_number(std::string_view s) {
  if (s.starts_with("0x") || s.starts_with("0X"))
    return s.size() > 2 && s.size() <= 18 &&
           std::ranges::all_of(s.substr(2), is_hex);
  if (s.starts_with('-') || s.starts_with('+')) s.remove_prefix(1);
  if (s.empty() || !is_digit(s[0])) return false;
  std::size_t at = 1;
  while (at < s.size() &&
         (is_digit(s[at]) || (holds("., _:/-", s[at]) && is_digit(s[at - 1]))))
    ++at;
  const std::string_view unit = s.substr(at);
  if (unit.size() >= 2 && lower(unit[0]) == 'e') {
    const std::size_t sign = unit[1] == '-' || unit[1] == '+' ? 2 : 1;
    if (unit.size() > sign && sign + digits_at(unit, sign) == unit.size())
      return true;
  }
  return unit.size() <= 3 && std::ranges::all_of(unit, [](char c) {
           return is_letter(c) || c == '%';
         });
}

// --- Order ---

constexpr std::size_t kOrderPrefix = 256;  // bytes looked at
constexpr std::size_t kMaxPeriod = 16;
constexpr double kHypotheses = 50;  // about as many as are tried
constexpr double kHit = 0.9;
constexpr double kRepeatedWord = 2;  // hits by a name's own words
constexpr double kOrderBits = 9;

constexpr std::array<std::string_view, 3> kOrders = {
    "0123456789abcdefghijklmnopqrstuvwxyz",
    "1234567890qwertyuiopasdfghjklzxcvbnm",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
};

// The place of a byte in an order; other bytes have no neighbours.
constexpr auto kPlaces = [] {
  std::array<std::array<std::int16_t, 256>, kOrders.size()> places{};
  for (std::size_t order = 0; order < kOrders.size(); ++order) {
    for (std::size_t c = 0; c < 256; ++c)
      places[order][c] = static_cast<std::int16_t>(1000 + 2 * c);
    for (std::size_t i = 0; i < kOrders[order].size(); ++i) {
      const char c = kOrders[order][i];
      places[order][static_cast<unsigned char>(c)] =
          static_cast<std::int16_t>(i);
      if (c >= 'a')
        places[order][static_cast<std::size_t>(c - 'a' + 'A')] =
            static_cast<std::int16_t>(i);
    }
  }
  return places;
}();

// The number of characters of `s` from `lag` on that are the same as the
// character `lag` before, the next one, or the previous one.
struct Steps {
  double same = 0, further = 0, back = 0;
};
Steps count_steps(std::string_view s, std::size_t order, std::size_t lag) {
  std::size_t same = 0;
  std::size_t further = 0;
  std::size_t back = 0;
  const auto& places = kPlaces[order];
  for (std::size_t i = lag; i < s.size(); ++i) {
    const int step = places[static_cast<unsigned char>(s[i])] -
                     places[static_cast<unsigned char>(s[i - lag])];
    same += step == 0 ? 1 : 0;
    further += step == 1 ? 1 : 0;
    back += step == -1 ? 1 : 0;
  }
  return {static_cast<double>(same), static_cast<double>(further),
          static_cast<double>(back)};
}

// The most bits that a hypothesis wins over chance.
double order_bits(std::string_view s) {
  s = s.substr(0, kOrderPrefix);
  if (s.size() < 4) return 0;
  // Case does not count here.
  const double alphabet = std::clamp(alphabet_of(s).size(), 10, 38);
  const auto odds = [&](double allowed) {
    return std::pair{std::log2(kHit * alphabet / allowed),
                     std::log2((1 - kHit) * alphabet / (alphabet - allowed))};
  };
  const std::array won{odds(1), odds(2)};
  double best = 0;
  const auto bet = [&](double hits, std::size_t allowed, std::size_t lag) {
    const double all = static_cast<double>(s.size() - lag);
    const auto& [hit, miss] = won[allowed - 1];
    best = std::max(best, hits * hit + (all - hits) * miss);
  };
  for (std::size_t order = 0; order < kOrders.size(); ++order) {
    for (const std::size_t lag : {std::size_t{1}, std::size_t{2}}) {
      const Steps steps = count_steps(s, order, lag);
      bet(steps.same, 1, lag);
      bet(steps.further, 1, lag);
      bet(steps.back, 1, lag);
      bet(steps.same + steps.further, 2, lag);
      bet(steps.same + steps.back, 2, lag);
    }
  }
  const std::size_t half = s.size() / 2;
  for (std::size_t lag = 3; lag <= half; ++lag) {
    if (lag > kMaxPeriod && lag != half && lag != (s.size() + 2) / 3) continue;
    bet(count_steps(s, 0, lag).same - kRepeatedWord, 1, lag);
  }
  return best - std::log2(kHypotheses);
}

// --- Random parts ---

constexpr std::size_t kShortestPart = 16;

// By how many bits `s` is above the bound for random strings of its kind.
double bits_above(std::string_view s) {
  return static_cast<double>(s.size()) *
         (surprise(s) - random_bound(s.size(), alphabet_of(s)));
}

// The largest bits_above() of a separate part of a longer `s`: after a prefix,
// between separators, or hexadecimal digits after other letters.
double part_bits_above(std::string_view s) {
  double best = 0;
  const auto look_at = [&](std::size_t begin, std::size_t end) {
    if (end - begin >= kShortestPart && end - begin < s.size())
      best = std::max(best, bits_above(s.substr(begin, end - begin)));
  };
  std::size_t word = 0;
  std::size_t hex = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (!is_hex(s[i])) {
      look_at(hex, i);
      hex = i + 1;
    }
    if (!is_letter(s[i]) && !is_digit(s[i])) {
      look_at(word, i);
      word = i + 1;
    }
  }
  look_at(hex, s.size());
  look_at(word, s.size());
  return best;
}

// --- Passwords ---

constexpr double kPasswordPoints = 3;
constexpr std::size_t kShortestPassword = 6;
constexpr std::size_t kLongestPassword = 32;

bool has_term(std::string_view s) {
  std::array<char, kLongestPassword> small;
  std::ranges::transform(s, small.begin(), lower);
  const std::string_view folded(small.data(), s.size());
  return std::ranges::any_of(
      words::kTermsWithDigits, [&](std::string_view term) {
        return folded.find(term) != std::string_view::npos;
      });
}

double password_points(std::string_view s) {
  if (s.size() < kShortestPassword || s.size() > kLongestPassword) return 0;
  int smalls = 0;
  int upper = 0;
  int separators = 0;
  int spaces = 0;
  int strong = 0;
  int leet = 0;
  int inner = 0;  // groups of digits between letters
  int humps = 0;  // capitals after small letters, as in names
  int digits = 0;
  int trailing = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const char c = s[i];
    const char last = i > 0 ? s[i - 1] : '\0';
    if (is_lower(c)) {
      ++smalls;
    } else if (is_upper(c)) {
      ++upper;
      if (is_lower(last)) ++humps;
    } else if (is_digit(c)) {
      std::size_t run = digits_at(s, i);
      const char next = i + run < s.size() ? s[i + run] : '\0';
      const bool version =
          lower(last) == 'v' && (i < 2 || !is_lower(s[i - 2]) || last == 'V');
      if (!version) {
        digits += static_cast<int>(run);
        if (is_letter(last) && is_letter(next)) ++inner;
        if (run <= 2 && (is_letter(last) || i == 0) && is_lower(next) &&
            holds("013457", c))
          ++leet;
        if (next == '\0') trailing = static_cast<int>(run);
      }
      i += run - 1;
    } else if (holds("_-.", c)) {
      ++separators;
    } else if (c == ' ') {
      ++spaces;
    } else if (holds("!#%&*+?^~@$", c)) {
      // A variable, an option, a template; a question, a nullable type.
      if (i == 0 || last == ' ') return 0;
      if (c != '?' || i + 1 < s.size()) ++strong;
    } else {
      return 0;
    }
  }
  if (spaces > 1 || strong > 4 || smalls + upper < 3 || separators > 3)
    return 0;
  const bool mixed = smalls > 0 && upper > 0;
  double points = 0;
  if (strong > 0) points += mixed || digits > 0 ? 3 : 1;
  if (digits > 0 && !has_term(s)) {
    if (mixed) points += 2;
    if (leet > 0 && smalls > 0) points += 2;
    if (inner > 0 && humps == 0) points += 1;
    if (mixed && humps == 0 && trailing >= 1 && trailing <= 4) points += 1;
  }
  if (s.size() > 20) points -= 1;
  if (separators > 2) points -= 2;
  return points;
}

// --- Drawn with signs ---

struct Kinds {
  std::size_t smalls = 0, capitals = 0, digits = 0, signs = 0;
  std::size_t different_signs = 0;
  std::size_t longest_small = 0;  // small letters in a row
};

Kinds kinds_of(std::string_view s) {
  Kinds kinds;
  std::bitset<128> seen;
  std::size_t row = 0;
  for (const char c : s) {
    row = is_lower(c) ? row + 1 : 0;
    kinds.longest_small = std::max(kinds.longest_small, row);
    if (is_lower(c)) {
      ++kinds.smalls;
    } else if (is_upper(c)) {
      ++kinds.capitals;
    } else if (is_digit(c)) {
      ++kinds.digits;
    } else {
      ++kinds.signs;
      seen.set(static_cast<unsigned char>(c) & 127U);
    }
  }
  kinds.different_signs = seen.count();
  return kinds;
}

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

// Bits per character of the evidence that somebody wrote the value instead of
// drawing it.
constexpr double kMixedBits = 1;
constexpr double kMixedBitsOfFewKinds = 1.6;
constexpr double kMixedBitsOfLong = 1.2;

bool is_mixed(std::string_view s) {
  constexpr std::size_t kMin = 8;
  constexpr std::size_t kMinOfFewKinds = 16;
  constexpr std::size_t kLong = 40;
  constexpr std::size_t kLongestWord = 6;
  if (s.size() < kMin) return false;
  bool printable = true;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (is_latin_sign(s, i))
      ++i;
    else if (s[i] <= ' ' || s[i] >= '\x7f')
      printable = false;
  }
  if (!printable) return false;
  const Kinds kinds = kinds_of(s);
  if (kinds.signs == 0) return false;
  const double bits = surprise(s);
  // Programs are written in small letters.
  const bool all_kinds =
      kinds.digits > 0 && kinds.capitals > 1 && kinds.smalls > 1;
  if (has_pattern(s) && !(all_kinds && s.size() >= kMinOfFewKinds))
    return false;
  if (kinds.longest_small <= kLongestWord && kinds.capitals > 0 &&
      (kinds.digits > 0 ||
       (kinds.capitals > 1 && kinds.smalls > 1 && kinds.different_signs > 1)))
    return bits >= kMixedBits;
  return s.size() >= kMinOfFewKinds && kinds.different_signs >= 4 &&
         kinds.smalls + kinds.capitals > 0 && kinds.digits >= 2 &&
         bits >= (s.size() < kLong ? kMixedBitsOfFewKinds : kMixedBitsOfLong);
}

// --- Drawn letters and digits ---

// "\\u4e00": a character that the file's encoding does not have.
bool has_code_point(std::string_view s) {
  if (s.find("\\x{") != s.npos) return true;
  for (std::size_t at = s.find("\\u"); at != s.npos; at = s.find("\\u", at + 1))
    if (fits(s.substr(at + 2, 4), "xxxx")) return true;
  return false;
}

// "0xDEADBEEFul": a number, in a program; a pointer, in a log.
bool is_literal(std::string_view s) {
  constexpr std::string_view kZeros = "00000000";
  const bool hex = s.starts_with("0x") || s.starts_with("0X");
  if (!hex) return s.starts_with(kZeros) && std::ranges::all_of(s, is_hex);
  constexpr std::size_t kMax = 21;  // 64 bits and the width suffix
  return s.size() <= kMax && std::ranges::all_of(s.substr(2), [](char c) {
           return is_hex(c) || holds("uUlL", c);
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
             s, [](char c) { return is_alnum(c) || holds("_.[]'\"", c); });
}

// "getenv(\"DB\")", "config.get(Name, 7)": a call, in a program; "@Url(key)" in
// a template.
bool is_call(std::string_view s) {
  if (s.starts_with('@')) s.remove_prefix(1);
  const auto is_name = [](char c) { return is_alnum(c) || holds("_.:", c); };
  const std::size_t open = s.find('(');
  return open != s.npos && open > 1 && s.ends_with(')') && !is_digit(s[0]) &&
         std::ranges::all_of(s.substr(0, open), is_name) &&
         std::ranges::all_of(s.substr(open), [&](char c) {
           return is_name(c) || holds("()'\", -/", c);
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

// Whether a part of `s` between joints contains a drawn part.
bool has_drawn_part(std::string_view s) {
  constexpr std::size_t kLong = 20;
  if (s.size() >= kLong) return true;
  const Kinds kinds = kinds_of(s);
  constexpr double kBits = 1.8;
  if (s.size() >= 2 * kShortestDrawnPart && kinds.smalls > 1 &&
      kinds.capitals > 1 && surprise(s) >= kBits)
    return true;
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
      holds("-_", s[s.size() - kSize - 1]))
    s.remove_prefix(s.size() - kSize);
  return has_uuid_shape(s) && std::ranges::count_if(s, is_digit) >= kMinDigits;
}

// For letters and digits, and at most one kind of sign. `score` is that of
// Look::kRandom.
bool is_drawn_word(std::string_view s, const Kinds& kinds, double score) {
  if (kinds.signs > 0 && !has_drawn_part(s)) return false;
  if (alphabet_of(s).hex && s.size() < kShortestHex) return false;
  const bool one_kind =
      kinds.digits == 0 &&
      (kinds.smalls == 0 || kinds.capitals == 0 || kinds.signs > 0);
  if (one_kind)
    return score >=
           (s.size() < kLongOfOneKind ? kOneKindBits : kOneKindBitsOfLong);
  // Letters of one kind, and a number: the number proves nothing.
  const std::string_view stem = without_number(s);
  const bool numbered = stem.size() < s.size() && s.size() - stem.size() <= 4;
  if (numbered && s.size() < kLongOfOneKind &&
      std::ranges::all_of(stem, is_upper))
    return false;  // "MSCHAPV2"
  return !numbered || !std::ranges::all_of(stem, is_lower) ||
         bits_above(stem) >= kOneKindBits;
}

}  // namespace

Appearance look_of(std::string_view s) {
  if (s.empty()) return {};
  if (is_uuid(s)) return {Look::kUuid, 0};
  if (is_date(s)) return {Look::kDate, 0};
  if (const double bits = order_bits(s); bits >= kOrderBits)
    return {Look::kOrdered, bits - kOrderBits};
  if (is_version(s)) return {Look::kVersion, 0};
  if (is_number(s)) return {Look::kNumber, 0};
  const double above = bits_above(s);
  if (above >= 0) return {Look::kRandom, above};
  if (const double part = part_bits_above(s); part > 0)
    return {Look::kRandom, part};
  if (const double points = password_points(s); points >= kPasswordPoints)
    return {Look::kPassword, points};
  return {Look::kWords, -above};
}

bool has_uuid_shape(std::string_view s) {
  constexpr std::string_view kShape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
  return std::ranges::equal(s, kShape, [](char c, char shape) {
    return shape == '-' ? c == '-' : is_alnum(c);
  });
}

bool is_serialized(std::string_view s) {
  const std::size_t digits = s.size() > 2 ? digits_at(s, 2) : 0;
  const std::string_view rest = s.substr(std::min(s.size(), 2 + digits));
  return digits > 0 && holds("aCOs", s[0]) && s[1] == ':' &&
         (rest.starts_with(":{") || rest.starts_with(":\""));
}

bool is_drawn(std::string_view s) {
  if (s.starts_with("(?") || s.find("...") != s.npos || has_code_point(s) ||
      is_literal(s) || is_indexed(s) || is_call(s) || is_query(s) ||
      is_distinguished_name(s) || is_serialized(s))
    return false;
  const Appearance appearance = look_of(s);
  if (appearance.look == Look::kUuid) return true;
  if ((appearance.look == Look::kWords || appearance.look == Look::kPassword) &&
      (is_mixed_hex(s) || is_grouped(s)))
    return true;
  if (appearance.look == Look::kRandom) {
    const Kinds kinds = kinds_of(s);
    if (kinds.signs == 0 || kinds.different_signs == 1) {
      if (kinds.signs == 0 || s.find('%') == s.npos)
        return is_drawn_word(s, kinds, appearance.score);
    }
    const std::size_t base64 = static_cast<std::size_t>(
        std::ranges::count_if(s, [](char c) { return holds("+/=_-.", c); }));
    if (base64 == kinds.signs) return has_drawn_part(s);
  }
  return appearance.look != Look::kOrdered && is_mixed(s);
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
