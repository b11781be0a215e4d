// Reads baselines: ours, and those of other scanners. The content of a file
// determines its format.
//
//   sluice          a first line "# sluice baseline" (baseline/own_format.h)
//   gitleaks        a report in JSON: a list of findings
//   .gitleaksignore path:rule:line or commit:path:rule:line, a line each
//   .betterleaksignore the same, or the SHA-256 of a secret
//   detect-secrets  JSON with "results" by file
//   kingfisher      YAML with "ExactFindings" or "repositories"
//
// Thread-safety: pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "baseline/entry.h"

namespace sluice {

enum class BaselineFormat : std::uint8_t {
  kSluice,
  kGitleaksReport,
  kGitleaksIgnore,
  kDetectSecrets,
  kKingfisher,
};

struct ReadBaseline {
  BaselineFormat format = BaselineFormat::kSluice;
  std::vector<BaselineEntry> entries;
  // Lines that were ignored, each as "name:line: why", without their text.
  std::vector<std::string> warnings;
};

// `name` is the file's, for messages. Errors: kConfig, "name:line: why". They
// quote nothing of the text, because it may contain a secret.
Result<ReadBaseline> read_baseline(std::string_view name,
                                   std::string_view text);

// A reader for each format. The text must be in this format.
Result<ReadBaseline> read_gitleaks_report(std::string_view name,
                                          std::string_view text);
Result<ReadBaseline> read_gitleaks_ignore(std::string_view name,
                                          std::string_view text);
Result<ReadBaseline> read_detect_secrets(std::string_view name,
                                         std::string_view text);
Result<ReadBaseline> read_kingfisher(std::string_view name,
                                     std::string_view text);

// Returns `path` as in BaselineEntry: '/' for '\', without "./" at the start.
std::string clean_path(std::string path);

}  // namespace sluice
