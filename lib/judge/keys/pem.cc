// Every character that is not a digit of base64 separates lines: blanks,
// quotes, written line breaks, signs of comments and of string concatenation. A
// header is a line with a colon, which base64 does not contain. The rest are
// pieces of digits. A few of them are not part of the key although each of
// their characters is a digit: "+" that joins strings, "//" that begins a
// comment, the letter of b"..." in Python.
//
// Encoders write lines of one length. If the pieces have one length (`even`),
// no letter of the surroundings is among them, and a body that does not parse
// then is not a key. Otherwise, it may be a key in an unknown decoration.
//
// Lines may have a frame: text before or after the digits, such as the time in
// a log. Its letters are digits of base64, too. But the lines of a key have one
// length, and no frame has pieces of that length. So the most frequent length
// from 40 gives the full lines, whatever the frame is. Only the short last line
// is not certain. The pieces after the last full line are offered one by one,
// and the check tries which one completes the key. Rejected: to learn the frame
// (a prefix of constant width), because names of services, line numbers and
// authors have different widths.

#include "judge/keys/pem.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "text/ascii.h"
#include "text/base64.h"

namespace sluice {
namespace {

constexpr std::string_view kBegin = "-----BEGIN ";
constexpr std::string_view kEnd = "-----END ";
constexpr std::string_view kDashes = "-----";

bool is_base64_char(char c) {
  return is_base64_digit(c, Base64::kStandard) || c == '=';
}

// A character of a PEM block in another spelling: the size of the spelling in
// bytes, and the character; a line break for every blank.
struct Written {
  std::size_t size = 0;  // 0 if there is none
  char character = '\n';
};

// Characters by their number in hexadecimal, as URLs, JSON and HTML write them.
constexpr char character_of(std::string_view digits) {
  if (digits.size() != 2) return '\0';
  const auto is = [&](std::string_view code) {
    return lower(digits[0]) == code[0] && lower(digits[1]) == code[1];
  };
  if (is("2b")) return '+';
  if (is("2f")) return '/';
  if (is("3d")) return '=';
  return is("0a") || is("0d") || is("09") || is("20") ? '\n' : '\0';
}

// Returns the character that `text` begins with in such a spelling: after a
// backslash, '%' or '&'. No spelling is longer than a few bytes, and no more
// are read. So a text of nothing but backslashes costs no more than others.
Written written(std::string_view text) {
  text = text.substr(0, 9);
  if (text.front() == '%') {
    const char c = character_of(text.substr(1, 2));
    return c == '\0' ? Written{} : Written{3, c};
  }
  if (text.starts_with("&#")) {
    const std::size_t end = text.find(';');
    if (end == std::string_view::npos) return {};
    const std::string_view code = text.substr(2, end - 2);
    const char c = code == "43"   ? '+'
                   : code == "47" ? '/'
                   : code == "61" ? '='
                   : code.starts_with('x') || code.starts_with('X')
                       ? character_of(code.substr(1))
                       : '\n';
    return {end + 1, c == '\0' ? '\n' : c};
  }
  const std::size_t letter = text.find_first_not_of('\\');
  if (text.front() != '\\' || letter == std::string_view::npos) return {};
  const char c = text[letter];
  if (c == 'n' || c == 'r' || c == 't') return {letter + 1, '\n'};
  if (c == '/') return {letter + 1, '/'};
  if (c == 'u' && text.substr(letter + 1, 2) == "00") {
    const char coded = character_of(text.substr(letter + 3, 2));
    if (coded != '\0') return {letter + 5, coded};
  }
  return {};
}

// `body` with plain line breaks and without escapes.
std::string unescaped(std::string_view body) {
  std::string plain;
  plain.reserve(body.size());
  while (!body.empty()) {
    const char c = body.front();
    const Written found =
        c == '\\' || c == '%' || c == '&' ? written(body) : Written{};
    plain.push_back(found.size == 0 ? c : found.character);
    body.remove_prefix(std::max<std::size_t>(found.size, 1));
  }
  return plain;
}

// Returns `body` without the signs of a diff's added lines, which would count
// as digits. The signs before the END line ("+", in a merge's diff "++" or "
// +") are removed from the other lines, too.
std::string without_diff(std::string_view body) {
  const std::size_t last = body.rfind('\n');
  const std::string_view signs = last == std::string_view::npos
                                     ? body.substr(0, 0)
                                     : body.substr(last + 1);
  if (signs.size() > 2 || !signs.ends_with('+') ||
      signs.find_first_not_of(" +") != std::string_view::npos)
    return std::string(body);
  std::string plain;
  for (;;) {
    const std::string_view line = body.substr(0, body.find('\n'));
    plain += line.starts_with(signs) ? line.substr(signs.size()) : line;
    if (line.size() == body.size()) return plain;
    plain += '\n';
    body.remove_prefix(line.size() + 1);
  }
}

void read_header(std::string_view line, Pem* pem) {
  if (line.find("ENCRYPTED") != std::string_view::npos) pem->encrypted = true;
  const std::size_t info = line.find("DEK-Info:");
  if (info == std::string_view::npos) return;
  std::string_view cipher = line.substr(info + 9);
  cipher.remove_prefix(std::min(cipher.find_first_not_of(' '), cipher.size()));
  cipher = cipher.substr(0, std::min<std::size_t>(cipher.find(','), 20));
  const bool plain = std::ranges::all_of(
      cipher, [](char c) { return is_alnum(c) || c == '-'; });
  if (plain) pem->cipher = cipher;
}

// Whether a piece of base64's characters belongs to the language around it.
// `after` is the character after the piece.
bool is_sign(std::string_view piece, char after) {
  if (piece.size() <= 3 && piece.find_first_not_of('+') == piece.npos)
    return true;
  if (piece.size() <= 3 && piece.find_first_not_of('/') == piece.npos)
    return true;
  return piece.size() == 1 && is_letter(piece.front()) && is_quote(after);
}

std::vector<std::string_view> pieces_of(std::string_view line) {
  std::vector<std::string_view> pieces;
  while (!line.empty()) {
    const auto* const begin = std::ranges::find_if(line, is_base64_char);
    line.remove_prefix(static_cast<std::size_t>(begin - line.begin()));
    const auto* const end = std::ranges::find_if_not(line, is_base64_char);
    const std::string_view piece =
        line.substr(0, static_cast<std::size_t>(end - line.begin()));
    line.remove_prefix(piece.size());
    if (!piece.empty() && !is_sign(piece, line.empty() ? '\0' : line.front()))
      pieces.push_back(piece);
  }
  return pieces;
}

// Shorter lines than these are not told from the words of a frame.
constexpr std::size_t kMinLine = 40;
constexpr std::size_t kMaxLastLines = 16;

// Returns `text` without the sequences that colour a terminal's text, as bytes
// or as programs write them (ECMA-48, 5.4). They end with an "m", which would
// otherwise be taken for the first digit of a line.
std::string without_colours(std::string_view text) {
  constexpr auto kEscapes = std::to_array<std::string_view>(
      {"\x1b[", "\\x1b[", "\\x1B[", "\\033[", "\\e[", "\\u001b[", "\\u001B["});
  std::string plain;
  plain.reserve(text.size());
  while (!text.empty()) {
    const auto* const escape =
        text.front() != '\x1b' && text.front() != '\\'
            ? kEscapes.end()
            : std::ranges::find_if(kEscapes, [&](std::string_view begin) {
                return text.starts_with(begin);
              });
    std::size_t size = escape == kEscapes.end() ? 0 : escape->size();
    if (size != 0) {
      size = text.find_first_not_of("0123456789;?", size);
      size = size == std::string_view::npos ? text.size() : size + 1;
    } else {
      plain.push_back(text.front());
      size = 1;
    }
    text.remove_prefix(size);
  }
  return plain;
}

// Whether a run goes on with a digit of base64url, which PEM does not use.
bool is_of_url_alphabet(std::string_view text, std::string_view run) {
  const auto begin = static_cast<std::size_t>(run.data() - text.data());
  const std::size_t end = begin + run.size();
  return (begin > 0 && text[begin - 1] == '_') ||
         (end < text.size() && text[end] == '_');
}

// All runs of base64's digits, without padding.
std::vector<std::string_view> runs_of(std::string_view text) {
  const auto is_digit = [](char c) {
    return is_base64_digit(c, Base64::kStandard);
  };
  std::vector<std::string_view> runs;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_digit(text[end])) ++end;
    if (end > at) runs.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return runs;
}

// The most frequent length of the runs from kMinLine, the greater one of two; 0
// if there is none.
std::size_t line_width(const std::vector<std::string_view>& runs) {
  std::map<std::size_t, std::size_t> counts;
  for (const std::string_view run : runs)
    if (run.size() >= kMinLine) ++counts[run.size()];
  std::size_t width = 0;
  for (const auto& [size, count] : counts)
    if (width == 0 || count >= counts[width]) width = size;
  return width;
}

}  // namespace

std::optional<Pem> read_pem(std::string_view text) {
  const std::size_t begin = text.find(kBegin);
  if (begin == std::string_view::npos) return std::nullopt;
  text.remove_prefix(begin + kBegin.size());
  const std::size_t label = text.find(kDashes);
  if (label == std::string_view::npos || label == 0) return std::nullopt;
  const std::size_t begin_of_body = label + kDashes.size();
  const std::size_t end = text.find(kEnd, begin_of_body);
  Pem pem;
  pem.has_end = end != std::string_view::npos;
  pem.label = text.substr(0, label);
  pem.body = unescaped(without_diff(
      text.substr(begin_of_body, pem.has_end ? end - begin_of_body : end)));

  std::vector<std::string_view> pieces;
  for (std::string_view rest = pem.body; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.find(':') != std::string_view::npos) {
      read_header(line, &pem);
      continue;
    }
    const auto found = pieces_of(line);
    pieces.insert(pieces.end(), found.begin(), found.end());
  }
  if (!pieces.empty() && pieces.back().size() == 5 &&
      pieces.back().front() == '=') {
    pem.crc = pieces.back().substr(1);
    pieces.pop_back();
  }
  pem.even = !pieces.empty();
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const bool last = i + 1 == pieces.size();
    if (last ? pieces[i].size() > pieces[0].size()
             : pieces[i].size() != pieces[0].size())
      pem.even = false;
    pem.digits += pieces[i];
  }
  for (int i = 0; i < 2 && pem.digits.ends_with('='); ++i)
    pem.digits.pop_back();
  if (pem.digits.find('=') != std::string::npos) pem.even = false;
  return pem;
}

std::vector<std::string> framed_digits(std::string_view body) {
  const std::string plain = without_colours(body);
  const std::vector<std::string_view> runs = runs_of(plain);
  const std::size_t width = line_width(runs);
  if (width == 0) return {};
  std::vector<std::string> found(1);
  std::vector<std::string_view> after;
  for (const std::string_view run : runs) {
    if (run.size() == width) {
      found.front() += run;
      after.clear();
    } else if (run.size() < width) {
      after.push_back(run);
    }
  }
  if (after.size() > kMaxLastLines) after.resize(kMaxLastLines);
  for (const std::string_view last : after)
    found.push_back(found.front() + std::string(last));
  return found;
}

std::string long_runs(std::string_view body) {
  const std::string plain = without_colours(body);
  std::string found;
  for (const std::string_view run : runs_of(plain))
    if (run.size() >= kMinLine && !is_of_url_alphabet(plain, run)) found += run;
  return found;
}

}  // namespace sluice
