// gitleaks reads through a buffer of 4,096 bytes: the first read takes 100,000
// bytes past the buffer, then the fragment grows byte by byte, each from the
// buffer, until two line ends stand at its end (blanks between them do not
// count) or 25,000 bytes were added. What is left in the buffer is all that the
// next read gives. So the first fragment is long, the others mostly short.
//
// Where a read gives less than was asked for (a pipe), gitleaks cuts elsewhere;
// here a file is always cut as one on a disk is.
//
// Source: gitleaks 8.30.1 (MIT), sources/file.go and sources/common.go; Go's
// bufio.Reader.

#include "gitleaks/fragments.h"

#include <algorithm>

namespace sluice {
namespace {

constexpr std::size_t kRead = 100'000;
constexpr std::size_t kMostAdded = 25'000;
constexpr std::size_t kBuffer = 4'096;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool ends_in_blank_line(std::string_view text) {
  int line_ends = 0;
  for (; !text.empty(); text.remove_suffix(1)) {
    if (text.back() == '\n') {
      if (++line_ends == 2) return true;
    } else if (!is_blank(text.back())) {
      return false;
    }
  }
  return false;
}

}  // namespace

std::size_t FragmentCutter::next(std::string_view rest) {
  std::size_t size = std::min(buffered_ > 0 ? buffered_ : kRead, rest.size());
  buffered_ = 0;
  first_read_ = size;
  if (size == 0 || ends_in_blank_line(rest.substr(0, size))) return size;
  // Line ends that stood before the first read's last byte do not count.
  int line_ends = 0;
  for (;; ++size) {
    const char last = rest[size - 1];
    if (last == '\n') {
      if (++line_ends == 2) break;
    } else if (!is_blank(last)) {
      line_ends = 0;
    }
    if (size - first_read_ >= kMostAdded) break;
    if (buffered_ == 0) buffered_ = std::min(kBuffer, rest.size() - size);
    if (buffered_ == 0) break;
    --buffered_;
  }
  return size;
}

}  // namespace sluice
