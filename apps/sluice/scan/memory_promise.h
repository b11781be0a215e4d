// How much memory a scan may use, and how much of it waiting reports and
// unpacked archives may use.
// Thread-safety: pure functions. Units: bytes.
#pragma once

#include <cstdint>

#include "base/error.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

// Returns the bound that the scan stays below.
std::uint64_t memory_promise(const ScanOptions& options);

// ScanRequest::room and unpack_room.
struct MemoryRooms {
  std::uint64_t reports = 0;
  std::uint64_t unpacking = 0;
};

// Error: kUsage if `max_memory` is too small for the workers.
Result<MemoryRooms> memory_rooms(const ScanOptions& options);

}  // namespace sluice
