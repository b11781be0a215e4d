// How much memory a scan may use, and how much of it is for reports that wait.
// Thread-safety: pure functions. Units: bytes.
#pragma once

#include <cstdint>

#include "base/error.h"
#include "options.h"

namespace sluice {

// What the scan will stay below.
std::uint64_t memory_promise(const ScanOptions& options);

// ScanRequest::room. Error: kUsage, if `max_memory` is too little for the
// workers.
Result<std::uint64_t> report_room(const ScanOptions& options);

}  // namespace sluice
