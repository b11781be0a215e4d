// Facts about a pattern that are known without running it: the length of its
// matches, and the bytes that every match contains. The literal index is built
// from this.
//
// Examples
//   (?i)api[_-]?key=([0-9a-f]{32})   apikey=, api-key= and api_key= in either
//                                    case, max_lead 0; max_width 42
//   [a-z]{3,20}-(?:live|test)_[0-9]+ -live_0 ... -live_9, -test_0 ... -test_9,
//                                    max_lead 20; max_width: no bound
//   [A-Z]{20}                        no anchors
//
// The answer is for RE2 in UTF-8 (like Go's regexp) and always safe:
// `max_width` is never too small, and a match without one of `anchors`, or with
// more than `max_lead` bytes before it, does not exist. For a pattern that is
// beyond the analysis, the least width is 0, `max_width` is kUnboundedWidth,
// and there are no anchors.
//
// One deviation: (?i) makes k match the Kelvin sign (U+212A) and s the long s
// (U+017F) too. Anchors leave those two out, because (?i)password would have
// none otherwise: they are required in every match that has ASCII where ASCII
// letters fold. Widths do count them.
//
// Thread-safety: pure functions. Errors: none; any bytes are accepted.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "regex/tree.h"

namespace sluice {

// Where a match continues after an anchor: first with the bytes of `tail`, then
// after `node`, a node of the pattern's tree. If that is a repetition of which
// `copies` (not 0) are matched, the match continues in it.
struct AnchorEnd {
  const RegexNode* node = nullptr;
  std::uint32_t copies = 0;
  std::string tail;  // in either case where letters are concerned
};

struct ShapeAnchor {
  std::string text;       // at least kMinAnchor bytes; lower case if caseless
  bool caseless = false;  // ASCII letters match in either case; `text` is ASCII
  // The most bytes of a match before the anchor; kUnboundedWidth: no bound.
  std::uint32_t max_lead = 0;
  // The places in the tree where it may be the anchor of a match.
  std::vector<AnchorEnd> places{};
};

struct RegexShape {
  std::uint32_t min_width = 0;  // bytes
  std::uint32_t max_width = 0;  // bytes; kUnboundedWidth: no bound
  std::vector<ShapeAnchor> anchors;
  std::unique_ptr<const RegexNode> tree;  // null if there are no anchors
};

inline constexpr std::size_t kMinAnchor = 3;

// `regex` in RE2's syntax (the same as Go's).
RegexShape regex_shape(std::string_view regex);

// regex_shape(regex).min_width, for a tenth of the time.
std::uint32_t least_width(std::string_view regex);

}  // namespace sluice
