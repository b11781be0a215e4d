// A chain of deltas is followed down to an object that is whole or cached, and
// applied upwards. Every step is kept in the cache, since the base of the next
// object to read is most likely one of them (reading_order()).
//
// Rejected: to compare the name of each object with the hash of its bytes. It
// would take longer than everything else that is done with most objects, and
// `git cat-file` does not do it either (history/pack_indexes.h).
#include "pack/object_reader.h"

#include <libdeflate.h>

#include <algorithm>
#include <new>
#include <utility>

namespace sluice {
namespace {

// How many bytes one read gets: many objects if reads follow each other in the
// pack, otherwise enough for most single objects.
constexpr std::size_t kWindow = 64 * 1024;
constexpr std::size_t kSingle = 4 * 1024;
// Git writes no chain longer than 4,095; a circle of named bases has no end.
constexpr std::size_t kMostLinks = 10'000;

// The deflated bytes that an object of `size` may have: more than any deflater
// in use writes. Git reads objects with still more.
std::size_t most_deflated(std::uint64_t size) {
  return static_cast<std::size_t>(size + size / 256) + 1024;
}

}  // namespace

ObjectReader::ObjectReader(const ObjectStore& store)
    : store_(store), inflater_(libdeflate_alloc_decompressor()) {
  if (inflater_ == nullptr) throw std::bad_alloc();
}

ObjectReader::~ObjectReader() { libdeflate_free_decompressor(inflater_); }

// Returns the bytes from `place` on: at least `size`, unless the pack ends.
std::string_view ObjectReader::window(const ObjectStore::Place& place,
                                      std::size_t size) {
  if (place.pack != window_at_.pack || place.offset < window_at_.offset ||
      place.offset + size > window_at_.offset + window_size_) {
    const bool follows = place.pack == window_at_.pack &&
                         place.offset >= window_at_.offset &&
                         place.offset - window_at_.offset <= kWindow;
    window_.resize(std::max(size, follows ? kWindow : kSingle));
    window_at_ = place;
    window_size_ = store_.pack(place.pack)
                       .read(place.offset, window_.data(), window_.size());
  }
  const auto skipped =
      static_cast<std::size_t>(place.offset - window_at_.offset);
  return std::string_view(window_.data(), window_size_).substr(skipped);
}

std::optional<Bytes> ObjectReader::inflate(const Link& link) {
  const std::string_view there =
      window(link.place, link.entry.head + most_deflated(link.entry.size));
  if (there.size() < link.entry.head) return std::nullopt;
  const std::string_view deflated = there.substr(link.entry.head);
  Bytes bytes = Bytes::of_size(static_cast<std::size_t>(link.entry.size));
  std::size_t used = 0;
  std::size_t size = 0;
  if (libdeflate_zlib_decompress_ex(inflater_, deflated.data(), deflated.size(),
                                    bytes.data.get(), bytes.size, &used,
                                    &size) != LIBDEFLATE_SUCCESS ||
      size != bytes.size)
    return std::nullopt;
  return bytes;
}

const ObjectReader::Object* ObjectReader::cached(
    const ObjectStore::Place& place) {
  const auto found = cached_.find(place);
  if (found == cached_.end()) return nullptr;
  cache_.splice(cache_.begin(), cache_, found->second);
  return &found->second->object;
}

void ObjectReader::keep(const ObjectStore::Place& place, const Object& object) {
  if (cached_.contains(place)) return;
  cache_.push_front({place, object});
  cached_.emplace(place, cache_.begin());
  cached_bytes_ += object.bytes->size;
  while (cached_bytes_ > kMostCached && cache_.size() > 1) {
    cached_bytes_ -= cache_.back().object.bytes->size;
    cached_.erase(cache_.back().place);
    cache_.pop_back();
  }
}

std::optional<ObjectReader::Object> ObjectReader::read(const ObjectId& id) {
  const std::optional<ObjectStore::Place> place = store_.find(id);
  return place ? read_at(*place) : std::nullopt;
}

std::optional<ObjectReader::Object> ObjectReader::read_at(
    ObjectStore::Place place) {
  std::vector<Link> chain;
  Object object;
  for (;;) {
    if (const Object* const known = cached(place)) {
      object = *known;
      break;
    }
    const std::size_t id_size = store_.pack(place.pack).id_size();
    const auto entry =
        read_packed_entry(window(place, kMostEntryHead), id_size);
    if (!entry || entry->size > kMostObject || chain.size() == kMostLinks)
      return std::nullopt;
    chain.push_back({place, *entry});
    if (!entry->is_delta()) break;
    if (entry->kind == PackedKind::kNamedDelta) {
      const auto base = store_.find(entry->base);
      if (!base) return std::nullopt;
      place = *base;
    } else {
      if (entry->back > place.offset) return std::nullopt;
      place.offset -= entry->back;
    }
  }
  for (; !chain.empty(); chain.pop_back()) {
    const Link& link = chain.back();
    std::optional<Bytes> bytes = inflate(link);
    if (bytes && link.entry.is_delta())
      bytes = apply_delta(object.bytes->view(), bytes->view(), kMostObject);
    else
      object.kind = link.entry.kind;
    if (!bytes) return std::nullopt;
    object.bytes = std::make_shared<const Bytes>(*std::move(bytes));
    keep(link.place, object);
  }
  return object;
}

}  // namespace sluice
