// The bytes of an archive that belong to no member (headers, comments, extra
// fields, gaps), as a text that can be scanned. Each run of characters in them
// is a line. Bytes that no text has end a run. A run without kShortest
// printable characters in a row contains no secret and is left out.
//
// Example: a tar header gives the line "etc/app.conf"; "0000644\0" is left out.
//
// Thread-safety: one thread at a time. Memory: at most kMost bytes of text, and
// their places, which count for the use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "archive/unpack_memory.h"

namespace sluice {

// From byte `text` of a text on, to the next place, the bytes are those of a
// source from byte `source` on.
struct TextPlace {
  std::uint64_t text = 0;
  std::uint64_t source = 0;
  std::int64_t lines = 0;  // to add to a line's number in the text
  // Bytes of the source for each byte of the text: 2 if it is UTF-16 there.
  std::uint64_t width = 1;
};

class Leftover {
 public:
  static constexpr std::size_t kShortest = 8;
  static constexpr std::size_t kMost = std::size_t{1} << 20;
  static constexpr std::size_t kMuch = kMost / 4;

  // `use` must outlive it. With null, its memory does not count.
  explicit Leftover(UnpackUse* use = nullptr) : counted_(use) {}

  // Adds the bytes that begin at byte `offset` of the source. A run continues
  // from one call to the next if their bytes are neighbours.
  void add(std::uint64_t offset, std::string_view bytes);

  // Adds a run by itself, which is ASCII. It is text in UTF-16 at byte `offset`
  // of the source.
  void add_wide(std::uint64_t offset, std::string_view text);

  // Ends the run at hand.
  void end_run();

  // The text of the runs that have ended.
  std::string_view text() const {
    return std::string_view(text_).substr(0, run_);
  }
  const std::vector<TextPlace>& places() const { return places_; }

  // Whether there was more than kMost, and the rest is lost.
  bool overflowed() const { return overflowed_; }

  // Whether it should be scanned and cleared, as soon as that can be.
  bool is_much() const { return run_ >= kMuch || overflowed_; }

  // Drops the text, and continues.
  void clear();

 private:
  void count() {
    counted_.set(text_.capacity() + places_.capacity() * sizeof(TextPlace));
  }

  std::string text_;               // runs that ended, and the one at hand
  std::vector<TextPlace> places_;  // of the same
  std::size_t run_ = 0;            // where the run at hand begins in text_
  std::size_t row_ = 0;            // printable characters at its end
  bool is_long_ = false;           // it has had kShortest of them in a row
  std::uint64_t next_ = 0;         // the place of the next byte
  bool overflowed_ = false;
  CountedBytes counted_;
};

}  // namespace sluice
