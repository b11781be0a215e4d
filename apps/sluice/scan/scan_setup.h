// The parts of a scan, built from its options.
// Thread-safety: created and used by one thread; the scan shares the parts with
// its workers. Ownership: parts refer to each other, so they must not be moved.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "baseline/baseline.h"
#include "finding/sink.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "rules/rule_choice.h"
#include "rules/rule_set.h"
#include "scan/run/scanner.h"
#include "scan/unit/pipeline.h"
#include "sluice/report/report_outputs.h"
#include "sluice/scan/scan_options.h"

namespace sluice {

struct ScanSetup {
  std::unique_ptr<Engine> engine;
  std::unique_ptr<Judge> judge;
  RuleChoice choice;
  std::unique_ptr<Baseline> baseline;  // null if there is none
  ToolInfo tool;
};

// Builds the parts. Prints warnings about the configuration and the baselines
// on standard error. `resource` is that of JudgeOptions. Errors: kConfig.
Result<std::unique_ptr<ScanSetup>> prepare_scan(
    const ScanOptions& options, std::string_view resource = kFileResource);

// Returns the options of the workers' pipelines.
PipelineOptions pipeline_options(const ScanSetup& setup,
                                 const ScanOptions& options);

// Opens the requested reports. `place` is the place of their paths in the
// repository. `interrupt` ends the wait for the reader of a pipe, with an
// error.
Result<ReportOutputs> open_reports(const ScanOptions& options,
                                   RepositoryBase place,
                                   const Interrupt& interrupt);

// Who watches and ends a scan. Either may be null.
struct ScanWatch {
  const Interrupt* interrupt = nullptr;
  Tallies* tallies = nullptr;
};

// Runs the scan. Errors: those of scan().
Result<ScanOutcome> run_prepared(const ScanSetup& setup,
                                 const ScanOptions& options,
                                 const ScanWatch& watch, FindingSink& sink);

// Prints the lines of --stats on standard error.
void print_stats(const ScanStats& stats, const ScanOptions& options,
                 const RuleSet& rules);

}  // namespace sluice
