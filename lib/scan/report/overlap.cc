#include "scan/report/overlap.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "decode/coding.h"
#include "text/ascii.h"

namespace sluice {
namespace {

// Whether a check says that it is no such token. A UUID of an unknown version may be
// a secret of another kind.
bool is_refuted(const Finding& finding) {
  return finding.checksum == ChecksumVerdict::kInvalid &&
         finding.rule->check != CheckKind::kUuid;
}

// The better rank comes first. What is hardly a secret as a provider's may be one
// as something else, so an unsure finding does not cover a surer one, unless it is
// one that a check refutes.
constexpr std::size_t kKinds = 3;
constexpr std::size_t kRanks = 2 * kKinds;
std::size_t rank_of(const Finding& finding) {
  const bool is_unsure =
      finding.confidence == Confidence::kLow && !is_refuted(finding);
  const std::size_t unsure = is_unsure ? kKinds : 0;
  if (finding.rule->provider.empty()) return unsure + 2;
  return unsure + (finding.rule->family != nullptr ? 1 : 0);
}

// A family's findings that overlap one of it that is kept. They are in order.
void cover_repeated(const std::vector<Finding>& findings,
                    std::vector<bool>* covered) {
  std::unordered_map<const Rule*, std::uint64_t> reached;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    if (finding.rule->family == nullptr || (*covered)[i]) continue;
    std::uint64_t& end = reached[finding.rule];
    if (finding.start.byte < end) (*covered)[i] = true;
    end = std::max(end, finding.end.byte);
  }
}

// Findings of one provider's own rules with the same place: of the surest ones
// the first stays. They are in order, so those with one place are neighbours.
void cover_same(const std::vector<Finding>& findings,
                std::vector<bool>* covered) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < findings.size(); ++i) {
    const Finding& one = findings[i];
    const Finding& last = findings[best];
    const bool same = one.rule != last.rule && rank_of(one) % kKinds == 0 &&
                      rank_of(last) == rank_of(one) &&
                      one.start.byte == last.start.byte &&
                      one.end.byte == last.end.byte &&
                      one.rule->provider == last.rule->provider;
    if (!same || one.confidence > last.confidence) {
      if (same) (*covered)[best] = true;
      best = i;
    } else {
      (*covered)[i] = true;
    }
  }
}

// Whether `part` is the part of a value before a sign that ends other values,
// and `whole` is all of it: "kettle" of "kettle diesel valley".
bool is_whole_of(const Finding& whole, const Finding& part) {
  return whole.confidence == part.confidence &&
         whole.start.byte == part.start.byte &&
         whole.end.byte > part.end.byte && whole.evidence &&
         whole.evidence->look <= ValueLook::kComposed;
}

// If several findings of generic rules share a byte, the surest stays. Of
// equally sure ones the first stays, or a whole value of which it is a part.
void settle_generic(FileReport* report) {
  std::vector<Finding>* const findings = &report->findings;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < findings->size(); ++i) {
    Finding& finding = (*findings)[i];
    if (kept != 0 && finding.rule->provider.empty()) {
      Finding& last = (*findings)[kept - 1];
      if (last.rule->provider.empty() && last.rule != finding.rule &&
          last.end.byte > finding.start.byte) {
        if (finding.confidence > last.confidence || is_whole_of(finding, last))
          std::swap(finding, last);
        report->covered.push_back(std::move(finding));
        continue;
      }
    }
    if (kept != i) (*findings)[kept] = std::move(finding);
    ++kept;
  }
  findings->resize(kept);
}

// Two patterns of a family may find the same secret; the one whose match begins
// earlier comes first. So the order does not depend on that of the input.
void sort_by_place(std::vector<Finding>* findings) {
  const auto key = [](const Finding& one) {
    return std::tuple(one.start.byte, one.end.byte,
                      std::string_view(one.rule->id), one.match_byte,
                      one.match.size());
  };
  if (std::ranges::is_sorted(*findings, {}, key)) return;
  // A finding is large, so their numbers are sorted, and each moves once.
  std::vector<std::size_t> order(findings->size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {},
                           [&](std::size_t i) { return key((*findings)[i]); });
  std::vector<Finding> sorted;
  sorted.reserve(order.size());
  for (const std::size_t i : order) sorted.push_back(std::move((*findings)[i]));
  *findings = std::move(sorted);
}

void move_covered(const std::vector<bool>& covered, FileReport* report) {
  std::vector<Finding>& findings = report->findings;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (covered[i]) {
      report->covered.push_back(std::move(findings[i]));
      continue;
    }
    if (kept != i) findings[kept] = std::move(findings[i]);
    ++kept;
  }
  findings.resize(kept);
}

// Whether the decoded finding replaces the other, which has some of the same
// bytes. It does if it is of a better rank, or if the other took text beside it
// for a part of it, is one of the joined runs of a document or parts of a
// string, or contains what is between them. (The lines of a mail are no such case: "=" may end a
// value as well.)
bool says_more(const Finding& decoded, const Finding& plain) {
  const std::size_t rank = rank_of(decoded);
  if (rank != rank_of(plain)) return rank < rank_of(plain);
  if (decoded.confidence != plain.confidence)
    return decoded.confidence > plain.confidence;
  const std::uint64_t size = decoded.end.byte - decoded.start.byte;
  const bool holds = !plain.encoded && decoded.start.byte <= plain.start.byte &&
                     decoded.end.byte >= plain.end.byte;
  if (holds && decoded.decoded.front() == name_of(Coding::kMarkup)) return true;
  // A pattern that reads the parts by itself knows best what is between them.
  if (holds && decoded.decoded.front() == name_of(Coding::kParts) &&
      plain.end.byte - plain.start.byte < size)
    return true;
  return plain.start.byte <= decoded.start.byte &&
         plain.end.byte >= decoded.end.byte &&
         plain.end.byte - plain.start.byte > size &&
         decoded.encoded->end - decoded.encoded->begin == size;
}

bool share_a_byte(const Finding& a, const Finding& b) {
  return a.start.byte < b.end.byte && b.start.byte < a.end.byte;
}

// Whether the place is that of all that was encoded with the secret.
bool shares_its_place(const Finding& finding) {
  return std::ranges::any_of(finding.decoded, [](const std::string& coding) {
    const auto at = std::ranges::find(kCodingNames, coding);
    return at == kCodingNames.end() ||
           !is_readable(static_cast<Coding>(at - kCodingNames.begin()));
  });
}

// Whether one replaces the other. Findings that were decoded from the same
// bytes in one way are different things; in two ways, they are one, unless many
// secrets may have that place.
bool are_one(const Finding& decoded, const Finding& other) {
  if (!other.encoded)
    return decoded.encoded->begin < other.text_byte() + other.text_size() &&
           other.text_byte() < decoded.encoded->end;
  if (!share_a_byte(decoded, other)) return false;
  if (decoded.decoded.front() == other.decoded.front())
    return decoded.rule == other.rule && decoded.secret == other.secret;
  return decoded.secret == other.secret || !shares_its_place(decoded) ||
         !shares_its_place(other);
}

// The findings that stay so far. Those that may be one with another are found
// without a look at the rest, of which a part may have many. Plain ones are
// found by their places. Decoded ones come in the order of their beginnings, so
// those that end before are dropped. Within one way of decoding, only the same
// secret counts.
class Kept {
 public:
  // `plain` are in the order of their place.
  explicit Kept(std::vector<Finding> plain)
      : all_(std::move(plain)), plain_(all_.size()), next_(all_.size() + 1) {
    std::iota(next_.begin(), next_.end(), std::size_t{0});
    std::uint64_t reach = 0;
    for (const Finding& one : all_)
      reaches_.push_back(
          reach = std::max(reach, one.text_byte() + one.text_size()));
    is_covered_.resize(all_.size());
  }

  // Keeps `finding` if it is better than all that are one with it; then these
  // are covered.
  void settle(Finding finding, std::vector<Finding>* covered) {
    // The one that kept the last finding from staying may keep many.
    if (blocker_ < all_.size() && blocks(blocker_, finding))
      return covered->push_back(std::move(finding));
    const std::vector<std::size_t> others = one_with(finding);
    const auto blocker = std::ranges::find_if(
        others, [&](std::size_t i) { return blocks(i, finding); });
    if (blocker != others.end()) {
      blocker_ = *blocker;
      return covered->push_back(std::move(finding));
    }
    for (const std::size_t i : others) {
      is_covered_[i] = true;
      covered->push_back(std::move(all_[i]));
      if (i < plain_) next_[i] = i + 1;
    }
    Way& way = ways_[finding.decoded.front()];
    way.all.push_back(all_.size());
    way.same[same_key(finding)].push_back(all_.size());
    is_covered_.push_back(false);
    all_.push_back(std::move(finding));
  }

  std::vector<Finding> take() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (is_covered_[i]) continue;
      if (kept != i) all_[kept] = std::move(all_[i]);
      ++kept;
    }
    all_.resize(kept);
    return std::move(all_);
  }

 private:
  // Numbers in all_ of those that were decoded in one way; `same` by
  // same_key().
  struct Way {
    std::vector<std::size_t> all;
    std::unordered_map<std::size_t, std::vector<std::size_t>> same;
  };

  static std::size_t same_key(const Finding& finding) {
    return std::hash<std::string_view>()(finding.secret) ^
           std::hash<const Rule*>()(finding.rule);
  }

  bool blocks(std::size_t i, const Finding& finding) const {
    return !is_covered_[i] && are_one(finding, all_[i]) &&
           !says_more(finding, all_[i]);
  }

  // The first plain one from `i` on that is not covered.
  std::size_t next(std::size_t i) {
    while (next_[i] != i) i = next_[i] = next_[next_[i]];
    return i;
  }

  std::vector<std::size_t> one_with(const Finding& finding) {
    std::vector<std::size_t> found;
    const auto first =
        std::ranges::upper_bound(reaches_, finding.encoded->begin);
    for (auto i = next(static_cast<std::size_t>(first - reaches_.begin()));
         i < plain_ && all_[i].text_byte() < finding.encoded->end;
         i = next(i + 1))
      if (are_one(finding, all_[i])) found.push_back(i);
    const auto add = [&](std::vector<std::size_t>& numbers) {
      std::erase_if(numbers, [&](std::size_t i) {
        return is_covered_[i] || all_[i].end.byte <= finding.start.byte;
      });
      for (const std::size_t i : numbers)
        if (are_one(finding, all_[i])) found.push_back(i);
    };
    for (auto& [name, way] : ways_) {
      if (name != finding.decoded.front())
        add(way.all);
      else if (const auto same = way.same.find(same_key(finding));
               same != way.same.end())
        add(same->second);
    }
    std::ranges::sort(found);
    return found;
  }

  std::vector<Finding> all_;  // the plain ones first
  std::vector<bool> is_covered_;
  std::size_t plain_;
  std::vector<std::uint64_t> reaches_;  // the greatest end of all_[0..i]
  std::vector<std::size_t> next_;       // leads to one that is not covered
  std::map<std::string, Way> ways_;     // by the outermost encoding
  std::size_t blocker_ = ~std::size_t{0};
};

// If a decoded finding and others have some of the same bytes, one side stays.
void settle_decoded(std::vector<Finding> decoded, FileReport* report) {
  std::ranges::stable_sort(decoded, {}, [](const Finding& finding) {
    return std::pair(finding.start.byte, finding.decoded.size());
  });
  Kept kept(std::move(report->findings));
  for (Finding& finding : decoded)
    kept.settle(std::move(finding), &report->covered);
  report->findings = kept.take();
  sort_by_place(&report->findings);
}

std::vector<Finding> take_decoded(FileReport* report) {
  std::vector<Finding>& all = report->findings;
  const auto first = std::stable_partition(
      all.begin(), all.end(),
      [](const Finding& finding) { return !finding.encoded; });
  std::vector<Finding> decoded(std::make_move_iterator(first),
                               std::make_move_iterator(all.end()));
  all.erase(first, all.end());
  return decoded;
}

bool is_generic(const Rule& rule) {
  constexpr std::string_view kGeneric = "generic";
  return std::search(
             rule.id.begin(), rule.id.end(), kGeneric.begin(), kGeneric.end(),
             [](char a, char b) { return lower(a) == b; }) != rule.id.end();
}

// On which line the match begins.
std::uint64_t line_of_match(const Finding& finding) {
  std::string_view before(finding.match);
  before = before.substr(0, finding.text_byte() - finding.match_byte);
  before.remove_prefix(std::min(before.find_first_not_of('\n'), before.size()));
  return finding.start.line -
         static_cast<std::uint64_t>(std::ranges::count(before, '\n'));
}

}  // namespace

bool has_providers(const RuleSet& rules) {
  return std::ranges::any_of(
      rules.rules(), [](const Rule& rule) { return !rule.provider.empty(); });
}

// Quadratic where they have one line, but a part of a report is not long.
void settle_as_gitleaks(FileReport* report) {
  std::vector<Finding> decoded = take_decoded(report);
  std::vector<Finding>& findings = report->findings;
  sort_by_place(&findings);
  std::vector<bool> covered(findings.size());
  std::vector<std::uint64_t> lines;
  for (const Finding& finding : findings)
    lines.push_back(line_of_match(finding));
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (!is_generic(*findings[i].rule)) continue;
    for (std::size_t j = 0; j < findings.size() && !covered[i]; ++j)
      covered[i] =
          lines[j] == lines[i] && !is_generic(*findings[j].rule) &&
          findings[j].secret.find(findings[i].secret) != std::string::npos;
  }
  move_covered(covered, report);
  if (!decoded.empty()) settle_decoded(std::move(decoded), report);
}

// - A finding of `other` belongs to no family either, because the family follows
//   from the secret and the names around it. So neither has a provider.
// - The first by its id stays, unless the other is surer.
// - A drawn or composed value takes the place of a part of it, as the other
//   would.
bool covers_surely(const Rule& one, Confidence confidence, ValueLook look,
                   const Rule& other) {
  const auto is_plain = [](const Rule& rule) {
    return rule.provider.empty() && rule.filters.empty() &&
           rule.required.empty();
  };
  if (!is_plain(one) || one.skip_report || look > ValueLook::kComposed ||
      !is_plain(other) || (other.families && !one.families))
    return false;
  if (other.skip_report) return other.families;
  const Confidence surest =
      other.check == CheckKind::kNone ? other.confidence : Confidence::kHigh;
  return one.id < other.id && confidence >= surest;
}

void settle_decoded(FileReport* report) {
  std::vector<Finding> decoded = take_decoded(report);
  sort_by_place(&report->findings);
  if (!decoded.empty()) settle_decoded(std::move(decoded), report);
}

void settle_overlaps(FileReport* report) {
  if (std::vector<Finding> decoded = take_decoded(report); !decoded.empty()) {
    settle_overlaps(report);
    settle_decoded(std::move(decoded), report);
    return;
  }
  std::vector<Finding>* const findings = &report->findings;
  sort_by_place(findings);
  if (findings->size() < 2) return;

  // A finding is covered if a better one that starts before its end reaches
  // beyond its start. Going forward, the furthest end of these so far decides
  // for those that started before. Going backward, the nearest start decides
  // for those that come after. By rank, the best ones first.
  std::vector<bool> covered(findings->size());
  std::array<std::uint64_t, kRanks> reached{};
  for (std::size_t i = 0; i < findings->size(); ++i) {
    const Finding& finding = (*findings)[i];
    const std::size_t rank = rank_of(finding);
    covered[i] = rank > 0 && reached[rank - 1] > finding.start.byte;
    for (std::size_t r = rank; r < kRanks; ++r)
      reached[r] = std::max(reached[r], finding.end.byte);
  }
  std::array<std::uint64_t, kRanks> next;
  next.fill(UINT64_MAX);
  for (std::size_t i = findings->size(); i-- > 0;) {
    const Finding& finding = (*findings)[i];
    const std::size_t rank = rank_of(finding);
    if (rank > 0 && next[rank - 1] < finding.end.byte) covered[i] = true;
    for (std::size_t r = rank; r < kRanks; ++r) next[r] = finding.start.byte;
  }
  cover_repeated(*findings, &covered);
  cover_same(*findings, &covered);
  move_covered(covered, report);
  settle_generic(report);
}

}  // namespace sluice
