// The threads of the workers. Each starts when there is work for it, so a
// program with little to do does not pay for many.
// Thread-safety: any thread may call start; the owner calls close_and_join,
// once.
#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "exec/sync.h"

namespace sluice {

template <typename Sync = StdSync>
class WorkerThreads {
 public:
  struct Hooks {
    // The body of the thread of worker `id`. Must not throw.
    std::function<void(std::size_t id)> run;
    // Called if the system refuses even the first thread, so that nothing will
    // ever run. It runs under a lock, for which start() and close_and_join()
    // wait.
    std::function<void(std::exception_ptr)> on_none;
  };

  // REQUIRES: `most` > 0.
  WorkerThreads(std::size_t most, Hooks hooks)
      : most_(most), hooks_(std::move(hooks)) {
    threads_.reserve(most);
  }

  // A hint: false may be outdated.
  [[nodiscard]] bool all_started() const noexcept {
    return started_.load(std::memory_order_relaxed) >= most_;
  }

  // Starts the next worker, if one is left and the system provides a thread. If
  // there are fewer threads than wanted, the running ones suffice.
  bool start() noexcept {
    if (all_started()) return false;
    const std::lock_guard lock(mutex_);
    const std::size_t id = threads_.size();
    if (closed_ || id >= most_) return false;
    try {
      threads_.emplace_back([this, id] { hooks_.run(id); });
    } catch (const std::exception&) {  // std::system_error, std::bad_alloc
      closed_ = true;
      started_.store(most_, std::memory_order_relaxed);
      if (id == 0) hooks_.on_none(std::current_exception());
      return false;
    }
    started_.store(id + 1, std::memory_order_relaxed);
    return true;
  }

  // Starts no more threads, waits for the running ones, and returns how many
  // there were. No hook is called after it.
  std::size_t close_and_join() {
    std::vector<typename Sync::Thread> threads;
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
      started_.store(most_, std::memory_order_relaxed);
      threads.swap(threads_);
    }
    for (typename Sync::Thread& thread : threads) thread.join();
    return threads.size();
  }

 private:
  const std::size_t most_;
  const Hooks hooks_;

  typename Sync::Mutex mutex_;  // guards the two that follow
  std::vector<typename Sync::Thread> threads_;
  bool closed_ = false;
  // threads_.size(), or most_ once no thread can be started. Written under
  // mutex_; read without it, as a hint that is never too high. Relaxed, because
  // a stale value costs a lock and nothing else.
  typename Sync::template Atomic<std::size_t> started_{0};
};

}  // namespace sluice
