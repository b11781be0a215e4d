// The plain queue as a contender: one std::deque, one mutex, one condition, N
// threads. It is written like production code: a batch is added under one lock,
// only waiting threads are notified, and never with the lock held.
#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "executor_bench_pool.h"

namespace sluice {
namespace {

class MutexPool final : public Pool {
 public:
  explicit MutexPool(std::size_t workers) {
    threads_.reserve(workers);
    for (std::size_t i = 0; i < workers; ++i) {
      threads_.emplace_back([this] { work(); });
    }
  }
  ~MutexPool() override {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  void submit(std::span<const BenchItem> batch) override {
    std::size_t notify = 0;
    {
      const std::lock_guard lock(mutex_);
      queue_.insert(queue_.end(), batch.begin(), batch.end());
      // A waiter that was notified counts as awake from here on.
      notify = std::min(batch.size(), waiting_);
      waiting_ -= notify;
    }
    for (std::size_t i = 0; i < notify; ++i) changed_.notify_one();
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      while (queue_.empty() && !stopping_) {
        ++waiting_;
        changed_.wait(lock);
      }
      if (queue_.empty()) return;
      const BenchItem item = queue_.front();
      queue_.pop_front();
      lock.unlock();
      run_bench_item(item, [this](const BenchItem& child) {
        submit(std::span(&child, 1));
      });
      lock.lock();
    }
  }

  std::mutex mutex_;  // guards the members that follow, but threads_
  std::condition_variable changed_;
  std::deque<BenchItem> queue_;
  std::size_t waiting_ = 0;  // waiters that nobody has notified yet
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace

std::span<const Contender> mutex_contenders() {
  static constexpr std::array kContenders = {
      Contender{"mutex", [](std::size_t workers) -> std::unique_ptr<Pool> {
                  return std::make_unique<MutexPool>(workers);
                }}};
  return kContenders;
}

}  // namespace sluice
