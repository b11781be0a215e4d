// A whole file is matched, because the context of a secret may be on old lines.
// Then the findings on old lines are dropped. Only files with findings are
// compared, so for nearly every commit nothing is compared.
#include "history/change_scan.h"

#include <algorithm>
#include <future>
#include <optional>
#include <utility>

#include "fs/open_file.h"
#include "git/blob_stream.h"
#include "git/damaged_index.h"
#include "history/changed_files.h"
#include "history/name_reports.h"
#include "history/new_lines.h"
#include "scan/find/name_finder.h"

namespace sluice {
namespace {

// In larger versions all lines count as new.
constexpr std::uint64_t kMaxCompared = 64 << 20;

std::optional<std::string> take_blob(BlobStream& stream) {
  const Result<BlobStream::Head> head = stream.next();
  if (!head || head->kind != BlobStream::Kind::kBlob ||
      head->size > kMaxCompared)
    return std::nullopt;
  std::string text(head->size, '\0');
  const Result<std::size_t> got = stream.read(text.data(), text.size());
  if (!got || *got != text.size()) return std::nullopt;
  return text;
}

std::optional<std::string> read_work_file(int top, const std::string& path) {
  const FileSystem& fs = posix_file_system();
  const Result<OpenedFile> opened = fs.open_below(top, path, Links::kRefuse);
  if (!opened) return std::nullopt;
  const OpenFile closes(fs, opened->descriptor, true);
  std::string text;
  std::vector<char> buffer(64 * 1024);
  while (text.size() <= kMaxCompared) {
    const Result<std::size_t> got =
        fs.read(opened->descriptor, buffer.data(), buffer.size());
    if (!got) return std::nullopt;
    if (*got == 0) return text;
    text.append(buffer.data(), *got);
  }
  return std::nullopt;
}

using Reports = std::vector<std::vector<std::unique_ptr<FileReport>>>;

// Lists the paths of all files before a change.
using NamesBefore = Result<std::string> (*)(const GitRepository&);

class Changed {
 public:
  Changed(const GitRepository& top, const GitRepository& repository,
          const std::string& prefix, const ScanTools& tools, LeftOut* left_out)
      : top_(top),
        repository_(repository),
        prefix_(prefix),
        tools_(tools),
        left_out_(*left_out),
        names_(tools) {}

  // Scans the changes and appends their reports, by path. A token in a name that
  // has one in `names_before` is not new.
  Result<void> scan(Changes changes, bool whole_files,
                    NamesBefore names_before);
  RepositoryReports take() { return std::move(reports_); }

 private:
  Result<void> scan_texts(const std::vector<ChangedFile>& files,
                          Reports* reports);
  Result<void> scan_names(const std::string& path, NamesBefore names_before,
                          std::optional<std::string>* before);
  void compare(const ChangedFile& file, FileReport* report) const;

  const GitRepository& top_;
  const GitRepository& repository_;
  const std::string& prefix_;
  const ScanTools& tools_;
  LeftOut& left_out_;
  NameReports names_;
  RepositoryReports reports_;
};

Result<void> Changed::scan(Changes changes, bool whole_files,
                           NamesBefore names_before) {
  for (const ChangedSubmodule& one : changes.submodules)
    reports_.submodules.add(one.path, one.from, one.to);
  for (const std::string& path : changes.other_repositories)
    reports_.coverage.notes.push_back(fmt::format(
        "{}{} is another repository, and was not scanned", prefix_, path));
  for (const std::string& path : changes.unmerged)
    reports_.coverage.notes.push_back(fmt::format(
        "{}{} has a merge conflict, and no staged version", prefix_, path));
  for (const std::string& path : changes.policy_files)
    reports_.coverage.notes.push_back(
        fmt::format("the change also edits {}{}, which decides what is scanned",
                    prefix_, path));
  std::vector<ChangedFile>& files = changes.files;
  for (ChangedFile& file : files) file.path.insert(0, prefix_);
  std::erase_if(
      files, [&](const ChangedFile& file) { return left_out_.has(file.path); });
  // The names before the change. Not set if nobody has needed them yet.
  std::optional<std::string> before;
  if (whole_files) before.emplace();
  Reports found(files.size());
  SLUICE_TRY(scan_texts(files, &found));
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (may_have_token(files[i].path))
      SLUICE_TRY(scan_names(files[i].path, names_before, &before));
    for (std::unique_ptr<FileReport>& report : found[i]) {
      report->root = top_.root();
      if (files[i].is_link)
        for (Finding& finding : report->findings)
          finding.found_in = FoundIn::kLinkTarget;
      // An archive has no lines that could be old.
      if (!whole_files && report->location.members.empty())
        compare(files[i], report.get());
      reports_.files.push_back(std::move(report));
    }
  }
  return {};
}

// Appends the reports of the path. Sets `*before` if it is needed and not set.
Result<void> Changed::scan_names(const std::string& path,
                                 NamesBefore names_before,
                                 std::optional<std::string>* before) {
  NameReports::Found found =
      names_.of_path(path, prefix_.size(), [] { return false; });
  if (found.reports.empty()) return {};
  if (!*before) {
    SLUICE_TRY_ASSIGN(*before, names_before(repository_));
  }
  for (std::unique_ptr<FileReport>& report : found.reports) {
    std::erase_if(report->findings, [&](const Finding& finding) {
      return (*before)->find(finding.secret) != std::string::npos;
    });
    if (report->findings.empty()) continue;
    report->root = top_.root();
    reports_.files.push_back(std::move(report));
  }
  return {};
}

Result<void> Changed::scan_texts(const std::vector<ChangedFile>& files,
                                 Reports* reports) {
  const bool in_work_tree = !files.empty() && files.front().blob.names_none();
  ScannedTexts scanned(
      [&](std::size_t index, std::unique_ptr<FileReport> report) {
        (*reports)[index].push_back(std::move(report));
      });
  if (in_work_tree) {
    std::vector<std::string> paths;
    for (const ChangedFile& file : files) paths.push_back(file.path);
    SLUICE_TRY(scan_work_files(top_.place(), paths, tools_, &scanned));
  } else {
    std::vector<BlobToScan> blobs;
    for (const ChangedFile& file : files)
      blobs.push_back({file.blob, file.path});
    // These are few, and most of them are in no pack yet.
    SLUICE_TRY(scan_blobs(repository_.place(), {}, blobs, tools_, &scanned));
  }
  scanned.close(0, &reports_.coverage);
  return {};
}

void Changed::compare(const ChangedFile& file, FileReport* report) const {
  if (file.old.empty() || (report->findings.empty() &&
                           report->mistyped.empty() && report->dropped.empty()))
    return;
  std::vector<ObjectId> ids = file.old;
  const bool in_work_tree = file.blob.names_none();
  if (!in_work_tree) ids.push_back(file.blob);
  Result<BlobStream> stream = BlobStream::start(repository_.place(), ids);
  if (!stream) return;
  std::vector<std::string> old;
  for (std::size_t i = 0; i < file.old.size(); ++i) {
    std::optional<std::string> version = take_blob(*stream);
    if (version) old.push_back(*std::move(version));
  }
  const std::optional<std::string> text =
      in_work_tree ? read_work_file(top_.place().directory, file.path)
                   : take_blob(*stream);
  if (text) keep_new_lines(*text, old, report);
}

RepositoryReports nothing_of(const GitRepository& repository,
                             const std::vector<std::string>& damaged) {
  RepositoryReports reports;
  for (const std::string& path : damaged)
    reports.coverage.incomplete.push_back(
        {path, path.starts_with('/') ? std::string() : repository.root(),
         kDamagedIndex});
  return reports;
}

}  // namespace

Result<RepositoryReports> scan_changes(const GitRepository& top,
                                       const GitRepository& repository,
                                       const std::string& prefix,
                                       const ChangeScan& request,
                                       const ScanTools& tools,
                                       LeftOut* left_out) {
  // Git needs as long to read the index as we do, so both do it at once.
  std::future<Result<std::vector<std::string>>> damaged_files =
      std::async(std::launch::async, damaged_index_files, repository.place());
  using List = Result<Changes> (*)(const GitRepository&);
  struct Kind {
    bool wanted;
    List list;
    NamesBefore names_before;
  };
  std::vector<std::pair<Result<Changes>, NamesBefore>> lists;
  for (const Kind& kind :
       {Kind{request.staged, staged_changes, names_in_parents},
        Kind{request.unstaged, unstaged_changes, names_in_index},
        Kind{request.untracked, untracked_files, names_in_index}}) {
    if (kind.wanted && !tools.interrupted())
      lists.emplace_back(kind.list(repository), kind.names_before);
  }
  const Result<std::vector<std::string>> damaged = damaged_files.get();
  Changed changed(top, repository, prefix, tools, left_out);
  if (tools.interrupted()) return changed.take();
  if (!damaged) return tl::unexpected<Error>(damaged.error());
  if (!damaged->empty()) return nothing_of(repository, *damaged);
  for (auto& [changes, names_before] : lists) {
    if (!changes) return tl::unexpected<Error>(std::move(changes.error()));
    SLUICE_TRY(
        changed.scan(*std::move(changes), request.whole_files, names_before));
  }
  return changed.take();
}

}  // namespace sluice
