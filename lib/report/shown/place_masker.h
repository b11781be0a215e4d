// Removes secrets from the place of a finding: the path of the file, and the
// subject, the author and the address of the commit. A file may be named after
// the token in it, and a commit message may repeat the password that the commit
// adds. Reports print both beside the masked finding. For a finding in a
// message, the line around it is such a text, too.
//
// The reports of one commit are held until the next commit begins, so that a
// secret in the last file of a commit is masked beside its first file as well.
// Secrets of earlier commits are masked, too ("remove ..."). Both are bounded:
// at most kMaxHeld reports are held and kMaxKnown secrets remembered. Beyond
// that, texts are masked with the secrets that are known by then.
//
// Limits: a secret that only a later commit contains is not masked in the
// message of an earlier one. A secret of fewer than kMinInName bytes is not
// masked in a path.
//
// Thread-safety and order of calls: as FindingSink. Ownership: owns the sink
// that it passes reports to; copies the held reports.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "finding/mask.h"
#include "finding/sink.h"
#include "report/shown/masked_coverage.h"

namespace sluice {

class PlaceMasker : public FindingSink {
 public:
  static constexpr std::size_t kMaxHeld = 256;
  static constexpr std::size_t kMaxKnown = 4096;

  // `mask` masks tokens in names, also those that no finding has: of other files
  // below a directory that has one in its name, of files that were not read.
  PlaceMasker(std::unique_ptr<FindingSink> next, TokenMask mask)
      : next_(std::move(next)), mask_(std::move(mask)) {}

  Result<void> begin(const ToolInfo& tool) override;
  Result<void> file(const FileReport& report) override;
  Result<void> end(const Coverage& coverage) override;

 private:
  FileReport with_masked_names(FileReport report) const;
  Result<void> pass_on_held();
  void remember(const FileReport& report);
  std::shared_ptr<const Commit> masked(const Commit& commit) const;
  void mask_around(Finding* finding) const;

  std::unique_ptr<FindingSink> next_;
  const TokenMask mask_;
  std::vector<FileReport> held_;  // all of one commit
  std::deque<std::string> secrets_;
  std::unordered_set<std::string_view> known_;  // views of secrets_
  std::vector<SecretSpan> spans_;               // of secrets_, without a place
};

}  // namespace sluice
