// An index of version 2 (Git's Documentation/gitformat-pack.txt), numbers with
// the highest byte first:
//   FF 't' 'O' 'c', 2
//   256 counts: how many names have a first byte of at most 0, 1, ... 255
//   the names, sorted; a checksum of each object as it is packed; the offsets;
//   large offsets, of 64 bits. If the highest bit of an offset is set, its
//   other bits are the index of a large one.
//   the pack's checksum, the index's own
#include "pack/pack_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace sluice {
namespace {

constexpr std::size_t kFanout = 8;
constexpr std::size_t kNames = kFanout + 256 * 4;

std::uint32_t word_of(const char* bytes) {
  std::uint32_t value = 0;
  for (int i = 0; i < 4; ++i)
    value = value << 8 | static_cast<std::uint8_t>(bytes[i]);
  return value;
}

// Returns whether all was read.
bool read_all(int fd, char* buffer, std::size_t size, std::uint64_t offset) {
  while (size > 0) {
    const ssize_t got = ::pread(fd, buffer, size, static_cast<off_t>(offset));
    if (got <= 0) return false;
    buffer += got;
    size -= static_cast<std::size_t>(got);
    offset += static_cast<std::uint64_t>(got);
  }
  return true;
}

}  // namespace

std::optional<PackFile> PackFile::open(int pack, std::string index,
                                       std::size_t id_size) {
  PackFile made(pack, std::move(index), id_size);
  if (!made.read_heads()) return std::nullopt;
  return made;
}

PackFile::PackFile(PackFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      index_(std::move(other.index_)),
      id_size_(other.id_size_),
      count_(other.count_),
      end_(other.end_) {}

PackFile::~PackFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::uint32_t PackFile::word(std::size_t at) const {
  return word_of(index_.data() + at);
}

bool PackFile::read_heads() {
  constexpr std::string_view kIndexHead("\377tOc\0\0\0\2", 8);
  if (index_.size() < kNames + 2 * id_size_ || !index_.starts_with(kIndexHead))
    return false;
  for (std::size_t i = 1; i < 256; ++i)
    if (word(kFanout + 4 * (i - 1)) > word(kFanout + 4 * i)) return false;
  count_ = word(kFanout + 4 * 255);
  const std::size_t least = kNames + count_ * (id_size_ + 8) + 2 * id_size_;
  if (index_.size() < least || (index_.size() - least) % 8 != 0) return false;

  struct stat status {};
  if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode))
    return false;
  const auto size = static_cast<std::uint64_t>(status.st_size);
  char head[kHead];
  if (size < kHead + id_size_ || !read_all(descriptor_, head, sizeof head, 0) ||
      std::memcmp(head, "PACK", 4) != 0 || word_of(head + 8) != count_)
    return false;
  const std::uint32_t version = word_of(head + 4);
  if (version != 2 && version != 3) return false;
  end_ = size - id_size_;
  char checksum[32];
  if (!read_all(descriptor_, checksum, id_size_, end_) ||
      std::memcmp(checksum, index_.data() + index_.size() - 2 * id_size_,
                  id_size_) != 0)
    return false;
  // Without the checksums of objects, which nobody asks for.
  index_.erase(kNames + count_ * id_size_, count_ * 4);
  index_.shrink_to_fit();
  return true;
}

std::optional<std::uint64_t> PackFile::find(const ObjectId& id) const {
  if (id.size != id_size_) return std::nullopt;
  const std::size_t first = id.bytes[0];
  std::size_t begin = first == 0 ? 0 : word(kFanout + 4 * (first - 1));
  std::size_t end = word(kFanout + 4 * first);
  const auto compare = [&](std::size_t at) {
    return std::memcmp(index_.data() + kNames + at * id_size_, id.bytes.data(),
                       id_size_);
  };
  // Names are hashes, so the bytes after the first one say nearly where in the
  // range the name is. From there, steps of doubling size find a small range
  // that contains it. This touches fewer pages than halving the whole range.
  const auto next_bytes = [](const std::uint8_t* bytes) {
    return std::uint64_t{bytes[1]} << 16U | std::uint64_t{bytes[2]} << 8U |
           bytes[3];
  };
  const std::size_t guess =
      begin + (end - begin) * next_bytes(id.bytes.data()) / (1U << 24U);
  std::size_t step = 8;
  if (begin < end && compare(guess) < 0) {
    begin = guess + 1;
    while (end - begin > step && compare(begin + step) < 0) {
      begin += step + 1;
      step *= 2;
    }
    end = std::min(end, begin + step + 1);
  } else if (begin < end) {
    end = guess;
    while (end - begin > step && compare(end - step) >= 0) {
      end -= step;
      step *= 2;
    }
    begin = std::max(begin, end - std::min(end, step));
  }
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (compare(middle) < 0)
      begin = middle + 1;
    else
      end = middle;
  }
  if (begin >= count_ || compare(begin) != 0) return std::nullopt;
  const std::size_t offsets = kNames + count_ * id_size_;
  const std::uint32_t offset = word(offsets + 4 * begin);
  constexpr std::uint32_t kLarge = 0x80000000;
  if ((offset & kLarge) == 0) return offset;
  const std::size_t larges = offsets + 4 * count_;
  const std::size_t number = offset & ~kLarge;
  if (number >= (index_.size() - 2 * id_size_ - larges) / 8)
    return std::nullopt;
  return std::uint64_t{word(larges + 8 * number)} << 32 |
         word(larges + 8 * number + 4);
}

std::size_t PackFile::read(std::uint64_t offset, char* buffer,
                           std::size_t size) const {
  if (offset < kHead || offset >= end_) return 0;
  size = static_cast<std::size_t>(std::min<std::uint64_t>(size, end_ - offset));
  return read_all(descriptor_, buffer, size, offset) ? size : 0;
}

}  // namespace sluice
