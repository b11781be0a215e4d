// A command line, a variable, a list of paths and a configuration's [scan] of
// any bytes. They are accepted, or refused in one line. The output of `config
// show` can be read again and gives the same output. The arguments are the
// lines before the first empty one; the file is the rest.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "sluice/command_line/command_line.h"
#include "sluice/command_line/option_values.h"
#include "sluice/compat/gitleaks_command.h"
#include "sluice/scan/path_list.h"
#include "sluice/settings/settings.h"
#include "text/utf8.h"

using namespace sluice;

namespace {

using Strings = std::vector<std::string>;

// Options of each kind that commands have.
class Line {
 public:
  Line() {
    prepare(app_, "usage", "footer");
    app_.add_option("-j,--workers", number_)->transform(number_in(1, 64));
    app_.add_option("-f,--format", texts_)
        ->transform(one_of({"json", "pretty"}));
    app_.add_option("--exclude", list_)->take_all();
    app_.add_flag("--follow", flag_);
    app_.add_flag("--no-ignore", flag_);
    settings_.emplace(app_);
  }

  bool parse(const Strings& arguments) {
    const auto words = parse_words(app_, arguments, "sluice --help");
    SLUICE_CHECK(words || words.error().message.find("(see `sluice --help`)") !=
                              std::string::npos);
    return words && std::holds_alternative<Words>(*words);
  }

  // Returns the shown settings, or nothing if the file is refused.
  std::optional<std::string> settle(const std::optional<std::string>& variable,
                                    const std::string& file) {
    ConfigFile found{{PolicyOrigin::kCommandLine, {"f.toml", file}, ""}, {}};
    Result<SettingsTable> table = read_settings_table(found.source);
    if (!table) {
      SLUICE_CHECK(table.error().message.find('\n') == std::string::npos);
      return std::nullopt;
    }
    found.settings = std::move(*table);
    const ConfigFile* const files[] = {&found};
    const Result<void> done = settings_->settle(
        [&](const char* name) {
          return std::string_view(name) == "SLUICE_EXCLUDE" ? variable
                                                            : std::nullopt;
        },
        files, nullptr);
    if (done) return settings_->show();
    SLUICE_CHECK(done.error().message.find('\n') == std::string::npos);
    return std::nullopt;
  }

 private:
  CLI::App app_;
  unsigned number_ = 1;
  Strings texts_;
  Strings list_;
  bool flag_ = false;
  std::optional<Settings> settings_;
};

// Returns the values without their sources.
Strings values_in(const std::string& shown) {
  Strings values;
  for (const std::string& line : paths_in(shown))
    values.push_back(line.substr(0, line.rfind("  # ")));
  return values;
}

void check_settings(const Strings& arguments, const std::string& file) {
  Line line;
  if (!line.parse(arguments)) return;
  const std::optional<std::string> variable =
      arguments.empty() ? std::nullopt : std::optional(arguments.front());
  const std::optional<std::string> shown = line.settle(variable, file);
  // TOML has no way to write other bytes.
  if (!shown || !is_utf8(*shown)) return;
  Line again;
  SLUICE_CHECK(again.parse({}));
  const std::optional<std::string> same = again.settle(std::nullopt, *shown);
  SLUICE_CHECK(same.has_value());
  const Strings values = values_in(*same);
  SLUICE_CHECK(values == values_in(*shown));
}

void check_flags(const Strings& arguments) {
  if (!is_gitleaks_command(arguments)) return;
  const auto options = parse_gitleaks_options(arguments);
  SLUICE_CHECK(options || !options.error().message.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t blank = std::min(input.find("\n\n"), input.size());
  const Strings arguments = paths_in(input.substr(0, blank));
  for (const std::string& argument : arguments) SLUICE_CHECK(!argument.empty());
  check_flags(arguments);
  check_settings(arguments,
                 std::string(input.substr(std::min(blank + 2, input.size()))));
  return 0;
}
