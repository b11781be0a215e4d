// The value of gitleaks' --log-opts, as words for our own `git log`.
// Thread-safety: a pure function.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace sluice {

// Reads revisions, options that choose commits, and paths after "--". None of
// the words can make git write or run anything, or change the form of a patch.
// Error: kUsage for anything else; nothing is ignored.
Result<std::vector<std::string>> read_log_options(std::string_view text);

}  // namespace sluice
