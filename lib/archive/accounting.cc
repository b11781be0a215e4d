#include "archive/accounting.h"

#include <algorithm>
#include <utility>

namespace sluice {

Accounting::Accounting(Packing packing, bool in_order, UnpackUse* use)
    : packing_(packing),
      ranged_(!in_order && !is_stream(packing)),
      leftover_(use),
      counted_(use) {
  if (packing == Packing::kRpm)
    rpm_.emplace();
  else if (is_stream(packing))
    stream_.emplace(packing);
}

void Accounting::hand(std::uint64_t offset, std::string_view bytes) {
  if (ranged_) return;
  if (rpm_) rpm_->add(bytes, &leftover_);
  if (stream_) stream_->add(offset, bytes, &leftover_);
  if (offset != from_ + pending_.size() - settled_) {
    // It has passed all of its bytes, and jumped.
    settle(offset);
    pending_.clear();
    settled_ = 0;
    from_ = offset;
  }
  if (pending_.size() - settled_ > kMostPending) settle(offset);
  if (settled_ > pending_.size() / 2) {
    pending_.erase(0, settled_);
    settled_ = 0;
  }
  pending_ += bytes;
  count();
}

void Accounting::count() {
  counted_.set(pending_.capacity() + ranges_.capacity() * sizeof(ByteRange) +
               (stream_ ? stream_->memory() : 0) + (rpm_ ? rpm_->memory() : 0));
}

void Accounting::begin_member() {
  if (!ranged_) return;
  ranges_.push_back({from_, from_});
  count();
}

std::vector<ByteRange> Accounting::take_ranges() {
  std::vector<ByteRange> ranges = std::exchange(ranges_, {});
  count();
  return ranges;
}

void Accounting::settle(std::uint64_t position) {
  if (ranged_) {
    if (owner_ != Owner::kNobody && position > from_) {
      if (!ranges_.empty() && ranges_.back().end == from_)
        ranges_.back().end = position;
      else
        ranges_.push_back({from_, position});
      count();
    }
    from_ = position;
    return;
  }
  // lz4's reader may have taken what follows its end (Members::rest_begin()).
  constexpr std::uint64_t kMagic = 4;
  if (packing_ == Packing::kLz4) position -= std::min(position, kMagic);
  if (position <= from_) return;
  const std::string_view some =
      std::string_view(pending_).substr(settled_, position - from_);
  if (owner_ == Owner::kNobody && !is_stream(packing_))
    leftover_.add(from_, some);
  settled_ += some.size();
  from_ = position;
}

std::string_view Accounting::rest() const {
  return std::string_view(pending_).substr(settled_);
}

std::vector<NamedText> Accounting::take_texts() {
  if (!rpm_) return {};
  std::vector<NamedText> texts = rpm_->take();
  count();
  return texts;
}

}  // namespace sluice
