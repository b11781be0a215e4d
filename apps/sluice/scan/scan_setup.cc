#include "sluice/scan/scan_setup.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "base/log.h"
#include "fs/file_system.h"
#include "rules/embedded.h"
#include "sluice/baseline/known_findings.h"
#include "sluice/report/report_place.h"
#include "sluice/scan/memory_promise.h"
#include "sluice/scan/walk_command.h"
#include "sluice/settings/configuration.h"
#include "sluice/terminal.h"
#include "text/escape.h"

namespace sluice {
namespace {

// The error for an unknown rule names the option or file that mentions the
// rule.
Result<RuleChoice> choose_rules(const RuleSet& rules,
                                const ScanOptions& options) {
  Result<RuleChoice> choice =
      RuleChoice::make(rules, options.enable_rules, options.disable_rules);
  if (choice) return choice;
  const bool of_enabled = !RuleChoice::make(rules, options.enable_rules, {});
  return fail(choice.error().code, "{}: {}",
              of_enabled ? options.enabled_by : options.disabled_by,
              choice.error().message);
}

}  // namespace

Result<std::unique_ptr<ScanSetup>> prepare_scan(const ScanOptions& options,
                                                std::string_view resource) {
  SLUICE_TRY_ASSIGN(Configuration configuration,
                    load_configuration(options.configuration, options.foreign,
                                       options.organisation));
  tell_warnings(configuration.warnings);
  auto setup = std::make_unique<ScanSetup>();
  SLUICE_TRY_ASSIGN(setup->engine,
                    Engine::create_extended(
                        std::move(configuration.rules),
                        BuiltLiterals{embedded_rules(), embedded_literals()}));
  const RuleSet& rules = setup->engine->rules();
  SLUICE_TRY_ASSIGN(setup->choice, choose_rules(rules, options));
  SLUICE_TRY_ASSIGN(setup->baseline, load_baselines(options, rules));
  setup->judge = std::make_unique<Judge>(
      rules, JudgeOptions{.allow_comments = !options.ignore_allow,
                          .resource = resource});
  setup->tool = {SLUICE_VERSION, rules.sha256(),
                 std::move(configuration.policy)};
  Policy& policy = setup->tool.policy;
  policy.rules -= setup->choice.off();
  policy.rules_disabled += setup->choice.off();
  policy.organisation = options.organisation.files;
  policy.user = options.user_settings;
  policy.refused = options.refused;
  std::ranges::move(configuration.refused, std::back_inserter(policy.refused));
  if (!options.told_refused) tell_warnings(policy.refused);
  if (options.confidence_by_policy)
    policy.min_confidence = name_of(options.choices.min_confidence);
  log_detail(fmt::format("{} rules of {}, {} workers", policy.rules,
                         policy.file.empty() ? "the default set"
                                             : escape_for_terminal(policy.file),
                         options.workers));
  return setup;
}

PipelineOptions pipeline_options(const ScanSetup& setup,
                                 const ScanOptions& options) {
  return {.choices = options.choices,
          .report = {.rules = &setup.choice, .baseline = setup.baseline.get()}};
}

// Returns the text that the shards of a scan share, so that their reports can
// name equal secrets alike (ReportOptions::shard_key). A variable and not an
// option, since other users of the machine can read a command line.
static std::string shard_key(const ScanOptions& options) {
  const char* const key = std::getenv("SLUICE_SHARD_KEY");
  return options.shard && key != nullptr ? key : "";
}

Result<ReportOutputs> open_reports(const ScanOptions& options,
                                   RepositoryBase place,
                                   const Interrupt& interrupt) {
  for (const ReportRequest& report : options.reports)
    SLUICE_TRY(refuse_scanned_links(report.path, options.paths));
  return ReportOutputs::open(
      options.reports,
      {.show_secrets = options.show_secrets,
       .color = wants_color(options.color),
       .explain_drops = options.choices.explain_drops,
       .drops = options.drops,
       .revocations = options.verbose,
       .quiet = options.quiet,
       .columns = std::min<std::size_t>(terminal_columns().value_or(80), 80),
       .shard_key = shard_key(options),
       .repository = std::move(place)},
      &interrupt);
}

Result<ScanOutcome> run_prepared(const ScanSetup& setup,
                                 const ScanOptions& options,
                                 const ScanWatch& watch, FindingSink& sink) {
  SLUICE_TRY_ASSIGN(const MemoryRooms rooms, memory_rooms(options));
  ScanRequest request{.paths = options.paths,
                      .listed = options.listed,
                      .workers = options.workers,
                      .walk = walk_options(options),
                      .shard = options.shard,
                      .choices = options.choices,
                      .rules = &setup.choice,
                      .baseline = setup.baseline.get(),
                      .room = rooms.reports,
                      .archives = options.archives,
                      .unpack_room = rooms.unpacking,
                      .io = options.io,
                      .measure = options.stats,
                      .interrupt = watch.interrupt,
                      .tallies = watch.tallies};
  if (options.verbose) request.on_skip = log_skip;
  SLUICE_TRY_ASSIGN(ScanOutcome outcome,
                    scan(posix_file_system(), *setup.engine, *setup.judge,
                         request, setup.tool, sink));
  if (options.stats) print_stats(outcome.stats, options, setup.engine->rules());
  return outcome;
}

}  // namespace sluice
