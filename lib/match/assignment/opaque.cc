// In a drawn value, almost every character is of another sort than the one
// before, unlike in names. If signs of languages are in an order that means
// something there, the value is an expression.

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>

#include "match/assignment/assignment_reader.h"

namespace sluice {
namespace {

constexpr std::size_t kMin = 8;
constexpr std::size_t kMaxLetters = 12;  // in a row
constexpr std::size_t kMinName = 3;      // letters of a name

enum class Sort { kLower, kUpper, kDigit, kSign };

Sort sort_of(char c) {
  if (c >= 'a' && c <= 'z') return Sort::kLower;
  if (c >= 'A' && c <= 'Z') return Sort::kUpper;
  return is_digit(c) ? Sort::kDigit : Sort::kSign;
}

// Signs that join names in every language and mean little here.
bool is_joint(char c) { return is_one_of(c, "._-/:()[]{}'\"=,`"); }

// The degree to which a text is a jumble. Letters and digits alone can be no
// expression.
enum class Jumble { kNone, kOfWordCharacters, kSome, kMuch };

Jumble jumble_of(std::string_view value) {
  std::size_t changes = 0, letters = 0, in_a_row = 0, most_letters = 0;
  std::size_t digits = 0;
  std::bitset<128> odd;  // signs
  bool has_lower = false, has_upper = false, has_sign = false;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    if (c <= ' ' || c > '~') return Jumble::kNone;
    const Sort sort = sort_of(c);
    in_a_row = is_letter(c) ? in_a_row + 1 : 0;
    most_letters = std::max(most_letters, in_a_row);
    if (is_letter(c)) ++letters;
    if (sort == Sort::kDigit) ++digits;
    if (sort == Sort::kLower) has_lower = true;
    if (sort == Sort::kUpper) has_upper = true;
    if (!is_word_char(c)) has_sign = true;
    if (sort == Sort::kSign && !is_joint(c))
      odd.set(static_cast<unsigned char>(c));
    if (i == 0) continue;
    if (sort != sort_of(value[i - 1]) ||
        (sort == Sort::kSign && c != value[i - 1]))
      ++changes;
  }
  const bool is_mixed =
      digits > 0 && (odd.any() || (digits > 1 && has_lower && has_upper));
  if (!is_mixed || most_letters > kMaxLetters || 4 * letters < value.size() ||
      5 * changes < 2 * (value.size() - 1))
    return Jumble::kNone;
  if (!has_sign) return Jumble::kOfWordCharacters;
  return odd.count() > 2 && 5 * changes >= 3 * (value.size() - 1)
             ? Jumble::kMuch
             : Jumble::kSome;
}

// Whether `open` and, after it, `close` occur: a template, unless `open` is
// escaped.
bool has_pair(std::string_view value, std::string_view open,
              std::string_view close) {
  const std::size_t at = value.find(open);
  if (at == value.npos || (at > 0 && is_one_of(value[at - 1], "$\\")))
    return false;
  return value.find(close, at + open.size()) != value.npos;
}

bool has_template(std::string_view value) {
  constexpr auto kPairs = std::to_array<std::array<std::string_view, 2>>({
      {"${", "}"},
      {"$(", ")"},
      {"#{", "}"},
      {"%{", "}"},
      {"@{", "}"},
      {"{{", "}}"},
      {"{%", "%}"},
      {"<%", "%>"},
      {"%(", ")s"},
  });
  return std::ranges::any_of(kPairs, [value](const auto& pair) {
    return has_pair(value, pair[0], pair[1]);
  });
}

bool has_any_of(std::string_view value,
                std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(parts, [value](std::string_view part) {
    return value.find(part) != value.npos;
  });
}

// [a-z], (?:, \d+, \x1b
bool is_pattern(std::string_view value) {
  if (has_any_of(value, {"a-z", "A-Z", "0-9", "(?:", "(?i", "(?=", ".*", ".+"}))
    return true;
  for (std::size_t at = value.find('\\');
       at != value.npos && at + 2 < value.size();
       at = value.find('\\', at + 2)) {
    const char escape = value[at + 1], next = value[at + 2];
    if (is_one_of(escape, "dDwWsSbB") && is_one_of(next, "+*?{\\")) return true;
    if (is_one_of(escape, "xuU") && at + 3 < value.size() && is_hex(next) &&
        is_hex(value[at + 3]))
      return true;
  }
  return false;
}

// Groups of signs in expressions.
bool has_operator(std::string_view value) {
  return has_any_of(value, {"['", "[\"", "']", "\"]", "()", "[]", "://", "=\"",
                            "='", "->", "=>", "::", "&&", "||"});
}

// name( .. ), name[1], <name>, &name=
bool is_expression(std::string_view value, std::size_t least_name) {
  std::size_t word = 0;  // where the letters, digits and `_` began
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    if (is_word_char(c)) continue;
    const std::string_view name = value.substr(word, i - word);
    const char before = word == 0 ? '\n' : value[word - 1];
    const bool is_name =
        name.size() >= least_name &&
        std::ranges::all_of(name, [](char one) { return !is_digit(one); });
    if (is_name && c == '(' && value.find(')', i) != value.npos) return true;
    if (is_name && c == '>' && before == '<') return true;
    if (is_name && c == '=' && is_one_of(before, ";&,?")) return true;
    if (c == ']' && before == '[' && !name.empty() &&
        std::ranges::all_of(name, is_digit))
      return true;
    word = i + 1;
  }
  return false;
}

// In {SSHA}.., {cipher}..: the label shows how the rest is encrypted.
bool is_labelled(std::string_view value) {
  if (value.front() != '{') return false;
  const std::size_t end = value.find('}');
  return end != value.npos && end > 1 &&
         std::ranges::all_of(value.substr(1, end - 1), [](char c) {
           return is_word_char(c) || c == '-';
         });
}

// $NAME%$OTHER
std::size_t count_names(std::string_view value) {
  std::size_t names = 0;
  for (std::size_t at = value.find('$'); at != value.npos;
       at = value.find('$', at + 1)) {
    const std::string_view name = value.substr(at + 1, kMinName);
    if (name.size() == kMinName && std::ranges::all_of(name, [](char c) {
          return is_upper(c) || c == '_';
        }))
      ++names;
  }
  return names;
}

// $name/dir, $1.$2: variables of a shell.
bool is_variable(std::string_view value) {
  if (count_names(value) > 1) return true;
  if (value.front() != '$') return false;
  return std::ranges::all_of(value, [](char c) {
    return is_word_char(c) || is_one_of(c, "$._-/:\"',");
  });
}

}  // namespace

bool is_opaque(std::string_view value) {
  if (value.size() < kMin) return false;
  const Jumble jumble = jumble_of(value);
  if (jumble == Jumble::kNone) return false;
  if (jumble == Jumble::kOfWordCharacters) return true;
  if (jumble == Jumble::kSome && has_operator(value)) return false;
  return !is_variable(value) && !is_labelled(value) && !has_template(value) &&
         !is_pattern(value) &&
         !is_expression(value,
                        jumble == Jumble::kMuch ? 2 * kMinName : kMinName);
}

}  // namespace sluice
