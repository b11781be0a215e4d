// A program may write a string in parts: "ab" + "cd" in most languages, "." in
// PHP and Perl, "&" in Basic; 'ab'"cd" in a shell; "ab" and "cd" on two lines in
// Python. A backslash before a line end joins the lines in shells, C and
// JavaScript. What is between the parts is no text.
//
// Two strings on one line with blanks between them are two arguments of a shell
// far more often than one string of C, so they are not joined. Two on two lines
// are, though a shell's array has them as well: its elements are found as they
// are, too. A string before = or : is a name on a line of its own.

#include <algorithm>

#include "decode/decoders.h"
#include "decode/text_builder.h"
#include "text/ascii.h"

namespace sluice {
namespace {

// A character that both parts of a token may have beside the joint.
bool is_joined(char c) {
  constexpr std::string_view kTokenSigns = "-_.~/+=:";
  return is_alnum(c) || kTokenSigns.find(c) != std::string_view::npos;
}

std::size_t line_end_at(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with("\r\n")) return 2;
  return text.substr(at).starts_with('\n') ? 1 : 0;
}

// Whether the string whose opening quote is at text[at] is a name that something
// is assigned to: "name" = "v", "name": "v".
bool is_name_of_value(std::string_view text, std::size_t at) {
  const std::size_t quote = text.find(text[at], at + 1);
  if (quote == text.npos) return false;
  const std::size_t sign = text.find_first_not_of(" \t", quote + 1);
  return sign != text.npos && (text[sign] == '=' || text[sign] == ':');
}

}  // namespace

std::size_t joint_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongest = 60;
  if (at == 0 || at + 1 >= text.size() || !is_joined(text[at - 1])) return 0;
  std::size_t end = at + 1;
  if (text[at] == '\\') {
    const std::size_t line_end = line_end_at(text, end);
    end += line_end;
    return line_end != 0 && end < text.size() && is_joined(text[end]) ? end - at
                                                                      : 0;
  }
  bool has_operator = false;
  bool has_line_end = false;
  const std::size_t last = std::min(text.size(), at + kLongest);
  for (; end < last && !is_quote(text[end]); ++end) {
    const char c = text[end];
    const bool is_operator = c == '+' || c == '.' || c == '&';
    if (is_operator && has_operator) return 0;
    has_operator = has_operator || is_operator;
    has_line_end = has_line_end || c == '\n';
    // Python and Basic say so if an expression goes on in the next line.
    const bool goes_on =
        (c == '\\' || c == '_') && line_end_at(text, end + 1) != 0;
    if (!is_operator && !goes_on && !is_blank(c) && c != '\r' && c != '\n')
      return 0;
  }
  if (end + 1 >= last || !is_joined(text[end + 1])) return 0;
  constexpr std::size_t kReach = 80;  // no more than a trigger's
  if (has_line_end && !has_operator &&
      is_name_of_value(text.substr(0, at + kReach), end))
    return 0;
  const bool are_adjacent = end == at + 1;
  return has_operator || has_line_end || are_adjacent ? end + 1 - at : 0;
}

Decoded decode_parts(std::string_view encoded) {
  constexpr std::string_view kBeginnings = "\"'\\";
  TextBuilder out(encoded);
  for (std::size_t at = encoded.find_first_of(kBeginnings); at < encoded.size();
       at = encoded.find_first_of(kBeginnings, at)) {
    const std::size_t size = joint_at(encoded, at);
    if (size == 0) {
      ++at;
      continue;
    }
    out.keep_to(at);
    out.replace(size, {});
    at += size;
  }
  return out.finish();
}

}  // namespace sluice
