// A large file that all workers scan together (shared_file.h): its steps are
// chunks of the file.
//
// Any worker reads a chunk with its context and scans it by itself
// (chunk_scan.h). When the file's turn comes, the results are put together in
// the order of the chunks. Until then, lines are counted from the beginning of
// the chunk. large_file.cc explains why the result is that of one reader.
//
// Example: a file of 9 MiB has five chunks, the last of 1 MiB.
//
//   byte       0         2 MiB       4 MiB       6 MiB       8 MiB    9 MiB
//   chunk      |    0    |     1     |     2     |     3     |   4   |
//   chunk 1          [ctx|   owned   |context]
//
// Worker 1 takes chunk 0 and worker 2 takes chunk 1: it reads from 4 KiB before
// byte 2 MiB to the end of the right context after byte 4 MiB, and owns what
// begins between the two. A token that begins ten bytes before byte 4 MiB
// belongs to chunk 1; chunk 2 sees it in its context and leaves it out. Chunk 1
// finds it on its line 700. When the file's turn comes and chunk 0 is known to
// end on line 41,000, that becomes line 41,699.
//
// Thread-safety: each member has a note on which thread may call it. Ownership:
// it owns the open file.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "finding/finding.h"
#include "fs/byte_source.h"
#include "match/engine.h"
#include "scan/report/report_parts.h"
#include "scan/text/encoding.h"
#include "scan/text/lost_ranges.h"
#include "scan/unit/chunk_scan.h"
#include "scan/unit/shared_file.h"
#include "scan/value/subject.h"
#include "text/line_cursor.h"

namespace sluice {

// A file of more chunks gets larger ones, so that the notes about all of them
// stay small.
inline constexpr std::uint64_t kMaxChunks = 16 * 1024;

// Whether tables make it useless to scan chunks before their turn. The rows of
// a table are read with the column names of its head, which only the turn
// tells. A table of several chunks is a dump, which goes on; before that, only
// the chunk after such an end is scanned twice.
class TableChunks {
 public:
  // Notes whether the next chunk, in order, ended inside a table.
  void note(bool inside) { in_a_row_ = inside ? in_a_row_ + 1 : 0; }
  bool are_dump() const { return in_a_row_ >= kDump; }

 private:
  static constexpr std::uint64_t kDump = 4;
  std::uint64_t in_a_row_ = 0;
};

class LargeFile final : public SharedFile {
 public:
  // The worker of `pipeline` has read the first view of the file, which is
  // `head_text`. `path_findings`: Finder::find_by_path().
  LargeFile(const Pipeline& pipeline, Subject subject,
            std::unique_ptr<const ByteSource> bytes, std::string_view head_text,
            std::vector<Finding> path_findings);
  ~LargeFile() override;

  void begin_report(const OrderedPort& port) override;
  void run_step(std::uint64_t step, Pipeline& pipeline,
                OrderedReports& reports) override;

 private:
  bool is_ready(std::uint64_t step) const override;
  Counts take(std::uint64_t step, Pipeline& pipeline) override;

  // Any thread.
  Chunk chunk_of(std::uint64_t step) const;

  // Only the merging thread calls these.
  void append(ChunkResult result);
  void scan_in_turn(const Chunk& chunk, Pipeline& pipeline);
  void note_end(const Chunk& chunk, std::uint64_t read_end,
                std::string incomplete);
  void shift(Position* at) const;
  Counts end_report();

  const Engine& engine_;
  const Subject subject_;
  const std::unique_ptr<const ByteSource> bytes_;
  const FileHead head_;
  const bool is_pdf_;
  const std::string closed_;  // closed_container()
  const std::uint64_t chunk_bytes_;
  FileMatch head_match_;

  std::vector<Finding> path_findings_;  // until the report begins

  // Each is written once, by run_step(), with release, and read by the merging
  // thread, with acquire. It owns the results.
  std::vector<std::atomic<ChunkResult*>> results_;
  // Whether chunks may be scanned before their turn at the moment. Written by
  // the merging thread, read by the workers that scan: the merging thread scans
  // what they skip. Relaxed: a worker that sees it late does work that is not
  // used.
  std::atomic<bool> run_ahead_{true};
  // False for good after a chunk could not be read: the merging thread then
  // finds out, in order, which bytes are lost. Written and read by the workers
  // that scan; relaxed for the same reason.
  std::atomic<bool> readable_{true};

  // Only the merging thread uses these.
  std::optional<OrderedPort> port_;
  FileMatch match_;  // of the chunks so far
  ReportParts parts_;
  LostRanges lost_;                     // the lost ranges so far
  LineCursor::LineColumn place_{1, 1};  // where the next chunk begins
  TableChunks tables_;
  bool ended_ = false;  // the file ends at end_; later chunks are ignored
  std::uint64_t end_ = 0;
  std::string incomplete_;
};

}  // namespace sluice
