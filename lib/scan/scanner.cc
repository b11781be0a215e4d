#include "scan/scanner.h"

#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include "base/timed.h"
#include "exec/batch.h"
#include "exec/budget.h"
#include "exec/executor.h"
#include "judge/context/credential_file.h"
#include "scan/file_task.h"
#include "scan/files_ahead.h"
#include "scan/ordered_reports.h"
#include "scan/pipeline.h"
#include "scan/shared_files.h"
#include "scan/walk_coverage.h"
#include "text/quantity.h"

namespace sluice {
namespace {

// What a worker works with.
struct Workbench {
  Pipeline pipeline;
  FilesAhead ahead;
  StageTimes* times;  // where to leave the pipeline's

  ~Workbench() { *times = pipeline.times(); }
};

using FileExecutor = Executor<FileTask, Workbench>;

// What a worker leaves behind, on cache lines of its own.
struct alignas(64) WorkerStats {
  IoTally io;
  StageTimes times;
};

// Turns what the walker meets into tasks, permits and coverage entries. The
// tasks go to the executor in batches: what a directory gave, or less as soon
// as a worker is idle (exec/batch.h).
class Feeder final : public WalkSink {
 public:
  using OnSkip = std::function<void(std::string_view, Skip)>;

  Feeder(Budget& budget, OrderedReports& reports, FileExecutor& executor,
         const ScanRequest& request)
      : budget_(budget),
        reports_(reports),
        batch_(executor.handle(), [](FileTask& task) { delete task.file; }),
        on_skip_(request.on_skip),
        interrupt_(request.interrupt),
        walk_(request.shard) {}

  bool file(const std::shared_ptr<const WalkRoot>& root,
            std::string_view below) override {
    root_ = root->not_reported();
    met_file_ = met_file_ || !is_git_config(below);
    const auto met =
        walk_.is_whole() ? walk_.meet({}) : walk_.meet(root->reported(below));
    return spawn({std::string(below), FileToScan::Source::kTree, root}, met);
  }

  bool named_file(std::string_view path, std::string_view judged) override {
    met_file_ = true;
    return spawn({.path = std::string(path), .judged = std::string(judged)},
                 walk_.meet(path));
  }

  bool standard_input() {
    return spawn({"-", FileToScan::Source::kStandardInput}, walk_.meet("-"));
  }

  bool wants_skip(std::string_view below, Skip reason) const override {
    return on_skip_ != nullptr || !walk_.is_whole() ||
           (reason == Skip::kIgnored && is_awaited(below));
  }

  // What an ignore file leaves out is of that file's shard, so that the counts
  // of one ignore file stay together.
  void skip(std::string_view root, std::string_view path, Skip reason,
            std::string_view by) override {
    if (reason == Skip::kIgnored && !by.ends_with(".sluiceignore"))
      ignored_for_git_ = true;
    const auto met = walk_.meet(path, by.empty() ? path : by);
    if (!met.is_own) return;
    coverage_.skip(root, path, reason, met.number);
    if (on_skip_) on_skip_(std::string(root) + std::string(path), reason);
  }

  bool problem(std::string_view root, std::string_view path,
               std::string_view reason) override {
    return spawn({.path = std::string(path),
                  .not_reported = std::string(root),
                  .problem = std::string(reason)},
                 walk_.meet(path));
  }

  void git_failed(std::string_view path, std::string_view reason) override {
    if (!unanswered_) unanswered_ = {std::string(path), std::string(reason)};
    const auto met = walk_.look(path);
    if (met.is_own) coverage_.git_failed(path, reason, met.number);
  }

  void bare_repository(std::string_view path) override {
    const auto met = walk_.look(path);
    if (met.is_own) coverage_.bare_repository(path, met.number);
  }

  bool ended() override {
    cut_ = cut_ || is_raised(interrupt_);
    batch_.look();
    return cut_;
  }

  void before_wait() override { batch_.hand_over(); }

  // The walk is over. If git did not answer and the rules that it would have
  // overruled exclude every file, an empty scan must not look like a clean one.
  // All shards meet the same and decide the same.
  void finish() {
    if (unanswered_ && ignored_for_git_ && !met_file_)
      problem(root_, unanswered_->path,
              fmt::format("all its files are ignored, and git did not say "
                          "which of them it tracks ({})",
                          unanswered_->reason));
    batch_.hand_over();
  }

  // Whether an interrupt has ended the walk.
  bool cut() const { return cut_; }

  WalkCoverage& coverage() { return coverage_; }

  // What a shard's report says of the walk; nothing of a whole scan.
  std::optional<ShardFacts> shard() const {
    std::optional<ShardFacts> facts = walk_.facts();
    if (facts) facts->root = root_;
    return facts;
  }

  // Whether other shards have files.
  bool met_others() const { return met_others_; }

 private:
  struct Unanswered {
    std::string path;  // of the repository
    std::string reason;
  };

  // It is scanned in every repository, whatever ignore files say.
  static bool is_git_config(std::string_view below) {
    constexpr std::string_view kName = ".git/config";
    return below == kName || (below.ends_with(kName) &&
                              below[below.size() - kName.size() - 1] == '/');
  }

  bool spawn(FileToScan file, ShardWalk::Met met) {
    if (ended()) return false;
    if (!met.is_own) {
      met_others_ = true;
      return true;
    }
    std::optional<Permit> permit = batch_.acquire(budget_);
    if (!permit) return false;
    auto owned = std::make_unique<FileToScan>(std::move(file));
    const FileTask task{
        .sequence = reports_.expect(
            std::move(*permit),
            walk_.is_whole() ? std::nullopt : std::optional(met.number)),
        .file = owned.release()};
    return batch_.add(task);
  }

  Budget& budget_;
  OrderedReports& reports_;
  Batch<FileTask> batch_;
  const OnSkip& on_skip_;
  const Interrupt* interrupt_;
  bool cut_ = false;
  ShardWalk walk_;
  std::string root_;  // FileReport::root of the files, if they have one
  bool met_others_ = false;
  bool met_file_ = false;         // other than .git/config, in any shard
  bool ignored_for_git_ = false;  // by a rule that does not hold for what git
                                  // tracks
  std::optional<Unanswered> unanswered_;  // the first
  WalkCoverage coverage_;
};

// What the workers do with the tasks.
class FileRunner {
 public:
  FileRunner(OrderedReports& reports, SharedFiles& shared, Budget& budget,
             const Interrupt* interrupt)
      : reports_(reports),
        shared_(shared),
        budget_(budget),
        interrupt_(interrupt) {}

  void run(FileTask& task, FileExecutor::Context& worker) {
    if (task.shared != nullptr) {
      task.shared->have_turn();
      return merge(task, worker);
    }
    // The steps of a shared file see it for themselves, and end the file.
    if (is_over()) return leave_out(task, worker);
    FilesAhead& ahead = worker.scratch().ahead;
    if (!ahead.wants(*task.file)) {
      scan(task, {}, worker);
      ahead.note_plain(worker.scratch().pipeline.waited());
      return;
    }
    if (ahead.is_full()) resume(worker);
    ahead.begin(task);
    worker.hold();
  }

  // Scans a file that was asked for ahead and has come.
  void resume(FileExecutor::Context& worker) {
    FilesAhead& ahead = worker.scratch().ahead;
    const FilesAhead::Come come = ahead.take();
    if (is_over()) {
      ahead.close(come);
      leave_out(come.task, worker);
    } else {
      scan(come.task, come.file, worker);
    }
    worker.release();
  }

  void run_step(const FileTask& job, JobStep step,
                FileExecutor::Context& worker) {
    job.shared->run_step(step.index, worker.scratch().pipeline, reports_);
    merge(job, worker);
  }

 private:
  void scan(const FileTask& task, const FileAhead& ahead,
            FileExecutor::Context& worker) {
    std::unique_ptr<FileToScan> file(task.file);
    OrderedPort port(reports_, task.sequence);
    switch (worker.scratch().pipeline.scan(*file, port, ahead)) {
      case ScanEnd::kDone:
        return go_on(reports_.complete(task.sequence), worker);
      case ScanEnd::kNoRoom:
        (void)file.release();  // before another may run it
        return go_on(reports_.defer(task), worker);
      case ScanEnd::kShared:
        return share(task.sequence, port, worker);
    }
  }

  // An interrupt, or a sink that failed: what is queued is not scanned.
  bool is_over() const { return is_raised(interrupt_) || budget_.cancelled(); }

  // A walker that waits for the budget is woken.
  void leave_out(const FileTask& task, FileExecutor::Context& worker) {
    budget_.cancel();
    delete task.file;
    go_on(reports_.complete(task.sequence), worker);
  }

  // Merging begins when the file's turn comes.
  void share(std::uint64_t sequence, const OrderedPort& port,
             FileExecutor::Context& worker) {
    Pipeline& pipeline = worker.scratch().pipeline;
    SharedFile& file = shared_.add(pipeline.take_shared());
    file.begin_report(port);
    const FileTask task{.sequence = sequence, .shared = &file};
    worker.spawn_job(task, file.steps());
    go_on(reports_.defer(task), worker);
  }

  void merge(const FileTask& task, FileExecutor::Context& worker) {
    if (task.shared->merge(worker.scratch().pipeline))
      go_on(reports_.complete(task.sequence), worker);
    shared_.leave(*task.shared);
  }

  // A task whose turn has come goes before all others.
  static void go_on(const std::optional<FileTask>& due,
                    FileExecutor::Context& worker) {
    if (due) worker.spawn_local(*due);
  }

  OrderedReports& reports_;
  SharedFiles& shared_;
  Budget& budget_;
  const Interrupt* interrupt_;
};

void append_notes(const OrderedReports::Outcome& reported, Coverage* coverage) {
  coverage->notes.insert(coverage->notes.end(), reported.notes.begin(),
                         reported.notes.end());
  if (reported.more_notes == 0) return;
  Note more(Note::About::kMoreOfFiles, reported.more_notes);
  more.place.stage = NoteStage::kMoreOfFiles;
  coverage->notes.push_back(std::move(more));
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
  OrderedReports reports(
      kFilesInFlight, request.room, sink, [&] { budget.cancel(); },
      request.measure);
  SharedFiles shared_files;
  FileRunner runner(reports, shared_files, budget, request.interrupt);
  std::optional<ArchiveTools> archives;
  MemberIgnores member_ignores;
  WalkOptions walk_options = request.walk;
  walk_options.shard = request.shard;
  walk_options.interrupt = request.interrupt;
  if (request.archives.depth != 0) {
    archives.emplace(request.archives, request.unpack_room, request.workers);
    archives->excluded = &request.walk.filter;
    archives->ignored = &member_ignores;
    walk_options.member_ignores = &member_ignores;
  }
  Tallies unwatched(request.tallies == nullptr ? request.workers : 0);
  Tallies& tallies = request.tallies == nullptr ? unwatched : *request.tallies;
  std::vector<WorkerStats> left(request.workers);
  FileExecutor executor(
      {.workers = request.workers},
      {.make_scratch =
           [&](std::size_t worker) {
             return Workbench{
                 Pipeline(&fs, engine, judge, &tallies.of(worker),
                          {.report = {.min_confidence = request.min_confidence,
                                      .explain_drops = request.explain_drops,
                                      .rules = request.rules,
                                      .baseline = request.baseline},
                           .redact = request.redact,
                           .decode_depth = request.decode_depth,
                           .interrupt = request.interrupt,
                           .large_bytes = request.workers == 1
                                              ? PipelineOptions::kNeverLarge
                                              : request.large_bytes,
                           .archives = archives ? &*archives : nullptr,
                           .measure = request.measure,
                           .chunk_bytes = request.chunk_bytes}),
                 FilesAhead(fs, request.io, &left[worker].io),
                 &left[worker].times};
           },
       .run = [&](FileTask& task,
                  FileExecutor::Context& worker) { runner.run(task, worker); },
       .run_step =
           [&](FileTask& job, JobStep step, FileExecutor::Context& worker) {
             runner.run_step(job, step, worker);
           },
       .resume = [&](FileExecutor::Context& worker) { runner.resume(worker); },
       .drop = [&](FileTask& task) { delete task.file; },
       .on_abandon = [&] { budget.cancel(); }});

  Feeder feeder(budget, reports, executor, request);
  IgnoreFileCounts ignored_by;
  ScanOutcome outcome;
  ScanStats& stats = outcome.stats;
  if (!standard_input || feeder.standard_input()) {
    const Timed timed(request.measure ? &stats.walk_time : nullptr);
    ignored_by = walk(fs, std::move(named), walk_options, feeder);
  }
  feeder.finish();
  // After an interrupt what is queued runs, to no effect but in order, so that
  // what was found is reported.
  if (budget.cancelled() && !is_raised(request.interrupt)) executor.shutdown();

  std::optional<Error> failure;
  try {
    stats.executor = executor.join();
  } catch (...) {
    failure = caught_error();
  }
  OrderedReports::Outcome reported = reports.finish(budget.cancelled());
  if (reported.failure) failure = std::move(reported.failure);
  if (failure) return tl::unexpected<Error>(std::move(*failure));

  Coverage coverage;
  feeder.coverage().close(std::move(ignored_by), &coverage);
  for (const auto& [io, times] : left) {
    stats.io += io;
    stats.times += times;
  }
  coverage.policy = tool.policy;
  coverage.shard = feeder.shard();
  coverage.incomplete = std::move(reported.incomplete);
  coverage.mistyped = std::move(reported.mistyped);
  append_notes(reported, &coverage);
  tallies.add_to(&coverage);
  if (request.baseline != nullptr)
    std::ranges::move(request.baseline->stale_notes(
                          exists_for(fs, request.paths), request.shard),
                      std::back_inserter(coverage.notes));
  stats.walker_waits = budget.metrics().waits;
  stats.most_waiting = reported.most_room;
  stats.deferred = reported.deferred;
  stats.sink_time = reported.sink_time;
  outcome.found = reported.found;
  outcome.files = coverage.files_scanned;
  outcome.files_elsewhere = feeder.met_others();
  // One that came when all was done has changed nothing.
  outcome.interrupted =
      is_raised(request.interrupt) &&
      (feeder.cut() || budget.cancelled() || !coverage.incomplete.empty());
  if (outcome.interrupted) note_interrupt(&coverage);
  if (coverage.shard) coverage.shard->interrupted = outcome.interrupted;
  outcome.complete = coverage.incomplete.empty() && !outcome.interrupted;
  SLUICE_TRY(sink.end(coverage));
  return outcome;
}

}  // namespace sluice
