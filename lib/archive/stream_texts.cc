#include "archive/stream_texts.h"

#include <algorithm>
#include <optional>

namespace sluice {
namespace {

constexpr std::size_t kGzipHead = 12;  // with the size of an extra field
constexpr std::size_t kFrameHead = 8;

std::uint64_t little(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

std::optional<std::uint64_t> frame_size(std::string_view head) {
  if (head.size() < kFrameHead || (head[0] & 0xF0) != 0x50 ||
      head.substr(1, 3) != "\x2A\x4D\x18")
    return std::nullopt;
  return kFrameHead + little(head.substr(4, 4));
}

}  // namespace

std::uint64_t skippable_frames(std::string_view head) {
  std::uint64_t size = 0;
  while (size < head.size()) {
    const std::optional<std::uint64_t> frame = frame_size(head.substr(size));
    if (!frame) break;
    size += *frame;
  }
  return size;
}

bool StreamTexts::begin_gzip(std::string_view head) {
  constexpr unsigned kExtra = 4, kName = 8, kComment = 16, kReserved = 0xE0;
  const auto flags = static_cast<unsigned char>(head[3]);
  if (head.substr(0, 3) != "\x1F\x8B\x08" || (flags & kReserved) != 0)
    return false;
  left_ = (flags & kExtra) != 0 ? little(head.substr(10, 2)) + 2 : 0;
  strings_ =
      ((flags & kName) != 0 ? 1U : 0U) + ((flags & kComment) != 0 ? 1 : 0);
  return true;
}

bool StreamTexts::begin_frame(std::string_view head) {
  const std::optional<std::uint64_t> size = frame_size(head);
  if (!size) return false;
  left_ = *size - kFrameHead;
  return true;
}

// Takes the available bytes of the current text, and returns their number.
std::size_t StreamTexts::take(std::string_view bytes) {
  std::size_t some = std::min<std::uint64_t>(left_, bytes.size());
  left_ -= some;
  while (left_ == 0 && strings_ != 0 && some < bytes.size()) {
    const std::size_t end = bytes.find('\0', some);
    if (end == bytes.npos) {
      some = bytes.size();
    } else {
      some = end + 1;
      --strings_;
    }
  }
  return some;
}

void StreamTexts::add(std::uint64_t offset, std::string_view bytes,
                      Leftover* texts) {
  const bool is_gzip = packing_ == Packing::kGzip;
  if (!is_gzip && packing_ != Packing::kZstd && packing_ != Packing::kLz4)
    return;
  if (bytes_.empty()) begin_ = offset;
  bytes_ += bytes;
  const std::string_view all = bytes_;
  std::size_t at = 0;
  while (at < all.size()) {
    if (left_ != 0 || strings_ != 0) {
      const std::size_t some = take(all.substr(at));
      texts->add(begin_ + at, all.substr(at, some));
      at += some;
      continue;
    }
    const std::size_t found =
        is_gzip ? all.find('\x1F', at) : all.find("\x2A\x4D\x18", at + 1);
    // The head may continue in the next bytes.
    const std::size_t head = is_gzip ? kGzipHead : kFrameHead;
    const std::size_t begin =
        found == all.npos
            ? std::max(at, all.size() - std::min(all.size(), head - 1))
            : found - (is_gzip ? 0 : 1);
    at = begin;
    if (found == all.npos && is_gzip) at = all.size();
    if (found == all.npos || all.size() - begin < head) break;
    const std::string_view candidate = all.substr(begin, head);
    if (is_gzip && begin_gzip(candidate))
      at += head - 2;
    else if (!is_gzip && begin_frame(candidate))
      at += head;
    else
      ++at;
  }
  bytes_.erase(0, at);
  begin_ += at;
}

}  // namespace sluice
