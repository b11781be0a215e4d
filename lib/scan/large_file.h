// A large file that all workers scan together (shared_file.h): its steps are
// chunks of the file.
//
// Each chunk is read with its own context and matched by itself, by any worker
// (Pipeline::scan_chunk). When the file's turn comes the results are put one
// behind the other (SharedFile::merge). Lines are counted from a chunk's begin
// until then. large_file.cc argues why that gives what one reader would find.
//
// Example: a file of 9 MiB has five chunks, the last of 1 MiB. Worker 1 takes
// chunk 0, worker 2 chunk 1: it reads from 4 KiB before byte 2 MiB up to a
// right context behind byte 4 MiB, and owns what starts between the two. A
// token that begins ten bytes before byte 4 MiB is chunk 1's; chunk 2 has it in
// its context and leaves it. Chunk 1 finds it on its line 700. When the file's
// turn comes and chunk 0 is known to end on line 41,000, merging makes that
// line 41,699.
//
// Thread-safety: each member says which thread may call it. Ownership: it owns
// the open file.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exec/budget.h"
#include "finding/finding.h"
#include "fs/byte_source.h"
#include "fs/file_system.h"
#include "judge/allow/allow_blocks.h"
#include "judge/allow/comment_doubts.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "scan/allowed_spans.h"
#include "scan/encoding.h"
#include "scan/lost_ranges.h"
#include "scan/ordered_reports.h"
#include "scan/report_parts.h"
#include "scan/shared_file.h"
#include "text/line_cursor.h"

namespace sluice {

// Bytes of a chunk: many enough that opening it costs nothing, few enough that
// the last ones keep all workers busy to the end.
inline constexpr std::uint64_t kChunkBytes = 2 * 1024 * 1024;

// A file of more chunks has larger ones, so that what is noted of each stays
// small.
inline constexpr std::uint64_t kMaxChunks = 16 * 1024;

struct ChunkResult {
  // It was not scanned: there was no room, something could not be read, or it
  // would have been in vain.
  bool skipped = false;
  // As if the chunk began a file, but for offsets.
  std::vector<Finding> findings;
  std::vector<Dropped> dropped;
  std::vector<AllowedSpan> allowed;
  CommentDoubts comment_doubts;
  std::vector<std::string> doubts;
  std::uint64_t failed_filters = 0;
  std::uint64_t left_out = 0;
  AllowBlocks blocks;
  LineCursor::LineColumn end{1, 1};  // where it ends
  PartEdges edges;
  std::uint64_t read_end = 0;  // less than the chunk's: the file ends there
  std::string incomplete;      // why, if it should not
  std::uint64_t bytes = 0;     // that the tally of its worker counts
  Permit room;                 // for all this
};

class LargeFile final : public SharedFile {
 public:
  struct Name {
    std::string path, root;  // as in a FileReport
    std::string judged;      // WalkRoot::judged()
  };

  // `head_text` is what the first view of the file would be, `lost` what of it
  // could not be read.
  LargeFile(const FileSystem* fs, const Engine& engine, const Judge& judge,
            const ReportChoice& choice, Name name,
            std::unique_ptr<const ByteSource> bytes, const FileHead& head,
            std::string_view head_text, LostRanges lost,
            std::uint64_t chunk_bytes, std::vector<Finding> path_findings);
  ~LargeFile() override;

  void begin_report(const OrderedPort& port) override;
  void run_step(std::uint64_t step, Pipeline& pipeline,
                OrderedReports& reports) override;

  // --- Any thread ---
  const std::string& path() const { return name_.path; }
  const std::string& judged() const { return name_.judged; }
  const ByteSource& bytes() const { return *bytes_; }
  const FileHead& head() const { return head_; }
  const FileMatch& head_match() const { return head_match_; }
  std::uint64_t chunks() const { return steps(); }
  std::uint64_t begin_of(std::uint64_t chunk) const;
  std::uint64_t end_of(std::uint64_t chunk) const;
  // Whether chunks may be scanned out of order at the moment.
  bool may_run_ahead() const {
    return run_ahead_.load(std::memory_order_relaxed) &&
           readable_.load(std::memory_order_relaxed);
  }
  // For good: something cannot be read, and what of it is lost is to be found
  // out once, in order.
  void stop_running_ahead() {
    readable_.store(false, std::memory_order_relaxed);
  }

  // --- The thread that merges, in the order of the chunks ---
  std::unique_ptr<ChunkResult> take_result(std::uint64_t chunk);
  // What was matched up to the next chunk, and where that begins.
  FileMatch& match() { return match_; }
  ReportParts& parts() { return parts_; }
  // What is known to be lost so far.
  LostRanges& lost() { return lost_; }
  const LineCursor::LineColumn& place() const { return place_; }
  void set_place(const LineCursor::LineColumn& place) { place_ = place; }
  // Adds what was found in a chunk that was scanned by itself.
  void append(ChunkResult result);
  // Whether the chunk that was merged last ended in a table, whose rows are
  // read with the columns that its head names.
  void note_table(bool inside);
  // The file ends at `end`, in full if `incomplete` is empty; later chunks do
  // not count.
  void set_end(std::uint64_t end, std::string incomplete);
  bool has_ended() const { return ended_; }
  // Bytes that are in the workers' tallies; a chunk counts for what was read
  // of it, wanted or not.
  void add_told(std::uint64_t bytes) { told_ += bytes; }
  std::uint64_t told() const { return told_; }
  std::uint64_t end() const { return end_; }
  const std::string& incomplete() const { return incomplete_; }

 private:
  bool is_ready(std::uint64_t step) const override;
  void take(std::uint64_t step, Pipeline& pipeline) override;
  void shift(Position* at) const;

  const Name name_;
  const std::unique_ptr<const ByteSource> bytes_;
  const FileHead head_;
  const std::uint64_t chunk_bytes_;
  FileMatch head_match_;

  std::vector<Finding> path_findings_;  // until the report begins

  // Each written once, by run_step(), with release; read by the merging thread, with
  // acquire. It owns what it points to.
  std::vector<std::atomic<ChunkResult*>> results_;
  // Written by the merging thread, read by the workers that scan: what they
  // skip then is left to that thread alone. Relaxed: a worker that sees it late
  // does something in vain.
  std::atomic<bool> run_ahead_{true};
  // Written by a worker that meets what cannot be read, read by the workers
  // that scan; relaxed for the same reason.
  std::atomic<bool> readable_{true};

  // The merging thread's.
  std::optional<OrderedPort> port_;
  FileMatch match_;
  ReportParts parts_;
  LostRanges lost_;
  LineCursor::LineColumn place_{1, 1};
  std::uint64_t in_table_ = 0;  // chunks in a row that ended so
  bool ended_ = false;
  std::uint64_t end_ = 0;
  std::uint64_t told_ = 0;
  std::string incomplete_;
};

}  // namespace sluice
