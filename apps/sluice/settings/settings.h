// Finds the value of each option: on the command line, else in an environment
// variable, else in the first of several files that has it; else it is the
// default. A source gives the whole value: a list on the command line replaces
// that of a file. The lists `exclude` and `disable-rule` are different: they
// have the items of all sources. (--no-default-exclude leaves only the patterns
// of the command line.)
//
// The organisation's policy may lock a key: then no source can set it. After
// that it may impose values (settings/organisation.h).
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
  // flag, so that the command line can overrule the file.
  explicit Settings(CLI::App& app);

  // Returns the place of the policy that locks `key`. Empty if none does.
  using Lock = std::function<std::string(std::string_view key)>;

  // Sets the options that the command line did not set, from variables and then
  // from the files, in their order. Errors: kUsage and kConfig, one line with
  // the place of the value, the value and the allowed values.
  Result<void> settle(const Variable& variable,
                      std::span<const ConfigFile* const> files,
                      const Lock& lock);

  // Returns a sentence for each value that settle() did not use, because its
  // key is locked.
  const std::vector<std::string>& refused() const { return refused_; }

  // Whether the command has an option of this key.
  bool has(std::string_view key) const;

  // Returns the values of `key` that any source gave, in their order. An option
  // that the command lacks has none.
  std::vector<std::string> values_of(std::string_view key) const;

  // Replaces the values of `key`. `place` is the source that show() then names;
  // with `adds`, in addition to those before. If there are no values, the
  // variable of a list keeps its values, and the caller has to clear it.
  void impose(std::string_view key, std::vector<std::string> texts,
              const std::string& place, bool adds = false);

  // Returns half a sentence for each variable whose name resembles that of an
  // option but differs from it. `environment` has the form of `environ`.
  std::vector<std::string> doubtful_variables(char** environment) const;

  // Whether the file set the value of `key`. To be called after settle().
  bool is_from(std::string_view key, const FoundConfig& file) const;

  // Returns the name of the source of `key` for messages:
  // "--disable-rule", "SLUICE_DISABLE_RULE", ".sluice.toml:3: disable-rule".
  std::string called(std::string_view key) const;

  // Returns "KEY = VALUE" lines of all settings, except those of `but`.
  std::string values(std::span<const std::string_view> but) const;

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
  // Whether the key is locked. If so, notes what `source` wanted.
  bool refuse(const Setting& setting, const std::string& source,
              const std::vector<std::string>& values);
  void refuse_typed(Setting& setting);
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
  Lock lock_;
  std::vector<std::string> refused_;
};

// Returns "WHAT: the policy PLACE does not allow that".
std::string not_allowed(std::string_view what, std::string_view place);

}  // namespace sluice
