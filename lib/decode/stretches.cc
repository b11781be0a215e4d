#include "decode/stretches.h"

#include <algorithm>
#include <array>

namespace sluice {
namespace {

// The escapes of strings and URLs are on one line; a mail's are not.
bool is_of_lines(Coding coding) { return coding == Coding::kQuotedPrintable; }

SourceRange around(std::string_view text, const Trigger& trigger) {
  const std::size_t at = trigger.at;
  std::size_t begin = at - std::min(at, kBeforeEscape);
  std::size_t end = std::min(text.size(), at + kBehindEscape);
  if (!is_of_lines(trigger.coding)) {
    const std::size_t newline = text.substr(begin, at - begin).rfind('\n');
    if (newline != std::string_view::npos) begin += newline + 1;
    end = at + std::min(text.substr(at, end - at).find('\n'), end - at);
  }
  // Not between backslashes, of which two are one.
  constexpr std::size_t kMostBackslashes = 64;
  for (std::size_t i = 0; i < kMostBackslashes && begin > 0; ++i, --begin)
    if (text[begin - 1] != '\\') break;
  return {begin, end};
}

}  // namespace

std::vector<EncodedSpan> stretches_of(std::string_view text,
                                      std::span<const Trigger> triggers) {
  std::vector<EncodedSpan> found;
  constexpr std::size_t kNone = ~std::size_t{0};
  std::array<std::size_t, kCodings> last;  // by encoding: its last in `found`
  last.fill(kNone);
  for (const Trigger& trigger : triggers) {
    const SourceRange range = around(text, trigger);
    std::size_t& known = last[static_cast<std::size_t>(trigger.coding)];
    if (known != kNone && range.begin <= found[known].range.end) {
      found[known].range.end = std::max(found[known].range.end, range.end);
      continue;
    }
    known = found.size();
    found.push_back({trigger.coding, range});
  }
  return found;
}

}  // namespace sluice
