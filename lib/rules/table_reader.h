// Typed access to the values of one TOML table, with errors that say where.
// Thread-safety: immutable. Ownership: points at the table, which must outlive
// it and the views that it returns.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "rules/toml_read.h"

namespace sluice {

// Text of a rule file as a message shows it: in backquotes, without control
// characters, cut after some dozens of bytes.
std::string shown(std::string_view text);

bool equal_ignoring_case(std::string_view a, std::string_view b);

enum class EmptyStrings : bool { kRefuse, kAllow };

class TableReader {
 public:
  // `owner` names the table in messages ("rule `x`"); empty: the whole file.
  TableReader(std::string_view file, std::string owner, const TomlValue& table)
      : file_(file), owner_(std::move(owner)), table_(&table) {}

  // Every key must be one of `known`, in any case, and stand once. A key of
  // `unsupported` is refused by that name; another one with the nearest known.
  Result<void> check_keys(std::span<const std::string_view> known,
                          std::span<const std::string_view> unsupported) const;

  // Null if the key is absent.
  const TomlEntry* find(std::string_view key) const;

  // An absent key reads as empty or zero.
  Result<std::string_view> string(std::string_view key) const;
  Result<std::vector<std::string_view>> strings(std::string_view key,
                                                EmptyStrings empty) const;
  Result<std::uint32_t> count(std::string_view key) const;
  Result<double> number(std::string_view key) const;
  // Either a table or an array of tables.
  Result<std::vector<const TomlValue*>> tables(std::string_view key) const;

  // "file:line: owner: ...".
  template <typename... Args>
  tl::unexpected<Error> fail_at(std::uint32_t line,
                                fmt::format_string<Args...> format,
                                Args&&... args) const {
    return fail_with(line, fmt::format(format, std::forward<Args>(args)...));
  }

  std::uint32_t line() const { return table_->line; }
  std::string_view file() const { return file_; }

 private:
  tl::unexpected<Error> fail_with(std::uint32_t line,
                                  std::string_view message) const;
  tl::unexpected<Error> wrong_type(const TomlEntry& entry,
                                   std::string_view expected) const;

  std::string_view file_;
  std::string owner_;
  const TomlValue* table_;
};

}  // namespace sluice
