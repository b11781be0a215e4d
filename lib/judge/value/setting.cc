#include "judge/value/setting.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "judge/context/name_words.h"
#include "judge/words/words.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/caseless.h"
#include "text/utf8.h"

namespace sluice {
namespace {

// By the last word, without a number behind it: topic_arn2.
bool is_name_of_setting(std::string_view name) {
  while (!name.empty() && (is_digit(name.back()) || name.back() == '_'))
    name.remove_suffix(1);
  std::string_view last;
  for (TextSpan word = next_word(name, 0); word.begin < word.end;
       word = next_word(name, word.end))
    last = name.substr(word.begin, word.end - word.begin);
  return is_tail_word(last) || equals_caseless(last, words::kSettings);
}

// Two or more labels with dots between them, and a last one of letters, all in
// lower case; a port may follow. With one dot only, it may be two words of a
// password, unless the last label is a common one.
bool is_host_name(std::string_view value) {
  if (const std::size_t colon = value.rfind(':'); colon != value.npos) {
    if (!std::ranges::all_of(value.substr(colon + 1), is_digit)) return false;
    value = value.substr(0, colon);
  }
  const auto is_part = [](char c) {
    return is_lower(c) || is_digit(c) || c == '-' || c == '.';
  };
  const std::size_t dot = value.rfind('.');
  if (dot == value.npos || dot == 0 || !std::ranges::all_of(value, is_part))
    return false;
  const std::string_view last = value.substr(dot + 1);
  constexpr std::size_t kLongest = 8;
  return last.size() > 1 && last.size() <= kLongest &&
         std::ranges::all_of(last, is_lower) &&
         (std::ranges::count(value, '.') > 1 ||
          std::ranges::find(words::kDomains, last) != words::kDomains.end());
}

bool is_mail_address(std::string_view value) {
  const std::size_t at = value.find('@');
  return at != value.npos && at > 0 &&
         std::ranges::all_of(value.substr(0, at),
                             [](char c) {
                               return is_lower(c) || is_digit(c) || c == '.' ||
                                      c == '-' || c == '_' || c == '+';
                             }) &&
         is_host_name(value.substr(at + 1));
}

// eu-central-1, europe-west4, us-east-1a.
bool is_region(std::string_view value) {
  constexpr std::size_t kLongest = 20;
  if (value.size() > kLongest || value.find('-') == value.npos) return false;
  const std::size_t digit =
      std::min(value.find_first_of("123456789"), value.size());
  constexpr std::array<std::string_view, 5> kDirections = {
      "north", "south", "east", "west", "central"};
  std::string_view words = value.substr(0, digit);
  if (words.ends_with('-')) words.remove_suffix(1);
  return value.size() - digit <= 2 && digit < value.size() &&
         std::ranges::any_of(kDirections, [&](std::string_view direction) {
           return words.ends_with(direction);
         });
}

bool has_digest(std::string_view value) {
  constexpr std::array<std::string_view, 6> kHeads = {
      "sha1:", "sha256:", "sha512:", "sha256-", "sha384-", "sha512-"};
  return std::ranges::any_of(kHeads, [&](std::string_view head) {
    return value.find(head) != value.npos;
  });
}

bool has_form_of_setting(std::string_view value) {
  return value.starts_with("arn:") || is_mail_address(value) ||
         is_host_name(value) || is_region(value) || has_digest(value);
}

// A text of more than one line, or an object of JSON. What is secret in it is
// found there.
bool is_document(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const auto is_byte_of_text = [&](char c) {
    return static_cast<signed char>(c) < 0 || is_printable(c) ||
           kBlanks.find(c) != kBlanks.npos;
  };
  // The last character may be cut.
  while (!text.empty() && static_cast<signed char>(text.back()) < 0)
    text.remove_suffix(1);
  if (!std::ranges::all_of(text, is_byte_of_text) || !is_utf8(text))
    return false;
  const std::string_view inner = trim(text, kBlanks);
  return inner.find('\n') != inner.npos || inner.starts_with("{\"");
}

}  // namespace

bool is_setting(std::string_view name, std::string_view value) {
  if (is_name_of_setting(name) || has_form_of_setting(value)) return true;
  // The digits of the first bytes are enough.
  constexpr std::size_t kMost = 512;
  std::array<char, kMost / 4 * 3> bytes{};
  const auto text =
      base64_decode(value.substr(0, kMost), Base64::kEither, bytes);
  return text &&
         (is_document(*text) || (std::ranges::all_of(*text, is_printable) &&
                                 has_form_of_setting(*text)));
}

std::string_view name_above(std::string_view text, std::size_t value) {
  constexpr std::size_t kReach = 256;
  constexpr std::string_view kAround = " \t\r-\"'";
  const std::size_t begin = value - std::min(value, kReach);
  std::string_view before = text.substr(begin, value - begin);
  for (int line = 0; line < 2; ++line) {
    const std::size_t end = before.rfind('\n');
    const std::string_view head = trim(before.substr(end + 1), kAround);
    const std::size_t sign = std::min(head.find_first_of(":="), head.size());
    const std::string_view key = trim(head.substr(0, sign), kAround);
    const bool is_name = std::ranges::all_of(key, [](char c) {
      return is_ascii_word(c) || c == '-' || c == '.' || c == '/';
    });
    if (sign < head.size() && is_name && key != "content") return key;
    if (end == before.npos || (sign < head.size() && key != "content")) break;
    before = before.substr(0, end);
  }
  return {};
}

}  // namespace sluice
