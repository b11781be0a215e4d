// The files of a tree that decide what a scan of it excludes.
// Thread-safety: pure functions.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace sluice {

inline constexpr auto kPolicyFileNames = std::to_array<std::string_view>(
    {".sluice.toml", ".gitleaks.toml", ".sluiceignore", ".sluice-baseline",
     ".gitleaksignore"});

inline bool is_policy_file(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return std::ranges::count(kPolicyFileNames, name) != 0;
}

}  // namespace sluice
