// The git that is installed.
// Thread-safety: any thread; looked for once.
#pragma once

#include <string>

namespace sluice {

// The path of git, or an empty text if there is no git. Only the absolute
// directories of PATH are searched: "." could be the tree that is scanned.
const std::string& git_program();

}  // namespace sluice
