// The interface of a contender in the executor's benchmark, and the work for
// it.
//
// A task burns a calibrated number of loop turns, may add two tasks one level
// below itself, and then adds one to a counter of its own thread. The waiter
// adds up the counters and sleeps in between, so that waiting is the same for
// all contenders and costs their tasks no shared write.
//
// Thread-safety: one thread, which is no worker of the pool, calls Pool's
// members.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sluice {

struct BenchItem {
  std::uint32_t turns = 0;  // of burn(); or kStampTurns
  std::uint32_t depth = 0;  // levels of tasks below this one
};

// Instead of burning: note the time at which the task started.
inline constexpr std::uint32_t kStampTurns = UINT32_MAX;

// A thread's count of completed tasks. Written only by that thread (hence no
// read-modify-write), read by tasks_done(). Release and acquire: whoever sees
// the count also sees what the counted tasks wrote.
struct alignas(64) TaskCounter {
  std::atomic<std::uint64_t> done{0};
};

// The calling thread's counter; lives as long as the process.
TaskCounter& register_counter();
std::uint64_t tasks_done();  // by all threads since the start

// When the last task with kStampTurns started: nanoseconds of steady_clock,
// 0 before. Written by that task (release), read and reset by the waiter.
extern std::atomic<std::int64_t> bench_stamp;
std::int64_t bench_now();

inline thread_local constinit TaskCounter* bench_counter = nullptr;

// A chain of dependent steps, which no compiler shortens.
inline void burn(std::uint32_t turns) {
  std::uint64_t x = turns | 1u;
  for (std::uint32_t i = 0; i < turns; ++i) {
    x ^= x << 13;
    x ^= x >> 7;
    asm volatile("" : "+r"(x));
  }
}
// Returns how many turns take this long on this machine, measured once.
std::uint32_t turns_for(double nanoseconds);

// The body of every task; `spawn` adds a task from inside one.
template <typename Spawn>
void run_bench_item(const BenchItem& item, Spawn&& spawn) {
  if (item.turns == kStampTurns) {
    bench_stamp.store(bench_now(), std::memory_order_release);
  } else {
    burn(item.turns);
  }
  if (item.depth > 0) {
    const BenchItem child{item.turns, item.depth - 1};
    spawn(child);
    spawn(child);
  }
  if (bench_counter == nullptr) [[unlikely]]
    bench_counter = &register_counter();
  bench_counter->done.store(
      bench_counter->done.load(std::memory_order_relaxed) + 1,
      std::memory_order_release);
}

class Pool {
 public:
  Pool() = default;
  virtual ~Pool() = default;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // Adds one batch from outside.
  virtual void submit(std::span<const BenchItem> batch) = 0;
  // Adds `count` tasks like `item` in batches; some contenders have a better
  // way for a whole stream than submit.
  virtual void submit_stream(const BenchItem& item, std::uint64_t count,
                             std::size_t batch) {
    const std::vector<BenchItem> items(batch, item);
    while (count > 0) {
      const std::size_t now = count < batch ? count : batch;
      submit(std::span(items).first(now));
      count -= now;
    }
  }
  // Counters of its own, for a person; empty if it has none.
  virtual std::string describe() { return {}; }
};

using MakePool = std::unique_ptr<Pool> (*)(std::size_t workers);

struct Contender {
  const char* name;
  MakePool make;
};

std::span<const Contender> sluice_contenders();
// Our executor, with mutex_deque.h for its deques.
std::span<const Contender> locked_contenders();
std::span<const Contender> tbb_contenders();
std::span<const Contender> mutex_contenders();

}  // namespace sluice
