#include "scan/text_reader.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "fs/wait.h"
#include "text/utf16.h"

namespace sluice {
namespace {

// The longest part of a character that may wait for its rest: three bytes of a
// pair.
constexpr std::size_t kMaxPart = 3;

}  // namespace

void TextReader::begin(const OpenedFile& file, std::string_view head) {
  begin_range(file, {}, 0, file.size);
  may_seek_ = file.may_seek && file.size != 0;
  ready_ = head;
  begun_ = false;
}

void TextReader::begin_range(const OpenedFile& file, const FileHead& head,
                             std::uint64_t from, std::uint64_t to) {
  file_ = file;
  may_seek_ = true;
  ready_ = {};
  waited_.reset();
  begun_ = true;
  head_ = head;
  source_end_ = false;
  error_.reset();
  offset_ = from;
  end_ = to;
  raw_begin_ = raw_end_ = 0;
}

bool TextReader::at_end() const {
  return source_end_ && raw_begin_ == raw_end_;
}

std::size_t TextReader::fill(char* out, std::size_t room) {
  if (!begun_) return first_fill(out, room);
  return is_utf16(head_.encoding) ? decode_into(out, room)
                                  : read_bytes(out, room);
}

// Reads straight into `out`, where nearly every file can stay.
std::size_t TextReader::first_fill(char* out, std::size_t room) {
  begun_ = true;
  const std::size_t got = read_bytes(out, room);
  head_ = sniff_head({out, got});
  if (is_utf16(head_.encoding)) {
    raw_.resize(std::max(raw_.size(), room));
    std::memcpy(raw_.data(), out, got);
    raw_begin_ = head_.mark;
    raw_end_ = got;
    return decode_into(out, room);
  }
  if (head_.mark == 0) return got;
  std::memmove(out, out + head_.mark, got - head_.mark);
  return got - head_.mark;
}

// Reads until `out` is full or there is nothing more.
std::size_t TextReader::read_bytes(char* out, std::size_t room) {
  std::size_t filled = 0;
  while (filled < room && !source_end_) {
    if (interrupted()) {
      error_ = Error{ErrorCode::kCancelled, "interrupted", 0};
      source_end_ = true;
      break;
    }
    std::size_t most = room - filled;
    if (end_ != 0) most = std::min<std::uint64_t>(most, end_ - offset_);
    Result<std::size_t> got = read_some(out + filled, most);
    if (!got) {
      error_ = std::move(got.error());
      source_end_ = true;
      break;
    }
    filled += *got;
    offset_ += *got;
    source_end_ = *got == 0 || offset_ == end_;
    if (*got == 0) end_early();
  }
  return filled;
}

Result<std::size_t> TextReader::read_some(char* out, std::size_t most) {
  if (!ready_.empty()) {
    const std::size_t size = std::min(most, ready_.size());
    std::memcpy(out, ready_.data(), size);
    ready_.remove_prefix(size);
    return size;
  }
  if (!may_seek_) return fs_->read(file_.descriptor, out, most);
  if (offset_ == 0) {
    const std::optional<std::size_t> got =
        fs_->read_cached(file_.descriptor, out, most, 0);
    waited_ = !got;
    if (got) return *got;
  }
  return fs_->read_at(file_.descriptor, out, most, offset_);
}

// A file that was cut short is not as it was asked for. Others never had the
// size that the system tells, as those of /sys.
void TextReader::end_early() {
  if (end_ == 0) return;
  const Result<unsigned long long> size = fs_->size(file_.descriptor);
  if (size && *size < file_.size)
    error_ = Error{ErrorCode::kIo, "it was cut short while it was read", 0};
}

// Waits for input, if that may take long.
bool TextReader::interrupted() const {
  if (interrupt_ == nullptr) return false;
  if (file_.may_wait) return !wait_for_input(file_.descriptor, *interrupt_);
  return interrupt_->raised();
}

std::size_t TextReader::decode_into(char* out, std::size_t room) {
  const ByteOrder order = head_.encoding == Encoding::kUtf16Little
                              ? ByteOrder::kLittle
                              : ByteOrder::kBig;
  std::size_t written = 0;
  for (;;) {
    const std::string_view in(raw_.data() + raw_begin_, raw_end_ - raw_begin_);
    const Utf16Step step =
        decode_utf16(in, order, source_end_, out + written, room - written);
    written += step.written;
    raw_begin_ += step.read;
    const std::size_t left = raw_end_ - raw_begin_;
    if (source_end_ || left > kMaxPart) return written;
    std::memmove(raw_.data(), raw_.data() + raw_begin_, left);
    raw_begin_ = 0;
    raw_end_ = left + read_bytes(raw_.data() + left, raw_.size() - left);
  }
}

}  // namespace sluice
