// Reads the settings that git prints.
// Thread-safety: a pure function of the text and of the environment (HOME).
#pragma once

#include <string_view>

#include "base/error.h"
#include "git/git.h"

namespace sluice {

// `said` is what `git config -z --get-regexp` prints for core.excludesFile and
// core.ignoreCase; other settings are ignored. Error: a home directory that is
// not known.
Result<GitSettings> read_git_settings(std::string_view said);

}  // namespace sluice
