// What is asked of git about a repository: a seam, so that tests can answer.
// Thread-safety: used by one thread.
// Errors: a few words that say why git could not say ("git is not installed"),
// the same wherever the repository lies.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace sluice {

struct GitSettings {
  // core.excludesFile, as a path that may be relative to the repository's root;
  // empty: none is wanted; not there: the default place is meant.
  std::optional<std::string> excludes_file;
  bool ignore_case = false;  // core.ignoreCase
};

// A repository that was asked: git works beside us from then on. Each answer is
// waited for, and may be had once.
class AskedRepository {
 public:
  virtual ~AskedRepository() = default;
  virtual Result<GitSettings> settings() = 0;

  // The files that git tracks although its ignore rules match them: sorted,
  // relative to the repository's root. What is below a submodule is not among
  // them, the submodule itself may be.
  virtual Result<std::vector<std::string>> tracked_ignored() = 0;
};

class Git {
 public:
  virtual ~Git() = default;

  // `directory` is the repository's root, opened; it may be closed at once.
  virtual std::unique_ptr<AskedRepository> ask(int directory) const = 0;

  // Where core.excludesFile lies if nobody has set it; empty: nowhere.
  virtual std::string default_excludes_file() const = 0;
};

// The git that is found in PATH.
const Git& installed_git();

}  // namespace sluice
