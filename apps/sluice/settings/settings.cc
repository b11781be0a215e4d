#include "sluice/settings/settings.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <span>
#include <utility>

#include "rules/table_reader.h"
#include "sluice/command_line/option_values.h"
#include "text/ascii.h"
#include "text/edit_distance.h"

namespace sluice {
namespace {

constexpr std::string_view kPrefix = "SLUICE_";
constexpr std::string_view kCommandLine = "command line";

// Options about a single run, not about how to scan a project.
constexpr auto kOfOneRun = std::to_array<std::string_view>(
    {"help",     "version",      "config",       "list-files",
     "null",     "explain-skip", "files-from",   "staged",
     "unstaged", "untracked",    "whole-files",  "since",
     "all",      "output",       "no-config",    "policy-from",
     "policy",   "shard",        "max-filesize", "no-default-exclude",
     "check",    "in-place",     "known"});

// Lists of which every source gives a part. A later pattern overrules an earlier
// one, so the command line comes last.
constexpr auto kOfAllSources =
    std::to_array<std::string_view>({"exclude", "disable-rule"});

// The lists that the policy locks on the command line, too. The command line
// chooses what is scanned in any case: the paths, and how deep.
constexpr auto kLockedWhenTyped =
    std::to_array<std::string_view>({"exclude", "include"});

// The keys that a file of the scanned tree may set: which files to scan, and
// for which findings. The tree may be anyone's. So it may not change the report
// (which could hide findings or show secrets), lead out of the tree, or use
// more of the machine.
constexpr auto kOfForeign = std::to_array<std::string_view>(
    {"exclude", "include", "ignore", "one-file-system", "max-depth",
     "max-file-size", "submodules", "min-confidence", "enable-rule",
     "disable-rule", "baseline", "ignore-baseline", "ignore-allow"});

// The keys that not every command has as an option. One file may set them for
// all commands, so a command passes over those that it does not have.
constexpr auto kOfSomeCommands =
    std::to_array<std::string_view>({"all-objects",
                                     "archive-bytes",
                                     "archive-depth",
                                     "archive-members",
                                     "archive-name-bytes",
                                     "archive-ratio",
                                     "archive-seconds",
                                     "archive-total",
                                     "baseline",
                                     "color",
                                     "diff",
                                     "exclude",
                                     "explain-drops",
                                     "follow",
                                     "format",
                                     "ignore",
                                     "ignore-baseline",
                                     "include",
                                     "io",
                                     "keep-length",
                                     "max-depth",
                                     "max-file-size",
                                     "max-memory",
                                     "one-file-system",
                                     "progress",
                                     "quiet",
                                     "reach",
                                     "redact",
                                     "require-files",
                                     "require-git",
                                     "sandbox",
                                     "self-allowed",
                                     "show-secrets",
                                     "stats",
                                     "style",
                                     "submodules",
                                     "verbose",
                                     "workers"});

bool holds(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::count(names, name) != 0;
}

std::string variable_of(std::string_view key) {
  std::string name(kPrefix);
  for (const char c : key)
    name += c == '-' ? '_' : is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
  return name;
}

std::optional<bool> flag_of(std::string_view text) {
  for (const std::string_view yes : {"1", "true", "yes", "on"})
    if (equal_ignoring_case(text, yes)) return true;
  for (const std::string_view no : {"0", "false", "no", "off"})
    if (equal_ignoring_case(text, no)) return false;
  return std::nullopt;
}

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    if (comma != 0) parts.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return parts;
}

// Returns the text in TOML's notation.
std::string as_toml(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
      out += fmt::format("\\u{:04X}", c);
    } else {
      out += c;
    }
  }
  return out + '"';
}

bool is_number(std::string_view text) {
  return !text.empty() && text.size() < 19 &&
         std::ranges::all_of(text, is_digit);
}

}  // namespace

std::string not_allowed(std::string_view what, std::string_view place) {
  return fmt::format("{}: the policy {} does not allow that", what, place);
}

bool Settings::Setting::is_list() const {
  return !is_flag() && option->get_expected_max() > 1;
}

Settings::Settings(CLI::App& app) : app_(app) {
  for (CLI::Option* option : app.get_options()) {
    if (option->get_lnames().empty()) continue;
    const std::string name = option->get_lnames().front();
    if (holds(kOfOneRun, name)) continue;
    const bool negated = name.starts_with("no-");
    const std::string key = negated ? name.substr(3) : name;
    CLI::Option* opposite = nullptr;
    if (option->get_items_expected_max() == 0)
      // Hidden, so that the help does not list every flag twice.
      opposite = app.add_flag(negated ? "--" + key : "--no-" + key)->group("");
    settings_.push_back({key, variable_of(key), option, opposite, negated, {}});
  }
}

Settings::Setting* Settings::find(std::string_view key) {
  const auto it = std::ranges::find(settings_, key, &Setting::key);
  return it == settings_.end() ? nullptr : &*it;
}

Result<void> Settings::settle(const Variable& variable,
                              std::span<const ConfigFile* const> files,
                              const Lock& lock) {
  lock_ = lock;
  for (Setting& setting : settings_) SLUICE_TRY(take_command_line(setting));
  const CLI::Option* const alone =
      app_.get_option_no_throw("--no-default-exclude");
  only_typed_ = alone != nullptr && alone->count() != 0;
  for (Setting& setting : settings_) {
    if (!wants_more(setting)) continue;
    const auto text = variable(setting.variable.c_str());
    if (text && !text->empty()) SLUICE_TRY(take_variable(setting, *text));
  }
  for (const ConfigFile* file : files) SLUICE_TRY(take_file(*file));
  return {};
}

bool Settings::refuse(const Setting& setting, const std::string& source,
                      const std::vector<std::string>& values) {
  const std::string place = lock_ ? lock_(setting.key) : std::string();
  if (place.empty()) return false;
  refused_.push_back(not_allowed(
      fmt::format("{} {}", source, fmt::join(values, ", ")), place));
  return true;
}

void Settings::refuse_typed(Setting& setting) {
  if (setting.option->count() == 0 ||
      !refuse(setting, "--" + setting.key, setting.option->results()))
    return;
  setting.option->clear();
  setting.source.clear();
}

Result<void> Settings::take_command_line(Setting& setting) {
  const bool given = setting.option->count() != 0;
  const bool opposed = setting.is_flag() && setting.opposite->count() != 0;
  if (given && opposed)
    return fail(ErrorCode::kUsage, "--{0} and --no-{0} cannot be used together",
                setting.key);
  if (given || opposed) setting.source = kCommandLine;
  setting.opposed = opposed;
  if (holds(kLockedWhenTyped, setting.key)) refuse_typed(setting);
  return {};
}

Result<void> Settings::take_variable(Setting& setting,
                                     const std::string& text) {
  if (setting.is_flag()) {
    const std::optional<bool> on = flag_of(text);
    if (!on)
      return fail(ErrorCode::kUsage, "{}: {} is not true or false",
                  setting.variable, shown_value(text));
    if (refuse(setting, setting.variable, {text})) return {};
    set_flag(setting, *on, setting.variable);
    return {};
  }
  std::vector<std::string> texts = setting.is_list()
                                       ? split_at_commas(text)
                                       : std::vector<std::string>{text};
  if (refuse(setting, setting.variable, texts)) return {};
  return set(setting, std::move(texts), setting.variable);
}

Result<void> Settings::take_file(const ConfigFile& file) {
  for (const SettingValue& value : file.settings.values) {
    const std::string place =
        fmt::format("{}:{}", file.source.name, value.line);
    Setting* setting = find(value.key);
    if (setting == nullptr) {
      if (holds(kOfSomeCommands, value.key)) continue;
      return unknown_key(place, value.key);
    }
    if (file.is_foreign() && !holds(kOfForeign, value.key))
      return fail(
          ErrorCode::kConfig,
          "{}: a file of the scanned tree cannot set {}; use the command "
          "line, {} or a file named with --config",
          place, shown(value.key), setting->variable);
    if (value.is_flag != setting->is_flag())
      return fail(ErrorCode::kConfig, "{}: {} must be {}", place,
                  shown(value.key),
                  setting->is_flag() ? "true or false"
                                     : "a value other than true or false");
    if (value.is_list && !setting->is_list())
      return fail(ErrorCode::kConfig, "{}: {} must be one value, not a list",
                  place, shown(value.key));
    // A text that is not a number is refused below, with the allowed values.
    const bool quoted = !value.is_flag && !value.is_list && !value.is_number &&
                        is_number(value.texts.front());
    if (quoted && takes_number(*setting->option))
      return fail(ErrorCode::kConfig, "{}: {} must be a number without quotes",
                  place, shown(value.key));
    if (value.is_number && !takes_number(*setting->option) &&
        !takes_size(*setting->option))
      return fail(ErrorCode::kConfig,
                  "{}: {} must be a text in quotes, not a number", place,
                  shown(value.key));
    if (!wants_more(*setting)) continue;
    if (refuse(*setting, fmt::format("{}: {}", place, setting->key),
               value.is_flag
                   ? std::vector<std::string>{fmt::format("{}", value.flag)}
                   : value.texts))
      continue;
    if (value.is_flag) {
      set_flag(*setting, value.flag, place);
      continue;
    }
    std::vector<std::string> texts = value.texts;
    // A path in a file is relative to the file's directory.
    if (value.key == "baseline" && !file.is_foreign())
      for (std::string& path : texts)
        if (!path.starts_with('/')) path = file.directory + path;
    SLUICE_TRY(set(*setting, std::move(texts), place));
  }
  return {};
}

bool Settings::wants_more(const Setting& setting) const {
  if (only_typed_ && setting.key == "exclude") return false;
  return setting.source.empty() || holds(kOfAllSources, setting.key);
}

// CLI11 parses the texts as it parses those of the command line.
Result<void> Settings::set(Setting& setting, std::vector<std::string> texts,
                           const std::string& source) {
  if (texts.empty() && !setting.source.empty()) return {};
  setting.source += (setting.source.empty() ? "" : ", ") + source;
  if (texts.empty()) return {};
  // The name of a variable names the setting already.
  const std::string name = source == setting.variable
                               ? source
                               : fmt::format("{}: {}", source, setting.key);
  SLUICE_TRY(refuse_empty(*setting.option, name, texts));
  try {
    std::vector<std::string> later = setting.option->results();
    setting.option->clear();
    std::ranges::move(later, std::back_inserter(texts));
    for (std::string& text : texts) setting.option->add_result(std::move(text));
    setting.option->run_callback();
  } catch (const CLI::Error& error) {
    return fail(ErrorCode::kUsage, "{}: {}", name,
                refusal_of(*setting.option, error));
  }
  return {};
}

void Settings::set_flag(Setting& setting, bool on, const std::string& source) {
  setting.source = source;
  setting.opposed = on == setting.negated;
  if (setting.opposed) return;
  setting.option->add_result("true");
  setting.option->run_callback();
}

tl::unexpected<Error> Settings::unknown_key(std::string_view place,
                                            std::string_view key) const {
  const auto nearest = std::ranges::min_element(
      settings_, {},
      [&](const Setting& setting) { return edit_distance(key, setting.key); });
  const bool near = nearest != settings_.end() &&
                    edit_distance(key, nearest->key) <=
                        std::max<std::size_t>(2, key.size() / 3);
  return fail(ErrorCode::kConfig, "{}: unknown key {} in [scan]{}", place,
              shown(key),
              near ? fmt::format("; did you mean `{}`?", nearest->key)
                   : std::string(" (`sluice config show` lists all)"));
}

std::vector<std::string> Settings::doubtful_variables(
    char** environment) const {
  std::vector<std::string> doubts;
  for (char** one = environment; one != nullptr && *one != nullptr; ++one) {
    std::string_view name = *one;
    name = name.substr(0, name.find('='));
    if (!name.starts_with(kPrefix)) continue;
    const auto distance = [&](const Setting& setting) {
      return edit_distance(name, setting.variable);
    };
    const auto nearest = std::ranges::min_element(settings_, {}, distance);
    if (nearest == settings_.end()) continue;
    const std::size_t away = distance(*nearest);
    if (away == 0 || away > (name.size() - kPrefix.size()) / 5) continue;
    doubts.push_back(fmt::format("{} sets nothing; did you mean {}?", name,
                                 nearest->variable));
  }
  return doubts;
}

bool Settings::is_from(std::string_view key, const FoundConfig& file) const {
  const auto it = std::ranges::find(settings_, key, &Setting::key);
  return it != settings_.end() &&
         it->source.starts_with(file.source.name + ":");
}

std::string Settings::called(std::string_view key) const {
  const auto it = std::ranges::find(settings_, key, &Setting::key);
  if (it == settings_.end() || it->source.empty() || it->source == kCommandLine)
    return fmt::format("--{}", key);
  return it->source == it->variable ? it->source
                                    : fmt::format("{}: {}", it->source, key);
}

bool Settings::has(std::string_view key) const {
  return std::ranges::count(settings_, key, &Setting::key) != 0;
}

std::vector<std::string> Settings::values_of(std::string_view key) const {
  const auto it = std::ranges::find(settings_, key, &Setting::key);
  return it == settings_.end() || it->option->count() == 0
             ? std::vector<std::string>()
             : it->option->results();
}

void Settings::impose(std::string_view key, std::vector<std::string> texts,
                      const std::string& place, bool adds) {
  Setting* const setting = find(key);
  if (setting == nullptr) return;
  setting->source =
      adds && !setting->source.empty() ? setting->source + ", " + place : place;
  setting->option->clear();
  if (texts.empty()) return;
  for (std::string& text : texts) setting->option->add_result(std::move(text));
  setting->option->run_callback();
}

std::string Settings::value_of(const Setting& setting) const {
  if (setting.is_flag()) {
    const bool given = setting.option->count() != 0 && !setting.opposed;
    return given != setting.negated ? "true" : "false";
  }
  if (setting.is_list()) {
    std::string list;
    if (setting.option->count() != 0)
      for (const std::string& item : setting.option->results())
        list += (list.empty() ? "" : ", ") + as_toml(item);
    else if (const std::string one = setting.option->get_default_str();
             !one.empty() && !one.starts_with('['))
      list = as_toml(one);
    return "[" + list + "]";
  }
  const std::string text = setting.option->count() != 0
                               ? setting.option->results().back()
                               : setting.option->get_default_str();
  const bool bare = is_number(text) && (takes_number(*setting.option) ||
                                        takes_size(*setting.option));
  return bare ? text : as_toml(text);
}

std::string Settings::values(std::span<const std::string_view> but) const {
  std::string out;
  for (const Setting& setting : settings_)
    if (!holds(but, setting.key))
      out += setting.key + " = " + value_of(setting) + "\n";
  return out;
}

std::string Settings::show() const {
  // The default "no bound" is a number that nobody wrote, so it is not shown.
  const auto is_unbounded = [](const Setting& setting) {
    const std::string text = setting.option->get_default_str();
    return text == fmt::format("{}", std::numeric_limits<std::size_t>::max()) ||
           text == fmt::format("{}", std::numeric_limits<unsigned>::max());
  };
  std::string out = "[scan]\n";
  for (const Setting& setting : settings_) {
    const std::string source =
        setting.source.empty() ? "default" : setting.source;
    const std::string value = value_of(setting);
    const bool unset = setting.source.empty() &&
                       (is_unbounded(setting) || value == as_toml(""));
    const std::string line = unset ? fmt::format("# {} is not set", setting.key)
                                   : fmt::format("{} = {}", setting.key, value);
    out += unset ? line + "\n" : fmt::format("{:<36}  # {}\n", line, source);
  }
  return out;
}

}  // namespace sluice
