// The scan of `sluice dir` and `sluice stdin`: what gitleaks 8.30.1 finds with
// the same rules, in the same words and with the same figures, so that reports,
// baselines and ignore files fit either program. Where gitleaks' behaviour is
// surprising it is kept, since its results depend on it: files cut into
// fragments that are matched one by one (fragments.h), lines and columns
// (location.h), joined patterns (exceptions.cc), what counts as binary
// (file_type.h) or as an archive (archive_name.h), decoding (decoding.h), the secret matched anew
// (detector.cc).
//
// Deviations, all of them on purpose:
// - The order of findings is that of the walk, then place, then rule; gitleaks'
//   is random.
// - What cannot be read, a target that does not exist and a baseline that
//   cannot be read are errors (exit code 1); gitleaks reports no leaks. So is a
//   pattern that does not compile, where gitleaks dies with exit code 2.
// - What is passed over is counted, and reported at the end. There is no
//   banner.
// - More than one path is an error; gitleaks then scans the current directory.
// - A .sluice.toml in the target goes before a .gitleaks.toml.
// - What is printed for people (-v) comes at the end, in order, with control
//   characters escaped.
// - Without a configuration, and with `useDefault`, the rules are sluice's own,
//   which drop placeholders and the like besides (Rule::plausible).
// - Standard input is cut as a file is, not as a pipe happens to give it.
// - A byte that is not UTF-8 matches what DEL matches, where gitleaks has
//   U+FFFD: the two differ for patterns that name either.
// - A pattern that can match nothing beside \B may do so between the bytes of a
//   character, as in RE2; in Go it does between characters alone.
// - A report's path that is a pipe or a device is written to; gitleaks removes
//   it first.
// - A file whose size is said to be 0 is read all the same (/proc).
// - Archives (--max-archive-depth) have bounds (archive/bounds.h), lie at most 100
//   within each other, and are read in memory alone. What cannot be read of
//   them, and brotli, Snappy, MinLZ and zlib, is an error, too. gitleaks leaves
//   out all that stands behind an archive in an archive that it cannot read; here
//   it is scanned. So are a zip in a compressed file, and what is left of a
//   damaged zip. Links in an archive are passed over. Of a name with several
//   kinds the last one counts; gitleaks takes any of them.
// - Templates and diagnostics are not supported.
//
// Thread-safety: one call at a time. The calling thread walks.
#pragma once

#include <string>

#include "base/error.h"
#include "fs/file_system.h"
#include "gitleaks/detector/detector.h"
#include "gitleaks/detector/rules.h"
#include "gitleaks/report/results.h"
#include "gitleaks/scan/pipeline.h"
#include "gitleaks/scan/walk.h"

namespace sluice {

struct GitleaksScanRequest {
  std::string target;  // empty: standard input
  unsigned workers = 1;
  GitleaksWalkOptions walk;
  DetectorOptions detector;
  GitleaksLimits limits;
};

// Errors: kIo, if the scan itself fails.
Result<GitleaksScanOutcome> scan_leaks(const FileSystem& fs,
                                       const GitleaksRules& rules,
                                       const GitleaksScanRequest& request);

}  // namespace sluice
