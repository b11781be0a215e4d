#include "walk/repository.h"

#include <utility>

namespace sluice {

const GitSettings& Repository::settings() {
  if (settings_) return *settings_;
  settings_.emplace();
  if (!asked_) return *settings_;
  Result<GitSettings> answer = asked_->settings();
  if (answer) {
    *settings_ = *std::move(answer);
  } else {
    tell(answer.error());
    // It will not answer further questions either. If it hangs, once is enough.
    asked_.reset();
  }
  return *settings_;
}

const TrackedFiles& Repository::tracked() {
  if (tracked_) return *tracked_;
  tracked_.emplace();
  if (!asked_) return *tracked_;
  Result<TrackedFiles> answer = asked_->tracked();
  if (answer)
    *tracked_ = *std::move(answer);
  else
    tell(answer.error());
  return *tracked_;
}

bool Repository::tracks(std::string_view path) { return tracked().has(path); }

bool Repository::tracks_below(std::string_view directory) {
  return tracked().has_below(directory);
}

void Repository::tell(const Error& why) {
  if (const auto once = std::exchange(tell_, nullptr)) once(why);
}

void Repository::settle() {
  settings();
  tracked();
}

}  // namespace sluice
