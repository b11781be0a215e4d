#include "scan/run/scanner.h"

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "base/timed.h"
#include "exec/batch.h"
#include "exec/budget.h"
#include "exec/executor.h"
#include "judge/context/credential_file.h"
#include "scan/find/name_finder.h"
#include "scan/order/ordered_reports.h"
#include "scan/run/files_ahead.h"
#include "scan/run/shared_files.h"
#include "scan/run/walk_coverage.h"
#include "scan/unit/file_scan.h"
#include "scan/unit/name_scan.h"
#include "scan/unit/pipeline.h"
#include "scan/value/file_task.h"
#include "text/quantity.h"

namespace sluice {
namespace {

// The tools that one worker alone uses.
struct WorkerState {
  Tally& tally;
  Pipeline pipeline;
  FilesAhead ahead;
  StageTimes* times;  // where to leave the pipeline's

  ~WorkerState() { *times = *pipeline.times; }
};

using FileExecutor = Executor<FileTask, WorkerState>;

// The figures of a worker, on cache lines of its own.
struct alignas(64) WorkerStats {
  IoTally io;
  StageTimes times;
};

// Turns the walker's files into tasks, permits and coverage entries. The tasks
// go to the executor in batches: a directory's, or fewer as soon as a worker is
// idle (exec/batch.h).
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
    return spawn({.path = std::string(below),
                  .source = FileToScan::Source::kTree,
                  .root = root,
                  .name_from = new_from_of(*root, below)},
                 met);
  }

  bool named_file(std::string_view path, std::string_view judged) override {
    met_file_ = true;
    return spawn({.path = std::string(path),
                  .judged = std::string(judged),
                  .name_from = new_from(path)},
                 walk_.meet(path));
  }

  bool standard_input() {
    return spawn({"-", FileToScan::Source::kStandardInput}, walk_.meet("-"));
  }

  bool wants_skip(std::string_view below, Skip reason) const override {
    return on_skip_ != nullptr || !walk_.is_whole() ||
           (reason == Skip::kIgnored && is_awaited(below));
  }

  // Paths that an ignore file excludes belong to that file's shard, so that the
  // counts of one ignore file stay together.
  void skip(std::string_view root, std::string_view path, Skip reason,
            std::string_view by) override {
    if (reason == Skip::kIgnored && !by.ends_with(".sluiceignore"))
      ignored_for_git_ = true;
    const bool is_link = reason == Skip::kSymlink;
    const auto name_from = is_link ? new_from(path) : std::nullopt;
    const auto met = walk_.meet(path, by.empty() ? path : by);
    if (!met.is_own) return;
    coverage_.skip(root, path, reason, met.number);
    if (on_skip_) on_skip_(std::string(root) + std::string(path), reason);
    if (is_link)
      spawn({.path = std::string(path),
             .source = FileToScan::Source::kLink,
             .not_reported = std::string(root),
             .name_from = name_from},
            met);
  }

  bool problem(std::string_view root, std::string_view path,
               std::string_view reason) override {
    return spawn({.path = std::string(path),
                  .not_reported = std::string(root),
                  .problem = std::string(reason),
                  .name_from = new_from(path)},
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

  // The facts about the walk in a shard's report; nothing for a whole scan.
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

  // It is scanned in every repository, despite ignore files.
  static bool is_git_config(std::string_view below) {
    constexpr std::string_view kName = ".git/config";
    return below == kName || (below.ends_with(kName) &&
                              below[below.size() - kName.size() - 1] == '/');
  }

  // Returns FileToScan::name_from of a reported path. Nearly no name may have a
  // token, and a worker does nothing for the others.
  std::optional<std::size_t> new_from(std::string_view path) {
    std::size_t from = path.rfind('/') + 1;
    const std::string_view directory = path.substr(0, from);
    if (directory != directory_) {
      const auto differs = std::ranges::mismatch(directory, directory_).in1;
      const auto same = static_cast<std::size_t>(differs - directory.begin());
      from = same == 0 ? 0 : path.rfind('/', same - 1) + 1;
      directory_ = directory;
    }
    if (!may_have_token(path.substr(from))) return std::nullopt;
    return from;
  }

  // Does that for a file of a tree. Its reported path costs an allocation, so it
  // is only made if paths are reported with a prefix.
  std::optional<std::size_t> new_from_of(const WalkRoot& root,
                                         std::string_view below) {
    if (tree_ != &root) has_prefix_ = !root.reported("").empty();
    tree_ = &root;
    return has_prefix_ ? new_from(root.reported(below)) : new_from(below);
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
  std::string directory_;           // of the path before
  const WalkRoot* tree_ = nullptr;  // of the file before; only compared
  bool has_prefix_ = false;         // its files' reported paths have one
  std::string root_;  // FileReport::root of the files, if they have one
  bool met_others_ = false;
  bool met_file_ = false;         // other than .git/config, in any shard
  bool ignored_for_git_ = false;  // by a rule that does not hold for what git
                                  // tracks
  std::optional<Unanswered> unanswered_;  // the first
  WalkCoverage coverage_;
};

// Runs the tasks on the workers.
class FileRunner {
 public:
  FileRunner(OrderedReports& reports, SharedFiles& shared, Budget& budget,
             const Interrupt* interrupt, bool shares)
      : reports_(reports),
        shared_(shared),
        budget_(budget),
        interrupt_(interrupt),
        shares_(shares) {}

  void run(FileTask& task, FileExecutor::Context& worker) {
    if (task.shared != nullptr) return merge(task, worker);
    // The steps of a shared file see it for themselves, and end the file.
    if (is_over()) return leave_out(task, worker);
    FilesAhead& ahead = worker.scratch().ahead;
    const bool is_link = task.file->source == FileToScan::Source::kLink;
    if (!ahead.wants(*task.file)) {
      scan(task, {}, worker);
      if (!is_link) ahead.note_plain(worker.scratch().pipeline.waited());
      return;
    }
    if (ahead.is_full()) resume(worker);
    ahead.begin(task);
    worker.hold();
  }

  // Scans a file that was requested ahead and has come.
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
    try {
      job.shared->run_step(step.index, worker.scratch().pipeline, reports_);
    } catch (...) {
      job.shared->give_up();
      throw;
    }
    merge(job, worker);
  }

 private:
  void scan(const FileTask& task, const FileAhead& ahead,
            FileExecutor::Context& worker) {
    std::unique_ptr<FileToScan> file(task.file);
    OrderedPort port(reports_, task.sequence);
    std::unique_ptr<SharedFile> shared;
    const bool is_link = file->source == FileToScan::Source::kLink;
    NameScanned names;
    if (is_link || file->name_from)
      names = scan_name(worker.scratch().pipeline, *file, port);
    Scanned scanned{.end = names.no_room ? ScanEnd::kNoRoom : ScanEnd::kDone};
    // A shared file has no reports that come before it.
    if (!names.no_room && !is_link)
      scanned =
          sluice::scan(worker.scratch().pipeline, {*file, nullptr, &ahead},
                       port, shares_ && !names.any ? &shared : nullptr);
    if (names.any && scanned.end != ScanEnd::kNoRoom)
      worker.scratch().tally.add(names.counts);
    worker.scratch().tally.add(scanned.counts);
    switch (scanned.end) {
      case ScanEnd::kDone:
        return go_on(reports_.complete(task.sequence), worker);
      case ScanEnd::kNoRoom:
        (void)file.release();  // before another may run it
        return go_on(reports_.defer(task), worker);
      case ScanEnd::kShared:
        return share(std::move(shared), task.sequence, port, worker);
    }
  }

  // After an interrupt, or if the sink failed, queued files are not scanned.
  bool is_over() const { return is_raised(interrupt_) || budget_.cancelled(); }

  // A walker that waits for the budget is woken.
  void leave_out(const FileTask& task, FileExecutor::Context& worker) {
    budget_.cancel();
    delete task.file;
    go_on(reports_.complete(task.sequence), worker);
  }

  // Merging begins when the file's turn comes.
  void share(std::unique_ptr<SharedFile> shared, std::uint64_t sequence,
             const OrderedPort& port, FileExecutor::Context& worker) {
    SharedFile& file = shared_.add(std::move(shared));
    file.begin_report(port);
    const FileTask task{.sequence = sequence, .shared = &file};
    worker.spawn_job(task, file.steps());
    go_on(reports_.defer(task), worker);
  }

  void merge(const FileTask& task, FileExecutor::Context& worker) {
    try {
      if (const auto counts = task.shared->merge(worker.scratch().pipeline)) {
        worker.scratch().tally.add(*counts);
        go_on(reports_.complete(task.sequence), worker);
      }
    } catch (...) {
      task.shared->give_up();
      throw;
    }
    shared_.leave(*task.shared);
  }

  // A task whose turn has come precedes all others, but not the steps of a
  // shared file for a worker of the reserve (exec/worker_step.h). These learn of
  // the turn at once, because their results would pile up.
  static void go_on(const std::optional<FileTask>& due,
                    FileExecutor::Context& worker) {
    if (!due) return;
    if (due->shared != nullptr) due->shared->have_turn();
    worker.spawn_local(*due);
  }

  OrderedReports& reports_;
  SharedFiles& shared_;
  Budget& budget_;
  const Interrupt* interrupt_;
  const bool shares_;  // whether several workers scan a large file together
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

// Whether a scan that read no file may pass: there was none, or files alone were
// named, as a hook names them, and the user excludes them all.
bool is_enough_without_files(const Coverage& coverage, bool names_directories) {
  return coverage.unread() == 0 ||
         (!names_directories &&
          coverage.unread() == coverage.skipped[index_of(Skip::kExcluded)]);
}

// One scan: what its threads share, and its steps in their order.
class ScanRun {
 public:
  ScanRun(const FileSystem& fs, const Engine& engine, const Judge& judge,
          const ScanRequest& request, FindingSink& sink)
      : fs_(fs),
        engine_(engine),
        judge_(judge),
        request_(request),
        reports_(
            kFilesInFlight, request.room, sink, [this] { budget_.cancel(); },
            request.measure),
        runner_(reports_, shared_files_, budget_, request.interrupt,
                request.workers > 1),
        unwatched_(request.tallies == nullptr ? request.workers : 0),
        tallies_(request.tallies == nullptr ? unwatched_ : *request.tallies),
        left_(request.workers),
        executor_({.workers = request.workers}, steps_of_work()),
        feeder_(budget_, reports_, executor_, request) {
    if (request.archives.depth == 0) return;
    archives_.emplace(request.archives, request.unpack_room, request.workers);
    archives_->excluded = &request.walk.filter;
    archives_->ignored = &member_ignores_;
  }

  // Walks on the calling thread, and gives the files to the workers.
  void walk(NamedPaths named, bool standard_input) {
    WalkOptions options = request_.walk;
    options.shard = request_.shard;
    options.interrupt = request_.interrupt;
    if (archives_) options.member_ignores = &member_ignores_;
    if (!standard_input || feeder_.standard_input()) {
      const Timed timed(request_.measure ? &outcome_.stats.walk_time : nullptr);
      ignored_by_ = sluice::walk(fs_, std::move(named), options, feeder_);
    }
    feeder_.finish();
  }

  // Waits for the workers, then for the reports. Error: why the scan failed.
  Result<void> join() {
    // After an interrupt, queued tasks still run, without effect but in order,
    // so that the findings so far are reported.
    if (budget_.cancelled() && !is_raised(request_.interrupt))
      executor_.shutdown();
    std::optional<Error> failure = join_workers();
    reported_ = reports_.finish(budget_.cancelled());
    if (reported_.failure) failure = std::move(reported_.failure);
    if (failure) return tl::unexpected<Error>(std::move(*failure));
    return {};
  }

  Coverage coverage(const Policy& policy) {
    Coverage coverage;
    feeder_.coverage().close(std::move(ignored_by_), &coverage);
    coverage.policy = policy;
    coverage.shard = feeder_.shard();
    coverage.incomplete = std::move(reported_.incomplete);
    coverage.mistyped = std::move(reported_.mistyped);
    append_notes(reported_, &coverage);
    tallies_.counts().add_to(&coverage);
    if (request_.baseline != nullptr) {
      std::ranges::move(request_.baseline->stale_notes(
                            exists_for(fs_, request_.paths), request_.shard),
                        std::back_inserter(coverage.notes));
      std::ranges::move(request_.baseline->due_notes(),
                        std::back_inserter(coverage.notes));
    }
    // An interrupt that came when all was done has changed nothing.
    if (is_raised(request_.interrupt) &&
        (feeder_.cut() || budget_.cancelled() || !coverage.incomplete.empty()))
      note_interrupt(&coverage);
    if (coverage.shard) coverage.shard->interrupted = coverage.interrupted;
    return coverage;
  }

  ScanOutcome outcome(const Coverage& coverage, bool names_directories) {
    ScanStats& stats = outcome_.stats;
    for (const auto& [io, times] : left_) {
      stats.io += io;
      stats.times += times;
    }
    stats.walker_waits = budget_.metrics().waits;
    stats.most_waiting = reported_.most_room;
    stats.deferred = reported_.deferred;
    stats.sink_time = reported_.sink_time;
    outcome_.found = reported_.found;
    outcome_.files = coverage.files_scanned;
    outcome_.files_elsewhere = feeder_.met_others();
    outcome_.interrupted = coverage.interrupted;
    outcome_.complete = coverage.incomplete.empty() && !coverage.interrupted &&
                        (outcome_.files != 0 || outcome_.files_elsewhere ||
                         is_enough_without_files(coverage, names_directories));
    return std::move(outcome_);
  }

 private:
  ExecutorHooks<FileTask, WorkerState> steps_of_work() {
    using Context = FileExecutor::Context;
    return {
        .make_scratch = [this](std::size_t worker) { return state_of(worker); },
        .run = [this](FileTask& task,
                      Context& worker) { runner_.run(task, worker); },
        .run_step =
            [this](FileTask& job, JobStep step, Context& worker) {
              runner_.run_step(job, step, worker);
            },
        .resume = [this](Context& worker) { runner_.resume(worker); },
        .drop = [](FileTask& task) { delete task.file; },
        .on_abandon = [this] { budget_.cancel(); }};
  }

  WorkerState state_of(std::size_t worker) {
    Tally& tally = tallies_.of(worker);
    return WorkerState{
        tally,
        Pipeline(
            &fs_, engine_, judge_,
            {.choices = request_.choices,
             .report = {.rules = request_.rules, .baseline = request_.baseline},
             .interrupt = request_.interrupt,
             .excluded = &request_.walk.filter,
             .archives = archives_ ? &*archives_ : nullptr,
             .measure = request_.measure,
             .large_bytes = request_.large_bytes,
             .chunk_bytes = request_.chunk_bytes},
            &tally.bytes),
        FilesAhead(fs_, request_.io, &left_[worker].io), &left_[worker].times};
  }

  std::optional<Error> join_workers() {
    try {
      outcome_.stats.executor = executor_.join();
    } catch (...) {
      return caught_error();
    }
    return std::nullopt;
  }

  const FileSystem& fs_;
  const Engine& engine_;
  const Judge& judge_;
  const ScanRequest& request_;
  // In the order in which the later ones need the earlier.
  Budget budget_{kFilesInFlight};
  OrderedReports reports_;
  SharedFiles shared_files_;
  FileRunner runner_;
  MemberIgnores member_ignores_;
  std::optional<ArchiveTools> archives_;
  Tallies unwatched_;
  Tallies& tallies_;
  std::vector<WorkerStats> left_;
  FileExecutor executor_;
  Feeder feeder_;
  IgnoreFileCounts ignored_by_;
  OrderedReports::Outcome reported_;
  ScanOutcome outcome_;
};

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
  const bool names_directories = std::ranges::any_of(
      named.paths(),
      [](const NamedPath& path) { return path.kind == FileKind::kDirectory; });
  SLUICE_TRY(sink.begin(tool));
  ScanRun run(fs, engine, judge, request, sink);
  run.walk(std::move(named), standard_input);
  SLUICE_TRY(run.join());
  const Coverage coverage = run.coverage(tool.policy);
  ScanOutcome outcome = run.outcome(coverage, names_directories);
  SLUICE_TRY(sink.end(coverage));
  return outcome;
}

}  // namespace sluice
