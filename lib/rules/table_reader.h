// Typed access to the values of one TOML table, with errors that name the
// place.
// Thread-safety: a reader is immutable; its warnings go to the context's list,
// which belongs to one thread. Ownership: points at the table and the context,
// which must outlive it.
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

// How forgiving a reader is. Our own rule files are read strictly: a key must
// be known and a value of its type. A configuration is read as gitleaks reads
// it, with weak types (the mapstructure package's WeaklyTypedInput):
//   for a string         a number or boolean (true is "1")
//   for a number         a string that spells one, a boolean; a fraction is cut
//   for a boolean        a number, or "1", "t", "true", "0", "f", "false", ""
//   for a list of texts  one string, split at commas; one number or boolean
//   for a list           an empty table
// Each causes a warning, or an error in a .sluice.toml, which only sluice
// reads. An unknown key is a warning.
enum class Reading : bool { kStrict, kWeak };

struct ReadContext {
  std::string file;  // for messages
  Reading reading = Reading::kStrict;
  std::vector<std::string>* warnings = nullptr;  // not null if kWeak
};

enum class EmptyStrings : bool { kRefuse, kAllow };

class TableReader {
 public:
  struct Text {
    std::string text;
    std::uint32_t line = 0;
  };

  // `owner` names the table in messages ("rule `x`"); it is empty for the whole
  // file.
  TableReader(const ReadContext& context, std::string owner,
              const TomlValue& table)
      : context_(&context), owner_(std::move(owner)), table_(&table) {}

  // Every key must be one of `known`, in any case, and occur once. The message
  // about another key suggests the nearest known one.
  Result<void> check_keys(std::span<const std::string_view> known) const;

  // Null if the key is absent.
  const TomlEntry* find(std::string_view key) const;

  // An absent key reads as empty, zero or false.
  Result<std::string> string(std::string_view key) const;
  Result<std::vector<Text>> strings(std::string_view key,
                                    EmptyStrings empty) const;
  Result<std::int64_t> integer(std::string_view key) const;
  Result<std::uint32_t> count(std::string_view key) const;
  Result<double> number(std::string_view key) const;
  Result<bool> boolean(std::string_view key) const;
  // One table; null if absent.
  Result<const TomlValue*> table(std::string_view key) const;
  // Either a table or an array of tables.
  Result<std::vector<const TomlValue*>> tables(std::string_view key) const;

  // The message is "file:line: owner: ...".
  template <typename... Args>
  tl::unexpected<Error> fail_at(std::uint32_t line,
                                fmt::format_string<Args...> format,
                                Args&&... args) const {
    return fail(ErrorCode::kConfig, "{}",
                at(line, fmt::format(format, std::forward<Args>(args)...)));
  }
  template <typename... Args>
  void warn_at(std::uint32_t line, fmt::format_string<Args...> format,
               Args&&... args) const {
    warn(at(line, fmt::format(format, std::forward<Args>(args)...)));
  }

  std::uint32_t line() const { return table_->line; }
  const ReadContext& context() const { return *context_; }
  bool is_weak() const { return context_->reading == Reading::kWeak; }

 private:
  std::string at(std::uint32_t line, std::string_view message) const;
  void warn(std::string message) const;
  // Whether it is a file that no other program reads.
  bool is_ours() const;
  // Warns that a value of another type is converted.
  Result<void> take_weakly(const TomlEntry& entry,
                           std::string_view expected) const;
  tl::unexpected<Error> wrong_type(const TomlEntry& entry,
                                   std::string_view expected) const;

  const ReadContext* context_;
  std::string owner_;
  const TomlValue* table_;
};

}  // namespace sluice
