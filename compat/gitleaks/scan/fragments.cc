// gitleaks reads through a buffer of 4,096 bytes. The first read takes 100,000
// bytes past the buffer. Then the fragment grows byte by byte, each taken from
// the buffer, until it ends in two line ends (blanks between them do not count)
// or 25,000 bytes were added. The next read returns only the rest of the
// buffer. So the first fragment is long and the others are mostly short.
//
// If a read returns less than was asked for, gitleaks cuts elsewhere. For
// inflated data (zip, gzip) a read returns the rest of a window, which
// ReadSteps describes. For a pipe and for other compressions the size of a read
// cannot be predicted; these are cut like a file on a disk.
//
// Source: gitleaks 8.30.1 (MIT), sources/file.go and sources/common.go; Go's
// bufio.Reader.

#include "gitleaks/scan/fragments.h"

#include <algorithm>

namespace sluice {
namespace {

constexpr std::size_t kRead = 100'000;
constexpr std::size_t kMaxAdded = 25'000;
constexpr std::size_t kBuffer = 4'096;

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

bool ends_in_blank_line(std::string_view text) {
  for (int line_ends = 0;; text.remove_suffix(1)) {
    const std::size_t last = text.find_last_not_of(" \t\r");
    if (last == std::string_view::npos || text[last] != '\n') return false;
    if (++line_ends == 2) return true;
    text = text.substr(0, last + 1);
  }
}

// Up to the first blank line of `text`, inclusive, one that its first line end
// begins; all of it without one.
std::size_t up_to_blank_line(std::string_view text) {
  std::size_t last = text.find('\n');
  while (last != std::string_view::npos) {
    const std::size_t next = text.find('\n', last + 1);
    if (next == std::string_view::npos) break;
    if (is_blank(text.substr(last + 1, next - last - 1))) return next + 1;
    last = next;
  }
  return text.size();
}

}  // namespace

// Returns the size of one read of the stream.
std::size_t FragmentCutter::read(std::size_t most) {
  const std::size_t size =
      step_ == 0 ? most
                 : static_cast<std::size_t>(
                       std::min<std::uint64_t>(most, step_ - read_ % step_));
  read_ += size;
  return size;
}

std::size_t FragmentCutter::next(std::string_view rest) {
  first_read_ = std::min(buffered_ > 0 ? buffered_ : read(kRead), rest.size());
  buffered_ = 0;
  if (first_read_ == 0 || ends_in_blank_line(rest.substr(0, first_read_)))
    return first_read_;
  // A line end inside the first read counts only if it is the last byte.
  const std::size_t before = first_read_ - 1;
  const std::size_t size =
      before + up_to_blank_line(rest.substr(before, 1 + kMaxAdded));
  const std::size_t added = size - first_read_;
  std::size_t ahead = 0;
  while (ahead < added) ahead += read(kBuffer);
  buffered_ = std::min(ahead, rest.size() - first_read_) - added;
  return size;
}

}  // namespace sluice
