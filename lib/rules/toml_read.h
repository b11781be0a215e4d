// TOML text as a tree of plain values with their lines. Only this module uses
// the TOML library.
// Thread-safety: pure function. Ownership: a value owns its children.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace sluice {

struct TomlEntry;

struct TomlValue {
  enum class Kind : std::uint8_t {
    kString,
    kInteger,
    kFloat,
    kBoolean,
    kDate,  // dates and times; the value itself is not kept
    kArray,
    kTable,
  };
  Kind kind = Kind::kTable;
  bool boolean = false;
  std::uint32_t line = 0;  // from 1
  std::int64_t integer = 0;
  double number = 0;
  std::string text;
  std::vector<TomlValue> items;    // of kArray
  std::vector<TomlEntry> entries;  // of kTable, in the order of the text
};

struct TomlEntry {
  std::string key;
  std::uint32_t line = 0;
  TomlValue value;
};

// "a string", "an array" ...
std::string_view kind_name(TomlValue::Kind kind);

// The table that `text` is. Error: kConfig, "name:line: why"; it quotes no
// value of the text.
Result<TomlValue> read_toml(std::string_view name, std::string_view text);

// Reads a value of one type as another, as gitleaks' reader of configurations
// does (see Reading in rules/table_reader.h). Returns nothing if that is
// impossible.
std::optional<std::string> weak_string(const TomlValue& value);
std::optional<std::int64_t> weak_integer(const TomlValue& value);
std::optional<double> weak_number(const TomlValue& value);
std::optional<bool> weak_boolean(const TomlValue& value);

}  // namespace sluice
