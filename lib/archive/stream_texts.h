// The texts that what is compressed may hold besides: gzip's extra field, name and
// comment, and the skippable frames of zstd and lz4, wherever in the file they
// stand.
//
// They are looked for by their signatures in the packed bytes. What is packed has
// one of these by chance every some hundred megabytes; it adds a line of noise.
// Rejected: to follow blocks from frame to frame, which for gzip means to inflate
// a second time.
//
// Thread-safety: one thread at a time. Sources: RFC 1952 2.3, RFC 8878 3.1.2.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "archive/leftover.h"
#include "archive/packing.h"

namespace sluice {

// How many bytes of `head` are skippable frames that stand in front of another
// frame; more than its size: the last of them goes on behind it.
std::uint64_t skippable_frames(std::string_view head);

class StreamTexts {
 public:
  explicit StreamTexts(Packing packing) : packing_(packing) {}

  // Adds the next bytes of the source, which begin at byte `offset`, and puts
  // the texts in them into `*texts`.
  void add(std::uint64_t offset, std::string_view bytes, Leftover* texts);

 private:
  bool begin_gzip(std::string_view head);
  bool begin_frame(std::string_view head);
  std::size_t take(std::string_view bytes);

  const Packing packing_;
  std::string bytes_;        // that were not looked at yet
  std::uint64_t begin_ = 0;  // where they stand in the source
  // Of the text at hand: its bytes that are still to come, and how many strings
  // that end with a NUL come behind them.
  std::uint64_t left_ = 0;
  unsigned strings_ = 0;
};

}  // namespace sluice
