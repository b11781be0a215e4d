#include "sluice/report/merge_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <csignal>
#include <optional>
#include <utility>

#include "base/log.h"
#include "report/merge/report_merge.h"
#include "sluice/command_line/command_line.h"
#include "sluice/command_line/option_values.h"
#include "sluice/exit_code.h"
#include "sluice/report/report_input.h"
#include "sluice/report/report_words.h"
#include "sluice/terminal.h"

namespace sluice {
namespace {

constexpr const char* kMergeUsage =
    "Usage: sluice report merge [OPTIONS] IN...\n\n"
    "Joins several reports in the format json or jsonl. The reports of all "
    "shards\n"
    "of a scan (--shard) become the report of the whole scan.\n";

constexpr const char* kExamples = R"(
Examples:
  sluice report merge shards/*.json
  sluice report merge shards/*.jsonl -f sarif -o scan.sarif -f html -o scan.html

Reports that are not shards keep the order in which they are given.

Exit codes:
  0  no secret found, and everything was read
  1  secrets found
  2  sluice could not run: wrong usage, an IN that is not a report of sluice, a
     shard given twice, shards of different scans, an output that cannot be
     written
  3  no secret found, but a shard is missing, shards contradict each other, or
     something could not be read (the report names it))";

}  // namespace

Result<std::variant<MergeOptions, PrintAndExit>> parse_merge_options(
    const std::vector<std::string>& arguments) {
  MergeOptions options;
  std::string color = "auto";
  std::string self_allowed = "report";
  CLI::App app("Makes one report of several.", "sluice report merge");
  prepare(app, kMergeUsage, "Formats:\n" + format_help() + kExamples);
  ReportWords words(&app);
  app.add_flag("--show-secrets", options.show_secrets,
               "Keep secrets unmasked if the reports show them.");
  app.add_flag("-q,--quiet", options.quiet,
               "Print only findings and what could not be read.");
  app.add_flag("--require-files", options.require_files,
               "Exit with 3 if no file was scanned.");
  app.add_option("--self-allowed", self_allowed,
                 "Choose what to do about findings that only a scanned change "
                 "allows: report, or fail as well. [report]")
      ->option_text("HOW")
      ->transform(one_of({"report", "fail"}));
  app.add_option("--color", color, "Use colors: auto, always or never. [auto]")
      ->option_text("WHEN")
      ->transform(one_of({"auto", "always", "never"}));
  SLUICE_TRY_ASSIGN(auto parsed,
                    parse_words(app, {arguments.begin() + 1, arguments.end()},
                                "sluice report merge --help"));
  if (auto* text = std::get_if<PrintAndExit>(&parsed)) return std::move(*text);
  options.inputs = std::get<Words>(parsed).all();
  if (!options.inputs.empty()) options.inputs.erase(options.inputs.begin());
  if (options.inputs.empty())
    return fail(ErrorCode::kUsage,
                "name the reports to merge (see `sluice help report merge`)");
  if (std::ranges::count(options.inputs, "-") > 1)
    return fail(ErrorCode::kUsage, "standard input (-) can be given only once");
  options.self_allowed_counts = self_allowed == "fail";
  options.color = color_of(color);
  SLUICE_TRY_ASSIGN(options.reports, report_requests(words.in_order()));
  return options;
}

Result<int> run_merge(const MergeOptions& options) {
  // write() then reports a closed pipe as an error.
  std::signal(SIGPIPE, SIG_IGN);
  ReportMerge merge({.secret_alone = !options.show_secrets,
                     .self_allowed_counts = options.self_allowed_counts});
  for (const std::string& path : options.inputs) {
    SLUICE_TRY_ASSIGN(const ReportInput input, ReportInput::open(path));
    SLUICE_TRY(merge.add(path, input.reader()));
  }
  std::optional<ReportOutputs> outputs;
  const auto sink_for = [&](const ReportHead& head) -> Result<FindingSink*> {
    ReportOptions report_options;
    report_options.show_secrets = options.show_secrets && head.shows_secrets;
    report_options.masked_before = !head.shows_secrets;
    report_options.quiet = options.quiet;
    report_options.columns =
        std::min<std::size_t>(terminal_columns().value_or(80), 80);
    report_options.color = wants_color(options.color);
    report_options.repository.prefix = head.path_prefix;
    SLUICE_TRY_ASSIGN(outputs,
                      ReportOutputs::open(options.reports, report_options));
    return &outputs->sink();
  };
  SLUICE_TRY_ASSIGN(const ReportMerge::Outcome outcome, merge.finish(sink_for));
  SLUICE_TRY(outputs->publish());
  // Some formats have no place for them.
  for (const std::string& problem : outcome.problems) log_warning(problem);
  if (outcome.dropped != 0)
    log_warning(fmt::format(
        "{} candidates that were not reported are not in the new report; they "
        "stay in the merged ones",
        outcome.dropped));
  if (outcome.found) return kFound;
  const bool enough = outcome.files != 0 || !options.require_files;
  return outcome.complete && enough ? kClean : kIncomplete;
}

}  // namespace sluice
