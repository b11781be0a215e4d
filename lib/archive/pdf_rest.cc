#include "archive/pdf_rest.h"

#include <algorithm>
#include <utility>

#include "archive/pdf_strings.h"

namespace sluice {

void PdfRest::add_stream(ByteRange stream, bool is_searched) {
  Stream& known = streams_[stream.begin];
  known.end = std::max(known.end, stream.end);
  known.is_searched = is_searched;
}

void PdfRest::end_stream(std::uint64_t begin, std::uint64_t end) {
  streams_[begin].end = end;
}

std::size_t PdfRest::memory() const {
  constexpr std::size_t kOfNode = 48;
  return streams_.size() * (sizeof(std::pair<std::uint64_t, Stream>) + kOfNode);
}

// Returns the bytes from byte `*at` on, up to the next stream, and moves `*at`
// after that stream. Returns nothing at the end of the file. The gap may be
// empty. Streams that are searched are parts of gaps, unless `with_searched`.
std::optional<ByteRange> PdfRest::next_gap(std::uint64_t* at,
                                           bool with_searched) const {
  if (*at >= source_.size()) return std::nullopt;
  // A stream that begins before may end after this place.
  const ByteRange none{source_.size(), source_.size()};
  ByteRange stream = none;
  for (auto next = streams_.lower_bound(*at); next != streams_.end(); ++next)
    if (with_searched || !next->second.is_searched) {
      stream = {next->first, next->second.end};
      break;
    }
  const ByteRange gap{*at,
                      std::min<std::uint64_t>(stream.begin, source_.size())};
  *at = std::max({stream.end, stream.begin, gap.begin + 1});
  return gap;
}

Result<std::string> PdfRest::strings(const PdfFile& file,
                                     std::set<std::string> known) {
  PdfStrings strings(std::move(known));
  std::uint64_t at = 0;
  while (const std::optional<ByteRange> gap = next_gap(&at, true))
    SLUICE_TRY(strings.add(source_, *gap, unpacking_));
  for (const PdfFile::ObjectStream& stream : file.object_streams())
    SLUICE_TRY(strings.add(TextBytes(stream.text), {0, stream.text.size()},
                           unpacking_));
  return strings.take();
}

Result<PackedStream*> PdfRest::next_packed() {
  if (packed_ != nullptr)
    gap_->at = std::max(packed_->end(), packed_->begin() + 1);
  packed_.reset();
  for (;;) {
    if (gap_ == nullptr) {
      const std::optional<ByteRange> range = next_gap(&at_, false);
      if (!range) return nullptr;
      constexpr std::uint64_t kShortest = 16;
      if (range->end < range->begin + kShortest) continue;
      gap_ = std::make_unique<Gap>(source_, *range, unpacking_);
    }
    SLUICE_TRY_ASSIGN(packed_, gap_->search.next(gap_->at));
    gave_up_ |= gap_->search.gave_up();
    if (packed_ != nullptr) return packed_.get();
    gap_.reset();
  }
}

std::uint64_t PdfRest::packed_begin() const {
  return gap_->begin + packed_->begin();
}

}  // namespace sluice
