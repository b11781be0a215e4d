// gitleaks finds these with one expression, leftmost first, in this order:
//
//   %[0-9A-Fa-f]{2}(?:.*%[0-9A-Fa-f]{2})?
//   (?:U\+[a-fA-F0-9]{4}(?:\s|$))+ | (?i)(?:\\{1,2}u[a-fA-F0-9]{4})+
//   [0-9A-Fa-f]{32,}
//   [\w\/+-]{16,}={0,2}
//
// A match can start only at an escape or at the head of a long run of the last
// class. These places (encoded_spans.h) are few. They are examined one by one,
// in their order, each from the end of the match before it.
//
// Most matches are long names in a program's source that look like base64, and
// whose first bytes already decode to no text. They are left out: base64 ranks
// last, so no other piece waits for them. But nothing else begins within them.
//
// Source: gitleaks 8.30.1 (MIT), detect/codec/encodings.go. A property test
// compares with the expression itself.

#include "gitleaks/detector/encodings.h"

#include <algorithm>

#include "text/ascii.h"

namespace sluice {
namespace {

constexpr std::size_t kMinHex = 32;

template <typename Size>
std::size_t repeated(std::string_view text, Size size_of_one) {
  std::size_t size = 0;
  while (const std::size_t one = size_of_one(text.substr(size))) size += one;
  return size;
}

std::size_t percent_size(std::string_view text) {
  if (percent_escape_size(text) == 0) return 0;
  const std::string_view line = text.substr(0, text.find('\n'));
  for (std::size_t at = line.rfind('%'); at >= 3; at = line.rfind('%', at - 1))
    if (percent_escape_size(line.substr(at)) > 0) return at + 3;
  return 3;
}

// Takes a run of base64's letters from `from` on, and returns the end of the
// last match in it.
std::size_t add_run(std::string_view text, std::size_t from, std::size_t end,
                    std::vector<EncodedPiece>* all) {
  while (end >= from + kMinBase64) {
    const std::string_view run = text.substr(from, end - from);
    if (run.size() >= kMinHex) {
      const auto hex = static_cast<std::size_t>(
          std::find_if_not(run.begin(), run.end(), is_hex) - run.begin());
      if (hex >= kMinHex) {
        all->push_back({Encoding::kHex, from, from + hex});
        from += hex;
        continue;
      }
    }
    std::size_t last = end;
    while (last < text.size() && last < end + 2 && text[last] == '=') ++last;
    if (may_be_base64_text(run))
      all->push_back({Encoding::kBase64, from, last});
    return last;
  }
  return from;
}

void find_all(std::string_view text, EncodingScratch& scratch) {
  scratch.all.clear();
  find_encoded_places(text, &scratch.places);
  std::vector<EncodedPiece>& all = scratch.all;
  std::size_t from = 0;  // the end of the last match
  for (const auto& [begin, end] : scratch.places) {
    if (end > begin) {
      from = add_run(text, std::max(from, begin), end, &all);
      continue;
    }
    if (begin < from) continue;
    const std::string_view rest = text.substr(begin);
    const Encoding encoding =
        rest[0] == '%' ? Encoding::kPercent : Encoding::kUnicode;
    from = begin + (rest[0] == '%'    ? percent_size(rest)
                    : rest[0] == '\\' ? repeated(rest, unicode_escape_size)
                                      : repeated(rest, code_point_size));
    all.push_back({encoding, begin, from});
  }
}

}  // namespace

void find_encoded(std::string_view text, EncodingScratch& scratch,
                  std::vector<EncodedPiece>* pieces) {
  find_all(text, scratch);
  const std::vector<EncodedPiece>& all = scratch.all;
  const auto outranks = [](const EncodedPiece& a, const EncodedPiece& b) {
    return a.encoding < b.encoding;
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0 && all[i - 1].end == all[i].begin && outranks(all[i - 1], all[i]))
      continue;
    if (i + 1 < all.size() && all[i].end == all[i + 1].begin &&
        outranks(all[i + 1], all[i]))
      continue;
    pieces->push_back(all[i]);
  }
}

}  // namespace sluice
