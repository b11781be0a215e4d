// A table that forgets nothing and stops growing. Rejected: one that forgets the
// oldest, since a key that stands everywhere is met early, and would be counted
// again every so often. Rejected: keyed digests of the secrets as ids, which
// need no memory: a key that only the reports' readers lack would have to be
// random, and the same scan would give other bytes each time.
#include "report/shown/found.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "base/digest.h"

namespace sluice {
namespace {

std::array<std::uint8_t, 15> key_of(std::span<const std::string_view> parts) {
  const Sha256Digest digest = sha256(parts);
  std::array<std::uint8_t, 15> key{};
  std::memcpy(key.data(), digest.data(), key.size());
  return key;
}

}  // namespace

std::string directory_of(std::string_view path) {
  const std::size_t last = path.rfind('/');
  if (last == path.npos || last == 0) return last == 0 ? "/" : "./";
  std::string_view directory = path.substr(0, last);
  const std::size_t first = directory.find('/', 1);
  if (first != directory.npos)
    directory = directory.substr(0, directory.find('/', first + 1));
  return std::string(directory);
}

std::vector<std::pair<const std::string*, const FoundTally*>> largest_first(
    const FoundTotals::ByName& groups) {
  std::vector<std::pair<const std::string*, const FoundTally*>> list;
  for (const auto& [name, tally] : groups) list.emplace_back(&name, &tally);
  std::ranges::stable_sort(list, [](const auto& a, const auto& b) {
    return std::pair(a.second->secrets, a.second->places) >
           std::pair(b.second->secrets, b.second->places);
  });
  return list;
}

void FoundTotals::add(const FileReport& report) {
  numbers_.clear();
  if (report.findings.empty()) return;
  count_place(report);
  const std::string directory = directory_of(report.location.path);
  for (const Finding& finding : report.findings) {
    const Met met = meet(finding);
    numbers_.push_back(met.number);
    count(finding, met, report, directory);
  }
}

void FoundTotals::count_place(const FileReport& report) {
  const std::uint64_t places = report.findings.size();
  counts_.places += places;
  if (report.commit && report.commit->reached_by == ReachedBy::kReflog)
    counts_.by_reflog += places;
  if (report.commit && report.commit->reached_by == ReachedBy::kNone)
    counts_.by_nothing += places;
  const bool is_message =
      report.where == GitText::kCommitMessage || report.where == GitText::kTag;
  if (is_message && report.commit) {
    if (report.commit->id != last_message_) ++counts_.messages;
    last_message_ = report.commit->id;
    return;
  }
  if (counts_.files == 0 || report.location != last_) ++counts_.files;
  last_ = report.location;
}

FoundTotals::Met FoundTotals::meet(const Finding& finding) {
  if (!finding.secret_name.empty())
    return meet(
        key_of(std::array<std::string_view, 2>{"name", finding.secret_name}),
        finding.confidence);
  if (masked_ && !finding.secret_id.empty())
    return meet(
        key_of(std::array<std::string_view, 2>{"id", finding.secret_id}),
        finding.confidence);
  if (finding.secret.empty()) {
    const std::string place =
        std::to_string(counts_.places) + " " + std::to_string(numbers_.size());
    return meet(key_of(std::array<std::string_view, 2>{"path", place}),
                finding.confidence);
  }
  if (masked_) {
    unknown_ = true;
    return {};
  }
  // The first byte is 0, and so no other key's text begins like it.
  const std::uint32_t rule = number_of(finding.rule->id);
  const std::array<char, 4> number = {
      static_cast<char>(0), static_cast<char>(rule >> 16),
      static_cast<char>(rule >> 8), static_cast<char>(rule)};
  return meet(
      key_of(std::array<std::string_view, 2>{
          std::string_view(number.data(), number.size()), finding.secret}),
      finding.confidence);
}

// Returns the number of a rule, which is shorter in a key than its name: the
// hash of most secrets is then that of one block. There are fewer than 2^24.
std::uint32_t FoundTotals::number_of(std::string_view rule) {
  if (last_rule_ == rules_.end() || last_rule_->first != rule) {
    last_rule_ = rules_.find(rule);
    if (last_rule_ == rules_.end())
      last_rule_ =
          rules_.emplace(rule, static_cast<std::uint32_t>(rules_.size())).first;
  }
  return last_rule_->second;
}

FoundTotals::Met FoundTotals::meet(const Key& key, Confidence confidence) {
  if (secrets_.size() * 2 >= table_.size()) grow();
  std::size_t at = 0;
  std::memcpy(&at, key.data(), sizeof at);
  for (;; ++at) {
    std::uint32_t& entry = table_[at & (table_.size() - 1)];
    if (entry == 0) {
      if (secrets_.size() == kMaxSecrets) {
        full_ = true;
        return {};
      }
      secrets_.push_back({key, confidence});
      entry = static_cast<std::uint32_t>(secrets_.size());
      return {entry, true};
    }
    Secret& secret = secrets_[entry - 1];
    if (secret.key == key) {
      if (confidence > secret.confidence) raise(&secret, confidence);
      return {entry, false};
    }
  }
}

// Twice the size, with all that was there.
void FoundTotals::grow() {
  constexpr std::size_t kFirst = 256;
  table_.assign(table_.empty() ? kFirst : table_.size() * 2, 0);
  for (std::size_t i = 0; i < secrets_.size(); ++i) {
    std::size_t at = 0;
    std::memcpy(&at, secrets_[i].key.data(), sizeof at);
    while (table_[at & (table_.size() - 1)] != 0) ++at;
    table_[at & (table_.size() - 1)] = static_cast<std::uint32_t>(i + 1);
  }
}

void FoundTotals::raise(Secret* secret, Confidence confidence) {
  --by_confidence_[static_cast<std::size_t>(secret->confidence)].secrets;
  ++by_confidence_[static_cast<std::size_t>(confidence)].secrets;
  secret->confidence = confidence;
}

void FoundTotals::count(const Finding& finding, const Met& met,
                        const FileReport& report,
                        const std::string& directory) {
  const auto add = [&](FoundTally& tally) {
    ++tally.places;
    if (met.is_new) ++tally.secrets;
  };
  const auto add_to = [&](ByName& groups, std::string_view name) {
    const auto known = groups.find(name);
    add(known != groups.end() ? known->second : groups[std::string(name)]);
  };
  add(by_confidence_[static_cast<std::size_t>(finding.confidence)]);
  add_to(by_rule_, finding.rule->id);
  if (!finding.rule->provider.empty())
    add_to(by_provider_, finding.rule->provider);
  if (report.commit) {
    const auto reached_by = static_cast<std::size_t>(report.commit->reached_by);
    add_to(by_where_, kGitTextNames[static_cast<std::size_t>(report.where)]);
    add_to(by_reach_, kReachedByNames[reached_by]);
  }
  const auto known = by_directory_.find(directory);
  if (known != by_directory_.end())
    add(known->second);
  else if (by_directory_.size() < kMaxNames)
    add(by_directory_[directory]);
  else
    add(elsewhere_);
}

FoundCounts FoundTotals::counts(const Coverage& coverage) const {
  FoundCounts all = counts_;
  all.secrets = secrets_.size();
  all.count = unknown_                 ? SecretCount::kUnknown
              : full_                  ? SecretCount::kAtLeast
              : coverage.secrets_apart ? SecretCount::kAtMost
                                       : SecretCount::kExact;
  return all;
}

}  // namespace sluice
