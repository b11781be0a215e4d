// The scan of `sluice dir` and `sluice stdin`. It finds what gitleaks 8.30.1
// finds with the same rules, in the same words and with the same figures, so
// that reports, baselines and ignore files fit either program. Surprising
// behaviour of gitleaks is kept, because its results depend on it:
// - files cut into fragments that are matched one by one (fragments.h),
// - lines and columns (location.h) and joined patterns (exceptions.cc),
// - what counts as binary (file_type.h) or as an archive (archive_name.h),
// - decoding (decoding.h), and the secret matched a second time (detector.cc).
//
// Deviations, all of them on purpose:
// - Findings are sorted by the walk, then by place, then by rule; gitleaks'
//   order is random.
// - A file that cannot be read, a target that does not exist and a baseline
//   that cannot be read are errors (exit code 1); gitleaks reports no leaks. A
//   pattern that does not compile is such an error, too; gitleaks then stops
//   with exit code 2.
// - Skipped files are counted and reported at the end. There is no banner.
// - More than one path is an error; gitleaks then scans the current directory.
// - A .sluice.toml in the target goes before a .gitleaks.toml.
// - The text for people (-v) is printed at the end, in order, with control
//   characters escaped.
// - Without a configuration, and with `useDefault`, the rules are sluice's own.
//   They also drop placeholders and similar values (Rule::plausible).
// - Standard input is cut like a file, not at the places where a pipe happens
//   to end a read.
// - A byte that is not UTF-8 matches what DEL matches; in gitleaks it matches
//   what U+FFFD matches. The two differ for patterns that name either.
// - A pattern that can match nothing beside \B may do so between the bytes of a
//   character, as in RE2; in Go it does so only between characters.
// - If a report's path is a pipe or a device, it is written to; gitleaks
//   removes it first.
// - A file whose size is said to be 0 is read all the same (/proc).
// - Archives (--max-archive-depth) have bounds (archive/bounds.h), lie at most
//   100 deep within each other, and are read in memory alone. A part of an
//   archive that cannot be read is an error, and so are brotli, Snappy, MinLZ
//   and zlib. If gitleaks cannot read an archive in an archive, it skips all
//   that comes after it; sluice scans the rest. sluice also scans a zip in a
//   compressed file and the readable rest of a damaged zip. Links in an archive
//   are skipped. If a name has several kinds, the last one counts; gitleaks
//   takes any of them.
// - Flags for diagnostics (--diagnostics, --diagnostics-dir) are refused, and
// so
//   are the parts of the template language that template/parser.h lists.
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
  std::string target;  // empty for standard input
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
