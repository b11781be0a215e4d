// A byte-order mark decides, as in ripgrep. Without one, a file is binary if
// there is a NUL near its head, as in git, unless it is UTF-16 whose ASCII
// characters make the NULs.
//
// UTF-16 without a mark has no proof. So all of these must be true of the
// units, in the byte order in which more of them would be ASCII or Latin-1:
// - Four fifths are, or one fifth if some are blanks, which text has and
//   bytecode has not. In the other order far fewer are, unlike in arrays of
//   wider numbers.
// - Hardly any is a control character, a lone surrogate, a private or a
//   noncharacter, as in tables of 16-bit numbers, code and samples.
// - At most half of the others are two bytes of printable ASCII, as in strings
//   that end in NULs, which would read as Chinese.
// A file that is wrongly read as UTF-16 hides ASCII text that follows further
// on. So the answer in doubt is no: the file counts as binary, and the coverage
// reports it.

#include "scan/text/encoding.h"

#include <algorithm>
#include <array>

namespace sluice {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
constexpr std::string_view kUtf16LittleMark = "\xFF\xFE";
constexpr std::string_view kUtf16BigMark = "\xFE\xFF";
constexpr std::string_view kUtf32LittleMark = "\xFF\xFE\0\0"sv;
constexpr std::string_view kUtf32BigMark = "\0\0\xFE\xFF"sv;

unsigned byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

// Whether every four bytes after the mark are a character's number, which is not
// 0 in a text. Other files may begin with the same bytes, and NULs above all.
bool is_utf32(std::string_view head, bool little) {
  for (std::size_t i = 4; i + 4 <= head.size(); i += 4) {
    const unsigned top = byte_at(head, little ? i + 3 : i);
    const unsigned plane = byte_at(head, little ? i + 2 : i + 1);
    if (top != 0 || plane > 0x10) return false;
    const unsigned low = byte_at(head, little ? i : i + 3);
    const unsigned high = byte_at(head, little ? i + 1 : i + 2);
    if ((plane | high | low) == 0) return false;
  }
  return true;
}

bool is_printable_ascii(unsigned byte) { return byte >= 0x20 && byte < 0x7F; }

// A control character that text files do not use, or a code that is never
// assigned to a character. Pairs of surrogates were removed before.
bool is_strange(unsigned unit) {
  if (unit < 0x20) return (unit < '\t' || unit > '\r') && unit != 0x1A;
  if (unit >= 0x7F && unit < 0xA0) return true;
  return (unit >= 0xD800 && unit < 0xF900) ||
         (unit >= 0xFDD0 && unit < 0xFDF0) || unit >= 0xFFFE;
}

struct UnitCounts {
  std::size_t all = 0;
  std::size_t narrow = 0;     // below 256
  std::size_t blank = 0;      // space or newline
  std::size_t strange = 0;    // of any
  std::size_t two_ascii = 0;  // of those above 255
};

UnitCounts count_units(std::string_view head, bool little) {
  UnitCounts counts;
  unsigned before = 0;
  for (std::size_t i = 0; i + 2 <= head.size(); i += 2) {
    const unsigned low = byte_at(head, little ? i : i + 1);
    const unsigned high = byte_at(head, little ? i + 1 : i);
    const unsigned unit = high << 8 | low;
    ++counts.all;
    if ((before & 0xFC00) == 0xD800 && (unit & 0xFC00) == 0xDC00) {
      --counts.strange;
      before = 0;
      continue;
    }
    before = unit;
    if (is_strange(unit)) ++counts.strange;
    if (unit == ' ' || unit == '\n') ++counts.blank;
    if (high == 0) {
      ++counts.narrow;
    } else if (is_printable_ascii(low) && is_printable_ascii(high)) {
      ++counts.two_ascii;
    }
  }
  return counts;
}

// How many zeros there are at even and at odd places. A loop without a branch,
// which most binary files need only.
struct Zeros {
  std::size_t even = 0;
  std::size_t odd = 0;
};

Zeros count_zeros(std::string_view head) {
  Zeros zeros;
  for (std::size_t i = 0; i + 2 <= head.size(); i += 2) {
    zeros.even += head[i] == '\0';
    zeros.odd += head[i + 1] == '\0';
  }
  return zeros;
}

// `narrow`: the zeros where this order has the high bytes. `other`: the rest.
bool is_unmarked_utf16(std::string_view head, bool little, std::size_t narrow,
                       std::size_t other) {
  if (narrow <= 1 || narrow * 5 < head.size() / 2 || other * 4 > narrow)
    return false;
  const UnitCounts counts = count_units(head, little);
  const bool latin = counts.narrow * 5 >= counts.all * 4;
  const bool mixed = counts.blank * 50 >= counts.all;
  return (latin || mixed) && counts.strange <= counts.all / 50 + 1 &&
         counts.two_ascii * 2 <= counts.all - counts.narrow;
}

bool is_program(std::string_view head) {
  constexpr auto kMagic = std::to_array<std::string_view>(
      {"\x7F"
       "ELF",
       "MZ", "\xCF\xFA\xED\xFE", "\xCA\xFE\xBA\xBE", "dex\n",
       std::string_view("\0asm", 4)});
  // A dump of memory has what its user has worked with.
  constexpr std::size_t kType = 16;
  constexpr char kCore = 4;
  if (head.size() > kType + 1 && head.starts_with(kMagic[0]) &&
      (head[kType] == kCore || (head[kType] == 0 && head[kType + 1] == kCore)))
    return false;
  // Compiled Python: a version, and the end of a line.
  constexpr std::size_t kPythonHead = 16;
  const auto version = [&] { return static_cast<unsigned char>(head[1]); };
  if (head.size() >= kPythonHead && head.substr(2, 2) == "\r\n" &&
      ((version() >= 0x0B && version() <= 0x0F) || version() == 0xF3))
    return true;
  return std::ranges::any_of(
      kMagic, [&](std::string_view magic) { return head.starts_with(magic); });
}

}  // namespace

FileHead sniff_head(std::string_view head) {
  head = head.substr(0, kSniffBytes);
  const bool binary = head.find('\0') != std::string_view::npos;
  // This is nearly every file. No mark begins with such a byte, except a NUL.
  if (!binary && (head.empty() || byte_at(head, 0) < 0xEF)) return {};
  if (head.starts_with(kUtf8Mark))
    return {TextEncoding::kBytes, kUtf8Mark.size(), binary};
  for (const bool little : {true, false})
    if (head.starts_with(little ? kUtf32LittleMark : kUtf32BigMark) &&
        is_utf32(head, little))
      return {little ? TextEncoding::kUtf32Little : TextEncoding::kUtf32Big,
              kUtf32BigMark.size(), false};
  if (head.starts_with(kUtf16LittleMark))
    return {TextEncoding::kUtf16Little, kUtf16LittleMark.size(), false};
  if (head.starts_with(kUtf16BigMark))
    return {TextEncoding::kUtf16Big, kUtf16BigMark.size(), false};
  if (!binary) return {};

  const Zeros zeros = count_zeros(head);
  if (is_unmarked_utf16(head, true, zeros.odd, zeros.even))
    return {TextEncoding::kUtf16Little, 0, false};
  if (is_unmarked_utf16(head, false, zeros.even, zeros.odd))
    return {TextEncoding::kUtf16Big, 0, false};
  return {TextEncoding::kBytes, 0, true, is_program(head)};
}

}  // namespace sluice
