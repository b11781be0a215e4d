// The scan of `sluice git` with gitleaks' flags. It finds what gitleaks 8.30.1
// finds in the lines that commits, the index or the working tree add. See
// scan.h for the rules of every gitleaks-compatible scan.
//
// A hunk of git's patch is a fragment, and each fragment is matched alone. So a
// secret on an old line beside a new one is not found, as in gitleaks.
//
// Deviations, all of them on purpose:
// - Nothing that a repository contains is run: no textconv, no filters, no
//   external differences, no signature checks. Git's settings for colours,
//   prefixes, dates and formats would spoil what gitleaks reads, so they are
//   overruled.
// - Replaced objects and grafts are not followed (git/run_git.h).
// - An archive is read by the name of its blob. So it is read even if a path in
//   --log-opts or a name with a newline leads to it. For changes that are not
//   staged, the archive in the index is read, as in gitleaks.
// - Git's complaints make the scan a partial one, as in gitleaks, but
//   everything that git prints is scanned first.
// - Changes in a submodule's working tree are not scanned.
// - Files in a conflict, for which git has no patch, are counted.
//
// Thread-safety: one call at a time. The calling thread reads git's output.
// Memory: 32 MiB of patches, or a single hunk.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "gitleaks/detector/detector.h"
#include "gitleaks/detector/rules.h"
#include "gitleaks/report/results.h"
#include "gitleaks/scan/pipeline.h"

namespace sluice {

struct GitleaksHistoryRequest {
  std::string target;    // a directory of the repository
  bool changes = false;  // the changes that are not committed, not the history
  bool staged = false;   // of these, only those in the index
  std::vector<std::string> log_words;  // log_options.h; empty for every commit
  std::string platform;                // web_links.h
  unsigned workers = 1;
  DetectorOptions detector;
  GitleaksLimits limits;
};

// Errors: kNotFound, no such directory; kIo, git is missing, or the scan itself
// fails.
Result<GitleaksScanOutcome> scan_gitleaks_history(
    const GitleaksRules& rules, const GitleaksHistoryRequest& request);

}  // namespace sluice
