// A change cannot allow its own secrets. Where a policy other than the change's
// own decides (`sluice git --since`, `--policy-from`), nothing that the change
// says leaves a secret out: neither its configuration, ignore files and
// baseline, nor an allow comment. What these would have left out is reported
// and marked.
//
// It is found by scanning twice, with the one policy and the other; what the
// second scan does not find is left out by the second policy, by whatever means
// it has. Rejected: asking each means what it would say of a finding. There are
// a dozen, some act on files before anything is found, and a thirteenth would
// be forgotten. The second scan is made only if the first has found anything.
//
// Thread-safety: one thread.
#pragma once

#include <functional>

#include "base/error.h"
#include "history/blob_scan.h"
#include "history/left_out.h"
#include "history/repository_report.h"

namespace sluice {

// A scan as the change's own policy has it. What the tools refer to belongs to
// their maker.
struct OwnPolicyScan {
  ScanTools tools;
  LeftOut left_out;
};

struct SelfAllowed {
  // Gives the other scan; asked at most once. An error, a configuration that
  // cannot be read for instance, becomes a note, and nothing is marked.
  std::function<Result<OwnPolicyScan>()> own_policy;
  // Whether a finding that is marked counts as found.
  bool counts = false;
};

// Marks findings of `*reports` that `own` does not have, by path and secret,
// and counts them.
void mark_self_allowed(const RepositoryReports& own,
                       RepositoryReports* reports);

}  // namespace sluice
