#include "walk/ignored_by.h"

#include <algorithm>
#include <tuple>

namespace sluice {
namespace {

bool is_before(const IgnoreFileCounts::One& a, const IgnoreFileCounts::One& b) {
  return std::tie(b.count, a.file) < std::tie(a.count, b.file);
}

}  // namespace

void IgnoredBy::add(const std::string& file, std::uint64_t count) {
  if (!holds(shard_, file)) return;
  counts_[file] += count;
  if (counts_.size() > kMaxKept) drop_smaller_half();
}

void IgnoredBy::drop_smaller_half() {
  const IgnoreFileCounts kept = counts(kMaxKept / 2);
  rest_ = kept.rest;
  counts_.clear();
  for (const IgnoreFileCounts::One& one : kept.files)
    counts_[one.file] = one.count;
}

IgnoreFileCounts IgnoredBy::counts(std::size_t most) const {
  IgnoreFileCounts all;
  all.rest = rest_;
  for (const auto& [file, count] : counts_) all.files.push_back({file, count});
  std::ranges::sort(all.files, is_before);
  while (all.files.size() > most) {
    ++all.rest.files;
    all.rest.count += all.files.back().count;
    all.files.pop_back();
  }
  return all;
}

}  // namespace sluice
