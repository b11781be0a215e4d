#include "scan/scanner.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "exec/budget.h"
#include "exec/executor.h"
#include "scan/file_task.h"
#include "scan/ordered_reports.h"
#include "scan/pipeline.h"
#include "scan/walk_ledger.h"
#include "text/quantity.h"

namespace sluice {
namespace {

using FileExecutor = Executor<FileTask, Pipeline>;

bool is_raised(const Interrupt* interrupt) {
  return interrupt != nullptr && interrupt->raised();
}

// Turns what the walker meets into tasks, permits and ledger entries.
class Feeder final : public WalkSink {
 public:
  using OnSkip = std::function<void(std::string_view, Skip)>;

  Feeder(Budget& budget, OrderedReports& reports, FileExecutor& executor,
         const ScanRequest& request)
      : budget_(budget),
        reports_(reports),
        executor_(executor),
        on_skip_(request.on_skip),
        interrupt_(request.interrupt) {}

  bool file(const std::shared_ptr<const WalkRoot>& root,
            std::string_view below) override {
    return spawn({std::string(below), FileToScan::Source::kTree, root});
  }

  bool named_file(std::string_view path) override {
    return spawn({std::string(path)});
  }

  bool standard_input() {
    return spawn({"-", FileToScan::Source::kStandardInput});
  }

  bool wants_all_skips() const override { return on_skip_ != nullptr; }

  void skip(std::string_view root, std::string_view path,
            Skip reason) override {
    ledger_.skip(root, path, reason);
    if (on_skip_) on_skip_(std::string(root) + std::string(path), reason);
  }

  bool problem(std::string_view root, std::string_view path,
               std::string_view reason) override {
    std::optional<Permit> permit = budget_.acquire();
    if (!permit) return false;
    auto report = std::make_unique<FileReport>();
    report->root = root;
    report->path = path;
    report->incomplete = reason;
    reports_.complete(reports_.expect(std::move(*permit)), std::move(report));
    return true;
  }

  void git_failed(std::string_view path, std::string_view reason) override {
    ledger_.git_failed(path, reason);
  }

  bool ended() override {
    cut_ = cut_ || is_raised(interrupt_);
    return cut_;
  }

  // Whether an interrupt has ended the walk.
  bool cut() const { return cut_; }

  WalkLedger& ledger() { return ledger_; }

 private:
  bool spawn(FileToScan file) {
    if (ended()) return false;
    std::optional<Permit> permit = budget_.acquire();
    if (!permit) return false;
    auto owned = std::make_unique<FileToScan>(std::move(file));
    const FileTask task{reports_.expect(std::move(*permit)), owned.get()};
    // One at a time: a file that is known never waits in a batch while a
    // worker is idle, and a spawn costs far less than the walk to the file.
    if (!executor_.spawn(task)) {
      reports_.complete(task.sequence, nullptr);
      return false;
    }
    owned.release();
    return true;
  }

  Budget& budget_;
  OrderedReports& reports_;
  FileExecutor& executor_;
  const OnSkip& on_skip_;
  const Interrupt* interrupt_;
  bool cut_ = false;
  WalkLedger ledger_;
};

// Scans the file of `task`. The report is completed even if the scan throws
// (out of memory), so that nobody waits for it.
void run_task(const FileTask& task, Pipeline& pipeline,
              OrderedReports& reports) {
  const std::unique_ptr<FileToScan> file(task.file);
  std::unique_ptr<FileReport> report;
  try {
    report = pipeline.scan(*file);
  } catch (...) {
    reports.complete(task.sequence, nullptr);
    throw;
  }
  reports.complete(task.sequence, std::move(report));
}

void append_notes(const OrderedReports::Outcome& reported, Coverage* coverage) {
  coverage->notes.insert(coverage->notes.end(), reported.notes.begin(),
                         reported.notes.end());
  if (reported.more_notes != 0)
    coverage->notes.push_back(
        fmt::format("{} more notes about files", reported.more_notes));
}

void drop_task(const FileTask& task, OrderedReports& reports) {
  delete task.file;
  reports.complete(task.sequence, nullptr);
}

// Before all other notes.
void note_interrupt(Coverage* coverage) {
  coverage->interrupted = true;
  coverage->notes.insert(
      coverage->notes.begin(),
      fmt::format("interrupted: {} scanned, the rest was not",
                  counted(coverage->files_scanned, "file", "files")));
}

}  // namespace

std::function<bool(const std::string&)> exists_for(
    const FileSystem& fs, const std::vector<std::string>& paths) {
  std::string home = paths.size() == 1 ? paths.front() + "/" : "";
  return [&fs, home = std::move(home)](const std::string& path) {
    return fs.link_status(path).has_value() ||
           (!home.empty() && fs.link_status(home + path).has_value());
  };
}

Result<ScanOutcome> scan(const FileSystem& fs, const Engine& engine,
                         const Judge& judge, const ScanRequest& request,
                         const ToolInfo& tool, FindingSink& sink) {
  std::vector<std::string> paths = request.paths;
  const bool standard_input = std::erase(paths, "-") != 0;
  SLUICE_TRY_ASSIGN(NamedPaths named,
                    NamedPaths::resolve(fs, paths, request.listed));
  SLUICE_TRY(sink.begin(tool));

  // Declared in the order in which the later ones need the earlier.
  Budget budget(kFilesInFlight);
  OrderedReports reports(kFilesInFlight, sink, [&] { budget.cancel(); });
  Tallies unwatched(request.tallies == nullptr ? request.workers : 0);
  Tallies& tallies = request.tallies == nullptr ? unwatched : *request.tallies;
  FileExecutor executor(
      {.workers = request.workers},
      {.make_scratch =
           [&](std::size_t worker) {
             return Pipeline(fs, engine, judge, &tallies.of(worker),
                             {.min_confidence = request.min_confidence,
                              .explain_drops = request.explain_drops,
                              .redact = request.redact,
                              .rules = request.rules,
                              .baseline = request.baseline,
                              .interrupt = request.interrupt});
           },
       .run =
           [&](FileTask& task, FileExecutor::Context& worker) {
             // Ends the scan as a failing sink does: what is queued is
             // dropped, and a walker that waits for the budget wakes.
             if (is_raised(request.interrupt)) {
               executor.shutdown();
               drop_task(task, reports);
               return;
             }
             run_task(task, worker.scratch(), reports);
           },
       .drop = [&](FileTask& task) { drop_task(task, reports); },
       .on_abandon = [&] { budget.cancel(); }});

  Feeder feeder(budget, reports, executor, request);
  IgnoreFileCounts ignored_by;
  if (!standard_input || feeder.standard_input())
    ignored_by = walk(fs, std::move(named), request.walk, feeder);
  if (budget.cancelled() || feeder.cut()) executor.shutdown();

  ScanOutcome outcome;
  std::optional<Error> failure;
  try {
    outcome.executor = executor.join();
  } catch (const std::exception& error) {
    failure = Error{ErrorCode::kIo, error.what(), 0};
  }
  OrderedReports::Outcome reported = reports.finish();
  if (reported.failure) failure = std::move(reported.failure);
  if (failure) return tl::unexpected<Error>(std::move(*failure));

  Coverage coverage;
  feeder.ledger().close(std::move(ignored_by), &coverage);
  coverage.files_scanned = tallies.sum(&Tally::files);
  coverage.bytes_scanned = tallies.sum(&Tally::bytes);
  coverage.unsure = tallies.sum(&Tally::unsure);
  coverage.baseline = tallies.sum(&Tally::baseline);
  coverage.allowed = tallies.sum(&Tally::allowed);
  coverage.skipped[static_cast<std::size_t>(Skip::kBinary)] +=
      tallies.sum(&Tally::binary);
  coverage.incomplete = std::move(reported.incomplete);
  append_notes(reported, &coverage);
  if (request.baseline != nullptr)
    std::ranges::move(
        request.baseline->stale_notes(exists_for(fs, request.paths)),
        std::back_inserter(coverage.notes));
  outcome.found = reported.found;
  // One that came when all was done has changed nothing.
  outcome.interrupted =
      is_raised(request.interrupt) &&
      (feeder.cut() || budget.cancelled() || !coverage.incomplete.empty());
  if (outcome.interrupted) note_interrupt(&coverage);
  outcome.complete = coverage.incomplete.empty() && !outcome.interrupted;
  outcome.budget_waits = budget.metrics().waits;
  SLUICE_TRY(sink.end(coverage));
  return outcome;
}

}  // namespace sluice
