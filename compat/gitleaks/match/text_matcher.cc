// Literals find places and RE2 confirms them, as in the engine. But here the
// text is whole, which makes the rest simpler, and the result exact for any
// pattern, however long its matches are.
//
// Let an anchor of a rule be at a, with at most `lead` bytes of a match before
// it. Every match starts in the union of the ranges [a - lead, a]. They are
// merged and visited in ascending order. In each, the leftmost match from the
// end of the last one is what FindAll finds next, because none starts between
// the ranges.
//
// Probing. Most patterns of gitleaks look like [\w.-]{0,50}?(?:name)...: fifty
// starting places for each name, and no bound on their length. So a free search
// would run to the end of the text. But the head is optional: if a match
// contains a name at a, the rest of the pattern without the head matches at a,
// and so does the pattern. So the pattern is first tried at a, with the start
// fixed, which nearly always fails after a few bytes. Only if it succeeds, the
// leftmost start is searched for.
//
// Letters beyond ASCII. In a caseless pattern, k also matches U+212A and s also
// U+017F. A keyword is searched for in the text in lower case, in which U+0130
// is i and U+212A is k. The literals match none of these. So a text with such a
// letter is searched for literals twice: unchanged, and with those letters
// replaced by ASCII (ascii_fold.h). In the second search, only occurrences that
// contain one of the letters count. This finds too much in two cases. A false
// anchor opens a range in which RE2 finds nothing. And a keyword with a long s
// is not a keyword, because U+017F is already in lower case. So such
// occurrences do not count as keywords. Usually, each anchor of a rule contains
// a keyword, so its keywords are taken for granted; if all its anchors have a
// long s, they are tested.
//
// For rules with a keyword beyond ASCII, the keywords are tested in the lower
// case of any text, because that of U+212A and U+0130 is ASCII.

#include "gitleaks/match/text_matcher.h"

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "gitleaks/go/lower_case.h"
#include "regex/optional_head.h"
#include "regex/shape.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace sluice {
namespace {

constexpr std::uint32_t kNotProbed = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kNoKeyword = std::numeric_limits<std::uint32_t>::max();

}  // namespace

TextMatcher::TextMatcher(RuleSet rules) : rules_(std::move(rules)) {
  plan_rules();
  plan_ = make_plan(planned_);
}

void TextMatcher::plan_rules() {
  for (std::uint32_t index = 0; index < rules_.rules().size(); ++index) {
    const Rule& rule = rules_.rules()[index];
    patterns_.emplace_back(rule, Pattern::Owner{&rules_, index});
    auto& keywords = keywords_.emplace_back();
    for (const std::string_view keyword : rule.keywords)
      keywords.push_back(to_lower(keyword));
    odd_keywords_.push_back(!std::ranges::all_of(rule.keywords, is_ascii));
    planned_.push_back(rule);
    probed_.push_back(kNotProbed);
    keyword_of_.push_back(keywords.empty() ? kNoKeyword : index);
    needs_anchor_.push_back(false);
  }
  for (std::uint32_t index = 0; index < rules_.rules().size(); ++index) {
    std::uint32_t lead = 0;
    for (const Anchor& anchor : rules_.rules()[index].anchors)
      lead = std::max(lead, anchor.max_lead);
    if (lead > kMaxLead)
      require_anchors(index);
    else if (lead > 0)
      probe_core(index, lead);
  }
}

// These anchors are too far into the match to find it, but they must be there.
// A rule that also has keywords is in the plan twice.
void TextMatcher::require_anchors(std::uint32_t index) {
  const Rule& rule = rules_.rules()[index];
  auto& words = anchor_words_.emplace_back();
  for (const Anchor& anchor : rule.anchors) words.push_back(anchor.text);
  planned_[index].keywords = words;
  needs_anchor_[index] = true;
  if (rule.keywords.empty()) return;
  keyword_of_[index] = static_cast<std::uint32_t>(planned_.size());
  planned_.push_back(rule);
  planned_.back().anchors = {};
  needs_anchor_.push_back(false);
}

void TextMatcher::probe_core(std::uint32_t index, std::uint32_t lead) {
  const auto core = without_optional_head(rules_.rules()[index].regex);
  if (!core) return;
  const RegexShape shape = regex_shape(*core);
  if (shape.anchors.empty() ||
      !std::ranges::all_of(shape.anchors, [](const ShapeAnchor& anchor) {
        return anchor.max_lead == 0;
      }))
    return;
  auto& anchors = anchors_.emplace_back();
  for (const ShapeAnchor& anchor : shape.anchors)
    anchors.push_back(
        {anchor_texts_.emplace_back(anchor.text), anchor.caseless, 0});
  planned_[index].anchors = anchors;
  probed_[index] = lead;
}

Result<std::unique_ptr<TextMatcher>> TextMatcher::create(
    RuleSet rules, std::string_view literals) {
  std::unique_ptr<TextMatcher> matcher(new TextMatcher(std::move(rules)));
  SLUICE_TRY_ASSIGN(matcher->literals_,
                    LiteralFinder::create(matcher->plan_.literals, literals));
  return matcher;
}

Result<std::string> serialize_text_literals(RuleSet rules) {
  const TextMatcher matcher(std::move(rules));
  return LiteralIndex::serialize(matcher.plan_.literals);
}

void TextMatcher::begin(std::string_view text, TextScratch& scratch) const {
  scratch.text_ = text;
  scratch.is_ascii_ = is_ascii(text);
  scratch.subject_ = {};
  scratch.lower_.reset();
}

// In Go, bytes that belong to no character count as one each. In RE2, they
// never match; see subject_of() in engine.cc.
std::string_view TextMatcher::subject(TextScratch& scratch) {
  if (scratch.subject_.empty()) {
    scratch.subject_ = scratch.text_;
    if (!scratch.is_ascii_ && !is_utf8(scratch.text_)) {
      scratch.repaired_ = replace_invalid_utf8(scratch.text_);
      scratch.subject_ = scratch.repaired_;
    }
  }
  return scratch.subject_;
}

const std::string& TextMatcher::lower(TextScratch& scratch) {
  if (!scratch.lower_) scratch.lower_ = to_lower(scratch.text_);
  return *scratch.lower_;
}

void TextMatcher::find_all(const Wanted& wanted, TextScratch& scratch,
                           std::vector<TextMatch>* matches) const {
  collect(scratch);
  const std::vector<TextScratch::Starts>& starts = scratch.starts_;
  for (std::size_t i = 0, end; i < starts.size(); i = end) {
    const std::uint32_t rule = starts[i].rule;
    for (end = i; end < starts.size() && starts[end].rule == rule;) ++end;
    const auto of_rule = std::span(starts).subspan(i, end - i);
    if (!may_run(rule, of_rule, scratch) || !wanted(rule)) continue;
    const TextScratch::Starts* const first = of_rule.data();
    const TextScratch::Starts* const last = first + of_rule.size();
    if (probed_[rule] == kNotProbed)
      search(subject(scratch), rule, first, last, matches);
    else
      probe(subject(scratch), rule, first, last, matches);
  }
  for (const std::uint32_t rule : plan_.plain_rules)
    if (rule < rules_.rules().size() && may_run(rule, {}, scratch) &&
        wanted(rule))
      find_plain(subject(scratch), rule, matches);
}

// Whether the text contains what `rule` requires. `starts` are those of the
// rule. They are empty if its anchors open no ranges.
bool TextMatcher::may_run(std::uint32_t rule,
                          std::span<const TextScratch::Starts> starts,
                          TextScratch& scratch) const {
  if (needs_anchor_[rule] && !scratch.keyword_seen_[rule]) return false;
  const std::uint32_t keyword = keyword_of_[rule];
  if (keyword == kNoKeyword) return true;
  if (odd_keywords_[rule]) return keyword_in(rule, lower(scratch));
  if (plan_.needs_keyword[keyword]) return scratch.keyword_seen_[keyword];
  const bool shown =
      std::ranges::any_of(starts, [](const auto& one) { return !one.long_s; });
  return shown || keyword_in(rule, lower(scratch));
}

bool TextMatcher::keyword_in(std::uint32_t rule,
                             const std::string& lower) const {
  return std::ranges::any_of(keywords_[rule], [&](const std::string& keyword) {
    return !keyword.empty() && lower.find(keyword) != std::string::npos;
  });
}

void TextMatcher::collect(TextScratch& scratch) const {
  scratch.hits_.clear();
  scratch.starts_.clear();
  scratch.keyword_seen_.assign(planned_.size(), false);
  literals_->find(scratch.text_, scratch.literals_, &scratch.hits_);
  for (const LiteralHit& hit : scratch.hits_)
    note(hit.literal, hit.end - plan_.literals[hit.literal].text.size(), false,
         scratch);
  if (!scratch.is_ascii_ && folds_to_ascii(scratch.text_))
    collect_folded(scratch);
  std::sort(scratch.starts_.begin(), scratch.starts_.end(),
            [](const TextScratch::Starts& a, const TextScratch::Starts& b) {
              return a.rule != b.rule ? a.rule < b.rule : a.first < b.first;
            });
}

void TextMatcher::collect_folded(TextScratch& scratch) const {
  if (!scratch.folded_.make(scratch.text_)) return;
  scratch.hits_.clear();
  literals_->find(scratch.folded_.text(), scratch.literals_, &scratch.hits_);
  for (const LiteralHit& hit : scratch.hits_) {
    const AsciiFold::Origin origin = scratch.folded_.origin_of(
        hit.end - plan_.literals[hit.literal].text.size(), hit.end);
    if (origin.changed) note(hit.literal, origin.begin, origin.long_s, scratch);
  }
}

void TextMatcher::note(std::uint32_t literal, std::size_t at, bool long_s,
                       TextScratch& scratch) const {
  for (const LiteralUse& use : plan_.uses_of(literal)) {
    if (use.anchor)
      scratch.starts_.push_back(
          {use.rule, long_s, at - std::min<std::size_t>(at, use.lead), at});
    else if (!long_s || needs_anchor_[use.rule])
      scratch.keyword_seen_[use.rule] = true;
  }
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
      if (last - begin < Pattern::kFewStarts) {
        if (!pattern.find(text, begin, to, Pattern::Start::kHere, &found)) {
          ++begin;
          continue;
        }
      } else if (!pattern.find(text, begin, to, Pattern::Start::kAnywhere,
                               &found)) {
        // Without a bound, there is no further match in the whole text.
        if (!bounded) return;
        break;
      } else if (found.begin > last && bounded) {
        break;  // may exceed the bound: see its own range
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
