// A git repository that the walk is in, and git's answers about it.
// Thread-safety: used by one thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "git/git.h"

namespace sluice {

class Repository {
 public:
  // `tell` receives the reason, once, if git cannot answer. `asked` is null if
  // git is not used.
  Repository(std::unique_ptr<AskedRepository> asked,
             std::function<void(const Error&)> tell)
      : asked_(std::move(asked)), tell_(std::move(tell)) {}

  // Waits for git the first time. Returns git's defaults if there is no answer.
  const GitSettings& settings();

  // tracks() returns whether git tracks a file, by its path from the
  // repository's root. tracks_below() returns whether git tracks any file below
  // a directory. The first call of either waits for git. Without an answer, the
  // result is false.
  bool tracks(std::string_view path);
  bool tracks_below(std::string_view directory);
  // Whether that first call was made.
  bool knows_tracked() const { return tracked_.has_value(); }

  // Waits for git, so that its processes end.
  void settle();

 private:
  const TrackedFiles& tracked();
  void tell(const Error& why);

  std::unique_ptr<AskedRepository> asked_;
  std::function<void(const Error&)> tell_;  // empty after it was called
  std::optional<GitSettings> settings_;
  std::optional<TrackedFiles> tracked_;
};

}  // namespace sluice
