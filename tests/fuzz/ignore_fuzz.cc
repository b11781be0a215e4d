// An ignore file of any bytes, and a path of any bytes after a NUL. The
// patterns are filed by their literal ends. Their common answer must be that of
// the last line that matches on its own.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "ignore/ignore_file.h"

using namespace sluice;

namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  // A mark of the byte order counts only at the head of a file.
  for (std::string head; !text.empty(); head = "\n") {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(head + std::string(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = input.find('\0');
  const std::string_view text = input.substr(0, cut);
  std::string_view path =
      cut == std::string_view::npos ? "a/b" : input.substr(cut + 1);
  while (path.ends_with('/')) path.remove_suffix(1);
  if (path.empty()) return 0;
  const IgnoreFile file = IgnoreFile::parse(std::string(text));
  const std::vector<std::string> lines = lines_of(text);
  for (const bool directory : {false, true}) {
    const IgnoreQuery query(path, directory);
    const IgnoreMatch together = file.match(query);
    IgnoreMatch last;
    std::size_t line = lines.size();
    for (; line > 0 && last.verdict == IgnoreVerdict::kNone; --line)
      last = IgnoreFile::parse(lines[line - 1]).match(query);
    SLUICE_CHECK(together.verdict == last.verdict);
    if (last.verdict != IgnoreVerdict::kNone)
      SLUICE_CHECK(together.line == line + 1);
  }
  return 0;
}
