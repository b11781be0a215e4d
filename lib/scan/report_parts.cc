// What is decided about a finding by looking at others: of two that share bytes
// one covers the other (overlap.h); a rule may ask for another one's finding
// (judge/required.h), or for a keyword anywhere in the file; and where text is
// shown, all secrets in it are masked. A part is cut off where none of this
// reaches across:
//   - at a place where no secret ends behind it that begins before it, and no
//     match reaches across by more than kNear;
//   - when all that reaches so far is known: what is still to come begins
//     behind the place by more than kNear, which is more than a report shows of
//     a line. What is near the cut goes into the part on either side as text to
//     be masked;
//   - not behind a finding whose keyword was not seen yet;
//   - not at all, if a rule of the set asks for others.
// The first such place behind kPartBytes is the one. So where the cuts are
// follows from the findings alone, and neither from how the file was read, nor
// from when there was room.

#include "scan/report_parts.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <tuple>
#include <utility>

#include "finding/size.h"
#include "judge/drop.h"
#include "judge/required.h"
#include "scan/covered.h"
#include "scan/overlap.h"

namespace sluice {
namespace {

constexpr std::uint64_t kEnd = std::numeric_limits<std::uint64_t>::max();

// Of decoded text, a byte stands for up to four of the file.
constexpr std::uint64_t kNear = 4 * kExcerptBytes;

// A file that cannot be cut may hold so much before it has to wait for its
// turn.
constexpr std::uint64_t kMostHeld = 4 * kPartBytes;

// Where a finding's secret stands in the text, and its match.
struct Reach {
  std::uint64_t begin, end, match_begin, match_end, bytes;
};

std::uint64_t begin_of(const Finding& finding) { return finding.text_byte(); }

std::uint64_t end_of(const Finding& finding) {
  return finding.text_byte() + finding.secret.size();
}

Reach reach_of(const Finding& finding, std::uint64_t bytes) {
  Reach reach{begin_of(finding), end_of(finding), begin_of(finding),
              end_of(finding), bytes};
  if (finding.match.empty()) return reach;
  reach.match_begin = std::min(reach.begin, finding.match_byte);
  reach.match_end =
      std::max(reach.end, finding.match_byte + finding.match.size());
  return reach;
}

bool needs_whole(const RuleSet& rules) {
  return std::ranges::any_of(rules.rules(), [](const Rule& rule) {
    return !rule.required.empty() || rule.skip_report;
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
  return copy;
}

// Moves what `belongs` from `*all` to the result; both keep their order.
template <typename T, typename Belongs>
std::vector<T> take(std::vector<T>* all, Belongs&& belongs) {
  const auto rest = std::stable_partition(all->begin(), all->end(), belongs);
  std::vector<T> taken(std::move_iterator(all->begin()),
                       std::move_iterator(rest));
  all->erase(all->begin(), rest);
  return taken;
}

}  // namespace

ReportParts::ReportParts(const Engine& engine, const ReportChoice& choice)
    : engine_(engine),
      choice_(choice),
      needs_whole_(needs_whole(engine.rules())) {}

void ReportParts::begin(std::string path, std::string root,
                        const FileMatch& match, ReportPort& port) {
  path_ = std::move(path);
  root_ = std::move(root);
  match_ = &match;
  port_ = &port;
  findings_.clear();
  dropped_.clear();
  before_.clear();
  held_ = 0;
  cut_from_ = kPartBytes;
  unsure_ = 0;
}

void ReportParts::add(Finding finding) {
  held_ += size_of(finding);
  findings_.push_back(std::move(finding));
}

void ReportParts::add_dropped(Dropped dropped) {
  held_ += size_of(dropped);
  dropped_.push_back(std::move(dropped));
}

bool ReportParts::advance(std::uint64_t frontier) {
  if (held_ < cut_from_) return true;
  if (!needs_whole_ && !cut(std::min(frontier, undecided()))) return false;
  // Looking again costs as much as there is; so not before there is twice that.
  cut_from_ = std::max(kPartBytes, 2 * held_);
  return held_ <= kMostHeld || port_->has_turn();
}

bool ReportParts::end(std::string incomplete) {
  settle_whole();
  if (!cut(kEnd)) return false;
  FileReport last = take_before(kEnd);
  last.incomplete = std::move(incomplete);
  return close(std::move(last), kEnd);
}

bool ReportParts::is_decided(const Finding& finding) const {
  if (finding.rule->family != nullptr) return true;
  const auto rule =
      static_cast<std::uint32_t>(finding.rule - engine_.rules().rules().data());
  return engine_.keyword_seen(rule, *match_);
}

// Where the first finding begins that may have to go.
std::uint64_t ReportParts::undecided() const {
  std::uint64_t first = kEnd;
  for (const Finding& finding : findings_)
    if (!is_decided(finding)) first = std::min(first, begin_of(finding));
  return first;
}

void ReportParts::settle_whole() {
  std::vector<Dropped>* const dropped =
      choice_.explain_drops ? &dropped_ : nullptr;
  if (needs_whole_) settle_required(engine_.rules(), &findings_, dropped);
  std::erase_if(findings_, [&](const Finding& finding) {
    if (is_decided(finding)) return false;
    if (dropped != nullptr)
      dropped->push_back(dropped_for(Drop::kKeyword, finding));
    return true;
  });
}

// Closes the parts that end so far before `frontier` that no more is to come
// for them.
bool ReportParts::cut(std::uint64_t frontier) {
  if (held_ < kPartBytes) return true;
  std::vector<Reach> reaches;
  reaches.reserve(findings_.size() + dropped_.size());
  for (const Finding& one : findings_)
    reaches.push_back(reach_of(one, size_of(one)));
  for (const Dropped& one : dropped_)
    reaches.push_back(reach_of(one.finding, size_of(one)));
  std::ranges::sort(reaches, {}, &Reach::begin);
  // From here on: how far to the left the matches of this and the later ones
  // go.
  for (std::size_t i = reaches.size(); i-- > 1;)
    reaches[i - 1].match_begin =
        std::min(reaches[i - 1].match_begin, reaches[i].match_begin);

  std::uint64_t end = 0;
  std::uint64_t match_end = 0;
  std::uint64_t bytes = 0;
  for (const Reach& reach : reaches) {
    if (bytes >= kPartBytes && reach.begin >= end && match_end <= end + kNear &&
        reach.match_begin + kNear >= end) {
      if (end + kNear > frontier) return true;
      if (!close(take_before(end), end)) return false;
      bytes = 0;
    }
    end = std::max(end, reach.end);
    match_end = std::max(match_end, reach.match_end);
    bytes += reach.bytes;
  }
  return true;
}

FileReport ReportParts::take_before(std::uint64_t end) {
  FileReport part;
  part.path = path_;
  part.root = root_;
  if (end == kEnd) {
    part.findings = std::exchange(findings_, {});
    part.dropped = std::exchange(dropped_, {});
    held_ = 0;
    return part;
  }
  part.findings =
      take(&findings_, [&](const Finding& one) { return begin_of(one) < end; });
  part.dropped = take(&dropped_, [&](const Dropped& one) {
    return begin_of(one.finding) < end;
  });
  for (const Finding& one : part.findings) held_ -= size_of(one);
  for (const Dropped& one : part.dropped) held_ -= size_of(one);
  return part;
}

// `end`: where the part does.
bool ReportParts::close(FileReport part, std::uint64_t end) {
  std::vector<Finding> near = std::move(before_);
  before_.clear();
  if (end != kEnd) {
    for (const Finding& one : part.findings)
      if (end_of(one) + kNear > end) before_.push_back(secret_of(one));
    for (const Finding& one : findings_)
      if (begin_of(one) < end + kNear) near.push_back(secret_of(one));
  }
  settle_overlaps(&part);
  if (choice_.explain_drops) explain_covered(&part);
  hide_unsure(&part);
  if (part.findings.empty() && part.incomplete.empty() && part.dropped.empty())
    return true;
  part.covered.insert(part.covered.end(), std::move_iterator(near.begin()),
                      std::move_iterator(near.end()));
  sort_by_place(&part.dropped);
  return port_->put(std::make_unique<FileReport>(std::move(part)));
}

// Where text is shown they are masked all the same.
void ReportParts::hide_unsure(FileReport* part) {
  const Confidence least = choice_.min_confidence;
  if (least == Confidence::kLow) return;
  const auto hidden = std::stable_partition(
      part->findings.begin(), part->findings.end(),
      [&](const Finding& f) { return f.confidence >= least; });
  unsure_ += static_cast<std::uint64_t>(part->findings.end() - hidden);
  if (choice_.explain_drops)
    for (auto finding = hidden; finding != part->findings.end(); ++finding)
      part->dropped.push_back(
          dropped_for(Drop::kConfidence, *finding, {.least = least}));
  part->covered.insert(part->covered.end(), std::move_iterator(hidden),
                       std::move_iterator(part->findings.end()));
  part->findings.erase(hidden, part->findings.end());
}

}  // namespace sluice
