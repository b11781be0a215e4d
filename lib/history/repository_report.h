// What every scan of a repository ends with.
// Thread-safety: one thread.
#pragma once

#include <memory>
#include <span>

#include "base/error.h"
#include "finding/sink.h"

namespace sluice {

struct RepositoryOutcome {
  bool found = false;     // any secret
  bool complete = false;  // everything asked for was read in full
};

// Hands `reports`, in their order, and then the ledger to the sink. Error: what
// the sink returned.
Result<RepositoryOutcome> report_all(
    std::span<const std::unique_ptr<FileReport>> reports, Coverage coverage,
    const ToolInfo& tool, FindingSink& sink);

}  // namespace sluice
