// One pass of decoding over a text, with a map from places in the decoded text
// to places in the file.
// Thread-safety: plain values; an EncodingScratch belongs to one worker.
// Ownership: a pass points to the one before it, which must outlive it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gitleaks/detector/encodings.h"

namespace sluice {

struct Range {
  std::size_t begin = 0, end = 0;

  // Touching counts.
  bool overlaps(Range other) const {
    return other.begin <= end && other.end >= begin;
  }
  bool contains(Range other) const {
    return begin <= other.begin && other.end <= end;
  }
};

class DecodePass {
 public:
  // Decodes `text`, which is the result of `before`, or the file's own text if
  // that is null.
  DecodePass(std::string_view text, const DecodePass* before,
             EncodingScratch& scratch);

  // Nothing was found to decode.
  bool empty() const { return segments_.empty(); }

  // `text` with the pieces decoded in place.
  const std::string& text() const { return text_; }

  // Whether `range` of text() touches a piece decoded in this very pass.
  bool touches(Range range) const;

  // Maps `range`, which must touch a piece, to the file's own text.
  Range original(Range range) const { return to_original(this, range); }

  // "decoded:<encoding>" for each encoding that led to the pieces which
  // `range` touches, and "decode-depth:<passes>".
  std::vector<std::string> tags(Range range) const;

  // From the last line end before the pieces that `range` touches to the first
  // one after them. The first line end is included, as in gitleaks.
  std::string_view line(Range range) const;

 private:
  struct Segment {
    Range original;          // in the file's own text
    Range encoded;           // in the text before this pass
    Range decoded;           // in text_
    unsigned encodings = 0;  // bit: Encoding
  };

  static Range to_original(const DecodePass* pass, Range range);
  // The segments that touch `range`: [first, second).
  std::pair<std::size_t, std::size_t> touched(Range range) const;

  const DecodePass* before_;
  std::size_t depth_;
  std::vector<Segment> segments_;  // in their order
  std::string text_;
};

}  // namespace sluice
