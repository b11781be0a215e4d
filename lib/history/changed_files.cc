#include "history/changed_files.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "git/raw_changes.h"
#include "history/old_names.h"
#include "policy/policy_files.h"

namespace sluice {
namespace {

// The most deleted files among which git searches for files that were renamed
// and changed.
constexpr const char* kRenameLimit = "-l400";

// HEAD, if it names a commit, and the other parents of a merge that is under
// way.
Result<std::vector<std::string>> parents_of_next_commit(
    const GitRepository& repository) {
  SLUICE_TRY_ASSIGN(
      const std::string said,
      git_output(repository.place(),
                 {"rev-parse", "-q", "--revs-only", "HEAD", "MERGE_HEAD"}));
  std::vector<std::string> parents;
  std::string_view rest = said;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    parents.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (parents.empty()) parents.push_back(repository.empty_tree());
  return parents;
}

void add(const RawChange& change, Changes* changes) {
  const std::string path(change.path);
  if (is_policy_file(path)) changes->policy_files.push_back(path);
  if (change.status == 'U') {
    changes->unmerged.push_back(path);
  } else if (change.is(GitMode::kSubmodule)) {
    const bool was_one = change.status == 'M';
    changes->submodules.push_back(
        {path, was_one ? change.old : std::vector<ObjectId>(), change.blob});
  } else if (!change.is(GitMode::kNone)) {
    ChangedFile file{path, change.blob, {}, change.is(GitMode::kSymlink)};
    if (change.status != 'A') file.old = change.old;
    changes->files.push_back(std::move(file));
  }
}

Result<Changes> changes_in(std::string_view listed) {
  Changes changes;
  while (!listed.empty()) {
    const std::optional<RawChange> change = take_raw_change(&listed);
    if (!change) return fail(ErrorCode::kIo, "cannot understand git's list");
    add(*change, &changes);
  }
  return changes;
}

Result<Changes> index_against(const GitRepository& repository,
                              const std::string& tree) {
  SLUICE_TRY_ASSIGN(
      const std::string listed,
      git_output(repository.place(),
                 {"diff-index", "--cached", "--raw", "-z", "--no-abbrev",
                  "--find-renames", kRenameLimit, "--ita-invisible-in-index",
                  "--ignore-submodules=none", tree, "--"}));
  return changes_in(listed);
}

// Keeps what differs from the other parent, too.
void keep_common(const Changes& other, Changes* changes) {
  std::map<std::string_view, const ChangedFile*> there;
  for (const ChangedFile& file : other.files) there[file.path] = &file;
  std::erase_if(changes->files, [&](ChangedFile& file) {
    const auto found = there.find(file.path);
    if (found == there.end()) return true;
    const std::vector<ObjectId>& old = found->second->old;
    file.old.insert(file.old.end(), old.begin(), old.end());
    return false;
  });
}

}  // namespace

Result<Changes> staged_changes(const GitRepository& repository) {
  SLUICE_TRY_ASSIGN(const std::vector<std::string> parents,
                    parents_of_next_commit(repository));
  SLUICE_TRY_ASSIGN(Changes changes,
                    index_against(repository, parents.front()));
  for (std::size_t i = 1; i < parents.size(); ++i) {
    SLUICE_TRY_ASSIGN(const Changes other,
                      index_against(repository, parents[i]));
    keep_common(other, &changes);
  }
  return changes;
}

Result<std::string> names_in_parents(const GitRepository& repository) {
  SLUICE_TRY_ASSIGN(const std::vector<std::string> parents,
                    parents_of_next_commit(repository));
  return names_in_trees(repository.place(), parents);
}

Result<std::string> names_in_index(const GitRepository& repository) {
  return git_output(repository.place(), {"ls-files", "-z"});
}

Result<Changes> unstaged_changes(const GitRepository& repository) {
  SLUICE_TRY_ASSIGN(std::vector<std::string> words,
                    without_drivers(repository.place()));
  // Otherwise git would examine a submodule, under the submodule's own
  // settings.
  for (const char* word :
       {"diff-files", "--raw", "-z", "--no-abbrev", "--ita-invisible-in-index",
        "--ignore-submodules=all", "--"})
    words.emplace_back(word);
  SLUICE_TRY_ASSIGN(const std::string listed,
                    git_output(repository.place(), std::move(words)));
  SLUICE_TRY_ASSIGN(Changes changes, changes_in(listed));
  for (ChangedFile& file : changes.files) file.blob = {};
  // A file in conflict is as the person has left it: all of it counts.
  for (std::string& path : changes.unmerged)
    changes.files.push_back({.path = std::move(path)});
  changes.unmerged.clear();
  std::ranges::sort(changes.files, {}, &ChangedFile::path);
  changes.files.erase(
      std::unique(changes.files.begin(), changes.files.end(),
                  [](const ChangedFile& a, const ChangedFile& b) {
                    return a.path == b.path;
                  }),
      changes.files.end());
  return changes;
}

Result<Changes> untracked_files(const GitRepository& repository) {
  SLUICE_TRY_ASSIGN(
      const std::string listed,
      git_output(repository.place(),
                 {"ls-files", "-z", "--others", "--exclude-standard"}));
  Changes changes;
  for (const std::string_view path : split_at_nul(listed)) {
    if (path.ends_with('/'))
      changes.other_repositories.emplace_back(path.substr(0, path.size() - 1));
    else
      changes.files.push_back({.path = std::string(path)});
  }
  return changes;
}

}  // namespace sluice
