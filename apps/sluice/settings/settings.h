// Finds the value of each option: on the command line, else in an environment
// variable, else in the configuration file; else it is the default. A source
// gives the whole value: a list on the command line replaces that of the file.
// `exclude` is different: it has the patterns of all sources, unless the command
// line has --no-default-exclude.
//
// Each option is described once, with CLI11. Its long name is its key in the
// table [scan] of a configuration file. Its variable is SLUICE_ and that name
// in capitals. The option `--no-x` is the key `x`, which is true by default.
// Options about a single run (--config, --list-files ...) have neither key nor
// variable.
//
// Thread-safety: none is needed; called once, at start. Ownership: points to
// the app, which must outlive it.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "sluice/command_line/command_line.h"
#include "sluice/settings/settings_table.h"

namespace sluice {

class Settings {
 public:
  using Variable = std::function<std::optional<std::string>(const char* name)>;

  // Takes all options that `app` has so far, and adds the opposite of each
  // flag, so that the command line can overrule the file. `elsewhere` are keys
  // of other commands, which a file may set; they must outlive this.
  explicit Settings(CLI::App& app,
                    std::span<const std::string_view> elsewhere = {});

  // Sets the options that the command line did not set, from variables and then
  // from the file, which may be null. Errors: kUsage and kConfig, one line with
  // the place of the value, the value and the allowed values.
  Result<void> settle(const Variable& variable, const ConfigFile* file);

  // Returns half a sentence for each variable whose name resembles that of an
  // option but differs from it. `environment` has the form of `environ`.
  std::vector<std::string> doubtful_variables(char** environment) const;

  // Whether the file set the value of `key`. To be called after settle().
  bool is_from(std::string_view key, const FoundConfig& file) const;

  // Returns the name of the source of `key` for messages:
  // "--disable-rule", "SLUICE_DISABLE_RULE", ".sluice.toml:3: disable-rule".
  std::string called(std::string_view key) const;

  // Returns all values and their sources as a table [scan], which sluice can
  // read again.
  std::string show() const;

 private:
  struct Setting {
    std::string key;
    std::string variable;
    CLI::Option* option;
    CLI::Option* opposite;  // for a flag; else null
    bool negated;           // the option is --no-KEY
    std::string source;     // empty for the default
    // Whether the opposite was given, which leaves the option unset.
    bool opposed = false;

    bool is_flag() const { return opposite != nullptr; }
    bool is_list() const;
  };

  Setting* find(std::string_view key);
  // Whether a further source counts for the setting.
  bool wants_more(const Setting& setting) const;
  Result<void> take_command_line(Setting& setting);
  Result<void> take_variable(Setting& setting, const std::string& text);
  Result<void> take_file(const ConfigFile& file);
  Result<void> set(Setting& setting, std::vector<std::string> texts,
                   const std::string& source);
  void set_flag(Setting& setting, bool on, const std::string& source);
  tl::unexpected<Error> unknown_key(std::string_view place,
                                    std::string_view key) const;
  std::string value_of(const Setting& setting) const;

  const CLI::App& app_;
  bool only_typed_ = false;  // --no-default-exclude is given
  std::vector<Setting> settings_;
  std::span<const std::string_view> elsewhere_;
};

}  // namespace sluice
