#include "shared_options.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/log.h"
#include "configuration.h"
#include "fs/file_system.h"
#include "option_values.h"
#include "text/escape.h"

namespace sluice {
namespace {

constexpr std::uint64_t kNoBound = std::numeric_limits<std::uint64_t>::max();

}  // namespace

void describe_filter(CLI::App* app, ScanOptions* options, RawOptions* raw) {
  begin_group(*app, "Which files");
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
  app->add_flag("--require-files", options->require_files,
                "Exit with 3 if no file was scanned.");
  app->add_option("--shard", raw->shard,
                  "Scan the K-th of N shares: `sluice report merge` joins "
                  "their reports.")
      ->option_text("K/N")
      ->transform(shard_text());
}

void describe_search(CLI::App* app, ScanOptions* options, RawOptions* raw) {
  options->workers =
      std::clamp(std::thread::hardware_concurrency(), 1U, kMaxWorkers);
  begin_group(*app, "What is found");
  app->add_option("-c,--config", options->config,
                  "Use the rules in FILE, not the default ones.")
      ->option_text("FILE");
  app->add_flag("--no-config", options->no_config,
                "Use no configuration, whatever lies in PATH.");
  app->add_option("--min-confidence", raw->min_confidence,
                  "Report nothing below LEVEL: low, medium or high. [medium]")
      ->option_text("LEVEL")
      ->transform(one_of({"low", "medium", "high"}));
  app->add_option("--enable-rule", options->enable_rules,
                  "Report what rule ID finds alone; may be repeated.")
      ->option_text("ID")
      ->allow_extra_args(false);
  app->add_option("--disable-rule", options->disable_rules,
                  "Leave out what rule ID finds; may be repeated.")
      ->option_text("ID")
      ->allow_extra_args(false);
  app->add_option("--decode-depth", options->decode_depth,
                  "Look into N encodings, one in the other; 0: none. [5]")
      ->option_text("N")
      ->transform(number_in(0U, kMaxDecodeDepth));
  app->add_flag("--explain-drops", options->explain_drops,
                "Tell what was not reported, and why.");
  app->add_option("-j,--workers", options->workers,
                  "Scan with N workers. [one a processor]")
      ->option_text("N")
      ->transform(number_in(1U, kMaxWorkers));
}

void describe_archives(CLI::App* app, ScanOptions* options, RawOptions* raw) {
  ArchiveBounds& bounds = options->archives;
  begin_group(*app, "Archives");
  app->add_option("--archive-depth", bounds.depth,
                  "Look into archives, N within each other. 0: none. [5]")
      ->option_text("N")
      ->transform(number_in(0, std::numeric_limits<unsigned>::max()));
  const auto in_gibibytes = [](std::uint64_t bytes) {
    return fmt::format("{}G", bytes >> 30);
  };
  raw->archive_bytes = in_gibibytes(bounds.bytes);
  raw->archive_total = in_gibibytes(bounds.total_bytes);
  app->add_option("--archive-bytes", raw->archive_bytes,
                  "Unpack at most SIZE bytes of an archive. [16G]")
      ->option_text("SIZE")
      ->transform(size_text());
  app->add_option("--archive-total", raw->archive_total,
                  "Unpack at most SIZE bytes in all. [1024G]")
      ->option_text("SIZE")
      ->transform(size_text());
  app->add_option("--archive-ratio", bounds.ratio,
                  "Unpack an archive to at most N times its size. [200]")
      ->option_text("N")
      ->transform(number_in(1, kNoBound));
  app->add_option("--archive-members", bounds.members,
                  "Look at N members of an archive at most. [1000000]")
      ->option_text("N")
      ->transform(number_in(1, kNoBound));
  app->add_option("--archive-name-bytes", bounds.name_bytes,
                  "Leave out members with longer names. [4096]")
      ->option_text("N")
      ->transform(number_in(1U, 1'000'000U));
  raw->archive_seconds = static_cast<std::uint64_t>(bounds.time.count());
  app->add_option("--archive-seconds", raw->archive_seconds,
                  "Leave an archive after N seconds. [600]")
      ->option_text("N")
      ->transform(number_in(1U, 1'000'000U));
}

void describe_known(CLI::App* app, ScanOptions* options) {
  begin_group(*app, "What is known");
  app->add_option("--baseline", options->baselines,
                  "Leave out the findings that FILE knows; may be repeated. "
                  "[.sluice-baseline, .gitleaksignore, .betterleaksignore]")
      ->option_text("FILE")
      ->allow_extra_args(false);
  app->add_flag("--ignore-baseline", options->ignore_baseline,
                "Report what baselines know, too.");
  app->add_flag("--ignore-allow", options->ignore_allow,
                "Report what allow comments allow, too.");
}

void describe_report(CLI::App* app, ScanOptions* options, RawOptions* raw) {
  begin_group(*app, "The report");
  raw->reports.emplace(app);
  app->add_flag("--show-secrets", options->show_secrets,
                "Print secrets in the clear.");
  app->add_option("--redact", raw->redact,
                  "Mask N percent of each secret. [all but a head]")
      ->option_text("N")
      ->transform(number_in(0U, 100U));
  app->add_flag("-q,--quiet", options->quiet,
                "Print findings and what could not be read, nothing else.");
  app->add_flag("-v,--verbose", options->verbose,
                "Tell on standard error what is being done, and in the report "
                "for people what to do first about a finding.");
  app->add_flag("--no-progress", raw->no_progress,
                "Show no progress on a terminal.");
  app->add_option("--color", raw->color, "auto, always or never. [auto]")
      ->option_text("WHEN")
      ->transform(one_of({"auto", "always", "never"}));
}

void describe_sandbox(CLI::App* app, RawOptions* raw) {
  begin_group(*app, "How");
  app->add_option("--sandbox", raw->sandbox,
                  "Give up what no scan needs: auto, on or off. [auto]")
      ->option_text("WHEN")
      ->transform(one_of({"auto", "on", "off"}));
}

void describe_resources(CLI::App* app, ScanOptions* options, RawOptions* raw) {
  describe_sandbox(app, raw);
  app->add_option("--io", raw->io, "Read by auto, blocking or uring. [auto]")
      ->option_text("WAY")
      ->transform(one_of({"auto", "blocking", "uring"}));
  app->add_option("--max-memory", raw->max_memory,
                  "Use at most SIZE bytes (64M, 1G). [what N workers need]")
      ->option_text("SIZE")
      ->transform(size_text());
  app->add_flag("--stats", options->stats,
                "Tell on standard error where time and memory went.");
}

Result<void> settle_settings(Settings& settings, ScanOptions* options) {
  if (!options->foreign.read)
    options->foreign =
        place_in_tree(posix_file_system(), scan_home(options->paths));
  if (options->no_config && !options->config.empty())
    return fail(ErrorCode::kUsage,
                "--config and --no-config exclude each other");
  if (!options->no_config) {
    SLUICE_TRY_ASSIGN(options->configuration,
                      find_configuration(options->config, options->foreign));
  }
  SLUICE_TRY(settings.settle(
      [](const char* name) -> std::optional<std::string> {
        const char* value = std::getenv(name);
        return value == nullptr ? std::nullopt : std::optional(value);
      },
      options->configuration ? &*options->configuration : nullptr));
  options->enabled_by = settings.called("enable-rule");
  options->disabled_by = settings.called("disable-rule");
  if (const auto& file = options->configuration)
    options->foreign_baselines =
        file->is_foreign() && settings.is_from("baseline", *file);
  for (const std::string& doubt : settings.doubtful_variables(environ))
    log_warning(escape_for_terminal(doubt));
  return {};
}

Result<void> settle(const RawOptions& raw, ScanOptions* options) {
  if (options->quiet && options->verbose)
    return fail(ErrorCode::kUsage, "--quiet and --verbose exclude each other");
  if (raw.redact != RawOptions::kDefaultMask) options->redact = raw.redact;
  SLUICE_TRY_ASSIGN(options->reports, report_requests(raw.reports->in_order()));
  options->color = color_of(raw.color);
  options->progress = !raw.no_progress;
  options->ignore_files = !raw.no_ignore;
  options->shard = shard_of(raw.shard);
  options->max_memory = bytes_of(raw.max_memory).value_or(0);
  ArchiveBounds& archives = options->archives;
  archives.bytes = bytes_of(raw.archive_bytes).value_or(archives.bytes);
  archives.total_bytes =
      bytes_of(raw.archive_total).value_or(archives.total_bytes);
  if (raw.archive_seconds != 0)
    archives.time = std::chrono::seconds(raw.archive_seconds);
  options->io = raw.io == "uring"      ? IoMode::kUring
                : raw.io == "blocking" ? IoMode::kBlocking
                                       : IoMode::kAuto;
  options->sandbox = raw.sandbox == "on"    ? SandboxMode::kOn
                     : raw.sandbox == "off" ? SandboxMode::kOff
                                            : SandboxMode::kAuto;
  options->min_confidence = raw.min_confidence == "low" ? Confidence::kLow
                            : raw.min_confidence == "high"
                                ? Confidence::kHigh
                                : Confidence::kMedium;
  return {};
}

}  // namespace sluice
