#include <zlib.h>

#include <algorithm>
#include <cstdint>

#include "decode/decoders.h"

namespace sluice {
namespace {

bool is_gzip(std::string_view bytes) {
  return bytes.size() > 18 && bytes.starts_with("\x1F\x8B\x08");
}

// RFC 1950: deflate with a window of 32 KiB, no dictionary, and a right sum.
bool is_zlib(std::string_view bytes) {
  if (bytes.size() < 8 || bytes[0] != '\x78') return false;
  const unsigned flags = static_cast<unsigned char>(bytes[1]);
  return (0x7800U + flags) % 31 == 0 && (flags & 0x20U) == 0;
}

}  // namespace

bool is_packed(std::string_view bytes) {
  return is_gzip(bytes) || is_zlib(bytes);
}

std::optional<Unpacked> unpack(std::string_view bytes, std::size_t most) {
  Unpacked out;
  if (is_zlib(bytes))
    out.coding = Coding::kZlib;
  else if (!is_gzip(bytes))
    return std::nullopt;
  z_stream stream{};
  constexpr int kEitherForm = 15 + 32;
  if (inflateInit2(&stream, kEitherForm) != Z_OK) return std::nullopt;
  // zlib does not write to its input.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  constexpr int kMostParts = 16;
  int parts = 0;
  int state = Z_OK;
  while (state == Z_OK && out.text.size() < most) {
    const std::size_t room = std::min(
        most - out.text.size(), std::max<std::size_t>(4 * bytes.size(), 4096));
    const std::size_t had = out.text.size();
    out.text.resize(had + room);
    stream.next_out = reinterpret_cast<Bytef*>(out.text.data() + had);
    stream.avail_out = static_cast<uInt>(room);
    state = inflate(&stream, Z_NO_FLUSH);
    out.text.resize(had + room - stream.avail_out);
    // A gzip file may have several parts.
    if (state == Z_STREAM_END && ++parts < kMostParts &&
        is_gzip(bytes.substr(bytes.size() - stream.avail_in)))
      state = inflateReset(&stream);
    else if (stream.avail_out != 0)
      break;
  }
  out.cut = state == Z_OK && out.text.size() >= most;
  out.read =
      state == Z_STREAM_END ? bytes.size() - stream.avail_in : bytes.size();
  inflateEnd(&stream);
  if (out.text.empty()) return std::nullopt;
  return out;
}

}  // namespace sluice
