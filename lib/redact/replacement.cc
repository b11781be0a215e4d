// A label begins with a bracket, which starts a list in JSON, YAML and TOML. In
// a quoted text that does no harm. A value without quotes gets quotes, if all
// of it is replaced. If only a part of it is, YAML's rules for such a value
// count: it may not begin with a bracket, nor contain one between the brackets
// of a list. There the label is in parentheses.

#include "redact/replacement.h"

#include <fmt/core.h>

#include <algorithm>

#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

// kPlain: brackets, in a value of YAML without quotes.
enum class Frame : std::uint8_t { kBrackets, kPlain, kQuotes, kParentheses };

bool is_one_of(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

// The character before the text, or after it, that is none of `blank`; 0 if
// there is none.
char last_of(std::string_view text, std::string_view blank) {
  const std::size_t at = text.find_last_not_of(blank);
  return at == text.npos ? '\0' : text[at];
}

char first_of(std::string_view text, std::string_view blank) {
  const std::size_t at = text.find_first_not_of(blank);
  return at == text.npos ? '\0' : text[at];
}

std::string_view line_before(std::string_view before) {
  return before.substr(before.rfind('\n') + 1);
}

std::string_view line_after(std::string_view after) {
  return after.substr(0, std::min(after.find_first_of("\r\n"), after.size()));
}

// A number, or a word, outside of the quotes of JSON.
Frame in_json(const Spot& spot) {
  if (spot.in_string) return Frame::kBrackets;
  const char before = last_of(spot.before, kBlank);
  const char after = first_of(spot.after, kBlank);
  const bool is_value =
      is_one_of(before, ":,[") && (after == '\0' || is_one_of(after, ",}]"));
  return is_value ? Frame::kQuotes : Frame::kBrackets;
}

// Whether brackets of the line are open at its end, in text without quotes.
bool is_in_flow(std::string_view line) {
  int depth = 0;
  char quote = '\0';
  for (const char c : line) {
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"') {
      quote = c;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return depth > 0 && quote == '\0';
}

// Where the value that the line ends with begins: after "name: " and "- ".
std::string_view value_before(std::string_view line, bool in_flow) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool is_end = i + 1 < line.size() && is_one_of(line[i + 1], " \t");
    const bool is_dash =
        line[i] == '-' &&
        line.substr(begin, i - begin).find_first_not_of(" \t") ==
            std::string_view::npos;
    if (is_end && (line[i] == ':' || is_dash)) begin = i + 1;
    if (in_flow && is_one_of(line[i], "{[,")) begin = i + 1;
  }
  line.remove_prefix(begin);
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line;
}

Frame in_yaml(const Spot& spot) {
  const std::string_view line = line_before(spot.before);
  const bool in_flow = is_in_flow(line);
  const std::string_view value = value_before(line, in_flow);
  if (!value.empty() && is_one_of(value.front(), "\"'"))
    return Frame::kBrackets;
  const std::string_view after = line_after(spot.after);
  const char next = first_of(after, " \t");
  const bool is_last = next == '\0' ||
                       (next == '#' && is_one_of(after.front(), " \t")) ||
                       (in_flow && is_one_of(next, ",}]"));
  if (value.empty()) return is_last ? Frame::kQuotes : Frame::kParentheses;
  return in_flow ? Frame::kParentheses : Frame::kPlain;
}

// A value without quotes after `name =`, up to the end of the line. In other
// texts only a number counts, as in settings and programs.
Frame in_assignment(const Spot& spot) {
  const std::string_view line = line_before(spot.before);
  const std::string_view name =
      line.substr(0, line.find_last_not_of(" \t") + 1);
  const std::string_view after = line_after(spot.after);
  const char next = first_of(after, " \t");
  if (spot.format == TextFormat::kToml)
    return is_one_of(last_of(line, " \t"), "=[,") &&
                   (next == '\0' || is_one_of(next, "#,]}"))
               ? Frame::kQuotes
               : Frame::kBrackets;
  const bool is_number = std::ranges::all_of(spot.secret, is_digit);
  const bool is_assigned = name.size() < line.size() && name.ends_with(" =");
  return is_number && is_assigned && (next == '\0' || is_one_of(next, ";,#"))
             ? Frame::kQuotes
             : Frame::kBrackets;
}

Frame frame_of(const Spot& spot) {
  switch (spot.format) {
    case TextFormat::kJson:
      return in_json(spot);
    case TextFormat::kYaml:
      return in_yaml(spot);
    case TextFormat::kToml:
    case TextFormat::kOther:
      return in_assignment(spot);
  }
  return Frame::kBrackets;
}

// An id of a rule may contain anything.
std::string label_of(const Spot& spot, Frame frame) {
  std::string rule(spot.rule);
  for (char& c : rule)
    if (!is_alnum(c) && !is_one_of(c, "-_.")) c = '-';
  const bool round = frame == Frame::kParentheses;
  return fmt::format("{}{}:{}{}", round ? '(' : '[', rule, spot.number,
                     round ? ')' : ']');
}

// Returns as many characters as `shape` has, with its line ends. It begins with
// `text` if that fits into the first line; the rest is `fill`.
std::string fitted(std::string_view shape, std::string_view text, char fill) {
  std::string out(shape);
  for (char& c : out)
    if (c != '\n' && c != '\r') c = fill;
  if (text.size() <= std::min(shape.find_first_of("\r\n"), shape.size()))
    out.replace(0, text.size(), text);
  return out;
}

}  // namespace

std::string replacement(const Spot& spot, const RedactChoices& choices) {
  constexpr std::string_view kStars = "********";
  const Frame frame = frame_of(spot);
  const bool quoted = frame == Frame::kQuotes;
  std::string text =
      choices.style == RedactStyle::kLabel   ? label_of(spot, frame)
      : choices.style == RedactStyle::kStars ? std::string(kStars)
                                             : "";
  // A star begins an alias in YAML.
  if (choices.style == RedactStyle::kStars && frame == Frame::kParentheses)
    text = fmt::format("({})", kStars);
  // Nothing after a colon would end the name of a value.
  if (text.empty() && frame == Frame::kPlain && spot.before.ends_with(':'))
    text = "\"\"";
  if (!choices.keep_length) return quoted ? '"' + text + '"' : text;
  const char fill = choices.style == RedactStyle::kEmpty ? ' ' : '*';
  if (choices.style == RedactStyle::kStars) text.clear();
  const std::string_view shape = spot.secret;
  if (!quoted) {
    std::string out = fitted(shape, text, fill);
    if (frame == Frame::kParentheses && fill == '*' && out.front() == '*')
      out.front() = '(';
    return out;
  }
  if (shape.size() < 2) return std::string(shape.size(), '0');
  return '"' + fitted(shape.substr(1, shape.size() - 2), text, fill) + '"';
}

}  // namespace sluice
