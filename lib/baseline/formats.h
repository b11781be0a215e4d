// A reader for each format of a baseline (baseline/read.h). The text must be in
// this format.
// Thread-safety: pure functions. Errors: kConfig, "name: why" or
// "name:line: why"; they quote nothing of the text.
#pragma once

#include <string_view>

#include "base/error.h"
#include "baseline/read.h"

namespace sluice {

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
