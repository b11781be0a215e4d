// Places are mapped as gitleaks maps them, odd cases included. A match inside
// one piece gets the place of the whole piece in the file. Another match gets
// the places of the pieces that it touches. It reaches as far before and after
// them as it does in the decoded text. The result is then mapped through the
// pass before. A piece that was first found in a later pass and touches no
// earlier piece keeps its place in the text of that pass.
//
// Source: gitleaks 8.30.1 (MIT), detect/codec/segment.go and decoder.go.

#include "gitleaks/detector/decoding.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace sluice {

DecodePass::DecodePass(std::string_view text, const DecodePass* before,
                       EncodingScratch& scratch)
    : before_(before), depth_(before == nullptr ? 1 : before->depth_ + 1) {
  std::vector<EncodedPiece> pieces;
  find_encoded(text, scratch, &pieces);
  std::size_t copied = 0;
  for (const EncodedPiece& piece : pieces) {
    const Range encoded{piece.begin, piece.end};
    const std::string decoded =
        decode(piece.encoding,
               text.substr(encoded.begin, encoded.end - encoded.begin));
    if (decoded.empty()) continue;
    text_ += text.substr(copied, encoded.begin - copied);
    const std::size_t begin = text_.size();
    text_ += decoded;
    copied = encoded.end;
    Segment segment{.original = to_original(before_, encoded),
                    .encoded = encoded,
                    .decoded = {begin, text_.size()},
                    .encodings = 1U << static_cast<unsigned>(piece.encoding)};
    if (before_ != nullptr) {
      const auto [first, end] = before_->touched(encoded);
      for (std::size_t i = first; i < end; ++i)
        segment.encodings |= before_->segments_[i].encodings;
    }
    segments_.push_back(segment);
  }
  if (!segments_.empty()) text_ += text.substr(copied);
}

std::pair<std::size_t, std::size_t> DecodePass::touched(Range range) const {
  const auto first = std::lower_bound(
      segments_.begin(), segments_.end(), range.begin,
      [](const Segment& s, std::size_t at) { return s.decoded.end < at; });
  const auto end = std::upper_bound(
      first, segments_.end(), range.end,
      [](std::size_t at, const Segment& s) { return at < s.decoded.begin; });
  return {static_cast<std::size_t>(first - segments_.begin()),
          static_cast<std::size_t>(end - segments_.begin())};
}

bool DecodePass::touches(Range range) const {
  const auto [first, end] = touched(range);
  return first < end;
}

Range DecodePass::to_original(const DecodePass* pass, Range range) {
  for (; pass != nullptr; pass = pass->before_) {
    const auto [first, end] = pass->touched(range);
    if (first == end) return range;
    Range above;
    for (std::size_t i = first; i < end; ++i) {
      const Segment& segment = pass->segments_[i];
      if (segment.decoded.contains(range)) return segment.original;
      const std::size_t before =
          segment.decoded.begin - std::min(segment.decoded.begin, range.begin);
      const std::size_t behind =
          std::max(segment.decoded.end, range.end) - segment.decoded.end;
      const Range out{
          segment.encoded.begin - std::min(segment.encoded.begin, before),
          segment.encoded.end + behind};
      above = above.end == 0 ? out
                             : Range{std::min(above.begin, out.begin),
                                     std::max(above.end, out.end)};
    }
    range = above;
  }
  return range;
}

std::vector<std::string> DecodePass::tags(Range range) const {
  const auto [first, end] = touched(range);
  unsigned encodings = 0;
  for (std::size_t i = first; i < end; ++i) encodings |= segments_[i].encodings;
  std::vector<std::string> tags;
  for (std::size_t i = 0; i < kEncodingNames.size(); ++i)
    if ((encodings >> i & 1U) != 0)
      tags.push_back("decoded:" + std::string(kEncodingNames[i]));
  tags.push_back("decode-depth:" + std::to_string(depth_));
  return tags;
}

std::string_view DecodePass::line(Range range) const {
  const auto [first, end] = touched(range);
  SLUICE_CHECK(first < end);
  const std::string_view text = text_;
  const std::size_t before = text.rfind('\n', segments_[first].decoded.begin);
  const std::size_t begin = before == std::string_view::npos ? 0 : before;
  const std::size_t behind = text.find('\n', segments_[end - 1].decoded.end);
  return text.substr(begin, std::min(behind, text.size()) - begin);
}

}  // namespace sluice
