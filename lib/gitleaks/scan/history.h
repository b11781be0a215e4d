// The scan of `sluice git` with gitleaks' flags: what gitleaks 8.30.1 finds in
// the lines that commits, the index or the working tree add. See scan.h
// for what holds for every gitleaks-compatible scan.
//
// A hunk of git's patch is a fragment: it is matched by itself, so a secret on
// an old line beside a new one is not found. gitleaks does the same.
//
// Deviations, all of them on purpose:
// - Nothing that a repository holds is run: no textconv, no filters, no
//   external differences, no signature checks. Git's settings for colours,
//   prefixes, dates and formats, which would spoil what gitleaks reads, are
//   overruled.
// - Replaced objects and grafts are not followed (git/run_git.h).
// - An archive is read by the name of its blob, so one that a path of --log-opts
//   or a name with a newline leads to is read, too. Of what is changed and not
//   staged it is the one of the index, as in gitleaks.
// - What git complains of makes the scan a partial one, as in gitleaks; but all
//   that git gives is scanned first.
// - Changes in a submodule's working tree are not looked at.
// - Files in a conflict, for which git has no patch, are counted.
//
// Thread-safety: one call at a time. The calling thread reads what git says.
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
  bool changes = false;  // what is not committed yet, not the history
  bool staged = false;   // of that: what the next commit would bring in
  std::vector<std::string> log_words;  // log_options.h; empty: every commit
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
