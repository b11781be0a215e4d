// The place of one job on the heavy board (heavy_board.h): the job and its
// number of unclaimed steps. A step is claimed without a lock.
//
// A slot is used for one job after another. Each time, its generation goes up,
// and a claimer names the generation of its job. The generation and the number
// of unclaimed steps are in one word. So one CAS takes a step of this job, or
// of none.
//
// A claimer copies the job first and takes the step second. Otherwise, once the
// step is taken, others may take the rest, and the slot is given to another job
// while the copy is half done. In this order the copy may be torn, and the CAS
// detects that:
//  - The copy is not too old: the caller has the generation g from a load that
//    acquired what put() wrote, so the copy and the CAS see job g or later
//    ones.
//  - The copy is not too new. Let E be the CAS that takes g's last step. A CAS
//    that finds (g, n), n > 0, comes before E in the order of the word. Every
//    change in between is a CAS that releases everything before it, which
//    includes the copy, and E acquires it. retire() and put() come after E:
//    their caller made E, or read its outcome (0 unclaimed) by a load that
//    acquires, or follows such a thread by the board's mutex. So the copy
//    happened before the next job was written, and could not see it.
// This is a seqlock's check (Boehm 2012, "Can Seqlocks Get Along With
// Programming Language Memory Models?") without its fences: the CAS that
// takes the step is the reader's write, and orders the reads before it.
//
// The count goes down, and the decision does not use the number of steps.
// Rejected: counting claimed steps up to the number of steps, which is beside
// the word. A late claimer could read the spent word of the old job and the
// number of steps of the next one, find room, and claim a step that the old job
// never had. To exclude that, the two would have to be written and read in an
// order that needs its own proof.
// Rejected: fetch_sub, which takes a step of whichever job is there.
//
// Generations do not wrap: the board gives up a slot that has used all of them.
// So the same word never occurs twice, and ABA cannot happen.
//
// Thread-safety: any thread may call claim. The thread that holds the board's
// mutex may call put, retire, generation and read. Without it, read may be
// called once no thread claims or posts. No exceptions.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "exec/sync.h"
#include "exec/task.h"

namespace sluice {

// One step of a job. sequence: how many jobs the board took before this one.
template <ExecutorTask Task>
struct JobClaim {
  Task job;
  std::uint64_t step;  // less than `steps`
  std::uint64_t steps;
  std::uint64_t sequence;
};

enum class ClaimResult {
  kTaken,
  kTakenLast,  // and the job has no step left: take it off the board
  kLost,       // another thread changed the slot; look again
  kSpent,      // every step of this job is claimed, or the slot has another
};

template <ExecutorTask Task, typename Sync = StdSync>
class alignas(kCacheLine) JobSlot {
 public:
  static constexpr std::uint64_t kMaxSteps = 0xFFFFFFFF;

  [[nodiscard]] std::uint32_t generation() const {
    return generation_of(word_.load(std::memory_order_relaxed));
  }

  // Gives the slot a job. REQUIRES: 0 < steps <= kMaxSteps; the slot is new
  // or retired. The caller publishes the slot by a store that releases.
  void put(const Task& job, std::uint64_t steps, std::uint64_t sequence) {
    std::array<std::uint64_t, kTaskWords> task{};
    std::memcpy(task.data(), &job, sizeof(Task));
    for (std::size_t i = 0; i < kTaskWords; ++i) {
      task_[i].bits.store(task[i], std::memory_order_relaxed);
    }
    steps_.store(steps, std::memory_order_relaxed);
    sequence_.store(sequence, std::memory_order_relaxed);
    word_.store(make_word(generation(), steps), std::memory_order_relaxed);
  }

  // Takes the next step of the job that was put at `generation`. `out` has a
  // meaning only for kTaken and kTakenLast.
  [[nodiscard]] ClaimResult claim(std::uint32_t generation,
                                  JobClaim<Task>& out) {
    // Acquire: a thread that finds the last step taken may call retire(), so
    // the copies of all threads that took a step must have come before.
    std::uint64_t word = word_.load(std::memory_order_acquire);
    const std::uint64_t unclaimed = unclaimed_in(word);
    if (generation_of(word) != generation || unclaimed == 0) {
      return ClaimResult::kSpent;
    }
    copy(unclaimed, out);
    // Release for the copy, acquire for those of the claims before: see the
    // head of this file.
    if (!word_.compare_exchange_strong(word, word - 1,
                                       std::memory_order_acq_rel,
                                       std::memory_order_relaxed)) {
      return ClaimResult::kLost;
    }
    return unclaimed == 1 ? ClaimResult::kTakenLast : ClaimResult::kTaken;
  }

  // Ends the generation. REQUIRES: every step is claimed, and this thread
  // learned it from claim(); or no thread can claim any more.
  void retire() {
    word_.store(make_word(generation() + 1, 0), std::memory_order_relaxed);
  }

  // Returns what the next claim would return; step = steps if there is none.
  [[nodiscard]] JobClaim<Task> read() const {
    JobClaim<Task> out;
    copy(unclaimed_in(word_.load(std::memory_order_relaxed)), out);
    return out;
  }

 private:
  template <typename T>
  using Atomic = typename Sync::template Atomic<T>;
  struct Word {
    Atomic<std::uint64_t> bits{0};
  };
  static constexpr std::size_t kTaskWords =
      (sizeof(Task) + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);

  static std::uint64_t make_word(std::uint32_t generation,
                                 std::uint64_t unclaimed) {
    return std::uint64_t{generation} << 32 | unclaimed;
  }
  static std::uint32_t generation_of(std::uint64_t word) {
    return static_cast<std::uint32_t>(word >> 32);
  }
  static std::uint64_t unclaimed_in(std::uint64_t word) {
    return word & kMaxSteps;
  }

  void copy(std::uint64_t unclaimed, JobClaim<Task>& out) const {
    // Copied word by word to its place. If it went through an array, the
    // processor would wait for narrow stores before a wide load, 10 ns.
    auto* bytes = reinterpret_cast<unsigned char*>(&out.job);
    for (std::size_t i = 0; i < kTaskWords; ++i) {
      const std::uint64_t word = task_[i].bits.load(std::memory_order_relaxed);
      const std::size_t at = i * sizeof(word);
      std::memcpy(bytes + at, &word, std::min(sizeof(word), sizeof(Task) - at));
    }
    out.steps = steps_.load(std::memory_order_relaxed);
    out.step = out.steps - unclaimed;
    out.sequence = sequence_.load(std::memory_order_relaxed);
  }

  // (generation << 32) | unclaimed steps. Written by claimers, by CAS, and
  // under the board's mutex by put (relaxed: the board publishes it) and
  // retire (relaxed: a claimer that still sees the old word sees no step in
  // it). Read by claimers.
  Atomic<std::uint64_t> word_{0};
  // Written by put, under the board's mutex; read by claimers in a race, thus
  // atomic. Relaxed: the head of this file explains what orders the accesses.
  Atomic<std::uint64_t> steps_{0};
  Atomic<std::uint64_t> sequence_{0};
  std::array<Word, kTaskWords> task_;
};

}  // namespace sluice
