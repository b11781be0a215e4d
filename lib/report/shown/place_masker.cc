#include "report/shown/place_masker.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace sluice {
namespace {

std::string masked_text(std::string_view text,
                        std::span<const SecretSpan> secrets) {
  return mask_spans(text, 0, secrets, MaskStyle::kShort);
}

// Calls `each` for the secret of every finding in `report`.
template <typename Each>
void for_each_secret(const FileReport& report, const Each& each) {
  for (const std::vector<Finding>* findings :
       {&report.findings, &report.covered})
    for (const Finding& finding : *findings) each(finding);
}

// Returns `report` with its path masked, in the fingerprints, too. Returns
// nothing if the path contains no secret of the file.
std::optional<FileReport> with_masked_path(const FileReport& report) {
  const std::string path = report.location.text();
  std::vector<std::string_view> held;
  for_each_secret(report, [&](const Finding& finding) {
    if (finding.secret.size() >= kMinInName &&
        path.find(finding.secret) != std::string::npos)
      held.push_back(finding.secret);
  });
  if (held.empty()) return std::nullopt;
  FileReport copy = report;
  const auto mask_in = [&](std::string& name) {
    for (const std::string_view secret : held) name = masked_name(name, secret);
  };
  mask_in(copy.location.path);
  std::ranges::for_each(copy.location.members, mask_in);
  for (Finding& finding : copy.findings) mask_in(finding.fingerprint);
  return copy;
}

}  // namespace

Result<void> PlaceMasker::begin(const ToolInfo& tool) {
  return next_->begin(tool);
}

Result<void> PlaceMasker::file(const FileReport& report) {
  std::optional<FileReport> masked_path = with_masked_path(report);
  const FileReport& known = masked_path ? *masked_path : report;
  // Nearly no name has a token, and a report may be large.
  const std::string name = known.root + "\n" + known.location.text();
  if (mask_(name) != name || !known.incomplete.empty() || !known.notes.empty())
    masked_path = with_masked_names(known);
  if (!report.commit) return next_->file(masked_path ? *masked_path : report);
  if (!held_.empty() && (held_.front().commit->id != report.commit->id ||
                         held_.size() == kMaxHeld))
    SLUICE_TRY(pass_on_held());
  held_.push_back(masked_path ? *std::move(masked_path) : report);
  remember(report);
  return {};
}

FileReport PlaceMasker::with_masked_names(FileReport report) const {
  report.location = masked_location(std::move(report.location), mask_);
  report.root = mask_(report.root);
  report.incomplete = mask_(report.incomplete);
  for (std::string& note : report.notes) note = mask_(note);
  for (std::vector<Finding>* findings : {&report.findings, &report.covered})
    for (Finding& finding : *findings)
      finding.fingerprint = mask_(finding.fingerprint);
  return report;
}

Result<void> PlaceMasker::end(const Coverage& coverage) {
  SLUICE_TRY(pass_on_held());
  return next_->end(masked_coverage(coverage, mask_));
}

Result<void> PlaceMasker::pass_on_held() {
  if (held_.empty()) return {};
  const std::shared_ptr<const Commit> commit = masked(*held_.front().commit);
  for (FileReport& report : held_) {
    report.commit = commit;
    if (report.where == GitText::kCommitMessage ||
        report.where == GitText::kTag)
      for (Finding& finding : report.findings) mask_around(&finding);
    SLUICE_TRY(next_->file(report));
  }
  held_.clear();
  return {};
}

void PlaceMasker::remember(const FileReport& report) {
  for_each_secret(report, [&](const Finding& finding) {
    if (secrets_.size() == kMaxKnown || known_.contains(finding.secret)) return;
    const std::string& kept = secrets_.emplace_back(finding.secret);
    known_.insert(kept);
    spans_.push_back({0, 0, kept, finding.shown});
  });
}

// Masks other secrets, a byte for a byte, so that all places stay. The own
// secret is masked by its place later.
void PlaceMasker::mask_around(Finding* finding) const {
  std::vector<SecretSpan> others;
  for (const SecretSpan& span : spans_)
    if (span.text != finding->secret) others.push_back(span);
  const auto mask_in = [&](std::string* text) {
    *text = mask_spans(*text, 0, others, MaskStyle::kSameLength);
  };
  mask_in(&finding->excerpt);
  const std::size_t at = finding->match.find(finding->secret);
  if (at == std::string::npos) return;
  std::string before = finding->match.substr(0, at);
  std::string after = finding->match.substr(at + finding->secret.size());
  mask_in(&before);
  mask_in(&after);
  finding->match = before + finding->secret + after;
}

std::shared_ptr<const Commit> PlaceMasker::masked(const Commit& commit) const {
  Commit clean = commit;
  for (std::string* text : {&clean.author, &clean.email, &clean.message})
    *text = masked_text(*text, spans_);
  return std::make_shared<const Commit>(std::move(clean));
}

}  // namespace sluice
