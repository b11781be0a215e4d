// Reading ahead through io_uring.
// Thread-safety: any thread may make one.
#pragma once

#include <memory>

#include "base/error.h"
#include "fs/read_ahead.h"

namespace sluice {

// Error: the kernel has none, or a sandbox or a limit forbids it. `fs` reads
// what is in memory already, and closes.
Result<std::unique_ptr<ReadAhead>> make_uring(const FileSystem& fs);

}  // namespace sluice
