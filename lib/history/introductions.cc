#include "history/introductions.h"

#include <utility>

namespace sluice {

std::uint32_t Introductions::path_id(std::string_view path) {
  const auto [at, is_new] = path_ids_.try_emplace(
      prefix_ + std::string(path), static_cast<std::uint32_t>(paths_.size()));
  if (!is_new) return at->second;
  const bool is_own = walk_.meet(at->first).is_own;
  if (left_out_.has(at->first, is_own)) {
    at->second = kLeftOut;
  } else {
    paths_.push_back(at->first);
    own_.push_back(is_own);
    has_others_ = has_others_ || !is_own;
  }
  return at->second;
}

Introductions::Added Introductions::add(std::size_t commit,
                                        const RawChange& change) {
  if (change.is(GitMode::kNone)) return Added::kNoFile;
  if (change.is(GitMode::kSubmodule)) {
    submodules_.add(change.path, change.old, change.blob);
    return Added::kNoFile;
  }
  if (known_.contains(change.blob)) return Added::kMet;
  const std::uint32_t path = path_id(change.path);
  if (path == kLeftOut) {
    if (remembers_) excluded_.insert(change.blob);
    return Added::kLeftOut;
  }
  known_.insert(change.blob);
  using Kind = KnownTexts::Kind;
  if (clean_ != nullptr &&
      clean_->has(KnownTexts::key_of(Kind::kFile, change.blob, paths_[path]))) {
    ++clean_files_;
    return Added::kClean;
  }
  if (count_++ % kBlock == 0) blocks_.emplace_back().reserve(kBlock);
  blocks_.back().push_back({change.blob, static_cast<std::uint32_t>(commit),
                            path, own_[path], change.is(GitMode::kSymlink)});
  return Added::kNew;
}

bool Introductions::wants(const std::string& path) {
  const bool is_own = walk_.meet(path).is_own;
  if (left_out_.has(path, is_own)) return false;
  has_others_ = has_others_ || !is_own;
  return is_own;
}

void Introductions::close() {
  known_ = excluded_ = {};
  all_.reserve(count_);
  for (std::vector<One>& block : blocks_) {
    all_.insert(all_.end(), block.begin(), block.end());
    block = {};
  }
}

void Introductions::put_first(std::span<const std::size_t> places) {
  std::vector<One> sorted;
  sorted.reserve(all_.size());
  std::vector<bool> is_put(all_.size());
  for (const std::size_t place : places) {
    sorted.push_back(all_[place]);
    is_put[place] = true;
  }
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (!is_put[i]) sorted.push_back(all_[i]);
  all_ = std::move(sorted);
}

std::size_t Introductions::sort_as(std::span<const ObjectId> listed) {
  std::unordered_map<ObjectId, std::size_t> places;
  places.reserve(all_.size());
  for (std::size_t i = 0; i < all_.size(); ++i) places.emplace(all_[i].blob, i);
  std::vector<One> sorted;
  sorted.reserve(all_.size());
  for (const ObjectId& id : listed) {
    const auto found = places.find(id);
    if (found == places.end()) continue;
    sorted.push_back(all_[found->second]);
    places.erase(found);
  }
  const std::size_t named = sorted.size();
  for (const One& one : all_)
    if (places.contains(one.blob)) sorted.push_back(one);
  all_ = std::move(sorted);
  return named;
}

}  // namespace sluice
