#include "gitleaks/leak_scan.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "exec/budget.h"
#include "exec/executor.h"

namespace sluice {
namespace {

// Files in flight at most.
constexpr std::uint64_t kFilesInFlight = 1024;

struct LeakTask {
  struct Owned {
    LeakFile file;
    Permit permit;
  };
  Owned* owned;  // freed by whoever runs or drops the task
};

using LeakExecutor = Executor<LeakTask, LeakPipeline>;

// A worker's results, on cache lines of its own.
struct alignas(64) WorkerResults : LeakResults {};

class Feeder final : public LeakWalkSink {
 public:
  Feeder(Budget& budget, LeakExecutor& executor, const LeakLimits& limits)
      : budget_(budget), executor_(executor), limits_(limits) {}

  bool file(std::string path, std::string symlink) override {
    if (limits_.expired()) {
      results_.expired = true;
      return false;
    }
    std::optional<Permit> permit = budget_.acquire();
    if (!permit) return false;
    auto owned = std::make_unique<LeakTask::Owned>(
        LeakTask::Owned{{sequence_++, std::move(path), std::move(symlink)},
                        std::move(*permit)});
    if (!executor_.spawn({owned.get()})) return false;
    owned.release();
    return true;
  }

  void skip(LeakSkip reason) override { results_.coverage.skip(reason); }

  void problem(std::string_view path, std::string_view reason) override {
    results_.problems.emplace_back(sequence_,
                                   fmt::format("{}: {}", path, reason));
  }

  LeakResults& results() { return results_; }

 private:
  Budget& budget_;
  LeakExecutor& executor_;
  const LeakLimits& limits_;
  std::uint64_t sequence_ = 0;
  LeakResults results_;
};

// Adds what one worker found, in no order yet.
void add(LeakResults& from, LeakResults* to) {
  std::move(from.leaks.begin(), from.leaks.end(),
            std::back_inserter(to->leaks));
  std::move(from.problems.begin(), from.problems.end(),
            std::back_inserter(to->problems));
  to->expired = to->expired || from.expired;
  to->coverage.files += from.coverage.files;
  to->coverage.bytes += from.coverage.bytes;
  for (std::size_t i = 0; i < from.coverage.skipped.size(); ++i)
    to->coverage.skipped[i] += from.coverage.skipped[i];
}

template <typename T>
std::vector<T> in_order(std::vector<std::pair<std::uint64_t, T>> numbered) {
  std::stable_sort(
      numbered.begin(), numbered.end(),
      [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<T> ordered;
  ordered.reserve(numbered.size());
  for (auto& [sequence, item] : numbered) ordered.push_back(std::move(item));
  return ordered;
}

}  // namespace

Result<LeakScanOutcome> scan_leaks(const FileSystem& fs, const LeakRules& rules,
                                   const LeakScanRequest& request) {
  const Detector detector(rules, request.detector);
  // Declared in the order in which the later ones need the earlier.
  Budget budget(kFilesInFlight);
  std::vector<WorkerResults> results(request.workers);
  LeakExecutor executor(
      {.workers = request.workers},
      {.make_scratch =
           [&](std::size_t worker) {
             return LeakPipeline(fs, rules, detector, request.limits,
                                 &results[worker]);
           },
       .run =
           [](LeakTask& task, LeakExecutor::Context& worker) {
             const std::unique_ptr<LeakTask::Owned> owned(task.owned);
             worker.scratch().scan(owned->file);
           },
       .drop = [](LeakTask& task) { delete task.owned; },
       .on_abandon = [&] { budget.cancel(); }});

  Feeder feeder(budget, executor, request.limits);
  // A pattern that cannot be compiled throws, in the walk as in a worker.
  try {
    if (request.target.empty())
      feeder.file("", "");
    else
      walk_leaks(fs, request.target, rules, request.walk, feeder);
    executor.join();
  } catch (const std::exception& error) {
    return fail(ErrorCode::kIo, "{}", error.what());
  }

  LeakResults all = std::move(feeder.results());
  for (WorkerResults& one : results) add(one, &all);
  LeakScanOutcome outcome;
  outcome.leaks = in_order(std::move(all.leaks));
  outcome.coverage = std::move(all.coverage);
  outcome.coverage.problems = in_order(std::move(all.problems));
  outcome.expired = all.expired;
  return outcome;
}

}  // namespace sluice
