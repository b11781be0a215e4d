// A file that all workers scan together: a job (exec/heavy_board.h) of steps,
// whose results are joined one after the other when the file's turn comes.
// Thread-safety: each member has a note on which thread may call it. Ownership:
// SharedFiles owns it.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "scan/order/in_order.h"
#include "scan/order/ordered_reports.h"
#include "scan/value/counts.h"

namespace sluice {

struct Pipeline;

class SharedFile {
 public:
  virtual ~SharedFile() = default;
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  // Any thread.
  std::uint64_t steps() const { return steps_; }

  // Sets the port of its report. Call it before any step.
  virtual void begin_report(const OrderedPort& port) = 0;

  // Once for each step, by any worker, with its pipeline. The result waits, or
  // the step is left to merge() if there is no room in `reports`.
  virtual void run_step(std::uint64_t step, Pipeline& pipeline,
                        OrderedReports& reports) = 0;

  // Adds what steps have ready to the report, in their order. Returns the
  // counts of the file after the last step, before that nothing. Any number of
  // workers may call it; one of them does the work.
  std::optional<Counts> merge(Pipeline& pipeline) {
    std::optional<Counts> last;
    order_.run([&](std::uint64_t step) { return can_be_merged(step); },
               [&](std::uint64_t step) {
                 const Counts counts = take(step, pipeline);
                 if (step + 1 == steps_) last = counts;
                 return true;
               });
    return last;
  }
  // Whether the next step could be merged, but nobody does; any thread. It may
  // say so for a moment although somebody is about to.
  bool awaits_merging() const {
    return !order_.is_busy() && can_be_merged(order_.next());
  }

  // Lets merging begin.
  void have_turn() { turn_.store(true, std::memory_order_release); }
  // Whether all files before it are in the report; any thread.
  bool has_turn() const { return turn_.load(std::memory_order_acquire); }
  // Whether this step is the next to be merged; any thread.
  bool is_due(std::uint64_t step) const {
    return has_turn() && order_.next() == step;
  }

  // A step or the merging threw, so the steps behind it will never be due.
  void give_up() { given_up_.store(true, std::memory_order_relaxed); }
  bool is_given_up() const { return given_up_.load(std::memory_order_relaxed); }

  // Each step, and the merging, calls it when its thread is done with the file.
  // Returns true for the last.
  bool leave() { return users_.fetch_sub(1, std::memory_order_acq_rel) == 1; }

 protected:
  explicit SharedFile(std::uint64_t steps) : steps_(steps), users_(steps + 1) {}

 private:
  bool can_be_merged(std::uint64_t step) const {
    return step < steps_ && has_turn() && is_ready(step);
  }

  // Whether a step's result is there; any thread. Acquire: of what run_step()
  // stored with release.
  virtual bool is_ready(std::uint64_t step) const = 0;
  // Called by one thread at a time, in the order of the steps. Returns the
  // counts of the file after the last one.
  virtual Counts take(std::uint64_t step, Pipeline& pipeline) = 0;

  const std::uint64_t steps_;
  // Set once; read by the threads that merge. See InOrder.
  std::atomic<bool> turn_{false};
  // Set by the thread that threw; read by those that wait. Relaxed: it orders
  // nothing, and who sees it late waits a little longer.
  std::atomic<bool> given_up_{false};
  InOrder order_;
  // The steps, and the merging. Acquire and release: the last one frees all.
  std::atomic<std::uint64_t> users_;
};

}  // namespace sluice
