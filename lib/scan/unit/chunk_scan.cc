// A text full of findings makes more of them than may wait for their turn. To
// give up then and to leave the chunk to its turn would leave all of the file to
// one worker: the others give up chunk after chunk. So a worker waits for room.
// Each wait ends:
//  - Room comes when the chunk that is due has been merged. It was taken before
//    the later ones, and its worker does not wait. If that worker throws, the
//    others give up.
//  - The chunk that is due may have been scanned before the file's turn. Then the
//    task that merges it may be in a queue while all workers are at later chunks.
//    A worker that finds that nobody merges gives up its own chunk, and merges.
//  - Before the file's turn no worker waits, because the files before it may be
//    its own.
#include "scan/unit/chunk_scan.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include "finding/size.h"
#include "scan/report/collector.h"
#include "scan/unit/text_scan.h"

namespace sluice {
namespace {

// Keeps a chunk's findings as long as there is room for them.
class ChunkCollector final : public Collector {
 public:
  ChunkCollector(const Pipeline& pipeline, const SharedFile& file,
                 std::uint64_t step, OrderedReports& reports,
                 ChunkResult& result)
      : judge_(pipeline.judge),
        interrupt_(pipeline.options.interrupt),
        file_(file),
        step_(step),
        reports_(reports),
        result_(result) {}

  void add(Finding&& finding) override {
    size_ += size_of(finding);
    result_.findings.push_back(std::move(finding));
  }
  void add_dropped(Dropped dropped) override {
    size_ += size_of(dropped);
    result_.dropped.push_back(std::move(dropped));
  }
  void add_allowed(AllowedSpan span) override {
    size_ += sizeof span;
    result_.allowed.push_back(span);
  }
  void add_comment_doubts(const AllowDoubts& doubts) override {
    result_.comment_doubts.add(doubts, judge_.rule_ids());
  }
  void add_doubt(std::string half) override {
    if (std::ranges::count(result_.doubts, half) == 0)
      result_.doubts.push_back(std::move(half));
  }
  void add_unread(std::string half) override {
    if (result_.unread.empty()) result_.unread = std::move(half);
  }
  void add_failed_filters(std::uint64_t count) override {
    result_.failed_filters += count;
  }
  void add_left_out(std::uint64_t count) override { result_.left_out += count; }
  void note_blocks(const View& view) override {
    result_.blocks.note(view.text, view.owned_begin, view.owned_end,
                        view.origin);
  }
  bool blocks_name_rules() const override {
    return result_.blocks.name_rules();
  }
  bool advance(std::uint64_t) override {
    constexpr std::uint64_t kStep = 256 * 1024;
    return size_ < room_.cost() + kStep || is_due_ || wait_for_room();
  }
  bool goes_on() const override { return !is_due_; }
  bool may_hold(std::uint64_t bytes) override {
    constexpr std::uint64_t kMost = 4 * 1024 * 1024;
    return bytes <= kMost;
  }
  bool finish() {
    size_ += result_.blocks.memory();
    if (size_ > room_.cost() && !is_due_ && !wait_for_room()) return false;
    result_.room = std::move(room_);
    return true;
  }

 private:
  bool take_room() {
    std::optional<Permit> more = reports_.take_room(size_ - room_.cost());
    if (!more) return false;
    room_.add(std::move(*more));
    return true;
  }

  // Returns whether there is room in the end. It gives up where it must not wait.
  // Room comes back when another chunk was merged, which takes milliseconds, or
  // longer if the reader of the report is slow.
  bool wait_for_room() {
    constexpr std::chrono::microseconds kLongest{4000};
    std::chrono::microseconds pause{500};
    while (!take_room()) {
      if (!file_.has_turn() || file_.is_given_up() || file_.awaits_merging() ||
          is_raised(interrupt_))
        return false;
      if (file_.is_due(step_)) return is_due_ = true;
      std::this_thread::sleep_for(pause);
      pause = std::min(2 * pause, kLongest);
    }
    return true;
  }

  const Judge& judge_;
  const Interrupt* interrupt_;
  const SharedFile& file_;
  const std::uint64_t step_;
  OrderedReports& reports_;
  ChunkResult& result_;
  std::uint64_t size_ = 0;
  Permit room_;
  bool is_due_ = false;  // it goes on without room, to the end of the view
};

}  // namespace

std::unique_ptr<ChunkResult> scan_chunk(Pipeline& pipeline, const Chunk& chunk,
                                        const FileMatch& head_match,
                                        const SharedFile& file,
                                        std::uint64_t step,
                                        OrderedReports& reports) {
  auto result = std::make_unique<ChunkResult>();
  FileMatch& match = pipeline.match;
  if (chunk.begin == chunk.head.mark)
    match = head_match;
  else
    match.begin_within(head_match, chunk.begin);
  PositionCursor places(chunk.begin, {1, 1});
  ChunkCollector found(pipeline, file, step, reports, *result);
  TextEnd read =
      find_in_stretch(pipeline, {chunk.judged, match, places, found},
                      chunk.bytes, chunk.head, chunk.begin, chunk.end, nullptr);
  if (read.unreadable || read.no_room || !found.finish()) {
    *result = {};
    result->skipped = true;
    result->unreadable = read.unreadable;
    return result;
  }
  result->end = places.place();
  result->scanned_to = read.paused ? read.end : chunk.end;
  result->edges = pipeline.engine.edges(match, result->scanned_to);
  result->read_end = read.end;
  result->incomplete = std::move(read.incomplete);
  return result;
}

}  // namespace sluice
