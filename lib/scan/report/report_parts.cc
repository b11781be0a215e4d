// Some decisions about a finding depend on others. If two share bytes, one
// covers the other (overlap.h). A rule may require another rule's finding
// (judge/required.h), or a keyword anywhere in the file. And all secrets in a
// text that is shown are masked. A part is cut off where none of this reaches
// across the cut:
// - at a place where no secret that begins before it ends after it, and no
//   match reaches across by more than kNear;
// - when everything that reaches so far is known: all later findings begin more
//   than kNear after the place, which is more than a report shows of a line.
//   Findings near the cut go into the part on either side as text to be masked;
// - not after a finding whose keyword was not seen yet;
// - not at all, if a rule of the set requires others.
// Within an encoded text a cut may be between two findings; the masked text
// goes into the part on either side. Comments, baselines and choices remove
// findings only after the cut. The first such place after kPartBytes is taken.
// So the cuts depend only on the findings, and neither on how the file was
// read, nor on when there was room.
//
// Findings that cannot be separated, because each reaches into the next, or
// because the rules need all of them, may take kMostHeld. Later findings, up to
// the next place at which a part may end, are left out and counted. Their
// places are kept (gone_), joined where they overlap. So it does not matter
// when there were too many, and the same findings are left out however the file
// was read.

#include "scan/report/report_parts.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <tuple>
#include <utility>

#include "finding/fingerprint.h"
#include "finding/mistyped.h"
#include "finding/size.h"
#include "judge/components.h"
#include "judge/drop.h"
#include "judge/required.h"
#include "scan/report/covered.h"
#include "scan/report/overlap.h"
#include "scan/value/file_range.h"

namespace sluice {
namespace {

constexpr std::uint64_t kEnd = std::numeric_limits<std::uint64_t>::max();

// A byte of decoded text may come from up to four of the file.
constexpr std::uint64_t kNear = 4 * kExcerptBytes;

// The most that a file that cannot be cut may hold before it has to wait for
// its turn.
constexpr std::uint64_t kMaxHeld = 4 * kPartBytes;

// The most that findings that cannot be separated may take: more than the
// separate findings in a text in base64 (scan/find/decoded_text.cc).
constexpr std::uint64_t kMostHeld = 64 * 1024 * 1024;

std::uint64_t begin_of(const Finding& finding) { return finding.text_byte(); }

std::uint64_t end_of(const Finding& finding) {
  return finding.text_byte() + finding.text_size();
}

// From where, and to where, it is masked.
std::uint64_t masked_begin_of(const Finding& finding) {
  const std::uint64_t begin = begin_of(finding);
  return finding.encoded ? std::min(begin, finding.encoded->begin) : begin;
}

std::uint64_t masked_end_of(const Finding& finding) {
  const std::uint64_t end = end_of(finding);
  return finding.encoded ? std::max(end, finding.encoded->end) : end;
}

// A rule with families that is not reported itself finds nothing of its own
// (Judge::judge()).
bool needs_whole(const RuleSet& rules) {
  if (rules.dialect() == Dialect::kBetterleaks) return true;
  return std::ranges::any_of(rules.rules(), [](const Rule& rule) {
    return !rule.required.empty() || (rule.skip_report && !rule.families);
  });
}

void sort_by_place(std::vector<Dropped>* dropped) {
  std::ranges::sort(*dropped, {}, [](const Dropped& one) {
    return std::tuple(one.finding.start.byte, one.finding.end.byte,
                      one.finding.rule->id, one.reason);
  });
}

// `finding`, as far as it is masked.
Finding secret_of(const Finding& finding) {
  Finding copy;
  copy.rule = finding.rule;
  copy.confidence = finding.confidence;
  copy.start = finding.start;
  copy.end = finding.end;
  copy.decoded_byte = finding.decoded_byte;
  copy.secret = finding.secret;
  copy.encoded = finding.encoded;
  return copy;
}

// The bytes that count for the end of a part.
std::uint64_t room_of(const Finding& finding) {
  return finding.is_covered ? 0 : size_of(finding);
}
std::uint64_t room_of(const Dropped& dropped) { return size_of(dropped); }

const Finding& finding_of(const Dropped& dropped) { return dropped.finding; }

// Returns only the text in which `finding` was found encoded.
Finding place_of(const Finding& finding) {
  Finding copy;
  copy.rule = finding.rule;
  copy.start = finding.start;
  copy.end = finding.start;
  copy.decoded_byte = finding.decoded_byte;
  copy.encoded =
      EncodedPlace{finding.encoded->begin, finding.encoded->end, nullptr};
  return copy;
}

}  // namespace

bool hides_covered(const RuleSet& rules, const ScanChoices& choices,
                   const ReportChoice& choice) {
  return choice.baseline == nullptr && !choices.explain_drops &&
         has_providers(rules) &&
         std::ranges::all_of(rules.rules(), [](const Rule& rule) {
           return rule.required.empty();
         });
}

ReportParts::ReportParts(const FileSystem* fs, const Engine& engine,
                         const Judge& judge, const ScanChoices& choices,
                         const ReportChoice& choice)
    : fs_(fs),
      engine_(engine),
      judge_(judge),
      choices_(choices),
      choice_(choice),
      needs_whole_(!choice.at_once && needs_whole(engine.rules())),
      has_providers_(has_providers(engine.rules())),
      hides_covered_(hides_covered(engine.rules(), choices, choice)) {}

void ReportParts::begin(Location location, std::string root,
                        const FileMatch& match, ReportPort& port) {
  location_ = std::move(location);
  if (!location_.members.empty()) text_ = location_.text();
  root_ = std::move(root);
  match_ = &match;
  port_ = &port;
  findings_.clear();
  dropped_.clear();
  before_.clear();
  gone_.clear();
  left_out_ = 0;
  unread_.clear();
  held_ = 0;
  cut_from_ = kPartBytes;
  any_ = false;
  of_large_file_ = false;
  passed_to_ = 0;
  blocks_ = {};
  allowed_ = {};
  comment_doubts_ = {};
  notes_.clear();
  undecided_rules_.clear();
  below_confidence_ = 0;
  baseline_ = 0;
  known_unread_ = 0;
  failed_filters_ = 0;
}

void ReportParts::set_file_size(std::uint64_t bytes) {
  of_large_file_ = bytes > kLargeBytes;
}

// Most findings that another one surely covers have no verdict in the first
// place (scan/find/covered_candidates.h), but not those that a view's border or
// a comment separates from it. These count for nothing, so that the parts end at
// the same places.
void ReportParts::add(Finding&& finding) {
  any_ = true;
  constexpr std::size_t kBack = 8;
  const std::size_t last = hides_covered_ ? findings_.size() : 0;
  for (std::size_t i = last - std::min(kBack, last); i < last; ++i) {
    Finding& before = findings_[i];
    if (covers(before, finding)) {
      finding.is_covered = true;
    } else if (covers(finding, before)) {
      held_ -= room_of(before);
      before.is_covered = true;
    }
  }
  held_ += room_of(finding);
  findings_.push_back(std::move(finding));
}

void ReportParts::add_dropped(Dropped dropped) {
  held_ += size_of(dropped);
  dropped_.push_back(std::move(dropped));
}

void ReportParts::add_doubt(std::string half) {
  if (half.empty()) return;
  std::string note = fmt::format("{}: {}", path(), half);
  if (std::ranges::count(notes_, note) == 0) notes_.push_back(std::move(note));
}

void ReportParts::note_blocks(const View& view) {
  blocks_.note(view.text, view.owned_begin, view.owned_end, view.origin);
}

bool ReportParts::advance(std::uint64_t frontier) {
  if (allowed_.is_full()) settle_allowed(frontier);
  if (choice_.at_once) return advance_at_once(frontier);
  if (held_ < cut_from_) return true;
  if (!needs_whole_ && !cut(std::min(frontier, undecided()))) return false;
  if (held_ > kMostHeld) leave_out();
  // Looking again costs as much as there is; so not before there is twice that.
  cut_from_ = std::max(kPartBytes, 2 * held_);
  return held_ <= kMaxHeld || port_->has_turn();
}

// Findings that share no byte need not wait for each other: no text is shown in
// which the other one would be masked.
bool ReportParts::advance_at_once(std::uint64_t frontier) {
  constexpr std::uint64_t kStep = 16 * 1024;
  if (frontier < passed_to_ + kStep) return true;
  passed_to_ = frontier;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> places;
  for (const Finding& one : findings_)
    places.emplace_back(masked_begin_of(one), masked_end_of(one));
  std::ranges::sort(places);
  std::uint64_t end = 0;
  std::uint64_t reached = 0;  // the last place at which a part may end
  for (const auto& [from, to] : places) {
    if (from >= end) reached = std::min(from, frontier);
    end = std::max(end, to);
  }
  if (end <= frontier) reached = frontier;
  if (!findings_.empty() && reached != 0 && !close_all({reached})) return false;
  if (held_ > kMostHeld) leave_out();
  port_->reached(reached);
  return true;
}

bool ReportParts::may_hold(std::uint64_t bytes) {
  return held_ + bytes <= kMaxHeld || port_->has_turn();
}

bool ReportParts::end(std::string incomplete) {
  if (held_ > kMostHeld) leave_out();
  if (any_ && !blocks_.empty()) {
    add_comment_doubts({.named = blocks_.named_rules()});
    if (blocks_.overflowed())
      add_doubt(
          fmt::format("only the first {} comments that begin or end a "
                      "block of allowed secrets, and rules that they name, "
                      "count",
                      AllowBlocks::kMaxMarks));
  }
  if (!comment_doubts_.empty())
    for (std::string& half :
         comment_doubts_.sentences(entries_of(engine_.rules())))
      add_doubt(std::move(half));
  settle_whole();
  if (!cut(kEnd)) return false;
  if (!unread_.empty()) {
    if (!incomplete.empty()) incomplete += "; ";
    incomplete += unread_;
  }
  if (left_out_ != 0) {
    if (!incomplete.empty()) incomplete += "; ";
    incomplete += fmt::format(
        "{} possible secrets more than one text may hold were left out",
        left_out_);
  }
  FileReport last;
  last.findings = std::exchange(findings_, {});
  last.dropped = std::exchange(dropped_, {});
  last.incomplete = std::move(incomplete);
  last.notes = std::move(notes_);
  if (!close(std::move(last), std::exchange(before_, {}), true)) return false;
  allowed_.count_before(kEnd);
  return true;
}

bool ReportParts::covers(const Finding& one, const Finding& other) const {
  return one.start.byte == other.start.byte && one.end.byte == other.end.byte &&
         one.rule != other.rule && !one.encoded && !other.encoded &&
         one.evidence &&
         covers_surely(*one.rule, one.confidence, one.evidence->look,
                       *other.rule) &&
         (choice_.rules == nullptr || choice_.rules->is_on(one.rule)) &&
         is_decided(one);
}

bool ReportParts::is_decided(const Finding& finding) const {
  if (finding.rule->family != nullptr) return true;
  // Decoded text has its own keywords (scan/find/decoded_text.cc).
  if (finding.encoded) return true;
  const auto rule =
      static_cast<std::uint32_t>(finding.rule - engine_.rules().rules().data());
  return engine_.keyword_seen(rule, *match_);
}

// Returns the place of the first finding that may have to go.
std::uint64_t ReportParts::undecided() const {
  std::uint64_t first = kEnd;
  for (const Finding& finding : findings_)
    if (!is_decided(finding)) first = std::min(first, begin_of(finding));
  return first;
}

void ReportParts::settle_whole() {
  std::vector<Dropped>* const dropped =
      choices_.explain_drops ? &dropped_ : nullptr;
  if (needs_whole_) {
    std::erase_if(findings_, [&](const Finding& finding) {
      return drop_in_block(finding, dropped);
    });
    if (engine_.rules().dialect() == Dialect::kBetterleaks)
      return settle_as_betterleaks(dropped);
    settle_required(engine_.rules(), &findings_, dropped);
  }
  drop_undecided(dropped);
}

// A component counts whatever its keywords are, and is not reported if its rule
// forbids it.
void ReportParts::settle_as_betterleaks(std::vector<Dropped>* dropped) {
  const std::span<const Rule> rules = engine_.rules().rules();
  std::vector<bool> is_component(rules.size());
  for (const Rule& rule : rules)
    for (const RequiredRule& required : rule.required)
      is_component[required.rule] = true;
  std::vector<Finding> components;
  std::erase_if(findings_, [&](Finding& finding) {
    const bool of_family = finding.rule->family != nullptr;  // not in `rules`
    if (!of_family &&
        is_component[static_cast<std::size_t>(finding.rule - rules.data())])
      components.push_back(finding);
    if (!finding.rule->skip_report) return false;
    if (dropped != nullptr)
      dropped->push_back(dropped_for(Drop::kSilent, finding));
    return true;
  });
  drop_undecided(dropped);
  settle_components(engine_.rules(), components, &findings_, dropped);
}

void ReportParts::drop_undecided(std::vector<Dropped>* dropped) {
  std::erase_if(findings_, [&](const Finding& finding) {
    if (is_decided(finding)) return false;
    undecided_rules_.insert(finding.rule->id);
    if (drop_in_block(finding, dropped)) return true;
    if (dropped != nullptr)
      dropped->push_back(dropped_for(Drop::kKeyword, finding));
    return true;
  });
}

// A block may turn out to allow findings that are not handed on yet.
void ReportParts::settle_allowed(std::uint64_t frontier) {
  for (const Finding& finding : findings_)
    frontier = std::min(frontier, begin_of(finding));
  allowed_.count_before(frontier);
}

// Whether a block of the file allows it; all marks before it are known.
bool ReportParts::drop_in_block(const Finding& finding,
                                std::vector<Dropped>* dropped) {
  const std::uint64_t begin = begin_of(finding);
  if (!blocks_.allows(begin, finding.rule->id)) return false;
  if (finding.confidence >= choices_.min_confidence)
    allowed_.add({.begin = begin,
                  .end = end_of(finding),
                  .is_beside = finding.is_beside});
  if (dropped != nullptr)
    dropped->push_back(dropped_for(Drop::kDirective, finding));
  return true;
}

// Closes the parts that end so far before `frontier` that no more is to come
// for them.
ReportParts::Reach ReportParts::reach_of(const Finding& finding,
                                         std::uint64_t bytes) {
  Reach reach{begin_of(finding), end_of(finding), begin_of(finding),
              end_of(finding), bytes};
  if (finding.match.empty() || finding.encoded) return reach;
  reach.match_begin = std::min(reach.begin, finding.match_byte);
  reach.match_end =
      std::max(reach.end, finding.match_byte + finding.match.size());
  return reach;
}

// The places of all findings, held and left out. For each, how far to the left
// the matches of this and the later ones reach.
std::vector<ReportParts::Reach> ReportParts::sorted_reaches() const {
  std::vector<Reach> reaches = gone_;
  reaches.reserve(gone_.size() + findings_.size() + dropped_.size());
  for (const Finding& one : findings_)
    reaches.push_back(reach_of(one, room_of(one)));
  for (const Dropped& one : dropped_)
    reaches.push_back(reach_of(one.finding, size_of(one)));
  std::ranges::sort(reaches, {}, &Reach::begin);
  for (std::size_t i = reaches.size(); i-- > 1;)
    reaches[i - 1].match_begin =
        std::min(reaches[i - 1].match_begin, reaches[i].match_begin);
  return reaches;
}

ReportParts::Reach ReportParts::joined(const Reach& a, const Reach& b) {
  return {std::min(a.begin, b.begin), std::max(a.end, b.end),
          std::min(a.match_begin, b.match_begin),
          std::max(a.match_end, b.match_end), a.bytes + b.bytes};
}

// Whether a part may end at `end`, which nothing before `next` reaches across.
bool ReportParts::may_end(std::uint64_t end, std::uint64_t match_end,
                          const Reach& next) {
  return next.begin >= end && match_end <= end + kNear &&
         next.match_begin + kNear >= end;
}

bool ReportParts::cut(std::uint64_t frontier) {
  if (held_ < kPartBytes) return true;
  std::vector<std::uint64_t> ends;
  std::uint64_t end = 0;
  std::uint64_t match_end = 0;
  std::uint64_t bytes = 0;
  for (const Reach& reach : sorted_reaches()) {
    if (bytes >= kPartBytes && may_end(end, match_end, reach)) {
      if (end + kNear > frontier) break;
      ends.push_back(end);
      bytes = 0;
    }
    end = std::max(end, reach.end);
    match_end = std::max(match_end, reach.match_end);
    bytes += reach.bytes;
  }
  if (!ends.empty())
    std::erase_if(gone_,
                  [&](const Reach& one) { return one.begin < ends.back(); });
  return close_all(ends);
}

// Leaves out findings beyond kMostHeld since the last place at which a part may
// end, known or not yet. Later findings can only remove such places and add to
// earlier findings, so these would be left out in the end, too. All findings
// that begin at one byte stay or go together.
void ReportParts::leave_out() {
  const std::vector<Reach> reaches = sorted_reaches();
  std::uint64_t end = 0;
  std::uint64_t match_end = 0;
  std::uint64_t bytes = 0;
  std::vector<std::uint64_t> out;  // the beginnings of the findings left out
  gone_.clear();
  for (auto reach = reaches.begin(); reach != reaches.end();) {
    if (!needs_whole_ && may_end(end, match_end, *reach)) bytes = 0;
    Reach together = *reach;
    for (++reach; reach != reaches.end() && reach->begin == together.begin;
         ++reach)
      together = joined(together, *reach);
    bytes += together.bytes;
    end = std::max(end, together.end);
    match_end = std::max(match_end, together.match_end);
    if (bytes <= kMostHeld) continue;
    out.push_back(together.begin);
    if (!gone_.empty() && together.begin < gone_.back().end)
      gone_.back() = joined(gone_.back(), together);
    else
      gone_.push_back(together);
  }
  const auto erase = [&](auto& all, const auto& finding_of) {
    return std::erase_if(all, [&](const auto& one) {
      if (!std::ranges::binary_search(out, begin_of(finding_of(one))))
        return false;
      held_ -= room_of(one);
      return true;
    });
  };
  left_out_ += erase(findings_, std::identity());
  erase(dropped_, &finding_of);
}

// Closes the parts that end there, in one go: there may be many.
bool ReportParts::close_all(const std::vector<std::uint64_t>& ends) {
  if (ends.empty()) return true;
  std::vector<FileReport> parts(ends.size());
  const auto deal = [&](auto& all, auto member, const auto& place) {
    const auto part_of = [&](const auto& one) {
      return static_cast<std::size_t>(
          std::ranges::upper_bound(ends, place(one)) - ends.begin());
    };
    std::vector<std::size_t> counts(ends.size() + 1);
    for (const auto& one : all) ++counts[part_of(one)];
    for (std::size_t i = 0; i < ends.size(); ++i)
      (parts[i].*member).reserve(counts[i]);
    auto rest = all.begin();
    for (auto& one : all) {
      const std::size_t part = part_of(one);
      if (part == ends.size()) {
        if (&*rest != &one) *rest = std::move(one);
        ++rest;
      } else {
        held_ -= room_of(one);
        (parts[part].*member).push_back(std::move(one));
      }
    }
    all.erase(rest, all.end());
  };
  deal(findings_, &FileReport::findings, begin_of);
  deal(dropped_, &FileReport::dropped,
       [](const Dropped& one) { return begin_of(one.finding); });
  for (std::size_t i = 0; i < ends.size(); ++i) {
    std::vector<Finding> near = std::exchange(before_, {});
    note_before(near, ends[i]);
    note_before(parts[i].findings, ends[i]);
    const auto add_near = [&](const std::vector<Finding>& behind) {
      for (const Finding& one : behind)
        if (begin_of(one) < ends[i] + kNear) near.push_back(secret_of(one));
    };
    std::size_t next = i + 1;
    for (; next < ends.size() && ends[next - 1] < ends[i] + kNear; ++next)
      add_near(parts[next].findings);
    if (next == ends.size()) add_near(findings_);
    if (!close(std::move(parts[i]), std::move(near), false)) return false;
  }
  return true;
}

// Notes the findings before `end` that are masked after it.
void ReportParts::note_before(const std::vector<Finding>& findings,
                              std::uint64_t end) {
  for (const Finding& one : findings) {
    if (end_of(one) + kNear > end)
      before_.push_back(secret_of(one));
    else if (masked_end_of(one) + kNear > end &&
             (before_.empty() || !before_.back().encoded ||
              before_.back().encoded->begin != one.encoded->begin ||
              before_.back().encoded->end != one.encoded->end))
      before_.push_back(place_of(one));
  }
}

// `near` has the findings to be masked that are not in the part.
bool ReportParts::close(FileReport part, std::vector<Finding> near,
                        bool is_last) {
  part.location = location_;
  part.root = root_;
  part.of_large_file = of_large_file_;
  if (choice_.baseline != nullptr) set_fingerprints(&part.findings);
  std::erase_if(part.findings, [&](const Finding& finding) {
    return drop_in_block(finding,
                         choices_.explain_drops ? &part.dropped : nullptr);
  });
  drop_disabled(&part);
  if (choice_.at_once) {
    near.clear();
    // A keyword that comes only later in the text counts for what follows it.
    std::erase_if(part.findings, [&](const Finding& finding) {
      return (finding.rule->skip_report && !finding.rule->families) ||
             !is_decided(finding);
    });
  }
  if (has_providers_)
    settle_overlaps(&part);
  else if (engine_.rules().dialect() == Dialect::kBetterleaks)
    settle_decoded(&part);
  else
    settle_as_gitleaks(&part);
  if (choices_.explain_drops) explain_covered(&part);
  hide_beside(&part);
  if (choice_.baseline != nullptr) hide_known(&part, is_last);
  hide_below_confidence(&part);
  if (part.findings.empty() && part.incomplete.empty() &&
      part.dropped.empty() && part.notes.empty() && part.mistyped.empty())
    return true;
  set_fingerprints(&part.findings);
  part.covered.insert(part.covered.end(), std::move_iterator(near.begin()),
                      std::move_iterator(near.end()));
  sort_by_place(&part.dropped);
  return port_->put(std::make_unique<FileReport>(std::move(part)));
}

// A fingerprint costs as much as half of all questions about a value, so
// findings that another one covers get none, unless a baseline may list them.
void ReportParts::set_fingerprints(std::vector<Finding>* findings) const {
  Fingerprints fingerprints(path());
  for (Finding& finding : *findings)
    if (finding.fingerprint.empty())
      finding.fingerprint = fingerprints.of(finding.rule->id, finding.secret);
}

void ReportParts::hide_beside(FileReport* part) {
  const auto beside = std::stable_partition(
      part->findings.begin(), part->findings.end(),
      [](const Finding& finding) { return !finding.is_beside; });
  part->covered.insert(part->covered.end(), std::move_iterator(beside),
                       std::move_iterator(part->findings.end()));
  part->findings.erase(beside, part->findings.end());
}

void ReportParts::drop_disabled(FileReport* part) const {
  if (choice_.rules == nullptr || choice_.rules->all()) return;
  std::erase_if(part->findings, [&](const Finding& finding) {
    if (choice_.rules->is_on(finding.rule)) return false;
    // It is there, so its entry is not stale.
    if (choice_.baseline != nullptr)
      choice_.baseline->note_there(*part, finding);
    if (choices_.explain_drops)
      part->dropped.push_back(dropped_for(Drop::kDisabled, finding));
    return true;
  });
}

// Removes findings that must not be kept, and returns their number. They are
// still masked in texts that are shown.
template <typename Keep, typename Facts>
std::uint64_t ReportParts::hide(FileReport* part, Drop why, const Keep& keep,
                                const Facts& facts) const {
  const auto hidden =
      std::stable_partition(part->findings.begin(), part->findings.end(), keep);
  const auto count = static_cast<std::uint64_t>(part->findings.end() - hidden);
  if (choices_.explain_drops)
    for (auto finding = hidden; finding != part->findings.end(); ++finding)
      part->dropped.push_back(dropped_for(why, *finding, facts(*finding)));
  part->covered.insert(part->covered.end(), std::move_iterator(hidden),
                       std::move_iterator(part->findings.end()));
  part->findings.erase(hidden, part->findings.end());
  return count;
}

// Every finding is looked up, those below the confidence too: an entry for one
// of these is not stale. But they count as below the confidence.
void ReportParts::hide_known(FileReport* part, bool is_last) {
  const Baseline& baseline = *choice_.baseline;
  // Findings that another rule's finding covers are there, too.
  for (const Finding& finding : part->covered)
    baseline.note_there(*part, finding);
  if (is_last) {
    if (part->incomplete.empty()) {
      baseline.note_read(*part);
    } else if (baseline.knows_unread(*part)) {
      ++known_unread_;
      part->incomplete.clear();
    }
  }
  if (part->findings.empty()) return;
  const std::string here = part->location.text();
  const bool is_baseline = fs_ != nullptr && baseline.holds_file(*fs_, *part);
  baseline_ += hide(
      part, Drop::kBaseline,
      [&](const Finding& finding) {
        const bool known =
            baseline.knows(*part, finding, choice_.known_by) != nullptr;
        return !is_baseline &&
               (!known || finding.confidence < choices_.min_confidence);
      },
      [&](const Finding& finding) {
        const std::string* by =
            baseline.knows(*part, finding, choice_.known_by);
        return DropFacts{.other = by == nullptr ? here : *by};
      });
}

void ReportParts::hide_below_confidence(FileReport* part) {
  const Confidence least = choices_.min_confidence;
  if (least == Confidence::kLow) return;
  for (const Finding& finding : part->findings) {
    if (finding.confidence >= least || !is_mistyped(finding)) continue;
    // Somebody who has put it into a baseline knows about it.
    if (choice_.baseline != nullptr &&
        choice_.baseline->knows(*part, finding, choice_.known_by) != nullptr)
      continue;
    keep_mistyped(finding, part);
  }
  below_confidence_ += hide(
      part, Drop::kConfidence,
      [&](const Finding& finding) { return finding.confidence >= least; },
      [&](const Finding&) { return DropFacts{.least = least}; });
}

Counts ReportParts::counts() const {
  return {.failed_filters = failed_filters_,
          .below_confidence = below_confidence_,
          .baseline = baseline_,
          .known_unread = known_unread_,
          .allowed = allowed_.by_comments(),
          .allowlisted = allowed_.by_allowlists()};
}

}  // namespace sluice
