// Maps places in a decoded text to places in the encoded text.
//
// Decoded bytes come in groups. Each group comes from equally many encoded
// bytes: one decoded byte from an escape, three from four digits of base64. A
// piece is a row of equal groups without a gap.
//
// Thread-safety: a plain value. Units: bytes, offsets below 4 GiB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice {

struct SourceRange {
  std::size_t begin = 0, end = 0;
  bool operator==(const SourceRange&) const = default;
};

class SourceMap {
 public:
  // Maps the decoded bytes from `decoded` on, up to those that are added next,
  // to `source`: `step` of them to each `width` bytes. Bytes are added in
  // order.
  void add(std::size_t decoded, SourceRange source, std::size_t step,
           std::size_t width);

  // Returns the encoded bytes of the decoded bytes [begin, end), with all of
  // each group. For an empty range, the result is empty and is at the place of
  // `begin`. Needs a piece.
  SourceRange source_of(SourceRange decoded) const;

  bool empty() const { return pieces_.empty(); }
  void clear() { pieces_.clear(); }

 private:
  struct Piece {
    std::uint32_t decoded, source, source_end, step, width;
  };
  const Piece& piece_at(std::size_t decoded) const;

  std::vector<Piece> pieces_;
};

}  // namespace sluice
