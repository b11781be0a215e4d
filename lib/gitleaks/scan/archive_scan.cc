// The archives within each other are so many calls within each other: the one
// around stands still while a member is scanned, so that nothing of a member
// but what the buffer holds is in memory. What lies within another and has to
// be read from any place (zip, 7z, rar) is held in memory, up to
// HeldBytes::kMost, where gitleaks writes it to a file.
//
// The name says what to read, so a file may only be called like an archive
// (".browserslistrc", "multi-user.target"). It is passed over as gitleaks does,
// and counted; only what begins as its name says, and cannot be read, is a
// problem.
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

// The first bytes, kPackingHead of them or all; what was read before an error.
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
  scan_named(bytes, path, path, 0, job);
  if (!job.unpacking.over().empty())
    results_->problems.emplace_back(
        sequence,
        fmt::format("{}: {}", called, without_option(job.unpacking.over())));
  if (job.problems > kMostNamed)
    results_->problems.emplace_back(
        sequence, fmt::format("{}: {} more of its members could not be read",
                              called, job.problems - kMostNamed));
}

// `path`: as reports have it; `name`: its last part, which says what it is.
void GitleaksArchiveScan::scan_named(const ByteSource& bytes,
                                     const std::string& path,
                                     std::string_view name, unsigned depth,
                                     Job& job) {
  const std::optional<ArchiveName> kind = archive_of_name(name);
  if (!kind) {
    scan_content(bytes, path, job);
    return;
  }
  if (depth == shared_.bounds.depth) {
    results_->coverage.skip(GitleaksSkip::kArchive);
    return;
  }
  if (!kind->unreadable.empty() && kind->is_whole_ending)
    note_problem(path,
                 fmt::format("it is compressed with {}, which is not read",
                             kind->unreadable),
                 job);
  else if (!kind->unreadable.empty())
    results_->coverage.skip(GitleaksSkip::kArchive);
  else if (kind->compression)
    scan_compressed(bytes, path, *kind, depth, job);
  else
    scan_archive(bytes, path, *kind->archive, depth, job);
}

void GitleaksArchiveScan::scan_compressed(const ByteSource& bytes,
                                          const std::string& path,
                                          const ArchiveName& kind,
                                          unsigned depth, Job& job) {
  const Result<std::string> head = head_of(bytes);
  if (!head) {
    note_problem(path, head.error().message, job);
    return;
  }
  if (head->empty()) return;
  const std::unique_ptr<Members> members =
      Members::open(bytes, *head, *kind.compression, job.unpacking);
  const Result<std::optional<Member>> first = members->next();
  if (!first) {
    note_unopened(*head, *kind.compression, path, first.error(), job);
    return;
  }
  if (!*first) return;
  // gitleaks undoes one of several compressions, and sees a binary file.
  if (members->layers() > 1) {
    results_->coverage.skip(GitleaksSkip::kBinary);
    return;
  }
  const MemberBytes unpacked(*members);
  if (kind.archive)
    scan_archive(unpacked, path, *kind.archive, depth, job);
  else
    scan_content(unpacked, path, job);
}

void GitleaksArchiveScan::scan_archive(const ByteSource& bytes,
                                       const std::string& path, Packing packing,
                                       unsigned depth, Job& job) {
  Result<std::string> head = head_of(bytes);
  if (!head) {
    note_problem(path, head.error().message, job);
    return;
  }
  if (head->empty()) return;
  const auto scan = [&](const ByteSource& from, std::string_view read_before) {
    const std::unique_ptr<Members> members =
        Members::open(from, read_before, packing, job.unpacking);
    scan_members(*members, *head, packing, path, depth, job);
  };
  if (bytes.may_seek() || !is_read_from_any_place(packing)) {
    scan(bytes, *head);
    return;
  }
  UnpackUse* const use = job.unpacking.memory();
  std::string held = *head;
  if (hold_rest(bytes, use, &held)) {
    scan(HeldBytes(std::move(held), use), {});
    return;
  }
  scan(bytes, held);
  use->give_back(held.size());
}

void GitleaksArchiveScan::scan_members(Members& members, std::string_view head,
                                       Packing packing, const std::string& path,
                                       unsigned depth, Job& job) {
  Result<std::optional<Member>> member = members.next();
  if (!member) {
    note_unopened(head, packing, path, member.error(), job);
    return;
  }
  while (member && *member && !results_->expired) {
    if (!job.unpacking.add_member()) return;
    if ((*member)->is_file) scan_member(**member, members, path, depth, job);
    member = members.next();
  }
  if (!member) note_problem(path, member.error().message, job);
}

void GitleaksArchiveScan::scan_member(const Member& member, Members& members,
                                      const std::string& path, unsigned depth,
                                      Job& job) {
  const std::size_t most = shared_.bounds.name_bytes;
  if (member.name.size() > most) {
    note_problem(path + "!" + member.name.substr(0, most),
                 fmt::format("its name has {} bytes", member.name.size()), job);
    return;
  }
  const std::string name = clean_go_path(member.name);
  const std::string full = path + "!" + name;
  // As in gitleaks, which asks about the members of the outermost archive alone.
  if (depth == 0 && rules_.walk_skips(name)) {
    results_->coverage.skip(GitleaksSkip::kAllowlisted);
    return;
  }
  if (member.encrypted) {
    note_problem(full, "it is encrypted", job);
    return;
  }
  scan_named(MemberBytes(members), full, name, depth + 1, job);
}

void GitleaksArchiveScan::scan_content(const ByteSource& bytes,
                                       const std::string& path, Job& job) {
  const GitleaksContent content{path, job.file.symlink, job.file.commit};
  if (content_.passes_over(content)) return;
  const Result<void> read = content_.scan(bytes, content, 0, job.leaks);
  if (!read) note_problem(path, read.error().message, job);
}

// Of what could not be opened as its name says: `head` are its first bytes.
void GitleaksArchiveScan::note_unopened(std::string_view head, Packing packing,
                                        const std::string& path,
                                        const Error& error, Job& job) {
  if (packing_of(head) == packing)
    note_problem(path, error.message, job);
  else
    results_->coverage.skip(GitleaksSkip::kArchive);
}

// A bound that ends it all is told once, at the end.
void GitleaksArchiveScan::note_problem(const std::string& path,
                                       std::string_view reason, Job& job) {
  if (!job.unpacking.over().empty() || job.problems++ >= kMostNamed) return;
  std::string called(job.called);
  called += std::string_view(path).substr(job.file.path.size());
  results_->problems.emplace_back(
      job.sequence, fmt::format("{}: {}", called, without_option(reason)));
}

}  // namespace sluice
