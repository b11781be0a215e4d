// One listing has the mode and the object of every file, so a file that does
// not exist costs no process. Ignore files are looked up in every directory
// that contains a change.
#include "policy/revision_files.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "git/commit_name.h"
#include "git/run_git.h"
#include "policy/policy_files.h"

namespace sluice {
namespace {

using namespace std::chrono_literals;

// Modes of a regular file, of one that may be executed, and of a link.
constexpr std::string_view kRegular = "100644";
constexpr std::string_view kExecutable = "100755";
constexpr std::string_view kLink = "120000";

// Bytes of the list of a revision's files: more than a million of them.
constexpr std::size_t kMostListed = std::size_t{128} << 20;

// For one small object; a hang is no answer.
constexpr std::chrono::milliseconds kBlobLimit = 60s;

std::string_view take_until(std::string_view* text, char end) {
  const std::size_t at = std::min(text->find(end), text->size());
  const std::string_view part = text->substr(0, at);
  text->remove_prefix(std::min(at + 1, text->size()));
  return part;
}

}  // namespace

// "MODE OBJECT STAGE\tPATH" of the index, "MODE blob OBJECT\tPATH" of a tree.
Result<RevisionFiles> RevisionFiles::list(const GitRepository& repository,
                                          const std::string& revision) {
  const bool staged = revision.empty();
  std::vector<std::string> words = {"ls-files", "-s", "-z"};
  if (!staged) {
    SLUICE_TRY_ASSIGN(std::string commit, commit_named(repository, revision));
    words = {"ls-tree", "-r", "-z", "--full-tree", std::move(commit)};
  }
  SLUICE_TRY_ASSIGN(const std::string listed,
                    git_output(repository.place(), std::move(words),
                               ChildProcess::kNoInput, kMostListed));
  RevisionFiles files(repository, {listed.begin(), listed.end()});
  std::string_view rest(files.listed_.data(), files.listed_.size());
  while (!rest.empty()) {
    Entry entry;
    entry.mode = take_until(&rest, ' ');
    if (!staged) take_until(&rest, ' ');
    entry.object = take_until(&rest, staged ? ' ' : '\t');
    if (staged) take_until(&rest, '\t');
    entry.path = take_until(&rest, '\0');
    files.entries_.push_back(entry);
  }
  std::ranges::sort(files.entries_, {}, &Entry::path);
  return files;
}

const RevisionFiles::Entry* RevisionFiles::find(std::string_view path) const {
  const auto found = std::ranges::lower_bound(entries_, path, {}, &Entry::path);
  return found == entries_.end() || found->path != path ? nullptr : &*found;
}

Result<std::string> RevisionFiles::read(const std::string& path,
                                        std::size_t most) const {
  const Entry* const entry = find(path);
  if (entry == nullptr)
    return tl::unexpected<Error>(
        {ErrorCode::kNotFound, errno_text(ENOENT), ENOENT});
  if (entry->mode == kLink)
    return fail(ErrorCode::kIo, "it is a symbolic link");
  if (entry->mode != kRegular && entry->mode != kExecutable)
    return fail(ErrorCode::kIo, "it is not a regular file");
  SLUICE_TRY_ASSIGN(
      ChildProcess child,
      start_git(repository_->place(),
                {"cat-file", "blob", std::string(entry->object)}));
  Result<ChildProcess::Ended> ended = child.finish(kBlobLimit, most);
  if (!ended)
    return fail(ErrorCode::kIo,
                "git was stopped: {} (at most {} bytes are read)",
                ended.error().message, most);
  if (ended->exit_code != 0)
    return fail(ErrorCode::kIo, "{}", git_complaint(*ended));
  return std::move(ended->output);
}

std::vector<std::string> RevisionFiles::changed_policy(
    const RevisionFiles& before, const RevisionFiles& after) {
  std::vector<std::string> paths;
  const auto compare = [&](const RevisionFiles& one, const RevisionFiles& other,
                           bool both) {
    for (const Entry& entry : one.entries_) {
      if (!is_policy_file(entry.path)) continue;
      const Entry* const twin = other.find(entry.path);
      if (twin == nullptr ||
          (both && (twin->object != entry.object || twin->mode != entry.mode)))
        paths.emplace_back(entry.path);
    }
  };
  compare(before, after, true);
  compare(after, before, false);
  std::ranges::sort(paths);
  return paths;
}

PolicySource place_in_index(const GitRepository& repository) {
  const auto listed = std::make_shared<std::optional<Result<RevisionFiles>>>();
  return PolicySource{
      .origin = PolicyOrigin::kIndex,
      .directory = repository.root(),
      .revision = {},
      .read = [&repository, listed](const std::string& path,
                                    std::size_t most) -> Result<std::string> {
        if (!*listed) listed->emplace(RevisionFiles::list(repository, ""));
        if (**listed) return (**listed)->read(path, most);
        return tl::unexpected<Error>(
            {ErrorCode::kNotFound, (**listed).error().message, ENOENT});
      }};
}

Result<PolicySource> place_in_revision(const GitRepository& repository,
                                       std::string revision) {
  SLUICE_TRY_ASSIGN(RevisionFiles listed,
                    RevisionFiles::list(repository, revision));
  const auto files = std::make_shared<RevisionFiles>(std::move(listed));
  return PolicySource{
      .origin = PolicyOrigin::kRevision,
      .directory = repository.root(),
      .revision = std::move(revision),
      .read = [files](const std::string& path, std::size_t most) {
        return files->read(path, most);
      }};
}

}  // namespace sluice
