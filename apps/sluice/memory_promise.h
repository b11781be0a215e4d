// How much memory a scan may use, and how much of it is for reports that wait,
// and for archives that are unpacked.
// Thread-safety: pure functions. Units: bytes.
#pragma once

#include <cstdint>

#include "base/error.h"
#include "options.h"

namespace sluice {

// What the scan will stay below.
std::uint64_t memory_promise(const ScanOptions& options);

// ScanRequest::room and unpack_room.
struct MemoryRooms {
  std::uint64_t reports = 0;
  std::uint64_t unpacking = 0;
};

// Error: kUsage, if `max_memory` is too little for the workers.
Result<MemoryRooms> memory_rooms(const ScanOptions& options);

}  // namespace sluice
