#include "options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string_view>
#include <thread>

namespace sluice {
namespace {

constexpr const char* kFooter = R"(Exit codes:
  0  nothing found, and everything asked for was read
  1  secrets found
  2  could not run: usage, rules, no such path, report not writable
  3  nothing found, but something could not be read (the report names it)

Examples:
  sluice                      scan the current directory
  sluice scan src .env        scan a directory and a file
  git diff | sluice scan -    scan standard input
  sluice scan -f json . | jq '.findings[].path'

A comment on its line allows a secret to stay: sluice:allow)";

// CLI11's own layout indents far and runs past 80 columns.
class Formatter : public CLI::Formatter {
 public:
  Formatter() { column_width(26); }

  std::string make_usage(const CLI::App*, std::string) const override {
    return "Usage: sluice [scan] [OPTIONS] [PATH]...\n\n"
           "PATH is a file or directory, or - for standard input. "
           "Default: here (.).\n";
  }
};

// CLI11 takes a positional such as `[id]` apart as a list, and `[]` away. So it
// is told of none: what is left over is the paths.
Result<std::vector<std::string>> take_paths(
    const std::vector<std::string>& left_over,
    const std::vector<std::string>& after_dashes) {
  std::vector<std::string> paths;
  for (const std::string& argument : left_over) {
    if (argument.size() > 1 && argument.front() == '-')
      return fail(ErrorCode::kUsage, "unknown option {} (see `sluice --help`)",
                  argument);
    paths.push_back(argument);
  }
  // `scan` is the command that is meant when none is named.
  if (!paths.empty() && paths.front() == "scan") paths.erase(paths.begin());
  paths.insert(paths.end(), after_dashes.begin(), after_dashes.end());
  if (paths.empty()) paths.emplace_back(".");
  return paths;
}

// What CLI11 stores, before it becomes ScanOptions.
struct Raw {
  std::string format = "pretty";
  std::string color = "auto";
  std::string min_confidence = "medium";
  bool no_ignore = false;
};

void describe(CLI::App* app, ScanOptions* options, Raw* raw) {
  app->add_option("-f,--format", raw->format, "pretty or json. [pretty]")
      ->option_text("FORMAT")
      ->check(CLI::IsMember({"pretty", "json"}));
  app->add_option("-c,--config", options->config,
                  "Use the rules in FILE, not the default ones.")
      ->option_text("FILE");
  app->add_option("-j,--workers", options->workers,
                  "Scan with N workers. [one a processor]")
      ->option_text("N")
      ->check(CLI::Range(1U, kMaxWorkers));
  app->add_option("--min-confidence", raw->min_confidence,
                  "low, medium or high. [medium]")
      ->option_text("LEVEL")
      ->check(CLI::IsMember({"low", "medium", "high"}));
  app->add_flag("--no-ignore", raw->no_ignore,
                "Scan what .gitignore and .sluiceignore leave out.");
  app->add_flag("--show-secrets", options->show_secrets,
                "Print secrets in the clear.");
  app->add_option("--color", raw->color, "auto, always or never. [auto]")
      ->option_text("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  app->add_flag("-v,--verbose", options->verbose,
                "Tell on standard error what is being done.");
}

}  // namespace

Result<std::variant<ScanOptions, PrintAndExit>> parse_options(
    int argc, const char* const* argv) {
  ScanOptions options;
  options.workers =
      std::clamp(std::thread::hardware_concurrency(), 1U, kMaxWorkers);
  Raw raw;
  CLI::App app("Finds leaked credentials in files.", "sluice");
  app.formatter(std::make_shared<Formatter>());
  app.footer(kFooter);
  app.set_help_flag("-h,--help", "Print this help.");
  app.set_version_flag("-V,--version", "sluice " SLUICE_VERSION,
                       "Print the version.");
  app.allow_extras();
  describe(&app, &options, &raw);

  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  const auto dashes = std::ranges::find(arguments, "--");
  std::vector<std::string> after_dashes;
  if (dashes != arguments.end()) {
    after_dashes.assign(dashes + 1, arguments.end());
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
    return fail(ErrorCode::kUsage, "{} (see `sluice --help`)", error.what());
  }
  SLUICE_TRY_ASSIGN(options.paths, take_paths(app.remaining(), after_dashes));
  options.format = raw.format == "json" ? Format::kJson : Format::kPretty;
  options.color = raw.color == "always"  ? Color::kAlways
                  : raw.color == "never" ? Color::kNever
                                         : Color::kAuto;
  options.ignore_files = !raw.no_ignore;
  options.min_confidence = raw.min_confidence == "low"    ? Confidence::kLow
                           : raw.min_confidence == "high" ? Confidence::kHigh
                                                          : Confidence::kMedium;
  return options;
}

}  // namespace sluice
