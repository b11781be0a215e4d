// The promise is a sum of bounds: for the program with its rules and their
// compiled patterns; for each worker (a buffer of text, the engine's scratch, a
// part of a report, files that are read ahead); for the reports that wait for
// their turn; and for unpacking one archive at a time
// (archive/unpack_memory.h). No bound depends on what is scanned.
//
// The sum does not cover:
//   - the names of the files of one directory, and of files that could not be
//     read, which the report lists at its end
//   - the numbers of the secrets, up to 6 MiB, and as much again for the
//     progress line (report/shown/found.h)
//   - the output of --explain-drops in JSON
//   - the findings of one file that cannot be parted, since each overlaps the
//     next or since rules require others anywhere in the file: up to 64 MiB for
//     the file whose turn it is (scan/report/report_parts.cc)
//   - the decoded text of one encoded text, up to 16 MiB for each worker; and
//     its findings, up to 32 MiB for the file whose turn it is
//     (scan/find/decoded_text.cc)
//   - the compiled patterns of a configuration
// docs/ARCHITECTURE.md, "Reports and memory", tells users the same.

#include "sluice/scan/memory_promise.h"

#include <algorithm>

#include "scan/run/scanner.h"

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
    return fail(
        ErrorCode::kUsage,
        "--max-memory: {} need at least {} MiB; allow more memory or use "
        "fewer threads (-j)",
        options.workers == 1 ? std::string("one thread and the program")
                             : fmt::format("{} threads", options.workers),
        need / kMebibyte);
  const std::uint64_t left = memory_promise(options) - without_room(options);
  const std::uint64_t reports = std::min(left, kReportRoom);
  return MemoryRooms{reports, left - reports};
}

}  // namespace sluice
