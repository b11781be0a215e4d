#include "git/commit_name.h"

#include <algorithm>

namespace sluice {
namespace {

std::string how_to_get(const std::string& name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string::npos || slash == 0) return "";
  return fmt::format(" (try `git fetch {} {}`)", name.substr(0, slash),
                     name.substr(slash + 1));
}

}  // namespace

Result<std::string> commit_named(const GitRepository& repository,
                                 const std::string& name) {
  Result<std::string> found = git_output(
      repository.place(),
      {"rev-parse", "-q", "--verify", "--end-of-options", name + "^{commit}"});
  if (!found)
    return fail(ErrorCode::kUsage, "there is no commit {} here{}", name,
                how_to_get(name));
  found->resize(std::min(found->find('\n'), found->size()));
  return found;
}

}  // namespace sluice
