#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "match/pattern.h"
#include "match/plan/plan.h"
#include "regex/shape.h"
#include "rulecheck/match_text.h"
#include "rulecheck/remarks.h"
#include "rules/table_reader.h"

namespace sluice {
namespace {

// A byte has this many values, and so 8 bits at most.
constexpr double kByteValues = 256;

// Whether a match can be empty; the scanner ignores such a match. Where the
// widths leave it open, this tries, because an assertion may forbid it.
bool can_be_empty(const Rule& rule) {
  if (regex_shape(rule.regex).min_width != 0) return false;
  const Pattern pattern(rule.regex);
  for (const std::string_view text : {"", "a", "a b", "1\n2", "\"\"", "= _-"}) {
    for (std::size_t from = 0; from <= text.size(); ++from) {
      Pattern::Span span{};
      if (pattern.find(text, from, text.size(), Pattern::Start::kHere, &span) &&
          span.begin == span.end)
        return true;
    }
  }
  return false;
}

void lint_anchors(const Rule& rule, std::size_t entry, const RuleCost* cost,
                  Remarks& remarks) {
  if (rule.anchors.empty()) {
    remarks.add(entry,
                "no {} bytes are in every match: whole files are searched with "
                "the pattern",
                kMinAnchor);
    return;
  }
  const auto far = std::ranges::find_if(rule.anchors, [](const Anchor& anchor) {
    return anchor.max_lead > kMaxLead;
  });
  if (far != rule.anchors.end()) {
    remarks.add(entry,
                "every match contains {}, but maybe more than {} bytes after "
                "its beginning: whole files are searched with the pattern",
                shown(far->text), kMaxLead);
    return;
  }
  if (cost == nullptr || cost->hits <= kManyHits) return;
  const auto shortest = std::ranges::min_element(
      rule.anchors, {},
      [](const Anchor& anchor) { return anchor.text.size(); });
  remarks.add(
      entry,
      "the bytes that it is looked for by, {}{}, occur {:.0f} times in "
      "a megabyte of the sample: longer bytes that every match contains "
      "would be cheaper",
      shown(shortest->text),
      rule.anchors.size() == 1
          ? ""
          : fmt::format(" and {} more", rule.anchors.size() - 1),
      cost->hits);
}

void lint_keywords(const Rule& rule, std::size_t entry, Remarks& remarks) {
  std::vector<std::string> unreachable;
  for (const std::string_view keyword : rule.keywords)
    if (!may_hold(rule.regex, keyword)) unreachable.push_back(shown(keyword));
  if (unreachable.empty()) return;
  const bool all = unreachable.size() == rule.keywords.size();
  remarks.add(entry, "no match can hold the {} {}: {}",
              unreachable.size() == 1 ? "keyword" : "keywords",
              fmt::join(unreachable, ", "),
              all ? "it finds nothing but in files that hold one elsewhere"
                  : "it helps with files that hold it elsewhere alone");
}

// By the secret, of which both bounds are.
void lint_bounds(const Rule& rule, std::size_t entry, Remarks& remarks) {
  const std::uint32_t width =
      rule.assignment == Assignment::kNone
          ? max_secret_width(rule.regex, rule.secret_group)
          : rule.max_width;
  if (width == kUnboundedWidth) return;
  const double most_bits = std::log2(std::clamp<double>(width, 1, kByteValues));
  if (rule.entropy > most_bits) {
    remarks.add(entry,
                "no secret of it can have an `entropy` of {}: {} bytes have "
                "{:.1f} bits at most",
                rule.entropy, width, most_bits);
  }
  if (rule.min_digits > width) {
    remarks.add(entry,
                "no secret of it can hold {} digits: it has {} bytes at most",
                rule.min_digits, width);
  }
}

void lint_width(const Rule& rule, std::size_t entry, const RuleCost* cost,
                Remarks& remarks) {
  if (rule.max_width == kUnboundedWidth) {
    // Private keys have no greatest length either, but their beginning occurs
    // nowhere else.
    if (!rule.anchors.empty() && (cost == nullptr || cost->hits <= kFewHits))
      return;
    remarks.add(entry,
                "its matches have no greatest length: {} bytes are searched "
                "around each place that may hold one",
                kMaxSpan);
  }
}

}  // namespace

void lint_pattern(const Rule& rule, std::size_t entry, const RuleCost* cost,
                  Remarks& remarks) {
  const bool by_regex = rule.assignment == Assignment::kNone;
  if (by_regex && can_be_empty(rule))
    remarks.add(entry, "its pattern matches the empty text");
  if (reads_rows(rule.assignment)) return;
  lint_anchors(rule, entry, cost, remarks);
  lint_width(rule, entry, cost, remarks);
  lint_bounds(rule, entry, remarks);
  if (by_regex) lint_keywords(rule, entry, remarks);
  if (cost != nullptr && cost->ms > kSlowMs) {
    remarks.add(entry,
                "it takes {:.0f} ms for a megabyte of the sample, by itself",
                cost->ms);
  }
}

}  // namespace sluice
