#include "path_list.h"

#include <algorithm>
#include <string_view>

#include "fs/file_system.h"

namespace sluice {

Result<std::vector<std::string>> read_path_list(const std::string& source) {
  const bool standard_input = source == "-";
  Result<std::string> text =
      read_whole(posix_file_system(), standard_input ? "/dev/stdin" : source);
  if (!text)
    return tl::unexpected<Error>(
        {ErrorCode::kIo, fmt::format("{}: {}", source, text.error().message),
         text.error().sys_errno});
  const char end_mark = text->find('\0') == std::string::npos ? '\n' : '\0';
  std::vector<std::string> paths;
  std::string_view rest = *text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(end_mark), rest.size());
    if (end != 0) paths.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return paths;
}

}  // namespace sluice
