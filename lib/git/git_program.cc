#include "git/git_program.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace sluice {
namespace {

std::string find_git() {
  const char* text = std::getenv("PATH");
  std::string_view path = text == nullptr ? "/usr/bin:/bin" : text;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find(':'), path.size());
    const std::string_view directory = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (!directory.starts_with('/')) continue;
    std::string program = std::string(directory) + "/git";
    if (::access(program.c_str(), X_OK) == 0) return program;
  }
  return {};
}

}  // namespace

const std::string& git_program() {
  static const std::string program = find_git();
  return program;
}

}  // namespace sluice
