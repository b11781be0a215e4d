// Versions come in the order of packs, which is often from the newest to the
// oldest. So most first places are replaced a moment later, and a report
// without any is freed at once. A report's other findings stay in `covered`,
// because the line of a finding that is shown may contain another one.
#include "history/first_findings.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <tuple>
#include <utility>

#include "base/digest.h"

namespace sluice {

SecretKey SecretKey::of(const Finding& finding, const FileReport& report) {
  const std::string what =
      finding.rule->looks_at_text() ? finding.secret : report.location.text();
  constexpr std::string_view kEnd("\0", 1);
  const bool in_message =
      report.where == GitText::kCommitMessage || report.where == GitText::kTag;
  const Sha256Digest digest = sha256(std::array{
      std::string_view(finding.rule->id), kEnd, std::string_view(what),
      in_message ? kEnd : std::string_view()});
  SecretKey key;
  static_assert(sizeof digest >= sizeof key.words);
  std::memcpy(key.words.data(), digest.data(), sizeof key.words);
  return key;
}

void FirstFindings::forget(First* first) {
  for (const HeldFinding& place : first->places) {
    Held& held = held_[place.held];
    ++repeated_;
    if (--held.alive == 0 && held.report->incomplete.empty()) held = {};
  }
  first->places.clear();
}

void FirstFindings::add_mistyped(std::uint32_t commit,
                                 const FileReport& report) {
  for (const Finding& finding : report.mistyped) {
    const SecretKey key = SecretKey::of(finding, report);
    Mistyped here{commit, report.location, finding.start.line, finding.rule,
                  key};
    const auto [at, is_new] = mistyped_.try_emplace(key, here);
    if (!is_new && here.place() < at->second.place())
      at->second = std::move(here);
  }
}

void FirstFindings::add(std::uint32_t commit,
                        std::unique_ptr<FileReport> report) {
  add_mistyped(commit, *report);
  const auto number = static_cast<std::uint32_t>(held_.size());
  held_.push_back({commit, std::move(report), {}, 0});
  Held& held = held_.back();
  const std::vector<Finding>& findings = held.report->findings;
  for (std::uint32_t i = 0; i < findings.size(); ++i) {
    held.keys.push_back(SecretKey::of(findings[i], *held.report));
    First& first = firsts_[held.keys.back()];
    if (commit > first.commit) {
      ++repeated_;
      continue;
    }
    if (commit < first.commit) forget(&first);
    first.commit = commit;
    first.places.push_back({number, i});
    ++held.alive;
  }
  const bool tells = held.alive != 0 || !held.report->incomplete.empty();
  if (!tells) held_.pop_back();
}

void FirstFindings::drop_known(
    const std::function<bool(std::uint32_t, const SecretKey&)>& is_known) {
  for (auto& [key, first] : firsts_)
    if (!first.places.empty() && is_known(first.commit, key)) forget(&first);
  std::erase_if(mistyped_, [&](const auto& one) {
    return is_known(one.second.commit, one.first);
  });
}

void FirstFindings::for_each(
    const std::function<void(std::uint32_t, const std::string&)>& see) const {
  for (const Held& held : held_)
    if (held.alive != 0) see(held.commit, held.report->location.path);
  for (const auto& [key, one] : mistyped_) see(one.commit, one.location.path);
}

void FirstFindings::for_each_secret(
    const std::function<void(std::uint32_t, const std::string&,
                             const SecretKey&)>& see) const {
  for (const auto& [key, first] : firsts_)
    for (const HeldFinding& place : first.places)
      see(first.commit, held_[place.held].report->location.path, key);
  for (const auto& [key, one] : mistyped_)
    see(one.commit, one.location.path, key);
}

std::vector<FirstFindings::Report> FirstFindings::take() {
  std::vector<std::vector<bool>> alive(held_.size());
  for (std::size_t i = 0; i < held_.size(); ++i)
    alive[i].resize(held_[i].keys.size());
  for (const auto& [key, first] : firsts_)
    for (const HeldFinding& place : first.places)
      alive[place.held][place.finding] = true;
  std::vector<Report> reports;
  for (std::size_t i = 0; i < held_.size(); ++i) {
    Held& held = held_[i];
    if (!held.report) continue;
    FileReport& report = *held.report;
    std::vector<Finding> firsts;
    for (std::size_t f = 0; f < report.findings.size(); ++f)
      (alive[i][f] ? firsts : report.covered)
          .push_back(std::move(report.findings[f]));
    report.findings = std::move(firsts);
    reports.push_back({held.commit, std::move(held.report)});
  }
  // A file's name, which was added first, has the same place as the file.
  std::ranges::stable_sort(reports, [](const Report& a, const Report& b) {
    return std::tie(a.commit, a.report->location) <
           std::tie(b.commit, b.report->location);
  });
  held_.clear();
  firsts_.clear();
  return reports;
}

std::vector<FirstFindings::Mistyped> FirstFindings::take_mistyped() {
  std::vector<Mistyped> all;
  all.reserve(mistyped_.size());
  for (auto& [key, one] : mistyped_) all.push_back(std::move(one));
  mistyped_.clear();
  std::ranges::sort(all, [](const Mistyped& a, const Mistyped& b) {
    return std::tuple(a.place(), a.rule->id) <
           std::tuple(b.place(), b.rule->id);
  });
  return all;
}

}  // namespace sluice
