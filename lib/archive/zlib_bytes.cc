#include "archive/zlib_bytes.h"

#include <algorithm>

namespace sluice {
namespace {

constexpr std::size_t kInflateBlock = 64 * 1024;

}  // namespace

ZlibBytes::ZlibBytes(const ByteSource& source, Stretch stretch,
                     Unpacking& unpacking)
    : source_(source),
      left_(stretch),
      unpacking_(unpacking),
      block_(kInflateBlock) {
  const UnpackScope scope(unpacking_.memory());
  ready_ = inflateInit(&stream_) == Z_OK;
}

ZlibBytes::~ZlibBytes() {
  const UnpackScope scope(unpacking_.memory());
  if (ready_) inflateEnd(&stream_);
}

Result<void> ZlibBytes::refill() {
  const std::size_t most = std::min<std::uint64_t>(kInflateBlock, left_.size);
  SLUICE_TRY_ASSIGN(const std::size_t got,
                    source_.read_at(block_.data(), most, left_.begin));
  if (got == 0) return fail(ErrorCode::kIo, "it is cut off");
  unpacking_.add_packed(got);
  left_.begin += got;
  left_.size -= got;
  stream_.next_in = reinterpret_cast<Bytef*>(block_.data());
  stream_.avail_in = static_cast<uInt>(got);
  return {};
}

Result<std::size_t> ZlibBytes::read(char* buffer, std::size_t size) {
  if (!ready_) return fail(ErrorCode::kIo, "not enough memory to unpack it");
  stream_.next_out = reinterpret_cast<Bytef*>(buffer);
  stream_.avail_out = static_cast<uInt>(std::min(size, kInflateBlock));
  const std::size_t room = stream_.avail_out;
  while (!ended_ && stream_.avail_out == room) {
    if (stream_.avail_in == 0) SLUICE_TRY(refill());
    const UnpackScope scope(unpacking_.memory());
    const int state = inflate(&stream_, Z_NO_FLUSH);
    ended_ = state == Z_STREAM_END;
    if (!ended_ && state != Z_OK) return fail(ErrorCode::kIo, "it is damaged");
  }
  const std::size_t some = room - stream_.avail_out;
  if (!unpacking_.add(some))
    return fail(ErrorCode::kIo, "{}", unpacking_.over());
  return some;
}

}  // namespace sluice
