#include "decode/encoded_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "decode/marks.h"
#include "decode/opaque.h"
#include "text/ascii.h"
#include "text/ascii_set.h"
#include "text/base64.h"
#include "text/utf8.h"

namespace sluice {
namespace {

constexpr std::size_t kHead = 16;  // digits that decide
// digits of a line that the next one continues
constexpr std::size_t kMinLine = 40;
constexpr std::size_t kMaxLine = 1024;
constexpr std::size_t kMaxIndent = 64;
// How many parts, and how many bytes, may precede the encoded text in a run.
constexpr int kMaxTries = 4;
constexpr std::size_t kMaxName = 1024;

// Digits that may also separate the parts of a path or a name.
constexpr AsciiSet kSigns([](char c) {
  return c == '/' || c == '-' || c == '_' || c == '+';
});

bool is_digit64(char c) { return is_base64_digit(c, Base64::kEither); }

bool is_text_byte(char c) {
  return is_printable(c) || c == '\n' || c == '\r' || c == '\t';
}

// Returns whether all bytes are text. A character may be cut off at the end.
bool begins_text(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    if (static_cast<unsigned char>(bytes[at]) < 0x80) {
      if (!is_text_byte(bytes[at])) return false;
      ++at;
      continue;
    }
    const std::size_t size = decode_utf8(bytes.substr(at)).size;
    if (size == 0) return at > 0 && bytes.size() - at < 4;
    at += size;
  }
  return true;
}

bool begins_der(std::string_view bytes) {
  return bytes.starts_with("\x30\x82") || bytes.starts_with("\x30\x81") ||
         bytes.starts_with("\x30\x77") || bytes.starts_with("\x30\x2E\x02") ||
         bytes.starts_with("\x30\x51\x02");
}

bool begins_packed(std::string_view bytes) {
  return bytes.starts_with("\x1F\x8B\x08") ||
         (bytes.size() > 2 && bytes[0] == '\x78' &&
          (0x7800U + static_cast<unsigned char>(bytes[1])) % 31 == 0 &&
          !begins_text(bytes));
}

// What is no text but may become some.
bool begins_opaque(std::string_view bytes) {
  return begins_packed(bytes) || may_begin_container(bytes) ||
         may_begin_utf16(bytes);
}

// The bytes of the first digits.
std::string_view head_of(std::string_view digits, std::array<char, 12>& bytes) {
  digits = digits.substr(0, kHead);
  if (digits.size() % 4 == 1) digits.remove_suffix(1);
  return base64_decode(digits, Base64::kEither, bytes)
      .value_or(std::string_view());
}

// The first digit has six bits of the first byte: most names begin with one
// that begins no text, no character of UTF-8 and nothing opaque.
bool may_begin_base64(char first) {
  const std::uint8_t value =
      base64_values(Base64::kEither)[static_cast<unsigned char>(first)];
  return value <= 3 || (value >= 7 && value < 32) ||
         (value >= 48 && value < 64);
}

// Whether the text may begin with printable ASCII.
bool may_begin_printable(char first) {
  const std::uint8_t value =
      base64_values(Base64::kEither)[static_cast<unsigned char>(first)];
  return value >= ' ' >> 2U && value <= '~' >> 2U;
}

bool begins_base64(std::string_view digits) {
  if (digits.empty() || !may_begin_base64(digits.front())) return false;
  std::array<char, 12> bytes{};
  const std::string_view head = head_of(digits, bytes);
  return !head.empty() && (begins_text(head) || begins_opaque(head));
}

// Does the same for a line in the middle of a text, which may begin within a
// character.
bool goes_on_as_text(std::string_view digits) {
  std::array<char, 12> bytes{};
  std::string_view head = head_of(digits, bytes);
  for (int i = 0; i < 3 && !head.empty(); ++i) {
    if ((static_cast<unsigned char>(head.front()) & 0xC0U) != 0x80U) break;
    head.remove_prefix(1);
  }
  return !head.empty() && begins_text(head);
}

bool begins_hex(std::string_view digits) {
  if (digits.size() < kHead) return false;
  std::array<char, kHead / 2> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char high = digits[2 * i];
    const char low = digits[2 * i + 1];
    if (!is_hex(high) || !is_hex(low)) return false;
    bytes[i] = static_cast<char>(hex_value(high) << 4 | hex_value(low));
  }
  const std::string_view head(bytes.data(), bytes.size());
  return begins_text(head) || begins_opaque(head) || begins_der(head);
}

// Whether a container begins in a line, as text or not.
bool begins_container(std::string_view line) {
  constexpr std::size_t kLook = 136;  // digits of a name in a tar archive
  std::array<char, kLook / 4 * 3> bytes{};
  line = line.substr(0, std::min(line.size() / 4 * 4, kLook));
  const std::string_view head =
      base64_decode(line, Base64::kEither, bytes).value_or(std::string_view());
  return may_begin_container(head);
}

std::size_t digits_end(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit64(text[at])) ++at;
  return at;
}

std::size_t padding_end(std::string_view text, std::size_t at) {
  for (int i = 0; i < 2 && at < text.size() && text[at] == '='; ++i) ++at;
  return at;
}

// Returns the place after the line end at `at`, or 0 if there is none.
std::size_t behind_line_end(std::string_view text, std::size_t at) {
  if (at < text.size() && text[at] == '\r') ++at;
  return at < text.size() && text[at] == '\n' ? at + 1 : 0;
}

bool goes_on(std::size_t line) {
  return line >= kMinLine && line <= kMaxLine && line % 4 == 0;
}

// The end of an encoded text of lines, of which the first has digits
// [begin, end).
std::size_t lines_end(std::string_view text, std::size_t begin,
                      std::size_t end) {
  std::size_t line = end - begin;
  if (!goes_on(line) || behind_line_end(text, end) == 0) return end;
  const bool of_text = goes_on_as_text(text.substr(begin, line)) &&
                       !begins_container(text.substr(begin, line));
  bool first = true;
  while (goes_on(line)) {
    std::size_t at = behind_line_end(text, end);
    if (at == 0) break;
    for (std::size_t i = 0; i < kMaxIndent && at < text.size(); ++i, ++at)
      if (!is_blank(text[at])) break;
    const std::size_t digits = digits_end(text, at);
    const std::size_t next = digits - at;
    if (next < 2 || (!first && next > line)) break;
    const std::size_t padded = padding_end(text, digits);
    // A word that is here by chance does not decode to text.
    if ((padded - at) % 4 != 0 ||
        (of_text && !goes_on_as_text(text.substr(at, next))))
      break;
    constexpr std::string_view kClosing = "\"'`<\\)]}";
    if (padded < text.size() && behind_line_end(text, padded) == 0 &&
        kClosing.find(text[padded]) == kClosing.npos)
      break;
    end = padded;
    const bool is_last = padded != digits || (!first && next < line);
    line = next;
    first = false;
    if (is_last) break;
  }
  return end;
}

// Whether find_marks() finds a run of at least `least` in the digits.
bool has_run(std::string_view digits, std::size_t least) {
  std::size_t run = 0;
  for (const char c : digits) {
    run = is_alnum(c) || c == '/' ? run + 1 : 0;
    if (run == least) return true;
  }
  return false;
}

// Returns the digits of the line above the one that has digits at `at`, if an
// encoded text can go on behind them; else nothing.
std::string_view line_above(std::string_view text, std::size_t at) {
  for (std::size_t i = 0; i < kMaxIndent && at > 0; ++i, --at)
    if (!is_blank(text[at - 1])) break;
  if (at == 0 || text[at - 1] != '\n') return {};
  --at;
  if (at > 0 && text[at - 1] == '\r') --at;
  const std::size_t end = at;
  while (at > 0 && end - at <= kMaxLine && is_digit64(text[at - 1])) --at;
  return goes_on(end - at) ? text.substr(at, end - at) : std::string_view();
}

// Fills in what was decoded and has no places in the encoded text of its own.
DecodedSpan whole_span(DecodedSpan span, std::string bytes,
                       std::size_t encoded_size) {
  span.is_text = is_text(bytes);
  span.may_be_container = may_begin_container(bytes);
  span.decoded.text = std::move(bytes);
  span.decoded.map = SourceMap();
  span.decoded.map.add(0, {0, encoded_size}, span.decoded.text.size(),
                       encoded_size);
  return span;
}

}  // namespace

void add_lines_above(std::string_view text, std::size_t least,
                     std::vector<SourceRange>* runs) {
  constexpr int kMostLines = 3;
  std::vector<SourceRange> more;
  std::size_t before = 0;  // the end of the last run
  for (const SourceRange& run : *runs) {
    // Mostly, the run of the line above is there.
    const std::size_t gap = run.begin - std::exchange(before, run.end);
    if (gap < kMaxIndent &&
        text.substr(run.begin - gap, gap).find_first_not_of(" \t\r\n=") ==
            text.npos)
      continue;
    std::string_view line = line_above(text, run.begin);
    for (int i = 0; i < kMostLines && !line.empty() && !has_run(line, least);
         ++i) {
      const auto begin = static_cast<std::size_t>(line.data() - text.data());
      more.push_back({begin, begin + line.size()});
      line = line_above(text, begin);
    }
  }
  if (more.empty()) return;
  runs->insert(runs->end(), more.begin(), more.end());
  std::ranges::sort(*runs, {}, &SourceRange::begin);
}

std::optional<EncodedSpan> encoded_head(std::string_view text,
                                        SourceRange run) {
  // 0x before digits is no part of them.
  if (text[run.begin] == '0' && text[run.begin + 1] == 'x') run.begin += 2;
  // Nor is the x of \x, with which PostgreSQL begins bytes.
  if (text[run.begin] == 'x' && run.begin > 0 && text[run.begin - 1] == '\\')
    ++run.begin;
  const std::string_view digits = text.substr(run.begin, run.end - run.begin);
  if (begins_hex(digits)) {
    std::size_t end = run.begin;
    while (end < run.end && is_hex(text[end])) ++end;
    if (end == run.end)
      return EncodedSpan{
          Coding::kHex,
          {run.begin,
           run.begin + std::min((end - run.begin) / 2 * 2, kLongestSpan)}};
  }
  if (begins_base64(digits)) return EncodedSpan{Coding::kBase64, run};
  // Some of what looks like digits may part a path or a name.
  std::size_t at = 0;
  for (int i = 0; i < kMaxTries; ++i) {
    std::size_t sign = at;
    while (sign < digits.size() && sign <= kMaxName &&
           !kSigns.has(digits[sign]))
      ++sign;
    if (sign == digits.size() || sign > kMaxName) break;
    at = sign + 1;
    const std::string_view rest = digits.substr(at);
    const std::string_view part = rest.substr(0, rest.find(digits[sign]));
    if (part.size() < kHead || !begins_base64(part)) continue;
    const std::size_t begin = run.begin + at;
    return EncodedSpan{Coding::kBase64, {begin, begin + part.size()}};
  }
  return std::nullopt;
}

// lines_end() joins a line with the next one if the text goes on there, or if
// the first line of all is packed or begins a container; then all further lines
// have one length. It ends a text at a line that is shorter than the line before,
// unless that one is the first. is_continuation() tests from the other side, with
// the three lines before alone: the line before begins or continues a text that
// does not end there, or is as long as this one, which begins packed.
bool is_continuation(std::string_view text, const EncodedSpan& head) {
  if (head.coding != Coding::kBase64) return false;  // as with_lines()
  const std::string_view own =
      text.substr(head.range.begin, head.range.end - head.range.begin);
  const std::string_view before = line_above(text, head.range.begin);
  if (before.empty()) return false;
  if (!begins_base64(before) && !goes_on_as_text(before))
    return own.size() == before.size() && !goes_on_as_text(own);
  const auto above = [&](std::string_view line) {
    const std::string_view found =
        line_above(text, static_cast<std::size_t>(line.data() - text.data()));
    return begins_base64(found) || goes_on_as_text(found) ? found
                                                          : std::string_view();
  };
  const std::string_view second = above(before);
  if (second.empty()) return true;  // the line before is the first
  if (own.size() > before.size()) return false;
  return before.size() >= second.size() || above(second).empty();
}

EncodedSpan with_lines(std::string_view text, EncodedSpan head) {
  if (head.coding != Coding::kBase64) return head;
  const SourceRange run = head.range;
  std::size_t end = padding_end(text, run.end);
  if (end == run.end) end = lines_end(text, run.begin, run.end);
  head.range.end = std::min(end, run.begin + kLongestSpan);
  return head;
}

std::optional<SourceRange> next_line(std::string_view text, std::size_t begin,
                                     std::size_t end) {
  const std::size_t newline = text.substr(0, end).find('\n', begin);
  if (newline == text.npos) return std::nullopt;
  std::size_t at = newline + 1;
  while (at < end && is_blank(text[at])) ++at;
  return SourceRange{at, std::min(end, digits_end(text, at))};
}

std::optional<DecodedSpan> decode_value(std::string_view text,
                                        SourceRange value) {
  constexpr std::size_t kMinDigits = 8;
  if (value.begin >= value.end || !may_begin_printable(text[value.begin]))
    return std::nullopt;
  const std::size_t end = digits_end(text, value.begin);
  const std::size_t padded = padding_end(text, end);
  if (end - value.begin < kMinDigits || padded < value.end || end > value.end)
    return std::nullopt;
  auto decoded = decode_base64(text.substr(value.begin, padded - value.begin));
  if (!decoded) return std::nullopt;
  std::string_view inner = decoded->text;
  if (inner.ends_with('\n')) inner.remove_suffix(1);
  if (!std::ranges::all_of(inner, is_printable)) return std::nullopt;
  return DecodedSpan{.range = {value.begin, padded},
                     .coding = Coding::kBase64,
                     .decoded = *std::move(decoded)};
}

std::optional<DecodedSpan> decode_span(std::string_view text,
                                       const EncodedSpan& span,
                                       std::size_t most) {
  const SourceRange range = span.range;
  const std::string_view encoded =
      text.substr(range.begin, range.end - range.begin);
  DecodedSpan out{
      .range = range, .used = range.end - range.begin, .coding = span.coding};
  switch (span.coding) {
    case Coding::kPercent:
      out.decoded = decode_percent(encoded);
      return out;
    case Coding::kBackslash:
      out.decoded = decode_backslash(encoded);
      return out;
    case Coding::kHtml:
      out.decoded = decode_html(encoded);
      return out;
    case Coding::kQuotedPrintable:
      out.decoded = decode_quoted_printable(encoded);
      return out;
    case Coding::kMarkup:
      out.decoded = decode_markup(encoded);
      return out;
    case Coding::kParts:
      out.decoded = decode_parts(encoded);
      return out;
    case Coding::kBase64:
    case Coding::kHex:
      break;
    case Coding::kGzip:
    case Coding::kZlib:
    case Coding::kUtf16:
    case Coding::kUtf32:
      return std::nullopt;
  }
  auto decoded = span.coding == Coding::kHex ? decode_hex(encoded)
                                             : decode_base64(encoded);
  // A span that was cut may have a digit too many.
  if (!decoded && encoded.size() >= kLongestSpan)
    decoded = decode_base64(encoded.substr(0, encoded.size() - 1));
  if (!decoded || decoded->text.empty()) return std::nullopt;
  out.cut = encoded.size() >= kLongestSpan;
  if (is_packed(decoded->text)) {
    if (auto unpacked = unpack(decoded->text, most)) {
      out.packing = unpacked->coding;
      out.cut = out.cut || unpacked->cut;
      if (unpacked->read < decoded->text.size())
        out.used =
            decoded->map.source_of({unpacked->read - 1, unpacked->read}).end;
      return whole_span(std::move(out), std::move(unpacked->text),
                        encoded.size());
    }
  }
  if (auto unpacked = text_of_utf16(decoded->text)) {
    out.packing = Coding::kUtf16;
    return whole_span(std::move(out), *std::move(unpacked), encoded.size());
  }
  if (may_begin_container(decoded->text))
    return whole_span(std::move(out), std::move(decoded->text), encoded.size());
  if (span.coding == Coding::kHex && begins_der(decoded->text)) {
    // Encoded as text, because the rules search texts for keys.
    constexpr std::size_t kDigits = 4;
    constexpr std::size_t kHexDigits = 6;
    out.decoded.text = base64_encode(decoded->text);
    out.decoded.map.add(0, {0, encoded.size()}, kDigits, kHexDigits);
    return out;
  }
  if (!is_text(decoded->text)) return std::nullopt;
  out.decoded = *std::move(decoded);
  return out;
}

}  // namespace sluice
