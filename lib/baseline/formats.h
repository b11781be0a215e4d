// A reader for each format of a baseline (baseline/read.h), which is known to
// be that format's.
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

// `path` as BaselineEntry has it: '/' for '\', no "./" before it.
std::string clean_path(std::string path);

}  // namespace sluice
