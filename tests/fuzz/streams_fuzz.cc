// Any bytes with compressed streams in them. The streams are found in order, lie
// in the bytes, and unpack to no more than the bounds allow.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "archive/stream_search.h"
#include "base/check.h"

using namespace sluice;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  // The bytes before a place do not change which signature is found there.
  for (auto start = next_stream(bytes, 0); start;
       start = next_stream(bytes, start->at + 1)) {
    SLUICE_CHECK(start->at < size);
    const auto same = next_stream(bytes, start->at);
    // The stream of a chunk of PNG begins after the chunk's kind.
    SLUICE_CHECK(!same || same->at >= start->at);
  }
  constexpr std::uint64_t kMost = 4 << 20;
  const ArchiveBounds bounds{.bytes = kMost};
  UnpackMemory memory(32 << 20, 0);
  UnpackedCounts file;
  UnpackedCounts all;
  Unpacking unpacking(bounds, memory, {file, all}, size,
                      std::chrono::steady_clock::now());
  const TextBytes source(bytes);
  StreamSearch search(source, bytes.substr(0, size / 2), unpacking);
  std::vector<char> buffer(4096);
  for (std::uint64_t at = 0;;) {
    const auto stream = search.next(at);
    if (!stream || *stream == nullptr) break;
    SLUICE_CHECK((*stream)->begin() >= at);
    for (;;) {
      const auto got = (*stream)->read(buffer.data(), buffer.size());
      if (!got || *got == 0) break;
      SLUICE_CHECK(*got <= buffer.size());
    }
    SLUICE_CHECK((*stream)->end() > (*stream)->begin());
    SLUICE_CHECK((*stream)->end() <= size);
    at = (*stream)->end();
  }
  constexpr std::uint64_t kBlock = 64 * 1024;
  SLUICE_CHECK(file.bytes <= kMost + kBlock);
  return 0;
}
