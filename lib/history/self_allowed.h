// A change cannot allow its own secrets. If another policy than the change's
// own decides (`sluice git --since`, `--policy-from`), nothing in the change
// can suppress a finding: neither its configuration, ignore files and baseline,
// nor an allow comment. Findings that these would have suppressed are reported
// and marked.
//
// They are found by scanning twice, once with each policy. A finding that only
// the first scan has was suppressed by the second policy, by whatever means.
// Rejected: asking each means about a finding. There are a dozen of them, some
// act on files before anything is found, and a thirteenth would be forgotten.
// The second scan is made only if the first has found something.
//
// Thread-safety: one thread.
#pragma once

#include <functional>

#include "base/error.h"
#include "history/blob_scan.h"
#include "history/left_out.h"
#include "history/repository_report.h"

namespace sluice {

// A scan under the change's own policy. The maker owns the objects that the
// tools refer to.
struct OwnPolicyScan {
  ScanTools tools;
  LeftOut left_out;
};

struct SelfAllowed {
  // Returns the other scan; called at most once. An error, for instance a
  // configuration that cannot be read, becomes a note, and nothing is marked.
  std::function<Result<OwnPolicyScan>()> own_policy;
  // Whether a finding that is marked counts as found.
  bool counts = false;
};

// Marks findings of `*reports` that `own` does not have, by path and secret,
// and counts them.
void mark_self_allowed(const RepositoryReports& own,
                       RepositoryReports* reports);

}  // namespace sluice
