// The questions that the walk asks git about a repository. It is an interface,
// so that tests can answer in git's place.
// Thread-safety: used by one thread.
// Errors: a few words that say why git could not answer ("git is not
// installed"). They do not depend on the place of the repository.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/interrupt.h"

namespace sluice {

struct GitSettings {
  // core.excludesFile, as a path that may be relative to the repository's root.
  // It may be empty; if it is not set, the default place counts.
  std::optional<std::string> excludes_file;
  bool ignore_case = false;  // core.ignoreCase
};

// The files that git tracks, relative to the repository's root. What is below a
// submodule is not among them, the submodule itself is.
class TrackedFiles {
 public:
  TrackedFiles() = default;
  // `listed` has their names, with a NUL after each.
  explicit TrackedFiles(std::string_view listed);
  TrackedFiles(TrackedFiles&&) = default;
  TrackedFiles& operator=(TrackedFiles&&) = default;

  bool has(std::string_view path) const;
  bool has_below(std::string_view directory) const;

 private:
  std::vector<char> text_;
  std::vector<std::string_view> names_;  // in text_, sorted
};

// The pending questions about a repository: git works beside us from then on.
// Each answer may be taken once, and the caller waits for it.
class AskedRepository {
 public:
  virtual ~AskedRepository() = default;
  virtual Result<GitSettings> settings() = 0;

  virtual Result<TrackedFiles> tracked() = 0;
};

class Git {
 public:
  virtual ~Git() = default;

  // `directory` is the repository's root, opened; it may be closed at once.
  // Waiting for an answer fails after `interrupt`, which may be null, is
  // raised.
  virtual std::unique_ptr<AskedRepository> ask(
      int directory, const Interrupt* interrupt) const = 0;

  // The path of core.excludesFile if it is not set; empty if there is none.
  virtual std::string default_excludes_file() const = 0;
};

// The git that is found in PATH.
const Git& installed_git();

}  // namespace sluice
