// What a scan is made with, put together from its options.
// Thread-safety: made and used by one thread; the scan shares it with its
// workers. Ownership: parts refer to each other, so it stays where it is.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "baseline/baseline.h"
#include "finding/sink.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "options.h"
#include "report_outputs.h"
#include "rules/rule_choice.h"
#include "scan/pipeline.h"
#include "scan/scanner.h"

namespace sluice {

struct ScanSetup {
  std::unique_ptr<Engine> engine;
  std::unique_ptr<Judge> judge;
  RuleChoice choice;
  std::unique_ptr<Baseline> baseline;  // null: none
  ToolInfo tool;
};

// Prints the warnings of the configuration and of baselines on standard error.
// Errors: kConfig.
// `resource`: JudgeOptions.
Result<std::unique_ptr<ScanSetup>> prepare_scan(
    const ScanOptions& options, std::string_view resource = kFileResource);

// What a worker is to do with what it finds.
PipelineOptions pipeline_options(const ScanSetup& setup,
                                 const ScanOptions& options);

// The reports that are asked for. `place` is where their paths stand in the
// repository.
Result<ReportOutputs> open_reports(const ScanOptions& options,
                                   RepositoryBase place);

// By what a scan is watched and ended; null: by nothing.
struct ScanWatch {
  const Interrupt* interrupt = nullptr;
  Tallies* tallies = nullptr;
};

// Scans.
// Errors: as scan() has them.
Result<ScanOutcome> run_prepared(const ScanSetup& setup,
                                 const ScanOptions& options,
                                 const ScanWatch& watch, FindingSink& sink);

}  // namespace sluice
