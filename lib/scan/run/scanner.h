// The whole stream: walk, budget, executor, reports. Returns when everything is
// read and reported, or at the first failure of the sink.
// Thread-safety: one call at a time for a sink. The calling thread walks.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "archive/bounds.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "baseline/baseline.h"
#include "exec/metrics.h"
#include "finding/sink.h"
#include "fs/file_system.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "rules/rule_choice.h"
#include "scan/run/files_ahead.h"
#include "scan/run/tally.h"
#include "scan/unit/pipeline.h"
#include "scan/value/file_range.h"
#include "scan/value/scan_choices.h"
#include "scan/value/stage_times.h"
#include "walk/walker.h"

namespace sluice {

inline constexpr std::uint64_t kReportRoom = 16 * 1024 * 1024;
// Three quarters for the largest dictionaries that packers use by themselves,
// with what belongs to them: 64 MiB (xz -9, 7z), 128 MiB (zstd --ultra); the
// rest for lists of members.
inline constexpr std::uint64_t kUnpackRoom = 192 * 1024 * 1024;

struct ScanRequest {
  std::vector<std::string> paths;  // "-" is standard input
  // More paths, which may be gone by now: that is reported, and no error.
  std::vector<std::string> listed;
  unsigned workers = 1;
  WalkOptions walk;
  // Scans the paths of this shard, and walks over the others. If it is not set,
  // scans all.
  std::optional<Shard> shard{};
  ScanChoices choices{};
  const RuleChoice* rules = nullptr;  // ReportChoice::rules
  // Findings in the baseline are counted and not reported, and the coverage
  // notes its stale entries. May be null.
  const Baseline* baseline = nullptr;
  // Bytes of reports that may wait for their turn.
  std::uint64_t room = kReportRoom;
  // The bounds on archives, and the bytes that one of them at a time may use
  // for unpacking.
  ArchiveBounds archives;
  std::uint64_t unpack_room = kUnpackRoom;
  // Files of more bytes are scanned by all workers together, if there are
  // several, in chunks. Only tests change these numbers.
  std::uint64_t large_bytes = kLargeBytes;
  std::uint64_t chunk_bytes = kChunkBytes;
  IoMode io = IoMode::kAuto;
  bool measure = false;  // whether to fill ScanStats::times and similar members
  // If set, the calling thread calls it for all that is skipped.
  std::function<void(std::string_view path, Skip reason)> on_skip{};
  // Ends the scan early. The findings so far are reported, in order, and the
  // coverage has a note.
  const Interrupt* interrupt = nullptr;
  // The workers' counters, one for each, so that a progress line can read them
  // meanwhile. If null, the scan has its own.
  Tallies* tallies = nullptr;
};

// Figures of a scan, for --stats.
struct ScanStats {
  ExecutorMetrics executor;
  IoTally io;
  std::uint64_t walker_waits = 0;  // for workers, or for the report's reader
  std::uint64_t most_waiting = 0;  // bytes of reports, at a time
  std::uint64_t deferred = 0;      // files that had to wait for their turn
  // If measured, in nanoseconds: of the walk, its waits included; of all
  // workers together; of the sink, which workers wait for.
  std::uint64_t walk_time = 0;
  StageTimes times;
  std::uint64_t sink_time = 0;
};

struct ScanOutcome {
  bool found = false;  // any secret
  // All that was asked for was read in full. False if no file was read although
  // there were some, unless files alone were named and all are excluded.
  bool complete = false;
  bool interrupted = false;
  std::uint64_t files = 0;  // that were scanned
  // Whether there were files in other shards.
  bool files_elsewhere = false;
  ScanStats stats;
};

// The memory that a scan needs, without the program itself and
// ScanRequest::room.
inline constexpr std::uint64_t kWorkerMemory = 8 * 1024 * 1024;

// The most files in flight, in all stages together: enough that one slow file
// does not delay the others, and few enough that memory stays flat.
inline constexpr std::size_t kFilesInFlight = 1024;

// Whether a file that a baseline names is there, for Baseline::stale(): from
// the working directory, or below the one directory that is scanned. `fs` must
// outlive it.
std::function<bool(const std::string&)> exists_for(
    const FileSystem& fs, const std::vector<std::string>& paths);

// Errors: a path that does not exist (before anything reaches the sink), or the
// sink's.
Result<ScanOutcome> scan(const FileSystem& fs, const Engine& engine,
                         const Judge& judge, const ScanRequest& request,
                         const ToolInfo& tool, FindingSink& sink);

}  // namespace sluice
