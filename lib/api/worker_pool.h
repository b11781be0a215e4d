// The workers that are not in use: pipelines that scan, or redactors. A call
// takes one, or makes one, and puts it back. So there are as many as there were
// calls at the same time.
// Thread-safety: any thread. Ownership: what the maker refers to must outlive
// the pool.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace sluice {

template <typename Worker>
class WorkerPool {
 public:
  explicit WorkerPool(std::function<std::unique_ptr<Worker>()> make)
      : make_(std::move(make)) {}

  std::unique_ptr<Worker> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<Worker> worker = std::move(idle_.back());
        idle_.pop_back();
        return worker;
      }
    }
    return make_();
  }

  // Not one whose work an exception ended.
  void give_back(std::unique_ptr<Worker> worker) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(worker));
  }

 private:
  const std::function<std::unique_ptr<Worker>()> make_;
  std::mutex mutex_;  // guards idle_
  std::vector<std::unique_ptr<Worker>> idle_;
};

}  // namespace sluice
