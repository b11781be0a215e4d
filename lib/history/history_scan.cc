// In steps:
//  1. the commits, parents first (commit_list);
//  2. what each of them changes, by names of blobs alone (tree_changes), of
//     which every blob is kept once, with the commit and path that came first
//     (introductions);
//  3. these blobs, each read and scanned once, in the order in which they lie
//  in
//     packs, which spares git working out the same differences again;
//  4. of the findings those at which a secret came in (first_places);
//  5. for a range: what stood there before it, of the few files that are left.
//
// So no textual difference is ever made. An ancestor's versions are all scanned
// and come first, so what a commit has from its parents is never new in it; a
// range has ancestors outside, and therefore step 5: a secret that a parent's
// version of the file has, or a file that the commit deletes, is not new.
//
// Rejected: `git log -p`, as others do it. Git then reads all blobs as well,
// and makes differences of them on one core, which takes most of the time; and
// a scanner that sees added lines alone misses what stands around them.
#include "history/history_scan.h"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "history/commit_facts.h"
#include "history/first_places.h"
#include "history/introductions.h"
#include "history/tree_changes.h"

namespace sluice {
namespace {

// From here on it pays to ask for the order of packs, which lists all objects.
constexpr std::size_t kManyBlobs = 2'000;

class HistoryScan {
 public:
  HistoryScan(const GitRepository& repository, const ScanTools& tools,
              LeftOut* left_out)
      : repository_(repository), tools_(tools), introductions_(left_out) {}

  Result<void> run(const CommitsToScan& wanted);
  Result<std::vector<std::unique_ptr<FileReport>>> reports();
  Coverage coverage() { return std::move(coverage_); }

 private:
  Result<void> list_changes();
  Result<void> sort_blobs();
  Result<void> scan_all();
  Result<void> drop_what_was_there();
  void note_what_was_read();
  void note_incomplete(std::string path, std::string reason);

  const GitRepository& repository_;
  const ScanTools& tools_;
  CommitList list_;
  Introductions introductions_;
  std::size_t missing_from_ = 0;  // of introductions_: those git has not
  FirstPlaces first_places_;
  std::uint64_t incomplete_ = 0;
  Coverage coverage_;
};

// Names as many as the ledger holds of other lists.
void HistoryScan::note_incomplete(std::string path, std::string reason) {
  if (++incomplete_ <= kLedgerList)
    coverage_.incomplete.push_back({std::move(path), "", std::move(reason)});
}

Result<void> HistoryScan::list_changes() {
  return list_tree_changes(
      repository_.place(), list_.commits, tools_.workers,
      {.on_change =
           [&](std::size_t commit, const RawChange& change) {
             introductions_.add(commit, change);
           },
       .on_unreadable =
           [&](std::size_t commit, const std::string& why) {
             note_incomplete(
                 "", fmt::format("commit {}: {}",
                                 list_.commits[commit].short_hex(), why));
           }});
}

// Whether git might want to fetch what is missing.
Result<bool> is_partial_clone(const GitRepository& repository) {
  SLUICE_TRY_ASSIGN(
      const ChildProcess::Ended ended,
      run_git(repository.place(),
              {"config", "-z", "--name-only", "--get-regexp",
               "^(extensions\\.partialclone|remote\\..*\\.promisor)$"}));
  return !ended.output.empty();
}

Result<void> HistoryScan::sort_blobs() {
  missing_from_ = introductions_.all().size();
  SLUICE_TRY_ASSIGN(const bool partial, is_partial_clone(repository_));
  if (!partial && introductions_.all().size() < kManyBlobs) return {};
  SLUICE_TRY_ASSIGN(const ChildProcess::Ended ended,
                    run_git(repository_.place(),
                            {"cat-file", "--batch-all-objects", "--unordered",
                             "--batch-check=%(objectname)"}));
  const std::size_t named = introductions_.sort_as(ids_in(ended.output));
  // Where the list broke off, each blob is asked for all the same.
  if (ended.exit_code == 0) missing_from_ = named;
  return {};
}

Result<void> HistoryScan::scan_all() {
  const std::span<const Introductions::One> all = introductions_.all();
  for (const Introductions::One& one : all.subspan(missing_from_))
    note_incomplete(std::string(introductions_.path(one.path)),
                    fmt::format("blob {}: the repository does not have it",
                                one.blob.short_hex()));
  std::vector<BlobToScan> blobs;
  for (const Introductions::One& one : all.first(missing_from_))
    blobs.push_back({one.blob, introductions_.path(one.path)});
  ScannedTexts scanned(
      [&](std::size_t index, std::unique_ptr<FileReport> report) {
        first_places_.add(all[index].commit, std::move(report));
      });
  SLUICE_TRY(scan_blobs(repository_.place(), blobs, tools_, &scanned));
  scanned.close(&coverage_);
  return {};
}

// Of the commits that have findings: the older versions of the files with
// findings, and the files that are deleted, which may have moved.
Result<void> HistoryScan::drop_what_was_there() {
  std::map<std::uint32_t, std::set<std::string>> files;
  first_places_.for_each([&](std::uint32_t commit, const FileReport& report) {
    files[commit].insert(report.path);
  });
  std::vector<std::uint32_t> numbers;
  std::vector<ObjectId> commits;
  for (const auto& [number, paths] : files) {
    numbers.push_back(number);
    commits.push_back(list_.commits[number]);
  }
  struct Old {
    ObjectId blob;
    std::string path;
    std::uint32_t commit;
  };
  std::vector<Old> old;
  SLUICE_TRY(list_tree_changes(
      repository_.place(), commits, tools_.workers,
      {.on_change =
           [&](std::size_t index, const RawChange& change) {
             const std::uint32_t commit = numbers[index];
             const std::string path(change.path);
             if (!change.is(GitMode::kNone) && !files[commit].contains(path))
               return;
             for (const ObjectId& blob : change.old)
               if (!blob.names_none()) old.push_back({blob, path, commit});
           },
       .on_unreadable = [](std::size_t, std::string) {}}));
  std::vector<BlobToScan> blobs;
  for (const Old& one : old) blobs.push_back({one.blob, one.path});
  std::map<std::uint32_t, std::unordered_set<SecretKey>> known;
  ScannedTexts scanned(
      [&](std::size_t index, std::unique_ptr<FileReport> report) {
        for (const Finding& finding : report->findings)
          known[old[index].commit].insert(SecretKey::of(finding, report->path));
      });
  SLUICE_TRY(scan_blobs(repository_.place(), blobs, tools_, &scanned));
  first_places_.drop_known([&](std::uint32_t commit, const SecretKey& key) {
    const auto found = known.find(commit);
    return found != known.end() && found->second.contains(key);
  });
  return {};
}

void HistoryScan::note_what_was_read() {
  const auto note = [&](std::string text) {
    coverage_.notes.push_back(std::move(text));
  };
  note(list_.commits.size() == 1
           ? "1 commit was scanned"
           : fmt::format("{} commits were scanned", list_.commits.size()));
  if (list_.cut_off != 0)
    note(fmt::format(
        "a shallow clone: what came before {} of the commits is not here",
        list_.cut_off));
  for (const std::string& path : introductions_.submodules())
    note(fmt::format("{} is another repository, and was not entered", path));
  if (first_places_.repeated() != 0)
    note(fmt::format("{} findings repeat a secret in another version",
                     first_places_.repeated()));
}

Result<void> HistoryScan::run(const CommitsToScan& wanted) {
  SLUICE_TRY_ASSIGN(list_, list_commits(repository_, wanted));
  const bool is_range = !wanted.since.empty() || !wanted.range.empty();
  if (!list_.complaint.empty())
    note_incomplete("", "the commits cannot be listed: " + list_.complaint);
  else if (list_.commits.empty() && !is_range)
    note_incomplete("",
                    "no commit can be reached: the repository is empty, or a "
                    "clone was interrupted");
  SLUICE_TRY(list_changes());
  SLUICE_TRY(sort_blobs());
  SLUICE_TRY(scan_all());
  if (is_range) SLUICE_TRY(drop_what_was_there());
  return {};
}

Result<std::vector<std::unique_ptr<FileReport>>> HistoryScan::reports() {
  std::vector<FirstPlaces::Report> found = first_places_.take();
  std::vector<ObjectId> commits;
  for (const FirstPlaces::Report& one : found) {
    const ObjectId& id = list_.commits[one.commit];
    if (commits.empty() || commits.back() != id) commits.push_back(id);
  }
  SLUICE_TRY_ASSIGN(const CommitFacts facts,
                    commit_facts(repository_.place(), commits));
  std::vector<std::unique_ptr<FileReport>> reports;
  for (FirstPlaces::Report& one : found) {
    one.report->commit = facts.at(list_.commits[one.commit]);
    reports.push_back(std::move(one.report));
  }
  note_what_was_read();
  if (incomplete_ > kLedgerList)
    coverage_.incomplete.push_back(
        {"", "", fmt::format("and {} more", incomplete_ - kLedgerList)});
  return reports;
}

}  // namespace

Result<RepositoryOutcome> scan_history(const GitRepository& repository,
                                       const CommitsToScan& wanted,
                                       const ScanTools& tools,
                                       const ToolInfo& tool, LeftOut left_out,
                                       FindingSink& sink) {
  HistoryScan scan(repository, tools, &left_out);
  SLUICE_TRY(scan.run(wanted));
  SLUICE_TRY_ASSIGN(const std::vector<std::unique_ptr<FileReport>> reports,
                    scan.reports());
  Coverage coverage = scan.coverage();
  left_out.close(&coverage);
  return report_all(reports, std::move(coverage), tool, sink);
}

}  // namespace sluice
