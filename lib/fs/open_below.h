// Opens files below a directory, and nothing outside it.
// Thread-safety: any thread.
#pragma once

#include <string>

#include "fs/file_system.h"

namespace sluice {

// How links in every component are refused. With kKernel, the kernel refuses
// them (openat2, Linux 5.6). With kSteps, every directory in the path is
// opened.
enum class Resolve { kKernel, kSteps };

// Returns the descriptor, or -1 and errno. `flags` are those of open(2) for the
// last component. kKernel falls back to kSteps if the kernel or a sandbox does
// not support openat2.
int open_below_root(int root, const std::string& path, int flags, Links links,
                    Resolve resolve = Resolve::kKernel);

}  // namespace sluice
