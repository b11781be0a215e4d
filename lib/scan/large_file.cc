// What crosses chunks, and how each gives what one reader would find:
//
//   a match over the border   A chunk has context on both sides and owns what
//                             starts in it (match/engine.h).
//   where the next match of   A match that starts before the border may take
//   a rule may start          bytes behind it, so that a match there does not
//                             count. Engine::append() sees that; then the
//                             chunk is scanned again, from where that match
//                             ended.
//   rows of a table           Chunks are matched as if they began outside of
//                             tables; one that does not is scanned again. While
//                             a table goes on, no worker scans ahead.
//   blocks that comments      Each chunk notes the comments; they are put one
//   allow                     behind the other before what was found is judged
//                             by them.
//   names of columns, kind    Known from the head before the first chunk is
//   of the file, rules bound  scanned, for all of them.
//   to paths
//   lines and columns         On a chunk's first line, columns are counted
//                             from the chunk's beginning; merging moves them by
//                             where the chunk before ended, and all lines too.
//   keywords, rules that      Looked at by ReportParts, which gets the chunks
//   require others, overlaps  in their order.
//   what cannot be read       Where it begins and ends is found out by reading
//                             in order (text_reader.cc). So from the first
//                             failure on no worker scans ahead, and a chunk
//                             that was scanned before counts only if nothing
//                             of it is lost.
//
// UTF-16 stays with one worker: where a character begins can be told from the
// bytes, but where it stands in the text that reports count cannot.
//
// A chunk whose findings find no room is scanned again when its turn has come:
// what waits is bounded, whatever the file holds (ordered_reports.h).

#include "scan/large_file.h"

#include <algorithm>
#include <utility>

#include "scan/pipeline.h"

namespace sluice {
namespace {

// Larger ones for a file that would have too many: of whole blocks, in which
// the engine counts matches (match/engine.cc).
std::uint64_t chunk_bytes_of(std::uint64_t size, std::uint64_t usual) {
  const std::uint64_t least = (size - 1) / kMaxChunks + 1;
  if (least <= usual) return usual;
  return (least + kMaxSpan - 1) / kMaxSpan * kMaxSpan;
}

}  // namespace

LargeFile::LargeFile(const FileSystem* fs, const Engine& engine,
                     const Judge& judge, const ReportChoice& choice, Name name,
                     std::unique_ptr<const ByteSource> bytes,
                     const FileHead& head, std::string_view head_text,
                     LostRanges lost, std::uint64_t chunk_bytes,
                     std::vector<Finding> path_findings)
    : SharedFile(
          (bytes->size() - 1) / chunk_bytes_of(bytes->size(), chunk_bytes) + 1),
      name_(std::move(name)),
      bytes_(std::move(bytes)),
      head_(head),
      chunk_bytes_(chunk_bytes_of(bytes_->size(), chunk_bytes)),
      path_findings_(std::move(path_findings)),
      results_(steps()),
      parts_(fs, engine, judge, choice),
      lost_(std::move(lost)) {
  if (!lost_.empty()) stop_running_ahead();
  head_match_.begin(name_.judged, head.binary);
  engine.read_head(head_text, head_match_);
  match_ = head_match_;
}

LargeFile::~LargeFile() {
  for (std::atomic<ChunkResult*>& result : results_)
    delete result.load(std::memory_order_acquire);
}

void LargeFile::begin_report(const OrderedPort& port) {
  port_.emplace(port);
  parts_.begin(name_.path, name_.root, match_, *port_);
  parts_.set_file_size(bytes_->size());
  for (Finding& finding : path_findings_) parts_.add(std::move(finding));
}

void LargeFile::run_step(std::uint64_t step, Pipeline& pipeline,
                         OrderedReports& reports) {
  results_[step].store(pipeline.scan_chunk(*this, step, reports).release(),
                       std::memory_order_release);
}

bool LargeFile::is_ready(std::uint64_t step) const {
  return results_[step].load(std::memory_order_acquire) != nullptr;
}

void LargeFile::take(std::uint64_t step, Pipeline& pipeline) {
  pipeline.take_chunk(*this, step);
}

std::uint64_t LargeFile::begin_of(std::uint64_t chunk) const {
  return chunk == 0 ? head_.mark : chunk * chunk_bytes_;
}

std::uint64_t LargeFile::end_of(std::uint64_t chunk) const {
  return std::min<std::uint64_t>((chunk + 1) * chunk_bytes_, bytes_->size());
}

std::unique_ptr<ChunkResult> LargeFile::take_result(std::uint64_t chunk) {
  return std::unique_ptr<ChunkResult>(
      results_[chunk].exchange(nullptr, std::memory_order_acquire));
}

void LargeFile::append(ChunkResult result) {
  parts_.append_blocks(std::move(result.blocks));
  for (const AllowedSpan span : result.allowed) parts_.add_allowed(span);
  parts_.append_comment_doubts(result.comment_doubts);
  for (std::string& doubt : result.doubts) parts_.add_doubt(std::move(doubt));
  parts_.add_failed_filters(result.failed_filters);
  parts_.add_left_out(result.left_out);
  for (Finding& finding : result.findings) {
    shift(&finding.start);
    shift(&finding.end);
    if (finding.match_start) {
      Position match_start{finding.match_start->line,
                           finding.match_start->column};
      shift(&match_start);
      finding.match_start = {match_start.line, match_start.column};
    }
    parts_.add(std::move(finding));
  }
  for (Dropped& dropped : result.dropped) {
    shift(&dropped.finding.start);
    shift(&dropped.finding.end);
    parts_.add_dropped(std::move(dropped));
  }
  if (result.end.line == 1) result.end.column += place_.column - 1;
  result.end.line += place_.line - 1;
  place_ = result.end;
}

void LargeFile::shift(Position* at) const {
  if (at->line == 1) at->column += place_.column - 1;
  at->line += place_.line - 1;
}

// What else is scanned out of order is in vain only for the chunk behind such
// an end. A table of several chunks is a dump, which goes on.
void LargeFile::note_table(bool inside) {
  constexpr std::uint64_t kDump = 4;
  in_table_ = inside ? in_table_ + 1 : 0;
  run_ahead_.store(in_table_ < kDump, std::memory_order_relaxed);
}

void LargeFile::set_end(std::uint64_t end, std::string incomplete) {
  ended_ = true;
  end_ = end;
  incomplete_ = std::move(incomplete);
}

}  // namespace sluice
