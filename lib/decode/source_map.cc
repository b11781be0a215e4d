#include "decode/source_map.h"

#include <algorithm>

#include "base/check.h"

namespace sluice {

void SourceMap::add(std::size_t decoded, SourceRange source, std::size_t step,
                    std::size_t width) {
  const Piece piece{static_cast<std::uint32_t>(decoded),
                    static_cast<std::uint32_t>(source.begin),
                    static_cast<std::uint32_t>(source.end),
                    static_cast<std::uint32_t>(step),
                    static_cast<std::uint32_t>(width)};
  if (!pieces_.empty()) {
    Piece& last = pieces_.back();
    // The new piece continues the last one.
    if (last.step == piece.step && last.width == piece.width &&
        last.source_end == piece.source &&
        (piece.decoded - last.decoded) % last.step == 0 &&
        std::uint64_t{piece.decoded - last.decoded} / last.step * last.width ==
            piece.source - last.source) {
      last.source_end = piece.source_end;
      return;
    }
  }
  pieces_.push_back(piece);
}

const SourceMap::Piece& SourceMap::piece_at(std::size_t decoded) const {
  SLUICE_CHECK(!pieces_.empty());
  const auto behind =
      std::ranges::upper_bound(pieces_, decoded, {}, &Piece::decoded);
  return behind == pieces_.begin() ? *behind : *(behind - 1);
}

SourceRange SourceMap::source_of(SourceRange decoded) const {
  const auto group_begin = [](const Piece& piece, std::size_t at) {
    const std::size_t group = (at - piece.decoded) / piece.step;
    return std::min<std::size_t>(piece.source_end,
                                 piece.source + group * piece.width);
  };
  const std::size_t begin = group_begin(piece_at(decoded.begin), decoded.begin);
  if (decoded.end <= decoded.begin) return {begin, begin};
  const Piece& last = piece_at(decoded.end - 1);
  return {begin, std::min<std::size_t>(
                     last.source_end,
                     group_begin(last, decoded.end - 1) + last.width)};
}

}  // namespace sluice
