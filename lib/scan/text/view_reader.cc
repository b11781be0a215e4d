#include "scan/text/view_reader.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "base/timed.h"

namespace sluice {
namespace {

bool is_zeros(std::string_view text) {
  return !text.empty() && text.front() == '\0' &&
         std::memcmp(text.data(), text.data() + 1, text.size() - 1) == 0;
}

}  // namespace

ViewReader::ViewReader(const Options& options)
    : options_(options),
      capacity_(kLeftContext + options.owned_bytes + options.right_context),
      reader_(options.interrupt),
      buffer_(make_read_buffer(capacity_)) {
  SLUICE_CHECK(options.owned_bytes >= kMaxCharacter);
}

std::string_view ViewReader::begin(const ByteSource& bytes,
                                   std::string_view head) {
  reader_.begin(bytes, head);
  beyond_.clear();
  noted_ = 0;
  filled_ = 0;
  owned_begin_ = 0;
  end_ = kToItsEnd;
  has_begun_ = false;
  fill(kToItsEnd);
  origin_ = is_decoded(reader_.head().encoding) ? 0 : reader_.head().mark;
  return head_text();
}

void ViewReader::begin(const ByteSource& bytes, const FileHead& head,
                       const Stretch& stretch, LostRanges* lost) {
  const std::uint64_t right = options_.right_context;
  beyond_.clear();
  reader_.begin_range(
      bytes, head, stretch.origin,
      std::min<std::uint64_t>(stretch.end + right + options_.most_beyond,
                              bytes.size()),
      lost);
  noted_ = reader_.bytes();
  filled_ = 0;
  origin_ = stretch.origin;
  owned_begin_ = static_cast<std::size_t>(stretch.begin - stretch.origin);
  end_ = stretch.end;
  has_begun_ = false;
  // A hole needs only as much that is_zeros() can recognize it.
  const bool in_hole = bytes.next_data(stretch.origin) >
                       stretch.origin + capacity_ + kLeftContext;
  const std::uint64_t most = stretch.end + right - stretch.origin;
  fill(in_hole ? std::min<std::uint64_t>(
                     most, owned_begin_ + right + kLeftContext + kMaxCharacter)
               : most);
}

std::string_view ViewReader::skip_zeros(std::uint64_t* passed) {
  for (;;) {
    char* const end = buffer_.get() + filled_;
    char* const text =
        std::find_if(buffer_.get(), end, [](char c) { return c != '\0'; });
    const auto zeros = static_cast<std::size_t>(text - buffer_.get());
    if (text == end && (reader_.at_end() || filled_ == 0)) return {};
    *passed += zeros;
    std::memmove(buffer_.get(), text, filled_ - zeros);
    filled_ -= zeros;
    fill(kToItsEnd);
    if (text != end) return head_text();
  }
}

std::optional<View> ViewReader::next() {
  if (has_begun_) {
    if (was_last_) return std::nullopt;
    move_on();
  }
  has_begun_ = true;
  View view{head_text(), origin_, owned_begin_, filled_};
  if (!at_end()) view.owned_end -= options_.right_context;
  was_last_ = at_end() || origin_ + view.owned_end >= end_;
  view.owned_end = std::min<std::uint64_t>(view.owned_end, end_ - origin_);
  owned_end_ = view.owned_end;
  // A file that was cut short may end before the stretch.
  if (owned_begin_ > owned_end_) return std::nullopt;
  return view;
}

void ViewReader::move_on() {
  const std::size_t drop = owned_end_ - kLeftContext;
  std::memmove(buffer_.get(), buffer_.get() + drop, filled_ - drop);
  origin_ += drop;
  filled_ -= drop;
  owned_begin_ = kLeftContext;
  // In a hole, the text that comes next is equal to the text in the buffer.
  if (beyond_.empty() && is_zeros(head_text()))
    origin_ += reader_.pass_hole(end_, capacity_);
  fill(end_ == kToItsEnd ? kToItsEnd
                         : end_ + options_.right_context - origin_ - filled_);
}

std::string_view ViewReader::more(std::size_t from, std::size_t size) {
  more_text_ = head_text().substr(from, size);
  if (from + size <= filled_) return more_text_;
  const std::size_t wanted = from + size - filled_;
  while (beyond_.size() < wanted && !reader_.at_end()) {
    const std::size_t had = beyond_.size();
    beyond_.resize(wanted + kMaxCharacter);
    const std::size_t got = read(beyond_.data() + had, beyond_.size() - had);
    beyond_.resize(had + got);
    if (got == 0) break;
  }
  more_text_ += std::string_view(beyond_).substr(0, wanted);
  return more_text_;
}

// Adds up to `most` bytes to the buffer.
void ViewReader::fill(std::uint64_t most) {
  const Timed timed(options_.read_time);
  const auto room = static_cast<std::size_t>(
      std::min<std::uint64_t>(capacity_ - filled_, most));
  const std::size_t known = std::min(room, beyond_.size());
  std::memcpy(buffer_.get() + filled_, beyond_.data(), known);
  beyond_.erase(0, known);
  filled_ += known;
  if (!beyond_.empty() || known == room) return;
  filled_ += read(buffer_.get() + filled_, room - known);
}

// Each read is noted, so that the progress line moves during a large file.
std::size_t ViewReader::read(char* out, std::size_t room) {
  const std::size_t got = reader_.fill(out, room);
  const std::uint64_t bytes = reader_.bytes();
  if (options_.bytes_read != nullptr) *options_.bytes_read += bytes - noted_;
  noted_ = bytes;
  return got;
}

}  // namespace sluice
