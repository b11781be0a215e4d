#include "report/json/finding_batches.h"

#include <string_view>
#include <utility>

namespace sluice {
namespace {

void leave_surroundings_out(Finding* finding) {
  finding->match = finding->secret;
  finding->match_byte = finding->text_byte();
  finding->excerpt.clear();
  finding->excerpt_byte = finding->text_byte();
}

std::string_view commit_of(const FileReport& file) {
  return file.commit ? std::string_view(file.commit->id) : "";
}

}  // namespace

Result<void> FindingBatches::add(FileReport own) {
  if (secret_alone_) leave_surroundings_out(&own.findings.front());
  const bool same =
      own.location == batch_.location && own.sequence == batch_.sequence &&
      own.where == batch_.where && commit_of(own) == commit_of(batch_);
  if (!same || batch_.findings.size() >= kMost) SLUICE_TRY(flush());
  if (batch_.findings.empty()) {
    batch_ = std::move(own);
    return {};
  }
  batch_.findings.push_back(std::move(own.findings.front()));
  return {};
}

Result<void> FindingBatches::flush() {
  if (batch_.findings.empty()) return {};
  const FileReport file = std::exchange(batch_, {});
  return sink_.file(file);
}

}  // namespace sluice
