#include "walk/ignore_stack.h"

#include <utility>

namespace sluice {

void IgnoreStack::restore(Mark mark) {
  // erase() needs no empty Level to fill up with, as resize() would.
  files_.erase(files_.begin() + static_cast<std::ptrdiff_t>(mark.files),
               files_.end());
  excludes_.erase(
      excludes_.begin() + static_cast<std::ptrdiff_t>(mark.excludes),
      excludes_.end());
}

void IgnoreStack::push_file(std::size_t base, IgnoreFile file) {
  if (!file.empty()) files_.push_back({base, std::move(file)});
}

void IgnoreStack::push_exclude(std::size_t base, IgnoreFile file) {
  if (!file.empty()) excludes_.push_back({base, std::move(file)});
}

bool IgnoreStack::ignores(std::string_view path, std::size_t name_at,
                          bool is_directory) const {
  if (files_.empty() && excludes_.empty()) return false;
  const IgnoreQuery query(path, name_at, is_directory);
  for (const std::vector<Level>* levels : {&files_, &excludes_}) {
    for (auto level = levels->rbegin(); level != levels->rend(); ++level) {
      const IgnoreMatch match = level->file.match(query, level->base);
      if (match.verdict != IgnoreVerdict::kNone)
        return match.verdict == IgnoreVerdict::kIgnore;
    }
  }
  return false;
}

}  // namespace sluice
