// Where an option's value comes from: the command line, or else a variable, or
// else the configuration file, or else its default. Each is the whole value: a
// list on the command line replaces one of the file.
//
// An option is described once, with CLI11. Its long name is its key in the
// table [scan] of a configuration file and, in capitals behind SLUICE_, its
// variable. An option `--no-x` is the key `x`, which is true by default.
// Options that are for one run alone (--config, --list-files ...) have neither.
//
// Thread-safety: none is needed; called once, at start. Ownership: points at
// the app, which must outlive it.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "command_line.h"
#include "settings_table.h"

namespace sluice {

class Settings {
 public:
  using Variable = std::function<std::optional<std::string>(const char* name)>;

  // Takes all options that `app` has so far, and gives each flag its opposite,
  // so that the command line can say no to what a file says. A file may set
  // `elsewhere` too, keys that are options of another command alone; they must
  // live as long.
  explicit Settings(CLI::App& app,
                    std::span<const std::string_view> elsewhere = {});

  // Gives what the command line left open to variables and then to the file, if
  // there is one. Errors: kUsage and kConfig, one line, which says where the
  // value stands, what it is and what it may be.
  Result<void> settle(const Variable& variable, const ConfigFile* file);

  // Variables whose names are nearly, but not quite, those of options, in half
  // a sentence each. `environment` is as `environ`.
  std::vector<std::string> doubtful_variables(char** environment) const;

  // Whether it is the file that has set the value of `key`; after settle().
  bool is_from(std::string_view key, const FoundConfig& file) const;

  // How a message calls the value of `key`, wherever it is from:
  // "--disable-rule", "SLUICE_DISABLE_RULE", ".sluice.toml:3: disable-rule".
  std::string called(std::string_view key) const;

  // All values and where they come from, as a table [scan] that can be read
  // again.
  std::string show() const;

 private:
  struct Setting {
    std::string key;
    std::string variable;
    CLI::Option* option;
    CLI::Option* opposite;  // of a flag; null otherwise
    bool negated;           // the option is --no-KEY
    std::string source;     // empty: the default
    // Whether the opposite was asked for, which leaves the option as it is.
    bool opposed = false;

    bool is_flag() const { return opposite != nullptr; }
    bool is_list() const;
  };

  Setting* find(std::string_view key);
  Result<void> take_command_line(Setting& setting);
  Result<void> take_variable(Setting& setting, const std::string& text);
  Result<void> take_file(const ConfigFile& file);
  Result<void> set(Setting& setting, std::vector<std::string> texts,
                   const std::string& source);
  void set_flag(Setting& setting, bool on, const std::string& source);
  tl::unexpected<Error> unknown_key(std::string_view place,
                                    std::string_view key) const;
  std::string value_of(const Setting& setting) const;

  std::vector<Setting> settings_;
  std::span<const std::string_view> elsewhere_;
};

}  // namespace sluice
