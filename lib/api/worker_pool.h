// The pipelines that are not in use. A scan takes one, or makes one, and puts
// it back. So there are as many as there were scans at the same time.
// Thread-safety: any thread. Ownership: refers to the engine, the judge and the
// options, which must outlive it.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "scan/unit/pipeline.h"

namespace sluice {

class WorkerPool {
 public:
  WorkerPool(const Engine& engine, const Judge& judge,
             const PipelineOptions& options)
      : engine_(engine), judge_(judge), options_(options) {}

  std::unique_ptr<Pipeline> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<Pipeline> worker = std::move(idle_.back());
        idle_.pop_back();
        return worker;
      }
    }
    return std::make_unique<Pipeline>(nullptr, engine_, judge_, options_);
  }

  // Not one whose scan an exception ended.
  void give_back(std::unique_ptr<Pipeline> worker) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(worker));
  }

 private:
  const Engine& engine_;
  const Judge& judge_;
  const PipelineOptions options_;
  std::mutex mutex_;  // guards idle_
  std::vector<std::unique_ptr<Pipeline>> idle_;
};

}  // namespace sluice
