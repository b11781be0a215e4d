#include "git/commit_name.h"

#include <algorithm>

namespace sluice {
namespace {

std::string how_to_get(const GitRepository& repository,
                       const std::string& name) {
  const std::size_t slash = name.find('/');
  const bool is_of_remote = slash != std::string::npos && slash != 0;
  const std::string fetch =
      is_of_remote ? fmt::format("`git fetch {} {}`", name.substr(0, slash),
                                 name.substr(slash + 1))
                   : "";
  if (!repository.is_shallow())
    return is_of_remote ? fmt::format(" (try {})", fetch) : "";
  return fmt::format(". The clone is shallow: {}{}", kHowToUnshallow,
                     is_of_remote ? ", then " + fetch : "");
}

}  // namespace

Result<std::string> commit_named(const GitRepository& repository,
                                 const std::string& name) {
  Result<std::string> found = git_output(
      repository.place(),
      {"rev-parse", "-q", "--verify", "--end-of-options", name + "^{commit}"});
  if (!found)
    return fail(ErrorCode::kUsage, "there is no commit {} here{}", name,
                how_to_get(repository, name));
  found->resize(std::min(found->find('\n'), found->size()));
  return found;
}

}  // namespace sluice
