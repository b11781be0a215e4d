// Scans a chunk of a large file: by itself, on any worker, or in its turn, with
// the knowledge of the chunks before it. large_file.cc has the reasons why both
// have the result of one reader.
// Thread-safety: each call by one worker, with its own pipeline.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "exec/budget.h"
#include "finding/finding.h"
#include "fs/byte_source.h"
#include "judge/allow/allow_blocks.h"
#include "judge/allow/comment_doubts.h"
#include "match/engine.h"
#include "scan/order/ordered_reports.h"
#include "scan/report/allowed_spans.h"
#include "scan/text/encoding.h"
#include "scan/unit/pipeline.h"
#include "scan/unit/shared_file.h"
#include "text/line_cursor.h"

namespace sluice {

// The bytes [begin, end) of a file.
struct Chunk {
  const std::string& judged;  // the same as WalkRoot::judged()
  const ByteSource& bytes;
  const FileHead& head;
  std::uint64_t begin, end;
};

// The findings of a chunk that was scanned by itself. Lines and columns count
// as if the chunk began a file; offsets are those in the file.
struct ChunkResult {
  // The chunk was not scanned: there was no room, something could not be read,
  // or the result would not have been used.
  bool skipped = false;
  bool unreadable = false;  // that is why
  // Where the scan ended because its turn had come, at the border of a view; the
  // chunk's end if it was scanned whole.
  std::uint64_t scanned_to = 0;
  std::vector<Finding> findings;
  std::vector<Dropped> dropped;
  std::vector<AllowedSpan> allowed;
  CommentDoubts comment_doubts;
  std::vector<std::string> doubts;
  std::string unread;  // Collector::add_unread(), the first one
  std::uint64_t failed_filters = 0;
  std::uint64_t left_out = 0;
  AllowBlocks blocks;
  LineCursor::LineColumn end{1, 1};  // where the chunk ends
  PartEdges edges;
  std::uint64_t read_end = 0;  // less than the chunk's: the file ends there
  std::string incomplete;      // why, if it should not
  Permit room;                 // for all this
};

// Scans the chunk of `file` with the number `step` by itself. `head_match` has
// the facts from the head of the file. If the findings find no room in
// `reports`, it waits until there is some or the chunk is due; then only the
// rest of a view is scanned. The result is `skipped` if the chunk cannot be
// read, or if there is no room before the file's own turn.
std::unique_ptr<ChunkResult> scan_chunk(Pipeline& pipeline, const Chunk& chunk,
                                        const FileMatch& head_match,
                                        const SharedFile& file,
                                        std::uint64_t step,
                                        OrderedReports& reports);

}  // namespace sluice
