// Opens what lies below a directory, and nothing that does not.
// Thread-safety: any thread.
#pragma once

#include <string>

#include "fs/file_system.h"

namespace sluice {

// How each component is made sure to be no link. kKernel asks the kernel to see
// to it (openat2, Linux 5.6); kSteps opens every directory on the way.
enum class Resolve { kKernel, kSteps };

// The descriptor, or -1 and errno. `flags` are those of open(2) for the last
// component. kKernel falls back to kSteps where the kernel, or a sandbox, does
// not know openat2.
int open_below_root(int root, const std::string& path, int flags, Links links,
                    Resolve resolve = Resolve::kKernel);

}  // namespace sluice
