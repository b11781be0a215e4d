#include "git/git_settings.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>

#include "git/run_git.h"

namespace sluice {
namespace {

// Expands "~/x" like git. "~user/x" would need a look-up of users, which may
// use the network.
Result<std::string> expand_home(std::string_view path) {
  if (!path.starts_with('~')) return std::string(path);
  const char* home = std::getenv("HOME");
  if (home == nullptr || (path.size() > 1 && path[1] != '/'))
    return fail(ErrorCode::kIo, "core.excludesFile is in an unknown home");
  return home + std::string(path.substr(1));
}

// The values of git's booleans that mean yes; a key alone does too.
bool is_true(std::string_view value) {
  std::string lower(value);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  if (lower == "true" || lower == "yes" || lower == "on") return true;
  return !lower.empty() && std::strtol(lower.c_str(), nullptr, 10) != 0;
}

}  // namespace

Result<GitSettings> read_git_settings(std::string_view said) {
  GitSettings settings;
  for (const std::string_view one : split_at_nul(said)) {
    const std::size_t name_end = std::min(one.find('\n'), one.size());
    const bool has_value = name_end != one.size();
    const std::string_view name = one.substr(0, name_end);
    const std::string_view value =
        one.substr(has_value ? name_end + 1 : name_end);
    if (name == "core.ignorecase") {
      settings.ignore_case = !has_value || is_true(value);
    } else if (name == "core.excludesfile") {
      SLUICE_TRY_ASSIGN(settings.excludes_file, expand_home(value));
    }
  }
  return settings;
}

}  // namespace sluice
