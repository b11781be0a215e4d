// The git that is installed.
// Thread-safety: any thread; looked for once.
#pragma once

#include <string>

namespace sluice {

// Its path; empty: there is none. Looked for in the absolute directories of
// PATH alone: "." could be the tree that is scanned.
const std::string& git_program();

}  // namespace sluice
