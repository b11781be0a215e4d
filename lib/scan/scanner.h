// The whole stream: walk, budget, executor, reports. Returns when everything is
// read and reported, or at the first failure of the sink.
// Thread-safety: one call at a time for a sink. The calling thread walks.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "exec/metrics.h"
#include "finding/sink.h"
#include "fs/file_system.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "scan/files_ahead.h"
#include "scan/large_file.h"
#include "walk/walker.h"

namespace sluice {

inline constexpr std::uint64_t kReportRoom = 16 * 1024 * 1024;
inline constexpr std::uint64_t kLargeBytes = 8 * 1024 * 1024;

struct ScanRequest {
  std::vector<std::string> paths;  // "-" is standard input
  // More paths, which may be gone by now: that is told, and no error.
  std::vector<std::string> listed;
  unsigned workers = 1;
  WalkOptions walk;
  // Findings of less are counted and not reported.
  Confidence min_confidence = Confidence::kLow;
  bool explain_drops = false;  // whether reports get what was dropped
  // Bytes of reports that may wait for their turn.
  std::uint64_t room = kReportRoom;
  // Files of more bytes are scanned by all workers together, if there are
  // several, in windows; others in tests alone.
  std::uint64_t large_bytes = kLargeBytes;
  std::uint64_t window_bytes = kWindowBytes;
  IoMode io = IoMode::kAuto;
  // Called for all that is left out, if given, by the calling thread.
  std::function<void(std::string_view path, Skip reason)> on_skip{};
};

struct ScanOutcome {
  bool found = false;     // any secret
  bool complete = false;  // everything asked for was read in full
  ExecutorMetrics executor;
  std::vector<IoTally> io;  // by worker
  std::uint64_t budget_waits = 0;  // how often the walker waited for workers
};

// Files in flight at most, in all stages together: enough that one slow file
// does not hold up the others, small enough that memory stays flat.
inline constexpr std::size_t kFilesInFlight = 1024;

// Errors: a path that does not exist (before anything reaches the sink), or
// what the sink returned.
Result<ScanOutcome> scan(const FileSystem& fs, const Engine& engine,
                         const Judge& judge, const ScanRequest& request,
                         const ToolInfo& tool, FindingSink& sink);

}  // namespace sluice
