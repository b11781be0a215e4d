#include "pack/object_cache.h"

#include <algorithm>
#include <utility>

namespace sluice {

std::uint32_t& ObjectCache::bucket_of(const ObjectStore::Place& place) {
  // The lowest bits of a product are those of its factors' lowest bits alone.
  const std::uint64_t hash =
      (place.offset + place.pack) * 0x9E3779B97F4A7C15U >> 32U;
  return buckets_[hash & (buckets_.size() - 1)];
}

const PackedObject* ObjectCache::find(const ObjectStore::Place& place) {
  if (buckets_.empty()) return nullptr;
  std::uint32_t at = bucket_of(place);
  while (at != kNone && entries_[at].place != place)
    at = entries_[at].next_in_bucket;
  if (at == kNone) return nullptr;
  if (at != newest_) {
    take_out(at);
    make_newest(at);
  }
  return &entries_[at].object;
}

void ObjectCache::keep(const ObjectStore::Place& place, PackedObject object) {
  bytes_ += object.bytes->size + kOverhead;
  while (bytes_ > kMost && oldest_ != kNone) drop_oldest();
  if (free_.empty()) grow();
  const std::uint32_t at = free_.back();
  free_.pop_back();
  std::uint32_t& bucket = bucket_of(place);
  entries_[at].place = place;
  entries_[at].object = std::move(object);
  entries_[at].next_in_bucket = std::exchange(bucket, at);
  make_newest(at);
}

void ObjectCache::make_newest(std::uint32_t entry) {
  entries_[entry].older = newest_;
  entries_[entry].newer = kNone;
  (newest_ == kNone ? oldest_ : entries_[newest_].newer) = entry;
  newest_ = entry;
}

// Out of the order of use.
void ObjectCache::take_out(std::uint32_t entry) {
  const auto [older, newer] =
      std::pair(entries_[entry].older, entries_[entry].newer);
  (older == kNone ? oldest_ : entries_[older].newer) = newer;
  (newer == kNone ? newest_ : entries_[newer].older) = older;
}

void ObjectCache::drop_oldest() {
  const std::uint32_t at = oldest_;
  take_out(at);
  std::uint32_t* link = &bucket_of(entries_[at].place);
  while (*link != at) link = &entries_[*link].next_in_bucket;
  *link = entries_[at].next_in_bucket;
  bytes_ -= entries_[at].object.bytes->size + kOverhead;
  entries_[at].object = {};
  free_.push_back(at);
}

void ObjectCache::grow() {
  const auto first = static_cast<std::uint32_t>(entries_.size());
  entries_.resize(std::max<std::size_t>(256, 2 * entries_.size()));
  for (auto at = static_cast<std::uint32_t>(entries_.size()); at > first; --at)
    free_.push_back(at - 1);
  buckets_.assign(entries_.size(), kNone);
  for (std::uint32_t at = newest_; at != kNone; at = entries_[at].older) {
    std::uint32_t& bucket = bucket_of(entries_[at].place);
    entries_[at].next_in_bucket = std::exchange(bucket, at);
  }
}

}  // namespace sluice
