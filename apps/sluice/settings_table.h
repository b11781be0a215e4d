// The settings of a configuration file: its table [scan], which stands beside
// the rules. A file is read as TOML once: for its settings if it has any, and
// for its rules what was read then is taken.
// Thread-safety: pure function. Ownership: owns its text.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "policy/config_search.h"
#include "rules/loader.h"
#include "rules/toml_read.h"

namespace sluice {

struct SettingValue {
  std::string key;
  std::uint32_t line = 0;
  bool is_flag = false;
  bool flag = false;
  bool is_list = false;
  bool is_number = false;          // and stands without quotes
  std::vector<std::string> texts;  // one unless it is a list
};

struct SettingsTable {
  std::vector<SettingValue> values;
  // Nothing else stands in the file, or nothing at all: the rules are the
  // default ones.
  bool alone = false;
  // All of the file; null if it was clear without reading it that it has no
  // such table.
  std::shared_ptr<const TomlValue> file;
};

struct ConfigFile : FoundConfig {
  SettingsTable settings;
};

// Empty if the file has no such table. Errors: kConfig, "name:line: why", for a
// value that is no text, number, boolean or list of texts.
Result<SettingsTable> read_settings_table(const RuleSource& file);

}  // namespace sluice
