// Everything that can cross the border of a chunk, and why the result is that
// of one reader:
//
//   a match over the border   A chunk has context on both sides and owns the
//                             matches that begin in it (match/engine.h).
//   where the next match of   A match that begins before the border may use
//   a rule may begin          bytes after it, so that a match there does not
//                             count. Engine::append() notices that. Then the
//                             chunk is scanned again, from the end of that
//                             match.
//   rows of a table           Chunks are matched as if they began outside of
//                             tables. A chunk that begins inside one is scanned
//                             again. While a table goes on, no worker scans
//                             ahead.
//   blocks that comments      Each chunk notes the comments. The notes are put
//   allow                     together before they are applied to findings. A
//                             comment may name rules. Then the chunks behind it
//                             are scanned again, because more rules are asked
//                             (scan/find/covered_candidates.h).
//   names of columns, kind    Known from the head before the first chunk is
//   of the file, rules bound  scanned, for all of them.
//   to paths
//   lines and columns         On a chunk's first line, columns count from the
//                             chunk's beginning. append() adds the place at
//                             which the chunk before ended.
//   keywords, rules that      ReportParts looks at them. It gets the chunks in
//   require others, overlaps  their order.
//   bytes that cannot be      Only reading in order shows where they begin and
//   read                      end (text_reader.cc). So after the first failure
//                             no worker scans ahead, and the result of a chunk
//                             that was scanned before counts only if all of the
//                             chunk could be read.
//
// One worker scans UTF-16: the bytes tell where a character begins, but not
// where it is in the text whose places reports count.
//
// A chunk whose findings find no room waits for it, and the chunk that is due
// needs none (chunk_scan.cc). So the memory that waits is bounded
// (ordered_reports.h).

#include "scan/unit/large_file.h"

#include <algorithm>
#include <utility>

#include "scan/unit/text_scan.h"

namespace sluice {
namespace {

// Returns larger chunks for a file that would have too many of them. They
// consist of whole blocks in which the engine counts matches (match/engine.cc).
std::uint64_t chunk_bytes_of(std::uint64_t size, std::uint64_t usual) {
  const std::uint64_t least = (size - 1) / kMaxChunks + 1;
  if (least <= usual) return usual;
  return (least + kMaxSpan - 1) / kMaxSpan * kMaxSpan;
}

}  // namespace

LargeFile::LargeFile(const Pipeline& pipeline, Subject subject,
                     std::unique_ptr<const ByteSource> bytes,
                     std::string_view head_text,
                     std::vector<Finding> path_findings)
    : SharedFile(
          (bytes->size() - 1) /
              chunk_bytes_of(bytes->size(), pipeline.options.chunk_bytes) +
          1),
      engine_(pipeline.engine),
      subject_(std::move(subject)),
      bytes_(std::move(bytes)),
      head_(pipeline.views.reader().head()),
      is_pdf_(head_text.starts_with("%PDF-")),
      closed_(head_.binary ? closed_container(head_text) : ""),
      chunk_bytes_(
          chunk_bytes_of(bytes_->size(), pipeline.options.chunk_bytes)),
      path_findings_(std::move(path_findings)),
      results_(steps()),
      parts_(pipeline.fs, pipeline.engine, pipeline.judge,
             pipeline.options.choices, pipeline.options.report),
      lost_(pipeline.views.reader().lost()) {
  if (!lost_.empty()) readable_.store(false, std::memory_order_relaxed);
  begin_match(subject_.judged, head_, &head_match_);
  engine_.read_head(head_text, head_match_);
  match_ = head_match_;
}

LargeFile::~LargeFile() {
  for (std::atomic<ChunkResult*>& result : results_)
    delete result.load(std::memory_order_acquire);
}

void LargeFile::begin_report(const OrderedPort& port) {
  port_.emplace(port);
  parts_.begin(subject_.location, subject_.root, match_, *port_);
  parts_.set_file_size(bytes_->size());
  parts_.add_doubt(closed_);
  for (Finding& finding : path_findings_) parts_.add(std::move(finding));
}

Chunk LargeFile::chunk_of(std::uint64_t step) const {
  return {subject_.judged, *bytes_, head_,
          step == 0 ? head_.mark : step * chunk_bytes_,
          std::min<std::uint64_t>((step + 1) * chunk_bytes_, bytes_->size())};
}

void LargeFile::run_step(std::uint64_t step, Pipeline& pipeline,
                         OrderedReports& reports) {
  std::unique_ptr<ChunkResult> result;
  if (!is_due(step) && run_ahead_.load(std::memory_order_relaxed) &&
      readable_.load(std::memory_order_relaxed)) {
    result =
        scan_chunk(pipeline, chunk_of(step), head_match_, *this, step, reports);
    if (result->unreadable) readable_.store(false, std::memory_order_relaxed);
  } else {
    result = std::make_unique<ChunkResult>();
    result->skipped = true;
  }
  results_[step].store(result.release(), std::memory_order_release);
}

bool LargeFile::is_ready(std::uint64_t step) const {
  return results_[step].load(std::memory_order_acquire) != nullptr;
}

Counts LargeFile::take(std::uint64_t step, Pipeline& pipeline) {
  std::unique_ptr<ChunkResult> result(
      results_[step].exchange(nullptr, std::memory_order_acquire));
  if (!ended_) {
    const Chunk chunk = chunk_of(step);
    const std::uint64_t context =
        chunk.begin -
        std::min<std::uint64_t>(chunk.begin - head_.mark, kLeftContext);
    if (!result->skipped && !lost_.reach_beyond(context) &&
        !parts_.blocks_name_rules() && engine_.append(result->edges, match_)) {
      const std::uint64_t scanned_to = result->scanned_to;
      const std::uint64_t read_end = result->read_end;
      std::string incomplete = std::move(result->incomplete);
      append(std::move(*result));
      // There is room, because it is the file's turn.
      (void)parts_.advance(scanned_to);
      if (scanned_to < chunk.end)
        scan_in_turn(
            {chunk.judged, chunk.bytes, chunk.head, scanned_to, chunk.end},
            pipeline);
      else
        note_end(chunk, read_end, std::move(incomplete));
    } else {
      scan_in_turn(chunk, pipeline);
    }
  }
  return step + 1 < steps() ? Counts{} : end_report();
}

// Scans a chunk with the knowledge of the chunks before it.
void LargeFile::scan_in_turn(const Chunk& chunk, Pipeline& pipeline) {
  PositionCursor places(chunk.begin, place_);
  TextEnd read =
      find_in_stretch(pipeline, {subject_.judged, match_, places, parts_},
                      *bytes_, head_, chunk.begin, chunk.end, &lost_);
  place_ = places.place();
  note_end(chunk, read.end, std::move(read.incomplete));
}

// Notes the consequences of the last chunk for the rest of the file.
void LargeFile::note_end(const Chunk& chunk, std::uint64_t read_end,
                         std::string incomplete) {
  tables_.note(Engine::is_in_table(match_));
  run_ahead_.store(!tables_.are_dump(), std::memory_order_relaxed);
  if (read_end >= chunk.end && chunk.end != bytes_->size()) return;
  ended_ = true;
  end_ = read_end;
  incomplete_ = std::move(incomplete);
}

// Adds the findings of a chunk that was scanned by itself.
void LargeFile::append(ChunkResult result) {
  parts_.append_blocks(std::move(result.blocks));
  for (const AllowedSpan span : result.allowed) parts_.add_allowed(span);
  parts_.append_comment_doubts(result.comment_doubts);
  for (std::string& doubt : result.doubts) parts_.add_doubt(std::move(doubt));
  parts_.add_unread(std::move(result.unread));
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

Counts LargeFile::end_report() {
  std::string incomplete = std::move(incomplete_);
  add_reason(lost_.reason(), &incomplete);
  add_reason(gave_up_reason(match_), &incomplete);
  const bool whole = incomplete.empty();
  (void)parts_.end(std::move(incomplete));  // it is the file's turn
  Counts counts = parts_.counts();
  counts.files = whole && parts_.has_all() ? 1 : 0;
  counts.bytes = end_ - lost_.before(end_);
  counts.binary = is_binary(subject_.judged, head_) ? 1 : 0;
  counts.pdf = is_pdf_ ? 1 : 0;
  return counts;
}

}  // namespace sluice
