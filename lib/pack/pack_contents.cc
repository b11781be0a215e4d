// A delta's base is before it, or is named. Objects are given depth first, so
// that a base is in memory only while differences from it are still to come.
//
// Rejected: to keep the inflated objects of the first reading. A pack of 100 MB
// holds gigabytes of them.
#include "pack/pack_contents.h"

#include <fmt/core.h>
#include <libdeflate.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <utility>

#include "base/digest.h"

namespace sluice {
namespace {

constexpr std::size_t kListWindow = 256 * 1024;
// Larger objects are inflated piece by piece to find their ends.
constexpr std::uint64_t kMostAtOnce = 1 << 20;

}  // namespace

PackContents::PackContents(const ByteSource& source, std::uint64_t begin,
                           std::size_t id_size,
                           std::function<bool(std::uint64_t)> goes_on)
    : source_(source),
      begin_(begin),
      id_size_(id_size),
      goes_on_(std::move(goes_on)),
      inflater_(libdeflate_alloc_decompressor()) {
  if (inflater_ == nullptr) throw std::bad_alloc();
}

PackContents::~PackContents() { libdeflate_free_decompressor(inflater_); }

// Returns the bytes from `offset` on: at least `size`, unless the source ends.
Result<std::string_view> PackContents::window(std::uint64_t offset,
                                              std::size_t size) {
  if (offset < window_at_ || offset + size > window_at_ + window_size_) {
    window_.resize(std::max(size, kListWindow));
    window_at_ = offset;
    window_size_ = 0;
    while (window_size_ < size) {
      SLUICE_TRY_ASSIGN(const std::size_t got,
                        source_.read_at(window_.data() + window_size_,
                                        window_.size() - window_size_,
                                        offset + window_size_));
      if (got == 0) break;
      window_size_ += got;
    }
  }
  const auto skipped = static_cast<std::size_t>(offset - window_at_);
  return std::string_view(window_.data(), window_size_).substr(skipped);
}

// Returns how many bytes from `offset` on inflate to `size` bytes; nothing if
// none do.
Result<std::optional<std::size_t>> PackContents::packed_size(
    std::uint64_t offset, std::uint64_t size) {
  if (size <= kMostAtOnce) {
    SLUICE_TRY_ASSIGN(const std::string_view packed,
                      window(offset, most_deflated(size)));
    const Bytes inflated = Bytes::of_size(static_cast<std::size_t>(size));
    std::size_t used = 0;
    std::size_t made = 0;
    if (libdeflate_zlib_decompress_ex(inflater_, packed.data(), packed.size(),
                                      inflated.data.get(), inflated.size, &used,
                                      &made) != LIBDEFLATE_SUCCESS ||
        made != size)
      return std::nullopt;
    return used;
  }
  z_stream stream{};
  if (::inflateInit(&stream) != Z_OK) throw std::bad_alloc();
  const Bytes piece = Bytes::of_size(64 * 1024);
  int state = Z_OK;
  std::size_t used = 0;
  std::size_t made = 0;
  while (state == Z_OK && goes_on_(size > kMostObject ? made : 0)) {
    const auto packed = window(offset + used, 4096);
    if (!packed) {
      ::inflateEnd(&stream);
      return tl::unexpected<Error>(packed.error());
    }
    // zlib does not write to it.
    stream.next_in =
        reinterpret_cast<Bytef*>(const_cast<char*>(packed->data()));  // NOLINT
    stream.avail_in = static_cast<uInt>(packed->size());
    stream.next_out = reinterpret_cast<Bytef*>(piece.data.get());
    stream.avail_out = static_cast<uInt>(piece.size);
    state = ::inflate(&stream, Z_NO_FLUSH);
    used += packed->size() - stream.avail_in;
    made = piece.size - stream.avail_out;
    if (stream.total_out > size) state = Z_DATA_ERROR;
  }
  const bool whole = state == Z_STREAM_END && stream.total_out == size;
  ::inflateEnd(&stream);
  if (!whole) return std::nullopt;
  return used;
}

// Adds the object at `*offset`, and moves this to the next one. Returns false
// if it is damaged.
Result<bool> PackContents::add_entry(std::uint64_t* offset) {
  // packed_size() may move the window, so the head is a copy.
  SLUICE_TRY_ASSIGN(const std::string_view head,
                    window(*offset, kMostEntryHead));
  const std::string text(head.substr(0, kMostEntryHead));
  // Without a list of refs, nothing says how long names are.
  const bool is_named =
      !text.empty() && (static_cast<std::uint8_t>(text[0]) >> 4 & 7) == 7;
  const bool guesses = is_named && id_size_ == 0;
  for (const std::size_t id_size :
       {guesses || id_size_ == 0 ? std::size_t{20} : id_size_,
        std::size_t{32}}) {
    const auto entry = read_packed_entry(text, id_size);
    if (!entry) return false;
    SLUICE_TRY_ASSIGN(const std::optional<std::size_t> packed,
                      packed_size(*offset + entry->head, entry->size));
    if (!packed && guesses && id_size == 20) continue;
    if (!packed) return false;
    if (guesses) id_size_ = id_size;
    Entry made{*offset, kNoBase};
    if (entry->kind == PackedKind::kNamedDelta) {
      made.base = kNamedBase;
      by_name_[entry->base].push_back(
          static_cast<std::uint32_t>(entries_.size()));
    } else if (entry->kind == PackedKind::kOffsetDelta) {
      const auto base =
          entry->back > *offset
              ? entries_.end()
              : std::ranges::lower_bound(entries_, *offset - entry->back, {},
                                         &Entry::offset);
      if (base == entries_.end() || base->offset != *offset - entry->back)
        return false;
      made.base = static_cast<std::uint32_t>(base - entries_.begin());
    }
    entries_.push_back(made);
    *offset += entry->head + *packed;
    return true;
  }
  return false;
}

Result<void> PackContents::list() {
  SLUICE_TRY_ASSIGN(const std::string_view head, window(begin_, kHead));
  end_ = begin_ + kHead;
  if (head.size() < kHead) {
    damage_ = "it is cut off";
    return {};
  }
  std::uint32_t count = 0;
  for (const char c : head.substr(8, 4))
    count = count << 8 | static_cast<std::uint8_t>(c);
  if (count >= kNamedBase) {
    damage_ = "it has too many objects";
    return {};
  }
  while (entries_.size() < count) {
    if (!goes_on_(0)) return fail(ErrorCode::kIo, "a bound was met");
    SLUICE_TRY_ASSIGN(const bool added, add_entry(&end_));
    if (added) continue;
    damage_ =
        fmt::format("it is damaged at byte {}: {} of {} objects were found",
                    end_ - begin_, entries_.size(), count);
    break;
  }
  if (id_size_ == 0) {
    // The pack's checksum follows the objects.
    SLUICE_TRY_ASSIGN(const std::string_view rest, window(end_, 33));
    id_size_ = rest.size() == 32 ? 32 : 20;
  }
  link_children();
  return {};
}

void PackContents::link_children() {
  first_child_.assign(entries_.size() + 1, 0);
  const auto has_number = [](const Entry& entry) {
    return entry.base < kNamedBase;
  };
  for (const Entry& entry : entries_)
    if (has_number(entry)) ++first_child_[entry.base + 1];
  for (std::size_t i = 1; i < first_child_.size(); ++i)
    first_child_[i] += first_child_[i - 1];
  children_.resize(first_child_.back());
  std::vector<std::uint32_t> at = first_child_;
  for (std::uint32_t i = 0; i < entries_.size(); ++i)
    if (has_number(entries_[i])) children_[at[entries_[i].base]++] = i;
}

ObjectId PackContents::id_of(PackedKind kind, std::string_view bytes) const {
  const std::string head =
      fmt::format("{} {}", kind_name(kind), bytes.size()) + '\0';
  const std::array<std::string_view, 2> parts = {head, bytes};
  ObjectId id;
  id.size = static_cast<std::uint8_t>(id_size_);
  if (id_size_ == 32)
    std::ranges::copy(sha256(parts), id.bytes.begin());
  else
    std::ranges::copy(sha1(parts), id.bytes.begin());
  return id;
}

void PackContents::open_children(std::uint32_t entry, const Object& object,
                                 std::optional<ObjectId> id) {
  const auto add = [&](std::uint32_t child) {
    open_.push_back(
        {child, object.kind, object.bytes,
         object.bytes
             ? ""
             : "it is a difference from an object that cannot be read"});
  };
  for (std::uint32_t i = first_child_[entry + 1]; i > first_child_[entry]; --i)
    add(children_[i - 1]);
  if (!id) return;
  const auto named = by_name_.find(*id);
  if (named == by_name_.end()) return;
  for (const std::uint32_t child : named->second) add(child);
  by_name_.erase(named);
}

PackContents::Object PackContents::give(Open open) {
  const std::uint64_t offset = entries_[open.entry].offset;
  Object object{fmt::format("byte {}", offset - begin_), open.kind, nullptr,
                std::move(open.why)};
  if (!object.why.empty()) return object;
  object.why = "it is damaged";
  const auto head = window(offset, kMostEntryHead);
  if (!head) return object;
  const auto entry = read_packed_entry(*head, id_size_);
  if (!entry) return object;
  if (entry->size > kMostObject) {
    object.why = fmt::format("it has more than {} bytes", kMostObject);
    return object;
  }
  const auto packed = window(offset + entry->head, most_deflated(entry->size));
  if (!packed) return object;
  Bytes bytes = Bytes::of_size(static_cast<std::size_t>(entry->size));
  std::size_t used = 0;
  std::size_t made = 0;
  if (libdeflate_zlib_decompress_ex(inflater_, packed->data(), packed->size(),
                                    bytes.data.get(), bytes.size, &used,
                                    &made) != LIBDEFLATE_SUCCESS ||
      made != bytes.size)
    return object;
  if (entry->is_delta()) {
    auto whole = apply_delta(open.base->view(), bytes.view(), kMostObject);
    if (!whole) return object;
    bytes = *std::move(whole);
  } else {
    object.kind = entry->kind;
  }
  object.bytes = std::make_shared<const Bytes>(std::move(bytes));
  object.why.clear();
  return object;
}

std::optional<PackContents::Object> PackContents::next() {
  if (open_.empty()) {
    while (next_root_ < entries_.size() && entries_[next_root_].base != kNoBase)
      ++next_root_;
    if (next_root_ < entries_.size()) {
      open_.push_back({next_root_++, PackedKind::kBlob, nullptr, ""});
    } else if (!by_name_.empty()) {
      const auto lost = by_name_.begin();
      for (const std::uint32_t entry : lost->second)
        open_.push_back(
            {entry, PackedKind::kBlob, nullptr,
             fmt::format("it is a difference from object {}, which is not "
                         "here: the pack is thin",
                         lost->first.short_hex())});
      by_name_.erase(lost);
    } else {
      return std::nullopt;
    }
  }
  const Open open = std::move(open_.back());
  open_.pop_back();
  const std::uint32_t entry = open.entry;
  Object object = give(open);
  std::optional<ObjectId> id;
  if (object.bytes) {
    id = id_of(object.kind, object.bytes->view());
    object.name = id->hex();
  }
  open_children(entry, object, id);
  return object;
}

}  // namespace sluice
