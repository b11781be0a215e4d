// The promise is a sum of bounds: the program with its rules and their compiled
// patterns; what a worker has for itself (a buffer of text, the engine's
// scratch, a part of a report, files that are read ahead); and the reports that
// wait for their turn; and what one archive at a time takes to be unpacked
// (archive/unpack_memory.h). None of them grows with what is scanned.
//
// Not covered: names of files, which are held for one directory at a time;
// those of files that could not be read, which the report names at its end;
// what --explain-drops writes in JSON; and the findings of one file where rules
// require others anywhere in it (scan/report_parts.cc).

#include "memory_promise.h"

#include <algorithm>

#include "scan/scanner.h"

namespace sluice {
namespace {

constexpr std::uint64_t kMebibyte = 1024 * 1024;
constexpr std::uint64_t kProgram = 24 * kMebibyte;
constexpr std::uint64_t kMinRoom = 2 * kMebibyte;

std::uint64_t without_room(const ScanOptions& options) {
  return kProgram + options.workers * kWorkerMemory;
}

}  // namespace

std::uint64_t memory_promise(const ScanOptions& options) {
  if (options.max_memory != 0) return options.max_memory;
  return without_room(options) + kReportRoom + kUnpackRoom;
}

Result<MemoryRooms> memory_rooms(const ScanOptions& options) {
  const std::uint64_t need = without_room(options) + kMinRoom;
  if (memory_promise(options) < need)
    return fail(ErrorCode::kUsage,
                "--max-memory: {} need {} MiB at least; take more, or fewer "
                "workers (-j)",
                options.workers == 1
                    ? std::string("a single worker and the program")
                    : fmt::format("{} workers", options.workers),
                need / kMebibyte);
  const std::uint64_t left = memory_promise(options) - without_room(options);
  const std::uint64_t reports = std::min(left, kReportRoom);
  return MemoryRooms{reports, left - reports};
}

}  // namespace sluice
