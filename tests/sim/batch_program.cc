#include "sim/batch_program.h"

#include <cstddef>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exec/batch.h"
#include "exec/executor.h"
#include "sim/sim_policy.h"

namespace sluice {
namespace {

struct NumberedTask {
  std::uint32_t number = 0;
};

// Counts the workers between their going to sleep and their waking.
struct SleepTrace {
  std::size_t* asleep;

  void operator()(const TraceEvent& event) const {
    if (event.kind == TraceKind::kParked) ++*asleep;
    if (event.kind == TraceKind::kWoken) --*asleep;
    SimTrace()(event);
  }
};

struct BatchPolicy : SimPolicy {
  using Trace = SleepTrace;
};

struct NoScratch {};
using BatchExecutor = Executor<NumberedTask, NoScratch, BatchPolicy>;

// The executor's handle, or one that sees no idle worker.
struct MaybeBlindHandle {
  BatchExecutor::Handle handle;
  bool blind;

  bool any_idle() const { return !blind && handle.any_idle(); }
  Spawned<std::span<const NumberedTask>> spawn_batch(
      std::span<const NumberedTask> tasks) const {
    return handle.spawn_batch(tasks);
  }
};

bool one_in(std::uint32_t n) { return Simulation::choose(n) == 0; }
std::uint32_t up_to(std::uint32_t n) { return 1 + Simulation::choose(n); }

class BatchProgram {
 public:
  explicit BatchProgram(BatchFault fault)
      : fault_(fault),
        stopping_task_(one_in(6) ? up_to(12) : 0),
        budget_(up_to(6)),
        executor_(config(), hooks(), SleepTrace{&asleep_}),
        batch_({executor_.handle(), fault == BatchFault::kBlind},
               [this](NumberedTask& task) { end(task, "refused"); }) {}

  void run() {
    for (std::uint32_t rows = up_to(4); rows > 0; --rows) {
      if (fault_ != BatchFault::kKeepsAtWait) batch_.hand_over();
      // However long it takes.
      if (one_in(2)) wait_for_all();
      if (!add_row()) break;
    }
    batch_.hand_over();
    executor_.join();
    Simulation::require(ended_ == ends_.size(),
                        "each task is run, dropped or refused");
    Simulation::require(budget_.in_use() == 0, "every permit is back");
  }

 private:
  static ExecutorConfig config() {
    ExecutorConfig config;
    config.workers = up_to(4);
    config.seed = Simulation::choose(1000);
    config.spin_iters = Simulation::choose(3);
    config.injector_batch = up_to(4);
    return config;
  }

  BatchExecutor::Hooks hooks() {
    return {.make_scratch =
                [](std::size_t worker) {
                  Simulation::name_current("worker-" + std::to_string(worker));
                  return NoScratch{};
                },
            .run =
                [this](NumberedTask& task, BatchExecutor::Context&) {
                  if (one_in(2)) SimSync::yield();
                  if (++runs_ == stopping_task_) executor_.shutdown();
                  end(task, "run");
                },
            .drop = [this](NumberedTask& task) { end(task, "dropped"); },
            .on_abandon =
                [this] {
                  budget_.cancel();
                  const std::lock_guard lock(mutex_);
                  abandoned_ = true;
                  changed_.notify_all();
                }};
  }

  bool add_row() {
    for (std::uint32_t tasks = up_to(6); tasks > 0; --tasks) {
      std::optional<SimPermit> permit = fault_ == BatchFault::kKeepsPermit
                                            ? budget_.acquire()
                                            : batch_.acquire(budget_);
      if (!permit) return false;
      (void)permit->detach();
      const auto number = static_cast<std::uint32_t>(ends_.size());
      ends_.push_back(false);
      if (!batch_.add({number})) return false;
      check_nobody_sleeps();
      if (one_in(3)) SimSync::yield();
      if (one_in(3)) {  // an entry that is no file
        if (!batch_.look()) return false;
        check_nobody_sleeps();
      }
    }
    return true;
  }

  // The producer's look is its last operation, so nobody has run since.
  void check_nobody_sleeps() const {
    Simulation::require(batch_.size() == 0 || asleep_ == 0,
                        "no task is kept while a worker sleeps");
  }

  void wait_for_all() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return abandoned_ || ended_ == ends_.size(); });
  }

  void end(const NumberedTask& task, const char* how) {
    Simulation::require(!ends_[task.number],
                        std::string("it was not met before it is ") + how);
    ends_[task.number] = true;
    (void)budget_.adopt(1);
    const std::lock_guard lock(mutex_);
    ++ended_;
    changed_.notify_all();
  }

  const BatchFault fault_;
  const std::uint32_t stopping_task_;  // counted from 1; 0 for none
  SimBudget budget_;
  SimMutex mutex_;  // guards the two that follow
  bool abandoned_ = false;
  std::size_t ended_ = 0;
  SimCondition changed_;
  std::vector<bool> ends_;  // whether the task of that number was met
  std::uint32_t runs_ = 0;
  std::size_t asleep_ = 0;
  BatchExecutor executor_;
  Batch<NumberedTask, MaybeBlindHandle> batch_;
};

}  // namespace

void run_batch_program(BatchFault fault) { BatchProgram(fault).run(); }

}  // namespace sluice
