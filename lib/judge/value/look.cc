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
// Measured with the table in judge/value/randomness.inc: 99.0 to 100 % of
// random strings are kDrawn (base62 of 12 to 64, base64, hexadecimal, lower
// case and digits, passwords with signs; 20,000 each). The names come from six
// source trees that the table does not contain: 99.0 to 99.9 % of those with 16
// to 60 bytes are kWords, and 97.4 % and more of those with 12 to 15 bytes.

#include "judge/value/look.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
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

// Whether it may follow a day: nothing, or a time of day with fraction and
// zone.
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

// The places of a string's bytes in an order. Behind them are kLanes bytes that
// are no neighbours of any other, so that whole groups can be compared.
constexpr std::size_t kLanes = 8;
using Places = std::array<std::int16_t, kOrderPrefix + kLanes>;

void set_places(std::size_t order, std::string_view s, Places* places) {
  std::int16_t* at = places->data();
  for (const char c : s) *at++ = kPlaces[order][static_cast<unsigned char>(c)];
  for (std::size_t i = 0; i < kLanes; ++i)
    *at++ = static_cast<std::int16_t>(-2 - 2 * static_cast<int>(i));
}

// The number of characters from `lag` on that are the same as the character
// `lag` before, the next one, or the previous one.
struct Steps {
  int same = 0, further = 0, back = 0;
};

// Eight places, which are compared at once. g++ and clang have such vectors on
// every processor.
using Eight [[gnu::vector_size(2 * kLanes)]] = std::int16_t;

Eight eight_at(const Places& places, std::size_t i) {
  Eight eight;
  std::memcpy(&eight, &places[i], sizeof eight);
  return eight;
}

int sum(const Eight& eight) {
  int all = 0;
  for (std::size_t i = 0; i < kLanes; ++i) all += eight[i];
  return all;
}

// In a comparison, -1 is true.
Steps count_steps(const Places& places, std::size_t size, std::size_t lag) {
  Eight same{};
  Eight further{};
  Eight back{};
  for (std::size_t i = lag; i < size; i += kLanes) {
    const Eight step = eight_at(places, i) - eight_at(places, i - lag);
    same -= step == 0;
    further -= step == 1;
    back -= step == -1;
  }
  return {sum(same), sum(further), sum(back)};
}

int count_same(const Places& places, std::size_t size, std::size_t lag) {
  Eight same{};
  for (std::size_t i = lag; i < size; i += kLanes)
    same -= eight_at(places, i) == eight_at(places, i - lag);
  return sum(same);
}

// The bits that the hypotheses win over chance for one string.
class OrderBets {
 public:
  OrderBets(std::size_t size, double alphabet)
      : size_(size), won_{odds(alphabet, 1), odds(alphabet, 2)} {}

  void bet(double hits, std::size_t allowed, std::size_t lag) {
    const double all = static_cast<double>(size_ - lag);
    const auto& [hit, miss] = won_[allowed - 1];
    best_ = std::max(best_, hits * hit + (all - hits) * miss);
  }
  double best() const { return best_; }

 private:
  static std::pair<double, double> odds(double alphabet, double allowed) {
    return {std::log2(kHit * alphabet / allowed),
            std::log2((1 - kHit) * alphabet / (alphabet - allowed))};
  }

  std::size_t size_;
  std::array<std::pair<double, double>, 2> won_;
  double best_ = 0;
};

// The most bits that a hypothesis wins over chance.
double order_bits(std::string_view s, const DrawnAlphabet& of_all) {
  const DrawnAlphabet drawn = s.size() <= kOrderPrefix
                                  ? of_all
                                  : alphabet_of(s.substr(0, kOrderPrefix));
  s = s.substr(0, kOrderPrefix);
  if (s.size() < 4) return 0;
  // Case does not count here.
  OrderBets bets(s.size(), std::clamp(drawn.size(), 10, 38));
  Places places;
  // The first order last: the periods are counted by its places, too.
  for (std::size_t order = kOrders.size(); order-- > 0;) {
    set_places(order, s, &places);
    for (const std::size_t lag : {std::size_t{1}, std::size_t{2}}) {
      const Steps steps = count_steps(places, s.size(), lag);
      bets.bet(std::max({steps.same, steps.further, steps.back}), 1, lag);
      bets.bet(steps.same + std::max(steps.further, steps.back), 2, lag);
    }
  }
  const std::size_t half = s.size() / 2;
  for (std::size_t lag = 3; lag <= half; ++lag) {
    if (lag > kMaxPeriod && lag != half && lag != (s.size() + 2) / 3) continue;
    bets.bet(count_same(places, s.size(), lag) - kRepeatedWord, 1, lag);
  }
  return bets.best() - std::log2(kHypotheses);
}

// --- Random parts ---

constexpr std::size_t kShortestPart = 16;

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

// Whether the signs of `s` are those of passwords, in their places, not of a
// variable, an option, a template; of a question, a nullable type. `*strong`
// counts those that names do not contain.
bool has_signs_of_passwords(std::string_view s, int* strong) {
  for (std::size_t i = 0; i < s.size(); ++i) {
    const char c = s[i];
    if (is_alnum(c) || holds("_-. ", c)) continue;
    if (!holds("!#%&*+?^~@$", c) || i == 0 || s[i - 1] == ' ') return false;
    if (c != '?' || i + 1 < s.size()) ++*strong;
  }
  return true;
}

// The digits of a value that is words, without those of versions ("v2").
struct DressedDigits {
  int all = 0;
  int leet = 0;      // in place of a letter
  int inner = 0;     // groups between letters
  int trailing = 0;  // at the end
};
DressedDigits dressed_digits(std::string_view s) {
  DressedDigits digits;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (!is_digit(s[i])) continue;
    const char last = i > 0 ? s[i - 1] : '\0';
    const std::size_t run = digits_at(s, i);
    const char next = i + run < s.size() ? s[i + run] : '\0';
    const bool version =
        lower(last) == 'v' && (i < 2 || !is_lower(s[i - 2]) || last == 'V');
    if (!version) {
      digits.all += static_cast<int>(run);
      if (is_letter(last) && is_letter(next)) ++digits.inner;
      if (run <= 2 && (is_letter(last) || i == 0) && is_lower(next) &&
          holds("013457", s[i]))
        ++digits.leet;
      if (next == '\0') digits.trailing = static_cast<int>(run);
    }
    i += run - 1;
  }
  return digits;
}

// Whether a capital is after a small letter, as in names.
bool has_hump(std::string_view s) {
  for (std::size_t i = 1; i < s.size(); ++i)
    if (is_upper(s[i]) && is_lower(s[i - 1])) return true;
  return false;
}

double password_points(const ValueTraits& value) {
  const std::string_view s = value.text;
  if (s.size() < kShortestPassword || s.size() > kLongestPassword) return 0;
  const auto separators =
      std::ranges::count_if(s, [](char c) { return holds("_-.", c); });
  int strong = 0;
  if (value.blanks > 1 || value.letters() < 3 || separators > 3 ||
      !has_signs_of_passwords(s, &strong) || strong > 4)
    return 0;
  const bool mixed = value.smalls > 0 && value.capitals > 0;
  const DressedDigits digits = dressed_digits(s);
  double points = 0;
  if (strong > 0) points += mixed || digits.all > 0 ? 3 : 1;
  if (digits.all > 0 && !has_term(s)) {
    const bool hump = has_hump(s);
    if (mixed) points += 2;
    if (digits.leet > 0 && value.smalls > 0) points += 2;
    if (digits.inner > 0 && !hump) points += 1;
    if (mixed && !hump && digits.trailing >= 1 && digits.trailing <= 4)
      points += 1;
  }
  if (s.size() > 20) points -= 1;
  if (separators > 2) points -= 2;
  return points;
}

}  // namespace

Appearance appearance_of(const ValueTraits& value) {
  const std::string_view s = value.text;
  const auto form = [](WrittenForm one) {
    return Appearance{ValueLook::kWords, one, 0};
  };
  const auto text = [](ValueLook look, double score) {
    return Appearance{look, WrittenForm::kNone, score};
  };
  if (s.empty()) return {};
  if (is_uuid(s)) return form(WrittenForm::kUuid);
  if (is_date(s)) return form(WrittenForm::kDate);
  if (const double bits = order_bits(s, value.alphabet); bits >= kOrderBits)
    return text(ValueLook::kCommon, bits - kOrderBits);
  if (is_version(s)) return form(WrittenForm::kVersion);
  if (is_number(s)) return form(WrittenForm::kNumber);
  const double above = value.bits_above();
  if (above >= 0) return text(ValueLook::kDrawn, above);
  if (const double part = part_bits_above(s); part > 0)
    return text(ValueLook::kDrawn, part);
  if (const double points = password_points(value); points >= kPasswordPoints)
    return text(ValueLook::kTyped, points);
  return text(ValueLook::kWords, -above);
}

}  // namespace sluice
