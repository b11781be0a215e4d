// Brings the workers' reports, which come in any order, to the sink in the
// order of the walk, streaming. The waiting reports are bounded, in files and
// in bytes.
//
// A file's report comes in parts. If the file is the next in the order, its
// parts go straight to the sink, so it may have any number of them. Before
// that, they wait, as long as there is room for all that wait. If there is no
// room, the scan of the file gives up and begins again when its turn has come.
//
// Example: files 0, 1 and 2 are in flight. Worker B completes file 1, which
// waits in its slot. Worker C has so many findings of file 2 that no room is
// left: it drops them and defers the task. Worker A completes file 0, whose
// parts have gone to the sink one by one. So A also writes the report of file
// 1, and gets the deferred task of file 2 back, whose turn has come.
//
// Thread-safety: only the walker calls expect(). Any thread may call the
// others, for each sequence number one at a time. finish() comes after all
// other calls.
// Ownership: the sink must outlive it. It owns deferred tasks.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/error.h"
#include "exec/budget.h"
#include "finding/sink.h"
#include "scan/order/in_order.h"
#include "scan/value/file_task.h"
#include "scan/value/report_port.h"

namespace sluice {

class OrderedReports {
 public:
  // `capacity` is the number of permits of the budget; `room` is how many bytes
  // of reports may wait. `on_failure` is called once, by the thread that meets
  // it, when the sink fails.
  OrderedReports(std::size_t capacity, std::uint64_t room, FindingSink& sink,
                 std::function<void()> on_failure, bool measure = false);
  ~OrderedReports();

  // Takes the permit of the next file, to be released when its report has been
  // written. Returns its sequence number, from 0. `number`:
  // FileReport::sequence of its reports.
  std::uint64_t expect(Permit permit,
                       std::optional<std::uint64_t> number = std::nullopt);

  // See ReportPort.
  bool put(std::uint64_t sequence, std::unique_ptr<FileReport> part);
  bool has_turn(std::uint64_t sequence) const {
    return order_.next() == sequence;
  }

  // Takes bytes for other data that waits for its turn; empty if there is no
  // room.
  std::optional<Permit> take_room(std::uint64_t bytes) {
    return room_.try_acquire(bytes);
  }

  // All of file `sequence` was put. May bring others to the sink, and wait for
  // it. If a task comes back, its turn has come, and the caller must have it
  // run.
  [[nodiscard]] std::optional<FileTask> complete(std::uint64_t sequence);

  // Keeps `task` until its turn comes; then it comes back, from here or from
  // another call.
  [[nodiscard]] std::optional<FileTask> defer(const FileTask& task);

  // The result: whether anything was found, which files could not be read in
  // full, and the sink's error if it failed.
  struct Outcome {
    bool found = false;
    std::vector<Incomplete> incomplete;
    std::vector<Note> notes;  // the first kMaxInCoverage of them
    std::uint64_t more_notes = 0;
    MistypedTokens mistyped;
    std::optional<Error> failure;
    std::uint64_t most_room = 0;  // the most bytes that waited at a time
    std::uint64_t deferred = 0;   // tasks
    std::uint64_t sink_time = 0;  // nanoseconds, if measured
  };
  // `abandoned`: not all that was expected was completed.
  Outcome finish(bool abandoned);

 private:
  enum class State : unsigned char { kPending, kDone, kDeferred };

  struct Slot {
    // Written by the completing thread (kDone, kDeferred) and by the thread
    // that takes (kPending); read by it. See InOrder.
    std::atomic<State> state{State::kPending};
    std::vector<std::unique_ptr<FileReport>> parts;
    Permit room;                          // for `parts`
    Permit permit;                        // of the file
    std::optional<std::uint64_t> number;  // the same
    FileTask deferred;
  };

  Slot& slot_of(std::uint64_t sequence) {
    return slots_[sequence % slots_.size()];
  }
  std::optional<FileTask> settle();
  void tell(Slot& slot);
  void tell(FileReport& part, const Slot& slot);

  Budget room_;
  std::vector<Slot> slots_;
  FindingSink& sink_;
  std::function<void()> on_failure_;
  const bool measure_;
  std::uint64_t expected_ = 0;  // the walker's
  InOrder order_;
  // Used by the thread that writes: the one that InOrder lets take, or that of
  // the file whose turn it is.
  Outcome outcome_;
  std::atomic<std::uint64_t> deferred_{0};  // relaxed: a count
};

// One file's way into OrderedReports.
class OrderedPort final : public ReportPort {
 public:
  OrderedPort(OrderedReports& reports, std::uint64_t sequence)
      : reports_(reports), sequence_(sequence) {}
  bool put(std::unique_ptr<FileReport> part) override {
    return reports_.put(sequence_, std::move(part));
  }
  bool has_turn() const override { return reports_.has_turn(sequence_); }

 private:
  OrderedReports& reports_;
  std::uint64_t sequence_;
};

}  // namespace sluice
