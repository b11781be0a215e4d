// Versions of a file differ in a few places. So most of their common bytes are
// the longest common beginning and end. Between these, after each difference, the
// next lines of the new text are looked for in the old one, not far from the
// difference; and where one is found, the texts are compared from there on.
//
// Rejected: the instructions of git's deltas, which know more (75 % of the bytes
// of rust-lang/cargo instead of 70 %), because the scan of a text would have to
// know where it came from. Also, a table of all lines of the old text: making it
// takes a third of the time of searching a text.
#include "text/common_runs.h"

#include <string.h>

#include <algorithm>
#include <cstdint>

namespace sluice {
namespace {

// Bytes of a line that are looked for, and of the old text where.
constexpr std::size_t kProbe = 32;
constexpr std::size_t kWindow = 1024;

constexpr std::size_t kStride = 64;

std::size_t common_prefix(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  std::size_t size = 0;
  while (most - size >= kStride &&
         ::memcmp(a.data() + size, b.data() + size, kStride) == 0)
    size += kStride;
  while (size < most && a[size] == b[size]) ++size;
  return size;
}

std::size_t common_suffix(std::string_view a, std::string_view b) {
  const std::size_t most = std::min(a.size(), b.size());
  const char* const a_end = a.data() + a.size();
  const char* const b_end = b.data() + b.size();
  std::size_t size = 0;
  while (most - size >= kStride &&
         ::memcmp(a_end - size - kStride, b_end - size - kStride, kStride) == 0)
    size += kStride;
  while (size < most && a_end[-1 - static_cast<std::ptrdiff_t>(size)] ==
                            b_end[-1 - static_cast<std::ptrdiff_t>(size)])
    ++size;
  return size;
}

}  // namespace

void find_common_runs(std::string_view old_text, std::string_view new_text,
                      std::size_t least, std::vector<CommonRun>* runs) {
  runs->clear();
  const auto add = [&](std::size_t old_begin, std::size_t new_begin,
                       std::size_t size) {
    if (size >= least) runs->push_back({old_begin, new_begin, size});
  };
  const std::size_t prefix = common_prefix(old_text, new_text);
  const std::size_t suffix =
      common_suffix(old_text.substr(prefix), new_text.substr(prefix));
  add(0, 0, prefix);
  const std::size_t old_end = old_text.size() - suffix;
  const std::size_t new_end = new_text.size() - suffix;
  std::size_t old_at = prefix;
  std::size_t new_at = prefix;
  // Bytes of the old text that may be looked at.
  std::size_t room = new_text.size() / 2;
  while (new_end - new_at > least + kProbe) {
    const void* const line_end =
        ::memchr(new_text.data() + new_at, '\n', new_end - new_at);
    if (line_end == nullptr) break;
    const std::size_t line =
        static_cast<std::size_t>(static_cast<const char*>(line_end) -
                                 new_text.data()) +
        1;
    if (new_end - line <= least + kProbe) break;
    const std::size_t window = std::min(kWindow, old_end - old_at);
    const void* const found = window < kProbe
                                  ? nullptr
                                  : ::memmem(old_text.data() + old_at, window,
                                             new_text.data() + line, kProbe);
    const std::size_t there =
        found == nullptr
            ? old_at + window
            : static_cast<std::size_t>(static_cast<const char*>(found) -
                                       old_text.data());
    const std::size_t looked_at = there - old_at + kProbe;
    if (looked_at > room) break;
    room -= looked_at;
    new_at = line;
    if (found == nullptr) continue;
    const std::size_t size =
        common_prefix(old_text.substr(there, old_end - there),
                      new_text.substr(line, new_end - line));
    add(there, line, size);
    old_at = there + size;
    new_at = line + size;
  }
  add(old_end, new_end, suffix);
}

}  // namespace sluice
