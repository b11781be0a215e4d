// Contains heavy jobs until their last step is claimed. A job is a number of
// steps that any workers may run at the same time, in any order. The heaviest
// job comes first, by its number of steps when it was posted; equal jobs are
// first come, first served. Steps are given out as 0, 1, 2, ..., each once.
//
// Example. Job A with 3 steps is posted, then B with 2. Workers claim A0 and
// A1. Job C with 5 steps is posted. It is heavier than A was, so the next
// claims are C0 to C4. The claimer of C4 takes C off, top_ names A again, and
// A2, B0 and B1 follow. Then the board is empty.
//
// Idea: work that is done once per job takes a mutex, and work that is done
// once per step does not. The order of the jobs is a std::set under the mutex.
// Beside it, `top_` names the first job: its slot (job_slot.h) and the
// generation of the slot. A claim reads top_ and takes a step in that slot by
// one CAS. The thread that takes the last step takes the job off the set and
// sets top_ to the next one. A claimer that comes in between does this in its
// place, so a thread that is stopped there holds up no other.
//
// Invariants
//  - Under the mutex, top_ names the set's first job, or is 0 if the set is
//    empty. A job whose steps are all claimed stays in the set only until the
//    mutex is next taken for it. Hence claim() finds nothing only if every step
//    of every job posted before was claimed.
//  - Slots are never freed before the board. So a claimer with an old top_ can
//    still look at a slot, and finds another generation. Slots are in blocks of
//    doubling size, which never move.
//  - The load of top_ that names a slot acquires the block and what put()
//    wrote. The store to top_ releases, and its thread either made that job
//    itself or held the mutex after the thread that did.
//
// A job that is posted while a heavier one is being claimed waits. If it is
// heavier than the top, the next claim looks at it. A claim that has read top_
// before takes the step that it was about to take. Light jobs may wait for as
// long as heavier ones arrive: the order is by weight, not by age.
//
// Rejected: a lock-free skip list. Claimers would have to search it on every
// claim, and its nodes need hazard pointers or epochs before they can be freed.
// Rejected: an atomic shared_ptr to the top. Every claimer writes its count,
// and libstdc++ locks inside.
//
// Cost, on one thread, g++ 12 -O2, x86-64: 1 ns for a look at an idle board, 11
// ns for a step claimed, 60 ns for posting a job and taking it off, 105 ns with
// 1,000 other jobs on the board.
//
// Bound: none here. A job holds a permit of the budget (budget.h), which its
// owner gives back after the last step. This bounds the board.
//
// Thread-safety: any thread may call every member except drain. If memory runs
// out, the process ends.
// Ownership: jobs are bytes. They belong to the board from a post() that
// returned true until their steps were claimed or drained. The code that runs
// the steps must find out which of them ended last.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "base/check.h"
#include "exec/job_slot.h"
#include "exec/sync.h"
#include "exec/task.h"

namespace sluice {

// kGenerations: how many jobs a slot takes before it is given up. The default,
// all that fit, is 2^32 - 1. A test sets fewer.
template <ExecutorTask Task, typename Sync = StdSync,
          std::uint32_t kGenerations = 0xFFFFFFFF>
class HeavyBoard {
 public:
  using Claim = JobClaim<Task>;
  static constexpr std::uint64_t kMaxSteps =
      JobSlot<Task, Sync>::kMaxSteps;  // 2^32 - 1

  HeavyBoard() = default;
  HeavyBoard(const HeavyBoard&) = delete;
  HeavyBoard& operator=(const HeavyBoard&) = delete;

  // Posts a job. Returns false and does nothing once the board is closed. Wake
  // workers after it, not before (parking.h).
  //
  // REQUIRES: 0 < steps <= kMaxSteps.
  [[nodiscard]] bool post(const Task& job, std::uint64_t steps) noexcept {
    SLUICE_CHECK(0 < steps && steps <= kMaxSteps);
    const std::lock_guard lock(mutex_);
    if (closed_) return false;
    const std::uint32_t index = take_free_slot();
    const std::uint64_t sequence = posted_++;
    posted_steps_ += steps;
    slot_at(index).put(job, steps, sequence);
    standing_.insert({steps, sequence, index});
    publish_top();
    return true;
  }

  // Claims the next step of the heaviest job, or nothing if there is none.
  [[nodiscard]] std::optional<Claim> claim() noexcept {
    // Relaxed: an idle worker looks here all the time, and may miss a job that
    // is just being posted. Before it sleeps it calls empty().
    while (top_.load(std::memory_order_relaxed) != 0) {
      const std::uint64_t top = top_.load(std::memory_order_acquire);
      if (top == 0) break;
      Claim claim;
      switch (slot_at(index_in(top)).claim(generation_in(top), claim)) {
        case ClaimResult::kTaken:
          return claim;
        case ClaimResult::kTakenLast:
          take_off(top);
          return claim;
        case ClaimResult::kLost:
          break;
        case ClaimResult::kSpent:
          take_off(top);
          break;
      }
    }
    return std::nullopt;
  }

  // For the look between Parking::announce and sleep. It may return false for a
  // moment after the last step was claimed. It never returns true while a step
  // is left.
  [[nodiscard]] bool empty() const noexcept {
    return top_.load(std::memory_order_seq_cst) == 0;
  }

  // Refuses every later post. Posted jobs stay, to be claimed or drained.
  void close() noexcept {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }

  // Passes the steps that were not claimed to drop(Task& job, first, end), once
  // for each job, heaviest first. Returns the number of these steps. The mutex
  // is not held during a call of drop.
  //
  // REQUIRES: closed; no claim at the same time; drop does not throw.
  template <typename Drop>
  std::uint64_t drain(Drop&& drop) noexcept {
    std::set<Standing> left;
    {
      const std::lock_guard lock(mutex_);
      SLUICE_CHECK(closed_);
      left.swap(standing_);
      publish_top();
    }
    std::uint64_t steps = 0;
    for (const Standing& standing : left) {
      Claim rest = slot_at(standing.index).read();
      drop(rest.job, rest.step, rest.steps);
      steps += rest.steps - rest.step;
    }
    return steps;
  }

  // The number of steps of all jobs that were ever posted.
  [[nodiscard]] std::uint64_t posted_steps() const noexcept {
    const std::lock_guard lock(mutex_);
    return posted_steps_;
  }
  // The memory of the board, in slots: the most jobs that were posted at a
  // time, and the slots that were given up.
  [[nodiscard]] std::size_t slots() const noexcept {
    const std::lock_guard lock(mutex_);
    return slots_;
  }

 private:
  using Slot = JobSlot<Task, Sync>;

  struct Standing {
    std::uint64_t steps;
    std::uint64_t sequence;
    std::uint32_t index;  // of the slot

    bool operator<(const Standing& other) const {
      if (steps != other.steps) return steps > other.steps;
      return sequence < other.sequence;
    }
  };

  static constexpr std::uint32_t kFirstBlock = 16;  // slots; the next has 32
  static constexpr std::size_t kBlocks = 28;        // 2^32 - 16 slots

  static std::uint32_t index_in(std::uint64_t top) {
    return static_cast<std::uint32_t>(top) - 1;
  }
  static std::uint32_t generation_in(std::uint64_t top) {
    return static_cast<std::uint32_t>(top >> 32);
  }
  static std::size_t block_of(std::uint32_t index) {
    return static_cast<std::size_t>(std::bit_width(index / kFirstBlock + 1)) -
           1;
  }

  [[nodiscard]] Slot& slot_at(std::uint32_t index) {
    const std::size_t block = block_of(index);
    const std::size_t before = kFirstBlock * ((std::size_t{1} << block) - 1);
    return blocks_[block][index - before];
  }

  // The functions from here on need the mutex, except take_off, which takes it.

  [[nodiscard]] std::uint32_t take_free_slot() {
    if (!free_.empty()) {
      const std::uint32_t index = free_.back();
      free_.pop_back();
      return index;
    }
    const std::size_t block = block_of(slots_);
    SLUICE_CHECK(block < kBlocks);
    if (blocks_[block] == nullptr) {
      blocks_[block] =
          std::make_unique<Slot[]>(std::size_t{kFirstBlock} << block);
    }
    return slots_++;
  }

  // Takes off the job that `top` names, whose steps are all claimed, unless
  // another thread has done so, which the generation shows.
  void take_off(std::uint64_t top) {
    const std::lock_guard lock(mutex_);
    const std::uint32_t index = index_in(top);
    Slot& slot = slot_at(index);
    if (slot.generation() != generation_in(top)) return;
    const Claim spent = slot.read();
    SLUICE_CHECK(spent.step == spent.steps);
    standing_.erase({spent.steps, spent.sequence, index});
    slot.retire();
    if (slot.generation() < kGenerations) free_.push_back(index);
    publish_top();
  }

  void publish_top() {
    std::uint64_t top = 0;
    if (!standing_.empty()) {
      const std::uint32_t index = standing_.begin()->index;
      top = std::uint64_t{slot_at(index).generation()} << 32 | (index + 1);
    }
    // Releases the job's slot and its block to claimers. seq_cst for post: a
    // poster's store here, followed by its look at the sleepers, must be
    // ordered against a sleeper that registers and then asks empty()
    // (parking.h).
    top_.store(top, std::memory_order_seq_cst);
  }

  // (generation << 32) | (slot + 1) of the heaviest job, 0 if there is none.
  // Written under mutex_, by publish_top; read without it by claim (relaxed
  // for the look, acquire to follow it) and by empty (seq_cst).
  alignas(kCacheLine) typename Sync::template Atomic<std::uint64_t> top_{0};
  // Each is written once, under mutex_, before top_ names a slot in it, and
  // read by claimers that have acquired such a top_.
  std::array<std::unique_ptr<Slot[]>, kBlocks> blocks_;

  alignas(kCacheLine) mutable
      typename Sync::Mutex mutex_;  // guards what follows
  std::set<Standing> standing_;
  std::vector<std::uint32_t> free_;  // slots without a job any more
  std::uint32_t slots_ = 0;          // that were ever used
  std::uint64_t posted_ = 0;         // jobs
  std::uint64_t posted_steps_ = 0;
  bool closed_ = false;
};

}  // namespace sluice
