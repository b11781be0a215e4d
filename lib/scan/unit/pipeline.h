// The parts through which one worker passes every text: the reader, the finder
// and the report. They are allocated once and used again for each file.
// Thread-safety: a Pipeline belongs to one worker; the engine and the judge are
// shared and immutable, and the other parts document their own rules.
// Memory: one buffer of text (kOwnedBytes and context) and the scratch; a
// second buffer after a UTF-16 file; and the findings that are not passed on
// yet (report_parts.h).
#pragma once

#include <cstdint>
#include <memory>

#include "base/interrupt.h"
#include "fs/file_system.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "scan/find/finder.h"
#include "scan/find/name_finder.h"
#include "scan/report/report_parts.h"
#include "scan/text/view_reader.h"
#include "scan/unit/archive_tools.h"
#include "scan/value/counter.h"
#include "scan/value/file_range.h"
#include "scan/value/scan_choices.h"
#include "scan/value/stage_times.h"
#include "walk/last_directory.h"
#include "walk/path_filter.h"

namespace sluice {

// The bytes of a file that one view owns: few enough to stay in a core's cache
// between reading and matching, and so many that the context around them, which
// is matched twice, does not matter.
inline constexpr std::size_t kOwnedBytes = 512 * 1024;

// The bytes of a chunk of a large file: so many that opening it costs nothing,
// and so few that the last chunks keep all workers busy to the end.
inline constexpr std::uint64_t kChunkBytes = 2 * 1024 * 1024;

struct PipelineOptions {
  ScanChoices choices;
  ReportChoice report;
  // Ends the file at hand early, as one that was not read in full.
  const Interrupt* interrupt = nullptr;
  // The names of files in a diff that the command line excludes. May be null.
  const PathFilter* excluded = nullptr;
  // If null, archives are scanned as the binary files that they are.
  ArchiveTools* archives = nullptr;
  // Whether to fill Pipeline::times.
  bool measure = false;
  // Whether texts mostly come after other versions of themselves, as in a
  // history. This decides only how fast they are scanned. It takes the memory
  // of one more view.
  bool versions = false;
  // Larger files are given to all workers, if there are several, in chunks.
  // Only tests set these three. `owned_bytes` is at least kMaxCharacter.
  std::uint64_t large_bytes = kLargeBytes;
  std::uint64_t chunk_bytes = kChunkBytes;
  std::size_t owned_bytes = kOwnedBytes;
};

struct Pipeline {
  // Opens files in `fs`, which may be null if all bytes come as a ByteSource.
  // Adds the bytes that it reads to `*bytes_read`, which may be null.
  Pipeline(const FileSystem* fs, const Engine& engine, const Judge& judge,
           const PipelineOptions& options = {}, Counter* bytes_read = nullptr);

  // Whether the first bytes of the last file were not in memory.
  bool waited() const { return views.reader().waited().value_or(false); }

  // Returns where to measure; null if times are not measured.
  std::uint64_t* time(std::uint64_t StageTimes::*stage) const {
    return options.measure ? &(times.get()->*stage) : nullptr;
  }

  const FileSystem* const fs;
  const Engine& engine;
  const Judge& judge;
  const PipelineOptions options;
  const std::unique_ptr<StageTimes> times;
  LastDirectory directory;
  Finder finder;
  NameFinder names;
  ViewReader views;
  FileMatch match;    // of the text at hand
  ReportParts parts;  // the same
};

}  // namespace sluice
