#include "gitleaks/leak_coverage.h"

#include <fmt/format.h>

namespace sluice {

std::string skipped_line(const LeakCoverage& coverage) {
  std::string line;
  for (std::size_t i = 0; i < kLeakSkipNames.size(); ++i) {
    if (coverage.skipped[i] == 0) continue;
    line += line.empty()
                ? fmt::format("{} files scanned; passed over: ", coverage.files)
                : ", ";
    line += fmt::format("{} {}", coverage.skipped[i], kLeakSkipNames[i]);
  }
  return line;
}

}  // namespace sluice
