// From a pattern's tree to the widths of its matches and the literals that
// they need.
//
// Idea: bottom up, each node is summed up as a Part: its widths, its strings if
// it is just a small set of strings (exact), and the cheapest set of anchors
// known for it. In a sequence, runs of exact parts multiply out into longer
// strings, each run is a candidate, and so is each part's own set, shifted by
// the greatest width of what precedes it. An alternation needs an anchor from
// each branch. The cheapest candidate wins (regex/anchor_choice.h).
//
// Invariant: every match of a node contains an anchor of its Part's set (if the
// set is not empty), with at most max_lead bytes of the match before it.
//
// Bounds: sets have at most kFewStrings strings of kMaxLiteral bytes, a run has
// at most kMaxRun parts, widths saturate. So the work is linear in the pattern
// and independent of its counts. A pattern that shows no anchors in this way,
// or costly ones (many alternatives, cut to short beginnings), is tried once
// more with kManyStrings, which takes several times as long; the cheaper set
// stays. Measured: with a caseless alternation of 17 names, cut to three bytes
// each, the Linux tree gave 5.4 million hits; uncut, they gave 0.2 million.
//
// Rejected: RE2's own prefilter (re2/prefilter.cc). It gives a boolean
// expression over lower-cased atoms with neither leads nor case. It is the
// model of the exact sets here.
#include "regex/shape.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "regex/anchor_choice.h"
#include "regex/tree.h"
#include "regex/width.h"

namespace sluice {
namespace {

using Strings = std::vector<RegexLiteral>;
using Anchors = std::vector<ShapeAnchor>;

constexpr std::size_t kFewStrings = 16;
constexpr std::size_t kManyStrings = 64;
constexpr double kDear = 0x1p-14;  // expected hits per byte
constexpr std::size_t kMaxRun = 16;
// The most anchors that an alternation gathers before it shortens them.
constexpr std::size_t kMaxGathered = 256;

struct Part {
  std::uint32_t min_width = 0;
  std::uint32_t max_width = 0;
  bool exact = false;
  Strings strings;  // if exact: every match is one of these
  Anchors anchors;
  AnchorEnd behind;  // where the match continues
};

// Keeps the cheapest of the sets offered to it.
class BestAnchors {
 public:
  explicit BestAnchors(std::size_t max_anchors) : max_anchors_(max_anchors) {}

  void offer(Anchors anchors) {
    if (anchors.empty() || anchors.size() > max_anchors_) return;
    const double cost = anchor_cost(anchors);
    if (!best_.empty() && cost >= cost_) return;
    best_ = std::move(anchors);
    cost_ = cost;
  }

  void offer(const Strings& strings, std::uint32_t lead,
             const AnchorEnd& behind) {
    if (auto anchors = choose_anchors(strings, lead, behind)) {
      offer(*std::move(anchors));
    }
  }

  Anchors take() { return std::move(best_); }

 private:
  std::size_t max_anchors_;
  Anchors best_;
  double cost_ = 0;
};

Part empty_part() {
  Part part;
  part.exact = true;
  part.strings.emplace_back();
  return part;
}

class Analysis {
 public:
  explicit Analysis(std::size_t max_strings) : max_strings_(max_strings) {}

  // Recurses as deep as the pattern nests, which the parser bounds.
  Part analyze(const RegexNode& node) const;

 private:
  std::optional<Strings> cross(const Strings& heads,
                               const Strings& tails) const;
  bool merge(Strings& strings, const Strings& more) const;
  Part concatenate(std::vector<Part> parts) const;
  void append_repeated(const RegexNode& node, std::vector<Part>& parts) const;
  Part alternate(const RegexNode& node, std::vector<Part> branches) const;
  void append_part(const RegexNode& node, std::vector<Part>& parts) const;

  std::size_t max_strings_;
};

// Appends every string of `tails` to every one of `heads`; nothing where that
// is beyond the limits.
std::optional<Strings> Analysis::cross(const Strings& heads,
                                       const Strings& tails) const {
  if (heads.size() * tails.size() > max_strings_) return std::nullopt;
  Strings product;
  product.reserve(heads.size() * tails.size());
  for (const RegexLiteral& head : heads) {
    for (const RegexLiteral& tail : tails) {
      if (head.bytes.size() + tail.bytes.size() > kMaxLiteral) {
        return std::nullopt;
      }
      RegexLiteral joined = head;
      if (tail.fold != 0) joined.fold |= tail.fold << head.bytes.size();
      joined.bytes += tail.bytes;
      product.push_back(std::move(joined));
    }
  }
  return product;
}

// Adds the strings that are not there yet; false where they are too many.
bool Analysis::merge(Strings& strings, const Strings& more) const {
  for (const RegexLiteral& string : more) {
    if (std::find(strings.begin(), strings.end(), string) != strings.end()) {
      continue;
    }
    if (strings.size() == max_strings_) return false;
    strings.push_back(string);
  }
  return true;
}

Part Analysis::concatenate(std::vector<Part> parts) const {
  if (parts.empty()) return empty_part();
  if (parts.size() == 1) return std::move(parts.front());
  Part whole;
  BestAnchors best(max_strings_);
  // The part at which a new run is worth trying: after a part with several
  // strings (fewer, shorter anchors) and where the last run stopped.
  std::size_t next_run = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Part& part = parts[i];
    for (ShapeAnchor& anchor : part.anchors) {
      anchor.max_lead = add_widths(anchor.max_lead, whole.max_width);
    }
    best.offer(std::move(part.anchors));
    const bool starts =
        i >= next_run || (i > 0 && parts[i - 1].strings.size() > 1);
    if (part.exact && starts) {
      Strings run = part.strings;
      std::size_t end = i + 1;
      for (; end < parts.size() && end - i < kMaxRun; ++end) {
        const Part& next = parts[end];
        if (!next.exact) break;
        if (next.strings.size() > 1)
          best.offer(run, whole.max_width, parts[end - 1].behind);
        auto longer = cross(run, next.strings);
        if (!longer) break;
        run = *std::move(longer);
      }
      best.offer(run, whole.max_width, parts[end - 1].behind);
      next_run = std::max(next_run, end);
      if (i == 0 && end == parts.size()) {
        whole.exact = true;
        whole.strings = std::move(run);
      }
    }
    whole.min_width = add_widths(whole.min_width, part.min_width);
    whole.max_width = add_widths(whole.max_width, part.max_width);
  }
  whole.anchors = best.take();
  return whole;
}

// Appends `part` so many times, as parts of a sequence: first the copies that
// multiply out, then the others. So the copies join the parts before them.
void Analysis::append_repeated(const RegexNode& node,
                               std::vector<Part>& parts) const {
  const Part part = analyze(node.children.front());
  const std::uint32_t min_count = node.min_count;
  const std::uint32_t max_count = node.max_count;
  if (max_count == 0 || (part.exact && part.max_width == 0)) {
    parts.push_back(empty_part());
    parts.back().behind.node = &node;
    return;
  }
  std::uint32_t copies = 0;
  if (part.exact) {
    Part head = empty_part();
    for (; copies < min_count; ++copies) {
      auto longer = cross(head.strings, part.strings);
      if (!longer) break;
      head.strings = *std::move(longer);
    }
    head.min_width = multiply_widths(part.min_width, copies);
    head.max_width = multiply_widths(part.max_width, copies);
    if (copies > 0) {
      BestAnchors best(max_strings_);
      head.behind = {&node, copies, {}};
      best.offer(part.anchors);
      best.offer(head.strings, 0, head.behind);
      head.anchors = best.take();
      parts.push_back(std::move(head));
    }
  }
  const std::uint32_t least = min_count - copies;
  const std::uint32_t most =
      max_count == kUnboundedWidth ? max_count : max_count - copies;
  if (most == 0) return;
  Part tail;
  tail.behind.node = &node;
  tail.min_width = multiply_widths(part.min_width, least);
  tail.max_width = multiply_widths(part.max_width, most);
  if (least > 0) tail.anchors = part.anchors;
  if (part.exact && least == 0 && most <= max_strings_) {
    tail.exact = true;
    tail.strings.emplace_back();
    Strings power = tail.strings;
    for (std::uint32_t i = 0; i < most && tail.exact; ++i) {
      auto longer = cross(power, part.strings);
      tail.exact = longer && merge(tail.strings, *longer);
      if (tail.exact) power = *std::move(longer);
    }
    if (!tail.exact) tail.strings.clear();
  }
  parts.push_back(std::move(tail));
}

Part Analysis::alternate(const RegexNode& node,
                         std::vector<Part> branches) const {
  Part whole;
  whole.behind.node = &node;
  whole.min_width = kUnboundedWidth;
  whole.exact = true;
  bool anchored = true;
  Anchors gathered;
  for (Part& branch : branches) {
    whole.min_width = std::min(whole.min_width, branch.min_width);
    whole.max_width = std::max(whole.max_width, branch.max_width);
    whole.exact =
        whole.exact && branch.exact && merge(whole.strings, branch.strings);
    anchored = anchored && !branch.anchors.empty() &&
               gathered.size() + branch.anchors.size() <= kMaxGathered;
    if (anchored) {
      std::move(branch.anchors.begin(), branch.anchors.end(),
                std::back_inserter(gathered));
    }
  }
  BestAnchors best(max_strings_);
  if (anchored) {
    drop_implied(gathered);
    if (gathered.size() <= max_strings_ ||
        shorten_to_fit(gathered, max_strings_)) {
      best.offer(std::move(gathered));
    }
  }
  if (whole.exact) {
    best.offer(whole.strings, 0, whole.behind);
  } else {
    whole.strings.clear();
  }
  whole.anchors = best.take();
  return whole;
}

void Analysis::append_part(const RegexNode& node,
                           std::vector<Part>& parts) const {
  if (node.kind == RegexNode::Kind::kRepeat) {
    append_repeated(node, parts);
  } else {
    parts.push_back(analyze(node));
  }
}

Part Analysis::analyze(const RegexNode& node) const {
  switch (node.kind) {
    case RegexNode::Kind::kConcat: {
      std::vector<Part> parts;
      parts.reserve(node.children.size());
      for (const RegexNode& child : node.children) append_part(child, parts);
      Part whole = concatenate(std::move(parts));
      whole.behind = {&node, 0, {}};
      return whole;
    }
    case RegexNode::Kind::kRepeat: {
      std::vector<Part> parts;
      append_part(node, parts);
      Part whole = concatenate(std::move(parts));
      whole.behind = {&node, 0, {}};
      return whole;
    }
    case RegexNode::Kind::kAlternate: {
      std::vector<Part> branches;
      branches.reserve(node.children.size());
      for (const RegexNode& child : node.children) {
        branches.push_back(analyze(child));
      }
      return alternate(node, std::move(branches));
    }
    case RegexNode::Kind::kStrings:
    case RegexNode::Kind::kOpaque:
      break;
  }
  Part part;
  part.behind.node = &node;
  part.min_width = node.min_width;
  part.max_width = node.max_width;
  part.exact = node.kind == RegexNode::Kind::kStrings;
  if (part.exact) {
    part.strings = node.strings;
    BestAnchors best(max_strings_);
    best.offer(part.strings, 0, part.behind);
    part.anchors = best.take();
  }
  return part;
}

std::uint32_t least_width_of(const RegexNode& node) {
  std::uint32_t width = node.min_width;
  switch (node.kind) {
    case RegexNode::Kind::kStrings:
    case RegexNode::Kind::kOpaque:
      break;
    case RegexNode::Kind::kConcat:
      width = 0;
      for (const RegexNode& child : node.children)
        width = add_widths(width, least_width_of(child));
      break;
    case RegexNode::Kind::kAlternate:
      width = kUnboundedWidth;
      for (const RegexNode& child : node.children)
        width = std::min(width, least_width_of(child));
      break;
    case RegexNode::Kind::kRepeat:
      width = multiply_widths(least_width_of(node.children.front()),
                              node.min_count);
      break;
  }
  return width;
}

}  // namespace

RegexShape regex_shape(std::string_view regex) {
  RegexShape shape;
  shape.max_width = kUnboundedWidth;
  for (const std::size_t max_strings : {kFewStrings, kManyStrings}) {
    auto parsed = parse_regex(regex, max_strings);
    if (!parsed) break;
    auto tree = std::make_unique<const RegexNode>(*std::move(parsed));
    Part part = Analysis(max_strings).analyze(*tree);
    shape.min_width = part.min_width;
    shape.max_width = part.max_width;
    if (!part.anchors.empty() &&
        (shape.anchors.empty() ||
         anchor_cost(part.anchors) < anchor_cost(shape.anchors))) {
      shape.anchors = std::move(part.anchors);
      shape.tree = std::move(tree);
    }
    if (!shape.anchors.empty() && anchor_cost(shape.anchors) < kDear) break;
  }
  return shape;
}

std::uint32_t least_width(std::string_view regex) {
  const auto tree = parse_regex(regex, kFewStrings);
  return tree ? least_width_of(*tree) : 0;
}

}  // namespace sluice
