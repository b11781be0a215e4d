// oneTBB as a contender, in the ways an expert might choose from: each item
// is a task of its own that any worker may steal, and the submitting thread
// runs none of them.
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <array>

#include "executor_bench_pool.h"

namespace sluice {
namespace {

enum class Way {
  kEnqueue,  // arena.enqueue for each item
  kExecute,  // the producer enters a reserved slot and spawns from there
  kBatch,    // arena.enqueue for each batch, which spawns its items inside
  kFor,      // arena.enqueue for each batch, which is a parallel_for
};

class TbbPool final : public Pool {
 public:
  TbbPool(std::size_t workers, Way way)
      : way_(way),
        control_(tbb::global_control::max_allowed_parallelism, workers + 1),
        arena_(static_cast<int>(workers) + (way == Way::kExecute ? 1 : 0),
               way == Way::kExecute ? 1 : 0) {
    arena_.initialize();
  }
  ~TbbPool() override {
    arena_.execute([this] { group_->wait(); });
  }

  void submit(std::span<const BenchItem> batch) override {
    switch (way_) {
      case Way::kEnqueue:
        for (const BenchItem& item : batch) {
          arena_.enqueue([this, item] { run(item); });
        }
        break;
      case Way::kExecute:
        arena_.execute([&] {
          for (const BenchItem& item : batch) spawn(item);
        });
        break;
      case Way::kBatch:
        arena_.enqueue([this, items = std::vector(batch.begin(), batch.end())] {
          for (const BenchItem& item : items) spawn(item);
        });
        break;
      case Way::kFor:
        arena_.enqueue([this, items = std::vector(batch.begin(), batch.end())] {
          tbb::parallel_for(
              std::size_t{0}, items.size(),
              [&](std::size_t i) { run(items[i]); }, tbb::simple_partitioner());
        });
        break;
    }
  }
  void submit_stream(const BenchItem& item, std::uint64_t count,
                     std::size_t batch) override {
    if (way_ != Way::kExecute) return Pool::submit_stream(item, count, batch);
    arena_.execute([&] {
      for (std::uint64_t i = 0; i < count; ++i) spawn(item);
    });
  }

 private:
  void spawn(const BenchItem& item) {
    group_->run([this, item] { run(item); });
  }
  void run(const BenchItem& item) {
    run_bench_item(item, [this](const BenchItem& child) { spawn(child); });
  }

  const Way way_;
  tbb::global_control control_;
  tbb::task_arena arena_;
  // Held by pointer: its destructor may throw, and ours must be noexcept.
  const std::unique_ptr<tbb::task_group> group_ =
      std::make_unique<tbb::task_group>();
};

template <Way way>
std::unique_ptr<Pool> make(std::size_t workers) {
  return std::make_unique<TbbPool>(workers, way);
}

}  // namespace

std::span<const Contender> tbb_contenders() {
  static constexpr std::array kContenders = {
      Contender{"tbb-enqueue", make<Way::kEnqueue>},
      Contender{"tbb-execute", make<Way::kExecute>},
      Contender{"tbb-batch", make<Way::kBatch>},
      Contender{"tbb-for", make<Way::kFor>},
  };
  return kContenders;
}

}  // namespace sluice
