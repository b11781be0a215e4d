#include "sluice/git/git_command.h"

#include <algorithm>
#include <csignal>
#include <memory>
#include <optional>
#include <utility>

#include "base/log.h"
#include "fs/file_system.h"
#include "history/repository_scan.h"
#include "policy/revision_files.h"
#include "scan/unit/archive_tools.h"
#include "sluice/baseline/known_findings.h"
#include "sluice/exit_code.h"
#include "sluice/git/known_file.h"
#include "sluice/scan/progress.h"
#include "sluice/scan/scan_setup.h"
#include "sluice/signals.h"
#include "walk/member_ignores.h"
#include "walk/path_filter.h"

namespace sluice {
namespace {

// Prints what a person can do about the findings. A program needs only the
// report, so nothing is printed for other formats.
void tell_ways_out(const GitOptions& options) {
  const auto is_for_people = [](const ReportRequest& report) {
    return report.path.empty() && report.format->name == "pretty";
  };
  if (std::ranges::none_of(options.scan.reports, is_for_people)) return;
  if (!options.of_changes() && !options.scan.quiet) {
    log_error("a secret stays in the history after a later commit removes it:");
    log_error("revoke it. To stop reporting one, add it to the baseline:");
    log_error("`sluice baseline add FINGERPRINT --reason WHY`");
  }
  if (!options.staged) return;
  log_error("the next commit would contain this. Remove the secret from the");
  log_error("file and `git add` it again; if it was ever pushed, revoke it.");
  log_error("Not a secret? Write `sluice:allow` in a comment on its line, or");
  log_error("`sluice baseline add FILE:LINE --reason WHY` and `git add` the");
  log_error("baseline.");
}

// Prints the stale entries of the baseline. Not for a range: older commits,
// which were not scanned, may contain the known findings. In a whole history,
// entries are compared by secret, because only the first place of a secret is
// reported.
void tell_stale_entries(const Baseline& baseline, const GitOptions& options) {
  if (options.of_changes())
    tell_stale(baseline, options.scan);
  else if (options.since.empty() && options.range.empty())
    tell_stale(baseline, options.scan, Baseline::By::kSecret);
}

// The tools that look into archives. They refer to each other, so this must not
// be moved.
class GitArchives {
 public:
  explicit GitArchives(const GitOptions& options)
      : filter_(options.scan.exclude, options.scan.include) {
    if (options.scan.archives.depth == 0) return;
    tools_.emplace(options.scan.archives, kUnpackRoom, options.scan.workers);
    tools_->excluded = &filter_;
    tools_->ignored = &ignored_;
  }
  GitArchives(const GitArchives&) = delete;
  GitArchives& operator=(const GitArchives&) = delete;

  // Null if archives are not to be opened.
  ArchiveTools* tools() { return tools_ ? &*tools_ : nullptr; }
  MemberIgnores* ignored() { return &ignored_; }

 private:
  PathFilter filter_;
  MemberIgnores ignored_;
  std::optional<ArchiveTools> tools_;
};

LeftOut left_out_by(const GitOptions& options, GitArchives& archives) {
  const ScanOptions& scan = options.scan;
  const bool obeys = scan.walk.ignore_files && scan.walk.sluice_ignore;
  return {obeys ? scan.foreign.read : nullptr,
          PathFilter(scan.exclude, scan.include), archives.ignored(),
          scan.shard};
}

// Returns a sentence for each policy file that differs between the revision
// whose policy decides and the scanned change. Does not compare the working
// tree.
Result<std::vector<std::string>> changes_of_policy(const GitOptions& options) {
  std::vector<std::string> notes;
  if (options.unstaged || options.untracked) return notes;
  SLUICE_TRY_ASSIGN(
      const RevisionFiles before,
      RevisionFiles::list(*options.repository, options.policy_from));
  SLUICE_TRY_ASSIGN(const RevisionFiles after,
                    RevisionFiles::list(*options.repository,
                                        options.staged ? "" : tip_of(options)));
  for (const std::string& path : RevisionFiles::changed_policy(before, after))
    notes.push_back(
        fmt::format("the change also edits {}, which decides what is scanned; "
                    "the version of {} was used",
                    path, options.policy_from));
  return notes;
}

// For ScanTools::of_messages.
constexpr JudgeOptions kOfMessages{.allow_comments = false,
                                   .resource = kGitResource};

// The scan by the change's own policy.
class OwnPolicy {
 public:
  OwnPolicy(const GitOptions& options, const Interrupt& interrupt)
      : asked_(options),
        interrupt_(interrupt),
        tallies_(options.scan.workers) {}

  // To be called once. The result refers to this object.
  Result<OwnPolicyScan> scan() {
    SLUICE_TRY_ASSIGN(options_, with_own_policy(asked_));
    SLUICE_TRY_ASSIGN(setup_, prepare_scan(options_->scan, kGitResource));
    PipelineOptions pipeline = pipeline_options(*setup_, options_->scan);
    pipeline.interrupt = &interrupt_;
    archives_.emplace(*options_);
    pipeline.archives = archives_->tools();
    if (!asked_.of_changes())
      of_messages_.emplace(setup_->engine->rules(), kOfMessages);
    return OwnPolicyScan{
        {*setup_->engine, *setup_->judge, asked_.scan.workers, pipeline,
         tallies_, asked_.scan.shard, of_messages_ ? &*of_messages_ : nullptr},
        left_out_by(*options_, *archives_)};
  }

 private:
  const GitOptions& asked_;
  const Interrupt& interrupt_;
  Tallies tallies_;  // no progress line reads them
  std::optional<GitArchives> archives_;
  std::optional<GitOptions> options_;
  std::unique_ptr<ScanSetup> setup_;
  std::optional<Judge> of_messages_;  // refers to setup_
};

// Error: kUsage if the repository does not have what is to be scanned.
Result<void> require_work_tree(const GitOptions& options,
                               const GitRepository& repository) {
  if (options.of_changes() && repository.is_bare())
    return fail(
        ErrorCode::kUsage,
        "a bare repository has no staged changes; name commits instead");
  if ((options.unstaged || options.untracked) && !repository.has_work_tree())
    return fail(ErrorCode::kUsage,
                "the working tree is not here: it is elsewhere "
                "(core.worktree), or this is inside of .git. --staged and "
                "commits can be scanned");
  return {};
}

RepositoryScan request_of(const GitOptions& options) {
  return {.changes = {.staged = options.staged,
                      .unstaged = options.unstaged,
                      .untracked = options.untracked,
                      .whole_files = options.whole_files},
          .commits = {.since = options.since,
                      .range = options.range,
                      .move = {},
                      .also = {},
                      .reach = options.reach},
          .submodules = options.submodules,
          .self_allowed = {}};
}

int exit_code_of(const RepositoryOutcome& outcome, const GitOptions& options) {
  if (outcome.found) return kFound;
  // A shard may be empty.
  const bool enough = outcome.files != 0 || outcome.files_elsewhere ||
                      !options.scan.require_files;
  return outcome.complete && enough ? kClean : kIncomplete;
}

}  // namespace

Result<int> run_git_command(GitOptions& options) {
  if (options.scan.verbose) log_verbosely();
  // write() then reports a closed pipe as an error.
  std::signal(SIGPIPE, SIG_IGN);
  GitRepository& repository = *options.repository;
  SLUICE_TRY(require_work_tree(options, repository));
  // An allow comment is always part of the change, so it does not count here.
  if (!options.policy_from.empty()) options.scan.ignore_allow = true;
  SLUICE_TRY_ASSIGN(const std::unique_ptr<ScanSetup> setup,
                    prepare_scan(options.scan, kGitResource));
  // This comes before any file is created that an interrupt would leave.
  const Interrupt& interrupt = interrupt_on_signals();
  repository.end_on(&interrupt);
  // Paths are relative to the repository's root already.
  Result<ReportOutputs> opened = open_reports(options.scan, {}, interrupt);
  if (!opened && interrupt.raised()) return kSignalled + caught_signal();
  SLUICE_TRY_ASSIGN(ReportOutputs outputs, std::move(opened));
  std::optional<KnownFile> known;
  std::vector<std::string> folders = outputs.folders();
  if (!options.known.empty()) {
    SLUICE_TRY_ASSIGN(KnownFile file,
                      KnownFile::open(options, *setup, interrupt));
    known.emplace(std::move(file));
    if (const std::string folder = known->folder(); !folder.empty())
      folders.push_back(folder);
  }
  SLUICE_TRY(close_in(options.scan.sandbox, folders));
  Tallies tallies(options.scan.workers);
  PipelineOptions pipeline = pipeline_options(*setup, options.scan);
  pipeline.interrupt = &interrupt;
  GitArchives archives(options);
  pipeline.archives = archives.tools();
  std::optional<Judge> of_messages;
  if (!options.of_changes())
    of_messages.emplace(setup->engine->rules(), kOfMessages);
  const ScanTools tools{*setup->engine,
                        *setup->judge,
                        options.scan.workers,
                        pipeline,
                        tallies,
                        options.scan.shard,
                        of_messages ? &*of_messages : nullptr,
                        known ? known->texts() : nullptr};
  RepositoryScan request = request_of(options);
  std::optional<OwnPolicy> own;
  if (!options.policy_from.empty()) {
    own.emplace(options, interrupt);
    request.self_allowed = {[&] { return own->scan(); },
                            options.self_allowed_counts};
    SLUICE_TRY_ASSIGN(request.notes, changes_of_policy(options));
  }
  std::optional<Progress> progress;
  if (wants_progress(options.scan)) {
    progress.emplace(outputs.sink(), tallies, interrupt,
                     outputs.has_terminal() ? Progress::Writes::kToTerminal
                                            : Progress::Writes::kElsewhere,
                     Progress::Secrets::kAtTheEnd);
    progress->start();
  }
  FindingSink& sink =
      progress ? static_cast<FindingSink&>(*progress) : outputs.sink();
  SLUICE_TRY_ASSIGN(const RepositoryOutcome outcome,
                    scan_repository(repository, request, tools, setup->tool,
                                    left_out_by(options, archives), sink));
  if (outcome.interrupted) {
    outputs.tell_unpublished();
    return kSignalled + caught_signal();
  }
  SLUICE_TRY(outputs.publish());
  if (known) SLUICE_TRY(known->publish());
  if (setup->baseline) tell_stale_entries(*setup->baseline, options);
  if (outcome.found) tell_ways_out(options);
  return exit_code_of(outcome, options);
}

}  // namespace sluice
