// A work-stealing deque. Its owner pushes and pops at the bottom (last in,
// first out), where the data of the task is still in the cache. Thieves take
// the oldest task from the top.
//
// Source: Chase and Lev 2005, "Dynamic Circular Work-Stealing Deque"; memory
// orders after Lê, Pop, Cohen, Zappa Nardelli 2013, "Correct and Efficient
// Work-Stealing for Weak Memory Models".
//
// Example. The owner has pushed A, B and C. Index i is in slot i modulo the
// capacity, here 4; so index 4 will be in the slot of A.
//
//   index     0   1   2   3
//           | A | B | C |   |     top = 0, bottom = 3
//             ^           ^
//            top        bottom
//   thieves take A      the owner takes C, or pushes D
//
//   pop()   The owner stores bottom = 2 and then reads top = 0. Two more tasks
//           are left, so no thief can reach C, and the owner takes it without a
//           CAS.
//
//           | A | B | . |   |     top = 0, bottom = 2
//             ^       ^
//
//   steal() A thief reads top = 0, then bottom = 2, copies A, and takes it by
//           the CAS of top from 0 to 1.
//
//           | . | B | . |   |     top = 1, bottom = 2
//                 ^   ^
//
//   both    B is the last task. The owner stores bottom = 1 and reads top = 1,
//           so it needs the CAS of top from 1 to 2, just like a thief. One CAS
//           succeeds. The other side gets nothing and drops its copy of B. Then
//           the owner stores bottom = 2 again.
//
//           | . | . | . |   |     top = 2, bottom = 2: empty
//                     ^
//
// Invariants
//  - The tasks are at the indices [top, bottom). Both are 64 bits wide and top
//    never decreases, so no index occurs twice and a CAS on top meets no ABA.
//  - A task leaves by a CAS on top, or by the owner's store to bottom if more
//    than one task is left. These exclude each other. If the owner takes index
//    b without a CAS, its load of top, which follows its store of bottom = b,
//    read top < b. A thief that wants b has loaded top = b and then bottom > b.
//    Consider the single order of the seq_cst operations. If the thief's load
//    of bottom comes before the owner's store, so does its load of top = b, and
//    the owner must read b. If it comes after, it reads b, which is not
//    greater; or it reads the value that a later push to b stored, and then it
//    takes that later task. For the last task (top = b) both use the CAS.
//  - Only a push that read a top beyond the old index of a slot reuses the
//    slot. So a thief that still reads the old index fails its CAS.
//
// seq_cst operations instead of the paper's fences: ThreadSanitizer does not
// model fences. On x86-64 it costs one locked instruction per push and pop,
// which the parking protocol (parking.h) needs in push in any case.
//
// Tasks are stored in arrays of relaxed atomic words. A thief copies a task
// before its CAS decides whether it may, and meanwhile the owner may overwrite
// the slot. With plain memory that is a data race, thus undefined, even though
// the copy is thrown away. With words, it is a value that may be torn. Only a
// successful CAS, which proves that it is not torn, makes it a Task.
// Rejected: pointers to tasks on the heap, an allocation per task.
//
// Growth: a full buffer is copied into one of twice the size. The old buffer
// lives until the deque dies, because a thief may still read it. All old
// buffers together are smaller than the current one.
// Rejected: a bounded buffer that overflows into the injector. It would put the
// newest task, whose data is in the cache, at the end of the line, and push
// would have a second way out.
//
// Rejected: a ring under a mutex (bench/micro/mutex_deque.h). Measured with two
// cores (bench/runs/2026-11-20-executor.json): owner alone 22 ns a task here,
// 42 there; with three thieves 98 and 134; with one thief that does nothing but
// steal 149 and 120; in the executor, a tree of tasks on one, two and four
// workers, 2.0 times faster here.
//
// Thread-safety: only the owner may call push, push_all and pop; any thread may
// call the rest. If memory runs out in push, the process ends.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "exec/sync.h"
#include "exec/task.h"

namespace sluice {

// kLost: another thread took the task first; the deque may hold more.
enum class StealResult { kEmpty, kLost, kTaken };

template <ExecutorTask Task, typename Sync = StdSync>
class WorkDeque {
 public:
  static constexpr std::size_t kDefaultCapacity = 64;

  // `capacity`, in tasks, is rounded up to a power of two.
  explicit WorkDeque(std::size_t capacity = kDefaultCapacity) {
    buffers_.push_back(std::make_unique<Buffer>(std::bit_ceil(capacity)));
    buffer_.store(buffers_.back().get(), std::memory_order_relaxed);
  }

  WorkDeque(const WorkDeque&) = delete;
  WorkDeque& operator=(const WorkDeque&) = delete;

  void push(const Task& task) noexcept {
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed);
    // Acquire: a thief's read of the slot that this push may reuse precedes its
    // CAS on top, and so precedes the write below.
    const std::int64_t top = top_.load(std::memory_order_acquire);
    Buffer* buffer = buffer_.load(std::memory_order_relaxed);
    if (bottom - top >= buffer->capacity()) {
      buffer = grow(*buffer, top, bottom);
    }
    buffer->write(bottom, task);
    // Releases the slot to thieves. seq_cst, so that a look at the sleepers
    // after the push cannot come before it (parking.h).
    bottom_.store(bottom + 1, std::memory_order_seq_cst);
  }

  // Adds all tasks, the first one last, so that pop() returns them in the order
  // of the span. Thieves see all of them at once. The memory orders are those
  // of push.
  void push_all(std::span<const Task> tasks) noexcept {
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed);
    const std::int64_t top = top_.load(std::memory_order_acquire);
    const auto count = static_cast<std::int64_t>(tasks.size());
    Buffer* buffer = buffer_.load(std::memory_order_relaxed);
    while (bottom - top + count > buffer->capacity()) {
      buffer = grow(*buffer, top, bottom);
    }
    std::int64_t at = bottom + count;
    for (const Task& task : tasks) buffer->write(--at, task);
    bottom_.store(bottom + count, std::memory_order_seq_cst);
  }

  [[nodiscard]] bool pop(Task& out) noexcept {
    const std::int64_t old_bottom = bottom_.load(std::memory_order_relaxed);
    // Only the owner adds, and top never decreases, so an empty look is final.
    // So an idle worker writes nothing.
    if (top_.load(std::memory_order_relaxed) >= old_bottom) return false;
    const std::int64_t bottom = old_bottom - 1;
    const Buffer* buffer = buffer_.load(std::memory_order_relaxed);
    bottom_.store(bottom, std::memory_order_seq_cst);
    std::int64_t top = top_.load(std::memory_order_seq_cst);
    if (top < bottom) {
      out = decode(buffer->read(bottom));
      return true;
    }
    bool won = false;
    if (top == bottom) {
      const Words words = buffer->read(bottom);
      won = top_.compare_exchange_strong(
          top, top + 1, std::memory_order_seq_cst, std::memory_order_relaxed);
      if (won) out = decode(words);
    }
    // Empty now, and top = old_bottom.
    bottom_.store(old_bottom, std::memory_order_seq_cst);
    return won;
  }

  [[nodiscard]] StealResult steal(Task& out) noexcept {
    std::int64_t top = top_.load(std::memory_order_seq_cst);
    const std::int64_t bottom = bottom_.load(std::memory_order_seq_cst);
    if (top >= bottom) return StealResult::kEmpty;
    // Acquire: the copied words of a new buffer come with its pointer. An old
    // buffer is good, too, because it is no longer written to.
    const Buffer* buffer = buffer_.load(std::memory_order_acquire);
    const Words words = buffer->read(top);
    if (!top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst,
                                      std::memory_order_relaxed)) {
      return StealResult::kLost;
    }
    out = decode(words);
    return StealResult::kTaken;
  }

  // Whether a thief would find nothing now. seq_cst, for the second look before
  // sleeping (parking.h).
  [[nodiscard]] bool empty() const noexcept {
    const std::int64_t top = top_.load(std::memory_order_seq_cst);
    return top >= bottom_.load(std::memory_order_seq_cst);
  }

 private:
  static constexpr std::size_t kWords =
      (sizeof(Task) + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
  using Words = std::array<std::uint64_t, kWords>;
  template <typename T>
  using Atomic = typename Sync::template Atomic<T>;

  class Buffer {
   public:
    explicit Buffer(std::size_t capacity)
        : mask_(capacity - 1),
          words_(std::make_unique<Atomic<std::uint64_t>[]>(capacity * kWords)) {
    }

    [[nodiscard]] std::int64_t capacity() const {
      return static_cast<std::int64_t>(mask_ + 1);
    }
    void write(std::int64_t index, const Task& task) {
      Words words{};
      std::memcpy(words.data(), &task, sizeof(Task));
      write_words(index, words);
    }
    void write_words(std::int64_t index, const Words& words) {
      for (std::size_t i = 0; i < kWords; ++i) {
        words_[slot(index) + i].store(words[i], std::memory_order_relaxed);
      }
    }
    [[nodiscard]] Words read(std::int64_t index) const {
      Words words;
      for (std::size_t i = 0; i < kWords; ++i) {
        words[i] = words_[slot(index) + i].load(std::memory_order_relaxed);
      }
      return words;
    }

   private:
    [[nodiscard]] std::size_t slot(std::int64_t index) const {
      return (static_cast<std::size_t>(index) & mask_) * kWords;
    }

    std::size_t mask_;
    // Written by the owner; read by thieves in a race that the head of this
    // file explains. Relaxed, because bottom_ or buffer_ publishes them.
    std::unique_ptr<Atomic<std::uint64_t>[]> words_;
  };

  static Task decode(const Words& words) {
    Task task;
    std::memcpy(static_cast<void*>(&task), words.data(), sizeof(Task));
    return task;
  }

  Buffer* grow(const Buffer& old, std::int64_t top, std::int64_t bottom) {
    const auto capacity = static_cast<std::size_t>(old.capacity()) * 2;
    auto larger = std::make_unique<Buffer>(capacity);
    for (std::int64_t i = top; i < bottom; ++i) {
      larger->write_words(i, old.read(i));
    }
    Buffer* result = larger.get();
    buffers_.push_back(std::move(larger));
    buffer_.store(result, std::memory_order_release);
    return result;
  }

  // Written by thieves, and by the owner for the last task; read by all.
  alignas(kCacheLine) Atomic<std::int64_t> top_{0};
  // Written only by the owner, which may therefore read it relaxed.
  alignas(kCacheLine) Atomic<std::int64_t> bottom_{0};
  // Written by the owner (release, in grow); read by thieves (acquire).
  Atomic<Buffer*> buffer_{nullptr};
  std::vector<std::unique_ptr<Buffer>> buffers_;  // the owner's; newest last
};

}  // namespace sluice
