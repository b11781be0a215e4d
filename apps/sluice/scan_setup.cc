#include "scan_setup.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "base/log.h"
#include "configuration.h"
#include "report/json.h"
#include "report/pretty.h"
#include "rules/embedded.h"
#include "terminal.h"
#include "text/escape.h"

namespace sluice {

Result<std::unique_ptr<ScanSetup>> prepare_scan(const ScanOptions& options,
                                                const std::string& home) {
  SLUICE_TRY_ASSIGN(Configuration configuration,
                    load_configuration(options.config, home));
  for (const std::string& warning : configuration.warnings)
    log_warning(escape_for_terminal(warning));
  auto setup = std::make_unique<ScanSetup>();
  setup->config = configuration.name;
  SLUICE_TRY_ASSIGN(
      setup->engine,
      Engine::create(std::move(configuration.rules), configuration.is_default()
                                                         ? embedded_literals()
                                                         : std::string_view()));
  const RuleSet& rules = setup->engine->rules();
  setup->judge = std::make_unique<Judge>(rules);
  setup->tool = {SLUICE_VERSION, rules.rules().size() + rules.families().size(),
                 rules.sha256(), setup->config};
  log_detail(fmt::format("{} rules of {}, {} workers", setup->tool.rules,
                         setup->config.empty()
                             ? "the default set"
                             : escape_for_terminal(setup->config),
                         options.workers));
  return setup;
}

std::unique_ptr<FindingSink> make_report(const ScanOptions& options,
                                         Output& output) {
  const ReportOptions report_options{
      options.show_secrets, wants_color(options.color), options.explain_drops};
  if (options.format == Format::kJson)
    return std::make_unique<JsonReport>(output, report_options);
  return std::make_unique<PrettyReport>(output, report_options);
}

}  // namespace sluice
