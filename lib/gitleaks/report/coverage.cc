#include "gitleaks/report/coverage.h"

#include <fmt/core.h>

namespace sluice {

std::string skipped_line(const GitleaksCoverage& coverage) {
  std::string line;
  for (std::size_t i = 0; i < kGitleaksSkipNames.size(); ++i) {
    if (coverage.skipped[i] == 0) continue;
    line += line.empty()
                ? fmt::format("{} files scanned; passed over: ", coverage.files)
                : ", ";
    line += fmt::format("{} {}", coverage.skipped[i], kGitleaksSkipNames[i]);
  }
  return line;
}

}  // namespace sluice
