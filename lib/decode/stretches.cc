#include "decode/stretches.h"

#include <algorithm>
#include <array>

namespace sluice {
namespace {

// The escapes of strings and URLs are on one line. A mail's are not, nor are the
// parts of a string.
bool is_of_lines(Coding coding) {
  return coding == Coding::kQuotedPrintable || coding == Coding::kParts;
}

std::size_t begin_of(std::string_view text, const Trigger& trigger) {
  const std::size_t at = trigger.at;
  std::size_t begin = at - std::min(at, kBeforeEscape);
  if (!is_of_lines(trigger.coding)) {
    const std::size_t newline = text.substr(begin, at - begin).rfind('\n');
    if (newline != std::string_view::npos) begin += newline + 1;
  }
  // Not between backslashes, of which two are one.
  constexpr std::size_t kMostBackslashes = 64;
  for (std::size_t i = 0; i < kMostBackslashes && begin > 0; ++i, --begin)
    if (text[begin - 1] != '\\') break;
  return begin;
}

std::size_t end_of(std::string_view text, const Trigger& trigger) {
  const std::size_t at = trigger.at;
  const std::size_t end = std::min(text.size(), at + kBehindEscape);
  if (is_of_lines(trigger.coding)) return end;
  return at + std::min(text.substr(at, end - at).find('\n'), end - at);
}

}  // namespace

std::vector<EncodedSpan> stretches_of(std::string_view text,
                                      std::span<const Trigger> triggers) {
  std::vector<EncodedSpan> found;
  constexpr std::size_t kNone = ~std::size_t{0};
  std::array<std::size_t, kCodings> last;  // by encoding: its last in `found`
  last.fill(kNone);
  for (const Trigger& trigger : triggers) {
    const std::size_t end = end_of(text, trigger);
    std::size_t& known = last[static_cast<std::size_t>(trigger.coding)];
    // If this trigger is in the span before it, its beginning is not needed.
    if (known != kNone && (trigger.at <= found[known].range.end ||
                           begin_of(text, trigger) <= found[known].range.end)) {
      found[known].range.end = std::max(found[known].range.end, end);
      continue;
    }
    known = found.size();
    found.push_back({trigger.coding, {begin_of(text, trigger), end}});
  }
  return found;
}

}  // namespace sluice
