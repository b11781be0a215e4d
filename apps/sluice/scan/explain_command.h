// `sluice explain`: what is found at a place or not, and why, in sentences.
// Thread-safety: none is needed; one thread.
#pragma once

#include <string>

#include "base/error.h"
#include "base/interrupt.h"
#include "finding/evidence.h"
#include "report/output/output.h"
#include "sluice/scan/scan_options.h"
#include "sluice/scan/scan_setup.h"
#include "sluice/scan/target.h"

namespace sluice {

// Explains the places that `options.targets` name. Returns the exit code.
// Errors: kUsage, for a path that does not exist; those of a scan.
Result<int> run_explain(const ScanOptions& options);

// Explains one place below the current directory. Returns false if the
// interrupt, which may be null, ended it. Errors: kNotFound; those of a scan.
Result<bool> explain_target(const ScanSetup& setup, const ScanOptions& options,
                            const Target& target, const Interrupt* interrupt,
                            Output& output);

// Returns why a finding has its confidence, as parts of a sentence.
std::string evidence_sentence(const Evidence& evidence);

}  // namespace sluice
