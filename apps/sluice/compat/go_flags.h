// Parses a command line like Go's pflag, which gitleaks uses: options anywhere
// among the arguments, `--name=value`, `--name value`, `-nvalue`, joined
// letters (`-vc FILE`), and optional values that only `=` can give.
// Thread-safety: plain values and pure functions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace sluice {

struct GoFlag {
  enum class Kind : std::uint8_t { kSwitch, kText, kNumber, kCount, kList };
  std::string_view name;
  char letter = '\0';  // '\0' if it has none
  Kind kind = Kind::kText;
  // The value of `--name` without "=". If empty, the next argument is the
  // value.
  std::string_view alone = {};
  // The value's name in the help, and the help text. A flag without a help text
  // is not listed.
  std::string_view value = {};
  std::string_view help = {};
};

class GoFlags {
 public:
  // Errors: kUsage. `sys_errno` is kUnknownFlag if a long option is unknown.
  static constexpr int kUnknownFlag = 126;
  static Result<GoFlags> parse(std::span<const GoFlag> flags,
                               std::span<const std::string> arguments);

  bool given(std::string_view name) const { return values_.contains(name); }
  std::string text(std::string_view name, std::string_view otherwise) const;
  bool is_on(std::string_view name) const;
  std::int64_t number(std::string_view name, std::int64_t otherwise) const;
  std::vector<std::string> list(std::string_view name) const;
  const std::vector<std::string>& arguments() const { return arguments_; }

 private:
  Result<void> set(const GoFlag& flag, std::string_view shown,
                   std::string_view value);

  // The values of each given option. They are checked, so reading cannot fail.
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  std::vector<std::string> arguments_;
};

// Returns the index of the first argument that is neither an option nor the
// value of one. Nothing if an option that is not in `flags` comes before it.
std::optional<std::size_t> first_word(std::span<const GoFlag> flags,
                                      std::span<const std::string> arguments);

}  // namespace sluice
