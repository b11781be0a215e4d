// What `sluice version` says.
// Thread-safety: any thread.
#pragma once

#include <string>

namespace sluice {

// The commit that the program was built from, in short; "unknown" if the build
// had no repository. The build writes it.
const char* version_commit();

// The number, the commit, the rules that are built in, and the vector
// instructions in use, a line each.
std::string version_text();

}  // namespace sluice
