// As in the engine, literals find places and RE2 confirms them, but a text is
// whole here, which makes the rest simpler and the answer exact for any
// pattern, however long its matches.
//
// Let an anchor of a rule stand at a, with at most `lead` bytes of a match
// before it. Every match starts in the union of the ranges [a - lead, a]. They
// are merged and gone through in ascending order; in each, the leftmost match
// from the end of the last one is what FindAll finds next, since none starts
// between the ranges.
//
// Probing. Most patterns of gitleaks look like [\w.-]{0,50}?(?:name)...: fifty
// places to start from for each name, and no bound on their length, so that a
// free search would run on to the end of the text. But the head is optional: if
// a match holds a name at a, what is left of the pattern without the head
// matches at a, and so does the pattern. So it is tried at a, with the start
// fixed, which fails after a few bytes nearly always; only where it succeeds is
// the leftmost start looked for.
//
// Odd texts. A caseless ASCII letter matches one that is not ASCII in three
// cases (match/lower_case.h), which the literals do not see. Texts with one of
// them are rare; there every rule runs over the whole text.

#include "match/text_matcher.h"

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "match/lower_case.h"
#include "match/optional_head.h"
#include "rules/regex_shape.h"
#include "text/utf8.h"

namespace sluice {
namespace {

constexpr std::uint32_t kNotProbed = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kNoGate = std::numeric_limits<std::uint32_t>::max();

// As in engine.cc: with fewer places to start from, each is tried.
constexpr std::size_t kFewStarts = 16;

// Compiled to vector instructions, for which an early end would stand in the
// way.
bool is_ascii(std::string_view text) {
  unsigned char all = 0;
  for (const char c : text) all |= static_cast<unsigned char>(c);
  return all < 0x80;
}

}  // namespace

TextMatcher::TextMatcher(RuleSet rules) : rules_(std::move(rules)) {
  plan_rules();
  plan_ = make_plan(planned_);
}

void TextMatcher::plan_rules() {
  std::vector<std::uint32_t> gated;
  for (std::uint32_t index = 0; index < rules_.rules().size(); ++index) {
    const Rule& rule = rules_.rules()[index];
    patterns_.emplace_back(rule.regex);
    auto& keywords = keywords_.emplace_back();
    for (const std::string_view keyword : rule.keywords) {
      keywords.push_back(to_lower(keyword));
      if (!is_ascii(keyword)) odd_keywords_ = true;
    }
    planned_.push_back(rule);
    probed_.push_back(kNotProbed);
    std::uint32_t lead = 0;
    for (const Anchor& anchor : rule.anchors)
      lead = std::max(lead, anchor.max_lead);
    if (lead > kMaxLead) {
      // Too far into the match to find it by them, but they must be there.
      auto& words = gate_words_.emplace_back();
      for (const Anchor& anchor : rule.anchors) words.push_back(anchor.text);
      planned_.back().keywords = words;
      if (!rule.keywords.empty()) gated.push_back(index);
      continue;
    }
    const auto core = without_optional_head(rule.regex);
    if (lead == 0 || !core) continue;
    const RegexShape shape = regex_shape(*core);
    if (shape.anchors.empty() ||
        !std::ranges::all_of(shape.anchors, [](const ShapeAnchor& anchor) {
          return anchor.max_lead == 0;
        }))
      continue;
    auto& anchors = anchors_.emplace_back();
    for (const ShapeAnchor& anchor : shape.anchors)
      anchors.push_back(
          {anchor_texts_.emplace_back(anchor.text), anchor.caseless, 0});
    planned_.back().anchors = anchors;
    probed_.back() = lead;
  }
  // A rule with two gates stands in the plan twice.
  second_gate_.assign(planned_.size(), kNoGate);
  for (const std::uint32_t index : gated) {
    second_gate_[index] = static_cast<std::uint32_t>(planned_.size());
    Rule& rule = planned_.emplace_back(rules_.rules()[index]);
    rule.anchors = {};
  }
}

Result<std::unique_ptr<TextMatcher>> TextMatcher::create(RuleSet rules) {
  std::unique_ptr<TextMatcher> matcher(new TextMatcher(std::move(rules)));
  SLUICE_TRY_ASSIGN(matcher->index_,
                    LiteralIndex::compile(matcher->plan_.literals));
  return matcher;
}

Result<TextScratch> TextMatcher::make_scratch() const {
  TextScratch scratch;
  SLUICE_TRY_ASSIGN(scratch.literals_, index_.make_scratch());
  scratch.keyword_seen_.resize(planned_.size());
  return scratch;
}

void TextMatcher::begin(std::string_view text, TextScratch& scratch) const {
  scratch.text_ = text;
  scratch.subject_ = {};
}

// Bytes that belong to no character count as one each in Go and never match in
// RE2; see subject_of() in engine.cc.
std::string_view TextMatcher::subject(TextScratch& scratch) {
  if (scratch.subject_.empty()) {
    scratch.subject_ = scratch.text_;
    if (!is_ascii(scratch.text_) && !is_utf8(scratch.text_)) {
      scratch.repaired_ = replace_invalid_utf8(scratch.text_);
      scratch.subject_ = scratch.repaired_;
    }
  }
  return scratch.subject_;
}

bool TextMatcher::is_odd(std::string_view text) const {
  return !is_ascii(text) && (odd_keywords_ || folds_to_ascii(text));
}

void TextMatcher::find_all(const Wanted& wanted, TextScratch& scratch,
                           std::vector<TextMatch>* matches) const {
  if (is_odd(scratch.text_)) return find_odd(wanted, scratch, matches);
  collect(scratch);
  const auto may_run = [&](std::uint32_t rule) {
    if (plan_.needs_keyword[rule] && !scratch.keyword_seen_[rule]) return false;
    if (second_gate_[rule] != kNoGate &&
        !scratch.keyword_seen_[second_gate_[rule]])
      return false;
    return wanted(rule);
  };
  const std::vector<TextScratch::Starts>& starts = scratch.starts_;
  for (std::size_t i = 0, end; i < starts.size(); i = end) {
    const std::uint32_t rule = starts[i].rule;
    for (end = i; end < starts.size() && starts[end].rule == rule;) ++end;
    if (!may_run(rule)) continue;
    const TextScratch::Starts* const first = starts.data() + i;
    const TextScratch::Starts* const last = starts.data() + end;
    if (probed_[rule] == kNotProbed)
      search(subject(scratch), rule, first, last, matches);
    else
      probe(subject(scratch), rule, first, last, matches);
  }
  for (const std::uint32_t rule : plan_.plain_rules)
    if (rule < rules_.rules().size() && may_run(rule))
      find_plain(subject(scratch), rule, matches);
}

void TextMatcher::collect(TextScratch& scratch) const {
  scratch.hits_.clear();
  scratch.starts_.clear();
  std::fill(scratch.keyword_seen_.begin(), scratch.keyword_seen_.end(), false);
  index_.find(scratch.text_, scratch.literals_, &scratch.hits_);
  for (const LiteralHit& hit : scratch.hits_) {
    const std::size_t at = hit.end - plan_.literals[hit.literal].text.size();
    for (const LiteralUse& use : plan_.uses_of(hit.literal)) {
      if (use.anchor)
        scratch.starts_.push_back(
            {use.rule, at - std::min<std::size_t>(at, use.lead), at});
      else
        scratch.keyword_seen_[use.rule] = true;
    }
  }
  std::sort(scratch.starts_.begin(), scratch.starts_.end(),
            [](const TextScratch::Starts& a, const TextScratch::Starts& b) {
              return a.rule != b.rule ? a.rule < b.rule : a.first < b.first;
            });
}

void TextMatcher::probe(std::string_view text, std::uint32_t rule,
                        const TextScratch::Starts* first,
                        const TextScratch::Starts* end,
                        std::vector<TextMatch>* matches) const {
  const Pattern& pattern = patterns_[rule];
  const std::size_t head = probed_[rule];
  std::size_t from = 0;
  Pattern::Span found;
  for (; first != end; ++first) {
    const std::size_t anchor = first->last;
    if (anchor < from ||
        !pattern.find(text, anchor, text.size(), Pattern::Start::kHere, &found))
      continue;
    const std::size_t least = anchor - std::min(anchor, head);
    const bool again = pattern.find(text, std::max(from, least), text.size(),
                                    Pattern::Start::kAnywhere, &found);
    SLUICE_CHECK(again && found.begin <= anchor);
    matches->push_back({rule, found.begin, found.end});
    from = found.end;
  }
}

void TextMatcher::search(std::string_view text, std::uint32_t rule,
                         const TextScratch::Starts* first,
                         const TextScratch::Starts* end,
                         std::vector<TextMatch>* matches) const {
  const Pattern& pattern = patterns_[rule];
  const std::uint32_t width = rules_.rules()[rule].max_width;
  std::size_t from = 0;  // where the next match may start
  while (first != end) {
    std::size_t begin = std::max(from, first->first);
    std::size_t last = first->last;
    for (++first; first != end && first->first <= last + 1; ++first)
      last = std::max(last, first->last);
    const bool bounded = width < text.size() - last;
    const std::size_t to = bounded ? last + width : text.size();
    while (begin <= last) {
      Pattern::Span found;
      if (last - begin < kFewStarts) {
        if (!pattern.find(text, begin, to, Pattern::Start::kHere, &found)) {
          ++begin;
          continue;
        }
      } else if (!pattern.find(text, begin, to, Pattern::Start::kAnywhere,
                               &found)) {
        // Without a bound, nothing more is found in all of the text.
        if (!bounded) return;
        break;
      } else if (found.begin > last && bounded) {
        break;  // it may go on behind the bound: its own range will tell
      }
      matches->push_back({rule, found.begin, found.end});
      begin = from = found.end;
    }
  }
}

// Go's own loop: an empty match next to the end of the last one does not count.
void TextMatcher::find_plain(std::string_view text, std::uint32_t rule,
                             std::vector<TextMatch>* matches) const {
  constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();
  const Pattern& pattern = patterns_[rule];
  std::size_t from = 0;
  std::size_t last_end = kNowhere;
  Pattern::Span found;
  while (from <= text.size() &&
         pattern.find(text, from, text.size(), Pattern::Start::kAnywhere,
                      &found)) {
    const bool counts = found.end != from || found.begin != last_end;
    if (found.end == from)
      from += std::max<std::size_t>(decode_utf8(text.substr(from)).size, 1);
    else
      from = found.end;
    last_end = found.end;
    if (counts) matches->push_back({rule, found.begin, found.end});
  }
}

void TextMatcher::find_odd(const Wanted& wanted, TextScratch& scratch,
                           std::vector<TextMatch>* matches) const {
  const std::string lower = to_lower(scratch.text_);
  for (std::uint32_t rule = 0; rule < rules_.rules().size(); ++rule) {
    if (rules_.rules()[rule].regex.empty()) continue;
    if (keyword_in(rule, lower) && wanted(rule))
      find_plain(subject(scratch), rule, matches);
  }
}

bool TextMatcher::keyword_in(std::uint32_t rule,
                             const std::string& lower) const {
  const std::vector<std::string>& keywords = keywords_[rule];
  return keywords.empty() ||
         std::ranges::any_of(keywords, [&](const std::string& keyword) {
           return !keyword.empty() && lower.find(keyword) != std::string::npos;
         });
}

void TextMatcher::find_all_of(std::uint32_t rule, TextScratch& scratch,
                              std::vector<TextMatch>* matches) const {
  find_plain(subject(scratch), rule, matches);
}

bool TextMatcher::groups(std::uint32_t rule, std::string_view text,
                         std::vector<std::string_view>* groups) const {
  if (is_ascii(text) || is_utf8(text))
    return patterns_[rule].groups(text, groups);
  const std::string repaired = replace_invalid_utf8(text);
  if (!patterns_[rule].groups(repaired, groups)) return false;
  for (std::string_view& group : *groups) {
    if (group.data() == nullptr) continue;
    const auto at = static_cast<std::size_t>(group.data() - repaired.data());
    group = text.substr(at, group.size());
  }
  return true;
}

}  // namespace sluice
