// The texts that a compressed file may contain beside its data: gzip's extra
// field, name and comment, and the skippable frames of zstd and lz4, anywhere
// in the file.
//
// They are found by their signatures in the packed bytes. Packed data contains
// such a signature by chance every some hundred megabytes; it adds a line of
// noise. Rejected: to follow blocks from frame to frame, which for gzip means
// to inflate a second time.
//
// Thread-safety: one thread at a time. Sources: RFC 1952 2.3, RFC 8878 3.1.2.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "archive/leftover.h"
#include "archive/packing.h"

namespace sluice {

// Returns how many bytes of `head` are skippable frames before another frame.
// If the result is larger than its size, the last frame ends after it.
std::uint64_t skippable_frames(std::string_view head);

class StreamTexts {
 public:
  explicit StreamTexts(Packing packing) : packing_(packing) {}

  // Adds the next bytes of the source, which begin at byte `offset`, and puts
  // the texts in them into `*texts`.
  void add(std::uint64_t offset, std::string_view bytes, Leftover* texts);

  // Bytes that it holds.
  std::size_t memory() const { return bytes_.capacity(); }

 private:
  bool begin_gzip(std::string_view head);
  bool begin_frame(std::string_view head);
  std::size_t take(std::string_view bytes);

  const Packing packing_;
  std::string bytes_;        // that were not looked at yet
  std::uint64_t begin_ = 0;  // their place in the source
  // In the current text: the number of its bytes that are still to come, and of
  // the strings with a NUL at the end that follow.
  std::uint64_t left_ = 0;
  unsigned strings_ = 0;
};

}  // namespace sluice
