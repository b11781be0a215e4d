#include "sluice/command_line/command_line.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "sluice/command_line/foreign_options.h"
#include "sluice/command_line/option_values.h"
#include "sluice/help/help.h"
#include "text/edit_distance.h"

namespace sluice {
namespace {

// CLI11's name for the group of options without a group.
constexpr std::string_view kNoGroup = "Options";

OptionInfo info_of(const CLI::Option& option) {
  OptionInfo info;
  for (const std::string& letter : option.get_snames())
    info.names.push_back("-" + letter);
  for (const std::string& name : option.get_lnames())
    info.names.push_back("--" + name);
  if (option.get_items_expected_max() > 0)
    info.value = option.get_option_text();
  info.choices = choices_of(option);
  info.help = option.get_description();
  if (option.get_group() != kNoGroup) info.group = option.get_group();
  return info;
}

// Returns the options that are not hidden.
std::vector<OptionInfo> options_of(const CLI::App& app) {
  std::vector<OptionInfo> options;
  for (const CLI::Option* option : app.get_options())
    if (!option->get_group().empty()) options.push_back(info_of(*option));
  return options;
}

// Another tool's spelling is likelier than a mistyped one of ours. Returns the
// second half of the message about `word`, with a semicolon, or nothing.
std::string did_you_mean(const CLI::App& app, std::string_view word) {
  std::vector<std::string> names;
  for (OptionInfo& option : options_of(app))
    std::ranges::move(option.names, std::back_inserter(names));
  if (const ForeignOption* foreign = find_foreign_option(word)) {
    const std::string_view ours = foreign->ours;
    if (ours.empty()) return fmt::format("; {}", foreign->why);
    if (!ours.starts_with('-') ||
        std::ranges::count(names, ours.substr(0, ours.find(' '))) != 0)
      return fmt::format("; did you mean `{}`?", ours);
  }
  const std::string_view known =
      nearest(word.substr(0, word.find('=')),
              std::vector<std::string_view>(names.begin(), names.end()));
  // One letter is no hint at another.
  return known.size() > 2 ? fmt::format("; did you mean `{}`?", known) : "";
}

}  // namespace

std::vector<std::string> Words::all() const {
  std::vector<std::string> words = before_dashes;
  words.insert(words.end(), after_dashes.begin(), after_dashes.end());
  return words;
}

void prepare(CLI::App& app, std::string usage, std::string footer) {
  app.description(std::move(usage));
  app.footer(std::move(footer));
  app.set_help_flag("-h,--help", "Print this help.");
  app.allow_extras();
}

void begin_group(CLI::App& app, const std::string& group) {
  app.option_defaults()->group(group);
}

Result<std::variant<Words, PrintAndExit>> parse_words(
    CLI::App& app, std::vector<std::string> arguments,
    const std::string& help_command) {
  Words words;
  const auto dashes = std::ranges::find(arguments, "--");
  if (dashes != arguments.end()) {
    words.after_dashes.assign(dashes + 1, arguments.end());
    arguments.erase(dashes, arguments.end());
  }
  std::ranges::reverse(arguments);  // as CLI11 wants them
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    Help help{app.get_description(), options_of(app), app.get_footer()};
    std::string page = help_page(help);
    return PrintAndExit{std::move(page), std::move(help.options)};
  } catch (const CLI::CallForVersion& version) {
    return PrintAndExit{std::string(version.what()) + "\n", {}};
  } catch (const CLI::ParseError& error) {
    return fail(ErrorCode::kUsage, "{} (see `{}`)", sentence_of(app, error),
                help_command);
  }
  words.before_dashes = app.remaining();
  for (const std::string& word : words.before_dashes) {
    if (word.size() > 1 && word.front() == '-')
      return fail(ErrorCode::kUsage, "unknown option {}{} (see `{}`)", word,
                  did_you_mean(app, word), help_command);
  }
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_items_expected_max() == 0) continue;
    const Result<void> given =
        refuse_empty(*option, long_name(*option), option->results());
    if (!given)
      return fail(ErrorCode::kUsage, "{} (see `{}`)", given.error().message,
                  help_command);
  }
  return words;
}

Color color_of(const std::string& text) {
  if (text == "always") return Color::kAlways;
  return text == "never" ? Color::kNever : Color::kAuto;
}

}  // namespace sluice
