#include "history/walk_ahead.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "history/batches.h"

namespace sluice {
namespace {

// Bytes of changes: of one batch, and of all batches that wait.
constexpr std::size_t kMostInBatch = 8 << 20;
constexpr std::size_t kMostWaiting = 32 << 20;
// Bytes of trees that a worker reads again in one commit.
constexpr std::uint64_t kMostRepeated = 1 << 20;

// Changes in the order of their commits, in three blocks of memory.
class Changes {
 public:
  void add(std::size_t index, const RawChange& change) {
    ones_.push_back({index, change.blob, change.mode,
                     static_cast<std::uint32_t>(change.old.size()),
                     static_cast<std::uint32_t>(change.path.size()),
                     change.status});
    old_.insert(old_.end(), change.old.begin(), change.old.end());
    paths_ += change.path;
  }
  std::size_t bytes() const {
    return ones_.size() * sizeof(One) + old_.size() * sizeof(ObjectId) +
           paths_.size();
  }
  // Calls `see` for each change of a commit before `end`.
  template <typename See>
  void for_each(std::size_t end, const See& see) const {
    RawChange change;
    auto old = old_.begin();
    std::string_view paths = paths_;
    for (const One& one : ones_) {
      if (one.index >= end) return;
      change.blob = one.blob;
      change.mode = one.mode;
      change.status = one.status;
      change.old.assign(old, old + one.old);
      old += one.old;
      change.path = paths.substr(0, one.path);
      paths.remove_prefix(one.path);
      see(one.index, change);
    }
  }

 private:
  struct One {
    std::size_t index;
    ObjectId blob;
    unsigned mode;
    std::uint32_t old;   // how many
    std::uint32_t path;  // bytes
    char status;
  };
  std::vector<One> ones_;
  std::vector<ObjectId> old_;
  std::string paths_;
};

struct Batch {
  Changes changes;
  std::size_t end = 0;  // the commits from here on were not walked
};

// A worker's walk, which collects what it finds.
struct ChangeCollector {
  ChangeCollector(const GitWorkdir& place, const ObjectStore& packs,
                  const CommitGraph& graph, bool wants_deleted)
      : sink{.on_change =
                 [this](std::size_t index, const RawChange& change) {
                   if (!is_full()) batch->changes.add(index, change);
                 },
             .on_unreadable = {},
             .wants_deleted = wants_deleted},
        walk(place, packs, graph, sink, kMostRepeated) {}
  ChangeCollector(const ChangeCollector&) = delete;
  ChangeCollector& operator=(const ChangeCollector&) = delete;

  bool is_full() const { return batch->changes.bytes() > kMostInBatch; }

  std::unique_ptr<Batch> batch;
  const TreeChangeSink sink;
  TreeWalk walk;
};

class WalkInOrder {
 public:
  WalkInOrder(const GitWorkdir& place, std::span<const ObjectId> commits,
              std::size_t first, std::size_t batch_size,
              const TreeChangeSink& sink,
              const std::function<Result<void>(std::size_t)>& in_turn)
      : place_(place),
        commits_(commits),
        first_(first),
        batch_size_(batch_size),
        sink_(sink),
        in_turn_(in_turn),
        batches_((commits.size() + batch_size - 1) / batch_size) {}

  // Called by any worker: walks over a batch, and passes on the next ones.
  void run(ItemRange range, ChangeCollector& by) {
    std::unique_ptr<Batch> batch = collect(range, by);
    const std::lock_guard lock(mutex_);
    batches_[range.begin / batch_size_] = std::move(batch);
    for (; next_ < batches_.size() && batches_[next_]; ++next_) {
      hand_on(*batches_[next_]);
      held_.fetch_sub(batches_[next_]->changes.bytes(),
                      std::memory_order_relaxed);
      batches_[next_].reset();
    }
  }
  Result<void> result() { return std::move(result_); }

 private:
  std::unique_ptr<Batch> collect(ItemRange range, ChangeCollector& by);
  void hand_on(const Batch& batch);

  const GitWorkdir& place_;
  const std::span<const ObjectId> commits_;
  const std::size_t first_;
  const std::size_t batch_size_;
  const TreeChangeSink& sink_;
  const std::function<Result<void>(std::size_t)>& in_turn_;
  // Bytes of batches that wait. Written by every worker. Relaxed suffices: it
  // is a bound and publishes nothing.
  std::atomic<std::size_t> held_{0};

  std::mutex mutex_;  // guards the rest, and calls of the sink and of in_turn_
  std::vector<std::unique_ptr<Batch>> batches_;
  std::size_t next_ = 0;
  Result<void> result_;
};

std::unique_ptr<Batch> WalkInOrder::collect(ItemRange range,
                                            ChangeCollector& by) {
  by.batch = std::make_unique<Batch>();
  Batch& batch = *by.batch;
  batch.end = range.begin;
  while (batch.end < range.end &&
         held_.load(std::memory_order_relaxed) <= kMostWaiting &&
         !place_.interrupted()) {
    const Result<void> walked = by.walk.walk(batch.end, commits_[batch.end]);
    if (!walked || by.is_full()) break;
    ++batch.end;
  }
  held_.fetch_add(batch.changes.bytes(), std::memory_order_relaxed);
  return std::move(by.batch);
}

void WalkInOrder::hand_on(const Batch& batch) {
  batch.changes.for_each(batch.end,
                         [&](std::size_t index, const RawChange& change) {
                           sink_.on_change(first_ + index, change);
                         });
  const std::size_t end = std::min((next_ + 1) * batch_size_, commits_.size());
  for (std::size_t at = batch.end; at < end; ++at) {
    if (place_.interrupted() || !result_) return;
    result_ = in_turn_(at);
  }
}

}  // namespace

Result<void> walk_ahead(
    const GitWorkdir& place, const ObjectStore& packs, const CommitGraph& graph,
    std::span<const ObjectId> commits, std::size_t first, unsigned workers,
    const TreeChangeSink& sink,
    const std::function<Result<void>(std::size_t index)>& in_turn) {
  const std::size_t size =
      items_in_batch(commits.size(), workers, kMinCommits, kMaxCommits);
  WalkInOrder in_order(place, commits, first, size, sink, in_turn);
  SLUICE_TRY(run_batches<std::unique_ptr<ChangeCollector>>(
      commits.size(), size, workers,
      [&](std::size_t) {
        return std::make_unique<ChangeCollector>(place, packs, graph,
                                                 sink.wants_deleted);
      },
      [&](ItemRange range, std::unique_ptr<ChangeCollector>& by) {
        in_order.run(range, *by);
      }));
  return in_order.result();
}

}  // namespace sluice
