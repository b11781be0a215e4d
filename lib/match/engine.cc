// The search has three stages. One pass over the text finds the anchors, which
// are bytes that every match of a rule must contain (regex/shape.h); a
// pre-filter or Hyperscan does this (literal_finder.h). A lookahead reads the
// bytes after each anchor and stops most of them (lookahead.h). RE2, or the
// parser of assignments (assignment.h), then runs on the few bytes around the
// rest.
//
// Rejected: all patterns in one Hyperscan database. Measured on the Linux
// source tree, 221 full patterns took 1.25 s, and 0.86 s to compile; their
// literals took 0.48 s and 8 ms. Also, RE2 returns captures and has the meaning
// of Go's regexp.
//
// Why the contexts are exact. Let a be where an anchor begins. A match that
// contains the anchor starts in [a - lead, a] and ends by a + span. So for each
// anchor, in the order of a - lead, the search is for the first match that
// starts there. One that starts before it would have been found from an anchor
// before. A match that starts later belongs to a later anchor. `resume` is where
// the secret of the rule's last match ended. Searching from there, leftmost
// first, gives the matches that a plain run over the whole file would give.
// (From the end of the match, each second secret of a list would be lost: a
// pattern that requires a delimiter on both sides would find that the next
// one's is taken.) Every bound is relative to the anchor and none to the view's
// border, and a view's context is at least as long as these bounds. Therefore
// the findings do not depend on how a file is cut into views. A pattern without
// a bound on its length is searched as if its matches ended by kMaxSpan after
// the anchor.
//
// Why it is linear. Contexts overlap: the head of a private key opens one of 32
// KiB, and a text of nothing but heads would be searched a thousand times over.
// So after a few contexts of a rule without a match, the next ones are first
// searched together, in one pass. If there is no match in the bytes from the
// beginning of the first to the end of the last, there is none in any of them.
// Each time this holds, twice as many are taken together. Otherwise, the
// contexts that end before the nearest match begins are passed, and a quarter
// as many are taken.
//
// If a match may start at few places only, each context is tried separately, as
// long as that takes little time. Such a try mostly fails after some bytes, in
// 0.3 us. A search of many contexts together has to follow all their beginnings
// at once. RE2 then makes a new state of its automaton at nearly every byte,
// gives that up, and continues without the automaton, in 7 us a call. This was
// half of all time with betterleaks' generic-username and generic-api-key. RE2
// does not report how far a try reads, so the time of a try is measured. The
// time decides nothing about what is found.
//
// A rule without an anchor is searched in the same way: from many places
// together, in the bytes up to a span after the last of them. What is found
// there may be longer than a span. Then it is not a match, and from there on
// fewer places are taken together, down to one, from which nothing can be too
// long.
//
// Some matches would each cost a whole span although the search advances by
// only one byte: matches that overlap (the next search starts after the
// secret), empty matches, and those that RE2 reads far beyond (x(?:.*y)?). So
// there is a bound for the matches of a rule that begin in one block of the
// file, kMaxSpan bytes. The first kCrowd may be as long as a span, and later
// ones end by kCrowdedSpan. So for one rule and one byte of text, RE2 reads at
// most kCrowd + kCrowdedSpan bytes, and a few more for the search of many
// places together. Blocks belong to the file, and matches are counted where
// they begin, so views have no influence here either. The readers of
// assignments have bounds of their own.
//
// One call of RE2 gets at most kMaxSpan and kMaxStarts bytes, and between calls
// the interrupt is tested.

#include "match/engine.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/timed.h"
#include "match/plan/block_marks.h"
#include "match/plan/plan_bytes.h"
#include "match/plan/plan_search.h"
#include "match/tables/columns.h"
#include "match/tables/token_runs.h"
#include "regex/optional_head.h"
#include "regex/shape.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace sluice {
namespace {

// The path by which the rules for texts apply to a file whose name has no
// extension: a script, a note, a program's settings. Empty for other files,
// except for text in a binary file (FileMatch::begin_in_binary()).
std::string as_text(std::string_view path, bool in_binary) {
  if (in_binary) return std::string(path) + ".conf";
  const std::string_view name = path.substr(path.rfind('/') + 1);
  if (name.empty() || name.find('.', 1) != name.npos) return {};
  // Trees of sources have thousands of these, and rules that read them name
  // them.
  if (name == "Makefile" || name == "Kconfig" || name == "Kbuild") return {};
  return std::string(path) + ".txt";
}

// After this many contexts in a row without a match, the next ones are searched
// together if they overlap or are close together.
constexpr std::size_t kFailures = 2;

// A try that takes longer on average reads far: some KiB.
constexpr std::chrono::nanoseconds kLongTry{3000};

// The time of the last tries of a rule's contexts.
class TryTimes {
 public:
  // Makes the try `one`, and returns its result. Every fourth is measured,
  // because reading the clock takes as long as a short try.
  auto of(const auto& one) {
    if (++tries_ % 4 != 1) return one();
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    const auto result = one();
    const std::chrono::nanoseconds time = Clock::now() - begin;
    mean_ += (std::min(time, 4 * kLongTry) - mean_) / 4;
    return result;
  }
  bool are_short() const { return mean_ < kLongTry; }

 private:
  std::chrono::nanoseconds mean_{0};
  std::uint32_t tries_ = 0;
};

// Bytes that RE2 searches in the time of one call that finds nothing.
constexpr std::size_t kBytesACall = 100;

// The number of starting places in one search of a rule without an anchor.
constexpr std::size_t kMaxStarts = 64 * 1024;

// The number of matches of a rule that may begin in a block before it is
// crowded, and the longest other ones there, from their anchor.
constexpr std::uint32_t kCrowd = 128;
constexpr std::size_t kCrowdedSpan = 1024;

// The text that the patterns run on. RE2 in UTF-8 has no match for a byte that
// belongs to no character, not even with [^x]. In Go, whose meaning patterns
// have here, such a byte counts as U+FFFD. So a text with such bytes is
// searched in a copy in which they are DEL. DEL is not a word character, not a
// blank, and in no class of token characters.
std::string_view subject_of(std::string_view text, std::string* repaired) {
  if (is_utf8(text)) return text;
  *repaired = replace_invalid_utf8(text);
  return *repaired;
}

// Returns subject_of() for the contexts alone, whose rules have `spans`: in a
// binary file nearly all bytes are no characters, and few of them are near an
// anchor.
std::string_view repaired_contexts(std::string_view text,
                                   std::span<const MatchScratch::Context> all,
                                   const auto& spans, std::string* repaired) {
  *repaired = text;
  std::size_t left = text.size();
  for (const MatchScratch::Context& context : all) {
    std::size_t begin =
        context.anchor -
        std::min<std::size_t>(context.anchor, context.lead + kMaxCharacter);
    // Not within a character.
    for (std::size_t i = 1; i < kMaxCharacter && begin > 0; ++i, --begin)
      if ((static_cast<unsigned char>(text[begin]) & 0xC0U) != 0x80U) break;
    std::size_t end = std::min<std::size_t>(
        text.size(), context.anchor + spans[context.rule] + kMaxCharacter);
    for (std::size_t i = 1; i < kMaxCharacter && end < text.size(); ++i, ++end)
      if ((static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U) break;
    if (end - begin > left) return subject_of(text, repaired);
    left -= end - begin;
    const std::string_view part = text.substr(begin, end - begin);
    if (!is_ascii(part))
      repaired->replace(begin, part.size(), replace_invalid_utf8(part));
  }
  return *repaired;
}

constexpr std::string_view kStandardInput = "-";

// Bytes of a cell that may be a secret.
constexpr std::size_t kMinCell = 4;
constexpr std::size_t kMaxCell = 2000;

// Whether the pattern is one like [\w.-]{0,50}?(?:name)..., whose anchors are
// the names. Then a match that contains a name implies a match that begins with
// it.
bool begins_at_anchor(const Rule& rule) {
  const auto core = without_optional_head(rule.regex);
  if (!core) return false;
  const RegexShape shape = regex_shape(*core);
  return std::ranges::equal(
      shape.anchors, rule.anchors, [](const ShapeAnchor& a, const Anchor& b) {
        return a.max_lead == 0 && a.text == b.text && a.caseless == b.caseless;
      });
}

// Returns the end, in the view, of the file's block that contains
// view.text[at].
std::size_t block_end(const View& view, std::size_t at) {
  return at + (kMaxSpan - (view.origin + at) % kMaxSpan);
}

// So many candidates of a view are in memory at once. Rules of a configuration
// may match at each byte, each of them.
constexpr std::size_t kMaxCandidates = 200'000;
// A view that owns no more is not divided further.
constexpr std::size_t kLeastView = 512;

// Whether the search is to end; notes it.
bool is_over(MatchScratch& scratch, const std::vector<Candidate>& found) {
  if (scratch.interrupt != nullptr && scratch.interrupt->raised())
    scratch.interrupted = true;
  if (found.size() > scratch.most) scratch.overflowed = true;
  return scratch.interrupted || scratch.overflowed;
}

bool fits_whole(const Pattern& pattern, std::string_view text) {
  Pattern::Span span{};
  return pattern.find(text, 0, text.size(), Pattern::Start::kHere, &span) &&
         span.end == text.size();
}

// The match that `part` of `text` is, all of it secret.
Pattern::Match whole_match(std::string_view text, std::string_view part) {
  const auto begin = static_cast<std::size_t>(part.data() - text.data());
  const std::size_t end = begin + part.size();
  return {begin, end, begin, end};
}

// Sorts by place, then by rule. The candidates of each rule are in order, so
// merging takes less than a sort that knows nothing.
void sort_by_place(std::span<Candidate> found) {
  if (found.size() < 2) return;
  const auto before = [](const Candidate& a, const Candidate& b) {
    if (a.match.begin != b.match.begin) return a.match.begin < b.match.begin;
    return a.rule < b.rule;
  };
  std::vector<std::size_t> ends;  // of runs that are in order
  for (std::size_t i = 1; i < found.size(); ++i)
    if (before(found[i], found[i - 1])) ends.push_back(i);
  ends.push_back(found.size());
  while (ends.size() > 1) {
    std::size_t begin = 0;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < ends.size(); i += 2) {
      const std::size_t end = ends[std::min(i + 1, ends.size() - 1)];
      std::inplace_merge(found.data() + begin, found.data() + ends[i],
                         found.data() + end, before);
      begin = ends[kept++] = end;
    }
    ends.resize(kept);
  }
}

// Whether the view is all of a text, so that a keyword that is not in it is
// nowhere.
bool is_whole_text(const View& view) {
  return view.origin == 0 && view.owned_begin == 0 &&
         view.owned_end == view.text.size();
}

// The consequence of the paths (rule_paths.cc) for a rule for certain paths.
bool may_fit(const Rule& rule, const PathFit& fit) {
  const bool rows = reads_rows(rule.assignment) && !wants_text(rule.assignment);
  return rows ? fit.rows : fit.others;
}

MatchScratch::Opening::Kind kind_of(const LiteralUse& use) {
  using Kind = MatchScratch::Opening::Kind;
  if (use.rule == LiteralUse::kMark) return Kind::kMark;
  if (use.needed) return Kind::kNeeded;
  return use.anchor ? Kind::kContext : Kind::kKeyword;
}

// Whether the rule's tokens have a size, and a checksum that proves where they
// end, so that a letter or digit may follow them directly. The judge drops what
// the checksum refutes.
bool ends_by_itself(const Rule& rule) {
  return is_sum(rule.check) && rule.max_width <= kMaxSpan &&
         rule.regex.ends_with("\\b");
}

}  // namespace

Engine::Engine(RuleSet rules, MatchPlan plan)
    : rules_(std::move(rules)),
      plan_(std::move(plan)),
      literals_(rules_.rules(), plan_),
      needs_literal_(rules_.rules().size()),
      known_(rules_.rules().size()) {
  for (const Literal& literal : plan_.literals)
    longest_literal_ = std::max(longest_literal_, literal.text.size());
  if (!plan_.plain_rules.empty())
    for (const LiteralUse& use : plan_.uses)
      if (use.needed) needs_literal_[use.rule] = true;
  std::map<std::pair<std::string_view, bool>, std::uint32_t> paths;
  for (std::size_t i = 0; i < rules_.rules().size(); ++i) {
    const Rule& rule = rules_.rules()[i];
    const Pattern::Owner owner{&rules_, i};
    patterns_.emplace_back(rule, owner);
    std::uint32_t path = 0;
    if (!rule.path.empty()) {
      const auto [known, fresh] =
          paths.try_emplace({rule.path, rule.plausible},
                            static_cast<std::uint32_t>(paths_.size()));
      if (fresh) paths_.emplace_back(rule.path, owner);
      path = known->second;
    }
    path_of_.push_back(path);
  }
  for (const std::uint32_t rule : plan_.plain_rules)
    plain_runs_.emplace_back(rules_.rules()[rule].regex);
  if (rules_.storage() != nullptr && rules_.storage()->foreign)
    for (const RuleOrigin& origin : rules_.storage()->origins)
      foreign_.push_back(origin.source != RuleOrigin::kBuiltIn);
}

Result<std::unique_ptr<Engine>> Engine::create(RuleSet rules,
                                               std::string_view literals) {
  if (literals.empty()) {
    MatchPlan plan = make_plan(rules.rules(), kBlockMarks);
    return std::unique_ptr<Engine>(
        new Engine(std::move(rules), std::move(plan)));
  }
  SLUICE_TRY_ASSIGN(const LiteralParts parts, split_parts(literals));
  std::optional<MatchPlan> plan =
      deserialize_plan(parts.plan, rules.rules().size());
  if (!plan) return fail(ErrorCode::kConfig, "the embedded plan is damaged");
  std::unique_ptr<Engine> engine(
      new Engine(std::move(rules), *std::move(plan)));
  SLUICE_TRY(engine->literals_.load(parts));
  return engine;
}

Result<std::unique_ptr<Engine>> Engine::create_extended(
    RuleSet rules, const BuiltLiterals& built) {
  if (rules.rules().data() == built.rules.data())
    return create(std::move(rules), built.bytes);
  SLUICE_TRY_ASSIGN(const LiteralParts parts, split_parts(built.bytes));
  SLUICE_TRY_ASSIGN(std::unique_ptr<Engine> engine,
                    create(std::move(rules), std::string_view()));
  SLUICE_TRY(engine->literals_.load(parts, built.rules));
  return engine;
}

// Which rules for certain paths apply to this file. Decided at the first call,
// for all of its views.
PathFit Engine::path_fit(FileMatch& file) const {
  if (file.fit_) return *file.fit_;
  if (file.path_ == kStandardInput) {
    file.fit_ = {true, true};
    return *file.fit_;
  }
  PathFit fit = literals_.fit(file.path_);
  if (!fit.rows || !fit.others)
    if (const std::string text = as_text(file.path_, file.in_binary_);
        !text.empty()) {
      const PathFit more = literals_.fit(text);
      fit = {fit.rows || more.rows, fit.others || more.others};
    }
  file.fit_ = fit;
  return *file.fit_;
}

void Engine::scan(const View& view, FileMatch& file, MatchScratch& scratch,
                  std::vector<Candidate>* candidates) const {
  if (!foreign_.empty() &&
      (view.wanted_begin > 0 || view.wanted_end < view.text.size())) {
    // All matches of foreign rules count for their bound.
    View whole = view;
    whole.wanted_begin = 0;
    whole.wanted_end = view.text.size();
    return scan(whole, file, scratch, candidates);
  }
  scratch.interrupted = false;
  scratch.overflowed = false;
  const std::size_t first = candidates->size();
  const std::size_t owned = view.owned_end - view.owned_begin;
  // Rules that were built in find less.
  if (rules_.storage() == nullptr || owned <= kLeastView) {
    scratch.most = std::numeric_limits<std::size_t>::max();
    (void)scan_once(view, file, scratch, candidates);
  } else {
    scratch.most = first + kMaxCandidates;
    const FileMatch before = file;
    if (!scan_once(view, file, scratch, candidates)) {
      file = before;
      candidates->resize(first);
      return scan_halves(view, file, scratch, candidates);
    }
  }
  if (!foreign_.empty()) keep_within_bound(view, first, file, candidates);
}

// The result does not depend on how a file is cut into views.
void Engine::scan_halves(const View& view, FileMatch& file,
                         MatchScratch& scratch,
                         std::vector<Candidate>* candidates) const {
  View half = view;
  half.owned_end = (view.owned_begin + view.owned_end) / 2;
  scan(half, file, scratch, candidates);
  const bool marks = scratch.block_marks;
  if (scratch.interrupted) return;
  half.owned_begin = std::exchange(half.owned_end, view.owned_end);
  scan(half, file, scratch, candidates);
  scratch.block_marks |= marks;
}

void Engine::keep_within_bound(const View& view, std::size_t first,
                               FileMatch& file,
                               std::vector<Candidate>* candidates) const {
  std::size_t kept = first;
  for (std::size_t i = first; i < candidates->size(); ++i) {
    const Candidate& one = (*candidates)[i];
    if (foreign_[one.rule]) {
      const std::uint64_t at = view.origin + one.match.begin;
      if (!file.gave_up_ &&
          ++file.foreign_matches_ > kForeignMatches + at / kBytesAMatch)
        file.gave_up_ = true;
      if (file.gave_up_) continue;
    }
    (*candidates)[kept++] = one;
  }
  candidates->resize(kept);
}

// Returns false if there were too many candidates, and the search ended early.
bool Engine::scan_once(const View& view, FileMatch& file, MatchScratch& scratch,
                       std::vector<Candidate>* candidates) const {
  const auto first = static_cast<std::ptrdiff_t>(candidates->size());
  open_contexts(view, file, scratch);
  if (!plan_.row_rules.empty()) {
    const RowRules& rows = row_rules(path_fit(file));
    read_tables(view, rows.tables, file, scratch, candidates);
    read_runs(view, rows.runs, file, scratch, candidates);
  }
  choose_plain(view, file, scratch);
  if (scratch.contexts.empty() && scratch.plain.empty() &&
      candidates->size() == static_cast<std::size_t>(first))
    return true;
  const bool is_whole = is_whole_text(view);
  View subject = view;
  if (!scratch.plain.empty() || !contexts_are_ascii(view, scratch))
    subject.text =
        (file.strong_only_ || file.in_binary_) && scratch.plain.empty()
            ? repaired_contexts(view.text, scratch.contexts, plan_.span,
                                &scratch.repaired)
            : subject_of(view.text, &scratch.repaired);
  for (std::span<const MatchScratch::Context> rest = scratch.contexts;
       !rest.empty();) {
    const std::uint32_t rule = rest.front().rule;
    const auto end = std::ranges::find_if(
        rest, [&](const auto& context) { return context.rule != rule; });
    const auto count = static_cast<std::size_t>(end - rest.begin());
    // The drop of what a configuration's rule finds has a reason to tell.
    if (!is_whole || rules_.storage() != nullptr || keyword_seen(rule, file)) {
      const Timed timed(time_of(rule, scratch));
      confirm_rule(subject, rest.first(count), file, scratch, candidates);
    }
    rest = rest.subspan(count);
  }
  for (const std::uint32_t rule : scratch.plain) {
    const Timed timed(time_of(rule, scratch));
    run_plain(subject, rule, file, scratch, candidates);
  }
  if (scratch.overflowed) return false;
  if (scratch.costs != nullptr)
    for (auto one = candidates->begin() + first; one != candidates->end();
         ++one)
      ++(*scratch.costs)[one->rule].candidates;
  sort_by_place(
      std::span(*candidates).subspan(static_cast<std::size_t>(first)));
  return true;
}

// Calls visit() with the uses of a literal as an anchor that may be part of a
// match where the literal ends at text[end], in their order.
template <typename Visit>
void Engine::find_anchors(std::uint32_t literal, std::string_view text,
                          std::size_t end, MatchScratch& scratch,
                          const Visit& visit) const {
  const std::span<const LiteralUse> uses = plan_.uses_of(literal);
  const auto lookahead_of = [&](const LiteralUse& use) -> const Lookahead& {
    return known_of(use.rule).lookahead;
  };
  const auto passing = scratch.joint.passing(literal, text, end, [&] {
    std::vector<JointLookahead::Anchor> anchors;
    for (const LiteralUse& use : uses)
      if (use.anchor) anchors.push_back({&lookahead_of(use), use.number});
    return anchors;
  });
  if (passing) {
    for (const std::uint16_t number : *passing) visit(uses[number]);
    return;
  }
  for (const LiteralUse& use : uses) {
    if (!use.anchor) break;
    if (lookahead_of(use).may_pass(use.number, text, end)) visit(use);
  }
}

// Calls visit() with each use of the literals that are not whole in
// text[0, from) or in text[to, ...), and with the offsets of the literal. As
// anchors, those that the bytes after them do not exclude. Where only the
// presence of a literal matters, its first occurrence in the view is enough,
// unless the next version of the text may lack that one.
template <typename Visit>
void Engine::find_uses(std::string_view text, std::size_t from, std::size_t to,
                       PlanSearch::Set set, MatchScratch& scratch,
                       const Visit& visit) const {
  const std::size_t begin = from - std::min(from, longest_literal_);
  const std::size_t end = to + std::min(text.size() - to, longest_literal_);
  scratch.hits.clear();
  literals_.find(text.substr(begin, end - begin), set, scratch.literals,
                 &scratch.hits);
  if (scratch.hits.empty()) return;
  scratch.literal_seen.resize(plan_.literals.size());
  scratch.joint.begin_text(this, plan_.literals.size());
  for (const LiteralHit& hit : scratch.hits) {
    const std::size_t size = plan_.literals[hit.literal].text.size();
    const std::size_t hit_end = begin + hit.end;
    const std::size_t hit_begin = hit_end - size;
    if ((from > 0 && hit_end <= from) || (to < text.size() && hit_begin >= to))
      continue;
    const bool within_word =
        hit_begin > 0 && is_ascii_word(text[hit_begin - 1]);
    const auto visit_if_fit = [&](const LiteralUse& use) {
      if (use.starts_word && within_word) return;
      if (set == PlanSearch::Set::kForAnyPath &&
          use.rule != LiteralUse::kMark && literals_.is_bound(use.rule))
        return;
      visit(use, static_cast<std::uint32_t>(hit_begin),
            static_cast<std::uint32_t>(hit_end));
    };
    find_anchors(hit.literal, text, hit_end, scratch, visit_if_fit);
    const std::uint64_t last_seen =
        std::exchange(scratch.literal_seen[hit.literal], scratch.view);
    if (last_seen == scratch.view && !scratch.versions) continue;
    for (const LiteralUse& use : plan_.uses_of(hit.literal))
      if (!use.anchor) visit_if_fit(use);
  }
}

void Engine::add_openings(std::string_view text, std::size_t from,
                          std::size_t to, PlanSearch::Set set,
                          MatchScratch& scratch) const {
  find_uses(text, from, to, set, scratch,
            [&](const LiteralUse& use, std::uint32_t begin, std::uint32_t end) {
              scratch.openings.push_back(
                  {use.rule, begin, end, use.lead, kind_of(use)});
            });
}

// The bytes around a literal that decide what it opens: one before it, and those
// of the lookahead.
constexpr std::size_t kDecidesBefore = 1;
constexpr std::size_t kDecidesAfter = Lookahead::kReach;
// Common runs that are not this much longer than a literal are searched again.
constexpr std::size_t kLeastRun = 256;

// In bytes that the earlier text has, too, the same literals open the same.
void Engine::add_openings_of_version(std::string_view text, PlanSearch::Set set,
                                     MatchScratch& scratch) const {
  MatchScratch::Earlier& earlier = scratch.earlier;
  earlier.runs.clear();
  if (earlier.set == set)
    find_common_runs(earlier.text, text, kLeastRun + longest_literal_,
                     &earlier.runs);
  std::size_t from = 0;  // the openings before are added
  auto known = earlier.openings.cbegin();
  for (const CommonRun& run : earlier.runs) {
    const bool both_begin = run.old_begin == 0 && run.new_begin == 0;
    const bool both_end =
        run.old_end() == earlier.text.size() && run.new_end() == text.size();
    const auto holds_search = [&](const MatchScratch::Opening& opening,
                                  const CommonRun& run_of) {
      const std::size_t before = opening.lead + kMaxCharacter;
      const std::size_t after = plan_.span[opening.rule] + kMaxCharacter;
      return (both_begin || opening.begin >= run_of.old_begin + before) &&
             (both_end || opening.begin + after <= run_of.old_end());
    };
    const std::size_t inset = both_begin ? 0 : kDecidesBefore;
    const std::size_t begin = run.old_begin + inset;
    const std::size_t end = run.old_end() - (both_end ? 0 : kDecidesAfter);
    if (run.new_begin + inset > 0)
      add_openings(text, from, run.new_begin + inset, set, scratch);
    for (; known != earlier.openings.cend() && known->end <= end; ++known) {
      if (known->begin < begin) continue;
      MatchScratch::Opening& moved = scratch.openings.emplace_back(*known);
      moved.begin = static_cast<std::uint32_t>(known->begin - run.old_begin +
                                               run.new_begin);
      moved.end = moved.begin + (known->end - known->begin);
      moved.is_barren = known->is_barren && holds_search(*known, run);
    }
    from = run.new_begin + (end - run.old_begin);
  }
  if (from < text.size() || text.empty())
    add_openings(text, from, text.size(), set, scratch);
  if (!std::ranges::is_sorted(scratch.openings, {},
                              &MatchScratch::Opening::end))
    std::ranges::sort(scratch.openings, {}, &MatchScratch::Opening::end);
  earlier.text = text;
  earlier.set = set;
}

void Engine::open_contexts(const View& view, FileMatch& file,
                           MatchScratch& scratch) const {
  using Kind = MatchScratch::Opening::Kind;
  scratch.contexts.clear();
  scratch.needed_seen.clear();
  scratch.block_marks = false;
  scratch.openings.clear();
  ++scratch.view;
  const auto set = path_fit(file).others ? PlanSearch::Set::kAll
                                         : PlanSearch::Set::kForAnyPath;
  // Not where the openings are made: it looks further ahead than kDecidesAfter.
  AssignmentAhead ahead(view.text);
  const auto open = [&](const MatchScratch::Context& context) {
    if (applies(context.rule, file) &&
        ahead.may_assign(known_of(context.rule).assignment, context.anchor))
      scratch.contexts.push_back(context);
  };
  const auto note_presence = [&](Kind kind, std::uint32_t rule) {
    if (kind == Kind::kMark) {
      scratch.block_marks = true;
    } else if (kind == Kind::kNeeded) {
      scratch.needed_seen.push_back(rule);
    } else {
      if (file.keyword_seen_.empty())
        file.keyword_seen_.resize(rules_.rules().size());
      file.keyword_seen_[rule] = true;
    }
  };
  if (scratch.versions) {
    add_openings_of_version(view.text, set, scratch);
    for (std::uint32_t i = 0; i < scratch.openings.size(); ++i)
      if (const MatchScratch::Opening& one = scratch.openings[i];
          one.kind != Kind::kContext)
        note_presence(one.kind, one.rule);
      else if (!one.is_barren)
        open({one.rule, one.begin, one.lead, i});
    scratch.earlier.openings.swap(scratch.openings);
  } else {
    // The matches of an anchor may all begin behind what is wanted.
    const auto wanted_end =
        static_cast<std::uint32_t>(std::min(view.wanted_end, view.text.size()));
    find_uses(
        view.text, 0, view.text.size(), set, scratch,
        [&](const LiteralUse& use, std::uint32_t begin, std::uint32_t) {
          if (!use.anchor)
            note_presence(kind_of(use), use.rule);
          else if ((begin < wanted_end || begin - wanted_end < use.lead) &&
                   !is_left_out(use.rule, file))
            open({use.rule, begin, use.lead});
        });
  }
  sort_contexts(scratch);
}

const Engine::Known& Engine::make_known(std::uint32_t rule) const {
  Known& known = known_[rule];
  std::call_once(known.once, [&] {
    const Rule& whose = rules_.rules()[rule];
    if (whose.lookahead.empty() && !whose.regex.empty()) {
      known.table = Lookahead::make_table(whose.regex);
      known.begins_at_anchor = begins_at_anchor(whose);
    }
    if (whose.assignment == Assignment::kRun && !whose.regex.empty()) {
      const RegexShape shape = regex_shape(whose.regex);
      known.least_run = shape.min_width;
      known.longest_run = shape.max_width;
    }
    known.assignment = whose.assignment;
    known.lookahead =
        Lookahead(whose.lookahead.empty() ? known.table : whose.lookahead);
  });
  known.made.store(true, std::memory_order_release);
  return known;
}

// The pattern of a rule runs only if the view contains what every match of the
// rule contains and, if the whole text is in view, one of the rule's keywords.
void Engine::choose_plain(const View& view, FileMatch& file,
                          MatchScratch& scratch) const {
  scratch.plain.clear();
  const bool is_whole = is_whole_text(view);
  for (std::size_t i = 0; i < plan_.plain_rules.size(); ++i) {
    const std::uint32_t rule = plan_.plain_rules[i];
    if (!applies(rule, file)) continue;
    if (is_whole && !keyword_seen(rule, file)) continue;
    if (needs_literal_[rule] &&
        std::ranges::count(scratch.needed_seen, rule) == 0)
      continue;
    if (plain_runs_[i].may_match(view.text)) scratch.plain.push_back(rule);
  }
}

// Sorts by rule and place, because `resume` relies on it. A text full of
// keywords has more contexts than there are rules. Then the contexts are dealt
// out to their rules. There they are nearly in order, because they were found
// by the ends of their anchors; those of anchors with different leads are
// sorted once more.
void Engine::sort_contexts(MatchScratch& scratch) const {
  using Context = MatchScratch::Context;
  std::vector<Context>& contexts = scratch.contexts;
  // Also if it is before the text.
  const auto first_start = [](const Context& one) {
    return std::int64_t{one.anchor} - one.lead;
  };
  const auto starts_before = [&](const Context& a, const Context& b) {
    return std::tuple(a.rule, first_start(a), a.anchor) <
           std::tuple(b.rule, first_start(b), b.anchor);
  };
  const auto before = [](const Context& a, const Context& b) {
    return a.rule != b.rule ? a.rule < b.rule : a.anchor < b.anchor;
  };
  const std::size_t rules = rules_.rules().size();
  if (contexts.size() < std::max<std::size_t>(rules, 64)) {
    std::sort(contexts.begin(), contexts.end(), starts_before);
    return;
  }
  std::vector<std::uint32_t>& place = scratch.place;
  place.assign(rules + 1, 0);
  for (const Context& context : contexts) ++place[context.rule + 1];
  for (std::size_t i = 1; i <= rules; ++i) place[i] += place[i - 1];
  std::vector<Context>& dealt = scratch.dealt;
  dealt.resize(contexts.size());
  for (const Context& context : contexts)
    dealt[place[context.rule]++] = context;
  for (std::size_t i = 1; i < dealt.size(); ++i) {
    const Context context = dealt[i];
    std::size_t at = i;
    for (; at > 0 && before(context, dealt[at - 1]); --at)
      dealt[at] = dealt[at - 1];
    dealt[at] = context;
  }
  for (auto first = dealt.begin(); first != dealt.end();) {
    const auto last = std::find_if(first, dealt.end(), [&](const Context& one) {
      return one.rule != first->rule;
    });
    if (!std::is_sorted(first, last, starts_before))
      std::sort(first, last, starts_before);
    first = last;
  }
  contexts.swap(dealt);
}

// Most contexts are ASCII; then the rest of the text need not be tested. Bytes
// that several contexts of one rule share are tested once.
bool Engine::contexts_are_ascii(const View& view,
                                const MatchScratch& scratch) const {
  // Many contexts have more bytes together than the text.
  constexpr std::size_t kFew = 64;
  if (scratch.contexts.size() > kFew && is_ascii(view.text)) return true;
  std::uint32_t rule = 0;
  std::size_t seen = 0;  // of this rule's contexts, all before this is ASCII
  return std::ranges::all_of(
      scratch.contexts, [&](const MatchScratch::Context& context) {
        if (context.rule != rule) seen = 0;
        rule = context.rule;
        const std::size_t before = context.lead + kMaxCharacter;
        const std::size_t begin =
            std::max(seen, context.anchor -
                               std::min<std::size_t>(context.anchor, before));
        seen = std::min(view.text.size(),
                        context.anchor + plan_.span[rule] + kMaxCharacter);
        return is_ascii(view.text.substr(begin, seen - begin));
      });
}

// Returns the number of bytes from its anchor within which a match of `rule`
// that begins at `at` in the file must end.
std::size_t Engine::span_at(std::uint32_t rule, std::uint64_t at,
                            const FileMatch& file) const {
  const std::size_t span = plan_.span[rule];
  if (file.crowds_.empty() ||
      rules_.rules()[rule].assignment != Assignment::kNone)
    return span;
  const FileMatch::Crowd& crowd = file.crowds_[rule];
  return crowd.block == at / kMaxSpan && crowd.matches >= kCrowd
             ? std::min(span, kCrowdedSpan)
             : span;
}

// An empty match counts, too, because it was searched for as far.
void Engine::count_match(std::uint64_t at, std::uint32_t rule,
                         FileMatch& file) const {
  if (file.crowds_.empty()) file.crowds_.resize(rules_.rules().size());
  FileMatch::Crowd& crowd = file.crowds_[rule];
  if (crowd.block != at / kMaxSpan) crowd = {at / kMaxSpan, 0};
  ++crowd.matches;
  if (file.is_part_) note_head(at, rule, file);
}

void Engine::accept(const View& view, const Candidate& candidate,
                    FileMatch& file, std::vector<Candidate>* candidates) const {
  candidates->push_back(candidate);
  if (file.resume_.empty()) file.resume_.resize(rules_.rules().size());
  file.resume_[candidate.rule] =
      view.origin + Pattern::resume_after(candidate.match);
  count_match(view.origin + candidate.match.begin, candidate.rule, file);
}

// A match that starts before the part ends within its first right_context()
// bytes.
void Engine::note_head(std::uint64_t at, std::uint32_t rule,
                       FileMatch& file) const {
  if (at >= file.part_begin_ + right_context()) return;
  if (std::ranges::find(file.heads_, rule, &PartEdges::Edge::rule) ==
      file.heads_.end())
    file.heads_.push_back({rule, at});
}

void Engine::read_head(std::string_view text, FileMatch& file) const {
  (void)path_fit(file);
  if (!plan_.row_rules.empty()) begin_rows(text, file);
}

PartEdges Engine::edges(const FileMatch& part, std::uint64_t end) const {
  PartEdges edges;
  edges.heads = part.heads_;
  for (std::uint32_t rule = 0; rule < part.resume_.size(); ++rule)
    if (part.resume_[rule] > end)
      edges.tails.push_back({rule, part.resume_[rule]});
  for (std::uint32_t rule = 0; rule < part.keyword_seen_.size(); ++rule)
    if (part.keyword_seen_[rule]) edges.keywords.push_back(rule);
  edges.begin = part.part_begin_;
  edges.foreign_matches = part.foreign_matches_;
  edges.gave_up = part.gave_up_;
  if (is_in_table(part)) edges.rows = part.rows_;
  return edges;
}

std::vector<std::uint64_t> Engine::tables_since(const FileMatch& file) {
  std::vector<std::uint64_t> since;
  for (const RowReader& reader : file.rows_)
    if (reader.is_inside()) since.push_back(reader.inside_since());
  return since;
}

// Why the heads suffice. Without them, every search of the part began as far to
// the left as possible. A search that begins further right finds the same
// match, unless that match starts before; and then it is a head.
bool Engine::append(const PartEdges& part, FileMatch& file) const {
  if (is_in_table(file)) return false;
  const std::uint64_t matches = file.foreign_matches_ + part.foreign_matches;
  if (part.foreign_matches != 0 &&
      (file.gave_up_ || part.gave_up ||
       matches > kForeignMatches + part.begin / kBytesAMatch))
    return false;
  file.foreign_matches_ = matches;
  if (!file.resume_.empty())
    for (const PartEdges::Edge& head : part.heads)
      if (head.at < file.resume_[head.rule]) return false;
  if (!part.tails.empty() && file.resume_.empty())
    file.resume_.resize(rules_.rules().size());
  for (const PartEdges::Edge& tail : part.tails)
    file.resume_[tail.rule] = std::max(file.resume_[tail.rule], tail.at);
  if (!part.keywords.empty() && file.keyword_seen_.empty())
    file.keyword_seen_.resize(rules_.rules().size());
  for (const std::uint32_t rule : part.keywords)
    file.keyword_seen_[rule] = true;
  for (RowReader& reader : file.rows_) reader.leave_head();
  if (!part.rows.empty()) file.rows_ = part.rows;
  return true;
}

// `contexts` are all of one rule. Those of a token that ends by itself in a
// binary file are searched one by one, because one search does not find it.
void Engine::confirm_rule(const View& view,
                          std::span<const MatchScratch::Context> contexts,
                          FileMatch& file, MatchScratch& scratch,
                          std::vector<Candidate>* candidates) const {
  std::size_t failures = 0;  // contexts in a row without a match
  std::size_t together = 0;  // how many to search next; 0 if unknown
  TryTimes times;
  const std::uint32_t rule = contexts.front().rule;
  // Then no search serves several contexts.
  const bool is_parsed = rules_.rules()[rule].assignment != Assignment::kNone;
  while (!contexts.empty() && !is_over(scratch, *candidates)) {
    const bool has_few_starts = contexts.front().lead < Pattern::kFewStarts;
    const bool may_be_touched = (file.strong_only_ || file.in_binary_) &&
                                ends_by_itself(rules_.rules()[rule]);
    if (failures >= kFailures && !is_parsed && !may_be_touched &&
        !(has_few_starts && times.are_short())) {
      if (together == 0) together = overlapping(contexts);
      const std::size_t count = std::min(together, contexts.size());
      const std::size_t past = hopeless(view, contexts.first(count), file);
      count_search(rule, scratch);
      note_barren(view, contexts.first(past), file, scratch);
      contexts = contexts.subspan(past);
      if (past == count) {
        together *= 2;
        continue;
      }
      together = std::max<std::size_t>(2, together / 4);
    }
    count_search(rule, scratch);
    const auto confirm_first = [&] {
      return confirm(view, contexts.front(), file, candidates);
    };
    // Most rules have one or two contexts in a view.
    const Searched searched = failures < kFailures || is_parsed
                                  ? confirm_first()
                                  : times.of(confirm_first);
    if (searched == Searched::kNothing)
      note_barren(view, contexts.first(1), file, scratch);
    failures = searched == Searched::kMatch ? 0 : failures + 1;
    contexts = contexts.subspan(1);
  }
}

void Engine::count_search(std::uint32_t rule, MatchScratch& scratch) {
  if (scratch.costs != nullptr) ++(*scratch.costs)[rule].searches;
}

// The number of contexts that begin within the bytes of the first.
std::size_t Engine::overlapping(
    std::span<const MatchScratch::Context> contexts) const {
  const std::size_t end =
      std::size_t{contexts.front().anchor} + plan_.span[contexts.front().rule];
  const auto first_beyond = std::ranges::find_if(
      contexts, [&](const auto& context) { return context.anchor > end; });
  return std::max<std::size_t>(
      2, static_cast<std::size_t>(first_beyond - contexts.begin()));
}

// Returns how many of these contexts, counted from the first, contain no match,
// if one search can determine that for less than a search of each. They belong
// to one rule. A match begins at a context's anchor or before. So the beginning
// of the nearest match shows that all contexts before it contain none. A text
// of nothing but heads with one match at its end is searched once, and not once
// for each head.
std::size_t Engine::hopeless(const View& view,
                             std::span<const MatchScratch::Context> contexts,
                             const FileMatch& file) const {
  const std::uint32_t rule = contexts.front().rule;
  const auto begin_of = [](const MatchScratch::Context& context) {
    return context.anchor - std::min<std::size_t>(context.anchor, context.lead);
  };
  std::size_t from = begin_of(contexts.front());
  for (const MatchScratch::Context& context : contexts)
    from = std::min(from, begin_of(context));
  from = std::max(from, first_start(view, rule, file));
  std::size_t last = 0;
  for (const MatchScratch::Context& context : contexts)
    last = std::max<std::size_t>(last, context.anchor);
  // In a crowded block, the last context's span is that of all.
  const std::size_t span = span_at(rule, view.origin + last, file);
  const bool is_one_block =
      (view.origin + from) / kMaxSpan == (view.origin + last) / kMaxSpan;
  const std::size_t longest = is_one_block ? span : plan_.span[rule];
  const auto end_of = [&](const MatchScratch::Context& context) {
    return std::min(view.text.size(), std::size_t{context.anchor} + longest);
  };
  std::size_t sum = 0;
  for (const MatchScratch::Context& context : contexts)
    sum += end_of(context) - begin_of(context);
  const std::size_t to = std::min(view.text.size(), last + longest);
  if (from >= to) return contexts.size();
  const bool pays =
      (to - from) * 2 <= sum || to - from <= contexts.size() * kBytesACall;
  if (!pays) return 0;
  Pattern::Span nearest;
  if (!patterns_[rule].find(view.text, from, to, Pattern::Start::kAnywhere,
                            &nearest))
    return contexts.size();
  const auto reached = std::ranges::find_if(contexts, [&](const auto& context) {
    return context.anchor >= nearest.begin;
  });
  return static_cast<std::size_t>(reached - contexts.begin());
}

// Notes contexts without a match, for the next version of the text. Readers of
// assignments may look further than a context, so theirs are not noted.
void Engine::note_barren(const View& view,
                         std::span<const MatchScratch::Context> contexts,
                         const FileMatch& file, MatchScratch& scratch) const {
  if (!scratch.versions) return;
  for (const MatchScratch::Context& context : contexts) {
    const std::size_t begin =
        context.anchor - std::min<std::size_t>(context.anchor, context.lead);
    const bool was_searched_whole =
        first_start(view, context.rule, file) <= begin &&
        context.anchor < view.owned_end &&
        (file.crowds_.empty() || file.crowds_[context.rule].matches < kCrowd);
    if (was_searched_whole &&
        rules_.rules()[context.rule].assignment == Assignment::kNone)
      scratch.earlier.openings[context.opening].is_barren = true;
  }
}

Engine::Searched Engine::confirm(const View& view,
                                 const MatchScratch::Context& context,
                                 FileMatch& file,
                                 std::vector<Candidate>* candidates) const {
  const std::uint32_t rule = context.rule;
  const std::size_t anchor = context.anchor;
  std::size_t from = std::max<std::size_t>(
      first_start(view, rule, file),
      anchor - std::min<std::size_t>(anchor, context.lead));
  // The last place, inclusive, where a match of this context may start.
  if (view.owned_end == 0) return Searched::kNothing;
  const std::size_t last = std::min(anchor, view.owned_end - 1);
  const auto end_of = [&](std::size_t start) {
    return std::min(view.text.size(),
                    anchor + span_at(rule, view.origin + start, file));
  };
  const Pattern& pattern = patterns_[rule];
  const std::uint32_t group = rules_.rules()[rule].secret_group;
  // With the start fixed it fails after a few bytes.
  Pattern::Match at_anchor;
  if (last - std::min(from, last) >= Pattern::kFewStarts && last == anchor &&
      known_of(rule).begins_at_anchor &&
      !pattern.find(view.text, anchor, end_of(anchor), Pattern::Start::kHere,
                    group, &at_anchor))
    return Searched::kNothing;

  Searched searched = Searched::kNothing;
  while (from <= last) {
    // One block at a time, because each may have its own span.
    const std::size_t last_here = std::min(last, block_end(view, from) - 1);
    const std::size_t to = end_of(from);
    Candidate found{rule, {}};
    if (last_here - from < Pattern::kFewStarts) {
      if ((from != last_here && !pattern.may_begin(view.text[from])) ||
          !pattern.find(view.text, from, to, Pattern::Start::kHere, group,
                        &found.match)) {
        ++from;
        continue;
      }
    } else if (!pattern.find(view.text, from, to, Pattern::Start::kAnywhere,
                             group, &found.match) ||
               found.match.begin > last_here) {
      from = last_here + 1;
      continue;
    }
    if (found.match.end == found.match.begin) {
      from = found.match.begin + 1;
      count_match(view.origin + found.match.begin, rule, file);
      searched = std::max(searched, Searched::kEmptyMatch);
      continue;
    }
    searched = Searched::kMatch;
    accept(view, found, file, candidates);
    from = Pattern::resume_after(found.match);
  }
  // A binary file may have the next text directly after the token.
  const std::size_t end = anchor + rules_.rules()[rule].max_width;
  Candidate touched{rule, {}};
  if (searched != Searched::kNothing ||
      !(file.strong_only_ || file.in_binary_) ||
      !ends_by_itself(rules_.rules()[rule]) || context.lead != 0 ||
      end > view.text.size() || last != anchor ||
      anchor < first_start(view, rule, file) ||
      !pattern.find(view.text.substr(0, end), anchor, end,
                    Pattern::Start::kHere, group, &touched.match))
    return searched;
  accept(view, touched, file, candidates);
  return Searched::kMatch;
}

void Engine::begin_rows(std::string_view text, FileMatch& file) const {
  file.rows_.resize(plan_.row_rules.size());
  for (std::size_t i = 0; i < plan_.row_rules.size(); ++i)
    file.rows_[i].begin(rules_.rules()[plan_.row_rules[i]], file.path_, text);
}

// Call it after path_fit().
const Engine::RowRules& Engine::row_rules(const PathFit& fit) const {
  RowRules& known = row_rules_[(fit.rows ? 2U : 0U) + (fit.others ? 1U : 0U)];
  std::call_once(known.once, [&] {
    for (std::uint32_t i = 0; i < plan_.row_rules.size(); ++i) {
      const std::uint32_t index = plan_.row_rules[i];
      const Rule& rule = rules_.rules()[index];
      if (!may_fit(rule, fit) && literals_.is_bound(index)) continue;
      if (rule.assignment == Assignment::kRun)
        known.runs.push_back(index);
      else
        known.tables.push_back(i);
    }
  });
  return known;
}

// A row belongs to the view that owns its first byte.
void Engine::read_tables(const View& view,
                         std::span<const std::uint32_t> tables, FileMatch& file,
                         MatchScratch& scratch,
                         std::vector<Candidate>* candidates) const {
  if (tables.empty()) return;
  if (file.rows_.empty()) file.rows_.resize(plan_.row_rules.size());
  const std::string_view text = view.text;
  const auto line_end = [&](std::size_t at) {
    return std::min(text.find('\n', at), text.size());
  };
  const std::size_t first =
      view.owned_begin == 0 ? 0 : line_end(view.owned_begin - 1) + 1;
  for (const std::uint32_t number : tables) {
    const std::uint32_t index = plan_.row_rules[number];
    RowReader& reader = file.rows_[number];
    if (!reader.has_begun())
      reader.begin(rules_.rules()[index], file.path_, text);
    if (!reader.may_read(text) || !keyword_seen(index, file) ||
        !applies(index, file))
      continue;
    const Timed timed(time_of(index, scratch));
    for (std::size_t at = reader.next_line(text, first); at < view.owned_end;) {
      const std::size_t end = line_end(at);
      const std::string_view row = text.substr(at, kLongestRow);
      reader.read(text.substr(at, end - at),
                  row.substr(std::min(end + 1 - at, row.size())),
                  view.origin + at, &scratch.cells);
      for (const std::string_view cell : scratch.cells)
        if (cell.size() >= kMinCell && cell.size() <= kMaxCell)
          candidates->push_back({index, whole_match(text, cell)});
      at = reader.next_line(text, end + 1);
    }
  }
}

// A run belongs to the view that owns the first byte of its line. All rules of
// runs use the same runs, so they are searched for once.
void Engine::read_runs(const View& view, std::span<const std::uint32_t> rules,
                       FileMatch& file, MatchScratch& scratch,
                       std::vector<Candidate>* candidates) const {
  const std::string_view text = view.text;
  const bool is_whole = is_whole_text(view);
  bool runs_are_read = false;
  for (const std::uint32_t index : rules) {
    if (is_whole && !keyword_seen(index, file)) continue;
    if (is_left_out(index, file) || !applies(index, file)) continue;
    const Timed timed(time_of(index, scratch));
    if (!runs_are_read) {
      const std::size_t first =
          view.owned_begin == 0
              ? 0
              : std::min(text.find('\n', view.owned_begin - 1), text.size()) +
                    1;
      scratch.runs.clear();
      token_runs(text, {first, view.owned_end},
                 {view.wanted_begin, view.wanted_end}, kLongestRow,
                 &scratch.runs);
      std::erase_if(scratch.runs,
                    [](std::string_view run) { return run.size() > kMaxCell; });
      runs_are_read = true;
    }
    if (scratch.runs.empty()) return;
    const Known& known = known_of(index);
    const Rule& rule = rules_.rules()[index];
    for (const std::string_view run : scratch.runs) {
      if (run.size() < known.least_run || run.size() > known.longest_run)
        continue;
      if (rule.regex.empty() || fits_whole(patterns_[index], run))
        candidates->push_back({index, whole_match(text, run)});
    }
  }
}

void Engine::run_plain(const View& view, std::uint32_t rule, FileMatch& file,
                       MatchScratch& scratch,
                       std::vector<Candidate>* candidates) const {
  const std::string_view text = view.text;
  std::size_t from = first_start(view, rule, file);
  const Pattern& pattern = patterns_[rule];
  const std::uint32_t group = rules_.rules()[rule].secret_group;
  std::size_t starts = kMaxStarts;  // that are searched together
  while (from < view.owned_end && !is_over(scratch, *candidates)) {
    const std::size_t span = span_at(rule, view.origin + from, file);
    std::size_t last = std::min(from + starts, view.owned_end) - 1;
    if (span < plan_.span[rule])
      last = std::min(last, block_end(view, from) - 1);
    std::size_t begin = from;
    if (last > from) {
      Pattern::Span nearest;
      if (!pattern.find(text, from, std::min(text.size(), last + span),
                        Pattern::Start::kAnywhere, &nearest) ||
          nearest.begin > last) {
        from = last + 1;
        starts = std::min(2 * starts, kMaxStarts);
        continue;
      }
      begin = nearest.begin;
    }
    // The found text may be longer than a match that begins there may be.
    const std::size_t to =
        std::min(text.size(), begin + span_at(rule, view.origin + begin, file));
    Candidate found{rule, {}};
    if (!pattern.find(text, begin, to, Pattern::Start::kHere, group,
                      &found.match)) {
      // With only one place there is nothing to narrow: then take the next few.
      starts = last > from ? std::max<std::size_t>(starts / 4, 1) : 4;
      from = begin + 1;
      continue;
    }
    if (found.match.end == begin) {
      count_match(view.origin + begin, rule, file);
      from = begin + 1;
      continue;
    }
    accept(view, found, file, candidates);
    from = Pattern::resume_after(found.match);
  }
}

// The first place of `view` where a match of `rule` may start: in the view's
// own bytes, and after the secret of the rule's last match.
std::size_t Engine::first_start(const View& view, std::uint32_t rule,
                                const FileMatch& file) {
  if (file.resume_.empty() || file.resume_[rule] <= view.origin)
    return view.owned_begin;
  return std::max(view.owned_begin,
                  static_cast<std::size_t>(file.resume_[rule] - view.origin));
}

bool Engine::applies(std::uint32_t index, FileMatch& file) const {
  if (file.gave_up_ && foreign_[index]) return false;
  using Applies = FileMatch::Applies;
  if (file.applies_.empty()) file.applies_.resize(rules_.rules().size());
  Applies& known = file.applies_[index];
  if (known == Applies::kUnknown)
    known = is_for_file(index, file) ? Applies::kYes : Applies::kNo;
  return known == Applies::kYes;
}

// Whether the rule is for files such as this one.
bool Engine::is_for_file(std::uint32_t index, FileMatch& file) const {
  const Rule& rule = rules_.rules()[index];
  if (file.strong_only_ && rule.confidence != Confidence::kHigh) return false;
  if (file.in_binary_ && reads_rows(rule.assignment)) return false;
  if (rule.path.empty()) return true;
  // It has no name that could show what its lines are.
  if (file.path_ == kStandardInput)
    return rule.looks_at_text() && rule.assignment != Assignment::kLast;
  const PathFit fit = path_fit(file);
  if (literals_.is_bound(index) && !may_fit(rule, fit)) return false;
  if (file.path_fits_.empty()) file.path_fits_.resize(paths_.size());
  const std::uint32_t path = path_of_[index];
  std::optional<bool>& fits = file.path_fits_[path];
  if (!fits) {
    fits = paths_[path].found_in(file.path_);
    if (!*fits && rule.plausible) {
      const std::string text = as_text(file.path_, file.in_binary_);
      fits = !text.empty() && paths_[path].found_in(text);
    }
  }
  return *fits;
}

bool Engine::keyword_seen(std::uint32_t rule, const FileMatch& file) const {
  if (!plan_.needs_keyword[rule]) return true;
  return !file.keyword_seen_.empty() && file.keyword_seen_[rule];
}

std::vector<std::string_view> Engine::keywords_seen(
    const FileMatch& file) const {
  std::vector<std::string_view> ids;
  for (std::size_t i = 0; i < file.keyword_seen_.size(); ++i)
    if (plan_.needs_keyword[i] && file.keyword_seen_[i])
      ids.push_back(rules_.rules()[i].id);
  return ids;
}

void Engine::note_keyword(std::string_view rule_id, FileMatch& file) const {
  file.keyword_seen_.resize(rules_.rules().size());
  for (std::size_t i = 0; i < file.keyword_seen_.size(); ++i)
    if (rules_.rules()[i].id == rule_id) file.keyword_seen_[i] = true;
}

std::vector<std::uint32_t> Engine::path_matches(FileMatch& file) const {
  std::vector<std::uint32_t> fitting;
  for (const std::uint32_t rule : plan_.path_rules)
    if (applies(rule, file)) fitting.push_back(rule);
  return fitting;
}

std::vector<std::uint32_t> Engine::file_matches(KeyFileKind kind,
                                                FileMatch& file) const {
  std::vector<std::uint32_t> fitting;
  for (const std::uint32_t rule : plan_.file_rules)
    if (rules_.rules()[rule].file == kind && applies(rule, file))
      fitting.push_back(rule);
  return fitting;
}

Result<void> check_patterns(const RuleSet& rules) {
  for (std::size_t i = 0; i < rules.rules().size(); ++i) {
    const Rule& rule = rules.rules()[i];
    const auto check = [&](std::string_view kind, std::string_view regex,
                           std::uint32_t group = 0) -> Result<void> {
      const std::string why = pattern_error(regex, group);
      if (why.empty()) return {};
      return fail(ErrorCode::kConfig, "{}: rule `{}`: bad {} `{}`: {}",
                  rules.origin(i), rule.id, kind, regex, why);
    };
    SLUICE_TRY(check("regex", rule.regex, rule.secret_group));
    SLUICE_TRY(check("path", rule.path));
    for (const Allowlist& allowlist : rule.allowlists) {
      for (const std::string_view regex : allowlist.regexes)
        SLUICE_TRY(check("allowlist regex", regex));
      for (const std::string_view regex : allowlist.paths)
        SLUICE_TRY(check("allowlist path", regex));
    }
  }
  return {};
}

}  // namespace sluice
