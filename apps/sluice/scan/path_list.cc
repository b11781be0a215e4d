#include "sluice/scan/path_list.h"

#include <algorithm>

#include "fs/file_system.h"

namespace sluice {

std::vector<std::string> paths_in(std::string_view list) {
  const char end_mark = list.find('\0') == std::string_view::npos ? '\n' : '\0';
  std::vector<std::string> paths;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(end_mark), list.size());
    if (end != 0) paths.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return paths;
}

Result<std::vector<std::string>> read_path_list(const std::string& source) {
  const bool standard_input = source == "-";
  Result<std::string> text =
      read_whole(posix_file_system(), standard_input ? "/dev/stdin" : source);
  if (!text)
    return tl::unexpected<Error>(
        {ErrorCode::kIo,
         fmt::format("--files-from: cannot read {}: {}", source,
                     text.error().message),
         text.error().sys_errno});
  return paths_in(*text);
}

}  // namespace sluice
