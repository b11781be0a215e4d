// A chain of deltas is followed down to an object that is whole or cached, and
// applied upwards. Every step is kept in the cache, since the base of the next
// object to read is most likely one of them (reading_order()).
//
// Packs are read in blocks of some KiB, of which the last ones are kept: objects
// that are read one after another are near each other, but seldom in order.
//
// Rejected: to compare the name of each object with the hash of its bytes. It
// would take longer than everything else that is done with most objects, and
// `git cat-file` does not do it either (history/pack_indexes.h).
#include "pack/object_reader.h"

#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <new>
#include <string>
#include <utility>

namespace sluice {
namespace {

// Git writes no chain longer than 4,095; a circle of named bases has no end.
constexpr std::size_t kMostLinks = 10'000;

// No head of a loose object has so many bytes.
constexpr std::size_t kMostLooseHead = 32;

// Reads "KIND SIZE", a NUL, and SIZE bytes.
std::optional<ObjectReader::Object> object_of(std::string_view text) {
  using Name = std::pair<std::string_view, PackedKind>;
  constexpr std::array<Name, 4> kNames = {{{"blob ", PackedKind::kBlob},
                                           {"tree ", PackedKind::kTree},
                                           {"commit ", PackedKind::kCommit},
                                           {"tag ", PackedKind::kTag}}};
  const auto name = std::ranges::find_if(
      kNames, [&](const Name& one) { return text.starts_with(one.first); });
  if (name == kNames.end()) return std::nullopt;
  text.remove_prefix(name->first.size());
  std::size_t size = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), size);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (error != std::errc() || text.size() != size + 1 || text.front() != '\0')
    return std::nullopt;
  Bytes bytes = Bytes::of_size(size);
  text.copy(bytes.data.get(), size, 1);
  return ObjectReader::Object{name->second,
                              std::make_shared<const Bytes>(std::move(bytes))};
}

}  // namespace

ObjectReader::ObjectReader(const ObjectStore& store)
    : store_(store),
      inflater_(libdeflate_alloc_decompressor()),
      block_bytes_(Bytes::of_size(kBlocks * kBlockRead)) {
  if (inflater_ == nullptr) throw std::bad_alloc();
}

ObjectReader::~ObjectReader() { libdeflate_free_decompressor(inflater_); }

// Returns the bytes from `place` on: at least `size`, unless the pack ends.
std::string_view ObjectReader::window(const ObjectStore::Place& place,
                                      std::size_t size) {
  const PackFile& pack = store_.pack(place.pack);
  const std::uint64_t number = place.offset / kBlock;
  const std::uint64_t begin =
      std::max<std::uint64_t>(number * kBlock, PackFile::kHead);
  if (place.offset < begin) return {};
  const auto skipped = static_cast<std::size_t>(place.offset - begin);
  if (skipped + size > kBlockRead) {
    if (large_.size < size) large_ = Bytes::of_size(size);
    return {large_.data.get(),
            pack.read(place.offset, large_.data.get(), size)};
  }
  const std::size_t slot = (number + place.pack) % kBlocks;
  Block& block = blocks_[slot];
  char* const bytes = block_bytes_.data.get() + slot * kBlockRead;
  if (block.place != ObjectStore::Place{place.pack, begin}) {
    block.size = pack.read(begin, bytes, kBlockRead);
    block.place = {place.pack, begin};
  }
  return std::string_view(bytes, block.size)
      .substr(std::min(skipped, block.size));
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

std::optional<ObjectReader::Object> ObjectReader::read(const ObjectId& id) {
  const std::optional<ObjectStore::Place> place = store_.find(id);
  return place ? read_at(*place) : read_loose(id);
}

// The size is in the deflated text, so room for it is guessed.
std::optional<ObjectReader::Object> ObjectReader::read_loose(
    const ObjectId& id) {
  const std::optional<std::string> text =
      store_.loose().read(id, most_deflated(kMostObject));
  if (!text) return std::nullopt;
  Bytes inflated;
  std::size_t used = 0;
  for (std::size_t room = std::max<std::size_t>(4 * text->size(), 1024);;
       room *= 4) {
    inflated = Bytes::of_size(std::min(room, kMostObject + kMostLooseHead));
    const libdeflate_result result = libdeflate_zlib_decompress_ex(
        inflater_, text->data(), text->size(), inflated.data.get(),
        inflated.size, &used, &inflated.size);
    if (result == LIBDEFLATE_SUCCESS) break;
    if (result != LIBDEFLATE_INSUFFICIENT_SPACE || room > kMostObject)
      return std::nullopt;
  }
  if (used != text->size()) return std::nullopt;
  return object_of(inflated.view());
}

std::optional<ObjectReader::Object> ObjectReader::read_at(
    ObjectStore::Place place) {
  std::vector<Link> chain;
  Object object;
  for (;;) {
    if (const Object* const known = cache_.find(place)) {
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
    cache_.keep(link.place, object);
  }
  return object;
}

}  // namespace sluice
