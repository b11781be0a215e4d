// A pattern of any bytes, up to a line end, and a text after it. Patterns in
// Go's syntax become RE2's or are refused. Patterns that RE2 accepts are
// analysed, and the facts from the analysis hold for RE2's matches. Our own
// search finds what RE2 finds.

#include <re2/re2.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "match/pattern.h"
#include "regex/go_syntax.h"
#include "regex/shape.h"
#include "rules/rule.h"
#include "text/ascii.h"

using namespace sluice;

namespace {

// U+212A and U+017F, which fold to k and s: shape.h excepts them.
bool has_foreign_fold(std::string_view text) {
  return text.find("\xE2\x84\xAA") != std::string_view::npos ||
         text.find("\xC5\xBF") != std::string_view::npos;
}

bool is_at(const ShapeAnchor& anchor, std::string_view match) {
  const auto found =
      std::search(match.begin(), match.end(), anchor.text.begin(),
                  anchor.text.end(), [&](char there, char wanted) {
                    return (anchor.caseless ? lower(there) : there) == wanted;
                  });
  return found != match.end() &&
         static_cast<std::size_t>(found - match.begin()) <= anchor.max_lead;
}

void check_shape(const RegexShape& shape, std::string_view match) {
  SLUICE_CHECK(match.size() >= shape.min_width);
  SLUICE_CHECK(shape.max_width == kUnboundedWidth ||
               match.size() <= shape.max_width);
  SLUICE_CHECK(
      shape.anchors.empty() || has_foreign_fold(match) ||
      std::ranges::any_of(shape.anchors, [&](const ShapeAnchor& anchor) {
        return is_at(anchor, match);
      }));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = std::min(input.find('\n'), input.size());
  const std::string_view text = input.substr(std::min(cut + 1, input.size()));
  const Result<std::string> regex = from_go_syntax(input.substr(0, cut));
  if (!regex) {
    SLUICE_CHECK(regex.error().message.find('\n') == std::string::npos);
    return 0;
  }
  const RegexShape shape = regex_shape(*regex);
  SLUICE_CHECK(least_width(*regex) == shape.min_width);
  if (!pattern_error(*regex).empty()) return 0;
  RE2::Options options;
  options.set_log_errors(false);
  // The memory that the program gives it (match/pattern.cc).
  options.set_max_mem(64 << 20);
  const RE2 oracle(*regex, options);
  if (!oracle.ok()) return 0;
  const Pattern ours(*regex);
  for (std::size_t from = 0; from <= text.size();) {
    re2::StringPiece match;
    const bool there = oracle.Match({text.data(), text.size()}, from,
                                    text.size(), RE2::UNANCHORED, &match, 1);
    Pattern::Span span{};
    SLUICE_CHECK(ours.find(text, from, text.size(), Pattern::Start::kAnywhere,
                           &span) == there);
    if (!there) break;
    const auto begin = static_cast<std::size_t>(match.data() - text.data());
    SLUICE_CHECK(span.begin == begin && span.end == begin + match.size());
    check_shape(shape, {match.data(), match.size()});
    from = std::max(begin + match.size(), from + 1);
  }
  return 0;
}
