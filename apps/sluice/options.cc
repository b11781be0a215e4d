#include "options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
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
  Formatter() {
    column_width(26);
    label("Positionals", "Arguments");
  }

  std::string make_usage(const CLI::App*, std::string) const override {
    return "Usage: sluice [scan] [OPTIONS] [PATH]...\n";
  }
};

// What CLI11 stores, before it becomes ScanOptions.
struct Raw {
  std::string format = "pretty";
  std::string color = "auto";
  bool no_ignore = false;
};

void describe(CLI::App* app, ScanOptions* options, Raw* raw) {
  app->add_option("PATH", options->paths,
                  "Files and directories; - is standard input. [.]")
      ->option_text(" ");
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
  describe(&app, &options, &raw);

  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
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
  // `scan` is the command that is meant when none is named.
  if (!options.paths.empty() && options.paths.front() == "scan")
    options.paths.erase(options.paths.begin());
  if (options.paths.empty()) options.paths.emplace_back(".");
  options.format = raw.format == "json" ? Format::kJson : Format::kPretty;
  options.color = raw.color == "always"  ? Color::kAlways
                  : raw.color == "never" ? Color::kNever
                                         : Color::kAuto;
  options.ignore_files = !raw.no_ignore;
  return options;
}

}  // namespace sluice
