// The superproject decides how a submodule is scanned:
// - If a whole history is scanned: every commit of the submodule, and those
//   that the superproject names and no branch of the submodule leads to.
// - If a commit, or the index, moves the submodule: the commits of that move,
//   which are a range of the submodule's own.
// - If changes are scanned: also the changes in the submodule's working tree.
// The same is true of the submodule's submodules. The findings of a repository
// come after those of its superproject, with paths from the top.
#include "history/repository_scan.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "history/history_scan.h"
#include "history/submodules.h"
#include "text/quantity.h"

namespace sluice {
namespace {

class Descent {
 public:
  Descent(const GitRepository& top, const RepositoryScan& request,
          const ScanTools& tools, LeftOut* left_out)
      : top_(top), request_(request), tools_(tools), left_out_(*left_out) {}

  Result<void> scan() {
    return request_.changes.any() ? scan_changed(top_, "")
                                  : scan_commits(top_, "", request_.commits);
  }
  RepositoryReports take() { return std::move(reports_); }

 private:
  // `prefix` is the path from the top to the repository, with a slash at the
  // end.
  Result<void> scan_changed(const GitRepository& repository,
                            const std::string& prefix);
  Result<void> enter_checked_out(const GitRepository& repository,
                                 const std::string& prefix);
  Result<void> scan_commits(const GitRepository& repository,
                            const std::string& prefix,
                            const CommitsToScan& wanted);
  void follow(const GitRepository& repository, const std::string& prefix,
              const SubmoduleMoves& moves, bool is_range);

  // A submodule that cannot be scanned does not end the scan of the others.
  template <typename T>
  void tell_failure(const std::string& path, const Result<T>& result) {
    if (result) return;
    const Sequence place{IncompleteStage::kRepository, next_step()};
    if (holds(tools_.shard, path))
      reports_.coverage.incomplete.push_back(
          {path, top_.root(), result.error().message, place});
  }

  void tell(std::string text) {
    Note note(std::move(text));
    note.place = {NoteStage::kRepository, next_step()};
    reports_.coverage.notes.push_back(std::move(note));
  }

  // HistoryPlace::step leaves room for the places within a step.
  std::uint64_t next_step() { return step_++ << 32; }

  const GitRepository& top_;
  const RepositoryScan& request_;
  const ScanTools& tools_;
  LeftOut& left_out_;
  RepositoryReports reports_;
  std::uint64_t step_ = 0;
  std::uint64_t commits_ = 0;  // of the repositories before
  std::optional<SecretNames> names_;
};

Result<void> Descent::scan_changed(const GitRepository& repository,
                                   const std::string& prefix) {
  SLUICE_TRY_ASSIGN(RepositoryReports found,
                    scan_changes(top_, repository, prefix, request_.changes,
                                 tools_, &left_out_));
  const SubmoduleMoves moves = std::move(found.submodules);
  reports_.append(std::move(found));
  follow(repository, prefix, moves, true);
  if (request_.submodules) return enter_checked_out(repository, prefix);
  return {};
}

Result<void> Descent::enter_checked_out(const GitRepository& repository,
                                        const std::string& prefix) {
  if (tools_.interrupted()) return {};
  const auto submodules = submodules_in_index(repository);
  tell_failure(prefix, submodules);
  if (!submodules) return {};
  for (const auto& [path, named] : *submodules) {
    const std::string from_top = prefix + path;
    const Result<GitRepository> submodule = open_submodule(repository, path);
    if (!submodule && submodule.error().code == ErrorCode::kNotFound) {
      // So nothing is changed there.
      tell(fmt::format("{} is a submodule that is not checked out", from_top));
      continue;
    }
    if (!submodule) {
      tell_failure(from_top, submodule);
      continue;
    }
    const ObjectId head = head_of(*submodule);
    if (request_.changes.unstaged && !head.names_none() && head != named) {
      CommitsToScan moved;
      moved.move = CommitMove{{head}, {named}};
      tell_failure(from_top, scan_commits(*submodule, from_top + "/", moved));
    }
    tell_failure(from_top, scan_changed(*submodule, from_top + "/"));
  }
  return {};
}

Result<void> Descent::scan_commits(const GitRepository& repository,
                                   const std::string& prefix,
                                   const CommitsToScan& wanted) {
  SLUICE_TRY_ASSIGN(RepositoryReports found,
                    scan_history(repository, prefix, wanted, tools_, &left_out_,
                                 {step_++, commits_, &names_}));
  commits_ += found.commits;
  const SubmoduleMoves moves = std::move(found.submodules);
  reports_.append(std::move(found));
  follow(repository, prefix, moves, wanted.is_range());
  return {};
}

void Descent::follow(const GitRepository& repository, const std::string& prefix,
                     const SubmoduleMoves& moves, bool is_range) {
  for (const auto& [path, move] : moves.all()) {
    if (tools_.interrupted()) return;
    const std::string from_top = prefix + path;
    if (!request_.submodules) {
      tell(
          fmt::format("{} is another repository, and was not scanned "
                      "(--submodules scans it)",
                      from_top));
      continue;
    }
    const Result<GitRepository> submodule = open_submodule(repository, path);
    if (!submodule) {
      tell_failure(from_top, submodule);
      continue;
    }
    CommitsToScan wanted;
    if (is_range)
      wanted.move = move;
    else
      wanted.also = move.to;
    tell_failure(from_top, scan_commits(*submodule, from_top + "/", wanted));
  }
}

void compare_policies(const GitRepository& repository,
                      const RepositoryScan& request,
                      RepositoryReports* reports) {
  const auto has_findings = [](const std::unique_ptr<FileReport>& report) {
    return !report->findings.empty();
  };
  if (std::ranges::none_of(reports->files, has_findings)) return;
  Result<OwnPolicyScan> own = request.self_allowed->own_policy();
  std::string problem;
  if (!own) {
    problem = own.error().message;
  } else {
    Descent descent(repository, request, own->tools, &own->left_out);
    const Result<void> scanned = descent.scan();
    if (scanned && !own->tools.interrupted())
      return mark_self_allowed(descent.take(), reports);
    problem = scanned ? "interrupted" : scanned.error().message;
  }
  Note note(fmt::format(
      "findings that only the change itself allows are not marked: {}",
      problem));
  note.place.stage = NoteStage::kPolicy;
  reports->coverage.notes.push_back(std::move(note));
}

}  // namespace

Result<RepositoryOutcome> scan_repository(const GitRepository& repository,
                                          const RepositoryScan& request,
                                          const ScanTools& tools,
                                          const ToolInfo& tool,
                                          LeftOut left_out, FindingSink& sink) {
  Descent descent(repository, request, tools, &left_out);
  SLUICE_TRY(descent.scan());
  RepositoryReports reports = descent.take();
  std::vector<Note> asked(request.notes.begin(), request.notes.end());
  for (std::size_t i = 0; i < asked.size(); ++i)
    asked[i].place = {NoteStage::kRequest, i};
  reports.coverage.notes.insert(reports.coverage.notes.begin(), asked.begin(),
                                asked.end());
  if (request.self_allowed) compare_policies(repository, request, &reports);
  Coverage& coverage = reports.coverage;
  tools.tallies.counts().add_to(&coverage);
  left_out.close(&coverage);
  coverage.policy = tool.policy;
  coverage.interrupted = tools.interrupted();
  if (coverage.shard) coverage.shard->interrupted = coverage.interrupted;
  if (coverage.interrupted)
    coverage.notes.insert(
        coverage.notes.begin(),
        fmt::format("interrupted: {} scanned, the rest was not",
                    counted(coverage.files_scanned, "file", "files")));
  const bool all_count = !request.self_allowed || request.self_allowed->counts;
  return report_all(std::move(reports), tool, all_count, sink);
}

}  // namespace sluice
