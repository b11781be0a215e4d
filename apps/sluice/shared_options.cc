#include "shared_options.h"

#include <algorithm>
#include <thread>

namespace sluice {

void describe_search(CLI::App* app, ScanOptions* options, RawOptions* raw) {
  options->workers =
      std::clamp(std::thread::hardware_concurrency(), 1U, kMaxWorkers);
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
  app->add_flag("--explain-drops", options->explain_drops,
                "Tell what was not reported, and why.");
}

void describe_filter(CLI::App* app, ScanOptions* options, RawOptions* raw) {
  app->add_option("--exclude", options->exclude,
                  "Leave out what GLOB fits, as in .gitignore.")
      ->option_text("GLOB")
      ->allow_extra_args(false);
  app->add_option("--include", options->include,
                  "Scan only what GLOB fits. Either may be repeated.")
      ->option_text("GLOB")
      ->allow_extra_args(false);
  app->add_flag("--no-ignore", raw->no_ignore,
                "Scan what .gitignore and .sluiceignore leave out.");
}

void describe_report(CLI::App* app, ScanOptions* options, RawOptions* raw) {
  app->add_option("-f,--format", raw->format, "pretty or json. [pretty]")
      ->option_text("FORMAT")
      ->check(CLI::IsMember({"pretty", "json"}));
  app->add_flag("--show-secrets", options->show_secrets,
                "Print secrets in the clear.");
  app->add_option("--color", raw->color, "auto, always or never. [auto]")
      ->option_text("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  app->add_flag("-v,--verbose", options->verbose,
                "Tell on standard error what is being done.");
}

void settle(const RawOptions& raw, ScanOptions* options) {
  options->format = raw.format == "json" ? Format::kJson : Format::kPretty;
  options->color = color_of(raw.color);
  options->ignore_files = !raw.no_ignore;
  options->min_confidence = raw.min_confidence == "low" ? Confidence::kLow
                            : raw.min_confidence == "high"
                                ? Confidence::kHigh
                                : Confidence::kMedium;
}

}  // namespace sluice
