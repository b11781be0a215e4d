#include "decode/triggers.h"

#include <algorithm>

#include "decode/decoders.h"
#include "text/ascii.h"

namespace sluice {
namespace {

char char_at(std::string_view text, std::size_t at) {
  return at < text.size() ? text[at] : '\0';
}
char char_before(std::string_view text, std::size_t at) {
  return at > 0 ? text[at - 1] : '\0';
}

bool is_token(char c) {
  return is_alnum(c) || c == '-' || c == '_' || c == '.' || c == '~';
}

bool is_sign(unsigned byte) {
  return byte >= 0x20 && byte < 0x7F && !is_alnum(static_cast<char>(byte));
}

bool is_printable_byte(unsigned byte) { return byte >= 0x20 && byte < 0x7F; }

std::optional<unsigned> hex_byte(std::string_view text, std::size_t at) {
  if (at + 2 > text.size() || !is_hex(text[at]) || !is_hex(text[at + 1]))
    return std::nullopt;
  return hex_value(text[at]) << 4 | hex_value(text[at + 1]);
}

// The end of the token characters from `at` on, `most` of them at most.
std::size_t token_end(std::string_view text, std::size_t at, std::size_t most) {
  const std::size_t end = std::min(text.size(), at + most);
  while (at < end && is_token(text[at])) ++at;
  return at;
}

// Whether a value begins after the escaped quote at `quote`: \"name\": \"value.
bool opens_value(std::string_view text, std::size_t at, std::size_t quote) {
  if (!is_alnum(char_at(text, quote + 1))) return false;
  std::size_t before = at;
  constexpr std::size_t kMostBlanks = 3;
  for (std::size_t i = 0; i < kMostBlanks && before > 0; ++i, --before)
    if (text[before - 1] != ' ') break;
  const char sign = char_before(text, before);
  return sign == ':' || sign == '=' || sign == '>' || sign == '(';
}

// Returns whether an escaped line end separates something worth scanning: a
// long token or an assignment comes after it, or the end of one comes before
// it.
bool parts_lines(std::string_view text, std::size_t at, std::size_t behind) {
  constexpr std::size_t kToken = 16;
  constexpr std::size_t kName = 3;
  constexpr std::size_t kValue = 6;
  const auto is_open = [](char c) {
    return c == ' ' || c == '"' || c == '\'' || c == '\\';
  };
  std::size_t begin = behind;
  for (std::size_t i = 0; i < 8 && is_open(char_at(text, begin)); ++i) ++begin;
  // "...\n" ends a text, as a rule.
  const std::size_t end = token_end(text, begin, 40);
  if (end == begin) return false;
  if (end - begin >= kToken) return true;
  if (end - begin >= kName) {
    std::size_t sign = end;
    for (std::size_t i = 0; i < 3 && is_open(char_at(text, sign)); ++i) ++sign;
    if (const char c = char_at(text, sign); c == ':' || c == '=') {
      std::size_t value = sign + 1;
      for (std::size_t i = 0; i < 4 && is_open(char_at(text, value)); ++i)
        ++value;
      if (token_end(text, value, kValue) - value == kValue) return true;
    }
  }
  if (begin != behind) return false;
  constexpr std::size_t kTail = 8;
  if (at < kTail) return false;
  const std::string_view tail = text.substr(at - kTail, kTail);
  return std::ranges::all_of(tail, is_token) &&
         std::ranges::any_of(tail, is_digit);
}

// Returns whether \x41 spells text: the escapes beside it, in the same form,
// are printable as well.
bool spells_text(std::string_view text, std::size_t at) {
  constexpr std::size_t kSize = 4;
  constexpr std::size_t kBeside = 6;
  const auto is_escape = [&](std::size_t place) {
    return char_at(text, place) == '\\' && char_at(text, place + 1) == 'x';
  };
  const auto is_printable_at = [&](std::size_t place) {
    const auto byte = hex_byte(text, place + 2);
    return byte && is_printable_byte(*byte);
  };
  if (!is_printable_at(at)) return false;
  for (std::size_t i = 1; i <= kBeside && is_escape(at + i * kSize); ++i)
    if (!is_printable_at(at + i * kSize)) return false;
  for (std::size_t i = 1;
       i <= kBeside && at >= i * kSize && is_escape(at - i * kSize); ++i)
    if (!is_printable_at(at - i * kSize)) return false;
  return true;
}

bool backslash_pays(std::string_view text, std::size_t at) {
  // In a row of backslashes only the first one counts.
  if (char_before(text, at) == '\\') return false;
  std::size_t behind = at + 1;
  while (behind < text.size() && text[behind] == '\\' && behind - at < 32)
    ++behind;
  switch (char_at(text, behind)) {
    case '"':
    case '\'':
      // The parsers of assignments understand one level of escapes themselves.
      return behind - at > 1 && opens_value(text, at, behind);
    case 'n':
    case 'r':
    case 't':
      return parts_lines(text, at, behind + 1);
    case 'u': {
      const auto high = hex_byte(text, behind + 1);
      const auto low = hex_byte(text, behind + 3);
      return high && low && *high == 0 && is_printable_byte(*low);
    }
    case 'x':
      return spells_text(text, behind - 1);
    case '/':
      return char_before(text, at) == ':' || is_alnum(char_before(text, at));
    default:
      return false;
  }
}

// The padding of base64, with which a value ends: t=dGhlIHZhbHVl%3D". What
// printf() is given, "%s%3d", ends none.
bool pads_value(std::string_view text, std::size_t at) {
  constexpr std::size_t kValue = 8;
  return at >= kValue &&
         std::ranges::all_of(text.substr(at - kValue, kValue), is_token);
}

bool percent_pays(std::string_view text, std::size_t at) {
  const auto byte = hex_byte(text, at + 1);
  if (!byte) return false;
  const char behind = char_at(text, at + 3);
  if (!is_sign(*byte)) {
    // Nobody has to encode letters; who does, encodes them all.
    const auto next =
        behind == '%' ? hex_byte(text, at + 4) : std::optional<unsigned>();
    return is_printable_byte(*byte) && next && is_printable_byte(*next);
  }
  const char before = char_before(text, at);
  if (*byte == '=' && pads_value(text, at)) return true;
  return (is_token(before) || before == '=' || before == '?' || before == '&' ||
          before == '/' || before == '%') &&
         (is_token(behind) || behind == '%');
}

bool reference_pays(std::string_view text, std::size_t at) {
  const std::string_view behind = text.substr(at + 1, 16);
  if (behind.empty()) return false;
  if (behind.starts_with('#')) {
    const std::size_t end = behind.find(';');
    return end != behind.npos && end >= 2 && end <= 8 &&
           (is_digit(behind[1]) || behind[1] == 'x' || behind[1] == 'X');
  }
  if (behind.starts_with("gt;"))
    return token_end(text, at + 4, 6) - (at + 4) == 6;
  for (const std::string_view name : {"quot;", "apos;", "amp;", "plus;",
                                      "equals;", "sol;", "colon;", "lowbar;"})
    if (name[0] == behind[0] && behind.starts_with(name)) return true;
  return false;
}

// Whether a mail's text is around the =3D at `at`: another such escape or the
// break of a long line. Alone, it is a value that begins with 3D.
bool has_more_escapes(std::string_view text, std::size_t at) {
  const std::size_t begin = at - std::min(at, kTriggerReach);
  const std::string_view near = text.substr(begin, 2 * kTriggerReach);
  for (std::size_t sign = near.find('='); sign != near.npos;
       sign = near.find('=', sign + 1)) {
    if (begin + sign == at) continue;
    const std::string_view behind = near.substr(sign + 1, 2);
    if (behind.starts_with('\n') || behind.starts_with('\r')) return true;
    if (behind.size() == 2 && is_hex(behind[0]) && is_hex(behind[1]) &&
        !is_lower(behind[0]) && !is_lower(behind[1]))
      return true;
  }
  return false;
}

bool quoted_printable_pays(std::string_view text, std::size_t at) {
  const std::string_view behind = text.substr(at + 1, 2);
  if (behind == "3D") return has_more_escapes(text, at);
  if (!behind.starts_with('\n') && behind != "\r\n") return false;
  // A token may continue in the next line. Lines have at most 76 characters,
  // and a token is broken where a line is full.
  constexpr std::size_t kFull = 60;
  constexpr std::size_t kLongest = 76;
  const char next = char_at(text, at + (behind[0] == '\n' ? 2 : 3));
  constexpr std::string_view kOfTokens = "_-+/\\%&";
  if (!is_alnum(next) && kOfTokens.find(next) == kOfTokens.npos) return false;
  const std::string_view before =
      text.substr(at - std::min(at, kLongest), std::min(at, kLongest));
  const std::size_t newline = before.rfind('\n');
  const std::size_t width =
      newline == before.npos ? before.size() : before.size() - newline - 1;
  return width >= kFull && before.back() != ' ' && before.back() != '=';
}

// A run of a document ends within a token: ghp_</w:t></w:r>.
bool run_end_pays(std::string_view text, std::size_t at) {
  for (const std::string_view end :
       {"</w:t></w:r>", "</a:t></a:r>", "</t></r>"}) {
    const std::size_t first = end.find('>');
    if (at <= first || text.substr(at - first, end.size()) != end) continue;
    return is_token(text[at - first - 1]);
  }
  // Or a span of OpenDocument's begins or ends within one.
  if (!is_token(char_at(text, at + 1))) return false;
  const std::string_view before = text.substr(at - std::min(at, kTriggerReach),
                                              std::min(at, kTriggerReach));
  const std::size_t tag = before.rfind('<');
  if (tag == before.npos || tag == 0) return false;
  const std::string_view rest = before.substr(tag + 1);
  return is_token(before[tag - 1]) &&
         (rest.starts_with("text:span") || rest.starts_with("/text:span"));
}

// A token may go on behind the joint of two strings: it is long enough on both
// sides, and has digits as drawn text does.
bool joint_pays(std::string_view text, std::size_t at) {
  constexpr std::size_t kPart = 6;
  constexpr std::size_t kReach = 20;
  if (at < kPart || at + 2 >= text.size()) return false;
  // Most quotes are followed by a blank and something else: 'name' => 1.
  constexpr std::string_view kGoesOn = " \t\r\n+.&\\_";
  if (text[at + 1] == ' ' && kGoesOn.find(text[at + 2]) == kGoesOn.npos)
    return false;
  const std::string_view before = text.substr(at - kPart, kPart);
  if (!std::ranges::all_of(before, is_token)) return false;
  const std::size_t size = joint_at(text.substr(0, at + kTriggerReach), at);
  if (size == 0) return false;
  const std::string_view behind = text.substr(at + size, kReach);
  if (behind.size() < kPart ||
      !std::ranges::all_of(behind.substr(0, kPart), is_token))
    return false;
  const auto is_sign = [](char c) { return !is_token(c); };
  const std::string_view all =
      text.substr(at - std::min(at, kReach), std::min(at, kReach));
  const auto begin = std::ranges::find_if(all.rbegin(), all.rend(), is_sign);
  return std::any_of(all.rbegin(), begin, is_digit) ||
         std::any_of(behind.begin(), std::ranges::find_if(behind, is_sign),
                     is_digit);
}

}  // namespace

std::optional<Coding> trigger_at(std::string_view text, std::size_t at) {
  switch (text[at]) {
    case '\\':
      if (backslash_pays(text, at)) return Coding::kBackslash;
      if (joint_pays(text, at)) return Coding::kParts;
      break;
    case '"':
    case '\'':
      if (joint_pays(text, at)) return Coding::kParts;
      break;
    case '%':
      if (percent_pays(text, at)) return Coding::kPercent;
      break;
    case '&':
      if (reference_pays(text, at)) return Coding::kHtml;
      break;
    case '=':
      if (quoted_printable_pays(text, at)) return Coding::kQuotedPrintable;
      break;
    case '>':
      if (run_end_pays(text, at)) return Coding::kMarkup;
      break;
    default:
      break;
  }
  return std::nullopt;
}

}  // namespace sluice
