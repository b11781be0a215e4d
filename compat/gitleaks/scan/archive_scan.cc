// Archives within archives are nested calls. The outer archive waits while a
// member is scanned, so only the buffer's part of a member is in memory. An
// inner archive that must be read from any place (zip, 7z, rar) is held in
// memory, up to HeldBytes::kMost; gitleaks writes it to a file.
//
// The name says what to read, so a file may only be called like an archive
// (".browserslistrc", "multi-user.target"). It is skipped, as in gitleaks, and
// counted. It is a problem only if it begins as its name says and cannot be
// read.
//
// Source: gitleaks 8.30.1 (MIT), sources/file.go.

#include "gitleaks/scan/archive_scan.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "archive/archive_end.h"
#include "archive/held_bytes.h"
#include "gitleaks/go/path.h"

namespace sluice {
namespace {

// Members of one file that are named as not read; others are counted.
constexpr std::uint64_t kMostNamed = 100;

// Returns the first bytes, kPackingHead of them or all. If there is an error,
// it returns the bytes before it.
Result<std::string> head_of(const ByteSource& bytes) {
  std::string head(kPackingHead, '\0');
  std::size_t filled = 0;
  while (filled < head.size()) {
    char* const to = head.data() + filled;
    const std::size_t left = head.size() - filled;
    SLUICE_TRY_ASSIGN(const std::size_t got,
                      bytes.may_seek() ? bytes.read_at(to, left, filled)
                                       : bytes.read(to, left));
    if (got == 0) break;
    filled += got;
  }
  head.resize(filled);
  return head;
}

// The reader of archives names the options of `sluice scan`, which the commands
// of gitleaks do not have.
std::string_view without_option(std::string_view reason) {
  return reason.ends_with(")") ? reason.substr(0, reason.rfind(" (--"))
                               : reason;
}

}  // namespace

void GitleaksArchiveScan::scan(const ByteSource& bytes,
                               const GitleaksContent& file,
                               std::uint64_t sequence, std::string_view called,
                               std::vector<GitleaksFinding>* leaks) {
  UnpackedCounts unpacked;
  Job job{
      file, sequence, called, leaks,
      Unpacking(shared_.bounds, shared_.memory, {unpacked, shared_.unpacked},
                bytes.size(), std::chrono::steady_clock::now())};
  const std::string path(file.path);
  scan_named({bytes, path, 0, {}}, path, job);
  if (!job.unpacking.over().empty())
    results_->problems.emplace_back(
        sequence,
        fmt::format("{}: {}", called, without_option(job.unpacking.over())));
  if (job.problems > kMostNamed)
    results_->problems.emplace_back(
        sequence, fmt::format("{}: {} more of its members could not be read",
                              called, job.problems - kMostNamed));
}

// `name` is the last part of its path, which decides its kind.
void GitleaksArchiveScan::scan_named(const Item& item, std::string_view name,
                                     Job& job) {
  const std::optional<ArchiveName> kind = archive_of_name(name);
  if (!kind) {
    scan_content(item, job);
    return;
  }
  if (item.depth == shared_.bounds.depth) {
    results_->coverage.skip(GitleaksSkip::kArchive);
    return;
  }
  if (!kind->unreadable.empty() && kind->is_whole_ending)
    note_problem(item.path,
                 fmt::format("it is compressed with {}, which is not read",
                             kind->unreadable),
                 job);
  else if (!kind->unreadable.empty())
    results_->coverage.skip(GitleaksSkip::kArchive);
  else if (kind->compression)
    scan_compressed(item, *kind, job);
  else
    scan_archive(item, *kind->archive, job);
}

void GitleaksArchiveScan::scan_compressed(const Item& item,
                                          const ArchiveName& kind, Job& job) {
  const Result<std::string> head = head_of(item.bytes);
  if (!head) {
    note_problem(item.path, head.error().message, job);
    return;
  }
  if (head->empty()) return;
  const std::unique_ptr<Members> members =
      Members::open(item.bytes, *head, *kind.compression, job.unpacking);
  const Result<std::optional<Member>> first = members->next();
  if (!first) {
    note_unopened(*head, *kind.compression, item.path, first.error(), job);
    return;
  }
  if (!*first) return;
  // gitleaks undoes one of several compressions, and sees a binary file.
  if (members->layers() > 1) {
    results_->coverage.skip(GitleaksSkip::kBinary);
    return;
  }
  const MemberBytes bytes(*members);
  const bool inflated = kind.compression == Packing::kGzip;
  const Item unpacked{
      bytes, item.path, item.depth, {.size = inflated ? kInflateStep : 0}};
  if (kind.archive)
    scan_archive(unpacked, *kind.archive, job);
  else
    scan_content(unpacked, job);
}

void GitleaksArchiveScan::scan_archive(const Item& item, Packing packing,
                                       Job& job) {
  const Result<std::string> head = head_of(item.bytes);
  if (!head) {
    note_problem(item.path, head.error().message, job);
    return;
  }
  if (head->empty()) return;
  const auto scan = [&](const ByteSource& bytes, std::string_view read_before) {
    const std::unique_ptr<Members> members =
        Members::open(bytes, read_before, packing, job.unpacking);
    scan_members(*members, *head, packing, item, job);
    // libarchive does without the list of members, and does not say so.
    if (packing == Packing::kZip && packing_of(*head) == packing &&
        bytes.may_seek() && !zip_end(bytes))
      note_problem(item.path, "its list of members is cut off", job);
  };
  if (item.bytes.may_seek() || !is_read_from_any_place(packing)) {
    scan(item.bytes, *head);
    return;
  }
  UnpackUse* const use = job.unpacking.memory();
  std::string held = *head;
  if (hold_rest(item.bytes, use, &held)) {
    scan(HeldBytes(std::move(held), use), {});
    return;
  }
  scan(item.bytes, held);
  use->give_back(held.size());
}

void GitleaksArchiveScan::scan_members(Members& members, std::string_view head,
                                       Packing packing, const Item& archive,
                                       Job& job) {
  Result<std::optional<Member>> member = members.next();
  if (!member) {
    note_unopened(head, packing, archive.path, member.error(), job);
    return;
  }
  while (member && *member && !results_->expired) {
    if (!job.unpacking.add_member()) return;
    ReadSteps steps;
    if (packing == Packing::kTar && archive.steps.size > 0)
      steps = {archive.steps.size,
               archive.steps.begin + members.bytes_before()};
    else if ((*member)->deflated)
      steps.size = kInflateStep;
    if ((*member)->is_file) scan_member(**member, members, steps, archive, job);
    member = members.next();
  }
  if (!member) note_problem(archive.path, member.error().message, job);
}

void GitleaksArchiveScan::scan_member(const Member& member, Members& members,
                                      ReadSteps steps, const Item& archive,
                                      Job& job) {
  const std::size_t most = shared_.bounds.name_bytes;
  if (member.name.size() > most) {
    note_problem(archive.path + "!" + member.name.substr(0, most),
                 fmt::format("its name has {} bytes", member.name.size()), job);
    return;
  }
  const std::string name = clean_go_path(member.name);
  const std::string path = archive.path + "!" + name;
  // Only members of the outermost archive may be skipped, as in gitleaks.
  if (archive.depth == 0 && rules_.walk_skips(name)) {
    results_->coverage.skip(GitleaksSkip::kAllowlisted);
    return;
  }
  if (member.encrypted) {
    note_problem(path, "it is encrypted", job);
    return;
  }
  const MemberBytes bytes(members);
  scan_named({bytes, path, archive.depth + 1, steps}, name, job);
}

void GitleaksArchiveScan::scan_content(const Item& item, Job& job) {
  const GitleaksContent content{item.path, job.file.symlink, job.file.commit,
                                item.steps};
  if (content_.passes_over(content)) return;
  const Result<void> read = content_.scan(item.bytes, content, 0, job.leaks);
  if (!read) note_problem(item.path, read.error().message, job);
}

// Notes an archive that could not be opened as its name says. `head` holds its
// first bytes.
void GitleaksArchiveScan::note_unopened(std::string_view head, Packing packing,
                                        const std::string& path,
                                        const Error& error, Job& job) {
  if (packing_of(head) == packing)
    note_problem(path, error.message, job);
  else
    results_->coverage.skip(GitleaksSkip::kArchive);
}

// A bound that ends the whole scan is reported once, at the end.
void GitleaksArchiveScan::note_problem(const std::string& path,
                                       std::string_view reason, Job& job) {
  if (!job.unpacking.over().empty() || job.problems++ >= kMostNamed) return;
  std::string called(job.called);
  called += std::string_view(path).substr(job.file.path.size());
  results_->problems.emplace_back(
      job.sequence, fmt::format("{}: {}", called, without_option(reason)));
}

}  // namespace sluice
