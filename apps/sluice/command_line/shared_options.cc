#include "sluice/command_line/shared_options.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/log.h"
#include "fs/file_system.h"
#include "fs/foreign_file.h"
#include "ignore/ignore_file.h"
#include "judge/drop.h"
#include "sluice/command_line/option_values.h"
#include "sluice/settings/configuration.h"
#include "sluice/settings/organisation.h"
#include "sluice/settings/settings.h"
#include "text/edit_distance.h"
#include "text/escape.h"

namespace sluice {
namespace {

constexpr std::uint64_t kNoBound = std::numeric_limits<std::uint64_t>::max();

Confidence confidence_of(const std::string& name) {
  return name == "low"    ? Confidence::kLow
         : name == "high" ? Confidence::kHigh
                          : Confidence::kMedium;
}

}  // namespace

void describe_report(CLI::App* app, ScanOptions* options, RawOptions* raw) {
  begin_group(*app, "Report");
  raw->reports.emplace(app);
  app->add_flag("-q,--quiet", options->quiet,
                "Print only findings and what could not be read.");
  app->add_flag("-v,--verbose", options->verbose,
                "Log each step to standard error. In the format pretty, also "
                "print how to revoke each secret.");
  app->add_flag("--show-secrets", options->show_secrets,
                "Print secrets unmasked.");
  app->add_option("--redact", raw->redact,
                  "Mask N percent of each secret. [all but its beginning]")
      ->option_text("N")
      ->transform(number_in(0U, 100U));
  app->add_flag("--explain-drops", raw->explain_drops)
      ->description(
          "Also list candidates that were not reported, and why. "
          "--explain-drops=name,text lists only these reasons, "
          "--explain-drops=-form all others.");
  app->add_option("--color", raw->color,
                  "Use colors: auto, always or never. [auto]")
      ->option_text("WHEN")
      ->transform(one_of({"auto", "always", "never"}));
  app->add_flag("--no-progress", raw->no_progress,
                "Do not show progress on a terminal.");
}

void describe_search(CLI::App* app, ScanOptions* options, RawOptions* raw) {
  begin_group(*app, "Findings");
  app->add_option("--min-confidence", raw->min_confidence,
                  "Report only findings of this confidence or above: low, "
                  "medium or high. [medium]")
      ->option_text("LEVEL")
      ->transform(one_of({"low", "medium", "high"}));
  app->add_option("--baseline", options->baselines,
                  "Do not report findings that FILE lists; may be repeated. "
                  "[.sluice-baseline, .gitleaksignore, .betterleaksignore]")
      ->option_text("FILE")
      ->allow_extra_args(false);
  app->add_flag("--ignore-baseline", options->ignore_baseline,
                "Also report findings that a baseline lists.");
  app->add_flag("--ignore-allow", options->ignore_allow,
                "Also report findings that a comment allows.");
  app->add_option("--enable-rule", options->enable_rules,
                  "Report only findings of rule ID; may be repeated.")
      ->option_text("ID")
      ->allow_extra_args(false);
  app->add_option("--disable-rule", options->disable_rules,
                  "Do not report findings of rule ID; may be repeated.")
      ->option_text("ID")
      ->allow_extra_args(false);
  app->add_option("-c,--config", options->config,
                  "Read rules and settings from FILE. [.sluice.toml or "
                  ".gitleaks.toml in PATH]")
      ->option_text("FILE");
  app->add_flag("--no-config", options->no_config,
                "Read no configuration; use the default rules.");
  app->add_option("--policy", options->policy,
                  "Also obey the organisation's policy in FILE; see "
                  "docs/CONFIGURATION.md. [/etc/sluice/policy.toml]")
      ->option_text("FILE");
  app->add_option("--decode-depth", options->choices.decode_depth,
                  "Decode base64 and the like, nested up to N times; 0 turns "
                  "decoding off. [5]")
      ->option_text("N")
      ->transform(number_in(0U, kMaxDecodeDepth));
}

void describe_filter(CLI::App* app, ScanOptions* options, RawOptions* raw) {
  begin_group(*app, "Files");
  app->add_option("--exclude", options->exclude,
                  "Skip files that match GLOB, as in .gitignore; may be "
                  "repeated. Adds to what the configuration excludes.")
      ->option_text("GLOB")
      ->allow_extra_args(false);
  app->add_flag("--no-default-exclude")
      ->description(
          "Exclude only what --exclude names, not what the configuration "
          "excludes.");
  app->add_option("--include", options->include,
                  "Scan only files that match GLOB; may be repeated.")
      ->option_text("GLOB")
      ->allow_extra_args(false);
  app->add_flag("--no-ignore", raw->no_ignore,
                "Also scan files that .gitignore and .sluiceignore exclude.");
  app->add_flag("--require-files", options->require_files,
                "Exit with 3 if there is no file to scan.");
}

void describe_tree(CLI::App* app, RawOptions* raw) {
  app->add_flag("--no-require-git", raw->no_require_git,
                "Obey .gitignore outside of repositories, too.");
}

void describe_archives(CLI::App* app, ScanOptions* options, RawOptions* raw) {
  ArchiveBounds& bounds = options->archives;
  begin_group(*app, "Archives");
  app->add_option("--archive-depth", bounds.depth,
                  "Look into archives, nested up to N deep; 0 turns this off. "
                  "[5]")
      ->option_text("N")
      ->transform(number_in(0, std::numeric_limits<unsigned>::max()));
  const auto in_gibibytes = [](std::uint64_t bytes) {
    return fmt::format("{}G", bytes >> 30);
  };
  raw->archive_bytes = in_gibibytes(bounds.bytes);
  raw->archive_total = in_gibibytes(bounds.total_bytes);
  app->add_option("--archive-bytes", raw->archive_bytes,
                  "Unpack at most SIZE bytes of each archive. [16G]")
      ->option_text("SIZE")
      ->transform(size_text());
  app->add_option("--archive-total", raw->archive_total,
                  "Unpack at most SIZE bytes in total. [1024G]")
      ->option_text("SIZE")
      ->transform(size_text());
  app->add_option("--archive-ratio", bounds.ratio,
                  "Unpack each archive to at most N times its size. [200]")
      ->option_text("N")
      ->transform(number_in(1, kNoBound));
  app->add_option("--archive-members", bounds.members,
                  "Read at most N members of each archive. [1000000]")
      ->option_text("N")
      ->transform(number_in(1, kNoBound));
  app->add_option("--archive-name-bytes", bounds.name_bytes,
                  "Skip members with names longer than N bytes. [4096]")
      ->option_text("N")
      ->transform(number_in(1U, 1'000'000U));
  raw->archive_seconds = static_cast<std::uint64_t>(bounds.time.count());
  app->add_option("--archive-seconds", raw->archive_seconds,
                  "Spend at most N seconds on each archive. [600]")
      ->option_text("N")
      ->transform(number_in(1U, 1'000'000U));
}

void describe_running(CLI::App* app, ScanOptions* options, RawOptions* raw) {
  options->workers =
      std::clamp(std::thread::hardware_concurrency(), 1U, kMaxWorkers);
  begin_group(*app, "Speed and safety");
  app->add_option("-j,--workers", options->workers,
                  "Scan with N threads. [one per processor]")
      ->option_text("N")
      ->transform(number_in(1U, kMaxWorkers));
  app->add_option("--shard", raw->shard,
                  "Scan the K-th of N parts; `sluice report merge` joins the "
                  "reports.")
      ->option_text("K/N")
      ->transform(shard_text());
  app->add_option("--sandbox", raw->sandbox,
                  "Give up rights that no scan needs: auto, on or off. [auto]")
      ->option_text("WHEN")
      ->transform(one_of({"auto", "on", "off"}));
}

void describe_resources(CLI::App* app, ScanOptions* options, RawOptions* raw) {
  app->add_option("--max-memory", raw->max_memory,
                  "Use at most SIZE bytes of memory (64M, 1G). [what N threads "
                  "need]")
      ->option_text("SIZE")
      ->transform(size_text());
  app->add_option("--io", raw->io,
                  "Choose how to read: auto, blocking or uring. [auto]")
      ->option_text("WAY")
      ->transform(one_of({"auto", "blocking", "uring"}));
  app->add_flag("--stats", options->stats,
                "Print on standard error where time and memory went.");
}

// Makes the settings as strict as the organisation's policy.
static void obey_policy(Settings& settings, ScanOptions* options) {
  const OrganisationPolicy& policy = options->organisation;
  options->refused = settings.refused();
  for (std::string& sentence : impose(policy, &settings))
    options->refused.push_back(std::move(sentence));
  // A list without values keeps those that were typed; see Settings::impose().
  if (settings.values_of("exclude").empty()) options->exclude.clear();
  if (settings.values_of("include").empty()) options->include.clear();
  if (settings.values_of("disable-rule").empty())
    options->disable_rules.clear();
  if (policy.no_exclude.empty() || !settings.has("exclude")) return;
  options->walk.sluice_ignore = false;
  constexpr const char* kIgnoreFile = ".sluiceignore";
  if (const auto text = options->foreign.read(kIgnoreFile, kMaxIgnoreBytes);
      text || !is_absent(text.error()))
    options->refused.push_back(
        not_allowed(options->foreign.name_of(kIgnoreFile), policy.no_exclude));
}

// Returns the files with settings, those that decide first. A file that was
// named is nearer to this run than the user's, and the tree's is farther.
static std::vector<const ConfigFile*> layers(
    const std::optional<ConfigFile>& named_or_found,
    const std::optional<ConfigFile>& user) {
  std::vector<const ConfigFile*> files;
  if (named_or_found) files.push_back(&*named_or_found);
  if (user)
    files.insert(named_or_found && named_or_found->is_foreign() ? files.begin()
                                                                : files.end(),
                 &*user);
  return files;
}

Result<void> settle_settings(Settings& settings, ScanOptions* options) {
  if (!options->foreign.read)
    options->foreign =
        place_in_tree(posix_file_system(), scan_home(options->paths));
  if (options->no_config && !options->config.empty())
    return fail(ErrorCode::kUsage,
                "--config and --no-config cannot be used together");
  SLUICE_TRY_ASSIGN(options->organisation,
                    read_organisation_policy(options->policy));
  std::optional<ConfigFile> user;
  if (!options->no_config) {
    SLUICE_TRY_ASSIGN(user, read_user_settings());
    SLUICE_TRY_ASSIGN(options->configuration,
                      find_configuration(options->config, options->foreign));
  }
  if (user && !user->settings.values.empty())
    options->user_settings = user->source.name;
  SLUICE_TRY(settings.settle(
      [](const char* name) -> std::optional<std::string> {
        const char* value = std::getenv(name);
        return value == nullptr ? std::nullopt : std::optional(value);
      },
      layers(options->configuration, user),
      [&](std::string_view key) {
        return lock_of(options->organisation, key);
      }));
  obey_policy(settings, options);
  options->confidence_by_policy =
      options->configuration &&
      settings.is_from("min-confidence", *options->configuration);
  options->enabled_by = settings.called("enable-rule");
  options->disabled_by = settings.called("disable-rule");
  if (const auto& file = options->configuration)
    options->foreign_baselines =
        file->is_foreign() && settings.is_from("baseline", *file);
  for (const std::string& doubt : settings.doubtful_variables(environ))
    log_warning(escape_for_terminal(doubt));
  return {};
}

// The value of --explain-drops: "true", or reasons to list or to leave out.
static Result<void> settle_drops(const std::string& text,
                                 ScanOptions* options) {
  options->choices.explain_drops = !text.empty() && text != "false";
  if (!options->choices.explain_drops || text == "true") return {};
  std::vector<std::string_view> names;
  for (std::size_t i = 1; i < kDropReasons; ++i)
    names.push_back(name_of(static_cast<Drop>(i)));
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    std::string word = text.substr(at, end - at);
    at = end + 1;
    const bool without = word.starts_with('-');
    if (without) word.erase(0, 1);
    if (std::ranges::count(names, word) == 0) {
      const std::string_view near = nearest(word, names);
      return fail(ErrorCode::kUsage,
                  "--explain-drops: there is no reason {}{} (docs/DROPS.md "
                  "lists all)",
                  shown_value(word),
                  near.empty() ? "" : fmt::format("; did you mean {}?", near));
    }
    (without ? options->drops.without : options->drops.only)
        .push_back(std::move(word));
  }
  return {};
}

Result<void> settle(const RawOptions& raw, ScanOptions* options) {
  SLUICE_TRY(settle_drops(raw.explain_drops, options));
  if (options->quiet && options->verbose)
    return fail(ErrorCode::kUsage,
                "--quiet and --verbose cannot be used together");
  if (raw.redact != RawOptions::kDefaultMask)
    options->choices.redact = raw.redact;
  SLUICE_TRY_ASSIGN(options->reports, report_requests(raw.reports->in_order()));
  options->color = color_of(raw.color);
  options->progress = !raw.no_progress;
  options->walk.ignore_files = !raw.no_ignore;
  options->walk.require_git = !raw.no_require_git;
  options->shard = shard_of(raw.shard);
  options->max_memory = bytes_of(raw.max_memory).value_or(0);
  options->walk.max_file_size =
      bytes_of(raw.max_file_size).value_or(WalkOptions::kAnySize);
  ArchiveBounds& archives = options->archives;
  archives.bytes = bytes_of(raw.archive_bytes).value_or(archives.bytes);
  archives.total_bytes =
      bytes_of(raw.archive_total).value_or(archives.total_bytes);
  if (raw.archive_seconds != 0)
    archives.time = std::chrono::seconds(raw.archive_seconds);
  options->choices.reads_diffs = raw.diff != "never";
  options->io = raw.io == "uring"      ? IoMode::kUring
                : raw.io == "blocking" ? IoMode::kBlocking
                                       : IoMode::kAuto;
  // Another word has been refused.
  options->sandbox = sandbox_mode(raw.sandbox).value_or(SandboxMode::kAuto);
  options->choices.min_confidence = confidence_of(raw.min_confidence);
  return {};
}

void describe_text_search(CLI::App* app, ScanOptions* options,
                          RawOptions* raw) {
  describe_search(app, options, raw);
  for (const char* name : {"--baseline", "--ignore-baseline"})
    app->remove_option(app->get_option(name));
  app->get_option("--config")
      ->description(
          "Read rules and settings from FILE. [.sluice.toml or .gitleaks.toml "
          "in the current directory]");
}

void describe_server_search(CLI::App* app, ScanOptions* options,
                            RawOptions* raw) {
  describe_search(app, options, raw);
  describe_filter(app, options, raw);
  describe_tree(app, raw);
  app->remove_option(app->get_option("--require-files"));
}

Result<void> settle_server_search(Settings& settings, const RawOptions& raw,
                                  ScanOptions* options) {
  SLUICE_TRY(settle_settings(settings, options));
  options->choices.min_confidence = confidence_of(raw.min_confidence);
  options->walk.ignore_files = !raw.no_ignore;
  options->walk.require_git = !raw.no_require_git;
  return {};
}

Result<void> settle_text_search(Settings& settings, const RawOptions& raw,
                                ScanOptions* options) {
  options->ignore_baseline = true;
  return settle_server_search(settings, raw, options);
}

}  // namespace sluice
