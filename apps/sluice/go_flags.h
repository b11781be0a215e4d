// A command line in the manner of Go's pflag, which gitleaks uses: options
// anywhere among the arguments, `--name=value`, `--name value`, `-nvalue`,
// letters of switches in one (`-vc FILE`), values that only `=` can give.
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
  char letter = '\0';  // 0: none
  Kind kind = Kind::kText;
  // The value of `--name` alone; empty: the next argument is the value.
  std::string_view alone = {};
  // What the help calls the value, and what it says; empty: it says nothing.
  std::string_view value = {};
  std::string_view help = {};
};

class GoFlags {
 public:
  // Errors: kUsage; kUnknownFlag marks those of an unknown long option.
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

  // Of each option given, its values; checked, so that reading cannot fail.
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  std::vector<std::string> arguments_;
};

// The place of the first argument that is no option nor an option's value;
// nothing if an option that is none of `flags` stands before it.
std::optional<std::size_t> first_word(std::span<const GoFlag> flags,
                                      std::span<const std::string> arguments);

}  // namespace sluice
