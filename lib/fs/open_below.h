// Opens what lies below a directory, and nothing that does not.
// Thread-safety: any thread.
#pragma once

#include <string>

#include "fs/file_system.h"

namespace sluice {

// How links are refused in every component. With kKernel the kernel refuses
// them (openat2, Linux 5.6); with kSteps every directory on the way is opened.
enum class Resolve { kKernel, kSteps };

// The descriptor, or -1 and errno. `flags` are those of open(2) for the last
// component. kKernel falls back to kSteps where the kernel, or a sandbox, does
// not know openat2.
int open_below_root(int root, const std::string& path, int flags, Links links,
                    Resolve resolve = Resolve::kKernel);

}  // namespace sluice
