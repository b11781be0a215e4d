#include "history/submodules.h"

#include <utility>

#include "fs/file_system.h"
#include "git/run_git.h"

namespace sluice {

void SubmoduleMoves::add(std::string_view path,
                         const std::vector<ObjectId>& from,
                         const ObjectId& to) {
  CommitMove& move = moves_.try_emplace(std::string(path)).first->second;
  for (const ObjectId& id : from)
    if (!id.names_none() && !move.to.contains(id)) move.from.insert(id);
  move.to.insert(to);
}

std::map<std::string, ObjectId> submodules_listed(std::string_view listed) {
  std::map<std::string, ObjectId> found;
  // MODE ID STAGE\tPATH
  constexpr std::string_view kMode = "160000 ";
  for (std::string_view entry : split_at_nul(listed)) {
    if (!entry.starts_with(kMode)) continue;
    entry.remove_prefix(kMode.size());
    const std::size_t id_end = entry.find(' ');
    const std::size_t tab = entry.find('\t');
    if (id_end == std::string_view::npos || tab == std::string_view::npos)
      continue;
    if (const auto id = ObjectId::parse(entry.substr(0, id_end)))
      found[std::string(entry.substr(tab + 1))] = *id;
  }
  return found;
}

Result<std::map<std::string, ObjectId>> submodules_in_index(
    const GitRepository& repository) {
  SLUICE_TRY_ASSIGN(
      const std::string listed,
      git_output(repository.place(), {"ls-files", "-z", "--stage"}));
  return submodules_listed(listed);
}

Result<GitRepository> open_submodule(const GitRepository& superproject,
                                     const std::string& path) {
  const auto none = [&] {
    return fail(ErrorCode::kNotFound,
                "the submodule is not checked out (`git submodule update "
                "--init` does it)");
  };
  if (!superproject.has_work_tree()) return none();
  const FileSystem& fs = posix_file_system();
  const int top = superproject.place().directory;
  const Result<int> directory =
      fs.open_directory_below(top, path, Links::kRefuse);
  if (!directory) return none();
  // If there is no .git, git would answer for the superproject.
  if (!fs.link_status(*directory, ".git")) {
    fs.close(*directory);
    return none();
  }
  SLUICE_TRY_ASSIGN(
      GitRepository opened,
      GitRepository::open_top(*directory, superproject.root() + path + "/"));
  opened.end_on(superproject.place().interrupt);
  return opened;
}

ObjectId head_of(const GitRepository& repository) {
  const Result<std::string> said = git_output(
      repository.place(), {"rev-parse", "-q", "--verify", "HEAD^{commit}"});
  if (!said) return {};
  return ObjectId::parse(std::string_view(*said).substr(0, said->find('\n')))
      .value_or(ObjectId{});
}

}  // namespace sluice
