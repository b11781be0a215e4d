// Each language and tool has its own way to write where a value comes from.
// They share signs that a value does not begin with, or pairs of signs within
// it. A random string of all printable characters contains such a pair by
// chance (six of a hundred with 64 characters, WordPress's keys). So the pairs
// do not count in a value that is as mixed as that.

#include "judge/value/reference.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "judge/context/name_words.h"
#include "judge/words/words.h"
#include "text/caseless.h"

namespace sluice {
namespace {

constexpr auto kSecretWords =
    std::to_array<std::string_view>({"secret", "secrets"});

// These occur anywhere in a reference.
constexpr auto kMarks = std::to_array<std::string_view>(
    {"${",  "$(",  "{{", "}}", "<%", "%>", "#{",  "@{", "{#",
     "://", "...", "[%", "$[", "<?", "?>", "{0}", " $", "{1}",
     "%(",  "::",  "->", "=>", "==", "()", "&&",  "||", "\\("});

// printf's, and Python's old ones: a sign that is replaced by another text.
bool has_conversion(std::string_view value) {
  for (std::size_t i = 0; i + 1 < value.size(); ++i) {
    if (value[i] != '%') continue;
    const char c = value[i + 1];
    const bool last = i + 2 == value.size() || !is_letter(value[i + 2]);
    constexpr std::string_view kConversions = "sdvqx@rui";
    if (last && kConversions.find(c) != kConversions.npos) return true;
    if (c >= '1' && c <= '9' && i + 2 < value.size() && value[i + 2] == '$')
      return true;
  }
  return false;
}

// A dollar sign that begins no variable: before a number of several digits, or
// at the end, as in "$c8e$743df9" and "$larch!ch@r$". A text with variables has
// none.
bool has_lone_dollar(std::string_view value) {
  for (std::size_t i = 1; i < value.size(); ++i) {
    if (value[i] != '$') continue;
    if (i + 1 == value.size()) return true;
    if (i + 2 < value.size() && is_digit(value[i + 1]) &&
        is_digit(value[i + 2]))
      return true;
  }
  return false;
}

bool is_variable(std::string_view value) {
  if (value.size() < 2) return false;
  const char first = value[0];
  const char next = value[1];
  if (first == '$')
    return (is_letter(next) || next == '_' || next == ':') &&
           !has_lone_dollar(value);
  return (first == '%' && value.back() == '%') ||
         (first == '@' && value.back() == '@') ||
         (first == '<' && value.back() == '>') ||
         (first == ':' && is_letter(next)) || (first == '{' && is_letter(next));
}

bool is_path(std::string_view value) {
  return value.starts_with("./") || value.starts_with("../") ||
         value.starts_with("~/") || value.starts_with("/dev/") ||
         (value.starts_with("$") && !has_lone_dollar(value)) ||
         (value.size() > 2 && value[1] == ':' && value[2] == '\\');
}

bool is_called(std::string_view value) {
  // "@" in templates: "@Url(key)"
  if (value.starts_with('@')) value.remove_prefix(1);
  const std::size_t open = value.find('(');
  return open != std::string_view::npos && open > 0 && value.ends_with(')') &&
         is_letter(value[0]);
}

// The other side of a string's end: '.$password.', " + password + "
bool is_between_strings(std::string_view value) {
  if (value.size() < 2) return false;
  const auto is_end = [](char c) { return c == '"' || c == '\''; };
  const auto joins = [](char c) { return c == '.' || c == '+' || c == ' '; };
  return (is_end(value[0]) && joins(value[1])) ||
         (is_end(value.back()) && joins(value[value.size() - 2]));
}

// Printable characters of all kinds, as drawn by a generator.
bool is_of_all_kinds(std::string_view value) {
  constexpr std::size_t kMin = 32;
  if (value.size() < kMin) return false;
  std::size_t small = 0;
  std::size_t capitals = 0;
  std::size_t digits = 0;
  for (const char c : value) {
    small += is_lower(c) ? 1U : 0U;
    capitals += is_upper(c) ? 1U : 0U;
    digits += is_digit(c) ? 1U : 0U;
  }
  const std::size_t signs = value.size() - small - capitals - digits;
  const std::size_t part = value.size() / 8;
  return small >= part && capitals >= part && digits >= 2 && signs >= part;
}

// "scheme=": the next of several names, where this one has no value.
bool is_next_name(std::string_view value) {
  return value.size() > 1 && value.back() == '=' &&
         std::ranges::all_of(value.substr(0, value.size() - 1),
                             [](char c) { return is_lower(c) || c == '_'; });
}

// ${NAME:?message}, without its beginning.
bool is_message_of_shell(std::string_view value) {
  return value.starts_with('?') &&
         std::ranges::all_of(value.substr(1),
                             [](char c) { return is_letter(c) || c == ' '; });
}

bool is_base64_character(char c) {
  return is_alnum(c) || c == '+' || c == '/' || c == '-' || c == '_';
}

// The padding of base64 is no comparison.
std::string_view without_padding(std::string_view value) {
  constexpr std::size_t kMin = 16;
  if (value.size() < kMin || value.size() % 4 != 0) return value;
  std::string_view rest = value;
  for (int i = 0; i < 2 && rest.ends_with('='); ++i) rest.remove_suffix(1);
  return std::ranges::all_of(rest, is_base64_character) ? rest : value;
}

// "\n", "\u00a0": a character that the text of a program cannot contain
// unescaped.
bool has_escape(std::string_view value) {
  constexpr std::string_view kEscapes = "nrtux";
  for (std::size_t i = 0; i + 1 < value.size(); ++i)
    if (value[i] == '\\' && kEscapes.find(value[i + 1]) != kEscapes.npos)
      return true;
  return false;
}

// Per cent signs that do not encode a byte, as in an address.
std::size_t count_per_cent(std::string_view value) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < value.size(); ++i)
    if (value[i] == '%' &&
        !(i + 2 < value.size() && is_hex(value[i + 1]) && is_hex(value[i + 2])))
      ++count;
  return count;
}

}  // namespace

bool is_reference(std::string_view value) {
  if (value.empty()) return false;
  // Most tokens have no sign. Each form below has one, except the words.
  if (std::ranges::all_of(value, is_ascii_word))
    return starts_caseless(value, words::kReferenceStarts);
  if (is_of_all_kinds(value)) return false;
  value = without_padding(value);
  return is_variable(value) || is_path(value) || is_called(value) ||
         is_between_strings(value) || has_conversion(value) ||
         starts_caseless(value, words::kReferenceStarts) ||
         std::ranges::any_of(kMarks, [&](std::string_view mark) {
           return value.find(mark) != std::string_view::npos;
         });
}

bool is_code(std::string_view value) {
  if (value.empty()) return false;
  const auto count = [&](char c) { return std::ranges::count(value, c); };
  constexpr std::string_view kOpen = "({[";
  constexpr std::string_view kClose = ")}]";
  for (std::size_t i = 0; i < kOpen.size(); ++i)
    if (count(kOpen[i]) != count(kClose[i])) return true;
  constexpr std::string_view kFirst = " ,)+.<>|";
  return kFirst.find(value.front()) != kFirst.npos || value.back() == ' ' ||
         value.back() == '\\' || value.front() == '\\' ||
         (value.size() > 2 && value.front() == '/' && value.back() == '/') ||
         is_next_name(value) || is_message_of_shell(value) ||
         has_escape(value) || count_per_cent(value) > 2 || count('{') > 0 ||
         count('<') > 0 || count('>') > 0;
}

bool is_cipher_list(std::string_view value) {
  const std::size_t first = value.find(":!");
  return first != value.npos && value.find(":!", first + 2) != value.npos;
}

bool is_file_name(std::string_view value) {
  return ends_caseless(value, words::kFileEnds);
}

bool is_name_of_object(std::string_view name, std::string_view value) {
  constexpr std::string_view kJoints = "-._";
  const bool is_name = std::ranges::all_of(value, [&](char c) {
    return is_alnum(c) || kJoints.find(c) != kJoints.npos;
  });
  if (!is_name || value.empty()) return false;
  std::string_view last;
  std::string_view before;
  any_word(name, [&](std::string_view word) {
    before = last;
    last = word;
    return false;
  });
  if (equals_caseless(last, kSecretWords) &&
      equals_caseless(before, words::kSecretObjects))
    return true;
  const std::size_t joint = value.find_last_of(kJoints);
  return joint != value.npos && joint > 0 &&
         equals_caseless(value.substr(joint + 1), words::kObjectEnds);
}

}  // namespace sluice
