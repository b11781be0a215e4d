// The output of `sluice version`.
// Thread-safety: any thread.
#pragma once

#include <string>

namespace sluice {

// Returns the abbreviated id of the commit of the build, or "unknown" if the
// build had no repository. The build generates it.
const char* version_commit();

// Returns a line each for the version, the commit, the built-in rules and the
// vector instructions in use.
std::string version_text();

}  // namespace sluice
