// Reading ahead through io_uring.
// Thread-safety: any thread may make one.
#pragma once

#include <memory>

#include "base/error.h"
#include "fs/read_ahead.h"

namespace sluice {

// Makes up to `count` rings at once, which make_uring() uses later: for a
// process that may make none later. Any thread.
void stock_rings(unsigned count);

// Error: the kernel has no io_uring, or a sandbox or a limit forbids it. `fs`
// closes files, and reads what is already in memory.
Result<std::unique_ptr<ReadAhead>> make_uring(const FileSystem& fs);

}  // namespace sluice
