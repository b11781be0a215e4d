// The settings of a configuration file: its table [scan]. The file may contain
// rules as well. It is parsed only once: if the settings needed it, the rules
// are taken from the same parse.
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
  bool is_number = false;          // a number without quotes
  std::vector<std::string> texts;  // one unless it is a list
};

struct SettingsTable {
  std::vector<SettingValue> values;
  // The file has no rules, so the default rules are used.
  bool alone = false;
  // The whole file. Null if it was not parsed, because it cannot have such a
  // table.
  std::shared_ptr<const TomlValue> file;
};

struct ConfigFile : FoundConfig {
  SettingsTable settings;
};

// The result is empty if the file has no such table. Errors: kConfig,
// "name:line: why", for a value that is not a text, number, boolean or list of
// texts.
Result<SettingsTable> read_settings_table(const RuleSource& file);

}  // namespace sluice
