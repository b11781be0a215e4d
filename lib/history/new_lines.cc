// A finding's lines are searched for in the older version as one block of whole
// lines. So a block that was only moved is not new, whatever a textual
// difference would show, and nothing depends on how such a difference is
// computed.
//
// Rejected: the added lines of `git diff -U0`. It takes a process for each
// file, settings can change its output, and for a file of the working tree it
// runs the repository's filters.
#include "history/new_lines.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

namespace sluice {
namespace {

std::size_t line_begin(std::string_view text, std::size_t at) {
  if (at == 0) return 0;
  const std::size_t newline = text.rfind('\n', at - 1);
  return newline == std::string_view::npos ? 0 : newline + 1;
}

// Without the newline.
std::size_t line_end(std::string_view text, std::size_t at) {
  return std::min(text.find('\n', at), text.size());
}

// Counts how often `text` contains `block` as whole lines.
std::size_t count_blocks(std::string_view text, std::string_view block) {
  std::size_t count = 0;
  for (std::size_t at = text.find(block); at != std::string_view::npos;
       at = text.find(block, at + 1)) {
    const std::size_t end = at + block.size();
    const bool whole = (at == 0 || text[at - 1] == '\n') &&
                       (end == text.size() || text[end] == '\n');
    if (whole) ++count;
    if (at + 1 > text.size()) break;
  }
  return count;
}

bool is_new(const Finding& finding, std::string_view text,
            std::span<const std::string> old) {
  const std::uint64_t begin = finding.start.byte;
  const std::uint64_t end = std::max(finding.end.byte, begin);
  // The file has changed since it was scanned.
  if (end > text.size()) return true;
  const auto at = static_cast<std::size_t>(begin);
  const auto size = static_cast<std::size_t>(end - begin);
  if (finding.decoded_byte) {
    const std::string_view secret = text.substr(at, size);
    return std::ranges::none_of(old, [&](const std::string& version) {
      return version.find(secret) != std::string::npos;
    });
  }
  const std::size_t first = line_begin(text, at);
  const std::size_t last = line_end(text, size == 0 ? at : at + size - 1);
  const std::string_view block = text.substr(first, last - first);
  std::size_t before = 0;  // most often in one older version
  for (const std::string& version : old)
    before = std::max(before, count_blocks(version, block));
  if (before == 0) return true;
  return count_blocks(text.substr(0, first), block) >= before;
}

}  // namespace

void keep_new_lines(std::string_view text, std::span<const std::string> old,
                    FileReport* report) {
  const auto known = std::stable_partition(
      report->findings.begin(), report->findings.end(),
      [&](const Finding& finding) { return is_new(finding, text, old); });
  report->covered.insert(report->covered.end(), std::make_move_iterator(known),
                         std::make_move_iterator(report->findings.end()));
  report->findings.erase(known, report->findings.end());
  std::erase_if(report->mistyped, [&](const Finding& finding) {
    return !is_new(finding, text, old);
  });
  std::erase_if(report->dropped, [&](const Dropped& dropped) {
    return !is_new(dropped.finding, text, old);
  });
}

}  // namespace sluice
