#include "command_line.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace sluice {
namespace {

// CLI11's own layout indents far and runs past 80 columns.
class Formatter : public CLI::Formatter {
 public:
  explicit Formatter(std::string usage) : usage_(std::move(usage)) {
    column_width(26);
  }

  std::string make_usage(const CLI::App*, std::string) const override {
    return usage_;
  }

 private:
  std::string usage_;
};

}  // namespace

std::vector<std::string> Words::all() const {
  std::vector<std::string> words = before_dashes;
  words.insert(words.end(), after_dashes.begin(), after_dashes.end());
  return words;
}

void prepare(CLI::App& app, std::string usage, std::string footer) {
  app.formatter(std::make_shared<Formatter>(std::move(usage)));
  app.footer(std::move(footer));
  app.set_help_flag("-h,--help", "Print this help.");
  app.allow_extras();
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
    return PrintAndExit{app.help()};
  } catch (const CLI::CallForVersion& version) {
    return PrintAndExit{std::string(version.what()) + "\n"};
  } catch (const CLI::ParseError& error) {
    return fail(ErrorCode::kUsage, "{} (see `{}`)", error.what(), help_command);
  }
  words.before_dashes = app.remaining();
  for (const std::string& word : words.before_dashes) {
    if (word.size() > 1 && word.front() == '-')
      return fail(ErrorCode::kUsage, "unknown option {} (see `{}`)", word,
                  help_command);
  }
  return words;
}

Color color_of(const std::string& text) {
  if (text == "always") return Color::kAlways;
  return text == "never" ? Color::kNever : Color::kAuto;
}

}  // namespace sluice
