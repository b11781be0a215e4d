// What a scan is made with, put together from its options.
// Thread-safety: made and used by one thread; the scan shares it with its
// workers. Ownership: parts refer to each other, so it stays where it is.
#pragma once

#include <memory>
#include <string>

#include "base/error.h"
#include "finding/sink.h"
#include "judge/judge.h"
#include "match/engine.h"
#include "options.h"
#include "report/output.h"

namespace sluice {

struct ScanSetup {
  std::string config;  // where the rules are from; empty: the default ones
  std::unique_ptr<Engine> engine;
  std::unique_ptr<Judge> judge;
  ToolInfo tool;
};

// `home` is where a configuration is looked for. Warns on standard error of
// what is odd in it. Errors: kConfig.
Result<std::unique_ptr<ScanSetup>> prepare_scan(const ScanOptions& options,
                                                const std::string& home);

// The report that is asked for.
std::unique_ptr<FindingSink> make_report(const ScanOptions& options,
                                         Output& output);

}  // namespace sluice
