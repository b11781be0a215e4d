// A git repository that the walk is in: what git says of it.
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
  // `tell` gets the reason, once, when git cannot say something. `asked` is
  // null if git is not to be asked.
  Repository(std::unique_ptr<AskedRepository> asked,
             std::function<void(const Error&)> tell)
      : asked_(std::move(asked)), tell_(std::move(tell)) {}

  // Waits for git the first time. Without an answer: git's defaults.
  const GitSettings& settings();

  // Whether git tracks a file, by its path from the repository's root; and
  // whether it tracks any below a directory. The first question waits for git.
  // Without an answer: no.
  bool tracks(std::string_view path);
  bool tracks_below(std::string_view directory);
  // Whether that first question was asked.
  bool knows_tracked() const { return tracked_.has_value(); }

  // Waits for git, so that its processes end.
  void settle();

 private:
  const TrackedFiles& tracked();
  void tell(const Error& why);

  std::unique_ptr<AskedRepository> asked_;
  std::function<void(const Error&)> tell_;  // empty: it was told
  std::optional<GitSettings> settings_;
  std::optional<TrackedFiles> tracked_;
};

}  // namespace sluice
