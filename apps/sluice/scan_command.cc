#include "scan_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "base/log.h"
#include "fs/file_system.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "match/pattern.h"
#include "report/json.h"
#include "report/output.h"
#include "report/pretty.h"
#include "rules/config.h"
#include "rules/embedded.h"
#include "scan/scanner.h"
#include "text/escape.h"

namespace sluice {
namespace {

enum ExitCode { kClean = 0, kFound = 1, kIncomplete = 3 };

Result<std::unique_ptr<Engine>> load_engine(const std::string& config) {
  if (config.empty()) {
    log_detail("rules: the default set");
    return Engine::create(
        RuleSet::from_static(embedded_rules(), embedded_rules_sha256()),
        embedded_literals());
  }
  log_detail(fmt::format("rules: {}", escape_for_terminal(config)));
  const auto read = [](const std::string& path) {
    return read_whole(posix_file_system(), path);
  };
  Result<std::string> text = read(config);
  if (!text)
    return fail(ErrorCode::kConfig, "cannot read the rules `{}`: {}", config,
                text.error().message);
  SLUICE_TRY_ASSIGN(
      LoadedConfig loaded,
      load_config({config, std::move(*text)},
                  {.read = read,
                   .pattern_error = pattern_error,
                   .default_rules = RuleSet::from_static(
                       embedded_rules(), embedded_rules_sha256())}));
  for (const std::string& warning : loaded.warnings)
    log_warning(escape_for_terminal(warning));
  return Engine::create(std::move(loaded.rules), {});
}

// https://no-color.org: any value but the empty one turns colours off.
bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool wants_color(Color choice) {
  if (choice != Color::kAuto) return choice == Color::kAlways;
  if (is_set("NO_COLOR") || ::isatty(STDOUT_FILENO) == 0) return false;
  const char* terminal = std::getenv("TERM");
  return terminal == nullptr || std::string_view(terminal) != "dumb";
}

void log_outcome(const ScanOutcome& outcome) {
  const WorkerMetrics& total = outcome.executor.total;
  log_detail(fmt::format(
      "executor: {} workers started, {} tasks run, {} stolen, {} parks, {} "
      "wakes; the walker waited {} times",
      outcome.executor.workers_started, total.tasks_run, total.steals,
      total.parks, outcome.executor.wakes, outcome.budget_waits));
}

}  // namespace

Result<int> run_scan(const ScanOptions& options) {
  if (options.verbose) log_verbosely();
  // A closed pipe comes back from write() as an error, which stops the scan.
  std::signal(SIGPIPE, SIG_IGN);

  SLUICE_TRY_ASSIGN(const std::unique_ptr<Engine> engine,
                    load_engine(options.config));
  const Judge judge(engine->rules());
  const ToolInfo tool{SLUICE_VERSION, engine->rules().rules().size(),
                      engine->rules().sha256()};
  log_detail(fmt::format("{} rules, {} workers", tool.rules, options.workers));

  FdOutput output(STDOUT_FILENO);
  const ReportOptions report_options{options.show_secrets,
                                     wants_color(options.color)};
  std::unique_ptr<FindingSink> report;
  if (options.format == Format::kJson)
    report = std::make_unique<JsonReport>(output, report_options);
  else
    report = std::make_unique<PrettyReport>(output, report_options);

  const ScanRequest request{
      options.paths, options.workers, {.ignore_files = options.ignore_files}};
  SLUICE_TRY_ASSIGN(
      const ScanOutcome outcome,
      scan(posix_file_system(), *engine, judge, request, tool, *report));
  log_outcome(outcome);
  if (outcome.found) return kFound;
  return outcome.complete ? kClean : kIncomplete;
}

}  // namespace sluice
