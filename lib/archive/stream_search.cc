#include "archive/stream_search.h"

#include <algorithm>
#include <optional>

namespace sluice {
namespace {

constexpr std::size_t kSearchBlock = 256 * 1024;

// Bytes before a place that say what begins there.
constexpr std::size_t kBefore = 8;

}  // namespace

Result<void> StreamSearch::load(std::uint64_t from) {
  view_begin_ = from - std::min<std::uint64_t>(from, kBefore);
  block_.resize(kSearchBlock);
  std::size_t filled = 0;
  while (filled < block_.size()) {
    SLUICE_TRY_ASSIGN(
        const std::size_t got,
        source_.read_at(block_.data() + filled, block_.size() - filled,
                        view_begin_ + filled));
    if (got == 0) break;
    filled += got;
  }
  view_ = std::string_view(block_).substr(0, filled);
  at_end_ = filled < block_.size();
  return {};
}

Result<std::unique_ptr<PackedStream>> StreamSearch::next(std::uint64_t from) {
  if (from < view_begin_) from = view_begin_;
  while (!gave_up_) {
    if (from >= source_.size()) break;
    const bool is_last =
        at_end_ || view_begin_ + view_.size() >= source_.size();
    const std::uint64_t end =
        view_begin_ + view_.size() -
        (is_last ? 0 : std::min(view_.size(), kStreamHead));
    if (from >= end) {
      if (is_last) break;
      from = std::max<std::uint64_t>(from, source_.next_data(from));
      if (from >= source_.size()) break;
      SLUICE_TRY(load(from));
      if (view_begin_ + view_.size() <= from) break;
      if (!unpacking_.add(0))
        return fail(ErrorCode::kIo, "{}", unpacking_.over());
      continue;
    }
    const auto start = next_stream(view_, from - view_begin_);
    if (!start || view_begin_ + start->at >= end) {
      from = end;
      continue;
    }
    const std::uint64_t at = view_begin_ + start->at;
    if (++tries_ > most_tries()) {
      gave_up_ = true;
      break;
    }
    auto stream =
        std::make_unique<PackedStream>(source_, at, start->kind, unpacking_);
    SLUICE_TRY_ASSIGN(const bool is_stream, stream->try_out());
    if (is_stream) {
      if (block_.empty()) view_ = {};  // the head is not kept
      return stream;
    }
    from = at + 1;
  }
  return nullptr;
}

}  // namespace sluice
