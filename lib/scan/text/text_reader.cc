// A lost part is made as small as the system allows. A read that fails is tried
// again block by block, 4 KiB like a page, up to its end. A block that fails
// then is lost, and reading continues after it. After 64 KiB in a row, failing
// would cost too much: the next readable block is searched for in steps that
// double, and then between the last two. So a disk that is gone costs some
// dozens of reads for each file. Only there, readable bytes between two blocks
// that fail are given up; they count as lost, and are named. A file with
// LostRanges::kMax such places is not read after the last of them.
//
// The lost bytes depend only on the file and the system, not on how the file
// was cut: blocks are counted from the file's beginning, and lost bytes are not
// tried again.
//
// NULs replace lost bytes. They keep every offset, are no line ends, and occur
// in no token. Lost bytes up to the file's end end the text.

#include "scan/text/text_reader.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "text/utf16.h"

namespace sluice {
namespace {

// The longest part of a character that may wait for its rest: three bytes of a
// pair.
constexpr std::size_t kMaxPart = 3;

constexpr std::uint64_t kReadBlock = 4096;
constexpr std::uint64_t kBlockByBlock = 64 * 1024;

std::uint64_t next_block(std::uint64_t offset) {
  return offset / kReadBlock * kReadBlock + kReadBlock;
}

}  // namespace

void TextReader::begin(const ByteSource& source, std::string_view head) {
  own_lost_.clear();
  strange_ = 0;
  begin_range(source, {}, 0, source.size(), &own_lost_);
  may_seek_ = source.may_seek() && source.size() != 0;
  ready_ = head;
  begun_ = false;
}

void TextReader::begin_range(const ByteSource& source, const FileHead& head,
                             std::uint64_t from, std::uint64_t to,
                             LostRanges* lost) {
  source_ = &source;
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
  lost_ = lost;
  stopped_ = false;
  by_blocks_to_ = 0;
}

bool TextReader::at_end() const {
  return source_end_ && raw_begin_ == raw_end_;
}

std::size_t TextReader::fill(char* out, std::size_t room) {
  if (!begun_) return first_fill(out, room);
  return is_decoded(head_.encoding) ? decode_into(out, room)
                                    : read_bytes(out, room);
}

std::uint64_t TextReader::pass_hole(std::uint64_t to, std::uint64_t least) {
  if (!may_seek_ || !ready_.empty() || source_end_ || offset_ < by_blocks_to_ ||
      is_decoded(head_.encoding) ||
      (lost_ != nullptr && lost_->reach_beyond(offset_)))
    return 0;
  const std::uint64_t next =
      std::min<std::uint64_t>(source_->next_data(offset_), std::min(to, end_));
  if (next <= offset_ || next - offset_ <= least) return 0;
  const std::uint64_t passed = next - offset_;
  offset_ = next;
  source_end_ = offset_ == end_;
  return passed;
}

// Reads straight into `out`, where nearly every file can stay.
std::size_t TextReader::first_fill(char* out, std::size_t room) {
  begun_ = true;
  const std::size_t got = read_bytes(out, room);
  head_ = sniff({out, got});
  if (is_decoded(head_.encoding)) {
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

// Uses the first bytes that were read, because lost ones prove nothing. If a
// mark was in the lost bytes, a later one is text.
FileHead TextReader::sniff(std::string_view text) const {
  if (lost_ == nullptr || lost_->empty()) return sniff_head(text);
  std::string read;
  for (std::size_t i = 0; i < text.size() && read.size() < kSniffBytes;) {
    const LostRanges::Range* const range = lost_->next(i);
    const std::size_t end =
        range == nullptr
            ? text.size()
            : std::min<std::uint64_t>(std::max<std::uint64_t>(range->begin, i),
                                      text.size());
    read += text.substr(i, end - i);
    i = range == nullptr ? end : range->end;
  }
  FileHead sniffed = sniff_head(read);
  if (lost_->all()[0].begin == 0) sniffed.mark = 0;
  return sniffed;
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
    if (offset_ < by_blocks_to_)
      most = std::min<std::uint64_t>(most, next_block(offset_) - offset_);
    const LostRanges::Range* const lost =
        lost_ == nullptr ? nullptr : lost_->next(offset_);
    Result<std::size_t> got = 0;
    if (lost != nullptr && lost->begin <= offset_) {
      source_end_ = lost->end >= source_->size();
      if (source_end_) break;
      got = std::min<std::uint64_t>(most, lost->end - offset_);
      std::memset(out + filled, '\0', *got);
    } else {
      if (lost != nullptr)
        most = std::min<std::uint64_t>(most, lost->begin - offset_);
      got = read_some(out + filled, most);
    }
    if (!got) {
      source_end_ = !pass_unreadable(std::move(got.error()), most);
      continue;
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
  if (!may_seek_) return source_->read(out, most);
  if (offset_ == 0) {
    const std::optional<std::size_t> got = source_->read_cached(out, most, 0);
    waited_ = !got;
    if (got) return *got;
  }
  return source_->read_at(out, most, offset_);
}

// A read of `asked` bytes has failed. Returns false if it ends the file.
bool TextReader::pass_unreadable(Error&& error, std::size_t asked) {
  if (may_seek_ && offset_ >= by_blocks_to_) {
    by_blocks_to_ = offset_ + asked;
    return true;
  }
  stopped_ = may_seek_ && lost_ == nullptr;
  if (may_seek_ && lost_ != nullptr) {
    lost_->add({offset_, end_of_lost()}, error.message);
    return true;
  }
  error_ = std::move(error);
  return false;
}

// Returns the end of the bytes that cannot be read here.
std::uint64_t TextReader::end_of_lost() const {
  const std::uint64_t run = lost_->run_to(offset_);
  if (run == 0 && lost_->all().size() + 1 == LostRanges::kMax)
    return source_->size();
  const std::uint64_t block = next_block(offset_);
  return std::min<std::uint64_t>(
      run < kBlockByBlock ? block : next_readable(block), source_->size());
}

// The block before `block` cannot be read. Gives the next one that can, or the
// file's end.
std::uint64_t TextReader::next_readable(std::uint64_t block) const {
  std::uint64_t lost = block - kReadBlock;
  for (std::uint64_t step = kReadBlock; !can_read(block); step *= 2) {
    lost = block;
    const std::uint64_t last = (source_->size() - 1) / kReadBlock * kReadBlock;
    if (block >= last) return source_->size();
    block = std::min(block + step, last);
  }
  while (block - lost > kReadBlock) {
    const std::uint64_t middle =
        lost + (block - lost) / kReadBlock / 2 * kReadBlock;
    (can_read(middle) ? block : lost) = middle;
  }
  return block;
}

// Bytes after the file's end, or after an interrupt, count as readable: reading
// them will show.
bool TextReader::can_read(std::uint64_t offset) const {
  char byte;
  return offset >= source_->size() || interrupted() ||
         source_->read_at(&byte, 1, offset).has_value();
}

// A file that was cut short is not as it was opened. Others, such as those of
// /sys, never had the size that the system reports.
void TextReader::end_early() {
  if (end_ == 0) return;
  const Result<unsigned long long> size = source_->size_now();
  if (size && *size < source_->size())
    error_ = Error{ErrorCode::kIo, "it became shorter while it was read", 0};
}

// Waits for input, if that may take long.
bool TextReader::interrupted() const {
  if (interrupt_ == nullptr) return false;
  return !source_->wait(*interrupt_);
}

std::size_t TextReader::decode_into(char* out, std::size_t room) {
  const bool is_wide = unit_bytes(head_.encoding) == 4;
  const ByteOrder order = head_.encoding == TextEncoding::kUtf16Little ||
                                  head_.encoding == TextEncoding::kUtf32Little
                              ? ByteOrder::kLittle
                              : ByteOrder::kBig;
  const auto decode = is_wide ? decode_utf32 : decode_utf16;
  std::size_t written = 0;
  for (;;) {
    const std::string_view in(raw_.data() + raw_begin_, raw_end_ - raw_begin_);
    const DecodedStep step =
        decode(in, order, source_end_, out + written, room - written);
    written += step.written;
    strange_ += step.strange;
    raw_begin_ += step.read;
    const std::size_t left = raw_end_ - raw_begin_;
    if (source_end_ || left > kMaxPart) return written;
    std::memmove(raw_.data(), raw_.data() + raw_begin_, left);
    raw_begin_ = 0;
    raw_end_ = left + read_bytes(raw_.data() + left, raw_.size() - left);
  }
}

}  // namespace sluice
